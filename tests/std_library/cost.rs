//! What the searches cost on a larger function, in steps: a dozen loops in four nests, as numerical kernels have them.

use super::{folder, own_specifications};
use idiom::library::Library;
use idiom::llvm::Module;

/// No more steps than this for each instruction of the function.
const STEPS_PER_INSTRUCTION: u64 = 100;

/// The number of solutions in `kernels` of a specification, found at a cost that grows with the function alone.
fn check(request: &str, solutions: usize) {
    let mut user = own_specifications("memory");
    user.extend(own_specifications("affine"));
    let library = Library::new(user, Some(&[request.to_string()]));
    assert!(!library.has_errors(), "{request}: {}", library.render(false));
    let module = Module::read(&folder().join("large.ll")).unwrap();
    let extraction = module.function("kernels").unwrap().extract();
    let limit = STEPS_PER_INSTRUCTION * extraction.model.instruction_count() as u64;
    let found = library.idioms()[0].find(&extraction.model, limit);
    assert!(found.complete, "{request}: more than {limit} steps");
    assert_eq!(found.solutions.len(), solutions, "{request}: {} steps of {limit}", found.steps);
}

#[test]
fn regions_and_loops() {
    check("SESE", 0);
    check("PotentialSESE", 0);
    check("IfBlock", 0);
    check("Loop", 12);
    check("For", 12);
}

#[test]
fn memory_and_calls() {
    check("LoopWithOnlyArrayAccesses", 12);
    check("WithMemoryAccess", 0);
    check("WithArrayAccess", 0);
    check("WithScopeValue", 0);
    check("WithSideEffectFreeCalls", 12);
}

#[test]
fn values_and_chains() {
    check("WithAffineCalcDeep", 0);
    check("SumChain", 0);
    check("MulChain", 0);
    check("ProductPart", 0);
    check("ValueChain", 0);
    check("CollectArguments", 0);
    check("FloatingPointInstruction", 0);
    check("ArgumentsPermuted", 0);
}
