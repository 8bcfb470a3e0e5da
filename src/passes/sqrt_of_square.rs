//! `idiom-sqrt-of-square`: sqrt(a*a) → fabs(a), and squares out of longer products under a root:
//! sqrt(a*b*a) → fabs(a)*sqrt(b).
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-sqrt-of-square x.ll -S`
//!
//! What is found is said by `idioms/sqrt_of_square.candl` and `idioms/sqrt_of_product.candl`; here it is decided whether a
//! rewrite is legal and pays, and what it is.
//!
//! Flags. The root of a rounded square is not the absolute value: the square may overflow, underflow or lose
//! digits. `reassoc` on each multiplication and on the call, and `afn` on the call, allow that. A factor
//! that stays under the root may be negative where the whole product is not (0*0*-1), so splitting a root
//! needs `nnan` on the call, and what is made there does not carry `nnan`: it may be a NaN where the
//! original was -0. A function declared to take or give no NaN (`nofpclass`) cannot be called there. New products of
//! several factors carry neither `nnan` nor `ninf`: they group the factors anew and may overflow where the original
//! did not. Signed zeros, infinities and NaN come out right by themselves: fabs(-0) = sqrt(-0 * -0) = +0.

use super::outcome::{Answer, Hit, Settings};
use super::regroup::with_dead;
use crate::library::Solution;
use crate::llvm::FunctionUnit;
use crate::model::{
    EditPlan, Effects, Flags, Model, NewInstruction, NewKind, Opcode, Operand, ValueId, canonical_name,
};
use crate::report::Outcome;
use smallvec::smallvec;

/// The specifications it acts on.
pub(super) const IDIOMS: &[&str] = &["SqrtOfSquare", "SqrtOfProduct"];

/// More factors than this are left under the root.
const MOST_FACTORS: usize = 64;

/// Whether a call of a function of that name can be part of a match.
pub(super) fn is_of_interest(symbol: &str) -> bool {
    canonical_name(symbol) == "sqrt"
}

/// Why a match is not rewritten.
struct Refusal(Outcome, String);

fn not_legal(reason: impl Into<String>) -> Refusal {
    Refusal(Outcome::NotLegal, reason.into())
}

/// Finds all roots, then plans each.
pub(super) fn run(unit: &FunctionUnit<'_>, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let mut planned: Vec<Product> = Vec::new();
    for idiom in settings.library.idioms() {
        let found = idiom.find(unit.model(), settings.budget);
        for solution in &found.solutions {
            let (outcome, reason) = match judge(unit, solution) {
                Ok(product) => {
                    planned.push(product);
                    (Outcome::Rewritten, None)
                }
                Err(Refusal(outcome, reason)) => (outcome, Some(reason)),
            };
            answer.hits.push(Hit::new(idiom.name(), solution, outcome, reason));
        }
        answer.hits.extend(Hit::of_search(idiom.name(), &found, settings));
    }
    planned.sort_by_key(|product| product.call);
    for product in &planned {
        product.plan(unit.model(), &mut answer.plan);
    }
    erase_dead(unit.model(), &planned, &mut answer.plan);
    answer
}

/// Decides on one match: legal, then profitable.
fn judge(unit: &FunctionUnit<'_>, solution: &Solution) -> Result<Product, Refusal> {
    let unbound =
        || not_legal("the specification does not say what the call, the function and the square are");
    let call = solution.get("sqrt_call").ok_or_else(unbound)?;
    let callee = solution.get("sqrt_fn").ok_or_else(unbound)?;
    let square = solution.get("square").or_else(|| solution.get("product")).ok_or_else(unbound)?;
    let model = unit.model();
    check_callee(model, callee)?;
    check_call(unit, call, square)?;
    let product = Product::of(model, call, square);
    product.check_flags(unit)?;
    if !product.inside().is_empty() && !unit.takes_any_float(call) {
        return Err(not_legal("the function is declared to take or give no NaN or infinity (`nofpclass`)"));
    }
    product.check_profit(model)?;
    Ok(product)
}

/// The callee must be the library's function or the intrinsic: declared, with the right type.
fn check_callee(model: &Model, callee: ValueId) -> Result<(), Refusal> {
    let Some(global) = model.global(callee).filter(|g| g.is_function) else {
        return Err(not_legal("the callee is not a function"));
    };
    if !global.is_declaration {
        return Err(not_legal(format!(
            "`{}` is defined in this module, it is not the library's",
            global.name
        )));
    }
    let expected: &[&str] = match global.name.as_str() {
        "sqrt" => &["double (double)"],
        "sqrtf" => &["float (float)"],
        "sqrtl" => &["x86_fp80 (x86_fp80)", "fp128 (fp128)", "ppc_fp128 (ppc_fp128)", "double (double)"],
        _ if global.is_intrinsic => return Ok(()),
        _ => &[],
    };
    match expected.contains(&global.signature.as_str()) {
        true => Ok(()),
        false => {
            let signature = &global.signature;
            Err(not_legal(format!("`{}` has the type `{signature}`, it is not the library's", global.name)))
        }
    }
}

/// An ordinary call whose exact argument is the product.
fn check_call(unit: &FunctionUnit<'_>, call: ValueId, square: ValueId) -> Result<(), Refusal> {
    let model = unit.model();
    if !model.block_of(call).is_some_and(|block| model.dominance().is_reachable(block)) {
        return Err(not_legal("the call cannot be reached from the entry of the function"));
    }
    if model.function().strictfp {
        return Err(not_legal("the function is `strictfp`"));
    }
    if model.effects(call).contains(Effects::OPAQUE) || !unit.is_plain_call(call) {
        return Err(not_legal(
            "the call may not be taken for the library function (`nobuiltin`, `musttail`, bundles or its type)",
        ));
    }
    if model.operand(call, 1) != Some(square) || model.type_id(call) != model.type_id(square) {
        return Err(not_legal("a cast stands between the product and the root"));
    }
    Ok(())
}

/// A product under a root, taken apart.
struct Product {
    call: ValueId,
    /// The multiplications that may be reassociated, the outermost first, each once.
    parts: Vec<ValueId>,
    /// The factors as often as they occur, in order of first appearance.
    factors: Vec<(ValueId, usize)>,
}

impl Product {
    /// Takes `square` apart as far as multiplications allow reassociation.
    ///
    /// A multiplication that is used twice within the product counts twice.
    fn of(model: &Model, call: ValueId, square: ValueId) -> Product {
        let mut product = Product { call, parts: vec![square], factors: Vec::new() };
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

    /// Each factor as often as it leaves the root.
    fn outside(&self) -> Vec<ValueId> {
        self.factors.iter().flat_map(|&(factor, times)| std::iter::repeat_n(factor, times / 2)).collect()
    }

    /// The factors that stay under it.
    fn inside(&self) -> Vec<ValueId> {
        self.factors.iter().filter(|(_, times)| times % 2 == 1).map(|(factor, _)| *factor).collect()
    }

    /// The flags that all instructions touched have in common.
    fn common_flags(&self, model: &Model) -> Flags {
        let all = self.parts.iter().fold(model.flags(self.call), |flags, part| flags & model.flags(*part));
        all.fast_math()
    }

    fn check_flags(&self, unit: &FunctionUnit<'_>) -> Result<(), Refusal> {
        let model = unit.model();
        let mut missing = Vec::new();
        let mut require = |value: ValueId, flags: &[(Flags, &str)]| {
            let lacks = flags.iter().filter(|(flag, _)| !model.flags(value).contains(*flag));
            let names: Vec<&str> = lacks.map(|(_, name)| *name).collect();
            if !names.is_empty() {
                missing.push(format!("{} lacks {}", unit.describe(value), names.join(", ")));
            }
        };
        let splits = !self.inside().is_empty();
        let nnan: &[(Flags, &str)] = if splits { &[(Flags::NNAN, "nnan")] } else { &[] };
        require(self.call, &[&[(Flags::REASSOC, "reassoc"), (Flags::AFN, "afn")], nnan].concat());
        for part in &self.parts {
            require(*part, &[(Flags::REASSOC, "reassoc")]);
        }
        if !missing.is_empty() {
            return Err(not_legal(missing.join("; ")));
        }
        if self.outside().is_empty() {
            return Err(not_legal("the repeated factor lies behind a multiplication that lacks reassoc"));
        }
        Ok(())
    }

    /// A root that goes away pays; one that stays must save multiplications.
    fn check_profit(&self, model: &Model) -> Result<(), Refusal> {
        let (outside, inside) = (self.outside().len(), self.inside().len());
        if inside == 0 {
            return Ok(());
        }
        let made = (outside - 1) + (inside - 1) + 1;
        let kept = self.factors.iter().map(|(factor, _)| *factor).collect();
        let saved = with_dead(model, vec![self.call], self.parts.clone(), &kept).len() - 1;
        if made < saved {
            return Ok(());
        }
        let reason = format!(
            "the root stays, {saved} multiplications would go and {made} come: the product has other uses"
        );
        Err(Refusal(Outcome::NotProfitable, reason))
    }

    /// Adds fabs(outside) * sqrt(inside) to the plan, in place of the call.
    fn plan(&self, model: &Model, plan: &mut EditPlan) {
        let (outside, inside) = (self.outside(), self.inside());
        let all = self.common_flags(model);
        let root_flags = without(all, Flags::NNAN);
        let regrouped = without(root_flags, Flags::NINF);
        let flags_over = |factors: &[ValueId], flags| if factors.len() > 1 { regrouped } else { flags };

        let factor = self.multiply(plan, &outside, regrouped);
        let absolute = NewKind::Intrinsic("llvm.fabs", vec![factor]);
        let absolute = self.add(plan, absolute, flags_over(&outside, all), "abs");
        let result = if inside.is_empty() {
            absolute
        } else {
            let rest = self.multiply(plan, &inside, regrouped);
            let root = NewKind::CallLike(self.call, vec![rest]);
            let root_flags = flags_over(&inside, root_flags);
            let root = self.add(plan, root, root_flags, "root");
            let scaled = NewKind::Binary(Opcode::FMul, absolute, root);
            self.add(plan, scaled, flags_over(&outside, root_flags), "scaled")
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

/// Erases the calls that were replaced and the multiplications that only they needed.
fn erase_dead(model: &Model, planned: &[Product], plan: &mut EditPlan) {
    let calls = planned.iter().map(|product| product.call).collect();
    let parts = planned.iter().flat_map(|product| product.parts.iter().copied()).collect();
    let factors = planned.iter().flat_map(|product| product.factors.iter().map(|(factor, _)| *factor));
    plan.erase = with_dead(model, calls, parts, &factors.collect());
}
