//! A graph of scalar operations: matched and new nodes in one arena.
//!
//! Operands precede their users. A matched node records its value of the function; a new node has none.

use crate::semantics::Intrinsic;
use ir::{Flags, FloatPredicate, IntPredicate, Lane, Number, Opcode, ValueId};

/// The number of a node in one [`ScalarGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScalarId(pub u32);

/// The operation of a node, without its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// A variable that ends the match.
    Leaf(String),
    /// A value whose definition is not part of the match.
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
    /// `zext`, `sext`, `trunc`, and conversions from and to floats.
    Cast(Opcode),
    /// `freeze`
    Freeze,
    /// A call of an intrinsic, by its name without types, or of a function.
    Call(String),
}

impl ScalarKind {
    /// The name of an operation in textual IR, without types for an intrinsic; empty for a leaf, opaque value
    /// or number.
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

    /// Whether the operation is commutative.
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
    /// The operands.
    pub operands: Vec<ScalarId>,
    /// The flags in the function.
    pub flags: Flags,
    /// The value in the function; `None` for a new node.
    pub value: Option<ValueId>,
}

/// An arena of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalarGraph {
    nodes: Vec<ScalarNode>,
}

impl ScalarGraph {
    /// Adds a node; its operands must have been added.
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

    /// Whether the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node; operands precede their users.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ScalarId> + use<> {
        (0..self.nodes.len() as u32).map(ScalarId)
    }

    /// Whether LLVM has each called integer intrinsic at the width of its node.
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

    /// The number of uses of each node if the expressions of `roots` are written as trees. A `freeze` uses
    /// its operand once, however often it is used.
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

    /// The nodes that `roots` depend on, themselves included; operands precede their users.
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
