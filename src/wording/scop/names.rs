//! What the values in the description of a static control part are called: in the IR, and in the source.

use super::expression;
use ir::{Base, Model, SourceVariable, ValueId, ValueKind};
use rustc_hash::FxHashSet;
use scop::{Affine, Factor, Scop, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// A name for each value of a description.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Parameters, arrays and the phis of the loops, as operands are spelt.
    values: BTreeMap<ValueId, String>,
    /// By number of the loop.
    iterators: Vec<(ValueId, String)>,
    /// Values whose spelling begins with their type.
    typed: BTreeSet<ValueId>,
    /// Values that are variables of the source.
    variables: BTreeMap<ValueId, SourceVariable>,
    /// Those that are no variables, as expressions of variables.
    texts: BTreeMap<ValueId, String>,
    /// Parameters that the part reads as signed numbers alone, wherever it reads them.
    signed: BTreeSet<ValueId>,
}

impl Names {
    /// `i0`, `i1`, … for the iterators, and what `describe` says of the others, and of `further` values.
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

    /// The names of variables where there are any, else those of the IR. Where several values go by one name,
    /// all but the first are numbered: `i`, `i.2`. Nothing when no value has one.
    pub(super) fn of_source(
        part: &Scop,
        variable: impl Fn(ValueId) -> Option<SourceVariable>,
        ir: &Names,
    ) -> Option<Names> {
        // Of a loop over addresses the iterator is the number of the round.
        let counted = part.description.loops.iter().map(|l| (!l.is_address).then_some(l.iterator));
        let iterators: Vec<Option<SourceVariable>> = counted.map(|phi| variable(phi?)).collect();
        let others = ir.values.keys().filter(|value| !ir.counts(**value));
        let others: Vec<(ValueId, SourceVariable)> =
            others.filter_map(|value| Some((*value, variable(*value)?))).collect();
        if others.is_empty() && iterators.iter().all(Option::is_none) {
            return None;
        }
        // A variable of the source may be called as an iterator is that has no name.
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

    /// The iterator of a loop.
    pub(super) fn iterator(&self, number: u32) -> &str {
        self.iterators.get(number as usize).map_or("", |(_, name)| name)
    }

    /// A value, as an operand is spelt.
    pub(super) fn value(&self, value: ValueId) -> &str {
        self.values.get(&value).map_or("", String::as_str)
    }

    /// A value in an expression: without a type.
    pub(super) fn parameter(&self, value: ValueId) -> &str {
        let text = self.value(value);
        match text.split_once(' ').filter(|_| self.typed.contains(&value)) {
            Some((_, untyped)) => untyped,
            None => text,
        }
    }

    /// The same where it is an operand of nothing: an expression of variables is in no parentheses.
    pub(super) fn alone(&self, value: ValueId) -> &str {
        self.texts.get(&value).map_or_else(|| self.parameter(value), String::as_str)
    }

    /// From now on those values are called by expressions of variables, operations in parentheses.
    pub(super) fn describe(&mut self, texts: Vec<(ValueId, String)>) {
        for (value, nested) in texts {
            let alone = nested.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&nested);
            self.typed.remove(&value);
            self.texts.insert(value, alone.to_owned());
            self.values.insert(value, nested);
        }
    }

    /// Whether it is a variable of the source.
    pub(super) fn is_variable(&self, value: ValueId) -> bool {
        self.variables.contains_key(&value)
    }

    /// Whether it is the iterator of a loop.
    pub(super) fn counts(&self, value: ValueId) -> bool {
        self.iterators.iter().any(|(phi, _)| *phi == value)
    }

    /// `(unsigned) ` or `(signed) ` before a value that is read as another number than its name says: that of
    /// the variable's type, where it is a number, else one with a sign.
    pub(super) fn cast(&self, value: ValueId, is_unsigned: bool) -> &'static str {
        let own = self.variable(value).map_or(Some(false), |variable| variable.is_unsigned);
        match (is_unsigned && !self.signed.contains(&value), own) {
            (true, Some(false)) => "(unsigned) ",
            (false, Some(true)) => "(signed) ",
            _ => "",
        }
    }

    /// The variable of the source that a value is.
    pub(super) fn variable(&self, value: ValueId) -> Option<&SourceVariable> {
        self.variables.get(&value)
    }

    /// What is called otherwise in `ir`: its name there and here.
    pub(super) fn differing(&self, ir: &Names) -> Vec<(String, String)> {
        let own = self.values.iter().map(|(value, name)| (ir.value(*value), name.as_str()));
        let iterators = ir.iterators.iter().zip(&self.iterators);
        let iterators = iterators.map(|((_, there), (_, here))| (there.as_str(), here.as_str()));
        let differing = own.chain(iterators).filter(|(there, here)| there != here);
        differing.map(|(there, here)| (there.to_owned(), here.to_owned())).collect()
    }
}

/// The parameters of which one number stands for both ways to read them, that with a sign.
fn signed(part: &Scop) -> BTreeSet<ValueId> {
    let factors = part.parameters.iter().flat_map(|parameter| parameter.factors.iter());
    let signed = factors.clone().filter_map(|factor| match factor {
        Factor::Parameter(value) => Some(*value),
        _ => None,
    });
    let is_unsigned = |value: &ValueId| factors.clone().any(|factor| *factor == Factor::Unsigned(*value));
    signed.filter(|value| !is_unsigned(value)).collect()
}

/// The name, or with the first number from 2 that makes it one that is not taken. No identifier of C has a
/// dot.
fn fresh(name: &str, taken: &mut FxHashSet<String>) -> String {
    let numbered = (2u32..).map(|number| format!("{name}.{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    let fresh = candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(fresh.clone());
    fresh
}

/// The parameters in its expressions, its arrays, and the values that conditions about data are made of.
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

/// Pieces nest no deeper than values are read.
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
