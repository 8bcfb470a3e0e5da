//! Whether a rewrite pays on the target.
//!
//! The removed instructions are the replaced values and those that become dead with them. A part of the match
//! with other uses stays and does not count. Costs come from LLVM's TargetTransformInfo: code size at -Os and
//! -Oz, throughput otherwise.

use super::{MatchRefusal, Outcome};
use crate::regroup::with_dead;
use ir::host::Host;
use ir::{Model, ValueId};
use proof::rewrite::{Declared, Instance, Replacement, UnrolledLoop, made};
use rustc_hash::FxHashSet;

/// The assumed iteration count of a loop with an unknown one.
const ASSUMED_ROUNDS: u64 = 8;

/// Whether LLVM removes the loop once its results are unused. A loop without effects that may run forever
/// stays.
fn may_be_removed(model: &Model, host: &dyn Host, around: &UnrolledLoop) -> bool {
    let ends = |name: &String| matches!(name.as_str(), "mustprogress" | "willreturn");
    let latch = around.shape.blocks.last().map(|block| model.terminator(*block));
    around.rounds.is_some()
        || model.function().attributes.iter().any(ends)
        || latch.is_some_and(|latch| host.must_progress(latch))
}

/// The gain, and the costs as text. Code from an earlier round must strictly improve, so that two rewrites
/// that undo each other terminate.
pub(super) fn gain(
    model: &Model,
    host: &dyn Host,
    declared: &Declared,
    instance: &Instance,
    replacement: &Replacement,
) -> Result<(i64, String), MatchRefusal> {
    let retained: FxHashSet<ValueId> = replacement.retained.iter().copied().collect();
    // A loop is removed as a whole and runs several times; all values belong to the same loop.
    let around = instance.loops.first();
    let gone = match around {
        None => with_dead(model, replacement.roots.clone(), replacement.parts.clone(), &retained),
        Some(around) if may_be_removed(model, host, around) => around.shape.instructions(model).collect(),
        Some(_) => Vec::new(),
    };
    let rounds = match around {
        Some(around) if !host.optimises_size() => around.rounds.unwrap_or(ASSUMED_ROUNDS),
        _ => 1,
    };
    let new = made(instance);
    let cost_of_gone: Option<u64> = gone.iter().map(|value| host.cost_of(*value)).sum();
    let cost_of_gone = cost_of_gone.map(|cost| cost * rounds);
    let cost_of_new: Option<u64> =
        new.iter().map(|node| host.cost_of_new(&instance.operation(node), &instance.types(node))).sum();
    // Without costs from the target, instructions are counted.
    let (before, after) = cost_of_gone.zip(cost_of_new).unwrap_or((gone.len() as u64, new.len() as u64));
    let gain = before as i64 - after as i64;
    let is_second = replacement.roots.iter().any(|root| host.is_made(*root));
    // At equal cost the rewrite must need fewer instructions, so that code is not replaced by its like.
    let is_shorter = gain == 0 && new.len() < gone.len() && !host.optimises_size() && !is_second;
    if gain > 0 || is_shorter || (declared.clauses.always && !is_second) {
        return Ok((gain, format!(", cost {before} → {after}")));
    }
    let kind = if host.optimises_size() { "code size" } else { "throughput" };
    let why = format!("the target's cost ({kind}) would go from {before} to {after}");
    Err(MatchRefusal(
        Outcome::NotProfitable,
        match is_second {
            true => format!("{why}, of what a rewrite in this function has just made"),
            false => format!("{why}; `always` rewrites nevertheless"),
        },
    ))
}
