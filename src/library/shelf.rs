//! The built-in idioms, as the build script made them.

use super::idiom::Idiom;
use super::prebuilt::{Bytes, Prebuilt};
use crate::model::OpcodeSet;

// `IDIOMS`: those that are run when nobody says which, in that order.
include!(concat!(env!("OUT_DIR"), "/idioms/prebuilt.rs"));

/// The idioms of these names, each once, in that order; `None` when one is not here. Without names all of them.
pub(super) fn select(names: Option<&[String]>) -> Option<Vec<Idiom>> {
    let Some(names) = names else { return Some(IDIOMS.iter().map(Idiom::of_shelf).collect()) };
    let mut chosen: Vec<&'static Prebuilt> = Vec::new();
    for name in names {
        let idiom = IDIOMS.iter().find(|idiom| idiom.name == name)?;
        if chosen.iter().all(|known| known.name != idiom.name) {
            chosen.push(idiom);
        }
    }
    Some(chosen.into_iter().map(Idiom::of_shelf).collect())
}
