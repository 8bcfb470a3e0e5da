//! Quantifiers: whether operations have a witness, in the frame of the caller.
//!
//! The first witness ends the search. No row of a witness is materialised.

use super::budget::Exhausted;
use super::code::{Program, WitnessOp};
use super::database::Database;
use super::problem::{Relation, Value};
use super::search::{FrameBase, Search};

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether the existence of a witness is as required by `op.wanted`.
    pub(super) fn quantified(
        &mut self,
        program: &'a Program,
        op: &WitnessOp,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        let Some(rest) = self.check_guards(program, op.body, base) else { return Ok(!op.wanted) };
        let materialise_rows = std::mem::replace(&mut self.materialise_rows, false);
        let mut found = false;
        self.branch(program, rest, base, &mut |search, base| {
            let mut looked_at = program.slots(op.looked_at).peekable();
            found = looked_at.peek().is_none() || looked_at.any(|slot| search.value(slot, base).is_used());
            !found
        })?;
        self.materialise_rows = materialise_rows;
        if EXPLAIN && found && !op.wanted {
            let values = program.locals(op).map(|slot| (slot, self.value(slot, base)));
            self.trace.witness(values.filter(|(_, value)| value.is_used()).collect());
        }
        for slot in program.locals(op) {
            self.bind(slot, Value::UNUSED, base);
        }
        Ok(found == op.wanted)
    }
}
