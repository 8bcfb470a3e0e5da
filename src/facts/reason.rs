//! Reasons why a function does not have a `must` fact.

use crate::ModuleFacts;
use crate::evaluate::{returns, world};
use ir::Global;
use lang::atoms::{Because, BodyPlace, FactReason};
use normalise::normalised;

/// The reason of the function that is called: the path that its nearest attempt fails for, if there is one.
pub(crate) fn of_callee(facts: &ModuleFacts<'_>, fact: &str, callee: &Global) -> FactReason {
    let body = || (facts.bodies)(&callee.name).filter(|_| !callee.is_declaration);
    let Some((model, fact)) = body().zip(facts.facts.iter().find(|known| known.name() == fact)) else {
        return FactReason::NoBody;
    };
    let function = model.function();
    let place = BodyPlace { file: function.source_file.clone(), line: function.line };
    if !returns(&model) {
        return FactReason::NeverReturns(place);
    }
    let copy = normalised(&model);
    let (_, miss) = fact.idiom.explain_in(&world(facts, &model, copy.as_ref()), facts.budget);
    match miss.and_then(|miss| miss.because) {
        Some(Because::Past(_, _, way)) => {
            let searched = copy.as_ref().unwrap_or(&model);
            FactReason::Path(place, searched.location(way.exit).map(|location| location.line))
        }
        _ => FactReason::Body(place),
    }
}
