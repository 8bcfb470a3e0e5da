//! `idiom prove FILE…`: proves by an SMT solver that the result of each rewrite refines the code that it
//! replaces, and writes certificates beside the files.
//!
//! Each form that the patterns of a rewrite stand for is proven by itself, as a peephole rule; so is each
//! form in the functions of `--in`. A refuted form is reported with a counterexample and left out of the
//! certificate; the plugin applies the other forms. If LLVM's versions differ in semantics, each semantics is
//! proven separately, and certificate and report name the versions. A form that is wrong for undef inputs
//! alone is proven again with inputs that are not undef, and licensed for these.

use super::arguments::Prove;
use library::{Budget, Library, formula_of};
use llvm::Module;
use passes::{Applied, Settings, candidates};
use proof::rewrite::{
    CERTIFICATE_VERSION, Certificate, Certificates, Declared, Form, Lack, ProvenForm, Unproven,
    certificate_path, forms, rule_text, text_digest,
};
use proof::rules::diagnostic::Diagnostics;
use proof::rules::form::Rule;
use proof::rules::prove::{Counterexample, Verdict as Proven, prove, prove_where_defined};
use proof::rules::widths::{Typing, typings};
use proof::semantics::{SUPPORTED, Semantics, Solver, SolverError, Versions};
use report::write_whole;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use text::sources::Sources;
use tools::Verdict;
use tools::arguments::Format;
use tools::console::{Console, Failure};
use tools::proving::ProofProgress;
use tools::rules::solver::Process;
use tools::specs;

/// A proven form: the LLVMs that the proof is for, and the registers that it assumes not to be undef.
#[derive(Clone)]
struct Proof {
    form: Form,
    versions: Versions,
    defined: Vec<String>,
}

impl Proof {
    /// Whether the proof covers a form in every LLVM and for undef inputs, too.
    fn covers(&self, form: &Form) -> bool {
        self.defined.is_empty() && self.versions == Versions::all() && self.form.covers(form)
    }

    fn entry(&self, name: &str) -> ProvenForm {
        ProvenForm::new(name, &self.form, &self.versions).where_defined(&self.defined)
    }
}

/// The result for one rewrite.
struct Outcome {
    name: String,
    trusted: Option<String>,
    proven: Vec<Proof>,
    /// Forms that are cases of proven ones.
    cases: Vec<Proof>,
    refuted: Vec<(Form, Versions, Counterexample)>,
    undecided: Vec<(Form, Versions, String)>,
    /// The LLVMs in which the rewrite must be correct.
    wanted: Vec<u32>,
    /// Whether the list of its forms is incomplete.
    is_cut: bool,
    /// Constraints of further forms that proofs do not support.
    unknown: BTreeSet<String>,
    /// The reasons why there are no further forms.
    unfit: BTreeSet<String>,
}

pub(super) fn run(arguments: &Prove, console: &Console) -> Result<Verdict, Failure> {
    let files = specs::read_with_used(&arguments.files)?;
    let whole: Vec<usize> = (0..files.len()).collect();
    let library = Library::of_rewrites(&files, &[], &whole);
    if library.has_errors() || library.rewrites().is_empty() {
        console.eprint(&library.render(console.colour));
        let nothing = "the files declare no rewrite".to_owned();
        return Err(if library.has_errors() { Failure::Reported } else { Failure::Usage(nothing) });
    }
    let applied = Applied::new(library, Certificates::default());
    let unusable = |error: SolverError| Failure::Usage(error.to_string());
    let mut solver = Process::new(&arguments.solver, arguments.rlimit).map_err(unusable)?;
    let met = met(arguments, &applied)?;
    let mut outcomes = Vec::new();
    let progress = ProofProgress::new();
    for declared in &applied.declared {
        let own = met.iter().filter(|(name, _)| *name == declared.name).map(|(_, form)| form.clone());
        let outcome = prove_one(&files, declared, own.collect(), arguments, (&mut solver, &progress));
        outcomes.push(outcome.map_err(unusable)?);
    }
    drop(progress);
    write(&applied, &files, &outcomes, arguments, &solver.identity())?;
    report(&outcomes, arguments, console)?;
    let is_licensed = |outcome: &Outcome| matches!(word(outcome), "proven" | "trusted");
    Ok(if outcomes.iter().all(is_licensed) { Verdict::Fine } else { Verdict::Findings })
}

/// The forms of the rewrites that occur in the functions of IR files, by name.
fn met(arguments: &Prove, applied: &Applied) -> Result<Vec<(String, Form)>, Failure> {
    let mut met = Vec::new();
    let settings = Settings {
        reports_findings: false,
        reports_refusals: false,
        applied: Some(applied),
        ..Settings::new(&applied.library, Budget::default())
    };
    for input in &arguments.modules {
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
    (solver, progress): (&mut dyn Solver, &ProofProgress),
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
        wanted: if arguments.llvm.is_empty() { SUPPORTED.collect() } else { arguments.llvm.clone() },
        is_cut: listed.is_cut,
        unknown: listed.unknown,
        unfit: listed.unfit,
    };
    let mut solver = progress.counting(solver);
    let (name, number) = (&declared.name, listed.forms.len() + met.len());
    for (at, form) in listed.forms.into_iter().chain(met).enumerate() {
        progress.begin(format!("{name}: form {} of {number}", at + 1));
        let is_known = outcome.proven.iter().any(|proof| proof.covers(&form) || proof.form == form)
            || outcome.refuted.iter().any(|(known, ..)| *known == form);
        if !is_known {
            outcome.add(form, &mut solver)?;
        }
    }
    for (case, general) in listed.cases {
        // A register of the general form may be another one in the case, so assumptions about undef do not
        // carry over.
        let of = |form: &Form| {
            outcome.proven.iter().find(|proof| proof.form == *form && proof.defined.is_empty()).cloned()
        };
        if let (Some(proof), None) = (of(&general), of(&case)) {
            outcome.cases.push(Proof { form: case, ..proof });
        }
    }
    Ok(outcome)
}

impl Outcome {
    /// Whether a verdict is for an LLVM in which the rewrite must be correct.
    fn counts(&self, versions: &Versions) -> bool {
        self.wanted.iter().any(|version| versions.contains(*version))
    }

    /// Proves a form, and adds the result.
    fn add(&mut self, form: Form, solver: &mut dyn Solver) -> Result<(), SolverError> {
        let question = rule_of(&self.name, &form);
        let verdicts = match &question {
            Ok((rule, typing)) => prove(rule, typing, solver)?,
            Err(why) => vec![(Versions::all(), Proven::Undecided(why.clone()))],
        };
        let mut is_by_undef = false;
        for (versions, verdict) in verdicts {
            let form = form.clone();
            match verdict {
                Proven::Proven => self.proven.push(Proof { form, versions, defined: Vec::new() }),
                Proven::Refuted(counterexample) => {
                    is_by_undef |= counterexample.by_undef;
                    self.refuted.push((form, versions, counterexample));
                }
                Proven::Undecided(why) => self.undecided.push((form, versions, why)),
            }
        }
        if let (true, Ok((rule, typing))) = (is_by_undef, &question)
            && let Some((defined, verdicts)) = prove_where_defined(rule, typing, solver)?
        {
            let proven = verdicts.into_iter().filter(|(_, verdict)| *verdict == Proven::Proven);
            let proof = |(versions, _)| Proof { form: form.clone(), versions, defined: defined.clone() };
            self.proven.extend(proven.map(proof));
        }
        Ok(())
    }

    /// The registers that some proof assumes not to be undef.
    fn defined(&self) -> BTreeSet<&str> {
        self.proven.iter().flat_map(|proof| &proof.defined).map(String::as_str).collect()
    }

    /// The verdict in a word for each set of versions; a single entry if it does not depend on the version.
    /// With `where_defined`, proofs that assume inputs not to be undef count as well.
    fn by_versions(&self, where_defined: bool) -> Vec<(Versions, &'static str)> {
        let mut words: Vec<(Versions, &'static str)> = Vec::new();
        for (row, _) in Semantics::all() {
            let of = |versions: &Versions| versions.with(&row) == *versions;
            let is_proven = |form: &Form| {
                let mut proofs = self.proven.iter();
                where_defined && proofs.any(|proof| proof.form == *form && of(&proof.versions))
            };
            let word = match self {
                _ if self.refuted.iter().any(|(form, versions, _)| of(versions) && !is_proven(form)) => {
                    "refuted"
                }
                _ if self.undecided.iter().any(|(_, versions, _)| of(versions)) => "undecided",
                Outcome { trusted, proven, .. } if proven.is_empty() => {
                    if trusted.is_some() {
                        "trusted"
                    } else {
                        "not provable"
                    }
                }
                _ => "proven",
            };
            match words.iter_mut().find(|(_, known)| *known == word) {
                Some((versions, _)) => *versions = versions.with(&row),
                None => words.push((row, word)),
            }
        }
        words
    }
}

/// A form as a rule, with its typing. The error is the reason why it is no rule.
fn rule_of(name: &str, form: &Form) -> Result<(Rule, Typing), String> {
    let mut sources = Sources::new();
    let file = sources.add_bytes(name.to_owned(), rule_text(name, form).into_bytes());
    let mut diagnostics = Diagnostics::new();
    let Some(rule) = proof::rules::read_form(&sources, file, &mut diagnostics) else {
        let why = diagnostics.iter().next().map(|diagnostic| diagnostic.message.clone());
        return Err(why.unwrap_or_else(|| "it is no rule".to_owned()));
    };
    let typing = typings(&rule, &[8], &[8]).into_iter().next();
    typing.map(|typing| (rule, typing)).ok_or_else(|| "its widths do not go together".to_owned())
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
        let entries = |o: &'_ Outcome| -> Vec<ProvenForm> {
            o.proven.iter().chain(&o.cases).map(|proof| proof.entry(&o.name)).collect()
        };
        let proven = own.flat_map(entries).collect();
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

/// The entries of a certificate about a rewrite's forms that are not proven.
fn unproven(outcome: &Outcome) -> Vec<Unproven> {
    let Outcome { name, refuted, undecided, unknown, unfit, .. } = outcome;
    let wrong = refuted.iter().map(|(form, versions, counterexample)| {
        Unproven::of_form(name, Lack::Refuted, in_words(counterexample), form, versions)
    });
    let open = undecided.iter();
    let open = open
        .map(|(form, versions, why)| Unproven::of_form(name, Lack::Undecided, why.clone(), form, versions));
    let mut all: Vec<Unproven> = wrong.chain(open).collect();
    if word(outcome) == "not provable" {
        let others = unknown.iter().map(|other| format!("proofs do not know {other}"));
        let reasons: Vec<String> = unfit.iter().cloned().chain(others).collect();
        all.push(Unproven::of_rewrite(name, reasons.join("; ")));
    }
    all
}

fn report(outcomes: &[Outcome], arguments: &Prove, console: &Console) -> Result<(), Failure> {
    match arguments.format {
        Format::Json => {
            let all: Vec<Value> = outcomes.iter().map(record).collect();
            console.print(&format!("{:#}\n", json!({ "rewrites": all })))
        }
        Format::Text => outcomes.iter().try_for_each(|outcome| console.print(&paragraph(outcome))),
    }
}

/// The verdict for the LLVMs in which the rewrite must be correct: the worst one.
fn word(outcome: &Outcome) -> &'static str {
    let words = outcome.by_versions(false);
    let supported = |word: &str| words.iter().any(|(versions, of)| *of == word && outcome.counts(versions));
    let order = ["refuted", "undecided", "not provable", "trusted"];
    order.into_iter().find(|word| supported(word)).unwrap_or("proven")
}

fn paragraph(outcome: &Outcome) -> String {
    let Outcome { name, proven, refuted, undecided, unknown, unfit, .. } = outcome;
    let mut text = format!("{name}: {}", verdict(outcome, false));
    let defined = outcome.defined();
    if !defined.is_empty() {
        let names: Vec<String> =
            defined.iter().map(|name| format!("{{{}}}", name.trim_start_matches('%'))).collect();
        let verdict = verdict(outcome, true);
        text += &format!("; where {} is known not to be undef, {verdict}", names.join(" and "));
    }
    text += &format!(" ({})\n", counts(outcome));
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
    let mut reported: Vec<&Versions> = Vec::new();
    for (form, versions, counterexample) in refuted {
        // One counterexample for each set of versions.
        if !reported.contains(&versions) {
            reported.push(versions);
            text += &format!("  wrong{}, and not applied:\n{}", limited(versions), indented(&form.text));
            text += &format!("  {}\n", in_words(counterexample));
        }
    }
    if let Some((form, versions, why)) = undecided.first() {
        let fate = if outcome.trusted.is_some() { "applied on trust" } else { "not applied" };
        text += &format!("  not decided{} ({why}), and {fate}:\n", limited(versions));
        text += &indented(&form.text);
    }
    text
}

/// The fate of a form for each set of versions; a single entry if it does not depend on the version.
type Fate = Vec<(Versions, &'static str)>;

/// The forms, each once, with their fates when undef inputs are allowed.
fn fates(outcome: &Outcome) -> Vec<(&Form, Fate)> {
    let proven = outcome.proven.iter().filter(|proof| proof.defined.is_empty());
    let proven = proven.map(|proof| (&proof.form, &proof.versions, "proven"));
    let wrong = outcome.refuted.iter().map(|(form, versions, _)| (form, versions, "refuted"));
    let open = outcome.undecided.iter().map(|(form, versions, _)| (form, versions, "not decided"));
    let mut forms: Vec<(&Form, Fate)> = Vec::new();
    for (form, versions, word) in proven.chain(wrong).chain(open) {
        let at = forms.iter().position(|(known, _)| *known == form).unwrap_or_else(|| {
            forms.push((form, Vec::new()));
            forms.len() - 1
        });
        let fate = &mut forms[at].1;
        match fate.iter_mut().find(|(_, known)| *known == word) {
            Some((all, _)) => *all = all.with(versions),
            None => fate.push((versions.clone(), word)),
        }
    }
    forms.iter_mut().for_each(|(_, fate)| fate.sort_by_key(|(versions, _)| !outcome.counts(versions)));
    forms
}

/// The number of forms that are proven only for inputs that are not undef.
fn count_defined(outcome: &Outcome) -> usize {
    let mut forms: Vec<&Form> = Vec::new();
    for proof in outcome.proven.iter().filter(|proof| !proof.defined.is_empty()) {
        if !forms.contains(&&proof.form) {
            forms.push(&proof.form);
        }
    }
    forms.len()
}

/// The numbers of forms by their fates, with versions for fates that depend on them.
fn counts(outcome: &Outcome) -> String {
    let forms = fates(outcome);
    let of = |fate: &[(Versions, &str)]| forms.iter().filter(|(_, known)| known.as_slice() == fate).count();
    let whole = |word| of(&[(Versions::all(), word)]);
    let mut mixed: Vec<&Fate> = Vec::new();
    for (_, fate) in forms.iter().filter(|(_, fate)| fate.iter().all(|(it, _)| *it != Versions::all())) {
        if !mixed.contains(&fate) {
            mixed.push(fate);
        }
    }
    // The verdict states the fate of all forms already, unless some are proven only for inputs that are not
    // undef.
    if let [fate] = mixed.as_slice()
        && of(fate) == forms.len()
        && count_defined(outcome) == 0
    {
        return format!("{} forms", of(fate));
    }
    let mut parts = vec![format!("{} forms proven", whole("proven"))];
    let numbers = [
        (count_defined(outcome), "where nothing is undef"),
        (whole("refuted"), "refuted"),
        (whole("not decided"), "not decided"),
    ];
    parts.extend(
        numbers.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")),
    );
    parts.extend(mixed.iter().map(|fate| {
        let words = fate.iter().map(|(versions, word)| format!("{word} for {versions}"));
        format!("{} {}", of(fate), words.collect::<Vec<_>>().join(" and "))
    }));
    parts.join(", ")
}

/// The verdict as text: one word, or one word for each set of versions.
fn verdict(outcome: &Outcome, where_defined: bool) -> String {
    match outcome.by_versions(where_defined).as_slice() {
        [(_, word)] => (*word).to_owned(),
        several => {
            let words = several.iter().map(|(versions, word)| format!("{word} for {versions}"));
            words.collect::<Vec<_>>().join(", ")
        }
    }
}

/// ` for LLVM 16 to 22`, or an empty text for all LLVMs.
fn limited(versions: &Versions) -> String {
    if *versions == Versions::all() { String::new() } else { format!(" for {versions}") }
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
    let Outcome { name, trusted, proven, cases, refuted, undecided, is_cut, unknown, unfit, .. } = outcome;
    let proven: Vec<ProvenForm> = proven.iter().chain(cases).map(|proof| proof.entry(name)).collect();
    let refuted = refuted
        .iter()
        .map(|(form, versions, it)| json!({ "form": form.text, "llvm": versions, "counterexample": it }));
    let undecided = undecided
        .iter()
        .map(|(form, versions, why)| json!({ "form": form.text, "llvm": versions, "reason": why }));
    let (refuted, undecided): (Vec<Value>, Vec<Value>) = (refuted.collect(), undecided.collect());
    let verdicts = |where_defined| -> Vec<Value> {
        let all = outcome.by_versions(where_defined);
        all.iter().map(|(versions, word)| json!({ "llvm": versions, "verdict": word })).collect()
    };
    let where_defined = (!outcome.defined().is_empty()).then(|| verdicts(true));
    json!({
        "name": name, "verdict": word(outcome), "verdicts": verdicts(false), "where_defined": where_defined,
        "trusting": trusted, "proven": proven, "refuted": refuted, "undecided": undecided,
        "partial": *is_cut || !unknown.is_empty(), "unknown": unknown, "unfit": unfit,
    })
}
