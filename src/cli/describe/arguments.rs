//! The arguments of `idiom describe` and `idiom like`.

use clap::Args;
use describe::Level;
use regex_lite::Regex;
use std::ffi::OsString;
use std::path::PathBuf;
use tools::arguments::Scan;

/// A place as the user names it: a file, and lines of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct NamedPlace {
    pub(super) file: PathBuf,
    /// The first and the last line.
    pub(super) lines: Option<(u32, u32)>,
}

impl NamedPlace {
    /// Reads `FILE`, `FILE:LINE` or `FILE:LINE-LINE`.
    fn parse(text: &str) -> Result<NamedPlace, String> {
        let whole = || Ok(NamedPlace { file: PathBuf::from(text), lines: None });
        let Some((file, lines)) = text.rsplit_once(':') else { return whole() };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(first) || !is_number(last) {
            return whole();
        }
        let line = |text: &str| text.parse::<u32>().map_err(|error| format!("line {text}: {error}"));
        match (line(first)?, line(last)?) {
            (first, last) if first >= 1 && first <= last => {
                Ok(NamedPlace { file: PathBuf::from(file), lines: Some((first, last)) })
            }
            (first, last) => Err(format!("{first}-{last} are no lines of a file")),
        }
    }

    /// The place as the user names it.
    pub(super) fn shown(&self) -> String {
        let file = self.file.display();
        match self.lines {
            None => file.to_string(),
            Some((first, last)) if first == last => format!("{file}:{first}"),
            Some((first, last)) => format!("{file}:{first}-{last}"),
        }
    }
}

/// The options of a description.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Options {
    /// Describe constants, types and conditions as they are
    #[arg(long, conflicts_with = "loose")]
    exact: bool,
    /// Leave out conditions and constants, and let operators stand for their class
    #[arg(long)]
    loose: bool,
    /// The name of the specification
    #[arg(long, value_name = "NAME", default_value = "Described")]
    pub(super) name: String,
}

impl Options {
    /// The level of generalisation.
    pub(super) fn level(&self) -> Level {
        match (self.exact, self.loose) {
            (true, _) => Level::Exact,
            (_, true) => Level::Loose,
            _ => Level::Usual,
        }
    }
}

/// The arguments of `idiom describe`.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Describe {
    #[command(flatten)]
    pub(super) options: Options,
    /// List the formulas with the code that each stands for
    #[arg(long)]
    pub(super) explain: bool,
    /// Try the description only at the flags of the source, and not at -O1, -O2 and -Os
    #[arg(long)]
    pub(super) own_flags: bool,
    /// A further example, which the description has to find, too; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = NamedPlace::parse)]
    pub(super) also: Vec<NamedPlace>,
    /// A counter-example, which the description must not find; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = NamedPlace::parse)]
    pub(super) not: Vec<NamedPlace>,
    /// A compilation database, or its folder, that has the flags of the source
    #[arg(short = 'p', long, value_name = "PATH")]
    pub(super) database: Option<PathBuf>,
    /// A regular expression: only functions whose symbol name it matches are described
    #[arg(long, value_name = "REGEX")]
    pub(super) function: Option<Regex>,
    /// The value to describe, as textual IR names it, such as %sum
    #[arg(long, value_name = "VALUE")]
    pub(super) at: Option<String>,
    /// The plugin to run in clang [default: beside this program]
    #[arg(long, value_name = "FILE")]
    pub(super) plugin: Option<PathBuf>,
    /// FILE:LINE, FILE:LINE-LINE, or FILE: a C or C++ source, or LLVM IR (.ll, .bc)
    #[arg(value_name = "PLACE", value_parser = NamedPlace::parse)]
    pub(super) place: NamedPlace,
    /// Flags for clang, after those of the database, or else after -O2
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub(super) flags: Vec<OsString>,
}

/// The arguments of `idiom like`.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Like {
    #[command(flatten)]
    pub(super) options: Options,
    /// A regular expression: only functions whose symbol name it matches are described
    #[arg(long, value_name = "REGEX")]
    pub(super) function: Option<Regex>,
    /// FILE:LINE, FILE:LINE-LINE, or FILE: the example, in a C or C++ source
    #[arg(value_name = "PLACE", value_parser = NamedPlace::parse)]
    pub(super) place: NamedPlace,
    /// The scan
    #[command(flatten)]
    pub(super) scan: Scan,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let lines = |text: &str| NamedPlace::parse(text).map(|place| (place.shown(), place.lines));
        assert_eq!(lines("a.c"), Ok(("a.c".to_owned(), None)));
        assert_eq!(lines("a.c:5"), Ok(("a.c:5".to_owned(), Some((5, 5)))));
        assert_eq!(lines("d/a.c:5-9"), Ok(("d/a.c:5-9".to_owned(), Some((5, 9)))));
        assert_eq!(lines("C:a.c"), Ok(("C:a.c".to_owned(), None)));
        assert!(lines("a.c:9-5").is_err() && lines("a.c:0").is_err() && lines("a.c:99999999999").is_err());
    }
}
