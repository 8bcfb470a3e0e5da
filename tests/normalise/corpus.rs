//! Inputs of the passes: the IR of the project, its compiled C and C++, and the folder that `IDIOM_CORPUS`
//! names.

use super::modules::modules_below;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

/// Sources with many kinds of addresses, below the project.
const SOURCES: &[&str] = &[
    "test-ir/normalise/accesses.c",
    "test-ir/normalise/accesses.cpp",
    "test-ir/normalise/loops.c",
    "test-ir/normalise/more.cpp",
    "test-ir/normalise/more_loops.c",
    "test-ir/normalise/variants.c",
    "test-ir/normalise/variants.cpp",
    "test-ir/normalise/variant_loops.c",
    "lit/Inputs/memory.c",
    "lit/Inputs/odd.cpp",
    "lit/Inputs/program.c",
];

/// The name, and text or bitcode, of each file that this LLVM can read.
pub(super) fn inputs() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::var_os("IDIOM_CORPUS").map(PathBuf::from);
    let folders = [Some(root.join("test-ir")), Some(root.join("lit")), given];
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for path in folders.iter().flatten().flat_map(|folder| modules_below(folder)) {
        found.push((path.display().to_string(), fs::read(path).unwrap()));
    }
    found.retain(|(_, text)| applies(&String::from_utf8_lossy(text)));
    for source in SOURCES {
        for flags in [&["-O1"][..], &["-O2", "-g"], &["-Os"]] {
            found.push((format!("{source} {flags:?}"), compiled(&root.join(source), flags)));
        }
    }
    found
}

/// The bitcode that the clang of this LLVM makes.
fn compiled(source: &Path, flags: &[&str]) -> Vec<u8> {
    let is_cpp = source.extension().is_some_and(|e| e == "cpp");
    let clang = Path::new(env!("IDIOM_LLVM_BINDIR")).join(if is_cpp { "clang++" } else { "clang" });
    let mut command = Command::new(clang);
    command.args(flags).args(["-w", "-emit-llvm", "-c", "-o", "-"]).arg(source);
    if is_cpp {
        command.arg("-std=c++20");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Whether this LLVM is new enough for a text, by its first lines.
fn applies(text: &str) -> bool {
    let least = text.lines().take(4).find_map(|line| {
        let line = line.trim_start_matches([';', ' ']);
        line.strip_prefix("at least ").or_else(|| line.strip_prefix("REQUIRES: at-least-"))
    });
    least.is_none_or(|n| n.trim().parse::<u32>().unwrap() <= MAJOR.parse().unwrap())
}
