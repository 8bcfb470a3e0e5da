//! Worked examples of the literature, with the results given there.

use super::Dataflow;
use crate::model::ValueId;
use crate::model::sketch::{sketch, value};

type Answer = for<'a, 'm> fn(&'a Dataflow<'m>, ValueId, ValueId) -> bool;

/// Pairs of a value and an instruction, for which the answer is yes or no.
fn check(text: &str, answer: Answer, holds: &[(&str, &str)], misses: &[(&str, &str)]) {
    let model = sketch(text);
    let flow = Dataflow::new(&model);
    for (pair, expected) in holds.iter().map(|p| (p, true)).chain(misses.iter().map(|p| (p, false))) {
        let (x, at) = (value(&model, pair.0), value(&model, pair.1));
        assert_eq!(answer(&flow, x, at), expected, "{pair:?}");
    }
}

/// `if (c) { x = y * z; } else { w = y * z; } return y * z;`, and the same with one arm empty.
const BOTH_ARMS: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      choose:void = br c -> left right
    left:
      x:i32 = mul y z
      a:void = br -> out
    right:
      w:i32 = mul z y
      b:void = br -> out
    out:
      r:i32 = mul y z
      last:void = ret r";

const ONE_ARM: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      choose:void = br c -> left right
    left:
      x:i32 = mul y z
      a:void = br -> out
    right:
      w:i32 = mul y y
      b:void = br -> out
    out:
      r:i32 = mul y z
      last:void = ret r";

#[test]
fn an_expression_of_both_arms_is_available_and_anticipated() {
    check(
        BOTH_ARMS,
        |f, x, at| f.is_available(x, at),
        &[("r", "r"), ("r", "last"), ("x", "b")],
        &[("x", "x")],
    );
    check(
        BOTH_ARMS,
        |f, x, at| f.is_anticipated(x, at),
        &[("r", "choose"), ("x", "choose"), ("r", "r")],
        &[("r", "last")],
    );
}

#[test]
fn an_expression_of_one_arm_is_partially_redundant() {
    check(ONE_ARM, |f, x, at| f.is_available(x, at), &[("r", "a")], &[("r", "r"), ("r", "b"), ("w", "r")]);
    check(
        ONE_ARM,
        |f, x, at| f.is_partially_available(x, at),
        &[("r", "r"), ("w", "r")],
        &[("r", "b"), ("w", "x")],
    );
    check(
        ONE_ARM,
        |f, x, at| f.is_anticipated(x, at),
        &[("r", "choose"), ("w", "w")],
        &[("w", "choose"), ("w", "x")],
    );
}

/// `do { t = x + y; i = i + 1; } while (i < n)`: invariant, hence partially redundant from the second round on.
const INVARIANT: &str = "
    param x:i32
    param y:i32
    param n:i32
    entry:
      enter:void = br -> loop
    loop:
      i:i32 = phi i32:0@entry next@loop
      t:i32 = add x y
      u:i32 = add i y
      next:i32 = add i i32:1
      more:i1 = icmp next n !slt
      back:void = br more -> loop out
    out:
      last:void = ret t";

#[test]
fn an_invariant_expression_is_partially_redundant_and_a_varying_one_is_not() {
    check(
        INVARIANT,
        |f, x, at| f.is_partially_available(x, at),
        &[("t", "t"), ("t", "i")],
        &[("u", "u"), ("t", "enter")],
    );
    check(
        INVARIANT,
        |f, x, at| f.is_available(x, at),
        &[("t", "last"), ("u", "last")],
        &[("t", "t"), ("u", "u")],
    );
    check(
        INVARIANT,
        |f, x, at| f.is_anticipated(x, at),
        &[("t", "enter"), ("t", "i"), ("u", "t")],
        &[("u", "enter"), ("t", "u")],
    );
}

#[test]
fn liveness_counts_uses_as_they_stand() {
    // `t` is live although its only use is multiplied away in the end; `next` is live along the back edge alone.
    let holds = [("x", "enter"), ("t", "more"), ("next", "back"), ("n", "i"), ("y", "u"), ("t", "last")];
    let misses = [
        ("t", "t"),
        ("u", "next"),
        ("next", "i"),
        ("next", "last"),
        ("i", "i"),
        ("i", "more"),
        ("n", "last"),
    ];
    check(INVARIANT, |f, x, at| f.is_live(x, at), &holds, &misses);
}

/// `p = get(); if (c) { put(p); } return;` beside one that puts on both ways, and a loop without an exit.
const RELEASE: &str = "
    global @get
    global @put
    param c:i1
    param d:i1
    entry:
      p:ptr = call @get
      choose:void = br c -> left right
    left:
      one:void = call @put p !writes
      a:void = br -> out
    right:
      which:void = br d -> other spin
    other:
      two:void = call @put p !writes
      b:void = br -> out
    spin:
      again:void = br -> spin
    out:
      last:void = ret";

#[test]
fn events_count_on_every_way_to_an_exit() {
    let model = sketch(RELEASE);
    let flow = Dataflow::new(&model);
    let named = |names: &[&str]| names.iter().map(|name| value(&model, name)).collect::<Vec<_>>();
    let on_every_path =
        |from: &str, events: &[&str]| flow.meets_on_every_path(value(&model, from), &named(events));
    assert!(on_every_path("p", &["one", "two"]));
    assert!(!on_every_path("p", &["one"]));
    assert!(!on_every_path("p", &[]));
    assert!(on_every_path("which", &["two"]), "the other way never ends");
    assert!(!on_every_path("two", &["two"]), "what comes behind it counts");
    assert!(!on_every_path("last", &["last"]), "there is nothing behind an exit");
}
