//! Conditions for regrouping operations, shared by the passes that decompose trees of one operation.
//!
//! A rewrite recomputes the decomposed operations. An operand is therefore followed only if that is sound and
//! cannot cost more than before:
//!
//! - it is an exact operand, not reached through a cast;
//! - it has one use, since otherwise it would have to stay;
//! - its user does not run again without it: values computed outside a loop stay outside;
//! - floating point: it carries the flags that permit regrouping.
//!
//! In: `%s = fadd %p, %q` and its operand `%p`, which a call uses too. Out: [`Barrier::Shared`].

use ir::host::Host;
use ir::{Flags, Flow, Model, Opcode, Paths, ValueId};
use report::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};

/// The reason why an operand is a leaf of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// A cast between the operand and its user, or an operation of another kind.
    Cast,
    /// Further uses.
    Shared,
    /// A block that runs less often than the user's block.
    Loop,
    /// Missing flags.
    Flags,
}

/// The possible regroupings in one function.
pub(super) struct Regrouping<'m> {
    pub(super) model: &'m Model,
    paths: Paths<'m>,
    needed: Flags,
}

impl<'m> Regrouping<'m> {
    /// `needed` are the flags required on floating-point operations.
    pub(super) fn new(model: &'m Model, needed: Flags) -> Self {
        Regrouping { model, paths: Paths::new(model), needed }
    }

    /// Whether the operation is on integers, or carries the required flags.
    pub(super) fn has_flags(&self, value: ValueId) -> bool {
        let opcode = self.model.opcode(value);
        let is_float = matches!(opcode, Some(Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FNeg));
        !is_float || self.model.flags(value).contains(self.needed)
    }

    /// The reason why `operand` of `user` is a leaf, for two operations of the tree's kind; `None` if it is
    /// not.
    pub(super) fn barrier(&self, operand: ValueId, user: ValueId) -> Option<Barrier> {
        if !self.model.operands(user).iter().any(|edge| edge.to == operand) {
            return Some(Barrier::Cast);
        }
        if !self.has_flags(operand) {
            return Some(Barrier::Flags);
        }
        if self.model.operand_uses(operand).len() != 1 {
            return Some(Barrier::Shared);
        }
        self.repeats(user, operand).then_some(Barrier::Loop)
    }

    /// Whether `user` can run again without `operand` running in between.
    pub(super) fn repeats(&self, user: ValueId, operand: ValueId) -> bool {
        let same_block = self.model.block_of(operand) == self.model.block_of(user);
        !same_block && !self.paths.pass_through(Flow::Control, user, user, operand)
    }

    /// Whether the value is reachable. In unreachable code a value may depend on itself.
    pub(super) fn is_reached(&self, value: ValueId) -> bool {
        self.model.block_of(value).is_some_and(|block| self.model.dominance().is_reachable(block))
    }

    /// The root of the tree that contains a value; `is_open` holds for values that can be decomposed. `known`
    /// caches the roots found.
    pub(super) fn top(
        &self,
        value: ValueId,
        is_open: &dyn Fn(ValueId) -> bool,
        known: &mut FxHashMap<ValueId, ValueId>,
    ) -> ValueId {
        let mut way = vec![value];
        let top = loop {
            let at = way[way.len() - 1];
            if let Some(&top) = known.get(&at) {
                break top;
            }
            match self.model.operand_uses(at) {
                [user] if is_open(user.to) && self.barrier(at, user.to).is_none() && user.to != at => {
                    way.push(user.to);
                }
                _ => break at,
            }
        };
        way.into_iter().for_each(|at| {
            known.insert(at, top);
        });
        top
    }

    /// The message for a tree that is not rewritten because `operand` of `user` is a leaf.
    pub(super) fn refusal(
        &self,
        host: &dyn Host,
        barrier: Barrier,
        operand: ValueId,
        user: ValueId,
    ) -> (Outcome, String) {
        let (below, above) = (host.describe(operand), host.describe(user));
        match barrier {
            Barrier::Cast => (Outcome::NotLegal, format!("a cast stands between {below} and {above}")),
            Barrier::Flags => (Outcome::NotLegal, self.lacks(host, operand)),
            Barrier::Shared => {
                (Outcome::NotProfitable, format!("{below} has other uses, so that it would stay"))
            }
            Barrier::Loop => {
                (Outcome::NotProfitable, format!("{below} is computed outside of a loop that {above} is in"))
            }
        }
    }

    /// The reason why the location rules out any rewrite; `None` if it does not.
    pub(super) fn refusal_of_place(&self, host: &dyn Host, value: ValueId) -> Option<String> {
        if self.model.function().strictfp {
            return Some("the function is `strictfp`".into());
        }
        if !self.is_reached(value) {
            let name = host.describe(value);
            return Some(format!("{name} cannot be reached from the entry of the function"));
        }
        (!self.has_flags(value)).then(|| self.lacks(host, value))
    }

    fn lacks(&self, host: &dyn Host, value: ValueId) -> String {
        format!("{} lacks {}", host.describe(value), self.needed.lacking_in(self.model.flags(value)))
    }
}

/// The spelling of a value without its type; for a splat constant, the number in its lanes.
pub(super) fn spelt(model: &Model, host: &dyn Host, value: ValueId) -> String {
    let text = host.describe(value);
    match model.constant(value).and(text.rsplit_once(' ')) {
        Some((_, number)) => number.trim_end_matches(['>', ')']).to_string(),
        None => text,
    }
}

/// The flags of new instructions. Integers have none, since sums of other terms may wrap. Floating-point
/// operations have the fast-math flags common to all removed ones, except `nnan` and `ninf`, since other sums
/// and products may overflow.
pub(super) fn common_flags(model: &Model, gone: &[ValueId]) -> Flags {
    let all = gone.iter().fold(Flags::FAST, |flags, value| flags & model.flags(*value));
    Flags(all.0 & !(Flags::NNAN | Flags::NINF).0)
}

/// `roots`, followed by those of the `parts` that become dead with them, users before operands. Values in
/// `retained` and their operands stay.
pub(super) fn with_dead(
    model: &Model,
    roots: Vec<ValueId>,
    mut parts: Vec<ValueId>,
    retained: &FxHashSet<ValueId>,
) -> Vec<ValueId> {
    let mut gone: FxHashSet<ValueId> = roots.iter().copied().collect();
    let mut order = roots;
    parts.retain(|part| !retained.contains(part) && !gone.contains(part));
    parts.sort_unstable_by(|a, b| b.cmp(a));
    parts.dedup();
    // Users follow their operands within a block, but not always in layout order; so repeat until nothing is
    // added.
    loop {
        let before = order.len();
        parts.retain(|part| {
            let needed = model.operand_uses(*part).iter().any(|user| !gone.contains(&user.to));
            if !needed {
                gone.insert(*part);
                order.push(*part);
            }
            needed
        });
        if order.len() == before {
            return order;
        }
    }
}
