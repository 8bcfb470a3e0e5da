//! From loops, conditions and accesses in affine expressions to a polyhedral description.
//!
//! In: what the walk over the blocks found. Out: a [`Scop`], or a [`Refusal`] that says what has no description.

use super::affine::Affine;
use super::cases::{Space, Union};
use super::describe::{AccessKind, Description, Loop};
use super::domain::Domains;
use super::linear::{Conjunction, Linear};
use super::provisions::{Verdict, add, covers, exceptions, negative};
use super::scalars::{ScalarAccess, scalars};
use super::scop::{Array, Parameter, Piece, Scop, Statement, Storage, Touch};
use super::shape::{Raw, shaped};
use crate::model::{Base, Model, ValueId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::fmt;

/// A part with more loops in each other has no description: each block in them would have a constraint of each.
const DEEPEST: usize = 32;

/// Why something that counts and accesses memory has no polyhedral description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A loop's begin or bound, or a branch.
    Control,
    /// Wrapping around cannot be excluded.
    WrapsAround,
    /// A subscript.
    Subscript,
    /// Too many loops in each other.
    TooDeep,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Control => "a bound or condition is not affine, or falls into too many cases",
            Refusal::WrapsAround => "sums cannot be kept from wrapping around by a condition on parameters",
            Refusal::TooDeep => "more than 32 loops lie in each other",
            Refusal::Subscript => {
                "a subscript has a product of an iterator and a parameter, which no shape of the array explains"
            }
        })
    }
}

/// The polyhedral description of what was found.
pub(super) fn lowered(model: &Model, part: Description) -> Result<Scop, Refusal> {
    let mut depths: Vec<usize> = Vec::with_capacity(part.loops.len());
    for l in &part.loops {
        depths.push(l.within.map_or(1, |around| depths[around as usize] + 1));
    }
    if depths.iter().any(|depth| *depth > DEEPEST) {
        return Err(Refusal::TooDeep);
    }
    let mut space = Space::of(expressions(&part).map(|(_, affine)| affine));
    let mut domains = Domains::new(model, &part, &mut space).ok_or(Refusal::Control)?;
    let negative = negative(model, expressions(&part), &mut space, &domains).ok_or(Refusal::WrapsAround)?;
    if space.exclude_negative(&negative) {
        domains = Domains::new(model, &part, &mut space).ok_or(Refusal::Control)?;
    }
    let mut invalid = exceptions(model, &part, &mut space, &domains, negative).ok_or(Refusal::WrapsAround)?;
    let mut memory = Memory { arrays: Vec::new(), scalars: FxHashMap::default(), of: Vec::new() };
    memory.fill(model, &part, &mut space, &domains, &mut invalid).ok_or(Refusal::Subscript)?;
    let statements = statements(model, &part, &domains, &mut memory);
    if statements.iter().all(|statement| covers(model, &space, &invalid, &statement.domain)) {
        return Err(Refusal::WrapsAround);
    }
    let first = |l: &Loop| match l.counts_rounds {
        true => Some(vec![(Conjunction::default(), Linear::default())]),
        false => space.linear_cases(&l.start),
    };
    let firsts = part.loops.iter().map(first).collect::<Option<_>>().ok_or(Refusal::Control)?;
    let parameters = space.parameters.iter().enumerate();
    let parameters = parameters.map(|(number, factors)| Parameter {
        factors: factors.clone(),
        range: space.range(model, number as u32),
    });
    let parameters = parameters.collect();
    Ok(Scop { description: part, parameters, invalid, firsts, arrays: memory.arrays, statements })
}

/// All affine expressions of a part, each with the instruction that uses it.
fn expressions(part: &Description) -> impl Iterator<Item = (ValueId, &Affine)> {
    let loops = part.loops.iter().flat_map(|l| [(l.begin, &l.start), (l.begin, &l.bound)]);
    let conditions = part.conditions.iter().map(|condition| (condition.branch, &condition.value));
    let accesses = part.accesses.iter().flat_map(|access| {
        let user = access.access;
        [(user, &access.place.offset), (user, &*access.length)]
    });
    let provisions = part.provisions.iter().map(|provision| (provision.user, &provision.value));
    loops.chain(conditions).chain(accesses).chain(provisions)
}

struct Memory {
    arrays: Vec<Array>,
    scalars: FxHashMap<Storage, u32>,
    /// By access of the description.
    of: Vec<Option<Found>>,
}

/// An access within its array.
#[derive(Clone)]
struct Found {
    array: u32,
    pieces: Vec<Piece>,
    subscripts: Option<Vec<Affine>>,
}

impl Memory {
    fn fill(
        &mut self,
        model: &Model,
        part: &Description,
        space: &mut Space,
        domains: &Domains<'_>,
        invalid: &mut Union,
    ) -> Option<()> {
        let mut raws = Vec::with_capacity(part.accesses.len());
        for access in &part.accesses {
            raws.push(Raw {
                domain: domains.around(access.access),
                offset: space.cases(&access.place.offset)?,
                length: space.cases(&access.length)?,
                scales: access.place.scales.clone(),
                whole: access.place.offset.clone(),
            });
        }
        let mut bases: IndexMap<Base, Vec<usize>> = IndexMap::new();
        for (k, access) in part.accesses.iter().enumerate() {
            bases.entry(access.place.base).or_default().push(k);
        }
        self.of = vec![None; raws.len()];
        for (base, numbers) in bases {
            let of_base: Vec<&Raw> = numbers.iter().map(|k| &raws[*k]).collect();
            let of = shaped(model, space, base, &of_base)?;
            add(invalid, Verdict::Except(of.exceptions))?;
            let number = self.arrays.len() as u32;
            self.arrays.push(of.array);
            for ((k, pieces), subscripts) in numbers.into_iter().zip(of.pieces).zip(of.subscripts) {
                self.of[k] = Some(Found { array: number, pieces, subscripts });
            }
        }
        Some(())
    }

    fn scalar(&mut self, storage: Storage) -> u32 {
        let next = self.arrays.len() as u32;
        let number = *self.scalars.entry(storage).or_insert(next);
        if number == next {
            self.arrays.push(Array { storage, element: 0, strides: Vec::new(), sizes: Vec::new() });
        }
        number
    }
}

fn statements(
    model: &Model,
    part: &Description,
    domains: &Domains<'_>,
    memory: &mut Memory,
) -> Vec<Statement> {
    let positions = positions(part);
    let scalars = scalars(model, part, &domains.members);
    let mut of_memory: Vec<Vec<Touch>> = vec![Vec::new(); part.members.len()];
    for ((number, access), found) in (0..).zip(&part.accesses).zip(std::mem::take(&mut memory.of)) {
        let member = model.block_of(access.access).and_then(|block| domains.members.get(&block));
        let (Some(member), Some(Found { array, pieces, subscripts })) = (member, found) else { continue };
        let (instruction, kind, access) = (access.access, access.kind, Some(number));
        of_memory[*member].push(Touch { instruction, kind, array, access, pieces, subscripts });
    }
    let mut statements = Vec::new();
    for (k, (member, position)) in part.members.iter().zip(positions).enumerate() {
        let touch = |access: &ScalarAccess, memory: &mut Memory| Touch {
            instruction: access.value,
            kind: access.kind,
            array: memory.scalar(access.storage()),
            access: None,
            pieces: whole(),
            subscripts: Some(Vec::new()),
        };
        let of_kind = |kind: AccessKind| scalars[k].iter().filter(move |access| access.kind == kind);
        let mut accesses: Vec<Touch> =
            of_kind(AccessKind::Read).map(|access| touch(access, memory)).collect();
        accesses.append(&mut of_memory[k]);
        accesses.extend(of_kind(AccessKind::Write).map(|access| touch(access, memory)));
        if !accesses.is_empty() {
            let loops = part.around(member.within);
            let domain = domains.of[k].clone();
            statements.push(Statement { block: member.block, loops, domain, position, accesses });
        }
    }
    statements
}

/// The only piece of an access to a scalar.
fn whole() -> Vec<Piece> {
    vec![Piece { when: Conjunction::default(), subscripts: Vec::new(), elements: Linear::constant(1) }]
}

/// By member, its place among what is in the same loop, for each of the loops around it: a loop counts as one.
fn positions(part: &Description) -> Vec<Vec<u32>> {
    // By loop, and outside all, how many there are so far; by loop, its own place.
    let mut next = vec![0; part.loops.len() + 1];
    let mut place: Vec<Option<u32>> = vec![None; part.loops.len()];
    let mut positions = Vec::with_capacity(part.members.len());
    for member in &part.members {
        let around = part.around(member.within);
        let mut position = Vec::with_capacity(around.len() + 1);
        let mut level = part.loops.len();
        for number in around {
            let number = number as usize;
            let own = *place[number].get_or_insert_with(|| {
                next[level] += 1;
                next[level] - 1
            });
            position.push(own);
            level = number;
        }
        position.push(next[level]);
        next[level] += 1;
        positions.push(position);
    }
    positions
}
