//! Live values: one fact per value, which holds if some path leads to a use of it.
//!
//! ```text
//! live.before(p) = uses(p) ∪ (live.after(p) − defines(p))        backward, union, nothing at the exits
//! ```
//!
//! A phi uses an argument on the edge from its predecessor, so that the argument is live at the end of that
//! block. Uses count syntactically: a value is live before a use whose result is not needed.

use super::framework::{Analysis, Change, Direction, Meet};
use ir::{Model, Opcode, ValueId};

/// The analysis; facts are numbered like the values.
#[derive(Debug)]
pub(super) struct Liveness;

impl Analysis for Liveness {
    const DIRECTION: Direction = Direction::Backward;
    const MEET: Meet = Meet::Union;

    fn changes(&self, model: &Model, fact: u32) -> Vec<Change> {
        let value = ValueId(fact);
        let mut changes = vec![Change { at: value, holds: false }];
        for edge in model.operand_uses(value) {
            match model.opcode(edge.to) {
                Some(Opcode::Phi) => {
                    let sources = model.operands(edge.to).iter().zip(model.phi_sources(edge.to));
                    let taken = sources.filter(|(operand, from)| operand.to == value && **from != value);
                    changes.extend(taken.map(|(_, from)| Change { at: *from, holds: true }));
                }
                _ => changes.push(Change { at: edge.to, holds: true }),
            }
        }
        changes
    }
}
