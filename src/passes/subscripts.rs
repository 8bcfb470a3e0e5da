//! Offsets as sums with names, and the subscripts that they are.
//!
//! In: `100*i + j - 1` elements of 8 bytes, and rows of 800 bytes. Out: `[i][j - 1]`.

use crate::accesses::sum_text;

/// Products of factors with their numbers: a sum.
pub(super) type Sum = Vec<(Vec<String>, i64)>;

/// A sum as text.
pub(super) fn sum_of(sum: Sum) -> String {
    sum_text(sum.into_iter())
}

/// The number of strides that comes nearest to so many bytes; `None` where that leaves the type.
fn nearest(bytes: i64, stride: i64) -> Option<i64> {
    Some(bytes.checked_add(bytes.signum() * (stride / 2))? / stride)
}

/// The part of an offset that a subscript with that stride takes, of a constant or of a product with a
/// factor.
pub(super) fn split_off(bytes: i64, stride: i64, is_constant: bool) -> Option<i64> {
    match is_constant {
        // `a[i][j - 1]` is not `a[i - 1][j + 99]`.
        true => nearest(bytes, stride),
        false if bytes % stride == 0 => Some(bytes / stride),
        // The diagonal, `a[i][i]`.
        false => {
            let nearest = nearest(bytes, stride)?;
            let rest = bytes.checked_sub(nearest.checked_mul(stride)?)?;
            Some(if rest.unsigned_abs() <= stride.unsigned_abs() / 8 { nearest } else { 0 })
        }
    }
}

/// The offset in the subscripts of an array whose subscripts are so many bytes apart, the largest first.
/// `None` where that leaves a rest.
pub(super) fn split(offset: &Sum, strides: &[u64], size: u32) -> Option<Vec<Sum>> {
    if strides.is_empty() {
        return None;
    }
    let mut subscripts: Vec<Sum> = vec![Sum::new(); strides.len()];
    for (factors, number) in offset {
        let mut bytes = number.checked_mul(size.into())?;
        for (subscript, stride) in subscripts.iter_mut().zip(strides) {
            let stride = i64::try_from(*stride).ok().filter(|stride| *stride > 0)?;
            let times = split_off(bytes, stride, factors.is_empty())?;
            bytes = bytes.checked_sub(times.checked_mul(stride)?)?;
            if times != 0 {
                subscript.push((factors.clone(), times));
            }
        }
        if bytes != 0 {
            return None;
        }
    }
    Some(subscripts)
}
