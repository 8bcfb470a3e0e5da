//! Progress on long runs, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on stderr that says which input and function is being searched.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    started: Instant,
}

impl Progress {
    /// For that many inputs.
    pub fn new(inputs: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(inputs as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        Progress { bar, terminal: std::io::stderr().is_terminal(), started: Instant::now() }
    }

    /// The next input.
    pub fn begin(&self, input: &Path) {
        self.say(&input.display().to_string());
        self.bar.inc(1);
    }

    /// A function of an input.
    pub fn visit(&self, input: &Path, function: &str) {
        self.say(&format!("{}: {function}", input.display()));
    }

    fn say(&self, text: &str) {
        if self.terminal && self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(text.to_owned());
    }

    /// Does something that prints, with the line out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
