//! Negative constants in the width of an element: which number of the rewrite each one is.
//!
//! A pattern's number matches a constant modulo two to the power of its width: 192 and -64 are one byte. The
//! function that replaces the nest computes with the number of the pattern in the width of `int`. Therefore
//! the constant, widened as the rewrite reads the elements beside it, must be a number of the rewrite.
//!
//! ```text
//! {s} += {A}[{i}] & 192   ptr<const signed char>     sext (and i8 %a, -64)  =>  refused: the sext is -64
//! {s} += {A}[{i}] & 192   ptr<const unsigned char>   zext (and i8 %a, -64)  =>  the zext is 192
//! ```

use super::{Casts, INT_WIDTH, Unfit, is_modular};
use ir::{Opcode, ValueId};
use lang::candl::pattern::tree::Reading;
use rustc_hash::FxHashSet;

/// A negative constant, and whether the rewrite writes it as a signed and as an unsigned number.
struct NegativeConstant {
    width: u32,
    signed: i128,
    unsigned: i128,
    is_signed: bool,
    is_unsigned: bool,
}

impl Casts<'_> {
    /// Checks the negative constants among the operands of an operation. From the width of `int` on only
    /// extensions of the result matter.
    pub(super) fn check_numbers(&self, value: ValueId) -> Result<(), Unfit> {
        let operands: Vec<ValueId> = self.model.operands(value).iter().map(|edge| edge.to).collect();
        for operand in operands {
            let Some(constant) = self.negative(operand) else { continue };
            for reading in self.readings_of_result(value, constant.width >= INT_WIDTH) {
                self.check_number(value, operand, &constant, reading)?;
            }
        }
        Ok(())
    }

    /// Whether a negative constant is a number of the rewrite as an unsigned number alone.
    pub(super) fn is_written_unsigned(&self, constant: ValueId) -> bool {
        self.negative(constant).is_some_and(|known| known.is_unsigned && !known.is_signed)
    }

    /// A constant of 2 to 63 bits whose first bit is set.
    fn negative(&self, value: ValueId) -> Option<NegativeConstant> {
        let width = self.model.type_of(value).integer_width().filter(|width| (2..64).contains(width))?;
        let signed = self.number(Some(value)).filter(|number| *number < 0)?;
        let unsigned = signed + (1 << width);
        let is_written = |number| self.widening.numbers.contains(&number);
        let (is_signed, is_unsigned) = (is_written(signed), is_written(unsigned));
        Some(NegativeConstant { width, signed, unsigned, is_signed, is_unsigned })
    }

    fn check_number(
        &self,
        value: ValueId,
        constant: ValueId,
        known: &NegativeConstant,
        reading: Option<Reading>,
    ) -> Result<(), Unfit> {
        let NegativeConstant { signed, unsigned, is_signed, is_unsigned, .. } = *known;
        let fits = match reading {
            _ if is_signed && is_unsigned => false,
            Some(Reading::Signed) if is_signed || is_unsigned => is_signed,
            Some(Reading::Unsigned) if is_signed || is_unsigned => is_unsigned,
            // No number of the rewrite, but a variable: the call takes it as it is read here.
            Some(reading @ (Reading::Signed | Reading::Unsigned)) => self.is_passed(constant, reading),
            Some(Reading::Any) | None => false,
        };
        if fits {
            return Ok(());
        }
        let why = format!(
            "has a constant that is {signed} as a signed number and {unsigned} as an unsigned one, and it is not \
             the number of the rewrite as its elements are read"
        );
        Err(Unfit::of(value, why))
    }

    /// The ways in which the result of an operation, or an operation itself, depends on its operands as whole
    /// numbers; `None` for a way that the rewrite does not state. Empty if only their lower bits matter.
    /// `only_extended` leaves out operations in the width of the operands.
    fn readings_of_result(&self, value: ValueId, only_extended: bool) -> Vec<Option<Reading>> {
        let model = self.model;
        let (mut open, mut seen) = (vec![value], FxHashSet::default());
        let mut readings = Vec::new();
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            let hands_on = |opcode| matches!(opcode, Opcode::Select | Opcode::Freeze | Opcode::Phi);
            if !model.opcode(value).is_some_and(|opcode| is_modular(opcode) || hands_on(opcode)) {
                if !only_extended && !self.whole_operands(value).0.is_empty() {
                    readings.push(self.reading(value).or_else(|| self.reading_of_elements(value)));
                }
                continue;
            }
            for user in model.operand_uses(value).iter().map(|edge| edge.to) {
                match model.opcode(user) {
                    Some(Opcode::ZExt | Opcode::SExt) => readings.push(match self.extension(user).1 {
                        Reading::Any => self.reading_of_elements(value),
                        reading => Some(reading),
                    }),
                    _ => open.push(user),
                }
            }
        }
        readings
    }

    /// The way in which the rewrite reads the elements that a value is computed from, if it is one.
    fn reading_of_elements(&self, value: ValueId) -> Option<Reading> {
        let (mut open, mut seen) = (vec![value], FxHashSet::default());
        let mut stated: FxHashSet<Reading> = FxHashSet::default();
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.element(value) {
                Some(array) => {
                    for elements in self.arguments(array.root) {
                        stated.extend(elements.widened.iter().chain(&elements.read).copied());
                    }
                }
                None if self.model.opcode(value) != Some(Opcode::Phi) => {
                    open.extend(self.model.operands(value).iter().map(|edge| edge.to));
                }
                None => {}
            }
        }
        let mut stated = stated.into_iter();
        stated.next().filter(|_| stated.next().is_none())
    }
}
