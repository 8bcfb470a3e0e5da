//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom x.ll`

use super::meeting;
use super::normalise::{MAKES, normalised};
use super::outcome::{Answer, Hit, Settings};
use super::static_part;
use super::view::View;
use crate::atoms::ModelWorld;
use crate::library::{Idiom, Solution};
use crate::llvm::FunctionUnit;
use crate::model::{Model, OpcodeSet};
use crate::report::Outcome;

/// Every solution of every idiom, in the order of the idioms.
pub(super) fn run(unit: &FunctionUnit<'_>, settings: &Settings<'_>) -> Answer {
    // Before a model is made: in a usual program most functions have no loop.
    match any_may_occur(unit.opcodes(), settings) {
        true => search_normalised(unit.model(), settings),
        false => Answer::default(),
    }
}

/// Whether a function with those opcodes can have something to tell.
fn any_may_occur(opcodes: OpcodeSet, settings: &Settings<'_>) -> bool {
    settings.explain || settings.library.idioms().iter().any(|idiom| idiom.may_occur(opcodes.with(MAKES)))
}

/// Searches one function, normalised on a copy, for every idiom of the library: all solutions, in the order of the idioms, and if that is asked
/// why there are none.
pub fn search(model: &Model, settings: &Settings<'_>) -> Answer {
    match any_may_occur(model.opcodes(), settings) {
        true => search_normalised(model, settings),
        false => Answer::default(),
    }
}

fn search_normalised(model: &Model, settings: &Settings<'_>) -> Answer {
    let copy = normalised(model);
    let view = View::new(model, copy.as_ref());
    let world = ModelWorld::new(view.model());
    let mut answer = Answer::default();
    let opcodes = view.model().opcodes();
    let may_occur = |idiom: &&Idiom| settings.explain || idiom.may_occur(opcodes);
    for idiom in settings.library.idioms().iter().filter(may_occur) {
        let (found, miss) = match settings.explain {
            true => idiom.explain_in(&world, settings.budget),
            false => (meeting::find(idiom, &world, settings.budget), None),
        };
        let name = idiom.name();
        let hit = |solution: &Solution| Hit::new(name, solution, Outcome::Found, None);
        match name {
            static_part::SPECIFICATION => {
                answer.hits.extend(static_part::joined(&view, &found.solutions, hit));
            }
            _ => answer.hits.extend(found.solutions.iter().map(hit)),
        }
        answer.hits.extend(Hit::of_search(name, &found, settings));
        answer.misses.extend(miss.map(|miss| (name.to_owned(), miss)));
    }
    answer.copy = copy;
    answer
}
