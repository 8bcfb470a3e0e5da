//! Serialisation of programs: a list of numbers, all of the smallest width that fits the largest one.
//!
//! Deserialisation is the frequent direction: widening the bytes is one loop without branches, and an
//! operation has five numbers.
//!
//! ```text
//! numbers: head, operations, lists     bytes: 1 | 7 3 0 0 2 …       (width 1, one byte a number)
//! ```

use super::code::{Block, CallOp, CollectOp, List, Op, Program, RelationId, WitnessOp};
use super::digest::Digest;
use super::plan::{CollectId, PlanId, Slot};
use super::problem::DefId;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The size of the digest at the start, in bytes; zeros stand for no digest.
const DIGEST: usize = size_of::<Digest>();

/// The number of header fields before the operations.
const HEAD: usize = 10;

/// The number of numbers per operation: its kind and its operands.
const OP: usize = 5;

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digest = self.digest.map_or([0; DIGEST], Digest::to_le_bytes);
        let numbers = packed(&numbers_of(self));
        serializer.serialize_bytes(&[digest.as_slice(), &numbers].concat())
    }
}

impl<'de> Deserialize<'de> for Program {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <&'de [u8]>::deserialize(deserializer)?;
        let program = || {
            let (digest, numbers) = bytes.split_first_chunk()?;
            let digest = Some(Digest::from_le_bytes(*digest)).filter(|digest| *digest != 0);
            Some(Program { digest, ..program_of(numbers)? })
        };
        program().ok_or_else(|| D::Error::invalid_value(Unexpected::Bytes(bytes), &"a program"))
    }
}

/// The width in bytes, followed by the numbers in little-endian order.
fn packed(numbers: &[u32]) -> Vec<u8> {
    let width: u8 = match numbers.iter().max() {
        Some(0x1_0000..) => 4,
        Some(0x100..) => 2,
        _ => 1,
    };
    let bytes = numbers.iter().flat_map(|n| n.to_le_bytes().into_iter().take(usize::from(width)));
    [width].into_iter().chain(bytes).collect()
}

fn program_of(bytes: &[u8]) -> Option<Program> {
    let (width, bytes) = bytes.split_first()?;
    match width {
        1 => program_from(bytes.as_chunks::<1>().0),
        2 => program_from(bytes.as_chunks::<2>().0),
        4 => program_from(bytes.as_chunks::<4>().0),
        _ => None,
    }
}

/// A little-endian number of at most four bytes.
fn widened<const N: usize>(bytes: &[u8; N]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn numbers_of(program: &Program) -> Vec<u32> {
    let flags = [program.is_partial, program.all_interface_bound, program.is_projected];
    let flags = flags.iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(*flag));
    let [calls, collects] = program.sites;
    let lists = [program.slots.0, program.output_slots.0, program.entry.0];
    let head = [program.def.0, program.variables, calls, collects, flags, program.steps];
    let mut numbers: Vec<u32> = head.into_iter().chain(lists).collect();
    numbers.push(program.ops.len() as u32);
    numbers.extend(program.ops.iter().flat_map(op_numbers));
    numbers.extend(&program.operands);
    numbers
}

fn program_from<const N: usize>(numbers: &[[u8; N]]) -> Option<Program> {
    let (head, rest) = numbers.split_first_chunk::<HEAD>()?;
    let [def, variables, calls, collects, flags, steps, slots, output_slots, entry, count] =
        head.map(|n| widened(&n));
    let (operations, lists) = rest.split_at_checked(OP * count as usize)?;
    let mut ops = Vec::with_capacity(count as usize);
    for numbers in operations.as_chunks::<OP>().0 {
        ops.push(op_of(numbers.map(|n| widened(&n)))?);
    }
    Some(Program {
        digest: None,
        def: DefId(def),
        variables,
        sites: [calls, collects],
        is_partial: flags & 1 == 1,
        all_interface_bound: flags & 2 == 2,
        is_projected: flags & 4 == 4,
        steps,
        slots: List(slots),
        output_slots: List(output_slots),
        entry: List(entry),
        ops,
        operands: lists.iter().map(widened).collect(),
    })
}

fn op_numbers(op: &Op) -> [u32; OP] {
    match *op {
        Op::Fail => [0, 0, 0, 0, 0],
        Op::Test1(relation, a) => [1, relation.0, a.0, 0, 0],
        Op::Test2(relation, a, b) => [2, relation.0, a.0, b.0, 0],
        Op::Test(relation, args) => [3, relation.0, args.0, 0, 0],
        Op::Same(a, b) => [4, a.0, b.0, 0, 0],
        Op::Differ(a, b) => [5, a.0, b.0, 0, 0],
        Op::IsUnused(a) => [6, a.0, 0, 0, 0],
        Op::SameSet(a, b) => [7, a.0, b.0, 0, 0],
        Op::Copy(from, to) => [8, from.0, to.0, 0, 0],
        Op::SetUnused(slot) => [9, slot.0, 0, 0, 0],
        Op::Generate(slot, sources, predicates) => [10, slot.0, sources.0, predicates.0, 0],
        Op::Only(slot, sources) => [17, slot.0, sources.0, 0, 0],
        Op::Call(CallOp { plan, inputs, outputs, site, tabled }) => {
            [11, plan.0, inputs.0, outputs.0, site_and_tabled(site, tabled)]
        }
        Op::ExistsBranch(branches) => [12, branches.0, 0, 0, 0],
        Op::UnionDistinct(branches, slots) => [13, branches.0, slots.0, 0, 0],
        Op::Collect(CollectOp { id, inputs, copies, site }) => {
            [14, id.0, inputs.0, copies.0, site_and_tabled(site, false)]
        }
        Op::TailUnion(branches) => [15, branches.0, 0, 0, 0],
        Op::Quantified(WitnessOp { body, looked_at, wanted }) => {
            [16, body.from, body.to, looked_at.0, u32::from(wanted)]
        }
    }
}

fn op_of([kind, a, b, c, d]: [u32; OP]) -> Option<Op> {
    let (site, tabled) = ((d >> 1).checked_sub(1), d & 1 == 1);
    Some(match kind {
        0 => Op::Fail,
        1 => Op::Test1(RelationId(a), Slot(b)),
        2 => Op::Test2(RelationId(a), Slot(b), Slot(c)),
        3 => Op::Test(RelationId(a), List(b)),
        4 => Op::Same(Slot(a), Slot(b)),
        5 => Op::Differ(Slot(a), Slot(b)),
        6 => Op::IsUnused(Slot(a)),
        7 => Op::SameSet(List(a), List(b)),
        8 => Op::Copy(Slot(a), Slot(b)),
        9 => Op::SetUnused(Slot(a)),
        10 => Op::Generate(Slot(a), List(b), List(c)),
        11 => Op::Call(CallOp { plan: PlanId(a), inputs: List(b), outputs: List(c), site, tabled }),
        12 => Op::ExistsBranch(List(a)),
        13 => Op::UnionDistinct(List(a), List(b)),
        14 => Op::Collect(CollectOp { id: CollectId(a), inputs: List(b), copies: List(c), site }),
        15 => Op::TailUnion(List(a)),
        16 => {
            let (body, looked_at) = (Block { from: a, to: b }, List(c));
            Op::Quantified(WitnessOp { body, looked_at, wanted: d == 1 })
        }
        17 => Op::Only(Slot(a), List(b)),
        _ => return None,
    })
}

/// The site at which rows are stored and whether answers are tabled, as one number.
fn site_and_tabled(site: Option<u32>, tabled: bool) -> u32 {
    site.map_or(0, |site| site + 1) << 1 | u32::from(tabled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(number: u32) -> Program {
        let call =
            |site, tabled| CallOp { plan: PlanId(number), inputs: List(1), outputs: List(2), site, tabled };
        let collect = CollectOp { id: CollectId(3), inputs: List(4), copies: List(5), site: Some(0) };
        Program {
            digest: None,
            def: DefId(7),
            variables: 8,
            sites: [2, 1],
            is_partial: false,
            is_projected: true,
            all_interface_bound: true,
            steps: 5,
            slots: List(0),
            output_slots: List(3),
            entry: List(6),
            ops: vec![
                Op::Fail,
                Op::Test1(RelationId(1), Slot(2)),
                Op::Test2(RelationId(1), Slot(2), Slot(number)),
                Op::Test(RelationId(3), List(4)),
                Op::Same(Slot(1), Slot(2)),
                Op::Differ(Slot(1), Slot(2)),
                Op::IsUnused(Slot(5)),
                Op::SameSet(List(5), List(6)),
                Op::Copy(Slot(1), Slot(2)),
                Op::SetUnused(Slot(9)),
                Op::Generate(Slot(1), List(2), List(3)),
                Op::Only(Slot(4), List(2)),
                Op::Call(call(None, false)),
                Op::Call(call(None, true)),
                Op::Call(call(Some(0), false)),
                Op::Call(call(Some(6), true)),
                Op::ExistsBranch(List(1)),
                Op::UnionDistinct(List(1), List(2)),
                Op::Collect(collect),
                Op::TailUnion(List(number)),
                Op::Quantified(WitnessOp {
                    body: Block { from: 3, to: number },
                    looked_at: List(2),
                    wanted: true,
                }),
            ],
            operands: vec![0, 2, number, 5],
        }
    }

    #[test]
    fn what_was_written_is_read() {
        for (number, width) in [(9, 1), (0xff, 1), (0x100, 2), (0xffff, 2), (0x1_0000, 4), (u32::MAX, 4)] {
            let program = program(number);
            let bytes = packed(&numbers_of(&program));
            assert_eq!(bytes[0], width, "{number}");
            assert_eq!(program_of(&bytes), Some(program), "{number}");
        }
    }

    #[test]
    fn other_bytes_are_no_program() {
        let bytes = packed(&numbers_of(&program(9)));
        let end = 1 + HEAD + program(9).ops.len() * OP;
        for (what, bytes) in [
            ("nothing", &[][..]),
            ("no width", &[3, 1, 2]),
            ("no head", &bytes[..HEAD]),
            ("too few operations", &bytes[..end - 1]),
            ("no operation", &[&bytes[..=HEAD], &[99], &bytes[HEAD + 2..]].concat()),
        ] {
            assert_eq!(program_of(bytes), None, "{what}");
        }
        assert!(program_of(&bytes[..end]).is_some());
    }
}
