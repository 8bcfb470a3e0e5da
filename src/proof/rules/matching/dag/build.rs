//! Builds the DAG from states: sets of remaining variants with their open tests, shared by hashing.
//!
//! A state tests something that its first variant needs, and of these the test that most variants need. Every
//! outcome settles tests or drops variants, so that an edge leads to a state with fewer open tests.

use super::super::set::{RuleSet, VariantId};
use super::super::subject::Symbol;
use super::super::test::{Test, tests};
use super::{Dag, DagNode, EdgeLabel, Question};
use crate::rules::matching::path::PathId;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Maximum number of states of one root symbol; beyond it, the variants are scanned.
const MAX_STATES: usize = 50_000;

/// Maximum total number of variants and tests in these states, which bounds memory.
const MAX_WORDS: usize = 4_000_000;

/// A state: the remaining variants and open tests.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct DagState {
    /// The remaining variants, ascending by rank.
    live: Box<[u32]>,
    /// The open tests that some remaining variant needs, ascending.
    open: Box<[u32]>,
}

/// A state with its chosen test and successors.
struct TestedState {
    question: Question,
    edges: Vec<(EdgeLabel, usize)>,
    otherwise: usize,
    /// The number of open tests.
    open: usize,
}

/// The tests of all variants, numbered.
struct RuleTests {
    tests: IndexSet<Test, FxBuildHasher>,
    /// The tests of each variant, in the order of its pattern.
    of: Vec<Vec<u32>>,
    /// For each variant and test, the tests that must hold first, as positions in `of`.
    before: Vec<Vec<Vec<u32>>>,
}

impl RuleTests {
    fn new(rules: &RuleSet) -> RuleTests {
        let mut table = RuleTests { tests: IndexSet::default(), of: Vec::new(), before: Vec::new() };
        for (_, variant) in rules.variants() {
            let own = tests(rules, variant);
            let numbers: Vec<u32> = own.iter().map(|test| table.tests.insert_full(*test).0 as u32).collect();
            let before = own.iter().map(|test| {
                let needed = own.iter().zip(&numbers).filter(|(other, _)| test.needs(**other, rules.paths()));
                needed.map(|(_, number)| *number).collect()
            });
            table.before.push(before.collect());
            table.of.push(numbers);
        }
        table
    }

    fn test(&self, number: u32) -> Test {
        self.tests[number as usize]
    }
}

impl Dag {
    /// Builds the DAG of a rule set.
    pub fn new(rules: &RuleSet) -> Dag {
        Dag::with_limit(rules, MAX_STATES)
    }

    /// Builds the DAG with a maximum number of states for each root symbol.
    pub(in crate::rules::matching) fn with_limit(rules: &RuleSet, limit: usize) -> Dag {
        let table = RuleTests::new(rules);
        let mut by_root: IndexMap<Symbol, Vec<u32>, FxBuildHasher> = IndexMap::default();
        for (id, own) in table.of.iter().enumerate() {
            if let Some(Test::Symbol(PathId::ROOT, symbol)) = own.first().map(|first| table.test(*first)) {
                by_root.entry(symbol).or_default().push(id as u32);
            }
        }
        by_root.sort_unstable_keys();
        let mut output = Output::default();
        let nothing = output.leaf(Question::Leaf, &[]);
        let explored = |live: &Vec<u32>| match States::explore(&table, live, limit) {
            Some(states) => output.add(&states),
            None => output.leaf(Question::Scan, live),
        };
        let targets: Vec<u32> = by_root.values().map(explored).collect();
        let answers = by_root.keys().map(|symbol| EdgeLabel::symbol(*symbol));
        let edges: Vec<(EdgeLabel, u32)> = answers.zip(targets).collect();
        let root = output.node(Question::Symbol(PathId::ROOT), &edges, nothing);
        output.finish(root).entered(rules.paths())
    }
}

/// The states of one root symbol.
struct States<'a> {
    table: &'a RuleTests,
    states: IndexMap<DagState, Option<TestedState>, FxBuildHasher>,
    words: usize,
}

impl<'a> States<'a> {
    /// All reachable states; `None` if they exceed the limits.
    fn explore(table: &'a RuleTests, live: &[u32], limit: usize) -> Option<States<'a>> {
        let mut states = States { table, states: IndexMap::default(), words: 0 };
        let root = table.of[live[0] as usize][0];
        let all = live.iter().flat_map(|variant| table.of[*variant as usize].iter().copied());
        let mut open: Vec<u32> = all.filter(|test| *test != root).collect();
        open.sort_unstable();
        open.dedup();
        states.enter(live.to_vec(), open);
        let mut next = 0;
        while next < states.states.len() {
            if states.states.len() > limit || states.words > MAX_WORDS {
                return None;
            }
            states.ask(next);
            next += 1;
        }
        Some(states)
    }

    /// The number of a state, which is added if it is new.
    fn enter(&mut self, live: Vec<u32>, open: Vec<u32>) -> usize {
        let state = DagState { live: live.into(), open: open.into() };
        let words = state.live.len() + state.open.len();
        let entry = self.states.entry(state);
        let at = entry.index();
        if let indexmap::map::Entry::Vacant(entry) = entry {
            self.words += words;
            entry.insert(None);
        }
        at
    }

    /// Chooses the test of a state and adds its successors.
    fn ask(&mut self, at: usize) {
        let Some((state, _)) = self.states.get_index(at) else { return };
        let (state, table) = (state.clone(), self.table);
        let is_open = |test: u32| state.open.binary_search(&test).is_ok();
        let Some(question) = choose(table, &state, &is_open) else { return };
        let mut answers: Vec<(EdgeLabel, u32)> = Vec::new();
        for number in state.open.iter().copied() {
            answers.extend(answer(question, table.test(number)).map(|answer| (answer, number)));
        }
        let settled: Vec<u32> = answers.iter().map(|(_, number)| *number).collect();
        answers.sort_unstable();
        let mut edges = Vec::new();
        for (answer, holds) in &answers {
            edges.push((*answer, self.after(&state, Some(*holds), &settled)));
        }
        let otherwise = self.after(&state, None, &settled);
        self.states[at] = Some(TestedState { question, edges, otherwise, open: state.open.len() });
    }

    /// The successor for an outcome: of the settled tests, `holds` succeeds and all others fail.
    fn after(&mut self, state: &DagState, holds: Option<u32>, settled: &[u32]) -> usize {
        let table = self.table;
        let literal = holds.map(|holds| table.test(holds));
        let fails = |number: u32| match (literal, table.test(number)) {
            _ if holds == Some(number) => false,
            _ if settled.contains(&number) => true,
            (Some(Test::Literal(at, literal)), Test::Literal(path, other)) => {
                at == path && literal.excludes(other)
            }
            _ => false,
        };
        let failed: Vec<u32> = state.open.iter().copied().filter(|number| fails(*number)).collect();
        let lives = |variant: &&u32| !table.of[**variant as usize].iter().any(|own| failed.contains(own));
        let live: Vec<u32> = state.live.iter().filter(lives).copied().collect();
        let needed: FxHashSet<u32> =
            live.iter().flat_map(|variant| &table.of[*variant as usize]).copied().collect();
        let is_left = |number: &u32| needed.contains(number) && !settled.contains(number);
        let open = state.open.iter().copied().filter(is_left).collect();
        self.enter(live, open)
    }
}

/// The test of a node that decides a pattern's test.
fn question(test: Test) -> Question {
    match test {
        Test::Symbol(path, _) => Question::Symbol(path),
        Test::Predicate(path, _) => Question::Predicate(path),
        Test::Flag(path, flag) => Question::Flag(path, flag),
        Test::Literal(path, literal) => Question::Literal(path, literal),
    }
}

/// The outcome of a node's test with which a pattern's test succeeds, if the node decides it.
fn answer(wanted: Question, test: Test) -> Option<EdgeLabel> {
    (question(test) == wanted).then_some(match test {
        Test::Symbol(_, symbol) => EdgeLabel::symbol(symbol),
        Test::Predicate(_, predicate) => EdgeLabel::predicate(predicate),
        _ => EdgeLabel::YES,
    })
}

/// Chooses among the ready tests of the first variant with open tests: the one that most variants need.
fn choose(table: &RuleTests, state: &DagState, is_open: &impl Fn(u32) -> bool) -> Option<Question> {
    let first =
        state.live.iter().find(|variant| table.of[**variant as usize].iter().any(|test| is_open(*test)))?;
    let own = &table.of[*first as usize];
    let before = &table.before[*first as usize];
    let ready =
        (0..own.len()).filter(|at| is_open(own[*at]) && !before[*at].iter().any(|test| is_open(*test)));
    let questions: Vec<Question> = ready.map(|at| question(table.test(own[at]))).collect();
    let mut votes: FxHashMap<Question, u32> = questions.iter().map(|question| (*question, 0)).collect();
    for variant in &state.live {
        for test in table.of[*variant as usize].iter().filter(|test| is_open(**test)) {
            if let Some(count) = votes.get_mut(&question(table.test(*test))) {
                *count += 1;
            }
        }
    }
    // The first of equal candidates.
    questions.into_iter().rev().max_by_key(|question| votes[question])
}

/// An inner node: test, edges, and the successor for all other outcomes.
type Inner = (Question, Vec<(EdgeLabel, u32)>, u32);

/// The output nodes, with equal ones shared.
#[derive(Default)]
struct Output {
    nodes: FxHashMap<Inner, u32>,
    leaves: FxHashMap<(Question, Vec<u32>), u32>,
    questions: IndexSet<Question, FxBuildHasher>,
    dag: Dag,
}

impl Output {
    fn leaf(&mut self, question: Question, live: &[u32]) -> u32 {
        let next = self.dag.nodes.len() as u32;
        let number = self.questions.insert_full(question).0 as u32;
        *self.leaves.entry((question, live.to_vec())).or_insert_with(|| {
            let (first, count) = (self.dag.leaves.len() as u32, live.len() as u32);
            self.dag.leaves.extend(live.iter().map(|variant| VariantId(*variant)));
            self.dag.nodes.push(DagNode { question: number, first, count, otherwise: next });
            next
        })
    }

    fn node(&mut self, question: Question, edges: &[(EdgeLabel, u32)], otherwise: u32) -> u32 {
        // An outcome with the default successor needs no edge.
        let edges: Vec<(EdgeLabel, u32)> = edges.iter().copied().filter(|(_, to)| *to != otherwise).collect();
        if edges.is_empty() {
            return otherwise;
        }
        let key = (question, edges, otherwise);
        if let Some(known) = self.nodes.get(&key) {
            return *known;
        }
        let (first, count) = (self.dag.edges.len() as u32, key.1.len() as u32);
        self.dag.edges.extend_from_slice(&key.1);
        let question = self.questions.insert_full(question).0 as u32;
        self.dag.nodes.push(DagNode { question, first, count, otherwise });
        let number = self.dag.nodes.len() as u32 - 1;
        self.nodes.insert(key, number);
        number
    }

    /// Outputs the states of one root symbol; the node of the first state.
    fn add(&mut self, states: &States) -> u32 {
        let mut order: Vec<usize> = (0..states.states.len()).collect();
        // Successors have fewer open tests and are output first.
        order.sort_by_key(|at| states.states[*at].as_ref().map_or(0, |tested| tested.open));
        let mut numbers = vec![0; order.len()];
        for at in order {
            numbers[at] = match (&states.states[at], states.states.get_index(at)) {
                (Some(tested), _) => {
                    let edges: Vec<_> =
                        tested.edges.iter().map(|(answer, to)| (*answer, numbers[*to])).collect();
                    self.node(tested.question, &edges, numbers[tested.otherwise])
                }
                (None, state) => self.leaf(Question::Leaf, state.map_or(&[], |(state, _)| &state.live)),
            };
        }
        numbers[0]
    }

    fn finish(self, root: u32) -> Dag {
        Dag { root, questions: self.questions.into_iter().collect(), ..self.dag }
    }
}
