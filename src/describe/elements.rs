//! Arrays: which elements of one root a description can give one name.
//!
//! All elements of `{A}` in a description share strides and origin. In: the addresses `a + 8*i - 8` and
//! `a + 8*i`. Out: `{a}[{i} - 1]` and `{a}[{i}]`. Elements whose strides or origins differ get another
//! variable, and the clause that it is the same array.

use super::reading::Address;
use super::tree::{Base, Element, Subscript, Variable};
use super::variables::{Meaning, Variables};
use ir::ValueId;
use std::collections::{BTreeMap, BTreeSet};

/// A clause about an array besides its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OfArray {
    /// Both variables are one array.
    Same(Variable, Variable),
    /// The stride of the last subscript is one element.
    LastStride(Variable, usize),
}

impl OfArray {
    /// The array that the clause is about.
    pub(crate) fn array(&self) -> Variable {
        match self {
            OfArray::Same(array, _) | OfArray::LastStride(array, _) => *array,
        }
    }
}

/// The variable of an address's array, and its subscripts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Settled {
    array: Variable,
    offsets: Vec<i64>,
    /// A further subscript that is a number.
    number: Option<i64>,
}

/// The elements of a description, told apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrays {
    settled: BTreeMap<usize, Settled>,
    /// The clauses about arrays.
    pub(crate) stated: Vec<OfArray>,
}

impl Arrays {
    /// Groups the addresses `used` by array, strides and origin.
    pub(crate) fn of(addresses: &[Address], used: &BTreeSet<usize>, variables: &mut Variables) -> Arrays {
        let mut arrays = Arrays::default();
        let mut groups: BTreeMap<ValueId, Vec<Vec<usize>>> = BTreeMap::new();
        for at in used {
            let address = &addresses[*at];
            let of_root = groups.entry(address.root).or_default();
            let fits = |group: &Vec<usize>| {
                let first = &addresses[group[0]];
                first.strides == address.strides && address.rest.minus(&first.rest).is_some()
            };
            match of_root.iter_mut().find(|group| fits(group)) {
                Some(group) => group.push(*at),
                None => of_root.push(vec![*at]),
            }
        }
        for (root, of_root) in groups {
            let base = addresses[of_root[0][0]].array;
            for (number, group) in of_root.iter().enumerate() {
                let mut array = base;
                if number > 0 {
                    let hint = variables.hint(base).to_owned();
                    array = variables.of(Meaning::Again(root, number), &hint);
                    arrays.stated.push(OfArray::Same(array, base));
                }
                arrays.settle(addresses, group, array);
            }
        }
        arrays
    }

    fn settle(&mut self, addresses: &[Address], group: &[usize], array: Variable) {
        let first = &addresses[group[0]];
        let apart = |at: &usize| addresses[*at].rest.minus(&first.rest).unwrap_or(0);
        let apart: Vec<i64> = group.iter().map(apart).collect();
        let least = apart.iter().min().copied().unwrap_or(0);
        let are_apart = apart.iter().any(|number| *number != 0);
        if are_apart {
            self.stated.push(OfArray::LastStride(array, first.offsets.len()));
        }
        // The origin takes an offset that all elements have.
        let is_common =
            |k: usize| group.iter().all(|at| addresses[*at].offsets.get(k) == first.offsets.get(k));
        let common: Vec<bool> = (0..first.offsets.len()).map(is_common).collect();
        for (at, number) in group.iter().zip(apart) {
            let offsets = addresses[*at].offsets.iter().zip(&common);
            let offsets = offsets.map(|(offset, is_common)| if *is_common { 0 } else { *offset }).collect();
            let number = are_apart.then_some(number - least);
            self.settled.insert(*at, Settled { array, offsets, number });
        }
    }

    /// Writes the variable and the subscripts into an element.
    pub(crate) fn apply(&self, element: &mut Element) {
        let Some(settled) = self.settled.get(&element.address) else { return };
        element.array = settled.array;
        for (subscript, offset) in element.subscripts.iter_mut().zip(&settled.offsets) {
            subscript.offset = *offset;
        }
        if let Some(offset) = settled.number {
            element.subscripts.push(Subscript { base: Base::Number, offset });
        }
    }
}
