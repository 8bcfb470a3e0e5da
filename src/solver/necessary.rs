//! Necessary conditions for a solution, checked without a search.
//!
//! A conjunction has a solution only if each of its atoms holds of some values; a disjunction only if this is
//! true of all atoms of some branch. So each definition yields clauses: lists of relations of which at least
//! one must hold of some values. For a disjunction only one clause is derived, the union of the shortest
//! clauses of the branches, since the product of all clauses would be too large. The conditions are
//! necessary, not sufficient.
//!
//! ```text
//! opcode{x} = phi ∧ (opcode{y} = add ∨ opcode{y} = sub ∧ {y} = {x}.args[0])  =>  [phi], [add, sub]
//! ```

use super::compiled::Compiled;
use super::flat_definition::{FlatDefinition, Literal, callees_first};
use super::problem::Relation;

/// Relations of which at least one must hold of some values.
type Clause<R> = Vec<R>;

impl<R: Relation> Compiled<R> {
    /// Clauses over the relations that `counts` accepts, each once. If no relation of a clause holds of any
    /// values, there is no solution. The relations of a clause are distinct. A clause is empty only if the
    /// problem has no solution at all.
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

/// Adds an item unless it is in the list.
fn add<T: PartialEq>(to: &mut Vec<T>, item: T) {
    if !to.contains(&item) {
        to.push(item);
    }
}
