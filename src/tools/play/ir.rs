//! The IR in which a function was searched, pictures of it, and near misses beside its findings.
//!
//! In: a search and a function. Out: the function at the vectorizer-start extension point of clang's
//! pipeline, where detection runs, so that values have the same names as in findings. clang prints the module
//! after the last pass before that point.

use super::context::{Context, SPECIFICATION, failed, folder};
use super::search::{Language, Search, clang, find, report_json};
use crate::graph::Graph;
use report::Report;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Command;
use tempfile::TempDir;

/// The last pass before the extension point: its name in LLVM's options, and the heading of its dumps.
const PASS_BEFORE: (&str, &str) =
    ("lower-constant-intrinsics", "*** IR Dump After LowerConstantIntrinsicsPass on ");

/// The file name of the module in a job's folder.
const SEARCHED: &str = "searched.ll";

/// A request about one function of a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FunctionRequest {
    search: Search,
    function: String,
}

/// A request for a picture of one function.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Picture {
    search: Search,
    function: String,
    graph: Graph,
    /// The finding whose variables are marked: its idiom, and its number among the findings of that idiom in
    /// the function, from 1.
    marked: Option<(String, usize)>,
    /// Whether nodes that do not lie between marked values are left out.
    only_matched: bool,
}

/// The lines of the function's IR, with their source lines.
pub(super) fn text(context: &Context, request: &FunctionRequest) -> Value {
    let answer = || {
        let folder = searched(context, &request.search, &request.function, "ir")?;
        let module = std::fs::read_to_string(folder.path().join(SEARCHED));
        let module = module.map_err(|error| failed(&format!("cannot read the IR: {error}")))?;
        let lines = lines_of(&module, &request.function, request.search.language.file());
        match lines.is_empty() {
            true => Err(failed(&format!("there is no function {} in the IR", request.function))),
            false => Ok(json!({ "state": "done", "lines": lines })),
        }
    };
    answer().unwrap_or_else(|other| other)
}

/// The nearest misses in the function, also of idioms with findings.
pub(super) fn beside(context: &Context, request: &FunctionRequest) -> Value {
    let answer = || {
        let folder = searched(context, &request.search, &request.function, "beside")?;
        let mut command = find(context, &request.search, &["--format", "json", "--explain-beside"])?;
        command.arg(only(&request.function)).arg(SEARCHED);
        let (_, out, err) = context.run(request.search.requester(), "beside", &command, folder.path())?;
        Report::from_json(&out).map(|report| report_json(&report, "")).map_err(|_| failed(&err))
    };
    answer().unwrap_or_else(|other| other)
}

/// The picture as SVG, made by `idiom model` and Graphviz.
pub(super) fn picture(context: &Context, picture: &Picture) -> Value {
    let answer = || {
        let Picture { search, function, graph, marked, only_matched } = picture;
        let folder = searched(context, search, function, "picture")?;
        let mut command = Command::new(context.commands.program(search.llvm)?);
        command.args(["--color", "never", "model", "--dot", &graph.word(), "--svg"]).arg(only(function));
        if let Some((idiom, number)) = marked {
            command.arg(format!("--idiom={idiom}")).arg(format!("--number={number}"));
            if !search.candl.trim().is_empty() {
                command.args(["--spec", SPECIFICATION]);
            }
            if *only_matched {
                command.arg("--only-matched");
            }
        }
        command.arg(SEARCHED);
        let (code, out, err) = context.run(search.requester(), "picture", &command, folder.path())?;
        if code == Some(0) { Ok(json!({ "state": "done", "svg": out })) } else { Err(failed(&err)) }
    };
    answer().unwrap_or_else(|other| other)
}

/// The argument `--function=^name$`.
pub(super) fn only(function: &str) -> String {
    format!("--function=^{}$", regex_lite::escape(function))
}

/// A temporary folder with the module at that point of the pipeline.
fn searched(context: &Context, search: &Search, function: &str, role: &str) -> Result<TempDir, Value> {
    let file = search.language.file();
    let folder = folder(&[(file, &search.source), (SPECIFICATION, &search.relaxed()?)])?;
    let write = |text: &str| {
        let written = std::fs::write(folder.path().join(SEARCHED), text);
        written.map_err(|error| failed(&format!("cannot write a temporary file: {error}")))
    };
    if search.language == Language::Ir {
        write(&search.source)?;
        return Ok(folder);
    }
    let mut command = clang(context, search)?;
    let (pass, banner) = PASS_BEFORE;
    for option in [
        format!("-print-after={pass}"),
        "-print-module-scope".to_owned(),
        format!("-filter-print-funcs={function}"),
    ] {
        command.args(["-mllvm", &option]);
    }
    command.args(["-S", "-emit-llvm", "-o", "compiled.ll", file]);
    let (code, _, stderr) = context.run(search.requester(), role, &command, folder.path())?;
    if code != Some(0) {
        return Err(failed(&stderr));
    }
    match stderr.split_once(banner) {
        Some((_, rest)) => {
            let module = rest.split_once('\n').map_or("", |(_, module)| module);
            write(module.split(banner).next().unwrap_or_default())?;
        }
        // Without optimisation there is no such point, so the final IR is used.
        None => {
            let compiled = std::fs::read_to_string(folder.path().join("compiled.ll")).unwrap_or_default();
            write(&compiled)?;
        }
    }
    Ok(folder)
}

/// The lines of a function, without metadata.
fn lines_of(module: &str, function: &str, file: &str) -> Vec<Value> {
    let locations = Locations::of(module, file);
    let heads = [format!("@{function}("), format!("@\"{function}\"(")];
    let is_head =
        |line: &&str| line.starts_with("define ") && heads.iter().any(|head| line.contains(head.as_str()));
    let mut shown = Vec::new();
    for line in module.lines().skip_while(|line| !is_head(line)) {
        if let Some(text) = shown_line(line) {
            let at =
                line.split("!dbg !").nth(1).and_then(number).and_then(|location| locations.line(location));
            shown.push(json!({ "text": text, "line": at }));
        }
        if line == "}" {
            break;
        }
    }
    shown
}

/// A line of IR without its metadata; `None` if it is only about debug information.
pub(super) fn shown_line(line: &str) -> Option<&str> {
    let is_debug = line.trim_start().starts_with("#dbg_") || line.contains("call void @llvm.dbg.");
    let text = line.split(", !").next().unwrap_or(line).split(" !dbg ").next().unwrap_or(line);
    (!is_debug).then_some(text)
}

/// The number at the begin of a text.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The debug locations of a module, read from its text.
struct Locations<'m> {
    nodes: BTreeMap<u32, &'m str>,
    file: String,
}

impl<'m> Locations<'m> {
    /// The debug locations in one file.
    fn of(module: &'m str, file: &str) -> Locations<'m> {
        let node = |line: &'m str| {
            let (id, text) = line.strip_prefix('!')?.split_once(" = ")?;
            Some((id.parse().ok()?, text))
        };
        Locations { nodes: module.lines().filter_map(node).collect(), file: format!("filename: \"{file}\"") }
    }

    fn field(&self, node: u32, name: &str) -> Option<u32> {
        number(self.nodes.get(&node)?.split(name).nth(1)?)
    }

    fn line(&self, location: u32) -> Option<u32> {
        let file = self.field(self.field(location, "scope: !")?, "file: !")?;
        self.nodes.get(&file).filter(|file| file.contains(&self.file))?;
        self.field(location, "(line: ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = r#"define i32 @g() {
  ret i32 0, !dbg !9
}

define i32 @f(i32 %0) !dbg !3 {
    #dbg_value(i32 %0, !8, !DIExpression(), !4)
  %2 = mul i32 %0, %0, !dbg !4, !tbaa !7
  %3 = add i32 %2, 1, !dbg !6
  ret i32 %3
}

!1 = !DIFile(filename: "source.c", directory: "/")
!2 = !DIFile(filename: "x.h", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3)
!4 = !DILocation(line: 4, column: 12, scope: !3)
!5 = distinct !DILexicalBlock(scope: !3, file: !2, line: 9)
!6 = !DILocation(line: 9, column: 1, scope: !5)
"#;

    #[test]
    fn lines_of_one_function_with_places_in_the_source() {
        let shown = lines_of(MODULE, "f", "source.c");
        let shown: Vec<(&str, Option<u64>)> =
            shown.iter().map(|l| (l["text"].as_str().expect("a text"), l["line"].as_u64())).collect();
        let expect = [
            ("define i32 @f(i32 %0)", None),
            ("  %2 = mul i32 %0, %0", Some(4)),
            ("  %3 = add i32 %2, 1", None),
            ("  ret i32 %3", None),
            ("}", None),
        ];
        assert_eq!(shown, expect);
        assert!(lines_of(MODULE, "h", "source.c").is_empty());
    }

    #[test]
    fn names_are_no_patterns() {
        assert_eq!(only("_ZN1aC2Ev"), "--function=^_ZN1aC2Ev$");
        assert_eq!(only("f.part.0"), "--function=^f\\.part\\.0$");
    }
}
