//! Values that are deserialised on first use.
//!
//! Every process reads the compiled problems, but most processes run few of their plans and need no
//! explanations. Those parts are therefore stored as byte strings within the serialised problem.
//!
//! ```text
//! write: Value(problem)  ─▶  length, bytes        read: ─▶  Serialized(bytes)  ─get()─▶  problem
//! ```

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::OnceLock;

/// A value, or its serialised form.
pub(super) enum Lazy<T> {
    /// A value in memory.
    Value(T),
    /// A serialised value.
    Serialized {
        /// The serialised value.
        bytes: &'static [u8],
        /// The deserialiser.
        read: fn(&'static [u8]) -> T,
        /// The value, after its first use.
        value: OnceLock<T>,
    },
}

impl<T> Lazy<T> {
    /// The value; deserialises it on first use.
    pub(super) fn get(&self) -> &T {
        match self {
            Lazy::Value(value) => value,
            Lazy::Serialized { bytes, read, value } => value.get_or_init(|| read(bytes)),
        }
    }
}

/// Formats the value.
impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<T: Serialize> Serialize for Lazy<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&postcard::to_stdvec(self.get()).map_err(S::Error::custom)?)
    }
}

impl<'de: 'static, T: Deserialize<'static>> Deserialize<'de> for Lazy<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <&'de [u8]>::deserialize(deserializer)?;
        let read = |bytes| postcard::from_bytes(bytes).expect("what was written can be read back");
        Ok(Lazy::Serialized { bytes, read, value: OnceLock::new() })
    }
}
