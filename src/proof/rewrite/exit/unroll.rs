//! Unrolls the rounds of a loop to a graph.
//!
//! Constants are folded, so that a counter with a constant start ends the loop by itself. A value from before
//! the loop is a variable of the match, a number, or an unknown input.

use super::super::graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
use super::super::matched::{Matched, Unfit, lane};
use super::guards::LoopGuard;
use super::samples::Meanings;
use super::shape::{ExitShape, Taken, UnrolledLoop, is_computed};
use analysis::accesses::LoopForest;
use ir::{Constant, Flags, Lane, Model, Number, Opcode, ValueId};
use rustc_hash::FxHashMap;

/// Maximum width of a loop's integers, in bits.
const WIDEST: u32 = 64;

/// Maximum depth of expressions read before the loop.
const DEEPEST: usize = 6;

/// Reads the exit values of loops as matches. `ends` decides which variables end them.
///
/// # Errors
///
/// The reason why a loop cannot be unrolled.
pub(in crate::rewrite) fn read_exit_values(
    model: &Model,
    roots: &[ValueId],
    variables: Vec<(String, ValueId)>,
    ends: &dyn Fn(&str) -> bool,
) -> Result<(Matched, Vec<UnrolledLoop>), Unfit> {
    let forest = LoopForest::of(model);
    let mut graph = ScalarGraph::default();
    let (mut ids, mut loops, mut known) = (Vec::new(), Vec::<UnrolledLoop>::new(), FxHashMap::default());
    for root in roots {
        let shape = ExitShape::of(model, &forest, *root)?;
        if loops.first().is_some_and(|first| first.shape != shape) {
            return Err(Unfit::of(*root, "is computed by another loop than the first of the values"));
        }
        let other = shape
            .instructions(model)
            .find(|value| !roots.contains(value) && shape.is_used_behind(model, *value));
        if let Some(other) = other {
            return Err(Unfit::of(other, "is used behind the loop, too, which therefore stays"));
        }
        let named = variables.iter().filter(|(name, _)| ends(name)).cloned().collect();
        let mut unroller =
            Unroller { model, shape: &shape, graph: &mut graph, named, known, meanings: Meanings::default() };
        let (value, rounds) = unroller.exit_value(*root)?;
        let (id, guards) = unroller.guarded(*root, value)?;
        known = unroller.known;
        ids.push(id);
        loops.push(UnrolledLoop { shape, value, rounds, guards });
    }
    Ok((Matched { graph, roots: ids, instructions: roots.to_vec(), variables }, loops))
}

struct Unroller<'a> {
    model: &'a Model,
    shape: &'a ExitShape,
    graph: &'a mut ScalarGraph,
    /// The variables that end a match.
    named: Vec<(String, ValueId)>,
    /// Values from before the loop.
    known: FxHashMap<ValueId, ScalarId>,
    meanings: Meanings,
}

/// A possible exit: its condition, `None` if it is always taken, and the exit value there.
type Exit = (Option<ScalarId>, ScalarId);

/// The values of one round.
type RoundValues = FxHashMap<ValueId, ScalarId>;

impl Unroller<'_> {
    /// The exit value of the loop if it runs, and its number of rounds if that is constant.
    fn exit_value(&mut self, root: ValueId) -> Result<(ScalarId, Option<u64>), Unfit> {
        let ty = lane(self.model, root)?;
        let (exits, rounds) = self.exits(root)?;
        let rounds = matches!(exits[..], [(None, _)]).then_some(rounds);
        let mut value = match exits.last() {
            Some((None, last)) => *last,
            _ => self.anything(ty),
        };
        for (condition, left) in exits.iter().rev() {
            if let Some(condition) = condition {
                value = self.add(ScalarKind::Select, ty, vec![*condition, *left, value])?;
            }
        }
        Ok((value, rounds))
    }

    /// Makes the exit value poison if the loop does not run; also returns the conditions on which it runs.
    fn guarded(&mut self, root: ValueId, mut value: ScalarId) -> Result<(ScalarId, Vec<LoopGuard>), Unfit> {
        let ty = lane(self.model, root)?;
        let mut guards = Vec::new();
        for Taken { condition, holds } in self.shape.guards.clone() {
            let condition = self.before(condition, DEEPEST)?;
            guards.push(LoopGuard { condition, holds });
            value = self.poisoned_unless(LoopGuard { condition, holds }, ty, value)?;
        }
        let node = self.graph.node(value).clone();
        if matches!(node.kind, ScalarKind::Leaf(_) | ScalarKind::Opaque(_) | ScalarKind::Number(_)) {
            return Err(Unfit::of(root, "is known without the loop"));
        }
        Ok((self.graph.add(ScalarNode { value: Some(root), ..node }), guards))
    }

    /// The possible exits in order of rounds, and the number of rounds unrolled.
    fn exits(&mut self, root: ValueId) -> Result<(Vec<Exit>, u64), Unfit> {
        let model = self.model;
        let mut round = self.first_round()?;
        let mut exits = Vec::new();
        let most = u64::from(self.widest(&round)) + 1;
        for count in 1..=most {
            self.run(&mut round)?;
            let Taken { condition, holds } = self.shape.leaves;
            let condition = self.value(&round, condition)?;
            let left = self.value(&round, root)?;
            match self.truth(condition) {
                Some(truth) if truth == holds => {
                    exits.push((None, left));
                    return Ok((exits, count));
                }
                Some(_) => {}
                None => {
                    let condition = if holds { condition } else { self.negated(condition)? };
                    exits.push((Some(condition), left));
                }
            }
            let mut next = RoundValues::default();
            for phi in self.phis() {
                let edge = self.edge(phi, true).ok_or_else(|| Unfit::of(phi, "has no next value"))?;
                next.insert(phi, self.value(&round, edge)?);
            }
            round = next;
        }
        match exits.is_empty() {
            true => Err(Unfit::of(model.block_first(self.shape.blocks[0]), "begins a loop of many rounds")),
            false => Ok((exits, most)),
        }
    }

    fn phis(&self) -> Vec<ValueId> {
        let header = self.model.block_instructions(self.shape.blocks[0]);
        header.filter(|value| self.model.opcode(*value) == Some(Opcode::Phi)).collect()
    }

    /// The incoming value of a phi of the header, from the latch or from before the loop.
    fn edge(&self, phi: ValueId, from_loop: bool) -> Option<ValueId> {
        let sources = self.model.phi_sources(phi);
        let is_it = |n: u32| {
            sources.get(n as usize).is_some_and(|from| self.shape.is_fixed(self.model, *from) != from_loop)
        };
        self.model.operands(phi).iter().find(|edge| is_it(edge.n)).map(|edge| edge.to)
    }

    fn first_round(&mut self) -> Result<RoundValues, Unfit> {
        let mut round = RoundValues::default();
        for phi in self.phis() {
            let init = self.edge(phi, false).ok_or_else(|| Unfit::of(phi, "has no first value"))?;
            round.insert(phi, self.value(&RoundValues::default(), init)?);
        }
        Ok(round)
    }

    /// The number of unrolled rounds less one: the width of the widest integer phi.
    fn widest(&self, round: &RoundValues) -> u32 {
        let widths = round.values().map(|id| match self.graph.node(*id).ty {
            Lane::Integer(width) => width,
            Lane::Float(_) => 0,
        });
        widths.max().unwrap_or(0).min(WIDEST)
    }

    /// Adds the instructions of a round to the graph.
    fn run(&mut self, round: &mut RoundValues) -> Result<(), Unfit> {
        let model = self.model;
        for value in self.shape.instructions(model).collect::<Vec<_>>() {
            let opcode = model.opcode(value).unwrap_or(Opcode::Other);
            let id = match opcode {
                Opcode::Br => continue,
                Opcode::Phi if round.contains_key(&value) => continue,
                // The phi of a block with one predecessor.
                Opcode::Phi => match model.operands(value) {
                    [edge] => self.value(round, edge.to)?,
                    _ => return Err(Unfit::of(value, "chooses what a round of the loop does")),
                },
                _ => self.computed(value, opcode, &|unroller, of| unroller.value(round, of))?,
            };
            round.insert(value, id);
        }
        Ok(())
    }

    fn computed(
        &mut self,
        value: ValueId,
        opcode: Opcode,
        operand: &dyn Fn(&mut Self, ValueId) -> Result<ScalarId, Unfit>,
    ) -> Result<ScalarId, Unfit> {
        let kind = match opcode {
            Opcode::ICmp => self.model.predicate(value).map(ScalarKind::Compare),
            Opcode::Select => Some(ScalarKind::Select),
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc => Some(ScalarKind::Cast(opcode)),
            _ => Some(ScalarKind::Binary(opcode)),
        };
        let kind = kind.ok_or_else(|| Unfit::of(value, "is no comparison"))?;
        let mut operands = Vec::new();
        for edge in self.model.operands(value) {
            operands.push(operand(self, edge.to)?);
        }
        let ty = integer(self.model, value)?;
        self.add(kind, ty, operands)
    }

    fn value(&mut self, round: &RoundValues, value: ValueId) -> Result<ScalarId, Unfit> {
        if let Some(id) = round.get(&value).or_else(|| self.known.get(&value)) {
            return Ok(*id);
        }
        if !self.shape.is_fixed(self.model, value) {
            return Err(Unfit::of(value, "is used in the loop before it is computed"));
        }
        self.before(value, DEEPEST)
    }

    /// The leaf for a value from before the loop; constants are numbers.
    fn outer(&mut self, value: ValueId) -> Result<ScalarId, Unfit> {
        let ty = integer(self.model, value)?;
        let names = self.named.iter().filter(|(_, known)| *known == value).map(|(name, _)| name);
        let kind = match (self.model.constant(value), names.min()) {
            (Some(Constant::Scalar(number)), _) => ScalarKind::Number(number.clone()),
            (Some(Constant::Zero), _) => ScalarKind::Number(Number::int(width(ty), 0)),
            (_, Some(name)) => ScalarKind::Leaf(name.clone()),
            (_, None) => ScalarKind::Opaque(self.graph.len() as u32),
        };
        let node = ScalarNode { kind, ty, operands: Vec::new(), flags: Flags::NONE, value: Some(value) };
        Ok(self.graph.add(node))
    }

    /// `value` if the branch leads to the loop, else poison from a shift by the width.
    fn poisoned_unless(&mut self, guard: LoopGuard, ty: Lane, value: ScalarId) -> Result<ScalarId, Unfit> {
        let zero = self.number(ty, 0)?;
        let all = self.number(ty, i128::from(width(ty)))?;
        let (yes, no) = if guard.holds { (zero, all) } else { (all, zero) };
        let amount = self.add(ScalarKind::Select, ty, vec![guard.condition, yes, no])?;
        let nothing = self.add(ScalarKind::Binary(Opcode::Shl), ty, vec![zero, amount])?;
        self.add(ScalarKind::Binary(Opcode::Or), ty, vec![value, nothing])
    }

    /// A value from before the loop with its operands to a depth.
    fn before(&mut self, value: ValueId, depth: usize) -> Result<ScalarId, Unfit> {
        if let Some(id) = self.known.get(&value) {
            return Ok(*id);
        }
        let opcode = self.model.opcode(value).filter(|opcode| is_computed(*opcode) && depth > 0);
        let is_named = self.named.iter().any(|(_, known)| *known == value);
        let id = match opcode {
            Some(opcode) if opcode != Opcode::Phi && !is_named => {
                // Pointers and wide integers are unknown inputs.
                match self.computed(value, opcode, &|unroller, of| unroller.before(of, depth - 1)) {
                    Ok(id) => id,
                    Err(_) => self.outer(value)?,
                }
            }
            _ => self.outer(value)?,
        };
        self.known.insert(value, id);
        Ok(id)
    }

    fn number(&mut self, ty: Lane, number: i128) -> Result<ScalarId, Unfit> {
        self.add(ScalarKind::Number(Number::int(width(ty), number)), ty, Vec::new())
    }

    fn anything(&mut self, ty: Lane) -> ScalarId {
        let kind = ScalarKind::Opaque(self.graph.len() as u32);
        self.graph.add(ScalarNode { kind, ty, operands: Vec::new(), flags: Flags::NONE, value: None })
    }

    fn negated(&mut self, condition: ScalarId) -> Result<ScalarId, Unfit> {
        let yes = self.number(Lane::Integer(1), -1)?;
        self.add(ScalarKind::Binary(Opcode::Xor), Lane::Integer(1), vec![condition, yes])
    }

    fn truth(&mut self, condition: ScalarId) -> Option<bool> {
        self.meanings.constant(self.graph, condition).map(|bits| bits == 1)
    }

    /// Adds a node, or a number if the node is constant.
    fn add(&mut self, kind: ScalarKind, ty: Lane, operands: Vec<ScalarId>) -> Result<ScalarId, Unfit> {
        let node = ScalarNode { kind, ty, operands, flags: Flags::NONE, value: None };
        let id = self.graph.add(node);
        match self.meanings.constant(self.graph, id) {
            Some(bits) if !matches!(self.graph.node(id).kind, ScalarKind::Number(_)) => {
                self.number(ty, bits as i128)
            }
            _ => Ok(id),
        }
    }
}

fn integer(model: &Model, value: ValueId) -> Result<Lane, Unfit> {
    match lane(model, value)? {
        Lane::Integer(width) if width <= WIDEST => Ok(Lane::Integer(width)),
        _ => Err(Unfit::of(value, "is no integer of at most 64 bits")),
    }
}

fn width(ty: Lane) -> u32 {
    match ty {
        Lane::Integer(width) => width,
        Lane::Float(_) => 1,
    }
}
