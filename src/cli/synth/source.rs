//! The user's goals, `FILE:FUNCTION`: from IR as it is, from sources as clang compiles them at `-O1`.

use llvm::Module;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use synth::goal::Goal;
use synth::read::read;
use tools::console::Failure;
use tools::find::clang::{in_path, without_settings};

/// The goal of a user's function.
pub(super) fn goal(file: &str, function: &str, flags: &[OsString]) -> Result<Goal, Failure> {
    let module = module(Path::new(file), flags)?;
    let Some(found) = module.function(function).filter(|found| !found.is_declaration()) else {
        let names: Vec<String> =
            module.functions().filter(|found| !found.is_declaration()).map(|found| found.name()).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Failure::Usage(format!("{file} has no function `{function}`; it defines {known}")));
    };
    let extraction = found.extract();
    read(&extraction.model, function)
        .map_err(|why| Failure::Usage(format!("`{function}` of {file} cannot be a goal: {why}")))
}

/// The module of a file of IR or of a source.
pub(in crate::cli) fn module(path: &Path, flags: &[OsString]) -> Result<Module, Failure> {
    let of_ir = |extension: &std::ffi::OsStr| ["ll", "bc", "ir"].iter().any(|known| extension == *known);
    let is_ir = path.extension().is_some_and(of_ir);
    let module = if is_ir { Module::read(path) } else { compiled(path, flags)? };
    module.map_err(|error| Failure::Usage(error.to_string()))
}

/// A source as IR, by the clang of this build's LLVM.
fn compiled(source: &Path, flags: &[OsString]) -> Result<Result<Module, llvm::ModuleError>, Failure> {
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
    let output = folder.path().join("goal.bc");
    let program = in_path("clang")?;
    let mut command = Command::new(&program);
    command.arg("-O1").args(flags).args(["-emit-llvm", "-c", "-o"]).arg(&output).arg(source);
    without_settings(&mut command);
    let status = command.stdin(Stdio::null()).status();
    let status =
        status.map_err(|error| Failure::Internal(format!("cannot run {}: {error}", program.display())))?;
    if !status.success() {
        return Err(Failure::Usage(format!("{} could not be compiled", source.display())));
    }
    Ok(Module::read(&output))
}
