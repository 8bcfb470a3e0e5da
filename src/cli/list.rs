//! `idiom list`: the built-in idioms with a line each.

use super::Verdict;
use super::arguments::List;
use super::console::{Console, Failure};
use idiom::library::{Builtin, Group, builtins};

pub(super) fn run(arguments: &List, console: &Console) -> Result<Verdict, Failure> {
    let all = builtins();
    let mut text = table(&all, Group::Idiom);
    text += "\nRun when they are named:\n";
    text += &table(&all, Group::OnRequest);
    if arguments.all {
        text += "\nBuilding blocks:\n";
        text += &table(&all, Group::BuildingBlock);
    }
    console.print(&text)?;
    Ok(Verdict::Fine)
}

fn table(all: &[Builtin], group: Group) -> String {
    let rows = || all.iter().filter(|row| row.group == group);
    let width = rows().map(|row| row.name.len()).max().unwrap_or(0);
    rows().map(|row| format!("{:width$}  {}\n", row.name, row.doc)).collect()
}
