//! `idiom apply INPUT`: IR or a source after rewriting, by the opt or clang of this build's LLVM and the
//! plugin.
//!
//! IR is rewritten as it is, by the pass alone. Sources are compiled with -O2 and the flags after `--`, and
//! rewritten at the plugin's default extension point. `--diff` compares the IR without and with the rewrites.

use super::arguments::Apply;
use llvm::Module;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tools::Verdict;
use tools::console::{Console, Failure};
use tools::find::clang::{in_path, without_settings};
use tools::plugin;

pub(super) fn run(arguments: &Apply, console: &Console) -> Result<Verdict, Failure> {
    note_optnone(arguments, console);
    let plugin = match &arguments.plugin {
        Some(plugin) => plugin::named(plugin)?,
        None => plugin::own()?,
    };
    let plugin = std::path::absolute(&plugin).unwrap_or(plugin);
    let after = transformed(arguments, &plugin, true)?;
    match (arguments.diff, &arguments.output) {
        (true, _) => console.print(&difference(&transformed(arguments, &plugin, false)?, &after)?)?,
        (false, Some(path)) => std::fs::write(path, &after)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))?,
        (false, None) => console.print(&after)?,
    }
    Ok(Verdict::Fine)
}

/// Whether the input is IR, by its extension.
fn is_ir(input: &Path) -> bool {
    input.extension().is_some_and(|extension| extension == "ll" || extension == "bc")
}

/// Notes that all functions of IR are `optnone`: LLVM runs no pass on these. Unreadable IR is left to opt's
/// error message.
fn note_optnone(arguments: &Apply, console: &Console) {
    let input = &arguments.input;
    let Some(module) = is_ir(input).then(|| Module::read(input).ok()).flatten() else { return };
    let mut defined = module.functions().filter(|function| !function.is_declaration()).peekable();
    if defined.peek().is_some() && defined.all(|function| function.is_optnone()) {
        let why = "every function is `optnone`, as clang leaves them at -O0: nothing is rewritten; -O1 and more leave them otherwise";
        console.note(&format!("{}: {why}", input.display()));
    }
}

/// The resulting IR, with or without the rewrites.
fn transformed(arguments: &Apply, plugin: &Path, applies: bool) -> Result<String, Failure> {
    let input = &arguments.input;
    let is_ir = is_ir(input);
    let name = if is_ir { "opt" } else { "clang" };
    let program = in_path(name)?;
    let mut command = Command::new(&program);
    let mut load = OsString::from(if is_ir { "-load-pass-plugin=" } else { "-fpass-plugin=" });
    load.push(plugin);
    let input = match input.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => Path::new(".").join(input),
        false => input.clone(),
    };
    match is_ir {
        true => {
            let passes = if applies { "-passes=function(idiom-apply)" } else { "-passes=function(dce)" };
            // Both runs delete dead code, so that only the rewrites differ.
            command.arg(load).arg(passes).args(["-S", "-o", "-"]).arg(input);
        }
        false => {
            command.args(["-O2", "-S", "-emit-llvm", "-o", "-"]).args(&arguments.flags).arg(load).arg(input);
        }
    }
    without_settings(&mut command);
    if let Some(warn) = std::env::var_os("IDIOM_WARN") {
        command.env("IDIOM_WARN", warn);
    }
    if applies {
        command.env("IDIOM_APPLY", applied(arguments)?);
        if !arguments.rewrite.is_empty() {
            let specs = std::env::join_paths(&arguments.spec)
                .map_err(|error| Failure::Usage(format!("a file cannot be handed to {name}: {error}")))?;
            command.env("IDIOM_SPEC", specs);
        }
    } else {
        command.env("IDIOM_MODE", "off");
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output =
        output.map_err(|error| Failure::Internal(format!("cannot run {}: {error}", program.display())))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Failure::Usage(format!("{name} failed on {}", arguments.input.display()))),
    }
}

/// The value of `IDIOM_APPLY`: the named rewrites, or else all rewrites of the files.
fn applied(arguments: &Apply) -> Result<String, Failure> {
    if !arguments.rewrite.is_empty() {
        return Ok(arguments.rewrite.join(","));
    }
    if arguments.spec.is_empty() {
        return Err(Failure::Usage("name rewrites by --rewrite, or their files by --spec".to_owned()));
    }
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let files: Vec<String> = arguments.spec.iter().map(|path| absolute(path).display().to_string()).collect();
    match files.iter().find(|file| file.contains(',')) {
        Some(file) => Err(Failure::Usage(format!("the name of {file} has a comma, which separates files"))),
        None => Ok(files.join(",")),
    }
}

/// A unified diff, by the program `diff`.
fn difference(before: &str, after: &str) -> Result<String, Failure> {
    let no_folder = |error| Failure::Internal(format!("cannot make a temporary directory: {error}"));
    let folder = tempfile::tempdir().map_err(no_folder)?;
    let paths = [folder.path().join("before.ll"), folder.path().join("after.ll")];
    for (path, text) in paths.iter().zip([before, after]) {
        std::fs::write(path, text).map_err(no_folder)?;
    }
    let mut command = Command::new("diff");
    command.args(["-u", "--label", "before", "--label", "after"]).args(&paths);
    let output = command.output().map_err(|error| Failure::Internal(format!("cannot run diff: {error}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
