//! Induction variables: phis of a loop header that step by fixed summands in each round.
//!
//! In: `%p = phi [ %a, %entry ], [ %q, %loop ]` and `%q = getelementptr double, ptr %p, i64 %n`. Out: `%p`
//! starts at `%a` and steps by 8 * `%n`, by the instruction `%q`.
//!
//! The step may consist of several instructions, as in unrolled loops. Its summands are computed outside the
//! loop.

use super::loops::{LoopForest, LoopId};
use crate::values::known_bits::is_disjoint_or;
use ir::{BlockId, Constant, Edge, Model, Opcode, OpcodeSet, ValueId};
use smallvec::SmallVec;

/// Limit on the number of instructions of one step.
const MOST_STEPS: usize = 64;
/// Limit on the number of conditions that are examined to find the counter of a loop.
const MOST_TESTS: usize = 32;

/// Operations without side effects that may compute the step of an induction variable.
const ARITHMETIC: OpcodeSet = OpcodeSet::of(&[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
]);

/// A phi that starts at a value and steps by a sum.
#[derive(Clone, Debug)]
pub(super) struct Stepping {
    /// The phi.
    pub(super) phi: ValueId,
    /// The value before the first round.
    pub(super) init: ValueId,
    /// The block outside the loop that `init` comes from.
    pub(super) from: BlockId,
    /// Summands of a step with their factors; each is fixed in the loop.
    pub(super) summands: SmallVec<[(ValueId, i64); 1]>,
    /// The constant part of a step.
    pub(super) constant: i64,
    /// The instructions of the step; the first one is the value of the next round.
    pub(super) operations: SmallVec<[ValueId; 1]>,
}

impl Stepping {
    /// The stepping of a loop header's phi; `None` if it is not an induction variable.
    pub(super) fn of(model: &Model, loops: &LoopForest, phi: ValueId) -> Option<Stepping> {
        let block = model.block_of(phi).filter(|_| model.opcode(phi) == Some(Opcode::Phi))?;
        let this = loops.with_header(block)?;
        let from =
            |edge: &Edge| model.phi_sources(phi).get(edge.n as usize).and_then(|end| model.block_of(*end));
        let (mut start, mut next) = (None, None);
        for edge in model.operands(phi) {
            let from = from(edge)?;
            let known = if loops.has_block(this, from) { &mut next } else { &mut start };
            if known.replace((edge.to, from)).is_some_and(|(other, _)| other != edge.to) {
                return None;
            }
        }
        let ((init, from), (next, _)) = (start?, next?);
        let mut stepping =
            Stepping { phi, init, from, summands: SmallVec::new(), constant: 0, operations: SmallVec::new() };
        stepping.follow(model, loops, this, next).then_some(stepping)
    }

    /// The value to which an instruction adds a summand that is fixed in the loop; `None` for other
    /// instructions.
    pub(super) fn before(model: &Model, loops: &LoopForest, this: LoopId, at: ValueId) -> Option<ValueId> {
        let from = loops.get(this).header;
        let mut step = Stepping {
            phi: at,
            init: at,
            from,
            summands: SmallVec::new(),
            constant: 0,
            operations: SmallVec::new(),
        };
        step.step_back(model, loops, this, at)
    }

    /// Follows the step backwards from the value of the next round to the phi, and collects the summands.
    fn follow(&mut self, model: &Model, loops: &LoopForest, this: LoopId, next: ValueId) -> bool {
        let mut at = next;
        for _ in 0..MOST_STEPS {
            if at == self.phi {
                return !self.operations.is_empty();
            }
            let Some(before) = self.step_back(model, loops, this, at) else { return false };
            at = before;
        }
        false
    }

    fn step_back(&mut self, model: &Model, loops: &LoopForest, this: LoopId, at: ValueId) -> Option<ValueId> {
        let opcode = model.opcode(at)?;
        if opcode == Opcode::Phi {
            return merged(model, at);
        }
        if opcode == Opcode::GetElementPtr {
            let form = model.gep_form(at)?;
            self.constant = self.constant.wrapping_add(form.offset);
            for &(n, factor) in &form.terms {
                self.summand(model, loops, this, model.operand(at, n)?, factor)?;
            }
            self.operations.push(at);
            return model.operand(at, 0);
        }
        let (left, right) = (model.operand(at, 0)?, model.operand(at, 1)?);
        let is_fixed = |value| is_fixed(model, loops, this, value);
        let (before, summand, factor) = match opcode {
            Opcode::Add if is_fixed(right) => (left, right, 1),
            Opcode::Add => (right, left, 1),
            Opcode::Sub => (left, right, -1),
            Opcode::Or if is_disjoint_or(model, at) => (left, right, 1),
            _ => return None,
        };
        self.summand(model, loops, this, summand, factor)?;
        self.operations.push(at);
        Some(before)
    }

    fn summand(
        &mut self,
        model: &Model,
        loops: &LoopForest,
        this: LoopId,
        value: ValueId,
        factor: i64,
    ) -> Option<()> {
        match integer(model, value) {
            Some(number) => self.constant = self.constant.wrapping_add(number.wrapping_mul(factor)),
            None if is_fixed(model, loops, this, value) => self.summands.push((value, factor)),
            None => return None,
        }
        Some(())
    }
}

/// The value of a phi whose operands are all the same: a phi of one operand, as LCSSA form has, or of a sum
/// that LLVM has moved into both sides of a branch.
pub(super) fn merged(model: &Model, phi: ValueId) -> Option<ValueId> {
    let (edge, others) = model.operands(phi).split_first()?;
    others.iter().all(|other| is_same_sum(model, edge.to, other.to)).then_some(edge.to)
}

/// Whether two values are the same, or the same sum of the same operands.
fn is_same_sum(model: &Model, one: ValueId, other: ValueId) -> bool {
    const SUMS: OpcodeSet = OpcodeSet::of(&[Opcode::Add, Opcode::Sub]);
    let operands = |value: ValueId| model.operands(value).iter().map(|edge| edge.to);
    let is_sum = |opcode: Opcode| SUMS.meets(OpcodeSet::of(&[opcode]));
    one == other
        || model.opcode(one).is_some_and(is_sum)
            && model.opcode(one) == model.opcode(other)
            && operands(one).eq(operands(other))
}

/// The induction variable that a header phi follows by one round, with its constant step: their difference,
/// also in the first round.
pub(super) fn trailed(model: &Model, loops: &LoopForest, phi: ValueId) -> Option<(ValueId, i64)> {
    let block = model.block_of(phi).filter(|_| model.opcode(phi) == Some(Opcode::Phi))?;
    let this = loops.with_header(block)?;
    let sources = model.operands(phi).iter().zip(model.phi_sources(phi));
    let (inside, outside): (Vec<_>, Vec<_>) =
        sources.partition(|(_, end)| model.block_of(**end).is_some_and(|from| loops.has_block(this, from)));
    let ([(next, _)], [(init, _)]) = (inside.as_slice(), outside.as_slice()) else { return None };
    if model.block_of(next.to) != Some(block) || next.to == phi {
        return None;
    }
    let stepping = Stepping::of(model, loops, next.to)?;
    let first = integer(model, stepping.init)?.checked_sub(stepping.constant)?;
    let is_behind = stepping.summands.is_empty() && integer(model, init.to)? == first;
    is_behind.then_some((next.to, stepping.constant))
}

/// Whether a value is computed by arithmetic from values outside the loop, possibly inside the loop.
pub(super) fn is_fixed(model: &Model, loops: &LoopForest, this: LoopId, value: ValueId) -> bool {
    let mut open: SmallVec<[ValueId; 4]> = SmallVec::from_slice(&[value]);
    let mut visited = 0;
    while let Some(value) = open.pop() {
        visited += 1;
        if loops.is_fixed(model, this, value) {
            continue;
        }
        let is_arithmetic =
            model.opcode(value).is_some_and(|opcode| ARITHMETIC.meets(OpcodeSet::of(&[opcode])));
        if !is_arithmetic || visited > MOST_STEPS {
            return false;
        }
        open.extend(model.operands(value).iter().map(|edge| edge.to));
    }
    true
}

/// The value of an integer constant of at most 64 bits, read as signed.
pub(super) fn integer(model: &Model, value: ValueId) -> Option<i64> {
    model.type_of(value).integer_width().filter(|width| *width <= 64)?;
    model.constant(value).and_then(Constant::signed).and_then(|number| i64::try_from(number).ok())
}

/// The induction variables of a loop, in layout order.
pub(super) fn steppings(model: &Model, loops: &LoopForest, this: LoopId) -> Vec<Stepping> {
    let header = loops.get(this).header;
    let phis = model.block_instructions(header).take_while(|value| model.opcode(*value) == Some(Opcode::Phi));
    phis.filter_map(|phi| Stepping::of(model, loops, phi)).collect()
}

/// The counter of a loop: of its induction variables the one that the exit tests, or else the first one that
/// fits, or else the first one.
pub(super) fn counter(
    model: &Model,
    loops: &LoopForest,
    this: LoopId,
    mut stepping: Vec<Stepping>,
    fits: impl Fn(&Stepping) -> bool,
) -> Option<Stepping> {
    let tested = tests(model, loops, this).find_map(|condition| {
        let operands = (0..2).filter_map(|n| model.arg(condition, n));
        let is = |value: ValueId, s: &Stepping| s.phi == value || s.operations.contains(&value);
        operands.filter_map(|value| stepping.iter().position(|s| is(value, s))).next()
    });
    let chosen = tested.or_else(|| stepping.iter().position(fits)).unwrap_or(0);
    (chosen < stepping.len()).then(|| stepping.swap_remove(chosen))
}

/// The comparisons that may end the loop in every round: that of the latch first, then those of its
/// dominators.
fn tests(model: &Model, loops: &LoopForest, this: LoopId) -> impl Iterator<Item = ValueId> {
    let latches = loops.get(this).latches.iter().copied();
    let blocks = latches.flat_map(move |latch| {
        let above = move |block: &BlockId| model.dominance().immediate_dominator(*block);
        let inside = move |block: &BlockId| loops.has_block(this, *block);
        std::iter::successors(Some(latch), above).take_while(inside).take(MOST_TESTS)
    });
    blocks.filter_map(move |block| {
        let leaves = model.block_successors(block).iter().any(|to| !loops.has_block(this, *to));
        let condition = model.operand(model.terminator(block), 0).filter(|_| leaves)?;
        (model.opcode(condition) == Some(Opcode::ICmp)).then_some(condition)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Accesses;
    use super::super::term::Term;
    use ir::testing::sketch::{sketch, value};

    /// `for (i = 2; i != n; i++) if (…) …`, with `i + 1` in both arms of the branch.
    #[test]
    fn a_step_in_both_arms_of_a_branch_is_one() {
        let of = |other: &str| {
            let text = "param n:i64
                param small:i1
                entry:
                  enter:void = br -> loop
                loop:
                  i:i64 = phi i64:2@entry next@latch
                  choose:void = br small -> left right
                left:
                  a:i64 = add i i64:1 !nsw
                  x:void = br -> latch
                right:
                  b:i64 = add i i64:OTHER !nsw
                  y:void = br -> latch
                latch:
                  next:i64 = phi a@left b@right
                  go:i1 = icmp next n !ne
                  z:void = br go -> loop out
                out:
                  last:void = ret n";
            let model = sketch(&text.replace("OTHER", other));
            let mut accesses = Accesses::new(&model);
            let this = accesses.loops().ids().next().expect("a loop");
            let [count, start] = [accesses.count(this), accesses.start(this)];
            let text = |term: Option<_>| term.and_then(|id| accesses.term(id)).cloned();
            (text(count), text(start), value(&model, "n"))
        };
        let (count, start, n) = of("1");
        let n = Term::symbol(super::super::Symbol::Value(n));
        assert_eq!((count, start), (n.plus(&Term::constant(2), -1), Some(Term::constant(2))));
        assert_eq!(of("2").0, None);
    }
}
