//! A product under a root: its factors, whether they may leave the root, and the new instructions.
//!
//! In: `sqrt(a*b*a)`. Out: `fabs(a)*sqrt(b)`.
//!
//! Flags of new instructions: those common to all replaced instructions, with two exceptions. A product of
//! several factors regroups them and may overflow where the original did not; neither it nor its users carry
//! `nnan` or `ninf`. The root of a factor of unknown sign may be a NaN where the original was -0, and carries
//! no `nnan`.

use super::sign::{Sign, sign_of};
use super::{RootRefusal, not_legal};
use crate::regroup::with_dead;
use crate::target;
use ir::host::{Host, Instruction};
use ir::{EditPlan, Flags, Model, NewInstruction, NewKind, Opcode, Operand, ValueId};
use report::Outcome;
use smallvec::smallvec;

/// The intrinsic for the absolute value.
const ABSOLUTE: &str = "llvm.fabs";

/// The maximum number of factors; further ones stay under the root.
const MOST_FACTORS: usize = 64;

/// The factors that stay under a root.
#[derive(Clone, Copy)]
enum Rest {
    /// No factor is negative.
    NotNegative,
    /// The sign of this factor is unknown.
    Unknown(ValueId),
    /// This factor is known to be negative or zero, or is a constant with a lane that may be.
    Negative(ValueId),
}

/// A product under a root, decomposed.
pub(super) struct RootProduct {
    pub(super) call: ValueId,
    /// The multiplications that may be reassociated, the outermost first, each once.
    pub(super) parts: Vec<ValueId>,
    /// The factors with their multiplicity, in order of first appearance.
    pub(super) factors: Vec<(ValueId, usize)>,
}

impl RootProduct {
    /// Decomposes `square` as far as multiplications allow reassociation.
    ///
    /// A multiplication with two uses in the product counts twice.
    pub(super) fn of(model: &Model, call: ValueId, square: ValueId) -> RootProduct {
        let mut product = RootProduct { call, parts: vec![square], factors: Vec::new() };
        let operand = |mul, n| model.operand(mul, n);
        if operand(square, 0) == operand(square, 1) {
            product.factors.extend(operand(square, 0).map(|a| (a, 2)));
            return product;
        }
        let mut open = vec![square];
        let mut seen = 0;
        while let Some(mul) = open.pop() {
            for factor in [operand(mul, 0), operand(mul, 1)].into_iter().flatten() {
                let splits = model.opcode(factor) == Some(Opcode::FMul)
                    && model.flags(factor).contains(Flags::REASSOC)
                    && seen < MOST_FACTORS;
                seen += 1;
                if splits {
                    open.push(factor);
                    if !product.parts.contains(&factor) {
                        product.parts.push(factor);
                    }
                } else {
                    product.count(factor);
                }
            }
        }
        product.factors.sort_by_key(|(factor, _)| *factor);
        product
    }

    fn count(&mut self, factor: ValueId) {
        match self.factors.iter_mut().find(|(f, _)| *f == factor) {
            Some((_, times)) => *times += 1,
            None => self.factors.push((factor, 1)),
        }
    }

    /// The factors outside the root, with repetitions.
    fn outside(&self) -> Vec<ValueId> {
        self.factors.iter().flat_map(|&(factor, times)| std::iter::repeat_n(factor, times / 2)).collect()
    }

    /// The factors that stay under the root.
    fn inside(&self) -> Vec<ValueId> {
        self.factors.iter().filter(|(_, times)| times % 2 == 1).map(|(factor, _)| *factor).collect()
    }

    /// The flags common to all replaced instructions.
    fn common_flags(&self, model: &Model) -> Flags {
        let all = self.parts.iter().fold(model.flags(self.call), |flags, part| flags & model.flags(*part));
        all.fast_math()
    }

    /// Whether a root remains.
    pub(super) fn splits(&self) -> bool {
        self.factors.iter().any(|(_, times)| times % 2 == 1)
    }

    /// The signs of the factors that stay under the root, with the decisive factor.
    fn rest(&self, model: &Model) -> Rest {
        let mut rest = Rest::NotNegative;
        for factor in self.inside() {
            match sign_of(model, factor) {
                Sign::NotNegative => {}
                Sign::Unknown if model.constant(factor).is_none() => rest = Rest::Unknown(factor),
                Sign::NotPositive | Sign::Unknown => return Rest::Negative(factor),
            }
        }
        rest
    }

    pub(super) fn check_flags(&self, model: &Model, host: &dyn Host) -> Result<(), RootRefusal> {
        let rest = self.rest(model);
        let (of_call, of_parts) = match rest {
            Rest::Unknown(_) => (Flags::FAST, Flags::FAST),
            Rest::NotNegative | Rest::Negative(_) => (Flags::REASSOC | Flags::AFN, Flags::REASSOC),
        };
        let needed = self.parts.iter().map(|part| (*part, of_parts));
        let missing: Vec<String> = [(self.call, of_call)]
            .into_iter()
            .chain(needed)
            .filter(|(value, needed)| !model.flags(*value).contains(*needed))
            .map(|(value, needed)| {
                format!("{} lacks {}", host.describe(value), needed.lacking_in(model.flags(value)))
            })
            .collect();
        let why = match rest {
            Rest::Unknown(factor) => {
                format!("; {} stays under the root and may be negative", host.describe(factor))
            }
            Rest::NotNegative | Rest::Negative(_) => String::new(),
        };
        if !missing.is_empty() {
            return Err(not_legal(format!("{}{why}", missing.join("; "))));
        }
        if self.outside().is_empty() {
            return Err(not_legal("the repeated factor lies behind a multiplication that lacks reassoc"));
        }
        match rest {
            Rest::Negative(factor) => Err(not_legal(format!(
                "{} would stay under the root, and is not positive",
                host.describe(factor)
            ))),
            Rest::NotNegative | Rest::Unknown(_) => Ok(()),
        }
    }

    /// Checks profitability: a remaining root must save multiplications, and the target must not lose
    /// throughput or size.
    pub(super) fn check_profit(&self, model: &Model, host: &dyn Host) -> Result<(), RootRefusal> {
        let (outside, inside) = (self.outside().len(), self.inside().len());
        let retained = self.factors.iter().map(|(factor, _)| *factor).collect();
        let gone = with_dead(model, vec![self.call], self.parts.clone(), &retained);
        let made = (outside - 1) + inside.saturating_sub(1) + usize::from(inside > 0);
        let saved = gone.len() - 1;
        if inside > 0 && made >= saved {
            let reason = format!(
                "the root stays, {saved} multiplications would go and {made} come: the product has other uses"
            );
            return Err(RootRefusal(Outcome::NotProfitable, reason));
        }
        let mut new = vec![Instruction::Binary(Opcode::FMul, self.call); made];
        new.push(Instruction::Intrinsic(ABSOLUTE, self.call));
        new.extend((inside > 0).then_some(Instruction::Like(self.call)));
        match target::pays(model, host, &new, gone) {
            true => Ok(()),
            false => Err(RootRefusal(Outcome::NotProfitable, "the target does not gain by it".into())),
        }
    }

    /// Adds fabs(outside) * sqrt(inside) to the plan, in place of the call.
    pub(super) fn plan(&self, model: &Model, plan: &mut EditPlan) {
        let (outside, inside) = (self.outside(), self.inside());
        let all = self.common_flags(model);
        let of_root = match self.rest(model) {
            Rest::NotNegative => all,
            Rest::Unknown(_) | Rest::Negative(_) => without(all, Flags::NNAN),
        };
        let regrouped = without(all, Flags::NNAN | Flags::NINF);
        let flags_over = |several: bool, flags| if several { regrouped } else { flags };
        let (many_outside, many_inside) = (outside.len() > 1, inside.len() > 1);

        let factor = self.multiply(plan, &outside, regrouped);
        let absolute = NewKind::Intrinsic(ABSOLUTE, vec![factor]);
        let absolute = self.add(plan, absolute, flags_over(many_outside, all), "abs");
        let result = if inside.is_empty() {
            absolute
        } else {
            let rest = self.multiply(plan, &inside, regrouped);
            let root = NewKind::CallLike(self.call, vec![rest]);
            let root = self.add(plan, root, flags_over(many_inside, of_root), "root");
            let scaled = NewKind::Binary(Opcode::FMul, absolute, root);
            self.add(plan, scaled, flags_over(many_outside || many_inside, of_root), "scaled")
        };
        plan.replace.push((self.call, result));
    }

    fn add(&self, plan: &mut EditPlan, kind: NewKind, flags: Flags, name: &'static str) -> Operand {
        let (before, location_of) = (self.call, smallvec![self.call]);
        plan.create(NewInstruction { kind, flags, before, location_of, name })
    }

    /// The product of one or more factors, from left to right.
    fn multiply(&self, plan: &mut EditPlan, factors: &[ValueId], flags: Flags) -> Operand {
        let mut factors = factors.iter().map(|factor| Operand::Value(*factor));
        let first = factors.next().unwrap_or(Operand::Value(self.call));
        factors.fold(first, |product, factor| {
            self.add(plan, NewKind::Binary(Opcode::FMul, product, factor), flags, "product")
        })
    }
}

fn without(flags: Flags, dropped: Flags) -> Flags {
    Flags(flags.0 & !dropped.0)
}
