//! Facts about the function that a call calls: `{c} does F({x})`, `{c} returns F({x})`.
//!
//! The facts themselves come from a table, [`CalleeFacts`](super::CalleeFacts), which knows the other
//! functions. Here a fact about a parameter becomes one about a value of the caller:
//!
//! ```text
//! unlock(s) releases its parameter 0 + 8 bytes  =>  {c} does Unlocks({x}) with x = %s + 8
//! ```
//!
//! A call without an entry in the table has every `may` fact and no `must` fact. An invoke of a function that
//! may throw has no `must` fact either, since these are about normal return.

use super::ModelWorld;
use super::domain::value;
use super::fact_answer::{CalleeReason, FactAnswer, FactReason, Place};
use crate::candl::ast::Modality;
use ir::{Base, Global, Model, Opcode, OpcodeClass, OpcodeSet, TypeClass, ValueId};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, ArgSet, Value};
use std::collections::BTreeSet;

/// An atom about a call, over (c), or (c, x) if the fact is about a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct CallFact {
    /// The name of the fact.
    pub fact: String,
    /// Its force.
    pub modality: Modality,
    /// Whether it is about a parameter.
    pub is_of_parameter: bool,
}

/// The most values that a pointer is traced through.
const MOST_TRACED: usize = 256;

/// An address as a value and a distance from it in bytes.
type Distance = (ValueId, i64);

/// The address at a constant distance that a pointer is; of any other value, the value itself.
pub fn distance(model: &Model, pointer: ValueId) -> Distance {
    let (mut at, mut offset) = (pointer, 0i64);
    while let Some(form) = model.gep_form(at).filter(|form| form.terms.is_empty())
        && let Some(base) = model.operand(at, 0)
    {
        offset = offset.wrapping_add(form.offset);
        at = base;
    }
    match model.constant_address(at) {
        Some(address) => match address.base {
            Base::Value(global) => (global, offset.wrapping_add(address.offset)),
            Base::Hidden(_) => (at, offset),
        },
        None => (at, offset),
    }
}

/// The place of a function that a value stands for.
pub fn place_of(model: &Model, pointer: ValueId) -> Option<Place> {
    let (root, offset) = distance(model, pointer);
    let parameter = model.parameters().position(|parameter| parameter == root)?;
    Some(Place { parameter: parameter as u32, offset })
}

/// The function that a call calls directly.
pub fn callee_of(model: &Model, call: ValueId) -> Option<&Global> {
    model.arg(call, 0).and_then(|callee| model.global(callee)).filter(|callee| callee.is_function)
}

/// Whether a call may leave by an exception, so that what holds on return need not hold behind it.
fn may_leave(model: &Model, call: ValueId, callee: Option<&Global>) -> bool {
    let never_throws = |callee: &Global| callee.attributes.iter().any(|name| name == "nounwind");
    model.opcode(call) == Some(Opcode::Invoke) && !callee.is_some_and(never_throws)
}

impl CallFact {
    pub(super) fn arity(&self) -> usize {
        1 + usize::from(self.is_of_parameter)
    }

    pub(super) fn access_path(&self, target: usize, bound: ArgSet) -> AccessPath {
        let other = 1 - target.min(1);
        match self.is_of_parameter && bound.contains(other) {
            true => AccessPath::Few,
            false => AccessPath::Bucket,
        }
    }

    /// The answer for a call; of anything else no fact holds.
    fn answer(&self, world: &ModelWorld<'_>, call: ValueId) -> FactAnswer {
        let model = world.model;
        if !model.opcode(call).is_some_and(|opcode| opcode.is_call()) {
            return FactAnswer::Fails;
        }
        let callee = callee_of(model, call);
        if self.modality == Modality::Must && may_leave(model, call, callee) {
            return FactAnswer::Fails;
        }
        match (world.facts, callee) {
            (Some(facts), Some(callee)) => facts.answer(&self.fact, callee),
            _ => FactAnswer::Unknown,
        }
    }

    /// The reason why no call with the argument `of` has the `must` fact: that of the first one.
    pub(super) fn first_reason(&self, world: &ModelWorld<'_>, of: ValueId) -> Option<CalleeReason> {
        let mut calls = world.model.instructions_of(OpcodeClass::Call.opcodes());
        calls.find_map(|call| self.reason(world, call, Some(of)))
    }

    /// The reason why a call does not have the `must` fact, of the value `of` if it is about a parameter.
    pub(super) fn reason(
        &self,
        world: &ModelWorld<'_>,
        call: ValueId,
        of: Option<ValueId>,
    ) -> Option<CalleeReason> {
        let model = world.model;
        model.opcode(call).filter(|opcode| opcode.is_call())?;
        let callee = callee_of(model, call);
        let answer = self.answer(world, call);
        let is_argument = |of: ValueId| arguments(model, call).any(|argument| may_share(model, argument, of));
        let reason = match callee {
            _ if of.is_some_and(|of| !is_argument(of)) => return None,
            None => FactReason::Pointer,
            Some(_) if may_leave(model, call, callee) => FactReason::Throws,
            Some(_) if matches!(&answer, FactAnswer::HoldsOf(places) if !places.is_empty()) => {
                FactReason::OtherArguments
            }
            Some(callee) => world.facts.map_or(FactReason::NoBody, |facts| facts.reason(&self.fact, callee)),
        };
        Some(CalleeReason {
            call,
            callee: callee.map(|callee| callee.name.clone()),
            fact: self.fact.clone(),
            reason,
        })
    }

    /// Whether, by the answer for a call, a value stands for the parameter of which the fact holds.
    ///
    /// A `must` fact is known of the argument itself, or of the address at the distance; for that the argument
    /// stands, too, except in proofs. A `may` fact is said of an argument as a whole, at any distance.
    fn stands_for(&self, world: &ModelWorld<'_>, call: ValueId, answer: &FactAnswer, of: ValueId) -> bool {
        let model = world.model;
        if !model.has_class(of, TypeClass::Pointer) {
            return false;
        }
        match (answer, self.modality) {
            (FactAnswer::HoldsOf(places), modality) => places.iter().any(|place| {
                let Some(argument) = model.arg(call, place.parameter + 1) else { return false };
                let (root, offset) = distance(model, argument);
                let at = (root, offset.wrapping_add(place.offset));
                match modality {
                    Modality::Must if place.offset == 0 => argument == of,
                    Modality::Must => distance(model, of) == at || argument == of && !world.memory().proves(),
                    Modality::May => may_share(model, of, argument),
                }
            }),
            // A table may say it of every argument.
            (FactAnswer::Holds, Modality::Must) => arguments(model, call).any(|argument| argument == of),
            (FactAnswer::Holds | FactAnswer::Unknown, Modality::May) => {
                arguments(model, call).any(|argument| may_share(model, argument, of))
            }
            _ => false,
        }
    }

    /// Whether, by an answer, the fact holds of the function, its result, or some parameter.
    fn holds_of_some(&self, answer: &FactAnswer) -> bool {
        match answer {
            FactAnswer::Unknown => self.modality == Modality::May,
            FactAnswer::Holds => true,
            FactAnswer::HoldsOf(places) => !places.is_empty(),
            FactAnswer::Fails => false,
        }
    }

    /// Whether the atom holds of a call, and if it is about a parameter, of the value `of`; `None` stands for
    /// any.
    fn holds_of(&self, world: &ModelWorld<'_>, call: ValueId, of: Option<ValueId>) -> bool {
        let answer = self.answer(world, call);
        match of.filter(|_| self.is_of_parameter) {
            Some(of) => self.stands_for(world, call, &answer, of),
            None => self.holds_of_some(&answer),
        }
    }

    pub(super) fn holds(&self, world: &ModelWorld<'_>, call: ValueId, of: ValueId) -> bool {
        self.holds_of(world, call, Some(of))
    }

    pub(super) fn candidates(
        &self,
        world: &ModelWorld<'_>,
        target: usize,
        [call, of, _]: [Option<ValueId>; 3],
        out: &mut Vec<Value>,
    ) {
        let model = world.model;
        let calls = || model.instructions_of(OpcodeClass::Call.opcodes());
        if target == 0 {
            return out.extend(calls().filter(|call| self.holds_of(world, *call, of)).map(value));
        }
        let calls = call.map_or_else(|| calls().collect(), |call| vec![call]);
        for call in calls {
            let answer = self.answer(world, call);
            if !self.holds_of_some(&answer) {
                continue;
            }
            let roots = arguments(model, call).flat_map(|argument| {
                origins(model, argument).into_iter().flatten().chain([distance(model, argument).0])
            });
            let chosen = OpcodeSet::of(&[Opcode::GetElementPtr, Opcode::Phi, Opcode::Select]);
            let addresses = model.instructions_of(chosen).chain(model.constants());
            let possible = arguments(model, call).chain(roots).chain(addresses);
            out.extend(possible.filter(|at| self.stands_for(world, call, &answer, *at)).map(value));
        }
    }
}

/// The arguments of a call, without the callee.
fn arguments(model: &Model, call: ValueId) -> impl Iterator<Item = ValueId> {
    model.args(call).iter().filter(|edge| edge.n > 0).map(|edge| edge.to)
}

/// The values from which a pointer may have been computed, through addresses, phis and selects. `None` if
/// there are too many.
pub fn origins(model: &Model, pointer: ValueId) -> Option<BTreeSet<ValueId>> {
    let (mut open, mut seen, mut origins) = (vec![pointer], BTreeSet::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        let (at, _) = distance(model, value);
        if !seen.insert(at) {
            continue;
        }
        if seen.len() > MOST_TRACED {
            return None;
        }
        match model.opcode(at) {
            Some(Opcode::GetElementPtr) => open.extend(model.operand(at, 0)),
            Some(Opcode::Phi) => open.extend(model.operands(at).iter().map(|edge| edge.to)),
            Some(Opcode::Select) => open.extend((1..3).filter_map(|n| model.operand(at, n))),
            _ => drop(origins.insert(at)),
        }
    }
    Some(origins)
}

/// Whether two pointers may have been computed from one.
fn may_share(model: &Model, one: ValueId, other: ValueId) -> bool {
    match (origins(model, one), origins(model, other)) {
        (Some(one), Some(other)) => !one.is_disjoint(&other),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atoms::{Atom, CalleeFacts};
    use ir::testing::sketch::{sketch, value as named};
    use solver::Database;

    const FUNCTION: &str = "
        global @frees
        global @throws
        global @unknown
        global @none
        param p:ptr
        param q:ptr
        entry:
          one:void = call @frees p q !writes
          two:void = call @unknown q !writes
          three:void = call @none p q !writes
          four:void = call p q !writes
          five:void = invoke @frees p q !writes -> next next
        next:
          end:void = ret";

    /// `frees` does it to its second parameter, `none` to none.
    #[derive(Debug)]
    struct Stub;

    impl CalleeFacts for Stub {
        fn answer(&self, fact: &str, callee: &Global) -> FactAnswer {
            match (fact, callee.name.as_str()) {
                ("F", "frees") => FactAnswer::HoldsOf([Place { parameter: 1, offset: 0 }].into()),
                ("F", "none") => FactAnswer::HoldsOf([].into()),
                ("Alone", "frees") => FactAnswer::Holds,
                ("Alone", "none") => FactAnswer::Fails,
                _ => FactAnswer::Unknown,
            }
        }

        fn reason(&self, _: &str, _: &Global) -> FactReason {
            FactReason::NoBody
        }
    }

    /// The pairs of which an atom holds, as names; the candidates for each side must contain them.
    fn pairs(modality: Modality, facts: Option<&dyn CalleeFacts>) -> Vec<String> {
        let model = sketch(FUNCTION);
        let world = ModelWorld::new(&model).with_facts(facts);
        let atom = Atom::from(CallFact { fact: "F".to_owned(), modality, is_of_parameter: true });
        let all: Vec<Value> = model.values().map(value).collect();
        let mut found = Vec::new();
        let candidates = |target: usize, args: &[Option<Value>]| {
            let mut out = Vec::new();
            world.candidates(&atom, target, args, &mut out);
            out
        };
        for call in &all {
            for of in &all {
                if world.holds(&atom, &[*call, *of]) {
                    assert!(candidates(0, &[None, Some(*of)]).contains(call), "{call:?} {of:?}");
                    assert!(candidates(0, &[None, None]).contains(call), "{call:?} {of:?}");
                    assert!(candidates(1, &[Some(*call), None]).contains(of), "{call:?} {of:?}");
                    assert!(candidates(1, &[None, None]).contains(of), "{call:?} {of:?}");
                    found.push(format!("{} {}", model.name(ValueId(call.0)), model.name(ValueId(of.0))));
                }
            }
        }
        found
    }

    #[test]
    fn what_is_not_known_may_be_and_need_not() {
        assert_eq!(pairs(Modality::Must, Some(&Stub)), ["one q"]);
        assert_eq!(pairs(Modality::May, Some(&Stub)), ["one q", "two q", "four q", "five q"]);
        assert_eq!(pairs(Modality::Must, None), [""; 0]);
        let may = pairs(Modality::May, None);
        assert_eq!(may, ["one p", "one q", "two q", "three p", "three q", "four q", "five p", "five q"]);
    }

    #[test]
    fn facts_of_the_function_alone() {
        let model = sketch(FUNCTION);
        let world = ModelWorld::new(&model).with_facts(Some(&Stub));
        let calls = |modality| {
            let atom = Atom::from(CallFact { fact: "Alone".to_owned(), modality, is_of_parameter: false });
            let holds = |name: &&str| world.holds(&atom, &[Value(named(&model, name).0)]);
            ["one", "two", "three", "four", "five"].into_iter().filter(holds).collect::<Vec<_>>()
        };
        assert_eq!(calls(Modality::Must), ["one"]);
        assert_eq!(calls(Modality::May), ["one", "two", "four", "five"]);
    }
}
