//! From loops, conditions and accesses in affine expressions to a polyhedral description.
//!
//! In: the affine description of a part. Out: a [`Scop`], or a [`Refusal`] with the instruction that prevents
//! it.

use super::affine::Affine;
use super::assumptions::decide;
use super::cases::{Space, Union};
use super::description::{AccessKind, Description, Loop};
use super::domain::Domains;
use super::linear::{Conjunction, Linear};
use super::prover::{Prover, Verdict};
use super::provisions::{add, exceptions, negative};
use super::reductions::mark_reductions;
use super::refusal::{Reason, Refusal};
use super::scalars::{ScalarAccess, scalars};
use super::scop::{AccessPiece, Array, Parameter, Scop, Statement, Storage, Touch};
use super::shape::{Raw, shaped};
use indexmap::IndexMap;
use ir::{Base, Model, Opcode, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// The deepest loop nest with a description: each block in it has constraints on each iterator.
const DEEPEST: usize = 32;

/// The polyhedral description of a part.
pub(super) fn lowered(model: &Model, part: Description) -> Result<Scop, Refusal> {
    let mut prover = Prover::new(model);
    lowered_by(&mut prover, part).map_err(|refusal| match prover.is_spent() {
        true => Refusal { reason: Reason::Work, ..refusal },
        false => refusal,
    })
}

fn lowered_by(prover: &mut Prover<'_>, mut part: Description) -> Result<Scop, Refusal> {
    let model = prover.model;
    let mut depths: Vec<usize> = Vec::with_capacity(part.loops.len());
    for l in &part.loops {
        depths.push(l.enclosing.map_or(1, |around| depths[around as usize] + 1));
    }
    if let Some(at) = depths.iter().position(|depth| *depth > DEEPEST) {
        return Err(Refusal { reason: Reason::TooDeep, at: part.loops[at].end });
    }
    let mut space = Space::of(expressions(&part).map(|(_, affine)| affine));
    by_branches(model, &part).for_each(|affine| space.mention(affine));
    let mut domains = Domains::new(prover, &part, &mut space)?;
    let negative = negative(prover, expressions(&part), &mut space, &domains)?;
    if space.exclude_negative(&negative) {
        prover.forget();
        domains = Domains::new(prover, &part, &mut space)?;
    }
    let mut invalid = exceptions(prover, &part, &mut space, &domains, negative)?;
    decide(prover, &mut part.assumptions, &mut space, &domains, &mut invalid);
    let mut memory = Memory { arrays: Vec::new(), scalars: FxHashMap::default(), of: Vec::new() };
    memory.fill(prover, &part, &mut space, &domains, &mut invalid)?;
    let mut statements = statements(model, &part, &domains, &mut memory);
    mark_reductions(model, &part, &memory.arrays, &mut statements);
    let is_void =
        |statement: &Statement| prover.covers(&space, &invalid, &prover.domain(statement.domain.clone()));
    if let Some(first) = statements.first().filter(|_| statements.iter().all(is_void)) {
        return Err(Refusal { reason: Reason::HoldsNever, at: first.accesses[0].instruction });
    }
    let mut first = |l: &Loop| match l.counts_rounds {
        true => Some(vec![(Conjunction::default(), Linear::default())]),
        false => space.linear_cases(&l.start),
    };
    let cases = |l: &Loop| first(l).ok_or(Refusal { reason: Reason::Cases, at: l.end });
    let firsts = part.loops.iter().map(cases).collect::<Result<_, _>>()?;
    let parameters = space.parameters.iter().enumerate();
    let parameters = parameters.map(|(number, factors)| Parameter {
        factors: factors.clone(),
        range: space.range(model, number as u32),
    });
    let parameters = parameters.collect();
    let (arrays, untested) = (memory.arrays, domains.untested);
    Ok(Scop { description: part, parameters, invalid, firsts, untested, arrays, statements })
}

/// The operands of branches in the order of control flow, which is the order in which Polly numbers
/// parameters.
fn by_branches<'p>(model: &Model, part: &'p Description) -> impl Iterator<Item = &'p Affine> {
    let conditions = part.conditions.iter().map(|c| (c.branch, [c.value.as_ref(), None]));
    let ends = part.loops.iter().map(|l| (l.end, [Some(&l.start), Some(&l.bound)]));
    let of_branches: FxHashMap<ValueId, [Option<&Affine>; 2]> = conditions.chain(ends).collect();
    // The entry block of a function belongs to no region of LLVM.
    let entry = model.blocks().next();
    let members = part.members.iter().filter(|member| Some(member.block) != entry);
    let branches = members.map(|member| model.terminator(member.block));
    let of_members: Vec<_> = branches.filter_map(|branch| of_branches.get(&branch).copied()).collect();
    of_members.into_iter().flatten().flatten()
}

/// All affine expressions of a part, each with the instruction that uses it.
fn expressions(part: &Description) -> impl Iterator<Item = (ValueId, &Affine)> {
    let loops = part.loops.iter().flat_map(|l| [(l.begin, &l.start), (l.begin, &l.bound)]);
    let conditions = part.conditions.iter().filter_map(|c| Some((c.branch, c.value.as_ref()?)));
    let assumptions = part.assumptions.iter().filter_map(|a| Some((a.way.branch, a.value.as_ref()?)));
    let accesses = part.accesses.iter().flat_map(|access| {
        let user = access.access;
        [(user, &access.place.offset), (user, &*access.length)]
    });
    let provisions = part.provisions.iter().map(|provision| (provision.user, &provision.value));
    loops.chain(conditions).chain(assumptions).chain(accesses).chain(provisions)
}

struct Memory {
    arrays: Vec<Array>,
    scalars: FxHashMap<Storage, u32>,
    /// The result for each access of the description.
    of: Vec<Option<Found>>,
}

/// An access to an array.
#[derive(Clone)]
struct Found {
    array: u32,
    pieces: Vec<AccessPiece>,
    subscripts: Option<Vec<Affine>>,
}

impl Memory {
    fn fill(
        &mut self,
        prover: &Prover<'_>,
        part: &Description,
        space: &mut Space,
        domains: &Domains<'_>,
        invalid: &mut Union,
    ) -> Result<(), Refusal> {
        let model = prover.model;
        let mut raws = Vec::with_capacity(part.accesses.len());
        for access in &part.accesses {
            let raw = Raw::of(access, prover.domain(domains.around(access.access)), space);
            raws.push(raw.ok_or(Refusal { reason: Reason::Cases, at: access.access })?);
        }
        let mut bases: IndexMap<Base, Vec<usize>> = IndexMap::new();
        for (k, access) in part.accesses.iter().enumerate() {
            bases.entry(access.place.base).or_default().push(k);
        }
        self.of = vec![None; raws.len()];
        for (base, numbers) in bases {
            let of_base: Vec<&Raw> = numbers.iter().map(|k| &raws[*k]).collect();
            let refused = |reason| {
                let first = numbers.iter().find(|k| of_base.len() == 1 || raws[**k].is_parametric());
                let at = part.accesses[*first.unwrap_or(&numbers[0])].access;
                Refusal { reason, at }
            };
            let of = shaped(prover, space, base, &of_base).ok_or_else(|| refused(Reason::Shape))?;
            add(invalid, Verdict::Except(of.exceptions)).ok_or_else(|| refused(Reason::Exceptions))?;
            let number = self.arrays.len() as u32;
            let mut array = of.array;
            array.is_restrict = is_restrict(model, base);
            numbers.iter().for_each(|k| add_type(model, &mut array.types, part.accesses[*k].access));
            self.arrays.push(array);
            for ((k, pieces), subscripts) in numbers.into_iter().zip(of.pieces).zip(of.subscripts) {
                self.of[k] = Some(Found { array: number, pieces, subscripts });
            }
        }
        Ok(())
    }

    fn scalar(&mut self, storage: Storage, ty: TypeId) -> u32 {
        let next = self.arrays.len() as u32;
        let number = *self.scalars.entry(storage).or_insert(next);
        if number == next {
            let (strides, sizes, types) = (Vec::new(), Vec::new(), vec![ty]);
            let (element, offset, is_restrict) = (0, 0, false);
            self.arrays.push(Array { storage, element, offset, strides, sizes, types, is_restrict });
        }
        number
    }
}

fn is_restrict(model: &Model, base: Base) -> bool {
    match base {
        Base::Value(value) => model.parameter_memory(value).is_some_and(|memory| memory.is_noalias),
        Base::Hidden(_) => false,
    }
}

/// Adds the type of the value that an access loads or stores.
fn add_type(model: &Model, types: &mut Vec<TypeId>, access: ValueId) {
    let value = match model.opcode(access) {
        Some(Opcode::Load) => Some(access),
        Some(Opcode::Store) => model.operand(access, 0),
        _ => None,
    };
    types.extend(value.map(|value| model.type_id(value)).filter(|ty| !types.contains(ty)));
}

fn statements(
    model: &Model,
    part: &Description,
    domains: &Domains<'_>,
    memory: &mut Memory,
) -> Vec<Statement> {
    let positions = positions(part);
    let scalars = scalars(model, part, domains);
    let mut of_memory: Vec<Vec<Touch>> = vec![Vec::new(); part.members.len()];
    for ((number, access), found) in (0..).zip(&part.accesses).zip(std::mem::take(&mut memory.of)) {
        let member = model.block_of(access.access).and_then(|block| domains.members.get(&block));
        let (Some(member), Some(Found { array, pieces, subscripts })) = (member, found) else { continue };
        let (instruction, kind, access) = (access.access, access.kind, Some(number));
        let reduction = None;
        of_memory[*member].push(Touch { instruction, kind, reduction, array, access, pieces, subscripts });
    }
    let mut statements = Vec::new();
    for (k, (member, position)) in part.members.iter().zip(positions).enumerate() {
        let touch = |access: &ScalarAccess, memory: &mut Memory| Touch {
            instruction: access.value,
            kind: access.kind,
            reduction: None,
            array: memory.scalar(access.storage(), model.type_id(access.value)),
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
            let loops = part.around(member.enclosing);
            let domain = domains.of[k].clone();
            let guards = domains.guards[k].iter().map(|number| part.conditions[*number].branch).collect();
            statements.push(Statement { block: member.block, loops, domain, guards, position, accesses });
        }
    }
    statements
}

/// The only piece of an access to a scalar.
fn whole() -> Vec<AccessPiece> {
    vec![AccessPiece { when: Conjunction::default(), subscripts: Vec::new(), elements: Linear::constant(1) }]
}

/// The position of each member in each of its enclosing loops, among the blocks and loops directly in that
/// loop.
fn positions(part: &Description) -> Vec<Vec<u32>> {
    // The number of positions taken so far, by loop and outside of all; and the position of each loop.
    let mut next = vec![0; part.loops.len() + 1];
    let mut place: Vec<Option<u32>> = vec![None; part.loops.len()];
    let mut positions = Vec::with_capacity(part.members.len());
    for member in &part.members {
        let around = part.around(member.enclosing);
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
