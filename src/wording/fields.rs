//! Structure members: an address written as C writes the member at that address.
//!
//! In: a pointer `p` to a structure of 32 bytes with member `y` at byte 8, and an offset of `32*i + 8` bytes.
//! Out: `p[i].y`. An address without a complete member of the requested size, or with an unnamed one, has no
//! such text.

use crate::subscripts::{Sum, split_off, sum_of};
use ir::{Pointee, SourceMember, SourceType, SourceTypes};
use std::cell::Cell;

/// The depth limit for nested types.
const DEEPEST: u32 = 32;

/// The maximum number of constants for which two splits are tried.
const MOST_CHOICES: u32 = 16;

/// Whether a structure hides its members: it is only declared, or has a member behind the first with a name
/// reserved for the implementation. `std::string` is either.
pub(crate) fn hides_members(pointee: &Pointee) -> bool {
    let types = &*pointee.types;
    let hides = |member: &SourceMember| is_hidden(&member.name) && member.offset > 0;
    let mut ty = pointee.ty;
    // Follows first members, including base classes.
    for _ in 0..DEEPEST {
        let Some(SourceType::Structure { members, .. }) = types.types.get(ty as usize) else {
            return false;
        };
        let members = types.members.get(members.clone()).unwrap_or_default();
        if members.is_empty() || members.iter().any(hides) {
            return true;
        }
        match members.first().and_then(|member| member.ty) {
            Some(first) => ty = first,
            None => return false,
        }
    }
    false
}

/// An address as a path of members and subscripts in the type of the pointer.
pub(crate) struct Path {
    steps: Vec<Step>,
    /// The memory that the reached pointer leads to; `None` if the path ends at no pointer.
    leads_to: Option<Pointee>,
}

#[derive(Clone)]
enum Step {
    Subscript(Sum),
    Member(String),
    /// A member at offset 0 with a name reserved for the implementation, as in `std::vector`.
    Hidden,
}

impl Step {
    /// The absolute value of the constant in a subscript.
    fn constant(&self) -> u64 {
        match self {
            Step::Subscript(sum) => constant(sum).unsigned_abs(),
            _ => 0,
        }
    }
}

impl Path {
    /// The path to the element at `offset`, counted in elements of `size` bytes. `None` if no member or
    /// element of that size is there.
    pub(crate) fn of(pointee: &Pointee, offset: &Sum, size: u32) -> Option<Path> {
        let in_bytes = |(factors, number): &(Vec<String>, i64)| {
            Some((factors.clone(), number.checked_mul(size.into())?))
        };
        Path::of_bytes(pointee, offset.iter().map(in_bytes).collect::<Option<Sum>>()?, size)
    }

    /// The path to a member or element of `size` bytes at `offset` bytes behind a pointer.
    pub(crate) fn of_bytes(pointee: &Pointee, offset: Sum, size: u32) -> Option<Path> {
        let types = &*pointee.types;
        let walk = Walk { types, size: size.into(), choices: Cell::new(MOST_CHOICES) };
        let mut steps = Vec::new();
        let reached = match pointee.is_place {
            true => walk.reach(pointee.ty, offset, &mut steps, DEEPEST),
            false => walk.element(pointee.ty, types.bytes(pointee.ty)?, offset, &mut steps, DEEPEST),
        };
        let leads_to = match types.types.get(reached? as usize) {
            Some(&SourceType::Pointer { to: Some(ty), is_reference, .. }) => {
                Some(Pointee { types: pointee.types.clone(), ty, is_place: is_reference })
            }
            _ => None,
        };
        Some(Path { steps, leads_to })
    }

    /// Whether the path contains a member.
    pub(crate) fn is_through_members(&self) -> bool {
        self.steps.iter().any(|step| !matches!(step, Step::Subscript(_)))
    }

    /// The memory that the pointer at the end of the path leads to.
    pub(crate) fn leads_to(self) -> Option<Pointee> {
        self.leads_to
    }

    /// The text of the path, starting with the name of the pointer.
    pub(crate) fn text(&self, name: &str, is_place: bool) -> String {
        let mut text = name.to_owned();
        let mut steps = self.steps.iter().filter(|step| !matches!(step, Step::Hidden)).peekable();
        if !is_place
            && let Some(Step::Subscript(sum)) = steps.peek()
            && sum.is_empty()
        {
            steps.next();
            match steps.next_if(|step| matches!(step, Step::Member(_))) {
                Some(Step::Member(member)) => text += &format!("->{member}"),
                _ => text += "[0]",
            }
        }
        for step in steps {
            match step {
                Step::Subscript(sum) => text += &format!("[{}]", sum_of(sum.clone())),
                Step::Member(member) => text += &format!(".{member}"),
                Step::Hidden => {}
            }
        }
        text
    }
}

/// The search for a member of a given size.
struct Walk<'t> {
    types: &'t SourceTypes,
    size: u64,
    /// The remaining number of constants for which two splits are tried.
    choices: Cell<u32>,
}

impl Walk<'_> {
    /// Finds the type of the requested size at `offset` bytes in a type, and appends the path to `steps`.
    fn reach(&self, ty: u32, offset: Sum, steps: &mut Vec<Step>, depth: u32) -> Option<u32> {
        let depth = depth.checked_sub(1)?;
        match self.types.types.get(ty as usize)? {
            SourceType::Scalar { bytes } | SourceType::Pointer { bytes, .. } => {
                (offset.is_empty() && *bytes == self.size).then_some(ty)
            }
            SourceType::Array { element, stride, .. } => {
                let way = steps.len();
                let ty = self.element((*element)?, *stride, offset, steps, depth)?;
                // `u[2][i]` must not become `v[-1][i]` of the next array.
                let is_in_front = matches!(steps.get(way), Some(Step::Subscript(sum))
                    if sum.iter().all(|(factors, _)| factors.is_empty()) && constant(sum) < 0);
                (!is_in_front).then_some(ty)
            }
            SourceType::Structure { members, .. } => {
                let members = self.types.members.get(members.clone())?;
                let mut members: Vec<&SourceMember> = members.iter().collect();
                let at = constant(&offset);
                let is_fixed = offset.iter().all(|(factors, _)| factors.is_empty());
                members.retain(|member| self.may_hold(member, at, is_fixed));
                // `v[i - 1]` must not become `u[i + 3]` of the previous array.
                members.sort_by_key(|member| {
                    let from = i64::try_from(member.offset).unwrap_or(i64::MAX);
                    (at.abs_diff(from), from > at)
                });
                let way = steps.len();
                let mut reached = members.iter().filter_map(|member| {
                    let mut steps = steps[..way].to_vec();
                    let ty = self.member(member, &offset, &mut steps, depth)?;
                    Some((member.offset, ty, steps))
                });
                let (from, ty, found) = reached.next()?;
                // Several union members have this size: the choice would be ambiguous.
                if reached.any(|(other, ..)| other == from) {
                    return None;
                }
                *steps = found;
                Some(ty)
            }
        }
    }

    /// Whether an address with the constant part `at` may lie in a member. A variable part may reach an array
    /// from before its beginning, by no more than its length.
    fn may_hold(&self, member: &SourceMember, at: i64, is_fixed: bool) -> bool {
        let Some(ty) = member.ty else { return false };
        let is_open = matches!(self.types.types.get(ty as usize), Some(SourceType::Array { bytes: 0, .. }));
        let Ok(from) = i64::try_from(member.offset) else { return false };
        let bytes = self.types.bytes(ty).and_then(|bytes| i64::try_from(bytes).ok()).unwrap_or(0);
        let is_behind = from.checked_add(bytes).is_none_or(|end| at >= end);
        let is_near = at >= from || (!is_fixed && from.saturating_sub(at) <= bytes);
        is_near && (is_open || !is_behind)
    }

    fn member(&self, member: &SourceMember, offset: &Sum, steps: &mut Vec<Step>, depth: u32) -> Option<u32> {
        match member.name.as_str() {
            // A base class, or a structure without a name.
            "" => {}
            name if is_hidden(name) && member.offset > 0 => return None,
            name if is_hidden(name) => steps.push(Step::Hidden),
            // Tuple members in Rust.
            name => steps.push(Step::Member(name.strip_prefix("__").unwrap_or(name).to_owned())),
        }
        let back = (Vec::new(), i64::try_from(member.offset).ok()?.checked_neg()?);
        self.reach(member.ty?, added(offset, back)?, steps, depth)
    }

    /// Finds the type of the requested size in an array with elements of type `ty`, as [`reach`](Self::reach)
    /// does.
    fn element(&self, ty: u32, stride: u64, offset: Sum, steps: &mut Vec<Step>, depth: u32) -> Option<u32> {
        let stride = i64::try_from(stride).ok().filter(|stride| *stride > 0)?;
        // A structure that ends in a flexible array is the only element.
        if self.ends_open(ty) && constant(&offset) >= 0 {
            steps.push(Step::Subscript(Sum::new()));
            return self.reach(ty, offset, steps, depth);
        }
        let (mut subscript, mut rest) = (Sum::new(), Sum::new());
        let number = constant(&offset);
        for (factors, bytes) in offset.into_iter().filter(|(factors, _)| !factors.is_empty()) {
            let times = split_off(bytes, stride, false)?;
            let left = bytes.checked_sub(times.checked_mul(stride)?)?;
            subscript.extend((times != 0).then(|| (factors.clone(), times)));
            rest.extend((left != 0).then_some((factors, left)));
        }
        let is_fixed = rest.is_empty();
        let way = steps.len();
        let reached = |times: i64| {
            let left = number.checked_sub(times.checked_mul(stride)?)?;
            let (mut subscript, mut rest) = (subscript.clone(), rest.clone());
            subscript.extend((times != 0).then(|| (Vec::new(), times)));
            rest.extend((left != 0).then(|| (Vec::new(), left)));
            let mut steps = steps.clone();
            steps.push(Step::Subscript(subscript));
            let ty = self.reach(ty, rest, &mut steps, depth)?;
            Some((ty, steps))
        };
        let before = number.div_euclid(stride);
        let goes_back = rest.iter().all(|(_, by)| *by < 0);
        let (first, other) = match self.has_members(ty) {
            // A purely constant remainder must not address memory before an element.
            true if is_fixed || goes_back || number >= 0 || number % stride == 0 => (before, None),
            // `g->v[i - 1]` must not become `g[-1].v[i + 31]`.
            true => (before, Some(before + 1)),
            // `a[i][7 - j]` must not become `a[i + 1][-j - 1]`.
            false if goes_back => (before, None),
            false => (split_off(number, stride, true)?, None),
        };
        let other = other.filter(|_| self.choices.replace(self.choices.get().saturating_sub(1)) > 0);
        let ways = [reached(first), other.and_then(reached)];
        let far = |(_, steps): &(u32, Vec<Step>)| {
            steps[way..].iter().map(Step::constant).fold(0, u64::saturating_add)
        };
        let (ty, found) = ways.into_iter().flatten().min_by_key(far)?;
        *steps = found;
        Some(ty)
    }

    /// Whether a type is a structure with a flexible array at its end.
    fn ends_open(&self, ty: u32) -> bool {
        let Some(SourceType::Structure { members, .. }) = self.types.types.get(ty as usize) else {
            return false;
        };
        let last = self.types.members.get(members.clone()).and_then(<[SourceMember]>::last);
        let last = last.and_then(|member| self.types.types.get(member.ty? as usize));
        matches!(last, Some(SourceType::Array { bytes: 0, .. }))
    }

    /// Whether a type is a structure or an array of structures.
    fn has_members(&self, ty: u32) -> bool {
        let mut ty = Some(ty);
        for _ in 0..DEEPEST {
            match ty.and_then(|ty| self.types.types.get(ty as usize)) {
                Some(SourceType::Array { element, .. }) => ty = *element,
                other => return matches!(other, Some(SourceType::Structure { .. })),
            }
        }
        false
    }
}

/// Whether C and C++ reserve a name for the implementation. `__0` is not hidden: it is the first member of a
/// Rust tuple in debug information.
fn is_hidden(name: &str) -> bool {
    let Some(rest) = name.strip_prefix('_') else { return false };
    let digits = rest.strip_prefix('_').unwrap_or("x");
    let is_of_tuple = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    !is_of_tuple && rest.starts_with(|first: char| first == '_' || first.is_ascii_uppercase())
}

/// The constant term of a sum.
fn constant(sum: &Sum) -> i64 {
    sum.iter().find(|(factors, _)| factors.is_empty()).map_or(0, |(_, number)| *number)
}

fn added(sum: &Sum, number: (Vec<String>, i64)) -> Option<Sum> {
    let total = constant(sum).checked_add(number.1)?;
    let mut sum: Sum = sum.iter().filter(|(factors, _)| !factors.is_empty()).cloned().collect();
    sum.extend((total != 0).then_some((Vec::new(), total)));
    Some(sum)
}
