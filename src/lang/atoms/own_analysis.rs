//! Facts of analyses of one's own: `s({x}) before {i}`, `s({x}) after {i}`, `s({x}) on {a} -> {b}`.
//!
//! The atom carries the analysis itself: its direction, its force and its formulas as problems. An idiom is
//! therefore whole without a table of analyses, wherever it is stored. `own_solution.rs` solves them in a
//! function.

use super::{Atom, ModelWorld, OwnReason};
use crate::candl::analyses::{AnalysisFormula, Heading};
use crate::candl::ast::Modality;
use crate::candl::atom_table::AnalysisPoint;
use analysis::dataflow::{Decider, Direction, GenKillSolution};
use ir::ValueId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use solver::{Compiled, Value};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// An atom about a fact at a point, over the parameters and the point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct OwnFact {
    /// The analysis.
    pub analysis: OwnAnalysis,
    /// The kind of point.
    pub point: AnalysisPoint,
}

/// An analysis of one's own, shared by all atoms that use it. Analyses are equal if all of their parts are.
#[derive(Clone)]
pub struct OwnAnalysis(Arc<Data>);

/// The parts of an analysis. The variables of its formulas are the instruction, at position 0, and the
/// parameters behind it.
#[derive(Debug, Deserialize, Serialize)]
struct Data {
    name: String,
    heading: Heading,
    modality: Modality,
    parameters: u32,
    begins: AnalysisFormula<Atom>,
    ends: Option<AnalysisFormula<Atom>>,
    boundary: OwnBoundary,
    /// Compiled on first use: what begins facts, what ends them, the boundary.
    #[serde(skip)]
    compiled: [OnceLock<Compiled<Atom>>; 3],
    #[serde(skip)]
    digest: OnceLock<u128>,
}

/// The facts that hold at the boundary.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum OwnBoundary {
    /// None.
    None,
    /// All.
    All,
    /// The facts whose parameters solve the formula.
    Where(AnalysisFormula<Atom>),
}

impl OwnAnalysis {
    /// An analysis of these parts.
    pub fn new(
        name: String,
        (heading, modality): (Heading, Modality),
        parameters: u32,
        begins: AnalysisFormula<Atom>,
        ends: Option<AnalysisFormula<Atom>>,
        boundary: OwnBoundary,
    ) -> OwnAnalysis {
        let (compiled, digest) = Default::default();
        OwnAnalysis(Arc::new(Data {
            name,
            heading,
            modality,
            parameters,
            begins,
            ends,
            boundary,
            compiled,
            digest,
        }))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its direction.
    pub fn heading(&self) -> Heading {
        self.0.heading
    }

    /// Its force.
    pub fn modality(&self) -> Modality {
        self.0.modality
    }

    /// The number of its parameters.
    pub fn parameters(&self) -> usize {
        self.0.parameters as usize
    }

    /// The facts at the boundary.
    pub(super) fn boundary(&self) -> &OwnBoundary {
        &self.0.boundary
    }

    /// The direction of its equations.
    pub(super) fn direction(&self) -> Direction {
        match self.0.heading {
            Heading::Forward => Direction::Forward,
            Heading::Backward => Direction::Backward,
        }
    }

    /// Its formulas: what begins facts, what ends them, the boundary.
    pub(super) fn formulas(&self) -> [Option<&AnalysisFormula<Atom>>; 3] {
        let boundary = match &self.0.boundary {
            OwnBoundary::Where(formula) => Some(formula),
            OwnBoundary::None | OwnBoundary::All => None,
        };
        [Some(&self.0.begins), self.0.ends.as_ref(), boundary]
    }

    /// A formula, compiled, with its columns.
    pub(super) fn compiled(&self, part: usize) -> Option<(&Compiled<Atom>, &[u32])> {
        let formula = self.formulas()[part]?;
        let compile = || Compiled::new(formula.problem.clone()).expect("checked when it was lowered");
        Some((self.0.compiled[part].get_or_init(compile), &formula.columns))
    }

    /// The relations of its formulas.
    pub fn relations(&self) -> impl Iterator<Item = &Atom> {
        (0..3).filter_map(|part| self.compiled(part)).flat_map(|(compiled, _)| compiled.relations())
    }

    /// 128 bits of a hash over all parts, by which the solutions of a function are found.
    pub(super) fn digest(&self) -> u128 {
        *self.0.digest.get_or_init(|| {
            let data = &self.0;
            let text = format!(
                "{} {:?} {:?} {} {:?} {:?} {:?}",
                data.name,
                data.heading,
                data.modality,
                data.parameters,
                data.begins,
                data.ends,
                data.boundary
            );
            let hash = |seed: u8| {
                let mut hasher = DefaultHasher::new();
                hasher.write_u8(seed);
                text.hash(&mut hasher);
                u128::from(hasher.finish())
            };
            hash(0) << 64 | hash(1)
        })
    }
}

impl fmt::Debug for OwnAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:032x}", self.0.name, self.digest())
    }
}

impl PartialEq for OwnAnalysis {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.digest() == other.digest()
    }
}

impl Eq for OwnAnalysis {}

impl Hash for OwnAnalysis {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest().hash(state);
    }
}

impl Serialize for OwnAnalysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OwnAnalysis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Data::deserialize(deserializer).map(|data| OwnAnalysis(Arc::new(data)))
    }
}

impl OwnFact {
    pub(super) fn arity(&self) -> usize {
        self.analysis.parameters() + if self.point == AnalysisPoint::On { 2 } else { 1 }
    }

    pub(super) fn holds(&self, world: &ModelWorld<'_>, args: &[Value]) -> bool {
        let Some((parameters, point)) = self.split(args) else { return false };
        let (group, fact) = group_of(&parameters);
        let solved = world.own.solution(world, &self.analysis, group, &parameters);
        match solved.solution() {
            Some(solution) => match (self.point, point) {
                (AnalysisPoint::Before, [at, _]) => solution.holds_before(world.model, fact, at),
                (AnalysisPoint::After, [at, _]) => solution.holds_after(world.model, fact, at),
                (AnalysisPoint::On, [from, to]) => solution.holds_on(world.model, fact, from, to),
            },
            // A fact that cannot be decided may hold, and does not certainly hold.
            None => self.analysis.modality() == Modality::May,
        }
    }

    /// The parameters and the point of arguments; `None` if one holds nothing.
    fn split(&self, args: &[Value]) -> Option<(Vec<ValueId>, [ValueId; 2])> {
        if args.len() != self.arity() || args.iter().any(|arg| !arg.is_used()) {
            return None;
        }
        let (parameters, point) = args.split_at(self.analysis.parameters());
        let value = |value: &Value| ValueId(value.0);
        Some((parameters.iter().map(value).collect(), [value(point.first()?), value(point.last()?)]))
    }

    /// Whether a place decides the fact: that on some path it holds, or that it does not on all.
    pub(super) fn is_explained(&self, holds: bool) -> bool {
        holds == (self.analysis.modality() == Modality::May)
    }

    /// The reason why the fact holds, or does not.
    pub(super) fn reason(&self, world: &ModelWorld<'_>, holds: bool, args: &[Value]) -> Option<OwnReason> {
        let (parameters, [from, to]) = self.split(args)?;
        let (group, fact) = group_of(&parameters);
        let solved = world.own.solution(world, &self.analysis, group, &parameters);
        let direction = self.analysis.direction();
        let point = match (self.point, direction) {
            (AnalysisPoint::Before, _) => (from, false),
            (AnalysisPoint::After, _) => (from, true),
            (AnalysisPoint::On, Direction::Forward) => (from, true),
            (AnalysisPoint::On, Direction::Backward) => (to, false),
        };
        let decider = solved.solution()?.fact(fact).decider(world.model, direction, point, holds)?;
        let is_parameter = matches!(decider, Decider::Change(at) if parameters.contains(&at));
        let (analysis, heading) = (self.analysis.name().to_owned(), self.analysis.heading());
        Some(OwnReason { analysis, holds, at: from, heading, decider, is_parameter })
    }
}

/// The group of facts that are solved together, and the number of the fact in it. The first parameter counts;
/// the others have one value in a group.
fn group_of(parameters: &[ValueId]) -> (u32, u32) {
    let first = parameters.first().map_or(0, |value| value.0);
    (first / GenKillSolution::FACTS, first % GenKillSolution::FACTS)
}
