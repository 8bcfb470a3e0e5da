//! Paths through a point: "all … flow from a to b passes through c".
//!
//! The relation holds iff every path of length at least one from a to b contains c, ends included. So it
//! holds if c is a or b, and otherwise iff b is unreachable from a without c. Control flow is searched by
//! blocks from both ends at once, unless dominance decides; positions decide inside a block, which may be
//! re-entered from its top. Data flow and the program dependence graph are searched by value, and the reached
//! sets are cached. Cuts of several points, and edges as cuts, are in `cuts.rs`.

use super::around::Around;
use super::reached::{CACHE_BITS, CutCache, Flow, data_reach, dependence_reach};
use super::{BlockId, Model, OpcodeSet, ValueId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Answers path queries on one model, with a cache of bounded size.
#[derive(Debug)]
pub struct Paths<'m> {
    pub(super) model: &'m Model,
    cache: RefCell<ReachCache>,
    pub(super) cuts: RefCell<CutCache>,
    meeting: RefCell<Meeting>,
    around: RefCell<Option<Around>>,
    /// Number of nodes and edges visited.
    work: Cell<u64>,
}

/// Reached sets by graph, start and removed node.
#[derive(Debug, Default)]
struct ReachCache {
    sets: FxHashMap<(Flow, u32, u32), Rc<FixedBitSet>>,
    bits: usize,
}

impl<'m> Paths<'m> {
    /// A path query engine with an empty cache.
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            cache: RefCell::default(),
            cuts: RefCell::default(),
            meeting: RefCell::default(),
            around: RefCell::default(),
            work: Cell::new(0),
        }
    }

    /// The number of nodes and edges visited since the last call.
    pub fn take_work(&self) -> u64 {
        self.work.take()
    }

    pub(super) fn count_work(&self, nodes: usize) {
        self.work.set(self.work.get() + nodes as u64);
    }

    /// Whether every path of the program dependence graph from an origin to a result contains an interface
    /// value, ends included. The origins are those given and all values for which [`Model::is_origin`] holds.
    pub fn calculated_from(&self, origins: &[ValueId], results: &[ValueId], interface: &[ValueId]) -> bool {
        let mut work = 0;
        let holds = self.model.calculated_from([origins, results, interface], &mut work);
        self.count_work(work);
        holds
    }

    /// Whether a path of length at least one leads from `from` to `to`. If opcodes are given, only
    /// instructions with these opcodes may be between the ends. In the control flow graph false unless both
    /// are instructions.
    pub fn leads(&self, flow: Flow, from: ValueId, to: ValueId, through: Option<OpcodeSet>) -> bool {
        let model = self.model;
        let is_between = |v: ValueId| {
            let meets =
                |set: OpcodeSet| model.opcode(v).is_some_and(|opcode| set.meets(OpcodeSet::of(&[opcode])));
            through.is_none_or(meets)
        };
        let mut reached = FixedBitSet::with_capacity(model.len());
        let (mut stack, mut work, mut found) = (vec![from], 0, false);
        while let Some(value) = stack.pop().filter(|_| !found) {
            work += 1;
            let mut reach = |next: ValueId| {
                work += 1;
                found |= next == to;
                if is_between(next) && !reached.put(next.index()) {
                    stack.push(next);
                }
            };
            match flow {
                Flow::Control => each_successor(model, value, &mut reach),
                Flow::Data => model.uses(value).iter().for_each(|edge| reach(edge.to)),
                Flow::Any => model.dependents(value).into_iter().for_each(&mut reach),
            }
        }
        self.count_work(work);
        found
    }

    /// Whether every path of length at least one from `from` to `to` contains `through`, ends included.
    /// In the control flow graph false unless all three are instructions.
    pub fn pass_through(&self, flow: Flow, from: ValueId, to: ValueId, through: ValueId) -> bool {
        let is_instruction = |v| self.model.position(v).is_some();
        if flow == Flow::Control && ![from, to, through].into_iter().all(is_instruction) {
            return false;
        }
        if through == from || through == to {
            return true;
        }
        match flow {
            Flow::Control => !self.control_flow_around(from, to, through),
            _ => {
                let search = || match flow {
                    Flow::Data => data_reach(self.model, from, &[through]),
                    _ => dependence_reach(self.model, from, &[through]),
                };
                !self.cached((flow, from.0, through.0), search).contains(to.index())
            }
        }
    }

    /// Whether a control flow path leads from `from` to `to` without passing through `around`, which is
    /// neither of them.
    fn control_flow_around(&self, from: ValueId, to: ValueId, around: ValueId) -> bool {
        let blocks = (self.model.block_of(from), self.model.block_of(to), self.model.block_of(around));
        let (Some(start), Some(end), Some(removed)) = blocks else { return false };
        if start == removed && from < around {
            // Control reaches `around` first, unless `to` precedes it.
            return end == start && from < to && to < around;
        }
        if start == end && from < to {
            return true;
        }
        if (end == removed && around < to) || !self.model.components().may_reach(start, end) {
            return false;
        }
        if let Some(leads) = self.by_dominance(from, to, around) {
            return leads;
        }
        let model = self.model;
        if start != removed && end != removed && model.dominance().block_dominates(removed, end) {
            let (mut cache, mut work) = (self.around.borrow_mut(), 0);
            let cache = cache.get_or_insert_with(|| Around::new(model));
            let leads = cache.leads(model, (start, end), removed, &mut work);
            self.count_work(work);
            if let Some(leads) = leads {
                return leads;
            }
        }
        let mut meeting = self.meeting.borrow_mut();
        let joins = meeting.joins(self.model, (start, end), removed);
        self.count_work(std::mem::take(&mut meeting.work));
        joins
    }

    /// Whether a path leads from `from` to `to` without passing through `around`, if dominance decides it.
    ///
    /// If `around` dominates `to` but not `from`, such a path would extend a path from the entry to `from` to
    /// one that reaches `to` without `around`. If `around` does not dominate `to` but `from` does, the end of a
    /// path from the entry to `to` without `around` is such a path. Post-dominance decides in the same way, in
    /// the opposite direction.
    fn by_dominance(&self, from: ValueId, to: ValueId, around: ValueId) -> Option<bool> {
        let model = self.model;
        let is_reached = |v| model.block_of(v).is_some_and(|block| model.dominance().is_reachable(block));
        if is_reached(from) && is_reached(to) {
            if model.dominates(around, to) {
                if !model.dominates(around, from) {
                    return Some(false);
                }
            } else if from != to && model.dominates(from, to) {
                return Some(true);
            }
        }
        if model.post_dominates(around, from) {
            return (!model.post_dominates(around, to)).then_some(false);
        }
        (from != to && model.post_dominates(to, from)).then_some(true)
    }

    fn cached(
        &self,
        key: (Flow, u32, u32),
        search: impl FnOnce() -> (FixedBitSet, usize),
    ) -> Rc<FixedBitSet> {
        if let Some(set) = self.cache.borrow().sets.get(&key) {
            return Rc::clone(set);
        }
        let (set, work) = search();
        // A search allocates bit sets as long as the function, with 64 values per word.
        self.count_work(work + set.len() / 64);
        let set = Rc::new(set);
        let mut cache = self.cache.borrow_mut();
        if cache.bits > CACHE_BITS {
            *cache = ReachCache::default();
        }
        // Accounts for the map entry too: some 64 bytes.
        cache.bits += set.len() + 512;
        cache.sets.insert(key, Rc::clone(&set));
        set
    }
}

/// Bidirectional search, forward from one block and backward from another, until the searches meet or one of
/// them is exhausted. The cost is that of the smaller search: the inside of a loop, not the function around
/// it.
#[derive(Debug, Default)]
struct Meeting {
    /// The last search that reached each block, forward and backward.
    met: [Vec<u32>; 2],
    searches: u32,
    stacks: [Vec<BlockId>; 2],
    /// Number of edges followed since it was last taken.
    work: usize,
}

impl Meeting {
    /// Whether a path of length at least one leads from the first block to the second without passing through
    /// `removed`, which may be an end.
    fn joins(&mut self, model: &Model, (start, end): (BlockId, BlockId), removed: BlockId) -> bool {
        if self.met[0].len() < model.block_count() || self.searches == u32::MAX {
            self.met = [vec![0; model.block_count()], vec![0; model.block_count()]];
            self.searches = 0;
        }
        self.searches += 1;
        let (search, goals) = (self.searches, [end, start]);
        self.stacks = [vec![start], vec![end]];
        loop {
            for way in [0, 1] {
                let Some(block) = self.stacks[way].pop() else { return false };
                let mut next = |next: BlockId| {
                    let is_new = std::mem::replace(&mut self.met[way][next.index()], search) != search;
                    let joins = next != removed && self.met[1 - way][next.index()] == search;
                    if is_new && next != removed {
                        self.stacks[way].push(next);
                    }
                    next == goals[way] || joins
                };
                self.work += 1 + match way {
                    0 => model.block_successors(block).len(),
                    _ => model.block_predecessors(block).len(),
                };
                let joined = match way {
                    0 => model.block_successors(block).iter().any(|&to| next(to)),
                    _ => model.block_predecessors(block).iter().any(|&(_, from)| next(from)),
                };
                if joined {
                    return true;
                }
            }
        }
    }
}

/// Calls `visit` with the control flow successors of an instruction: the next one in its block, or the first
/// of each successor block.
fn each_successor(model: &Model, value: ValueId, visit: &mut dyn FnMut(ValueId)) {
    let Some(block) = model.block_of(value) else { return };
    if model.terminator(block) != value {
        return visit(ValueId(value.0 + 1));
    }
    let first = |next: &BlockId| model.block_instructions(*next).next();
    model.block_successors(block).iter().filter_map(first).for_each(visit);
}
