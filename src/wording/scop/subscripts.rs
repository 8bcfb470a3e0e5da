//! Splits an offset in bytes into source subscripts.
//!
//! In: `800*i + 8*j - 8` and the strides 800 and 8 of `double a[100][100]`. Out: `i`, `j - 1`. The address
//! computation is no guide, since LLVM adds its parts in any order and unit. The subscripts always sum up to
//! the offset. A constant goes to the nearest row if the column varies (`a[i - 1][j + 1]`). Otherwise it
//! stays in its row (`a[i][3]`), also if the column decreases (`a[i][99 - j]`).

use scop::{Affine, Factors};

/// The subscript for each stride, and the remaining bytes.
pub(super) fn subscripts_of(offset: &Affine, strides: &[u64]) -> (Vec<Affine>, Affine) {
    let (mut rest, mut number) = offset.split();
    let innermost = strides.len().saturating_sub(1);
    let taken = |(at, stride): (usize, &u64)| take(&mut rest, *stride, at == innermost);
    let mut subscripts: Vec<Affine> = strides.iter().enumerate().map(taken).collect();
    for (at, stride) in strides.iter().enumerate() {
        let goes_on = |inner: &Affine| inner.terms.iter().any(|(_, by)| *by > 0);
        let varies = subscripts.get(at + 1).is_some_and(goes_on);
        let stride = i128::from(*stride);
        let from = if varies { number.saturating_add(stride / 2) } else { number };
        let Some(rows) = from.checked_div_euclid(stride) else { continue };
        number -= rows * stride;
        if rows != 0 {
            subscripts[at].terms.insert(0, (Factors::NONE, rows));
        }
    }
    if number != 0 {
        rest.terms.insert(0, (Factors::NONE, number));
    }
    (subscripts, rest)
}

/// Removes the nearest multiple of a stride from each term and returns the quotients; if `exact`, only from
/// terms that are multiples.
fn take(rest: &mut Affine, stride: u64, exact: bool) -> Affine {
    let stride = i128::from(stride);
    let mut taken = Affine::default();
    rest.terms.retain_mut(|(factors, number)| {
        let remainder = number.checked_rem(stride).unwrap_or(0);
        let to_nearest = if remainder.abs() > stride / 2 { stride * remainder.signum() } else { 0 };
        let multiple = *number - remainder + to_nearest;
        if stride != 0 && multiple != 0 && (remainder == 0 || !exact) {
            taken.terms.push((factors.clone(), multiple / stride));
            *number -= multiple;
        }
        *number != 0
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use scop::Factor;

    /// A multiple of each iterator, and a number.
    fn affine(iterators: &[i128], number: i128) -> Affine {
        let terms = (0..).zip(iterators).map(|(k, by)| (Factors::one(Factor::Iterator(k)), *by));
        Affine {
            terms: [(Factors::NONE, number)].into_iter().chain(terms).filter(|(_, by)| *by != 0).collect(),
        }
    }

    #[track_caller]
    fn check(offset: Affine, strides: &[u64], expect: &[Affine], rest: Affine) {
        assert_eq!(subscripts_of(&offset, strides), (expect.to_vec(), rest));
    }

    #[test]
    fn subscripts_amount_to_the_offset() {
        let none = || affine(&[], 0);
        check(affine(&[800, 8], 0), &[800, 8], &[affine(&[1], 0), affine(&[0, 1], 0)], none());
        check(affine(&[8, 800], 0), &[800, 8], &[affine(&[0, 1], 0), affine(&[1], 0)], none());
        // Neighbours: the row before, the column behind.
        check(affine(&[800, 8], -792), &[800, 8], &[affine(&[1], -1), affine(&[0, 1], 1)], none());
        check(affine(&[800, 8], -8), &[800, 8], &[affine(&[1], 0), affine(&[0, 1], -1)], none());
        check(affine(&[800, 8], 808), &[800, 8], &[affine(&[1], 1), affine(&[0, 1], 1)], none());
        // The diagonals.
        check(affine(&[808], 0), &[800, 8], &[affine(&[1], 0), affine(&[1], 0)], none());
        check(affine(&[792], 792), &[800, 8], &[affine(&[1], 0), affine(&[-1], 99)], none());
        check(affine(&[800, -8], -752), &[800, 8], &[affine(&[1], -1), affine(&[0, -1], 6)], none());
        // The last column.
        check(affine(&[32], 24), &[32, 8], &[affine(&[1], 0), affine(&[], 3)], none());
        check(affine(&[-16], 1592), &[8], &[affine(&[-2], 199)], none());
        // A field of a structure, and what is smaller than an element.
        check(affine(&[24], 16), &[24], &[affine(&[1], 0)], affine(&[], 16));
        check(affine(&[4], 8), &[8], &[affine(&[], 1)], affine(&[4], 0));
        check(affine(&[4], 8), &[], &[], affine(&[4], 8));
        check(affine(&[4], 8), &[0], &[none()], affine(&[4], 8));
    }
}
