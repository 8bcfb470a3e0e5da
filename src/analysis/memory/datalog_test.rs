//! Points-to analysis in Datalog, on random programs of slots, loads and stores: inclusion computes exactly
//! the same sets, unification supersets.

use super::points_to::PointsTo;
use super::unification::unify;
use ascent::ascent;
use ir::Model;
use ir::testing::sketch::{sketch, value};
use proptest::prelude::*;
use std::fmt::Write as _;

ascent! {
    struct Pointers;
    relation slot(u32);
    // Pointer and stored value; result and pointer of a load.
    relation store(u32, u32);
    relation load(u32, u32);

    relation points(u32, u32);
    points(s, s) <-- slot(s);
    points(x, o) <-- load(x, p), points(p, s), holds(s, o);
    relation holds(u32, u32);
    holds(s, o) <-- store(p, x), points(p, s), points(x, o);
}

const SLOTS: u32 = 4;

/// Loads and stores, with operands given by the numbers of earlier values.
fn program(lines: &[(bool, u32, u32)]) -> (String, Pointers) {
    let mut stated = Pointers { slot: (0..SLOTS).map(|s| (s,)).collect(), ..Pointers::default() };
    let mut text = "entry:\n".to_owned();
    (0..SLOTS).for_each(|s| writeln!(text, "v{s}:ptr = alloca").expect("a string"));
    let mut values = SLOTS;
    for (n, (is_load, one, other)) in lines.iter().enumerate() {
        let (one, other) = (one % values, other % values);
        if *is_load {
            writeln!(text, "v{values}:ptr = load v{one} !reads").expect("a string");
            stated.load.push((values, one));
            values += 1;
        } else {
            writeln!(text, "s{n}:void = store v{other} v{one} !writes").expect("a string");
            stated.store.push((one, other));
        }
    }
    text.push_str("last:void = ret\n");
    (text, stated)
}

/// The slots that a value may point to, by number.
fn targets(model: &Model, analysis: &PointsTo, name: &str) -> Vec<u32> {
    let targets = analysis.targets(model, value(model, name));
    let slot = |s: &u32| analysis.objects.at(value(model, &format!("v{s}")));
    (0..SLOTS).filter(|s| slot(s).is_some_and(|o| targets.iter().any(|(object, _)| object == o))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pointers_lead_where_the_rules_say(
        lines in proptest::collection::vec((any::<bool>(), any::<u32>(), any::<u32>()), 1..16),
    ) {
        let (text, mut stated) = program(&lines);
        stated.run();
        let model = sketch(&text);
        let (inclusion, unified) = (PointsTo::by_inclusion(&model).expect("few rounds"), unify(&model));
        for loaded in SLOTS..SLOTS + stated.load.len() as u32 {
            let expected: Vec<u32> = (0..SLOTS).filter(|s| stated.points.contains(&(loaded, *s))).collect();
            let name = format!("v{loaded}");
            prop_assert_eq!(&targets(&model, &inclusion, &name), &expected, "{} in {}", name, text);
            let more = targets(&model, &unified, &name);
            prop_assert!(expected.iter().all(|s| more.contains(s)), "{} in {}", name, text);
        }
    }
}
