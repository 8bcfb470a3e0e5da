//! An instance: two functions that compute the same, as one list of steps.
//!
//! In: the models of both functions, each a single block that returns an integer. Out: the steps of the first
//! function, then those that only the second one has. A step of the second function that the first one has
//! too is shared, since a target may use registers of its source.

use super::super::vocabulary::Head;
use crate::semantics::Intrinsic;
use ir::{Constant, Flags, IntPredicate, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;

/// The maximum width of a value.
const MAX_BITS: u32 = 64;

/// The maximum number of steps of both functions.
const MAX_INSTANCE_STEPS: usize = 40;

/// The flags that a rule can have.
const WRITTEN_FLAGS: Flags = Flags(
    Flags::NSW.0 | Flags::NUW.0 | Flags::EXACT.0 | Flags::DISJOINT.0 | Flags::NNEG.0 | Flags::SAMESIGN.0,
);

/// The reason why two functions are no instance of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoInstance(String);

type Read<T> = Result<T, NoInstance>;

fn refuse<T>(why: impl Into<String>) -> Read<T> {
    Err(NoInstance(why.into()))
}

/// A value that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A parameter, by its index.
    Input(usize),
    /// The result of a step.
    Step(usize),
    /// An integer, by its index in [`PeepholeInstance::numbers`].
    Number(usize),
    /// An integer of one bit.
    Truth(bool),
    /// `undef`
    Undef,
}

/// A computation.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) head: Head,
    pub(super) flags: Flags,
    pub(super) predicate: Option<IntPredicate>,
    pub(super) operands: Vec<Place>,
    /// The class of the result's width.
    pub(super) class: usize,
}

/// A use of an integer of more than one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberUse {
    pub(super) bits: u128,
    pub(super) class: usize,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// The name, without `%`.
    pub(super) name: String,
    pub(super) class: usize,
    /// Whether the functions promise that it is neither undef nor poison.
    pub(super) noundef: bool,
}

/// Two functions that compute the same.
#[derive(Clone, Debug)]
pub struct PeepholeInstance {
    pub(super) inputs: Vec<Parameter>,
    /// The steps of the first function, the replaced one last, and those that only the second one has.
    pub(super) steps: Vec<Step>,
    /// The number of steps of the first function.
    pub(super) source_steps: usize,
    /// The value that the second function returns.
    pub(super) result: Place,
    pub(super) numbers: Vec<NumberUse>,
    /// The width of each class of values that have one width in every instance of the rule.
    pub(super) widths: Vec<u32>,
}

impl PeepholeInstance {
    /// Reads two functions with the same parameters. `noundef` says of each parameter whether both functions
    /// promise that it is neither undef nor poison.
    ///
    /// # Errors
    ///
    /// Functions with other parameters, control flow, memory, or operations that rules do not have.
    pub fn read(before: &Model, after: &Model, noundef: &[bool]) -> Read<PeepholeInstance> {
        let types = |model: &Model| -> Vec<String> {
            model.parameters().map(|parameter| model.type_of(parameter).name.clone()).collect()
        };
        if types(before) != types(after) {
            return refuse(format!(
                "the first function takes ({}) and the second one ({})",
                types(before).join(", "),
                types(after).join(", ")
            ));
        }
        let mut reader = Reader::default();
        let (root, result_width) = reader.function(before)?;
        let Place::Step(root) = root else { return refuse("the first function computes nothing") };
        reader.source_steps = reader.steps.len();
        let (result, other_width) = reader.function(after)?;
        if result_width != other_width {
            return refuse(format!(
                "the first function returns i{result_width}, the second one i{other_width}"
            ));
        }
        if result == Place::Step(root) {
            return refuse("both functions compute the same by the same instructions");
        }
        if reader.steps.len() > MAX_INSTANCE_STEPS {
            return refuse(format!("the functions have more than {MAX_INSTANCE_STEPS} instructions"));
        }
        reader.classes(before, noundef, (root, result))
    }

    /// The width of a class in the functions.
    pub(super) fn class_of(&self, place: Place) -> Option<usize> {
        match place {
            Place::Input(at) => Some(self.inputs[at].class),
            Place::Step(at) => Some(self.steps[at].class),
            Place::Number(at) => Some(self.numbers[at].class),
            Place::Truth(_) | Place::Undef => None,
        }
    }

    /// The replaced step.
    pub(super) fn root(&self) -> usize {
        self.source_steps - 1
    }
}

/// A step as it is read, with widths in place of classes.
struct ReadStep {
    head: Head,
    flags: Flags,
    predicate: Option<IntPredicate>,
    operands: Vec<Place>,
    width: u32,
}

#[derive(Default)]
struct Reader {
    steps: Vec<ReadStep>,
    numbers: Vec<(u128, u32)>,
    source_steps: usize,
    known: FxHashMap<ValueId, Place>,
}

impl Reader {
    /// Reads what a function returns, with its width.
    fn function(&mut self, model: &Model) -> Read<(Place, u32)> {
        if model.block_count() != 1 {
            return refuse("a function has control flow; a rule replaces one expression");
        }
        self.known.clear();
        for (at, parameter) in model.parameters().enumerate() {
            self.known.insert(parameter, Place::Input(at));
        }
        let end = model.blocks().next().map(|block| model.terminator(block));
        let is_return = |end: &ValueId| model.opcode(*end) == Some(Opcode::Ret);
        let returned = end.filter(is_return).and_then(|end| model.operand(end, 0));
        let Some(returned) = returned else { return refuse("a function returns nothing") };
        let width = width(model, returned)?;
        Ok((self.place(model, returned)?, width))
    }

    fn place(&mut self, model: &Model, value: ValueId) -> Read<Place> {
        if let Some(known) = self.known.get(&value) {
            width(model, value)?;
            return Ok(*known);
        }
        let place = match model.constant(value) {
            Some(Constant::Scalar(number)) if number.bits().is_some() => {
                let (bits, width) = (number.bits().unwrap_or(0), width(model, value)?);
                match width {
                    1 => Place::Truth(bits == 1),
                    _ => {
                        self.numbers.push((bits, width));
                        return Ok(Place::Number(self.numbers.len() - 1));
                    }
                }
            }
            Some(Constant::Undef | Constant::Poison) => Place::Undef,
            Some(_) => {
                return refuse(format!(
                    "a constant of type `{}` is none of rules",
                    model.type_of(value).name
                ));
            }
            None => self.step(model, value)?,
        };
        self.known.insert(value, place);
        Ok(place)
    }

    fn step(&mut self, model: &Model, value: ValueId) -> Read<Place> {
        let Some(opcode) = model.opcode(value) else {
            return refuse("a global variable or function is used");
        };
        let (head, first) = head(model, value, opcode)?;
        let width = width(model, value)?;
        let mut operands = Vec::new();
        let mut at = first;
        while let Some(operand) = model.operand(value, at) {
            operands.push(self.place(model, operand)?);
            at += 1;
        }
        let flags = model.flags(value) & WRITTEN_FLAGS & head.flags();
        let predicate = model.predicate(value);
        let step = ReadStep { head, flags, predicate, operands, width };
        if let Some(shared) = (0..self.source_steps).find(|known| self.is_same(&self.steps[*known], &step)) {
            return Ok(Place::Step(shared));
        }
        self.steps.push(step);
        Ok(Place::Step(self.steps.len() - 1))
    }

    fn is_same(&self, a: &ReadStep, b: &ReadStep) -> bool {
        let same = |(x, y): (&Place, &Place)| match (x, y) {
            (Place::Number(x), Place::Number(y)) => self.numbers[*x] == self.numbers[*y],
            _ => x == y && *x != Place::Undef,
        };
        let commutes = matches!(
            a.head,
            Head::Binary(Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor)
        );
        (a.head, a.flags, a.predicate, a.width) == (b.head, b.flags, b.predicate, b.width)
            && a.operands.len() == b.operands.len()
            && (a.operands.iter().zip(&b.operands).all(same)
                || commutes && a.operands.iter().zip(b.operands.iter().rev()).all(same))
    }

    /// Finds the values that have one width in every instance, by union-find.
    fn classes(
        mut self,
        model: &Model,
        noundef: &[bool],
        (root, result): (usize, Place),
    ) -> Read<PeepholeInstance> {
        let widths: Vec<u32> = {
            let mut widths = Vec::new();
            for parameter in model.parameters() {
                // A parameter of another type is not used.
                widths.push(width(model, parameter).unwrap_or(0));
            }
            widths.extend(self.steps.iter().map(|step| step.width));
            widths.extend(self.numbers.iter().map(|(_, width)| *width));
            widths
        };
        let inputs = model.parameters().count();
        let numbers = inputs + self.steps.len();
        let index = |place: Place| match place {
            Place::Input(at) => Some(at),
            Place::Step(at) => Some(inputs + at),
            Place::Number(at) => Some(numbers + at),
            Place::Truth(_) | Place::Undef => None,
        };
        let mut classes: Vec<usize> = (0..widths.len()).collect();
        let mut unite = |a: Option<usize>, b: Option<usize>| {
            if let (Some(a), Some(b)) = (a, b) {
                let (old, new) = (classes[a].max(classes[b]), classes[a].min(classes[b]));
                classes.iter_mut().filter(|class| **class == old).for_each(|class| *class = new);
            }
        };
        for (at, step) in self.steps.iter().enumerate() {
            let of = |operand: usize| step.operands.get(operand).and_then(|place| index(*place));
            let own = Some(inputs + at);
            match step.head {
                Head::Compare => unite(of(0), of(1)),
                Head::Select => {
                    unite(own, of(1));
                    unite(own, of(2));
                }
                Head::Cast(_) => {}
                _ => (0..step.operands.len()).for_each(|operand| unite(own, of(operand))),
            }
        }
        unite(Some(inputs + root), index(result));
        let mut distinct: Vec<usize> = classes.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let class = |at: usize| distinct.iter().position(|known| *known == classes[at]).unwrap_or(0);
        let names = names(model, self.steps.len());
        let parameters = names.into_iter().enumerate().map(|(at, name)| Parameter {
            name,
            class: class(at),
            noundef: noundef.get(at).copied().unwrap_or(false),
        });
        let steps = std::mem::take(&mut self.steps).into_iter().enumerate().map(|(at, step)| Step {
            head: step.head,
            flags: step.flags,
            predicate: step.predicate,
            operands: step.operands,
            class: class(inputs + at),
        });
        let of_numbers = self.numbers.iter().enumerate();
        let of_numbers =
            of_numbers.map(|(at, (bits, _))| NumberUse { bits: *bits, class: class(numbers + at) });
        Ok(PeepholeInstance {
            inputs: parameters.collect(),
            steps: steps.collect(),
            source_steps: self.source_steps,
            result,
            numbers: of_numbers.collect(),
            widths: distinct.iter().map(|first| widths[*first]).collect(),
        })
    }
}

/// The parameters' names in IR where they are words, and letters otherwise.
fn names(model: &Model, steps: usize) -> Vec<String> {
    const LETTERS: &[&str] = &["x", "y", "z", "w", "v", "u", "t", "s"];
    let is_word = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    // Steps have names of their own, made of a letter and a number.
    let mut names: Vec<String> = Vec::new();
    for (at, parameter) in model.parameters().enumerate() {
        let own = model.name(parameter);
        let is_of_a_step = own == "r" || (0..steps).any(|step| step_name(step) == own);
        let name = match is_word(own) && !is_of_a_step && !names.iter().any(|name| name == own) {
            true => own.to_owned(),
            false => LETTERS.get(at).map_or_else(|| format!("x{at}"), |letter| (*letter).to_owned()),
        };
        let name = if names.contains(&name) { format!("x{at}") } else { name };
        names.push(name);
    }
    names
}

/// The name of a step that is not the replaced one.
pub(super) fn step_name(at: usize) -> String {
    const LETTERS: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h"];
    LETTERS.get(at).map_or_else(|| format!("t{at}"), |letter| (*letter).to_owned())
}

/// The width of a scalar integer.
fn width(model: &Model, value: ValueId) -> Read<u32> {
    let ty = model.type_of(value);
    let width = ty.integer_width().filter(|_| ty.class != Some(TypeClass::Vector));
    match width {
        Some(width) if (1..=MAX_BITS).contains(&width) => Ok(width),
        _ => refuse(format!("a value has type `{}`; integers of up to {MAX_BITS} bits can be read", ty.name)),
    }
}

/// The instruction in the language of rules, and the index of its first operand.
fn head(model: &Model, value: ValueId, opcode: Opcode) -> Read<(Head, u32)> {
    if opcode == Opcode::Call {
        let callee = model.operand(value, 0).and_then(|callee| model.global(callee));
        return match callee.map(|callee| (callee, Intrinsic::of_callee(&callee.canonical))) {
            Some((callee, Some(intrinsic))) if callee.is_intrinsic => Ok((Head::Intrinsic(intrinsic), 1)),
            Some((callee, _)) => refuse(format!("a function calls `{}`", callee.name)),
            None => refuse("a function calls through a pointer"),
        };
    }
    match Head::from_word(opcode.name()) {
        Some(head @ (Head::Binary(_) | Head::Cast(_) | Head::Compare | Head::Select | Head::Freeze)) => {
            Ok((head, 0))
        }
        _ => refuse(format!("a function has `{}`, which rules do not have", opcode.name())),
    }
}
