//! Worked examples from the literature on loops, with the results given there: loop-invariant code motion,
//! and families of induction variables.

use super::Accesses;
use super::induction::is_fixed;
use super::loops::LoopForest;
use super::term::Term;
use ir::testing::sketch::{sketch, value};
use ir::{Model, ValueId};

/// The named values that are fixed in the only loop.
fn fixed<'n>(model: &Model, names: &[&'n str]) -> Vec<&'n str> {
    let loops = LoopForest::of(model);
    let this = loops.ids().next().expect("a loop");
    names.iter().copied().filter(|name| is_fixed(model, &loops, this, value(model, name))).collect()
}

/// The named values that are fixed and computed in each run of the loop before its exit, so that they could
/// be hoisted.
fn movable<'n>(model: &Model, names: &[&'n str]) -> Vec<&'n str> {
    let loops = LoopForest::of(model);
    let this = loops.ids().next().expect("a loop");
    let leaves = |at: &ValueId| {
        let block = model.block_of(*at).filter(|block| loops.has_block(this, *block));
        block.is_some_and(|block| model.block_successors(block).iter().any(|to| !loops.has_block(this, *to)))
    };
    let exits: Vec<ValueId> = model.blocks().map(|block| model.terminator(block)).filter(leaves).collect();
    let dominates_all = |name: &&str| exits.iter().all(|exit| model.dominates(value(model, name), *exit));
    fixed(model, names).into_iter().filter(dominates_all).collect()
}

/// `A = B + C; F = A + 2; E = 3` are fixed; `D = A' + 1` is not, since A' is one of two values.
#[test]
fn what_does_not_change_in_a_loop() {
    let model = sketch(
        "param b:i32
        param c:i32
        param go:i1
        param a0:i32
        entry:
          enter:void = br -> loop
        loop:
          a1:i32 = phi a0@entry a2@latch
          d:i32 = add a1 i32:1
          choose:void = br go -> left latch
        left:
          a:i32 = add b c
          f:i32 = add a i32:2
          next:void = br -> latch
        latch:
          a2:i32 = phi a1@loop a@left
          e:i32 = add i32:1 i32:2
          back:void = br go -> loop out
        out:
          last:void = ret d",
    );
    assert_eq!(fixed(&model, &["a", "f", "e", "d"]), ["a", "f", "e"]);
}

/// `A = B + C; if (…) E = 2 else E = 3; D = A + 1; F = E + 2`: two values of E meet before F.
#[test]
fn two_definitions_that_do_not_change_make_one_that_does() {
    let model = sketch(
        "param b:i32
        param c:i32
        param go:i1
        entry:
          enter:void = br -> loop
        loop:
          a:i32 = add b c
          choose:void = br go -> left right
        left:
          e1:i32 = add i32:1 i32:1
          x:void = br -> latch
        right:
          e2:i32 = add i32:1 i32:2
          y:void = br -> latch
        latch:
          e:i32 = phi e1@left e2@right
          d:i32 = add a i32:1
          f:i32 = add e i32:2
          back:void = br go -> loop out
        out:
          last:void = ret f",
    );
    assert_eq!(fixed(&model, &["a", "e1", "e2", "d", "f"]), ["a", "e1", "e2", "d"]);
}

/// The loop may be left before `A = B + C` and `D = A + 1`, and not before `E = 3`.
#[test]
fn what_a_run_may_not_reach_stays() {
    let model = sketch(
        "param b:i32
        param c:i32
        param go:i1
        entry:
          enter:void = br -> loop
        loop:
          e:i32 = add i32:1 i32:2
          test:void = br go -> body out
        body:
          a:i32 = add b c
          d:i32 = add a i32:1
          back:void = br -> loop
        out:
          last:void = ret e",
    );
    assert_eq!(fixed(&model, &["a", "d", "e"]), ["a", "d", "e"]);
    assert_eq!(movable(&model, &["a", "d", "e"]), ["e"]);
}

/// `A = B + C` and `D = A + 1` are computed in each run; E is 2 in one arm and 3 in the other.
#[test]
fn what_only_one_arm_computes_stays() {
    let model = sketch(
        "param b:i32
        param c:i32
        param go:i1
        entry:
          enter:void = br -> loop
        loop:
          a:i32 = add b c
          choose:void = br go -> left right
        left:
          e1:i32 = add i32:1 i32:1
          x:void = br -> latch
        right:
          e2:i32 = add i32:1 i32:2
          y:void = br -> latch
        latch:
          e:i32 = phi e1@left e2@right
          d:i32 = add a i32:1
          f:i32 = add e i32:2
          back:void = br go -> loop out
        out:
          last:void = ret f",
    );
    assert_eq!(movable(&model, &["a", "d", "e1", "e2", "f"]), ["a", "d"]);
}

/// Whether `x` is a linear function of `v`; with its factor and summand if those are numbers.
fn family(model: &Model, x: &str, v: &str) -> Option<(Option<i64>, Option<i64>)> {
    let mut accesses = Accesses::new(model);
    let function = accesses.linear_function(value(model, x), value(model, v))?;
    let number = |id| accesses.term(id).and_then(Term::as_constant);
    Some((number(function.factor), number(function.summand)))
}

/// `for (i = 0; i < 100; i++) { t1 = 4 * i; t2 = &A + t1; *t2 = 0; }`
#[test]
fn addresses_are_in_the_family_of_the_counter() {
    let model = sketch(
        "param a:i64
        entry:
          enter:void = br -> loop
        loop:
          i:i64 = phi i64:0@entry next@loop
          t1:i64 = mul i i64:4 !nsw
          t2:i64 = add a t1 !nsw
          square:i64 = mul i i !nsw
          next:i64 = add i i64:1 !nsw
          more:i1 = icmp next i64:100 !slt
          back:void = br more -> loop out
        out:
          last:void = ret",
    );
    assert_eq!(family(&model, "t1", "i"), Some((Some(4), Some(0))));
    assert_eq!(family(&model, "t2", "i"), Some((Some(4), None)));
    assert_eq!(family(&model, "t1", "next"), Some((Some(4), Some(-4))));
    assert_eq!(family(&model, "square", "i"), None);
    assert_eq!(family(&model, "a", "i"), None, "it does not change");
    assert_eq!(family(&model, "i", "t1"), None, "t1 is no step of an induction variable");
}

/// `k = k + 3; if (x < y) k = k + 4; if (a < b) m = 2 * k; k = k - 2;`
#[test]
fn a_variable_that_is_stepped_under_a_condition_has_a_family() {
    let model = sketch(
        "param small:i1
        param other:i1
        param more:i1
        entry:
          enter:void = br -> loop
        loop:
          k:i64 = phi i64:0@entry next@latch
          m0:i64 = phi i64:0@entry m@latch
          k1:i64 = add k i64:3 !nsw
          x:void = br small -> left join
        left:
          k2:i64 = add k1 i64:4 !nsw
          y:void = br -> join
        join:
          k3:i64 = phi k1@loop k2@left
          z:void = br other -> assign latch
        assign:
          m1:i64 = mul k3 i64:2 !nsw
          w:void = br -> latch
        latch:
          m:i64 = phi m0@join m1@assign
          next:i64 = add k3 i64:-2 !nsw
          back:void = br more -> loop out
        out:
          last:void = ret",
    );
    assert_eq!(family(&model, "m1", "k3"), Some((Some(2), Some(0))));
    assert_eq!(family(&model, "next", "k3"), Some((Some(1), Some(-2))));
    assert_eq!(family(&model, "k1", "k"), Some((Some(1), Some(3))));
    assert_eq!(family(&model, "m1", "k"), None, "k was stepped by 3 or by 7 since");
    assert_eq!(family(&model, "m", "k3"), None, "or as it was a round before");
}

/// `t2 = t1 + 10; t1 = 4 * i; t3 = t1 * 8; i = i + 1`: in the first round t1 comes from outside.
#[test]
fn a_value_from_outside_the_loop_is_in_no_family() {
    let model = sketch(
        "param start:i64
        param more:i1
        entry:
          enter:void = br -> loop
        loop:
          i:i64 = phi i64:0@entry next@loop
          t0:i64 = phi start@entry t1@loop
          t2:i64 = add t0 i64:10 !nsw
          t1:i64 = mul i i64:4 !nsw
          t3:i64 = mul t1 i64:8 !nsw
          next:i64 = add i i64:1 !nsw
          back:void = br more -> loop out
        out:
          last:void = ret",
    );
    assert_eq!(family(&model, "t1", "i"), Some((Some(4), Some(0))));
    assert_eq!(family(&model, "t3", "i"), Some((Some(32), Some(0))));
    assert_eq!(family(&model, "t2", "i"), None);
}

/// `t1 = 4 * i; if (t1 >= 50) i = i + 2; t2 = t1 + 10; i = i + 1`: t2 depends on i as it was when t1 was
/// computed, not as it is at t2.
#[test]
fn paths_with_other_steps_end_a_family() {
    let model = sketch(
        "param more:i1
        entry:
          enter:void = br -> loop
        loop:
          i:i64 = phi i64:0@entry next@join
          t1:i64 = mul i i64:4 !nsw
          small:i1 = icmp t1 i64:50 !slt
          x:void = br small -> join step
        step:
          i2:i64 = add i i64:2 !nsw
          y:void = br -> join
        join:
          i3:i64 = phi i@loop i2@step
          t2:i64 = add t1 i64:10 !nsw
          next:i64 = add i3 i64:1 !nsw
          back:void = br more -> loop out
        out:
          last:void = ret",
    );
    assert_eq!(family(&model, "t1", "i"), Some((Some(4), Some(0))));
    assert_eq!(family(&model, "t2", "i3"), None);
    assert_eq!(family(&model, "t2", "i"), Some((Some(4), Some(10))), "of the older value it is one");
}
