//! Steps of each idiom of the library on functions that repeat one thing: ten times as much of it costs at most
//! thirteen times the steps, but for the idioms that are listed with what they cost today.

use super::shapes;
use idiom::library::{Budget, Group, Idiom, Library, builtins};
use idiom::llvm::Module;
use idiom::model::Model;

/// Repetitions in the smaller function; the larger one has ten times as many.
const FEW: usize = 8;

/// So many times the steps are allowed for ten times the size, beside a constant for what is found at the start.
const MOST_TIMES: u64 = 13;

/// Costs below this are not compared.
const SMALL: u64 = 2_000;

/// Idioms that grow faster on some shapes, and the most times that their steps may grow there.
const FASTER: [(&str, &str, u64); 104] = [
    ("ConstantCoefficients", "branches in a loop", 102),
    ("Stencil", "branches in a loop", 102),
    ("StencilInPlace", "branches in a loop", 105),
    ("TwoPointStencil", "branches in a loop", 41),
    ("VariableCoefficients", "branches in a loop", 102),
    ("DoubleFree", "calls", 598),
    ("Leak", "calls", 108),
    ("LockWithoutUnlock", "calls", 26),
    ("UseAfterFree", "calls", 109),
    ("ReductionInMemory", "cases", 18),
    ("RegisterCandidate", "cases", 105),
    ("Axpy", "loops over the same arrays", 25),
    ("ComplexProduct", "loops over the same arrays", 33),
    ("ConstantCoefficients", "loops over the same arrays", 38),
    ("Copy", "loops over the same arrays", 30),
    ("DeadStore", "loops over the same arrays", 66),
    ("DotProduct", "loops over the same arrays", 21),
    ("Extremum", "loops over the same arrays", 22),
    ("FloatFactorisation", "loops over the same arrays", 90),
    ("GeneralHistogram", "loops over the same arrays", 70),
    ("Histogram", "loops over the same arrays", 55),
    ("LinearRecurrence", "loops over the same arrays", 48),
    ("ReductionInMemory", "loops over the same arrays", 74),
    ("ScaledSum", "loops over the same arrays", 31),
    ("Scatter", "loops over the same arrays", 35),
    ("Stencil", "loops over the same arrays", 70),
    ("StencilInPlace", "loops over the same arrays", 66),
    ("TwoPointStencil", "loops over the same arrays", 59),
    ("UnfixedIndex", "loops over the same arrays", 73),
    ("VariableCoefficients", "loops over the same arrays", 38),
    ("ComplexProduct", "loops over their own arrays", 37),
    ("ConstantCoefficients", "loops over their own arrays", 89),
    ("FloatFactorisation", "loops over their own arrays", 95),
    ("GatheredSum", "loops over their own arrays", 323),
    ("GeneralHistogram", "loops over their own arrays", 37),
    ("IndexedUpdate", "loops over their own arrays", 103),
    ("LocationInMemory", "loops over their own arrays", 122),
    ("ReductionInMemory", "loops over their own arrays", 88),
    ("RegisterCandidate", "loops over their own arrays", 122),
    ("Stencil", "loops over their own arrays", 103),
    ("StencilInPlace", "loops over their own arrays", 79),
    ("TwoPointStencil", "loops over their own arrays", 82),
    ("UnfixedIndex", "loops over their own arrays", 79),
    ("VariableCoefficients", "loops over their own arrays", 89),
    ("Clamp", "nests", 440),
    ("CompareExchange", "nests", 425),
    ("ConstantCoefficients", "nests", 110),
    ("Copy", "nests", 124),
    ("DeadStore", "nests", 64),
    ("GatheredSum", "nests", 120),
    ("IndexedUpdate", "nests", 110),
    ("LinearRecurrence", "nests", 78),
    ("LocationInMemory", "nests", 123),
    ("MatrixVector", "nests", 89),
    ("MinPlusProduct", "nests", 113),
    ("ReductionInMemory", "nests", 160),
    ("RegisterCandidate", "nests", 859),
    ("Stencil", "nests", 110),
    ("Stencil2D", "nests", 122),
    ("StencilInPlace", "nests", 104),
    ("StencilInPlace2D", "nests", 93),
    ("ThreeWayComparison", "nests", 442),
    ("Transposition", "nests", 130),
    ("TwoPointStencil", "nests", 106),
    ("UnhoistedLoad", "nests", 24),
    ("VariableCoefficients", "nests", 110),
    ("ComplexProduct", "one loop, many arrays", 37),
    ("ConstantCoefficients", "one loop, many arrays", 104),
    ("FloatFactorisation", "one loop, many arrays", 95),
    ("GeneralHistogram", "one loop, many arrays", 70),
    ("IndexedUpdate", "one loop, many arrays", 103),
    ("LocationInMemory", "one loop, many arrays", 213),
    ("RegisterCandidate", "one loop, many arrays", 122),
    ("Stencil", "one loop, many arrays", 104),
    ("TwoPointStencil", "one loop, many arrays", 71),
    ("UnfixedIndex", "one loop, many arrays", 113),
    ("UnhoistedLoad", "one loop, many arrays", 207),
    ("VariableCoefficients", "one loop, many arrays", 104),
    ("Axpy", "one loop, many places", 120),
    ("ComplexProduct", "one loop, many places", 35),
    ("ConstantCoefficients", "one loop, many places", 75),
    ("Copy", "one loop, many places", 117),
    ("DeadStore", "one loop, many places", 95),
    ("FloatFactorisation", "one loop, many places", 95),
    ("GeneralHistogram", "one loop, many places", 79),
    ("IndexedUpdate", "one loop, many places", 103),
    ("LinearRecurrence", "one loop, many places", 102),
    ("LocationInMemory", "one loop, many places", 122),
    ("MinPlusProduct", "one loop, many places", 120),
    ("ReductionInMemory", "one loop, many places", 74),
    ("RegisterCandidate", "one loop, many places", 717),
    ("ScaledSum", "one loop, many places", 120),
    ("Scatter", "one loop, many places", 73),
    ("Stencil", "one loop, many places", 76),
    ("StencilInPlace", "one loop, many places", 74),
    ("TwoPointStencil", "one loop, many places", 1346),
    ("UnfixedIndex", "one loop, many places", 106),
    ("UnhoistedLoad", "one loop, many places", 24),
    ("VariableCoefficients", "one loop, many places", 75),
    ("ConstantCoefficients", "one sum", 259),
    ("FloatFactorisation", "one sum", 20),
    ("Stencil", "one sum", 296),
    ("TwoPointStencil", "one sum", 52),
    ("VariableCoefficients", "one sum", 259),
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

/// The most times that the steps of an idiom may grow on a shape.
fn most_times(idiom: &str, shape: &str) -> u64 {
    let listed = FASTER.iter().find(|(name, on, _)| *name == idiom && shape.starts_with(on));
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
