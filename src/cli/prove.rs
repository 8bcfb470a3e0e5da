//! `idiom prove FILE…`: asks a solver whether what rewrites give refines what they replace, and keeps what is
//! proven beside the files.
//!
//! Every form that the patterns of a rewrite stand for is asked about by itself, as a peephole rule; so are
//! those that the functions of `--in` have. A form that is refuted is told with a counterexample and left out
//! of the certificate: the plugin applies the others.

use super::Verdict;
use super::arguments::{Format, Prove};
use super::console::{Console, Failure};
use super::proving::Progress;
use super::rules::solver::Process;
use super::specs;
use idiom::candl::sources::Sources;
use idiom::library::{Budget, Library, formula_of};
use idiom::llvm::Module;
use idiom::passes::{Applied, MOST_FINDINGS, Settings, candidates};
use idiom::report::write_whole;
use idiom::rewrite::{
    CERTIFICATE_VERSION, Certificate, Certificates, Declared, Entry, Form, Lack, Unproven, certificate_path,
    forms, rule_text, text_digest,
};
use idiom::rules::diagnostic::Diagnostics;
use idiom::rules::prove::{Counterexample, Verdict as Proven, prove};
use idiom::rules::widths::typings;
use idiom::semantics::{Solver, SolverError};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What came out for a rewrite.
struct Outcome {
    name: String,
    trusted: Option<String>,
    proven: Vec<Form>,
    /// Forms that are cases of proven ones.
    cases: Vec<Form>,
    refuted: Vec<(Form, Counterexample)>,
    undecided: Vec<(Form, String)>,
    /// Whether some of its forms were not listed.
    is_cut: bool,
    /// What proofs do not know of others.
    unknown: BTreeSet<String>,
    /// Why there are no more.
    unfit: BTreeSet<String>,
}

pub(super) fn run(arguments: &Prove, console: &Console) -> Result<Verdict, Failure> {
    let files = specs::read_with_used(&arguments.files)?;
    let whole: Vec<usize> = (0..files.len()).collect();
    let library = Library::of_rewrites(&files, &[], &whole);
    if library.has_errors() || library.rewrites().is_empty() {
        console.say(&library.render(console.colour));
        let nothing = "the files declare no rewrite".to_owned();
        return Err(if library.has_errors() { Failure::Told } else { Failure::Usage(nothing) });
    }
    let applied = Applied::new(library, Certificates::default());
    let unusable = |error: SolverError| Failure::Usage(error.to_string());
    let mut solver = Process::new(&arguments.solver, arguments.timeout).map_err(unusable)?;
    let met = met(arguments, &applied)?;
    let mut outcomes = Vec::new();
    let progress = Progress::new();
    for declared in &applied.declared {
        let own = met.iter().filter(|(name, _)| *name == declared.name).map(|(_, form)| form.clone());
        let outcome = prove_one(&files, declared, own.collect(), arguments, (&mut solver, &progress));
        outcomes.push(outcome.map_err(|error| Failure::Internal(error.to_string()))?);
    }
    drop(progress);
    write(&applied, &files, &outcomes, arguments, &solver.identity())?;
    tell(&outcomes, arguments, console)?;
    let is_licensed = |outcome: &Outcome| matches!(word(outcome), "proven" | "trusted");
    Ok(if outcomes.iter().all(is_licensed) { Verdict::Fine } else { Verdict::Findings })
}

/// The forms that the functions of IR files have.
fn met(arguments: &Prove, applied: &Applied) -> Result<Vec<(String, Form)>, Failure> {
    let mut met = Vec::new();
    let settings = Settings {
        library: &applied.library,
        budget: Budget::default(),
        most_findings: MOST_FINDINGS,
        explain: false,
        pins: &[],
        attempts: None,
        told: false,
        refusals: false,
        later: &[],
        applied: Some(applied),
        other_types: &[],
    };
    for input in &arguments.within {
        let module = Module::read(input).map_err(|error| Failure::Usage(error.to_string()))?;
        for function in module.functions().filter(|function| !function.is_declaration()) {
            for (name, instance) in candidates(&function.extract().model, applied, &settings) {
                for form in instance.forms().unwrap_or_default() {
                    let entry = (name.clone(), form);
                    if !met.contains(&entry) {
                        met.push(entry);
                    }
                }
            }
        }
    }
    Ok(met)
}

fn prove_one(
    files: &[(String, Vec<u8>)],
    declared: &Declared,
    met: Vec<Form>,
    arguments: &Prove,
    (solver, progress): (&mut dyn Solver, &Progress),
) -> Result<Outcome, SolverError> {
    let trusted = declared.trusted().map(str::to_owned);
    let listed =
        formula_of(files, &declared.name).map(|formula| forms(&formula, declared, &arguments.widths));
    let listed = listed.unwrap_or_default();
    let mut outcome = Outcome {
        name: declared.name.clone(),
        trusted,
        proven: Vec::new(),
        cases: Vec::new(),
        refuted: Vec::new(),
        undecided: Vec::new(),
        is_cut: listed.is_cut,
        unknown: listed.unknown,
        unfit: listed.unfit,
    };
    let mut solver = progress.counting(solver);
    let (name, number) = (&declared.name, listed.forms.len() + met.len());
    for (at, form) in listed.forms.into_iter().chain(met).enumerate() {
        progress.begin(format!("{name}: form {} of {number}", at + 1));
        let is_known = outcome.proven.iter().any(|proven| proven.covers(&form))
            || outcome.refuted.iter().any(|(known, _)| *known == form);
        if is_known {
            continue;
        }
        match ask(name, &form, &mut solver)? {
            Proven::Proven => outcome.proven.push(form),
            Proven::Refuted(counterexample) => outcome.refuted.push((form, counterexample)),
            Proven::Undecided(why) => outcome.undecided.push((form, why)),
        }
    }
    for (case, general) in listed.cases {
        let is_proven = outcome.proven.contains(&general) && !outcome.proven.contains(&case);
        outcome.cases.extend(is_proven.then_some(case));
    }
    Ok(outcome)
}

/// Asks about a form, with the flags of its source.
fn ask(name: &str, form: &Form, solver: &mut dyn Solver) -> Result<Proven, SolverError> {
    let mut sources = Sources::new();
    let file = sources.add_bytes(name.to_owned(), rule_text(name, form).into_bytes());
    let mut diagnostics = Diagnostics::new();
    let Some(rule) = idiom::rules::read_form(&sources, file, &mut diagnostics) else {
        let why = diagnostics.iter().next().map(|diagnostic| diagnostic.message.clone());
        return Ok(Proven::Undecided(why.unwrap_or_else(|| "it is no rule".to_owned())));
    };
    match typings(&rule, &[8], &[8]).first() {
        Some(typing) => prove(&rule, typing, solver),
        None => Ok(Proven::Undecided("its widths do not go together".to_owned())),
    }
}

/// Writes the certificates beside the files.
fn write(
    applied: &Applied,
    files: &[(String, Vec<u8>)],
    outcomes: &[Outcome],
    arguments: &Prove,
    solver: &str,
) -> Result<(), Failure> {
    for path in &arguments.files {
        let is_here = |name: &str| {
            let declared = applied.declared.iter().find(|declared| declared.name == name);
            let file = declared.map(|declared| applied.library.sources().file(declared.span.file).name());
            file == Some(path.display().to_string().as_str())
        };
        let own = outcomes.iter().filter(|outcome| is_here(&outcome.name));
        let proven =
            own.flat_map(|o| o.proven.iter().chain(&o.cases).map(|form| Entry::new(&o.name, form))).collect();
        let unproven = outcomes.iter().filter(|outcome| is_here(&outcome.name)).flat_map(unproven).collect();
        let bytes = files.iter().find(|(name, _)| *name == path.display().to_string());
        let digest = bytes.map(|(_, bytes)| text_digest(bytes));
        let (version, solver) = (CERTIFICATE_VERSION, solver.to_owned());
        let certificate = Certificate { version, solver, proven, unproven, digest };
        let target = certificate_path(path);
        write_whole(&target, &certificate.text())
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", target.display())))?;
    }
    Ok(())
}

/// What is kept of a rewrite that is not proven, or not in all forms.
fn unproven(outcome: &Outcome) -> Vec<Unproven> {
    let Outcome { name, refuted, undecided, unknown, unfit, .. } = outcome;
    let wrong = refuted.iter().map(|(form, it)| Unproven::of_form(name, Lack::Refuted, in_words(it), form));
    let open =
        undecided.iter().map(|(form, why)| Unproven::of_form(name, Lack::Undecided, why.clone(), form));
    let mut all: Vec<Unproven> = wrong.chain(open).collect();
    if word(outcome) == "not provable" {
        let others = unknown.iter().map(|other| format!("proofs do not know {other}"));
        let reasons: Vec<String> = unfit.iter().cloned().chain(others).collect();
        all.push(Unproven::of_rewrite(name, reasons.join("; ")));
    }
    all
}

fn tell(outcomes: &[Outcome], arguments: &Prove, console: &Console) -> Result<(), Failure> {
    match arguments.format {
        Format::Json => {
            let all: Vec<Value> = outcomes.iter().map(record).collect();
            console.print(&format!("{:#}\n", json!({ "rewrites": all })))
        }
        Format::Text => outcomes.iter().try_for_each(|outcome| console.print(&paragraph(outcome))),
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome { refuted, .. } if !refuted.is_empty() => "refuted",
        Outcome { undecided, .. } if !undecided.is_empty() => "undecided",
        Outcome { proven, trusted: None, .. } if proven.is_empty() => "not provable",
        Outcome { proven, .. } if proven.is_empty() => "trusted",
        _ => "proven",
    }
}

fn paragraph(outcome: &Outcome) -> String {
    let Outcome { name, proven, refuted, undecided, unknown, unfit, .. } = outcome;
    let mut text = format!("{name}: {} ({} forms proven", word(outcome), proven.len());
    if !refuted.is_empty() {
        text += &format!(", {} refuted", refuted.len());
    }
    if !undecided.is_empty() {
        text += &format!(", {} not decided", undecided.len());
    }
    text += ")\n";
    if let Some(reason) = &outcome.trusted {
        text += &format!("  trusting \"{reason}\"\n");
    }
    let has_forms = !(proven.is_empty() && refuted.is_empty() && undecided.is_empty());
    for why in unfit.iter().filter(|_| !has_forms) {
        text += &format!("  no form: {why}\n");
    }
    let others: Vec<&str> = unknown.iter().map(String::as_str).collect();
    match (others.join(", "), has_forms) {
        (others, _) if others.is_empty() => {}
        (others, true) => {
            text += &format!("  its patterns also stand for forms that are not proven, with {others}\n");
        }
        (others, false) => text += &format!("  no form: proofs do not know {others}\n"),
    }
    if outcome.is_cut {
        text += "  its patterns stand for more forms than are listed\n";
    }
    if let Some((form, counterexample)) = refuted.first() {
        text += &format!("  wrong, and not applied:\n{}", indented(&form.text));
        text += &format!("  {}\n", in_words(counterexample));
    }
    if let Some((form, why)) = undecided.first() {
        text += &format!("  not decided ({why}), and not applied:\n{}", indented(&form.text));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn in_words(counterexample: &Counterexample) -> String {
    let Counterexample { inputs, source, target, freeze, .. } = counterexample;
    let inputs = inputs.join(", ");
    let mut text = match source {
        Some(source) => format!("{inputs} gives {source}, and what is given {target}"),
        None => format!("{inputs} may give {target} in what is given, and not before"),
    };
    if let Some(input) = freeze {
        text += &format!("; freeze({{{}}}) would help", input.trim_start_matches('%'));
    }
    text
}

fn record(outcome: &Outcome) -> Value {
    let Outcome { name, trusted, proven, cases, refuted, undecided, is_cut, unknown, unfit } = outcome;
    let proven: Vec<Entry> = proven.iter().chain(cases).map(|form| Entry::new(name, form)).collect();
    let refuted: Vec<Value> =
        refuted.iter().map(|(form, it)| json!({ "form": form.text, "counterexample": it })).collect();
    let undecided: Vec<Value> =
        undecided.iter().map(|(form, why)| json!({ "form": form.text, "reason": why })).collect();
    json!({
        "name": name, "verdict": word(outcome), "trusting": trusted, "proven": proven, "refuted": refuted,
        "undecided": undecided, "partial": *is_cut || !unknown.is_empty(), "unknown": unknown, "unfit": unfit,
    })
}
