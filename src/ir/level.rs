//! Optimisation levels of functions, as far as they affect what can be found in them.

/// The optimisation level of a function, from its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimisationLevel {
    /// The level of the command line.
    Usual,
    /// No optimisation: `optnone`, as for all functions at -O0.
    OptNone,
    /// Minimal size: `minsize`, as for all functions at -Oz.
    MinSize,
}
