//! The declared rewrites to apply, with their proofs.

use library::{Idiom, Library, Loosened};
use proof::rewrite::{Certificates, Declared};
use std::sync::OnceLock;

/// The rewrites requested by the user, and the proofs stored with their files.
#[derive(Debug)]
pub struct Applied {
    /// Their formulas.
    pub library: Library,
    /// Their declarations.
    pub declared: Vec<Declared>,
    /// The proofs.
    pub certificates: Certificates,
    /// The formulas without type constraints, compiled on first use.
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
