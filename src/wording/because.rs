//! The reasons why an answer of an analysis is "may", as text: the responsible instruction, and the cause.
//!
//! In: a store and a load through two parameters `p` and `q`. Out: ``the store at f.c:6:13 may write what the
//! load at f.c:7:13 reads, because both come from parameters without `restrict`, %p and %q``.

use crate::spelling::is_of_the_system;
use crate::{Bound, Spelling, View};
use analysis::dataflow::Decider;
use analysis::memory::{AliasReason, ApartReason, DeadReason, EffectReason, MetadataReason};
use indexmap::IndexSet;
use ir::{AliasTag, Model, Opcode, ValueId};
use lang::atoms::{Because, BodyPlace, CalleeReason, FactReason, OwnReason, WayPast};
use lang::candl::analyses::Heading;
use report::{describe_place, shown_name};
use std::path::Path;

/// The maximum number of instructions listed by name, and of reasons given.
const MOST_NAMED: usize = 3;

/// The first reasons as one text, with the number of further ones; `None` if there are none.
pub(crate) fn because(view: &View<'_>, spelling: &Spelling<'_>, reasons: &[Because]) -> Option<String> {
    let words = ReasonWords { view, spelling };
    let texts: IndexSet<String> = reasons.iter().map(|reason| words.reason(reason)).collect();
    let mut texts: Vec<String> = texts.into_iter().collect();
    let others = texts.len().saturating_sub(MOST_NAMED);
    texts.truncate(MOST_NAMED);
    texts.extend(
        (others > 0).then(|| format!("and {others} more {}", if others == 1 { "reason" } else { "reasons" })),
    );
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// The maximum number of instructions that an assumption lists. A function with an interpreter loop has about
/// a hundred.
const MOST_ASSUMED: usize = 3;

/// The text of an assumption: the listed instructions do not wrap, and those that widen a number find no
/// negative one.
pub(crate) fn assumption(
    view: &View<'_>,
    spelling: &Spelling<'_>,
    instructions: &[ValueId],
) -> Option<String> {
    let words = ReasonWords { view, spelling };
    let described = |value: &&ValueId| match view.bound(**value).location(view.plain()) {
        Some(_) => words.instruction(**value),
        None => view.bound(**value).describe(spelling.describe),
    };
    let widens = |value: &&ValueId| view.model().opcode(**value) == Some(Opcode::ZExt);
    let (casts, sums): (Vec<&ValueId>, Vec<&ValueId>) = instructions.iter().partition(widens);
    let named = |values: Vec<&ValueId>| values.iter().map(described).collect::<IndexSet<String>>();
    let parts = [
        (named(sums), ("does not wrap", "wraps")),
        (named(casts), ("widens nothing negative", "widens a negative number")),
    ];
    let parts: Vec<String> = parts.into_iter().filter_map(|(names, verbs)| none_of(&names, verbs)).collect();
    (!parts.is_empty()).then(|| format!("as long as {}", parts.join(", and ")))
}

/// "x does not wrap", "none of x, y wraps"; `None` if there are no names.
fn none_of(names: &IndexSet<String>, (of_one, of_several): (&str, &str)) -> Option<String> {
    let named: Vec<&str> = names.iter().take(MOST_ASSUMED).map(String::as_str).collect();
    let others = match names.len() - named.len() {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    match named.as_slice() {
        [] => None,
        [only] => Some(format!("{only} {of_one}")),
        several => Some(format!("none of {}{others} {of_several}", several.join(", "))),
    }
}

/// The text of an assumption: control does not leave a loop by these branches to errors.
pub(crate) fn unless_failing(view: &View<'_>, spelling: &Spelling<'_>, checks: &[ValueId]) -> Option<String> {
    let place = |check: &ValueId| {
        let location = view.plain().location(*check)?;
        let own = (!is_of_the_system(&location.file)).then(|| spelling.place(location));
        Some(describe_place(&own.or_else(|| spelling.caller(*check))?))
    };
    let places: IndexSet<String> = checks.iter().filter_map(place).collect();
    let others = places.len().saturating_sub(MOST_ASSUMED);
    let named: Vec<&str> = places.iter().take(MOST_ASSUMED).map(String::as_str).collect();
    let text = "unless a check in the loop fails";
    match named.join(", ") {
        _ if checks.is_empty() => None,
        none if none.is_empty() => Some(text.to_owned()),
        named if others == 0 => Some(format!("{text}: {named}")),
        named => Some(format!("{text}: {named} and {others} more")),
    }
}

struct ReasonWords<'w> {
    view: &'w View<'w>,
    spelling: &'w Spelling<'w>,
}

impl ReasonWords<'_> {
    fn reason(&self, reason: &Because) -> String {
        match reason {
            Because::Alias(a, b, why) => {
                format!("{} and {} may alias, because {}", self.either(*a), self.either(*b), self.alias(*why))
            }
            Because::Apart(a, b, why) => {
                format!(
                    "{} and {} do not alias, because {}",
                    self.either(*a),
                    self.either(*b),
                    self.apart(*why)
                )
            }
            Because::Writes(at, what, why) => self.effect(*at, *what, "write", *why),
            Because::Reads(at, what, why) => self.effect(*at, *what, "read", *why),
            Because::Reaches(store, load, why) => format!(
                "{} may read what {} wrote, because {}",
                self.instruction(*load),
                self.instruction(*store),
                self.alias(*why)
            ),
            Because::Undisturbed(from, to) => format!(
                "nothing between {} and {} writes there",
                self.instruction(*from),
                self.instruction(*to)
            ),
            Because::Dead(_, why) => self.dead(why),
            Because::Assuming(instructions) => {
                assumption(self.view, self.spelling, instructions).unwrap_or_default()
            }
            Because::Past(from, events, way) => self.past(*from, events, way),
            Because::OfCallee(reason) => self.of_callee(reason),
            Because::Origin { found, expected } => format!(
                "without its subscripts, the address is {} elements from the root of the array, not {}; `+ {{_}}` \
                 in a subscript allows any distance",
                self.value(*found),
                self.value(*expected)
            ),
            Because::Stride { of, found, expected } => format!(
                "{} moves the address by {} elements, not by {}",
                self.step(*of),
                self.value(*found),
                self.value(*expected)
            ),
            Because::Counter(of, counter) => {
                format!("{} counts by {}", self.step(*of), self.value(*counter))
            }
            Because::Own(reason) => self.own(reason),
        }
    }

    /// An iteration of the loop that begins with a value, or a step of another value.
    fn step(&self, of: ValueId) -> String {
        let model = self.view.model();
        match model.block_of(of).is_some_and(|block| model.block_first(block) == of) {
            true => format!("an iteration of the loop of {}", self.value(of)),
            false => format!("a step of {}", self.value(of)),
        }
    }

    /// The instruction that begins or ends a fact on a path, or the boundary from which nothing does.
    fn own(&self, reason: &OwnReason) -> String {
        let OwnReason { analysis, holds, at, heading, decider, is_parameter } = reason;
        let verb = if *holds { "holds" } else { "does not hold" };
        let fact = format!("`{analysis}` {verb} at {}", self.instruction(*at));
        let path = match (heading, decider) {
            (Heading::Forward, Decider::Change(_)) => "a path to there",
            (Heading::Backward, Decider::Change(_)) => "a path from there",
            (Heading::Forward, Decider::Boundary) => "a path from the entry to there",
            (Heading::Backward, Decider::Boundary) => "a path from there to an exit",
        };
        match (decider, holds) {
            (Decider::Change(by), true) => format!("{fact}: {} begins it on {path}", self.instruction(*by)),
            (Decider::Change(by), false) if *is_parameter => {
                let (from, to) = (self.instruction(*by), self.instruction(*at));
                match heading {
                    Heading::Forward => format!("{fact}: nothing begins it on a path from {from}"),
                    Heading::Backward => format!("{fact}: nothing begins it on a path from {to} to {from}"),
                }
            }
            (Decider::Change(by), false) => format!("{fact}: {} ends it on {path}", self.instruction(*by)),
            (Decider::Boundary, true) => format!("{fact}: nothing ends it on {path}"),
            (Decider::Boundary, false) => format!("{fact}: nothing begins it on {path}"),
        }
    }

    /// The function that is called, its place, and what its body or the lack of one shows.
    fn of_callee(&self, of: &CalleeReason) -> String {
        let name = of
            .callee
            .as_ref()
            .map_or_else(|| self.instruction(of.call), |name| format!("`{}`", shown_name(name)));
        let at = |place: &BodyPlace| {
            let file = Path::new(&place.file).file_name().unwrap_or_default().to_string_lossy();
            place.line.map_or_else(|| name.clone(), |line| format!("{name} ({file}:{line})"))
        };
        let has_not = format!("does not have the fact `{}`", of.fact);
        match &of.reason {
            FactReason::Pointer => format!("{name} calls through a pointer"),
            FactReason::Throws => format!("{name} may leave by an exception"),
            FactReason::NoBody => format!(
                "{name} has no body here that is sure to be called, and no table states the fact `{}`",
                of.fact
            ),
            FactReason::NeverReturns(place) => format!("{} never returns", at(place)),
            FactReason::Path(place, Some(line)) => {
                format!("{} {has_not}: a path through it returns at line {line}", at(place))
            }
            FactReason::Path(place, None) => format!("{} {has_not}: a path through it avoids it", at(place)),
            FactReason::Body(place) => format!("{} {has_not} by its body", at(place)),
            FactReason::OtherArguments => format!("{name} {has_not} for this argument"),
        }
    }

    /// A path and the instructions that it bypasses.
    fn past(&self, from: ValueId, events: &[ValueId], way: &WayPast) -> String {
        let by = way.branch.map(|branch| format!(" by {}", self.instruction(branch))).unwrap_or_default();
        let ends = format!("from {}{by} to {}", self.instruction(from), self.instruction(way.exit));
        let events: Vec<ValueId> = events.iter().copied().filter(|at| *at != way.exit).collect();
        let named: Vec<String> = events.iter().take(MOST_NAMED).map(|at| self.instruction(*at)).collect();
        match events.len() - named.len() {
            _ if events.is_empty() => format!("nothing of the kind is on the path {ends}"),
            0 => format!("the path {ends} goes past {}", named.join(" and ")),
            others => format!("the path {ends} goes past {} and {others} more", named.join(", ")),
        }
    }

    fn effect(&self, at: ValueId, what: ValueId, verb: &str, why: EffectReason) -> String {
        let (at, accessed) = (self.instruction(at), self.accessed(what));
        match why {
            EffectReason::Accesses(why) => {
                format!("{at} may {verb} {accessed}, because {}", self.alias(why))
            }
            EffectReason::Argument(argument, why) => format!(
                "{at} may {verb} {accessed} through its argument {}, because {}",
                self.value(argument),
                self.alias(why)
            ),
            EffectReason::Reachable(_) => {
                format!("{at} may {verb} {accessed}, because other functions may know its address")
            }
            EffectReason::Orders => {
                format!(
                    "{at} may let others {verb} {accessed}, because it orders accesses to memory that they know"
                )
            }
        }
    }

    fn alias(&self, why: AliasReason) -> String {
        let value = |value| self.value(value);
        match why {
            AliasReason::SameAddress => "both begin at one address".to_owned(),
            AliasReason::SameBase(base) => {
                format!("both lie in what {} leads to, at a distance that is not known", value(base))
            }
            AliasReason::SameObject(object) => format!("both may lead into {}", value(object)),
            AliasReason::Parameters(a, b) if a == b => {
                format!("both come from the parameter {}", value(a))
            }
            AliasReason::Parameters(a, b) => {
                format!("both come from parameters without `restrict`, {} and {}", value(a), value(b))
            }
            AliasReason::ParameterAndVariable(parameter, variable) => {
                let (parameter, variable) = (value(parameter), value(variable));
                format!("the parameter {parameter}, without `restrict`, may lead to {variable}")
            }
            AliasReason::FoundAndParameter(pointer, parameter) => {
                let (found, parameter) = (self.found(pointer), value(parameter));
                format!("{found} may lead where the parameter {parameter} does, which has no `restrict`")
            }
            AliasReason::FoundAndKnown(pointer, known) => {
                format!(
                    "{} may lead to {}, whose address is known elsewhere",
                    self.found(pointer),
                    value(known)
                )
            }
            AliasReason::BothFound(a, b) if a == b => format!("both come from {}", self.found(a)),
            AliasReason::BothFound(a, b) => {
                format!("{} and {} may lead to the same memory", self.found(a), self.found(b))
            }
            AliasReason::Indistinct => "nothing tells the two addresses apart".to_owned(),
        }
    }

    fn apart(&self, why: ApartReason) -> String {
        match why {
            ApartReason::Distance => "their addresses start from one and lie far enough apart".to_owned(),
            ApartReason::Metadata(MetadataReason::Types(a, b)) => {
                format!("their types differ: {} and {}", self.member(a), self.member(b))
            }
            ApartReason::Metadata(MetadataReason::Scopes) => {
                "an inlined function has them through different pointers with `restrict`".to_owned()
            }
            ApartReason::Objects => "they lead to different memory".to_owned(),
        }
    }

    /// The structure member named by an alias tag.
    fn member(&self, tag: AliasTag) -> String {
        let types = &self.view.model().alias_metadata().types;
        let name = |ty: u32| type_name(&types[ty as usize].name);
        match tag.base == tag.access {
            true => name(tag.access),
            false => format!("{} in {} at byte {}", name(tag.access), name(tag.base), tag.offset),
        }
    }

    fn dead(&self, why: &DeadReason) -> String {
        match why {
            DeadReason::Ends => "its memory ends with the function, and nothing reads it before".to_owned(),
            DeadReason::Overwritten(by) if by.len() > MOST_NAMED => {
                format!(
                    "{} instructions overwrite it or release its memory, on all paths, before anything reads it",
                    by.len()
                )
            }
            DeadReason::Overwritten(by) => {
                let is_store = |at: &&ValueId| self.view.model().opcode(**at) == Some(Opcode::Store);
                let (stores, releases): (Vec<&ValueId>, Vec<&ValueId>) = by.iter().partition(is_store);
                let acts = [(stores, "overwrite", "it"), (releases, "release", "its memory")];
                let texts: Vec<String> =
                    acts.iter().filter_map(|(by, verb, what)| self.act(by, verb, what)).collect();
                format!("{} before anything reads it", texts.join(" and "))
            }
        }
    }

    /// Some instructions and their action, given by `verb` and `what`; `None` without instructions.
    fn act(&self, by: &[&ValueId], verb: &str, what: &str) -> Option<String> {
        let named: Vec<String> = by.iter().map(|at| self.instruction(**at)).collect();
        let ending = if by.len() == 1 { "s" } else { "" };
        (!named.is_empty()).then(|| format!("{} {verb}{ending} {what}", named.join(" and ")))
    }

    /// A pointer, described by the instruction that yields it.
    fn found(&self, value: ValueId) -> String {
        let (model, shown) = (self.view.model(), self.value(value));
        match model.opcode(value) {
            Some(Opcode::Load) => format!("the pointer {shown}, which is loaded,"),
            Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr) => {
                format!("the pointer {shown}, which a call returns,")
            }
            Some(Opcode::IntToPtr) => format!("the pointer {shown}, which is made of an integer,"),
            _ => format!("the pointer {shown}"),
        }
    }

    /// The accessed memory of an access, or the memory that a pointer leads to.
    fn accessed(&self, value: ValueId) -> String {
        match self.view.model().opcode(value) {
            Some(Opcode::Load) => format!("what {} reads", self.instruction(value)),
            Some(Opcode::Store) => format!("what {} writes", self.instruction(value)),
            _ => format!("what {} leads to", self.value(value)),
        }
    }

    /// An instruction by its source location, or by its IR spelling if it has none.
    fn instruction(&self, value: ValueId) -> String {
        let (bound, noun) = (self.view.bound(value), noun(self.view.model(), value));
        match bound.location(self.view.plain()) {
            Some(location) => format!("{noun} at {}", describe_place(&self.spelling.place(location))),
            None => format!("{noun} `{}`", bound.describe(self.spelling.describe)),
        }
    }

    /// An access as an instruction, a pointer as a value.
    fn either(&self, value: ValueId) -> String {
        match self.view.model().opcode(value) {
            Some(Opcode::Load | Opcode::Store) => self.instruction(value),
            _ => self.value(value),
        }
    }

    fn value(&self, value: ValueId) -> String {
        let bound: Bound = self.view.bound(value);
        let variable = self.view.variable(self.spelling, "", Some(&bound));
        variable.shown().unwrap_or_default()
    }
}

/// A type by its source name; C++ gives symbol names.
fn type_name(name: &str) -> String {
    match shown_name(name).strip_prefix("typeinfo name for ") {
        Some(shown) => shown.to_owned(),
        None if name.is_empty() => "a type without a name".to_owned(),
        None => name.replace("omnipotent char", "char"),
    }
}

/// The noun for an instruction, with the called function for a call.
fn noun(model: &Model, value: ValueId) -> String {
    let callee = |call| model.operand(call, 0).filter(|callee| model.global(*callee).is_some());
    match model.opcode(value) {
        Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr) => match callee(value) {
            Some(callee) => format!("the call of `{}`", shown_name(model.name(callee))),
            None => "the call".to_owned(),
        },
        Some(Opcode::Br) => "the branch".to_owned(),
        Some(opcode) => format!("the {}", opcode.name()),
        None => "the value".to_owned(),
    }
}
