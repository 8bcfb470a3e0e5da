//! The settings of a project, as `idiom.toml` has them. The plugin and the command follow different sections;
//! an unknown key is an error to both.

use facts::Table;
use report::Severities;
use serde::Deserialize;

/// The name of the file, in a project and in the user's folder.
pub const PROJECT_FILE: &str = "idiom.toml";

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectFile {
    /// Files of specifications.
    pub specifications: Vec<String>,
    /// The idioms that the plugin searches for.
    pub idioms: Vec<String>,
    /// Proposed rewrites.
    pub apply: Vec<String>,
    /// The folder for reports of the plugin.
    pub report: Option<String>,
    /// Whether the plugin reports near misses.
    pub explain: Option<bool>,
    /// Whether the plugin warns.
    pub warn: Option<bool>,
    /// The bounds of a search.
    pub limits: ProjectLimits,
    /// The declared facts about functions without a body.
    pub functions: Table,
    /// The scope of `idiom scan`.
    pub scan: ScanScope,
    /// The severities that the project gives to idioms.
    pub severity: Severities,
}

/// The bounds of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectLimits {
    /// The steps.
    pub budget: Option<u64>,
    /// The memory, in MiB.
    pub memory: Option<u64>,
    /// The findings of one idiom and function.
    pub findings: Option<u64>,
}

/// The scope of `idiom scan`, if its command line names no idioms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScanScope {
    /// Groups of idioms.
    pub groups: Vec<String>,
    /// Idioms.
    pub idioms: Vec<String>,
    /// Files and folders without findings of interest, relative to the folder of the file.
    pub exclude: Vec<String>,
}
