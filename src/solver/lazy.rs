//! A part that is read back only when it is asked for.
//!
//! A compiled problem that was written down is read in every process, and most of them run few of its plans
//! and never ask what an explanation needs. So those parts stand in it as bytes within the bytes.
//!
//! ```text
//! write: Here(problem)  ─▶  length, bytes        read: ─▶  Written(bytes)  ─get()─▶  problem
//! ```

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::OnceLock;

/// A value, or the bytes to make it of.
pub(super) enum Lazy<T> {
    /// A value in memory.
    Value(T),
    /// A serialised value.
    Serialized {
        /// Its bytes.
        bytes: &'static [u8],
        /// Reads it back.
        read: fn(&'static [u8]) -> T,
        /// Once it was asked for.
        value: OnceLock<T>,
    },
}

impl<T> Lazy<T> {
    /// The value.
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
