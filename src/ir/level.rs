//! The level at which LLVM optimises a function, as far as that decides about what can be found in it.

/// The level of a function, by its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimisationLevel {
    /// The level of the command line.
    Usual,
    /// None: it is `optnone`, as all functions are at -O0.
    OptNone,
    /// That of the least size: it is `minsize`, as all functions are at -Oz.
    MinSize,
}
