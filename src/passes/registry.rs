//! The table of all passes: names, parameters, help, place in the pipeline.

use super::{apply, detect, factorize, sqrt_of_square, vector_products};
use crate::settings::Run;
use ir::Model;
use ir::host::Host;
use ir::pipeline::{ExtensionPoint, PassClass};
use normalise::{ALL, FLATTEN_GEP, HOIST_SELECT, MERGE_PHI, OR_TO_ADD, RESTORE_CASTS, SHL_TO_MUL, Step};
use search::registry::{FACTORISATIONS, ROOTS, Row, VECTOR_PRODUCTS};
use std::sync::LazyLock;

/// The action of a pass.
#[derive(Clone, Copy)]
pub enum Work {
    /// Looks for the chosen idioms and reports them.
    Detect(Run),
    /// Looks for its own built-in idioms and rewrites them.
    Rewrite {
        /// The function that runs it.
        run: Run,
        /// The built-in idioms it acts on.
        idioms: &'static [Row],
        /// A cheap test of functions, made before specifications are loaded.
        interest: Interest,
        /// The maximum number of further runs on a function that it changed.
        rounds: u32,
        /// Whether instcombine runs on a function that it changed, unless a parameter overrides it.
        /// Instcombine processes the whole function and, late in the pipeline, may undo deliberate choices of
        /// earlier passes.
        combines: bool,
    },
    /// Applies the declared rewrites that the user requested.
    Apply {
        /// The function that runs it.
        run: Run,
        /// The maximum number of further runs on a function that it changed.
        rounds: u32,
        /// Whether it adds functions, so that it is a module pass.
        adds_functions: bool,
    },
    /// Applies the chosen peephole rules until none matches.
    Rules,
    /// Rewrites to the canonical spelling, step by step until nothing changes.
    Normalise(&'static [Step]),
    /// Prints findings to stderr.
    PrintFound(Run),
    /// Prints the model to stderr.
    PrintModel,
    /// Prints the loads and stores, normalised, to stderr.
    PrintAccesses,
    /// Module pass: reports errors of the configuration, opens the report of the module.
    Open,
}

/// A necessary condition on functions for a rewriting pass.
#[derive(Clone, Copy)]
pub enum Interest {
    /// A call of a function with an accepted symbol name, on a product with a repeated factor. Unless
    /// refusals are reported, the product must also have the flags for a rewrite.
    CallsOfSquare(fn(&str) -> bool),
    /// A value that is a factor of a summand, and elsewhere a factor or summand again. Unless refusals are
    /// reported, the given test must also find a profitable sum; only then are specifications loaded.
    SharedFactors(fn(&Model, &dyn Host) -> bool),
    /// A product of vectors with at least two splat operands. Unless refusals are reported, the given test
    /// must also hold.
    MultipliedSplats(fn(&Model, &dyn Host) -> bool),
}

/// One parameter of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A bare word: the name of an idiom. May be repeated.
    Idiom,
    /// `spec=FILE`. May be repeated.
    Spec,
    /// `file=FILE`, of rules. May be repeated.
    File,
    /// `proofs=FILE`.
    Proofs,
    /// A bare word: rules are applied even without a proof.
    Unproven,
    /// `report=FILE`.
    Report,
    /// `budget=N`.
    Budget,
    /// `memory=MIB`.
    Memory,
    /// `findings=N`.
    Findings,
    /// `explain`, `no-explain`.
    Explain,
    /// `mode=rewrite` or `mode=detect`.
    Mode,
    /// `clean-up`, `no-clean-up`.
    CleanUp,
}

impl Parameter {
    /// Its syntax.
    pub fn syntax(self) -> &'static str {
        match self {
            Parameter::Idiom => "IDIOM",
            Parameter::Spec => "spec=FILE",
            Parameter::File => "file=FILE",
            Parameter::Proofs => "proofs=FILE",
            Parameter::Unproven => "unproven",
            Parameter::Report => "report=FILE",
            Parameter::Budget => "budget=N",
            Parameter::Memory => "memory=MIB",
            Parameter::Findings => "findings=N",
            Parameter::Explain => "[no-]explain",
            Parameter::Mode => "mode=rewrite|detect",
            Parameter::CleanUp => "[no-]clean-up",
        }
    }
}

/// A pass.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Name in pipelines.
    pub name: &'static str,
    /// Class name, as `-time-passes` shows it.
    pub class: &'static str,
    /// One line for `--help` and the docs.
    pub help: &'static str,
    /// Its parameters, between `<` and `>`.
    pub parameters: &'static [Parameter],
    /// Whether the pass also runs on `optnone` functions.
    pub required: bool,
    /// The place in the default pipeline when the plugin is loaded; `None` if the pass runs only in explicit
    /// pipelines.
    pub point: Option<ExtensionPoint>,
    /// Its action.
    pub work: Work,
}

const fn normalisation(
    name: &'static str,
    class: &'static str,
    help: &'static str,
    steps: &'static [Step],
) -> Entry {
    Entry { name, class, help, parameters: &[], required: false, point: None, work: Work::Normalise(steps) }
}

/// The idioms of the rewriting passes that run at the end of the default pipelines, after detection.
pub fn reported_at_the_end() -> &'static [&'static str] {
    static IDIOMS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let last = PASSES.iter().filter(|entry| entry.point == Some(ExtensionPoint::OptimizerLast));
        last.flat_map(Entry::idioms).map(|row| row.idiom).collect()
    });
    &IDIOMS
}

impl Entry {
    /// The built-in idioms the pass acts on.
    fn idioms(&self) -> &'static [Row] {
        match self.work {
            Work::Rewrite { idioms, .. } => idioms,
            _ => &[],
        }
    }
}

/// The parameters of rewriting passes.
const REWRITES: &[Parameter] = &[
    Parameter::Mode,
    Parameter::Report,
    Parameter::Budget,
    Parameter::Memory,
    Parameter::Findings,
    Parameter::CleanUp,
];

/// Every pass. The index is the slot of the pass class; the build script of `llvm` counts the classes.
pub const PASSES: &[Entry] = &[
    Entry {
        name: "idiom-detect",
        class: "IdiomDetectPass",
        help: "find idioms and report them; changes nothing",
        parameters: &[
            Parameter::Idiom,
            Parameter::Spec,
            Parameter::Report,
            Parameter::Budget,
            Parameter::Memory,
            Parameter::Findings,
            Parameter::Explain,
        ],
        required: true,
        point: Some(ExtensionPoint::VectorizerStart),
        work: Work::Detect(detect::run),
    },
    Entry {
        name: "idiom-sqrt-of-square",
        class: "IdiomSqrtOfSquarePass",
        help: "sqrt(a*a) to fabs(a), also inside longer products",
        parameters: REWRITES,
        required: false,
        point: Some(ExtensionPoint::PipelineEarlySimplification),
        work: Work::Rewrite {
            run: sqrt_of_square::run,
            idioms: ROOTS,
            interest: Interest::CallsOfSquare(sqrt_of_square::is_of_interest),
            rounds: 1,
            combines: true,
        },
    },
    Entry {
        name: "idiom-factorize",
        class: "IdiomFactorizePass",
        help: "a*b + a*c to a*(b + c), in sums and products of any shape",
        parameters: REWRITES,
        required: false,
        point: Some(ExtensionPoint::OptimizerLast),
        work: Work::Rewrite {
            run: factorize::run,
            idioms: FACTORISATIONS,
            interest: Interest::SharedFactors(factorize::is_worth_it),
            rounds: 8,
            combines: false,
        },
    },
    Entry {
        name: "idiom-vector-products",
        class: "IdiomVectorProductsPass",
        help: "a*vec(c)*b*vec(e) to a*b*vec(c*e), in products of floating point vectors",
        parameters: REWRITES,
        required: false,
        point: Some(ExtensionPoint::OptimizerLast),
        work: Work::Rewrite {
            run: vector_products::run,
            idioms: VECTOR_PRODUCTS,
            interest: Interest::MultipliedSplats(vector_products::is_worth_it),
            rounds: 8,
            combines: false,
        },
    },
    Entry {
        name: "idiom-apply",
        class: "IdiomApplyPass",
        help: "apply rewrites that are declared in the language, those that are named",
        parameters: &[
            Parameter::Idiom,
            Parameter::Spec,
            Parameter::Mode,
            Parameter::Report,
            Parameter::Budget,
            Parameter::Memory,
            Parameter::Findings,
            Parameter::CleanUp,
        ],
        required: false,
        point: Some(ExtensionPoint::VectorizerStart),
        work: Work::Apply { run: apply::run, rounds: 16, adds_functions: false },
    },
    Entry {
        name: "idiom-parallel",
        class: "IdiomParallelPass",
        help: "run loops on several threads, by declared rewrites, those that are named",
        parameters: &[
            Parameter::Idiom,
            Parameter::Spec,
            Parameter::Mode,
            Parameter::Report,
            Parameter::Budget,
            Parameter::Memory,
            Parameter::Findings,
            Parameter::CleanUp,
        ],
        required: false,
        point: Some(ExtensionPoint::OptimizerEarly),
        work: Work::Apply { run: apply::parallel::run, rounds: 64, adds_functions: true },
    },
    Entry {
        name: "idiom-rules",
        class: "IdiomRulesPass",
        help: "peephole rules from files in Alive's language, where they are proven",
        parameters: &[
            Parameter::File,
            Parameter::Proofs,
            Parameter::Unproven,
            Parameter::Mode,
            Parameter::Report,
            Parameter::Explain,
            Parameter::CleanUp,
        ],
        required: false,
        point: Some(ExtensionPoint::Peephole),
        work: Work::Rules,
    },
    normalisation(
        "idiom-or-to-add",
        "IdiomOrToAddPass",
        "or of operands without a common bit to add",
        OR_TO_ADD,
    ),
    normalisation("idiom-shl-to-mul", "IdiomShlToMulPass", "shift left by a constant to mul", SHL_TO_MUL),
    normalisation(
        "idiom-flatten-gep",
        "IdiomFlattenGepPass",
        "every address to a base and an offset in bytes",
        FLATTEN_GEP,
    ),
    normalisation(
        "idiom-hoist-select",
        "IdiomHoistSelectPass",
        "a choice between addresses to a choice between offsets",
        HOIST_SELECT,
    ),
    normalisation(
        "idiom-merge-phi",
        "IdiomMergePhiPass",
        "a phi of one computation in several spellings to that computation",
        MERGE_PHI,
    ),
    normalisation(
        "idiom-restore-casts",
        "IdiomRestoreCastsPass",
        "half of the bits, by a mask or shifts, to the casts that say so",
        RESTORE_CASTS,
    ),
    normalisation("idiom-normalize", "IdiomNormalizePass", "all normalisations, until nothing changes", ALL),
    Entry {
        name: "print<idiom>",
        class: "IdiomPrinterPass",
        help: "print what idiom-detect finds to stderr",
        parameters: &[],
        required: true,
        point: None,
        work: Work::PrintFound(detect::run),
    },
    Entry {
        name: "print<idiom-model>",
        class: "IdiomModelPrinterPass",
        help: "print the SSA model that specifications talk about to stderr",
        parameters: &[],
        required: true,
        point: None,
        work: Work::PrintModel,
    },
    Entry {
        name: "print<idiom-accesses>",
        class: "IdiomAccessesPrinterPass",
        help: "print the loads and stores with base and offset, normalised, to stderr",
        parameters: &[],
        required: true,
        point: None,
        work: Work::PrintAccesses,
    },
    Entry {
        name: "idiom-open",
        class: "IdiomOpenPass",
        help: "report errors of the configuration and open the module's report",
        parameters: &[],
        required: true,
        point: Some(ExtensionPoint::PipelineStart),
        work: Work::Open,
    },
];

/// The classes of all passes, for the host.
pub fn classes() -> Vec<PassClass> {
    PASSES.iter().map(|e| PassClass { class: e.class, pass: e.name, required: e.required }).collect()
}

/// The slot of the pass with this name.
pub fn slot(name: &str) -> Option<usize> {
    PASSES.iter().position(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::Library;

    #[test]
    fn names_and_classes_are_unique_and_kebab_case() {
        for (at, entry) in PASSES.iter().enumerate() {
            assert_eq!(slot(entry.name), Some(at));
            assert_eq!(PASSES.iter().filter(|e| e.class == entry.class).count(), 1);
            let bare = entry.name.trim_start_matches("print<").trim_end_matches('>');
            assert!(bare.starts_with("idiom") && bare.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        }
    }

    /// Otherwise every compilation would compile them.
    #[test]
    fn specifications_of_rewrites_are_prebuilt() {
        for entry in PASSES {
            let Work::Rewrite { idioms, .. } = entry.work else { continue };
            let names: Vec<String> = idioms.iter().map(|row| row.idiom.to_owned()).collect();
            let library = Library::new(Vec::new(), Some(&names));
            assert_eq!(library.idioms().len(), idioms.len());
            assert!(library.idioms().iter().all(|idiom| idiom.is_prebuilt()), "{}", entry.name);
        }
    }

    #[test]
    fn rewrites_are_not_required_and_detection_is() {
        for entry in PASSES {
            let rewrites = matches!(
                entry.work,
                Work::Rewrite { .. } | Work::Apply { .. } | Work::Rules | Work::Normalise(_)
            );
            assert_eq!(entry.required, !rewrites, "{}", entry.name);
        }
    }
}
