//! Choice points: the alternatives that an operation has left, and the binding of one of them.
//!
//! An alternative is a tuple of values. The alternatives of a search lie on one stack, since the choice point
//! created last is exhausted first. Long answer lists and materialised rows stay where they are stored.
//!
//! ```text
//! stack: 3 5 9 | 12 40 12 41          {x} of 3, 5, 9; of a call {a}, {b} of (12, 40), (12, 41)
//! ```

use super::budget::Held;
use super::code::{CallOp, Op, Program};
use super::problem::Value;
use super::rows::{Row, Rows};
use super::table::Answers;
use std::rc::Rc;

/// The storage of alternatives.
#[derive(Debug)]
pub(super) enum Alternatives {
    /// On the stack of alternatives.
    Stacked,
    /// In a list of values that the call table owns.
    Tuples(Rc<Held<Box<[Value]>>>),
    /// In the materialised rows of a call.
    Rows(Rows),
}

/// The alternatives of a choice point that have not been tried yet.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) from: Alternatives,
    /// Position of the next alternative: an index of a value, or of a row.
    pub(super) next: usize,
    /// The number of alternatives left.
    pub(super) left: usize,
    /// The number of values in each, on the stack or in the list.
    pub(super) width: usize,
}

impl Choices {
    /// A single alternative that binds nothing if `holds`, otherwise none.
    pub(super) fn holds(holds: bool) -> Choices {
        Choices { from: Alternatives::Stacked, next: 0, left: usize::from(holds), width: 0 }
    }

    /// The alternatives on the stack from `floor` on.
    pub(super) fn stacked(stack: &[Value], floor: usize, width: usize) -> Choices {
        let left = (stack.len() - floor) / width;
        Choices { from: Alternatives::Stacked, next: floor, left, width }
    }

    /// The alternatives in the answers to a call. Inline tuples are copied to the stack.
    pub(super) fn of(answers: Answers, stack: &mut Vec<Value>) -> Choices {
        match answers {
            Answers::Bool(holds) => Choices::holds(holds),
            Answers::InlineTuples(few, width) => {
                let floor = stack.len();
                stack.extend_from_slice(few.as_slice());
                Choices::stacked(stack, floor, usize::from(width))
            }
            Answers::Tuples(values, width) => {
                let left = values.len() / width;
                Choices { from: Alternatives::Tuples(values), next: 0, left, width }
            }
            Answers::Rows(rows) => {
                let left = rows.len();
                Choices { from: Alternatives::Rows(rows), next: 0, left, width: 1 }
            }
        }
    }
}

/// A choice point with at least one alternative left.
#[derive(Debug)]
pub(super) struct ChoicePoint {
    /// Index of the operation.
    pub(super) at: usize,
    /// Height of the stack of alternatives before the operation ran.
    pub(super) floor: usize,
    pub(super) choices: Choices,
}

/// Binds the slots of a generator, call or union to the values of one alternative.
pub(super) fn bind(program: &Program, op: &Op, values: &[Value], frame: &mut [Value]) {
    match op {
        Op::Generate(slot, ..) | Op::Only(slot, _) => frame[slot.index()] = values[0],
        Op::Call(call) => bind_outputs(program, call, values, frame),
        Op::UnionDistinct(_, slots) => {
            for (slot, value) in program.slots(*slots).zip(values) {
                frame[slot.index()] = *value;
            }
        }
        _ => {}
    }
}

/// Binds the outputs of a call to the values of an answer tuple.
pub(super) fn bind_outputs(program: &Program, call: &CallOp, values: &[Value], frame: &mut [Value]) {
    for output in program.outputs(call) {
        frame[output.slot.index()] = values[output.position];
    }
}

/// Binds the outputs of a call to the values of a materialised row.
pub(super) fn bind_row(program: &Program, call: &CallOp, row: &Row, frame: &mut [Value]) {
    for output in program.outputs(call) {
        frame[output.slot.index()] = row.value(output.variable);
    }
}

/// Sorts the tuples of `width` values in `values[from..]` and removes duplicates. Most lists are sorted
/// already.
pub(super) fn sort_from(values: &mut Vec<Value>, from: usize, width: usize) {
    let tuples = values[from..].chunks_exact(width);
    if tuples.is_sorted_by(|a, b| a < b) {
        return;
    }
    if width == 1 {
        values[from..].sort_unstable();
        dedup_from(values, from);
        return;
    }
    let mut sorted: Vec<Value> = Vec::with_capacity(values.len() - from);
    let mut tuples: Vec<&[Value]> = values[from..].chunks_exact(width).collect();
    tuples.sort_unstable();
    tuples.dedup();
    tuples.iter().for_each(|tuple| sorted.extend_from_slice(tuple));
    values.truncate(from);
    values.extend_from_slice(&sorted);
}

/// The number of bytes that [`sort_from`] allocates for `values` values in tuples of `width`.
pub(super) fn sorting_bytes(values: usize, width: usize) -> usize {
    let tuples = values / width;
    if width == 1 { 0 } else { tuples * (size_of::<&[Value]>() + width * size_of::<Value>()) }
}

fn dedup_from(values: &mut Vec<Value>, from: usize) {
    let mut end = from;
    for at in from..values.len() {
        if at == from || values[at] != values[end - 1] {
            values[end] = values[at];
            end += 1;
        }
    }
    values.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_sorted_from_a_place_on() {
        for (given, from, width, expect) in [
            (&[9, 3, 1, 3][..], 1, 1, &[9, 1, 3][..]),
            (&[9, 1, 3, 7], 1, 1, &[9, 1, 3, 7]),
            (&[5, 2, 1, 0, 4, 2, 1], 1, 2, &[5, 0, 4, 2, 1]),
            (&[5, 2, 1, 2, 2, 2, 1, 2], 2, 2, &[5, 2, 1, 2, 2, 2]),
            (&[9, 3, 1, 3, 1, 1], 0, 1, &[1, 3, 9]),
            (&[5], 1, 3, &[5]),
        ] {
            let mut values: Vec<Value> = given.iter().map(|&n| Value(n)).collect();
            sort_from(&mut values, from, width);
            let found: Vec<u32> = values.iter().map(|value| value.0).collect();
            assert_eq!(found, expect, "{given:?} from {from} by {width}");
        }
    }
}
