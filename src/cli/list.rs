//! `idiom list`: the built-in idioms and sets of rewrites with a line each.

use super::Verdict;
use super::arguments::List;
use super::console::{Console, Failure};
use idiom::library::{Builtin, Group, builtins, rewrite_sets};

pub(super) fn run(arguments: &List, console: &Console) -> Result<Verdict, Failure> {
    let all = builtins();
    let mut text = table(&all, Group::Idiom);
    text += "\nRun when they are named:\n";
    text += &table(&all, Group::OnRequest);
    text += "\nRewrites, applied when they are named:\n";
    let sets = rewrite_sets().into_iter();
    let sets = sets.map(|set| Builtin { name: set.name, doc: set.doc, group: Group::Rewrite });
    text += &table(&sets.collect::<Vec<_>>(), Group::Rewrite);
    if arguments.all {
        text += "\nEach of them:\n";
        text += &table(&all, Group::Rewrite);
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
