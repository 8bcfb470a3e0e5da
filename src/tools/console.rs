//! The console: stdout, stderr and the failures of a run.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// The reason why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage, or a bad input.
    #[error("{0}")]
    Usage(String),
    /// Wrong usage that was reported already.
    #[error("reported")]
    Reported,
    /// A failure that is not the user's fault.
    #[error("{0}")]
    Internal(String),
    /// A failure that is not the user's fault, and was reported already.
    #[error("reported")]
    ReportedInternal,
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Reported => 2,
            Failure::Internal(_) | Failure::ReportedInternal => 3,
        }
    }
}

/// A text in a style, or unchanged without colours.
pub(super) fn painted(text: &str, style: Style, colour: bool) -> String {
    if colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// The output streams: stdout for results, stderr for the rest.
#[derive(Debug)]
pub struct Console {
    /// Whether stdout gets colours.
    pub colour: bool,
    colour_errors: bool,
}

impl Console {
    /// A console with or without colours on stdout and on stderr.
    pub fn new(colour: bool, colour_errors: bool) -> Console {
        Console { colour, colour_errors }
    }

    /// Writes results to stdout. A closed pipe is no failure: the exit code describes the run, not the
    /// reader.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::Internal(format!("cannot write to stdout: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Writes text to stderr, unchanged.
    pub fn eprint(&self, text: &str) {
        // A failure to write to stderr cannot be reported.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes diagnostics to stderr.
    pub(super) fn diagnose(&self, outcome: &library::CheckOutcome) {
        self.eprint(&outcome.render(self.colour_errors));
    }

    /// Writes `note: …` to stderr.
    pub fn note(&self, text: &str) {
        self.eprint(&format!("{} {text}\n", self.paint("note:", AnsiColor::Green)));
    }

    /// Writes `error: …` to stderr, unless the failure was reported already.
    pub fn report(&self, failure: &Failure) {
        if !matches!(failure, Failure::Reported | Failure::ReportedInternal) {
            self.eprint(&format!("{} {failure}\n", self.paint("error:", AnsiColor::Red)));
        }
    }

    fn paint(&self, word: &str, colour: AnsiColor) -> String {
        painted(word, colour.on_default().bold(), self.colour_errors)
    }
}
