//! Typed ids: dense indices into the arenas of a [`Model`](super::Model).
//!
//! A bare `usize` does not show what it indexes. These types do, and the compiler distinguishes them.

use std::fmt;

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the `index`-th element.
            ///
            /// Panics if the arena has more than `u32::MAX` elements.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("an arena holds at most u32::MAX elements"))
            }

            /// The position in its arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

dense_id!(
    /// A value of the SSA model: parameter, instruction, global or constant, in that order.
    ValueId,
    "v"
);
dense_id!(
    /// A basic block, in layout order.
    BlockId,
    "b"
);
dense_id!(
    /// A type that occurs in the function.
    TypeId,
    "t"
);
