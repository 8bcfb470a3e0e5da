//! `idiom list`: the built-in idioms, by groups, and the sets of rewrites, one line each.

use super::Verdict;
use super::arguments::List;
use super::console::{Console, Failure};
use lang::candl::advice::parts;
use library::{Builtin, Group, Topic, builtins, rewrite_sets, to_act_on, to_run_in_parallel, topics};

/// Runs `idiom list`.
pub fn run(arguments: &List, console: &Console) -> Result<Verdict, Failure> {
    let all = builtins();
    if !arguments.group.is_empty() {
        let named = in_groups(&arguments.group)?;
        let rows: Vec<Builtin> = all.into_iter().filter(|row| named.contains(&row.name)).collect();
        let text = if arguments.advice { advice(&rows) } else { lines(&rows) };
        console.print(&text)?;
        return Ok(Verdict::Fine);
    }
    if arguments.advice {
        console.print(&advice(&all))?;
        return Ok(Verdict::Fine);
    }
    let mut text = table(&all, Group::Idiom);
    for group in [to_act_on(), to_run_in_parallel()] {
        text += &format!("\n{}: {}\n{}\n", group.name, group.doc, group.idioms.join(", "));
    }
    text += "\nRun when they are named, or their group is:\n";
    for topic in topics() {
        text += &format!("\n{}: {}\n", topic.name, topic.doc);
        let own: Vec<Builtin> =
            all.iter().filter(|row| topic.idioms.contains(&row.name.as_str())).cloned().collect();
        text += &table(&own, Group::OnRequest);
    }
    text += "\nRewrites, applied when they are named:\n";
    let sets = rewrite_sets().into_iter();
    let sets =
        sets.map(|set| Builtin { name: set.name, doc: set.doc, group: Group::Rewrite, advice: Vec::new() });
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

/// The idioms of the groups of these names.
pub fn in_groups(groups: &[String]) -> Result<Vec<String>, Failure> {
    let topics: Vec<Topic> = [to_act_on(), to_run_in_parallel()].into_iter().chain(topics()).collect();
    let mut names = Vec::new();
    for group in groups {
        let Some(topic) = topics.iter().find(|topic| topic.name == group) else {
            let known: Vec<&str> = topics.iter().map(|topic| topic.name).collect();
            let known = known.join(", ");
            return Err(Failure::Usage(format!("there is no group `{group}`; there are {known}")));
        };
        names.extend(topic.idioms.iter().map(|name| (*name).to_owned()));
    }
    Ok(names)
}

fn table(all: &[Builtin], group: Group) -> String {
    let rows: Vec<Builtin> = all.iter().filter(|row| row.group == group).cloned().collect();
    lines(&rows)
}

/// A line for each row: its name and its description.
fn lines(rows: &[Builtin]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter().map(|row| format!("{:width$}  {}\n", row.name, row.doc)).collect()
}

/// A line for each row with advice: its name, its severity, `?` where a reader has to judge, and the advice.
fn advice(rows: &[Builtin]) -> String {
    let advised = || rows.iter().filter(|row| !row.advice.is_empty());
    let width = advised().map(|row| row.name.len()).max().unwrap_or(0);
    let line = |name: &str, (is_sure, severity, text): (bool, &str, &str)| {
        let severity = format!("{severity}{}", if is_sure { "" } else { "?" });
        format!("{name:width$}  {severity:7}  {text}\n")
    };
    let lines = |row: &Builtin| -> String {
        row.advice.iter().filter_map(|advice| parts(advice)).map(|parts| line(&row.name, parts)).collect()
    };
    advised().map(lines).collect()
}
