//! The description of a static control part as text: `c[i0][i2]`, `2*i0 + %n*i1 - 1`.
//!
//! All texts are in terms of the IR. If debug information has source names, there is a second text with these
//! names: `c[i][k]`.

use super::arms::{arms, leads_past};
use super::members::member;
use super::names::{Names, mentioned};
use super::parameters::{Texts, used_by_texts};
use super::subscripts::subscripts_of;
use super::writing::{written, written_with_signs};
use super::{DescribedScop, UndescribedScop, expression, isl};
use crate::{Bound, Spelling, View};
use analysis::memory::{Alias, Location, Memory};
use ir::{Base, Model, Opcode, SourceVariable, ValueId};
use report::{
    Scop, ScopAccess, ScopArm, ScopAssumption, ScopCondition, ScopException, ScopLoad, ScopLoop, ScopName,
    describe_place, negated, where_in,
};
use scop::{
    self, Access, AccessKind, Affine, Assumption, Condition, Conjunction, Constraint, Dimension, Factors,
    Loaded, Loop, Reason, Refusal, Statement, Storage, Touch,
};
use std::collections::BTreeSet;

/// Stands for an expression over iterator values that is too large.
const TOO_LARGE: &str = "…";

/// The description of a static control part.
pub(super) fn describe(view: &View<'_>, part: &DescribedScop, spelling: &Spelling<'_>) -> Scop {
    let bound = |value: ValueId| if part.of_copy { view.bound(value) } else { Bound::Value(value) };
    let whole = if part.of_copy { view.model() } else { view.plain() };
    let smaller = (!part.left_out.is_empty()).then(|| whole.without(&part.left_out));
    let model = smaller.as_ref().unwrap_or(whole);
    let place = |value: ValueId| bound(value).location(view.plain()).map(|l| spelling.place(l));
    let memory = Memory::new(model);
    let further = used_by_texts(model, &part.scop);
    let ir = Names::of_ir(model, &part.scop, further, |value| bound(value).describe(spelling.describe));
    let variable = |value: ValueId| bound(value).value().and_then(spelling.variable);
    let mut source = Names::of_source(&part.scop, variable, &ir);
    if let Some(names) = &mut source {
        let texts = Texts { model, part: &part.scop, memory: &memory, names }.of_parameters();
        names.describe(texts);
    }
    let teller = Teller { model, part: &part.scop, ir: &ir, source: source.as_ref(), place: &place };
    let may_overlap = may_overlap(model, &part.scop, &memory);
    let block = |block| (spelling.block)(view.plain().terminator(block));
    let bytes = |touch: &Touch| teller.bytes(touch);
    let branch = |branch: ValueId| {
        let condition = part.scop.description.conditions.iter().find(|condition| condition.branch == branch);
        condition.map_or_else(String::new, |condition| teller.condition(condition).value)
    };
    let conditions: Vec<ScopCondition> =
        part.scop.description.conditions.iter().map(|c| teller.condition(c)).collect();
    let assumptions = teller.assumptions();
    let polyhedral = isl::ScopTexts {
        assumes: assumptions
            .iter()
            .map(|a| a.condition.clone() + &where_in(&conditions, &a.arms, false))
            .collect(),
        ir: &ir,
        source: source.as_ref(),
        place: &place,
        block: &block,
        bytes: &bytes,
        branch: &branch,
        may_overlap: &may_overlap,
    };
    let polyhedral = isl::model(model, &part.scop, &polyhedral);
    let description = &part.scop.description;
    Scop {
        loops: (0..).zip(&description.loops).map(|(k, l)| teller.counted(k, l)).collect(),
        conditions,
        accesses: teller.accesses(),
        loads: teller.loads(&mentioned(model, &part.scop)),
        may_overlap: may_overlap
            .iter()
            .map(|(one, other)| (teller.array(*one, &ir), teller.array(*other, &ir)))
            .collect(),
        assumptions,
        except_for: part.scop.invalid.iter().map(|exception| teller.exception(exception)).collect(),
        dependences: None,
        polyhedral,
        names: source
            .iter()
            .flat_map(|names| names.differing(&ir))
            .map(|(value, source)| ScopName { value, source })
            .collect(),
    }
}

/// The reason why loops have no description, such as
/// `no description: an access whose address or length is not affine, %5 at x.c:3:7`.
pub(super) fn reason(view: &View<'_>, part: &UndescribedScop, spelling: &Spelling<'_>) -> String {
    let UndescribedScop { refusal: Refusal { reason, at }, of_copy } = *part;
    let bound = if of_copy { view.bound(at) } else { Bound::Value(at) };
    let model = if of_copy { view.model() } else { view.plain() };
    let callee = model.operand(at, 0).filter(|_| model.opcode(at) == Some(Opcode::Call));
    let what = match callee.and_then(|callee| model.global(callee)) {
        Some(callee) if reason == Reason::Effect => format!("call of {}", callee.canonical),
        _ => format!("{reason}, {}", bound.describe(spelling.describe)),
    };
    let place = bound.location(view.plain()).map(|location| spelling.place(location));
    let place = place.map_or_else(String::new, |place| format!(" at {}", describe_place(&place)));
    format!("no description: {what}{place}")
}

struct Teller<'a> {
    model: &'a Model,
    part: &'a scop::Scop,
    ir: &'a Names,
    /// The source names; `None` if no value has one.
    source: Option<&'a Names>,
    place: &'a dyn Fn(ValueId) -> Option<report::Place>,
}

impl Teller<'_> {
    /// The names of the enclosing loops, outermost first.
    fn enclosing_loops(&self, innermost: Option<u32>) -> Vec<String> {
        let around = self.part.description.around(innermost);
        around.into_iter().map(|k| self.ir.iterator(k).to_owned()).collect()
    }

    /// The arms of conditions of a loop that contain an instruction.
    fn arms(&self, instruction: ValueId, of_loop: Option<u32>) -> Vec<ScopArm> {
        arms(self.model, &self.part.description, self.model.block_of(instruction), of_loop)
    }

    fn counted(&self, k: u32, l: &Loop) -> ScopLoop {
        let by_rounds = l.by_rounds().filter(|_| l.is_address);
        let l = by_rounds.as_ref().unwrap_or(l);
        let step = i64::try_from(l.step).unwrap_or(if l.step < 0 { i64::MIN } else { i64::MAX });
        let source = |names: &Names| {
            let (i, start, bound) =
                (names.iterator(k), self.with_signs(&l.start, names), self.with_signs(&l.bound, names));
            ScopLoop::text(i, &start, l.relation.symbol(), &bound, step)
        };
        ScopLoop {
            iterator: self.ir.iterator(k).to_owned(),
            value: self.ir.value(l.iterator).to_owned(),
            start: self.written(&l.start, self.ir),
            step,
            relation: l.relation.symbol().to_string(),
            first_untested: self.part.untested.get(k as usize).is_some_and(|untested| *untested),
            bound: self.written(&l.bound, self.ir),
            source: self.source.map(source),
            enclosing: self.enclosing_loops(l.enclosing),
            arms: self.arms(l.begin, l.enclosing),
            place: (self.place)(l.end).or_else(|| (self.place)(l.iterator)),
        }
    }

    fn condition(&self, condition: &Condition) -> ScopCondition {
        let leads_past = leads_past(self.model, condition.branch);
        let value = |names: &Names| match &condition.value {
            Some(value) if leads_past => self.with_signs(&value.opposite(), names),
            Some(value) => self.with_signs(value, names),
            None if leads_past => format!("!({})", self.branch(condition.branch, names)),
            None => self.branch(condition.branch, names),
        };
        ScopCondition {
            value: value(self.ir),
            about_data: condition.value.is_none(),
            source: self.source.map(value),
            cases: self.cases(condition.branch),
            enclosing: self.enclosing_loops(condition.enclosing),
            arms: self.arms(condition.branch, condition.enclosing),
            place: (self.place)(condition.branch),
        }
    }

    /// The assumed absence of errors, where no condition on parameters implies it.
    fn assumptions(&self) -> Vec<ScopAssumption> {
        let stated = self.part.description.assumptions.iter().filter(|assumption| assumption.is_stated);
        let text = |assumption: &Assumption| {
            let Assumption { way, value, .. } = assumption;
            let holds = |names: &Names| {
                let is_reached = way.way == 0;
                let with_signs = |value: &Affine| self.written_by(written_with_signs, value, names);
                match value {
                    Some(value) if is_reached => with_signs(&value.opposite()),
                    Some(value) => with_signs(value),
                    None if is_reached => negated(&self.about_data(way.condition, names)),
                    None => self.about_data(way.condition, names),
                }
            };
            let error = self.model.block_instructions(way.target);
            let callee = |call| self.model.operand(call, 0).and_then(|callee| self.model.global(callee));
            let is_call = |call: &ValueId| self.model.opcode(*call) == Some(Opcode::Call);
            let callees = error.clone().filter(is_call).filter_map(callee);
            ScopAssumption {
                condition: holds(self.ir),
                source: self.source.map(holds),
                calls: callees.map(|callee| callee.name.clone()).collect(),
                enclosing: self.enclosing_loops(assumption.enclosing),
                arms: self.arms(way.branch, assumption.enclosing),
                place: error.clone().find_map(self.place),
                branch: (self.place)(way.branch),
            }
        };
        stated.map(text).collect()
    }

    fn branch(&self, branch: ValueId, names: &Names) -> String {
        let value = self.model.operand(branch, 0);
        value.map_or_else(String::new, |value| self.about_data(value, names))
    }

    /// A condition that is not affine, with the loads in it as accesses.
    fn about_data(&self, value: ValueId, names: &Names) -> String {
        let leaf = |value: ValueId| {
            let mut touches = self.part.statements.iter().flat_map(|statement| &statement.accesses);
            let loaded = touches.find(|touch| touch.access.is_some() && touch.instruction == value);
            match loaded.filter(|_| self.model.opcode(value) == Some(Opcode::Load)) {
                Some(touch) => self.touched(touch, names),
                None => self
                    .part
                    .description
                    .loops
                    .iter()
                    .position(|l| l.iterator == value && !l.is_address)
                    .map_or_else(
                        || names.parameter(value).to_owned(),
                        |k| names.iterator(k as u32).to_owned(),
                    ),
            }
        };
        expression::written(self.model, value, &leaf)
    }

    /// The first element of a memory access: `a[i0]`.
    fn touched(&self, touch: &Touch, names: &Names) -> String {
        let access = &self.part.description.accesses[touch.access.unwrap_or_default() as usize];
        let subscripts = self.subscripts(touch, access, names);
        match std::ptr::eq(names, self.ir) {
            true => ScopAccess::text(&self.array(touch.array, self.ir), &subscripts, None),
            false => self.in_source(access, touch.array, subscripts, names).0,
        }
    }

    fn subscripts(&self, touch: &Touch, access: &Access, names: &Names) -> Vec<String> {
        match &touch.subscripts {
            Some(subscripts) => subscripts.iter().map(|s| self.written(s, names)).collect(),
            None => vec![format!("byte {}", self.written(&access.place.offset, names))],
        }
    }

    /// The case values of a switch.
    fn cases(&self, branch: ValueId) -> Vec<i64> {
        let block = self.model.block_of(branch);
        block.and_then(|block| self.model.switch_cases(block)).unwrap_or_default().to_vec()
    }

    /// The memory accesses, in the order of statements.
    fn accesses(&self) -> Vec<ScopAccess> {
        let of = |statement: &Statement| -> Vec<ScopAccess> {
            let innermost = statement.loops.last().copied();
            let of_memory = statement.accesses.iter().filter(|touch| touch.access.is_some());
            of_memory.map(|touch| self.access(touch, statement, innermost)).collect()
        };
        self.part.statements.iter().flat_map(of).collect()
    }

    /// The loads of parameters, in the order of statements.
    fn loads(&self, mentioned: &BTreeSet<ValueId>) -> Vec<ScopLoad> {
        let (model, description) = (self.model, &self.part.description);
        let loaded = description.loads.iter().filter(|loaded| mentioned.contains(&loaded.loads[0]));
        let entry = description.members.first().map(|member| model.block_first(member.block));
        let load = |loaded: &Loaded| {
            let mut touches = self.part.statements.iter().flat_map(|statement| &statement.accesses);
            let touch = touches.find(|t| t.access.is_some() && t.instruction == loaded.loads[0])?;
            let access = &description.accesses[touch.access? as usize];
            let is_certain = |load: &ValueId| entry.is_some_and(|entry| model.post_dominates(*load, entry));
            Some(ScopLoad {
                value: self.ir.value(loaded.loads[0]).to_owned(),
                array: self.array(touch.array, self.ir),
                subscripts: self.subscripts(touch, access, self.ir),
                source: self.source.map(|names| self.touched(touch, names)),
                always: loaded.loads.iter().any(is_certain),
                place: (self.place)(touch.instruction),
            })
        };
        loaded.filter_map(load).collect()
    }

    fn access(&self, touch: &Touch, statement: &Statement, innermost: Option<u32>) -> ScopAccess {
        let array = &self.part.arrays[touch.array as usize];
        let access = &self.part.description.accesses[touch.access.unwrap_or_default() as usize];
        let bytes = |element: i128, names: &Names| {
            (access.length.as_constant() != Some(element)).then(|| self.written(&access.length, names))
        };
        let subscripts = |names: &Names| self.subscripts(touch, access, names);
        let source = |names: &Names| {
            let (what, element) = self.in_source(access, touch.array, subscripts(names), names);
            ScopAccess::text(&what, &[], bytes(element, names).as_deref())
        };
        ScopAccess {
            kind: isl::kind(touch, statement).to_owned(),
            array: self.array(touch.array, self.ir),
            subscripts: subscripts(self.ir),
            bytes: bytes(array.element, self.ir),
            source: self.source.map(source),
            reduction: touch.reduction.map(str::to_owned),
            enclosing: self.enclosing_loops(innermost),
            arms: self.arms(touch.instruction, innermost),
            place: (self.place)(touch.instruction),
        }
    }

    /// The length of a memory access.
    fn bytes(&self, touch: &Touch) -> Option<String> {
        let access = self.part.description.accesses.get(touch.access? as usize)?;
        Some(self.written(&access.length, self.ir))
    }

    /// `k <= 0 and n >= k + 1`
    fn exception(&self, exception: &Conjunction) -> ScopException {
        let in_names = |names: &Names| {
            let constraints =
                exception.constraints.iter().map(|constraint| self.constraint(constraint, names));
            constraints.collect::<Vec<_>>().join(" and ")
        };
        ScopException { condition: in_names(self.ir), source: self.source.map(in_names) }
    }

    /// A constraint with its positive terms on one side and its negative terms on the other.
    fn constraint(&self, constraint: &Constraint, names: &Names) -> String {
        let side = |sign: i128| {
            let terms = constraint.form.terms.iter().filter(|(_, by)| by.signum() == sign);
            let terms = terms.filter_map(|(dimension, by)| match dimension {
                Dimension::Parameter(number) => {
                    Some((self.part.parameters.get(*number as usize)?.factors.clone(), by.abs()))
                }
                Dimension::Iterator(_) => None,
            });
            Affine { terms: terms.collect() }
        };
        let (mut left, mut right) = (side(1), side(-1));
        let number = |by: i128| (Factors::NONE, by);
        let is_flipped = left.terms.is_empty();
        if is_flipped {
            left = std::mem::replace(&mut right, left);
        }
        match constraint.form.constant {
            0 => {}
            by if is_flipped => right.terms.insert(0, number(by)),
            by => right.terms.insert(0, number(-by)),
        }
        let relation = match (constraint.is_equality, is_flipped) {
            (true, _) => "==",
            (false, true) => "<=",
            (false, false) => ">=",
        };
        let side = |side: &Affine| written_with_signs(side, names);
        format!("{} {relation} {}", side(&left), side(&right))
    }

    /// The name of an array.
    fn array(&self, number: u32, names: &Names) -> String {
        match self.part.arrays[number as usize].storage {
            Storage::Memory(Base::Value(value)) | Storage::Value(value) | Storage::Phi(value) => {
                names.value(value).to_owned()
            }
            Storage::Memory(hidden) => {
                format!("@{}", self.model.base_global(hidden).map_or("", |global| &global.name))
            }
        }
    }

    /// The access as source text, `c[i][k]`, independent of the address computation, and the size in bytes of
    /// the named element. An array without a variable, or with rows of parametric length, has the subscripts
    /// of its recovered shape.
    fn in_source(
        &self,
        access: &Access,
        array: u32,
        subscripts: Vec<String>,
        names: &Names,
    ) -> (String, i128) {
        let element = self.part.arrays[array as usize].element;
        let variable = match access.place.base {
            Base::Value(value) => names.variable(value),
            Base::Hidden(_) => None,
        };
        let Some(variable) = variable else {
            return (ScopAccess::text(&self.array(array, self.ir), &subscripts, None), element);
        };
        if self.has_rows_of(array, variable) && subscripts.len() > 1 {
            return (ScopAccess::text(&self.array(array, names), &subscripts, None), element);
        }
        let size = access.length.as_constant();
        let in_bytes = self.part.description.in_iterators(&access.place.offset, 1);
        let name = self.array(array, names);
        let member = |(size, at): (i128, Affine)| member((variable, &name), (&at, size), names);
        if let Some((size, text)) = size.and_then(|size| Some((size, member((size, in_bytes?))?))) {
            return (text, size);
        }
        let strides = &variable.strides;
        let unit = strides.last().map_or(1, |stride| i128::from(*stride).max(1));
        let Some(offset) = self.part.description.in_iterators(&access.place.offset, unit) else {
            return (ScopAccess::text(&self.array(array, names), &[TOO_LARGE.to_owned()], None), unit);
        };
        let (subscripts, rest) = subscripts_of(&offset, strides);
        // The beginning of a piece of memory.
        let is_bare = offset.as_constant() == Some(0) && access.length.as_constant().is_none();
        let subscripts = if is_bare { Vec::new() } else { subscripts };
        let subscripts: Vec<String> = subscripts.iter().map(|s| written(s, names)).collect();
        let text = ScopAccess::text(&self.array(array, names), &subscripts, None);
        match rest.as_constant() {
            Some(0) => (text, unit),
            _ => (format!("{text} at byte {}", written(&rest, names)), unit),
        }
    }

    /// Whether an array has the dimensions of a variable with rows of non-constant length.
    fn has_rows_of(&self, array: u32, variable: &SourceVariable) -> bool {
        let SourceVariable { strides, open_dimensions, .. } = variable;
        let array = &self.part.arrays[array as usize];
        let is_element = strides.last().is_some_and(|stride| i128::from(*stride) == array.element);
        is_element && *open_dimensions > 0 && array.strides.len() == open_dimensions + strides.len()
    }

    fn written(&self, affine: &Affine, names: &Names) -> String {
        self.written_by(written, affine, names)
    }

    /// The text with casts for signedness. Names of the IR carry no signedness, so their text has none.
    fn with_signs(&self, affine: &Affine, names: &Names) -> String {
        let by = if std::ptr::eq(names, self.ir) { written } else { written_with_signs };
        self.written_by(by, affine, names)
    }

    fn written_by(&self, by: fn(&Affine, &Names) -> String, affine: &Affine, names: &Names) -> String {
        let in_iterators = self.part.description.in_iterators(affine, 1);
        in_iterators.map_or_else(|| TOO_LARGE.to_owned(), |affine| by(&affine, names))
    }
}

/// The address of a memory access, of the operand that it reads or writes.
fn address_of(model: &Model, part: &scop::Scop, touch: &Touch) -> Option<ValueId> {
    let access = part.description.accesses.get(touch.access? as usize)?.access;
    let n = match (model.opcode(access)?, touch.kind) {
        (Opcode::Load, _) => 0,
        (Opcode::Store, _) | (_, AccessKind::Write) => 1,
        (_, AccessKind::Read) => 2,
    };
    model.operand(access, n)
}

/// Pairs of arrays that may overlap according to alias analysis, at least one of them written.
fn may_overlap(model: &Model, part: &scop::Scop, aliases: &Memory<'_>) -> Vec<(u32, u32)> {
    let is_written = |array: u32| {
        let mut touches = part.statements.iter().flat_map(|statement| &statement.accesses);
        touches.any(|touch| touch.array == array && touch.kind == AccessKind::Write)
    };
    let location = |array: u32| {
        let pointer = match part.arrays[array as usize].storage {
            Storage::Memory(Base::Value(value)) => value,
            // The variable occurs only in constant expressions, so the address of an access is used instead.
            Storage::Memory(Base::Hidden(_)) => {
                let mut touches = part.statements.iter().flat_map(|statement| &statement.accesses);
                address_of(model, part, touches.find(|touch| touch.array == array)?)?
            }
            Storage::Value(_) | Storage::Phi(_) => return None,
        };
        Some(Location::behind(pointer))
    };
    let memory: Vec<(u32, Location, bool)> = (0..part.arrays.len() as u32)
        .filter_map(|array| Some((array, location(array)?, is_written(array))))
        .collect();
    let mut pairs = Vec::new();
    for (k, (one, location, written)) in memory.iter().enumerate() {
        for (other, other_location, other_written) in &memory[k + 1..] {
            if (*written || *other_written) && aliases.alias(*location, *other_location) != Alias::No {
                pairs.push((*one, *other));
            }
        }
    }
    pairs
}
