//! Quantifiers: whether operations have a witness, in the frame of the caller.
//!
//! The first witness ends the search. Nothing of it is kept: neither rows nor what they stand on.

use super::budget::Exhausted;
use super::code::{Program, WitnessOp};
use super::problem::{Relation, Value};
use super::search::{Env, Search};
use super::world::World;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether there is a witness where one is wanted, and none where none is.
    pub(super) fn quantified(
        &mut self,
        program: &'a Program,
        op: &WitnessOp,
        env: Env,
    ) -> Result<bool, Exhausted> {
        let Some(rest) = self.tested(program, op.body, env) else { return Ok(!op.wanted) };
        let keeping = std::mem::replace(&mut self.keeping, false);
        let mut found = false;
        self.branch(program, rest, env, &mut |search, env| {
            let mut looked_at = program.slots(op.looked_at).peekable();
            found = looked_at.peek().is_none() || looked_at.any(|slot| search.value(slot, env).is_used());
            !found
        })?;
        self.keeping = keeping;
        if EXPLAIN && found && !op.wanted {
            let values = program.locals(op).map(|slot| (slot, self.value(slot, env)));
            self.notes.witness(values.filter(|(_, value)| value.is_used()).collect());
        }
        for slot in program.locals(op) {
            self.bind(slot, Value::UNUSED, env);
        }
        Ok(found == op.wanted)
    }
}
