//! Goals in memory as files: their place in IR, and the frame of their description.
//!
//! In: code of a pattern whose first result is an address. Out: the loads and stores around its words, as
//! instructions and as CAnDL. An address is `p` or `p + i` in bytes; code that uses an address as a word is
//! not written, since a pointer is none.

use super::code::{Code, Operand};
use super::form::Form;
use super::goal::{Access, Goal};
use ir::Opcode;

/// The instruction that adds the index to the address.
fn sum(code: &Code) -> Option<usize> {
    match code.results.first()? {
        Operand::Result(at) => Some(*at),
        _ => None,
    }
}

/// Whether code of a goal in memory can be written: its address is `p` or `p + i`, and no word depends on
/// either.
pub(super) fn is_writable(code: &Code) -> bool {
    let is_word = |operand: &Operand| match (sum(code), operand) {
        (_, Operand::Input(at)) => *at > usize::from(sum(code).is_some()),
        (Some(address), Operand::Result(at)) => *at != address,
        _ => true,
    };
    let has_address = match (code.results.first(), sum(code)) {
        (Some(Operand::Input(0)), _) => true,
        (_, Some(at)) => {
            let instruction = &code.instructions[at];
            let mut operands = instruction.operands.clone();
            operands.sort_by_key(|operand| *operand != Operand::Input(0));
            instruction.opcode == Opcode::Add && operands == [Operand::Input(0), Operand::Input(1)]
        }
        _ => false,
    };
    let others = code.instructions.iter().enumerate().filter(|(at, _)| sum(code) != Some(*at));
    let mut words = others.flat_map(|(_, instruction)| &instruction.operands).chain(code.results.get(1));
    has_address && words.all(is_word)
}

/// The parameters of the function that is written of code.
pub(super) fn parameters(goal: &Goal, code: &Code) -> Vec<String> {
    let width = goal.emitted_width();
    let inputs = goal.inputs.iter().enumerate();
    let inputs = inputs.filter(|(at, _)| !(is_loaded(goal, *at)));
    let typed = inputs.map(|(at, input)| match at {
        0 => format!("ptr %{input}"),
        1 if sum(code).is_some() => format!("i64 %{input}"),
        _ => format!("i{width} %{input}"),
    });
    typed.collect()
}

/// Whether an input is the loaded word.
fn is_loaded(goal: &Goal, input: usize) -> bool {
    goal.access.is_some_and(Access::loads) && input + 1 == goal.inputs.len()
}

/// The address and the load in front of the words, a line each.
pub(super) fn prologue(goal: &Goal, code: &Code) -> Vec<String> {
    let mut lines = Vec::new();
    if sum(code).is_some() {
        lines.push(format!("%place = getelementptr i8, ptr %{}, i64 %{}", goal.inputs[0], goal.inputs[1]));
    }
    if goal.access.is_some_and(Access::loads) {
        lines.push(format!("%loaded = load i{}, ptr {}", goal.emitted_width(), place(goal, code)));
    }
    lines
}

/// The store of a word and the return, or the return of what was loaded.
pub(super) fn epilogue(goal: &Goal, code: &Code, word: &str) -> Vec<String> {
    let width = goal.emitted_width();
    match goal.access {
        Some(Access::Load) | None => vec![format!("ret i{width} {word}")],
        _ => vec![format!("store i{width} {word}, ptr {}", place(goal, code)), "ret void".to_owned()],
    }
}

fn place(goal: &Goal, code: &Code) -> String {
    format!("%{}", if sum(code).is_some() { "place" } else { goal.inputs[0].as_str() })
}

/// Whether an instruction is the address of code, which [`prologue`] has written.
pub(super) fn is_address(goal: &Goal, code: &Code, instruction: usize) -> bool {
    goal.access.is_some() && sum(code) == Some(instruction)
}

/// The word that optimised code stores or returns as an expression. None if its accesses are others than the
/// goal's.
pub(super) fn form_of_text(function: &str, goal: &Goal) -> Option<Form> {
    let mut words = String::new();
    let (mut loads, mut stores) = (0, 0);
    for line in function.lines().map(str::trim) {
        if line.contains(" = getelementptr ") {
            continue;
        } else if line.contains(" = load ") {
            loads += usize::from(line.starts_with("%loaded = load "));
        } else if let Some(stored) = line.strip_prefix("store ") {
            stores += 1;
            words += &format!("ret {}\n", stored.split(", ptr ").next()?);
        } else {
            words += &format!("{line}\n");
        }
    }
    let access = goal.access?;
    let is_same = loads == usize::from(access.loads()) && stores == usize::from(access != Access::Load);
    Form::of_text(&words, &goal.inputs).filter(|_| is_same)
}

/// The accesses of a goal as CAnDL atoms, and the variable of the word that it computes.
pub(super) fn frame(goal: &Goal, is_indexed: bool) -> (Vec<String>, &'static str) {
    let address = if is_indexed { "{place}".to_owned() } else { format!("{{{}}}", goal.inputs[0]) };
    let mut atoms = Vec::new();
    let loads = |value: &str| [format!("opcode{value} = load"), format!("{address} = {value}.args[0]")];
    if goal.access.is_some_and(|access| access != Access::Load) {
        atoms.extend(["opcode{r} = store".to_owned(), format!("{address} = {{r}}.args[1]")]);
    }
    let word = match goal.access {
        Some(Access::Load) => {
            atoms.extend(loads("{r}"));
            "{r}"
        }
        Some(Access::Store) => {
            atoms.push(format!("{{{}}} = {{r}}.args[0]", goal.inputs[goal.inputs.len() - 1]));
            "{r}"
        }
        _ => {
            atoms.extend(loads("{loaded}"));
            atoms.push(format!("no write from {{loaded}} to {{r}} may touch {address}"));
            atoms.push("{word} = {r}.args[0]".to_owned());
            "{word}"
        }
    };
    if is_indexed {
        atoms.push(format!("{address} ~ {{{}}} + {{{}}}", goal.inputs[0], goal.inputs[1]));
    }
    (atoms, word)
}

/// Whether code adds an index to its address.
pub(super) fn is_indexed(code: &Code) -> bool {
    sum(code).is_some()
}
