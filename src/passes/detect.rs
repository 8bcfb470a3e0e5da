//! `idiom-detect`: finds idioms and changes nothing.
//!
//! `opt -load-pass-plugin=libidiom.so -passes='idiom-detect<SqrtOfSquare>' -pass-remarks-analysis='^idiom' x.ll`

use crate::settings::Settings;
use ir::Model;
use ir::host::Host;
use wording::Answer;

/// Every solution of every idiom, in the order of the idioms.
pub(super) fn run(model: &Model, _: &dyn Host, settings: &Settings<'_>) -> Answer {
    search::search(model, &settings.search)
}
