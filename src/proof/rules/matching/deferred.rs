//! A part of a built set that is read back when it is first looked at: most processes look at few rules of a
//! set.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::OnceLock;

/// A value, or the bytes to make it of.
#[derive(Clone, Debug)]
pub(super) struct Deferred<T> {
    value: OnceLock<T>,
    /// None of a value that was never written.
    bytes: Box<[u8]>,
}

impl<T> Deferred<T> {
    /// A value that is there.
    pub(super) fn here(value: T) -> Deferred<T> {
        Deferred { value: OnceLock::from(value), bytes: Box::default() }
    }
}

impl<T: Serialize + DeserializeOwned> Deferred<T> {
    /// A value as [`bytes`](Deferred::bytes) wrote it, whose checksum was compared.
    pub(super) fn written(bytes: &[u8]) -> Deferred<T> {
        Deferred { value: OnceLock::new(), bytes: bytes.into() }
    }

    /// The value.
    pub(super) fn get(&self) -> &T {
        let read = || postcard::from_bytes(&self.bytes).expect("what was written can be read back");
        self.value.get_or_init(read)
    }

    /// The value as bytes.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self.get())
    }
}
