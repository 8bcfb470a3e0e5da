//! The length of a vector, for the plugin to find.

/// In the plane. Short functions are compiled where they are used; this one here, where there is no use.
#[inline(never)]
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}
