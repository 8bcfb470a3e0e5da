//! A request: the input of a search in another process, as one JSON file.
//!
//! `idiom find`, `idiom scan` and their like compile the specifications and write a request; the plugin, in
//! clang or opt, reads it and answers it by reports. The environment adds only the place of the reports.
//!
//! ```text
//! command line ─▶ Library, SearchOptions ─▶ Request ─JSON─▶ plugin ─▶ reports on these idioms
//! ```

use crate::options::SearchOptions;
use facts::Table;
use ir::pipeline::ExtensionPoint;
use library::{Idiom, Library};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The input of a search in another process of the same build.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The names of the idioms, for people; [`library`](Self::library) reads the packed ones.
    pub idioms: Vec<String>,
    /// The options of each search.
    pub options: SearchOptions,
    /// A regular expression over the names of functions: others are not searched.
    pub functions: Option<String>,
    /// Whether matches of the rewriting passes are reported with what a rewrite would make of them; otherwise
    /// they are found, like all others.
    pub outcomes: bool,
    /// The name of the extension point at which detection runs, if it is not the usual one.
    pub point: Option<String>,
    /// The declared facts about functions without a body, beside those of the C and C++ library.
    pub declared: Table,
    /// Whether reports have the facts about functions.
    pub facts: bool,
    /// The packed library, in hexadecimal digits.
    packed: String,
}

impl Request {
    /// A request for the idioms of a library.
    pub fn new(library: &Library, options: SearchOptions) -> Request {
        Request {
            idioms: library.idioms().iter().map(|idiom| Idiom::name(idiom).to_owned()).collect(),
            options,
            functions: None,
            outcomes: false,
            point: None,
            declared: Table::default(),
            facts: false,
            packed: to_digits(&library.pack()),
        }
    }

    /// The request with other values for the functions to search and the extension point of detection.
    pub fn of(self, functions: Option<&str>, point: Option<ExtensionPoint>) -> Request {
        let point = point.map(|point| point.name().to_owned());
        Request { functions: functions.map(str::to_owned), point, ..self }
    }

    /// The request with outcomes of rewriting passes.
    pub fn with_outcomes(self) -> Request {
        Request { outcomes: true, ..self }
    }

    /// The request with declared facts about functions without a body.
    pub fn with_declared(self, declared: Table) -> Request {
        Request { declared, ..self }
    }

    /// The request for reports with facts about functions.
    pub fn with_facts(self) -> Request {
        Request { facts: true, ..self }
    }

    /// The request as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data can be written to memory") + "\n"
    }

    /// Reads a request.
    ///
    /// # Errors
    ///
    /// The reason why the text is no request.
    pub fn from_json(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| format!("it is no request: {error}"))
    }

    /// The idioms to search for.
    ///
    /// # Errors
    ///
    /// The reason: a request of another build, or a damaged one.
    pub fn library(&self) -> Result<Library, String> {
        let bytes = from_digits(&self.packed).ok_or("the packed specifications are damaged")?;
        Library::unpack(&bytes)
    }
}

fn to_digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

fn from_digits(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pin;

    #[test]
    fn a_request_is_read_as_it_was_written() {
        let library = Library::new(Vec::new(), Some(&["SCoP".to_owned()]));
        let pins = Pin::parse_all(["s=%10"]).expect("a pin");
        let options = SearchOptions { most_findings: 7, pins, ..SearchOptions::default() };
        let request = Request::new(&library, options).of(Some("^f$"), Some(ExtensionPoint::OptimizerLast));
        let read = Request::from_json(&request.to_json()).expect("a request");
        assert_eq!(read, request);
        assert_eq!(read.library().expect("a library").idioms()[0].name(), "SCoP");
    }

    #[test]
    fn texts_that_are_no_requests_are_refused() {
        let request = Request::new(&Library::new(Vec::new(), None), SearchOptions::default());
        for packed in ["0", "zz", "00"] {
            let damaged = Request { packed: packed.to_owned(), ..request.clone() };
            assert!(damaged.library().is_err(), "{packed}");
        }
        assert!(Request::from_json("{}").is_err() && Request::from_json("").is_err());
    }
}
