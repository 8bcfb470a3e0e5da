//! Bottom-up tables: the state of a value is the set of patterns that it matches, looked up by the states of
//! its operands.
//!
//! In: a rule set. Out: the states, and for each head (opcode, flags, predicate) a table over representers:
//! states that no pattern with that head distinguishes at an operand share a row. The method is Chase's
//! (1987), as the thesis on peephole automata uses it for Alive's rules. Tests compare the decision DAG with
//! this engine.

use super::Engine;
use super::linear;
use super::pattern::{Pattern, PatternId, Patterns};
use super::set::{RuleSet, VariantId};
use super::subject::{Subject, Symbol};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use ir::{Flags, IntPredicate, Opcode};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;

/// A symbol with the flags and the predicate that patterns test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TestedSymbol {
    pub(super) symbol: Symbol,
    pub(super) flags: Flags,
    pub(super) predicate: Option<IntPredicate>,
}

/// The rule by which heads of code fit heads of patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    /// The pattern's flags must be a subset of the code's, and a pattern may admit any predicate.
    Subsets,
    /// Heads must be equal: each combination is a separate symbol, as in the thesis.
    Exact,
}

/// Maximum number of sets, and of cells of all tables.
const MAX_CELLS: usize = 4_000_000;

type Sets = IndexSet<FixedBitSet, FxBuildHasher>;

/// The tables of a set of patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Automaton {
    pub(super) states: Sets,
    /// The representers of each symbol and operand.
    pub(super) representers: FxHashMap<(Symbol, usize), Sets>,
    /// The representer of each state, by symbol and operand.
    maps: FxHashMap<(Symbol, usize), Vec<u32>>,
    /// The state for each tuple of representers, by head; the last operand varies fastest.
    tables: FxHashMap<TestedSymbol, Vec<u32>>,
    pub(super) rounds: Vec<usize>,
    /// The flags that patterns test, by symbol.
    tested_flags: FxHashMap<Symbol, Flags>,
}

/// The index of a tuple in a table with sides of these lengths.
pub(super) fn position(tuple: &[usize], lengths: &[usize]) -> usize {
    tuple.iter().zip(lengths).fold(0, |at, (index, length)| at * length + index)
}

impl Automaton {
    /// Builds the tables; `None` if they are too large.
    pub(super) fn new(patterns: &Patterns, heads: Heads) -> Option<Automaton> {
        let mut automaton = Automaton::default();
        automaton.leaves(patterns, heads);
        let heads = heads_of(patterns, heads, &mut automaton.tested_flags);
        automaton.rounds.push(automaton.states.len());
        loop {
            let known = automaton.states.len();
            automaton.represent(patterns);
            let mut cells = 0;
            for (head, members) in &heads {
                cells += automaton.fill(patterns, *head, members);
                if cells > MAX_CELLS || automaton.states.len() > MAX_CELLS {
                    return None;
                }
            }
            automaton.rounds.push(automaton.states.len() - known);
            if automaton.states.len() == known {
                return Some(automaton);
            }
        }
    }

    /// The states of values without operands.
    fn leaves(&mut self, patterns: &Patterns, heads: Heads) {
        self.states.insert(leaf(patterns, |pattern| matches!(pattern, Pattern::Any)));
        let has = |wanted: &Pattern| patterns.iter().any(|pattern| pattern == wanted);
        if has(&Pattern::Undef) {
            self.states.insert(leaf(patterns, |pattern| matches!(pattern, Pattern::Any | Pattern::Undef)));
        }
        let constants = |pattern: &Pattern| matches!(pattern, Pattern::Any | Pattern::Constant);
        self.states.insert(leaf(patterns, constants));
        if heads == Heads::Exact {
            for literal in patterns.iter().filter(|pattern| matches!(pattern, Pattern::Literal(_))) {
                let holds = |pattern: &Pattern| constants(pattern) || pattern == literal;
                self.states.insert(leaf(patterns, holds));
            }
            return;
        }
        for width in 1..=128 {
            for pattern in patterns.iter() {
                if let Pattern::Literal(literal) = pattern
                    && let Some(bits) = literal.bits(width)
                {
                    self.states.insert(constant(patterns, width, bits));
                }
            }
        }
    }

    /// Finds the representers of all states.
    fn represent(&mut self, patterns: &Patterns) {
        let mut children: BTreeMap<(Symbol, usize), FixedBitSet> = BTreeMap::new();
        for pattern in patterns.iter() {
            if let Pattern::Instruction { symbol, operands, .. } = pattern {
                for (at, operand) in operands.iter().enumerate() {
                    let set = children.entry((*symbol, at));
                    set.or_insert_with(|| FixedBitSet::with_capacity(patterns.len()))
                        .insert(operand.0 as usize);
                }
            }
        }
        for (key, set) in children {
            let representers = self.representers.entry(key).or_default();
            let map = self.maps.entry(key).or_default();
            for state in self.states.iter().skip(map.len()) {
                let mut common = state.clone();
                common.intersect_with(&set);
                map.push(representers.insert_full(common).0 as u32);
            }
        }
    }

    /// The lengths of the tables of a symbol.
    pub(super) fn lengths(&self, symbol: Symbol) -> Vec<usize> {
        (0..).map_while(|at| self.representers.get(&(symbol, at)).map(|sets| sets.len())).collect()
    }

    /// Fills the table of a head; returns its number of cells.
    fn fill(&mut self, patterns: &Patterns, head: TestedSymbol, members: &[PatternId]) -> usize {
        let lengths = self.lengths(head.symbol);
        let count: usize = lengths.iter().product();
        if count > MAX_CELLS {
            return count;
        }
        let (mut table, mut tuple) = (Vec::with_capacity(count), vec![0; lengths.len()]);
        for _ in 0..count {
            let mut set = leaf(patterns, |pattern| matches!(pattern, Pattern::Any));
            for member in members {
                let Pattern::Instruction { operands, .. } = patterns.get(*member) else { continue };
                let holds = operands.iter().enumerate().all(|(at, operand)| {
                    self.representers[&(head.symbol, at)][tuple[at]].contains(operand.0 as usize)
                });
                set.set(member.0 as usize, holds);
            }
            table.push(self.states.insert_full(set).0 as u32);
            for at in (0..tuple.len()).rev() {
                tuple[at] += 1;
                if tuple[at] < lengths[at] {
                    break;
                }
                tuple[at] = 0;
            }
        }
        self.tables.insert(head, table);
        count
    }

    /// The state of an instruction with operands of these states; `None` if no pattern has its symbol.
    pub(super) fn state(&self, head: TestedSymbol, operands: &[u32]) -> Option<u32> {
        let table = self.tables.get(&head)?;
        let lengths = self.lengths(head.symbol);
        let tuple: Option<Vec<usize>> = operands
            .iter()
            .enumerate()
            .map(|(at, state)| Some(self.maps.get(&(head.symbol, at))?[*state as usize] as usize))
            .collect();
        table.get(position(&tuple.filter(|tuple| tuple.len() == lengths.len())?, &lengths)).copied()
    }

    pub(super) fn leaf_state(&self, set: &FixedBitSet) -> u32 {
        self.states.get_index_of(set).unwrap_or(0) as u32
    }
}

fn leaf(patterns: &Patterns, holds: impl Fn(&Pattern) -> bool) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(patterns.len());
    for (at, pattern) in patterns.iter().enumerate() {
        set.set(at, holds(pattern));
    }
    set
}

/// The patterns that a constant matches.
pub(super) fn constant(patterns: &Patterns, width: u32, bits: u128) -> FixedBitSet {
    leaf(patterns, |pattern| match pattern {
        Pattern::Any | Pattern::Constant => true,
        Pattern::Literal(literal) => literal.bits(width) == Some(bits),
        _ => false,
    })
}

/// All heads of code that patterns distinguish, each with the patterns that it satisfies.
fn heads_of(
    patterns: &Patterns,
    heads: Heads,
    tested_flags: &mut FxHashMap<Symbol, Flags>,
) -> Vec<(TestedSymbol, Vec<PatternId>)> {
    let mut of_patterns: IndexSet<TestedSymbol, FxBuildHasher> = IndexSet::default();
    for pattern in patterns.iter() {
        if let Pattern::Instruction { symbol, flags, predicate, .. } = pattern {
            of_patterns.insert(TestedSymbol { symbol: *symbol, flags: *flags, predicate: *predicate });
            *tested_flags.entry(*symbol).or_default() |= *flags;
        }
    }
    let all: Vec<TestedSymbol> = match heads {
        Heads::Exact => of_patterns.into_iter().collect(),
        Heads::Subsets => {
            let mut symbols: Vec<(Symbol, Flags)> =
                tested_flags.iter().map(|(symbol, flags)| (*symbol, *flags)).collect();
            symbols.sort_unstable_by_key(|(symbol, _)| *symbol);
            symbols.into_iter().flat_map(|(symbol, flags)| of_code(symbol, flags)).collect()
        }
    };
    let satisfies = |head: &TestedSymbol, pattern: &Pattern| match pattern {
        Pattern::Instruction { symbol, flags, predicate, .. } => match heads {
            Heads::Exact => (*symbol, *flags, *predicate) == (head.symbol, head.flags, head.predicate),
            Heads::Subsets => {
                *symbol == head.symbol
                    && head.flags.contains(*flags)
                    && (predicate.is_none() || *predicate == head.predicate)
            }
        },
        _ => false,
    };
    let members = |head: &TestedSymbol| {
        let numbered = patterns.iter().enumerate().filter(|(_, pattern)| satisfies(head, pattern));
        numbered.map(|(at, _)| PatternId(at as u32)).collect()
    };
    all.iter().map(|head| (*head, members(head))).collect()
}

/// The heads of code with a symbol: any subset of the tested flags, with any predicate.
fn of_code(symbol: Symbol, flags: Flags) -> Vec<TestedSymbol> {
    let single: Vec<Flags> =
        Flags::NAMED.iter().map(|(flag, _)| *flag).filter(|flag| flags.contains(*flag)).collect();
    let predicates: Vec<Option<IntPredicate>> = match symbol == Symbol::Instruction(Opcode::ICmp) {
        true => IntPredicate::ALL.map(Some).to_vec(),
        false => vec![None],
    };
    let subset = |bits: u32| {
        let chosen = single.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        chosen.fold(Flags::NONE, |all, (_, flag)| all | *flag)
    };
    let subsets = (0..1_u32 << single.len()).map(subset);
    subsets
        .flat_map(|flags| {
            predicates.iter().map(move |predicate| TestedSymbol { symbol, flags, predicate: *predicate })
        })
        .collect()
}

/// The bottom-up engine of a rule set.
#[derive(Clone, Debug)]
pub struct Tables {
    automaton: Automaton,
    /// The variants that match at each state, in order of rank.
    variants: Vec<Vec<VariantId>>,
    /// The maximum number of levels of a pattern.
    height: usize,
}

impl Tables {
    /// Builds the tables of a rule set; `None` if they are too large.
    pub fn new(rules: &RuleSet) -> Option<Tables> {
        let automaton = Automaton::new(rules.patterns(), Heads::Subsets)?;
        let of = |state: &FixedBitSet| {
            let all = rules.variants().filter(|(_, variant)| state.contains(variant.pattern.0 as usize));
            all.map(|(id, _)| id).collect()
        };
        let variants = automaton.states.iter().map(of).collect();
        let mut heights: Vec<usize> = Vec::new();
        for pattern in rules.patterns().iter() {
            let below = match pattern {
                Pattern::Instruction { operands, .. } => {
                    operands.iter().map(|operand| heights[operand.0 as usize]).max().unwrap_or(0)
                }
                _ => 0,
            };
            heights.push(below + 1);
        }
        Some(Tables { automaton, variants, height: heights.into_iter().max().unwrap_or(0) })
    }

    /// The number of states: the sets of patterns that one value can match.
    pub fn states(&self) -> usize {
        self.automaton.states.len()
    }

    /// The number of cells of all tables.
    pub fn cells(&self) -> usize {
        self.automaton.tables.values().map(Vec::len).sum()
    }

    /// The state of a value; recursion stops at the depth of the patterns.
    fn state<S: Subject>(&self, rules: &RuleSet, subject: &S, value: S::Value, levels: usize) -> u32 {
        let shape = subject.shape(value);
        match shape.symbol {
            Symbol::Other => 0,
            Symbol::Undef => {
                let set = leaf(rules.patterns(), |pattern| matches!(pattern, Pattern::Any | Pattern::Undef));
                self.automaton.leaf_state(&set)
            }
            Symbol::Constant => {
                let bits = subject.width(value).zip(subject.bits(value));
                bits.map_or(0, |(width, bits)| {
                    self.automaton.leaf_state(&constant(rules.patterns(), width, bits))
                })
            }
            _ if levels == 0 => 0,
            symbol => {
                let Some(tested_flags) = self.automaton.tested_flags.get(&symbol) else { return 0 };
                let operands: Vec<u32> = (0..)
                    .map_while(|at| self.automaton.maps.get(&(symbol, at)).and(subject.operand(value, at)))
                    .map(|operand| self.state(rules, subject, operand, levels - 1))
                    .collect();
                let head =
                    TestedSymbol { symbol, flags: shape.flags & *tested_flags, predicate: shape.predicate };
                self.automaton.state(head, &operands).unwrap_or(0)
            }
        }
    }
}

impl<S: Subject> Engine<S> for Tables {
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>) {
        let state = self.state(rules, subject, root, self.height);
        let all = self.variants[state as usize].iter().copied();
        found.extend(all.filter(|id| {
            linear::repeats_agree(rules.variant(*id), subject, |path| {
                rules.paths().value(subject, root, path)
            })
        }));
    }
}
