//! Values in the words of the source, for reasons: `x[col[k]]` for a load, `s` for a sum.
//!
//! Names come from debug information; without it, values are spelled as textual IR prints them.

use analysis::accesses::Accesses;
use ir::host::Host;
use ir::{Model, Opcode, ValueId};
use std::cell::RefCell;

/// Limit on elements in the subscripts of others.
const DEEPEST: u32 = 3;

/// The names of the values of a function.
pub(super) struct SourceNames<'a, 'm> {
    pub(super) model: &'a Model,
    pub(super) host: &'a dyn Host,
    pub(super) accesses: &'a RefCell<Accesses<'m>>,
}

impl SourceNames<'_, '_> {
    /// A value for a reason: its name between backquotes, or its spelling in textual IR.
    pub(super) fn quoted(&self, value: ValueId) -> String {
        match self.named(value, DEEPEST) {
            Some(name) => format!("`{name}`"),
            None => self.host.describe(value),
        }
    }

    /// A value without its type.
    pub(super) fn short(&self, value: ValueId) -> String {
        self.named(value, DEEPEST).unwrap_or_else(|| self.register(value))
    }

    fn register(&self, value: ValueId) -> String {
        let text = self.host.describe(value);
        text.rsplit_once(' ').map_or(text.clone(), |(_, name)| name.to_owned())
    }

    /// The source's name of a value; that of an element, if it is loaded or stored.
    fn named(&self, value: ValueId, depth: u32) -> Option<String> {
        let is_access = matches!(self.model.opcode(value), Some(Opcode::Load | Opcode::Store));
        if is_access && depth > 0 {
            return self.element(value, depth - 1);
        }
        if let Some(global) = self.model.global(value) {
            return Some(global.name.clone());
        }
        self.host.variable(value)
    }

    fn element(&self, access: ValueId, depth: u32) -> Option<String> {
        let mut accesses = self.accesses.try_borrow_mut().ok()?;
        let found = accesses.addresses(access);
        let [address] = &*found else { return None };
        let term = accesses.written(address.offset)?;
        drop(accesses);
        let array = self.named(address.root, depth)?;
        let name = |value: ValueId| self.named(value, depth).unwrap_or_else(|| self.register(value));
        Some(format!("{array}[{}]", term.text(&name)))
    }
}
