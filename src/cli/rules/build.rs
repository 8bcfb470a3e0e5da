//! `idiom rules build -o OUT FILE…`: rules with their decision DAG as bytes, which are read back faster than rules are.

use super::super::Verdict;
use super::super::arguments::RulesBuild;
use super::super::console::{Console, Failure};
use super::Read;
use idiom::rules::matching::{Dag, read_back, store};

pub(super) fn run(arguments: &RulesBuild, console: &Console) -> Result<Verdict, Failure> {
    let (_, rules) = Read::set(&arguments.files, console)?;
    let internal = |error: idiom::rules::matching::StoredError| Failure::Internal(error.to_string());
    let dag = Dag::new(&rules);
    let bytes = store(&rules, &dag).map_err(internal)?;
    let (again, same) = read_back(&bytes).map_err(internal)?;
    if same != dag || again.rules().count() != rules.rules().count() {
        return Err(Failure::Internal("what was built is not what is read back".to_owned()));
    }
    let name = arguments.output.display();
    std::fs::write(&arguments.output, &bytes)
        .map_err(|error| Failure::Usage(format!("cannot write {name}: {error}")))?;
    console.say(&format!("{name}: {} rules, {} bytes\n", rules.rules().count(), bytes.len()));
    Ok(Verdict::Fine)
}
