//! Feasible paths against execution: random programs that pass a pointer to a release on some paths, run on
//! all inputs that their comparisons distinguish.
//!
//! The interpreter runs the generated program and is independent of the model. If a run leaves the function
//! without releasing the pointer, a path must be found. If all conditions are single flags, which the search
//! tracks completely, and the program has no cycles, no other path may be found.

use super::Memory;
use ir::testing::sketch::{sketch, value};
use proptest::prelude::*;
use std::fmt::Write as _;

/// A block: pointer and number depending on the predecessor, what is released, and the successors.
type Block = ([bool; 8], [usize; 8], Release, (Test, usize, usize));

#[derive(Clone, Copy, Debug)]
enum Release {
    Nothing,
    Pointer,
    Chosen,
}

#[derive(Clone, Copy, Debug)]
enum Test {
    Flag(usize),
    Both,
    Either,
    Not(usize),
    IsNull,
    Compare(usize, usize, usize),
}

/// The compared values: two parameters, three constants, the number of the block.
const NUMBERS: [&str; 5] = ["a", "b", "i32:0", "i32:1", "i32:2"];
const PREDICATES: [&str; 6] = ["eq", "ne", "slt", "sge", "ult", "ugt"];

fn blocks(tests: impl Strategy<Value = Test>, most: usize) -> impl Strategy<Value = Vec<Block>> {
    let release = prop_oneof![Just(Release::Nothing), Just(Release::Pointer), Just(Release::Chosen)];
    let pointers = any::<[bool; 8]>();
    let numbers = proptest::array::uniform8(0..NUMBERS.len());
    proptest::collection::vec((pointers, numbers, release, (tests, 1..most, 1..most)), 3..most)
}

fn flags() -> impl Strategy<Value = Test> {
    (0..2usize).prop_map(Test::Flag)
}

fn tests() -> impl Strategy<Value = Test> {
    let compare = (0..6usize, 0..6usize, 0..6usize).prop_map(|(p, x, y)| Test::Compare(p, x, y));
    let not = (0..2usize).prop_map(Test::Not);
    prop_oneof![flags(), not, Just(Test::Both), Just(Test::Either), Just(Test::IsNull), compare]
}

/// The successors of each block; none for an exit. Only later blocks if cycles are not allowed.
fn successors(blocks: &[Block], goes_round: bool) -> Vec<Vec<usize>> {
    let count = blocks.len();
    let to = |k: usize, pick: usize| match goes_round {
        true => 1 + pick % (count - 1),
        false => k + 1 + pick % (count - k - 1).max(1),
    };
    let of = |(k, (.., (_, one, other))): (usize, &Block)| match k + 1 == count {
        true => Vec::new(),
        false if to(k, *one) == to(k, *other) => vec![to(k, *one)],
        false => vec![to(k, *one), to(k, *other)],
    };
    blocks.iter().enumerate().map(of).collect()
}

fn text(blocks: &[Block], to: &[Vec<usize>]) -> String {
    let mut text =
        "global @malloc\nglobal @free\nparam a:i32\nparam b:i32\nparam c0:i1\nparam c1:i1\n".to_owned();
    for (k, (pointers, numbers, release, (test, ..))) in blocks.iter().enumerate() {
        let from: Vec<usize> = (0..blocks.len()).filter(|from| to[*from].contains(&k)).collect();
        writeln!(text, "k{k}:").expect("a string");
        if k == 0 {
            text.push_str("p:ptr = call @malloc\n");
        } else if !from.is_empty() {
            let by = |n: usize| if pointers[n % 8] { "p" } else { "ptr:null" };
            let chosen: String = from.iter().map(|n| format!(" {}@k{n}", by(*n))).collect();
            writeln!(text, "q{k}:ptr = phi{chosen}").expect("a string");
            let chosen: String = from.iter().map(|n| format!(" {}@k{n}", NUMBERS[numbers[n % 8]])).collect();
            writeln!(text, "m{k}:i32 = phi{chosen}").expect("a string");
        }
        let has_phis = k > 0 && !from.is_empty();
        let own = if has_phis { format!("q{k}") } else { "p".to_owned() };
        match release {
            Release::Nothing => {}
            Release::Pointer => writeln!(text, "f{k}:void = call @free p !writes").expect("a string"),
            Release::Chosen => writeln!(text, "f{k}:void = call @free {own} !writes").expect("a string"),
        }
        let number = |n: usize| match NUMBERS.get(n) {
            Some(name) => (*name).to_owned(),
            None if has_phis => format!("m{k}"),
            None => "a".to_owned(),
        };
        let condition = match test {
            Test::Flag(n) => format!("c{n}"),
            Test::Both => "and c0 c1".to_owned(),
            Test::Either => "or c0 c1".to_owned(),
            Test::Not(n) => format!("xor c{n} i1:1"),
            Test::IsNull => format!("icmp {own} ptr:null !eq"),
            Test::Compare(p, x, y) => format!("icmp {} {} !{}", number(*x), number(*y), PREDICATES[*p]),
        };
        let is_name = matches!(test, Test::Flag(_));
        match &to[k][..] {
            [] => writeln!(text, "e{k}:void = ret").expect("a string"),
            [next] => writeln!(text, "e{k}:void = br -> k{next}").expect("a string"),
            [one, other] if is_name => {
                writeln!(text, "e{k}:void = br {condition} -> k{one} k{other}").expect("a string");
            }
            [one, other, ..] => {
                writeln!(text, "t{k}:i1 = {condition}\ne{k}:void = br t{k} -> k{one} k{other}")
                    .expect("a string");
            }
        }
    }
    text
}

/// Whether a run leaves the function without releasing the pointer; `None` if it does not terminate.
fn leaks(blocks: &[Block], to: &[Vec<usize>], (numbers, flags): ([i32; 2], [bool; 2])) -> Option<bool> {
    let (mut at, mut from, mut is_released) = (0, None, false);
    for _ in 0..64 {
        let (pointers, own_numbers, release, (test, ..)) = &blocks[at];
        let fixed = |n: usize| [numbers[0], numbers[1], 0, 1, 2][n];
        let is_pointer = from.is_none_or(|from: usize| pointers[from % 8]);
        let own = from.map_or(numbers[0], |from: usize| fixed(own_numbers[from % 8]));
        is_released |= match release {
            Release::Nothing => false,
            Release::Pointer => true,
            Release::Chosen => is_pointer,
        };
        let number = |n: usize| if n < NUMBERS.len() { fixed(n) } else { own };
        let holds = match *test {
            Test::Flag(n) => flags[n],
            Test::Both => flags[0] && flags[1],
            Test::Either => flags[0] || flags[1],
            Test::Not(n) => !flags[n],
            Test::IsNull => !is_pointer,
            Test::Compare(p, x, y) => {
                let (x, y) = (number(x), number(y));
                [x == y, x != y, x < y, x >= y, (x as u32) < y as u32, x as u32 > y as u32][p]
            }
        };
        let next = match &to[at][..] {
            [] => return Some(!is_released),
            [next] => *next,
            [one, other, ..] => {
                if holds {
                    *one
                } else {
                    *other
                }
            }
        };
        (from, at) = (Some(at), next);
    }
    None
}

/// Whether some run leaks, and whether a leaking path was found.
fn both(blocks: &[Block], goes_round: bool) -> (bool, bool) {
    let to = successors(blocks, goes_round);
    let numbers = [-2, -1, 0, 1, 2, 3];
    let pairs = numbers.iter().flat_map(|a| numbers.map(|b| [*a, b]));
    let inputs = pairs.flat_map(|pair| [0, 1, 2, 3].map(|bits| (pair, [bits & 1 == 1, bits & 2 == 2])));
    let some_run = inputs.into_iter().any(|input| leaks(blocks, &to, input) == Some(true));
    let model = sketch(&text(blocks, &to));
    let is_release = |at: &ir::ValueId| model.name(*at).starts_with('f');
    let events: Vec<_> = model.instructions().filter(is_release).collect();
    let path = Memory::new(&model).path_unpassed(value(&model, "p"), &events);
    (some_run, path.is_some())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_run_leaks_where_no_path_is_found(blocks in blocks(tests(), 8)) {
        for goes_round in [false, true] {
            let (some_run, is_found) = both(&blocks, goes_round);
            prop_assert!(is_found || !some_run, "{}", text(&blocks, &successors(&blocks, goes_round)));
        }
    }

    #[test]
    fn a_path_that_is_found_by_flags_is_run(blocks in blocks(flags(), 8)) {
        let (some_run, is_found) = both(&blocks, false);
        prop_assert_eq!(is_found, some_run, "{}", text(&blocks, &successors(&blocks, false)));
    }
}
