//! Extraction of whole folders of IR: `test-ir/extract/`, and the folder that `IDIOM_CORPUS` names.
//!
//! The second is for large bodies of code outside the project: compile them with `-emit-llvm -c` to `.bc`
//! files and set the variable to their folder. The counts are written to `corpus.txt` in the folder for
//! temporary files.

use super::invariants;
use super::modules::modules_below;
use llvm::Module;
use std::fs;
use std::path::{Path, PathBuf};

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

#[derive(Default)]
struct Seen {
    modules: usize,
    functions: usize,
    instructions: usize,
}

/// Whether the first line requires a newer LLVM.
fn is_too_new(content: &[u8]) -> bool {
    let first = content.split(|b| *b == b'\n').next().unwrap_or_default();
    let least = std::str::from_utf8(first).ok().and_then(|line| line.strip_prefix("; at least "));
    least.is_some_and(|n| n.trim().parse::<u32>().unwrap() > MAJOR.parse().unwrap())
}

fn check(path: &Path, seen: &mut Seen) {
    let content = fs::read(path).unwrap();
    if is_too_new(&content) {
        return;
    }
    let name = path.display().to_string();
    let module = Module::parse(&content, &name).unwrap_or_else(|error| panic!("{error}"));
    seen.modules += 1;
    for function in module.functions() {
        let extraction = function.extract();
        invariants::check(&function, &extraction);
        seen.functions += usize::from(!function.is_declaration());
        seen.instructions += extraction.model.instruction_count();
    }
}

#[test]
fn every_function_of_the_folders_is_read() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/extract");
    let given = std::env::var_os("IDIOM_CORPUS").map(PathBuf::from);
    let mut seen = Seen::default();
    for path in [Some(own), given].iter().flatten().flat_map(|folder| modules_below(folder)) {
        check(&path, &mut seen);
    }
    assert!(seen.functions > 40, "the folder was not found");
    let Seen { modules, functions, instructions } = seen;
    let summary = format!("{modules} modules, {functions} functions, {instructions} instructions\n");
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus.txt"), summary).unwrap();
}
