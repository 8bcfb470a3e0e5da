//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom x.ll`

use super::outcome::{Answer, Hit, Settings};
use crate::atoms::ModelWorld;
use crate::library::Solution;
use crate::llvm::FunctionUnit;
use crate::model::{EditPlan, Model};
use crate::polyhedral::{CountedLoop, Part, parts};
use crate::report::Outcome;

/// The specification of which each loop of a nest is a solution, and its findings the largest parts.
const STATIC_CONTROL_PART: &str = "SCoP";

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
        let hit = |solution: &Solution| Hit::new(idiom.name(), solution, Outcome::Found, None);
        match idiom.name() {
            STATIC_CONTROL_PART => hits.extend(joined(model, &found.solutions, hit)),
            _ => hits.extend(found.solutions.iter().map(hit)),
        }
        if !found.complete {
            hits.push(Hit::gave_up(idiom.name(), settings.budget));
        }
    }
    hits
}

/// One hit for each largest static control part, told as the solution it was grown from. When a specification of that name has
/// no loops where they are looked for, all its solutions.
fn joined(model: &Model, solutions: &[Solution], hit: impl Fn(&Solution) -> Hit) -> Vec<Hit> {
    let counted = |solution: &Solution| {
        Some(CountedLoop {
            precursor: solution.get("loop.precursor")?,
            begin: solution.get("loop.begin")?,
            end: solution.get("loop.end")?,
            successor: solution.get("loop.successor")?,
        })
    };
    let Some(loops) = solutions.iter().map(counted).collect::<Option<Vec<CountedLoop>>>() else {
        return solutions.iter().map(hit).collect();
    };
    let described = |part: Part| Hit { part: part.description, ..hit(&solutions[part.seed]) };
    parts(model, &loops).into_iter().map(described).collect()
}
