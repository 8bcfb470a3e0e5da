//! Completeness against an independent enumerator: programs at 8 bits by their tables of all inputs, without
//! samples and without an order of steps.
//!
//! It shares nothing with the search but the names of constants: programs are listed by their sizes as sets
//! of steps, and results are compared on every input, of one argument and of two.

use super::tests::patterns_at_8_bits;
use std::collections::BTreeSet;

/// A goal by its bits, with its size.
struct Case {
    name: &'static str,
    goal: fn(u8, u8) -> u8,
    size: usize,
}

/// Steps of a program by brute force: name of the operation and positions of its operands.
type Program = Vec<(usize, usize, usize)>;

const UNARY: [&str; 2] = ["~", "-"];
const BINARY: [&str; 8] = ["+", "-", "&", "|", "^", "<<", ">>u", ">>s"];
const CONSTANTS: [(&str, u8); 8] =
    [("0", 0), ("1", 1), ("-1", 255), ("2", 2), ("w", 8), ("(w-1)", 7), ("MIN", 128), ("MAX", 127)];

fn apply(op: usize, a: u8, b: u8) -> u8 {
    match op {
        0 => !a,
        1 => a.wrapping_neg(),
        2 => a.wrapping_add(b),
        3 => a.wrapping_sub(b),
        4 => a & b,
        5 => a | b,
        6 => a ^ b,
        7 => a << (b & 7),
        8 => a >> (b & 7),
        9 => ((a as i8) >> (b & 7)) as u8,
        _ => CONSTANTS[op - 10].1,
    }
}

/// All programs of one size over some inputs, for the goals of a list.
struct Brute {
    inputs: usize,
    size: usize,
    goals: Vec<Vec<u8>>,
    found: Vec<BTreeSet<String>>,
}

/// The number of distinct programs, as sets of steps, of `size` steps that use every step, by goal.
fn counts(goals: &[fn(u8, u8) -> u8], inputs: usize, size: usize) -> Vec<usize> {
    let points = 1usize << (8 * inputs);
    let of = |goal: &fn(u8, u8) -> u8| (0..points).map(|at| goal(at as u8, (at >> 8) as u8)).collect();
    let found = vec![BTreeSet::new(); goals.len()];
    let mut brute = Brute { inputs, size, goals: goals.iter().map(of).collect(), found };
    let input = |input: usize| (0..points).map(|at| (at >> (8 * input)) as u8).collect();
    brute.extend(&mut Vec::new(), &mut (0..inputs).map(input).collect());
    brute.found.iter().map(BTreeSet::len).collect()
}

impl Brute {
    fn extend(&mut self, program: &mut Program, values: &mut Vec<Vec<u8>>) {
        for op in 0..10 + CONSTANTS.len() {
            let (many_a, many_b) = match op {
                0 | 1 => (values.len(), 1),
                2..=9 => (values.len(), values.len()),
                _ => (1, 1),
            };
            for (a, b) in (0..many_a).flat_map(|a| (0..many_b).map(move |b| (a, b))) {
                program.push((op, a, b));
                if program.len() == self.size {
                    self.check(program, values);
                } else {
                    let (left, right) = (&values[a], &values[b]);
                    let value: Vec<u8> = left.iter().zip(right).map(|(a, b)| apply(op, *a, *b)).collect();
                    // A program that computes a value twice has a shorter one beside it.
                    if !values.contains(&value) {
                        values.push(value);
                        self.extend(program, values);
                        values.pop();
                    }
                }
                program.pop();
            }
        }
    }

    /// Keeps a whole program that computes a goal on every input.
    fn check(&mut self, program: &Program, values: &[Vec<u8>]) {
        let Some((op, a, b)) = program.last() else { return };
        let uses =
            |at: usize| program.iter().any(|(op, a, b)| *op < 10 && (*a == at || (*op > 1 && *b == at)));
        for (goal, found) in self.goals.iter().zip(&mut self.found) {
            let mut points = goal.iter().enumerate();
            if points.all(|(at, wanted)| apply(*op, values[*a][at], values[*b][at]) == *wanted)
                && (self.inputs..values.len()).all(uses)
            {
                found.insert(text(program, self.inputs, values.len()));
            }
        }
    }
}

/// The expression of a value, operands of commutative operations in the order of their texts.
fn text(program: &Program, inputs: usize, at: usize) -> String {
    let Some((op, a, b)) = at.checked_sub(inputs).map(|step| program[step]) else {
        return ["x", "y"][at].to_owned();
    };
    match op {
        0 | 1 => format!("{}({})", UNARY[op], text(program, inputs, a)),
        2..=9 => {
            let mut sides = [a, b].map(|side| text(program, inputs, side));
            if matches!(op, 2 | 4 | 5 | 6) {
                sides.sort();
            }
            format!("({} {} {})", sides[0], BINARY[op - 2], sides[1])
        }
        _ => CONSTANTS[op - 10].0.to_owned(),
    }
}

/// Nothing smaller, and as many patterns as the search has.
fn check(cases: &[Case], inputs: usize) {
    let goals: Vec<fn(u8, u8) -> u8> = cases.iter().map(|case| case.goal).collect();
    let largest = cases.iter().map(|case| case.size).max().unwrap();
    for size in 1..=largest {
        for (case, count) in cases.iter().zip(counts(&goals, inputs, size)) {
            let expected = match size.cmp(&case.size) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => patterns_at_8_bits(case.name, size),
                std::cmp::Ordering::Greater => continue,
            };
            assert_eq!(count, expected, "{} of {size} steps", case.name);
        }
    }
}

fn lowest(x: u8) -> Option<u8> {
    (0..8).map(|bit| 1 << bit).find(|bit| x & bit != 0)
}

#[test]
fn enumeration_finds_what_brute_force_finds() {
    check(
        &[
            Case { name: "inc", goal: |x, _| x.wrapping_add(1), size: 2 },
            Case { name: "dec", goal: |x, _| x.wrapping_sub(1), size: 2 },
            Case { name: "blsi", goal: |x, _| lowest(x).unwrap_or(0), size: 2 },
            Case { name: "blsr", goal: |x, _| lowest(x).map_or(x, |bit| x & !bit), size: 3 },
            Case { name: "blsmsk", goal: |x, _| lowest(x).map_or(255, |bit| bit | (bit - 1)), size: 3 },
            Case { name: "tzmsk", goal: |x, _| lowest(x).map_or(255, |bit| bit - 1), size: 3 },
            Case { name: "blcs", goal: |x, _| lowest(!x).map_or(x, |bit| x | bit), size: 3 },
        ],
        1,
    );
}

#[test]
fn enumeration_finds_what_brute_force_finds_of_two_inputs() {
    check(
        &[
            Case { name: "sub", goal: |x, y| x.wrapping_sub(y), size: 1 },
            Case { name: "andn", goal: |x, y| !x & y, size: 2 },
            Case { name: "btc", goal: |x, y| x ^ 1u8.rotate_left(u32::from(y)), size: 3 },
            Case { name: "bts", goal: |x, y| x | 1u8.rotate_left(u32::from(y)), size: 3 },
        ],
        2,
    );
}
