//! Decomposition of the largest tree of additions around a value into a sum of products.
//!
//! In: `%p = mul %a, %b`, `%s = add %p, %c`, `%q = mul %d, %a`, `%t = sub %s, %q`, and some instruction of
//! the tree. Out: the root `%t`, and the summands `a*b`, `c` and `-d*a`.
//!
//! `regroup.rs` decides which operands are leaves; leaves are the factors of the products.

use super::ring::Ring;
use super::terms::{Atom, Term};
use crate::regroup::{Barrier, Regrouping};
use ir::{Constant, Flags, Model, Number, Opcode, ValueId};
use rustc_hash::FxHashMap;

/// The maximum number of summands in a tree; larger trees are decomposed in pieces.
const MOST_LEAVES: usize = 2048;
/// The maximum number of factors; a larger product is a single value.
const MOST_FACTORS: usize = 64;

/// The flags required to regroup floating-point operations.
const NEEDED: Flags = Flags(Flags::REASSOC.0 | Flags::NSZ.0);

/// A sum or difference inside the tree.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    pub(super) value: ValueId,
    /// The index of its user, which is smaller; `None` for the root.
    pub(super) parent: Option<usize>,
    /// Whether the whole subtracts it.
    pub(super) negative: bool,
}

/// A summand.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) value: ValueId,
    pub(super) parent: usize,
    pub(super) negative: bool,
    /// The operations that compute the product, users before operands.
    pub(super) inside: Vec<ValueId>,
}

/// A tree of additions.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) ring: Ring,
    /// The sums and differences; the first is the root.
    pub(super) inner: Vec<Inner>,
    /// The summands from left to right.
    pub(super) leaves: Vec<Leaf>,
    /// The summands as terms.
    pub(super) terms: Vec<Term>,
}

/// Decomposes the trees of a function.
pub(super) struct Trees<'m> {
    model: &'m Model,
    /// For each negative floating-point constant, the positive one of the same size if the function has it:
    /// their products share a factor.
    opposites: FxHashMap<ValueId, ValueId>,
    pub(super) regrouping: Regrouping<'m>,
}

/// A product under decomposition.
struct PartialProduct {
    coefficient: i128,
    factors: Vec<Atom>,
    inside: Vec<ValueId>,
}

impl<'m> Trees<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Trees { model, opposites: opposites(model), regrouping: Regrouping::new(model, NEEDED) }
    }

    /// Whether the function has a floating-point constant and its negative.
    pub(super) fn has_opposites(&self) -> bool {
        !self.opposites.is_empty()
    }

    /// Whether the constants are a floating-point number and its negative.
    pub(super) fn are_opposite(&self, constants: &[ValueId]) -> bool {
        let [a, b] = constants else { return false };
        self.opposites.get(a) == Some(b) || self.opposites.get(b) == Some(a)
    }

    /// The ring of the coefficients of a type; `None` for types without addition.
    pub(super) fn ring(&self, value: ValueId) -> Option<Ring> {
        let ty = self.model.type_of(value);
        ty.integer_width().map(Ring::Integer).or_else(|| ty.float_kind().map(|_| Ring::Float))
    }

    /// Whether the value is an addition or subtraction.
    pub(super) fn is_sum(&self, value: ValueId) -> bool {
        matches!(self.model.opcode(value), Some(Opcode::Add | Opcode::Sub | Opcode::FAdd | Opcode::FSub))
    }

    /// Whether the value is a multiplication, a shift or a negation.
    pub(super) fn is_product(&self, value: ValueId) -> bool {
        let Some(opcode) = self.model.opcode(value) else { return false };
        match opcode {
            Opcode::Mul | Opcode::FMul | Opcode::FNeg => true,
            Opcode::Shl => self.shift(value).is_some(),
            // A negation as emitted by clang: 0 - x.
            Opcode::Sub => self.model.operand(value, 0).is_some_and(|zero| self.is_zero(zero)),
            _ => false,
        }
    }

    /// The reason why `operand` of `user` is a leaf, for two sums or products; `None` if it is not.
    fn barrier(&self, operand: ValueId, user: ValueId) -> Option<Barrier> {
        self.regrouping.barrier(operand, user)
    }

    /// Whether the value is a sum that can be decomposed.
    pub(super) fn is_open(&self, value: ValueId) -> bool {
        self.is_sum(value) && self.regrouping.has_flags(value) && self.regrouping.is_reached(value)
    }

    /// The root of the tree that contains an addition.
    pub(super) fn top(&self, value: ValueId, known: &mut FxHashMap<ValueId, ValueId>) -> ValueId {
        self.regrouping.top(value, &|value| self.is_open(value), known)
    }

    /// The tree below an addition, if its coefficients are exact.
    pub(super) fn below(&self, top: ValueId) -> Option<Tree> {
        let ring = self.ring(top)?;
        let mut tree = Tree { ring, inner: Vec::new(), leaves: Vec::new(), terms: Vec::new() };
        // The left operand is on top of the stack.
        let mut open: Vec<(ValueId, Option<usize>, bool)> = vec![(top, None, false)];
        while let Some((value, parent, negative)) = open.pop() {
            let fits = tree.leaves.len() + open.len() < MOST_LEAVES;
            let enters = match parent {
                None => true,
                Some(user) => self.enters(value, tree.inner[user].value) && fits,
            };
            if !enters {
                self.add_leaf(&mut tree, value, parent?, negative);
                continue;
            }
            let at = tree.inner.len();
            tree.inner.push(Inner { value, parent, negative });
            let subtracts = matches!(self.model.opcode(value), Some(Opcode::Sub | Opcode::FSub));
            let (left, right) = (self.model.operand(value, 0)?, self.model.operand(value, 1)?);
            open.push((right, Some(at), negative != subtracts));
            open.push((left, Some(at), negative));
        }
        Some(tree)
    }

    fn enters(&self, value: ValueId, user: ValueId) -> bool {
        self.is_sum(value) && self.barrier(value, user).is_none()
    }

    fn add_leaf(&self, tree: &mut Tree, value: ValueId, parent: usize, negative: bool) {
        let user = tree.inner[parent].value;
        let whole =
            || PartialProduct { coefficient: 1, factors: vec![Atom::Value(value)], inside: Vec::new() };
        let product = self.product(value, user, tree.ring).unwrap_or_else(whole);
        let position = tree.leaves.len();
        let sign = if negative { -1 } else { 1 };
        // 0 - x is a negation as emitted by clang.
        if !self.is_zero(value) {
            let coefficient = tree.ring.mul(product.coefficient, sign).unwrap_or(sign);
            let mut term = Term::new(coefficient, product.factors, position);
            term.leaf = Some(position);
            term.cost.products += i64::from(self.multiplies_by_power(&term, &product.inside));
            tree.terms.push(term);
        }
        tree.leaves.push(Leaf { value, parent, negative, inside: product.inside });
    }

    /// The factors of a value; `None` if the coefficient is not exact.
    fn product(&self, value: ValueId, user: ValueId, ring: Ring) -> Option<PartialProduct> {
        let mut product = PartialProduct { coefficient: 1, factors: Vec::new(), inside: Vec::new() };
        let mut open = vec![(value, user)];
        let scale = |product: &mut PartialProduct, by: i128| {
            product.coefficient = ring.mul(product.coefficient, by)?;
            Some(())
        };
        while let Some((value, user)) = open.pop() {
            if product.factors.len() + open.len() > MOST_FACTORS {
                return None;
            }
            if let (Ring::Integer(_), Some(number)) = (ring, self.number(value)) {
                scale(&mut product, number)?;
                continue;
            }
            if let Some(positive) = self.opposites.get(&value) {
                scale(&mut product, -1)?;
                product.factors.push(Atom::Value(*positive));
                continue;
            }
            if !self.is_product(value) || self.barrier(value, user).is_some() {
                product.factors.push(Atom::Value(value));
                continue;
            }
            product.inside.push(value);
            let operand = |n| self.model.operand(value, n);
            match self.model.opcode(value)? {
                Opcode::Shl => {
                    scale(&mut product, 1i128.checked_shl(self.shift(value)?)?)?;
                    open.push((operand(0)?, value));
                }
                Opcode::Sub | Opcode::FNeg => {
                    scale(&mut product, -1)?;
                    let last = self.model.operands(value).last()?.to;
                    open.push((last, value));
                }
                _ => open.extend([(operand(1)?, value), (operand(0)?, value)]),
            }
        }
        // LLVM folds a product with 0, and a constant is no product.
        (product.coefficient != 0).then_some(product)
    }

    /// Whether the code multiplies by a power of two instead of shifting.
    fn multiplies_by_power(&self, term: &Term, inside: &[ValueId]) -> bool {
        let is_product = |value: &&ValueId| self.model.opcode(**value) == Some(Opcode::Mul);
        let size = term.coefficient.unsigned_abs();
        let scales = size > 1 && size.is_power_of_two() && !term.is_constant();
        scales && inside.iter().filter(is_product).count() >= term.factors.len()
    }

    /// The shift amount of a left shift that is equivalent to a multiplication.
    fn shift(&self, value: ValueId) -> Option<u32> {
        let amount = self.number(self.model.operand(value, 1)?)?;
        let Ring::Integer(width) = self.ring(value)? else { return None };
        let most = if width > Ring::WIDEST { Ring::LARGEST_EXACT.ilog2() } else { width - 1 };
        u32::try_from(amount).ok().filter(|amount| *amount <= most)
    }

    fn is_zero(&self, value: ValueId) -> bool {
        self.number(value) == Some(0)
    }

    /// The integer in all lanes of a constant, sign-extended.
    pub(super) fn number(&self, value: ValueId) -> Option<i128> {
        let (Constant::Scalar(number) | Constant::Splat(number)) = self.model.constant(value)? else {
            return None;
        };
        let Number::Int { width, words } = number else { return None };
        if *width > Ring::WIDEST {
            return None;
        }
        let word = |k: usize| u128::from(words.get(k).copied().unwrap_or(0));
        Some(Ring::Integer(*width).normal((word(0) | word(1) << 64) as i128))
    }
}

fn opposites(model: &Model) -> FxHashMap<ValueId, ValueId> {
    let floats = || {
        model.constants().filter_map(|value| match model.constant(value)? {
            Constant::Scalar(number @ Number::Float { .. })
            | Constant::Splat(number @ Number::Float { .. }) => Some((value, number)),
            _ => None,
        })
    };
    let known: FxHashMap<_, _> =
        floats().map(|(value, number)| ((model.type_id(value), number.clone()), value)).collect();
    let positive = |(value, number): (ValueId, &Number)| {
        Some((value, *known.get(&(model.type_id(value), number.without_sign()?))?))
    };
    floats().filter_map(positive).collect()
}
