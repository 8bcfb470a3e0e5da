//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom x.ll`

use super::outcome::{Answer, Hit, Settings};
use crate::atoms::ModelWorld;
use crate::llvm::FunctionUnit;
use crate::model::{EditPlan, Model};
use crate::report::Outcome;

/// Every solution of every idiom, in the order of the idioms.
pub(super) fn run(unit: &FunctionUnit<'_>, settings: &Settings<'_>) -> Answer {
    Answer { hits: search(unit.model(), settings), plan: EditPlan::default() }
}

/// Searches one function for every idiom of the library: all solutions, in the order of the idioms.
pub fn search(model: &Model, settings: &Settings<'_>) -> Vec<Hit> {
    let world = ModelWorld::new(model);
    let mut hits = Vec::new();
    for idiom in settings.library.idioms() {
        let found = idiom.find_in(&world, settings.budget);
        hits.extend(found.solutions.iter().map(|s| Hit::new(idiom.name(), s, Outcome::Found, None)));
        if !found.complete {
            hits.push(Hit::gave_up(idiom.name(), settings.budget));
        }
    }
    hits
}
