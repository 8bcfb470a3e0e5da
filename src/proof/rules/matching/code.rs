//! Synthetic code for matching: a list of values without a function.

use super::subject::{Shape, Subject, Symbol};

/// A value of synthetic code.
#[derive(Clone, Debug)]
pub(super) struct SyntheticValue {
    pub(super) shape: Shape,
    pub(super) operands: Vec<usize>,
    pub(super) width: u32,
    /// The bits of a constant.
    pub(super) bits: u128,
}

/// Synthetic code: values after their operands.
#[derive(Clone, Debug, Default)]
pub(super) struct SyntheticCode {
    pub(super) values: Vec<SyntheticValue>,
}

impl SyntheticCode {
    /// Adds a value. Equal constants are one value, as in a model.
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

    /// The last value.
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
