//! The library on IR that LLVM has read, as plugin and command use it.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use library::{Budget, Library};
use llvm::Module;

const TEXT: &[u8] = b"
    declare double @sqrt(double)
    define double @square(double %x, double %y) {
      %xx = fmul double %x, %x
      %r = call double @sqrt(double %xx)
      ret double %r
    }
    define double @product(double %x, double %y) {
      %xy = fmul double %x, %y
      %r = call double @sqrt(double %xy)
      ret double %r
    }";

#[test]
fn finds_the_root_of_a_square() {
    let module = Module::parse(TEXT, "test").unwrap();
    let library = Library::new(Vec::new(), Some(&["SqrtOfSquare".to_owned()]));
    assert_eq!(library.render(false), "");
    for (function, expect) in [("square", 1), ("product", 0)] {
        let extraction = module.function(function).unwrap().extract();
        let found = library.idioms()[0].find(&extraction.model, Budget::default());
        assert!(found.exhausted.is_none());
        assert_eq!(found.solutions.len(), expect, "{function}");
        for solution in found.solutions {
            let shown = |name: &str| solution.get(name).map(|value| extraction.describe(value));
            assert_eq!(shown("a").as_deref(), Some("%x"));
            assert_eq!(shown("square").as_deref(), Some("%xx"));
            assert_eq!(shown("sqrt_call").as_deref(), Some("%r"));
            assert_eq!(shown("sqrt_fn").as_deref(), Some("@sqrt"));
            assert_eq!(shown("b"), None);
        }
    }
}

/// A limit of steps far below the default budget, which a quadratic plan exceeds.
const FEW_STEPS: u64 = 500_000;

#[test]
fn a_large_specification_stays_affordable() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/scop");
    let spec = ("scop.candl".to_owned(), std::fs::read(folder.join("scop.candl")).unwrap());
    let library = Library::new(vec![spec], Some(&["LimitedSCoP".to_owned()]));
    assert_eq!(library.render(false), "");
    let [scop] = library.idioms() else { panic!("{:?}", library.idioms().len()) };
    assert!(scop.variables().len() > 1000, "{}", scop.variables().len());
    let module = Module::read(&folder.join("nests.ll")).unwrap();
    // Every loop of a nest matches; the loop of the gather does not.
    for (function, expect) in [("gemm", 4), ("jacobi2d", 5), ("dot", 1), ("indirect", 0)] {
        let extraction = module.function(function).unwrap().extract();
        let found = scop.find(&extraction.model, Budget::of_steps(FEW_STEPS));
        assert!(found.exhausted.is_none(), "{function}");
        assert_eq!(found.solutions.len(), expect, "{function}");
        let mut loops: Vec<_> = found.solutions.iter().map(|s| s.get("loop.begin")).collect();
        loops.dedup();
        assert!(loops.len() == expect && loops.iter().all(Option::is_some), "{function}: each loop once");
    }
}
