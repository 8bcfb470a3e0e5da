//! The tree of a commit in a temporary folder, as a worktree of git.
//!
//! Beside the files of the commit, it has links to those that git does not track, such as generated headers,
//! and to submodules. In: a unit of the working tree. Out: the same unit in the tree of the commit.

use super::paths::{Moves, NameBelow};
use super::repository::{Changes, Repository, is_folder, output};
use crate::console::Failure;
use crate::find::{HEADERS, SOURCES};
use crate::scan::key::Key;
use lang::candl::used::identity;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use text::bounded;

/// The tree of a commit; it is removed with this value.
pub(in crate::scan) struct Tree {
    repository: Repository,
    changes: Changes,
    /// The present names of renamed files.
    presently: BTreeMap<PathBuf, PathBuf>,
    moves: Moves,
    /// The folder of the tree.
    folder: PathBuf,
    /// The temporary folder that has it.
    _temporary: tempfile::TempDir,
}

impl Drop for Tree {
    fn drop(&mut self) {
        let mut remove = self.repository.git(&["worktree", "remove", "--force", "--force"]);
        remove.arg(&self.folder);
        // Git forgets a tree that is gone by itself, later.
        let _ = output(remove, &[]);
    }
}

impl Tree {
    /// Checks out a commit. `spellings` are names of the top folder in commands.
    pub(super) fn of(
        repository: Repository,
        hash: &str,
        changes: Changes,
        spellings: Vec<PathBuf>,
    ) -> Result<Tree, Failure> {
        let failed = |why: String| Failure::Internal(format!("--since: cannot check out {hash}: {why}"));
        let temporary = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
        let folder = temporary.path().canonicalize().map_err(|error| failed(error.to_string()))?;
        let folder = folder.join("tree");
        let mut add = repository.git(&["worktree", "add", "--detach", "--quiet"]);
        add.arg(&folder).arg(hash);
        let added = output(add, &[]);
        let moves = Moves::new(spellings, folder.clone());
        let presently = changes.renamed.iter().map(|(present, old)| (old.clone(), present.clone())).collect();
        let tree = Tree { repository, changes, presently, moves, folder, _temporary: temporary };
        added.map_err(failed)?;
        tree.link_untracked().map_err(|error| failed(error.to_string()))?;
        Ok(tree)
    }

    /// Links to what the commit does not have and its compilation may need.
    fn link_untracked(&self) -> std::io::Result<()> {
        let top = &self.repository.top;
        for name in self.repository.submodules().map_err(std::io::Error::other)? {
            // Git makes an empty folder for a submodule.
            let _ = std::fs::remove_dir(self.folder.join(&name));
            self.link(&top.join(&name), &name)?;
        }
        for name in self.repository.untracked().map_err(std::io::Error::other)? {
            let present = top.join(&name);
            match self.with_other_names(&present).filter(|_| !is_folder(&name)) {
                Some(text) => self.put(&name, |path| std::fs::write(path, &text))?,
                None => self.link(&present, &name)?,
            }
        }
        // Commands may name files and folders that have other names in the commit.
        for (present, old) in &self.changes.renamed {
            self.link(&self.folder.join(old), present)?;
        }
        Ok(())
    }

    fn link(&self, to: &Path, name: &Path) -> std::io::Result<()> {
        self.put(name, |path| symlink(to, path))
    }

    /// Makes an entry of the tree, unless the commit has something there.
    fn put(&self, name: &Path, make: impl Fn(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
        // The name of a folder ends with a slash.
        let path: PathBuf = self.folder.join(name).components().collect();
        let parents = path.ancestors().skip(1).take_while(|parent| *parent != self.folder);
        let is_other = |parent: &Path| parent.symlink_metadata().is_ok_and(|it| !it.is_dir());
        if parents.into_iter().any(is_other) || path.symlink_metadata().is_ok() {
            return Ok(());
        }
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        make(&path)
    }

    /// The text of a generated source that names files of the working tree, with the names of the commit's.
    fn with_other_names(&self, file: &Path) -> Option<Vec<u8>> {
        let extension = file.extension()?.to_str()?;
        if !SOURCES.contains(&extension) && !HEADERS.contains(&extension) {
            return None;
        }
        let text = bounded::read_found(file, bounded::MAX_STREAM_BYTES).ok()?;
        let moved = self.moves.in_text(&text);
        (moved != text).then_some(moved)
    }

    /// The directory, source and flags of a unit in the tree of the commit; `None` if its source is new.
    pub(super) fn of_commit(
        &self,
        (own_directory, own_source, own_flags): (&Path, &Path, &[OsString]),
    ) -> Result<Option<(PathBuf, PathBuf, Vec<OsString>)>, Failure> {
        let source = own_directory.join(own_source);
        let source = match self.relative(&source) {
            Some(name) if self.changes.added.contains(&name) => return Ok(None),
            Some(name) => self.folder.join(self.changes.renamed.get(&name).unwrap_or(&name)),
            None => source,
        };
        if !source.is_file() {
            return Ok(None);
        }
        let directory = self.relative(own_directory).map(|name| self.folder.join(name));
        if let Some(directory) = &directory {
            std::fs::create_dir_all(directory).map_err(|error| {
                Failure::Internal(format!("cannot make {}: {error}", directory.display()))
            })?;
        }
        let flags = own_flags.iter().map(|flag| {
            let relative = |word: &Path| self.relative(&own_directory.join(word));
            let outside = directory.is_none().then_some(&relative as NameBelow<'_>);
            OsString::from_vec(self.moves.in_flag(flag.as_bytes(), outside))
        });
        let flags = flags.collect();
        Ok(Some((directory.unwrap_or_else(|| own_directory.to_path_buf()), source, flags)))
    }

    /// The name of a file of the working tree, relative to its top.
    fn relative(&self, path: &Path) -> Option<PathBuf> {
        relative(path, &self.repository.top)
    }

    /// The present path of a file in the tree; `None` for other files.
    pub(in crate::scan) fn present(&self, path: &Path) -> Option<PathBuf> {
        let name = path.strip_prefix(&self.folder).ok()?;
        Some(self.repository.top.join(self.presently.get(name).map_or(name, PathBuf::as_path)))
    }

    /// The bytes with the top of the working tree for the folder of this tree.
    pub(in crate::scan) fn without_folder(&self, bytes: &[u8]) -> Vec<u8> {
        self.moves.back(bytes, self.repository.top.as_os_str().as_bytes())
    }

    /// Adds all to a key that the names in a report depend on.
    pub(in crate::scan) fn name_in(&self, key: &mut Key) {
        key.add(&[b"since"]);
        for (present, old) in &self.changes.renamed {
            key.add(&[present.as_os_str().as_bytes(), old.as_os_str().as_bytes()]);
        }
    }
}

/// The name of a file relative to a folder that has it, perhaps through links.
pub(super) fn relative(path: &Path, top: &Path) -> Option<PathBuf> {
    let below = |path: PathBuf| path.strip_prefix(top).ok().map(Path::to_path_buf);
    below(identity(path)).or_else(|| below(path.canonicalize().ok()?))
}
