//! A part of a built set that is decoded on first use, since most processes use few rules of a set.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::OnceLock;

/// A value, or its encoded bytes.
#[derive(Clone, Debug)]
pub(super) struct Deferred<T> {
    value: OnceLock<T>,
    /// Empty for a value that was never encoded.
    bytes: Box<[u8]>,
}

impl<T> Deferred<T> {
    /// A decoded value.
    pub(super) fn here(value: T) -> Deferred<T> {
        Deferred { value: OnceLock::from(value), bytes: Box::default() }
    }
}

impl<T: Serialize + DeserializeOwned> Deferred<T> {
    /// An encoded value from [`bytes`](Deferred::bytes), whose checksum the caller has verified.
    pub(super) fn written(bytes: &[u8]) -> Deferred<T> {
        Deferred { value: OnceLock::new(), bytes: bytes.into() }
    }

    /// The value, decoded if necessary.
    pub(super) fn get(&self) -> &T {
        let read = || postcard::from_bytes(&self.bytes).expect("what was written can be read back");
        self.value.get_or_init(read)
    }

    /// The encoded value.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self.get())
    }
}
