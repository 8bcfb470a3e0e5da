//! What a database must have for a problem to have a solution in it, without a search.
//!
//! A conjunction has a solution only where each of its atoms holds of something; a disjunction only where, of
//! some branch, every one does. So each definition gives clauses: lists of relations of which one must hold
//! somewhere. Of a disjunction one clause is kept, the shortest of each branch put together, since all
//! combinations would be too many. The answer errs on the side of searching.
//!
//! ```text
//! opcode{x} = phi ∧ (opcode{y} = add ∨ opcode{y} = sub ∧ {y} = {x}.args[0])  =>  [phi], [add, sub]
//! ```

use super::compiled::Compiled;
use super::flat_definition::{FlatDefinition, Literal, callees_first};
use super::problem::Relation;

/// Relations of which one must hold.
type Clause<R> = Vec<R>;

impl<R: Relation> Compiled<R> {
    /// Clauses of the relations that `counts` accepts, each once: where none of a clause's relations holds of
    /// any values, there is no solution. A clause has no relation twice, and at least one unless there is no
    /// solution at all.
    pub fn necessary(&self, counts: impl Fn(&R) -> bool) -> Vec<Clause<R>> {
        let mut known: Vec<Vec<Clause<R>>> = vec![Vec::new(); self.flat_definitions().len()];
        for def in callees_first(self.problem()) {
            let FlatDefinition { literals, .. } = &self.flat_definitions()[def.index()];
            known[def.index()] = clauses(literals, &known, &counts);
        }
        known.swap_remove(self.problem().root.index())
    }
}

/// The clauses of a conjunction, given those of its callees.
fn clauses<R: Relation>(
    literals: &[Literal<R>],
    known: &[Vec<Clause<R>>],
    counts: &dyn Fn(&R) -> bool,
) -> Vec<Clause<R>> {
    let mut found: Vec<Clause<R>> = Vec::new();
    for literal in literals {
        match literal {
            Literal::Atom(relation, ..) if counts(relation) => add(&mut found, vec![relation.clone()]),
            Literal::Call(callee, ..) => {
                known[callee.index()].iter().for_each(|clause| add(&mut found, clause.clone()));
            }
            Literal::Quantified(witness) if witness.wanted => {
                clauses(&witness.body, known, counts).into_iter().for_each(|clause| add(&mut found, clause));
            }
            Literal::Or(branches) => {
                let shortest = |branch: &Vec<_>| {
                    clauses(branch, known, counts).into_iter().min_by_key(|clause| clause.len())
                };
                let parts: Option<Vec<Clause<R>>> = branches.iter().map(shortest).collect();
                if let Some(parts) = parts {
                    let mut either = Vec::new();
                    parts.into_iter().flatten().for_each(|relation| add(&mut either, relation));
                    add(&mut found, either);
                }
            }
            _ => {}
        }
    }
    found
}

/// Adds what is not there yet.
fn add<T: PartialEq>(to: &mut Vec<T>, item: T) {
    if !to.contains(&item) {
        to.push(item);
    }
}
