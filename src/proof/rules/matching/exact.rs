//! Statistics of a rule set by the thesis' definitions: each combination of opcode, flags and predicate is a
//! separate symbol, and sources are trees with the written order of operands.
//!
//! In: rules. Out: the number of match sets, the size of each opcode's table, and the numbers of states and
//! edges of the top-down automaton.

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

/// The statistics of some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFigures {
    /// Sets of patterns that one value can match.
    pub match_sets: usize,
    /// The sides of each opcode's table, one for each operand; the keys have flags and predicate, as in `add
    /// nsw` and `icmp ult`.
    pub tables: BTreeMap<String, Vec<usize>>,
    /// The number of states of the top-down automaton, with the first rule preferred.
    pub states: usize,
    /// The number of its edges.
    pub edges: usize,
    /// The number of rules that it can find.
    pub reached: usize,
}

/// Maximum number of nodes of a tree.
const MAX_NODES: usize = 10_000;

/// The statistics of rules; `None` if trees, sets or states exceed limits.
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

/// The sides of each table; states that no pattern distinguishes at an operand share a row.
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

/// The symbol in the thesis' notation: `add nsw`, `icmp ult`.
fn name(head: TestedSymbol) -> String {
    let flags = Flags::NAMED.iter().filter(|(flag, _)| head.flags.contains(*flag));
    let flags = flags.map(|(_, name)| *name);
    let words = [head.symbol.word()].into_iter().chain(flags).chain(head.predicate.map(|it| it.name()));
    words.collect::<Vec<_>>().join(" ")
}

/// The tree of a node, with shared nodes duplicated. The depth of recursion is bounded by the rule's length;
/// `None` if `left` nodes are used up.
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
