//! Refuses matches in integers of more than 128 bits, which neither proofs nor constants support.
//!
//! In: `%r = xor i256 %a, %c` under the same, and a rule about two `xor`. Out: a refusal that names the
//! width.

use super::ActiveRules;
use super::outcome::{Refused, bindings};
use crate::rules::matching::{Engine, Match, ModelSubject};
use crate::semantics::MAX_WIDTH;
use ir::{Model, ValueId};

/// The matches that rules would have if they supported wider integers, at most one for each root.
/// Preconditions are not tested.
pub(super) fn refused<'m>(
    rules: &ActiveRules,
    engine: &dyn Engine<ModelSubject<'m>>,
    model: &'m Model,
) -> Vec<Refused> {
    let is_wide = |ty: &ir::Type| ty.integer_width().is_some_and(|width| width > MAX_WIDTH);
    if !model.types().iter().any(is_wide) {
        return Vec::new();
    }
    let (cut, subject) = (ModelSubject::cut(model), ModelSubject::new(model));
    let mut all = Vec::new();
    let mut found = Vec::new();
    for root in model.instructions() {
        found.clear();
        engine.candidates(rules.set(), &cut, root, &mut found);
        found.retain(|variant| !rules.set().is_at(*variant, &subject, root));
        let mut bound = found.iter().filter_map(|variant| rules.set().bind(*variant, &cut, root));
        all.extend(bound.find_map(|bound| refusal(model, &bound)));
    }
    all
}

/// The refusal of a match, if one of its integers has more than 128 bits.
fn refusal(model: &Model, found: &Match<'_, ValueId>) -> Option<Refused> {
    let values = found.rule().ids().filter_map(|(id, _)| found.value(id));
    let widest = values.filter_map(|value| model.type_of(value).integer_width()).max()?;
    (widest > MAX_WIDTH).then(|| Refused {
        rule: found.id,
        bindings: bindings(found),
        reason: format!("rules are about integers of at most {MAX_WIDTH} bits, and it is about i{widest}"),
        is_of_cost: false,
        is_unproven: false,
    })
}
