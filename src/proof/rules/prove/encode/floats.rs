//! Open choices of floating point operations.
//!
//! Each execution of an instruction makes one choice, which all uses of its result share. Whether signaling
//! NaNs count is one unknown for source and target: a rule must hold either way.

use super::Encoder;
use crate::rules::form::{NodeId, Part};
use crate::semantics::{FloatOperation, OpenChoices, TermId};
use ir::Flags;
use rustc_hash::FxHashMap;

/// Terms for a rule with floating point numbers.
#[derive(Debug, Default)]
pub(super) struct Floats {
    /// A truth value: whether signaling NaNs count.
    may_signal: Option<TermId>,
    of_node: FxHashMap<(NodeId, bool), OpenChoices>,
}

impl Encoder<'_> {
    /// The open choices of an instruction.
    pub(super) fn open(&mut self, id: NodeId, operation: FloatOperation, flags: Flags) -> OpenChoices {
        let key = (id, self.part == Part::Target);
        if let Some(open) = self.floats.of_node.get(&key) {
            return *open;
        }
        let width = self.width(id);
        let mut signals = self.terms.truth(false);
        if operation.chooses() {
            let may_signal = *self.floats.may_signal.get_or_insert_with(|| self.terms.input("signals", 1));
            let signaled = self.choice("signaled", 1);
            signals = self.terms.and(may_signal, signaled);
        }
        let is_chosen = operation.chooses() || flags.contains(Flags::NSZ);
        let chosen = match is_chosen {
            true => self.choice("chosen", width),
            false => self.terms.constant(0, width),
        };
        let (nsz, gives_any_sign) = (self.semantics.nsz, self.part == Part::Target);
        let open = OpenChoices { chosen, signals, nsz, gives_any_sign };
        self.floats.of_node.insert(key, open);
        open
    }
}
