//! The declared rewrites to apply, with what is proven of them.

use library::{Idiom, Library, Loosened};
use proof::rewrite::{Certificates, Declared};
use std::sync::OnceLock;

/// The rewrites that a user has named, and the proofs beside their files.
#[derive(Debug)]
pub struct Applied {
    /// Their formulas.
    pub library: Library,
    /// What they give.
    pub declared: Vec<Declared>,
    /// What is proven.
    pub certificates: Certificates,
    /// The formulas without what they ask of types, once somebody wants them.
    pub(crate) loosened: Vec<OnceLock<Option<Loosened>>>,
}

impl Applied {
    /// The rewrites of a library, with the certificates in force.
    pub fn new(library: Library, certificates: Certificates) -> Applied {
        let declared: Vec<Declared> = library.rewrites().iter().filter_map(Declared::of).collect();
        let loosened = declared.iter().map(|_| OnceLock::new()).collect();
        Applied { library, declared, certificates, loosened }
    }

    /// The formula of a rewrite.
    pub fn idiom(&self, declared: &Declared) -> Option<&Idiom> {
        self.library.idioms().iter().find(|idiom| idiom.name() == declared.name)
    }
}
