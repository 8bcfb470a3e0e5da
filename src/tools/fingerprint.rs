//! `idiom fingerprint FILE…`: hashes of files of rewrites, by which the user's own `idiom.toml` enables them.

use super::Verdict;
use super::arguments::Fingerprint;
use super::console::{Console, Failure};
use proof::rewrite::fingerprint;

/// Runs `idiom fingerprint`.
pub fn run(arguments: &Fingerprint, console: &Console) -> Result<Verdict, Failure> {
    for path in &arguments.files {
        let hash = fingerprint(path)
            .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
        console.print(&format!("{hash}  {}\n", path.display()))?;
    }
    Ok(Verdict::Fine)
}
