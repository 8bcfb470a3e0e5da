//! Serialisation of the built-in idioms by the build script, for inclusion in the crate `library`.
//!
//! The output has four files of bytes for each idiom, and one Rust file with the tables that include them.
//! Rewrites are stored with their formulas, and once more without their constraints on types.
//!
//! ```text
//! pub(super) static PREBUILT: [Prebuilt; 1] = [Prebuilt::new("SCoP", ("…", &[]), (true, &[], "For\nLoop…"), &[OpcodeSet(0x2000)], Bytes { compiled: include_bytes!(…), … })];
//! ```

use super::builtin::{BUILTIN, Group, Index, facts_in};
use super::compile::{CompiledLibrary, compile_idioms, compile_rewrites};
use super::idiom::Idiom;
use super::loosened::Loosened;
use super::prebuilt::Bytes;
use serde::Serialize;
use std::fmt::Write as _;
use text::render::render_text;

/// A file's name and content.
pub type Output = (String, Vec<u8>);

/// The files for the built-in idioms that run without a selection, for the building blocks that can be
/// searched for by themselves, and for the rewrites. Places lie in [`BUILTIN`].
///
/// # Errors
///
/// The rendered diagnostics about the idioms, if there are any.
pub fn builtin() -> Result<Vec<Output>, String> {
    let index = Index::of_builtin();
    let (idioms, blocks) = (index.idioms(), index.others());
    let compiled = compile_idioms(&[], &[true; BUILTIN.len()], &idioms, false);
    let rewrites = compile_rewrites(&[], &[true; BUILTIN.len()], &index.of_group(Group::Rewrite), &[]);
    for compiled in [&compiled, &rewrites] {
        if !compiled.diagnostics.is_empty() {
            return Err(render_text(&compiled.sources, &compiled.diagnostics, false));
        }
    }
    // Building blocks with unbound variables do not compile on their own and are skipped.
    let mut all = compiled.idioms;
    all.extend(compile_idioms(&[], &[true; BUILTIN.len()], &blocks, false).idioms);
    let facts: Vec<&str> = BUILTIN.iter().flat_map(|(_, text)| facts_in(text)).collect();
    let CompiledLibrary { facts, diagnostics, sources, .. } =
        compile_idioms(&[], &[true; BUILTIN.len()], &facts, false);
    if !diagnostics.is_empty() {
        return Err(render_text(&sources, &diagnostics, false));
    }
    let interfaces = write(&facts.iter().map(|fact| &fact.interface).collect::<Vec<_>>());
    let loosened: Vec<Loosened> = rewrites.idioms.iter().filter_map(Idiom::without_types).collect();
    let mut files = Vec::new();
    let is_default = |idiom: &Idiom| idioms.contains(&idiom.name());
    let mut tables = table("PREBUILT", "", &all.iter().collect::<Vec<_>>(), &is_default, &mut files);
    let rewrites: Vec<&Idiom> = rewrites.idioms.iter().collect();
    tables += &table("REWRITES", "", &rewrites, &is_default, &mut files);
    let loosened: Vec<&Idiom> = loosened.iter().map(Loosened::idiom).collect();
    let facts: Vec<&Idiom> = facts.iter().map(|fact| &fact.idiom).collect();
    tables += &table("FACTS", "-fact", &facts, &is_default, &mut files);
    files.push(("interfaces".to_owned(), interfaces));
    tables += &table("WITHOUT_TYPES", "-without-types", &loosened, &is_default, &mut files);
    files.push(("prebuilt.rs".to_owned(), tables.into_bytes()));
    Ok(files)
}

/// The Rust text of a table of idioms; appends their files.
fn table(
    name: &str,
    suffix: &str,
    idioms: &[&Idiom],
    is_default: &dyn Fn(&Idiom) -> bool,
    files: &mut Vec<Output>,
) -> String {
    let mut table = format!("pub(super) static {name}: [Prebuilt; {}] = [\n", idioms.len());
    for idiom in idioms {
        let stem = format!("{}{suffix}", idiom.name());
        let _ = writeln!(table, "    {},", entry(idiom, &stem, is_default(idiom)));
        let Bytes { compiled, source_map, variables, claims } = written(idiom);
        files.push((format!("{stem}.compiled"), compiled));
        files.push((format!("{stem}.source_map"), source_map));
        files.push((format!("{stem}.variables"), variables));
        files.push((format!("{stem}.claims"), claims));
    }
    table + "];\n"
}

/// The serialised parts of an idiom.
pub fn written(idiom: &Idiom) -> Bytes<Vec<u8>> {
    Bytes {
        compiled: write(idiom.compiled()),
        source_map: write(idiom.source_map()),
        variables: write(&idiom.variables()),
        claims: write(&idiom.claims()),
    }
}

pub(crate) fn write(part: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(part).expect("plain data can be written to memory")
}

/// The idiom as a Rust expression, an element of the table.
fn entry(idiom: &Idiom, stem: &str, is_default: bool) -> String {
    let (name, doc) = (idiom.name(), idiom.doc());
    let needs: Vec<String> = idiom.needs().iter().map(|need| format!("OpcodeSet({:#x})", need.0)).collect();
    let include = |part: &str| format!("{part}: include_bytes!(\"{stem}.{part}\")");
    let parts = ["compiled", "source_map", "variables", "claims"].map(include).join(", ");
    let bytes = format!("Bytes {{ {parts} }}");
    let lines = idiom.marked_lines().iter().map(|line| format!("std::borrow::Cow::Borrowed({line:?})"));
    let lines = lines.collect::<Vec<_>>().join(", ");
    let texts = format!("({doc:?}, &[{lines}])");
    let mut includes: Vec<&str> =
        idiom.compiled().problem().definitions.iter().map(|d| d.name.as_str()).collect();
    includes.sort_unstable();
    includes.dedup();
    let includes = includes.join("\n");
    format!(
        "Prebuilt::new({name:?}, {texts}, ({is_default}, &{:?}, {includes:?}), &[{}], {bytes})",
        idiom.facts(),
        needs.join(", ")
    )
}
