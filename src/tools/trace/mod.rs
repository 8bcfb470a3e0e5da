//! `idiom trace INPUT`: the pass of clang's pipeline after which an idiom first holds, and the pass that
//! ended it.
//!
//! In: a source or IR, flags, and specifications. Out: the trace that the plugin writes in clang, as a table
//! or as JSON.

pub(super) mod arguments;
mod text;

use super::Verdict;
use super::arguments::Find;
use super::console::{Console, Failure};
use super::find::clang::{Clang, RequestFile};
use super::find::{library, source_kind};
use super::specs;
use arguments::{Trace, TraceFormat};

/// Runs `idiom trace`.
pub fn run(arguments: &Trace, console: &Console) -> Result<Verdict, Failure> {
    if arguments.ir && arguments.format == TraceFormat::Text {
        return Err(Failure::Usage("--ir writes the IR of each step as data; add --format json".to_owned()));
    }
    specs::need_one(!arguments.idiom.is_empty(), &arguments.spec)?;
    let search = search(arguments);
    // Errors of specifications are reported before clang runs.
    let request = RequestFile::write(&search.as_request(&library(&search, console)?)?)?;
    let is_ir = source_kind(&arguments.input, &search)?;
    let clang = Clang::new(search.plugin.as_deref())?;
    let trace = clang.trace(&arguments.input, is_ir, &search.flags, &request, arguments.ir)?;
    match arguments.format {
        TraceFormat::Json => console.print(&trace.to_json())?,
        TraceFormat::Text => console.print(&text::write(&trace, arguments.explain))?,
    }
    Ok(Verdict::Fine)
}

/// The arguments of the search after each pass.
fn search(arguments: &Trace) -> Find {
    let plain = Find::by_clang(arguments.idiom.clone(), arguments.spec.clone(), arguments.flags.clone());
    let budget = arguments.budget.unwrap_or(plain.budget);
    let (function, plugin) = (arguments.function.clone(), arguments.plugin.clone());
    Find { explain: arguments.explain, function, plugin, budget, ..plain }
}
