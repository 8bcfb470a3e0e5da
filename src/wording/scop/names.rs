//! Names of the values in the description of a static control part: one set for the IR, one for the source.

use super::expression;
use ir::{Base, Model, SourceVariable, ValueId, ValueKind};
use rustc_hash::FxHashSet;
use scop::{Affine, Factor, Scop, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// A name for each value of a description.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Parameters, arrays and loop phis, in operand spelling.
    values: BTreeMap<ValueId, String>,
    /// The phi and name of each iterator, by loop number.
    iterators: Vec<(ValueId, String)>,
    /// Values with a spelling that begins with their type.
    typed: BTreeSet<ValueId>,
    /// Values that are variables of the source.
    variables: BTreeMap<ValueId, SourceVariable>,
    /// Values without a variable of their own, as expressions over variables.
    texts: BTreeMap<ValueId, String>,
    /// Parameters that the part only reads as signed numbers.
    signed: BTreeSet<ValueId>,
}

impl Names {
    /// IR names: `i0`, `i1`, … for the iterators, and the result of `describe` for the other values and for
    /// `further` ones.
    pub(super) fn of_ir(
        model: &Model,
        part: &Scop,
        further: BTreeSet<ValueId>,
        describe: impl Fn(ValueId) -> String,
    ) -> Names {
        let phis = part.description.loops.iter().map(|l| l.iterator);
        let values = mentioned(model, part).into_iter().chain(further);
        let mentioned: BTreeSet<ValueId> = values.chain(phis.clone()).collect();
        Names {
            variables: BTreeMap::new(),
            texts: BTreeMap::new(),
            signed: signed(part),
            typed: mentioned.iter().copied().filter(|v| model.kind(*v) == ValueKind::Constant).collect(),
            values: mentioned.into_iter().map(|value| (value, describe(value))).collect(),
            iterators: phis.enumerate().map(|(k, phi)| (phi, format!("i{k}"))).collect(),
        }
    }

    /// Source names, with IR names for values without one. If several values have one name, all but the first
    /// are numbered: `i`, `i.2`. `None` if no value has a source name.
    pub(super) fn of_source(
        part: &Scop,
        variable: impl Fn(ValueId) -> Option<SourceVariable>,
        ir: &Names,
    ) -> Option<Names> {
        // The iterator of a loop over addresses is the iteration number.
        let counted = part.description.loops.iter().map(|l| (!l.is_address).then_some(l.iterator));
        let iterators: Vec<Option<SourceVariable>> = counted.map(|phi| variable(phi?)).collect();
        let others = ir.values.keys().filter(|value| !ir.counts(**value));
        let others: Vec<(ValueId, SourceVariable)> =
            others.filter_map(|value| Some((*value, variable(*value)?))).collect();
        if others.is_empty() && iterators.iter().all(Option::is_none) {
            return None;
        }
        // A source variable may have the name of an iterator without a source name.
        let unnamed = ir.iterators.iter().zip(&iterators).filter(|(_, name)| name.is_none());
        let mut taken: FxHashSet<String> = unnamed.map(|((_, own), _)| own.clone()).collect();
        let mut names = ir.clone();
        for (value, variable) in others {
            names.typed.remove(&value);
            names.values.insert(value, fresh(&variable.name, &mut taken));
            names.variables.insert(value, variable);
        }
        for ((phi, shown), variable) in names.iterators.iter_mut().zip(iterators) {
            if let Some(variable) = variable {
                *shown = fresh(&variable.name, &mut taken);
                names.variables.insert(*phi, variable);
            }
        }
        Some(names)
    }

    /// The name of a loop's iterator.
    pub(super) fn iterator(&self, number: u32) -> &str {
        self.iterators.get(number as usize).map_or("", |(_, name)| name)
    }

    /// A value in operand spelling.
    pub(super) fn value(&self, value: ValueId) -> &str {
        self.values.get(&value).map_or("", String::as_str)
    }

    /// A value inside an expression, without a type.
    pub(super) fn parameter(&self, value: ValueId) -> &str {
        let text = self.value(value);
        match text.split_once(' ').filter(|_| self.typed.contains(&value)) {
            Some((_, untyped)) => untyped,
            None => text,
        }
    }

    /// A value that is a whole expression: an expression over variables is without parentheses.
    pub(super) fn alone(&self, value: ValueId) -> &str {
        self.texts.get(&value).map_or_else(|| self.parameter(value), String::as_str)
    }

    /// Sets the texts of values to expressions over variables, with operations in parentheses.
    pub(super) fn describe(&mut self, texts: Vec<(ValueId, String)>) {
        for (value, nested) in texts {
            let alone = nested.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&nested);
            self.typed.remove(&value);
            self.texts.insert(value, alone.to_owned());
            self.values.insert(value, nested);
        }
    }

    /// Whether the value has a source variable.
    pub(super) fn is_variable(&self, value: ValueId) -> bool {
        self.variables.contains_key(&value)
    }

    /// Whether the value is a loop's iterator.
    pub(super) fn counts(&self, value: ValueId) -> bool {
        self.iterators.iter().any(|(phi, _)| *phi == value)
    }

    /// `(unsigned) ` or `(signed) ` for a value that is read with another signedness than its variable's type
    /// has. A variable without an integer type counts as signed.
    pub(super) fn cast(&self, value: ValueId, is_unsigned: bool) -> &'static str {
        let own = self.variable(value).map_or(Some(false), |variable| variable.is_unsigned);
        match (is_unsigned && !self.signed.contains(&value), own) {
            (true, Some(false)) => "(unsigned) ",
            (false, Some(true)) => "(signed) ",
            _ => "",
        }
    }

    /// The source variable of a value.
    pub(super) fn variable(&self, value: ValueId) -> Option<&SourceVariable> {
        self.variables.get(&value)
    }

    /// Pairs of the name in `ir` and the name here, for values with different names.
    pub(super) fn differing(&self, ir: &Names) -> Vec<(String, String)> {
        let own = self.values.iter().map(|(value, name)| (ir.value(*value), name.as_str()));
        let iterators = ir.iterators.iter().zip(&self.iterators);
        let iterators = iterators.map(|((_, there), (_, here))| (there.as_str(), here.as_str()));
        let differing = own.chain(iterators).filter(|(there, here)| there != here);
        differing.map(|(there, here)| (there.to_owned(), here.to_owned())).collect()
    }
}

/// The parameters whose signed reading stands for both readings.
fn signed(part: &Scop) -> BTreeSet<ValueId> {
    let factors = part.parameters.iter().flat_map(|parameter| parameter.factors.iter());
    let signed = factors.clone().filter_map(|factor| match factor {
        Factor::Parameter(value) => Some(*value),
        _ => None,
    });
    let is_unsigned = |value: &ValueId| factors.clone().any(|factor| *factor == Factor::Unsigned(*value));
    signed.filter(|value| !is_unsigned(value)).collect()
}

/// The name if it is free, or with the smallest numeric suffix from 2 that makes it free. The dot keeps it
/// apart from C identifiers.
fn fresh(name: &str, taken: &mut FxHashSet<String>) -> String {
    let numbered = (2u32..).map(|number| format!("{name}.{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    let fresh = candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(fresh.clone());
    fresh
}

/// The parameters in expressions, the arrays, and the leaves of data-dependent conditions.
pub(super) fn mentioned(model: &Model, scop: &Scop) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    let part = &scop.description;
    let bounds = part.loops.iter().flat_map(|l| [&l.start, &l.bound]);
    let conditions = part.conditions.iter().filter_map(|condition| condition.value.as_ref());
    let accesses = part.accesses.iter().flat_map(|access| [&access.place.offset, &*access.length]);
    let assumed = part.assumptions.iter().filter_map(|assumption| assumption.value.as_ref());
    for affine in bounds.chain(conditions).chain(assumed).chain(accesses) {
        parameters(affine, &mut found);
    }
    for factor in scop.parameters.iter().flat_map(|parameter| parameter.factors.iter()) {
        parameters(&Affine::of_factor(factor.clone()), &mut found);
    }
    let about_data = part.conditions.iter().filter(|condition| condition.value.is_none());
    let about_data = about_data.filter_map(|condition| model.operand(condition.branch, 0));
    let assumed = part.assumptions.iter().filter(|assumption| assumption.value.is_none());
    let about_data = about_data.chain(assumed.map(|assumption| assumption.way.condition));
    found.extend(about_data.flat_map(|condition| expression::leaves(model, condition)));
    found.extend(scop.arrays.iter().filter_map(|array| match array.storage {
        Storage::Memory(Base::Value(value)) | Storage::Value(value) | Storage::Phi(value) => Some(value),
        Storage::Memory(Base::Hidden(_)) => None,
    }));
    found
}

/// Pieces nest to a bounded depth.
fn parameters(affine: &Affine, found: &mut BTreeSet<ValueId>) {
    for factor in affine.terms.iter().flat_map(|(factors, _)| factors.iter()) {
        match factor {
            Factor::Parameter(value) | Factor::Unsigned(value) => {
                found.insert(*value);
            }
            Factor::Iterator(_) => {}
            Factor::Piece(piece) => piece.parts.iter().for_each(|part| parameters(part, found)),
        }
    }
}
