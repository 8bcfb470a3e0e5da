//! The JSON report: one document per translation unit.

use super::{Finding, FunctionFact, NearMiss, Place};
use ir::OptimisationLevel;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the schema. Incremented when readers of the old version would misinterpret the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// The findings of one translation unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of the schema, [`SCHEMA_VERSION`].
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    pub schema_version: u32,
    /// `idiom` and its version.
    pub tool: String,
    /// The version of the LLVM it ran in.
    pub llvm: String,
    /// The source file, as passed to the compiler.
    pub source: String,
    /// The findings, in the order in which functions were visited.
    pub findings: Vec<Finding>,
    /// Near misses, if requested: one for each function and idiom without a finding.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub near_misses: Vec<NearMiss>,
    /// The number of functions that were searched.
    #[serde(default)]
    pub functions: u64,
    /// The functions that are `optnone`, as all are at -O0: LLVM does not optimise them, and nothing is
    /// rewritten in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub optnone: Vec<String>,
    /// The functions that are `minsize`, as all are at -Oz: LLVM inlines little in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub minsize: Vec<String>,
    /// The functions in which LLVM has unrolled a loop completely before the search.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unrolled: Vec<Unrolled>,
    /// Facts about the functions that the module defines, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<FunctionFact>,
    /// The functions of the module that other modules can name, if facts are requested.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub defined_functions: Vec<String>,
    /// The functions without a body of which searches wanted to know more, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unknown_functions: Vec<String>,
    /// The number of applications of each peephole rule that was applied, in order of first application.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rules: Vec<RuleCount>,
}

/// A loop that LLVM has unrolled completely.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Unrolled {
    /// The function, by its symbol.
    pub function: String,
    /// The place of which there are copies.
    pub place: Place,
    /// The number of copies in one block.
    pub copies: usize,
}

/// The number of applications of a peephole rule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleCount {
    /// Its name, or its place if it has none.
    pub rule: String,
    /// Its place: `file:line`.
    pub place: String,
    /// The number of rewrites.
    pub rewritten: u64,
}

impl Report {
    /// An empty report.
    pub fn new(source: impl Into<String>, llvm: impl Into<String>) -> Report {
        let tool = concat!("idiom ", env!("CARGO_PKG_VERSION")).to_string();
        Report {
            schema_version: SCHEMA_VERSION,
            tool,
            llvm: llvm.into(),
            source: source.into(),
            findings: Vec::new(),
            near_misses: Vec::new(),
            functions: 0,
            optnone: Vec::new(),
            minsize: Vec::new(),
            unrolled: Vec::new(),
            facts: Vec::new(),
            defined_functions: Vec::new(),
            unknown_functions: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// Counts a searched function.
    pub fn note_searched(&mut self, function: &str, level: OptimisationLevel) {
        self.functions += 1;
        match level {
            OptimisationLevel::Usual => {}
            OptimisationLevel::OptNone => self.optnone.push(function.to_owned()),
            OptimisationLevel::MinSize => self.minsize.push(function.to_owned()),
        }
    }

    /// Records facts about a function of the module, which is named if other modules can name it, and the
    /// functions of which nothing is known so far.
    pub fn note_functions(
        &mut self,
        defined: Option<String>,
        facts: Vec<FunctionFact>,
        unknown: Vec<String>,
    ) {
        self.defined_functions.extend(defined);
        self.facts.extend(facts);
        self.unknown_functions = unknown;
    }

    /// Counts rewrites by a peephole rule.
    pub fn note_rule(&mut self, rule: &str, place: &str, rewritten: u64) {
        match self.rules.iter_mut().find(|known| known.rule == rule && known.place == place) {
            Some(known) => known.rewritten += rewritten,
            None => self.rules.push(RuleCount { rule: rule.to_owned(), place: place.to_owned(), rewritten }),
        }
    }

    /// The document, indented, with a final newline.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Parses a document.
    pub fn from_json(text: &str) -> Result<Report, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// The file name of the report of a source file: readable, and different for files of the same name in
/// different folders, and for different commands that compile the same source.
///
/// `folder` is the working directory that a relative `source` refers to.
pub fn file_name(source: &str, folder: &Path, command: &[String]) -> String {
    let full = folder.join(source);
    let here = folder.to_string_lossy();
    let words: Vec<&str> = [&*here].into_iter().chain(command.iter().map(String::as_str)).collect();
    let stem = Path::new(source).file_name().map_or_else(|| "module".into(), |n| n.to_string_lossy());
    let readable: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' }).collect();
    let hash = Finding::fingerprint_of(&full.to_string_lossy(), "", &words, 0);
    format!("{readable}-{}.json", &hash[..8])
}

/// The command without its temporary files, which have a different name each time: those directly in one of
/// `folders`.
pub fn without_temporaries(command: impl IntoIterator<Item = String>, folders: &[&Path]) -> Vec<String> {
    let is_temporary = |word: &String| {
        let path = word.rsplit(['@', '=']).next().unwrap_or_default();
        Path::new(path.strip_prefix("-o").unwrap_or(path))
            .parent()
            .is_some_and(|above| folders.contains(&above))
    };
    command.into_iter().filter(|word| !is_temporary(word)).collect()
}

/// `path` relative to `folder` if it is below it; otherwise unchanged.
pub fn relative_to(path: &str, folder: &Path) -> String {
    match Path::new(path).strip_prefix(folder) {
        Ok(below) if !below.as_os_str().is_empty() => below.to_string_lossy().into_owned(),
        _ => path.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attempted, Failing, Failure, Outcome, Place, Variable};

    #[test]
    fn a_report_reads_back_as_written() {
        let mut report = Report::new("x.c", "19.1.7");
        let place = Some(Place { file: "x.c".into(), line: 3, column: 7 });
        report.findings.push(Finding {
            reason: Some("…".into()),
            place: place.clone(),
            fingerprint: "0".into(),
            variables: vec![
                Variable { name: "a".into(), value: Some("%a".into()), source: Some("a".into()), place },
                Variable { name: "b".into(), value: None, source: None, place: None },
            ],
            ..Finding::new("SqrtOfSquare", Outcome::NotLegal, "f")
        });
        assert!(!report.to_json().contains("near_misses"), "only if requested");
        let variable = report.findings[0].variables[0].clone();
        report.near_misses.push(NearMiss {
            idiom: "SqrtOfSquare".into(),
            function: "g".into(),
            further: false,
            place: None,
            failure: Failure {
                tied: vec!["opcode{x} = sub".into()],
                satisfied: 3,
                total: 7,
                failing: vec![Failing {
                    constraint: "opcode{x} = add".into(),
                    alternatives: vec!["opcode{x} = add".into()],
                    place: report.findings[0].place.clone().unwrap(),
                }],
                reason: None,
                about: vec![Attempted { variable: variable.clone(), kind: Some("fmul".into()) }],
                open: vec!["b".into()],
            },
            variables: vec![variable],
            attempts: None,
            anchor: None,
        });
        assert_eq!(Report::from_json(&report.to_json()).unwrap(), report);
        assert!(report.to_json().contains(r#""outcome": "not-legal""#));
        assert!(Report::from_json("{}").is_err());
    }

    /// The schema is generated from the types; `IDIOM_BLESS=1` updates the file.
    #[test]
    fn the_schema_is_that_of_the_types() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/report.schema.json");
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<Report>();
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("IDIOM_BLESS").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "{path} is out of date");
    }

    #[test]
    fn file_names_differ_by_folder_and_stay_readable() {
        let here = Path::new("/home/me");
        let name = |source| file_name(source, here, &[]);
        assert_ne!(name("a/x.c"), name("b/x.c"));
        assert_eq!(name("/home/me/a/x.c"), name("a/x.c"));
        assert!(name("a/x y.c").starts_with("x_y.c-"));
        assert!(name("").ends_with(".json"));
    }

    #[test]
    fn file_names_differ_by_command_and_not_by_its_temporary_files() {
        let named = |folder: &str, command: &str| {
            let words = command.split(' ').map(str::to_string);
            file_name("/x.c", Path::new(folder), &without_temporaries(words, &[Path::new("/tmp")]))
        };
        let first = named("/a", "cc -c /x.c -o debug/x.o");
        assert_eq!(first, named("/a", "cc -c /x.c -o debug/x.o"));
        for (folder, command) in [
            ("/a", "cc -O2 -c /x.c -o debug/x.o"),
            ("/a", "cc -c /x.c -o release/x.o"),
            ("/b", "cc -c /x.c -o debug/x.o"),
        ] {
            assert_ne!(first, named(folder, command), "{folder} {command}");
        }
        let linked = named("/a", "cc -cc1 -o /tmp/x-12ab34.o /x.c");
        assert_eq!(linked, named("/a", "cc -cc1 -o /tmp/x-56cd78.o /x.c"));
        assert_ne!(linked, named("/a", "cc -cc1 -O1 -o /tmp/x-12ab34.o /x.c"));
        assert_eq!(named("/a", "cc @/tmp/response-1.txt"), named("/a", "cc @/tmp/response-2.txt"));
        assert_eq!(named("/a", "cc -o/tmp/x-1.o"), named("/a", "cc -o/tmp/x-2.o"));
        assert_ne!(named("/a", "cc -o /tmp/debug/x.o"), named("/a", "cc -o /tmp/release/x.o"));
    }

    #[test]
    fn paths_below_the_folder_become_relative() {
        assert_eq!(relative_to("/home/me/src/x.c", Path::new("/home/me")), "src/x.c");
        assert_eq!(relative_to("/other/x.c", Path::new("/home/me")), "/other/x.c");
        assert_eq!(relative_to("x.c", Path::new("/home/me")), "x.c");
    }
}
