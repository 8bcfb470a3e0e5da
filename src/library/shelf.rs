//! The built-in idioms, as the build script made them.

use super::idiom::Idiom;
use super::prebuilt::{Bytes, Prebuilt};
use crate::model::OpcodeSet;

// `PREBUILT`: those that are run when nobody says which in that order, then others.
include!(concat!(env!("OUT_DIR"), "/idioms/prebuilt.rs"));

/// The idioms of these names, each once, in that order; `None` when one is not here. Without names those that
/// are run then.
pub(super) fn select(names: Option<&[String]>) -> Option<Vec<Idiom>> {
    let Some(names) = names else {
        return Some(PREBUILT.iter().filter(|idiom| idiom.is_default).map(Idiom::of_shelf).collect());
    };
    let mut chosen: Vec<&'static Prebuilt> = Vec::new();
    for name in names {
        let idiom = PREBUILT.iter().find(|idiom| idiom.name == name)?;
        if chosen.iter().all(|known| known.name != idiom.name) {
            chosen.push(idiom);
        }
    }
    Some(chosen.into_iter().map(Idiom::of_shelf).collect())
}
