//! The names of the atoms, by which rows of the table are identified.
//!
//! In: `{x} is live at {p}`. Out: `AtomKind::Live`.

use serde::{Deserialize, Serialize};

/// The graph of a path constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlowKind {
    /// `control flow`: the CFG.
    Control,
    /// `data flow`: the DFG.
    Data,
    /// `flow`: the PDG.
    Any,
}

/// A dominance relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DominanceKind {
    /// `post_…`
    pub post: bool,
    /// `strict_…`
    pub strict: bool,
}

/// The name of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows of the table describe them")]
pub enum AtomKind {
    Opcode,
    OpcodeIn,
    DataType,
    DataTypeIn,
    IrType,
    IrTypeIn,
    NotNumericConstant,
    IntegerZero,
    FloatZero,
    Null,
    Literal,
    FunctionName,
    FunctionNameIn,
    ConstantVariable,
    Local,
    ArgNumber,
    InArgs,
    OperandNumber,
    InOperands,
    SuccessorNumber,
    InSuccessors,
    Equal,
    Differ,
    Phi,
    /// `{x} is the operand of {c} from {b}`
    PhiOperand,
    Domination(DominanceKind),
    PassesThrough(FlowKind),
    /// `all … flow from {a} to {b} passes through {c, d}`
    PassesThroughSet(FlowKind),
    /// `all … flow from {a} to {b} passes through {c} -> {d}`
    PassesThroughEdge(FlowKind),
    ControlDependence,
    DependenceEdge,
    Flows(FlowKind),
    FlowsThrough(FlowKind),
    Before,
    /// `{b} is laid out right behind {a}`
    LaidOutBehind,
    SameType,
    WithoutCarries,
    WithinBits,
    CalculatedFrom,
    Live,
    Available,
    PartiallyAvailable,
    Anticipated,
    Placed,
    /// `{e} can be placed on {a} -> {b}`
    PlacedOnEdge,
    /// `{x} is one constant`
    OneConstant,
    /// `{x} is never executed`
    NeverExecuted,
    /// `{t} is the constant value of {x}`
    AlwaysNumber,
    /// `{n} is the number of values live at {p}`
    LiveCount,
    Congruent,
    /// `{x} is the same expression as {y}`
    SameExpression,
    /// `{x} is the same expression as {y} up to flags`
    SameUpToFlags,
    ConstantValue,
    MetOnEveryPath,
    MayAlias,
    MustAlias,
    MayWrite,
    MayRead,
    Unmodified,
    ReadsFrom,
    Repeats,
    Reaches,
    Dead,
    BeyondLimit,
    Invariant,
    Pins,
    PointsTo,
    Escapes,
    MayKeep,
    Passed,
    PassedWhereZero,
    PassedFrom,
    MetWhereZero,
    PathToUse,
    HasAttribute,
    Does,
    DoesTo,
    Returns,
    ReturnsOf,
    /// `s({x}) before {i}`
    AnalysisBefore,
    /// `s({x}) after {i}`
    AnalysisAfter,
    /// `s({x}) on {a} -> {b}`
    AnalysisOn,
    HasFlag,
    HasFlagOf,
    Unused,
    Keeps,
    SameSet,
    Read,
    Write,
    Accesses,
    Stride,
    ValueStride,
    RestOfLoops,
    RestOfValues,
    RestOfBoth,
    Plus,
    Number,
    Times,
    PowerOfTwo,
    LiteralNumber,
    Width,
    LessThan,
    AtMost,
    Fixed,
    LargerStride,
    Carries,
    CarriesLoad,
    Counter,
    Count,
    ExitCount,
    ProfiledCount,
    /// `{n} is the frequency of {b}`
    Frequency,
    /// `{n} is the frequency of {a} -> {b}`
    EdgeFrequency,
    /// `{x} is hot`
    Hot,
    /// `{x} is cold`
    Cold,
    Start,
    Least,
    ProductIn,
    LinearFunction,
    LinearFunctionBy,
}

/// The use of a fact about the called function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactUse {
    /// Whether it is about the result: `returns`, not `does`.
    pub of_result: bool,
    /// Whether it is about a parameter.
    pub of_parameter: bool,
}

/// The kind of point at which an analysis is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum AnalysisPoint {
    /// Before an instruction.
    Before,
    /// After an instruction.
    After,
    /// On an edge of control flow.
    On,
}

impl AtomKind {
    /// The kind of point at which the atom asks an analysis, if it is such an atom.
    pub fn analysis_point(self) -> Option<AnalysisPoint> {
        Some(match self {
            AtomKind::AnalysisBefore => AnalysisPoint::Before,
            AtomKind::AnalysisAfter => AnalysisPoint::After,
            AtomKind::AnalysisOn => AnalysisPoint::On,
            _ => return None,
        })
    }

    /// The use of a fact that the atom is, if it is one.
    pub fn fact_use(self) -> Option<FactUse> {
        let (of_result, of_parameter) = match self {
            AtomKind::Does => (false, false),
            AtomKind::DoesTo => (false, true),
            AtomKind::Returns => (true, false),
            AtomKind::ReturnsOf => (true, true),
            _ => return None,
        };
        Some(FactUse { of_result, of_parameter })
    }
}
