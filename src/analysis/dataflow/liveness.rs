//! Live values: one fact per value, which holds if some path leads to a use of it.
//!
//! ```text
//! live.before(p) = uses(p) ∪ (live.after(p) − defines(p))        backward, union, nothing at the exits
//! ```
//!
//! A phi uses an argument on the edge from its predecessor, so that the argument is live at the end of that
//! block. Uses count syntactically: a value is live before a use whose result is not needed.

use super::framework::{Analysis, Change, Direction, Meet, Solution};
use ir::{Model, Opcode, ValueId};
use std::rc::Rc;

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

/// By position of an instruction, the number of values that are live there, from the solutions for all values,
/// each with the facts that count.
///
/// Between two changes of a group of facts in a block the same ones hold, so that each change adds a difference
/// to two positions.
pub(super) fn live_counts(model: &Model, solutions: impl Iterator<Item = (Rc<Solution>, u64)>) -> Vec<u32> {
    let mut differences = vec![0i64; model.instruction_count() + 1];
    for (solution, counted) in solutions {
        solution.each_stretch(model, |stretch, facts| {
            let count = i64::from((facts & counted).count_ones());
            let first = model.position(stretch.start).unwrap_or(0);
            differences[first] += count;
            differences[first + (stretch.end.0 - stretch.start.0) as usize] -= count;
        });
    }
    let mut live = 0;
    let counts = differences.into_iter().take(model.instruction_count());
    counts
        .map(|difference| {
            live += difference;
            u32::try_from(live).unwrap_or(0)
        })
        .collect()
}
