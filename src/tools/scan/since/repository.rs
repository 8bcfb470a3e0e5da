//! The files that differ between a commit and the working tree, by git.
//!
//! Files that git does not track and does not ignore count as well. They are added to a copy of the index, so
//! that git also finds what of them was renamed; the index itself stays as it is.

use crate::console::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The variables by which a hook of git tells its commands about the repository.
const LOCAL: [&str; 5] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"];

/// A git repository with a working tree.
#[derive(Clone, Debug)]
pub(super) struct Repository {
    /// The top folder of the working tree, without links.
    pub(super) top: PathBuf,
    /// A folder whose files are no part of the project, relative to the top.
    left_out: Option<PathBuf>,
}

/// The commit to compare with.
#[derive(Debug)]
pub(super) struct Base {
    /// Its hash.
    pub(super) hash: String,
    /// Whether it is the last commit that HEAD has in common with the named one.
    pub(super) is_merge_base: bool,
}

/// The files that differ, with names relative to the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// Files of the working tree that the commit has otherwise, or not at all.
    pub(super) touched: BTreeSet<PathBuf>,
    /// The files among them that the commit does not have, under any name.
    pub(super) added: BTreeSet<PathBuf>,
    /// The names that only the commit has.
    pub(super) gone: BTreeSet<PathBuf>,
    /// The earlier names of renamed files.
    pub(super) renamed: BTreeMap<PathBuf, PathBuf>,
}

impl Repository {
    /// The repository that contains a folder. `left_out` is a folder of files that are not compared.
    pub(super) fn of(folder: &Path, left_out: &Path) -> Result<Repository, Failure> {
        let here = Repository { top: folder.to_path_buf(), left_out: None };
        let top = here.answer(&["rev-parse", "--show-toplevel"]).map_err(|why| {
            Failure::Usage(format!("--since needs the git repository of {}: {why}", folder.display()))
        })?;
        let top = path(top.strip_suffix(b"\n").unwrap_or(&top));
        let left_out = left_out.canonicalize().unwrap_or_else(|_| left_out.to_path_buf());
        let left_out = left_out.strip_prefix(&top).ok().map(Path::to_path_buf);
        Ok(Repository { top, left_out })
    }

    /// The commit that a name means, or if HEAD does not contain it, the last one that both contain.
    pub(super) fn base(&self, name: &str) -> Result<Base, Failure> {
        let failed = |why| Failure::Usage(format!("--since {name}: {why}"));
        if name.starts_with('-') {
            return Err(failed("this is the name of no commit".to_owned()));
        }
        let line = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
        let hash = self.answer(&["rev-parse", "--verify", &format!("{name}^{{commit}}")]).map(line);
        let hash = hash.map_err(failed)?;
        // Histories without a common commit are compared as they are.
        let common = self.answer(&["merge-base", &hash, "HEAD"]).map(line);
        Ok(match common {
            Ok(common) if common != hash => Base { hash: common, is_merge_base: true },
            _ => Base { hash, is_merge_base: false },
        })
    }

    /// The changes from a commit to the working tree.
    pub(super) fn changes(&self, hash: &str) -> Result<Changes, Failure> {
        let failed = |why| Failure::Usage(format!("--since: {why}"));
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
        let index = folder.path().join("index");
        let own = self.answer(&["rev-parse", "--git-path", "index"]).map_err(failed)?;
        let own = self.top.join(path(own.strip_suffix(b"\n").unwrap_or(&own)));
        if own.is_file() {
            std::fs::copy(&own, &index)
                .map_err(|error| failed(format!("cannot copy {}: {error}", own.display())))?;
        }
        let untracked = self.names(&["ls-files", "--others", "--exclude-standard", "-z"])?;
        // A nested repository is listed as a folder.
        let untracked: Vec<PathBuf> = untracked.into_iter().filter(|name| !is_folder(name)).collect();
        if !untracked.is_empty() {
            let mut add = self.git(&["--literal-pathspecs", "add", "--intent-to-add", "--force"]);
            add.args(["--pathspec-from-file=-", "--pathspec-file-nul"]).env("GIT_INDEX_FILE", &index);
            let list = untracked.iter().map(|name| name.as_os_str().as_bytes());
            output(add, &list.collect::<Vec<_>>().join(&0)).map_err(failed)?;
        }
        let mut diff =
            self.git(&["diff", "--name-status", "--find-renames", "--no-relative", "--no-ext-diff", "-z"]);
        diff.args([hash, "--"]).env("GIT_INDEX_FILE", &index);
        let text = output(diff, &[]).map_err(failed)?;
        Ok(Changes::of_names(&text, |name| self.is_left_out(name)))
    }

    /// The files that git does not track, ignored ones too. A folder is a nested repository.
    pub(super) fn untracked(&self) -> Result<Vec<PathBuf>, Failure> {
        self.names(&["ls-files", "--others", "-z"])
    }

    /// The folders of submodules.
    pub(super) fn submodules(&self) -> Result<Vec<PathBuf>, Failure> {
        let listed = self.answer(&["ls-files", "--stage", "-z"]);
        let listed = listed.map_err(|why| Failure::Usage(format!("--since: {why}")))?;
        let lines = listed.split(|byte| *byte == 0).filter(|line| line.starts_with(b"160000 "));
        let name =
            |line: &[u8]| line.iter().position(|byte| *byte == b'\t').map(|tab| path(&line[tab + 1..]));
        Ok(lines.filter_map(name).collect())
    }

    /// A command of git at the top. Nothing of a hook's environment, and no hook, has a part in it.
    pub(super) fn git(&self, arguments: &[&str]) -> Command {
        let mut git = Command::new("git");
        for name in LOCAL {
            git.env_remove(name);
        }
        git.env("LC_ALL", "C").args(["-c", "core.hooksPath=/dev/null"]).args(arguments);
        git.current_dir(&self.top);
        git
    }

    fn answer(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        output(self.git(arguments), &[])
    }

    /// The names in an answer, without the folder that is left out.
    fn names(&self, arguments: &[&str]) -> Result<Vec<PathBuf>, Failure> {
        let answer = self.answer(arguments).map_err(|why| Failure::Usage(format!("--since: {why}")))?;
        let names = answer.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(path);
        Ok(names.filter(|name| !self.is_left_out(name)).collect())
    }

    fn is_left_out(&self, name: &Path) -> bool {
        self.left_out.as_ref().is_some_and(|folder| name.starts_with(folder))
    }
}

/// Whether git lists the name as that of a folder.
pub(super) fn is_folder(name: &Path) -> bool {
    name.as_os_str().as_bytes().ends_with(b"/")
}

impl Changes {
    /// The changes of `git diff --name-status -z`.
    fn of_names(text: &[u8], is_left_out: impl Fn(&Path) -> bool) -> Changes {
        let mut changes = Changes::default();
        let mut words = text.split(|byte| *byte == 0).filter(|word| !word.is_empty());
        while let (Some(status), Some(first)) = (words.next(), words.next()) {
            let first = path(first);
            let second = (status[0] == b'R').then(|| words.next().map(path)).flatten();
            let present = second.as_ref().unwrap_or(&first);
            if is_left_out(present) {
                continue;
            }
            if status[0] != b'D' {
                changes.touched.insert(present.clone());
            }
            match (status[0], second) {
                (b'A', _) => drop(changes.added.insert(first)),
                (b'D', _) => drop(changes.gone.insert(first)),
                (b'R', Some(present)) => {
                    changes.gone.insert(first.clone());
                    changes.renamed.insert(present, first);
                }
                _ => {}
            }
        }
        changes
    }
}

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// The output of a command that is given a text; its message if it fails.
pub(super) fn output(mut command: Command, input: &[u8]) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot = |error| format!("cannot run git: {error}");
    let mut child = command.spawn().map_err(cannot)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Git says itself why it stops reading.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().map_err(cannot)?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_changes() {
        let text = b"M\0a.c\0R087\0old.c\0new.c\0D\0gone.h\0A\0added.h\0T\0link\0A\0reports/x.json\0";
        let changes = Changes::of_names(text, |name| name.starts_with("reports"));
        let set = |names: &[&str]| names.iter().map(PathBuf::from).collect::<BTreeSet<PathBuf>>();
        assert_eq!(changes.touched, set(&["a.c", "new.c", "added.h", "link"]));
        assert_eq!((changes.added, changes.gone), (set(&["added.h"]), set(&["old.c", "gone.h"])));
        assert_eq!(changes.renamed, BTreeMap::from([("new.c".into(), "old.c".into())]));
    }
}
