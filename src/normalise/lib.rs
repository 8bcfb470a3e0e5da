//! Normalisation: one canonical spelling for computations that LLVM's versions and passes spell in several
//! ways.
//!
//! In: `getelementptr [8 x i32], ptr %a, i64 %i, i64 %j`. Out: `getelementptr i8, ptr %a, i64 %offset` with
//! `%offset` = `(%i*8 + %j)*4`.
//!
//! Each normalisation is a function from a model to an edit plan, in a file of its own. The named passes
//! commit the plans; matching applies them to a copy of the model ([`normalised`]), so that the function
//! stays unchanged. Both repeat the steps until nothing changes, and arrive at the same model.
//!
//! No step undoes another or changes its own output, so that a second run has no effect.

mod dead;
mod flatten_gep;
mod hoist_select;
mod lagging_phi;
mod merge_phi;
mod offset;
mod or_to_add;
mod restore_casts;
mod rotate;
#[cfg(test)]
mod rotate_test;
mod shared;
mod shl_to_mul;

pub use rotate::rotated;

use ir::{BlockId, EditPlan, Model, Opcode, OpcodeSet, ValueId, apply};

/// One normalisation.
#[derive(Clone, Copy)]
pub struct Step {
    /// Returns the edits for a function.
    pub plan: fn(&Model) -> EditPlan,
    /// Instructions that the step recognises but does not rewrite, with the reason. The function must have
    /// been normalised by this step.
    pub refused: fn(&Model) -> Vec<Refusal>,
}

/// An instruction that is not rewritten, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The instruction.
    pub at: ValueId,
    /// The reason, as the end of a sentence.
    pub reason: &'static str,
}

const OR: Step = Step { plan: or_to_add::plan, refused: or_to_add::refused };
const SHL: Step = Step { plan: shl_to_mul::plan, refused: shl_to_mul::refused };
const GEP: Step = Step { plan: flatten_gep::plan, refused: flatten_gep::refused };
const SELECT: Step = Step { plan: hoist_select::plan, refused: hoist_select::refused };
const CASTS: Step = Step { plan: restore_casts::plan, refused: restore_casts::refused };
const PHI: Step = Step { plan: merge_phi::plan, refused: merge_phi::refused };

/// `idiom-or-to-add`.
pub const OR_TO_ADD: &[Step] = &[OR];
/// `idiom-shl-to-mul`.
pub const SHL_TO_MUL: &[Step] = &[SHL];
/// `idiom-flatten-gep`.
pub const FLATTEN_GEP: &[Step] = &[GEP];
/// `idiom-hoist-select`.
pub const HOIST_SELECT: &[Step] = &[SELECT];
/// `idiom-merge-phi`.
pub const MERGE_PHI: &[Step] = &[PHI];
/// `idiom-restore-casts`.
pub const RESTORE_CASTS: &[Step] = &[CASTS];
/// `idiom-normalize`: all steps.
pub const ALL: &[Step] = &[CASTS, OR, SHL, SELECT, GEP, PHI];

/// The maximum number of repetitions. A few suffice for the steps that enable each other.
pub const MOST_ROUNDS: usize = 64;

/// Opcodes that normalisation can introduce. All other opcodes of the result were present before.
pub const MAKES: OpcodeSet = OpcodeSet::of(&[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::GetElementPtr,
    Opcode::Select,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
]);

/// A normalised copy of the model, with the origin of each value ([`Model::origin`]); `None` if the model is
/// in normal form.
pub fn normalised(model: &Model) -> Option<Model> {
    after(model, ALL)
}

/// The model after these steps, repeated until nothing changes; `None` if nothing changes at all.
pub fn after(model: &Model, steps: &[Step]) -> Option<Model> {
    let mut done: Option<Model> = None;
    // Number of steps since the last change. When all steps have run without one, none can find anything.
    let mut idle = 0;
    for _ in 0..MOST_ROUNDS {
        for step in steps {
            if idle == steps.len() {
                return done;
            }
            idle += 1;
            let current = done.as_ref().unwrap_or(model);
            let plan = (step.plan)(current);
            if plan.is_empty() {
                continue;
            }
            // Normalisations create no calls. A plan with calls would leave the copy unchanged.
            let Some(applied) = apply(current, plan) else { return done };
            done = Some(applied);
            idle = 0;
        }
    }
    done
}

/// The reachable instructions with one of these opcodes, in layout order. Without any, dominance is not
/// computed.
fn reachable_of(model: &Model, opcodes: OpcodeSet) -> impl Iterator<Item = ValueId> + use<'_> {
    let is_reached =
        |value: &ValueId| model.block_of(*value).is_some_and(|block| model.dominance().is_reachable(block));
    model.instructions_of(opcodes).filter(is_reached)
}

/// The reachable instructions, in layout order. Unreachable code may contain cyclic definitions and is not
/// normalised.
fn reachable(model: &Model) -> impl Iterator<Item = ValueId> + use<'_> {
    let dominance = model.dominance();
    model
        .blocks()
        .filter(|block| dominance.is_reachable(*block))
        .flat_map(|block| model.block_instructions(block))
}

/// The first instruction of a block after its phis; `None` if that is an exception-handling pad, which must
/// stay first.
fn behind_phis(model: &Model, block: BlockId) -> Option<ValueId> {
    use Opcode::{CatchPad, CatchSwitch, CleanupPad, LandingPad};
    let first = model.block_instructions(block).find(|v| model.opcode(*v) != Some(Opcode::Phi))?;
    let is_pad = matches!(model.opcode(first), Some(CatchPad | CatchSwitch | CleanupPad | LandingPad));
    (!is_pad).then_some(first)
}
