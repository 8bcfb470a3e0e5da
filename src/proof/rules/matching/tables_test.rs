//! The worked examples of the thesis that the bottom-up tables come from, with its exact results.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::subject::Symbol;
use super::tables::{Automaton, Heads, TestedSymbol, constant, position};
use ir::{Flags, Opcode};

/// A forest of patterns written by hand: `a` and `s` have operands, `b` and `c` are numbers.
#[derive(Default)]
pub(super) struct Forest(pub(super) Patterns);

impl Forest {
    pub(super) fn x(&mut self) -> PatternId {
        self.0.add(Pattern::Any)
    }

    pub(super) fn number(&mut self, magnitude: u128) -> PatternId {
        self.0.add(Pattern::Literal(Literal { negative: false, magnitude }))
    }

    pub(super) fn constant(&mut self) -> PatternId {
        self.0.add(Pattern::Constant)
    }

    fn of(&mut self, opcode: Opcode, left: PatternId, right: PatternId) -> PatternId {
        self.tree(opcode, &[left, right])
    }

    pub(super) fn tree(&mut self, opcode: Opcode, operands: &[PatternId]) -> PatternId {
        let symbol = Symbol::Instruction(opcode);
        let operands = operands.to_vec();
        self.0.add(Pattern::Instruction { symbol, flags: Flags::NONE, predicate: None, operands })
    }
}

/// The state of an instruction.
fn state(automaton: &Automaton, opcode: Opcode, operands: [u32; 2]) -> u32 {
    let head = TestedSymbol { symbol: Symbol::Instruction(opcode), flags: Flags::NONE, predicate: None };
    automaton.state(head, &operands).unwrap()
}

/// The patterns of a state.
fn members(automaton: &Automaton, state: u32) -> Vec<PatternId> {
    automaton.states[state as usize].ones().map(|at| PatternId(at as u32)).collect()
}

#[test]
fn patterns_that_a_term_matches() {
    // P = {a(a(b,x),b), a(a(x,c),c)}
    let mut forest = Forest::default();
    let (x, b, c) = (forest.x(), forest.number(1), forest.number(2));
    let (abx, axc) = (forest.of(Opcode::Add, b, x), forest.of(Opcode::Add, x, c));
    forest.of(Opcode::Add, abx, b);
    forest.of(Opcode::Add, axc, c);
    assert_eq!(forest.0.len(), 7);
    let automaton = Automaton::new(&forest.0, Heads::Exact).unwrap();
    let leaf = |bits| automaton.leaf_state(&constant(&forest.0, 8, bits));
    let (lb, lc) = (leaf(1), leaf(2));
    let abc = state(&automaton, Opcode::Add, [lb, lc]);
    assert_eq!(members(&automaton, abc), [x, abx, axc]);
    let acb = state(&automaton, Opcode::Add, [lc, lb]);
    assert_eq!(members(&automaton, state(&automaton, Opcode::Add, [lb, acb])), [x, abx]);
}

#[test]
fn sets_of_two_overlapping_patterns() {
    // p = a(a(x,x),b), p' = a(b,x)
    let mut forest = Forest::default();
    let (x, b) = (forest.x(), forest.number(1));
    let axx = forest.of(Opcode::Add, x, x);
    let (p, q) = (forest.of(Opcode::Add, axx, b), forest.of(Opcode::Add, b, x));
    let automaton = Automaton::new(&forest.0, Heads::Exact).unwrap();
    let (lb, other) = (automaton.leaf_state(&constant(&forest.0, 8, 1)), 0);
    assert_eq!(automaton.states.len(), 5);
    let add = |a, b| state(&automaton, Opcode::Add, [a, b]);
    assert_eq!(members(&automaton, other), [x]);
    assert_eq!(members(&automaton, lb), [x, b]);
    let (three, four) = (add(other, other), add(lb, other));
    assert_eq!(members(&automaton, three), [x, axx]);
    assert_eq!(members(&automaton, four), [x, axx, q]);
    let five = add(three, lb);
    assert_eq!(members(&automaton, five), [x, axx, p]);
    // The rows by the state of the left operand: 33333 44444 35333 35333 35333.
    let states = [other, lb, three, four, five];
    for (left, row) in states.iter().zip(["33333", "44444", "35333", "35333", "35333"]) {
        let states_text: String = states
            .iter()
            .map(|right| 1 + states.iter().position(|known| *known == add(*left, *right)).unwrap())
            .map(|number| number.to_string())
            .collect();
        assert_eq!(states_text, row);
    }
    assert_eq!(automaton.lengths(Symbol::Instruction(Opcode::Add)), [3, 2]);
    // a(a(a(b,c),b),b): p at the root and at 1, p' at 1.1.
    let abc = add(lb, other);
    assert_eq!((abc, add(abc, lb), add(five, lb)), (four, five, five));
}

#[test]
fn rounds_and_representers() {
    // add(1, add(1,x)), add(0, sub(x,1))
    let mut forest = Forest::default();
    let (x, zero, one) = (forest.x(), forest.number(0), forest.number(1));
    let inner = forest.of(Opcode::Add, one, x);
    forest.of(Opcode::Add, one, inner);
    let sub = forest.of(Opcode::Sub, x, one);
    forest.of(Opcode::Add, zero, sub);
    let automaton = Automaton::new(&forest.0, Heads::Exact).unwrap();
    assert_eq!(automaton.states.len(), 7);
    assert_eq!(automaton.rounds, [3, 2, 2, 0]);
    let of = |opcode| automaton.lengths(Symbol::Instruction(opcode));
    assert_eq!((of(Opcode::Add), of(Opcode::Sub)), (vec![3, 3], vec![1, 2]));
    let representers = |at| {
        let sets = &automaton.representers[&(Symbol::Instruction(Opcode::Add), at)];
        sets.iter()
            .map(|set| set.ones().map(|at| PatternId(at as u32)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(representers(0), [vec![], vec![zero], vec![one]].to_vec());
    assert_eq!(representers(1), [vec![x], vec![x, inner], vec![x, sub]].to_vec());
}

#[test]
fn positions_in_flat_tables() {
    // The first is counted from one, as the thesis does there.
    assert_eq!(position(&[3 - 1, 1 - 1], &[4, 3]) + 1, 7);
    assert_eq!(position(&[4, 5], &[5, 6]), 29);
    assert_eq!(position(&[1, 4, 2], &[2, 5, 3]), 29);
}
