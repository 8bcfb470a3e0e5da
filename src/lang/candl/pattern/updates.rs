//! Reductions: values and array elements that a loop updates in each iteration, `{s} += e`, `{C}[{i}, {j}] +=
//! e`.
//!
//! A value is updated by the expression in each iteration, or in some: LLVM then selects between the
//! expression and the neutral element of the update. An element has three forms. First, it is loaded, updated
//! and stored in each iteration. Second, a phi accumulates it; the phi starts as the element or as another
//! value, and is stored behind the loop or in each iteration. Third, a phi starts as the neutral element, and
//! the array element is updated by the total behind the loop.
//!
//! ```text
//! {C}[{i}] += e
//!   =>  C.2 ~ C.1 + e, with C.1 a read of {C}[{i}] and C.3 a store of C.2 to it, which nothing between them
//!       may write to; C.init unused, C.element = C.2
//!   or  Reduction of C.4 by e, and C.5 a store of its `out` or `next` to {C}[{i}]; C.init unused if C.4.init
//!       is a read of {C}[{i}], else C.4.init; C.element the value stored
//!   or  Reduction of C.6 by e from 0, C.7 ~ {C}[{i}] + C.6.out, stored there; C.init unused, C.element = C.7
//! ```

use super::super::ast::{Span, Symbol};
use super::super::atom_table::AtomKind;
use super::super::core::{CoreFormula, CoreInclude, InstanceId, Part, Substitution, VarName};
use super::accesses::below;
use super::formulas::{Scope, atom};
use super::tree::{Element, Expression, ExpressionKind, Operation, Pattern, Update};
use super::{BELOW, Expansion, is_cast};

/// Whether a reduction has conditional forms: it updates a value, its update has a neutral element, and its
/// expression is more than a variable.
pub(super) fn may_be_partly(pattern: &Pattern) -> bool {
    let neutral = pattern.update.and_then(neutral).filter(|_| pattern.target.is_none());
    neutral.is_some() && is_described(&pattern.expression)
}

/// The neutral element of an update, which LLVM selects in iterations that skip it.
fn neutral(update: Update) -> Option<i8> {
    match update {
        Update::Operator(Operation::Multiply) => Some(1),
        Update::Operator(Operation::And) => Some(-1),
        Update::Operator(_) => Some(0),
        Update::Function(_) => None,
    }
}

/// Whether an expression constrains its value: a variable matches any value, and a cast any selected one.
fn is_described(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Variable(_) | ExpressionKind::Made(_) => false,
        ExpressionKind::Named(of, _) => is_described(of),
        _ => !is_cast(expression),
    }
}

impl Expansion<'_> {
    /// Constrains the root, a phi, to be updated by an expression in all or some iterations: `s + (c ? e :
    /// 0)` is `s + e` in some, and `s + zext c` is `s + 1`.
    pub(super) fn update_value(
        &mut self,
        instance: InstanceId,
        (update, by): (Update, &Expression),
        scope: &mut Scope,
    ) {
        let s = self.root.clone();
        let partly = below(&s, "partly");
        let always = |this: &mut Self, scope: &mut Scope| {
            let next = this.hidden(scope);
            this.taken_up(&s, (instance, update, by), (&next, &partly), scope);
        };
        let Some(([chosen, counted], neutral)) = self.blocks.partly.zip(neutral(update)) else {
            return always(self, scope);
        };
        let mut way = Scope::default();
        always(self, &mut way);
        let mut ways = vec![way];

        let mut way = Scope::default();
        let [next, value, taken, other] = std::array::from_fn(|_| self.hidden(&mut way));
        let (choice, partly) = (self.made(&value, by.span), self.hidden(&mut way));
        self.taken_up(&s, (instance, update, &choice), (&next, &partly), &mut way);
        let roles = [("value", &value), ("taken", &taken), ("other", &other)];
        way.parts.push(self.sets_partly(chosen, &roles));
        self.describe(&taken, by, &mut way);
        self.describe(&other, &Expression::whole(neutral, by.span), &mut way);
        ways.push(way);

        let counts = match update {
            Update::Operator(Operation::Add) => Some(("zext", update)),
            Update::Operator(Operation::Subtract) => Some(("sext", Update::Operator(Operation::Add))),
            _ => None,
        };
        if let Some((cast, update)) = counts.filter(|_| is_one(by)) {
            let mut way = Scope::default();
            let [next, test] = std::array::from_fn(|_| self.hidden(&mut way));
            let widened = Symbol { text: cast.to_owned(), quoted: false, span: by.span };
            let kind = ExpressionKind::Call(widened, vec![self.made(&test, by.span)]);
            let (by, partly) = (Expression { kind, span: by.span }, self.hidden(&mut way));
            self.taken_up(&s, (instance, update, &by), (&next, &partly), &mut way);
            way.parts.push(self.sets_partly(counted, &[("test", &test)]));
            ways.push(way);
        }
        self.one_of(ways, scope);
    }

    /// Constrains a loop to update the phi `s` by an expression, to `next`; `partly` is used if the update is
    /// conditional.
    fn taken_up(
        &mut self,
        s: &VarName,
        (instance, update, by): (InstanceId, Update, &Expression),
        (next, partly): (&VarName, &VarName),
        scope: &mut Scope,
    ) {
        scope.parts.push(self.reduction(instance, s, (next, partly)));
        self.updated(next, (s, update, by), scope);
    }

    /// A variable of the expansion as an expression.
    pub(super) fn made(&mut self, variable: &VarName, span: Span) -> Expression {
        self.made.push(variable.clone());
        Expression::made(self.made.len() - 1, span)
    }

    /// Includes the building block for a phi with the next value `update`; `partly` is used if the update is
    /// conditional.
    fn reduction(
        &self,
        instance: InstanceId,
        s: &VarName,
        (update, partly): (&VarName, &VarName),
    ) -> CoreFormula {
        let below = BELOW.map(|text| (text, below(s, text)));
        let below = below.iter().map(|(text, name)| (*text, name));
        self.include(instance, [("s", s), ("update", update), ("partly", partly)].into_iter().chain(below))
    }

    /// Includes a building block for a value that is used in some iterations.
    fn sets_partly(&self, instance: InstanceId, roles: &[(&'static str, &VarName)]) -> CoreFormula {
        let partly = below(self.root, "partly");
        self.include(instance, roles.iter().copied().chain([("partly", &partly)]))
    }

    fn include<'v>(
        &self,
        instance: InstanceId,
        roles: impl Iterator<Item = (&'static str, &'v VarName)>,
    ) -> CoreFormula {
        let field = |text: &str| VarName(vec![Part::Field(text.into())]);
        let renames = roles.map(|(role, name)| (field(role), name.clone())).collect();
        CoreFormula::Include(CoreInclude {
            instance,
            placing: Substitution { renames, prefix: None },
            span: self.span,
        })
    }

    /// Constrains a loop to update an element by an expression. The root is the array.
    pub(super) fn update_element(
        &mut self,
        instance: InstanceId,
        (target, update, by): (&Element, Update, &Expression),
        scope: &mut Scope,
    ) {
        let (init, element) = (below(self.root, "init"), below(self.root, "element"));
        let mut memory = Scope::default();
        let [old, new, store] = std::array::from_fn(|_| self.hidden(&mut memory));
        self.element(&old, target, &mut memory);
        self.updated(&new, (&old, update, by), &mut memory);
        self.stored(&store, target, &new, &mut memory);
        memory.parts.push(atom(AtomKind::Unmodified, [], [&old, &store, &store], self.span));
        self.keeps(&new, &mut memory);

        let mut register = Scope::default();
        let [s, store] = std::array::from_fn(|_| self.hidden(&mut register));
        let next = self.hidden(&mut register);
        // One alternative for each, so that a search can start with the stored value.
        let ways = ["out", "next"].map(|value| {
            let mut way = self.same(&element, &below(&s, value));
            way.parts.push(self.reduction(instance, &s, (&next, &below(&s, "partly"))));
            way
        });
        self.one_of(ways.into(), &mut register);
        self.updated(&next, (&s, update, by), &mut register);
        self.stored(&store, target, &element, &mut register);
        self.begins(&below(&s, "init"), (target, &init), &mut register);
        let mut ways = vec![memory, register];
        if let Some(number) = neutral(update).filter(|_| is_described(by)) {
            ways.push(self.update_behind(instance, (target, update, by), number));
        }
        self.one_of(ways, scope);
    }

    /// Constrains a phi that starts as the neutral element to be updated in each iteration, and the array
    /// element to be updated by the total behind the loop. If the loop does not run, the total is the neutral
    /// element.
    fn update_behind(
        &mut self,
        instance: InstanceId,
        (target, update, by): (&Element, Update, &Expression),
        neutral: i8,
    ) -> Scope {
        let mut behind = Scope::default();
        let [s, next, old, new, store] = std::array::from_fn(|_| self.hidden(&mut behind));
        let partly = below(&s, "partly");
        let per_round = match update {
            Update::Operator(Operation::Subtract) => Update::Operator(Operation::Add),
            other => other,
        };
        self.taken_up(&s, (instance, per_round, by), (&next, &partly), &mut behind);
        self.describe(&below(&s, "init"), &Expression::whole(neutral, by.span), &mut behind);
        behind.parts.push(atom(AtomKind::Unused, [], [&partly], self.span));
        behind.parts.push(self.only_of_loop(&s));
        self.element(&old, target, &mut behind);
        let whole = self.made(&below(&s, "out"), by.span);
        self.updated(&new, (&old, update, &whole), &mut behind);
        self.stored(&store, target, &new, &mut behind);
        behind.parts.push(atom(AtomKind::Unmodified, [], [&old, &store, &store], self.span));
        self.keeps(&new, &mut behind);
        behind
    }

    /// Sets the fields for an element that becomes `new`, starting from its own value.
    fn keeps(&self, new: &VarName, scope: &mut Scope) {
        let (init, element) = (below(self.root, "init"), below(self.root, "element"));
        scope.parts.push(atom(AtomKind::Unused, [], [&init], self.span));
        scope.parts.push(atom(AtomKind::Equal, [], [&element, new], self.span));
    }

    /// The constraint that a phi for the reduction's value behind the loop has only the first or last value
    /// as incoming ones.
    fn only_of_loop(&mut self, s: &VarName) -> CoreFormula {
        let [out, init, next] = ["out", "init", "next"].map(|field| below(s, field));
        let mut other = Scope::default();
        let value = self.hidden(&mut other);
        self.opcodes(&out, &["phi"], &mut other);
        other.parts.push(atom(AtomKind::InArgs, [], [&value, &out], self.span));
        other.parts.push(atom(AtomKind::Differ, [], [&value, &init], self.span));
        other.parts.push(atom(AtomKind::Differ, [], [&value, &next], self.span));
        self.none(other.close(self.span))
    }

    /// Constrains `new` to be `old` updated by the expression.
    fn updated(
        &mut self,
        new: &VarName,
        (old, update, by): (&VarName, Update, &Expression),
        scope: &mut Scope,
    ) {
        let old = self.made(old, by.span);
        self.describe(new, &update.next(old, by), scope);
    }

    /// Constrains `store` to store a value to the element.
    fn stored(&mut self, store: &VarName, target: &Element, value: &VarName, scope: &mut Scope) {
        let stored = Some(self.made(value, target.base.span));
        self.element(store, &Element { stored, ..target.clone() }, scope);
    }

    fn same(&self, a: &VarName, b: &VarName) -> Scope {
        Scope { parts: vec![atom(AtomKind::Equal, [], [a, b], self.span)], ..Scope::default() }
    }

    /// Constrains a phi to start as the element, with `init` unused, or as another value, which is `init`.
    fn begins(&mut self, first: &VarName, (target, init): (&Element, &VarName), scope: &mut Scope) {
        let mut keeps = Scope::default();
        self.element(first, target, &mut keeps);
        keeps.parts.push(atom(AtomKind::Unused, [], [init], self.span));
        let mut other = self.same(init, first);
        let mut reads = Scope::default();
        self.element(first, target, &mut reads);
        let none: CoreFormula = self.none(reads.close(self.span));
        other.parts.push(none);
        self.one_of(vec![keeps, other], scope);
    }
}

/// Whether an expression is the number 1.
fn is_one(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Number(number) if number.text == "1")
}
