//! Static control parts in the formats of other tools: all on stdout, or each in a file of its own.

use crate::arguments::{Find, FindingFormat};
use crate::console::{Console, Failure};
use report::{Finding, Report, Scop, region_name, shown_name, to_jscop, to_openscop};
use std::collections::BTreeMap;
use std::path::Path;

/// Writes all static control parts of a report. A note names the parts that cannot be written.
pub(super) fn show(report: &Report, arguments: &Find, console: &Console) -> Result<(), Failure> {
    let is_jscop = arguments.format == FindingFormat::Jscop;
    let write = if is_jscop { to_jscop } else { to_openscop };
    let mut written = BTreeMap::new();
    for (finding, scop) in report.findings.iter().filter_map(|f| Some((f, f.scop.as_ref()?))) {
        let text = match write(&scop.polyhedral) {
            Ok(text) => text,
            Err(why) => {
                console.note(&format!("{}: not written: {why}", shown_name(&finding.function)));
                continue;
            }
        };
        match &arguments.into {
            None => console.print(&text)?,
            Some(folder) => {
                let count = written.entry(file_name(finding, scop)).or_insert(0);
                *count += 1;
                let name = file_name(finding, scop);
                let name = if *count == 1 { name } else { format!("{name}.{count}") };
                let path = folder.join(name + if is_jscop { ".jscop" } else { ".scop" });
                save(&path, &text)?;
                console.print(&format!("{}\n", path.display()))?;
            }
        }
    }
    Ok(())
}

/// The file name by which Polly finds a part, without its extension.
fn file_name(finding: &Finding, scop: &Scop) -> String {
    format!("{}___{}", finding.function, region_name(&scop.polyhedral)).replace('/', "_")
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}
