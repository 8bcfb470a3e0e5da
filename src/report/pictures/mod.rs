//! Pictures of a function: its control flow, data flow, control dependence and program dependence as Graphviz
//! draws them.
//!
//! In: a model, words for its values, and the values to mark. Out: DOT, which `dot -Tsvg` turns into an
//! image.
//!
//! The stages: [`Graph::of`] makes nodes and edges (`graph.rs` the data, `nodes.rs` and `edges.rs` what they
//! are, `selection.rs` which of them are drawn), and [`Graph::to_dot`] writes them (`dot.rs`). The edges are
//! those of the language: see `docs/src/language.md`.

mod dot;
mod edges;
mod graph;
mod nodes;
mod selection;
#[cfg(test)]
mod tests;

pub use graph::{Arrow, Edge, Frame, Graph, GraphKind, Node, TooLarge};

use ir::{Model, ValueId};

/// Graphs of more nodes are refused unless more are asked for: nobody can read them.
pub const MOST_NODES: usize = 400;

/// The words for values of the function, which LLVM has.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// A value as textual IR prints it as an operand.
    pub describe: &'a dyn Fn(ValueId) -> String,
    /// The block of an instruction as textual IR prints it as an operand.
    pub block: &'a dyn Fn(ValueId) -> String,
    /// The variable of the source that a value is.
    pub variable: &'a dyn Fn(ValueId) -> Option<String>,
}

/// A picture to draw.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The kind of graph.
    pub kind: GraphKind,
    /// Variables and the values they stand for, which are marked.
    pub marks: &'a [(String, ValueId)],
    /// Draw the marked values and what lies between them, and leave out the rest.
    pub only_matched: bool,
    /// Draw an edge of control dependence for each instruction instead of one for a whole block.
    pub by_instruction: bool,
    /// The most nodes.
    pub most: usize,
    /// Lines below the picture's title.
    pub notes: &'a [String],
}

impl Picture<'_> {
    /// A whole function with nothing marked.
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
