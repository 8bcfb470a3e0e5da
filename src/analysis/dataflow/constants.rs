//! Sparse conditional constant propagation: values that are always the same constant, after Wegman and Zadeck
//! ("Constant Propagation with Conditional Branches", 1991).
//!
//! ```text
//! value of x = ⊤ (not computed) > c > ⊥ (several)       forward, over the uses of SSA values and the edges taken so far
//! a phi meets what comes over edges that are taken;  a branch on a constant takes one edge;  an operation on constants is folded
//! ```
//!
//! Integers of at most 64 bits are folded, other constants are only propagated. A poison or undefined result
//! counts as unknown, and so do undefined operands. For a `select` between equal numbers the number is
//! reported, even if the condition is poison.
//!
//! In: `k = phi(0, k + 1 after if (1 > 2))`. Out: `k` is 0, since the other edge is never taken.

use ir::{BlockId, Constant, Flags, IntPredicate, Model, Number, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashSet;

/// The state of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LatticeValue {
    /// Never computed, as far as known.
    Top,
    /// Always this number.
    Is(Number),
    /// Unknown.
    Bottom,
}

/// The states of all values of a function.
#[derive(Debug)]
pub(super) struct Constants {
    of: Vec<LatticeValue>,
    /// Per block, whether control may reach it.
    reached: Vec<bool>,
}

impl Constants {
    pub(super) fn of(model: &Model) -> Constants {
        let mut solver = ConstantPropagation {
            model,
            of: model.values().map(|value| initial(model, value)).collect(),
            taken: FxHashSet::default(),
            visited: vec![false; model.block_count()],
            edges: Vec::new(),
            values: Vec::new(),
        };
        if let Some(entry) = model.blocks().next() {
            solver.visit(entry);
        }
        solver.run();
        Constants { of: solver.of, reached: solver.visited }
    }

    /// Whether control may reach a block, as far as branches on constants show.
    pub(super) fn reaches(&self, block: BlockId) -> bool {
        self.reached.get(block.index()).copied().unwrap_or(true)
    }

    /// The constant that a value always is, if known.
    pub(super) fn get(&self, value: ValueId) -> Option<&Number> {
        match self.of.get(value.index()) {
            Some(LatticeValue::Is(number)) => Some(number),
            _ => None,
        }
    }
}

fn initial(model: &Model, value: ValueId) -> LatticeValue {
    match model.constant(value) {
        Some(Constant::Scalar(number)) => LatticeValue::Is(number.clone()),
        Some(_) => LatticeValue::Bottom,
        None if model.position(value).is_some() => LatticeValue::Top,
        None => LatticeValue::Bottom,
    }
}

struct ConstantPropagation<'m> {
    model: &'m Model,
    of: Vec<LatticeValue>,
    /// Edges that may be taken.
    taken: FxHashSet<(BlockId, BlockId)>,
    visited: Vec<bool>,
    /// Edges whose target remains to be visited.
    edges: Vec<(BlockId, BlockId)>,
    /// Values whose users remain to be visited.
    values: Vec<ValueId>,
}

impl ConstantPropagation<'_> {
    fn run(&mut self) {
        let model = self.model;
        loop {
            if let Some((from, to)) = self.edges.pop() {
                if !self.taken.insert((from, to)) {
                    continue;
                }
                match self.visited[to.index()] {
                    true => model.phis(to).for_each(|phi| self.update(phi)),
                    false => self.visit(to),
                }
            } else if let Some(value) = self.values.pop() {
                for edge in model.operand_uses(value) {
                    let is_visited = model.block_of(edge.to).is_some_and(|b| self.visited[b.index()]);
                    if is_visited {
                        self.update(edge.to);
                    }
                }
            } else {
                return;
            }
        }
    }

    fn visit(&mut self, block: BlockId) {
        self.visited[block.index()] = true;
        self.model.block_instructions(block).for_each(|at| self.update(at));
    }

    /// Evaluates an instruction again. States only descend in the lattice.
    fn update(&mut self, at: ValueId) {
        let model = self.model;
        if let Some(block) = model.block_of(at).filter(|block| model.terminator(*block) == at) {
            self.leave(block, at);
        }
        let old = &self.of[at.index()];
        let new = match old {
            LatticeValue::Bottom => return,
            old => meet(old.clone(), self.computed(at)),
        };
        if new != *old {
            self.of[at.index()] = new;
            self.values.push(at);
        }
    }

    fn leave(&mut self, block: BlockId, end: ValueId) {
        let model = self.model;
        let successors = model.block_successors(block);
        let tested = match model.opcode(end) {
            Some(Opcode::Br | Opcode::Switch) if successors.len() > 1 => model.operand(end, 0),
            _ => None,
        };
        let only = match tested.map(|tested| self.state(tested)) {
            Some(LatticeValue::Top) => return,
            Some(LatticeValue::Is(number)) => self.target(block, end, &number),
            Some(LatticeValue::Bottom) | None => None,
        };
        match only {
            Some(to) => self.edges.push((block, to)),
            None => self.edges.extend(successors.iter().map(|to| (block, *to))),
        }
    }

    /// The target of a branch or switch on this number.
    fn target(&self, block: BlockId, end: ValueId, number: &Number) -> Option<BlockId> {
        let successors = self.model.block_successors(block);
        if self.model.opcode(end) == Some(Opcode::Br) {
            let is_true = !number.is_int_zero();
            return successors.get(usize::from(!is_true)).copied();
        }
        let cases = self.model.switch_cases(block)?;
        let found = cases.iter().position(|case| number.is_int(i128::from(*case)));
        successors.get(found.map_or(0, |case| case + 1)).copied()
    }

    fn state(&self, value: ValueId) -> LatticeValue {
        self.of[value.index()].clone()
    }

    fn computed(&self, at: ValueId) -> LatticeValue {
        let model = self.model;
        let operand = |n| model.operand(at, n).map_or(LatticeValue::Bottom, |value| self.state(value));
        match model.opcode(at) {
            Some(Opcode::Phi) => self.phi(at),
            Some(Opcode::Freeze) => operand(0),
            Some(Opcode::Select) => match operand(0) {
                LatticeValue::Top => LatticeValue::Top,
                LatticeValue::Is(number) => operand(if number.is_int_zero() { 2 } else { 1 }),
                LatticeValue::Bottom => meet(operand(1), operand(2)),
            },
            Some(opcode) if opcode.is_integer_operation() && model.has_class(at, TypeClass::Integer) => {
                let operands: Vec<LatticeValue> = (0..model.operands(at).len() as u32).map(operand).collect();
                if operands.contains(&LatticeValue::Bottom) {
                    return LatticeValue::Bottom;
                }
                let numbers: Option<Vec<&Number>> = operands.iter().map(number).collect();
                let Some(numbers) = numbers else { return LatticeValue::Top };
                folded(model, at, opcode, &numbers).map_or(LatticeValue::Bottom, LatticeValue::Is)
            }
            _ => LatticeValue::Bottom,
        }
    }

    fn phi(&self, phi: ValueId) -> LatticeValue {
        let model = self.model;
        let Some(block) = model.block_of(phi) else { return LatticeValue::Bottom };
        let sources = model.operands(phi).iter().zip(model.phi_sources(phi));
        sources.fold(LatticeValue::Top, |met, (edge, from)| match model.block_of(*from) {
            Some(from) if !self.taken.contains(&(from, block)) => met,
            _ => meet(met, self.state(edge.to)),
        })
    }
}

fn number(state: &LatticeValue) -> Option<&Number> {
    match state {
        LatticeValue::Is(number) => Some(number),
        _ => None,
    }
}

fn meet(a: LatticeValue, b: LatticeValue) -> LatticeValue {
    match (a, b) {
        (LatticeValue::Top, other) | (other, LatticeValue::Top) => other,
        (a, b) if a == b => a,
        _ => LatticeValue::Bottom,
    }
}

/// An integer, read as unsigned and as signed.
#[derive(Clone, Copy)]
struct Integer {
    unsigned: i128,
    signed: i128,
    width: u32,
}

impl Integer {
    fn of(number: &Number) -> Option<Integer> {
        let Number::Int { width: width @ 1..=64, .. } = number else { return None };
        let unsigned = i128::try_from(number.bits()?).ok()?;
        let is_negative = unsigned >> (width - 1) & 1 == 1;
        let signed = if is_negative { unsigned - (1 << width) } else { unsigned };
        Some(Integer { unsigned, signed, width: *width })
    }
}

/// The folded result; `None` if it is unknown, poison or undefined.
fn folded(model: &Model, at: ValueId, opcode: Opcode, numbers: &[&Number]) -> Option<Number> {
    let a = Integer::of(numbers.first()?)?;
    let to = model.type_of(at).integer_width().filter(|width| *width <= 64)?;
    let flags = model.flags(at);
    let exact = |value: i128| Some(Number::int(to, value));
    if let Opcode::Trunc | Opcode::ZExt | Opcode::SExt = opcode {
        let value = if opcode == Opcode::SExt { a.signed } else { a.unsigned };
        let breaks = (flags.contains(Flags::NNEG) && a.signed < 0)
            || (opcode == Opcode::Trunc && !fits(value, a.signed, to, flags));
        return if breaks { None } else { exact(wrapped(value, to)) };
    }
    let b = Integer::of(numbers.get(1)?)?;
    if opcode == Opcode::ICmp {
        if flags.contains(Flags::SAMESIGN) && (a.signed < 0) != (b.signed < 0) {
            return None;
        }
        return exact(i128::from(compared(model.predicate(at)?, a, b)));
    }
    let (unsigned, signed) = arithmetic(opcode, a, b, flags)?;
    fits(unsigned, signed, to, flags).then(|| Number::int(to, wrapped(signed, to)))
}

fn wrapped(value: i128, width: u32) -> i128 {
    value & ((1 << width) - 1)
}

/// Whether the exact results satisfy `nuw` and `nsw`.
fn fits(unsigned: i128, signed: i128, width: u32, flags: Flags) -> bool {
    let half = 1i128 << (width - 1);
    (!flags.contains(Flags::NUW) || (0..2 * half).contains(&unsigned))
        && (!flags.contains(Flags::NSW) || (-half..half).contains(&signed))
}

fn compared(predicate: IntPredicate, a: Integer, b: Integer) -> bool {
    let (x, y) = match predicate.is_unsigned() {
        true => (a.unsigned, b.unsigned),
        false => (a.signed, b.signed),
    };
    match predicate {
        IntPredicate::Eq => x == y,
        IntPredicate::Ne => x != y,
        IntPredicate::Ugt | IntPredicate::Sgt => x > y,
        IntPredicate::Uge | IntPredicate::Sge => x >= y,
        IntPredicate::Ult | IntPredicate::Slt => x < y,
        IntPredicate::Ule | IntPredicate::Sle => x <= y,
    }
}

/// The exact results for unsigned and for signed operands, equal modulo the width if both are defined.
fn arithmetic(opcode: Opcode, a: Integer, b: Integer, flags: Flags) -> Option<(i128, i128)> {
    let both = |value: i128| Some((value, value));
    let keeps_all = |rest: i128| !flags.contains(Flags::EXACT) || rest == 0;
    match opcode {
        Opcode::Add => Some((a.unsigned + b.unsigned, a.signed + b.signed)),
        Opcode::Sub => Some((a.unsigned - b.unsigned, a.signed - b.signed)),
        // The unsigned product may exceed 127 bits, and then it exceeds 64 bits.
        Opcode::Mul => Some((a.unsigned.checked_mul(b.unsigned).unwrap_or(i128::MAX), a.signed * b.signed)),
        Opcode::And => both(a.unsigned & b.unsigned),
        Opcode::Or if flags.contains(Flags::DISJOINT) && a.unsigned & b.unsigned != 0 => None,
        Opcode::Or => both(a.unsigned | b.unsigned),
        Opcode::Xor => both(a.unsigned ^ b.unsigned),
        Opcode::UDiv if b.unsigned != 0 && keeps_all(a.unsigned % b.unsigned) => {
            both(a.unsigned / b.unsigned)
        }
        Opcode::URem if b.unsigned != 0 => both(a.unsigned % b.unsigned),
        Opcode::SDiv | Opcode::SRem if b.signed == 0 || overflows(a, b) => None,
        Opcode::SDiv if keeps_all(a.signed % b.signed) => both(a.signed / b.signed),
        Opcode::SRem => both(a.signed % b.signed),
        Opcode::Shl | Opcode::LShr | Opcode::AShr if b.unsigned >= i128::from(a.width) => None,
        Opcode::Shl => Some((a.unsigned << b.unsigned, a.signed << b.unsigned)),
        Opcode::LShr if keeps_all(wrapped(a.unsigned, b.unsigned as u32)) => both(a.unsigned >> b.unsigned),
        Opcode::AShr if keeps_all(wrapped(a.unsigned, b.unsigned as u32)) => both(a.signed >> b.unsigned),
        _ => None,
    }
}

/// Whether this is the division of the least number by -1.
fn overflows(a: Integer, b: Integer) -> bool {
    b.signed == -1 && a.signed == -(1 << (a.width - 1))
}
