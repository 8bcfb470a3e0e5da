//! Findings made of hits: values as text, source locations, fingerprints. The plugin and the command report
//! the same findings for the same IR.

use crate::because::{assumption, because, unless_failing};
use crate::spelling::is_of_the_system;
use crate::words::Elements;
use crate::{Bound, Hit, Spelling, View};
use analysis::accesses::{LoopForest, LoopId};
use ir::{Model, ValueId};
use report::{Finding, Variable};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The hits in one function as findings, in order.
///
/// The values of the hits belong to `view`. `before` is the number of earlier findings in the function; it
/// keeps fingerprints distinct.
pub fn findings(view: &View<'_>, spelling: &Spelling<'_>, hits: &[Hit], before: usize) -> Vec<Finding> {
    match hits.is_empty() {
        true => Vec::new(),
        false => view.spelling(spelling, |spelling| findings_in(view, spelling, hits, before)),
    }
}

fn findings_in(view: &View<'_>, spelling: &Spelling<'_>, hits: &[Hit], before: usize) -> Vec<Finding> {
    // The number of hits by idiom and shape. The key is the fingerprint of the first, since a shape may be
    // long.
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    let (of_copy, of_plain) = (Elements::new(view.model()), Elements::new(view.plain()));
    let loops = LoopForest::of(view.plain());
    let mut loop_lines = LoopLines::default();
    let mut finding = |hit: &Hit| {
        let bound: Vec<(&str, Option<Bound>)> = hit
            .variables()
            .map(|(name, value)| (name, value.map(|value| hit.bound_of(view, value))))
            .collect();
        // A collect has thousands of unused variables beyond its rows: they are left out.
        let shown: Vec<&(&str, Option<Bound>)> =
            bound.iter().filter(|(name, value)| value.is_some() || !name.contains('[')).collect();
        let variables = shown.iter().map(|(name, value)| view.variable(spelling, name, value.as_ref()));
        let mut variables: Vec<Variable> = variables.collect();
        let value_of = |at: usize| shown[at].1.as_ref().and_then(Bound::value);
        fallback_place(view, spelling, &mut variables, value_of);
        let anchor = Finding::anchor_of(&variables);
        let stand = anchor.and_then(value_of).and_then(|value| located_instruction(view.plain(), value));
        let values = bound.iter().filter_map(|(_, value)| value.as_ref()?.value());
        let instructions = values.clone().filter(|value| view.plain().block_of(*value).is_some());
        let runs = instructions.clone().filter_map(spelling.runs).max();
        let innermost = innermost(view.plain(), &loops, instructions);
        let depth = innermost.map_or(0, |around| loops.get(around).depth + 1);
        let lines =
            stand.zip(innermost).and_then(|(at, around)| loop_lines.of(view.plain(), &loops, around, at));
        let place = anchor.and_then(|at| variables[at].place.clone());
        // A user cannot change a header of the system, but the call.
        let caller = place.as_ref().filter(|place| is_of_the_system(&place.file)).and(stand);
        let caller = caller.and_then(|stand| spelling.caller(stand));
        let lines = lines.filter(|_| caller.is_none());
        let at = stand.or_else(|| instruction_among(view.plain(), values));
        let function = &view.plain().function().name;
        let shape = shape(view, hit, &bound);
        let fingerprint = |ordinal| Finding::fingerprint_of(&hit.idiom, function, &shape, ordinal);
        let count = counts.entry(fingerprint(0)).or_insert(before);
        let fingerprint = fingerprint(*count);
        *count += 1;
        let mut finding = Finding {
            reason: hit.reason.clone().or_else(|| joined(view, spelling, hit)),
            place: caller.or(place),
            inlined_from: stand.and_then(spelling.inlined_from),
            fingerprint,
            depth,
            lines,
            runs,
            variables,
            licence: hit.licence.clone(),
            anchor: at.map(|at| view.in_function(at)),
            ..Finding::new(hit.idiom.clone(), hit.outcome, function.clone())
        };
        if let Some(description) = &hit.description {
            description.describe(&mut finding, view, spelling, (&of_copy, &of_plain));
            // A rewritten finding needs no advice.
            finding.advice = finding.advice.filter(|_| !hit.outcome.is_rewritten());
            finding.fixes.retain(|_| !hit.outcome.is_rewritten());
        }
        finding
    };
    hits.iter().map(&mut finding).collect()
}

/// Gives a source location to a finding that has none except those of arrays: the line nearest to its first
/// other instruction.
fn fallback_place(
    view: &View<'_>,
    spelling: &Spelling<'_>,
    variables: &mut [Variable],
    value_of: impl Fn(usize) -> Option<ValueId>,
) {
    if Finding::anchor_of(variables).is_some_and(|at| !Finding::is_array(variables, at)) {
        return;
    }
    let model = view.plain();
    let mut others = (0..variables.len()).filter(|at| !Finding::is_array(variables, *at));
    let beside =
        others.find_map(|at| Some((at, model.location(located_instruction(model, value_of(at)?)?)?)));
    if let Some((at, location)) = beside {
        variables[at].place = Some(spelling.place(location));
    }
}

/// An instruction with a line, used as the source location of a value: the value itself, the terminator of
/// its block, or the first instruction there with a line.
pub(crate) fn located_instruction(model: &Model, value: ValueId) -> Option<ValueId> {
    let block = model.block_of(value)?;
    let mut near = [value, model.terminator(block)].into_iter().chain(model.block_instructions(block));
    near.find(|near| model.location(*near).is_some()).or(Some(value))
}

/// The instruction among some values to report something at: the first with a location, else the first.
pub(crate) fn instruction_among(
    model: &Model,
    values: impl Iterator<Item = ValueId> + Clone,
) -> Option<ValueId> {
    let mut instructions = values.filter(|value| model.position(*value).is_some());
    let located = instructions.clone().find(|value| model.location(*value).is_some());
    located.or_else(|| instructions.next())
}

/// The innermost loop around some instructions.
fn innermost(model: &Model, loops: &LoopForest, values: impl Iterator<Item = ValueId>) -> Option<LoopId> {
    let around = values.filter_map(|value| loops.around(model.block_of(value)?));
    around.max_by_key(|around| (loops.get(*around).depth, *around))
}

/// A loop, and a file.
type LoopInFile = (LoopId, Arc<str>);

/// The first and the last lines of loops in a file, each computed once.
#[derive(Default)]
struct LoopLines(FxHashMap<LoopInFile, Option<(u32, u32)>>);

impl LoopLines {
    /// The first and the last line of a loop, in the file of the instruction `at`.
    fn of(&mut self, model: &Model, loops: &LoopForest, around: LoopId, at: ValueId) -> Option<(u32, u32)> {
        let file = &model.location(at)?.file;
        let lines = || {
            let own = model.blocks().filter(|block| loops.has_block(around, *block));
            let all = own.flat_map(|block| model.block_instructions(block));
            let lines = all.filter_map(|value| {
                let location = model.location(value)?;
                (location.file == *file && location.line > 0).then_some(location.line)
            });
            lines.fold(None, |range: Option<(u32, u32)>, line| {
                let (first, last) = range.unwrap_or((line, line));
                Some((line.min(first), line.max(last)))
            })
        };
        *self.0.entry((around, file.clone())).or_insert_with(lines)
    }
}

/// The reasons for the constraints of a hit and its assumptions, as one text.
fn joined(view: &View<'_>, spelling: &Spelling<'_>, hit: &Hit) -> Option<String> {
    let parts = [
        because(view, spelling, &hit.because),
        assumption(view, spelling, &hit.assumed),
        unless_failing(view, spelling, &hit.checks),
    ];
    parts.into_iter().flatten().reduce(|first, second| format!("{first}; {second}"))
}

/// The values of a hit without names and lines.
fn shape<'b>(view: &View<'b>, hit: &Hit, values: &'b [(&str, Option<Bound>)]) -> Vec<&'b str> {
    let about_the_search = hit.solution.is_none().then(|| hit.outcome.remark_name());
    let of = |value: &'b Option<Bound>| value.as_ref().map_or("unused", |bound| bound.shape(view.plain()));
    about_the_search.into_iter().chain(values.iter().map(|(_, value)| of(value))).collect()
}
