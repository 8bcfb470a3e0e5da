//! `idiom expand NAME`: the formula with every include written out, as a specification again.

use super::arguments::Expand;
use super::console::{Console, Failure};
use super::{Verdict, specs};
use idiom::candl::ast::File;
use idiom::candl::parser::Parsed;
use idiom::candl::printer::{Spelling, print_file};
use idiom::library::expansion;

pub(super) fn run(arguments: &Expand, console: &Console) -> Result<Verdict, Failure> {
    let files = specs::read_with_used(&arguments.spec)?;
    let specification = expansion(&files, &arguments.name).map_err(|told| {
        console.diagnose(&told);
        Failure::Told
    })?;
    let doc: String = specification.doc.iter().map(|line| format!("#{line}\n")).collect();
    let file = File { uses: Vec::new(), specifications: vec![specification] };
    let parsed = Parsed { file, ..Parsed::default() };
    let spelling = if arguments.ascii { Spelling::Ascii } else { Spelling::Unicode };
    console.print(&format!("{doc}{}", print_file(&parsed, spelling)))?;
    Ok(Verdict::Fine)
}
