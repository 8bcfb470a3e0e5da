//! The control and phi dependences of the dot product and of `map_sqrt`, on extracted IR, written out by hand
//! from the definition in `docs/src/language.md`. The numbers are those of `test-ir/extract/NAME.model`.

#![allow(clippy::unwrap_used)] // a test may; clippy exempts only `#[test]` functions by itself

use ir::{Model, ValueId};
use llvm::Module;
use std::path::Path;

/// The values behind `v3`, `v5-v7`.
fn values(text: &str) -> Vec<ValueId> {
    let number = |v: &str| v.strip_prefix('v').unwrap().parse::<u32>().unwrap();
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        number(from)..=number(to)
    };
    text.split_whitespace().flat_map(range).map(ValueId).collect()
}

/// Compares `of` for every instruction with `expected`; an instruction without a line has no values.
fn check(name: &str, expected: &[(&str, &str)], of: impl Fn(&Model, ValueId) -> Vec<ValueId>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("test-ir/extract/{name}.ll"));
    let module = Module::read(&path).unwrap();
    let function = module.functions().find(|f| !f.is_declaration()).unwrap();
    let extraction = function.extract();
    for value in extraction.model.instructions() {
        let line = expected.iter().find(|(from, _)| values(from) == [value]);
        let listed = line.map_or_else(Vec::new, |(_, to)| values(to));
        assert_eq!(of(&extraction.model, value), listed, "{name}: {value:?}");
    }
}

/// The values c with an edge (c, p) in the phi dependence graph.
fn phi_dependences(model: &Model, p: ValueId) -> Vec<ValueId> {
    model.instructions().filter(|c| model.phi_depends(*c, p)).collect()
}

/// The guard v4 decides whether the loop v7-v17 runs, its branch v17 whether it runs again; the exit always
/// runs.
#[test]
fn dependences_of_the_dot_product() {
    check("dot_product", &[("v4", "v7-v17"), ("v17", "v7-v17")], Model::control_dependents);
    check("dot_product", &[("v5", "v4 v17"), ("v7", "v4 v17"), ("v8", "v4 v17")], phi_dependences);
}

/// The guard v3 decides over all but the exit v5, the outer branch v12 over both loops (v6-v12 and v13-v22),
/// the inner branch v22 over the inner loop alone: the outer loop's end post-dominates it.
#[test]
fn dependences_of_map_sqrt() {
    let control = [("v3", "v4 v6-v22"), ("v12", "v6-v22"), ("v22", "v13-v22")];
    check("map_sqrt", &control, Model::control_dependents);
    check("map_sqrt", &[("v6", "v3 v12"), ("v13", "v3 v12 v22"), ("v14", "v3 v12 v22")], phi_dependences);
}
