//! The searched form of a function: the function itself or, if normalisation changes it, a normalised copy.
//!
//! In: a match on the copy whose `base_pointer` is `%a` and whose `index` is the `mul` that
//! `idiom-flatten-gep` would make. Out: `%a`, and the expression `(%i * %n + %j) * 8` at the location of the
//! address that it belongs to. A value that replaces another has the name of the other, so that findings
//! refer to the unmodified function.

use crate::spelling::Spelling;
use analysis::accesses::{WrittenFactor, WrittenTerm, sum_text};
use ir::{Constant, Model, Number, Opcode, SourceLocation, ValueId, ValueKind};
use lang::atoms::{CalleeFacts, ModelWorld};
use report::Variable;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The depth limit of expressions.
const DEEPEST: usize = 24;

/// The meaning of a variable's value, in terms of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A value of the function.
    Value(ValueId),
    /// A value of the function that the normalised copy computes by an instruction of another opcode.
    Rewritten(ValueId, Opcode),
    /// A value that exists only in the normalised copy.
    Virtual(Arc<Expression>),
    /// A term over values.
    Term(Arc<[BoundProduct]>),
}

/// The factors of a product with its coefficient. A factor with `true` is the iteration number of the loop
/// that begins with its value.
pub type BoundProduct = (Vec<(Bound, bool)>, i64);

/// A value without a counterpart in the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The opcode; for a constant or global, its spelling.
    pub operation: String,
    /// The operands; `None` for those beyond the depth limit.
    pub operands: Vec<Option<Bound>>,
    /// The kind of value, for fingerprints.
    pub shape: String,
    /// The debug location of the replaced instruction.
    pub location: Option<SourceLocation>,
}

impl Bound {
    /// The value of the function, unless the meaning is an expression or a term.
    pub fn value(&self) -> Option<ValueId> {
        match self {
            Bound::Value(value) | Bound::Rewritten(value, _) => Some(*value),
            Bound::Virtual(_) | Bound::Term(_) => None,
        }
    }

    /// The text of the value; `describe` spells values of the function.
    pub fn describe(&self, describe: &dyn Fn(ValueId) -> String) -> String {
        match self {
            Bound::Value(value) | Bound::Rewritten(value, _) => describe(*value),
            Bound::Virtual(expression) => expression.describe(describe),
            Bound::Term(products) => {
                let factor = |(bound, is_rounds): &(Bound, bool)| match is_rounds {
                    true => format!("rounds({})", bound.describe(describe)),
                    false => bound.describe(describe),
                };
                let spelt =
                    |(factors, number): &(Vec<_>, i64)| (factors.iter().map(factor).collect(), *number);
                sum_text(products.iter().map(spelt))
            }
        }
    }

    /// The debug location.
    pub fn location<'b>(&'b self, model: &'b Model) -> Option<&'b SourceLocation> {
        match self {
            Bound::Value(value) | Bound::Rewritten(value, _) => model.location(*value),
            Bound::Virtual(expression) => expression.location.as_ref(),
            Bound::Term(_) => None,
        }
    }

    /// The kind of the value in the normalised copy, without names.
    pub fn shape<'b>(&'b self, model: &'b Model) -> &'b str {
        match self {
            Bound::Rewritten(_, opcode) => opcode.name(),
            Bound::Virtual(expression) => &expression.shape,
            Bound::Term(_) => "term",
            Bound::Value(value) => match (model.opcode(*value), model.kind(*value)) {
                (Some(opcode), _) => opcode.name(),
                (None, ValueKind::Global) => model.name(*value),
                (None, ValueKind::Parameter) => "parameter",
                (None, _) => "constant",
            },
        }
    }
}

impl Expression {
    fn describe(&self, describe: &dyn Fn(ValueId) -> String) -> String {
        let spell = |operand: &Option<Bound>| match operand {
            Some(bound) => bound.describe(describe),
            None => "…".to_string(),
        };
        let operands: Vec<String> = self.operands.iter().map(spell).collect();
        if operands.is_empty() {
            return self.operation.clone();
        }
        format!("{}({})", self.operation, operands.join(", "))
    }
}

/// A function in the form that a search uses.
#[derive(Clone, Copy)]
pub struct View<'m> {
    plain: &'m Model,
    /// Per value of `plain`, the value of the function, if `plain` has other blocks.
    origins: Option<&'m [ValueId]>,
    copy: Option<&'m Model>,
    terms: Option<&'m BTreeMap<ValueId, WrittenTerm>>,
    facts: Option<&'m dyn CalleeFacts>,
}

impl<'m> View<'m> {
    /// The view of a function, with its normalised copy if there is one.
    pub fn new(plain: &'m Model, copy: Option<&'m Model>) -> View<'m> {
        View { plain, origins: None, copy, terms: None, facts: None }
    }

    /// This view of a model with other blocks than the function, whose values are these.
    pub fn with_origins(self, origins: &'m [ValueId]) -> View<'m> {
        View { origins: Some(origins), ..self }
    }

    /// The value of the function for one of [`plain`](Self::plain).
    pub fn in_function(&self, value: ValueId) -> ValueId {
        self.origins.map_or(value, |origins| origins[value.index()])
    }

    /// The spelling of values of [`plain`](Self::plain), from that of the function's values.
    pub fn spelling<T>(&self, spelling: &Spelling<'_>, run: impl FnOnce(&Spelling<'_>) -> T) -> T {
        let of = |value| self.in_function(value);
        run(&Spelling {
            describe: &|value| (spelling.describe)(of(value)),
            block: &|value| (spelling.block)(of(value)),
            variable: &|value| (spelling.variable)(of(value)),
            inlined_from: &|value| (spelling.inlined_from)(of(value)),
            callers: &|value| (spelling.callers)(of(value)),
            runs: &|value| (spelling.runs)(of(value)),
            folder: spelling.folder,
        })
    }

    /// This view with facts about called functions.
    pub fn with_facts(self, facts: Option<&'m dyn CalleeFacts>) -> View<'m> {
        View { facts, ..self }
    }

    /// This view with a normalised copy, if there is one.
    pub fn with_copy(self, copy: Option<&'m Model>) -> View<'m> {
        View { copy, ..self }
    }

    /// This view with terms as additional values.
    pub fn with_terms(self, terms: &'m BTreeMap<ValueId, WrittenTerm>) -> View<'m> {
        View { terms: Some(terms), ..self }
    }

    /// The unmodified function.
    pub fn plain(&self) -> &'m Model {
        self.plain
    }

    /// The searched model.
    pub fn model(&self) -> &'m Model {
        self.copy.unwrap_or(self.plain)
    }

    /// The database for searching specifications.
    pub fn world(&self) -> ModelWorld<'m> {
        ModelWorld::of_either(self.plain, self.copy).with_facts(self.facts)
    }

    /// Whether normalisation changed the function.
    pub fn is_normalised(&self) -> bool {
        self.copy.is_some()
    }

    /// This view without the normalised copy.
    pub fn in_plain(&self) -> View<'m> {
        View { copy: None, ..*self }
    }

    /// Whether a value denotes a term.
    pub fn is_term(&self, value: ValueId) -> bool {
        self.term_of(value).is_some()
    }

    /// The term that a value denotes.
    pub fn term_of(&self, value: ValueId) -> Option<&'m WrittenTerm> {
        self.terms?.get(&value)
    }

    /// This view without the copy and without terms.
    pub fn of_function(&self) -> View<'m> {
        View { copy: None, terms: None, ..*self }
    }

    /// The meaning of a value of [`model`](Self::model), in terms of the function.
    pub fn bound(&self, value: ValueId) -> Bound {
        if let Some(term) = self.terms.and_then(|terms| terms.get(&value)) {
            return self.term(term);
        }
        match self.copy {
            None => Bound::Value(value),
            Some(copy) => self.in_copy(copy, value, DEEPEST),
        }
    }

    /// A variable with its value as text, in terms of the function.
    pub fn variable(&self, spelling: &Spelling<'_>, name: &str, bound: Option<&Bound>) -> Variable {
        Variable {
            name: name.to_owned(),
            value: bound.map(|bound| bound.describe(spelling.describe)),
            source: bound.and_then(Bound::value).and_then(spelling.variable).map(|variable| variable.name),
            place: bound.and_then(|bound| bound.location(self.plain)).map(|l| spelling.place(l)),
        }
    }

    fn term(&self, term: &WrittenTerm) -> Bound {
        let factor = |factor: &WrittenFactor| match *factor {
            WrittenFactor::Value(value) => (self.bound(value), false),
            WrittenFactor::Rounds(begin) => (self.bound(begin), true),
            WrittenFactor::Product(fused, factors) => (self.product(fused, factors), false),
        };
        if let [(factors, 1)] = term.monomials.as_slice()
            && let [WrittenFactor::Product(fused, factors)] = factors.as_slice()
        {
            return self.product(*fused, *factors);
        }
        let product = |(factors, number): &(Vec<_>, i64)| (factors.iter().map(factor).collect(), *number);
        Bound::Term(term.monomials.iter().map(product).collect())
    }

    /// The product inside a fused multiply-add.
    fn product(&self, fused: ValueId, factors: [ValueId; 2]) -> Bound {
        Bound::Virtual(Arc::new(Expression {
            operation: Opcode::FMul.name().to_owned(),
            operands: factors.map(|factor| Some(self.bound(factor))).into(),
            shape: "product".to_owned(),
            location: self.bound(fused).location(self.plain).cloned(),
        }))
    }

    fn in_copy(&self, model: &Model, value: ValueId, depth: usize) -> Bound {
        match (model.origin(value), model.opcode(value)) {
            (Some(origin), Some(opcode)) if self.plain.opcode(origin) != Some(opcode) => {
                Bound::Rewritten(origin, opcode)
            }
            (Some(origin), _) => Bound::Value(origin),
            (None, opcode) => {
                let below =
                    |edge: &ir::Edge| depth.checked_sub(1).map(|depth| self.in_copy(model, edge.to, depth));
                Bound::Virtual(Arc::new(Expression {
                    operation: opcode.map_or_else(|| spelt(model, value), |opcode| opcode.name().to_string()),
                    operands: model.operands(value).iter().map(below).collect(),
                    shape: Bound::Value(value).shape(model).to_string(),
                    location: model.location(value).cloned(),
                }))
            }
        }
    }
}

/// The spelling of a constant or global that the function does not have.
fn spelt(model: &Model, value: ValueId) -> String {
    let ty = &model.type_of(value).name;
    match model.constant(value) {
        Some(Constant::Scalar(number)) => format!("{ty} {}", integer(number)),
        Some(Constant::Splat(number)) => format!("{ty} splat({})", integer(number)),
        _ => format!("@{}", model.name(value)),
    }
}

fn integer(number: &Number) -> String {
    let Number::Int { width, .. } = number else { return String::new() };
    match (number.bits(), 128u32.checked_sub(*width)) {
        (Some(bits), Some(spare)) if spare < 128 => ((bits << spare) as i128 >> spare).to_string(),
        _ => "…".to_string(),
    }
}
