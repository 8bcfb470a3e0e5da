//! Near misses: values that fail at most one test of a rule.

use super::bindings::Facts;
use super::linear;
use super::pattern::Literal;
use super::set::{RuleId, RuleSet, Variant, VariantId};
use super::subject::{Subject, Symbol};
use super::test::{Test, tests};
use ir::{Flags, IntPredicate};

/// The test that a value fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingCondition<V> {
    /// The rule matches: no condition fails.
    Nothing,
    /// A value does not have this symbol.
    Symbol(V, Symbol),
    /// A comparison has another predicate.
    Predicate(V, IntPredicate),
    /// An instruction lacks this flag.
    Flag(V, Flags),
    /// A constant is another number.
    Literal(V, Literal),
    /// A repeated value or predicate of the rule differs in the code.
    Repeat,
    /// The widths do not fit, or a constant differs from the computed one.
    Widths,
    /// The precondition does not hold or is not known to.
    Precondition,
}

/// A rule that nearly matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss<V> {
    /// The rule.
    pub rule: RuleId,
    /// The value that the rule would replace.
    pub root: V,
    /// The missing condition.
    pub lack: MissingCondition<V>,
    /// The number of conditions that hold.
    pub passed: usize,
    /// The number of conditions; repeats, widths and precondition count as one.
    pub total: usize,
}

impl<V: Copy> MissingCondition<V> {
    /// The message, with values spelled by `describe`: `` `%t` has no `nsw` ``.
    pub fn describe(self, describe: impl Fn(V) -> String) -> String {
        match self {
            MissingCondition::Nothing => "matches".to_owned(),
            MissingCondition::Symbol(at, Symbol::Constant) => {
                format!("`{}` is no known integer", describe(at))
            }
            MissingCondition::Symbol(at, symbol) => format!("`{}` is no `{}`", describe(at), symbol.word()),
            MissingCondition::Predicate(at, predicate) => {
                format!("`{}` does not ask `{}`", describe(at), format!("{predicate:?}").to_lowercase())
            }
            MissingCondition::Flag(at, flag) => {
                format!("`{}` has no `{}`", describe(at), flag.lacking_in(Flags::NONE))
            }
            MissingCondition::Literal(at, literal) => format!("`{}` is not {literal}", describe(at)),
            MissingCondition::Repeat => "what the rule repeats are several values".to_owned(),
            MissingCondition::Widths => "other widths, or another constant than the rule computes".to_owned(),
            MissingCondition::Precondition => {
                "the precondition does not hold, or constants alone do not show it".to_owned()
            }
        }
    }
}

/// For each rule, the first of the nearest `values`, if it fails at most one condition.
pub fn near_misses<S: Subject>(
    rules: &RuleSet,
    subject: &S,
    values: impl IntoIterator<Item = S::Value>,
    facts: &dyn Facts<S::Value>,
) -> Vec<NearMiss<S::Value>> {
    let mut best: Vec<Option<NearMiss<S::Value>>> = rules.rules().map(|_| None).collect();
    let of: Vec<Vec<Test>> = rules.variants().map(|(_, variant)| tests(rules, variant)).collect();
    for root in values {
        for (id, variant) in rules.variants() {
            let Some(near) = near(rules, subject, root, (id, variant), &of[id.index()], facts) else {
                continue;
            };
            let known = &mut best[variant.rule.index()];
            let rank = |near: &NearMiss<S::Value>| (near.lack == MissingCondition::Nothing, near.passed);
            if known.as_ref().is_none_or(|known| rank(known) < rank(&near)) {
                *known = Some(near);
            }
        }
    }
    best.into_iter().flatten().collect()
}

fn near<S: Subject>(
    rules: &RuleSet,
    subject: &S,
    root: S::Value,
    (id, variant): (VariantId, &Variant),
    tests: &[Test],
    facts: &dyn Facts<S::Value>,
) -> Option<NearMiss<S::Value>> {
    let (mut lack, mut passed, mut failed) = (MissingCondition::Nothing, 0, None);
    for (at, test) in tests.iter().enumerate() {
        if failed.is_some_and(|other| test.needs(other, rules.paths())) {
            continue;
        }
        let value = rules.paths().value(subject, root, test.path())?;
        match missing(subject, value, *test) {
            None => passed += 1,
            // Another root symbol or a second failure is no near miss.
            Some(_) if at == 0 || lack != MissingCondition::Nothing => return None,
            Some(missing) => (lack, failed) = (missing, Some(*test)),
        }
    }
    if lack == MissingCondition::Nothing {
        lack = match linear::repeats_agree(variant, subject, |path| rules.paths().value(subject, root, path))
        {
            false => MissingCondition::Repeat,
            true => match rules.bind(id, subject, root) {
                None => MissingCondition::Widths,
                Some(mut found) => {
                    if found.holds(facts) {
                        MissingCondition::Nothing
                    } else {
                        MissingCondition::Precondition
                    }
                }
            },
        };
    } else if passed < 2 {
        return None;
    }
    Some(NearMiss { rule: variant.rule, root, lack, passed, total: tests.len() + 1 })
}

/// The condition that a value fails, if the test does not hold.
fn missing<S: Subject>(subject: &S, value: S::Value, test: Test) -> Option<MissingCondition<S::Value>> {
    let shape = subject.shape(value);
    let (holds, lack) = match test {
        Test::Symbol(_, symbol) => (shape.symbol == symbol, MissingCondition::Symbol(value, symbol)),
        Test::Predicate(_, predicate) => {
            (shape.predicate == Some(predicate), MissingCondition::Predicate(value, predicate))
        }
        Test::Flag(_, flag) => (shape.flags.contains(flag), MissingCondition::Flag(value, flag)),
        Test::Literal(_, literal) => {
            let bits = subject.width(value).and_then(|width| literal.bits(width));
            (bits.is_some() && bits == subject.bits(value), MissingCondition::Literal(value, literal))
        }
    };
    (!holds).then_some(lack)
}
