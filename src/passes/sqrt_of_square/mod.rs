//! `idiom-sqrt-of-square`: sqrt(a*a) → fabs(a), and squares out of longer products under a root:
//! sqrt(a*b*a) → fabs(a)*sqrt(b).
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-sqrt-of-square x.ll -S`
//!
//! The matches come from `idioms/sqrt_of_square.candl` and `idioms/sqrt_of_product.candl`. This pass decides
//! whether a rewrite is legal and profitable, and builds it.
//!
//! Flags. The root of a rounded square is not the absolute value: the square may overflow, underflow or lose
//! digits. `reassoc` on each multiplication and on the call, and `afn` on the call, permit that. Signed
//! zeros, infinities and NaN need no flags: fabs(-0) = sqrt(-0 * -0) = +0.
//!
//! A factor that stays under the root may be negative where the whole product is not: sqrt(0*0*-1) is -0, and
//! fabs(0)*sqrt(-1) a NaN. No single flag licenses that, `nnan` least of all, since the original has no NaN.
//! A root is therefore split if every factor that stays is known not to be negative (`sign.rs`), or if the
//! call and every multiplication are `fast`, as LLVM's own fold of `sqrt` requires, and no factor that stays is a
//! constant that may be negative or otherwise known to be negative. The flags of the new instructions are in
//! `product.rs`.
//!
//! A function declared to take or return no NaN (`nofpclass`) is not called with another argument.

mod product;
mod sign;

use super::regroup::with_dead;
use crate::settings::Settings;
use ir::host::Host;
use ir::{EditPlan, Effects, Model, ValueId, canonical_name};
use library::Solution;
use product::RootProduct;
use report::Outcome;
use wording::{Answer, Hit, headline};

/// Whether a call of a function with this symbol name can be part of a match.
pub(super) fn is_of_interest(symbol: &str) -> bool {
    canonical_name(symbol) == "sqrt"
}

/// The outcome and reason of a match that is not rewritten.
struct RootRefusal(Outcome, String);

fn not_legal(reason: impl Into<String>) -> RootRefusal {
    RootRefusal(Outcome::NotLegal, reason.into())
}

/// Finds all roots, then plans each rewrite.
pub(super) fn run(model: &Model, host: &dyn Host, settings: &Settings<'_>) -> Answer {
    let mut answer = Answer::default();
    let mut planned: Vec<RootProduct> = Vec::new();
    for idiom in settings.search.library.idioms() {
        let found = idiom.find(model, settings.search.budget);
        for solution in &found.solutions {
            let (outcome, reason) = match judge(model, host, solution) {
                Ok(product) => {
                    planned.push(product);
                    (Outcome::Rewritten, None)
                }
                Err(RootRefusal(outcome, reason)) => (outcome, Some(reason)),
            };
            let description = headline::description(idiom.finding_texts(), solution, false);
            answer.hits.push(Hit { description, ..Hit::new(idiom.name(), solution, outcome, reason) });
        }
        answer.hits.extend(settings.search.limits(idiom.name(), &found));
    }
    planned.sort_by_key(|product| product.call);
    for product in &planned {
        product.plan(model, &mut answer.plan);
    }
    erase_dead(model, &planned, &mut answer.plan);
    answer
}

/// Judges one match: legality first, then profitability.
fn judge(model: &Model, host: &dyn Host, solution: &Solution) -> Result<RootProduct, RootRefusal> {
    let unbound =
        || not_legal("the specification does not say what the call, the function and the square are");
    let call = solution.get("sqrt_call").ok_or_else(unbound)?;
    let callee = solution.get("sqrt_fn").ok_or_else(unbound)?;
    let square = solution.get("square").or_else(|| solution.get("product")).ok_or_else(unbound)?;
    check_callee(model, callee)?;
    check_call(model, host, call, square)?;
    let product = RootProduct::of(model, call, square);
    product.check_flags(model, host)?;
    if product.splits() && !host.takes_any_float(call) {
        return Err(not_legal("the function is declared to take or give no NaN or infinity (`nofpclass`)"));
    }
    product.check_profit(model, host)?;
    Ok(product)
}

/// Checks the callee: the library function or the intrinsic, only declared, with the right type.
fn check_callee(model: &Model, callee: ValueId) -> Result<(), RootRefusal> {
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

/// Checks the call: reachable and ordinary, with the product as its exact argument.
fn check_call(model: &Model, host: &dyn Host, call: ValueId, square: ValueId) -> Result<(), RootRefusal> {
    if !model.block_of(call).is_some_and(|block| model.dominance().is_reachable(block)) {
        return Err(not_legal("the call cannot be reached from the entry of the function"));
    }
    if model.function().strictfp {
        return Err(not_legal("the function is `strictfp`"));
    }
    if model.effects(call).contains(Effects::OPAQUE) || !host.is_plain_call(call) {
        return Err(not_legal(
            "the call may not be taken for the library function (`nobuiltin`, `musttail`, bundles or its type)",
        ));
    }
    if model.operand(call, 1) != Some(square) || model.type_id(call) != model.type_id(square) {
        return Err(not_legal("a cast stands between the product and the root"));
    }
    Ok(())
}

/// Erases the replaced calls and the multiplications that become dead with them.
fn erase_dead(model: &Model, planned: &[RootProduct], plan: &mut EditPlan) {
    let calls = planned.iter().map(|product| product.call).collect();
    let parts = planned.iter().flat_map(|product| product.parts.iter().copied()).collect();
    let factors = planned.iter().flat_map(|product| product.factors.iter().map(|(factor, _)| *factor));
    plan.erase = with_dead(model, calls, parts, &factors.collect());
}
