//! Trees of one associative operation, such as `a + b + c` or `max(a, b, c)` in any order and any nesting.

use super::super::core::VarName;
use super::formulas::Scope;
use super::tree::{Joint, Operation};
use super::{Expansion, Operand};

/// The most operations on the path from the root of an open tree to one of its operands.
const DEPTH: u32 = 4;

impl Expansion<'_> {
    /// Constrains `v` to a tree of one operation over exactly these operands.
    pub(super) fn any_tree(&mut self, v: &VarName, joint: &Joint, operands: &[Operand], scope: &mut Scope) {
        // Each partition into two sides is tried once: the first operand stays on one side.
        let rest = operands.len().saturating_sub(1);
        let mut ways = Vec::new();
        for choice in 0..(1usize << rest).saturating_sub(1) {
            let (left, right) = parted(operands, choice);
            let mut way = Scope::default();
            let (a, b) = (self.subtree(joint, left, &mut way), self.subtree(joint, right, &mut way));
            self.operation(v, joint, (&a, &b), &mut way);
            ways.push(way);
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to a tree of one operation with all these operands, and possibly others, among its
    /// leaves.
    pub(super) fn open_tree(&mut self, v: &VarName, joint: &Joint, operands: &[Operand], scope: &mut Scope) {
        let mut ways = Vec::new();
        if let [only] = operands {
            let mut alone = Scope::default();
            self.be(v, only, false, &mut alone);
            ways.push(alone);
        }
        let mut tree = Scope::default();
        self.node(v, joint, operands, DEPTH, &mut tree);
        ways.push(tree);
        self.one_of(ways, scope);
    }

    /// Constrains `v` to the operation, with the operands in the trees of its two sides, at most `depth`
    /// operations deep.
    fn node(&mut self, v: &VarName, joint: &Joint, operands: &[Operand], depth: u32, scope: &mut Scope) {
        let mut ways = Vec::new();
        for choice in 0..1usize << operands.len().saturating_sub(1) {
            let (left, right) = parted(operands, choice);
            for a in depths(&left, depth) {
                for b in depths(&right, depth) {
                    let mut way = Scope::default();
                    let a = self.side(joint, &left, a, &mut way);
                    let b = self.side(joint, &right, b, &mut way);
                    self.operation(v, joint, (&a, &b), &mut way);
                    ways.push(way);
                }
            }
        }
        self.one_of(ways, scope);
    }

    /// One side of an operation in an open tree: any value, an operand itself, or a tree of limited depth.
    fn side(
        &mut self,
        joint: &Joint,
        operands: &[Operand],
        depth: Option<u32>,
        scope: &mut Scope,
    ) -> Operand {
        match (operands, depth) {
            ([only], None) => only.clone(),
            (_, None) => Operand::Value(self.hidden_value(scope)),
            (_, Some(depth)) => {
                let value = self.hidden_value(scope);
                self.node(&value.name, joint, operands, depth, scope);
                Operand::Value(value)
            }
        }
    }

    /// Constrains `v` to `a + b`, `max(a, b)` or another associative operation.
    fn operation(&mut self, v: &VarName, joint: &Joint, (a, b): (&Operand, &Operand), scope: &mut Scope) {
        match joint {
            Joint::Function(name) => self.extreme_of(v, &name.text, (a, b), scope),
            Joint::Operator(operator) => match operator.operation {
                Operation::Add => self.plus(v, (a, b), scope),
                operation => self.commutative(v, opcodes(operation), (a, b), scope),
            },
        }
    }

    fn subtree(&mut self, joint: &Joint, mut operands: Vec<Operand>, scope: &mut Scope) -> Operand {
        if operands.len() == 1
            && let Some(only) = operands.pop()
        {
            return only;
        }
        let value = self.hidden_value(scope);
        self.any_tree(&value.name, joint, &operands, scope);
        Operand::Value(value)
    }
}

/// A partition of the operands into two sides: the first goes left, and bit `k` of `choice` sends operand `k
/// + 1` left.
fn parted(operands: &[Operand], choice: usize) -> (Vec<Operand>, Vec<Operand>) {
    let is_left = |at: usize| at == 0 || choice >> (at - 1) & 1 == 1;
    let (left, right): (Vec<_>, Vec<_>) = operands.iter().enumerate().partition(|(at, _)| is_left(*at));
    let side = |side: Vec<(usize, &Operand)>| side.into_iter().map(|(_, operand)| operand.clone()).collect();
    (side(left), side(right))
}

/// The possible depths of the tree on one side of an operation with `depth` operations left; `None`: no tree.
fn depths(side: &[Operand], depth: u32) -> impl Iterator<Item = Option<u32>> + use<> {
    let plain = (side.len() <= 1).then_some(None);
    let tree = (!side.is_empty() && depth > 1).then_some(Some(depth - 1));
    plain.into_iter().chain(tree)
}

/// The opcodes of an associative operation.
fn opcodes(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Add => &["add", "fadd", "gep"],
        Operation::Multiply => &["mul", "fmul"],
        Operation::And => &["and"],
        Operation::Or => &["or"],
        _ => &["xor"],
    }
}
