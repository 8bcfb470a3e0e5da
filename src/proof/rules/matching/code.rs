//! Code that is made to be matched: values in a list, without a function around them.

use super::subject::{Shape, Subject, Symbol};

/// A value of made-up code.
#[derive(Clone, Debug)]
pub(super) struct SyntheticValue {
    pub(super) shape: Shape,
    pub(super) operands: Vec<usize>,
    pub(super) width: u32,
    /// Of a constant.
    pub(super) bits: u128,
}

/// Made-up code.
#[derive(Clone, Debug, Default)]
pub(super) struct SyntheticCode {
    pub(super) values: Vec<SyntheticValue>,
}

impl SyntheticCode {
    /// Adds a value. Constants are one value each, as in a model.
    pub(super) fn add(&mut self, shape: Shape, operands: Vec<usize>, width: u32, bits: u128) -> usize {
        let bits = bits & (u128::MAX >> (128 - width));
        let is_it = |made: &SyntheticValue| {
            shape.symbol == Symbol::Constant
                && made.shape == shape
                && (made.bits, made.width) == (bits, width)
        };
        self.values.iter().position(is_it).unwrap_or_else(|| {
            self.values.push(SyntheticValue { shape, operands, width, bits });
            self.values.len() - 1
        })
    }

    /// The value that was added last.
    pub(super) fn root(&self) -> usize {
        self.values.len().saturating_sub(1)
    }
}

impl Subject for SyntheticCode {
    type Value = usize;

    fn shape(&self, value: usize) -> Shape {
        self.values[value].shape
    }

    fn operand(&self, value: usize, at: usize) -> Option<usize> {
        self.values[value].operands.get(at).copied()
    }

    fn width(&self, value: usize) -> Option<u32> {
        Some(self.values[value].width)
    }

    fn bits(&self, value: usize) -> Option<u128> {
        (self.values[value].shape.symbol == Symbol::Constant).then_some(self.values[value].bits)
    }
}
