//! The growth of search steps of built-in idioms with the size of the function. Steps are the same on every
//! machine.

use super::tests::sound;
use ir::testing::sketch::sketch;
use solver::Budget;
use std::fmt::Write as _;

/// A loop around `count` branches on loaded values.
fn branches(count: usize) -> String {
    let mut text = "
        param p:ptr
        entry:
          enter:void = br -> loop
        loop:
          i:i64 = phi i64:0@entry next@last
          address:ptr = getelementptr p i
          on:void = br -> b0
        "
    .to_owned();
    for k in 0..count {
        let next = if k + 1 == count { "last".to_owned() } else { format!("b{}", k + 1) };
        let _ = write!(
            text,
            "b{k}:
               x{k}:i64 = load address !reads
               c{k}:i1 = icmp x{k} i64:{k} !eq
               if{k}:void = br c{k} -> t{k} {next}
             t{k}:
               s{k}:void = store i64:1 address !writes
               j{k}:void = br -> {next}
            "
        );
    }
    text + "last:
              next:i64 = add i i64:1 !nsw
              more:i1 = icmp next i64:1000 !slt
              back:void = br more -> loop out
            out:
              end:void = ret"
}

/// A function with `count` loads from one address, and between them stores to a slot that are loaded at once.
fn loads(count: usize) -> String {
    let mut text = "
        param p:ptr
        entry:
          own:ptr = alloca
        "
    .to_owned();
    for k in 0..count {
        let _ = write!(
            text,
            "x{k}:i64 = load p !reads
             s{k}:void = store x{k} own !writes
             y{k}:i64 = load own !reads
             m{k}:i64 = mul x{k} y{k}
            "
        );
    }
    text + "end:void = ret"
}

/// The same, with each load in a block that can be bypassed.
fn guarded_loads(count: usize) -> String {
    let mut text = "
        param p:ptr
        param c:i1
        entry:
          own:ptr = alloca
          on:void = br -> b0
        "
    .to_owned();
    for k in 0..count {
        let next = k + 1;
        let _ = write!(
            text,
            "b{k}:
               x{k}:i64 = load p !reads
               if{k}:void = br c -> t{k} b{next}
             t{k}:
               s{k}:void = store x{k} own !writes
               y{k}:i64 = load own !reads
               m{k}:i64 = mul x{k} y{k}
               j{k}:void = br -> b{next}
            "
        );
    }
    text + &format!("b{count}:\nend:void = ret")
}

/// The steps of a complete search.
fn steps(idiom: &str, text: &str) -> u64 {
    let library = sound(&[], Some(&[idiom]));
    let found = library.idioms()[0].find(&sketch(text), Budget::default());
    assert_eq!(found.exhausted, None);
    found.steps
}

#[test]
fn accesses_of_one_address_take_steps_in_proportion() {
    for idiom in ["RedundantLoad", "ForwardableStore", "DeadStore"] {
        for text in [loads, guarded_loads] {
            let (small, large) = (steps(idiom, &text(100)), steps(idiom, &text(1000)));
            assert!(large < 13 * small, "{idiom}: {small} steps, then {large} for 10 times the size");
        }
    }
}

#[test]
fn branches_in_a_loop_take_steps_in_proportion() {
    for idiom in ["SCoP", "For"] {
        let (small, large) = (steps(idiom, &branches(100)), steps(idiom, &branches(400)));
        assert!(large < 6 * small, "{idiom}: {small} steps, then {large} for 4 times the size");
    }
}
