//! SCoPs as shown in findings: loops, conditions and accesses in affine expressions.

use super::{Dependences, Place, ScopModel};
use serde::{Deserialize, Serialize};

/// The arms of a condition that control may take to reach a construct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopArm {
    /// The index of the condition in the SCoP, from 0.
    pub condition: usize,
    /// `true` or `false`; for a `switch`, case values, and `default` for all others.
    pub when: Vec<String>,
}

/// A loop of a SCoP: `for (iterator = start; iterator relation bound; iterator += step)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopLoop {
    /// The name of its iterator in the expressions of this SCoP: `i0`, `i1`, … For a loop over addresses, the
    /// number of the round.
    pub iterator: String,
    /// The iterator in textual IR.
    pub value: String,
    /// The first value, an affine expression.
    pub start: String,
    /// The difference between consecutive rounds.
    pub step: i64,
    /// `<`, `<=`, `>`, `>=` or `==`, tested before each round but the first.
    pub relation: String,
    /// Whether the first round may run even if the relation does not hold for it, since no branch before the
    /// loop tests the same values.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub first_untested: bool,
    /// The bound that the iterator is compared with, an affine expression.
    pub bound: String,
    /// The loop head `for (…; …; …)` with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The iterators of the enclosing loops, outermost first.
    #[serde(rename = "within", default)]
    pub enclosing: Vec<String>,
    /// The arms of conditions in the same loop that contain it, if any: control takes one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A condition of a SCoP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopCondition {
    /// A truth value, or the value of a `switch`; affine unless it depends on data.
    pub value: String,
    /// Whether it depends on data, so that the guarded statements may or may not run.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub about_data: bool,
    /// The same with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// For a `switch`, the case values.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cases: Vec<i64>,
    /// The iterators of the enclosing loops, outermost first.
    #[serde(rename = "within", default)]
    pub enclosing: Vec<String>,
    /// The arms of conditions in the same loop that contain it, if any: control takes one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A memory access of a SCoP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopAccess {
    /// `read`, `write`, or `may_write` if a condition on data guards it.
    pub kind: String,
    /// The address of the array in textual IR.
    pub array: String,
    /// The affine subscripts of the address computation, in its order.
    pub subscripts: Vec<String>,
    /// The number of bytes accessed from there on, an affine expression, for calls that set or copy memory.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<String>,
    /// Array, subscripts and bytes with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The operator of the reduction that it is part of, such as `+`: the value read is combined with another
    /// one by it and written back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<String>,
    /// The iterators of the enclosing loops, outermost first.
    #[serde(rename = "within", default)]
    pub enclosing: Vec<String>,
    /// The arms of conditions in the same loop that contain it, if any: control takes one of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// Its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A value that a SCoP loads and that is invariant in it: a parameter or the base of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopLoad {
    /// The load in textual IR, representing all loads of the value.
    pub value: String,
    /// The address of the loaded array in textual IR.
    pub array: String,
    /// The affine subscripts, the same in each round.
    pub subscripts: Vec<String>,
    /// Array and subscripts with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// Whether every run of the SCoP loads it. Otherwise the address may be invalid.
    pub always: bool,
    /// Its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A branch to an error that the description assumes not to be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopAssumption {
    /// The condition that then holds at the branch.
    pub condition: String,
    /// The same with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The functions called first after the branch, in order.
    pub calls: Vec<String>,
    /// The iterators of the loops around the branch, outermost first.
    #[serde(rename = "within", default)]
    pub enclosing: Vec<String>,
    /// The arms of conditions in the same loop that contain the branch.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arms: Vec<ScopArm>,
    /// The place of the error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The place of the branch.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub branch: Option<Place>,
}

/// Parameters for which a description does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopException {
    /// Comparisons of affine expressions, joined by `and`.
    pub condition: String,
    /// The same with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// A name from the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopName {
    /// The name of an iterator, `i0`, or a value in textual IR.
    pub value: String,
    /// The name of the variable, with a number if another value of this SCoP has the same name: `i.2`.
    pub source: String,
}

/// A static control part (SCoP). Whether arrays with different names overlap is not decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Scop {
    /// The loops, outer ones before inner ones.
    pub loops: Vec<ScopLoop>,
    /// The conditions other than loop exits.
    pub conditions: Vec<ScopCondition>,
    /// The accesses, in the order of control flow.
    pub accesses: Vec<ScopAccess>,
    /// The values that it loads for parameters, as they are in memory on entry.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loads: Vec<ScopLoad>,
    /// The checks needed at run time before a transformation: pairs of arrays that may overlap.
    pub may_overlap: Vec<(String, String)>,
    /// Branches to errors that are assumed not to be taken, except those that conditions on parameters
    /// exclude.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assumptions: Vec<ScopAssumption>,
    /// The parameters for which the description does not hold, since sums would wrap, subscripts would leave
    /// their row, or an error would be reached.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub except_for: Vec<ScopException>,
    /// Statements with domains, schedule and accesses, for polyhedral libraries.
    pub polyhedral: ScopModel,
    /// The dependences, if the command computed them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dependences: Option<Dependences>,
    /// The names of iterators, arrays and parameters in the source, if debug info has them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub names: Vec<ScopName>,
}

impl ScopLoop {
    /// The loop head in C syntax.
    pub fn text(iterator: &str, start: &str, relation: &str, bound: &str, step: i64) -> String {
        format!("for ({iterator} = {start}; {iterator} {relation} {bound}; {iterator} += {step})")
    }
}

impl ScopCondition {
    /// The text of the condition under which control takes these arms.
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

/// The text of the conditions of arms: ` where (i < n)`, ` where not (i < n)`, ` where k is 3 or 5`, ` where
/// k is none of 3, 5`; empty without arms.
pub fn where_in(conditions: &[ScopCondition], arms: &[ScopArm], in_source: bool) -> String {
    let reached = reached(conditions, arms, in_source);
    if reached.is_empty() { reached } else { format!(" where {reached}") }
}

/// The conditions of arms: `(i < n) or (i < p) and not (i < q)`. Each is combined with the conditions of the
/// arms that contain it, unless all share these.
fn reached(conditions: &[ScopCondition], arms: &[ScopArm], in_source: bool) -> String {
    let known: Vec<(&ScopCondition, &ScopArm)> =
        arms.iter().filter_map(|arm| Some((conditions.get(arm.condition)?, arm))).collect();
    let shares = known.iter().all(|(condition, _)| condition.arms == known[0].0.arms);
    let holds = known.iter().map(|(condition, arm)| {
        let own = condition.arm(&arm.when, in_source);
        match &*condition.arms {
            outer if shares || outer.is_empty() => own,
            [_] => format!("{} and {own}", reached(conditions, &condition.arms, in_source)),
            outer => format!("({}) and {own}", reached(conditions, outer, in_source)),
        }
    });
    holds.collect::<Vec<_>>().join(" or ")
}

/// The negated condition, `not (x < 0)`; a leading `not` is removed instead.
pub fn negated(condition: &str) -> String {
    match condition.strip_prefix("not ") {
        Some(inner) if is_enclosed(inner) => inner[1..inner.len() - 1].to_owned(),
        _ if is_enclosed(condition) => format!("not {condition}"),
        _ => format!("not ({condition})"),
    }
}

/// Whether a text is enclosed in one pair of parentheses.
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
    /// The text of an access: `a[i][2*j] and on for n bytes`.
    pub fn text(array: &str, subscripts: &[String], bytes: Option<&str>) -> String {
        let subscripts: String = subscripts.iter().map(|index| format!("[{index}]")).collect();
        let bytes = bytes.map_or(String::new(), |bytes| format!(" and on for {bytes} bytes"));
        format!("{array}{subscripts}{bytes}")
    }
}

impl Scop {
    /// A summary in words: `3 loops, 3 deep; 2 reads, 1 write; …`. Counts have a key, the text in between has
    /// none.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let deepest = self.loops.iter().map(|l| l.enclosing.len() + 1).max().unwrap_or(0);
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

    /// One line for each loop, condition and access, with its place; with names from the source as far as
    /// they are known.
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

    /// The conditions of arms with names from the source, ` where (i < n)`; empty without arms.
    fn where_in(&self, arms: &[ScopArm]) -> String {
        where_in(&self.conditions, arms, true)
    }

    /// The name of an array or iterator in the source, or else its value.
    fn in_source<'s>(&'s self, value: &'s str) -> &'s str {
        self.names.iter().find(|name| name.value == value).map_or(value, |name| &name.source)
    }
}
