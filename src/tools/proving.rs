//! Progress of proofs, on a terminal only: a line on stderr with the current form or rule, and the number of
//! questions so far.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use proof::semantics::{Answer, Query, Solver, SolverError};
use report::counted;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The progress line. Several solvers may update it.
pub struct ProofProgress {
    bar: ProgressBar,
    questions: AtomicUsize,
    /// The form or rule that is being proven.
    at: Mutex<String>,
}

impl Default for ProofProgress {
    fn default() -> Self {
        ProofProgress::new()
    }
}

impl ProofProgress {
    /// A line that is still empty. It stays hidden if stderr is no terminal.
    pub fn new() -> ProofProgress {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        // A single question may take minutes.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        ProofProgress { bar, questions: AtomicUsize::new(0), at: Mutex::default() }
    }

    /// Sets the form or rule that is being proven: `Saturate: form 3 of 33`.
    pub fn begin(&self, at: String) {
        if let Ok(mut known) = self.at.lock() {
            *known = at;
        }
        self.show();
    }

    /// A solver whose questions are counted.
    pub fn counting<'a>(&'a self, solver: &'a mut dyn Solver) -> impl Solver + 'a {
        Counting { progress: self, solver }
    }

    fn show(&self) {
        if let Ok(at) = self.at.lock() {
            let questions = counted(self.questions.load(Ordering::Relaxed) as u64, "question");
            self.bar.set_message(format!("{at}, {questions}"));
        }
    }
}

impl Drop for ProofProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

struct Counting<'a> {
    progress: &'a ProofProgress,
    solver: &'a mut dyn Solver,
}

impl Solver for Counting<'_> {
    fn identity(&self) -> String {
        self.solver.identity()
    }

    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError> {
        self.progress.questions.fetch_add(1, Ordering::Relaxed);
        self.progress.show();
        self.solver.solve(query)
    }
}
