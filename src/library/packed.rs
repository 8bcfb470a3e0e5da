//! Libraries as bytes, for another process of the same build.

use crate::{Fact, Interface, Library, prebuilt_table};
use serde::{Deserialize, Serialize};
use specs::packed::{PackedFile, PackedIdiom, pack, pack_files, unpack, unpack_files};
use std::sync::OnceLock;
use text::diagnostic::Diagnostics;

/// The build: processes with different hashes do not understand each other's packed libraries.
const BUILD: &str = env!("IDIOM_LIBRARY");

/// A packed library. Without files, spans lie in all built-in files.
#[derive(Deserialize, Serialize)]
struct Packed {
    idioms: Vec<PackedIdiom>,
    /// The facts with their interfaces.
    facts: Vec<(PackedIdiom, Interface)>,
    files: Option<Vec<PackedFile>>,
}

impl Library {
    /// Packs the idioms and the files that explanations quote. Diagnostics and rewrites are left out.
    pub fn pack(&self) -> Vec<u8> {
        let is_prebuilt = self.idioms.iter().all(|idiom| idiom.is_prebuilt());
        let files = (!is_prebuilt).then(|| pack_files(self.sources()));
        let facts = self.facts.iter().map(|fact| (pack(&fact.idiom), fact.interface.clone())).collect();
        let packed = Packed { idioms: self.idioms.iter().map(pack).collect(), facts, files };
        postcard::to_stdvec(&(BUILD, packed)).expect("plain data can be written to memory")
    }

    /// Unpacks a library, which needs no compilation.
    ///
    /// # Errors
    ///
    /// The reason: bytes of another build, or damaged bytes.
    pub fn unpack(bytes: &[u8]) -> Result<Library, String> {
        let damaged = |error: postcard::Error| format!("the packed specifications are damaged: {error}");
        let (build, packed): (&str, &[u8]) = postcard::take_from_bytes(bytes).map_err(damaged)?;
        if build != BUILD {
            return Err("it was made by another build of idiom".to_owned());
        }
        let Packed { idioms, facts, files } = postcard::from_bytes(packed).map_err(damaged)?;
        let prebuilt = |name: &str| prebuilt_table::select(Some(&[name.to_owned()]))?.pop();
        let facts = facts.into_iter().map(|(idiom, interface)| {
            let idiom = unpack(idiom, prebuilt_table::formula_of_fact)?;
            Ok(Fact { idiom, interface })
        });
        let facts = facts.collect::<Result<_, String>>()?;
        let idioms = idioms.into_iter().map(|idiom| unpack(idiom, prebuilt)).collect::<Result<_, _>>()?;
        let sources = match files {
            Some(files) => unpack_files(files)?.into(),
            None => OnceLock::new(),
        };
        Ok(Library { idioms, facts, rewrites: Vec::new(), sources, diagnostics: Diagnostics::new() })
    }
}

#[cfg(test)]
mod tests {
    use crate::Library;

    const OWN: &str = "
        Analysis Used({x}) backward may gen {i} {x} ∈ {i}.args kill {i} Stored({x}) before {i} exit all End
        Analysis Stored({x}) forward must gen {i} ( opcode{i} = store ∧ {x} = {i}.args[1] ) End
        Constraint Own ( opcode{a} = add ∧ {b} = {a}.args[0] ∧ not Used({b}) after {a} ) End";

    #[test]
    fn an_unpacked_library_is_the_packed_one() {
        for selection in [None, Some(["Own", "SqrtOfSquare", "SumChain[N=4]"].map(str::to_owned).to_vec())] {
            let files = vec![("own.candl".to_owned(), OWN.as_bytes().to_vec())];
            let packed = Library::new(files, selection.as_deref());
            assert!(!packed.has_errors(), "{}", packed.render(false));
            let unpacked = Library::unpack(&packed.pack()).expect("bytes of this build");
            let written = |library: &Library| {
                let of_idiom = |idiom: &crate::Idiom| {
                    let texts: Vec<&str> =
                        idiom.source_map().spans.iter().map(|span| library.sources().text(*span)).collect();
                    format!(
                        "{} {} {:?} {:?} {:?} {:?} {:?} {texts:?}",
                        idiom.name(),
                        idiom.doc(),
                        idiom.marked_lines(),
                        idiom.needs(),
                        idiom.variables(),
                        idiom.claims(),
                        idiom.compiled().problem(),
                    )
                };
                library.idioms().iter().map(of_idiom).collect::<Vec<_>>()
            };
            assert_eq!(written(&unpacked), written(&packed));
        }
    }

    #[test]
    fn bytes_of_another_build_are_refused() {
        let mut bytes = Library::new(Vec::new(), None).pack();
        bytes[3] ^= 1;
        assert_eq!(Library::unpack(&bytes).expect_err("refused"), "it was made by another build of idiom");
        assert!(Library::unpack(&bytes[..9]).is_err());
        assert!(Library::unpack(&[]).is_err());
    }
}
