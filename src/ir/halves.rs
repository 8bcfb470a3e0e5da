//! A model in which 16-bit floats are computed directly, without conversions to `float`.
//!
//! ```text
//! fptrunc (fadd (fpext %a), (fpext %b))      =>      fadd %a, %b
//! ```
//!
//! A compiler computes `half` and `bfloat` as `float` if the target has no instructions for them, with a
//! conversion at each operand and result. Values keep their ids, so that matches in this model can be
//! reported in terms of the function. The types of this model are not consistent.

use super::casts::reversed;
use super::facts::Facts;
use super::{Edge, Model, Opcode, ValueId};

/// Maximal length of a chain of conversions, since unreachable code may contain cycles.
const LONGEST: usize = 8;

impl Model {
    /// The function with conversions from and to 16-bit floats replaced by their operands; `None` if there
    /// are none.
    pub fn without_widened_halves(&self) -> Option<Model> {
        let conversions: Vec<ValueId> =
            self.instructions().filter(|value| self.widened_half(*value).is_some()).collect();
        (!conversions.is_empty()).then(|| {
            // Conversions have neither users nor operands in the new model.
            let operands = self.operands.filter_map(|user, edge| {
                let is_used = conversions.binary_search(&ValueId::new(user)).is_err();
                is_used.then(|| Edge { n: edge.n, to: self.converted(edge.to) })
            });
            let mut type_of = self.type_of.clone();
            for value in conversions {
                // A stored number has the size of its element.
                let from = self.converted(value);
                if self.opcode(value) == Some(Opcode::FPTrunc) && self.position(from).is_some() {
                    type_of[from.index()] = self.type_of[value.index()];
                }
            }
            Model {
                operand_uses: reversed(&operands),
                operands,
                type_of,
                facts: Facts::default(),
                ..self.clone()
            }
        })
    }

    /// The value with chains of such conversions skipped.
    fn converted(&self, value: ValueId) -> ValueId {
        (0..LONGEST).fold(value, |value, _| self.widened_half(value).unwrap_or(value))
    }

    /// The operand of a conversion between 16-bit and 32-bit floats.
    fn widened_half(&self, value: ValueId) -> Option<ValueId> {
        let from = self.operand(value, 0)?;
        let has =
            |value: ValueId, bits| self.type_of(value).float_kind().is_some_and(|kind| kind.bits() == bits);
        let is_conversion = match self.opcode(value)? {
            Opcode::FPExt => has(from, 16) && has(value, 32),
            Opcode::FPTrunc => has(from, 32) && has(value, 16),
            _ => false,
        };
        is_conversion.then_some(from)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::sketch::{sketch, value};

    #[test]
    fn conversions_of_halves_give_way_to_what_they_convert() {
        let model = sketch(
            "param a:half
             param b:float
             entry:
               x:float = fpext a
               y:float = fadd x b
               z:half = fptrunc y
               w:float = fpext z
               v:double = fpext y
               u:double = fadd v v
               ret w",
        );
        let narrow = model.without_widened_halves().unwrap();
        let operand = |user: &str, n: u32| narrow.operand(value(&model, user), n).unwrap();
        assert_eq!(operand("y", 0), value(&model, "a"));
        assert_eq!(operand("y", 1), value(&model, "b"));
        assert_eq!(narrow.operand(narrow.terminator(crate::BlockId(0)), 0), Some(value(&model, "y")));
        assert_eq!(narrow.type_of(value(&model, "y")).name, "half");
        // With more bits.
        assert_eq!(operand("u", 0), value(&model, "v"));
        assert!(narrow.operands(value(&model, "z")).is_empty());
        assert_eq!(narrow.operand_uses(value(&model, "y")).len(), 2);
        assert_eq!(narrow.operand_uses(value(&model, "a")).len(), 1);
    }

    #[test]
    fn nothing_is_made_without_such_conversions() {
        let model = sketch(
            "param a:float
             entry:
               x:double = fpext a
               y:float = fptrunc x
               ret y",
        );
        assert!(model.without_widened_halves().is_none());
    }
}
