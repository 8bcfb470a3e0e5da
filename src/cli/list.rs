//! `idiom list`: the built-in idioms with a line each.

use super::Verdict;
use super::arguments::List;
use super::console::{Console, Failure};
use idiom::library::{Builtin, builtins};

pub(super) fn run(arguments: &List, console: &Console) -> Result<Verdict, Failure> {
    let (idioms, parts): (Vec<Builtin>, Vec<Builtin>) =
        builtins().into_iter().partition(|builtin| builtin.is_idiom);
    let mut text = table(&idioms);
    if arguments.all {
        text += "\nBuilding blocks:\n";
        text += &table(&parts);
    }
    console.print(&text)?;
    Ok(Verdict::Fine)
}

fn table(rows: &[Builtin]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter().map(|row| format!("{:width$}  {}\n", row.name, row.doc)).collect()
}
