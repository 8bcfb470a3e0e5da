//! Patterns: `{r} ~ ({a} + {b}) * {c}`, values described by expressions.
//!
//! A pattern is not a relation of the model. Unrolling an instance expands it to a formula of atoms:
//! `arithmetic.rs`, `choices.rs` and `calls.rs` list the spellings of each operation. Values without a name
//! are hidden variables whose names begin with the root, `r.1`, `r.2`.
//!
//! ```text
//! {r} ~ {a} + {b} * {c}
//!   =>  some r.1 with r = r.1 + a in either order and r.1 = b * c in either order,  or  r = fma(b, c, a)
//! ```
//!
//! A reduction, `{s} += e`, is the pattern `s + e` for the update of `s` in the building block `Reduction`.
//! `updates.rs` expands reductions of values and of elements, `{A}[{i}] += e`.

mod accesses;
mod arithmetic;
mod calls;
mod choices;
mod extensions;
mod fields;
pub(super) mod fold;
mod formulas;
mod loads;
mod sharing;
pub(super) mod subscripts;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod tree;
mod trees;
mod updates;

use super::ast::{Span, Variable};
use super::atom_table::AtomKind;
use super::core::{BinderId, CoreFormula, CoreQuantified, InstanceId, Part, VarName};
pub(super) use arithmetic::may_be_truth;
pub(super) use calls::{EXTREMES, operand_count, own_functions};
pub(super) use choices::{exchanged, opposite};
use formulas::{Scope, atom};
use subscripts::Roles;
use tree::{Expression, ExpressionKind, Operation, Pattern, is_anything};

/// The building block that a reduction includes.
const REDUCTION: &str = "Reduction";

/// The building blocks for updates in some iterations only, where LLVM selects the neutral element in the
/// others.
const PARTLY: [&str; 2] = ["TakenPartly", "TestTaken"];

/// The building block for a choice by a branch.
const CHOICE: &str = "BranchChoice";

/// The building blocks that patterns in a text may include, found by scanning for signs and words. The result
/// may contain too many.
pub fn blocks<'t>(
    text: &str,
    mut words: impl Iterator<Item = &'t str>,
) -> impl Iterator<Item = &'static str> {
    const UPDATES: [&str; 8] = ["+=", "-=", "*=", "&=", "|=", "^=", "min=", "max="];
    let reduction = UPDATES.iter().any(|update| text.contains(update)).then_some(REDUCTION);
    let is_choice = text.contains('?') || words.any(|word| choices::CHOSEN.contains(&word));
    reduction.into_iter().chain(is_choice.then_some(CHOICE))
}

/// The instances of the building blocks that a pattern may include.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blocks {
    reduction: Option<InstanceId>,
    partly: Option<[InstanceId; 2]>,
    choice: Option<InstanceId>,
}

impl Blocks {
    /// The building blocks that a pattern needs. `instance` creates one by name.
    pub(super) fn of<E>(
        pattern: &Pattern,
        mut instance: impl FnMut(&str) -> Result<InstanceId, E>,
    ) -> Result<Blocks, E> {
        let reduction = pattern.update.map(|_| instance(REDUCTION)).transpose()?;
        let choice = choices::is_in(pattern).then(|| instance(CHOICE)).transpose()?;
        let partly = updates::may_be_partly(pattern).then(|| PARTLY.map(&mut instance));
        let partly = partly.map(|[chosen, counted]| Ok([chosen?, counted?])).transpose()?;
        Ok(Blocks { reduction, partly, choice })
    }
}

/// The variables of the building block that become fields of the reduction's variable.
const BELOW: [&str; 4] = ["init", "next", "out", "loop"];

/// The formula of a pattern. `name` maps its variables to names; `slots` counts the ids of the instance. In a
/// rewrite no variable holds a product inside a fused operation, since variables of rewrites are values in
/// the code.
pub(super) fn expand(
    pattern: &Pattern,
    (span, blocks, of_constraint): (Span, Blocks, bool),
    roles: &Roles,
    binders: &mut u32,
    name: &dyn Fn(&Variable) -> VarName,
) -> CoreFormula {
    let root = name(&pattern.root);
    let mut counters = Vec::new();
    pattern.expressions().for_each(|expression| accesses::counters(expression, roles, &mut counters));
    let counters = counters.into_iter().map(name).collect();
    let mut expansion =
        Expansion { blocks, counters, of_constraint, roles, ..Expansion::of(&root, span, binders, name) };
    let mut scope = Scope::default();
    expansion.share_reads(pattern, &mut scope);
    match pattern.update.zip(blocks.reduction) {
        // The description belongs to the whole pattern, not only to its expression.
        None => expansion.describe_here(&root, &pattern.expression, &mut scope),
        Some((update, instance)) => match pattern.target.as_ref().map(|target| &target.kind) {
            Some(ExpressionKind::Element(target)) => {
                expansion.update_element(instance, (target, update, &pattern.expression), &mut scope);
            }
            _ => expansion.update_value(instance, (update, &pattern.expression), &mut scope),
        },
    }
    expansion.extended_alike(&mut scope, None);
    let formula = scope.close(span);
    if pattern.negated { expansion.none(formula) } else { formula }
}

/// An alternative to the condition that the numbers of a comparison or division are signed.
type Otherwise<'o, E> = dyn Fn(&mut E, &mut Scope) + 'o;

/// A pattern being expanded.
struct Expansion<'a> {
    root: &'a VarName,
    span: Span,
    blocks: Blocks,
    /// Whether the pattern belongs to a constraint, not to a rewrite. In a constraint a variable may be the
    /// product in a fused multiply-add, and `and` of truth values may be a `select`.
    of_constraint: bool,
    /// The counters and values among the variables of the specification.
    roles: &'a Roles,
    binders: &'a mut u32,
    name: &'a dyn Fn(&Variable) -> VarName,
    /// The counters in the subscripts of the pattern.
    counters: Vec<VarName>,
    /// Values that the expansion itself puts into expressions, indexed by [`ExpressionKind::Made`].
    made: Vec<VarName>,
    /// Unnamed subexpressions with the variables that hold their values.
    described: Vec<(Expression, VarName)>,
    /// Repeated reads of the pattern with the variables that hold their values.
    shared: Vec<(Expression, VarName)>,
}

/// An operand in the code: the value behind casts, or exactly this value if the pattern requires a cast.
#[derive(Clone, Debug, PartialEq)]
struct OperandValue {
    name: VarName,
    is_exact: bool,
    /// Whether the value is otherwise unconstrained here, so that it may be the product in a fused
    /// multiply-add.
    is_open: bool,
}

/// An operand, as far as the enclosing operation may spell it in several ways.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    /// A value in the code.
    Value(OperandValue),
    /// A number, which another constant may replace.
    Number(String),
    /// A number given by the variable of a term.
    Computed(VarName),
    /// A product, possibly named: it may be part of a fused multiply-add.
    Product(Box<Operand>, Box<Operand>, Option<VarName>),
}

impl<'a> Expansion<'a> {
    fn of(
        root: &'a VarName,
        span: Span,
        binders: &'a mut u32,
        name: &'a dyn Fn(&Variable) -> VarName,
    ) -> Expansion<'a> {
        Expansion {
            root,
            span,
            blocks: Blocks::default(),
            of_constraint: false,
            roles: Roles::NONE,
            binders,
            name,
            counters: Vec::new(),
            made: Vec::new(),
            described: Vec::new(),
            shared: Vec::new(),
        }
    }
}

impl Expansion<'_> {
    /// Whether a term may replace the value of an operand: the product in a fused multiply-add, or the amount
    /// of a shift by a constant.
    fn holds_terms(&self, value: &OperandValue) -> bool {
        self.of_constraint && value.is_open && !value.is_exact
    }

    fn mark(&mut self) -> BinderId {
        *self.binders += 1;
        BinderId(*self.binders - 1)
    }

    /// A new hidden variable.
    fn hidden(&mut self, scope: &mut Scope) -> VarName {
        let local = self.root.join(&[Part::Hidden(self.mark())]);
        scope.locals.push(local.clone());
        local
    }

    fn hidden_value(&mut self, scope: &mut Scope) -> OperandValue {
        OperandValue { name: self.hidden(scope), is_exact: false, is_open: false }
    }

    /// The formula `none ( F )`, with the variables of the pattern as outer ones.
    fn none(&mut self, formula: CoreFormula) -> CoreFormula {
        let (id, body) = (self.mark(), Box::new(formula));
        CoreFormula::Quantified(CoreQuantified {
            id,
            wanted: false,
            listed: Vec::new(),
            body,
            span: self.span,
        })
    }

    /// Constrains the numbers among signed operands to be the written ones in the width of `v`: 128 has the
    /// bits of -128 in 8 bits. Not required where `otherwise` holds.
    fn signed(
        &mut self,
        operands: [&Operand; 2],
        values: &[OperandValue; 2],
        otherwise: Option<&Otherwise<'_, Self>>,
        scope: &mut Scope,
    ) {
        for (operand, value) in operands.into_iter().zip(values) {
            let Some(number) = arithmetic::whole(operand).filter(|number| *number > 0) else { continue };
            // Only in this width is the number's first bit its sign.
            let width = i128::BITS - number.leading_zeros();
            let Some(wrapped) = 1i128.checked_shl(width).and_then(|all| number.checked_sub(all)) else {
                continue;
            };
            let (mut other, mut negative) = (Scope::default(), Scope::default());
            self.literal(&value.name, &wrapped.to_string(), &mut negative);
            let formula = self.none(negative.close(self.span));
            let Some(otherwise) = otherwise else {
                scope.parts.push(formula);
                continue;
            };
            otherwise(self, &mut other);
            let ways = vec![Scope { parts: vec![formula], ..Scope::default() }, other];
            self.one_of(ways, scope);
        }
    }

    /// Adds a disjunction of several ways, each with hidden variables of its own.
    fn one_of(&mut self, mut ways: Vec<Scope>, scope: &mut Scope) {
        self.ways_extended_alike(&mut ways, scope);
        scope.parts.push(CoreFormula::Or(ways.into_iter().map(|way| way.close(self.span)).collect()));
    }

    /// The value that an expression describes.
    fn value(&mut self, expression: &Expression, scope: &mut Scope) -> OperandValue {
        if let Some(name) = self.shared(expression) {
            return OperandValue { name: name.clone(), is_exact: false, is_open: false };
        }
        let is_exact = is_cast(expression);
        let (name, is_open) = match &expression.kind {
            ExpressionKind::Variable(variable) if is_anything(variable) => (self.hidden(scope), true),
            ExpressionKind::Variable(variable) => ((self.name)(variable), true),
            ExpressionKind::Made(made) => (self.made[*made].clone(), false),
            ExpressionKind::Named(of, variable) => {
                let name = (self.name)(variable);
                self.describe(&name, of, scope);
                (name, false)
            }
            _ => {
                let name = self.hidden(scope);
                self.described.push((expression.clone(), name.clone()));
                self.describe(&name, expression, scope);
                (name, false)
            }
        };
        OperandValue { name, is_exact, is_open }
    }

    /// An operand, and whether it is negated: signs move out of products.
    fn operand(&mut self, expression: &Expression, scope: &mut Scope) -> (bool, Operand) {
        if terms::is_computed(expression) {
            return (false, Operand::Computed(self.computed(expression, scope)));
        }
        match &expression.kind {
            ExpressionKind::Number(number) => (false, Operand::Number(number.text.clone())),
            ExpressionKind::Negative(of) => {
                let (negative, operand) = self.operand(of, scope);
                (!negative, operand)
            }
            ExpressionKind::Binary(operator, a, b) if operator.operation == Operation::Multiply => {
                let ((first, a), (second, b)) = (self.operand(a, scope), self.operand(b, scope));
                let (a, b) = (self.factor(a, scope), self.factor(b, scope));
                (first != second, Operand::Product(Box::new(a), Box::new(b), None))
            }
            ExpressionKind::Named(of, variable) if is_product(of) => {
                let name = (self.name)(variable);
                match self.operand(of, scope) {
                    (false, Operand::Product(a, b, None)) => (false, Operand::Product(a, b, Some(name))),
                    (negative, operand) => {
                        self.be(&name, &operand, negative, scope);
                        (false, Operand::Value(OperandValue { name, is_exact: false, is_open: false }))
                    }
                }
            }
            _ => (false, Operand::Value(self.value(expression, scope))),
        }
    }

    /// A factor of a product, which is no product itself.
    fn factor(&mut self, operand: Operand, scope: &mut Scope) -> Operand {
        match operand {
            Operand::Product(..) => Operand::Value(self.stand(&operand, false, scope)),
            other => other,
        }
    }

    /// An operand for an operation that takes it as a value or a number.
    fn simple(&mut self, expression: &Expression, scope: &mut Scope) -> Operand {
        let (negative, operand) = self.operand(expression, scope);
        match operand {
            Operand::Number(_) | Operand::Computed(_) | Operand::Value(_) if !negative => operand,
            operand => Operand::Value(self.stand(&operand, negative, scope)),
        }
    }

    /// The value in the code for an operand, or for its negative.
    fn stand(&mut self, operand: &Operand, negative: bool, scope: &mut Scope) -> OperandValue {
        match operand {
            Operand::Value(value) if !negative => value.clone(),
            _ => {
                let value = self.hidden_value(scope);
                self.be(&value.name, operand, negative, scope);
                value
            }
        }
    }

    /// Constrains `v` to the value of an expression, with the place of the expression.
    fn describe(&mut self, v: &VarName, expression: &Expression, scope: &mut Scope) {
        let around = std::mem::replace(&mut self.span, expression.span);
        self.describe_here(v, expression, scope);
        self.span = around;
    }

    /// Does the same with the place of the enclosing expression.
    fn describe_here(&mut self, v: &VarName, expression: &Expression, scope: &mut Scope) {
        if let Some(shared) = self.shared(expression) {
            scope.parts.push(atom(AtomKind::Equal, [], [v, shared], self.span));
            return;
        }
        if terms::is_computed(expression) {
            let term = self.computed(expression, scope);
            return self.be_term(v, &term, false, scope);
        }
        match &expression.kind {
            ExpressionKind::Variable(variable) if is_anything(variable) => {}
            ExpressionKind::Variable(variable) => {
                let same = atom(AtomKind::Equal, [], [v, &(self.name)(variable)], self.span);
                scope.parts.push(same);
            }
            ExpressionKind::Made(made) => {
                let same = atom(AtomKind::Equal, [], [v, &self.made[*made]], self.span);
                scope.parts.push(same);
            }
            ExpressionKind::Named(of, variable) => {
                let name = (self.name)(variable);
                scope.parts.push(atom(AtomKind::Equal, [], [v, &name], self.span));
                self.describe(&name, of, scope);
            }
            ExpressionKind::Number(_) | ExpressionKind::Negative(_) => {
                let (negative, operand) = self.operand(expression, scope);
                self.be(v, &operand, negative, scope);
            }
            ExpressionKind::Null => scope.parts.push(atom(AtomKind::Null, [], [v], self.span)),
            ExpressionKind::Complement(of) => {
                let of = self.simple(of, scope);
                self.complement(v, &of, scope);
            }
            ExpressionKind::Load(of) => self.load(v, of, scope),
            ExpressionKind::Binary(operator, a, b) => self.binary(v, *operator, (a, b), scope),
            ExpressionKind::Choice(condition, a, b) => self.choice(v, condition, (a, b), scope),
            ExpressionKind::Element(element) => self.element(v, element, scope),
            // The address of a load, which describes it.
            ExpressionKind::Field(..) => {}
            // The parser accepts these only in the clauses of rewrites.
            ExpressionKind::Cast(..) | ExpressionKind::External(..) => {}
            // These are computed numbers, or occur in terms alone.
            ExpressionKind::Index(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::Width(_)
            | ExpressionKind::Power(_) => {}
            ExpressionKind::Call(name, operands) => self.call(v, &name.text, operands, scope),
            ExpressionKind::Associative(joint, operands, is_open) => {
                let operands =
                    operands.iter().map(|operand| self.operand(operand, scope)).collect::<Vec<_>>();
                let operands: Vec<Operand> =
                    operands.into_iter().map(|(negative, o)| self.unsigned(o, negative, scope)).collect();
                match is_open {
                    true => self.open_tree(v, joint, &operands, scope),
                    false => self.any_tree(v, joint, &operands, scope),
                }
            }
        }
    }

    /// An operand without its sign.
    fn unsigned(&mut self, operand: Operand, negative: bool, scope: &mut Scope) -> Operand {
        if negative { Operand::Value(self.stand(&operand, true, scope)) } else { operand }
    }
}

/// Whether an expression is a product.
fn is_product(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Binary(operator, ..) if operator.operation == Operation::Multiply)
}

/// Whether an expression is a cast, which its user must have exactly.
fn is_cast(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call(name, _) => calls::CASTS.contains(&name.text.as_str()),
        ExpressionKind::Named(of, _) => is_cast(of),
        _ => false,
    }
}
