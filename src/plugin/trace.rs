//! The trace that `IDIOM_TRACE` enables: the findings in a function after each pass that changed it.
//!
//! In: the changes that [`llvm::trace`] reports. Out: a file with a [`report::Trace`] when the pipeline is
//! done. Search and specifications are those of detection.

use super::reporting::{findings_of, near_misses_of};
use super::session::Session;
use super::stderr::write_to_stderr;
use library::Library;
use llvm::{FunctionUnit, TracedPass, Tracer, own_version};
use passes::registry::{PASSES, Work};
use report::{Finding, NearMiss, TraceBuilder, TracePass, counted, write_whole};
use search::{SearchOptions, Settings, search};
use std::path::PathBuf;
use std::sync::Arc;

/// Limit of changes that are searched; the trace notes that later ones are not.
const MOST_SEARCHES: usize = 20_000;

/// Limit of bytes of IR in one trace; later steps have none.
const MOST_IR: usize = 64 << 20;

/// The tracer of one `PassBuilder`.
pub(super) struct PipelineTracer {
    session: Arc<Session>,
    /// The path of the trace, set at the first function.
    file: Option<PathBuf>,
    /// The specifications: the outer `None` before the first function, the inner one if they have errors,
    /// which were reported.
    library: Option<Option<Arc<Library>>>,
    builder: TraceBuilder,
    /// The number of bytes of IR in the steps so far.
    ir: usize,
}

impl PipelineTracer {
    pub(super) fn new(session: Arc<Session>) -> PipelineTracer {
        PipelineTracer {
            session,
            file: None,
            library: None,
            builder: TraceBuilder::new("", own_version()),
            ir: 0,
        }
    }

    /// The specifications to search for, loaded at the first function of the module.
    fn library(&mut self, unit: &FunctionUnit<'_>) -> Option<Arc<Library>> {
        if let Some(library) = &self.library {
            return library.clone();
        }
        let module = unit.module();
        let source = module.source();
        self.file = self.session.trace_path(&module, &source);
        self.builder = TraceBuilder::new(source, own_version());
        let is_sound = self.session.settings.errors.is_empty();
        let library = if is_sound { self.session.detected(&module) } else { None };
        self.library = Some(library.clone());
        library
    }

    /// The findings in a function, and the near misses of the other idioms.
    fn search(
        &mut self,
        unit: &FunctionUnit<'_>,
        library: &Library,
        explain: bool,
    ) -> (Vec<Finding>, Vec<NearMiss>) {
        let SearchOptions { budget, most_findings, .. } = self.session.settings.options;
        let settings = Settings { most_findings, explain, ..Settings::new(library, budget) };
        let answer = search(unit.model(), &settings);
        let (found, gave_up): (Vec<Finding>, Vec<Finding>) =
            findings_of(unit, &answer, 0).into_iter().partition(|f| !f.outcome.is_about_the_search());
        if let Some(Finding { idiom, function, reason, .. }) = gave_up.first() {
            let reason = reason.as_deref().unwrap_or_default();
            self.builder.incomplete(format!("{idiom} in {function}: {reason}"));
        }
        (found, near_misses_of(unit, library, &answer))
    }

    /// Adds the IR of the last step, unless the limit is reached.
    fn add_ir(&mut self, unit: &FunctionUnit<'_>) {
        let text = unit.text();
        if self.ir + text.len() > MOST_IR {
            return self.builder.incomplete(format!("the trace holds {} MiB of IR at most", MOST_IR >> 20));
        }
        self.ir += text.len();
        self.builder.ir(text);
    }
}

impl Tracer for PipelineTracer {
    fn own_pass(&mut self, pass: &str, function: &str, before: u64) {
        if is_detection(pass) {
            self.builder.detected(function, before);
        }
    }

    fn changed(&mut self, pass: &TracedPass, unit: &FunctionUnit<'_>) {
        let name = unit.name();
        let Some(library) = self.library(unit).filter(|_| self.session.settings.wants(&name)) else { return };
        let pass = traced(pass);
        if self.builder.steps() == MOST_SEARCHES {
            let searches = counted(MOST_SEARCHES as u64, "change");
            return self
                .builder
                .incomplete(format!("{searches} are searched; none behind pass {}", pass.number));
        }
        let explain = self.session.settings.options.explain;
        let (found, mut misses) = self.search(unit, &library, explain);
        if !explain && !self.builder.lost(&name, &found).is_empty() {
            misses = self.search(unit, &library, true).1;
        }
        self.builder.step(&pass, &name, &found, &misses);
        if self.session.settings.trace_ir {
            self.add_ir(unit);
        }
        if explain {
            misses.into_iter().for_each(|miss| self.builder.near(&pass, miss));
        }
    }

    fn removed(&mut self, pass: &TracedPass, function: &str) {
        self.builder.removed(&traced(pass), function);
    }

    fn ended(&mut self, passes: u64) {
        let builder = std::mem::replace(&mut self.builder, TraceBuilder::new("", ""));
        let Some(file) = &self.file else { return };
        let text = builder.finish(passes).to_json();
        if let Err(why) = write_whole(file, &text) {
            // The host no longer takes diagnostics at this point.
            write_to_stderr(&format!("idiom: error: cannot write the trace {}: {why}\n", file.display()));
        }
    }

    fn panicked(&self, message: &str) {
        write_to_stderr(&format!(
            "idiom: internal error in the trace: {message}; the code is left as it is\n"
        ));
    }
}

/// Whether a pass of that name is detection.
fn is_detection(pass: &str) -> bool {
    PASSES.iter().any(|entry| entry.name == pass && matches!(entry.work, Work::Detect(_)))
}

fn traced(pass: &TracedPass) -> TracePass {
    TracePass { number: pass.number, name: pass.name.clone(), class: pass.class.clone() }
}
