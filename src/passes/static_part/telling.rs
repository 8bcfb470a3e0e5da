//! What a static control part does, as text: `c[i0][i2]`, `2*i0 + %n*i1 - 1`.
//!
//! All of it is told in terms of the IR. Where debug information says how values are called in the source, it is told again in those names: `c[i][k]`.

use super::StaticPart;
use super::names::Names;
use super::subscripts::subscripts_of;
use crate::model::{Model, Opcode, ValueId, ValueKind};
use crate::passes::{Bound, Spelling, View};
use crate::polyhedral::{Access, AccessKind, Affine, Condition, Description, Factor, Loop, Piece};
use crate::report::{Scop, ScopAccess, ScopCondition, ScopLoop, ScopName};
use std::collections::BTreeSet;

/// What a static control part does.
pub(in crate::passes) fn told(view: &View<'_>, part: &StaticPart, spelling: &Spelling<'_>) -> Scop {
    let bound = |value: ValueId| if part.of_copy { view.bound(value) } else { Bound::Value(value) };
    let model = if part.of_copy { view.model() } else { view.plain() };
    let place = |value: ValueId| bound(value).location(view.plain()).map(|l| spelling.place(l));
    let ir = Names::of_ir(model, &part.description, |value| bound(value).describe(spelling.describe));
    let variable = |value: ValueId| bound(value).value().and_then(spelling.variable);
    let source = Names::of_source(&part.description, variable, &ir);
    let teller = Teller { part: &part.description, ir: &ir, source: source.as_ref(), place: &place };
    let overlaps = may_overlap(model, &part.description).into_iter();
    Scop {
        loops: (0..).zip(&part.description.loops).map(|(k, l)| teller.counted(k, l)).collect(),
        conditions: part.description.conditions.iter().map(|c| teller.condition(c)).collect(),
        accesses: part.description.accesses.iter().map(|a| teller.access(a)).collect(),
        may_overlap: overlaps
            .map(|(one, other)| (ir.array(one).to_owned(), ir.array(other).to_owned()))
            .collect(),
        names: source
            .iter()
            .flat_map(|names| names.differing(&ir))
            .map(|(value, source)| ScopName { value, source })
            .collect(),
    }
}

struct Teller<'a> {
    part: &'a Description,
    ir: &'a Names,
    /// When anything has a name there.
    source: Option<&'a Names>,
    place: &'a dyn Fn(ValueId) -> Option<crate::report::Place>,
}

impl Teller<'_> {
    /// The names of the loops around, the outermost first.
    fn within(&self, innermost: Option<u32>) -> Vec<String> {
        self.part.around(innermost).into_iter().map(|k| self.ir.iterator(k).to_owned()).collect()
    }

    fn counted(&self, k: u32, l: &Loop) -> ScopLoop {
        let step = i64::try_from(l.step).unwrap_or(if l.step < 0 { i64::MIN } else { i64::MAX });
        let source = |names: &Names| {
            let (i, start, bound) = (names.iterator(k), written(&l.start, names), written(&l.bound, names));
            ScopLoop::text(i, &start, l.relation.symbol(), &bound, step)
        };
        ScopLoop {
            iterator: self.ir.iterator(k).to_owned(),
            value: self.ir.value(l.iterator).to_owned(),
            start: written(&l.start, self.ir),
            step,
            relation: l.relation.symbol().to_string(),
            bound: written(&l.bound, self.ir),
            source: self.source.map(source),
            within: self.within(l.within),
            place: (self.place)(l.end).or_else(|| (self.place)(l.iterator)),
        }
    }

    fn condition(&self, condition: &Condition) -> ScopCondition {
        ScopCondition {
            value: written(&condition.value, self.ir),
            source: self.source.map(|names| written(&condition.value, names)),
            within: self.within(condition.within),
            place: (self.place)(condition.branch),
        }
    }

    fn access(&self, access: &Access) -> ScopAccess {
        let subscripts =
            |names: &Names| access.place.subscripts.iter().map(|s| written(s, names)).collect::<Vec<_>>();
        let bytes = |names: &Names| access.length.as_ref().map(|length| written(length, names));
        let source = |names: &Names| {
            let what = in_source(access, names, self.ir);
            ScopAccess::text(&what, &[], bytes(names).as_deref())
        };
        ScopAccess {
            kind: if access.kind == AccessKind::Read { "read" } else { "write" }.to_string(),
            array: self.ir.array(access.place.array).to_owned(),
            subscripts: subscripts(self.ir),
            bytes: bytes(self.ir),
            source: self.source.map(source),
            within: self.within(access.within),
            place: (self.place)(access.access),
        }
    }
}

/// Pairs of arrays, one of them written, that nothing here tells apart: two different globals or stack slots never overlap.
fn may_overlap(model: &Model, part: &Description) -> Vec<(ValueId, ValueId)> {
    let of = |kind| part.accesses.iter().filter(move |a| a.kind == kind).map(|a| a.place.array);
    let written: BTreeSet<ValueId> = of(AccessKind::Write).collect();
    let all: BTreeSet<ValueId> = of(AccessKind::Read).chain(of(AccessKind::Write)).collect();
    let is_object =
        |v: ValueId| model.kind(v) == ValueKind::Global || model.opcode(v) == Some(Opcode::Alloca);
    let mut pairs = Vec::new();
    for &one in &all {
        for &other in all.range(one..).skip(1) {
            let is_written = written.contains(&one) || written.contains(&other);
            if is_written && !(is_object(one) && is_object(other)) {
                pairs.push((one, other));
            }
        }
    }
    pairs
}

/// `c[i][k]`, as the source would write it, whatever address computations there are for it: LLVM's versions and passes make others. An array that is
/// no variable has the subscripts of those.
fn in_source(access: &Access, names: &Names, ir: &Names) -> String {
    let (Some(strides), Some(offset)) = (names.strides(access.place.array), &access.place.offset) else {
        let subscripts: Vec<String> = access.place.subscripts.iter().map(|s| written(s, names)).collect();
        return ScopAccess::text(ir.array(access.place.array), &subscripts, None);
    };
    let (subscripts, rest) = subscripts_of(offset, strides);
    let array = names.array(access.place.array);
    let is_start = offset.as_constant() == Some(0);
    // Where a piece begins, and what counts by itself.
    let is_bare = is_start && (access.length.is_some() || names.counts(access.place.array));
    let subscripts = if is_bare { Vec::new() } else { subscripts };
    let subscripts: Vec<String> = subscripts.iter().map(|s| written(s, names)).collect();
    let text = ScopAccess::text(array, &subscripts, None);
    match rest.as_constant() {
        Some(0) => text,
        _ => format!("{text} at byte {}", written(&rest, names)),
    }
}

/// `2*i0 + %n*i1 - 1`.
fn written(affine: &Affine, names: &Names) -> String {
    let mut text = String::new();
    write(affine, names, &mut text);
    text
}

/// The same, at the end of a text.
fn write(affine: &Affine, names: &Names, text: &mut String) {
    let begin = text.len();
    // What changes most comes first, the number last.
    for (factors, number) in affine.terms.iter().rev() {
        *text += match (text.len() == begin, *number < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let number = number.unsigned_abs();
        let is_shown = factors.is_empty() || number != 1;
        if is_shown {
            *text += &number.to_string();
        }
        for (at, factor) in factors.iter().enumerate() {
            if is_shown || at != 0 {
                text.push('*');
            }
            write_factor(factor, names, text);
        }
    }
    if text.len() == begin {
        text.push('0');
    }
}

/// Pieces nest no deeper than values are read.
fn write_factor(factor: &Factor, names: &Names, text: &mut String) {
    match factor {
        Factor::Parameter(value) => *text += names.parameter(*value),
        Factor::Iterator(k) => *text += names.iterator(*k),
        Factor::Piece(piece) => write_piece(piece, names, text),
    }
}

/// `(c ? a : b)`, `min(a, b)`, `(a < b)`.
fn write_piece(piece: &Piece, names: &Names, text: &mut String) {
    let is_choice = piece.name == "?" && piece.parts.len() == 3;
    let is_call = matches!(piece.name, "min" | "max" | "umin" | "umax");
    if is_call {
        *text += piece.name;
    }
    text.push('(');
    for (at, part) in piece.parts.iter().enumerate() {
        match at {
            0 => {}
            2 if is_choice => *text += " : ",
            _ if is_call => *text += ", ",
            _ => [" ", piece.name, " "].into_iter().for_each(|word| *text += word),
        }
        write(part, names, text);
    }
    text.push(')');
}
