//! Integer values as affine expressions: sums of products of a number, parameters and at most one iterator.
//!
//! ```text
//! %t = mul %i, %m    %u = add %t, 3       =>       %m*i0 + 3
//! ```
//!
//! Pieces that are affine each (minima, comparisons, choices) are kept as they are, around affine expressions.

use crate::model::{BlockId, Constant, Flags, IntPredicate, Model, Number, Opcode, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::Arc;

/// Deeper expressions are not taken apart.
const DEEPEST: u32 = 64;

/// Products of more factors, and sums of more terms, are not multiplied out.
const MOST_TERMS: usize = 64;

/// What a term is a multiple of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A value that does not change in the part.
    Parameter(ValueId),
    /// The iterator of the loop with that number.
    Iterator(u32),
    /// A minimum, a choice and the like.
    Piece(Arc<Piece>),
}

/// What is affine in pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// `min`, `?`, `<` and the like.
    pub name: &'static str,
    /// What is chosen from, or compared.
    pub parts: Vec<Affine>,
}

/// The factors of a product, ascending. Few have more than one: a term takes 32 bytes, and there is one for each loop around each access.
#[derive(Clone, Debug)]
pub struct Factors(Product);

#[derive(Clone, Debug)]
enum Product {
    None,
    One(Factor),
    Many(Box<SmallVec<[Factor; 2]>>),
}

impl Factors {
    /// No factors: those of the constant.
    pub const NONE: Factors = Factors(Product::None);

    /// A single one.
    pub fn one(factor: Factor) -> Factors {
        Factors(Product::One(factor))
    }

    /// Those of a product of two.
    fn of_both(left: &Factors, right: &Factors) -> Factors {
        let mut all: SmallVec<[Factor; 2]> = left.iter().chain(right.iter()).cloned().collect();
        all.sort();
        match all.len() {
            0 => Factors::NONE,
            1 => all.pop().map_or(Factors::NONE, Factors::one),
            _ => Factors(Product::Many(Box::new(all))),
        }
    }
}

impl Deref for Factors {
    type Target = [Factor];

    fn deref(&self) -> &[Factor] {
        match &self.0 {
            Product::None => &[],
            Product::One(factor) => std::slice::from_ref(factor),
            Product::Many(factors) => factors,
        }
    }
}

impl PartialEq for Factors {
    fn eq(&self, other: &Factors) -> bool {
        **self == **other
    }
}

impl Eq for Factors {}

impl PartialOrd for Factors {
    fn partial_cmp(&self, other: &Factors) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Factors {
    fn cmp(&self, other: &Factors) -> Ordering {
        (**self).cmp(&**other)
    }
}

/// A sum of terms: products of a number and factors. The constant is the term without factors.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Affine {
    /// Factors, ascending, and the number, never zero; ascending by factors, the constant first.
    pub terms: Vec<(Factors, i128)>,
}

impl Affine {
    /// A number.
    pub fn constant(number: i128) -> Affine {
        Affine::of(Factors::NONE, number)
    }

    fn of(factors: Factors, number: i128) -> Affine {
        Affine { terms: if number == 0 { Vec::new() } else { vec![(factors, number)] } }
    }

    pub(super) fn factor(factor: Factor) -> Affine {
        Affine::of(Factors::one(factor), 1)
    }

    fn piece(name: &'static str, parts: Vec<Affine>) -> Affine {
        Affine::factor(Factor::Piece(Arc::new(Piece { name, parts })))
    }

    /// The number, when it is one.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(factors, number)] => factors.is_empty().then_some(*number),
            _ => None,
        }
    }

    /// The terms that have factors, and the constant.
    pub fn split(&self) -> (Affine, i128) {
        let of = |terms: &[_]| Affine { terms: terms.to_vec() };
        match self.terms.as_slice() {
            [(factors, number), rest @ ..] if factors.is_empty() => (of(rest), *number),
            all => (of(all), 0),
        }
    }

    /// `self + other * by`; `None` when it gets too large.
    pub fn plus(&self, other: &Affine, by: i128) -> Option<Affine> {
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(left.len() + right.len());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let one = left.next_if(|_| order.is_le());
            let added = right.next_if(|_| order.is_ge());
            let more = added.map_or(Some(0), |(_, number)| number.checked_mul(by))?;
            let number = one.map_or(0, |(_, number)| *number).checked_add(more)?;
            terms.extend(one.or(added).filter(|_| number != 0).map(|(factors, _)| (factors.clone(), number)));
        }
        (terms.len() <= MOST_TERMS).then_some(Affine { terms })
    }

    /// The product; `None` unless one of the two changes nowhere in the part.
    fn times(&self, other: &Affine) -> Option<Affine> {
        if self.changes() && other.changes() {
            return None;
        }
        let mut product = Affine::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let factors = Factors::of_both(left, right);
                product = product.plus(&Affine::of(factors, a.checked_mul(*b)?), 1)?;
            }
        }
        Some(product)
    }

    fn changes(&self) -> bool {
        self.terms
            .iter()
            .flat_map(|(factors, _)| factors.iter())
            .any(|factor| !matches!(factor, Factor::Parameter(_)))
    }
}

/// Reads values as affine expressions, for one part.
pub(super) struct Reader<'m> {
    model: &'m Model,
    /// The first instruction of the part: what strictly dominates it is a parameter.
    first: ValueId,
    /// Iterators by their phi: value and the loop's first and last instruction.
    iterators: FxHashMap<ValueId, (Affine, ValueId, ValueId)>,
    /// What the last user saw.
    known: FxHashMap<ValueId, Option<Affine>>,
    user: Option<ValueId>,
    /// The innermost block, of those before the part, in which a value lies that was taken for a parameter.
    closest: Cell<Option<BlockId>>,
}

impl<'m> Reader<'m> {
    pub(super) fn new(model: &'m Model, first: ValueId) -> Self {
        let (iterators, known) = (FxHashMap::default(), FxHashMap::default());
        Self { model, first, iterators, known, user: None, closest: Cell::new(None) }
    }

    /// From now on the part begins with the block before. Whether what was read is what would be read then: nothing in that block was taken
    /// for a parameter. When it was, nothing changes.
    pub(super) fn begin_before(&mut self, before: BlockId) -> bool {
        let holds = self.closest.get() != Some(before);
        if holds {
            self.first = self.model.block_first(before);
            self.user = None;
        }
        holds
    }

    /// Loops end here: no further user lies in one of them.
    pub(super) fn leave_loops(&mut self) {
        super::describe::emptied(&mut self.iterators);
    }

    /// From now on `phi` is `value`, within the loop from `begin` to `end`.
    pub(super) fn iterator(&mut self, phi: ValueId, value: Affine, begin: ValueId, end: ValueId) {
        self.iterators.insert(phi, (value, begin, end));
    }

    /// Whether it keeps its value in the part.
    pub(super) fn is_parameter(&self, value: ValueId) -> bool {
        let Some(block) = self.model.block_of(value) else { return true };
        let is_before = value != self.first && self.model.dominates(value, self.first);
        // All of those blocks dominate the part, so that of two one dominates the other.
        let is_closer = |last| self.model.dominance().block_dominates(last, block);
        if is_before && self.closest.get() != Some(block) && self.closest.get().is_none_or(is_closer) {
            self.closest.set(Some(block));
        }
        is_before
    }

    /// The value as the instruction `user` sees it; `None` when it is not affine.
    pub(super) fn read(&mut self, value: ValueId, user: ValueId) -> Option<Affine> {
        self.value(value, user, 0)
    }

    /// The same; a number counts as an unsigned one.
    pub(super) fn read_unsigned(&mut self, value: ValueId, user: ValueId) -> Option<Affine> {
        let number = match self.model.constant(value) {
            Some(Constant::Scalar(number @ Number::Int { width: ..=64, .. })) => number.bits(),
            _ => None,
        };
        number.map_or_else(|| self.read(value, user), |n| Some(Affine::constant(i128::try_from(n).ok()?)))
    }

    /// The n-th argument of `of` as the instruction `user` sees it.
    pub(super) fn argument(&mut self, of: ValueId, n: u32, user: ValueId) -> Option<Affine> {
        self.argument_below(of, n, user, 0)
    }

    fn argument_below(&mut self, of: ValueId, n: u32, user: ValueId, depth: u32) -> Option<Affine> {
        let read = self.value(self.model.arg(of, n)?, user, depth)?;
        if self.is_negated(of, n) { Affine::default().plus(&read, -1) } else { Some(read) }
    }

    /// What an address computation adds, in bytes, as the instruction `user` sees it.
    pub(super) fn offset(&mut self, address: ValueId, user: ValueId) -> Option<Affine> {
        self.offset_below(address, user, 0)
    }

    fn offset_below(&mut self, address: ValueId, user: ValueId, depth: u32) -> Option<Affine> {
        let form = self.model.gep_form(address)?;
        let mut sum = Affine::constant(form.offset.into());
        for (n, scale) in &form.terms {
            sum = sum.plus(&self.argument_below(address, *n, user, depth)?, i128::from(*scale))?;
        }
        Some(sum)
    }

    /// Whether a truth value becomes 0 or -1 on its way to the n-th operand: the casts that an argument skips widen it by its sign.
    fn is_negated(&self, of: ValueId, n: u32) -> bool {
        let mut at = self.model.operand(of, n);
        while let Some(cast) = at.filter(|v| self.model.opcode(*v).is_some_and(Opcode::is_skipped_cast)) {
            at = self.model.operand(cast, 0);
            let is_truth = at.is_some_and(|from| self.model.type_of(from).name == "i1");
            if is_truth && self.model.opcode(cast) == Some(Opcode::SExt) {
                return true;
            }
        }
        false
    }

    fn value(&mut self, value: ValueId, user: ValueId, depth: u32) -> Option<Affine> {
        if let Some(Constant::Scalar(number)) = self.model.constant(value) {
            return integer(number).map(Affine::constant);
        }
        if self.is_parameter(value) {
            return Some(Affine::factor(Factor::Parameter(value)));
        }
        if let Some((iterator, begin, end)) = self.iterators.get(&value) {
            let inside = self.model.dominates(*begin, user) && self.model.post_dominates(*end, user);
            return inside.then(|| iterator.clone());
        }
        if self.user.replace(user) != Some(user) {
            super::describe::emptied(&mut self.known);
        }
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let read = if depth < DEEPEST { self.operation(value, user, depth + 1) } else { None };
        self.known.insert(value, read.clone());
        read
    }

    fn operation(&mut self, value: ValueId, user: ValueId, depth: u32) -> Option<Affine> {
        let model = self.model;
        let is_bool = model.type_of(value).name == "i1";
        if self.is_narrowed(value) {
            return None;
        }
        let opcode = model.opcode(value)?;
        let mut arg = |n| self.argument_below(value, n, user, depth);
        match opcode {
            Opcode::And | Opcode::Or | Opcode::Xor if is_bool => {
                Some(Affine::piece(opcode.name(), vec![arg(0)?, arg(1)?]))
            }
            Opcode::Add => arg(0)?.plus(&arg(1)?, 1),
            Opcode::Or if model.flags(value).contains(Flags::DISJOINT) => arg(0)?.plus(&arg(1)?, 1),
            Opcode::Sub => arg(0)?.plus(&arg(1)?, -1),
            Opcode::Mul => arg(0)?.times(&arg(1)?),
            Opcode::Shl => {
                let by = u32::try_from(arg(1)?.as_constant()?).ok().filter(|by| *by < 64)?;
                arg(0)?.times(&Affine::constant(1 << by))
            }
            Opcode::Xor if arg(1)?.as_constant() == Some(-1) => Affine::constant(-1).plus(&arg(0)?, -1),
            Opcode::ICmp => {
                let parts = vec![arg(0)?, arg(1)?];
                Some(Affine::piece(symbol(model.predicate(value)?), parts))
            }
            // An address counts bytes.
            Opcode::GetElementPtr => arg(0)?.plus(&self.offset_below(value, user, depth)?, 1),
            Opcode::Select => Some(Affine::piece("?", vec![arg(0)?, arg(1)?, arg(2)?])),
            Opcode::Call => {
                let callee = model.arg(value, 0).and_then(|callee| model.global(callee))?;
                let name = match callee.canonical.as_str() {
                    "llvm.abs" => {
                        let of = arg(1)?;
                        let parts = vec![of.clone(), Affine::default().plus(&of, -1)?];
                        return Some(Affine::piece("max", parts));
                    }
                    "llvm.smax" => "max",
                    "llvm.smin" => "min",
                    "llvm.umax" => "umax",
                    "llvm.umin" => "umin",
                    _ => return None,
                };
                // Which comes first is up to whoever made it.
                let mut parts = vec![arg(1)?, arg(2)?];
                parts.sort_by(|left, right| right.cmp(left));
                Some(Affine::piece(name, parts))
            }
            _ => None,
        }
    }

    /// Whether an operand is cut to less than 32 bits, or it is a sum or product of so few that may wrap around: it counts
    /// modulo that, and not on.
    pub(super) fn is_narrowed(&self, value: ValueId) -> bool {
        let model = self.model;
        let is_wide = |v: ValueId| ["i32", "i64", "i128"].contains(&model.type_of(v).name.as_str());
        let narrow = |v: ValueId| model.opcode(v) == Some(Opcode::Trunc) && !is_wide(v);
        let is_sum =
            matches!(model.opcode(value), Some(Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl));
        let has = |flag| model.flags(value).contains(flag);
        if is_sum && !has(Flags::NSW) && !has(Flags::NUW) && !is_wide(value) {
            return true;
        }
        self.model.operands(value).iter().any(|edge| {
            narrow(edge.to)
                || self.model.operand(edge.to, 0).is_some_and(|inner| {
                    matches!(self.model.opcode(edge.to), Some(Opcode::SExt | Opcode::ZExt)) && narrow(inner)
                })
        })
    }
}

/// As C writes it, and `<u` and the like of unsigned numbers: there, negative ones are greater than all others.
fn symbol(predicate: IntPredicate) -> &'static str {
    match predicate {
        IntPredicate::Ugt => ">u",
        IntPredicate::Uge => ">=u",
        IntPredicate::Ult => "<u",
        IntPredicate::Ule => "<=u",
        of_signed => of_signed.symbol(),
    }
}

/// A signed number of at most 64 bits.
pub(super) fn integer(number: &Number) -> Option<i128> {
    let Number::Int { width, words } = number else { return None };
    let word = *words.first()?;
    match *width {
        // A truth value is 0 or 1.
        1 => Some(i128::from(word)),
        2..=64 => Some(i128::from((word << (64 - width)) as i64 >> (64 - width))),
        _ => None,
    }
}
