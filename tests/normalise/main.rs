//! Normalisation on models and in LLVM: the normalised copy is equal to the extraction after the named pass,
//! a second run changes nothing, and results stay the same.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

mod corpus;
mod generator;
mod interpreter;
#[path = "../modules/mod.rs"]
mod modules;

use generator::Generator;
use interpreter::refines;
use ir::{Model, Opcode, TypeClass};
use llvm::{FunctionRef, Module};
use normalise::{
    ALL, FLATTEN_GEP, HOIST_SELECT, MAKES, MERGE_PHI, MOST_ROUNDS, OR_TO_ADD, RESTORE_CASTS, SHL_TO_MUL,
    Step, after,
};

/// The passes by name.
const PASSES: &[(&str, &[Step])] = &[
    ("or-to-add", OR_TO_ADD),
    ("shl-to-mul", SHL_TO_MUL),
    ("flatten-gep", FLATTEN_GEP),
    ("hoist-select", HOIST_SELECT),
    ("merge-phi", MERGE_PHI),
    ("restore-casts", RESTORE_CASTS),
    ("normalize", ALL),
];

/// Commits the steps as the pass does, and returns whether the function changed.
fn commit(module: &mut Module, function: &str, steps: &[Step]) -> bool {
    let mut changed = false;
    for _ in 0..MOST_ROUNDS {
        let mut again = false;
        for step in steps {
            let plan = (step.plan)(&module.function(function).unwrap().extract().model);
            if !plan.is_empty() {
                module.commit(function, &plan).unwrap().unwrap_or_else(|why| panic!("{function}: {why}"));
                again = true;
            }
        }
        changed |= again;
        if !again {
            return changed;
        }
    }
    panic!("{function}: no end");
}

fn shown(model: &Model) -> String {
    model.dump().with_locations().without_names().to_string()
}

/// Checks that the copy equals the extraction after the commit, that a second run changes nothing, and that
/// the verifier accepts the module. Returns the number of changed functions.
fn check_module(text: &[u8], name: &str) -> usize {
    let mut changed = 0;
    for (pass, steps) in PASSES {
        let mut module = Module::parse(text, name).unwrap_or_else(|error| panic!("{error}"));
        let functions: Vec<String> =
            module.functions().filter(|f| !f.is_declaration()).map(|f| f.name()).collect();
        for function in &functions {
            let before = module.function(function).unwrap().extract().model.clone();
            let copy = after(&before, steps);
            let committed = commit(&mut module, function, steps);
            assert_eq!(copy.is_some(), committed, "{pass} on {name}: {function}");
            let Some(copy) = copy else { continue };
            changed += 1;
            let (had, has) = (before.opcodes().with(MAKES), copy.opcodes());
            assert_eq!(had.with(has), had, "{pass} on {name}: {function}: an opcode that is not in MAKES");
            let extraction = module.function(function).unwrap().extract();
            let (copied, extracted) = (shown(&copy), shown(&extraction.model));
            assert!(
                copied == extracted,
                "{pass} on {name}: {function}\nthe copy:\n{copied}\nextracted:\n{extracted}"
            );
            assert!(after(&copy, steps).is_none(), "{pass} on {name}: {function}: a second run");
            assert!(after(&extraction.model, steps).is_none(), "{pass} on {name}: {function}: a second run");
            for (value, origin) in copy.values().map(|value| (value, copy.origin(value))) {
                let is_same = |origin| copy.type_id(value) == before.type_id(origin);
                assert!(origin.is_none_or(is_same), "{name}: {function}: {value:?} stands for {origin:?}");
            }
        }
        module.verify().unwrap_or_else(|error| panic!("{pass} on {name}: {error}"));
    }
    changed
}

#[test]
fn the_copy_is_what_extraction_gives_after_the_pass() {
    let inputs = corpus::inputs();
    assert!(inputs.len() >= 80, "inputs are missing");
    let changed: usize = inputs.iter().map(|(name, text)| check_module(text, name)).sum();
    assert!(changed >= 2500, "only {changed} functions changed");
}

/// Choices that are arms of choices, directly and through getelementptr, are rewritten at once, however deep
/// they nest.
#[test]
fn nests_are_rewritten_whole() {
    let links: &[&dyn Fn(usize) -> String] = &[
        &|k| format!("  %s{} = select i1 %c{k}, ptr %s{k}, ptr %a\n", k + 1),
        &|k| {
            format!(
                "  %g{k} = getelementptr i8, ptr %s{k}, i64 {k}\n  %s{} = select i1 %c{k}, ptr %a, ptr %g{k}\n",
                k + 1
            )
        },
        // The common part of the arms grows, until it is too long.
        &|k| {
            let arm = |name: &str| format!("  %{name}{k} = getelementptr i16, ptr %s{k}, i64 %{name}\n");
            format!("{}{}  %s{} = select i1 %c{k}, ptr %i{k}, ptr %j{k}\n", arm("i"), arm("j"), k + 1)
        },
        // Each select has another use.
        &|k| format!("  %s{} = select i1 %c{k}, ptr %s{k}, ptr %a\n  store ptr %s{k}, ptr %a\n", k + 1),
    ];
    for (at, link) in links.iter().enumerate() {
        for depth in [3, 50, 100, 300] {
            let mut text = "define ptr @f(ptr %a, i64 %i, i64 %j) {\n".to_string();
            text += "  %s0 = getelementptr i32, ptr %a, i64 %i\n";
            for k in 0..depth {
                text += &format!("  %c{k} = icmp eq i64 %i, {k}\n{}", link(k));
            }
            text += &format!("  ret ptr %s{depth}\n}}\n");
            check_module(text.as_bytes(), "nest.ll");
            let module = Module::parse(text.as_bytes(), "nest.ll").unwrap();
            let model = after(&module.function("f").unwrap().extract().model, ALL).unwrap();
            let chooses =
                |v| model.opcode(v) == Some(Opcode::Select) && model.has_class(v, TypeClass::Pointer);
            assert_eq!(model.instructions().filter(|v| chooses(*v)).count(), 0, "link {at}, {depth} deep");
        }
    }
}

#[test]
fn generated_functions_are_copied_and_committed_alike() {
    for seed in 0..150 {
        let text = Generator::new(seed).module(4);
        let changed = check_module(text.as_bytes(), &format!("seed {seed}"));
        assert!(changed > 0, "nothing changed:\n{text}");
    }
}

#[test]
fn loops_are_copied_and_committed_alike() {
    for seed in 0..60 {
        let text = Generator::new(seed).loops(4);
        check_module(text.as_bytes(), &format!("loops of seed {seed}"));
    }
}

/// Every pass preserves all results that were defined.
#[test]
fn generated_functions_compute_the_same() {
    let (mut changed, mut defined) = (0, 0);
    for seed in 1000..1250 {
        compute_the_same(&Generator::new(seed).module(3), seed, &mut changed, &mut defined);
    }
    assert!(changed > 900 && defined > 5000, "{changed} functions changed, {defined} runs defined");
}

#[test]
fn generated_loops_compute_the_same() {
    let (mut changed, mut defined) = (0, 0);
    for seed in 2000..2150 {
        compute_the_same(&Generator::new(seed).loops(4), seed, &mut changed, &mut defined);
    }
    assert!(changed > 900 && defined > 5000, "{changed} functions changed, {defined} runs defined");
}

#[test]
fn generated_joins_compute_the_same() {
    let (mut changed, mut defined, mut merged) = (0, 0, 0);
    for seed in 3000..3100 {
        let text = Generator::new(seed).joins(4);
        check_module(text.as_bytes(), &format!("joins of seed {seed}"));
        compute_the_same(&text, seed, &mut changed, &mut defined);
        let module = Module::parse(text.as_bytes(), "generated.ll").unwrap();
        let is_merged = |f: &FunctionRef<'_>| after(&f.extract().model, MERGE_PHI).is_some();
        merged += module.functions().filter(is_merged).count();
    }
    assert!(merged > 100 && defined > 5000, "{merged} functions merged, {defined} runs defined");
}

fn compute_the_same(text: &str, seed: u64, changed: &mut usize, defined: &mut usize) {
    let module = Module::parse(text.as_bytes(), "generated.ll").unwrap_or_else(|e| panic!("{e}\n{text}"));
    module.verify().unwrap_or_else(|e| panic!("{e}\n{text}"));
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let extraction = function.extract();
        let model = &extraction.model;
        for (pass, steps) in PASSES {
            let Some(copy) = after(model, steps) else { continue };
            *changed += 1;
            for n in 0..24 {
                match refines(model, &copy, seed * 31 + n) {
                    Ok(is_defined) => *defined += usize::from(is_defined),
                    Err(why) => {
                        panic!("{pass}, seed {seed}, run {n}: {why}\n{text}\n{}", copy.dump())
                    }
                }
            }
        }
    }
}
