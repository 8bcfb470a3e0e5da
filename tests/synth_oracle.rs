//! The published algorithm for synthesising patterns as an oracle for the enumeration: CEGIS with location
//! variables, by z3.
//!
//! After Fried, *Synthesising Instruction Selection* (2016), sections 3.2 and 3.3, over Gulwani's component
//! encoding, at 8 bits: multisets or sequences of components, all results of one size, several goals of one
//! interface at once. Two corrections: the iterations compare with the number of operations, not with the
//! size, and the search ends if no size has a pattern. The oracle shares no code with `src/synth`; the
//! expected sets are those of `src/synth/tests.rs`. Without z3 the searches are skipped.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use easy_smt::{Context, ContextBuilder};
use std::collections::BTreeSet;
use std::io::Write as _;

/// The next multiset of the same size, as ascending positions. False after the last one.
fn next_multiset(chosen: &mut [usize], operations: usize) -> bool {
    let Some(at) = chosen.iter().rposition(|k| *k < operations - 1) else { return false };
    let value = chosen[at] + 1;
    chosen[at..].fill(value);
    true
}

/// The next sequence of the same size. False after the last one.
fn next_sequence(chosen: &mut [usize], operations: usize) -> bool {
    let Some(at) = chosen.iter().rposition(|k| *k < operations - 1) else { return false };
    chosen[at] += 1;
    chosen[at + 1..].fill(0);
    true
}

type Next = fn(&mut [usize], usize) -> bool;

fn iterations(next: Next, operations: usize, largest: usize) -> usize {
    let mut count = 0;
    for size in 1..=largest {
        let mut chosen = vec![0; size];
        count += 1;
        while next(&mut chosen, operations) {
            count += 1;
        }
    }
    count
}

#[test]
fn iterations_are_as_many_as_the_formulas_say() {
    assert_eq!(iterations(next_multiset, 21, 5), 65_779);
    assert_eq!(iterations(next_sequence, 21, 5), 4_288_305);
    // The published condition, with the size in place of the number of operations, omits most of them.
    assert_eq!(iterations(|chosen, _| next_multiset(chosen, chosen.len()), 21, 5), 175);
}

/// A component: its name, its number of operands, whether these commute, and its SMT-LIB term.
struct Component {
    name: &'static str,
    arity: usize,
    commutes: bool,
    term: &'static str,
}

const fn component(name: &'static str, arity: usize, commutes: bool, term: &'static str) -> Component {
    Component { name, arity, commutes, term }
}

/// The operations on words except products and shifts, which the goals below do not need at their sizes.
const COMPONENTS: [Component; 8] = [
    component("", 0, false, "c"),
    component("~", 1, false, "(bvnot a)"),
    component("-", 1, false, "(bvneg a)"),
    component("+", 2, true, "(bvadd a b)"),
    component("-", 2, false, "(bvsub a b)"),
    component("&", 2, true, "(bvand a b)"),
    component("|", 2, true, "(bvor a b)"),
    component("^", 2, true, "(bvxor a b)"),
];

fn apply(kind: usize, constant: u8, a: u8, b: u8) -> u8 {
    match kind {
        0 => constant,
        1 => !a,
        2 => a.wrapping_neg(),
        3 => a.wrapping_add(b),
        4 => a.wrapping_sub(b),
        5 => a & b,
        6 => a | b,
        _ => a ^ b,
    }
}

/// A goal of a number of inputs.
type Goal = fn(&[u8]) -> u8;

/// A program: for each location the operation, its constant and the locations of its operands.
type Program = Vec<(usize, u8, [usize; 2])>;

fn run(program: &Program, inputs: &[u8]) -> u8 {
    let mut values = inputs.to_vec();
    for (kind, constant, [a, b]) in program {
        let operand = |at: usize| values.get(at).copied().unwrap_or(0);
        values.push(apply(*kind, *constant, operand(*a), operand(*b)));
    }
    *values.last().unwrap()
}

/// The program as an expression; operands of commutative operations are sorted by their texts.
fn text(program: &Program, inputs: usize, at: usize) -> String {
    let Some((kind, constant, operands)) = at.checked_sub(inputs).map(|step| program[step]) else {
        return ["x", "y"][at].to_owned();
    };
    let Component { name, arity, commutes, .. } = COMPONENTS[kind];
    let mut sides: Vec<String> =
        operands[..arity].iter().map(|operand| text(program, inputs, *operand)).collect();
    if commutes {
        sides.sort();
    }
    match sides.as_slice() {
        [] => (constant as i8).to_string(),
        [a] => format!("{name}({a})"),
        sides => format!("({} {name} {})", sides[0], sides[1]),
    }
}

fn z3() -> Option<Context> {
    let context = ContextBuilder::new().solver("z3").solver_args(["-smt2", "-in"]).build();
    if context.is_err() {
        let _ = writeln!(std::io::stderr(), "skipped: no z3 in PATH");
    }
    context.ok()
}

/// Whether the solver finds a solution.
fn is_satisfiable(context: &mut Context) -> bool {
    let check = context.atom("(check-sat)");
    context.raw_send(check).unwrap();
    let reply = context.raw_recv().unwrap();
    match context.get_atom(reply) {
        Some("unsat") => false,
        Some("sat") => true,
        _ => panic!("the solver said {}", context.display(reply)),
    }
}

fn value(context: &mut Context, name: &str) -> usize {
    let get = context.atom(format!("(get-value ({name}))"));
    context.raw_send(get).unwrap();
    let reply = context.raw_recv().unwrap();
    let text = context.display(reply).to_string();
    let number = text.trim_matches(['(', ')']).split_whitespace().last().unwrap().to_owned();
    match number.strip_prefix("#x") {
        Some(digits) => usize::from_str_radix(digits, 16).unwrap(),
        None => number.parse().unwrap(),
    }
}

/// A search: the components, and the solver that assigns locations to them.
struct Search<'a> {
    context: &'a mut Context,
    chosen: Vec<usize>,
    inputs: usize,
    goals: &'a [Goal],
    tests: usize,
}

impl Search<'_> {
    fn say(&mut self, text: &str) {
        let text = self.context.atom(text);
        self.context.raw_send(text).unwrap();
    }

    /// Asserts that locations are in range and distinct, and operands precede results; with `fixed`, also
    /// that components are in the order of the sequence.
    fn well_formed(&mut self, fixed: bool) {
        let (first, end) = (self.inputs, self.inputs + self.chosen.len());
        let mut text =
            format!("(declare-const goal Int)(assert (and (<= 0 goal) (< goal {})))", self.goals.len());
        for at in 0..self.chosen.len() {
            text += &format!("(declare-const k{at} (_ BitVec 8))(declare-const r{at} Int)");
            text += &match fixed {
                true => format!("(assert (= r{at} {}))", first + at),
                false => format!("(assert (and (<= {first} r{at}) (< r{at} {end})))"),
            };
            for operand in 0..2 {
                text += &format!("(declare-const o{at}_{operand} Int)");
                text += &match operand < COMPONENTS[self.chosen[at]].arity {
                    true => format!("(assert (and (<= 0 o{at}_{operand}) (< o{at}_{operand} r{at})))"),
                    false => format!("(assert (= o{at}_{operand} 0))"),
                };
            }
            if self.chosen[at] != 0 {
                text += &format!("(assert (= k{at} #x00))");
            }
            for other in 0..at {
                text += &format!("(assert (not (= r{at} r{other})))");
            }
        }
        self.say(&text);
    }

    /// Adds a test case: for these inputs the program has the chosen goal's result.
    fn add_test(&mut self, inputs: &[u8]) {
        let t = self.tests;
        self.tests += 1;
        let (count, end) = (self.chosen.len(), self.inputs + self.chosen.len());
        let mut text = String::new();
        for at in 0..count {
            text += &format!("(declare-const v{t}_{at} (_ BitVec 8))");
        }
        for at in 0..count {
            for operand in 0..COMPONENTS[self.chosen[at]].arity {
                text += &format!("(declare-const a{t}_{at}_{operand} (_ BitVec 8))");
                let here = format!("a{t}_{at}_{operand}");
                for (location, number) in inputs.iter().enumerate() {
                    text +=
                        &format!("(assert (=> (= o{at}_{operand} {location}) (= {here} #x{number:02x})))");
                }
                for from in 0..count {
                    text += &format!("(assert (=> (= o{at}_{operand} r{from}) (= {here} v{t}_{from})))");
                }
            }
            let term = COMPONENTS[self.chosen[at]].term;
            let words = term.split(' ').map(|word| match word.trim_end_matches(')') {
                "a" => word.replace('a', &format!("a{t}_{at}_0")),
                "b" => word.replace('b', &format!("a{t}_{at}_1")),
                "c" => format!("k{at}"),
                _ => word.to_owned(),
            });
            let term = words.collect::<Vec<_>>().join(" ");
            text += &format!("(assert (= v{t}_{at} {term}))");
            // The result is at the last location, since a program of the smallest size has no unused
            // operation.
            for (number, goal) in self.goals.iter().enumerate() {
                let wanted = goal(inputs);
                text += &format!(
                    "(assert (=> (and (= goal {number}) (= r{at} {})) (= v{t}_{at} #x{wanted:02x})))",
                    end - 1
                );
            }
        }
        self.say(&text);
    }

    /// The program that the solver proposes, with its goal.
    fn program(&mut self) -> (usize, Program, String) {
        let count = self.chosen.len();
        let mut program = vec![(0, 0, [0; 2]); count];
        let goal = value(self.context, "goal");
        let mut same = format!("(= goal {goal})");
        for at in 0..count {
            let (place, constant) =
                (value(self.context, &format!("r{at}")), value(self.context, &format!("k{at}")));
            let operands = [0, 1].map(|operand| value(self.context, &format!("o{at}_{operand}")));
            program[place - self.inputs] = (self.chosen[at], constant as u8, operands);
            same += &format!("(= r{at} {place}) (= k{at} #x{constant:02x})");
            same += &format!("(= o{at}_0 {}) (= o{at}_1 {})", operands[0], operands[1]);
        }
        (goal, program, format!("(assert (not (and {same})))"))
    }

    /// Finds all programs of these components: CEGIS until there is no further one.
    fn all(&mut self, fixed: bool, tests: &mut Vec<Vec<u8>>, found: &mut [BTreeSet<String>]) {
        self.say("(push 1)");
        self.well_formed(fixed);
        for test in tests.clone() {
            self.add_test(&test);
        }
        while is_satisfiable(self.context) {
            let (goal, program, exclusion) = self.program();
            let wrong =
                all_inputs(self.inputs).find(|inputs| run(&program, inputs) != self.goals[goal](inputs));
            match wrong {
                Some(inputs) => {
                    self.add_test(&inputs);
                    tests.push(inputs);
                }
                None => {
                    found[goal].insert(text(&program, self.inputs, self.inputs + program.len() - 1));
                    self.say(&exclusion);
                }
            }
        }
        self.say("(pop 1)");
    }
}

fn all_inputs(count: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..1usize << (8 * count)).map(move |number| (0..count).map(|at| (number >> (8 * at)) as u8).collect())
}

/// The patterns of the smallest size for each goal, with at most `largest` components.
fn synthesise(
    goals: &[Goal],
    inputs: usize,
    largest: usize,
    next: Next,
    fixed: bool,
) -> Option<Vec<BTreeSet<String>>> {
    let mut context = z3()?;
    let quiet = context.atom("(set-option :print-success false)");
    context.raw_send(quiet).unwrap();
    let mut found = vec![BTreeSet::new(); goals.len()];
    let mut tests = vec![vec![0x5c; inputs]];
    for size in 1..=largest {
        // Goals that have a pattern are searched no further.
        let open: Vec<usize> = (0..goals.len()).filter(|goal| found[*goal].is_empty()).collect();
        let wanted: Vec<Goal> = open.iter().map(|goal| goals[*goal]).collect();
        if wanted.is_empty() {
            break;
        }
        let mut of_size = vec![BTreeSet::new(); wanted.len()];
        let mut chosen = vec![0; size];
        loop {
            let mut search =
                Search { context: &mut context, chosen: chosen.clone(), inputs, goals: &wanted, tests: 0 };
            search.all(fixed, &mut tests, &mut of_size);
            if !next(&mut chosen, COMPONENTS.len()) {
                break;
            }
        }
        for (goal, patterns) in open.into_iter().zip(of_size) {
            found[goal] = patterns;
        }
    }
    Some(found)
}

fn inc(inputs: &[u8]) -> u8 {
    inputs[0].wrapping_add(1)
}

fn dec(inputs: &[u8]) -> u8 {
    inputs[0].wrapping_sub(1)
}

fn lowest_bit(inputs: &[u8]) -> u8 {
    (0..8).map(|bit| 1 << bit).find(|bit| inputs[0] & bit != 0).unwrap_or(0)
}

fn and_not(inputs: &[u8]) -> u8 {
    !inputs[0] & inputs[1]
}

fn sets(lists: &[&[&str]]) -> Vec<BTreeSet<String>> {
    lists.iter().map(|list| list.iter().map(|text| (*text).to_owned()).collect()).collect()
}

const INC: &[&str] = &["(1 + x)", "(x - -1)", "-(~(x))"];
const DEC: &[&str] = &["(-1 + x)", "(x - 1)", "~(-(x))"];

#[test]
fn multisets_of_components_for_three_goals_at_once() {
    let Some(found) = synthesise(&[inc, dec, lowest_bit], 1, 2, next_multiset, false) else { return };
    assert_eq!(found, sets(&[INC, DEC, &["(-(x) & x)"]]));
}

#[test]
fn sequences_of_components() {
    let Some(found) = synthesise(&[inc], 1, 2, next_sequence, true) else { return };
    assert_eq!(found, sets(&[INC]));
}

#[test]
fn two_inputs() {
    let Some(found) = synthesise(&[and_not], 2, 2, next_multiset, false) else { return };
    let andn =
        ["(y & ~(x))", "((x & y) ^ y)", "(y - (x & y))", "((x | y) ^ x)", "((x | y) - x)", "((x ^ y) & y)"];
    let andn: BTreeSet<String> = andn.map(str::to_owned).into();
    assert_eq!(found[0], andn);
}

#[test]
fn three_components() {
    let reset: Goal = |inputs| inputs[0] & inputs[0].wrapping_sub(1);
    let Some(found) = synthesise(&[reset], 1, 3, next_multiset, false) else { return };
    let reset = [
        "((-1 + x) & x)",
        "((x - 1) & x)",
        "((-(x) ^ x) & x)",
        "(x & ~(-(x)))",
        "((-(x) | x) + x)",
        "((-(x) & x) ^ x)",
        "(x - (-(x) & x))",
        "((-(x) | x) ^ -(x))",
        "((-(x) | x) - -(x))",
    ];
    assert_eq!(found[0], reset.map(str::to_owned).into());
}

/// The search ends if no size has a pattern; the published one does not end.
#[test]
fn a_goal_without_a_pattern_ends() {
    let Some(found) = synthesise(&[lowest_bit], 1, 1, next_multiset, false) else { return };
    assert!(found[0].is_empty());
}
