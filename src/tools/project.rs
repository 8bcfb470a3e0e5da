//! The sections of the nearest `idiom.toml` that `idiom scan` and `idiom report` follow.
//!
//! ```text
//! [scan]                                  =>  the idioms of a scan that names none
//! groups = ["act"]
//! exclude = ["third_party"]               =>  sources and findings that are left out
//! [severity]
//! LengthInLoop = "note"                   =>  the severity of its findings
//! ```

use crate::console::Failure;
use crate::list::in_groups;
use crate::specs::read_with_used;
use ::report::Severities;
use lang::candl::used::identity;
use library::Library;
use search::{PROJECT_FILE, ProjectFile};
use std::path::{Path, PathBuf};
use text::bounded;
use text::diagnostic::nearest as nearest_name;

/// The file `idiom.toml` in the working directory or in the nearest folder above it that has one.
pub(super) fn nearest() -> Option<PathBuf> {
    let folder = std::env::current_dir().unwrap_or_default();
    folder.ancestors().map(|above| above.join(PROJECT_FILE)).find(|path| path.is_file())
}

/// The settings of a project for scans and reports; those of a project without a file change nothing.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// The groups and idioms to search for, if the file names any.
    pub(crate) idioms: Option<Vec<String>>,
    /// The severities by idiom.
    pub(crate) severities: Severities,
    /// Excluded files and folders, absolute and without links.
    excluded: Vec<PathBuf>,
}

impl Project {
    /// Reads the nearest file. The files `specs` have names of idioms besides those that it names.
    ///
    /// # Errors
    ///
    /// The file is malformed, or names a group or an idiom that does not exist.
    pub(crate) fn read(specs: &[PathBuf]) -> Result<Project, Failure> {
        let Some(path) = nearest() else { return Ok(Project::default()) };
        let wrong = |why: String| Failure::Usage(format!("{}: {why}", path.display()));
        let text =
            bounded::read_text(&path, bounded::MAX_DATA_BYTES).map_err(|error| wrong(error.to_string()))?;
        let file: ProjectFile =
            toml::from_str(&text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
        let base = path.parent().unwrap_or(Path::new("/"));
        let named = file.severity.keys().chain(&file.scan.idioms);
        let specifications: Vec<&String> = named.collect();
        if !specifications.is_empty() {
            let own = file.specifications.iter().map(|spec| base.join(spec));
            let specs: Vec<PathBuf> = own.chain(specs.iter().cloned()).collect();
            let known = Library::names_of_specifications(&read_with_used(&specs)?);
            if let Some(why) = specifications.into_iter().find_map(|name| unknown(name, &known)) {
                return Err(wrong(why));
            }
        }
        let groups = in_groups(&file.scan.groups).map_err(|failure| wrong(failure.to_string()))?;
        let names_none = file.scan.groups.is_empty() && file.scan.idioms.is_empty();
        let idioms = groups.into_iter().chain(file.scan.idioms).collect();
        Ok(Project {
            idioms: (!names_none).then_some(idioms),
            severities: file.severity,
            excluded: file.scan.exclude.iter().map(|part| resolved(&base.join(part))).collect(),
        })
    }

    /// Whether the project excludes files.
    pub(crate) fn excludes_any(&self) -> bool {
        !self.excluded.is_empty()
    }

    /// Whether a file is excluded, or is in an excluded folder.
    pub(crate) fn excludes(&self, file: &Path) -> bool {
        if self.excluded.is_empty() {
            return false;
        }
        let file = resolved(file);
        self.excluded.iter().any(|excluded| file.starts_with(excluded))
    }
}

/// The absolute path without links, as far as the file exists.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize()
        .unwrap_or_else(|_| identity(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())))
}

/// The message for a name that is no idiom.
fn unknown(name: &str, known: &[String]) -> Option<String> {
    // `SumChain[N=4]` is an instance of `SumChain`.
    let specification = name.split_once('[').map_or(name, |(specification, _)| specification);
    if known.iter().any(|known| known == specification) {
        return None;
    }
    let near = nearest_name(specification, known).map(|near| format!("; did you mean `{near}`?"));
    Some(format!("there is no idiom `{name}`{}", near.unwrap_or_default()))
}
