//! The two streams, and how a run can fail.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage, or an input that is no good.
    #[error("{0}")]
    Usage(String),
    /// Wrong usage that was reported already.
    #[error("reported")]
    Reported,
    /// A failure that is not the user's fault.
    #[error("{0}")]
    Internal(String),
    /// The same, reported already.
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

/// A text in a style, or as it is without colours.
pub(super) fn painted(text: &str, style: Style, colour: bool) -> String {
    if colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// stdout for results, stderr for the rest.
#[derive(Debug)]
pub struct Console {
    /// Whether stdout gets colours.
    pub colour: bool,
    colour_errors: bool,
}

impl Console {
    /// With colours or without.
    pub fn new(colour: bool, colour_errors: bool) -> Console {
        Console { colour, colour_errors }
    }

    /// Writes results. A reader that has gone is no failure: the exit code says how the run went, not who
    /// read on.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::Internal(format!("cannot write to stdout: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Writes text to stderr as it is.
    pub fn say(&self, text: &str) {
        // There is nobody left to tell.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes diagnostics to stderr.
    pub(super) fn diagnose(&self, told: &library::CheckOutcome) {
        self.say(&told.render(self.colour_errors));
    }

    /// `note: …` on stderr.
    pub fn note(&self, text: &str) {
        self.say(&format!("{} {text}\n", self.paint("note:", AnsiColor::Green)));
    }

    /// `error: …` on stderr, if there is something left to say.
    pub fn report(&self, failure: &Failure) {
        if !matches!(failure, Failure::Reported | Failure::ReportedInternal) {
            self.say(&format!("{} {failure}\n", self.paint("error:", AnsiColor::Red)));
        }
    }

    fn paint(&self, word: &str, colour: AnsiColor) -> String {
        painted(word, colour.on_default().bold(), self.colour_errors)
    }
}
