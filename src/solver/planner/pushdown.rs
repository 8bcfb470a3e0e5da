//! Predicate pushdown: the predicates that will have to hold of a slot when candidates for it are generated.
//! They come from the surrounding literals, from callees, and from the conjunction around a disjunction.
//!
//! A call supplies no candidates before it runs, but predicates that its definition implies for the interface
//! hold of its arguments. So in `opcode{x} = load ∧ include Between({b}->{from}, {x}->{value})` the
//! candidates are only the loads that `domination({b}, {x})` admits.

use super::super::flat_definition::{FlatDefinition, Literal, callees_first};
use super::super::plan::{PlannedPredicate, PlannedTerm, Slot};
use super::super::problem::{DefId, Problem, Relation, VarId};
use super::ordering::Ordering;
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

/// A relation that holds of variables of a definition, or of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fact<R> {
    relation: R,
    args: SmallVec<[u32; 3]>,
}

/// The pushable predicates that each definition implies for its interface.
pub(super) struct Implied<'a, R> {
    problem: &'a Problem<R>,
    of: Vec<Vec<Fact<R>>>,
}

/// Maximal number of implied predicates per definition.
const MAX_IMPLIED: usize = 32;

impl<'a, R: Relation> Implied<'a, R> {
    pub(super) fn new(problem: &'a Problem<R>, flat_definitions: &[FlatDefinition<R>]) -> Self {
        let mut implied = Self { problem, of: vec![Vec::new(); flat_definitions.len()] };
        for def in callees_first(problem) {
            implied.of[def.index()] = implied.by_literals(def, &flat_definitions[def.index()].literals);
        }
        implied
    }

    /// The predicates that the literals of a definition imply, directly or by calls.
    fn by_literals(&self, def: DefId, literals: &[Literal<R>]) -> Vec<Fact<R>> {
        let interface = &self.problem.definitions[def.index()].interface;
        let seen: FixedBitSet = interface.iter().map(|v| v.index()).collect();
        let mut out: Vec<Fact<R>> = Vec::new();
        for literal in literals {
            if out.len() >= MAX_IMPLIED {
                break;
            }
            self.each_fact(literal, &mut |fact| {
                let is_seen = fact.args.iter().all(|&arg| seen.contains(arg as usize));
                if is_seen && !out.contains(&fact) {
                    out.push(fact);
                }
            });
        }
        out
    }

    /// Calls `visit` with the predicates that a literal implies for its variables.
    fn each_fact(&self, literal: &Literal<R>, visit: &mut dyn FnMut(Fact<R>)) {
        match literal {
            Literal::Atom(relation, args, _) if relation.is_pushable() => {
                visit(Fact { relation: relation.clone(), args: args.iter().map(|arg| arg.0).collect() });
            }
            Literal::Call(callee, args, _, _) => {
                let interface = &self.problem.definitions[callee.index()].interface;
                let outside = |inner: u32| interface.iter().position(|v| v.0 == inner).map(|k| args[k].0);
                for fact in &self.of[callee.index()] {
                    let args: Option<_> = fact.args.iter().map(|&arg| outside(arg)).collect();
                    args.into_iter().for_each(|args| visit(Fact { relation: fact.relation.clone(), args }));
                }
            }
            Literal::Quantified(witness) if !witness.wanted && witness.locals.is_empty() => {
                if let [Literal::Atom(relation, args, _)] = witness.body.as_slice()
                    && let Some(relation) = relation.negation().filter(R::is_pushable)
                {
                    visit(Fact { relation, args: args.iter().map(|arg| arg.0).collect() });
                }
            }
            _ => {}
        }
    }
}

/// Maximal number of predicates that are pushed down for one slot.
const MAX_PREDICATES: usize = 24;

impl<R: Relation> Ordering<'_, '_, R> {
    /// The predicates that mention a slot, followed by those that mention an unbound slot of these and
    /// otherwise only such slots, or at least one bound slot.
    pub(super) fn predicates(&self, slot: Slot, implied: &Implied<'_, R>) -> Vec<PlannedPredicate<R>> {
        let is_bound = |slot: u32| self.bound.contains(slot as usize);
        let mut facts = Vec::new();
        self.add_facts(slot.0, implied, &mut facts);
        let args = facts.iter().flat_map(|fact| fact.args.iter().copied());
        let mut open: Vec<u32> = args.filter(|&arg| arg != slot.0 && !is_bound(arg)).collect();
        open.sort_unstable();
        open.dedup();
        let mut near = Vec::new();
        open.iter().for_each(|&open| self.add_facts(open, implied, &mut near));
        near.retain(|fact| {
            let is_known = |arg: &u32| is_bound(*arg) || open.contains(arg);
            fact.args.iter().all(is_known) || fact.args.iter().any(|arg| is_bound(*arg))
        });
        let known = |&arg: &u32| match arg {
            _ if arg == slot.0 => PlannedTerm::Sought,
            _ if is_bound(arg) => PlannedTerm::Bound(Slot(arg)),
            _ => PlannedTerm::Open(Slot(arg)),
        };
        let predicate = |fact: Fact<R>| PlannedPredicate {
            relation: fact.relation,
            args: fact.args.iter().map(known).collect(),
        };
        facts.into_iter().chain(near).take(MAX_PREDICATES).map(predicate).collect()
    }

    /// The predicates that this conjunction and those around it imply for a slot, each once.
    fn add_facts(&self, slot: u32, implied: &Implied<'_, R>, out: &mut Vec<Fact<R>>) {
        let mut before = None;
        for &(_, literal) in self.mentions_of(slot as usize) {
            if before.replace(literal) == Some(literal) || out.len() >= MAX_PREDICATES {
                continue;
            }
            implied.each_fact(&self.literals[literal], &mut |fact| {
                let place = |&arg: &u32| self.slots[VarId(arg).index()] as u32;
                let fact = Fact { relation: fact.relation, args: fact.args.iter().map(place).collect() };
                if fact.args.contains(&slot) && !out.contains(&fact) {
                    out.push(fact);
                }
            });
        }
        if let Some(outer) = self.outer {
            outer.add_facts(slot, implied, out);
        }
    }
}
