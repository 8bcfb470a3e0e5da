//! The polyhedral description of a static control part in the notation of isl, which islpy and Polly read.
//!
//! ```text
//! [n] -> { S0[i0] : i0 >= 0 and n - i0 - 1 >= 0 }      the domain of a statement
//! [n] -> { S0[i0] -> MemRef_a[o0] : o0 = i0 + 1 }      an access
//! ```

use super::names::Names;
use crate::model::{Base, Model, ValueId};
use crate::polyhedral::{
    AccessKind, AccessPiece, Conjunction, Constraint, Dimension, Factor, Linear, Scop, Statement, Storage,
    Touch,
};
use crate::report::{Place, ScopArray, ScopModel, ScopParameter, ScopStatement, ScopTouch};
use rustc_hash::FxHashSet;

/// The whole description; places are those of the blocks' accesses.
pub(super) fn model(
    model: &Model,
    scop: &Scop,
    ir: &Names,
    place: &dyn Fn(ValueId) -> Option<Place>,
) -> ScopModel {
    let writer = Writer::new(model, scop, ir);
    let value = |factors: &[Factor]| {
        let of = |factor: &Factor| match factor {
            Factor::Parameter(value) | Factor::Unsigned(value) => ir.parameter(*value).to_owned(),
            _ => String::new(),
        };
        factors.iter().map(of).collect::<Vec<_>>().join("*")
    };
    let named = writer.parameters.iter().zip(&scop.parameters);
    ScopModel {
        context: writer.context(),
        parameters: named
            .map(|(name, parameter)| ScopParameter { name: name.clone(), value: value(&parameter.factors) })
            .collect(),
        arrays: (0..scop.arrays.len()).map(|number| writer.array(number, model, ir)).collect(),
        statements: (0..).zip(&scop.statements).map(|(k, s)| writer.statement(k, s, place)).collect(),
    }
}

struct Writer<'a> {
    scop: &'a Scop,
    /// By parameter.
    parameters: Vec<String>,
    /// By array.
    arrays: Vec<String>,
    /// The length of the longest schedule.
    longest: usize,
}

impl<'a> Writer<'a> {
    fn new(model: &Model, scop: &'a Scop, names: &Names) -> Writer<'a> {
        let mut taken = FxHashSet::default();
        let of_factor = |factor: &Factor| match factor {
            Factor::Parameter(value) | Factor::Unsigned(value) => identifier(names.parameter(*value)),
            _ => String::new(),
        };
        let mut parameters = Vec::with_capacity(scop.parameters.len());
        for parameter in &scop.parameters {
            let name = parameter.factors.iter().map(of_factor).collect::<Vec<_>>().join("_times_");
            parameters.push(fresh(format!("p_{name}"), &mut taken));
        }
        let mut arrays = Vec::with_capacity(scop.arrays.len());
        for array in &scop.arrays {
            let name = match array.storage {
                Storage::Memory(Base::Value(value)) | Storage::Value(value) => {
                    identifier(names.parameter(value))
                }
                Storage::Memory(hidden) => {
                    model.base_global(hidden).map_or(String::new(), |g| identifier(&g.name))
                }
                Storage::Phi(value) => format!("{}__phi", identifier(names.parameter(value))),
            };
            arrays.push(fresh(format!("MemRef_{name}"), &mut taken));
        }
        let longest = scop.statements.iter().map(|s| 2 * s.loops.len() + 1).max().unwrap_or(0);
        Writer { scop, parameters, arrays, longest }
    }

    /// `[n, m] -> { … }`
    fn set(&self, inner: &str) -> String {
        format!("[{}] -> {{ {inner} }}", self.parameters.join(", "))
    }

    /// The parameters for which the description holds.
    fn context(&self) -> String {
        let mut conditions = Vec::new();
        for (name, parameter) in self.parameters.iter().zip(&self.scop.parameters) {
            if let Some((low, high)) = parameter.range {
                conditions.push(format!("{low} <= {name} <= {high}"));
            }
        }
        for exception in &self.scop.invalid {
            conditions.push(format!("not ({})", self.conjunction(exception).join(" and ")));
        }
        match conditions.is_empty() {
            true => self.set(":"),
            false => self.set(&format!(": {}", conditions.join(" and "))),
        }
    }

    fn array(&self, number: usize, model: &Model, ir: &Names) -> ScopArray {
        let array = &self.scop.arrays[number];
        let (kind, value) = match array.storage {
            Storage::Memory(Base::Value(value)) => ("memory", ir.value(value).to_owned()),
            Storage::Memory(hidden) => {
                ("memory", format!("@{}", model.base_global(hidden).map_or("", |global| &global.name)))
            }
            Storage::Value(value) => ("value", ir.value(value).to_owned()),
            Storage::Phi(value) => ("phi", ir.value(value).to_owned()),
        };
        ScopArray {
            name: self.arrays[number].clone(),
            value,
            kind: kind.to_owned(),
            element_bytes: u64::try_from(array.element).unwrap_or_default(),
            sizes: array.sizes.iter().map(|s| s.as_ref().map(|size| self.linear(size))).collect(),
        }
    }

    fn statement(
        &self,
        number: usize,
        statement: &Statement,
        place: &dyn Fn(ValueId) -> Option<Place>,
    ) -> ScopStatement {
        let iterators: Vec<String> = statement.loops.iter().map(|k| format!("i{k}")).collect();
        let name = format!("S{number}");
        let instance = format!("{name}[{}]", iterators.join(", "));
        let of_conjunction =
            |conjunction: &Conjunction| self.guarded(&instance, &self.conjunction(conjunction));
        let domain: Vec<String> = statement.domain.iter().map(of_conjunction).collect();
        let mut schedule: Vec<String> =
            self.scop.schedule(statement).iter().map(|at| self.linear(at)).collect();
        schedule.resize(self.longest, "0".to_owned());
        ScopStatement {
            domain: self.set(&domain.join("; ")),
            schedule: self.set(&format!("{instance} -> [{}]", schedule.join(", "))),
            accesses: statement.accesses.iter().map(|touch| self.touch(&instance, touch, place)).collect(),
            name,
        }
    }

    fn touch(&self, instance: &str, touch: &Touch, place: &dyn Fn(ValueId) -> Option<Place>) -> ScopTouch {
        let pieces: Vec<String> =
            touch.pieces.iter().map(|piece| self.piece(instance, touch.array as usize, piece)).collect();
        ScopTouch {
            kind: if touch.kind == AccessKind::Read { "read" } else { "write" }.to_owned(),
            relation: self.set(&pieces.join("; ")),
            place: place(touch.instruction),
        }
    }

    /// `S0[i0] -> MemRef_a[o0] : o0 = i0 + 1`
    fn piece(&self, instance: &str, array: usize, piece: &AccessPiece) -> String {
        let mut conditions = self.conjunction(&piece.when);
        let last = piece.subscripts.len().saturating_sub(1);
        for (at, subscript) in piece.subscripts.iter().enumerate() {
            let subscript = self.linear(subscript);
            conditions.push(match at == last && piece.elements != Linear::constant(1) {
                true => format!("{subscript} <= o{at} < {subscript} + {}", self.linear(&piece.elements)),
                false => format!("o{at} = {subscript}"),
            });
        }
        let outputs: Vec<String> = (0..piece.subscripts.len()).map(|at| format!("o{at}")).collect();
        self.guarded(&format!("{instance} -> {}[{}]", self.arrays[array], outputs.join(", ")), &conditions)
    }

    fn guarded(&self, what: &str, conditions: &[String]) -> String {
        match conditions.is_empty() {
            true => what.to_owned(),
            false => format!("{what} : {}", conditions.join(" and ")),
        }
    }

    fn conjunction(&self, conjunction: &Conjunction) -> Vec<String> {
        let of = |constraint: &Constraint| {
            let relation = if constraint.is_equality { "=" } else { ">=" };
            format!("{} {relation} 0", self.linear(&constraint.form))
        };
        conjunction.constraints.iter().map(of).collect()
    }

    fn linear(&self, linear: &Linear) -> String {
        let mut text = String::new();
        for (dimension, by) in linear.terms.iter().rev() {
            let name = match dimension {
                Dimension::Parameter(number) => self.parameters[*number as usize].clone(),
                Dimension::Iterator(number) => format!("i{number}"),
            };
            let sign = match (text.is_empty(), *by < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += sign;
            match by.unsigned_abs() {
                1 => text += &name,
                number => text += &format!("{number}{name}"),
            }
        }
        match (text.is_empty(), linear.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant) if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
            (false, constant) => format!("{text} + {constant}"),
        }
    }
}

/// The letters, digits and underscores of a name.
fn identifier(name: &str) -> String {
    let spelt = name.trim_start_matches(['%', '@']);
    spelt.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The name, or with the first number from 2 that makes it one that is not taken.
fn fresh(name: String, taken: &mut FxHashSet<String>) -> String {
    let mut candidate = name.clone();
    for number in 2u32.. {
        if taken.insert(candidate.clone()) {
            break;
        }
        candidate = format!("{name}__{number}");
    }
    candidate
}
