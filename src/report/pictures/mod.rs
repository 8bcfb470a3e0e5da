//! Pictures of a function's control flow, data flow, control dependence and program dependence, drawn by
//! Graphviz.
//!
//! In: a model, the texts of its values, and the values to mark. Out: DOT, which `dot -Tsvg` converts to an
//! image.
//!
//! The stages: [`Graph::of`] creates nodes and edges (`graph.rs` defines them, `nodes.rs` and `edges.rs`
//! create them, `selection.rs` selects the values to draw), and [`Graph::to_dot`] prints them (`dot.rs`). The
//! edges are those of the language: see `docs/src/language.md`.

mod dot;
mod edges;
mod graph;
mod nodes;
mod selection;
#[cfg(test)]
mod tests;

pub use graph::{Arrow, Edge, Frame, Graph, GraphKind, Node, TooLarge};

use ir::{Model, ValueId};

/// Default limit of the number of nodes; larger pictures are not readable.
pub const MOST_NODES: usize = 400;

/// The texts of values, which only LLVM can provide.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// A value as an operand in textual IR.
    pub describe: &'a dyn Fn(ValueId) -> String,
    /// The block of an instruction as an operand in textual IR.
    pub block: &'a dyn Fn(ValueId) -> String,
    /// The source variable of a value.
    pub variable: &'a dyn Fn(ValueId) -> Option<String>,
}

/// The parameters of a picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The kind of graph.
    pub kind: GraphKind,
    /// Variables and their values, which are marked.
    pub marks: &'a [(String, ValueId)],
    /// Whether only the marked values and those on paths between them are drawn.
    pub only_matched: bool,
    /// Whether control dependence is drawn for each instruction instead of for whole blocks.
    pub by_instruction: bool,
    /// Maximal number of nodes.
    pub most: usize,
    /// Lines below the picture's title.
    pub notes: &'a [String],
}

impl Picture<'_> {
    /// A picture of a whole function without marks.
    pub fn new(kind: GraphKind) -> Self {
        Picture { kind, marks: &[], only_matched: false, by_instruction: false, most: MOST_NODES, notes: &[] }
    }
}

impl Graph {
    /// Makes the graph of a function.
    pub fn of(model: &Model, words: &Words<'_>, picture: &Picture<'_>) -> Result<Graph, TooLarge> {
        let selection = selection::select(model, picture);
        let function = model.function().name.clone();
        let mut graph = Graph {
            kind: picture.kind,
            function,
            notes: picture.notes.to_vec(),
            frames: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        let index = nodes::add(&mut graph, model, words, picture, &selection)?;
        edges::add(&mut graph, model, words, picture, &index)?;
        Ok(graph)
    }
}

/// The picture of a function as DOT.
pub fn dot(model: &Model, words: &Words<'_>, picture: &Picture<'_>) -> Result<String, TooLarge> {
    Ok(Graph::of(model, words, picture)?.to_dot())
}
