//! What else will have to hold of a slot that candidates are looked for: said by the literals around, by the calls among them, and
//! by the conjunction that a disjunction stands in.
//!
//! A call is no source of candidates before it is run, but what its definition says of the interface outside disjunctions holds of
//! its arguments. So in `opcode{x} = load ∧ include Between({b}->{from}, {x}->{value})` the loads are looked for that
//! `domination({b}, {x})` leaves, and not all there are.

use super::super::plan::{Hint, Known, Slot};
use super::super::problem::{Problem, Relation, VarId};
use super::super::shape::{Fact, Shape, each_fact};
use super::ordering::Ordering;
use smallvec::SmallVec;

/// The world is not told of more than so many relations.
const MAX_HINTS: usize = 24;

impl<R: Relation> Ordering<'_, '_, R> {
    /// The facts that mention a slot, then those that mention only bound slots and unbound ones that these mention.
    pub(super) fn hints(&self, slot: Slot, problem: &Problem<R>, shapes: &[Shape<R>]) -> Vec<Hint<R>> {
        let mut facts = Vec::new();
        self.add_facts(problem, shapes, &mut facts);
        let is_bound = |slot: &u32| self.bound.contains(*slot as usize);
        let mentions = |fact: &Fact<R>| fact.args.contains(&slot.0);
        let about: Vec<&Fact<R>> = facts.iter().filter(|fact| mentions(fact)).collect();
        let open: Vec<u32> = about
            .iter()
            .flat_map(|fact| fact.args.iter().copied())
            .filter(|arg| *arg != slot.0 && !is_bound(arg))
            .collect();
        let is_near = |fact: &&Fact<R>| {
            !mentions(fact)
                && fact.args.iter().any(|arg| open.contains(arg))
                && fact.args.iter().all(|arg| is_bound(arg) || open.contains(arg))
        };
        let known = |&arg: &u32| match arg {
            _ if arg == slot.0 => Known::Sought,
            _ if is_bound(&arg) => Known::Bound(Slot(arg)),
            _ => Known::Open(Slot(arg)),
        };
        let near = facts.iter().filter(is_near);
        let all = about.iter().copied().chain(near).take(MAX_HINTS);
        all.map(|fact| Hint { relation: fact.relation.clone(), args: fact.args.iter().map(known).collect() })
            .collect()
    }

    /// What the literals say, as facts about slots, each once.
    fn add_facts(&self, problem: &Problem<R>, shapes: &[Shape<R>], out: &mut Vec<Fact<R>>) {
        for literal in self.literals {
            each_fact(problem, shapes, literal, &mut |fact| {
                let args: SmallVec<[u32; 3]> =
                    fact.args.iter().map(|&arg| self.slots[VarId(arg).index()] as u32).collect();
                let fact = Fact { relation: fact.relation, args };
                if !out.contains(&fact) {
                    out.push(fact);
                }
            });
        }
        if let Some(outer) = self.outer {
            outer.add_facts(problem, shapes, out);
        }
    }
}
