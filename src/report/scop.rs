//! A static control part as a finding shows it: loops, conditions and accesses in affine expressions.

use super::{Dependences, Place, ScopModel};
use serde::{Deserialize, Serialize};

/// Arms of a condition, by which control comes to what lies in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopArm {
    /// The number of the condition among those of the part, from 0 on.
    pub condition: usize,
    /// `true` or `false`; of a `switch`, numbers that it compares with, and `default` for all others.
    pub when: Vec<String>,
}

/// A loop of a static control part: `for (iterator = start; iterator relation bound; iterator += step)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopLoop {
    /// The name that stands for its iterator in this part's expressions: `i0`, `i1`, … Of a loop over
    /// addresses it is the number of the round.
    pub iterator: String,
    /// The iterator as textual IR prints it.
    pub value: String,
    /// The first value, affine.
    pub start: String,
    /// The difference from round to round.
    pub step: i64,
    /// `<`, `<=`, `>`, `>=` or `==`; asked before each round but the first.
    pub relation: String,
    /// Whether the first round may run though it does not hold for it: no branch before is about the same
    /// values.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub first_untested: bool,
    /// What the iterator is compared with, affine.
    pub bound: String,
    /// `for (…; …; …)` in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The iterators of the loops that it is in, the outermost first.
    #[serde(default)]
    pub within: Vec<String>,
    /// The arms of conditions of the same loop that it lies in, if any: control comes through one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A condition in a static control part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopCondition {
    /// A truth value, or what a `switch` is about; affine unless it is about data.
    pub value: String,
    /// Whether it is about data: what it guards is then done or not.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub about_data: bool,
    /// The same in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// Of a `switch`, the numbers that the value is compared with.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cases: Vec<i64>,
    /// The iterators of the loops that it is in, the outermost first.
    #[serde(default)]
    pub within: Vec<String>,
    /// The arms of conditions of the same loop that it lies in, if any: control comes through one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// An access to memory in a static control part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopAccess {
    /// `read`, `write`, or `may_write` where a condition about data guards it.
    pub kind: String,
    /// The array, as textual IR prints its address.
    pub array: String,
    /// The affine indices of the address computation, in its order.
    pub subscripts: Vec<String>,
    /// The number of bytes from there on, affine, when a call sets or copies them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<String>,
    /// Array, subscripts and bytes in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The operation of the reduction that it is part of, `+` for instance: what is read is combined with
    /// something else by it and written back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<String>,
    /// The iterators of the loops that it is in, the outermost first.
    #[serde(default)]
    pub within: Vec<String>,
    /// The arms of conditions of the same loop that it lies in, if any: control comes through one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A value that a static control part loads and that is the same in all of it: a parameter, or where an array
/// begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopLoad {
    /// The load, as textual IR prints it; it stands for all loads of that value.
    pub value: String,
    /// The array that it is loaded from, as textual IR prints its address.
    pub array: String,
    /// The affine indices, the same in each round.
    pub subscripts: Vec<String>,
    /// Array and subscripts in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// Whether each run of the part loads it. Where one does not, the address may be none that can be read.
    pub always: bool,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A branch to an error that a description takes not to be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopAssumption {
    /// The condition that then holds at the branch.
    pub condition: String,
    /// The same in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The functions that are called there first, in order.
    pub calls: Vec<String>,
    /// The iterators of the loops that the branch is in, the outermost first.
    #[serde(default)]
    pub within: Vec<String>,
    /// The arms of conditions that the branch lies in, of the same loop.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Where the error is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// Where the branch is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub branch: Option<Place>,
}

/// Parameters for which a description does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopException {
    /// Comparisons of affine expressions, joined by `and`.
    pub condition: String,
    /// The same in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// What something is called in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopName {
    /// The name of an iterator, `i0`, or a value as textual IR prints it.
    pub value: String,
    /// The name of the variable, with a number where another value of this part has it too: `i.2`.
    pub source: String,
}

/// A static control part. Whether arrays of different names overlap is not decided here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Scop {
    /// An outer loop comes before those in it.
    pub loops: Vec<ScopLoop>,
    /// The conditions that are not ends of loops.
    pub conditions: Vec<ScopCondition>,
    /// The accesses, in the order of control flow.
    pub accesses: Vec<ScopAccess>,
    /// What it loads for parameters: each as memory is when the part is entered.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loads: Vec<ScopLoad>,
    /// What has to be checked at run time before the part may be transformed: pairs of arrays that may
    /// overlap.
    pub may_overlap: Vec<(String, String)>,
    /// Branches to errors that are taken not to be taken; those that conditions on parameters exclude are
    /// left out.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assumptions: Vec<ScopAssumption>,
    /// For which parameters the description does not hold, since sums would wrap around, subscripts leave
    /// their row, or an error be come to.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub except_for: Vec<ScopException>,
    /// Statements with domains, schedule and accesses: what a polyhedral library reads.
    pub polyhedral: ScopModel,
    /// Its dependences, where the command was asked for them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dependences: Option<Dependences>,
    /// What iterators, arrays and parameters are called in the source, where debug info says so.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub names: Vec<ScopName>,
}

impl ScopLoop {
    /// As C writes it.
    pub fn text(iterator: &str, start: &str, relation: &str, bound: &str, step: i64) -> String {
        format!("for ({iterator} = {start}; {iterator} {relation} {bound}; {iterator} += {step})")
    }
}

impl ScopCondition {
    /// The text of what holds in those of its arms.
    fn arm(&self, when: &[String], in_source: bool) -> String {
        let value = self.source.as_ref().filter(|_| in_source).unwrap_or(&self.value);
        if self.cases.is_empty() {
            let holds = when.iter().any(|way| way == "true");
            return match holds {
                true => value.clone(),
                false => negated(value),
            };
        }
        if !when.iter().any(|way| way == "default") {
            return format!("{value} is {}", when.join(" or "));
        }
        let others = self.cases.iter().map(i64::to_string).filter(|case| !when.contains(case));
        format!("{value} is none of {}", others.collect::<Vec<_>>().join(", "))
    }
}

/// ` where (i < n)`, ` where not (i < n)`, ` where k is 3 or 5`, ` where k is none of 3, 5`; nothing where
/// there are no arms.
pub fn where_in(conditions: &[ScopCondition], arms: &[ScopArm], in_source: bool) -> String {
    let reached = reached(conditions, arms, in_source);
    if reached.is_empty() { reached } else { format!(" where {reached}") }
}

/// The conditions of arms, `(i < n) or (i < p) and not (i < q)`: of several, each with those of the arms that
/// it lies in itself, unless they share these.
fn reached(conditions: &[ScopCondition], arms: &[ScopArm], in_source: bool) -> String {
    let told: Vec<(&ScopCondition, &ScopArm)> =
        arms.iter().filter_map(|arm| Some((conditions.get(arm.condition)?, arm))).collect();
    let shares = told.iter().all(|(condition, _)| condition.arms == told[0].0.arms);
    let holds = told.iter().map(|(condition, arm)| {
        let own = condition.arm(&arm.when, in_source);
        match &*condition.arms {
            outer if shares || outer.is_empty() => own,
            [_] => format!("{} and {own}", reached(conditions, &condition.arms, in_source)),
            outer => format!("({}) and {own}", reached(conditions, outer, in_source)),
        }
    });
    holds.collect::<Vec<_>>().join(" or ")
}

/// The opposite of a condition, `not (x < 0)`; of what begins with `not` the rest.
pub fn negated(condition: &str) -> String {
    match condition.strip_prefix("not ") {
        Some(inner) if is_enclosed(inner) => inner[1..inner.len() - 1].to_owned(),
        _ if is_enclosed(condition) => format!("not {condition}"),
        _ => format!("not ({condition})"),
    }
}

/// Whether a text is one pair of parentheses with all else in it.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0;
    let mut ends = text.char_indices().filter_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at + c.len_utf8())
    });
    text.starts_with('(') && ends.next() == Some(text.len())
}

impl ScopAccess {
    /// `a[i][2*j] and on for n bytes`.
    pub fn text(array: &str, subscripts: &[String], bytes: Option<&str>) -> String {
        let subscripts: String = subscripts.iter().map(|index| format!("[{index}]")).collect();
        let bytes = bytes.map_or(String::new(), |bytes| format!(" and on for {bytes} bytes"));
        format!("{array}{subscripts}{bytes}")
    }
}

impl Scop {
    /// What it amounts to, in words: `3 loops, 3 deep; 2 reads, 1 write; …`. What counts has a key, the words
    /// between have none.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let deepest = self.loops.iter().map(|l| l.within.len() + 1).max().unwrap_or(0);
        let of =
            |is_read: bool| self.accesses.iter().filter(|access| (access.kind == "read") == is_read).count();
        let counted = [
            ("Loops", self.loops.len(), "loop", ", "),
            ("Depth", deepest, "deep", "; "),
            ("Reads", of(true), "read", ", "),
            ("Writes", of(false), "write", "; "),
            ("MayOverlap", self.may_overlap.len(), "pair", " of arrays to check at run time"),
        ];
        let mut summary = Vec::new();
        for (key, number, what, behind) in counted {
            let plural = if number == 1 || what == "deep" { "" } else { "s" };
            summary.push((key, number.to_string()));
            summary.push(("", format!(" {what}{plural}{behind}")));
        }
        summary
    }

    /// A line for each loop, condition and access, with its place; in the names of the source as far as they
    /// are known.
    pub fn lines(&self) -> Vec<(String, Option<&Place>)> {
        let mut lines = Vec::new();
        for l in &self.loops {
            let own = || ScopLoop::text(&l.iterator, &l.start, &l.relation, &l.bound, l.step);
            let mut line = l.source.clone().unwrap_or_else(own);
            line += if l.first_untested { " (first round not tested)" } else { "" };
            lines.push((line + &self.where_in(&l.arms), l.place.as_ref()));
        }
        for condition in &self.conditions {
            let value = condition.source.as_ref().unwrap_or(&condition.value);
            let cases: Vec<String> = condition.cases.iter().map(i64::to_string).collect();
            let line = match cases.is_empty() {
                true => format!("if {value}"),
                false => format!("switch ({value}) of {}", cases.join(", ")),
            };
            let line = if condition.about_data { format!("{line} (data)") } else { line };
            lines.push((line + &self.where_in(&condition.arms), condition.place.as_ref()));
        }
        for access in &self.accesses {
            let own = || ScopAccess::text(&access.array, &access.subscripts, access.bytes.as_deref());
            let what = access.source.clone().unwrap_or_else(own);
            let reduction =
                access.reduction.as_ref().map_or(String::new(), |by| format!(" (reduction by {by})"));
            let kind = access.kind.replace('_', " ");
            let arms = self.where_in(&access.arms);
            lines.push((format!("{kind} {what}{reduction}{arms}"), access.place.as_ref()));
        }
        for load in &self.loads {
            let own = || ScopAccess::text(&load.array, &load.subscripts, None);
            let (what, value) = (load.source.clone().unwrap_or_else(own), self.in_source(&load.value));
            let named = if what == value { String::new() } else { format!("{value} = ") };
            let condition = if load.always { "" } else { ", not read in each run" };
            lines.push((format!("at entry {named}{what}{condition}"), load.place.as_ref()));
        }
        for (scalar, place) in self.polyhedral.carried() {
            lines.push((format!("carried {scalar}"), place));
        }
        for (one, other) in &self.may_overlap {
            let (one, other) = (self.in_source(one), self.in_source(other));
            lines.push((format!("to check at run time: {one} and {other} do not overlap"), None));
        }
        for assumption in &self.assumptions {
            let condition = assumption.source.as_ref().unwrap_or(&assumption.condition);
            let calls = assumption.calls.first().map_or_else(String::new, |call| format!(" of {call}"));
            let arms = self.where_in(&assumption.arms);
            lines.push((format!("assumes {condition}{arms}: no call{calls}"), assumption.place.as_ref()));
        }
        for exception in &self.except_for {
            let condition = exception.source.as_ref().unwrap_or(&exception.condition);
            lines.push((format!("except for {condition}"), None));
        }
        let dependences = self.dependences.iter().flat_map(|all| all.lines(&self.polyhedral));
        lines.extend(dependences.map(|line| (line, None)));
        lines
    }

    /// ` where (i < n)`, in the names of the source; nothing where there are no arms.
    fn where_in(&self, arms: &[ScopArm]) -> String {
        where_in(&self.conditions, arms, true)
    }

    /// An array or iterator by its name in the source, if it has one.
    fn in_source<'s>(&'s self, value: &'s str) -> &'s str {
        self.names.iter().find(|name| name.value == value).map_or(value, |name| &name.source)
    }
}
