//! Analyses of one's own: facts about points, given by the instructions that begin and end them.
//!
//! An analysis has up to three formulas. The catalogue has it as several specifications: its name, without a
//! formula, and one for each formula under a name that no text can have. All stages treat these like others;
//! `lowered.rs` makes the problems whose solutions are the pairs of an instruction and the parameters.
//!
//! ```text
//! Analysis Initialised({x}) forward must
//! gen {i} ( opcode{i} = store ∧ {x} = {i}.args[1] )        Initialised      Constraint, true
//! kill {i} ( … )                                     =>    Initialised.gen  Constraint, i and x
//! End                                                      Initialised.kill Constraint, i and x
//! ```

mod graph;
mod lowered;
mod uses;

use super::ast::{Formula, Modality, Name, Span, Specification, Variable};
use serde::{Deserialize, Serialize};

pub(super) use graph::{Needed, NeededAnalysis, check_cycles, needed};
pub use lowered::{AnalysisFormula, lower_formula};
pub(super) use uses::{check_heads, check_mentioned, check_use, wrong_count};

/// The direction of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Heading {
    /// From the entry, along control flow.
    Forward,
    /// From the exits, against it.
    Backward,
}

impl Heading {
    /// Its keyword.
    pub fn word(self) -> &'static str {
        match self {
            Heading::Forward => "forward",
            Heading::Backward => "backward",
        }
    }

    /// The keyword for the boundary where it begins.
    pub fn boundary(self) -> &'static str {
        match self {
            Heading::Forward => "entry",
            Heading::Backward => "exit",
        }
    }
}

/// Everything behind the name of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisClauses {
    /// The variables that the facts are about.
    pub parameters: Vec<Variable>,
    /// From its head up to the modality.
    pub head: Span,
    /// The direction.
    pub heading: Heading,
    /// Whether a fact holds if it does on all paths, or on some path.
    pub modality: Modality,
    /// The instructions that begin a fact.
    pub begins: AnalysisClause,
    /// The instructions that end a fact, beside those that compute one of its parameters.
    pub ends: Option<AnalysisClause>,
    /// The facts that hold at the boundary; none without it.
    pub boundary: Option<Boundary>,
}

/// `gen {i} formula` or `kill {i} formula`.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisClause {
    /// The variable that stands for the instruction.
    pub at: Variable,
    /// The formula about it and the parameters.
    pub formula: Formula,
}

/// `entry none`, `entry all` or `entry formula`, and likewise with `exit`.
#[derive(Clone, Debug, PartialEq)]
pub enum Boundary {
    /// No fact holds.
    None(Span),
    /// All facts hold.
    All(Span),
    /// The facts hold whose parameters satisfy the formula.
    Where(Box<Formula>),
}

/// One of the formulas of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnalysisPart {
    /// `gen`
    Begins,
    /// `kill`
    Ends,
    /// `entry` or `exit`
    Boundary,
}

impl AnalysisPart {
    /// All parts, in the order written.
    pub const ALL: [AnalysisPart; 3] = [AnalysisPart::Begins, AnalysisPart::Ends, AnalysisPart::Boundary];

    /// The force of the facts that its formula may use, in an analysis of a force: an analysis of what
    /// certainly holds begins where that is certain, and ends where it may not go on.
    pub fn force(self, modality: Modality) -> Modality {
        match (self, modality) {
            (AnalysisPart::Ends, Modality::Must) => Modality::May,
            (AnalysisPart::Ends, Modality::May) => Modality::Must,
            (_, modality) => modality,
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            AnalysisPart::Begins => "gen",
            AnalysisPart::Ends => "kill",
            AnalysisPart::Boundary => "boundary",
        }
    }
}

impl AnalysisClauses {
    /// The formula of a part.
    pub fn formula(&self, part: AnalysisPart) -> Option<&Formula> {
        match part {
            AnalysisPart::Begins => Some(&self.begins.formula),
            AnalysisPart::Ends => self.ends.as_ref().map(|clause| &clause.formula),
            AnalysisPart::Boundary => match self.boundary.as_ref()? {
                Boundary::Where(formula) => Some(formula),
                Boundary::None(_) | Boundary::All(_) => None,
            },
        }
    }

    /// The variable for the instruction in a part.
    pub fn at(&self, part: AnalysisPart) -> Option<&Variable> {
        match part {
            AnalysisPart::Begins => Some(&self.begins.at),
            AnalysisPart::Ends => self.ends.as_ref().map(|clause| &clause.at),
            AnalysisPart::Boundary => None,
        }
    }

    /// Its formulas in the order written.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        AnalysisPart::ALL.into_iter().filter_map(|part| self.formula(part))
    }
}

/// The name of a part of an analysis. No text has it, since names have no dots.
pub(super) fn part_name(analysis: &Name, part: AnalysisPart) -> Name {
    Name { text: format!("{}.{}", analysis.text, part.suffix()), span: analysis.span }
}

/// The specifications by which the catalogue has one of a file.
pub(super) fn with_parts(specification: Specification) -> Vec<Specification> {
    let parts: Vec<Specification> = specification
        .analysis
        .iter()
        .flat_map(|analysis| AnalysisPart::ALL.into_iter().map(move |part| (analysis, part)))
        .filter_map(|(analysis, part)| {
            let formula = analysis.formula(part)?.clone();
            Some(Specification {
                doc: Vec::new(),
                private: true,
                name: part_name(&specification.name, part),
                span: formula.span,
                formula,
                rewrite: None,
                fact: None,
                analysis: None,
                complete: specification.complete,
            })
        })
        .collect();
    [specification].into_iter().chain(parts).collect()
}
