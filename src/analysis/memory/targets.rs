//! Sets of targets: the objects that a pointer may point to, each with the offset if known.
//!
//! In: the targets of `%p` are slot 3 at 0; `%q = getelementptr i8, ptr %p, i64 8`. Out: slot 3 at 8.

use super::objects::ObjectId;
use smallvec::SmallVec;

/// A place in an object: an offset in bytes, or anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// Anywhere in it.
    Anywhere,
    /// At this offset.
    At(i64),
}

impl Place {
    pub(crate) fn plus(self, bytes: Option<i64>) -> Place {
        match (self, bytes) {
            (Place::At(at), Some(bytes)) => at.checked_add(bytes).map_or(Place::Anywhere, Place::At),
            _ => Place::Anywhere,
        }
    }

    /// Whether `size` bytes from here and `of_other` bytes from there may overlap. `None` stands for any
    /// number of bytes before and after.
    pub(crate) fn meets(self, size: Option<u64>, other: Place, of_other: Option<u64>) -> bool {
        let (Place::At(a), Place::At(b)) = (self, other) else { return true };
        let (Some(size), Some(of_other)) = (size, of_other) else { return true };
        let (a, b) = (i128::from(a), i128::from(b));
        a < b + i128::from(of_other) && b < a + i128::from(size)
    }
}

/// A place that a pointer may point to.
pub(crate) type Target = (ObjectId, Place);

/// Limit on the number of offsets for one object in a set; beyond it the pointer points anywhere into the
/// object.
const MOST_PLACES: usize = 4;

/// A sorted set of targets. An object occurs with offsets or with `Anywhere`, not both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Targets(SmallVec<[Target; 2]>);

impl Targets {
    pub(crate) fn iter(&self) -> impl Iterator<Item = Target> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a target; returns whether the set changed.
    pub(crate) fn add(&mut self, (object, place): Target) -> bool {
        let from = self.0.partition_point(|(of, _)| *of < object);
        let count = self.0[from..].iter().take_while(|(of, _)| *of == object).count();
        let known = &self.0[from..from + count];
        if known.iter().any(|(_, at)| *at == place || *at == Place::Anywhere) {
            return false;
        }
        if place == Place::Anywhere || count == MOST_PLACES {
            self.0.drain(from..from + count);
            self.0.insert(from, (object, Place::Anywhere));
        } else {
            let at = from + known.partition_point(|(_, at)| *at < place);
            self.0.insert(at, (object, place));
        }
        true
    }
}
