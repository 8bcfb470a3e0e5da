//! The work behind each pass object: run the pass, check its plan, report, commit, clean up.

use super::parameters::{PassParameters, print};
use super::reporting::{
    findings_of, has_lines, near_misses_of, note_searched, report_answer, report_refused,
};
use super::session::Session;
use super::settings::{Apply, Mode};
use super::sightings::of_answer;
use super::stderr::write_to_stderr;
use facts::{Answers, ModuleFacts};
use find::facts_of;
use ir::host::Host;
use ir::{EditPlan, Model, OptimisationLevel};
use library::{Idiom, Library};
use llvm::{FunctionUnit, ModuleUnit, PassState};
use normalise::{MAKES, MOST_ROUNDS, Refusal, Step};
use passes::registry::{Interest, PASSES, Work, reported_at_the_end};
use passes::{Applied, Run, Settings, accesses};
use proof::rewrite::Declared;
use report::{NO_LINES, Outcome, paragraph};
use search::registry::Row;
use search::{Pin, SearchOptions, any_may_occur};
use std::sync::{Arc, OnceLock};
use wording::{Answer, Hit};

/// The state of one pass object.
pub(super) struct Runner {
    slot: usize,
    pub(super) parameters: PassParameters,
    /// Whether pipeline text names the pass; otherwise it was added at an extension point.
    pub(super) named: bool,
    /// Whether it runs in the link step of LTO, where the compile step has opened the report.
    links: bool,
    text: String,
    /// The answers about functions, and the library and module that they are about.
    answers: ((usize, usize), Answers),
    pub(super) session: Arc<Session>,
}

impl Runner {
    pub(super) fn new(slot: usize, parameters: PassParameters, named: bool, session: Arc<Session>) -> Runner {
        let text = print(slot, &parameters);
        Runner { slot, parameters, named, links: false, text, answers: Default::default(), session }
    }

    /// This runner for the link step of LTO: it opens no report, and rewrites call only functions that the
    /// module declares.
    pub(super) fn in_a_link(self) -> Runner {
        Runner { links: true, ..self }
    }

    /// The options of each search: the pipeline's parameters, else the settings.
    pub(super) fn options(&self) -> SearchOptions {
        self.parameters.over(&self.session.settings.options)
    }

    pub(super) fn mode(&self) -> Mode {
        self.parameters.mode.unwrap_or(self.session.settings.mode)
    }

    /// The specifications to detect, from the first of these that names any: the pipeline, a request, the
    /// environment, the built-in ones.
    fn library(&self, module: &ModuleUnit<'_>) -> Option<Arc<Library>> {
        let settings = &self.session.settings;
        if self.parameters.specs.is_empty() && self.parameters.idioms.is_empty() {
            return self.session.detected(module);
        }
        let specs = if self.parameters.specs.is_empty() { &settings.specs } else { &self.parameters.specs };
        let idioms = match self.parameters.idioms.is_empty() {
            true => settings.idioms.as_deref(),
            false => Some(self.parameters.idioms.as_slice()),
        };
        self.session.library(module, specs, idioms)
    }

    /// The rewrites to apply: from the names and files in the pipeline, or else the environment.
    fn applied(&self, module: &ModuleUnit<'_>) -> Option<Arc<Applied>> {
        let settings = &self.session.settings;
        let is_given = !self.parameters.idioms.is_empty() || !self.parameters.specs.is_empty();
        match is_given {
            true => {
                let files = self.parameters.specs.clone();
                let whole = if self.parameters.idioms.is_empty() { files.clone() } else { Vec::new() };
                self.session.applied(
                    module,
                    &Apply { names: self.parameters.idioms.clone(), files: whole },
                    &files,
                )
            }
            false => self.session.applied(module, &settings.apply, &settings.named_specs),
        }
    }

    fn detect(&mut self, unit: &FunctionUnit<'_>, run: Run) -> Option<(Arc<Library>, Answer)> {
        let library = self.library(&unit.module())?;
        let mut options = self.options();
        options.pins = Pin::of_function(&options.pins, unit.model(), &|value| unit.describe(value));
        // A finding is reported once; the last passes report these idioms with their outcomes.
        let later = if self.named || unit.is_optnone() { &[][..] } else { reported_at_the_end() };
        let search = search::Settings { later, ..search::Settings::with_options(&library, &options) };
        let module = unit.module();
        let bodies = |name: &str| module.body(name);
        let declared = Arc::clone(&self.session.settings.declared);
        let answers = self.answers_of(&library, &module);
        let facts = ModuleFacts::new(library.facts(), &declared, &bodies, options.budget, answers);
        let search = search::Settings { facts: Some(&facts), ..search };
        let settings = Settings { search, ..Settings::new(&library, options.budget) };
        let mut answer = match any_may_occur(unit.opcodes(), &search) {
            true => run(unit.model(), unit, &settings),
            false => Answer::default(),
        };
        let settings = &self.session.settings;
        if settings.requested.is_some() && !settings.leaves_out_outcomes {
            // The pass that applies them says what stands in their way.
            let judged: Vec<&str> = settings.judged_in_request().collect();
            answer.hits.retain(|hit| !judged.contains(&hit.idiom.as_str()));
        }
        if settings.reports_facts {
            let (name, report) = (unit.name(), self.parameters.report.as_deref());
            let found = facts_of(&facts, &name, unit.is_local());
            let defined = (!unit.is_local()).then_some(name);
            self.session.note_functions(&module.source(), report, defined, (found, facts.unknown()));
        }
        Some((library, answer))
    }

    /// The answers about the functions of a module so far; none if the last ones were about another one.
    fn answers_of(&mut self, library: &Arc<Library>, module: &ModuleUnit<'_>) -> Answers {
        let key = (Arc::as_ptr(library) as usize, module.identity());
        if self.answers.0 != key {
            self.answers = (key, Answers::default());
        }
        Answers::clone(&self.answers.1)
    }

    /// Whether findings are reported anywhere, or the pipeline names this pass.
    fn somebody_listens(&self, unit: &FunctionUnit<'_>) -> bool {
        self.named || self.is_heard(unit)
    }

    fn print(&self, unit: &FunctionUnit<'_>, library: &Library, answer: &Answer) {
        let findings = findings_of(unit, answer, 0);
        let misses = near_misses_of(unit, library, answer);
        let found = findings.iter().filter(|f| !f.outcome.is_about_the_search()).map(|f| &f.place);
        let missed = misses.iter().filter(|miss| !miss.variables.is_empty()).map(|miss| &miss.place);
        let lacks_place = found.chain(missed).any(Option::is_none);
        if lacks_place && !has_lines(unit.model()) && self.session.hint("printer") {
            write_to_stderr(&format!("note: {NO_LINES}\n"));
        }
        findings.iter().for_each(|finding| write_to_stderr(&paragraph(finding)));
        misses.iter().for_each(|miss| write_to_stderr(&miss.paragraph()));
    }

    /// Commits the plans of the steps, one by one, until all plans are empty. Then reports the refusals.
    fn normalise(&self, unit: &mut FunctionUnit<'_>, steps: &[Step]) {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for step in steps {
                let plan = (step.plan)(unit.model());
                if plan.is_empty() {
                    continue;
                }
                if let Err(why) = unit.commit(&plan) {
                    let (text, name) = (&self.text, unit.name());
                    return write_to_stderr(&format!(
                        "idiom: internal error in {text} on {name}: {why}; it is left as it is\n"
                    ));
                }
                changed = true;
            }
            if !changed {
                break;
            }
        }
        if unit.remarks_wanted() {
            let refused: Vec<Refusal> = steps.iter().flat_map(|step| (step.refused)(unit.model())).collect();
            report_refused(unit, &self.session, &refused);
        }
    }

    /// Whether the function may contain something to rewrite, or a refusal to report.
    fn is_of_interest(&self, unit: &FunctionUnit<'_>, interest: Interest, idioms: &[Row]) -> bool {
        let names: Vec<&str> = idioms.iter().map(|row| row.idiom).collect();
        let heard = self.is_heard(unit) && self.reports_refusals_of(&names);
        let may = |asks: &dyn Fn(bool) -> bool, is_worth_it: fn(&Model, &dyn Host) -> bool| {
            asks(!heard) && (heard || is_worth_it(unit.model(), unit))
        };
        match interest {
            Interest::CallsOfSquare(wanted) => unit.calls_of_square(wanted, !heard),
            Interest::SharedFactors(is_worth_it) => may(&|only| unit.shares_factors(only), is_worth_it),
            Interest::MultipliedSplats(is_worth_it) => may(&|only| unit.multiplies_splats(only), is_worth_it),
        }
    }

    /// Whether findings go to remarks, a log or a report.
    pub(super) fn is_heard(&self, unit: &FunctionUnit<'_>) -> bool {
        unit.remarks_wanted() || self.session.records(self.parameters.report.as_deref())
    }

    /// Whether a pass reports refusals for these idioms. It does not if the user has chosen idioms, by name
    /// or by files, and none of these is among them.
    fn reports_refusals_of(&self, idioms: &[&str]) -> bool {
        let name = |chosen: &String| chosen.split('[').next().is_some_and(|name| idioms.contains(&name));
        let (chosen, specs) = (&self.session.settings.idioms, &self.session.settings.specs);
        if self.session.settings.requested.is_some() {
            return self.named || idioms.iter().any(|idiom| self.session.settings.requests(idiom));
        }
        self.named || chosen.as_ref().map_or(specs.is_empty(), |chosen| chosen.iter().any(name))
    }

    /// Runs a rewriting pass until nothing changes, at most `rounds` times.
    fn rewrite(
        &self,
        unit: &mut FunctionUnit<'_>,
        run: Run,
        (library, applied): (&Library, Option<&Applied>),
        rounds: u32,
    ) {
        let report = self.parameters.report.as_deref();
        let is_heard = self.is_heard(unit);
        let names: Vec<&str> = library.idioms().iter().map(Idiom::name).collect();
        // Applied rewrites were requested by name.
        let refusals = applied.is_some() || (is_heard && self.reports_refusals_of(&names));
        let warns = applied.filter(|_| self.session.settings.warns && self.mode() == Mode::Rewrite);
        let other_types = warns.map(|applied| self.session.not_found(applied)).unwrap_or_default();
        let SearchOptions { budget, most_findings, .. } = self.options();
        let mut settings = Settings {
            search: search::Settings { most_findings, ..search::Settings::new(library, budget) },
            reports_findings: is_heard,
            reports_refusals: refusals,
            applied,
            is_carried_out: self.mode() == Mode::Rewrite,
            other_types: &other_types,
        };
        let mut rewritten = 0;
        for round in 1..=rounds {
            let mut answer = run(unit.model(), unit, &settings);
            settings.other_types = &[];
            let is_always_reported =
                |outcome: &Outcome| outcome.is_rewritten() || outcome.is_about_the_search();
            answer.retain(|hit| refusals || is_always_reported(&hit.outcome));
            self.restrain(unit, &mut answer);
            if self.session.settings.requested.is_some() {
                self.answer_request(&mut answer);
            }
            let again = round < rounds && !answer.plan.is_empty();
            if round == 1 && warns.is_some_and(has_nests) && tests_at_begin(unit) {
                self.session.note_unrotated(&unit.module(), unit.name());
            }
            if let Some(applied) = warns {
                self.session.note_named(&unit.module(), of_answer(unit, applied, &answer, again));
            }
            if again {
                // The next round considers refused rewrites again.
                answer.hits.retain(|hit| hit.outcome.is_rewritten());
            }
            answer.limit(most_findings);
            report_answer(unit, &self.session, Some(library), report, &answer, rewritten);
            rewritten += answer.hits.len();
            if answer.plan.is_empty() {
                break;
            }
            if let Err(why) = unit.commit(&answer.plan) {
                log::error!("{}: not rewritten after all: {why}", unit.name());
                break;
            }
            if !answer.plan.parallel.is_empty() {
                self.session.note_threads(&unit.module());
            }
            if !again {
                break;
            }
        }
    }

    /// Removes hits of idioms that are not requested, and outcomes if they are not requested.
    fn answer_request(&self, answer: &mut Answer) {
        let settings = &self.session.settings;
        answer.retain(|hit| settings.requests(&hit.idiom));
        for hit in answer.hits.iter_mut().filter(|_| settings.leaves_out_outcomes) {
            if hit.outcome != Outcome::Found && !hit.outcome.is_about_the_search() {
                (hit.outcome, hit.reason) = (Outcome::Found, None);
            }
        }
    }

    /// Removes a plan that must not be carried out, in mode `detect` or because it is malformed, and adapts
    /// the outcomes.
    pub(super) fn restrain(&self, unit: &FunctionUnit<'_>, answer: &mut Answer) {
        let rewritten = |hits: &mut Vec<Hit>, outcome, reason: Option<String>| {
            for hit in hits.iter_mut().filter(|hit| hit.outcome.is_rewritten()) {
                hit.outcome = outcome;
                hit.reason = reason.clone().or(hit.reason.take());
            }
        };
        if self.mode() == Mode::Detect {
            answer.plan = EditPlan::default();
            rewritten(&mut answer.hits, Outcome::Found, None);
        }
        if let Err(why) = unit.check(&answer.plan) {
            answer.plan = EditPlan::default();
            let reason = format!("the plan cannot be carried out: {why}");
            rewritten(&mut answer.hits, Outcome::NotLegal, Some(reason));
        }
    }
}

/// The built-in specifications of a rewriting pass, compiled once per process.
fn own_library(slot: usize, idioms: &[Row]) -> &'static Library {
    static LIBRARIES: [OnceLock<Library>; PASSES.len()] = [const { OnceLock::new() }; PASSES.len()];
    LIBRARIES[slot].get_or_init(|| {
        let names: Vec<String> = idioms.iter().map(|row| row.idiom.to_owned()).collect();
        Library::new(Vec::new(), Some(&names))
    })
}

impl PassState for Runner {
    fn pipeline_text(&self) -> &str {
        &self.text
    }

    fn run_on_function(&mut self, unit: &mut FunctionUnit<'_>) {
        if self.mode() == Mode::Off || !self.session.begin(&unit.module()) {
            return;
        }
        if let Some(report) = &self.parameters.report {
            self.session.open_report(&unit.module().source(), report);
        }
        if !self.session.settings.wants(&unit.name()) {
            return;
        }
        match PASSES[self.slot].work {
            // The loop as it was stays in the function that it was taken out of.
            Work::Detect(_) if unit.is_of_threads() => {}
            Work::Detect(run) if self.somebody_listens(unit) => {
                if let Some((library, answer)) = self.detect(unit, run) {
                    note_searched(unit, &self.session, self.parameters.report.as_deref());
                    report_answer(
                        unit,
                        &self.session,
                        Some(&library),
                        self.parameters.report.as_deref(),
                        &answer,
                        0,
                    );
                }
            }
            Work::Rewrite { run, idioms, interest, rounds, combines }
                if self.is_of_interest(unit, interest, idioms) =>
            {
                let library = own_library(self.slot, idioms);
                if library.has_errors() {
                    // Errors in built-in specifications mean a broken build, which must not look like a pass
                    // without findings.
                    return self.session.error(&unit.module(), &library.render(false));
                }
                self.rewrite(unit, run, (library, None), rounds);
                if unit.changed() && self.parameters.clean_up != Some(false) {
                    unit.clean_up(combines || self.parameters.clean_up == Some(true));
                }
            }
            Work::Apply { adds_functions: true, .. } if unit.is_of_threads() => {}
            Work::Apply { run, rounds, adds_functions } => {
                if self.links {
                    unit.set_in_a_link();
                }
                let Some(applied) = self.applied(&unit.module()) else { return };
                let may_occur = |idiom: &Idiom| idiom.may_occur(unit.opcodes().with(MAKES));
                let is_own = |declared: &Declared| declared.clauses.parallel.is_some() == adds_functions;
                if !applied.library.idioms().iter().any(may_occur) || !applied.declared.iter().any(is_own) {
                    return;
                }
                self.rewrite(unit, run, (&applied.library, Some(&applied)), rounds);
                if unit.changed() && self.parameters.clean_up != Some(false) {
                    unit.clean_up(self.parameters.clean_up == Some(true));
                }
            }
            Work::Rules => self.apply_rules(unit),
            Work::Normalise(steps) => self.normalise(unit, steps),
            Work::PrintFound(run) => {
                if let Some((library, answer)) = self.detect(unit, run) {
                    self.print(unit, &library, &answer);
                }
            }
            Work::PrintAccesses => write_to_stderr(&accesses(unit.model())),
            Work::PrintModel => write_to_stderr(&unit.model().dump().to_string()),
            Work::Detect(_) | Work::Rewrite { .. } | Work::Open => {}
        }
    }

    fn run_on_module(&mut self, unit: &mut ModuleUnit<'_>) {
        if !self.session.begin(unit) {
            return;
        }
        let settings = &self.session.settings;
        if !settings.specs.is_empty() || settings.idioms.is_some() || settings.requested.is_some() {
            self.library(unit);
        }
        if !settings.apply.is_empty() {
            self.applied(unit);
            if !self.links {
                self.session.note_optnone(unit);
            }
        }
        if !settings.rules.is_empty() {
            self.rules(unit);
        }
        self.session.make_report_folder(unit);
        if !self.links {
            self.session.record(&unit.source(), None, Vec::new());
        }
    }

    fn panicked(&self, place: &str, message: &str) {
        write_to_stderr(&format!(
            "idiom: internal error in {} on {place}: {message}; it is left as it was\n",
            self.text
        ));
    }
}

/// Whether an applied rewrite replaces a loop nest.
fn has_nests(applied: &Applied) -> bool {
    applied.declared.iter().any(|declared| declared.clauses.nest.is_some())
}

/// Whether a function is compiled for the least size and has a loop that does not test at its end.
fn tests_at_begin(unit: &FunctionUnit<'_>) -> bool {
    let is_unrotated = |model: &Model| {
        model.blocks().any(|latch| match model.block_successors(latch) {
            [header] => model.dominance().block_dominates(*header, latch),
            _ => false,
        })
    };
    unit.level() == OptimisationLevel::MinSize && is_unrotated(unit.model())
}
