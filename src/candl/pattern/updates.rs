//! Elements of arrays that loops take up round by round: `{C}[{i}, {j}] += e`.
//!
//! There are two ways: the element is loaded, updated and stored in each round, or a phi takes it up, which
//! begins as the element or as another value and is stored behind the loop, or in each round.
//!
//! ```text
//! {C}[{i}] += e
//!   =>  C.2 ~ C.1 + e, with C.1 a read of {C}[{i}] and C.3 a store of C.2 to it; C.init unused, C.element = C.2
//!   or  Reduction of C.4 by e, and C.5 a store of its `out` or `next` to {C}[{i}]; C.init unused if C.4.init is a
//!       read of {C}[{i}], else C.4.init; C.element the value stored
//! ```

use super::super::atom_table::AtomKind;
use super::super::core::{Formula, InstanceId, VarName};
use super::Expansion;
use super::accesses::below;
use super::formulas::{Scope, atom};
use super::tree::{Element, Expression, Update};

impl Expansion<'_> {
    /// Says that a loop updates an element by an expression. The root is the array.
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
        memory.parts.push(atom(AtomKind::Unused, [], [&init], self.span));
        memory.parts.push(atom(AtomKind::Equal, [], [&element, &new], self.span));

        let mut register = Scope::default();
        let [s, store] = std::array::from_fn(|_| self.hidden(&mut register));
        let next = self.hidden(&mut register);
        // Once for each of the two, so that a search can begin with the value that is stored.
        let ways = ["out", "next"].map(|value| {
            let mut way = self.same(&element, &below(&s, value));
            way.parts.push(self.reduction(instance, &s, &next));
            way
        });
        self.one_of(ways.into(), &mut register);
        self.updated(&next, (&s, update, by), &mut register);
        self.stored(&store, target, &element, &mut register);
        self.begins(&below(&s, "init"), (target, &init), &mut register);
        self.one_of(vec![memory, register], scope);
    }

    /// Says that `new` is `old` updated by the expression.
    fn updated(
        &mut self,
        new: &VarName,
        (old, update, by): (&VarName, Update, &Expression),
        scope: &mut Scope,
    ) {
        self.made.push(old.clone());
        let old = Expression::made(self.made.len() - 1, by.span);
        self.describe(new, &update.next(old, by), scope);
    }

    /// Says that `store` stores a value to the element.
    fn stored(&mut self, store: &VarName, target: &Element, value: &VarName, scope: &mut Scope) {
        self.made.push(value.clone());
        let stored = Some(Expression::made(self.made.len() - 1, target.base.span));
        self.element(store, &Element { stored, ..target.clone() }, scope);
    }

    fn same(&self, a: &VarName, b: &VarName) -> Scope {
        Scope { parts: vec![atom(AtomKind::Equal, [], [a, b], self.span)], ..Scope::default() }
    }

    /// Says that a phi begins as the element, and `init` is unused, or as another value, and `init` is that.
    fn begins(&mut self, first: &VarName, (target, init): (&Element, &VarName), scope: &mut Scope) {
        let mut keeps = Scope::default();
        self.element(first, target, &mut keeps);
        keeps.parts.push(atom(AtomKind::Unused, [], [init], self.span));
        let mut other = self.same(init, first);
        let mut reads = Scope::default();
        self.element(first, target, &mut reads);
        let none: Formula = self.none(reads.close(self.span));
        other.parts.push(none);
        self.one_of(vec![keeps, other], scope);
    }
}
