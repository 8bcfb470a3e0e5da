//! A jump table for the first tests: the node behind the symbols of a value and of its first two operands.
//!
//! In: a DAG that tests the symbol of the root, then mostly those of its operands. Out: for each root symbol,
//! a table indexed by the operands' symbols. It decides most values alone, at a cost independent of the
//! number of rules.

use super::super::path::{PathId, Paths};
use super::super::subject::{Subject, Symbol};
use super::{Dag, EdgeLabel, Question};
use rustc_hash::FxHashSet;

/// Number of operands that the table looks at.
pub(super) const OPERANDS: usize = 2;

/// The jump table of a DAG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DagEntry {
    /// The paths of the operands, if any rule tests them.
    pub(super) below: [Option<PathId>; OPERANDS],
    /// The table of each root symbol; 0 if no rule has that root.
    of_root: [u8; Symbol::COUNT],
    tables: Vec<Table>,
    /// The nodes of all tables, row by row.
    nodes: Vec<u32>,
}

/// The table of one root symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    first: u32,
    /// The number of columns.
    columns: u32,
    /// The row (first operand) or column (second operand) of each symbol; 0 for symbols without an edge.
    classes: [[u8; Symbol::COUNT]; OPERANDS],
}

impl Default for DagEntry {
    fn default() -> DagEntry {
        DagEntry {
            below: [None; OPERANDS],
            of_root: [0; Symbol::COUNT],
            tables: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl DagEntry {
    /// The jump table of a DAG over these paths.
    pub(super) fn new(dag: &Dag, paths: &Paths) -> DagEntry {
        let below = [0, 1].map(|at| paths.find(PathId::ROOT, at));
        let mut entry = DagEntry { below, ..DagEntry::default() };
        let Some(root) = dag.nodes.get(dag.root as usize) else { return entry };
        let asks = dag.question(root) == Question::Symbol(PathId::ROOT);
        entry.add(dag, if asks { root.otherwise } else { dag.root });
        for (answer, to) in dag.edges_of(root).iter().filter(|_| asks) {
            let Some(symbol) = answer.as_symbol() else { continue };
            entry.of_root[usize::from(symbol.number())] = entry.tables.len() as u8;
            entry.add(dag, *to);
        }
        entry
    }

    /// Adds a table for the nodes from `node` on.
    fn add(&mut self, dag: &Dag, node: u32) {
        let answers = self.answers(dag, node);
        let mut table = Table {
            first: self.nodes.len() as u32,
            columns: answers[1].len() as u32 + 1,
            classes: [[0; Symbol::COUNT]; OPERANDS],
        };
        for (classes, answers) in table.classes.iter_mut().zip(&answers) {
            for (class, answer) in answers.iter().enumerate() {
                classes[usize::from(answer.0)] = class as u8 + 1;
            }
        }
        let each = |answers: &[EdgeLabel]| {
            let known: Vec<Option<EdgeLabel>> = answers.iter().copied().map(Some).collect();
            std::iter::once(None).chain(known)
        };
        for first in each(&answers[0]) {
            self.nodes.extend(each(&answers[1]).map(|second| behind(dag, node, self.below, [first, second])));
        }
        self.tables.push(table);
    }

    /// The outcomes of the first tests of each operand's symbol.
    fn answers(&self, dag: &Dag, node: u32) -> [Vec<EdgeLabel>; OPERANDS] {
        let mut answers = [const { Vec::new() }; OPERANDS];
        let (mut open, mut seen) = (vec![node], FxHashSet::default());
        while let Some(at) = open.pop() {
            let node = &dag.nodes[at as usize];
            let Some(operand) = operand_tested(dag.question(node), self.below).filter(|_| seen.insert(at))
            else {
                continue;
            };
            open.push(node.otherwise);
            for (answer, to) in dag.edges_of(node) {
                open.push(*to);
                if !answers[operand].contains(answer) {
                    answers[operand].push(*answer);
                }
            }
        }
        answers
    }

    /// The node for a value with these operands.
    #[inline]
    pub(super) fn node<S: Subject>(
        &self,
        subject: &S,
        root: S::Value,
        operands: [Option<S::Value>; OPERANDS],
    ) -> Option<u32> {
        let number = |value: S::Value| usize::from(subject.shape(value).symbol.number());
        let table = self.tables.get(usize::from(self.of_root[number(root)]))?;
        let class = |at: usize| operands[at].map_or(0, |value| table.classes[at][number(value)]);
        let at = table.first + u32::from(class(0)) * table.columns + u32::from(class(1));
        self.nodes.get(at as usize).copied()
    }
}

/// The operand whose symbol a node tests.
fn operand_tested(question: Question, below: [Option<PathId>; OPERANDS]) -> Option<usize> {
    let Question::Symbol(path) = question else { return None };
    below.iter().position(|operand| *operand == Some(path))
}

/// The first node from `at` on that tests something else than the operands' symbols.
fn behind(
    dag: &Dag,
    mut at: u32,
    below: [Option<PathId>; OPERANDS],
    answers: [Option<EdgeLabel>; OPERANDS],
) -> u32 {
    loop {
        let node = &dag.nodes[at as usize];
        let Some(operand) = operand_tested(dag.question(node), below) else { return at };
        at = answers[operand].map_or(node.otherwise, |answer| dag.follow(node, answer));
    }
}
