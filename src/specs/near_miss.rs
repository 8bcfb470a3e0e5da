//! Why an idiom has no solution in a function: how far the best attempt came, and where it failed.
//!
//! The solver tells a chain of near misses, that of the specification itself and, where an include failed,
//! that of what it includes. Here it becomes what the author of the specification knows: places in his text,
//! and variables by the names that his specification has for them. The values in between that a pattern names
//! by itself are told only where a constraint fails for one.
//!
//! ```text
//! x.candl:3 include For @ {loop}, within it loops.candl:9 opcode{increment} = add, with increment = value 7
//!   =>  failing [x.candl:3, loops.candl:9], about [loop.increment = value 7]
//! ```

use ir::ValueId;
use lang::atoms::{Atom, Because, ModelWorld};
use lang::candl::ast::Span;
use lang::candl::core::{Part, VarName};
use lang::candl::legend::Legend;
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
    /// The constraint that failed, behind the includes that it stands in, the outermost first. Empty when the
    /// specification is false whatever the function.
    pub failing: Vec<Failing>,
    /// The variables that the last of them mentions and that had values.
    pub about: Vec<Assigned>,
    /// The mentioned variables that had no value yet: no value fits.
    pub open: Vec<String>,
    /// Why the last constraint does not hold, where its atom has a reason.
    pub because: Option<Because>,
    /// All variables that had values: of the specification, then of what the includes that failed include.
    pub bound: Vec<Assigned>,
    /// Attempts beside this one, if they were asked for.
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
    /// Whether a member that is one too many is told among the values.
    pub has_one_too_many: bool,
}

/// The best attempts at an idiom in a function, by the value of one of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts {
    /// The variable.
    pub variable: String,
    /// The furthest first. Values are left out for which no more holds than for any value.
    pub best: Vec<(ValueId, NearMiss)>,
    /// How many more there are.
    pub more: usize,
    /// How many values were tried before steps or memory ran out.
    pub tried: usize,
    /// Of how many.
    pub values: usize,
}

impl NearMiss {
    /// All values that are told of it, those of the attempts beside it last.
    pub fn assigned(&self) -> Vec<ValueId> {
        let beside = self.attempts.iter().flat_map(|attempts| &attempts.best);
        let all = [self].into_iter().chain(beside.map(|(_, miss)| miss));
        all.flat_map(|miss| miss.about.iter().chain(&miss.bound)).filter_map(|(_, value)| *value).collect()
    }

    /// In terms of the specification that was searched for.
    pub fn of(legend: &Legend, miss: &solver::NearMiss) -> NearMiss {
        let mut near = NearMiss {
            satisfied: miss.satisfied,
            total: miss.total,
            failing: Vec::new(),
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
            let names = |variable| legend.name_outside(&through, miss.definition, variable);
            let name = |variable| names(variable).to_string();
            for &(variable, value) in &miss.bound {
                let name = names(variable);
                match name.unmarked() {
                    // A value of a pattern is not what it hangs below.
                    Some(_) if matches!(name.0.last(), Some(Part::Hidden(_))) => {}
                    Some(stem) => marked.push((stem.to_string(), value)),
                    None => add(&mut near.bound, name.to_string(), value),
                }
            }
            (near.about, near.open) = (Vec::new(), Vec::new());
            if let Some(beyond) = &miss.excess_row {
                for &(variable, value) in &beyond.values {
                    let name = legend.name_outside(&through, beyond.definition, variable);
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
            let spans = |origins: &[Origin]| origins.iter().map(|&o| legend.span(o)).collect();
            near.failing.extend(miss.failing.map(|origin| Failing {
                has_one_too_many: miss.excess_row.is_some(),
                span: legend.span(origin),
                alternatives: spans(&miss.alternatives),
                misfit: miss.mismatch,
            }));
            through.extend(miss.failing);
            level = miss.inner.as_deref();
        }
        // Private ones; below a name that others see are those of a pattern.
        marked.into_iter().for_each(|(name, value)| add(&mut near.bound, name, value));
        near
    }
}

/// Why the constraint that failed last does not hold, where it is one atom.
pub fn because(
    compiled: &Compiled<Atom>,
    world: &ModelWorld<'_>,
    miss: &solver::NearMiss,
) -> Option<Because> {
    let miss = miss.innermost();
    let failing = miss.failing.filter(|_| miss.mismatch.is_none())?;
    let mut atoms = Vec::new();
    let mut open = vec![&compiled.problem().definitions[miss.definition.index()].body];
    while let Some(formula) = open.pop() {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => open.extend(parts),
            Formula::Atom(atom, variables, origin) if *origin == failing => atoms.push((atom, variables)),
            _ => {}
        }
    }
    let [(atom, variables)] = atoms[..] else { return None };
    let args: Vec<Value> =
        variables.iter().map(|variable| value_of(miss, *variable)).collect::<Option<_>>()?;
    world.because_not(atom, &args)
}

/// The name of a member of a collect by its number.
fn numbered(name: &VarName, number: u32) -> VarName {
    let replace = |part: &Part| match part {
        Part::Slot(_) => Part::Number(number),
        other => other.clone(),
    };
    VarName(name.0.iter().map(replace).collect())
}

/// The value that a variable had.
fn value_of(miss: &solver::NearMiss, variable: VarId) -> Option<Value> {
    miss.bound.iter().find(|(bound, _)| *bound == variable).map(|(_, value)| *value)
}

/// Adds a variable, unless an outer specification has told it.
fn add(variables: &mut Vec<Assigned>, name: String, value: Value) {
    if variables.iter().all(|(known, _)| *known != name) {
        variables.push((name, value.is_used().then_some(ValueId(value.0))));
    }
}
