//! The C++ shim as Rust sees it: `repr(C)` mirrors of its types, one submodule per part of the shim.
//!
//! The two kinds of borrowed memory that cross the border are given here. Both point into memory that the
//! shim or LLVM owns; who holds one says how long it lives.

use std::borrow::Cow;

include!(concat!(env!("OUT_DIR"), "/layout/ffi.rs"));

pub(super) mod extract;
pub(super) mod host;
pub(super) mod numbers;

/// Borrowed bytes that are meant as text, not NUL-terminated (`IdiomText`).
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Text {
    data: *const u8,
    length: usize,
}

impl Text {
    /// The text lent to the shim for the duration of a call.
    pub(super) fn lend(text: &str) -> Text {
        Text { data: text.as_ptr(), length: text.len() }
    }

    /// The text; bytes that are no UTF-8 (LLVM allows any in names) become U+FFFD.
    ///
    /// # Safety
    /// The memory must still be alive and stay unchanged for `'a`.
    pub(super) unsafe fn get<'a>(self) -> Cow<'a, str> {
        if self.length == 0 {
            return Cow::Borrowed("");
        }
        // SAFETY: alive by the caller's promise; the shim gives a valid pointer with every length above 0.
        readable(unsafe { std::slice::from_raw_parts(self.data, self.length) })
    }
}

/// The bytes as text; those that are no UTF-8 become U+FFFD.
fn readable(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly all is UTF-8, and checking just that is much faster.
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// A borrowed array (`Slice<T>` in the shim).
#[repr(C)]
pub(super) struct Slice<T> {
    data: *const T,
    length: usize,
}

impl<T> Slice<T> {
    /// The elements.
    ///
    /// # Safety
    /// The memory must still be alive and stay unchanged for `'a`.
    pub(super) unsafe fn get<'a>(&self) -> &'a [T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: alive by the caller's promise; the shim gives a valid pointer with every length above 0.
        unsafe { std::slice::from_raw_parts(self.data, self.length) }
    }
}
