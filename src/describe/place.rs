//! The place that a description is asked for.

use ir::{Model, SourceLocation, ValueId};
use std::path::Path;

/// The code that is pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Lines of a file, both included.
    Lines {
        /// The file, as the user names it; empty for lines of any file.
        file: String,
        /// The first line.
        first: u32,
        /// The last line.
        last: u32,
    },
    /// A whole function.
    Function,
    /// One value of the function, as the model without normalisation numbers it.
    Value(ValueId),
}

impl Place {
    /// Whether a value of a model is at the place.
    pub fn has(&self, model: &Model, value: ValueId) -> bool {
        match self {
            Place::Lines { .. } => model.location(value).is_some_and(|location| self.has_location(location)),
            Place::Function => true,
            Place::Value(wanted) => {
                let is_derived = model.values().any(|value| model.origin(value).is_some());
                if is_derived { model.origin(value) == Some(*wanted) } else { value == *wanted }
            }
        }
    }

    /// Whether a location is among the lines.
    pub fn has_location(&self, location: &SourceLocation) -> bool {
        match self {
            Place::Lines { file, first, last } => {
                (*first..=*last).contains(&location.line) && is_same_file(&location.file, file)
            }
            Place::Function | Place::Value(_) => false,
        }
    }
}

/// Whether a path of debug information is the file that the user names.
fn is_same_file(known: &str, named: &str) -> bool {
    let (known, named) = (Path::new(known), Path::new(named));
    let canonical = |path: &Path| path.canonicalize().ok();
    let relative = named.strip_prefix(".").unwrap_or(named);
    named.as_os_str().is_empty()
        || known == named
        || (known.file_name() == named.file_name()
            && (known.ends_with(relative)
                || canonical(known).is_some_and(|known| canonical(named) == Some(known))))
}
