//! Families of induction variables: values that are linear functions of an induction variable at some point
//! of its round.
//!
//! A basic induction variable is a phi of a loop header, with all values on the paths to its value in the
//! next round: sums with summands fixed in the loop, and phis that join such paths. It may step several times
//! in a round, sometimes under a condition, so that it has no closed form over rounds. In SSA form each step
//! is a value of its own, and a member of the family is a linear function of one of them.
//!
//! In: `k1 = k + 3; k2 = phi(k1, k1 + 4); m = 2 * k2; next = k2 - 2`. Out: `m` is 2 times `k2` plus 0.

use super::induction::Stepping;
use super::loops::{LoopForest, LoopId};
use super::term::{Symbol, Term, TermId};
use super::{Accesses, Linear};
use ir::{Model, Opcode, ValueId};
use rustc_hash::FxHashSet;

/// Limit on the number of values of one basic induction variable.
const MOST_VALUES: usize = 256;

/// A linear function: `factor * variable + summand`, both fixed in the loop of the variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearFunction {
    /// The factor.
    pub factor: TermId,
    /// The summand.
    pub summand: TermId,
    /// Instructions assumed not to wrap, ascending.
    pub assumed: Vec<ValueId>,
}

impl Accesses<'_> {
    /// The linear function that `value` is of `variable`, a value of a basic induction variable, in the same
    /// round of its loop. `None` if there is none or the factor is 0.
    pub fn linear_function(&mut self, value: ValueId, variable: ValueId) -> Option<LinearFunction> {
        let model = self.linear.model;
        let this = self.loops().around(model.block_of(variable)?)?;
        let block = model.block_of(value).filter(|block| self.loops().has_block(this, *block))?;
        if !is_basic(model, self.loops(), this, variable) {
            return None;
        }
        let of_variable = self.linear.linear(variable);
        let of_value = self.linear.linear_at(value, block);
        let symbol = self.only_changing(&of_variable.term, this)?;
        let (scale, origin) = of_variable.term.split(symbol)?;
        let (slope, rest) = of_value.term.split(symbol)?;
        let factor = slope.divided_by(&scale)?;
        // value = slope * symbol + rest, variable = scale * symbol + origin
        let summand = rest.plus(&factor.times(&origin)?, -1)?;
        let is_fixed = [&factor, &summand, &scale].iter().all(|term| self.is_fixed_in(term, this));
        if !is_fixed || factor.as_constant() == Some(0) {
            return None;
        }
        let assumed = both(&of_value, &of_variable);
        Some(LinearFunction { factor: self.intern(factor)?, summand: self.intern(summand)?, assumed })
    }

    /// The symbol of a term that is not fixed in the loop, if there is exactly one.
    fn only_changing(&self, term: &Term, this: LoopId) -> Option<Symbol> {
        let changes = |symbol: &Symbol| !self.is_fixed_in(&Term::symbol(*symbol), this);
        let mut changing: Vec<Symbol> = term.symbols().filter(changes).collect();
        changing.sort_unstable();
        changing.dedup();
        match changing[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

fn both(a: &Linear, b: &Linear) -> Vec<ValueId> {
    let mut assumed: Vec<ValueId> = a.assumed.iter().chain(&b.assumed).copied().collect();
    assumed.sort_unstable();
    assumed.dedup();
    assumed
}

/// Whether a value belongs to a basic induction variable of a loop.
fn is_basic(model: &Model, loops: &LoopForest, this: LoopId, value: ValueId) -> bool {
    let header = loops.get(this).header;
    model.phis(header).any(|phi| {
        web(model, loops, this, phi).is_some_and(|members| phi == value || members.contains(&value))
    })
}

/// The values on the paths from a header phi to its value in the next round; `None` if it is not a basic
/// induction variable.
fn web(model: &Model, loops: &LoopForest, this: LoopId, phi: ValueId) -> Option<FxHashSet<ValueId>> {
    let sources = model.operands(phi).iter().zip(model.phi_sources(phi));
    let is_inside = |from: ValueId| model.block_of(from).is_some_and(|block| loops.has_block(this, block));
    let mut open: Vec<ValueId> = sources.filter(|(_, from)| is_inside(**from)).map(|(e, _)| e.to).collect();
    let mut members = FxHashSet::default();
    while let Some(at) = open.pop() {
        if at == phi || !members.insert(at) {
            continue;
        }
        let block = model.block_of(at).filter(|block| loops.has_block(this, *block))?;
        if members.len() > MOST_VALUES || loops.with_header(block).is_some_and(|_| is_phi(model, at)) {
            return None;
        }
        match is_phi(model, at) {
            true => open.extend(model.operands(at).iter().map(|edge| edge.to)),
            false => open.push(Stepping::before(model, loops, this, at)?),
        }
    }
    Some(members).filter(|members| !members.is_empty())
}

fn is_phi(model: &Model, value: ValueId) -> bool {
    model.opcode(value) == Some(Opcode::Phi)
}
