//! A rule as a graph: what the stages after resolving work on.
//!
//! Nodes are in an order in which operands come before what uses them. Every node has a width class; what is
//! known of the classes is beside them.

use super::ast::{BinaryOperator, UnaryOperator};
use super::classes::WidthClasses;
use super::vocabulary::Function;
use crate::semantics::{FloatOperation, Intrinsic};
use ir::{Flags, FloatKind, IntPredicate, Opcode};
use lang::candl::ast::Span;
use serde::{Deserialize, Serialize};

/// A node of a [`Rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct NodeId(pub(super) u32);

/// A width class of a [`Rule`], before classes are equated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct ClassId(pub(super) u32);

/// The part of a rule that a node is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Part {
    /// Before `=>`.
    Source,
    /// Behind it.
    Target,
    /// Behind `Pre:`.
    Precondition,
}

/// The predicate of an `icmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Comparison {
    /// This one.
    Is(IntPredicate),
    /// Any, the same wherever this variable is written: a position in [`Rule::predicates`].
    Variable(usize),
}

/// A cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum CastKind {
    /// `trunc`, `zext`, `sext`
    Is(Opcode),
    /// `zext`, `trunc` or nothing, whichever fits.
    ZExtOrTrunc,
}

/// An instruction without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Action {
    /// Arithmetic, logic and shifts.
    Binary(Opcode, Flags),
    /// `icmp`
    Compare(Comparison, Flags),
    /// `select`
    Select,
    /// A change of width.
    Cast(CastKind, Flags),
    /// `freeze`
    Freeze,
    /// A call.
    Intrinsic(Intrinsic),
    /// A pointer and a number of bytes: `getelementptr i8`.
    PtrAdd,
    /// Of floating point numbers that have this format, with the flags that matter.
    #[serde(skip)]
    Float(FloatOperation, FloatKind, Flags),
}

/// An operation on constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum ConstantOperation {
    /// `~`, `-`
    Unary(UnaryOperator),
    /// Arithmetic.
    Binary(BinaryOperator),
    /// A function that is no predicate.
    Function(Function),
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum NodeKind {
    /// `%x`, defined outside of the rule.
    Input {
        /// Whether it is neither undef nor poison.
        noundef: bool,
    },
    /// `C`
    Constant,
    /// A number.
    Number {
        /// Whether it is below zero.
        negative: bool,
        /// Its size.
        magnitude: u128,
    },
    /// `undef`, another value at each use.
    Undef,
    /// An instruction.
    Instruction(Action, Vec<NodeId>),
    /// An expression of constants.
    Computed(ConstantOperation, Vec<NodeId>),
}

/// A node.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Node {
    /// Its kind.
    pub kind: NodeKind,
    /// The name of an input, constant or instruction, `%` included.
    pub name: Option<String>,
    /// The place where it is written first.
    pub span: Span,
    /// Where it belongs.
    pub part: Part,
    /// Its width.
    pub class: ClassId,
}

/// A precondition.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum Guard {
    /// Always or never.
    Is(bool),
    /// A comparison of constants.
    Compare(IntPredicate, NodeId, NodeId),
    /// A predicate.
    Test(Function, Vec<NodeId>),
    /// Negation.
    Not(Box<Guard>),
    /// Conjunction.
    All(Vec<Guard>),
    /// Disjunction.
    Any(Vec<Guard>),
}

/// A rule whose names are resolved.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Rule {
    /// Its name; empty where it has none.
    pub name: String,
    /// The place of the name, or of the first instruction.
    pub span: Span,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// Rules with a greater one come first; 0 where none is written.
    pub priority: i32,
    /// The value that is replaced.
    pub source: NodeId,
    /// The value that replaces it.
    pub target: NodeId,
    /// When the rule holds.
    pub guard: Guard,
    /// Names of the predicate variables.
    pub predicates: Vec<String>,
    /// The text that means this rule, without its name and priority.
    pub canonical: String,
    pub(super) classes: WidthClasses,
}

impl Rule {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes with their ids.
    pub fn ids(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(at, node)| (NodeId(at as u32), node))
    }

    /// Whether a node is a pointer: the result of a `ptradd`, or what one adds to.
    pub fn is_pointer(&self, id: NodeId) -> bool {
        let is_base = |node: &Node| matches!(&node.kind, NodeKind::Instruction(Action::PtrAdd, operands) if operands[0] == id);
        matches!(self.node(id).kind, NodeKind::Instruction(Action::PtrAdd, _))
            || self.nodes.iter().any(is_base)
    }

    /// The format of a floating point number; `None` of what no operation takes for one.
    pub fn float_kind(&self, id: NodeId) -> Option<FloatKind> {
        let class = self.classes.root(self.node(id).class);
        self.nodes.iter().find_map(|node| {
            let NodeKind::Instruction(Action::Float(_, kind, _), operands) = &node.kind else { return None };
            // The last operand of each is a number.
            let last = self.node(*operands.last()?).class;
            (self.classes.root(last) == class).then_some(*kind)
        })
    }

    /// The name as it is told: `` `Select:855` ``, or `the rule`.
    pub fn title(&self) -> String {
        if self.name.is_empty() { "the rule".to_owned() } else { format!("`{}`", self.name) }
    }
}

impl NodeKind {
    /// The nodes that it is computed from.
    pub fn operands(&self) -> &[NodeId] {
        match self {
            NodeKind::Instruction(_, operands) | NodeKind::Computed(_, operands) => operands,
            _ => &[],
        }
    }
}
