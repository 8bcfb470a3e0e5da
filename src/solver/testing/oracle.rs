//! The oracle: a problem's solutions by the definition of the language, over all assignments.
//!
//! Calls are expanded, every assignment of values and `unused` to the variables of the expanded formula is
//! tried, and collects are evaluated as the sets they denote. The oracle shares nothing with the search: no
//! flattening, no modes, no plans. Exponential, for small databases only.

use crate::{Collect, Database, DefId, Formula, Problem, Relation, Value, VarId};
use std::collections::BTreeSet;

/// The expanded formula; variables are numbered throughout.
#[derive(Clone, Debug)]
pub enum Expanded<R> {
    /// All parts hold.
    And(Vec<Expanded<R>>),
    /// At least one part holds.
    Or(Vec<Expanded<R>>),
    /// A relation holds of variables.
    Atom(R, Vec<usize>),
    /// Two variables have the same value.
    Equal(usize, usize),
    /// Two variables have different values.
    Differ(usize, usize),
    /// A variable is `unused`.
    Unused(usize),
    /// Two lists of variables have the same set of used values.
    SameSet(Vec<usize>, Vec<usize>),
    /// A projection: some values of the locals make the body hold.
    Some {
        /// The body.
        body: Box<Expanded<R>>,
        /// The locals.
        locals: Vec<usize>,
    },
    /// A collect: the copies hold all values of the locals that make the body hold.
    Collect {
        /// The body.
        body: Box<Expanded<R>>,
        /// The locals, in the order of rows.
        locals: Vec<usize>,
        /// `copies[k][j]` holds local `j` of row `k`.
        copies: Vec<Vec<usize>>,
    },
    /// A quantifier: whether some values of the locals make the body hold.
    Quantified {
        /// Whether such values must exist.
        wanted: bool,
        /// The body.
        body: Box<Expanded<R>>,
        /// The locals.
        locals: Vec<usize>,
        /// If not empty, at least one of these variables must hold a value in a witness.
        listed: Vec<usize>,
    },
}

/// A problem with all calls expanded.
pub struct Oracle<R> {
    /// The formula.
    pub formula: Expanded<R>,
    /// The variables in order of first appearance.
    pub order: Vec<usize>,
    size: usize,
}

impl<R: Relation> Oracle<R> {
    /// Expands the calls of a problem.
    pub fn new(problem: &Problem<R>) -> Self {
        let mut fresh = Fresh { problem, next: 0 };
        let own = fresh.variables(problem.root, &[]);
        let formula = fresh.formula(&problem.definitions[problem.root.index()].body, &own);
        Self::of_formula(formula, fresh.next)
    }

    /// The oracle for a formula whose variables are below `size`.
    pub fn of_formula(formula: Expanded<R>, size: usize) -> Self {
        let mut order = Vec::new();
        mentions(&formula, &|variable| variable, &mut order);
        Self { formula, order, size }
    }

    /// All solutions in ascending order, with the values in the order of `order`.
    pub fn solutions(&self, database: &impl Database<R>) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        let mut values = vec![Value::UNUSED; self.size];
        each_assignment(database.size(), &self.order, &mut values, &mut |values| {
            if holds(&self.formula, database, values) {
                found.push(self.order.iter().map(|&variable| values[variable]).collect());
            }
        });
        found.sort();
        found
    }

    /// Whether an assignment to the variables in `order` satisfies the formula.
    pub fn accepts(&self, database: &impl Database<R>, assignment: &[Value]) -> bool {
        let mut values = vec![Value::UNUSED; self.size];
        for (&variable, &value) in self.order.iter().zip(assignment) {
            values[variable] = value;
        }
        assignment.len() == self.order.len() && holds(&self.formula, database, &mut values)
    }

    /// Approximate number of atoms that `solutions` evaluates in a database of this size.
    pub fn cost(&self, size: u32) -> f64 {
        let values = f64::from(size) + 1.0;
        values.powi(self.order.len() as i32) * self.cost_of_one(size)
    }

    /// Approximate number of atoms that `accepts` evaluates.
    pub fn cost_of_one(&self, size: u32) -> f64 {
        fn cost<R>(formula: &Expanded<R>, values: f64) -> f64 {
            match formula {
                Expanded::And(parts) | Expanded::Or(parts) => {
                    parts.iter().map(|part| cost(part, values)).sum::<f64>() + 1.0
                }
                Expanded::Some { body, locals }
                | Expanded::Quantified { body, locals, .. }
                | Expanded::Collect { body, locals, .. } => {
                    values.powi(locals.len() as i32) * cost(body, values) + 1.0
                }
                _ => 1.0,
            }
        }
        cost(&self.formula, f64::from(size) + 1.0)
    }

    /// Whether every variable is bound, by the rules of the language applied to the expanded formula.
    pub fn safe(&self) -> bool {
        let mut bound = BTreeSet::new();
        let (formula, names) = unified(&self.formula, self.size);
        settle(&formula, &mut bound);
        let size = self.size;
        self.order.iter().all(|&variable| bound.contains(&names[variable]))
            && bodies_safe(&formula, &bound, size)
    }
}

struct Fresh<'a, R> {
    problem: &'a Problem<R>,
    next: usize,
}

impl<R: Relation> Fresh<'_, R> {
    fn variables(&mut self, def: DefId, args: &[usize]) -> Vec<usize> {
        let definition = &self.problem.definitions[def.index()];
        let number = |variable: usize| {
            let at = definition.interface.iter().position(|v| v.index() == variable);
            at.and_then(|k| args.get(k).copied())
        };
        (0..definition.variables.len())
            .map(|variable| {
                number(variable).unwrap_or_else(|| {
                    self.next += 1;
                    self.next - 1
                })
            })
            .collect()
    }

    fn formula(&mut self, formula: &Formula<R>, own: &[usize]) -> Expanded<R> {
        let id = |variable: &VarId| own[variable.index()];
        match formula {
            Formula::And(parts) => Expanded::And(parts.iter().map(|part| self.formula(part, own)).collect()),
            Formula::Or(parts) => Expanded::Or(parts.iter().map(|part| self.formula(part, own)).collect()),
            Formula::Atom(relation, args, _) => {
                Expanded::Atom(relation.clone(), args.iter().map(id).collect())
            }
            Formula::Equal(a, b, _) => Expanded::Equal(id(a), id(b)),
            Formula::Differ(a, b, _) => Expanded::Differ(id(a), id(b)),
            Formula::Unused(a, _) => Expanded::Unused(id(a)),
            Formula::SameSet(a, b, _) => {
                Expanded::SameSet(a.iter().map(id).collect(), b.iter().map(id).collect())
            }
            Formula::Call(callee, args, _) => {
                let args = args.iter().map(id).collect::<Vec<_>>();
                let first = self.next;
                let inner = self.variables(*callee, &args);
                let definition = &self.problem.definitions[callee.index()];
                let body = self.formula(&definition.body, &inner);
                if !definition.is_projected {
                    return body;
                }
                // All variables numbered since then are the callee's own.
                let mut locals = Vec::new();
                mentions(&body, &|variable| variable, &mut locals);
                locals.retain(|variable| *variable >= first);
                Expanded::Some { body: Box::new(body), locals }
            }
            Formula::Collect(collect) => self.collect(collect, own),
            Formula::Quantified(quantified) => {
                let first = self.next;
                let body = Box::new(self.formula(&quantified.body, own));
                let mut inside = Vec::new();
                mentions(&body, &|variable| variable, &mut inside);
                let locals: BTreeSet<usize> = quantified.locals.iter().map(id).collect();
                inside.retain(|variable| locals.contains(variable) || *variable >= first);
                let listed = quantified.looked_at.iter().map(id).collect();
                Expanded::Quantified { wanted: quantified.wanted, body, locals: inside, listed }
            }
        }
    }

    fn collect(&mut self, collect: &Collect, own: &[usize]) -> Expanded<R> {
        let outer: Vec<usize> = collect.outer.iter().map(|variable| own[variable.index()]).collect();
        let definition = &self.problem.definitions[collect.body.index()];
        let inner = self.variables(collect.body, &outer);
        let body = self.formula(&definition.body, &inner);
        let mut locals = Vec::new();
        mentions(&body, &|variable| variable, &mut locals);
        locals.retain(|variable| !outer.contains(variable));
        // The local of each column.
        let column = |local: usize| {
            let columns = &definition.interface[collect.outer.len()..];
            columns.iter().position(|variable| inner[variable.index()] == local)
        };
        let is_shared = |&local: &usize| column(local).is_some_and(|k| collect.columns[k].shared);
        let (mut ordered, rest): (Vec<usize>, Vec<usize>) = locals.into_iter().partition(is_shared);
        ordered.extend(rest);
        let mut copies = Vec::new();
        for row in 0..collect.limit {
            let mut copy = Vec::new();
            for &local in &ordered {
                copy.push(match column(local) {
                    Some(k) => own[collect.columns[k].slots[row as usize].index()],
                    None => {
                        self.next += 1;
                        self.next - 1
                    }
                });
            }
            copies.push(copy);
        }
        Expanded::Collect { body: Box::new(body), locals: ordered, copies }
    }
}

/// Appends the variables of a formula to `order` at their first appearance.
fn mentions<R>(formula: &Expanded<R>, rename: &dyn Fn(usize) -> usize, order: &mut Vec<usize>) {
    let mut push = |variable: usize| {
        if !order.contains(&rename(variable)) {
            order.push(rename(variable));
        }
    };
    match formula {
        Expanded::And(parts) | Expanded::Or(parts) => {
            parts.iter().for_each(|part| mentions(part, rename, order));
        }
        Expanded::Atom(_, args) => args.iter().copied().for_each(push),
        Expanded::Equal(a, b) | Expanded::Differ(a, b) => [*a, *b].into_iter().for_each(push),
        Expanded::Unused(a) => push(*a),
        Expanded::SameSet(a, b) => a.iter().chain(b).copied().for_each(push),
        Expanded::Quantified { body, locals, .. } | Expanded::Some { body, locals } => {
            let mut inside = Vec::new();
            mentions(body, &|variable| variable, &mut inside);
            inside.into_iter().filter(|variable| !locals.contains(variable)).for_each(&mut push);
        }
        Expanded::Collect { body, locals, copies } => {
            // The outer variables, then each local with its copies, as they appear in the body.
            let mut inside = Vec::new();
            mentions(body, &|variable| variable, &mut inside);
            let (own, outer): (Vec<usize>, Vec<usize>) =
                inside.into_iter().partition(|variable| locals.contains(variable));
            outer.into_iter().for_each(&mut push);
            for variable in own {
                let at = locals.iter().position(|&local| local == variable);
                copies.iter().for_each(|copy| at.map(|k| copy[k]).into_iter().for_each(&mut push));
            }
        }
    }
}

fn each_assignment(
    size: u32,
    variables: &[usize],
    values: &mut Vec<Value>,
    visit: &mut dyn FnMut(&mut Vec<Value>),
) {
    let Some((&first, rest)) = variables.split_first() else { return visit(values) };
    for value in (0..size).map(Value).chain([Value::UNUSED]) {
        values[first] = value;
        each_assignment(size, rest, values, visit);
    }
}

fn holds<R: Relation>(formula: &Expanded<R>, database: &impl Database<R>, values: &mut Vec<Value>) -> bool {
    match formula {
        Expanded::And(parts) => parts.iter().all(|part| holds(part, database, values)),
        Expanded::Or(parts) => parts.iter().any(|part| holds(part, database, values)),
        Expanded::Atom(relation, args) => {
            let args: Vec<Value> = args.iter().map(|&arg| values[arg]).collect();
            (0..args.len()).all(|k| args[k] != Value::UNUSED || relation.admits_unused(k))
                && database.holds(relation, &args)
        }
        Expanded::Equal(a, b) => values[*a] == values[*b],
        Expanded::Differ(a, b) => values[*a] != values[*b],
        Expanded::Unused(a) => values[*a] == Value::UNUSED,
        Expanded::SameSet(a, b) => {
            let set = |ids: &[usize]| -> BTreeSet<Value> {
                ids.iter().map(|&id| values[id]).filter(|value| value.is_used()).collect()
            };
            set(a) == set(b)
        }
        Expanded::Quantified { wanted, body, locals, listed } => {
            let saved = values.clone();
            let mut found = false;
            each_assignment(database.size(), locals, values, &mut |values| {
                let looked_at = listed.is_empty() || listed.iter().any(|&local| values[local].is_used());
                found |= looked_at && holds(body, database, values);
            });
            *values = saved;
            found == *wanted
        }
        Expanded::Some { body, locals } => {
            let (saved, mut found) = (values.clone(), false);
            each_assignment(database.size(), locals, values, &mut |values| {
                found = found || holds(body, database, values);
            });
            *values = saved;
            found
        }
        Expanded::Collect { body, locals, copies } => {
            let mut rows = Vec::new();
            let saved = values.clone();
            each_assignment(database.size(), locals, values, &mut |values| {
                let row: Vec<Value> = locals.iter().map(|&local| values[local]).collect();
                if row.iter().any(|value| value.is_used()) && holds(body, database, values) {
                    rows.push(row);
                }
            });
            *values = saved;
            rows.sort();
            let unused = vec![Value::UNUSED; locals.len()];
            rows.len() <= copies.len()
                && copies.iter().enumerate().all(|(k, copy)| {
                    let row = rows.get(k).unwrap_or(&unused);
                    copy.iter().zip(row).all(|(&id, &value)| values[id] == value)
                })
        }
    }
}

/// Adds the variables that a formula binds.
fn settle<R: Relation>(formula: &Expanded<R>, bound: &mut BTreeSet<usize>) {
    match formula {
        Expanded::And(parts) => loop {
            let before = bound.len();
            parts.iter().for_each(|part| settle(part, bound));
            if bound.len() == before {
                return;
            }
        },
        Expanded::Or(parts) => {
            let branch = |part: &Expanded<R>| {
                let mut inside = bound.clone();
                settle(part, &mut inside);
                inside
            };
            let common = parts.iter().map(branch).reduce(|a, b| &a & &b);
            bound.extend(common.unwrap_or_default());
        }
        Expanded::Atom(relation, args) => {
            let generated = |&(k, _): &(usize, &usize)| {
                relation.access_path(k, Default::default()).is_some() && !relation.admits_unused(k)
            };
            bound.extend(args.iter().enumerate().filter(generated).map(|(_, &arg)| arg));
        }
        Expanded::Some { body, .. } => settle(body, bound),
        Expanded::Equal(a, b) if bound.contains(a) || bound.contains(b) => bound.extend([*a, *b]),
        Expanded::Unused(a) => {
            bound.insert(*a);
        }
        Expanded::Equal(..) | Expanded::Differ(..) | Expanded::SameSet(..) => {}
        Expanded::Quantified { .. } => {}
        Expanded::Collect { body, locals, copies } => {
            let mut inside = Vec::new();
            mentions(body, &|variable| variable, &mut inside);
            if inside.iter().all(|variable| locals.contains(variable) || bound.contains(variable)) {
                bound.extend(copies.iter().flatten().copied());
            }
        }
    }
}

/// The formula with equated variables replaced by one of them, for equalities outside disjunctions, and the
/// new name of each variable.
fn unified<R: Clone>(formula: &Expanded<R>, size: usize) -> (Expanded<R>, Vec<usize>) {
    fn equalities<R>(formula: &Expanded<R>, names: &mut Vec<usize>) {
        match formula {
            Expanded::And(parts) => parts.iter().for_each(|part| equalities(part, names)),
            Expanded::Some { body, .. } => equalities(body, names),
            Expanded::Equal(a, b) => {
                let (from, to) = (names[*a], names[*b]);
                names.iter_mut().filter(|name| **name == from).for_each(|name| *name = to);
            }
            _ => {}
        }
    }
    fn rename<R: Clone>(formula: &Expanded<R>, names: &[usize]) -> Expanded<R> {
        let all = |ids: &[usize]| ids.iter().map(|&id| names[id]).collect::<Vec<_>>();
        match formula {
            Expanded::And(parts) => Expanded::And(parts.iter().map(|part| rename(part, names)).collect()),
            Expanded::Or(parts) => Expanded::Or(parts.iter().map(|part| rename(part, names)).collect()),
            Expanded::Atom(relation, args) => Expanded::Atom(relation.clone(), all(args)),
            Expanded::Equal(a, b) => Expanded::Equal(names[*a], names[*b]),
            Expanded::Differ(a, b) => Expanded::Differ(names[*a], names[*b]),
            Expanded::Unused(a) => Expanded::Unused(names[*a]),
            Expanded::SameSet(a, b) => Expanded::SameSet(all(a), all(b)),
            Expanded::Quantified { wanted, body, locals, listed } => Expanded::Quantified {
                wanted: *wanted,
                body: Box::new(rename(body, names)),
                locals: locals.clone(),
                listed: listed.clone(),
            },
            Expanded::Some { body, locals } => {
                Expanded::Some { body: Box::new(rename(body, names)), locals: all(locals) }
            }
            Expanded::Collect { body, locals, copies } => Expanded::Collect {
                body: Box::new(rename(body, names)),
                locals: locals.clone(),
                copies: copies.iter().map(|copy| all(copy)).collect(),
            },
        }
    }
    let mut names = (0..size).collect();
    equalities(formula, &mut names);
    (rename(formula, &names), names)
}

fn bodies_safe<R: Relation>(formula: &Expanded<R>, bound: &BTreeSet<usize>, size: usize) -> bool {
    match formula {
        Expanded::And(parts) | Expanded::Or(parts) => parts.iter().all(|part| bodies_safe(part, bound, size)),
        Expanded::Quantified { body, locals, .. } => {
            let mut inside = bound.clone();
            settle(body, &mut inside);
            locals.iter().all(|local| inside.contains(local)) && bodies_safe(body, &inside, size)
        }
        Expanded::Some { body, locals } | Expanded::Collect { body, locals, .. } => {
            // A local variable of a projection may be equal to an outer variable, which then binds it.
            let is_free =
                |variable: &usize| matches!(formula, Expanded::Collect { .. }) && locals.contains(variable);
            let mut inside: BTreeSet<usize> =
                bound.iter().copied().filter(|variable| !is_free(variable)).collect();
            let (body, names) = unified(body, size);
            inside = inside.iter().map(|&variable| names[variable]).collect();
            settle(&body, &mut inside);
            let safe = locals.iter().all(|&local| inside.contains(&names[local]));
            // All variables of a class are bound with its representative.
            inside
                .extend((0..size).filter(|&variable| inside.contains(&names[variable])).collect::<Vec<_>>());
            safe && bodies_safe(&body, &inside, size)
        }
        _ => true,
    }
}
