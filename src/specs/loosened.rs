//! Specifications without their constraints on types, which also find the described code in values of other
//! types.
//!
//! ```text
//! {left} ~ {A}[{i}] ∧ width{left} = 8   =>   {left} ~ {A}[{i}], and `width{left} = 8` fails where it is i32
//! ```
//!
//! Only constraints of the specification itself are removed, not those of its includes. A failing constraint
//! is found by a search with that constraint alone.

use super::idiom::{Idiom, SearchResult, Solution};
use ir::{Model, ValueId};
use lang::atoms::{Access, Atom, Kind, ModelWorld, Pair};
use lang::candl::ast::Span;
use lang::candl::safety::Ready;
use solver::{Budget, Compiled, Definition, Formula, Origin, Problem, VarId};
use std::sync::OnceLock;

/// A specification without its constraints on types.
#[derive(Debug)]
pub struct Loosened {
    idiom: Idiom,
    /// The removed constraints, computed on first use.
    left_out: OnceLock<Vec<LeftOut>>,
}

/// A removed constraint on types.
#[derive(Debug)]
struct LeftOut {
    variables: Vec<String>,
    span: Span,
    /// The specification with only this one of its constraints on types, compiled on first use.
    alone: OnceLock<Option<Idiom>>,
}

/// A constraint on types that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeMisfit {
    /// Its place in the text.
    pub span: Span,
    /// The variables in it that hold values of the code, with these values.
    pub about: Vec<(String, ValueId)>,
}

impl Idiom {
    /// The specification without its constraints on types, compiled anew; `None` if it has none.
    pub fn without_types(&self) -> Option<Loosened> {
        let mut is_loosened = false;
        let problem = loosened(self.compiled().problem().clone(), &mut |_, _| {
            is_loosened = true;
            true
        });
        let idiom = planned(self, problem).filter(|_| is_loosened)?;
        Some(Loosened { idiom, left_out: OnceLock::new() })
    }

    /// The constraints that [`without_types`](Self::without_types) removes.
    fn type_constraints(&self) -> Vec<LeftOut> {
        let (problem, source_map) = (self.compiled().problem(), self.source_map());
        let mut left_out = Vec::new();
        loosened(problem.clone(), &mut |variables, origin| {
            let name =
                |variable: &VarId| source_map.variables[problem.root.index()][variable.index()].to_string();
            let variables = variables.iter().map(name).collect();
            left_out.push(LeftOut { variables, span: source_map.span(origin), alone: OnceLock::new() });
            true
        });
        left_out
    }
}

/// The problem without those of the root's constraints on types for which `leave_out` returns true.
fn loosened(
    mut problem: Problem<Atom>,
    leave_out: &mut dyn FnMut(&[VarId], Origin) -> bool,
) -> Problem<Atom> {
    let root = problem.root.index();
    let mut body = std::mem::replace(&mut problem.definitions[root].body, Formula::And(Vec::new()));
    loosen(&mut body, (&problem.definitions, root), leave_out);
    problem.definitions[root].body = body;
    problem
}

/// A modified problem of a specification, with the same variables, planned as an idiom.
fn planned(of: &Idiom, problem: Problem<Atom>) -> Option<Idiom> {
    let ready = Ready { compiled: Compiled::new(problem).ok()?, source_map: of.source_map().clone() };
    Some(Idiom::new(of.name().to_owned(), &[], ready))
}

/// Replaces those constraints of a conjunction by true for which `leave_out` returns true. Their variables
/// stay, in the same order.
fn loosen(
    formula: &mut Formula<Atom>,
    (definitions, root): (&[Definition<Atom>], usize),
    leave_out: &mut dyn FnMut(&[VarId], Origin) -> bool,
) {
    if let Formula::And(parts) = formula {
        parts.iter_mut().for_each(|part| loosen(part, (definitions, root), leave_out));
        return;
    }
    let removable = match formula {
        Formula::Atom(atom, variables, origin) => {
            let is_size = |name: &VarId| definitions[root].variables[name.index()].ends_with(".size");
            // The size of an array's elements in bytes.
            let is_size = matches!(atom, Atom::Access(Access::Number(_))) && variables.iter().all(is_size);
            (is_about_types(atom) || is_size).then(|| (variables.clone(), *origin))
        }
        // A comparison of a hidden variable, such as a width.
        Formula::Call(of, arguments, origin) => {
            is_test_of_types(&definitions[of.index()].body).then(|| (arguments.clone(), *origin))
        }
        Formula::Quantified(test) if test.wanted => {
            let mut variables = mentioned(&test.body);
            variables.retain(|variable| !test.locals.contains(variable));
            is_test_of_types(&test.body).then_some((variables, test.origin))
        }
        _ => None,
    };
    if removable.is_some_and(|(variables, origin)| leave_out(&variables, origin)) {
        let test = std::mem::replace(formula, Formula::And(Vec::new()));
        *formula = Formula::Or(vec![test, Formula::And(Vec::new())]);
    }
}

fn is_about_types(atom: &Atom) -> bool {
    matches!(atom, Atom::Kind(Kind::DataType(_)) | Atom::Access(Access::Width) | Atom::Pair(Pair::SameType))
}

/// Whether a formula consists only of constraints on types and of arithmetic on them.
fn is_test_of_types(formula: &Formula<Atom>) -> bool {
    let mut mentions_type = false;
    let mut all = true;
    each_part(formula, &mut |part| match part {
        Formula::Atom(atom, ..) => {
            mentions_type |= is_about_types(atom);
            let computes =
                matches!(atom, Atom::Access(Access::Number(_) | Access::Plus(_) | Access::Less { .. }));
            all &= computes || is_about_types(atom);
        }
        Formula::Equal(..) | Formula::Differ(..) => {}
        _ => all = false,
    });
    mentions_type && all
}

fn mentioned(formula: &Formula<Atom>) -> Vec<VarId> {
    let mut variables: Vec<VarId> = Vec::new();
    each_part(formula, &mut |part| match part {
        Formula::Atom(_, of, _) => variables.extend(of),
        Formula::Equal(a, b, _) | Formula::Differ(a, b, _) => variables.extend([a, b]),
        _ => {}
    });
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// The parts of a conjunction.
fn each_part(formula: &Formula<Atom>, with: &mut dyn FnMut(&Formula<Atom>)) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| each_part(part, with)),
        part => with(part),
    }
}

impl Loosened {
    /// The loosened form of a rewrite, compiled by the build script.
    pub fn from_prebuilt(idiom: Idiom) -> Loosened {
        Loosened { idiom, left_out: OnceLock::new() }
    }

    /// The specification as an idiom to search for.
    pub fn idiom(&self) -> &Idiom {
        &self.idiom
    }

    /// Whether a function with these opcodes can have an instance.
    pub fn may_occur(&self, model: &Model) -> bool {
        self.idiom.may_occur(model.opcodes())
    }

    /// Searches a function.
    pub fn find_in(&self, world: &ModelWorld<'_>, budget: Budget) -> SearchResult {
        self.idiom.find_in(world, budget)
    }

    /// The first constraint on types of the original specification `of` that a solution violates.
    pub fn misfit(
        &self,
        of: &Idiom,
        world: &ModelWorld<'_>,
        budget: Budget,
        solution: &Solution,
    ) -> Option<TypeMisfit> {
        let all = self.left_out.get_or_init(|| of.type_constraints());
        let fails = |at: &usize| {
            let alone = all[*at].alone.get_or_init(|| with_one(of, *at));
            let finds = |idiom: &Idiom| idiom.find_in(world, budget).solutions.contains(solution);
            !alone.as_ref().is_some_and(finds)
        };
        let left_out = match all.as_slice() {
            [one] => one,
            several => &several[(0..several.len()).find(fails)?],
        };
        let of_code = |name: &String| {
            let value = solution.get(name).filter(|value| ModelWorld::term_id(*value).is_none());
            Some((name.clone(), value?))
        };
        let about = left_out.variables.iter().filter_map(of_code).collect();
        Some(TypeMisfit { span: left_out.span, about })
    }
}

/// The specification with only one of its constraints on types, that at position `retained`.
fn with_one(of: &Idiom, retained: usize) -> Option<Idiom> {
    let mut at = 0;
    let problem = loosened(of.compiled().problem().clone(), &mut |_, _| {
        at += 1;
        at - 1 != retained
    });
    planned(of, problem)
}
