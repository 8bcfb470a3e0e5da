//! Near misses: the best attempt at an idiom in a function without a solution, and the constraint where it
//! failed.
//!
//! The solver reports a chain of near misses: that of the specification itself and, if an include failed,
//! that of the included one. This module converts it to the author's terms: places in the text, and variables
//! by the names in the specification. Hidden values of patterns are reported only if a constraint fails for
//! one.
//!
//! ```text
//! x.candl:3 include For @ {loop}, within it loops.candl:9 opcode{increment} = add, with increment = value 7
//!   =>  failing [x.candl:3, loops.candl:9], about [loop.increment = value 7]
//! ```

use ir::ValueId;
use lang::atoms::{Atom, Because, ModelWorld};
use lang::candl::ast::Span;
use lang::candl::core::{Part, VarName};
use lang::candl::source_map::SourceMap;
use solver::{self, Compiled, Formula, Mismatch, Origin, Value, VarId};

/// A variable and its value; `None` is unused.
pub type Assigned = (String, Option<ValueId>);

/// The best attempt at an idiom in a function where it has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The number of constraints that held, those of included specifications counted in.
    pub satisfied: u64,
    /// The number of all constraints.
    pub total: u64,
    /// The constraint that failed, preceded by the includes that contain it, the outermost first. Empty if
    /// the specification is false in every function.
    pub failing: Vec<Failing>,
    /// The first constraints of other alternatives of a disjunction, of which as much holds.
    pub tied: Vec<Span>,
    /// The variables that the failed constraint mentions and that had values.
    pub about: Vec<Assigned>,
    /// The mentioned variables without a value: no value fits.
    pub open: Vec<String>,
    /// The reason why the failed constraint does not hold, if its atom has one.
    pub because: Option<Because>,
    /// All variables that had values: those of the specification, then those of the failed includes.
    pub bound: Vec<Assigned>,
    /// Further attempts, if they were requested.
    pub attempts: Option<Attempts>,
}

/// A constraint that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// The place in the text; for a disjunction, of its first constraint.
    pub span: Span,
    /// The places of the alternatives, if it is a disjunction.
    pub alternatives: Vec<Span>,
    /// The mismatch of the members, if it is a collect; for a quantifier, whether it has a forbidden witness.
    pub misfit: Option<Mismatch>,
    /// Whether the values include a member in excess of a collect's limit.
    pub has_one_too_many: bool,
}

/// The best attempts at an idiom in a function, by the value of one of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// The variable.
    pub variable: String,
    /// The attempts, best first. Values with no more satisfied constraints than any value reaches are left
    /// out.
    pub best: Vec<(ValueId, NearMiss)>,
    /// The number of further attempts.
    pub more: usize,
    /// How many values were tried before steps or memory ran out.
    pub tried: usize,
    /// The number of values to try.
    pub values: usize,
}

impl NearMiss {
    /// All values mentioned, those of the further attempts last.
    pub fn assigned(&self) -> Vec<ValueId> {
        let beside = self.attempts.iter().flat_map(|attempts| &attempts.best);
        let all = [self].into_iter().chain(beside.map(|(_, miss)| miss));
        let terms = self.because.iter().flat_map(Because::terms);
        let values =
            all.flat_map(|miss| miss.about.iter().chain(&miss.bound)).filter_map(|(_, value)| *value);
        values.chain(terms).collect()
    }

    /// Converts a near miss of the solver to terms of the requested specification.
    pub fn of(source_map: &SourceMap, miss: &solver::NearMiss) -> NearMiss {
        let mut near = NearMiss {
            satisfied: miss.satisfied,
            total: miss.total,
            failing: Vec::new(),
            tied: miss.tied.iter().map(|&origin| source_map.span(origin)).collect(),
            about: Vec::new(),
            open: Vec::new(),
            because: None,
            bound: Vec::new(),
            attempts: None,
        };
        let mut through: Vec<Origin> = Vec::new();
        let mut marked: Vec<(String, Value)> = Vec::new();
        let mut level = Some(miss);
        while let Some(miss) = level {
            let names = |variable| source_map.name_outside(&through, miss.definition, variable);
            let name = |variable| names(variable).to_string();
            for &(variable, value) in &miss.bound {
                let name = names(variable);
                match name.unmarked() {
                    // A hidden value of a pattern is not the variable that its name begins with.
                    Some(_) if matches!(name.0.last(), Some(Part::Hidden(_))) => {}
                    Some(stem) => marked.push((stem.to_string(), value)),
                    None => add(&mut near.bound, name.to_string(), value),
                }
            }
            (near.about, near.open) = (Vec::new(), Vec::new());
            if let Some(beyond) = &miss.excess_row {
                for &(variable, value) in &beyond.values {
                    let name = source_map.name_outside(&through, beyond.definition, variable);
                    add(&mut near.about, numbered(&name, beyond.limit).to_string(), value);
                }
            }
            for &variable in &miss.mentions {
                match value_of(miss, variable) {
                    Some(value) => add(&mut near.about, name(variable), value),
                    None if names(variable).unmarked().is_none() => near.open.push(name(variable)),
                    None => {}
                }
            }
            let spans = |origins: &[Origin]| origins.iter().map(|&o| source_map.span(o)).collect();
            near.failing.extend(miss.failing.map(|origin| Failing {
                has_one_too_many: miss.excess_row.is_some(),
                span: source_map.span(origin),
                alternatives: spans(&miss.alternatives),
                misfit: miss.mismatch,
            }));
            through.extend(miss.failing);
            level = miss.inner.as_deref();
        }
        // Hidden variables; those whose name begins with a visible one belong to a pattern.
        marked.into_iter().for_each(|(name, value)| add(&mut near.bound, name, value));
        near
    }
}

/// The reason why the constraint that failed last does not hold: a single atom, or one of the atoms that a
/// pattern joins.
pub fn because(
    compiled: &Compiled<Atom>,
    world: &ModelWorld<'_>,
    miss: &solver::NearMiss,
) -> Option<Because> {
    let miss = miss.innermost();
    let failing = miss.failing.filter(|_| miss.mismatch.is_none())?;
    let body = &compiled.problem().definitions[miss.definition.index()].body;
    let reason = |atom: &Atom, variables: &[VarId]| {
        let open = matches!(atom, Atom::CallFact(_)).then_some(Value::UNUSED);
        let args: Vec<Value> =
            variables.iter().map(|variable| value_of(miss, *variable).or(open)).collect::<Option<_>>()?;
        world.because_not(atom, &args)
    };
    let mut atoms = Vec::new();
    let mut open = vec![(body, false)];
    while let Some((formula, is_optional)) = open.pop() {
        match formula {
            Formula::And(parts) => open.extend(parts.iter().rev().map(|part| (part, is_optional))),
            Formula::Or(parts) => open.extend(parts.iter().rev().map(|part| (part, true))),
            Formula::Atom(atom, variables, origin) if *origin == failing => {
                atoms.push((atom, variables, is_optional));
            }
            _ => {}
        }
    }
    match atoms[..] {
        [(atom, variables, _)] => reason(atom, variables),
        // An alternative that fails is no reason.
        _ => atoms.iter().filter(|atom| !atom.2).find_map(|(atom, variables, _)| reason(atom, variables)),
    }
}

/// The name of a member of a collect by its number.
fn numbered(name: &VarName, number: u32) -> VarName {
    let replace = |part: &Part| match part {
        Part::CollectIndex(_) => Part::Number(number),
        other => other.clone(),
    };
    VarName(name.0.iter().map(replace).collect())
}

/// The value that a variable had.
fn value_of(miss: &solver::NearMiss, variable: VarId) -> Option<Value> {
    miss.bound.iter().find(|(bound, _)| *bound == variable).map(|(_, value)| *value)
}

/// Adds a variable, unless an outer specification has added it.
fn add(variables: &mut Vec<Assigned>, name: String, value: Value) {
    if variables.iter().all(|(known, _)| *known != name) {
        variables.push((name, value.is_used().then_some(ValueId(value.0))));
    }
}
