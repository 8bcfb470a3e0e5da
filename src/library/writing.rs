//! The built-in idioms written down, for `shelf.rs` to include: what the build script does.
//!
//! Of each idiom four files of bytes, and one file of Rust that names them:
//!
//! ```text
//! pub(super) static PREBUILT: [Prebuilt; 1] = [Prebuilt::new("SCoP", ("…", &[]), (true, "For\nLoop…"), &[OpcodeSet(0x2000)], Bytes { compiled: include_bytes!(…), … })];
//! ```

use super::builtin::{BUILTIN, Index};
use super::idiom::Idiom;
use super::making::make;
use super::prebuilt::Bytes;
use crate::candl::render::render_text;
use serde::Serialize;
use std::fmt::Write as _;

/// A file's name and what goes into it.
pub(crate) type Output = (String, Vec<u8>);

/// The files for the built-in idioms that are run when nobody says which, and for the building blocks that
/// can be searched for by themselves. Places lie in [`BUILTIN`].
///
/// # Errors
///
/// What there is to say about the idioms, if anything.
pub(crate) fn builtin() -> Result<Vec<Output>, String> {
    let index = Index::new();
    let (idioms, blocks) = (index.idioms(), index.others());
    let made = make(&[], &[true; BUILTIN.len()], &idioms, false);
    if !made.diagnostics.is_empty() {
        return Err(render_text(&made.sources, &made.diagnostics, false));
    }
    // Building blocks with unbound variables do not compile on their own and are skipped.
    let mut all = made.idioms;
    all.extend(make(&[], &[true; BUILTIN.len()], &blocks, false).idioms);
    let mut files = Vec::new();
    let mut table = format!("pub(super) static PREBUILT: [Prebuilt; {}] = [\n", all.len());
    for idiom in &all {
        let _ = writeln!(table, "    {},", entry(idiom, idioms.contains(&idiom.name())));
        let Bytes { compiled, legend, variables, claims } = written(idiom);
        files.push((format!("{}.compiled", idiom.name()), compiled));
        files.push((format!("{}.legend", idiom.name()), legend));
        files.push((format!("{}.variables", idiom.name()), variables));
        files.push((format!("{}.claims", idiom.name()), claims));
    }
    table.push_str("];\n");
    files.push(("prebuilt.rs".to_owned(), table.into_bytes()));
    Ok(files)
}

/// The parts of an idiom.
pub(super) fn written(idiom: &Idiom) -> Bytes<Vec<u8>> {
    Bytes {
        compiled: write(idiom.compiled()),
        legend: write(idiom.legend()),
        variables: write(&idiom.variables()),
        claims: write(&idiom.claims()),
    }
}

fn write(part: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(part).expect("plain data can be written to memory")
}

/// The idiom as an element of the table.
fn entry(idiom: &Idiom, is_default: bool) -> String {
    let (name, doc) = (idiom.name(), idiom.doc());
    let needs: Vec<String> = idiom.needs().iter().map(|need| format!("OpcodeSet({:#x})", need.0)).collect();
    let include = |part: &str| format!("{part}: include_bytes!(\"{name}.{part}\")");
    let parts = ["compiled", "legend", "variables", "claims"].map(include).join(", ");
    let bytes = format!("Bytes {{ {parts} }}");
    let headlines = idiom.headlines().iter().map(|line| format!("std::borrow::Cow::Borrowed({line:?})"));
    let headlines = headlines.collect::<Vec<_>>().join(", ");
    let texts = format!("({doc:?}, &[{headlines}])");
    let mut includes: Vec<&str> =
        idiom.compiled().problem().definitions.iter().map(|d| d.name.as_str()).collect();
    includes.sort_unstable();
    includes.dedup();
    let includes = includes.join("\n");
    format!(
        "Prebuilt::new({name:?}, {texts}, ({is_default}, {includes:?}), &[{}], {bytes})",
        needs.join(", ")
    )
}
