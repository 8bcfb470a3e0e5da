//! SearchProgress of long searches, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on stderr with the input and function that is being searched.
pub struct SearchProgress {
    bar: ProgressBar,
    terminal: bool,
    started: Instant,
}

impl SearchProgress {
    /// Progress over `inputs` inputs.
    pub fn new(inputs: usize) -> SearchProgress {
        let bar = ProgressBar::with_draw_target(Some(inputs as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        SearchProgress { bar, terminal: std::io::stderr().is_terminal(), started: Instant::now() }
    }

    /// Shows the next input.
    pub fn begin(&self, input: &Path) {
        self.show(&input.display().to_string());
        self.bar.inc(1);
    }

    /// Shows a function of an input.
    pub fn visit(&self, input: &Path, function: &str) {
        self.show(&format!("{}: {function}", input.display()));
    }

    fn show(&self, text: &str) {
        if self.terminal && self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(text.to_owned());
    }

    /// Runs something that prints, with the line hidden meanwhile.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
