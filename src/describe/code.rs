//! A function as a description sees it: the searched model, its accesses, and names of the source.

use analysis::accesses::{Accesses, LoopId};
use ir::{BlockId, Model, Opcode, ValueId};
use lang::atoms::ModelWorld;
use std::cell::{RefCell, RefMut};

/// The name of the source variable of a value of the unmodified function.
pub type NameOf<'n> = dyn Fn(ValueId) -> Option<String> + 'n;

/// One function, normalised.
pub struct Code<'m> {
    plain: &'m Model,
    copy: Option<&'m Model>,
    accesses: RefCell<Accesses<'m>>,
    name_of: &'m NameOf<'m>,
}

impl<'m> Code<'m> {
    /// A function, and its normalised copy if that differs.
    pub fn new(plain: &'m Model, copy: Option<&'m Model>, name_of: &'m NameOf<'m>) -> Code<'m> {
        let accesses = RefCell::new(Accesses::new(copy.unwrap_or(plain)));
        Code { plain, copy, accesses, name_of }
    }

    /// The searched model.
    pub fn model(&self) -> &'m Model {
        self.copy.unwrap_or(self.plain)
    }

    /// The database for searching specifications.
    pub fn world(&self) -> ModelWorld<'m> {
        ModelWorld::of_either(self.plain, self.copy)
    }

    /// The accesses of the searched model.
    pub fn accesses(&self) -> RefMut<'_, Accesses<'m>> {
        self.accesses.borrow_mut()
    }

    /// The source name of a value of the searched model.
    pub fn name(&self, value: ValueId) -> Option<String> {
        let origin = match self.copy {
            Some(copy) => copy.origin(value)?,
            None => value,
        };
        (self.name_of)(origin)
    }

    /// The innermost loop around an instruction.
    pub fn loop_of(&self, value: ValueId) -> Option<LoopId> {
        self.accesses().loops().around(self.model().block_of(value)?)
    }

    /// The outermost loop around an instruction.
    pub fn nest_of(&self, value: ValueId) -> Option<LoopId> {
        let inner = self.loop_of(value)?;
        self.accesses().loops().ancestors(inner).last()
    }

    /// Whether a block belongs to a loop.
    pub fn is_in(&self, of: LoopId, block: BlockId) -> bool {
        self.accesses().loops().has_block(of, block)
    }

    /// Whether a value is a phi of the header of a loop; that loop.
    pub fn header_of(&self, phi: ValueId) -> Option<LoopId> {
        let model = self.model();
        let block = model.block_of(phi).filter(|_| model.opcode(phi) == Some(Opcode::Phi))?;
        self.accesses().loops().with_header(block)
    }

    /// The value of a header phi for the next round, if all latches have the same one.
    pub fn next_of(&self, phi: ValueId) -> Option<ValueId> {
        let (model, this) = (self.model(), self.header_of(phi)?);
        let mut next = None;
        for (edge, source) in model.operands(phi).iter().zip(model.phi_sources(phi)) {
            if self.is_in(this, model.block_of(*source)?) {
                if next.is_some_and(|next| next != edge.to) {
                    return None;
                }
                next = Some(edge.to);
            }
        }
        next
    }

    /// The value behind casts, and behind phis with one operand.
    pub fn behind(&self, value: ValueId) -> ValueId {
        let (model, mut value) = (self.model(), value);
        loop {
            let is_passed_on = match model.opcode(value) {
                Some(Opcode::Phi) => model.operands(value).len() == 1,
                Some(opcode) => opcode.is_skipped_cast(),
                None => false,
            };
            match model.operand(value, 0).filter(|_| is_passed_on) {
                Some(operand) => value = operand,
                None => return value,
            }
        }
    }

    /// The place of an instruction in the source, as text.
    pub fn line(&self, value: ValueId) -> Option<String> {
        let location = self.model().location(value)?;
        let file = location.file.rsplit('/').next().unwrap_or_default();
        Some(format!("{file}:{}", location.line))
    }
}
