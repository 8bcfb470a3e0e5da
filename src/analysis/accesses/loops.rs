//! The natural loops of a function and their nesting.
//!
//! ```text
//! for i { for j {…} }      =>      loop 0: its header and latches; loop 1: likewise, its parent is loop 0
//! ```
//!
//! A loop is a header with the blocks that reach one of its latches without passing the header (Allen; Hecht
//! and Ullman). Loops of one header are one loop. A cycle that is entered in several places has no header and
//! is no loop.

use fixedbitset::FixedBitSet;
use ir::{BlockId, Model, ValueId};

/// Index of a loop in the [`LoopForest`]. Outer loops precede inner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub u32);

impl LoopId {
    /// Index in the forest.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One natural loop.
#[derive(Clone, Debug)]
pub struct NaturalLoop {
    /// The first block of every round.
    pub header: BlockId,
    /// The blocks with an edge back to the header, ascending.
    pub latches: Vec<BlockId>,
    /// The innermost enclosing loop.
    pub parent: Option<LoopId>,
    /// The number of enclosing loops.
    pub depth: u32,
}

/// The loop forest of a function.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: Vec<NaturalLoop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<LoopId>>,
}

impl LoopForest {
    /// Finds the loops of a function.
    pub fn of(model: &Model) -> LoopForest {
        let mut forest = LoopForest { loops: headers(model), innermost: vec![None; model.block_count()] };
        for at in (0..forest.loops.len()).rev() {
            forest.claim_blocks(model, LoopId(at as u32));
        }
        for at in 0..forest.loops.len() {
            let parent = forest.loops[at].parent;
            forest.loops[at].depth = parent.map_or(0, |parent| forest.loops[parent.index()].depth + 1);
        }
        forest
    }

    /// Assigns blocks to a loop. Inner loops have their blocks already.
    fn claim_blocks(&mut self, model: &Model, this: LoopId) {
        let header = self.loops[this.index()].header;
        let mut open = self.loops[this.index()].latches.clone();
        let mut seen = FixedBitSet::with_capacity(model.block_count());
        while let Some(block) = open.pop() {
            if seen.put(block.index()) || !model.dominance().is_reachable(block) {
                continue;
            }
            let continues_at = match self.innermost[block.index()] {
                None => {
                    self.innermost[block.index()] = Some(this);
                    block
                }
                Some(inner) => {
                    let outermost = self.ancestors(inner).last().unwrap_or(inner);
                    if outermost != this {
                        self.loops[outermost.index()].parent = Some(this);
                    }
                    self.loops[outermost.index()].header
                }
            };
            if continues_at != header {
                open.extend(model.block_predecessors(continues_at).iter().map(|(_, from)| *from));
            }
        }
        self.innermost[header.index()].get_or_insert(this);
    }

    /// A loop of the forest.
    pub fn get(&self, of: LoopId) -> &NaturalLoop {
        &self.loops[of.index()]
    }

    /// All loops.
    pub fn ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    /// The innermost loop around a block.
    pub fn around(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop and its enclosing loops, innermost first.
    pub fn ancestors(&self, of: LoopId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(Some(of), |inner| self.loops[inner.index()].parent)
    }

    /// Whether the block belongs to the loop.
    pub fn has_block(&self, of: LoopId, block: BlockId) -> bool {
        self.around(block).is_some_and(|inner| self.ancestors(inner).any(|around| around == of))
    }

    /// Whether a value is computed outside the loop, and so is constant while the loop runs.
    pub fn is_fixed(&self, model: &Model, of: LoopId, value: ValueId) -> bool {
        model.block_of(value).is_none_or(|block| !self.has_block(of, block))
    }

    /// The loop with that header.
    pub fn with_header(&self, header: BlockId) -> Option<LoopId> {
        self.around(header).filter(|this| self.get(*this).header == header)
    }
}

/// The headers with their latches; a header precedes those that it dominates.
fn headers(model: &Model) -> Vec<NaturalLoop> {
    let dominance = model.dominance();
    let Some(entry) = model.blocks().next() else { return Vec::new() };
    let mut found = Vec::new();
    for header in dominance.dominated_blocks(entry) {
        let is_latch =
            |from: &BlockId| dominance.is_reachable(*from) && dominance.block_dominates(header, *from);
        let latches = model.block_predecessors(header).iter().map(|(_, from)| *from).filter(is_latch);
        let mut latches: Vec<BlockId> = latches.collect();
        latches.sort_unstable();
        latches.dedup();
        if !latches.is_empty() {
            found.push(NaturalLoop { header, latches, parent: None, depth: 0 });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::sketch::sketch;

    /// `header: latches < parent` for each loop, blocks by number.
    fn shown(text: &str) -> Vec<String> {
        let model = sketch(text);
        let forest = LoopForest::of(&model);
        let shown = |id| {
            let NaturalLoop { header, latches, parent, .. } = forest.get(id);
            let latches: Vec<String> = latches.iter().map(|block| block.0.to_string()).collect();
            let parent = parent.map_or(String::new(), |parent| format!(" < {}", forest.get(parent).header.0));
            format!("{}: {}{parent}", header.0, latches.join(" "))
        };
        forest.ids().map(shown).collect()
    }

    #[test]
    fn nests_and_shared_headers() {
        let nest = "param c:i1\nentry:\nbr -> outer\nouter:\nbr -> inner\ninner:\nbr c -> inner more\n\
                    more:\nbr c -> inner latch\nlatch:\nbr c -> outer exit\nexit:\nret";
        assert_eq!(shown(nest), ["1: 4", "2: 2 3 < 1"]);
        let row = "param c:i1\nentry:\nbr -> a\na:\nbr c -> a b\nb:\nbr c -> b exit\nexit:\nret";
        assert_eq!(shown(row), ["1: 1", "2: 2"]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let text = "param c:i1\nentry:\nbr c -> a b\na:\nbr -> b\nb:\nbr c -> a exit\nexit:\nret";
        assert_eq!(shown(text), [] as [&str; 0]);
    }
}
