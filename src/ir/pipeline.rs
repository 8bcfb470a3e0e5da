//! Passes, and extension points of LLVM's pipelines, by LLVM's names.

/// The static properties of a pass class, as LLVM requests them. Its slot is its position in the table.
#[derive(Clone, Copy, Debug)]
pub struct PassClass {
    /// The class name, shown in timings.
    pub class: &'static str,
    /// The name in pipeline texts.
    pub pass: &'static str,
    /// Whether the pass also runs on `optnone` functions and regardless of bisection.
    pub required: bool,
}

/// A place in LLVM's default pipelines where plugins may add passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum ExtensionPoint {
    /// Before all other passes.
    PipelineStart = 0,
    /// After the first clean-up of each function (SROA, early CSE).
    PipelineEarlySimplification = 1,
    /// After each run of instcombine; several times.
    Peephole = 2,
    /// After most scalar optimisations.
    ScalarOptimizerLate = 3,
    /// Before the optimisation part of the pipeline.
    OptimizerEarly = 4,
    /// Before vectorisation: loops are rotated and simplified.
    VectorizerStart = 5,
    /// After all other passes.
    OptimizerLast = 6,
    /// At the start of the link step of full LTO.
    FullLinkTimeOptimizationEarly = 7,
    /// At the end of the link step of full LTO.
    FullLinkTimeOptimizationLast = 8,
}

impl ExtensionPoint {
    /// All extension points, in pipeline order.
    pub const ALL: [ExtensionPoint; 9] = [
        ExtensionPoint::PipelineStart,
        ExtensionPoint::PipelineEarlySimplification,
        ExtensionPoint::Peephole,
        ExtensionPoint::ScalarOptimizerLate,
        ExtensionPoint::OptimizerEarly,
        ExtensionPoint::VectorizerStart,
        ExtensionPoint::OptimizerLast,
        ExtensionPoint::FullLinkTimeOptimizationEarly,
        ExtensionPoint::FullLinkTimeOptimizationLast,
    ];

    /// LLVM's name, in kebab case.
    pub fn name(self) -> &'static str {
        match self {
            ExtensionPoint::PipelineStart => "pipeline-start",
            ExtensionPoint::PipelineEarlySimplification => "pipeline-early-simplification",
            ExtensionPoint::Peephole => "peephole",
            ExtensionPoint::ScalarOptimizerLate => "scalar-optimizer-late",
            ExtensionPoint::OptimizerEarly => "optimizer-early",
            ExtensionPoint::VectorizerStart => "vectorizer-start",
            ExtensionPoint::OptimizerLast => "optimizer-last",
            ExtensionPoint::FullLinkTimeOptimizationEarly => "full-lto-early",
            ExtensionPoint::FullLinkTimeOptimizationLast => "full-lto-last",
        }
    }

    /// The extension point with this name.
    pub fn from_name(name: &str) -> Option<ExtensionPoint> {
        Self::ALL.into_iter().find(|point| point.name() == name)
    }
}
