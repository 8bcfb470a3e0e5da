//! Why a host is not served, in one line that says what to do about it.

use crate::host::Llvm;
use std::path::PathBuf;

/// The variable that names another directory for the implementations.
pub(crate) const DIRECTORY: &str = "IDIOM_PLUGIN_DIR";

/// The LLVMs that `scripts/build.sh` of these sources builds for.
const BUILT: std::ops::RangeInclusive<u32> = 16..=23;

/// Why there is no implementation to hand over to.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The program (or library) that called has no LLVM that shows itself.
    NoLlvm { program: PathBuf },
    /// There is no file for its LLVM.
    Missing { llvm: Llvm, file: PathBuf, by_setting: bool },
    /// There is one, and it is no good. `why` goes on after the file's name.
    Unusable { llvm: Llvm, file: PathBuf, why: String },
}

impl Refusal {
    /// The line, without its end.
    pub(crate) fn line(&self) -> String {
        let text = match self {
            Refusal::NoLlvm { program } => format!(
                "no LLVM was found in the program that loaded this plugin ({}): it has to use the shared libLLVM, of \
                 version {} or later, or to export its own",
                program.display(),
                BUILT.start()
            ),
            Refusal::Missing { llvm, file, by_setting } => {
                let from =
                    if *by_setting { format!(" ({DIRECTORY} names the directory)") } else { String::new() };
                format!(
                    "the host runs {llvm}, and there is no {}{from}; {}",
                    file.display(),
                    remedy(llvm.major)
                )
            }
            Refusal::Unusable { llvm, file, why } => {
                // The loader begins with the name as well.
                let why = why.replace(&format!("{}: ", file.display()), "");
                format!("the host runs {llvm}, and {} {why}; {}", file.display(), remedy(llvm.major))
            }
        };
        let one_line = text.replace(|c: char| c.is_control(), " ");
        format!("idiom: {one_line}")
    }
}

/// Advice for a missing implementation: the command that builds it, or the oldest LLVM that has one.
fn remedy(major: u32) -> String {
    if major < *BUILT.start() {
        return format!("idiom needs LLVM {} or later", BUILT.start());
    }
    let command = format!("build it with: scripts/build.sh {major}");
    if BUILT.contains(&major) {
        return command;
    }
    format!("{command} (untested: this idiom takes it for LLVM {}, the newest that it knows)", BUILT.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(major: u32) -> Refusal {
        let llvm = Llvm { major, rest: Some([1, 2]) };
        Refusal::Missing { llvm, file: format!("/x/libidiom-llvm{major}.so").into(), by_setting: false }
    }

    #[test]
    fn each_says_what_to_do() {
        for (refusal, words) in [
            (
                missing(20),
                &["LLVM 20 (20.1.2)", "no /x/libidiom-llvm20.so;", "with: scripts/build.sh 20"][..],
            ),
            (missing(24), &["no /x/libidiom-llvm24.so;", "scripts/build.sh 24 (untested", "for LLVM 23,"]),
            (missing(14), &["LLVM 14", "needs LLVM 16 or later"]),
            (Refusal::NoLlvm { program: "/bin/clang".into() }, &["no LLVM", "(/bin/clang)"]),
        ] {
            let line = refusal.line();
            assert!(line.starts_with("idiom: ") && words.iter().all(|word| line.contains(word)), "{line}");
        }
    }

    #[test]
    fn the_loader_s_words_in_one_line() {
        let llvm = Llvm { major: 19, rest: None };
        let why = "cannot be loaded: /x/a.so: undefined symbol: f\nand g".to_owned();
        let line = Refusal::Unusable { llvm, file: "/x/a.so".into(), why }.line();
        assert_eq!(
            line,
            "idiom: the host runs LLVM 19, and /x/a.so cannot be loaded: undefined symbol: f and g; \
             build it with: scripts/build.sh 19"
        );
    }

    #[test]
    fn what_is_built_is_what_the_manifest_offers() {
        let manifest = include_str!("../../Cargo.toml");
        let features = manifest.lines().filter_map(|line| line.strip_prefix("llvm")?.split_once('-'));
        let majors: Vec<u32> = features.filter_map(|(major, _)| major.parse().ok()).collect();
        assert_eq!(majors, BUILT.collect::<Vec<_>>());
    }
}
