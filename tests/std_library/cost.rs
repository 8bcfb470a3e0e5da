//! The cost of searches in steps, on a larger function: a dozen loops in four nests, as in numerical kernels.

use super::{check_soundness, folder, formula_of, own_specifications};
use library::{Budget, Group, Library, builtins};
use llvm::Module;

/// Limit of steps for each instruction of the function.
const STEPS_PER_INSTRUCTION: u64 = 20;

/// Checks the number of solutions of a specification in `kernels`, and that its cost is linear in the
/// function's size.
fn check(request: &str, solutions: usize) {
    let mut user = own_specifications("memory");
    user.extend(own_specifications("affine"));
    let library = Library::new(user.clone(), Some(&[request.to_string()]));
    assert!(!library.has_errors(), "{request}: {}", library.render(false));
    let module = Module::read(&folder().join("large.ll")).unwrap();
    let extraction = module.function("kernels").unwrap().extract();
    let limit = STEPS_PER_INSTRUCTION * extraction.model.instruction_count() as u64;
    let found = library.idioms()[0].find(&extraction.model, Budget::of_steps(limit));
    assert!(found.exhausted.is_none(), "{request}: more than {limit} steps");
    check_soundness(request, &formula_of(request, &user), &extraction, &found.solutions);
    assert_eq!(found.solutions.len(), solutions, "{request}: {} steps of {limit}", found.steps);
}

#[test]
fn regions_and_loops() {
    check("SESE", 54);
    check("PotentialSESE", 113);
    check("IfBlock", 12);
    check("Loop", 12);
    // One loop's next value is a phi of two equal sums.
    check("For", 11);
}

#[test]
fn memory_and_calls() {
    check("LoopWithOnlyArrayAccesses", 12);
    check("WithMemoryAccess", 46);
    check("WithArrayAccess", 46);
    check("WithScopeValue", 5);
    check("WithSideEffectFreeCalls", 12);
}

#[test]
fn values_and_chains() {
    check("WithAffineCalcDeep", 4);
    check("SumChain", 151);
    check("MulChain", 107);
    check("ProductPart", 6);
    check("ValueChain", 494);
    check("CollectArguments", 167);
    check("FloatingPointInstruction", 33);
    check("ArgumentsPermuted", 238);
}

/// The cost of each idiom of the library, including the ones on request, is linear in the function's size.
#[test]
fn every_idiom() {
    const MOST_STEPS: u64 = 40;
    let names: Vec<String> = builtins()
        .into_iter()
        .filter(|one| matches!(one.group, Group::Idiom | Group::OnRequest))
        .map(|one| one.name)
        .collect();
    let library = Library::new(Vec::new(), Some(&names));
    let module = Module::read(&folder().join("large.ll")).unwrap();
    let extraction = module.function("kernels").unwrap().extract();
    let limit = MOST_STEPS * extraction.model.instruction_count() as u64;
    let found =
        library.idioms().iter().map(|idiom| (idiom, idiom.find(&extraction.model, Budget::of_steps(limit))));
    let dear: Vec<&str> =
        found.filter(|(_, found)| found.exhausted.is_some()).map(|(idiom, _)| idiom.name()).collect();
    assert_eq!(dear, [""; 0], "more than {limit} steps");
    assert!(names.len() > 100);
}
