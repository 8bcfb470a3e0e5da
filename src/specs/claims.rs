//! Claims: constraints of a specification that have reasons, over the variables of its solutions.
//!
//! The search follows the includes of the compiled problem, but does not enter collects and quantifiers,
//! whose variables belong to no solution; only the negation of a single atom counts. All alternatives of a
//! disjunction are listed: the world decides which of them hold.
//!
//! In: `UnhoistedLoad`. Out: `{write} pins {load} in {header}`, with the places of the three among the
//! variables.

use lang::atoms::Atom;
use lang::candl::core::VarName;
use lang::candl::source_map::SourceMap;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use solver::{Compiled, DefId, Formula, Origin, VarId};

/// The most formulas visited.
const MOST_PARTS: usize = 20_000;
/// The most claims of one specification.
const MOST_CLAIMS: usize = 32;

/// A constraint that has a reason.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Claim {
    /// The atom.
    pub atom: Atom,
    /// Whether the atom itself holds in a solution, or its negation.
    pub holds: bool,
    /// The positions of its arguments among the variables.
    pub arguments: Vec<usize>,
}

/// The claims of a specification, in the order of its text.
pub fn claims(compiled: &Compiled<Atom>, source_map: &SourceMap) -> Vec<Claim> {
    if !compiled.relations().iter().any(|atom| atom.is_explained(true) || atom.is_explained(false)) {
        return Vec::new();
    }
    let positions = source_map.names.iter().enumerate().map(|(k, name)| (name.clone(), k)).collect();
    let problem = compiled.problem();
    let root = &problem.definitions[problem.root.index()];
    let mut search = Search { source_map, positions, found: Vec::new() };
    let mut open = vec![Part { formula: &root.body, definition: problem.root, through: Vec::new() }];
    for _ in 0..MOST_PARTS {
        let Some(Part { formula, definition, through }) = open.pop() else { break };
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                let below = parts.iter().rev();
                open.extend(below.map(|formula| Part { formula, definition, through: through.clone() }));
            }
            Formula::Atom(atom, variables, _) => search.add(atom, true, variables, definition, &through),
            Formula::Quantified(quantified) if !quantified.wanted => {
                if let Formula::Atom(atom, variables, _) = alone(&quantified.body) {
                    search.add(atom, false, variables, definition, &through);
                }
            }
            Formula::Call(callee, _, origin) => {
                let through = through.iter().copied().chain([*origin]).collect();
                let formula = &problem.definitions[callee.index()].body;
                open.push(Part { formula, definition: *callee, through });
            }
            _ => {}
        }
    }
    search.found
}

/// The single innermost part of nested conjunctions of one part each.
fn alone(mut formula: &Formula<Atom>) -> &Formula<Atom> {
    while let Formula::And(parts) = formula
        && let [only] = &parts[..]
    {
        formula = only;
    }
    formula
}

/// A formula, in a definition that is reached through these includes.
struct Part<'p> {
    formula: &'p Formula<Atom>,
    definition: DefId,
    through: Vec<Origin>,
}

struct Search<'l> {
    source_map: &'l SourceMap,
    positions: FxHashMap<VarName, usize>,
    found: Vec<Claim>,
}

impl Search<'_> {
    fn add(&mut self, atom: &Atom, holds: bool, variables: &[VarId], definition: DefId, through: &[Origin]) {
        if !atom.is_explained(holds) || self.found.len() == MOST_CLAIMS {
            return;
        }
        let position = |variable: &VarId| {
            self.positions.get(&self.source_map.name_outside(through, definition, *variable)).copied()
        };
        let arguments: Option<Vec<usize>> = variables.iter().map(position).collect();
        let claim = arguments.map(|arguments| Claim { atom: atom.clone(), holds, arguments });
        self.found.extend(claim);
    }
}
