//! The pass `idiom-rules`: reads rule files and their verdicts, and applies the rules to a function until
//! none matches.
//!
//! In: `mine.opt`, and the file of verdicts that `idiom rules prove` wrote. Out: rewritten functions; remarks
//! and findings that name the rules. The plugin runs no solver and proves nothing. A rule that is proven at
//! no width is an error of the compilation.
//!
//! Rules may undo each other. The rewrites of a function are therefore bounded, and reaching the bound is
//! reported.

use super::loaded::{LoadedRules, ReadyRules};
use super::named::{Fate, Sighting};
use super::reporting::report_answer;
use super::run::Runner;
use super::settings::Mode;
use super::sightings::place;
use ir::ValueId;
use library::Solution;
use llvm::{FunctionUnit, ModuleUnit};
use proof::rules::applying::{Applied, Refused, Round, round};
use proof::rules::matching::{MissingCondition, ModelSubject, NearMiss, NoFacts, RuleId, near_misses};
use report::{self, Failing, Failure, Outcome, Place, Variable};
use std::sync::Arc;
use wording::{Answer, Hit};

/// Limit of rewrites in one function: this many per instruction, plus `MORE_REWRITES`.
const REWRITES_PER_INSTRUCTION: usize = 4;
const MORE_REWRITES: usize = 64;

/// Limit of rounds over one function. Each round reads the function again.
const MOST_ROUNDS: usize = 64;

impl ReadyRules {
    fn hit(&self, rule: RuleId, outcome: Outcome, why: &str, bindings: &[(String, ValueId)]) -> Hit {
        let (name, place) = self.name(rule);
        let reason = if why.is_empty() {
            format!("by the rule at {place}")
        } else {
            format!("{why}; the rule at {place}")
        };
        Hit::new(name, &Solution::new(bindings.iter().cloned()), outcome, Some(reason))
    }

    /// A near miss for reports. Its constraint is the missing condition as text, at the place of the rule.
    fn miss(&self, unit: &FunctionUnit<'_>, near: &NearMiss<ValueId>) -> report::NearMiss {
        let (name, place) = self.name(near.rule);
        let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let here = Place { file: file.to_owned(), line: line.parse().unwrap_or_default(), column: 1 };
        let folder = std::env::current_dir().unwrap_or_default();
        let of_root = unit.model().location(near.root).map(|location| Place::of(location, &folder));
        let root = Variable {
            name: "root".to_owned(),
            value: Some(unit.describe(near.root)),
            source: None,
            place: of_root.clone(),
        };
        let constraint = near.lack.describe(|value| unit.describe(value));
        report::NearMiss {
            idiom: name.to_owned(),
            function: unit.name(),
            further: false,
            place: of_root,
            failure: Failure {
                satisfied: near.passed as u64,
                total: near.total as u64,
                failing: vec![Failing { constraint, alternatives: Vec::new(), place: here }],
                ..Failure::default()
            },
            variables: vec![root],
            attempts: None,
            anchor: None,
        }
    }

    /// The sightings of a round: the rules that were applied, and the matches refused for want of a proof.
    /// Refused matches are left out if another round follows (`again`), which considers them again.
    fn sightings(&self, unit: &FunctionUnit<'_>, round: &Round, again: bool) -> Vec<Sighting> {
        let sighting = |rule: RuleId, at: Option<ValueId>, fate: Fate| {
            let (_, here) = self.name(rule);
            let file = here.rsplit_once(':').map_or(here, |(file, _)| file).to_owned();
            Sighting { name: here.to_owned(), file, is_rule: true, place: place(unit, at), fate }
        };
        let applied = round.applied.iter().map(|it| sighting(it.rule, None, Fate::Rewritten));
        let unproven = round.refused.iter().filter(|it| it.is_unproven && !again);
        let refused = unproven.map(|it| {
            let (name, here) = self.name(it.rule);
            let at = it.bindings.last().map(|(_, value)| *value);
            sighting(it.rule, at, Fate::Refused(format!("{name}, {here}: {}", it.reason)))
        });
        applied.chain(refused).collect()
    }

    fn answer(&self, round: Round) -> Answer {
        let of_applied = |it: &Applied| self.hit(it.rule, Outcome::Rewritten, "", &it.bindings);
        let of_refused = |it: &Refused| {
            let outcome = if it.is_of_cost { Outcome::NotProfitable } else { Outcome::NotLegal };
            self.hit(it.rule, outcome, &it.reason, &it.bindings)
        };
        let hits = round.applied.iter().map(of_applied).chain(round.refused.iter().map(of_refused));
        Answer { hits: hits.collect(), plan: round.plan, ..Answer::default() }
    }
}

impl Runner {
    /// The rules to apply: from the files that the pipeline names, or else the environment.
    pub(super) fn rules(&self, module: &ModuleUnit<'_>) -> Option<Arc<LoadedRules>> {
        let settings = &self.session.settings;
        let files = if self.parameters.rules.is_empty() { &settings.rules } else { &self.parameters.rules };
        if files.is_empty() {
            let message = "idiom: no rules to apply: `file=FILE` or IDIOM_RULES names them";
            self.session.error(module, message);
            return None;
        }
        let proofs = self.parameters.proofs.as_deref().or(settings.rules_proofs.as_deref());
        let unproven = self.parameters.unproven || settings.rules_unproven;
        self.session.rules(module, files, proofs, unproven)
    }

    /// Applies rules to a function, round by round.
    pub(super) fn apply_rules(&self, unit: &mut FunctionUnit<'_>) {
        let Some(loaded) = self.rules(&unit.module()) else { return };
        let explains = self.parameters.explain.unwrap_or(self.session.settings.options.explain);
        let explains = explains && self.session.records(self.parameters.report.as_deref());
        if !explains && !loaded.may_match(&unit.expression_features()) {
            return;
        }
        let loaded = match loaded.ready() {
            Ok(ready) => ready,
            Err(why) => return self.session.error(&unit.module(), &format!("idiom: {why}")),
        };
        let is_heard = self.is_heard(unit);
        let mut left = MORE_REWRITES + REWRITES_PER_INSTRUCTION * unit.model().instruction_count();
        let mut reported_before = 0;
        for at in 1.. {
            let answer = {
                let most = if at > MOST_ROUNDS { 0 } else { left };
                round(&loaded.rules, loaded.dag(), unit.model(), &*unit, (most, is_heard))
            };
            left -= answer.applied.len();
            let is_cut = answer.is_cut;
            let applied = answer.applied.clone();
            if self.session.settings.warns && self.mode() == Mode::Rewrite {
                let sightings = loaded.sightings(unit, &answer, !is_cut && !answer.plan.is_empty());
                self.session.note_named(&unit.module(), sightings);
            }
            let mut answer = loaded.answer(answer);
            self.restrain(unit, &mut answer);
            if is_cut {
                answer.hits.push(ran_out(unit, at > MOST_ROUNDS));
            } else if !answer.plan.is_empty() {
                // The next round considers refused rules again.
                answer.hits.retain(|hit| hit.outcome == Outcome::Rewritten);
            }
            answer.limit(self.options().most_findings);
            report_answer(
                unit,
                &self.session,
                None,
                self.parameters.report.as_deref(),
                &answer,
                reported_before,
            );
            reported_before += answer.hits.len();
            if answer.plan.is_empty() {
                break;
            }
            if let Err(why) = unit.commit(&answer.plan) {
                log::error!("{}: rules not applied after all: {why}", unit.name());
                break;
            }
            self.count(unit, loaded, &applied);
            if is_cut || self.mode() == Mode::Detect {
                break;
            }
        }
        if explains {
            self.explain_rules(unit, loaded);
        }
        if unit.changed() && self.parameters.clean_up != Some(false) {
            unit.clean_up(self.parameters.clean_up == Some(true));
        }
    }

    /// Records for each rule its nearest miss in a function.
    fn explain_rules(&self, unit: &FunctionUnit<'_>, loaded: &ReadyRules) {
        let model = unit.model();
        let subject = ModelSubject::new(model);
        let all = near_misses(loaded.rules.set(), &subject, model.instructions(), &NoFacts);
        let misses = all
            .iter()
            .filter(|near| near.lack != MissingCondition::Nothing)
            .map(|near| loaded.miss(unit, near));
        let (report, source) = (self.parameters.report.as_deref(), unit.module().source());
        self.session.note_rule_misses(&source, report, &unit.name(), &misses.collect::<Vec<_>>());
    }

    /// Counts the applied rewrites by rule in the reports.
    fn count(&self, unit: &FunctionUnit<'_>, loaded: &ReadyRules, applied: &[Applied]) {
        let report = self.parameters.report.as_deref();
        if !self.session.records(report) {
            return;
        }
        let source = unit.module().source();
        for (rule, place) in applied.iter().map(|it| loaded.name(it.rule)) {
            self.session.note_rule(&source, report, (rule, place), 1);
        }
    }
}

/// The hit that reports an exhausted budget of rewrites or rounds while rules still match.
fn ran_out(unit: &FunctionUnit<'_>, of_rounds: bool) -> Hit {
    let bound = match of_rounds {
        true => format!("{MOST_ROUNDS} rounds"),
        false => {
            format!("{REWRITES_PER_INSTRUCTION} rewrites for each instruction, and {MORE_REWRITES} more")
        }
    };
    let text = format!("rules still match in {} after {bound}; some may undo each other", unit.name());
    log::warn!("{text}");
    Hit::about("idiom-rules", Outcome::BudgetExhausted, text)
}
