//! The thesis' own figures of a set of rules: each combination of opcode, flags and predicate is a symbol of
//! its own, and sources are trees in the one order of operands that is written.
//!
//! In: rules. Out: how many match sets they have, how large each opcode's table is, and how many states and
//! edges the top-down automaton.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::subject::Symbol;
use super::tables::{Automaton, Heads, TestedSymbol};
use super::topdown::TopDown;
use super::variants::symbol;
use crate::rules::form::{Action, Comparison, NodeId, NodeKind, Rule};
use fixedbitset::FixedBitSet;
use ir::Flags;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The figures of some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFigures {
    /// Sets of patterns that one value can match.
    pub match_sets: usize,
    /// By opcode with flags and predicate, as in `add nsw` and `icmp ult`: the sides of its table, one for
    /// each operand.
    pub tables: BTreeMap<String, Vec<usize>>,
    /// States of the top-down automaton, the first rule preferred.
    pub states: usize,
    /// Its edges.
    pub edges: usize,
    /// The rules that it can find.
    pub reached: usize,
}

/// A tree has so many nodes at most.
const MAX_NODES: usize = 10_000;

/// The figures of rules. `None` if their trees, sets or states are too many.
pub fn exact_figures<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Option<ExactFigures> {
    let mut patterns = Patterns::default();
    let order: Option<Vec<PatternId>> = rules
        .into_iter()
        .map(|rule| tree(rule, rule.source, &mut patterns, &mut MAX_NODES.clone()))
        .collect();
    let automaton = Automaton::new(&patterns, Heads::Exact)?;
    let top_down = TopDown::of(&patterns, &order?)?;
    let mut reached = top_down.reached();
    reached.dedup();
    Some(ExactFigures {
        match_sets: automaton.states.len(),
        tables: tables(&patterns, &automaton),
        states: top_down.states(),
        edges: top_down.edges(),
        reached: reached.len(),
    })
}

/// The sides of each table: states that differ in no pattern of that operand share a row.
fn tables(patterns: &Patterns, automaton: &Automaton) -> BTreeMap<String, Vec<usize>> {
    let mut operands: BTreeMap<String, Vec<FixedBitSet>> = BTreeMap::new();
    for pattern in patterns.iter() {
        let Pattern::Instruction { symbol, flags, predicate, operands: below } = pattern else { continue };
        let head = TestedSymbol { symbol: *symbol, flags: *flags, predicate: *predicate };
        let sets = operands.entry(name(head)).or_default();
        sets.resize(below.len(), FixedBitSet::with_capacity(patterns.len()));
        sets.iter_mut().zip(below).for_each(|(set, operand)| set.insert(operand.0 as usize));
    }
    let rows = |set: &FixedBitSet| {
        let of = |state: &FixedBitSet| state.intersection(set).collect::<Vec<_>>();
        automaton.states.iter().map(of).collect::<BTreeSet<_>>().len()
    };
    operands.into_iter().map(|(name, sets)| (name, sets.iter().map(rows).collect())).collect()
}

/// As the thesis writes it: `add nsw`, `icmp ult`.
fn name(head: TestedSymbol) -> String {
    let flags = Flags::NAMED.iter().filter(|(flag, _)| head.flags.contains(*flag));
    let flags = flags.map(|(_, name)| *name);
    let words = [head.symbol.word()].into_iter().chain(flags).chain(head.predicate.map(|it| it.name()));
    words.collect::<Vec<_>>().join(" ")
}

/// The tree of a node, in which what is shared stands several times. As deep as the rule, whose length is
/// bounded; `None` if `left` is used up.
fn tree(rule: &Rule, id: NodeId, patterns: &mut Patterns, left: &mut usize) -> Option<PatternId> {
    *left = left.checked_sub(1)?;
    let pattern = match &rule.node(id).kind {
        NodeKind::Input { .. } => Pattern::Any,
        NodeKind::Constant | NodeKind::Computed(..) => Pattern::Constant,
        NodeKind::Undef => Pattern::Undef,
        NodeKind::Number { negative, magnitude } => {
            Pattern::Literal(Literal { negative: *negative, magnitude: *magnitude })
        }
        NodeKind::Instruction(action, operands) => {
            let below: Option<Vec<PatternId>> =
                operands.iter().map(|operand| tree(rule, *operand, patterns, left)).collect();
            let (flags, predicate) = match action {
                Action::Binary(_, flags) | Action::Cast(_, flags) => (*flags, None),
                Action::Compare(Comparison::Is(predicate), flags) => (*flags, Some(*predicate)),
                _ => (Flags::NONE, None),
            };
            let symbol = symbol(*action).unwrap_or(Symbol::Other);
            Pattern::Instruction { symbol, flags, predicate, operands: below? }
        }
    };
    Some(patterns.add(pattern))
}
