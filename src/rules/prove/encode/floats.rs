//! What the language reference leaves open of floating point operations, as choices and as facts of the world.
//!
//! A choice is made by each execution of an instruction, and is the same at all uses of its result. Whether signaling NaNs count is one
//! for source and target: a rule has to hold either way. Whether subnormal numbers may be read as zeros is asked apart.

use super::Encoder;
use crate::model::Flags;
use crate::rules::form::{NodeId, Part};
use crate::semantics::{FloatOperation, Open, TermId};
use rustc_hash::FxHashMap;

/// The terms of a rule that has floating point numbers.
#[derive(Debug, Default)]
pub(super) struct Floats {
    flushes: bool,
    /// Whether signaling NaNs may count.
    may_signal: Option<TermId>,
    of_node: FxHashMap<(NodeId, bool), Open>,
}

impl Floats {
    /// Without terms yet; `flushes` where subnormal operands may be read as zeros.
    pub(super) fn new(flushes: bool) -> Floats {
        Floats { flushes, ..Floats::default() }
    }
}

impl Encoder<'_> {
    /// What is open of an instruction.
    pub(super) fn open(&mut self, id: NodeId, operation: FloatOperation, flags: Flags) -> Open {
        let key = (id, self.part == Part::Target);
        if let Some(open) = self.floats.of_node.get(&key) {
            return *open;
        }
        let width = self.width(id);
        let never = self.terms.truth(false);
        let (mut flushed, mut signals) = (self.terms.constant(0, 2), never);
        if operation.reads_numbers() && self.floats.flushes {
            flushed = self.choice("flushed", 2);
        }
        if operation.may_be_nan() {
            let may_signal = *self.floats.may_signal.get_or_insert_with(|| self.terms.input("signals", 1));
            let signaled = self.choice("signaled", 1);
            signals = self.terms.and(may_signal, signaled);
        }
        let is_chosen = operation.may_be_nan() || flags.contains(Flags::NSZ);
        let chosen = match is_chosen {
            true => self.choice("chosen", width),
            false => self.terms.constant(0, width),
        };
        let open = Open { chosen, flushed, signals };
        self.floats.of_node.insert(key, open);
        open
    }
}
