//! How far proofs are, on a terminal only: a line on stderr with forms or rules, and questions asked so far.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use proof::semantics::{Answer, Query, Solver, SolverError};
use report::counted;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The line, which several solvers may write to.
pub struct Progress {
    bar: ProgressBar,
    questions: AtomicUsize,
    /// What is being proven.
    at: Mutex<String>,
}

impl Default for Progress {
    fn default() -> Self {
        Progress::new()
    }
}

impl Progress {
    /// A line that shows nothing yet; where stderr is no terminal it never does.
    pub fn new() -> Progress {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        // One question may take minutes.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Progress { bar, questions: AtomicUsize::new(0), at: Mutex::default() }
    }

    /// What is proven from now on: `Saturate: form 3 of 33`.
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
            let asked = counted(self.questions.load(Ordering::Relaxed) as u64, "question");
            self.bar.set_message(format!("{at}, {asked}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

struct Counting<'a> {
    progress: &'a Progress,
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
