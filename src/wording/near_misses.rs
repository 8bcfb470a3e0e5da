//! Near misses for the report: values as text, constraints as the specification spells them.

use crate::because::because;
use crate::findings::instruction_among;
use crate::{Answer, Spelling, View};
use ir::{Model, Opcode, ValueId, ValueKind};
use lang::candl::ast::Span;
use library::{self, Assigned, Mismatch};
use report::{Attempt, Attempted, Attempts, Failing, Failure, NearMiss, Place, Variable};
use text::sources::Sources;

/// The length limit of a constraint, in characters.
const MOST_TEXT: usize = 100;

/// The near misses of an answer, in order.
///
/// `sources` are the texts of the specifications.
pub fn near_misses(
    model: &Model,
    spelling: &Spelling<'_>,
    sources: &Sources,
    answer: &Answer,
) -> Vec<NearMiss> {
    let of = |part: &Answer| {
        let view = part.view(model);
        view.spelling(spelling, |spelling| near_misses_in(&view, spelling, sources, part))
    };
    answer.parts().flat_map(of).collect()
}

fn near_misses_in(
    view: &View<'_>,
    spelling: &Spelling<'_>,
    sources: &Sources,
    answer: &Answer,
) -> Vec<NearMiss> {
    let model = view.plain();
    let variable = |(name, value): &Assigned| {
        let bound = value.map(|value| view.bound(value));
        view.variable(spelling, name, bound.as_ref())
    };
    let attempted = |assigned: &Assigned| Attempted {
        variable: variable(assigned),
        kind: assigned.1.map(|value| kind(view, value)),
    };
    let failure = |miss: &library::NearMiss| Failure {
        satisfied: miss.satisfied,
        total: miss.total,
        failing: miss.failing.iter().map(|failing| constraint(sources, failing)).collect(),
        tied: tied(sources, miss),
        reason: miss.failing.last().and_then(|one| reason(one, sources)).or_else(|| {
            let reason = miss.because.as_slice();
            because(view, spelling, reason)
        }),
        about: miss.about.iter().map(attempted).collect(),
        open: miss.open.clone(),
    };
    let report = |(idiom, miss): &(String, library::NearMiss)| {
        let attempt = |variable: &str, (value, miss): &(ValueId, library::NearMiss)| Attempt {
            value: attempted(&(variable.to_owned(), Some(*value))),
            failure: failure(miss),
        };
        let attempts = |list: &library::Attempts| Attempts {
            variable: list.variable.clone(),
            best: list.best.iter().map(|one| attempt(&list.variable, one)).collect(),
            more: list.more as u64,
            tried: list.tried as u64,
            values: list.values as u64,
        };
        let bound = miss.bound.iter().filter(|(name, value)| value.is_some() || !name.contains('['));
        let variables: Vec<Variable> = bound.map(variable).collect();
        let failure = failure(miss);
        let assigned = miss.about.iter().chain(&miss.bound);
        let values = assigned.filter_map(|(_, value)| view.bound((*value)?).value());
        let places = failure.about.iter().map(|a| &a.variable).chain(&variables);
        NearMiss {
            idiom: idiom.clone(),
            function: model.function().name.clone(),
            further: false,
            place: places.into_iter().find_map(|v| v.place.clone()),
            failure,
            variables,
            attempts: miss.attempts.as_ref().map(attempts),
            anchor: instruction_among(model, values).map(|at| view.in_function(at)),
        }
    };
    answer.misses.iter().map(report).collect()
}

/// The other alternatives that come as far, without those of the failing pattern itself.
fn tied(sources: &Sources, miss: &library::NearMiss) -> Vec<String> {
    let is_failing = |span: &Span| miss.failing.iter().any(|failing| failing.span == *span);
    let mut spans: Vec<Span> = miss.tied.iter().copied().filter(|span| !is_failing(span)).collect();
    spans.sort_unstable();
    spans.dedup();
    spans.iter().map(|span| text(sources, *span)).collect()
}

fn constraint(sources: &Sources, failing: &library::Failing) -> Failing {
    let at = sources.start(failing.span);
    let file = sources.file(failing.span.file).name().to_owned();
    // Alternatives of one pattern, such as both operand orders, have the same text.
    let mut spans = failing.alternatives.clone();
    spans.dedup();
    let is_one = matches!(spans[..], [span] if span == failing.span);
    let alternatives = if is_one { Vec::new() } else { spans };
    Failing {
        constraint: text(sources, failing.span),
        alternatives: alternatives.iter().map(|span| text(sources, *span)).collect(),
        place: Place { file, line: at.line, column: at.column },
    }
}

/// The source text of a span, on one line.
fn text(sources: &Sources, span: Span) -> String {
    let words: Vec<&str> = sources.text(span).split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MOST_TEXT) {
        None => text,
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
    }
}

fn reason(failing: &library::Failing, sources: &Sources) -> Option<String> {
    let is_for_all = || sources.text(failing.span).trim_start().starts_with("every");
    Some(match failing.misfit? {
        Mismatch::TooMany if failing.has_one_too_many => {
            "it has more members than its limit; one too many is:".to_owned()
        }
        Mismatch::TooMany => "it has more members than its limit".to_owned(),
        Mismatch::Differs => "its members are not those that another collect gathers".to_owned(),
        Mismatch::Witness if is_for_all() => "not so for these:".to_owned(),
        Mismatch::Witness => "there are:".to_owned(),
    })
}

/// The opcode of an instruction with the callee's name for a call, or the kind of another value.
fn kind(view: &View<'_>, value: ValueId) -> String {
    let model = view.model();
    if view.is_term(value) {
        return "term".to_owned();
    }
    let kind = match (model.opcode(value), model.kind(value)) {
        (Some(Opcode::Call), _) => {
            let callee = model.operand(value, 0).and_then(|callee| model.global(callee));
            return callee.map_or_else(|| "call".to_owned(), |callee| format!("call of {}", callee.name));
        }
        (Some(opcode), _) => opcode.name(),
        (None, ValueKind::Global) if model.global(value).is_some_and(|of| of.is_function) => "function",
        (None, ValueKind::Global) => "global",
        (None, ValueKind::Parameter) => "parameter",
        (None, _) => "constant",
    };
    kind.to_owned()
}
