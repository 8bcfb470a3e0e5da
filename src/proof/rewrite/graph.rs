//! A graph of scalar operations: what was matched and what is to be made, in one arena.
//!
//! Operands come before what uses them. A node of the function knows its value there; one that is to be made
//! has none.

use crate::semantics::Intrinsic;
use ir::{Flags, FloatPredicate, IntPredicate, Lane, Number, Opcode, ValueId};

/// A node of one [`ScalarGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScalarId(pub u32);

/// A node without its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// A variable that ends the match.
    Leaf(String),
    /// A value that the match does not go behind.
    Opaque(u32),
    /// A number.
    Number(Number),
    /// Arithmetic, logic and shifts, of integers or floats.
    Binary(Opcode),
    /// `fneg`
    Negate,
    /// `icmp`
    Compare(IntPredicate),
    /// `fcmp`
    FloatCompare(FloatPredicate),
    /// `select`
    Select,
    /// `zext`, `sext`, `trunc`, and those of floats.
    Cast(Opcode),
    /// `freeze`
    Freeze,
    /// A call of an intrinsic, by its name without types, or of a function of the program.
    Call(String),
}

impl ScalarKind {
    /// The name of an operation in textual IR, of an intrinsic without types; empty of what is none.
    pub fn name(&self) -> String {
        match self {
            ScalarKind::Binary(opcode) | ScalarKind::Cast(opcode) => opcode.name().to_owned(),
            ScalarKind::Negate => Opcode::FNeg.name().to_owned(),
            ScalarKind::Compare(_) => Opcode::ICmp.name().to_owned(),
            ScalarKind::FloatCompare(_) => Opcode::FCmp.name().to_owned(),
            ScalarKind::Select => Opcode::Select.name().to_owned(),
            ScalarKind::Freeze => Opcode::Freeze.name().to_owned(),
            ScalarKind::Call(name) => name.clone(),
            ScalarKind::Leaf(_) | ScalarKind::Opaque(_) | ScalarKind::Number(_) => String::new(),
        }
    }

    /// Whether the operands may change places.
    pub fn commutes(&self) -> bool {
        match self {
            ScalarKind::Binary(opcode) => {
                use Opcode::{Add, And, FAdd, FMul, Mul, Or, Xor};
                matches!(opcode, Add | Mul | And | Or | Xor | FAdd | FMul)
            }
            ScalarKind::Compare(predicate) => matches!(predicate, IntPredicate::Eq | IntPredicate::Ne),
            ScalarKind::FloatCompare(predicate) => predicate.is_symmetric(),
            ScalarKind::Call(name) => {
                let commutative =
                    ["umin", "umax", "smin", "smax", "uadd.sat", "sadd.sat", "minnum", "maxnum"];
                name.strip_prefix("llvm.").is_some_and(|name| commutative.contains(&name))
            }
            _ => false,
        }
    }
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarNode {
    /// The operation.
    pub kind: ScalarKind,
    /// The type of its value.
    pub ty: Lane,
    /// Its operands.
    pub operands: Vec<ScalarId>,
    /// Its flags in the function.
    pub flags: Flags,
    /// Its value in the function; none of what is to be made.
    pub value: Option<ValueId>,
}

/// An arena of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalarGraph {
    nodes: Vec<ScalarNode>,
}

impl ScalarGraph {
    /// Adds a node, whose operands are there already.
    pub fn add(&mut self, node: ScalarNode) -> ScalarId {
        self.nodes.push(node);
        ScalarId(self.nodes.len() as u32 - 1)
    }

    /// A node.
    pub fn node(&self, id: ScalarId) -> &ScalarNode {
        &self.nodes[id.0 as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node, operands first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ScalarId> + use<> {
        (0..self.nodes.len() as u32).map(ScalarId)
    }

    /// Whether LLVM has the intrinsics that are called, of integers of their widths.
    pub fn has_intrinsics(&self) -> bool {
        self.nodes.iter().all(|node| match (&node.kind, node.ty) {
            (ScalarKind::Call(name), Lane::Integer(width)) => {
                Intrinsic::of_callee(name).is_none_or(|intrinsic| intrinsic.fits(width))
            }
            _ => true,
        })
    }

    /// The node of a value of the function.
    pub fn of_value(&self, value: ValueId) -> Option<ScalarId> {
        self.ids().find(|id| self.node(*id).value == Some(value))
    }

    /// The number of uses of each node where some are written as trees. A `freeze` uses its operand once,
    /// however often it is used.
    pub fn tree_uses(&self, roots: &[ScalarId]) -> Vec<u32> {
        let mut uses = vec![0_u32; self.nodes.len()];
        roots.iter().for_each(|root| uses[root.0 as usize] += 1);
        for id in self.ids().rev() {
            let node = self.node(id);
            let own = uses[id.0 as usize];
            let own = if node.kind == ScalarKind::Freeze { own.min(1) } else { own };
            for operand in &node.operands {
                let used = &mut uses[operand.0 as usize];
                *used = used.saturating_add(own);
            }
        }
        uses
    }

    /// What some nodes are computed from, themselves included, operands first.
    pub fn needed(&self, roots: &[ScalarId]) -> Vec<ScalarId> {
        let mut needed = vec![false; self.nodes.len()];
        roots.iter().for_each(|root| needed[root.0 as usize] = true);
        for id in self.ids().rev() {
            if needed[id.0 as usize] {
                self.node(id).operands.iter().for_each(|operand| needed[operand.0 as usize] = true);
            }
        }
        self.ids().filter(|id| needed[id.0 as usize]).collect()
    }
}
