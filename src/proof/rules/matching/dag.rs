//! The decision DAG: a node tests the value, and each outcome leads to the node for the remaining rules.
//!
//! In: a rule set. Out: nodes that repeat no test, shared if the same rules remain with the same open tests.
//! A leaf lists all remaining variants by rank; preconditions, proven widths and profitability, which the DAG
//! does not know, select among them. Repeated registers are compared at the leaf: tests in inner nodes would
//! multiply the nodes (some 146,000 instead of 9,324 for Alive's 414 rules in every order of operands).

mod build;
mod entry;

use super::Engine;
use super::linear;
use super::path::{PathId, Paths};
use super::pattern::Literal;
use super::set::{RuleSet, VariantId};
use super::subject::{Subject, Symbol};
use entry::{DagEntry, OPERANDS};
use ir::{Flags, IntPredicate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The test of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) enum Question {
    /// The listed variants match; nothing is tested.
    Leaf,
    /// The listed variants are compared one by one, since too many nodes would be needed.
    Scan,
    /// The symbol at a path.
    Symbol(PathId),
    /// The predicate at a path.
    Predicate(PathId),
    /// The presence of a flag at a path.
    Flag(PathId, Flags),
    /// Equality with a number at a path.
    Literal(PathId, Literal),
}

/// An outcome of a test with an edge of its own, as a number that is unique among the test's outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub(super) struct EdgeLabel(u16);

impl EdgeLabel {
    pub(super) const YES: EdgeLabel = EdgeLabel(1);

    pub(super) fn symbol(symbol: Symbol) -> EdgeLabel {
        EdgeLabel(symbol.number())
    }

    pub(super) fn predicate(predicate: IntPredicate) -> EdgeLabel {
        EdgeLabel(predicate as u16)
    }

    /// The symbol of an outcome of [`Question::Symbol`].
    fn as_symbol(self) -> Option<Symbol> {
        Symbol::of_number(self.0)
    }

    /// The text of an outcome.
    fn describe(self, question: Question) -> String {
        let predicate = || IntPredicate::ALL.iter().find(|known| EdgeLabel::predicate(**known) == self);
        let word = match question {
            Question::Symbol(_) => self.as_symbol().map(Symbol::word),
            Question::Predicate(_) => predicate().map(|predicate| predicate.name()),
            _ => Some("yes"),
        };
        word.unwrap_or_default().to_owned()
    }
}

/// A node. `first` and `count` are a range of the edges, ascending by label, or of the variants of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct DagNode {
    /// An index into the list of tests.
    pub(super) question: u32,
    pub(super) first: u32,
    pub(super) count: u32,
    /// The node for all other outcomes.
    pub(super) otherwise: u32,
}

/// A decision DAG over the variants of one rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Dag {
    /// The distinct tests.
    questions: Vec<Question>,
    /// The nodes; successors precede their predecessors.
    nodes: Vec<DagNode>,
    edges: Vec<(EdgeLabel, u32)>,
    leaves: Vec<VariantId>,
    root: u32,
    /// The jump table, computed from the other fields and not stored.
    #[serde(skip)]
    entry: DagEntry,
}

/// Statistics of a [`Dag`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// All nodes, leaves included.
    pub nodes: usize,
    /// All edges, including those for all other outcomes.
    pub edges: usize,
    /// The number of leaves.
    pub leaves: usize,
    /// The maximum number of tests on a path from the root.
    pub depth: usize,
    /// The maximum number of variants of a leaf.
    pub widest: usize,
    /// Root symbols whose variants are scanned, since they need too many nodes.
    pub scanned: Vec<Symbol>,
}

impl Dag {
    /// The DAG with its jump table.
    pub(super) fn entered(mut self, paths: &Paths) -> Dag {
        self.entry = DagEntry::new(&self, paths);
        self
    }

    /// The statistics of the DAG.
    pub fn figures(&self) -> Figures {
        let (mut figures, mut depths) =
            (Figures { nodes: self.nodes.len(), ..Figures::default() }, Vec::new());
        for node in &self.nodes {
            let depth = match self.question(node) {
                Question::Leaf | Question::Scan => {
                    figures.leaves += 1;
                    figures.widest = figures.widest.max(node.count as usize);
                    0
                }
                _ => {
                    figures.edges += node.count as usize + 1;
                    let mut deepest: usize = depths[node.otherwise as usize];
                    for (_, to) in self.edges_of(node) {
                        deepest = deepest.max(depths[*to as usize]);
                    }
                    deepest + 1
                }
            };
            depths.push(depth);
        }
        figures.depth = depths.get(self.root as usize).copied().unwrap_or(0);
        let scans = |to: u32| self.question(&self.nodes[to as usize]) == Question::Scan;
        let root = self.nodes.get(self.root as usize);
        if let Some(root) = root.filter(|root| self.question(root) != Question::Leaf) {
            let scanned = self.edges_of(root).iter().filter(|(_, to)| scans(*to));
            figures.scanned = scanned.filter_map(|(answer, _)| answer.as_symbol()).collect();
        }
        figures
    }

    fn question(&self, node: &DagNode) -> Question {
        self.questions[node.question as usize]
    }

    fn edges_of(&self, node: &DagNode) -> &[(EdgeLabel, u32)] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    fn variants_of(&self, node: &DagNode) -> &[VariantId] {
        &self.leaves[node.first as usize..(node.first + node.count) as usize]
    }

    fn follow(&self, node: &DagNode, answer: EdgeLabel) -> u32 {
        let edges = self.edges_of(node);
        match edges.binary_search_by_key(&answer, |(known, _)| *known) {
            Ok(at) => edges[at].1,
            Err(_) => node.otherwise,
        }
    }

    /// The DAG in Graphviz's language.
    pub fn dot(&self, rules: &RuleSet) -> String {
        use std::fmt::Write as _;
        let mut text = "digraph rules {\n  node [shape=box];\n".to_owned();
        let path = |path: PathId| rules.paths().describe(path);
        for (at, node) in self.nodes.iter().enumerate() {
            let question = self.question(node);
            let label = match question {
                Question::Leaf | Question::Scan => {
                    let names = self.variants_of(node).iter().map(|id| {
                        let rule = rules.rule(rules.variant(*id).rule);
                        if rule.name.is_empty() { "(unnamed)" } else { rule.name.as_str() }
                    });
                    let names = names.collect::<Vec<_>>().join("\\n");
                    if names.is_empty() { "no rule".to_owned() } else { names }
                }
                Question::Symbol(at) => format!("{}?", path(at)),
                Question::Predicate(at) => format!("predicate of {}?", path(at)),
                Question::Flag(at, flag) => format!("{} has {}?", path(at), flag.lacking_in(Flags::NONE)),
                Question::Literal(at, literal) => format!("{} is {literal}?", path(at)),
            };
            let _ = writeln!(text, "  n{at} [label=\"{}\"];", label.replace('"', "'"));
            if matches!(question, Question::Leaf | Question::Scan) {
                continue;
            }
            for (answer, to) in self.edges_of(node) {
                let answer = answer.describe(question);
                let _ = writeln!(text, "  n{at} -> n{to} [label=\"{answer}\"];");
            }
            let _ = writeln!(text, "  n{at} -> n{} [style=dashed];", node.otherwise);
        }
        text + "}\n"
    }
}

/// Number of paths whose values are cached; the first operands have the least path numbers.
const CACHED_PATHS: usize = 32;

/// A cache of the values at paths.
struct PathValues<'a, S: Subject> {
    rules: &'a RuleSet,
    subject: &'a S,
    /// The values by path; bit `i` of `known` marks entry `i` as set. The size is constant, so that the cost
    /// of creation does not depend on the number of rules.
    values: [S::Value; CACHED_PATHS],
    known: u32,
}

impl<'a, S: Subject> PathValues<'a, S> {
    fn new(
        rules: &'a RuleSet,
        subject: &'a S,
        root: S::Value,
        operands: impl Iterator<Item = (PathId, S::Value)>,
    ) -> PathValues<'a, S> {
        let mut walk = PathValues { rules, subject, values: [root; CACHED_PATHS], known: 1 };
        operands.for_each(|(path, value)| walk.keep(path, value));
        walk
    }

    fn keep(&mut self, path: PathId, value: S::Value) {
        if let Some(slot) = self.values.get_mut(path.index()) {
            *slot = value;
            self.known |= 1 << path.index();
        }
    }

    /// The value at a path. Tests of its prefixes have succeeded, so that it exists.
    #[inline]
    fn value(&mut self, path: PathId) -> Option<S::Value> {
        let at = path.index();
        if at < CACHED_PATHS && self.known >> at & 1 == 1 {
            return Some(self.values[at]);
        }
        self.operand(path)
    }

    fn operand(&mut self, path: PathId) -> Option<S::Value> {
        // The root's value is always cached.
        let (parent, number) = self.rules.paths().step(path)?;
        let parent = self.value(parent)?;
        let value = self.subject.operand(parent, usize::from(number))?;
        self.keep(path, value);
        Some(value)
    }

    fn answer(&mut self, question: Question) -> Option<EdgeLabel> {
        let yes = |holds: bool| holds.then_some(EdgeLabel::YES);
        match question {
            Question::Leaf | Question::Scan => None,
            Question::Symbol(path) => {
                let value = self.value(path)?;
                Some(EdgeLabel::symbol(self.subject.shape(value).symbol))
            }
            Question::Predicate(path) => {
                let value = self.value(path)?;
                self.subject.shape(value).predicate.map(EdgeLabel::predicate)
            }
            Question::Flag(path, flag) => {
                let value = self.value(path)?;
                yes(self.subject.shape(value).flags.contains(flag))
            }
            Question::Literal(path, literal) => {
                let value = self.value(path)?;
                let bits = literal.bits(self.subject.width(value)?)?;
                yes(self.subject.bits(value) == Some(bits))
            }
        }
    }
}

impl<S: Subject> Engine<S> for Dag {
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>) {
        let operands: [_; OPERANDS] = std::array::from_fn(|at| subject.operand(root, at));
        let Some(at) = self.entry.node(subject, root, operands) else { return };
        let mut node = &self.nodes[at as usize];
        let mut question = self.question(node);
        // The symbols alone decide most values.
        if question == Question::Leaf && node.count == 0 {
            return;
        }
        let known = self.entry.below.into_iter().zip(operands);
        let mut walk =
            PathValues::new(rules, subject, root, known.filter_map(|(path, value)| Some((path?, value?))));
        while !matches!(question, Question::Leaf | Question::Scan) {
            let to = match walk.answer(question) {
                Some(answer) => self.follow(node, answer),
                None => node.otherwise,
            };
            node = &self.nodes[to as usize];
            question = self.question(node);
        }
        for id in self.variants_of(node) {
            let variant = rules.variant(*id);
            let holds = match question {
                Question::Scan => linear::holds(rules, variant, subject, root),
                _ => linear::repeats_agree(variant, subject, |path| walk.value(path)),
            };
            if holds {
                found.push(*id);
            }
        }
    }
}

impl Dag {
    /// The number of nodes by kind of test.
    pub fn kinds(&self) -> BTreeMap<&'static str, usize> {
        let mut kinds = BTreeMap::new();
        for node in &self.nodes {
            let kind = match self.question(node) {
                Question::Leaf => "leaf",
                Question::Scan => "scan",
                Question::Symbol(_) => "symbol",
                Question::Predicate(_) => "predicate",
                Question::Flag(..) => "flag",
                Question::Literal(..) => "number",
            };
            *kinds.entry(kind).or_default() += 1;
        }
        kinds
    }
}
