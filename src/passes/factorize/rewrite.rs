//! The edit plan for a factorised tree, which recomputes as little as the factorisation requires.
//!
//! Only the subtree of the lowest addition above all changed summands is rewritten. Its value is the same, so
//! that all instructions above it retain their flags. Unchanged subtrees inside it stay.
//!
//! In: the tree of `((a*b + c) + (d*a + e)) + f`, changed into `a*(b + d) + c + e + f`. Out: instructions
//! that compute `a*(b + d) + c + e` in place of the inner addition; the outermost, `… + f`, is not touched.

use super::cost::Cost;
use super::polynomial::Polynomial;
use super::ring::Ring;
use super::terms::{Atom, Term};
use super::tree::Tree;
use crate::regroup::common_flags;
use crate::target;
use ir::host::{Host, Instruction};
use ir::{EditPlan, Flags, Model, NewInstruction, NewKind, Number, Opcode, Operand, ValueId};
use smallvec::smallvec;

/// An operand of a new instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A value of the function.
    Value(ValueId),
    /// The new instruction with this index.
    New(usize),
    /// A constant of the tree's type.
    Number(i128),
}

/// A new instruction: opcode, two operands, name hint.
type New = (Opcode, Part, Part, &'static str);

/// A planned rewrite of one tree.
#[derive(Debug)]
pub(super) struct Rewrite {
    /// The addition that is replaced.
    root: ValueId,
    /// Its replacement.
    pub(super) result: Part,
    new: Vec<New>,
    /// The flags of the new instructions.
    flags: Flags,
    /// The removed instructions: the root first, users before their operands.
    pub(super) gone: Vec<ValueId>,
}

impl Rewrite {
    /// Adds the rewrite to a plan; `None` if the tree's type has no such constants, which does not occur.
    pub(super) fn write(self, model: &Model, plan: &mut EditPlan) -> Option<()> {
        let first = plan.new.len() as u32;
        let operand = |part: Part, plan: &mut EditPlan| match part {
            Part::Value(value) => Some(Operand::Value(value)),
            Part::New(at) => Some(Operand::New(first + at as u32)),
            Part::Number(number) => {
                Some(plan.constant(model.type_id(self.root), self.number(model, number)?))
            }
        };
        let mut new = Vec::with_capacity(self.new.len());
        for &(opcode, left, right, name) in &self.new {
            let kind = NewKind::Binary(opcode, operand(left, plan)?, operand(right, plan)?);
            let (before, location_of) = (self.root, smallvec![self.root]);
            new.push(NewInstruction { kind, flags: self.flags, before, location_of, name });
        }
        let result = operand(self.result, plan)?;
        plan.new.extend(new);
        plan.replace.push((self.root, result));
        plan.erase.extend(&self.gone);
        Some(())
    }

    /// Whether the rewrite is profitable on the target.
    pub(super) fn pays(&self, model: &Model, host: &dyn Host) -> bool {
        let new: Vec<_> =
            self.new.iter().map(|(opcode, ..)| Instruction::Binary(*opcode, self.root)).collect();
        target::pays(model, host, &new, self.gone.iter().copied())
            && !target::may_spill(model, host, self.root)
    }

    fn number(&self, model: &Model, number: i128) -> Option<Number> {
        let ty = model.type_of(self.root);
        match (ty.integer_width(), ty.float_kind()) {
            (Some(width), _) => Some(Number::int(width, number)),
            (None, Some(kind)) => Some(Number::float(kind, i8::try_from(number).ok()?)),
            (None, None) => None,
        }
    }
}

/// The rewritten part of a tree, by indices of inner nodes.
struct Region {
    root: usize,
    /// For each node, whether it is the root or below it and has changes below it.
    goes: Vec<bool>,
    /// For each node, the root of the maximal unchanged subtree in the region that contains it.
    unchanged: Vec<Option<usize>>,
}

impl Region {
    /// The smallest region with all summands that are marked as changed.
    fn of(tree: &Tree, marked: &[bool]) -> Region {
        let count = tree.inner.len();
        let mut changed = vec![0; count];
        for (leaf, _) in tree.leaves.iter().zip(marked).filter(|(_, marked)| **marked) {
            changed[leaf.parent] += 1;
        }
        // Nodes precede the nodes below them.
        for at in (1..count).rev() {
            if let Some(parent) = tree.inner[at].parent {
                changed[parent] += changed[at];
            }
        }
        let root = (0..count).rev().find(|&at| changed[at] == changed[0]).unwrap_or(0);
        let mut region = Region { root, goes: vec![false; count], unchanged: vec![None; count] };
        region.goes[root] = true;
        for (at, node) in tree.inner.iter().enumerate().skip(root + 1) {
            let Some(parent) = node.parent else { continue };
            region.goes[at] = region.goes[parent] && changed[at] > 0;
            let is_cut_off = region.goes[parent] && changed[at] == 0;
            region.unchanged[at] = if is_cut_off { Some(at) } else { region.unchanged[parent] };
        }
        region
    }
}

/// Plans the rewrite of a tree to its polynomial, if that is better.
pub(super) fn rewrite(model: &Model, tree: &Tree, polynomial: &Polynomial) -> Option<Rewrite> {
    let mut marked = vec![false; tree.leaves.len()];
    tree.terms.iter().for_each(|term| marked[term.position] = true);
    for term in polynomial.sums[0].iter().filter(|term| term.leaf.is_some()) {
        marked[term.position] = false;
    }
    let region = Region::of(tree, &marked);
    let gone = gone(tree, &region, &marked);
    let root = tree.inner[region.root].value;
    let mut emit = Emit::new(model, polynomial, root);
    let result = emit.whole(tree, &region)?;
    let is_float = tree.ring == Ring::Float;
    let rewrite = Rewrite { root, result, new: emit.new, flags: common_flags(model, &gone), gone };
    let costs = [cost_of_new(&rewrite.new), cost_of_old(model, &rewrite.gone)];
    // Constants are no cheaper in floating point.
    let [new, old] = costs.map(|cost| if is_float { Cost { plain: 0, ..cost } } else { cost });
    new.is_better_than(old).then_some(rewrite)
}

/// The instructions that become dead: additions with changes below them, and the insides of changed summands.
fn gone(tree: &Tree, region: &Region, marked: &[bool]) -> Vec<ValueId> {
    let sums = (0..tree.inner.len()).filter(|&at| region.goes[at]).map(|at| tree.inner[at].value);
    let changed = tree.leaves.iter().zip(marked).filter(|(_, marked)| **marked);
    sums.chain(changed.flat_map(|(leaf, _)| leaf.inside.iter().copied())).collect()
}

fn cost_of_old(model: &Model, gone: &[ValueId]) -> Cost {
    let has_constant =
        |value: &ValueId| model.operands(*value).iter().any(|edge| model.constant(edge.to).is_some());
    count(gone.iter().filter_map(|value| Some((model.opcode(*value)?, has_constant(value)))))
}

fn cost_of_new(new: &[New]) -> Cost {
    let is_number = |part: &Part| matches!(part, Part::Number(_));
    count(new.iter().map(|(opcode, left, right, _)| (*opcode, is_number(left) || is_number(right))))
}

fn count(instructions: impl Iterator<Item = (Opcode, bool)>) -> Cost {
    instructions.fold(Cost::default(), |cost, (opcode, has_constant)| {
        let is_product = matches!(opcode, Opcode::Mul | Opcode::FMul);
        let is_sum = matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::FAdd | Opcode::FSub);
        cost.plus(Cost { products: i64::from(is_product), all: 1, plain: i64::from(is_sum && !has_constant) })
    })
}

/// Emits the new instructions.
struct Emit<'a> {
    model: &'a Model,
    polynomial: &'a Polynomial,
    root: ValueId,
    new: Vec<New>,
    /// For each sum of the polynomial, the operand that holds its value.
    sums: Vec<Option<Part>>,
}

/// An operand of a sum, with `true` if it is subtracted.
type Addend = (Part, bool);

impl<'a> Emit<'a> {
    fn new(model: &'a Model, polynomial: &'a Polynomial, root: ValueId) -> Self {
        let sums = vec![None; polynomial.sums.len()];
        Emit { model, polynomial, root, new: Vec::new(), sums }
    }

    /// Emits the value of the region's root.
    fn whole(&mut self, tree: &Tree, region: &Region) -> Option<Part> {
        self.inner_sums()?;
        let mut addends: Vec<Addend> = Vec::new();
        let mut constant = 0;
        let mut unchanged_before = None;
        let root_is_negative = tree.inner[region.root].negative;
        for term in &self.polynomial.sums[0] {
            let (operand, negative) = match term.leaf.map(|leaf| &tree.leaves[leaf]) {
                Some(leaf) => match (region.unchanged[leaf.parent], region.goes[leaf.parent]) {
                    // Consecutive summands of one unchanged subtree.
                    (Some(unchanged), _) if unchanged_before == Some(unchanged) => continue,
                    (Some(unchanged), _) => {
                        unchanged_before = Some(unchanged);
                        (Part::Value(tree.inner[unchanged].value), tree.inner[unchanged].negative)
                    }
                    (None, false) => continue,
                    (None, true) if term.is_constant() => {
                        constant = self.add_constant(constant, term, root_is_negative)?;
                        continue;
                    }
                    (None, true) => (Part::Value(leaf.value), leaf.negative),
                },
                None if term.is_constant() => {
                    constant = self.add_constant(constant, term, root_is_negative)?;
                    continue;
                }
                None => (self.product(term)?, term.coefficient < 0),
            };
            addends.push((operand, negative != root_is_negative));
        }
        Some(self.sum(addends, constant))
    }

    fn add_constant(&self, constant: i128, term: &Term, negated: bool) -> Option<i128> {
        let ring = self.polynomial.ring;
        ring.add(constant, ring.mul(term.coefficient, if negated { -1 } else { 1 })?)
    }

    /// Emits the sums that are factors, nested ones first; those have higher indices.
    fn inner_sums(&mut self) -> Option<()> {
        let polynomial = self.polynomial;
        let mut needed = vec![false; polynomial.sums.len()];
        needed[0] = true;
        for at in 0..needed.len() {
            if needed[at] {
                for factor in polynomial.sums[at].iter().flat_map(|term| &term.factors) {
                    if let Atom::Sum(inner) = factor {
                        needed[*inner] = true;
                    }
                }
            }
        }
        for at in (1..needed.len()).rev().filter(|&at| needed[at]) {
            let (mut addends, mut constant) = (Vec::new(), 0);
            for term in &polynomial.sums[at] {
                match term.is_constant() {
                    true => constant = self.add_constant(constant, term, false)?,
                    false => addends.push((self.product(term)?, term.coefficient < 0)),
                }
            }
            self.sums[at] = Some(self.sum(addends, constant));
        }
        Some(())
    }

    fn is_constant(&self, part: Part) -> bool {
        match part {
            Part::Value(value) => self.model.constant(value).is_some(),
            Part::New(_) => false,
            Part::Number(_) => true,
        }
    }

    fn is_float(&self) -> bool {
        self.polynomial.ring == Ring::Float
    }

    fn binary(
        &mut self,
        integer: Opcode,
        float: Opcode,
        left: Part,
        right: Part,
        name: &'static str,
    ) -> Part {
        let opcode = if self.is_float() { float } else { integer };
        // Constants are the second operand, as in instcombine's canonical form.
        let swaps = matches!(integer, Opcode::Add | Opcode::Mul)
            && self.is_constant(left)
            && !self.is_constant(right);
        let (left, right) = if swaps { (right, left) } else { (left, right) };
        self.new.push((opcode, left, right, name));
        Part::New(self.new.len() - 1)
    }

    /// Emits a sum: an addend that is not subtracted first, the constant last.
    fn sum(&mut self, mut addends: Vec<Addend>, constant: i128) -> Part {
        let mut start = None;
        if let Some(first) = addends.iter().position(|(_, negative)| !negative) {
            start = Some(addends.remove(first).0);
        }
        let leads = start.is_none() && constant != 0;
        if leads {
            start = Some(Part::Number(constant));
        }
        // Without a positive term, the negated sum is computed.
        let negates = start.is_none() && !addends.is_empty();
        if negates {
            start = Some(addends.remove(0).0);
        }
        let Some(mut sum) = start else { return Part::Number(0) };
        for (operand, negative) in addends {
            sum = match negative && !negates {
                true => self.binary(Opcode::Sub, Opcode::FSub, sum, operand, "difference"),
                false => self.binary(Opcode::Add, Opcode::FAdd, sum, operand, "sum"),
            };
        }
        if negates {
            sum = self.binary(Opcode::Sub, Opcode::FSub, Part::Number(0), sum, "negated");
        }
        match constant != 0 && !leads {
            true => self.binary(Opcode::Add, Opcode::FAdd, sum, Part::Number(constant), "sum"),
            false => sum,
        }
    }

    /// Emits the product of a term without its sign, sums last.
    ///
    /// If several factors are computed in other blocks or constant, they come first: their product can be
    /// hoisted from a loop. A single one follows the factors of this block, since as the first operand it
    /// would have to be copied.
    fn product(&mut self, term: &Term) -> Option<Part> {
        let home = self.model.block_of(self.root);
        let is_outside =
            |atom: &Atom| matches!(atom, Atom::Value(value) if self.model.block_of(*value) != home);
        let mut factors = term.factors.clone();
        let outside = factors.iter().filter(|atom| is_outside(atom)).count();
        let begins = outside + usize::from(term.coefficient.unsigned_abs() > 1) >= 2;
        let rank = |atom: &Atom| match atom {
            Atom::Sum(_) => 3,
            atom if is_outside(atom) => {
                if begins {
                    0
                } else {
                    2
                }
            }
            Atom::Value(_) => 1,
        };
        factors.sort_by_key(rank);
        let scale_at = if begins && outside > 0 { outside } else { factors.len() };
        let mut product: Option<Part> = None;
        for (at, atom) in factors.into_iter().enumerate() {
            let factor = match atom {
                Atom::Value(value) => Part::Value(value),
                Atom::Sum(sum) => self.sums[sum]?,
            };
            let joined = match product {
                None => factor,
                Some(before) => self.binary(Opcode::Mul, Opcode::FMul, before, factor, "product"),
            };
            product = Some(if at + 1 == scale_at { self.scaled(joined, term.coefficient) } else { joined });
        }
        product
    }

    /// Multiplies by the absolute value of a coefficient.
    fn scaled(&mut self, operand: Part, coefficient: i128) -> Part {
        let size = coefficient.unsigned_abs();
        match size {
            1 => operand,
            _ if size.is_power_of_two() && !self.is_float() => {
                let amount = Part::Number(i128::from(size.ilog2()));
                self.binary(Opcode::Shl, Opcode::FMul, operand, amount, "scaled")
            }
            _ => {
                let number = Part::Number(size as i128);
                self.binary(Opcode::Mul, Opcode::FMul, operand, number, "scaled")
            }
        }
    }
}
