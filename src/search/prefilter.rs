//! A prefilter for the built-in idioms about sums and products: it finds the expressions in which an idiom is
//! possible, before the solver runs.
//!
//! In: `FloatFactorisation`, and a function with 500 sums. Out: the four sums with a common factor in
//! summands of both sides, and the instructions below them; the solver searches only there.
//!
//! The prefilter tests conditions that every solution of the specification fulfils. In a factorisation, two
//! summands share a factor or each have a constant factor. In a product of vectors, two factors are splats.
//! Few sums of a typical function pass the test, and it takes about a fiftieth of the time of a search. The
//! length of chains is not tested, so the prefilter may accept too much but never too little. The rows in
//! `registry.rs` state the [`Expression`] of each idiom; user specifications are searched without a
//! prefilter.

use crate::restricted::RestrictedWorld;
use fixedbitset::FixedBitSet;
use ir::{Model, Opcode, OpcodeSet, TypeClass, ValueId, ValueKind};
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, SearchResult};

/// The maximum number of factors examined; a larger expression passes the test.
const MOST_FACTORS: usize = 64;

/// The maximum number of factors examined in a product of vectors. The specification lists no more factors,
/// and its search reports that limit.
const MOST_OF_VECTORS: usize = 16;

/// Searches for an idiom with a budget; if its expressions are given, only in those that pass the prefilter.
pub fn find(
    idiom: &Idiom,
    expression: Option<Expression>,
    world: &ModelWorld<'_>,
    budget: Budget,
) -> SearchResult {
    let Some(expression) = expression else {
        return idiom.find_in(world, budget);
    };
    let places = Prefilter::new(world.model(), expression).places();
    match places.is_empty() {
        true => SearchResult {
            solutions: Vec::new(),
            exhausted: None,
            steps: 0,
            limits_reached: Vec::new(),
            beyond: Vec::new(),
        },
        false => idiom.find_in(&RestrictedWorld::new(world, places), budget),
    }
}

/// The expressions in which an idiom can occur.
#[derive(Clone, Copy)]
pub struct Expression {
    /// The operations of the sum at the root, followed from operand to operand.
    sums: OpcodeSet,
    /// The multiplications below them.
    pub(crate) products: OpcodeSet,
    pub(crate) meets: Meets,
}

/// The pair of values that an idiom requires in one expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meets {
    /// Two summands with a common factor.
    Factors,
    /// Two summands that are each a multiplication by a constant.
    Constants,
    /// Two factors that are splats.
    Splats,
}

const SUMS: OpcodeSet = OpcodeSet::of(&[Opcode::Add, Opcode::Sub]);
const FLOAT_SUMS: OpcodeSet = OpcodeSet::of(&[Opcode::FAdd, Opcode::FSub, Opcode::FNeg]);

impl Expression {
    /// Sums of integers, two summands of which share a factor.
    pub const FACTORS: Expression = Expression {
        sums: SUMS,
        products: OpcodeSet::of(&[Opcode::Mul, Opcode::Shl]),
        meets: Meets::Factors,
    };
    /// Sums of integers, two summands of which are multiplied by a constant.
    pub const CONSTANTS: Expression =
        Expression { sums: SUMS, products: OpcodeSet::of(&[Opcode::Mul]), meets: Meets::Constants };
    /// Sums of floating-point numbers, two summands of which share a factor.
    pub const FLOAT_FACTORS: Expression = Expression {
        sums: FLOAT_SUMS,
        products: OpcodeSet::of(&[Opcode::FMul, Opcode::FNeg]),
        meets: Meets::Factors,
    };
    /// Sums of floating-point numbers, two summands of which are multiplied by a constant.
    pub const FLOAT_CONSTANTS: Expression =
        Expression { sums: FLOAT_SUMS, products: OpcodeSet::of(&[Opcode::FMul]), meets: Meets::Constants };
    /// Products of vectors with two factors that are splats.
    pub const SPLATS: Expression = Expression {
        sums: OpcodeSet::of(&[]),
        products: OpcodeSet::of(&[Opcode::FMul]),
        meets: Meets::Splats,
    };
}

/// The state of the prefilter for one function.
pub(crate) struct Prefilter<'m> {
    model: &'m Model,
    expression: Expression,
    /// For each value, the summand on the left-hand side with it as a factor. The first table has all
    /// summands, the second only products.
    met: [Met; 2],
    /// For each value, the number of the last list with it as a summand.
    listed: Vec<u32>,
    lists: u32,
    /// Pairs of summand and factor for one side. A summand counts as a factor of itself.
    factors: Vec<(ValueId, ValueId)>,
    open: Vec<(ValueId, Option<ValueId>)>,
}

/// For each value, the last root with it as a factor, and the summand with that factor; `None` for several
/// summands.
type Met = Vec<(Option<ValueId>, Option<ValueId>)>;

impl<'m> Prefilter<'m> {
    pub(crate) fn new(model: &'m Model, expression: Expression) -> Prefilter<'m> {
        Prefilter {
            model,
            expression,
            met: [Vec::new(), Vec::new()],
            listed: vec![0; model.len()],
            lists: 0,
            factors: Vec::new(),
            open: Vec::new(),
        }
    }

    fn is(&self, value: ValueId, opcodes: OpcodeSet) -> bool {
        self.model.opcode(value).is_some_and(|opcode| opcodes.meets(OpcodeSet::of(&[opcode])))
    }

    /// The roots at which the idiom is possible: sums or products of vectors with the required pair.
    pub(crate) fn roots(&mut self) -> Vec<ValueId> {
        let Expression { sums, products, meets } = self.expression;
        let opcodes = if meets == Meets::Splats { products } else { sums };
        let model = self.model;
        model.instructions().filter(|value| self.is(*value, opcodes) && self.can_be_at(*value)).collect()
    }

    /// The instructions of all expressions in which the idiom is possible: the roots and the operations below
    /// them.
    fn places(mut self) -> Vec<ValueId> {
        let operations = self.expression.sums.with(self.expression.products);
        let mut places = self.roots();
        let mut seen = FixedBitSet::with_capacity(self.model.len());
        let mut at = 0;
        while let Some(&value) = places.get(at) {
            at += 1;
            let below = self.model.args(value).iter().map(|edge| edge.to);
            places.extend(below.filter(|below| self.is(*below, operations) && !seen.put(below.index())));
        }
        places
    }

    fn can_be_at(&mut self, root: ValueId) -> bool {
        let (left, right) = match (self.model.arg(root, 0), self.model.arg(root, 1)) {
            (Some(left), Some(right)) => (left, right),
            _ => return false,
        };
        match self.expression.meets {
            Meets::Factors => self.share_factors(root, left, right),
            Meets::Constants => self.multiplies_constant(left) && self.multiplies_constant(right),
            Meets::Splats => self.widens_twice(root),
        }
    }

    /// Lists the factors of all summands of a value, each summand once. Returns whether the list is complete.
    fn list(&mut self, value: ValueId) -> bool {
        let Expression { sums, products, .. } = self.expression;
        self.factors.clear();
        self.open.clear();
        self.open.push((value, None));
        self.lists += 1;
        while let Some((value, of)) = self.open.pop() {
            if of.is_none() && std::mem::replace(&mut self.listed[value.index()], self.lists) == self.lists {
                continue;
            }
            if self.factors.len() == MOST_FACTORS {
                return false;
            }
            let summand = of.unwrap_or(value);
            self.factors.push((summand, value));
            let args = self.model.args(value).iter();
            if of.is_none() && self.is(value, sums) {
                self.open.extend(args.clone().map(|edge| (edge.to, None)));
            }
            if self.is(value, products) {
                self.open.extend(args.map(|edge| (edge.to, Some(summand))));
            }
        }
        true
    }

    /// Whether two different summands share a factor, one on either side and at least one of them a product.
    fn share_factors(&mut self, root: ValueId, left: ValueId, right: ValueId) -> bool {
        if !self.list(left) {
            return true;
        }
        let is_product = |(summand, factor): (ValueId, ValueId)| summand != factor;
        for (met, of_products) in self.met.iter_mut().zip([false, true]) {
            met.resize(self.model.len(), (None, None));
            for &(summand, factor) in self.factors.iter().filter(|f| !of_products || is_product(**f)) {
                let met = &mut met[factor.index()];
                *met = match *met {
                    (at, of) if at == Some(root) && of != Some(summand) => (at, None),
                    _ => (Some(root), Some(summand)),
                };
            }
        }
        let meets = |look: &Self, of: (ValueId, ValueId)| {
            let (at, summand) = look.met[usize::from(!is_product(of))][of.1.index()];
            at == Some(root) && summand != Some(of.0)
        };
        !self.list(right) || self.factors.iter().any(|of| meets(self, *of))
    }

    /// Whether a summand is a multiplication by a constant.
    fn multiplies_constant(&mut self, side: ValueId) -> bool {
        let is_constant = |value| self.model.kind(value) == ValueKind::Constant;
        !self.list(side)
            || self.factors.iter().any(|&(summand, factor)| summand != factor && is_constant(factor))
    }

    /// Whether at least two factors of a product of vectors are constants or results of a `shufflevector`.
    fn widens_twice(&mut self, root: ValueId) -> bool {
        let is_vector = |value| self.model.has_class(value, TypeClass::Vector);
        if !is_vector(root) || !self.list(root) {
            return is_vector(root);
        }
        let may_be_widened = |value| {
            self.model.opcode(value) == Some(Opcode::ShuffleVector)
                || self.model.kind(value) == ValueKind::Constant
        };
        let widened = self.factors.iter().filter(|(_, factor)| may_be_widened(*factor)).count();
        widened > 1 || self.factors.len() > MOST_OF_VECTORS
    }
}

#[cfg(test)]
mod tests;
