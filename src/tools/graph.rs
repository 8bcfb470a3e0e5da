//! The graphs of a function, by their names on the command line and in the page.

use ::report::pictures::GraphKind;
use clap::ValueEnum;
use serde::Deserialize;

/// The graphs by their short names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Graph {
    /// Control flow
    Cfg,
    /// Data flow
    Dfg,
    /// Control dependence
    Cdg,
    /// Program dependence
    Pdg,
}

impl Graph {
    /// The name of the graph on the command line.
    pub fn word(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The kind of graph for a picture.
    pub fn kind(self) -> GraphKind {
        match self {
            Graph::Cfg => GraphKind::Cfg,
            Graph::Dfg => GraphKind::Dfg,
            Graph::Cdg => GraphKind::Cdg,
            Graph::Pdg => GraphKind::Pdg,
        }
    }
}
