//! `idiom rules build -o OUT FILE…`: rules with their decision DAG and verdicts as a binary file, which the
//! plugin loads faster than text.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::arguments::RulesBuild;
use super::cache::{default_path, read_verdicts};
use super::{RuleFiles, counted};
use proof::rules::matching::{Built, Dag, StoredError, read_back, store};
use proof::rules::verdicts;

/// Runs `idiom rules build`.
pub fn run(arguments: &RulesBuild, console: &Console) -> Result<Verdict, Failure> {
    let (read, rules) = RuleFiles::set(&arguments.files, console)?;
    let internal = |error: StoredError| Failure::Internal(error.to_string());
    let path = arguments.cache.clone().or_else(default_path);
    let text = path.map(|path| read_verdicts(&path, console)).transpose()?.unwrap_or_default();
    let verdicts = verdicts::about(&read.rules, &text);
    let proven = verdicts.iter().filter(|verdicts| !verdicts.proven_versions().is_empty()).count();
    let places = read.rules.iter().map(|rule| read.place(rule)).map(|(file, line)| format!("{file}:{line}"));
    let built = Built { dag: Dag::new(&rules), places: places.collect(), verdicts, rules };
    let bytes = store(&built).map_err(internal)?;
    let again = read_back(&bytes).map_err(internal)?;
    if (again.dag, again.places, again.verdicts) != (built.dag, built.places, built.verdicts) {
        return Err(Failure::Internal("what was built is not what is read back".to_owned()));
    }
    let name = arguments.output.display();
    std::fs::write(&arguments.output, &bytes)
        .map_err(|error| Failure::Usage(format!("cannot write {name}: {error}")))?;
    let count = counted(&[(built.rules.rules().count(), "rule", "rules")]);
    console.eprint(&format!("{name}: {count}, {proven} of them proven, {} bytes\n", bytes.len()));
    Ok(Verdict::Fine)
}
