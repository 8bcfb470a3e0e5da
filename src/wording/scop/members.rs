//! Members of structures in the memory of a variable: `s->n`, `pts[i].x`.

use super::names::Names;
use super::writing::written_factor;
use crate::fields::Path;
use ir::SourceVariable;
use scop::{Affine, Factors};

/// The structure member of `size` bytes at an offset in the memory of the variable called `name`. `None` if
/// no member of that size is there.
pub(super) fn member(
    (variable, name): (&SourceVariable, &str),
    (offset, size): (&Affine, i128),
    names: &Names,
) -> Option<String> {
    let pointee = variable.pointee.as_ref()?;
    let factors = |factors: &Factors| factors.iter().map(|factor| written_factor(factor, names)).collect();
    // The term with the fastest-varying factor comes first, the number last.
    let terms = offset.terms.iter().rev();
    let terms = terms.map(|(of, number)| Some((factors(of), i64::try_from(*number).ok()?)));
    let path = Path::of_bytes(pointee, terms.collect::<Option<_>>()?, size.try_into().ok()?)?;
    path.is_through_members().then(|| path.text(name, pointee.is_place))
}
