//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom x.ll`

use super::outcome::{Answer, Hit, Settings};
use super::view::View;
use crate::atoms::ModelWorld;
use crate::library::Solution;
use crate::llvm::FunctionUnit;
use crate::model::{EditPlan, Model};
use crate::report::Outcome;

/// Every solution of every idiom, in the order of the idioms.
pub(super) fn run(unit: &FunctionUnit<'_>, settings: &Settings<'_>) -> Answer {
    Answer { hits: search(unit.model(), settings), plan: EditPlan::default() }
}

fn hit(view: &View<'_>, idiom: &str, solution: &Solution) -> Hit {
    Hit::with(idiom, solution, Outcome::Found, None, |value| view.bound(value))
}

/// Searches one function, normalised on a copy, for every idiom of the library: all solutions, in the order of the idioms.
pub fn search(model: &Model, settings: &Settings<'_>) -> Vec<Hit> {
    let view = View::new(model);
    let world = ModelWorld::new(view.model());
    let mut hits = Vec::new();
    for idiom in settings.library.idioms() {
        let found = idiom.find_in(&world, settings.budget);
        hits.extend(found.solutions.iter().map(|s| hit(&view, idiom.name(), s)));
        if !found.complete {
            hits.push(Hit::gave_up(idiom.name(), settings.budget));
        }
    }
    hits
}
