//! The constraint that operands occurring more than once are extended alike.
//!
//! Data flow skips casts, so that `sext x` and `zext x` are both `x`. They are different numbers if x is
//! negative: a pattern that uses a value twice must not match if one use has the sign extension and the other
//! the zero extension. `zext nneg` counts as both. A comparison of the value itself reads it by the
//! signedness of its predicate.
//!
//! ```text
//! {r} ~ {x} * {x}
//!   =>  …  none r.2, r.3 with r.2 = sext x and r.3 = zext x, not nneg, both operands of r
//! ```

use super::super::atom_table::AtomKind;
use super::super::core::{AtomConstant, CoreFormula, VarName};
use super::formulas::{Scope, Use, atom};
use super::{Expansion, OperandValue};

/// A way to extend a number: its cast, and the comparison predicates with the same reading.
struct Extension {
    cast: &'static str,
    predicates: [&'static str; 4],
}

const SIGNED: Extension = Extension { cast: "sext", predicates: ["slt", "sle", "sgt", "sge"] };

const UNSIGNED: Extension = Extension { cast: "zext", predicates: ["ult", "ule", "ugt", "uge"] };

impl Expansion<'_> {
    /// Records that `user` uses the value behind casts.
    pub(super) fn note_use(&self, value: &OperandValue, user: &VarName, scope: &mut Scope) {
        if value.is_exact {
            return;
        }
        let (value, user) = (value.name.clone(), user.clone());
        scope.uses.push(Use { class: self.class(&value), value, user, compares: false });
    }

    /// Records that `user` is a comparison.
    pub(super) fn note_comparison(&self, user: &VarName, scope: &mut Scope) {
        let uses = scope.uses.iter_mut().filter(|other| other.user == *user);
        uses.for_each(|other| other.compares = true);
    }

    /// The first variable that the same expression describes, or the variable itself.
    fn class(&self, name: &VarName) -> VarName {
        let expression = self.described.iter().find(|(_, described)| described == name);
        let same = expression.and_then(|(expression, _)| {
            self.described.iter().find(|(other, _)| self.same_value(expression, other))
        });
        same.map_or(name, |(_, first)| first).clone()
    }

    /// Adds the constraint to each alternative (way), for values that it uses twice, or that it uses once and
    /// the scope before it does. Adds the uses visible outside of the alternatives to `scope`.
    pub(super) fn ways_extended_alike(&mut self, ways: &mut [Scope], scope: &mut Scope) {
        let mut seen: Vec<Use> = Vec::new();
        for way in ways {
            let uses = self.extended_alike(way, Some(&scope.uses));
            for (at, other) in uses.iter().enumerate() {
                let count = |uses: &[Use]| uses.iter().filter(|use_| *use_ == other).count();
                if count(&seen) < count(&uses[..=at]) {
                    seen.push(other.clone());
                }
            }
        }
        scope.uses.extend(seen);
    }

    /// Adds the constraint for the uses of each value in a scope. Returns the remaining uses, which only the
    /// enclosing scope can constrain.
    pub(super) fn extended_alike(&mut self, scope: &mut Scope, around: Option<&[Use]>) -> Vec<Use> {
        let uses = std::mem::take(&mut scope.uses);
        let is_own = |of: &Use| scope.locals.contains(&of.user) || scope.locals.contains(&of.value);
        let mut pairs: Vec<(&Use, &Use)> = Vec::new();
        for (at, a) in uses.iter().enumerate() {
            let inside = uses[at + 1..].iter().filter(|b| around.is_none() || is_own(a) || is_own(b));
            let outside = around.unwrap_or_default().iter().filter(|_| is_own(a));
            for b in inside.chain(outside).filter(|b| b.class == a.class) {
                if !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
                    pairs.push((a, b));
                }
            }
        }
        let formulas: Vec<CoreFormula> =
            pairs.into_iter().map(|(a, b)| self.pair_extended_alike(a, b)).collect();
        let rest = uses.iter().filter(|of| !is_own(of)).cloned().collect();
        scope.parts.extend(formulas);
        rest
    }

    fn pair_extended_alike(&mut self, a: &Use, b: &Use) -> CoreFormula {
        let mut orders = vec![self.pair(a, b)];
        if a != b {
            orders.push(self.pair(b, a));
        }
        self.none(CoreFormula::Or(orders))
    }

    /// The formula that the first use has the sign extension and the second the zero extension.
    fn pair(&mut self, a: &Use, b: &Use) -> CoreFormula {
        CoreFormula::And(vec![self.extended(a, &SIGNED), self.extended(b, &UNSIGNED)])
    }

    fn extended(&mut self, of: &Use, extension: &Extension) -> CoreFormula {
        let mut by_cast = Scope::default();
        let cast = self.hidden(&mut by_cast);
        by_cast.parts.push(atom(AtomKind::InOperands, [], [&cast, &of.user], self.span));
        by_cast.parts.push(atom(
            AtomKind::OperandNumber,
            [AtomConstant::Number(0)],
            [&of.value, &cast],
            self.span,
        ));
        self.opcodes(&cast, &[extension.cast], &mut by_cast);
        if extension.cast == UNSIGNED.cast {
            let is_both = self.word(AtomKind::HasFlag, &cast, "nneg");
            let is_one = self.none(is_both);
            by_cast.parts.push(is_one);
        }
        let by_cast = by_cast.close(self.span);
        if !of.compares {
            return by_cast;
        }
        let compared = CoreFormula::And(vec![
            atom(AtomKind::InOperands, [], [&of.value, &of.user], self.span),
            self.word(AtomKind::Opcode, &of.user, "icmp"),
            self.words(AtomKind::HasFlag, &of.user, &extension.predicates),
        ]);
        CoreFormula::Or(vec![by_cast, compared])
    }
}
