//! `idiom expand NAME`: the formula with every include written out, as a specification again,
//! behind the facts and analyses that it uses.

use super::arguments::Expand;
use super::console::{Console, Failure};
use super::{Verdict, specs};
use lang::candl::ast::{File, Specification};
use lang::candl::parser::Parsed;
use lang::candl::printer::{Spelling, print_file};
use library::expansion;

/// Runs `idiom expand`.
pub fn run(arguments: &Expand, console: &Console) -> Result<Verdict, Failure> {
    let files = specs::read_with_used(&arguments.spec)?;
    let specifications = expansion(&files, &arguments.name).map_err(|outcome| {
        console.diagnose(&outcome);
        Failure::Reported
    })?;
    let spelling = if arguments.ascii { Spelling::Ascii } else { Spelling::Unicode };
    console.print(&written(specifications, spelling))?;
    Ok(Verdict::Fine)
}

/// Specifications with their documentation, as text.
pub(super) fn written(specifications: Vec<Specification>, spelling: Spelling) -> String {
    let one = |specification: Specification| {
        let doc: String = specification.doc.iter().map(|line| format!("#{line}\n")).collect();
        let file = File { uses: Vec::new(), specifications: vec![specification] };
        format!("{doc}{}", print_file(&Parsed { file, ..Parsed::default() }, spelling))
    };
    specifications.into_iter().map(one).collect::<Vec<String>>().join("\n")
}
