//! Members of structures, as C writes an address that leads to one.
//!
//! In: `p`, which leads to a structure of 32 bytes with `y` at 8, and `32*i + 8` bytes. Out: `p[i].y`. An
//! address that leads to no whole member, or to one without a name, has no such text.

use crate::subscripts::{Sum, split_off, sum_of};
use ir::{Pointee, SourceMember, SourceType, SourceTypes};
use std::cell::Cell;

/// Types within types are followed to this depth.
const DEEPEST: u32 = 32;

/// Limit of constants that are split in two ways.
const MOST_CHOICES: u32 = 16;

/// Whether memory is a structure whose parts behind the first have no names: one that is only declared, or
/// with members that only the implementation of the language names, as `std::string` is either.
pub(crate) fn hides_members(pointee: &Pointee) -> bool {
    let types = &*pointee.types;
    let hides = |member: &SourceMember| is_hidden(&member.name) && member.offset > 0;
    let mut ty = pointee.ty;
    // Down to the first member, through base classes as well.
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

/// An address in parts of the type that it leads into.
pub(crate) struct Path {
    steps: Vec<Step>,
    /// The memory that is reached, if that is a pointer.
    leads_to: Option<Pointee>,
}

#[derive(Clone)]
enum Step {
    Subscript(Sum),
    Member(String),
    /// A member at the begin of its structure that only the implementation of the language names, as those
    /// of `std::vector`.
    Hidden,
}

impl Step {
    /// The absolute value of the number in a subscript.
    fn constant(&self) -> u64 {
        match self {
            Step::Subscript(sum) => constant(sum).unsigned_abs(),
            _ => 0,
        }
    }
}

impl Path {
    /// The path to so many elements of a size behind a pointer. `None` where no member or element of that
    /// size lies there.
    pub(crate) fn of(pointee: &Pointee, offset: &Sum, size: u32) -> Option<Path> {
        let in_bytes = |(factors, number): &(Vec<String>, i64)| {
            Some((factors.clone(), number.checked_mul(size.into())?))
        };
        Path::of_bytes(pointee, offset.iter().map(in_bytes).collect::<Option<Sum>>()?, size)
    }

    /// The path to a member or element of a size, so many bytes behind a pointer.
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

    /// Whether it leads through a structure.
    pub(crate) fn is_through_members(&self) -> bool {
        self.steps.iter().any(|step| !matches!(step, Step::Subscript(_)))
    }

    /// The memory that the pointer at its end leads to.
    pub(crate) fn leads_to(self) -> Option<Pointee> {
        self.leads_to
    }

    /// The text, from the name of the pointer on.
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

/// The search for a member of a size.
struct Walk<'t> {
    types: &'t SourceTypes,
    size: u64,
    /// The number of constants that may still be split in two ways.
    choices: Cell<u32>,
}

impl Walk<'_> {
    /// The type of that size which lies so many bytes behind the begin of a type; notes the way there.
    fn reach(&self, ty: u32, offset: Sum, steps: &mut Vec<Step>, depth: u32) -> Option<u32> {
        let depth = depth.checked_sub(1)?;
        match self.types.types.get(ty as usize)? {
            SourceType::Scalar { bytes } | SourceType::Pointer { bytes, .. } => {
                (offset.is_empty() && *bytes == self.size).then_some(ty)
            }
            SourceType::Array { element, stride, .. } => {
                let way = steps.len();
                let ty = self.element((*element)?, *stride, offset, steps, depth)?;
                // `u[2][i]` is not `v[-1][i]` of the array behind.
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
                // `v[i - 1]` is not `u[i + 3]` of the array in front.
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
                // Of several members of a union the size does not say which one is meant.
                if reached.any(|(other, ..)| other == from) {
                    return None;
                }
                *steps = found;
                Some(ty)
            }
        }
    }

    /// Whether an address with that constant part may lie in a member. What is added to the constant may lead
    /// to an array from in front of it, by no more than its length.
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
            // Members of tuples in Rust.
            name => steps.push(Step::Member(name.strip_prefix("__").unwrap_or(name).to_owned())),
        }
        let back = (Vec::new(), i64::try_from(member.offset).ok()?.checked_neg()?);
        self.reach(member.ty?, added(offset, back)?, steps, depth)
    }

    /// Likewise from the begin of an array of the type on.
    fn element(&self, ty: u32, stride: u64, offset: Sum, steps: &mut Vec<Step>, depth: u32) -> Option<u32> {
        let stride = i64::try_from(stride).ok().filter(|stride| *stride > 0)?;
        // There is one structure where it ends in an array of no constant length.
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
            // Where only numbers are left over, they lead to no place in front of an element.
            true if is_fixed || goes_back || number >= 0 || number % stride == 0 => (before, None),
            // `g->v[i - 1]` is not `g[-1].v[i + 31]`.
            true => (before, Some(before + 1)),
            // `a[i][7 - j]` is not `a[i + 1][-j - 1]`.
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

    /// Whether a type is a structure with an array of no constant length at its end.
    fn ends_open(&self, ty: u32) -> bool {
        let Some(SourceType::Structure { members, .. }) = self.types.types.get(ty as usize) else {
            return false;
        };
        let last = self.types.members.get(members.clone()).and_then(<[SourceMember]>::last);
        let last = last.and_then(|member| self.types.types.get(member.ty? as usize));
        matches!(last, Some(SourceType::Array { bytes: 0, .. }))
    }

    /// Whether a type is a structure, or an array of some.
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

/// Whether a name is one that C and C++ keep for their implementation. `__0` is what Rust calls the first
/// member of a tuple in debug information.
fn is_hidden(name: &str) -> bool {
    let Some(rest) = name.strip_prefix('_') else { return false };
    let digits = rest.strip_prefix('_').unwrap_or("x");
    let is_of_tuple = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    !is_of_tuple && rest.starts_with(|first: char| first == '_' || first.is_ascii_uppercase())
}

/// The summand without factors.
fn constant(sum: &Sum) -> i64 {
    sum.iter().find(|(factors, _)| factors.is_empty()).map_or(0, |(_, number)| *number)
}

fn added(sum: &Sum, number: (Vec<String>, i64)) -> Option<Sum> {
    let total = constant(sum).checked_add(number.1)?;
    let mut sum: Sum = sum.iter().filter(|(factors, _)| !factors.is_empty()).cloned().collect();
    sum.extend((total != 0).then_some((Vec::new(), total)));
    Some(sum)
}
