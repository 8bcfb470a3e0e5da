//! Loop rotation on a copy: loops that test at their begin → a test before the loop, and one at its end.
//!
//! In: `head: i = phi 0, j; br i < n, body, exit` and `body: …; j = i + 1; br head`. Out: a guard `br 0 < n`, and
//! a loop whose last block ends in `br j < n`. LLVM rotates loops from -O1 on, but not at -Oz, and not if their
//! header is large. Idioms describe rotated loops, so detection searches such a copy.
//!
//! A loop is rotated if its header ends in the test, its only latch ends in an unconditional branch, and the
//! header writes nothing. The copied instructions of the header refer to the original ones
//! ([`Relaid::origins`]), and so do the phis that join them. Loops whose values are used outside in a way that
//! needs further phis stay as they are.
//!
//! Source of the algorithm: LLVM's `LoopRotate`.

use analysis::accesses::{LoopForest, LoopId};
use ir::{
    BlockId, Effects, LaidBlock, LaidInstruction, LaidKind, LaidOperand, Model, Opcode, Relaid, ValueId,
};
use rustc_hash::FxHashMap;

/// The maximum number of instructions that a rotation copies.
const LARGEST_HEADER: usize = 64;

/// The model with rotated loops; `None` if there are none to rotate.
pub fn rotated(model: &Model) -> Option<Relaid> {
    if !may_rotate(model) {
        return None;
    }
    let loops = LoopForest::of(model);
    let mut order: Vec<LoopId> = loops.ids().filter(|of| tests_at_begin(model, &loops, *of)).collect();
    if order.is_empty() {
        return None;
    }
    // Inner loops come first, and of others the later one, so that the exit of a loop is not yet rotated away.
    order.sort_by_key(|of| std::cmp::Reverse((loops.get(*of).depth, loops.get(*of).header)));
    let mut rotation = Rotation::new(model, &loops);
    let mut changed = false;
    for of in order {
        changed |= rotation.rotate(of).is_some();
    }
    changed.then(|| {
        rotation.drop_unused();
        Relaid::new(model, &rotation.instructions, &rotation.blocks)
    })
}

/// Whether a block with phis ends in a conditional branch, and a later block leads back to it alone. A cheap
/// test, without dominance.
fn may_rotate(model: &Model) -> bool {
    model.blocks().any(|header| {
        model.block_successors(header).len() == 2
            && model.opcode(model.block_first(header)) == Some(Opcode::Phi)
            && model
                .block_predecessors(header)
                .iter()
                .any(|(_, from)| *from > header && model.block_successors(*from).len() == 1)
    })
}

/// Whether a loop has its test in its header, which can be copied, and one latch that leads back to it alone.
fn tests_at_begin(model: &Model, loops: &LoopForest, of: LoopId) -> bool {
    let natural = loops.get(of);
    let [latch] = natural.latches[..] else { return false };
    let [first, second] = model.block_successors(natural.header) else { return false };
    let is_test = model.opcode(model.terminator(natural.header)) == Some(Opcode::Br)
        && loops.has_block(of, *first) != loops.has_block(of, *second);
    let goes_back = latch != natural.header
        && model.opcode(model.terminator(latch)) == Some(Opcode::Br)
        && model.block_successors(latch).len() == 1;
    let mut header = model.block_instructions(natural.header);
    let is_copied = |value: ValueId| {
        let acts = [Effects::WRITES, Effects::UNWINDS, Effects::OPAQUE];
        let is_harmless = !acts.into_iter().any(|effect| model.effects(value).contains(effect));
        is_harmless && model.opcode(value) != Some(Opcode::Alloca)
    };
    let is_small = header.clone().count() <= LARGEST_HEADER;
    is_test && goes_back && is_small && header.all(is_copied)
}

/// A function whose loops are being rotated.
struct Rotation<'m> {
    model: &'m Model,
    loops: &'m LoopForest,
    instructions: Vec<LaidInstruction>,
    /// Per instruction, those that have it as an operand, possibly out of date.
    users: Vec<Vec<usize>>,
    /// Per instruction, its block.
    block_of: Vec<usize>,
    /// Whether the instruction is dropped if nothing uses it: copies, and what they were made of.
    is_optional: Vec<bool>,
    blocks: Vec<LaidBlock>,
    /// Per block, the blocks that lead to it, each once.
    predecessors: Vec<Vec<usize>>,
    /// Per block, the block of the model that control is at when it is here.
    original: Vec<BlockId>,
    /// Per block, the innermost loop around it.
    innermost: Vec<Option<LoopId>>,
}

/// The values of a header's instructions on one of the edges that lead to its test.
type Values = FxHashMap<usize, LaidOperand>;

impl<'m> Rotation<'m> {
    fn new(model: &'m Model, loops: &'m LoopForest) -> Rotation<'m> {
        let operand = |value: ValueId| match model.position(value) {
            Some(at) => LaidOperand::Instruction(at),
            None => LaidOperand::Value(value),
        };
        let sources = |value: ValueId| model.phi_sources(value).iter().filter_map(|of| model.block_of(*of));
        let instructions: Vec<LaidInstruction> = model
            .instructions()
            .map(|of| LaidInstruction {
                of,
                kind: LaidKind::Copy,
                operands: model.operands(of).iter().map(|edge| (edge.n, operand(edge.to))).collect(),
                from: sources(of).map(BlockId::index).collect(),
            })
            .collect();
        let positions = |block: BlockId| model.block_instructions(block).filter_map(|v| model.position(v));
        let blocks: Vec<LaidBlock> = model
            .blocks()
            .map(|block| LaidBlock {
                instructions: positions(block).collect(),
                successors: model.block_successors(block).iter().map(|to| to.index()).collect(),
            })
            .collect();
        let mut rotation = Rotation {
            model,
            loops,
            users: vec![Vec::new(); instructions.len()],
            block_of: model
                .instructions()
                .map(|value| model.block_of(value).map_or(0, BlockId::index))
                .collect(),
            is_optional: vec![false; instructions.len()],
            instructions,
            predecessors: vec![Vec::new(); blocks.len()],
            blocks,
            original: model.blocks().collect(),
            innermost: model.blocks().map(|block| loops.around(block)).collect(),
        };
        (0..rotation.instructions.len()).for_each(|user| rotation.note_uses(user));
        for block in 0..rotation.blocks.len() {
            let successors = rotation.blocks[block].successors.clone();
            rotation.set_successors(block, successors);
        }
        rotation
    }

    fn note_uses(&mut self, user: usize) {
        for (_, operand) in &self.instructions[user].operands {
            if let LaidOperand::Instruction(of) = operand {
                self.users[*of].push(user);
            }
        }
    }

    /// Adds an instruction at the end of a block, or for a phi at its begin.
    fn add(&mut self, block: usize, instruction: LaidInstruction) -> usize {
        let id = self.instructions.len();
        let is_phi = instruction.kind == LaidKind::Phi;
        self.instructions.push(instruction);
        self.users.push(Vec::new());
        self.block_of.push(block);
        self.is_optional.push(is_phi);
        let list = &mut self.blocks[block].instructions;
        if is_phi {
            list.insert(0, id)
        } else {
            list.push(id)
        }
        self.note_uses(id);
        id
    }

    fn add_block(&mut self, original: BlockId, innermost: Option<LoopId>) -> usize {
        self.blocks.push(LaidBlock::default());
        self.predecessors.push(Vec::new());
        self.original.push(original);
        self.innermost.push(innermost);
        self.blocks.len() - 1
    }

    fn phi(&mut self, block: usize, of: usize, entries: Vec<(LaidOperand, usize)>) -> LaidOperand {
        let (operands, from) = entries.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let operands = (0..).zip(operands).collect();
        let of = self.instructions[of].of;
        LaidOperand::Instruction(self.add(block, LaidInstruction { of, kind: LaidKind::Phi, operands, from }))
    }

    fn opcode(&self, id: usize) -> Option<Opcode> {
        let LaidInstruction { of, kind, .. } = &self.instructions[id];
        match kind {
            LaidKind::Copy => self.model.opcode(*of),
            LaidKind::Phi => Some(Opcode::Phi),
            LaidKind::Branch => Some(Opcode::Br),
        }
    }

    fn is_inside(&self, of: LoopId, block: usize) -> bool {
        self.innermost[block].is_some_and(|inner| self.loops.ancestors(inner).any(|around| around == of))
    }

    fn set_successors(&mut self, block: usize, successors: Vec<usize>) {
        for to in std::mem::take(&mut self.blocks[block].successors) {
            self.predecessors[to].retain(|from| *from != block);
        }
        for to in &successors {
            if !self.predecessors[*to].contains(&block) {
                self.predecessors[*to].push(block);
            }
        }
        self.blocks[block].successors = successors;
    }

    /// The block in which a user needs its operand: for a phi the end of a predecessor.
    fn blocks_of_use(&self, user: usize, value: usize) -> Vec<usize> {
        let LaidInstruction { operands, from, .. } = &self.instructions[user];
        match self.opcode(user) {
            Some(Opcode::Phi) => {
                let entries = operands.iter().zip(from);
                let needs = entries.filter(|((_, of), _)| *of == LaidOperand::Instruction(value));
                needs.map(|(_, from)| *from).collect()
            }
            _ if operands.iter().any(|(_, of)| *of == LaidOperand::Instruction(value)) => {
                vec![self.block_of[user]]
            }
            _ => Vec::new(),
        }
    }

    /// Rotates one loop; `None` if it stays as it is.
    fn rotate(&mut self, of: LoopId) -> Option<()> {
        let header = self.loops.get(of).header.index();
        // An inner loop that was rotated may have taken the latch into another block.
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            self.predecessors[header].iter().copied().partition(|from| self.is_inside(of, *from));
        let [latch] = inside[..] else { return None };
        let successors = self.blocks[header].successors.clone();
        let body = *successors.iter().find(|to| self.is_inside(of, **to))?;
        let exit = *successors.iter().find(|to| !self.is_inside(of, **to))?;
        if self.blocks[latch].successors != [header] || outside.is_empty() {
            return None;
        }
        let all = self.blocks[header].instructions.clone();
        let (phis, rest): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|id| self.opcode(*id) == Some(Opcode::Phi));
        let (test, rest) = rest.split_last()?;
        let outer_uses = self.outer_uses(of, &phis, rest, (header, exit))?;

        // The guard: the header's instructions before the loop.
        let outer = self.loops.get(of).parent;
        let guard = self.add_block(self.original[header], outer);
        let entry = self.add_block(self.original[header], outer);
        let mut before = Values::default();
        for phi in &phis {
            let entries = self.entries(*phi);
            let (_, coming): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(_, from)| *from == latch);
            let value = match coming[..] {
                [(only, _)] => only,
                _ => self.phi(guard, *phi, coming),
            };
            before.insert(*phi, value);
        }
        self.copy_test(guard, (rest, *test), &mut before);
        self.set_successors(guard, way(&successors, (body, entry)));
        self.add(entry, self.branch(*test));
        self.set_successors(entry, vec![header]);
        for from in &outside {
            let changed = way(&self.blocks[*from].successors, (header, guard));
            self.set_successors(*from, changed);
        }

        // The test at the end.
        let mut after = Values::default();
        for phi in &phis {
            let (value, _) = self.entries(*phi).into_iter().find(|(_, from)| *from == latch)?;
            after.insert(*phi, value);
        }
        self.blocks[latch].instructions.pop();
        self.copy_test(latch, (rest, *test), &mut after);
        self.set_successors(latch, way(&successors, (body, header)));
        self.set_successors(header, vec![body]);
        self.leave((of, header), (exit, [(guard, &before), (latch, &after)]), outer_uses);

        // The header of the rotated loop computes what the test did, and takes over what the test read.
        for phi in &phis {
            let entries = vec![(before[phi], entry), (after[phi], latch)];
            self.set_entries(*phi, entries);
        }
        self.blocks[header].instructions = phis.clone();
        for id in rest {
            if self.model.effects(self.instructions[*id].of) == Effects::NONE {
                self.blocks[header].instructions.push(*id);
                self.is_optional[*id] = true;
            } else {
                let read = self.phi(header, *id, vec![(before[id], entry), (after[id], latch)]);
                let users = self.users[*id].clone();
                users.into_iter().for_each(|user| self.replace(user, *id, read, None));
            }
        }
        self.join(header, body, *test);
        Some(())
    }

    /// The users outside of the loop by value of the header, with the blocks of their uses. Phis of the exit
    /// are left out as far as they take the value from the header. `None` if a use cannot be reached through
    /// a phi at the exit alone.
    fn outer_uses(
        &self,
        of: LoopId,
        phis: &[usize],
        rest: &[usize],
        (header, exit): (usize, usize),
    ) -> Option<Vec<(usize, usize, usize)>> {
        let mut found = Vec::new();
        let dominance = self.model.dominance();
        for value in phis.iter().chain(rest) {
            for user in &self.users[*value] {
                for block in self.blocks_of_use(*user, *value) {
                    if block == header || self.is_inside(of, block) {
                        continue;
                    }
                    if !dominance.block_dominates(self.original[exit], self.original[block]) {
                        return None;
                    }
                    found.push((*value, *user, block));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let is_own = |from: &usize| *from == header || self.is_inside(of, *from);
        (found.is_empty() || self.predecessors[exit].iter().all(is_own)).then_some(found)
    }

    /// Copies the instructions of a header and its terminator to the end of a block.
    fn copy_test(&mut self, block: usize, (rest, test): (&[usize], usize), values: &mut Values) {
        for id in rest.iter().chain([&test]) {
            let LaidInstruction { of, operands, .. } = self.instructions[*id].clone();
            let operands = operands.into_iter().map(|(n, operand)| (n, known(values, operand))).collect();
            let copy = LaidInstruction { of, kind: LaidKind::Copy, operands, from: Vec::new() };
            let copy = self.add(block, copy);
            self.is_optional[copy] = *id != test;
            values.insert(*id, LaidOperand::Instruction(copy));
        }
    }

    fn branch(&self, test: usize) -> LaidInstruction {
        let of = self.instructions[test].of;
        LaidInstruction { of, kind: LaidKind::Branch, operands: Vec::new(), from: Vec::new() }
    }

    fn entries(&self, phi: usize) -> Vec<(LaidOperand, usize)> {
        let LaidInstruction { operands, from, .. } = &self.instructions[phi];
        operands.iter().map(|(_, operand)| *operand).zip(from.iter().copied()).collect()
    }

    fn set_entries(&mut self, phi: usize, entries: Vec<(LaidOperand, usize)>) {
        let (operands, from) = entries.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        self.instructions[phi].operands = (0..).zip(operands).collect();
        self.instructions[phi].from = from;
        self.note_uses(phi);
    }

    /// Replaces a value in a user; with a block, only where the use is in that block.
    fn replace(&mut self, user: usize, value: usize, by: LaidOperand, only_in: Option<usize>) {
        if by == LaidOperand::Instruction(user) {
            return;
        }
        let is_phi = self.opcode(user) == Some(Opcode::Phi);
        let LaidInstruction { operands, from, .. } = &mut self.instructions[user];
        for (at, (_, operand)) in operands.iter_mut().enumerate() {
            let is_there = !is_phi || only_in.is_none_or(|block| from[at] == block);
            if *operand == LaidOperand::Instruction(value) && is_there {
                *operand = by;
            }
        }
        if let LaidOperand::Instruction(by) = by {
            self.users[by].push(user);
        }
    }

    /// Connects the exit with the two tests, and gives users outside of the loop the values at the exit.
    fn leave(
        &mut self,
        (of, header): (LoopId, usize),
        (exit, ends): (usize, [(usize, &Values); 2]),
        outer_uses: Vec<(usize, usize, usize)>,
    ) {
        for phi in self.blocks[exit].instructions.clone() {
            if self.opcode(phi) != Some(Opcode::Phi) {
                break;
            }
            let entries = self.entries(phi).into_iter().flat_map(|(value, from)| match from == header {
                true => ends.iter().map(|(end, values)| (known(values, value), *end)).collect(),
                false => vec![(value, from)],
            });
            let entries = entries.collect();
            self.set_entries(phi, entries);
        }
        let mut at_exit: FxHashMap<usize, LaidOperand> = FxHashMap::default();
        for (value, user, block) in outer_uses {
            let by = match at_exit.get(&value) {
                Some(by) => *by,
                None => {
                    let is_end = |from: &usize| ends.iter().any(|(end, _)| end == from);
                    let inner = self.predecessors[exit].iter().copied();
                    let inner = inner.filter(|from| self.is_inside(of, *from) && !is_end(from));
                    let inner: Vec<(LaidOperand, usize)> =
                        inner.map(|from| (LaidOperand::Instruction(value), from)).collect();
                    let own = ends
                        .iter()
                        .map(|(end, values)| (known(values, LaidOperand::Instruction(value)), *end));
                    let entries = own.chain(inner).collect();
                    let by = self.phi(exit, value, entries);
                    at_exit.insert(value, by);
                    by
                }
            };
            self.replace(user, value, by, Some(block));
        }
    }

    /// Joins the header with the block that it leads to, or branches there.
    fn join(&mut self, header: usize, body: usize, test: usize) {
        let has_phis =
            self.blocks[body].instructions.first().is_some_and(|id| self.opcode(*id) == Some(Opcode::Phi));
        if self.predecessors[body] != [header] || has_phis || body == header {
            self.add(header, self.branch(test));
            return;
        }
        let successors = self.blocks[body].successors.clone();
        self.set_successors(body, Vec::new());
        let LaidBlock { instructions, .. } = std::mem::take(&mut self.blocks[body]);
        for id in &instructions {
            self.block_of[*id] = header;
        }
        self.blocks[header].instructions.extend(instructions);
        for to in &successors {
            for phi in self.blocks[*to].instructions.clone() {
                if self.opcode(phi) != Some(Opcode::Phi) {
                    break;
                }
                self.instructions[phi]
                    .from
                    .iter_mut()
                    .filter(|from| **from == body)
                    .for_each(|from| *from = header);
            }
        }
        self.set_successors(header, successors);
    }

    /// Drops the copies that nothing uses.
    fn drop_unused(&mut self) {
        let mut is_needed = vec![false; self.instructions.len()];
        let placed: Vec<usize> =
            self.blocks.iter().flat_map(|block| block.instructions.iter().copied()).collect();
        let mut open: Vec<usize> = placed.into_iter().filter(|id| !self.is_optional[*id]).collect();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut is_needed[id], true) {
                continue;
            }
            open.extend(self.instructions[id].operands.iter().filter_map(|(_, operand)| match operand {
                LaidOperand::Instruction(of) => Some(*of),
                LaidOperand::Value(_) => None,
            }));
        }
        for block in &mut self.blocks {
            block.instructions.retain(|id| is_needed[*id]);
        }
    }
}

/// Successors with one of them replaced.
fn way(successors: &[usize], (from, to): (usize, usize)) -> Vec<usize> {
    successors.iter().map(|block| if *block == from { to } else { *block }).collect()
}

/// The value of an operand on an edge to the test.
fn known(values: &Values, operand: LaidOperand) -> LaidOperand {
    match operand {
        LaidOperand::Instruction(id) => values.get(&id).copied().unwrap_or(operand),
        LaidOperand::Value(_) => operand,
    }
}
