//! Offsets as sums over names, and their split into subscripts.
//!
//! In: `100*i + j - 1` elements of 8 bytes, and rows of 800 bytes. Out: `[i][j - 1]`.

use analysis::accesses::sum_text;

/// A sum: products of factors, each with its coefficient.
pub(crate) type Sum = Vec<(Vec<String>, i64)>;

/// The text of a sum on its own. A single operand loses the parentheses that it needs among others.
pub(crate) fn sum_of(sum: Sum) -> String {
    if let [(factors, 1)] = sum.as_slice()
        && let [factor] = factors.as_slice()
        && let Some(inside) = without_parentheses(factor)
    {
        return inside.to_owned();
    }
    sum_text(sum.into_iter())
}

/// The text inside parentheses that enclose the whole of it.
fn without_parentheses(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0i32;
    let is_closed = inside.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    is_closed.then_some(inside)
}

/// The multiple of `stride` nearest to `bytes`, divided by `stride`; `None` on overflow.
fn nearest(bytes: i64, stride: i64) -> Option<i64> {
    Some(bytes.checked_add(bytes.signum() * (stride / 2))? / stride)
}

/// The part of an offset that a subscript with this stride takes. `is_constant` distinguishes a constant from
/// the coefficient of a product.
pub(crate) fn split_off(bytes: i64, stride: i64, is_constant: bool) -> Option<i64> {
    match is_constant {
        // `a[i][j - 1]` must not become `a[i - 1][j + 99]`.
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

/// The offset as subscripts of an array with these strides in bytes, in descending order. `None` if a
/// remainder is left.
pub(crate) fn split(offset: &Sum, strides: &[u64], size: u32) -> Option<Vec<Sum>> {
    if strides.is_empty() {
        return None;
    }
    let positive = |stride: &u64| i64::try_from(*stride).ok().filter(|stride| *stride > 0);
    let strides: Vec<i64> = strides.iter().map(positive).collect::<Option<_>>()?;
    let mut subscripts: Vec<Sum> = vec![Sum::new(); strides.len()];
    let (constants, products): (Vec<_>, Vec<_>) = offset.iter().partition(|(factors, _)| factors.is_empty());
    for (factors, number) in products.into_iter().chain(constants) {
        let mut bytes = number.checked_mul(size.into())?;
        for at in 0..strides.len() {
            let (stride, is_constant) = (*strides.get(at)?, factors.is_empty());
            // `a[i][4]` must not become `a[i + 1][-1]` if all later subscripts are constant. `a[i][9 - j]`
            // must not become `a[i + 1][-j - 1]`.
            let varies = |of: &Sum| of.iter().any(|(factors, by)| !factors.is_empty() && *by > 0);
            let varying = subscripts.iter().skip(at + 1).position(varies);
            let times = match varying {
                None if is_constant => bytes.div_euclid(stride),
                Some(further @ 1..) if is_constant => {
                    bytes.checked_add(strides.get(at + further)? / 2)?.div_euclid(stride)
                }
                _ => split_off(bytes, stride, is_constant)?,
            };
            let subscript = subscripts.get_mut(at)?;
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
