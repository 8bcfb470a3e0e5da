//! A picture as data: nodes, frames around those of a block, arrows between them.

use ir::{BlockId, ValueId};

/// The kind of graph that is drawn of a function.
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
    /// All of them.
    pub const ALL: [GraphKind; 4] = [GraphKind::Cfg, GraphKind::Dfg, GraphKind::Cdg, GraphKind::Pdg];

    /// The short name that options use.
    pub fn name(self) -> &'static str {
        match self {
            GraphKind::Cfg => "cfg",
            GraphKind::Dfg => "dfg",
            GraphKind::Cdg => "cdg",
            GraphKind::Pdg => "pdg",
        }
    }

    /// The kind of that short name.
    pub fn from_name(name: &str) -> Option<GraphKind> {
        GraphKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in full.
    pub fn title(self) -> &'static str {
        match self {
            GraphKind::Cfg => "control flow",
            GraphKind::Dfg => "data flow",
            GraphKind::Cdg => "control dependence",
            GraphKind::Pdg => "program dependence",
        }
    }

    /// Whether edges of data flow belong to it.
    pub(super) fn has_data(self) -> bool {
        matches!(self, GraphKind::Dfg | GraphKind::Pdg)
    }

    /// Whether edges of control dependence belong to it.
    pub(super) fn has_control_dependence(self) -> bool {
        matches!(self, GraphKind::Cdg | GraphKind::Pdg)
    }
}

/// A node: a value, or a block as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its identifier in DOT: `v7` is the value that the model's text calls so. A constant or global has a
    /// node beside each user, `v9_for_v7`. The node for all instructions of a block is `b2`.
    pub id: String,
    /// The lines of its label.
    pub lines: Vec<String>,
    /// The variables it is marked with.
    pub marks: Vec<String>,
    /// The value; none for a block as a whole.
    pub value: Option<ValueId>,
    /// Whether it is an instruction.
    pub is_instruction: bool,
    /// The index of the frame it stands in.
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

/// The dependence or flow that an edge stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arrow {
    /// Control flow from an instruction to the next.
    Control,
    /// Control flow through instructions that are not drawn.
    ControlPath,
    /// Data flow from a value to its user, casts skipped.
    Data,
    /// An exact operand where a cast stands between; no edge of the data flow graph.
    Operand,
    /// Control dependence.
    ControlDependence,
    /// Phi dependence: a branch that decides which value a phi takes.
    PhiDependence,
}

/// An edge between nodes, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The dependence or flow that it stands for.
    pub arrow: Arrow,
    /// The number of the argument or successor, or the block that a phi's value comes from.
    pub label: String,
}

/// A picture as nodes and edges, both in the order of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The kind of graph.
    pub kind: GraphKind,
    /// The function.
    pub function: String,
    /// The lines below the title.
    pub notes: Vec<String>,
    /// The blocks of which something is drawn.
    pub frames: Vec<Frame>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// A graph with more nodes or edges than are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has more than {most} {what}")]
pub struct TooLarge {
    /// `nodes` or `edges`.
    pub what: &'static str,
    /// The most that were asked for.
    pub most: usize,
}

/// The most edges for each node that may be drawn.
const EDGES_PER_NODE: usize = 8;

impl Graph {
    /// Adds a node unless that are too many; its index.
    pub(super) fn add_node(&mut self, node: Node, most: usize) -> Result<usize, TooLarge> {
        if self.nodes.len() == most {
            return Err(TooLarge { what: "nodes", most });
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Adds an edge unless that are too many.
    pub(super) fn add_edge(&mut self, edge: Edge, most: usize) -> Result<(), TooLarge> {
        let most = most.saturating_mul(EDGES_PER_NODE);
        if self.edges.len() == most {
            return Err(TooLarge { what: "edges", most });
        }
        self.edges.push(edge);
        Ok(())
    }
}
