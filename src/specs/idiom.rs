//! Idioms ready to search for, and the results of a search in one function.

use super::claims::{Claim, claims};
use super::near_miss::{NearMiss, because};
use super::prebuilt::Prebuilt;
use ir::{Model, OpcodeClass, OpcodeSet, ValueId};
use lang::atoms::{Atom, Because, Kind, ModelWorld};
use lang::candl::advice::{self, FindingTexts};
use lang::candl::ast::Span;
use lang::candl::safety::Ready;
use lang::candl::source_map::SourceMap;
use solver::{
    self, Budget, Compiled, Completeness, Database, Exhausted, SearchFilter, Solutions, Value, VarId,
};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A specification to search for. It can be shared between threads.
#[derive(Debug)]
pub struct Idiom {
    name: Cow<'static, str>,
    doc: Cow<'static, str>,
    marked_lines: Cow<'static, [Cow<'static, str>]>,
    /// The texts of findings, parsed when the first finding needs them.
    finding_texts: OnceLock<Arc<FindingTexts>>,
    needs: Cow<'static, [OpcodeSet]>,
    is_builtin: bool,
    parts: Parts,
}

/// The source of an idiom's data.
#[derive(Debug)]
enum Parts {
    /// Compiled in this process: with the names of its variables, and its claims, computed on first use.
    Compiled(Box<Ready<Atom>>, Arc<[String]>, OnceLock<Vec<Claim>>),
    /// Compiled when the plugin was built.
    Prebuilt(&'static Prebuilt),
}

impl Idiom {
    /// An idiom from a prepared specification and the lines of its doc comment.
    pub fn new(name: String, doc: &[String], ready: Ready<Atom>) -> Idiom {
        let lines = advice::marked_lines(doc).map(str::to_owned).collect();
        Idiom::with_texts(name, first_sentence(doc), lines, ready)
    }

    /// An idiom from a prepared specification, the first sentence of its doc comment, and its marked lines.
    pub fn with_texts(name: String, doc: String, marked_lines: Vec<String>, ready: Ready<Atom>) -> Idiom {
        let variables = ready.source_map.names.iter().map(ToString::to_string).collect();
        let needs = Cow::Owned(needs(&ready.compiled));
        let parts = Parts::Compiled(Box::new(ready), variables, OnceLock::new());
        Idiom {
            name: Cow::Owned(name),
            doc: Cow::Owned(doc),
            marked_lines: marked_lines.into_iter().map(Cow::Owned).collect(),
            finding_texts: OnceLock::new(),
            needs,
            is_builtin: false,
            parts,
        }
    }

    /// The same idiom, marked as one of a built-in file or of a user's.
    pub fn marked_builtin(self, is_builtin: bool) -> Idiom {
        Idiom { is_builtin, ..self }
    }

    /// A built-in idiom from its prebuilt data.
    pub fn from_prebuilt(idiom: &'static Prebuilt) -> Idiom {
        let Prebuilt { name, doc, marked_lines, needs, .. } = idiom;
        let (name, doc, needs) = (Cow::Borrowed(*name), Cow::Borrowed(*doc), Cow::Borrowed(*needs));
        let (marked_lines, finding_texts) = (Cow::Borrowed(*marked_lines), OnceLock::new());
        Idiom {
            name,
            doc,
            marked_lines,
            finding_texts,
            needs,
            is_builtin: true,
            parts: Parts::Prebuilt(idiom),
        }
    }

    /// The name with its index parameters: `SqrtOfSquare`, `SumChain[N=4]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first sentence of its doc comment; empty without one.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The lines of its doc comment about findings: headlines, advice, refined idioms.
    pub fn marked_lines(&self) -> &[Cow<'static, str>] {
        &self.marked_lines
    }

    /// The parsed lines about findings.
    pub fn finding_texts(&self) -> &Arc<FindingTexts> {
        let parse = || Arc::new(FindingTexts::of(self.marked_lines.iter().map(AsRef::as_ref)));
        self.finding_texts.get_or_init(parse)
    }

    /// Its variables in order of first appearance, which is the order of a [`Solution`].
    pub fn variables(&self) -> &[String] {
        self.shared_variables()
    }

    fn shared_variables(&self) -> &Arc<[String]> {
        match &self.parts {
            Parts::Compiled(_, variables, _) => variables,
            Parts::Prebuilt(idiom) => idiom.variables(),
        }
    }

    /// The compiled problem.
    pub fn compiled(&self) -> &Compiled<Atom> {
        match &self.parts {
            Parts::Compiled(ready, ..) => &ready.compiled,
            Parts::Prebuilt(idiom) => idiom.compiled(),
        }
    }

    /// The facts about called functions that it mentions.
    pub fn facts(&self) -> Vec<&str> {
        match &self.parts {
            Parts::Compiled(ready, ..) => facts_of(&ready.compiled),
            Parts::Prebuilt(idiom) => idiom.facts.to_vec(),
        }
    }

    /// The names and places of its constraints.
    pub fn source_map(&self) -> &SourceMap {
        match &self.parts {
            Parts::Compiled(ready, ..) => &ready.source_map,
            Parts::Prebuilt(idiom) => idiom.source_map(),
        }
    }

    /// The constraints that have reasons.
    pub fn claims(&self) -> &[Claim] {
        match &self.parts {
            Parts::Compiled(ready, _, known) => {
                known.get_or_init(|| claims(&ready.compiled, &ready.source_map))
            }
            Parts::Prebuilt(idiom) => idiom.claims(),
        }
    }

    /// The reasons for a solution, from those constraints that have some, in the order of the text.
    pub fn because(&self, world: &ModelWorld<'_>, solution: &Solution) -> Vec<Because> {
        let of_claim = |claim: &Claim| {
            let args: Option<Vec<Value>> =
                claim.arguments.iter().map(|at| solution.values.get(*at).copied()).collect();
            world.because(&claim.atom, claim.holds, &args?)
        };
        self.claims().iter().filter_map(of_claim).collect()
    }

    /// Whether it is the specification with that name, or includes it, directly or not.
    pub fn includes(&self, name: &str) -> bool {
        match &self.parts {
            Parts::Compiled(ready, ..) => ready.compiled.problem().definitions.iter().any(|d| d.name == name),
            Parts::Prebuilt(idiom) => idiom.includes.lines().any(|known| known == name),
        }
    }

    /// Whether it is a specification of a built-in file, and not one of the user's with the same name.
    pub fn is_builtin(&self) -> bool {
        self.is_builtin
    }

    /// Whether it was compiled when the plugin was built.
    pub fn is_prebuilt(&self) -> bool {
        matches!(self.parts, Parts::Prebuilt(_))
    }

    /// Necessary opcodes: a function without an opcode of each of these sets has no instance.
    pub fn needs(&self) -> &[OpcodeSet] {
        &self.needs
    }

    /// Whether a function whose instructions have these opcodes can have an instance.
    pub fn may_occur(&self, among: OpcodeSet) -> bool {
        self.needs.iter().all(|need| need.meets(among))
    }

    /// Searches a function, within a budget.
    pub fn find(&self, model: &Model, budget: Budget) -> SearchResult {
        self.find_in(&ModelWorld::new(model), budget)
    }

    /// Searches like [`find`](Self::find) in an existing world, whose caches several idioms can share.
    pub fn find_in(&self, world: &impl Database<Atom>, budget: Budget) -> SearchResult {
        self.found(self.compiled().solve(world, budget))
    }

    /// Searches like [`find_in`](Self::find_in), pruned by a filter on the values of `variables`. `None` if
    /// one of them is not a variable of the specification itself.
    pub fn find_selected(
        &self,
        world: &impl Database<Atom>,
        budget: Budget,
        variables: &[&str],
        selection: &mut dyn SearchFilter,
    ) -> Option<SearchResult> {
        let variables: Vec<VarId> =
            variables.iter().map(|name| self.variable(name)).collect::<Option<_>>()?;
        Some(self.found(self.compiled().solve_filtered(world, budget, &variables, selection)))
    }

    /// Searches like [`find_in`](Self::find_in), and explains an empty result of a complete search by the
    /// best near miss. Slower.
    pub fn explain_in(&self, world: &ModelWorld<'_>, budget: Budget) -> (SearchResult, Option<NearMiss>) {
        let (solutions, explanation) = self.compiled().explain(world, budget);
        let found = self.found(solutions);
        let miss = explanation.near_miss.filter(|_| found.exhausted.is_none());
        (found, miss.map(|miss| self.near_miss(world, &miss)))
    }

    /// Searches like [`explain_in`](Self::explain_in) with some variables pinned to values. `None` if one of
    /// them is not a variable of the specification itself.
    pub fn explain_pinned(
        &self,
        world: &ModelWorld<'_>,
        budget: Budget,
        pins: &[(&str, ValueId)],
    ) -> Option<(SearchResult, Option<NearMiss>)> {
        let pin = |(name, value): &(&str, ValueId)| Some((self.variable(name)?, Value(value.0)));
        let pins: Vec<(VarId, Value)> = pins.iter().map(pin).collect::<Option<_>>()?;
        let (solutions, explanation) = self.compiled().explain_pinned(world, budget, &pins)?;
        let found = self.found(solutions);
        let miss = explanation.near_miss.filter(|_| found.exhausted.is_none());
        Some((found, miss.map(|miss| self.near_miss(world, &miss))))
    }

    /// A near miss of the solver in terms of the specification, with the reason for it.
    pub fn near_miss(&self, world: &ModelWorld<'_>, miss: &solver::NearMiss) -> NearMiss {
        NearMiss { because: because(self.compiled(), world, miss), ..NearMiss::of(self.source_map(), miss) }
    }

    /// Whether a variable can be pinned to a value, that is, belongs to the specification itself.
    pub fn has_variable(&self, name: &str) -> bool {
        self.variable(name).is_some()
    }

    /// The variable of the specification itself with that name.
    pub fn variable(&self, name: &str) -> Option<VarId> {
        let place = self.variables().iter().position(|known| known == name)?;
        self.compiled().variable_at(place)
    }

    /// The best failed attempt, whether or not there are solutions; `None` if the search was incomplete.
    /// Slower.
    pub fn best_failure_in(&self, world: &ModelWorld<'_>, budget: Budget) -> Option<NearMiss> {
        let (solutions, explanation) = self.compiled().explain_beside(world, budget);
        let miss = explanation.near_miss.filter(|_| solutions.completeness == Completeness::Complete);
        miss.map(|miss| self.near_miss(world, &miss))
    }

    /// Searches like [`find_in`](Self::find_in), and counts the work at each constraint, in the order of the
    /// text. Slower.
    pub fn profile_in(
        &self,
        world: &ModelWorld<'_>,
        budget: Budget,
    ) -> (SearchResult, Vec<ConstraintCounts>) {
        let (solutions, explanation) = self.compiled().explain(world, budget);
        let counts = explanation.literals.iter().map(|literal| ConstraintCounts {
            span: self.source_map().span(literal.origin),
            entered: literal.entered,
            passed: literal.passed,
            steps: literal.steps,
        });
        (self.found(solutions), summed(counts.collect()))
    }

    fn found(&self, found: Solutions) -> SearchResult {
        let names = || self.shared_variables().clone();
        let solution = |values| Solution { names: names(), values };
        let limits = found.limits_reached.iter();
        let mut limits_reached: Vec<(Span, u32)> =
            limits.map(|reached| (self.source_map().span(reached.origin), reached.limit)).collect();
        limits_reached.sort_unstable();
        limits_reached.dedup();
        SearchResult {
            solutions: found.assignments.into_iter().map(solution).collect(),
            exhausted: match found.completeness {
                Completeness::Complete => None,
                Completeness::Incomplete(exhausted) => Some(exhausted),
            },
            steps: found.steps,
            limits_reached,
            beyond: found.depth_limited.into_iter().map(|value| ValueId(value.0)).collect(),
        }
    }
}

/// The names of the facts that a problem uses, also in its analyses, sorted.
fn facts_of(compiled: &Compiled<Atom>) -> Vec<&str> {
    let (mut facts, mut open): (Vec<&str>, Vec<&Atom>) = (Vec::new(), compiled.relations().iter().collect());
    while let Some(atom) = open.pop() {
        match atom {
            Atom::CallFact(atom) => facts.push(&atom.fact),
            Atom::OwnFact(atom) => open.extend(atom.analysis.relations()),
            _ => {}
        }
    }
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// The opcodes that a function must have: at least one of each set.
fn needs(compiled: &Compiled<Atom>) -> Vec<OpcodeSet> {
    let opcodes = |atom: &Atom| match atom {
        Atom::Kind(Kind::Opcode(class)) => Some(class.opcodes()),
        Atom::CallFact(_) => Some(OpcodeClass::Call.opcodes()),
        _ => None,
    };
    let clauses = compiled.necessary(|atom| opcodes(atom).is_some());
    let union =
        |clause: &Vec<Atom>| clause.iter().filter_map(opcodes).fold(OpcodeSet::default(), OpcodeSet::with);
    clauses.iter().map(union).collect()
}

/// The work of a search at one constraint, summed over all includes that contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstraintCounts {
    /// The place in the text; for a disjunction, of its first constraint.
    pub span: Span,
    /// The number of times it was reached.
    pub entered: u64,
    /// The number of candidates or solutions it admitted, or of times it held.
    pub passed: u64,
    /// The steps of the budget spent on it.
    pub steps: u64,
}

/// Sums the entries of each place; the result is ascending by place.
pub fn summed(mut counts: Vec<ConstraintCounts>) -> Vec<ConstraintCounts> {
    counts.sort_by_key(|counts| counts.span);
    counts.dedup_by(|next, first| {
        let same = next.span == first.span;
        if same {
            first.entered += next.entered;
            first.passed += next.passed;
            first.steps += next.steps;
        }
        same
    });
    counts
}

/// The result of a search in one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The solutions, without duplicates, ascending by the values of the variables.
    pub solutions: Vec<Solution>,
    /// The exhausted limit that ended the search; then solutions may be missing.
    pub exhausted: Option<Exhausted>,
    /// The steps taken.
    pub steps: u64,
    /// The collects that failed somewhere because of more members than their limit: their places and limits,
    /// ascending and without duplicates.
    pub limits_reached: Vec<(Span, u32)>,
    /// The values for which all constraints beside `is beyond the limit` held, so that the specification
    /// stopped at its depth limit. Ascending, without duplicates.
    pub beyond: Vec<ValueId>,
}

/// One instance of an idiom. All solutions share the names, and clones share the values: there can be
/// thousands of solutions with thousands of variables each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    names: Arc<[String]>,
    values: Arc<[Value]>,
}

impl Solution {
    /// A solution built from values, not found by a specification.
    pub fn new(variables: impl IntoIterator<Item = (String, ValueId)>) -> Solution {
        let (names, values): (Vec<String>, Vec<Value>) =
            variables.into_iter().map(|(name, value)| (name, Value(value.0))).unzip();
        Solution { names: names.into(), values: values.into() }
    }

    /// The variables in order of first appearance, named as written (`loop.end`, `arg[3]`); `None` for
    /// `unused`.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Option<ValueId>)> + Clone {
        let value = |value: &Value| value.is_used().then_some(ValueId(value.0));
        self.names.iter().map(String::as_str).zip(self.values.iter().map(value))
    }

    /// The value of a variable; `None` if it is unused, or if no variable has that name.
    pub fn get(&self, name: &str) -> Option<ValueId> {
        self.variables().find(|(known, _)| *known == name).and_then(|(_, value)| value)
    }
}

/// The first sentence of a doc comment: up to a full stop that ends a line or comes before a blank, or the
/// first paragraph.
pub fn first_sentence(doc: &[String]) -> String {
    let lines = doc
        .iter()
        .filter(|line| !advice::is_marked(line))
        .map(|line| line.trim())
        .skip_while(|line| line.is_empty());
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    let end = text.find(". ").map_or(text.len(), |dot| dot + 1);
    text[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        for (doc, expect) in [
            (&["One.  Two."][..], "One."),
            (&["", " A line", "and another. More."], "A line and another."),
            (&["sqrt(x.y) of a", "", "Not this."], "sqrt(x.y) of a"),
            (&[], ""),
        ] {
            let doc: Vec<String> = doc.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(first_sentence(&doc), expect);
        }
    }
}
