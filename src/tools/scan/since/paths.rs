//! Names of the files of one folder, replaced by those of another, in flags of compilers and in sources.
//!
//! A name begins where a path begins, so that `/src` is not found in `-I/usr/src` and `-Ilib/src`.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// Options that are followed by a path in the same word.
const JOINED: [&[u8]; 11] = [
    b"-I",
    b"-F",
    b"-L",
    b"-B",
    b"-isystem",
    b"-iquote",
    b"-idirafter",
    b"-include",
    b"-imacros",
    b"-isysroot",
    b"--sysroot",
];

/// The folder that stands for another one with several names.
#[derive(Debug)]
pub(super) struct Moves {
    from: Vec<PathBuf>,
    to: PathBuf,
}

/// The name of a path relative to the folder; `None` for paths elsewhere.
pub(super) type NameBelow<'n> = &'n dyn Fn(&Path) -> Option<PathBuf>;

fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`,:;=()<>{}[]|&\\".contains(&byte)
}

impl Moves {
    pub(super) fn new(from: Vec<PathBuf>, to: PathBuf) -> Moves {
        Moves { from, to }
    }

    /// A text with all absolute paths below the folder replaced.
    pub(super) fn in_text(&self, text: &[u8]) -> Vec<u8> {
        self.replaced(text, &|_| None)
    }

    /// A flag with all absolute paths below the folder replaced. `outside` names relative paths, if the
    /// command does not run below the folder.
    pub(super) fn in_flag(&self, flag: &[u8], outside: Option<NameBelow<'_>>) -> Vec<u8> {
        self.replaced(flag, &|path| {
            let name = outside?(Path::new(std::ffi::OsStr::from_bytes(path)))?;
            Some(self.to.join(name))
        })
    }

    fn replaced(&self, text: &[u8], relative: &dyn Fn(&[u8]) -> Option<PathBuf>) -> Vec<u8> {
        let mut moved = Vec::with_capacity(text.len());
        for run in text.chunk_by(|a, b| is_between(*a) == is_between(*b)) {
            let joined =
                JOINED.iter().filter(|option| run.starts_with(option)).map(|option| option.len()).max();
            let (option, path) = run.split_at(joined.unwrap_or(0));
            moved.extend_from_slice(option);
            match self.moved(path).or_else(|| relative(path).map(|path| path.as_os_str().as_bytes().to_vec()))
            {
                Some(path) => moved.extend(path),
                None => moved.extend_from_slice(path),
            }
        }
        moved
    }

    /// A path below the folder in the other one.
    fn moved(&self, path: &[u8]) -> Option<Vec<u8>> {
        let rest = self.from.iter().find_map(|from| path.strip_prefix(from.as_os_str().as_bytes()))?;
        matches!(rest.first(), None | Some(b'/')).then(|| [self.to.as_os_str().as_bytes(), rest].concat())
    }

    /// The bytes with `top` for the other folder.
    pub(super) fn back(&self, bytes: &[u8], top: &[u8]) -> Vec<u8> {
        let to = self.to.as_os_str().as_bytes();
        let (mut result, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
        while let Some((first, behind)) = rest.split_first() {
            match rest.strip_prefix(to) {
                Some(behind) => {
                    result.extend_from_slice(top);
                    rest = behind;
                }
                None => {
                    result.push(*first);
                    rest = behind;
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_folder_are_replaced_and_others_stay() {
        let moves = Moves::new(vec!["/src".into(), "/link/src".into()], "/tree".into());
        for (flag, expect) in [
            ("-I/src/include", "-I/tree/include"),
            ("-I/src", "-I/tree"),
            ("-I/link/src/a", "-I/tree/a"),
            ("-I/usr/src/include", "-I/usr/src/include"),
            ("-Ilib/src", "-Ilib/src"),
            ("-I/srcs", "-I/srcs"),
            ("-ffile-prefix-map=/src=.", "-ffile-prefix-map=/tree=."),
            ("-DROOT=\"/src/a\"", "-DROOT=\"/tree/a\""),
            ("/src/a.h", "/tree/a.h"),
            ("-include/src/a.h", "-include/tree/a.h"),
        ] {
            assert_eq!(moves.in_flag(flag.as_bytes(), None), expect.as_bytes(), "{flag}");
        }
        assert_eq!(moves.in_text(b"#include \"/src/a.c\"\n"), b"#include \"/tree/a.c\"\n");
        assert_eq!(moves.back(b"# 1 \"/tree/a.c\"", b"/src"), b"# 1 \"/src/a.c\"");
    }

    #[test]
    fn relative_paths_are_replaced_where_a_command_runs_elsewhere() {
        let moves = Moves::new(vec!["/src".into()], "/tree".into());
        let below = |path: &Path| {
            Path::new("/build").join(path).strip_prefix("/build/../src").ok().map(Path::to_path_buf)
        };
        for (flag, expect) in [
            ("-I../src/a", "-I/tree/a"),
            ("../src/a.h", "/tree/a.h"),
            ("-I../other", "-I../other"),
            ("-O2", "-O2"),
        ] {
            assert_eq!(moves.in_flag(flag.as_bytes(), Some(&below)), expect.as_bytes(), "{flag}");
        }
    }
}
