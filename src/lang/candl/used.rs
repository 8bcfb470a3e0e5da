//! Files that specifications include by `use "blocks.candl"`.
//!
//! The path is relative to the using file, and each file is read once, even if it is used several times or by
//! different paths. The command and the plugin read all of them before anything is compiled; missing ones are
//! reported during compilation.
//!
//! ```text
//! mine.candl: use "lib/blocks.candl"    =>    mine.candl, lib/blocks.candl
//! ```

use super::ast::File;
use super::lexer::{TokenKind, lex};
use std::path::{Component, Path, PathBuf};
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::{SourceKind, Sources};

/// The most files of one run.
pub const MAX_FILES: usize = 1_000;

/// The given files and those that they use, directly or through others. `read` returns the content of a path.
pub fn with_used(
    mut files: Vec<(String, Vec<u8>)>,
    read: &dyn Fn(&Path) -> Option<Vec<u8>>,
) -> Vec<(String, Vec<u8>)> {
    let mut known: Vec<PathBuf> = files.iter().map(|(name, _)| identity(name)).collect();
    let mut at = 0;
    while let Some((name, bytes)) = files.get(at) {
        at += 1;
        for path in uses_of(bytes).iter().map(|path| resolved(name, path)).collect::<Vec<_>>() {
            let this = identity(&path);
            if known.contains(&this) || files.len() >= MAX_FILES {
                continue;
            }
            if let Some(bytes) = read(Path::new(&path)) {
                known.push(this);
                files.push((path, bytes));
            }
        }
    }
    files
}

/// Reports used files that are missing.
pub(super) fn check(sources: &Sources, files: &[(u32, &File)], diagnostics: &mut Diagnostics) {
    let is_file = |file: &u32| sources.file(*file).kind() == SourceKind::User;
    let known: Vec<PathBuf> =
        (0..sources.len() as u32).filter(is_file).map(|file| identity(sources.file(file).name())).collect();
    for (number, file) in files {
        for used in &file.uses {
            let path = resolved(sources.file(*number).name(), &used.text);
            if !known.contains(&identity(&path)) {
                let message = format!("cannot read `{path}`");
                diagnostics.push(
                    Diagnostic::new(Code::UnreadableFile, used.span, message)
                        .note("a file is named relative to the one that uses it"),
                );
            }
        }
    }
}

/// The names behind `use` at the head of a file.
fn uses_of(bytes: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Vec::new() };
    let tokens = lex(0, text, &mut Diagnostics::new()).tokens;
    let pairs = tokens.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    let is_use = |[word, path]: &[super::lexer::Token; 2]| {
        &text[word.span.range()] == "use" && path.kind == TokenKind::Text
    };
    pairs.take_while(is_use).map(|[_, path]| text[path.span.range()].trim_matches('"').to_owned()).collect()
}

/// The path of a used file.
fn resolved(user: &str, path: &str) -> String {
    let folder = Path::new(user).parent().unwrap_or(Path::new(""));
    folder.join(path).to_string_lossy().into_owned()
}

/// The absolute path without `.` and with `x/..` removed: equal for different names of one file, except
/// through links.
pub fn identity(name: impl AsRef<Path>) -> PathBuf {
    let name = name.as_ref();
    let absolute = std::path::absolute(name).unwrap_or_else(|_| name.to_path_buf());
    let mut identity = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => drop(identity.pop()),
            Component::CurDir => {}
            other => identity.push(other),
        }
    }
    identity
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candl::compile::check;
    use crate::candl::vocabulary::AnyWord;

    /// The names of the files that `a/mine.candl` includes, itself first.
    fn names(mine: &str, others: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
        let read = |path: &Path| {
            let found = others.iter().find(|(name, _)| identity(name) == identity(&*path.to_string_lossy()));
            found.map(|(_, text)| text.as_bytes().to_vec())
        };
        with_used(vec![("a/mine.candl".to_owned(), mine.as_bytes().to_vec())], &read)
    }

    fn reported(files: &[(String, Vec<u8>)]) -> Vec<(Code, String)> {
        let mut sources = Sources::new();
        for (name, bytes) in files {
            sources.add_bytes(name, bytes.clone());
        }
        let compiled = check(&sources, &AnyWord);
        compiled.diagnostics.iter().map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
    }

    #[test]
    fn a_file_is_read_once() {
        let (b, c) = (
            "use \"../c.candl\" use \"../mine.candl\" Constraint B opcode{x} = add End",
            "Constraint C opcode{x} = sub End",
        );
        let mine = "# Blocks.\nuse \"lib/b.candl\"\nuse \"./../a/../c.candl\"\nConstraint A ( include B ∧ include C @ {c} ) End";
        let files = names(mine, &[("a/lib/b.candl", b), ("a/c.candl", c), ("c.candl", c)]);
        let found: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, ["a/mine.candl", "a/lib/b.candl", "a/./../a/../c.candl", "a/lib/../c.candl"]);
        // The two files named c are different, and so are their specifications of one name.
        assert_eq!(
            reported(&files).iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            [Code::DuplicateSpecification]
        );
        let files = names(mine, &[("a/lib/b.candl", &b.replace("../c", "../../c")), ("c.candl", c)]);
        assert_eq!(files.len(), 3);
        assert_eq!(reported(&files), []);
    }

    #[test]
    fn a_missing_file_is_reported() {
        let files = names("use \"b.candl\" Constraint A opcode{x} = add End", &[]);
        assert_eq!(reported(&files), [(Code::UnreadableFile, "\"b.candl\"".to_owned())]);
        let files = names("Constraint A opcode{x} = add End use \"b.candl\"", &[]);
        assert_eq!(reported(&files), [(Code::UnexpectedToken, "use".to_owned())]);
    }

    #[test]
    fn private_specifications_are_known_in_their_file() {
        let b = "private Constraint Part opcode{x} = add End Constraint B include Part End";
        let with = |mine: &str| reported(&names(&format!("use \"b.candl\" {mine}"), &[("a/b.candl", b)]));
        assert_eq!(with("Constraint A include B End"), []);
        assert_eq!(with("Constraint A include Part End"), [(Code::UnknownSpecification, "Part".to_owned())]);
        // Each file may have its own.
        assert_eq!(
            with(
                "private Constraint Part opcode{y} = sub End Constraint A ( include Part ∧ {x} ∈ {y}.args ∧ include B ) End"
            ),
            []
        );
        assert_eq!(
            with("private Constraint P opcode{y} = sub End private Constraint P opcode{y} = sub End"),
            [(Code::DuplicateSpecification, "P".to_owned())]
        );
        assert_eq!(with("private opcode{y} = sub"), [(Code::UnexpectedToken, "private".to_owned())]);
    }
}
