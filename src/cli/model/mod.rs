//! `idiom model INPUT`: the model of functions as text, or one of its graphs as DOT or as an image.
//!
//! In: IR or a source, and a specification to mark. Out: the normalised model, which detection searches; with
//! `--as-written` the model before normalisation, as `print<idiom-model>` prints it; or a picture
//! (`report::pictures`).

mod input;
mod marked;
mod svg;

use clap::Args;
use idiom::find::picture;
use input::Input;
use llvm::{BoundExtraction, FunctionRef};
use marked::Marked;
use normalise::normalised;
use regex_lite::Regex;
use report::pictures::{GraphKind, MOST_NODES, Picture};
use report::shown_name;
use std::ffi::OsString;
use std::path::PathBuf;
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::graph::Graph;

/// The arguments of `idiom model`.
#[derive(Args, Debug)]
pub(super) struct Model {
    /// Print the model of the code before normalisation
    #[arg(long, conflicts_with = "dot")]
    as_written: bool,
    /// Draw this graph of one function instead of printing models
    #[arg(long, value_enum, value_name = "GRAPH")]
    dot: Option<Graph>,
    /// Draw the graph as an SVG image, by Graphviz's `dot`
    #[arg(long, requires = "dot")]
    svg: bool,
    /// Mark the values of the variables in a finding of this specification
    #[arg(long, value_name = "NAME", requires = "dot")]
    idiom: Option<String>,
    /// A file of specifications; may be repeated
    #[arg(long, value_name = "FILE", requires = "dot")]
    spec: Vec<PathBuf>,
    /// The number of the finding to mark, if several are listed
    #[arg(long, value_name = "N", requires = "dot", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Draw the marked values and what lies between them, and leave out the rest
    #[arg(long, requires = "dot")]
    only_matched: bool,
    /// Draw control dependence with an edge for each instruction instead of one for each block
    #[arg(long, requires = "dot")]
    by_instruction: bool,
    /// The limit of nodes in a graph
    #[arg(long, value_name = "N", requires = "dot", default_value_t = MOST_NODES as u64, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    most: u64,
    /// A regular expression: only functions whose symbol name it matches are printed or drawn
    #[arg(long, value_name = "REGEX")]
    function: Option<Regex>,
    /// Write to this file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// LLVM IR (.ll, .bc) or a C or C++ source; `-` is IR on stdin
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// Flags for clang, after -O2
    #[arg(last = true, value_name = "CLANG FLAGS")]
    flags: Vec<OsString>,
}

pub(super) fn run(arguments: &Model, console: &Console) -> Result<Verdict, Failure> {
    let input = Input::new(arguments)?;
    let functions = input.functions(arguments)?;
    let text = match arguments.dot {
        None => texts(&functions, arguments.as_written),
        Some(graph) => drawn(&functions, graph.kind(), arguments, console)?,
    };
    match &arguments.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?,
        None => console.print(&text)?,
    }
    Ok(Verdict::Fine)
}

/// The models of functions, as text.
fn texts(functions: &[FunctionRef<'_>], as_written: bool) -> String {
    let text = |function: &FunctionRef<'_>| {
        let extraction = function.extract();
        let copy = if as_written { None } else { normalised(&extraction.model) };
        copy.as_ref().unwrap_or(&extraction.model).dump().to_string()
    };
    functions.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// A graph of one function as DOT, or as an image.
fn drawn(
    functions: &[FunctionRef<'_>],
    kind: GraphKind,
    arguments: &Model,
    console: &Console,
) -> Result<String, Failure> {
    let is_marked = arguments.idiom.is_some() || !arguments.spec.is_empty();
    if arguments.only_matched && !is_marked {
        let which =
            "--only-matched draws what a specification matches: name it by --idiom, or its file by --spec";
        return Err(Failure::Usage(which.to_owned()));
    }
    let dot = match is_marked {
        true => {
            let Marked { extraction, values, notes } = marked::find(functions, arguments, console)?;
            let picture = Picture { marks: &values, notes: &notes, ..plain(kind, arguments) };
            draw(&extraction, &picture)?
        }
        false => draw(&only(functions)?.extract(), &plain(kind, arguments))?,
    };
    if arguments.svg { svg::of(&dot) } else { Ok(dot) }
}

fn plain(kind: GraphKind, arguments: &Model) -> Picture<'static> {
    Picture {
        only_matched: arguments.only_matched,
        by_instruction: arguments.by_instruction,
        most: arguments.most as usize,
        ..Picture::new(kind)
    }
}

fn draw(extraction: &BoundExtraction<'_>, wanted: &Picture<'_>) -> Result<String, Failure> {
    picture(extraction, wanted).map_err(|why| {
        let name = &extraction.model.function().name;
        let less = if wanted.only_matched { "" } else { "; with --idiom, --only-matched draws a part" };
        Failure::Usage(format!("{} is not drawn: {why}; --most asks for more{less}", shown_name(name)))
    })
}

fn only<'m>(functions: &[FunctionRef<'m>]) -> Result<FunctionRef<'m>, Failure> {
    match functions {
        [only] => Ok(*only),
        several => {
            let names: String = several.iter().map(|function| format!("\n  {}", function.name())).collect();
            Err(Failure::Usage(format!("--function says which of these is meant:{names}")))
        }
    }
}
