//! The search for one template: expressions for the target's numbers and the weakest precondition.
//!
//! In: a template and an instance. Out: the cheapest rule that is proven. Every number of the source is a
//! symbol. Expressions that give the instance's numbers are ranked by the points at which they are right;
//! conditions that hold in the instance are combined to exclude the others. A counterexample of the solver is
//! one more point, and the search continues.

use super::super::form::Rule;
use super::super::prove::{Counterexample, Verdict, prove};
use super::super::widths::{Typing, stages, typings};
use super::condition::{Conjunct, templates};
use super::expression::{ExpressionSearch, Names, Point, SymbolicNumber, signed};
use super::instance::PeepholeInstance;
use super::precondition::{Candidate, rarity, weakest};
use super::samples::{PLACEHOLDER, Samples};
use super::template::{Choices, Template, resolved};
use crate::semantics::{Answer, Query, Solver, SolverError};
use fixedbitset::FixedBitSet;
use std::rc::Rc;

/// The widths at which a rule with open widths is proven.
pub(super) const WIDTHS: &[u32] = &[1, 4, 8, 16, 32, 64];

/// The largest number of symbols.
const MOST_SYMBOLS: usize = 4;

/// The largest number of typings of samples.
const MOST_TYPINGS: usize = 7;

/// The largest number of questions to the solver about one template.
const MOST_ROUNDS: usize = 40;

/// The largest number of rules of one template that the solver does not decide.
const MOST_UNDECIDED: usize = 2;

/// The largest number of combinations of expressions for a target.
const MOST_TUPLES: usize = 900;

/// The number of targets that are kept for all points, for those of one substitution, and altogether.
const KEPT_OF_ALL: usize = 8;
const KEPT_OF_SUBSTITUTION: usize = 2;
const MOST_TARGETS: usize = 18;

/// The largest number of substitutions that targets are ranked for.
const MOST_SUBSTITUTIONS: usize = 20;

/// The price of an equation with an expression beside a condition that has a name.
const EQUATION: u32 = 2;

/// The solver, and the time.
pub(super) struct Prover<'a> {
    pub(super) solver: &'a mut dyn Solver,
    /// Whether the time is over.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// The outcome of proving a text at all widths.
pub(super) enum Proof {
    /// The text has errors, or no typing.
    Invalid,
    /// The solver has no answer at a small width, or at the instance's.
    Undecided,
    /// There is a counterexample, at these widths of the classes.
    Refuted(Counterexample, Vec<u32>),
    /// A proof at some typings; others may not be decided.
    Proven(Proven),
}

/// The typings of a proof.
#[derive(Clone, Debug)]
pub(super) struct Proven {
    pub(super) rule: Rule,
    pub(super) proven: Vec<Typing>,
    pub(super) undecided: Vec<Typing>,
}

/// A solver that has no answers once the time is over.
struct Limited<'a> {
    solver: &'a mut dyn Solver,
    is_over: &'a dyn Fn() -> bool,
}

impl Solver for Limited<'_> {
    fn identity(&self) -> String {
        self.solver.identity()
    }

    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError> {
        match (self.is_over)() {
            true => Ok(Answer::Unknown("the time is over".to_owned())),
            false => self.solver.solve(query),
        }
    }
}

impl Prover<'_> {
    /// Proves a text at all widths, small ones first.
    pub(super) fn prove(&mut self, text: &str, template: &Template) -> Result<Proof, SolverError> {
        let Some(rule) = resolved(text) else { return Ok(Proof::Invalid) };
        let own = &template.instance.widths;
        let mut all = stages(&rule, WIDTHS);
        let is_own = |typing: &Typing| template.widths(&rule, typing) == *own;
        if !all.iter().any(is_own) {
            all.extend(typings(&rule, own, own).into_iter().filter(is_own).take(1));
        }
        if !all.iter().any(is_own) {
            return Ok(Proof::Invalid);
        }
        let (mut proven, mut undecided) = (Vec::new(), Vec::new());
        let mut limit = u32::MAX;
        for typing in all {
            let widths = template.widths(&rule, &typing);
            let largest = widths.iter().copied().max().unwrap_or(1);
            // A question that has no answer at some width seldom has one at a larger width.
            if (largest > limit || (self.is_over)()) && !is_own(&typing) {
                undecided.push(typing);
                continue;
            }
            let mut solver = Limited { solver: &mut *self.solver, is_over: self.is_over };
            let verdicts = prove(&rule, &typing, &mut solver)?;
            if verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Proven) {
                proven.push(typing);
                continue;
            }
            for (_, verdict) in verdicts {
                if let Verdict::Refuted(counterexample) = verdict {
                    return Ok(Proof::Refuted(counterexample, widths));
                }
            }
            if largest <= 8 || is_own(&typing) {
                return Ok(Proof::Undecided);
            }
            limit = limit.min(largest);
            undecided.push(typing);
        }
        Ok(Proof::Proven(Proven { rule, proven, undecided }))
    }
}

/// A rule that is proven.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) choices: Choices,
    /// The text of each integer of the instance.
    pub(super) numbers: Vec<String>,
    pub(super) precondition: String,
    pub(super) proven: Proven,
    pub(super) cost: f64,
}

impl Found {
    /// The text of the rule with other choices.
    pub(super) fn text(&self, instance: &PeepholeInstance, choices: &Choices, name: &str) -> String {
        Template { instance, choices }.text(name, &self.precondition, &self.numbers)
    }
}

/// A target with expressions in the place of its numbers.
struct Target {
    expressions: Vec<SymbolicNumber>,
    cost: f64,
    /// The values at all points, `None` where a number does not fit.
    values: Vec<Option<Vec<u128>>>,
    /// The points where it is wrong.
    bad: FixedBitSet,
}

/// The texts of a rule's parts.
struct Texts {
    /// The text in the place of each symbol: its name, another's, or a number.
    symbols: Vec<String>,
    /// The text of each integer of the instance.
    numbers: Vec<String>,
    precondition: String,
}

/// The cheapest rule that is not rejected, with the index of its target.
struct Best {
    texts: Texts,
    cost: f64,
    target: usize,
}

/// The search for one template.
pub(super) struct TemplateSearch<'a> {
    instance: &'a PeepholeInstance,
    template: Template<'a>,
    /// The symbol of each integer of the source that is one.
    symbol_of: Vec<Option<usize>>,
    /// The class of each symbol.
    classes: Vec<usize>,
    /// The target's integers in the order of the text, each with its slot; equal ones share one.
    slots: Vec<(usize, usize)>,
    samples: Samples,
    literals: Vec<i128>,
}

impl<'a> TemplateSearch<'a> {
    /// Prepares the samples of a template; `None` if it is no rule.
    pub(super) fn new(instance: &'a PeepholeInstance, choices: &'a Choices) -> Option<TemplateSearch<'a>> {
        let template = Template { instance, choices };
        let numbers = template.source_numbers();
        let mut symbol_of = vec![None; instance.numbers.len()];
        let mut classes = Vec::new();
        let mut points = Vec::new();
        // Too many symbols: equal numbers are one.
        let merges = numbers.len() > MOST_SYMBOLS;
        for at in &numbers {
            let number = instance.numbers[*at];
            let same = numbers
                .iter()
                .find(|known| symbol_of[**known].is_some() && instance.numbers[**known] == number);
            symbol_of[*at] = match same.filter(|_| merges) {
                Some(known) => symbol_of[*known],
                None if classes.len() == MOST_SYMBOLS => None,
                None => {
                    classes.push(number.class);
                    points.push(number.bits);
                    Some(classes.len() - 1)
                }
            };
        }
        let mut slots: Vec<(usize, usize)> = Vec::new();
        let mut distinct: Vec<usize> = Vec::new();
        for at in template.target_numbers() {
            let same = distinct.iter().position(|known| instance.numbers[*known] == instance.numbers[at]);
            let slot = same.unwrap_or_else(|| {
                distinct.push(at);
                distinct.len() - 1
            });
            slots.push((at, slot));
        }
        let mut literals: Vec<i128> = Vec::new();
        for number in &instance.numbers {
            let literal = signed(number.bits, instance.widths[number.class]);
            if !literals.contains(&literal) {
                literals.push(literal);
            }
        }
        if !literals.contains(&2) {
            literals.push(2);
        }
        // A width that the source does not have.
        for (class, name) in template.class_names().iter().enumerate() {
            let width = i128::from(instance.widths[class]);
            if name.is_empty() && width > 1 && !literals.contains(&width) {
                literals.push(width);
            }
        }
        let point = Point { widths: instance.widths.clone().into(), symbols: points };
        let samples = Samples::new(point);
        let mut search = TemplateSearch { instance, template, symbol_of, classes, slots, samples, literals };
        search.sample()?;
        Some(search)
    }

    fn open_names(&self) -> Vec<String> {
        let several = self.classes.len() > 1;
        let name = |at: usize| if several { format!("C{}", at + 1) } else { "C".to_owned() };
        (0..self.classes.len()).map(name).collect()
    }

    /// Makes points at small widths and at the instance's.
    fn sample(&mut self) -> Option<()> {
        let names = self.open_names();
        let open = Names { symbols: names.clone(), classes: Vec::new() };
        let mut texts = self.number_texts(&open);
        for (at, _) in &self.slots {
            texts[*at] = PLACEHOLDER.to_string();
        }
        let rule = resolved(&self.template.text("", "", &texts))?;
        let mut chosen: Vec<Typing> = Vec::new();
        for pool in
            [&[4][..], &[8], &[1, 4], &[3, 4], &[4, 8], &[2, 4, 8], &[1, 2, 3, 4], &[2, 3, 4, 6], &[16, 32]]
        {
            for typing in typings(&rule, pool, pool) {
                let widths = self.template.widths(&rule, &typing);
                let is_of_pool =
                    widths.iter().all(|width| pool.contains(width) || self.instance.widths.contains(width));
                if is_of_pool && chosen.len() < MOST_TYPINGS && !chosen.contains(&typing) {
                    chosen.push(typing);
                }
            }
        }
        let own = typings(&rule, &self.instance.widths, &self.instance.widths);
        let own =
            own.into_iter().find(|typing| self.template.widths(&rule, typing) == self.instance.widths)?;
        if !chosen.contains(&own) {
            chosen.push(own);
        }
        let mut state = 1;
        for typing in &chosen {
            let widths = self.template.widths(&rule, typing);
            if self.samples.add_typing(&rule, typing, &widths, &names) {
                self.samples.add_points(&widths, &self.classes, &mut state);
            }
        }
        Some(())
    }

    /// The text of each integer if the target's have none.
    fn number_texts(&self, names: &Names) -> Vec<String> {
        let text = |(at, symbol): (usize, &Option<usize>)| match symbol {
            Some(symbol) => names.symbols[*symbol].clone(),
            None => {
                let number = self.instance.numbers[at];
                signed(number.bits, self.instance.widths[number.class]).to_string()
            }
        };
        self.symbol_of.iter().enumerate().map(text).collect()
    }

    /// Points spread over all samples, the instance first.
    fn spread(&self, most: usize) -> Vec<Point> {
        let all = &self.samples.points;
        let step = all.len().div_ceil(most).max(1);
        let rest = all.iter().skip(1).step_by(step).cloned();
        std::iter::once(all[0].clone()).chain(rest).collect()
    }

    /// The values of the target's integers, in the order of the text, at a point.
    fn values(&self, expressions: &[SymbolicNumber], point: &Point) -> Option<Vec<u128>> {
        let value =
            |(at, slot): &(usize, usize)| expressions[*slot].value(self.instance.numbers[*at].class, point);
        self.slots.iter().map(value).collect()
    }

    /// Expressions for the target's numbers, the best first.
    fn targets(&mut self, is_over: &dyn Fn() -> bool) -> Vec<Target> {
        let count = self.slots.iter().map(|(_, slot)| slot + 1).max().unwrap_or(0);
        let points = self.spread(48);
        let mut of_slots: Vec<Vec<SymbolicNumber>> = Vec::new();
        let most = [300, 45, 16, 9, 6, 4][count.saturating_sub(1).min(5)];
        for slot in 0..count {
            let Some((at, _)) = self.slots.iter().find(|(_, own)| *own == slot) else { continue };
            let number = self.instance.numbers[*at];
            let all = ExpressionSearch::run(number.class, &points, &self.classes, &self.literals, None);
            let fits = all.into_iter().filter(|(_, values)| values[0] == number.bits);
            of_slots.push(fits.map(|(expression, _)| expression).take(most).collect());
        }
        let mut tuples: Vec<Vec<SymbolicNumber>> = vec![Vec::new()];
        for of_slot in &of_slots {
            let longer = tuples.iter().flat_map(|tuple| {
                of_slot.iter().map(|expression| [tuple.as_slice(), std::slice::from_ref(expression)].concat())
            });
            tuples = longer.collect();
            tuples.sort_by_cached_key(|tuple| tuple.iter().map(SymbolicNumber::size).sum::<u32>());
            tuples.truncate(MOST_TUPLES);
        }
        let ranked = self.ranked(&tuples, is_over);
        let target = |(expressions, _): (Vec<SymbolicNumber>, f64)| {
            let size: u32 = expressions.iter().map(SymbolicNumber::size).sum();
            let bad = FixedBitSet::new();
            Target { expressions, cost: f64::from(size), values: Vec::new(), bad }
        };
        let mut targets: Vec<Target> = ranked.into_iter().map(target).collect();
        targets.iter_mut().for_each(|target| self.evaluate(target));
        targets
    }

    /// The best expressions of a target, each with its cost. An expression may be right only where a number or
    /// another symbol stands in the place of some symbols; the best ones of each such substitution are kept.
    fn ranked(
        &mut self,
        tuples: &[Vec<SymbolicNumber>],
        is_over: &dyn Fn() -> bool,
    ) -> Vec<(Vec<SymbolicNumber>, f64)> {
        let mut best: Vec<(usize, f64)> = Vec::new();
        for points in self.substituted_points() {
            let mut ranked: Vec<(usize, f64)> = Vec::new();
            for (at, tuple) in tuples.iter().enumerate() {
                if is_over() {
                    break;
                }
                let (mut good, mut tried) = (0, 0);
                for point in &points {
                    let values = self.values(tuple, &self.samples.points[*point]);
                    good += usize::from(values.is_some_and(|values| self.samples.is_good(*point, &values)));
                    tried += 1;
                    // Most expressions are wrong almost everywhere.
                    if tried == 12 && good < 2 {
                        break;
                    }
                }
                let size: u32 = tuple.iter().map(SymbolicNumber::size).sum();
                ranked.push((at, f64::from(size) + rarity(good, tried)));
            }
            ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
            best.extend(ranked.into_iter().take(if best.is_empty() {
                KEPT_OF_ALL
            } else {
                KEPT_OF_SUBSTITUTION
            }));
        }
        let mut seen = Vec::new();
        best.retain(|(at, _)| !seen.contains(at) && (seen.push(*at), true).1);
        best.truncate(MOST_TARGETS);
        best.into_iter().map(|(at, cost)| (tuples[at].clone(), cost)).collect()
    }

    /// Points for each substitution of symbols, fewest substitutions first: some of all points at the start.
    fn substituted_points(&self) -> Vec<Vec<usize>> {
        let instance = &self.samples.points[0];
        let mut bases: Vec<Vec<Conjunct>> = vec![Vec::new()];
        for conjunct in templates(&self.classes, instance) {
            let Some(symbol) = conjunct.substituted() else { continue };
            if conjunct.holds(&self.classes, instance) {
                let is_free =
                    |base: &&Vec<Conjunct>| base.iter().all(|known| known.substituted() != Some(symbol));
                let more: Vec<Vec<Conjunct>> = bases
                    .iter()
                    .filter(is_free)
                    .map(|base| [base.as_slice(), std::slice::from_ref(&conjunct)].concat())
                    .collect();
                bases.extend(more);
            }
        }
        bases.sort_by_key(Vec::len);
        bases.truncate(MOST_SUBSTITUTIONS);
        let mut all = Vec::new();
        for base in bases {
            let holds =
                |at: &usize| base.iter().all(|known| known.holds(&self.classes, &self.samples.points[*at]));
            let points: Vec<usize> = (1..self.samples.points.len()).filter(holds).collect();
            let most = if base.is_empty() { 100 } else { 40 };
            if !points.is_empty() || all.is_empty() {
                let step = points.len().div_ceil(most).max(1);
                all.push(points.into_iter().step_by(step).collect());
            }
        }
        all
    }

    /// Finds the points where a target is wrong; the points only grow.
    fn evaluate(&mut self, target: &mut Target) {
        for at in target.values.len()..self.samples.points.len() {
            let values = self.values(&target.expressions, &self.samples.points[at]);
            target.values.push(values);
        }
        target.bad = FixedBitSet::with_capacity(self.samples.points.len());
        for (at, values) in target.values.iter().enumerate() {
            let is_good = values.as_ref().is_some_and(|values| self.samples.is_good(at, values));
            target.bad.set(at, !is_good);
        }
    }

    /// The conjuncts that hold in the instance and differ at the points.
    fn candidates(&self) -> Vec<Candidate> {
        let instance = &self.samples.points[0];
        let mut all = templates(&self.classes, instance);
        let of_templates = all.len();
        let names = Names { symbols: self.open_names(), classes: self.template.class_names() };
        let points = self.spread(40);
        for (symbol, class) in self.classes.iter().enumerate() {
            let found = ExpressionSearch::run(*class, &points, &self.classes, &self.literals, Some(symbol));
            let value = instance.symbols[symbol];
            let is_constant = |expression: &SymbolicNumber| {
                let others = (0..self.classes.len()).any(|other| expression.has_symbol(other));
                !others && !matches!(expression, SymbolicNumber::Width(_)) && !has_width(expression)
            };
            let equal = found
                .into_iter()
                .filter(|(expression, _)| !expression.text(&names).contains("width()"))
                .filter(|(expression, values)| values[0] == value && !is_constant(expression));
            all.extend(equal.take(60).map(|(expression, _)| {
                Conjunct::Compare(ir::IntPredicate::Eq, SymbolicNumber::Symbol(symbol), expression, *class)
            }));
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for (at, conjunct) in all.into_iter().enumerate() {
            let is_written = conjunct.text(&names).is_none_or(|text| !text.contains("width()"));
            if !is_written || !conjunct.holds(&self.classes, instance) {
                continue;
            }
            let holds = self.holding(&conjunct);
            let is_new = conjunct.substituted().is_some() || seen.insert(holds.ones().collect::<Vec<_>>());
            if is_new && holds.count_ones(..) < holds.len() {
                let size = conjunct.size() + if at < of_templates { 0 } else { EQUATION };
                candidates.push(Candidate { conjunct, holds, size });
            }
        }
        candidates
    }

    fn holding(&self, conjunct: &Conjunct) -> FixedBitSet {
        let mut holds = FixedBitSet::with_capacity(self.samples.points.len());
        for (at, point) in self.samples.points.iter().enumerate() {
            holds.set(at, conjunct.holds(&self.classes, point));
        }
        holds
    }

    fn counted(&self) -> FixedBitSet {
        let mut counted = FixedBitSet::with_capacity(self.samples.points.len());
        self.samples.is_counted.iter().enumerate().for_each(|(at, is_counted)| counted.set(at, *is_counted));
        if counted.is_clear() {
            counted.insert_range(..);
        }
        counted
    }

    /// The cheapest rule that is proven.
    pub(super) fn run(&mut self, prover: &mut Prover) -> Result<Option<Found>, SolverError> {
        let mut targets = self.targets(prover.is_over);
        let mut candidates = self.candidates();
        let mut rejected: Vec<String> = Vec::new();
        let mut undecided = 0;
        for _ in 0..MOST_ROUNDS {
            if (prover.is_over)() || undecided == MOST_UNDECIDED {
                return Ok(None);
            }
            let Some(Best { texts: Texts { symbols, numbers, precondition }, cost, target: at }) =
                self.best(&targets, &candidates, &rejected)
            else {
                return Ok(None);
            };
            let text = self.template.text("", &precondition, &numbers);
            match prover.prove(&text, &self.template)? {
                Proof::Proven(proven) => {
                    let choices = self.template.choices.clone();
                    return Ok(Some(Found { choices, numbers, precondition, proven, cost }));
                }
                Proof::Refuted(counterexample, widths) => {
                    let point = self.refuted(&counterexample, &widths, &symbols);
                    match point {
                        Some(point) if point != self.samples.points[0] => {
                            let values = self.values(&targets[at].expressions, &point);
                            self.samples.add_refuted(point, &values.unwrap_or_default());
                            targets.iter_mut().for_each(|target| self.evaluate(target));
                            let extend = |mut candidate: Candidate| {
                                candidate.holds = self.holding(&candidate.conjunct);
                                candidate
                            };
                            candidates = std::mem::take(&mut candidates).into_iter().map(extend).collect();
                            // A proof may refute what samples cannot tell apart.
                            rejected.push(text);
                        }
                        _ => rejected.push(text),
                    }
                }
                Proof::Undecided => {
                    undecided += 1;
                    rejected.push(text);
                }
                Proof::Invalid => rejected.push(text),
            }
        }
        Ok(None)
    }

    /// The point of a counterexample, which has the symbols that the rule still has. `texts` has what stands
    /// in the place of each symbol.
    fn refuted(&self, counterexample: &Counterexample, widths: &[u32], texts: &[String]) -> Option<Point> {
        let mut symbols = Vec::new();
        for (class, text) in self.classes.iter().zip(texts) {
            let given = counterexample.inputs.iter().find_map(|input| {
                let (name, value) = input.split_once(" = ")?;
                (name == text).then_some(value)
            });
            let number: i128 = given.unwrap_or(text).parse().ok()?;
            symbols.push(number as u128 & super::expression::mask(widths[*class]));
        }
        Some(Point { widths: Rc::from(widths), symbols })
    }

    /// The texts of the cheapest target with its weakest precondition, the cost, and the target's index.
    fn best(&self, targets: &[Target], candidates: &[Candidate], rejected: &[String]) -> Option<Best> {
        let counted = self.counted();
        let mut all = Vec::new();
        for (at, target) in targets.iter().enumerate() {
            for conjunction in weakest(candidates, &target.bad, &counted, 12) {
                all.push((target.cost + conjunction.cost, at, conjunction));
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (cost, at, conjunction) in all {
            let conjuncts: Vec<&Conjunct> =
                conjunction.conjuncts.iter().map(|at| &candidates[*at].conjunct).collect();
            let texts = self.texts(&targets[at].expressions, &conjuncts);
            if !rejected.contains(&self.template.text("", &texts.precondition, &texts.numbers)) {
                return Some(Best { texts, cost, target: at });
            }
        }
        None
    }

    fn texts(&self, expressions: &[SymbolicNumber], conjuncts: &[&Conjunct]) -> Texts {
        let mut symbols: Vec<usize> = (0..self.classes.len()).collect();
        let mut literals: Vec<Option<i128>> = vec![None; symbols.len()];
        for conjunct in conjuncts {
            if let Conjunct::IsSymbol(a, b) = conjunct {
                let (old, new) = (symbols[*b], symbols[*a]);
                symbols.iter_mut().filter(|symbol| **symbol == old).for_each(|symbol| *symbol = new);
            }
        }
        for conjunct in conjuncts {
            if let Conjunct::IsNumber(at, number) = conjunct {
                literals[symbols[*at]] = Some(*number);
            }
        }
        let open = self.open_names();
        let name = |symbol: &usize| match literals[*symbol] {
            Some(number) => number.to_string(),
            None => open[*symbol].clone(),
        };
        let names =
            Names { symbols: symbols.iter().map(name).collect(), classes: self.template.class_names() };
        let mut numbers = self.number_texts(&names);
        for (at, slot) in &self.slots {
            numbers[*at] = expressions[*slot].text(&names);
        }
        let conjuncts: Vec<String> = conjuncts.iter().filter_map(|conjunct| conjunct.text(&names)).collect();
        Texts { symbols: names.symbols, numbers, precondition: conjuncts.join(" && ") }
    }
}

fn has_width(expression: &SymbolicNumber) -> bool {
    match expression {
        SymbolicNumber::Width(_) => true,
        SymbolicNumber::Symbol(_) | SymbolicNumber::Literal(_) => false,
        SymbolicNumber::Unary(_, a) | SymbolicNumber::Call(_, _, a) => has_width(a),
        SymbolicNumber::Binary(_, a, b) => has_width(a) || has_width(b),
    }
}
