//! The resolved graph of a rule, on which all later stages work.
//!
//! Operands precede their users. Every node has a width class; the facts about the classes are stored
//! separately.

use super::ast::{BinaryOperator, UnaryOperator};
use super::classes::WidthClasses;
use super::vocabulary::Function;
use crate::semantics::{FloatOperation, Intrinsic};
use ir::{Flags, FloatKind, IntPredicate, Opcode};
use lang::candl::ast::Span;
use serde::{Deserialize, Serialize};

/// The number of a node in a [`Rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct NodeId(pub(super) u32);

/// A width class of a [`Rule`], before classes are equated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct ClassId(pub(super) u32);

/// The part of a rule that a node is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Part {
    /// The part before `=>`.
    Source,
    /// The part behind `=>`.
    Target,
    /// The precondition, behind `Pre:`.
    Precondition,
}

/// The predicate of an `icmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Comparison {
    /// A fixed predicate.
    Is(IntPredicate),
    /// A predicate variable, the same at each occurrence: an index into [`Rule::predicates`].
    Variable(usize),
}

/// A cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum CastKind {
    /// `trunc`, `zext`, `sext`
    Is(Opcode),
    /// `zext`, `trunc` or no operation, as the widths require.
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
    /// The addition of a number of bytes to a pointer: `getelementptr i8`.
    PtrAdd,
    /// A floating point operation on numbers of this format, with its relevant flags.
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
    /// `%x`, a value that the rule does not define.
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
        /// The absolute value.
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
    /// The kind.
    pub kind: NodeKind,
    /// The name of an input, constant or instruction, `%` included.
    pub name: Option<String>,
    /// The place where it is written first.
    pub span: Span,
    /// The part of the rule that it belongs to.
    pub part: Part,
    /// The width.
    pub class: ClassId,
}

/// A precondition.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum Guard {
    /// A constant truth value.
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
    /// The name; empty where it has none.
    pub name: String,
    /// The source location of the name, or of the first instruction.
    pub span: Span,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// The priority; rules with a greater one are tried first. 0 if none is written.
    pub priority: i32,
    /// The value that is replaced.
    pub source: NodeId,
    /// The value that replaces it.
    pub target: NodeId,
    /// The precondition.
    pub guard: Guard,
    /// Names of the predicate variables.
    pub predicates: Vec<String>,
    /// The canonical text of the rule, without name and priority.
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

    /// Whether a node is a pointer: the result or the base of a `ptradd`.
    pub fn is_pointer(&self, id: NodeId) -> bool {
        let is_base = |node: &Node| matches!(&node.kind, NodeKind::Instruction(Action::PtrAdd, operands) if operands[0] == id);
        matches!(self.node(id).kind, NodeKind::Instruction(Action::PtrAdd, _))
            || self.nodes.iter().any(is_base)
    }

    /// The format of a floating point number; `None` if no operation uses the node as one.
    pub fn float_kind(&self, id: NodeId) -> Option<FloatKind> {
        let class = self.classes.root(self.node(id).class);
        self.nodes.iter().find_map(|node| {
            let NodeKind::Instruction(Action::Float(_, kind, _), operands) = &node.kind else { return None };
            // The last operand of each such operation is a number.
            let last = self.node(*operands.last()?).class;
            (self.classes.root(last) == class).then_some(*kind)
        })
    }

    /// The title for messages: `` `Select:855` ``, or `the rule`.
    pub fn title(&self) -> String {
        if self.name.is_empty() { "the rule".to_owned() } else { format!("`{}`", self.name) }
    }
}

impl NodeKind {
    /// The operands of the node.
    pub fn operands(&self) -> &[NodeId] {
        match self {
            NodeKind::Instruction(_, operands) | NodeKind::Computed(_, operands) => operands,
            _ => &[],
        }
    }
}
