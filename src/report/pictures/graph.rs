//! A picture as data: nodes, frames around the nodes of a block, and edges between nodes.

use ir::{BlockId, ValueId};

/// The graph to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// Control flow between instructions.
    Cfg,
    /// Data flow.
    Dfg,
    /// Control dependence.
    Cdg,
    /// Program dependence: data flow, control dependence and phi dependence.
    Pdg,
}

impl GraphKind {
    /// All kinds.
    pub const ALL: [GraphKind; 4] = [GraphKind::Cfg, GraphKind::Dfg, GraphKind::Cdg, GraphKind::Pdg];

    /// The short name, used in options.
    pub fn name(self) -> &'static str {
        match self {
            GraphKind::Cfg => "cfg",
            GraphKind::Dfg => "dfg",
            GraphKind::Cdg => "cdg",
            GraphKind::Pdg => "pdg",
        }
    }

    /// The kind with this short name.
    pub fn from_name(name: &str) -> Option<GraphKind> {
        GraphKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The full name.
    pub fn title(self) -> &'static str {
        match self {
            GraphKind::Cfg => "control flow",
            GraphKind::Dfg => "data flow",
            GraphKind::Cdg => "control dependence",
            GraphKind::Pdg => "program dependence",
        }
    }

    /// Whether it has data flow edges.
    pub(super) fn has_data(self) -> bool {
        matches!(self, GraphKind::Dfg | GraphKind::Pdg)
    }

    /// Whether it has control dependence edges.
    pub(super) fn has_control_dependence(self) -> bool {
        matches!(self, GraphKind::Cdg | GraphKind::Pdg)
    }
}

/// A node: a value, or a whole block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its identifier in DOT. `v7` is the value with that name in the model's text. Each use of a constant or
    /// global has a node of its own, `v9_for_v7`. `b2` is the node of a whole block.
    pub id: String,
    /// The lines of its label.
    pub lines: Vec<String>,
    /// The variables that mark it.
    pub marks: Vec<String>,
    /// The value; `None` for a whole block.
    pub value: Option<ValueId>,
    /// Whether it is an instruction.
    pub is_instruction: bool,
    /// The index of the frame that contains it.
    pub frame: Option<usize>,
}

/// A frame around the instructions of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The block.
    pub block: BlockId,
    /// Its name in textual IR.
    pub label: String,
}

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arrow {
    /// Control flow from an instruction to the next.
    Control,
    /// Control flow through instructions that are not drawn.
    ControlPath,
    /// Data flow from a value to its user, casts skipped.
    Data,
    /// An exact operand behind a cast, which is not an edge of the data flow graph.
    Operand,
    /// Control dependence.
    ControlDependence,
    /// Phi dependence of a phi on a branch that decides which value it takes.
    PhiDependence,
}

/// An edge between nodes, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The index of the source node.
    pub from: usize,
    /// The index of the target node.
    pub to: usize,
    /// The kind.
    pub arrow: Arrow,
    /// The number of the argument or successor, or the predecessor block of a phi's operand.
    pub label: String,
}

/// A picture: nodes and edges, both in the order of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The kind of graph.
    pub kind: GraphKind,
    /// The name of the function.
    pub function: String,
    /// Lines below the title.
    pub notes: Vec<String>,
    /// The blocks with drawn nodes.
    pub frames: Vec<Frame>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The error for a graph with too many nodes or edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has more than {most} {what}")]
pub struct TooLarge {
    /// `nodes` or `edges`.
    pub what: &'static str,
    /// The limit.
    pub most: usize,
}

/// Maximal number of edges per node.
const EDGES_PER_NODE: usize = 8;

impl Graph {
    /// Adds a node unless there are too many, and returns its index.
    pub(super) fn add_node(&mut self, node: Node, most: usize) -> Result<usize, TooLarge> {
        if self.nodes.len() == most {
            return Err(TooLarge { what: "nodes", most });
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Adds an edge unless there are too many.
    pub(super) fn add_edge(&mut self, edge: Edge, most: usize) -> Result<(), TooLarge> {
        let most = most.saturating_mul(EDGES_PER_NODE);
        if self.edges.len() == most {
            return Err(TooLarge { what: "edges", most });
        }
        self.edges.push(edge);
        Ok(())
    }
}
