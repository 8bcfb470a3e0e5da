//! The length of a vector, for the plugin to find.

/// The length in the plane. Not inlined, so that this crate has code of it.
#[inline(never)]
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}
