//! Completeness against an independent enumerator: expression trees at 8 bits by their tables of all 256
//! values, without pruning.
//!
//! It shares nothing with the search but the names of constants: programs are listed by their sizes as sets
//! of steps, and results are compared on every input.

use super::tests::one_input_patterns;
use std::collections::BTreeSet;

/// A goal, its definition by the bits of its argument, and its size.
type Case = (&'static str, fn(u8) -> u8, usize);

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

/// The number of distinct programs, as sets of steps, of `size` steps that use every step and compute `goal`.
fn count(goal: fn(u8) -> u8, size: usize) -> usize {
    let mut found = BTreeSet::new();
    extend(&mut Vec::new(), &mut vec![(0..=255u8).collect()], &|x| goal(x), size, &mut found);
    found.len()
}

fn extend(
    program: &mut Program,
    values: &mut Vec<Vec<u8>>,
    goal: &dyn Fn(u8) -> u8,
    size: usize,
    found: &mut BTreeSet<String>,
) {
    if program.len() == size {
        let last = values.last().unwrap();
        let is_right = (0..=255u8).all(|x| last[usize::from(x)] == goal(x));
        let uses =
            |at: usize| program.iter().any(|(op, a, b)| *op < 10 && (*a == at || (*op > 1 && *b == at)));
        if is_right && (1..values.len() - 1).all(uses) {
            found.insert(text(program, values.len() - 1));
        }
        return;
    }
    for op in 0..10 + CONSTANTS.len() {
        let (many_a, many_b) = match op {
            0 | 1 => (values.len(), 1),
            2..=9 => (values.len(), values.len()),
            _ => (1, 1),
        };
        for a in 0..many_a {
            for b in 0..many_b {
                let value: Vec<u8> = (0..256).map(|x| apply(op, values[a][x], values[b][x])).collect();
                // A program that computes a value twice has a shorter one beside it.
                if values.contains(&value) {
                    continue;
                }
                program.push((op, a, b));
                values.push(value);
                extend(program, values, goal, size, found);
                values.pop();
                program.pop();
            }
        }
    }
}

/// The expression of a value, operands of commutative operations in the order of their texts.
fn text(program: &Program, at: usize) -> String {
    if at == 0 {
        return "x".to_owned();
    }
    let (op, a, b) = program[at - 1];
    match op {
        0 | 1 => format!("{}({})", UNARY[op], text(program, a)),
        2..=9 => {
            let mut sides = [text(program, a), text(program, b)];
            if matches!(op, 2 | 4 | 5 | 6) {
                sides.sort();
            }
            format!("({} {} {})", sides[0], BINARY[op - 2], sides[1])
        }
        _ => CONSTANTS[op - 10].0.to_owned(),
    }
}

#[test]
fn enumeration_finds_what_brute_force_finds() {
    let cases: [Case; 7] = [
        ("inc", |x| x.wrapping_add(1), 2),
        ("dec", |x| x.wrapping_sub(1), 2),
        ("blsi", |x| (0..8).map(|bit| 1 << bit).find(|bit| x & bit != 0).unwrap_or(0), 2),
        ("blsr", |x| (0..8).map(|bit| 1 << bit).find(|bit| x & bit != 0).map_or(x, |bit| x & !bit), 3),
        ("blsmsk", |x| (0..8).map(|n| 1u8 << n).find(|b| x & b != 0).map_or(255, |b| b | (b - 1)), 3),
        ("tzmsk", |x| (0..8).map(|bit| 1u8 << bit).find(|bit| x & bit != 0).map_or(255, |bit| bit - 1), 3),
        ("blcs", |x| (0..8).map(|bit| 1u8 << bit).find(|bit| x & bit == 0).map_or(x, |bit| x | bit), 3),
    ];
    for (name, goal, size) in cases {
        // Nothing smaller, and as many.
        assert!((1..size).all(|less| count(goal, less) == 0), "{name}");
        assert_eq!(one_input_patterns(name, size), count(goal, size), "{name}");
    }
}
