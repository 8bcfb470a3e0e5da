//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis=idiom x.ll`

use super::outcome::{Answer, Hit, Settings};
use crate::llvm::FunctionUnit;
use crate::report::Outcome;

/// Every solution of every idiom, in the order of the idioms.
pub(super) fn run(unit: &FunctionUnit<'_>, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    for idiom in settings.library.idioms() {
        let found = idiom.find(unit.model(), settings.budget);
        let hits = found.solutions.iter().map(|s| Hit::new(idiom.name(), s, Outcome::Found, None));
        answer.hits.extend(hits);
        if !found.complete {
            answer.hits.push(Hit::gave_up(idiom.name(), settings.budget));
        }
    }
    answer
}
