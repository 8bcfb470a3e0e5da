//! Growth of the steps of each idiom on functions that repeat one structure: ten times the repetitions cost
//! at most thirteen times the steps. Exceptions are listed with their present growth.

use super::shapes;
use ir::Model;
use library::{Budget, Group, Idiom, Library, builtins};
use llvm::Module;

/// Repetitions in the smaller function; the larger one has ten times as many.
const FEW: usize = 8;

/// The factor of steps that is permitted for ten times the size, beside a constant for fixed costs.
const MOST_TIMES: u64 = 13;

/// Costs below this are not compared.
const SMALL: u64 = 2_000;

/// Idioms that grow faster on some shapes, with the factor by which their steps may grow there.
const FASTER: [(&str, &str, u64); 93] = [
    ("ConstantCoefficients", "branches in a loop", 72),
    ("Stencil", "branches in a loop", 72),
    ("StencilInPlace", "branches in a loop", 78),
    ("TwoPointStencil", "branches in a loop", 33),
    ("VariableCoefficients", "branches in a loop", 72),
    ("DoubleFree", "calls", 479),
    ("Leak", "calls", 81),
    ("LockWithoutUnlock", "calls", 21),
    ("UseAfterFree", "calls", 86),
    ("DoubleFree", "calls in a loop", 459),
    ("Leak", "calls in a loop", 82),
    ("LockWithoutUnlock", "calls in a loop", 21),
    ("UseAfterFree", "calls in a loop", 87),
    ("ReductionInMemory", "cases of a switch", 15),
    ("RegisterCandidate", "cases of a switch", 65),
    ("Axpy", "loops over the same arrays", 23),
    ("ComplexProduct", "loops over the same arrays", 31),
    ("ConstantCoefficients", "loops over the same arrays", 47),
    ("Copy", "loops over the same arrays", 26),
    ("DeadStore", "loops over the same arrays", 47),
    ("DotProduct", "loops over the same arrays", 19),
    ("Extremum", "loops over the same arrays", 19),
    ("FloatFactorisation", "loops over the same arrays", 72),
    ("GeneralHistogram", "loops over the same arrays", 54),
    ("Histogram", "loops over the same arrays", 46),
    ("LinearRecurrence", "loops over the same arrays", 35),
    ("LinearSearch", "loops over the same arrays", 31),
    ("ReductionInMemory", "loops over the same arrays", 59),
    ("ScaledSum", "loops over the same arrays", 27),
    ("Scatter", "loops over the same arrays", 28),
    ("Stencil", "loops over the same arrays", 55),
    ("StencilInPlace", "loops over the same arrays", 52),
    ("TwoPointStencil", "loops over the same arrays", 68),
    ("UnfixedIndex", "loops over the same arrays", 57),
    ("VariableCoefficients", "loops over the same arrays", 47),
    ("ComplexProduct", "loops over their own arrays", 31),
    ("ConstantCoefficients", "loops over their own arrays", 46),
    ("FloatFactorisation", "loops over their own arrays", 72),
    ("GeneralHistogram", "loops over their own arrays", 20),
    ("LinearRecurrence", "loops over their own arrays", 24),
    ("LinearSearch", "loops over their own arrays", 31),
    ("ReductionInMemory", "loops over their own arrays", 59),
    ("Stencil", "loops over their own arrays", 54),
    ("StencilInPlace", "loops over their own arrays", 56),
    ("TwoPointStencil", "loops over their own arrays", 73),
    ("UnfixedIndex", "loops over their own arrays", 57),
    ("VariableCoefficients", "loops over their own arrays", 46),
    ("Clamp", "nests", 264),
    ("CompareExchange", "nests", 265),
    ("Copy", "nests", 62),
    ("DeadStore", "nests", 48),
    ("LocationInMemory", "nests", 22),
    ("MatrixVector", "nests", 44),
    ("ReductionInMemory", "nests", 89),
    ("RegisterCandidate", "nests", 20),
    ("Stencil2D", "nests", 75),
    ("ThreeWayComparison", "nests", 265),
    ("Transposition", "nests", 72),
    ("UnhoistedLoad", "nests", 16),
    ("ComplexProduct", "one loop, many arrays", 31),
    ("ConstantCoefficients", "one loop, many arrays", 61),
    ("FloatFactorisation", "one loop, many arrays", 72),
    ("GeneralHistogram", "one loop, many arrays", 16),
    ("IndexedUpdate", "one loop, many arrays", 42),
    ("LinearRecurrence", "one loop, many arrays", 84),
    ("LocationInMemory", "one loop, many arrays", 169),
    ("RegisterCandidate", "one loop, many arrays", 33),
    ("Stencil", "one loop, many arrays", 61),
    ("TwoPointStencil", "one loop, many arrays", 64),
    ("UnfixedIndex", "one loop, many arrays", 90),
    ("UnhoistedLoad", "one loop, many arrays", 156),
    ("VariableCoefficients", "one loop, many arrays", 61),
    ("Axpy", "one loop, many places of one row", 94),
    ("ComplexProduct", "one loop, many places of one row", 30),
    ("ConstantCoefficients", "one loop, many places of one row", 40),
    ("Copy", "one loop, many places of one row", 92),
    ("DeadStore", "one loop, many places of one row", 53),
    ("FloatFactorisation", "one loop, many places of one row", 72),
    ("GeneralHistogram", "one loop, many places of one row", 35),
    ("IndexedUpdate", "one loop, many places of one row", 62),
    ("ReductionInMemory", "one loop, many places of one row", 53),
    ("RegisterCandidate", "one loop, many places of one row", 80),
    ("ScaledSum", "one loop, many places of one row", 99),
    ("Scatter", "one loop, many places of one row", 50),
    ("Stencil", "one loop, many places of one row", 40),
    ("TwoPointStencil", "one loop, many places of one row", 65),
    ("UnfixedIndex", "one loop, many places of one row", 82),
    ("VariableCoefficients", "one loop, many places of one row", 40),
    ("ConstantCoefficients", "one sum of many elements", 16),
    ("FloatFactorisation", "one sum of many elements", 15),
    ("Stencil", "one sum of many elements", 16),
    ("TwoPointStencil", "one sum of many elements", 20),
    ("VariableCoefficients", "one sum of many elements", 16),
];

fn model(text: &str) -> Model {
    let module = Module::parse(text.as_bytes(), "shape").unwrap();
    module.function("f").unwrap().extract().model.clone()
}

fn library() -> Library {
    let names: Vec<String> = builtins()
        .into_iter()
        .filter(|one| matches!(one.group, Group::Idiom | Group::OnRequest))
        .map(|one| one.name)
        .collect();
    assert!(names.len() > 100);
    Library::new(Vec::new(), Some(&names))
}

/// The factor by which the steps of an idiom may grow on a shape.
fn most_times(idiom: &str, shape: &str) -> u64 {
    let kind = shape.split(':').next();
    let listed = FASTER.iter().find(|(name, on, _)| *name == idiom && kind == Some(on));
    listed.map_or(MOST_TIMES, |(.., times)| *times)
}

fn grows_faster(idiom: &Idiom, shape: &str, [small, large]: [&Model; 2]) -> Option<String> {
    let few = idiom.find(small, Budget::default()).steps;
    let allowed = (most_times(idiom.name(), shape) * few).max(SMALL);
    let is_over = idiom.find(large, Budget::of_steps(allowed)).exhausted.is_some();
    is_over.then(|| {
        let many = idiom.find(large, Budget::default()).steps;
        format!("{} on {shape}: {few} steps, then {many}, {} times", idiom.name(), many.div_ceil(few.max(1)))
    })
}

fn check(kind: impl Fn(&str) -> bool) {
    let library = library();
    let mut faster = Vec::new();
    let shapes: Vec<_> = shapes::all().into_iter().filter(|shape| kind(&shape.name)).collect();
    assert!(!shapes.is_empty());
    for shape in shapes {
        let (small, large) = (model(&(shape.text)(FEW)), model(&(shape.text)(10 * FEW)));
        let found =
            library.idioms().iter().filter_map(|idiom| grows_faster(idiom, &shape.name, [&small, &large]));
        faster.extend(found);
    }
    assert!(faster.is_empty(), "{}", faster.join("\n"));
}

#[test]
fn loops() {
    check(|shape| shape.starts_with("loops"));
}

#[test]
fn nests() {
    check(|shape| shape.starts_with("nests"));
}

#[test]
fn accesses() {
    check(|shape| shape.starts_with("one ") || shape.starts_with("elements"));
}

#[test]
fn branches() {
    check(|shape| shape.starts_with("branches") || shape.starts_with("cases"));
}

#[test]
fn calls() {
    check(|shape| shape.starts_with("calls"));
}
