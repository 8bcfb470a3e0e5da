//! The files that a unit includes, by clang's `-M`.

use crate::scan::unit::{Unit, Workshop, unknown_flags};
use lang::candl::used::identity;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

impl Workshop {
    /// The source and all files that it includes, each by its name and without links. `None` if clang cannot
    /// preprocess the unit.
    pub(super) fn dependencies(&self, unit: &Unit) -> Option<BTreeSet<PathBuf>> {
        let mut unit = unit.clone();
        loop {
            let mut command = Command::new(&self.clang);
            command.args(&unit.flags).args(["-w", "-fno-color-diagnostics", "-M", "-MT", "unit"]);
            command.arg(&unit.source).current_dir(&unit.directory).env_remove("PWD");
            let output = command.stdin(Stdio::null()).process_group(0).output().ok()?;
            if output.status.success() {
                let names = prerequisites(&output.stdout);
                let paths = names.iter().map(|name| unit.directory.join(OsStr::from_bytes(name)));
                return Some(
                    paths
                        .flat_map(|path| [path.canonicalize().ok(), Some(identity(path))])
                        .flatten()
                        .collect(),
                );
            }
            let before = unit.flags.len();
            unit = unit.without(&unknown_flags(&String::from_utf8_lossy(&output.stderr)));
            if unit.flags.len() == before {
                return None;
            }
        }
    }
}

/// The prerequisites of a rule `unit: a b \` in the syntax of make. Clang escapes spaces, `#` and `$`.
fn prerequisites(rule: &[u8]) -> Vec<Vec<u8>> {
    let rule = rule.strip_prefix(b"unit:").unwrap_or(rule);
    let (mut names, mut name) = (Vec::new(), Vec::new());
    let mut bytes = rule.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b'\n')) => {}
            (b'\\', Some(b' ' | b'#')) | (b'$', Some(b'$')) => name.extend(bytes.next()),
            (b' ' | b'\n', _) => names.push(std::mem::take(&mut name)),
            _ => name.push(byte),
        }
    }
    names.push(name);
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_make_reads_them() {
        let names = prerequisites(b"unit: x.c a\\ b.h \\\n  c$$\\#.h \\\n  d\\e.h\n");
        let shown: Vec<&str> = names.iter().map(|name| std::str::from_utf8(name).unwrap()).collect();
        assert_eq!(shown, ["x.c", "a b.h", "c$#.h", "d\\e.h"]);
    }
}
