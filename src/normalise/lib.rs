//! Normalisation: one spelling for every computation that LLVM's versions and passes spell in several ways.
//!
//! In: `getelementptr [8 x i32], ptr %a, i64 %i, i64 %j`. Out: `getelementptr i8, ptr %a, i64 %offset` with
//! `%offset` = `(%i*8 + %j)*4`.
//!
//! Each normalisation is a function from a model to an edit plan, a file each. The named passes commit the
//! plans; matching carries them out on a copy of the model ([`normalised`]), so that code in which nothing is
//! rewritten stays as it was. Both go the same way, step by step until nothing changes, and arrive at the
//! same model.
//!
//! No pass undoes another, and none finds anything to do in what it made, so that a second run changes
//! nothing.

mod dead;
mod flatten_gep;
mod hoist_select;
mod lagging_phi;
mod merge_phi;
mod offset;
mod or_to_add;
mod restore_casts;
mod shared;
mod shl_to_mul;

use ir::{BlockId, EditPlan, Model, Opcode, OpcodeSet, ValueId, apply};

/// One normalisation.
#[derive(Clone, Copy)]
pub struct Step {
    /// The edits that it would make to a function.
    pub plan: fn(&Model) -> EditPlan,
    /// Instructions that it recognises but does not rewrite, with the reason; for a function that it has
    /// normalised.
    pub refused: fn(&Model) -> Vec<Refusal>,
}

/// An instruction that is left as it is, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The instruction.
    pub at: ValueId,
    /// Why, as the end of a sentence.
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
/// `idiom-normalize`: all of them.
pub const ALL: &[Step] = &[CASTS, OR, SHL, SELECT, GEP, PHI];

/// Limit of repetitions. A few suffice for the steps that enable each other.
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

/// A copy of the model with all normalisations carried out, whose values know what they were in it
/// ([`Model::origin`]); `None` when there is nothing to do.
pub fn normalised(model: &Model) -> Option<Model> {
    after(model, ALL)
}

/// The model after these steps, repeated until nothing changes; `None` when nothing does.
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
            // A normalisation makes no calls; a plan that did would leave the copy as it is.
            let Some(applied) = apply(current, plan) else { return done };
            done = Some(applied);
            idle = 0;
        }
    }
    done
}

/// The instructions with one of these opcodes that the entry reaches, in layout order. Where there are none,
/// nothing is asked about the control flow.
fn reachable_of(model: &Model, opcodes: OpcodeSet) -> impl Iterator<Item = ValueId> + use<'_> {
    let is_reached =
        |value: &ValueId| model.block_of(*value).is_some_and(|block| model.dominance().is_reachable(block));
    model.instructions_of(opcodes).filter(is_reached)
}

/// The instructions that the entry reaches, in layout order. What it does not reach may be cyclic and is left
/// alone.
fn reachable(model: &Model) -> impl Iterator<Item = ValueId> + use<'_> {
    let dominance = model.dominance();
    model
        .blocks()
        .filter(|block| dominance.is_reachable(*block))
        .flat_map(|block| model.block_instructions(block))
}

/// The first instruction of a block behind its phis; none where that is a pad of exceptions, which has to
/// stay the first.
fn behind_phis(model: &Model, block: BlockId) -> Option<ValueId> {
    use Opcode::{CatchPad, CatchSwitch, CleanupPad, LandingPad};
    let first = model.block_instructions(block).find(|v| model.opcode(*v) != Some(Opcode::Phi))?;
    let is_pad = matches!(model.opcode(first), Some(CatchPad | CatchSwitch | CleanupPad | LandingPad));
    (!is_pad).then_some(first)
}
