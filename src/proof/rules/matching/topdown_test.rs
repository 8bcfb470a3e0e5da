//! The worked examples of the thesis about order and the top-down automaton, with its exact results; and that
//! the automaton finds no match that is not there.

use super::code::SyntheticCode;
use super::pattern::PatternId;
use super::random_test::{Choices, Generator, random_rules};
use super::tables_test::Forest;
use super::tests::{matched, rules};
use super::topdown::StateLabel;
use super::{Dag, Engine, LinearScan, ModelSubject, PathId, Shape, Symbol, Tables, TopDown};
use ir::Opcode;

/// A value with these numbers for its operands.
fn of_numbers(opcode: Opcode, numbers: &[u128]) -> SyntheticCode {
    let mut code = SyntheticCode::default();
    let constant = Shape::plain(Symbol::Constant);
    let operands: Vec<usize> =
        numbers.iter().map(|number| code.add(constant, Vec::new(), 8, *number)).collect();
    code.add(Shape::plain(Symbol::Instruction(opcode)), operands, 8, 0);
    code
}

/// The patterns that are found, by their places, the first first.
fn found(automaton: &TopDown, code: &SyntheticCode) -> Vec<usize> {
    let found = automaton.trace(code, code.root()).into_iter().filter_map(|label| match label {
        StateLabel::Found(rank) => Some(rank),
        StateLabel::At(_) => None,
    });
    found.collect()
}

#[test]
fn immediate_subsumption() {
    let mut forest = Forest::default();
    let (x, c, five) = (forest.x(), forest.constant(), forest.number(5));
    let mut a = |left, right| forest.tree(Opcode::Sub, &[left, right]);
    let all = [a(x, x), a(x, c), a(c, x), a(c, c), a(five, x)];
    let names = ["a(x,y)", "a(x,C)", "a(C,x)", "a(C1,C2)", "a(5,x)"];
    let subsumes = |wide: PatternId, narrow: PatternId| wide != narrow && forest.0.subsumes(wide, narrow);
    let mut edges = Vec::new();
    for (narrow, from) in all.iter().zip(names) {
        for (wide, to) in all.iter().zip(names) {
            let is_between = |it: &PatternId| subsumes(*wide, *it) && subsumes(*it, *narrow);
            if subsumes(*wide, *narrow) && !all.iter().any(is_between) {
                edges.push(format!("{from}→{to}"));
            }
        }
    }
    let expected = ["a(x,C)→a(x,y)", "a(C,x)→a(x,y)", "a(C1,C2)→a(x,C)", "a(C1,C2)→a(C,x)", "a(5,x)→a(C,x)"];
    assert_eq!(edges, expected);
}

#[test]
fn each_pattern_has_one_leaf() {
    // p1 = a(x,y,z), p2 = a(3,4,5), p3 = a(3,4,z), the narrower first.
    let mut forest = Forest::default();
    let (x, [three, four, five]) = (forest.x(), [3, 4, 5].map(|number| forest.number(number)));
    let mut a = |operands: [PatternId; 3]| forest.tree(Opcode::Select, &operands);
    let order = [a([three, four, five]), a([three, four, x]), a([x, x, x])];
    let automaton = TopDown::of(&forest.0, &order).unwrap();
    for (numbers, expected) in
        [([3, 4, 5], vec![0, 1, 2]), ([3, 4, 9], vec![1, 2]), ([3, 7, 5], vec![2]), ([4, 4, 5], vec![2])]
    {
        assert_eq!(found(&automaton, &of_numbers(Opcode::Select, &numbers)), expected, "{numbers:?}");
    }
    assert_eq!(automaton.reached(), [0, 1, 2]);
}

#[test]
fn the_way_back_from_a_failed_operand() {
    // t1 = a(x,y), t2 = a(3,4) on a(3,5): the root, 1, 2, and back to where 1 may be anything.
    let mut forest = Forest::default();
    let (x, three, four) = (forest.x(), forest.number(3), forest.number(4));
    let order = [forest.tree(Opcode::Sub, &[three, four]), forest.tree(Opcode::Sub, &[x, x])];
    let automaton = TopDown::of(&forest.0, &order).unwrap();
    let code = of_numbers(Opcode::Sub, &[3, 5]);
    let [first, second] = [1, 2].map(PathId);
    let (at, t1) = (StateLabel::At, StateLabel::Found(1));
    // The state behind tells constants from other values, which is one more look at 1.
    let expected = [at(PathId::ROOT), at(first), at(second), at(first), t1];
    assert_eq!(automaton.trace(&code, code.root()), expected);
    assert_eq!(found(&automaton, &of_numbers(Opcode::Sub, &[3, 4])), [0, 1]);
}

#[test]
fn three_questions_decide() {
    // p1 = a(x,b,c), p2 = a(c,b,b), p3 = a(x,b,y)
    let (b, c) = ("udiv %u, %v", "urem %u, %v");
    let set = rules(&format!(
        "Name: p1\n%b = {b}\n%c = {c}\n%r = fshl %x, %b, %c\n=>\n%r = %x\n\n\
         Name: p2\n%c = {c}\n%b = {b}\n%d = {b}\n%r = fshl %c, %b, %d\n=>\n%r = %u\n\n\
         Name: p3\n%b = {b}\n%r = fshl %x, %b, %y\n=>\n%r = %x\n"
    ));
    let dag = Dag::new(&set);
    let code = |operands: [&str; 3]| {
        format!(
            "b:i8 = udiv x8 y8\nd:i8 = udiv x8 y8\nc:i8 = urem x8 y8\nr:i8 = call @llvm.fshl.i8 {}",
            operands.join(" ")
        )
    };
    for (operands, expected) in [
        (["c", "b", "c"], "p1 p3"),
        (["c", "b", "d"], "p2 p3"),
        (["b", "b", "x8"], "p3"),
        (["c", "c", "b"], ""),
    ] {
        let code = code(operands);
        assert_eq!(matched(&set, &dag, &code), expected, "{code}");
        assert_eq!(matched(&set, &LinearScan, &code), expected, "{code}");
    }
    // Besides the root; the second operand first.
    assert_eq!(dag.figures().depth, 1 + 3);
    let dot = dag.dot(&set);
    let (before, _) = dot.split_once(" [label=\"fshl\"]").unwrap();
    let (_, node) = before.rsplit_once("-> ").unwrap();
    assert!(dot.contains(&format!("{node} [label=\"root.1?\"]")), "{dot}");
}

#[test]
fn constants_beside_numbers() {
    let set = rules("Name: s\n%r = sub %x, C\n=>\n%r = add %x, -C\n");
    let (dag, tables) = (Dag::new(&set), Tables::new(&set).unwrap());
    let top_down = TopDown::new(&set).unwrap();
    for (code, expected) in [
        ("a:i8 = add x8 y8\nr:i8 = sub a i8:5", "s"),
        ("r:i16 = sub i16:92 i16:633", "s"),
        ("r:i8 = sub i8:5 x8", ""),
    ] {
        for engine in [&LinearScan as &dyn for<'a> Engine<ModelSubject<'a>>, &dag, &tables, &top_down] {
            assert_eq!(matched(&set, engine, code), expected, "{code}");
        }
    }
}

#[test]
fn the_automaton_finds_no_match_that_is_not_there() {
    let (mut all, mut by_automaton) = (0, 0);
    for seed in 0..40 {
        let rules = random_rules(&mut Choices::new(seed));
        let automaton = TopDown::new(&rules).unwrap();
        let mut generator = Generator::new(&rules, seed);
        for _ in 0..60 {
            let code = generator.code();
            let (mut scanned, mut found) = (Vec::new(), Vec::new());
            LinearScan.candidates(&rules, &code, code.root(), &mut scanned);
            automaton.candidates(&rules, &code, code.root(), &mut found);
            assert!(found.iter().all(|variant| scanned.contains(variant)), "{code:?}");
            assert!(found.is_sorted());
            (all, by_automaton) = (all + scanned.len(), by_automaton + found.len());
        }
    }
    // It misses what has other flags, and what a symbol has lost.
    assert!(by_automaton * 4 > all && by_automaton < all, "{by_automaton} of {all}");
}
