//! The top-down automaton of the thesis: each state tests one operand, and each symbol there leads to another
//! state.
//!
//! In: patterns in order of priority. Out: a tree of states. If some patterns leave an operand open, its
//! state leads to one that separates constants from other values; an operand without an edge returns to the
//! nearest ancestor with such a state. Every symbol keeps the patterns that name it and loses those that
//! leave the operand open, so that the automaton misses matches, but finds no wrong ones. After Sekar, Ramesh
//! and Ramakrishnan (1995), as extended for Alive's rules. It serves for comparison with the
//! [`Dag`](super::Dag), which misses none.

use super::Engine;
use super::linear;
use super::path::{PathId, Paths};
use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::set::{RuleSet, VariantId};
use super::subject::{Subject, Symbol};
use super::tables::TestedSymbol;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Maximum number of states.
const MAX_STATES: usize = 200_000;

/// An edge's symbol: opcode, flags and predicate together, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Letter {
    Head(TestedSymbol),
    Literal(Literal),
    Undef,
}

impl Letter {
    /// The symbol of a pattern's top level; `None` for a register or constant.
    fn of(pattern: &Pattern) -> Option<Letter> {
        match pattern {
            Pattern::Any | Pattern::Constant => None,
            Pattern::Undef => Some(Letter::Undef),
            Pattern::Literal(literal) => Some(Letter::Literal(*literal)),
            Pattern::Instruction { symbol, flags, predicate, .. } => {
                Some(Letter::Head(TestedSymbol { symbol: *symbol, flags: *flags, predicate: *predicate }))
            }
        }
    }

    /// Whether a value has this symbol. A symbol without predicate fits comparisons with any.
    fn is_of<S: Subject>(self, subject: &S, value: S::Value) -> bool {
        let shape = subject.shape(value);
        match self {
            Letter::Undef => shape.symbol == Symbol::Undef,
            Letter::Literal(literal) => {
                let bits = subject.width(value).and_then(|width| literal.bits(width));
                shape.symbol == Symbol::Constant && bits.is_some() && bits == subject.bits(value)
            }
            Letter::Head(head) => {
                let has_predicate = head.predicate.is_none() || head.predicate == shape.predicate;
                head.symbol == shape.symbol && head.flags == shape.flags && has_predicate
            }
        }
    }
}

/// The label of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateLabel {
    /// Tests the value at a path.
    At(PathId),
    /// Reports a pattern, by its index in the order.
    Found(usize),
}

#[derive(Clone, Debug)]
struct AutomatonState {
    label: StateLabel,
    parent: Option<u32>,
    edges: Vec<(Letter, u32)>,
    /// The successor for constants without an edge.
    constant: Option<u32>,
    /// The successor for all other values; for a state that reports a pattern, where to continue if its
    /// precondition fails.
    otherwise: Option<u32>,
}

/// The automaton of a list of patterns.
#[derive(Clone, Debug, Default)]
pub struct TopDown {
    states: Vec<AutomatonState>,
    paths: Paths,
}

/// A state to build.
struct Pending {
    at: u32,
    live: Vec<Live>,
    /// The untested paths in order; operands take the place of their value.
    open: Vec<PathId>,
    /// The open path at which constants are separated from other values.
    splits: Option<usize>,
}

/// A pattern that may still match.
#[derive(Clone)]
struct Live {
    rank: usize,
    /// The pattern at each open path.
    terms: Vec<PatternId>,
}

impl TopDown {
    /// The automaton of patterns in order of preference; `None` if it has too many states.
    pub(super) fn of(patterns: &Patterns, order: &[PatternId]) -> Option<TopDown> {
        let mut automaton = TopDown::default();
        let all = order.iter().enumerate().map(|(rank, pattern)| Live { rank, terms: vec![*pattern] });
        let at = automaton.fresh(None);
        let mut pending = vec![Pending { at, live: all.collect(), open: vec![PathId::ROOT], splits: None }];
        while let Some(next) = pending.pop() {
            if automaton.states.len() > MAX_STATES {
                return None;
            }
            match next.splits {
                Some(at) => automaton.split(patterns, next, at, &mut pending),
                None => automaton.build(patterns, next, &mut pending),
            }
        }
        Some(automaton)
    }

    /// The automaton of a rule set, by rank; `None` if it has too many states.
    pub fn new(rules: &RuleSet) -> Option<TopDown> {
        let order: Vec<PatternId> = rules.variants().map(|(_, variant)| variant.pattern).collect();
        TopDown::of(rules.patterns(), &order)
    }

    fn fresh(&mut self, parent: Option<u32>) -> u32 {
        let label = StateLabel::At(PathId::ROOT);
        self.states.push(AutomatonState {
            label,
            parent,
            edges: Vec::new(),
            constant: None,
            otherwise: None,
        });
        self.states.len() as u32 - 1
    }

    /// The `otherwise` state of the nearest ancestor that has one off the path to `at`.
    fn closest_diverging_sink(&self, at: u32) -> Option<u32> {
        let mut below = at;
        while let Some(above) = self.states[below as usize].parent {
            match self.states[above as usize].otherwise {
                Some(sink) if sink != below => return Some(sink),
                _ => below = above,
            }
        }
        None
    }

    fn build(&mut self, patterns: &Patterns, now: Pending, pending: &mut Vec<Pending>) {
        let is_open = |term: &PatternId| matches!(patterns.get(*term), Pattern::Any);
        let first = now.live.first().filter(|first| first.terms.iter().all(is_open));
        if let Some(first) = first {
            let otherwise = self.closest_diverging_sink(now.at);
            let state = &mut self.states[now.at as usize];
            (state.label, state.otherwise) = (StateLabel::Found(first.rank), otherwise);
            return;
        }
        let chosen = most_symbols(patterns, &now);
        let path = now.open[chosen];
        let mut by_letter: IndexMap<Option<Letter>, Vec<Live>, FxBuildHasher> = IndexMap::default();
        for live in now.live {
            by_letter.entry(Letter::of(patterns.get(live.terms[chosen]))).or_default().push(live);
        }
        self.states[now.at as usize].label = StateLabel::At(path);
        let otherwise = match by_letter.swap_remove(&None) {
            Some(live) => {
                let sink = self.fresh(Some(now.at));
                pending.push(Pending { at: sink, live, open: now.open.clone(), splits: Some(chosen) });
                Some(sink)
            }
            None => self.closest_diverging_sink(now.at),
        };
        self.states[now.at as usize].otherwise = otherwise;
        for (letter, live) in by_letter {
            let (Some(letter), at) = (letter, self.fresh(Some(now.at))) else { continue };
            self.states[now.at as usize].edges.push((letter, at));
            let (live, open) = self.descend(patterns, live, &now.open, chosen);
            pending.push(Pending { at, live, open, splits: None });
        }
    }

    /// Adds states that separate constants from other values at a path that all patterns leave open.
    fn split(&mut self, patterns: &Patterns, now: Pending, at: usize, pending: &mut Vec<Pending>) {
        let is_constant = |live: &Live| matches!(patterns.get(live.terms[at]), Pattern::Constant);
        let (constants, others): (Vec<Live>, Vec<Live>) = now.live.into_iter().partition(is_constant);
        self.states[now.at as usize].label = StateLabel::At(now.open[at]);
        let mut enter = |automaton: &mut TopDown, live: Vec<Live>| {
            let state = automaton.fresh(Some(now.at));
            let (live, open) = automaton.descend(patterns, live, &now.open, at);
            pending.push(Pending { at: state, live, open, splits: None });
            state
        };
        let otherwise = match others.is_empty() {
            false => Some(enter(self, others)),
            true => self.closest_diverging_sink(now.at),
        };
        self.states[now.at as usize].otherwise = otherwise;
        if !constants.is_empty() {
            self.states[now.at as usize].constant = Some(enter(self, constants));
        }
    }

    /// The patterns and open paths after the test of a path, which its operands replace.
    fn descend(
        &mut self,
        patterns: &Patterns,
        mut live: Vec<Live>,
        open: &[PathId],
        chosen: usize,
    ) -> (Vec<Live>, Vec<PathId>) {
        let below = |term: PatternId| match patterns.get(term) {
            Pattern::Instruction { operands, .. } => operands.as_slice(),
            _ => &[],
        };
        let count = live.first().map_or(0, |first| below(first.terms[chosen]).len());
        let mut open = open.to_vec();
        let path = open[chosen];
        open.splice(chosen..=chosen, (0..count).map(|at| self.paths.below(path, at as u8)));
        for live in &mut live {
            let operands = below(live.terms[chosen]).iter().copied();
            live.terms.splice(chosen..=chosen, operands);
        }
        (live, open)
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The number of edges, including those for all other values and for failed preconditions.
    pub fn edges(&self) -> usize {
        let of = |state: &AutomatonState| {
            state.edges.len() + usize::from(state.constant.is_some()) + usize::from(state.otherwise.is_some())
        };
        self.states.iter().map(of).sum()
    }

    /// The indices of the reported patterns, ascending.
    pub fn reached(&self) -> Vec<usize> {
        let found = self.states.iter().filter_map(|state| match state.label {
            StateLabel::Found(rank) => Some(rank),
            StateLabel::At(_) => None,
        });
        let mut all: Vec<usize> = found.collect();
        all.sort_unstable();
        all
    }

    /// The labels of the states from the root on, as far as edges lead; the path continues behind reported
    /// patterns.
    pub(super) fn trace<S: Subject>(&self, subject: &S, root: S::Value) -> Vec<StateLabel> {
        let mut trace = Vec::new();
        let mut next = (!self.states.is_empty()).then_some(0);
        while let Some(at) = next {
            let state: &AutomatonState = &self.states[at as usize];
            trace.push(state.label);
            next = match state.label {
                StateLabel::Found(_) => state.otherwise,
                StateLabel::At(path) => self.paths.value(subject, root, path).and_then(|value| {
                    let is_constant = subject.shape(value).symbol == Symbol::Constant;
                    let named = state.edges.iter().find(|(letter, _)| letter.is_of(subject, value));
                    let constant = state.constant.filter(|_| is_constant);
                    named.map(|(_, to)| *to).or(constant).or(state.otherwise)
                }),
            };
        }
        trace
    }
}

/// The open path with the most symbols of patterns; the first of equals.
fn most_symbols(patterns: &Patterns, now: &Pending) -> usize {
    let symbols = |at: &usize| {
        let mut seen: Vec<Letter> = Vec::new();
        for letter in now.live.iter().filter_map(|live| Letter::of(patterns.get(live.terms[*at]))) {
            if !seen.contains(&letter) {
                seen.push(letter);
            }
        }
        seen.len()
    };
    (0..now.open.len()).rev().max_by_key(symbols).unwrap_or(0)
}

impl<S: Subject> Engine<S> for TopDown {
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>) {
        let ranks = self.trace(subject, root).into_iter().filter_map(|label| match label {
            StateLabel::Found(rank) => Some(VariantId(rank as u32)),
            StateLabel::At(_) => None,
        });
        let start = found.len();
        found.extend(ranks.filter(|id| {
            linear::repeats_agree(rules.variant(*id), subject, |path| {
                rules.paths().value(subject, root, path)
            })
        }));
        found[start..].sort_unstable();
    }
}
