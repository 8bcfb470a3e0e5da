//! `idiom rules prove FILE…`: proves by an SMT solver that every rule is a refinement, from small widths to
//! large ones.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::super::proving::ProofProgress;
use super::RuleFiles;
use super::arguments::RulesProve;
use super::cache::{VerdictCache, default_path};
use super::report::{Proof, diagnose, record, summary};
use super::solver::Process;
use crate::arguments::Format;
use proof::rules::diagnostic::Code;
use proof::rules::form::Rule;
use proof::rules::prove::{self, Counterexample, Verdict as Proven};
use proof::rules::widths::stages;
use proof::semantics::{Solver, SolverError, Versions};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The failure of a solver that cannot be run or gives malformed answers.
fn unusable(error: SolverError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Runs `idiom rules prove`.
pub fn run(arguments: &RulesProve, console: &Console) -> Result<Verdict, Failure> {
    let mut read = RuleFiles::files(&arguments.files)?;
    let first = Process::new(&arguments.solver, arguments.rlimit).map_err(unusable)?;
    let path = if arguments.no_cache { None } else { arguments.cache.clone().or_else(default_path) };
    let cache = VerdictCache::open(path, first.identity(), console)?;
    let proofs = prove_all(&read.rules, arguments, &cache)?;
    if let Err(problem) = cache.save() {
        console.note(&problem);
    }
    for (rule, proof) in read.rules.iter().zip(&proofs) {
        if let Some(diagnostic) = diagnose(rule, proof) {
            read.diagnostics.push(diagnostic);
        }
    }
    read.diagnostics.sort();
    match arguments.format {
        Format::Text => {
            console.print(&read.text(console.colour))?;
            console.eprint(&summary(&proofs, &read.diagnostics));
        }
        Format::Json => {
            let records: Vec<_> = read.rules.iter().zip(&proofs).map(|(r, p)| record(&read, r, p)).collect();
            let all = serde_json::json!({ "rules": records, "diagnostics": read.json() });
            console.print(&format!("{all:#}\n"))?;
        }
    }
    // A rule that is left out is not proven either.
    let is_left_out = read.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::NotSupported);
    let is_proven = proofs.iter().all(Proof::is_proven) && !is_left_out;
    Ok(if is_proven && !read.diagnostics.has_errors() { Verdict::Fine } else { Verdict::Findings })
}

/// Proves the rules in parallel.
fn prove_all(rules: &[Rule], arguments: &RulesProve, cache: &VerdictCache) -> Result<Vec<Proof>, Failure> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Proof)>> = Mutex::new(Vec::new());
    let progress = ProofProgress::new();
    let work = || -> Result<(), SolverError> {
        let mut solver = Process::new(&arguments.solver, arguments.rlimit)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(rule) = rules.get(at) else { return Ok(()) };
            progress.begin(format!("{}: rule {} of {}", rule.title(), at + 1, rules.len()));
            let mut solver = progress.counting(&mut solver);
            let proof = prove_one(rule, &arguments.widths, &mut solver, cache)?;
            if let Ok(mut done) = done.lock() {
                done.push((at, proof));
            }
        }
    };
    let jobs = arguments.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.clamp(1, 256)).map(|_| scope.spawn(work)).collect();
        let crashed = || Failure::Internal("a thread that proves rules came to an end".to_owned());
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| crashed())?.map_err(unusable))
    })?;
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, proof)| proof).collect())
}

fn prove_one(
    rule: &Rule,
    widths: &[u32],
    solver: &mut dyn Solver,
    cache: &VerdictCache,
) -> Result<Proof, SolverError> {
    let mut proof = Proof::default();
    for typing in stages(rule, widths) {
        let widths = typing.describe(rule);
        // A rule that is not decided at some width will not be decided at a larger one.
        if !proof.undecided.is_empty() {
            proof.undecided.push((widths, "not tried".to_owned()));
            continue;
        }
        let verdicts = match cache.find(rule, &typing) {
            Some(verdicts) => verdicts,
            None => {
                let verdicts = prove::prove(rule, &typing, solver)?;
                verdicts.iter().for_each(|verdict| cache.add(rule, &typing, verdict));
                verdicts
            }
        };
        for (versions, verdict) in verdicts {
            // Most verdicts do not depend on the version.
            let widths = match versions == Versions::all() {
                true => widths.clone(),
                false => format!("{widths} for {versions}"),
            };
            match verdict {
                Proven::Proven => proof.proven.push(widths),
                Proven::Refuted(counterexample) => {
                    proof.refuted.push(Counterexample { widths, ..counterexample });
                }
                Proven::Undecided(reason) => proof.undecided.push((widths, reason)),
            }
        }
    }
    Ok(proof)
}
