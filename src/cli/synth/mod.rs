//! `idiom synth GOAL…`: all minimal patterns of a goal from the table, or of a user's function, with proofs.

mod arguments;
mod emit;
mod missed;
mod rules;
pub(super) mod source;
mod survive;

pub(super) use arguments::Synth;
use proof::semantics::SolverError;
use serde_json::json;
use synth::enumerate::Limits;
use synth::goal::Goal;
use synth::operation::{Kind, OPERATIONS};
use synth::prove::{BySamples, BySolver};
use synth::table::{goal_named, goals};
use synth::{Options, Outcome, synthesise, written};
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::format::Format;
use tools::rules::solver::Process;

/// The number of sizes after the smallest one whose spellings are compiled, with `--missed`.
const BEYOND_MISSED: u64 = 2;

pub(super) fn run(arguments: &Synth, console: &Console) -> Result<Verdict, Failure> {
    if arguments.list {
        return console.print(&written::list(&goals())).map(|()| Verdict::Fine);
    }
    let wanted = wanted(arguments)?;
    if arguments.missed {
        return report_missed(wanted, arguments, console);
    }
    let outcomes = search(wanted, arguments)?;
    if !arguments.emit.is_empty() {
        emit::write(&outcomes, arguments, console)?;
    }
    match arguments.format {
        Format::Text => {
            let texts: Vec<String> = outcomes.iter().map(written::paragraph).collect();
            console.print(&texts.join("\n"))?;
        }
        Format::Json => {
            let all: Vec<_> = outcomes.iter().map(written::record).collect();
            console.print(&format!("{:#}\n", json!({ "goals": all })))?;
        }
    }
    let has_all = outcomes.iter().all(|outcome| !outcome.patterns.is_empty());
    Ok(if has_all { Verdict::Fine } else { Verdict::Findings })
}

/// Reports spellings that are compiled to longer code than the best: for each goal, also with operations in
/// words of twice the width.
fn report_missed(goals: Vec<Goal>, arguments: &Synth, console: &Console) -> Result<Verdict, Failure> {
    let mut searched = goals.clone();
    let mut wide = vec![None; goals.len()];
    let without = operations(&arguments.without)?;
    let doubling = operations(&["wide".to_owned()])?.into_iter().filter(|kind| !without.contains(kind));
    for (at, goal) in goals.iter().enumerate().filter(|(_, goal)| goal.access.is_none()) {
        let mut doubled = goal.clone();
        let kinds = goal.operations.iter().copied().chain(doubling.clone()).collect();
        if doubled.set_operations(kinds) && doubled.operations != goal.operations {
            wide[at] = Some(searched.len());
            searched.push(doubled);
        }
    }
    let mut solver = solver(arguments)?;
    let by_samples = &mut BySamples(BySolver(&mut solver));
    let outcomes = synthesise(searched, options(arguments), by_samples).map_err(failed)?;
    let mut all = Vec::new();
    for (at, wide) in wide.iter().enumerate() {
        let of_goal: Vec<&Outcome> =
            [Some(at), *wide].into_iter().flatten().map(|at| &outcomes[at]).collect();
        all.extend(missed::missed(&of_goal, arguments, &mut BySolver(&mut solver))?);
    }
    match arguments.format {
        Format::Text => {
            let texts: Vec<String> = all.iter().map(missed::Missed::paragraph).collect();
            console.print(&texts.join("\n"))?;
        }
        Format::Json => {
            let all: Vec<_> = all.iter().map(missed::Missed::record).collect();
            console.print(&format!("{:#}\n", json!({ "missed": all })))?;
        }
    }
    let is_any = all.iter().any(missed::Missed::is_any);
    Ok(if is_any { Verdict::Findings } else { Verdict::Fine })
}

/// The named goals, with the requested operations.
fn wanted(arguments: &Synth) -> Result<Vec<Goal>, Failure> {
    let mut wanted = match arguments.all {
        true => goals(),
        false => arguments.goals.iter().map(|name| named(name, arguments)).collect::<Result<_, _>>()?,
    };
    let (with, without) = (operations(&arguments.with)?, operations(&arguments.without)?);
    for goal in &mut wanted {
        let kinds = goal.operations.iter().chain(&with).copied();
        if !goal.set_operations(kinds.filter(|kind| !without.contains(kind)).collect()) {
            let name = &goal.name;
            let why =
                format!("`{name}` is of 64 bits; operations in words of twice the width go up to 32 bits");
            return Err(Failure::Usage(why));
        }
    }
    Ok(wanted)
}

fn named(name: &str, arguments: &Synth) -> Result<Goal, Failure> {
    if let Some((file, function)) = name.rsplit_once(':') {
        return source::goal(file, function, &arguments.flags);
    }
    goal_named(name).ok_or_else(|| {
        let unknown = format!("there is no goal `{name}`; `idiom synth --list` shows those of the table, and FILE:FUNCTION is one of yours");
        Failure::Usage(unknown)
    })
}

fn operations(names: &[String]) -> Result<Vec<Kind>, Failure> {
    let one = |name: &String| {
        if name == "wide" {
            return Ok(OPERATIONS.iter().map(|row| row.kind).filter(|kind| kind.is_wide()).collect());
        }
        let kind = Kind::from_name(name).filter(|kind| !matches!(kind, Kind::Load | Kind::Store));
        kind.map(|kind| vec![kind]).ok_or_else(|| {
            let all: Vec<&str> = OPERATIONS.iter().map(|row| row.name).collect();
            Failure::Usage(format!("there is no operation `{name}` to choose; there are {}", all.join(" ")))
        })
    };
    let all: Vec<Vec<Kind>> = names.iter().map(one).collect::<Result<_, _>>()?;
    Ok(all.concat())
}

fn search(goals: Vec<Goal>, arguments: &Synth) -> Result<Vec<Outcome>, Failure> {
    let mut solver = solver(arguments)?;
    synthesise(goals, options(arguments), &mut BySolver(&mut solver)).map_err(failed)
}

fn failed(error: SolverError) -> Failure {
    Failure::Usage(error.to_string())
}

fn solver(arguments: &Synth) -> Result<Process, Failure> {
    Process::scoped(&arguments.solver, arguments.rlimit()).map_err(|error| Failure::Usage(error.to_string()))
}

fn options(arguments: &Synth) -> Options {
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = arguments.jobs.map_or(all, std::num::NonZeroUsize::get);
    let limits = Limits { nodes: arguments.budget, patterns: arguments.patterns, threads };
    let beyond = arguments.beyond.unwrap_or(if arguments.missed { BEYOND_MISSED } else { 0 });
    Options { largest: arguments.size as usize, beyond: beyond as usize, limits }
}
