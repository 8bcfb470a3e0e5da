//! Patterns of a goal as files: LLVM IR, a CAnDL description, peephole rules.
//!
//! In: an outcome, and the forms that optimised code has. Out: text. A rule replaces each other spelling by
//! the shortest one; whether it holds is for the caller to prove.

use super::Outcome;
use super::code::{Code, Operand, Wide};
use super::constant::Constant;
use super::form::Form;
use super::goal::{Access, Goal};
use super::memory;
use super::operation::Sort;
use super::written::in_full;
use ir::Opcode;
use std::fmt::Write as _;

/// A way to write a goal in IR.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The pattern as an expression.
    pub text: String,
    /// The instructions.
    pub code: Code,
}

/// A form with the LLVMs that leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surviving {
    /// The form.
    pub form: Form,
    /// Major versions of the LLVMs whose `-O2` leaves it, where nothing else uses its parts.
    pub plain: Vec<u32>,
    /// The same where each part has other uses.
    pub shared: Vec<u32>,
}

/// The spellings of a goal that can be written, the shortest first.
pub fn spellings(outcome: &Outcome) -> Vec<Spelling> {
    let in_memory = outcome.goal.access.is_some();
    let mut all: Vec<Spelling> = Vec::new();
    for proven in &outcome.patterns {
        for code in &proven.codes {
            let is_written = if in_memory { memory::is_writable(code) } else { !code.is_empty() };
            if is_written && !all.iter().any(|known| known.code == *code) {
                all.push(Spelling { text: in_full(&outcome.goal, proven), code: code.clone() });
            }
        }
    }
    all.sort_by_key(|spelling| spelling.code.len());
    all
}

fn ty(wide: Wide, width: u32) -> String {
    format!("i{}", wide.bits(width))
}

/// A function of the goal's inputs that returns a spelling. With `shared`, each part is also handed to a
/// function.
pub fn function(name: &str, goal: &Goal, code: &Code, shared: bool) -> String {
    let width = goal.emitted_width();
    let in_memory = goal.access.is_some();
    let parameters: Vec<String> = match in_memory {
        true => memory::parameters(goal, code),
        false => goal.inputs.iter().map(|input| format!("i{width} %{input}")).collect(),
    };
    let returned = match (goal.access, goal.results[0]) {
        (Some(Access::Store | Access::Modify), _) => "void".to_owned(),
        (_, Sort::Word) => ty(Wide::Word, width),
        _ => ty(Wide::Truth, width),
    };
    let mut text = format!("define {returned} @{name}({}) {{\n", parameters.join(", "));
    if in_memory {
        memory::prologue(goal, code).iter().for_each(|line| text += &format!("  {line}\n"));
    }
    let operand = |operand: &Operand| match operand {
        Operand::Input(at) => format!("%{}", goal.inputs[*at]),
        Operand::Result(at) => format!("%t{at}"),
        Operand::Constant(constant) => {
            let bits = constant.bits(width);
            ((bits << (128 - width)) as i128 >> (128 - width)).to_string()
        }
        Operand::Double(constant) => constant.bits(width).to_string(),
        Operand::Always => "true".to_owned(),
    };
    for (at, instruction) in code.instructions.iter().enumerate() {
        if memory::is_address(goal, code, at) {
            continue;
        }
        let operands: Vec<String> = instruction.operands.iter().map(operand).collect();
        let (of, to) = (ty(instruction.of, width), ty(instruction.wide, width));
        let name = instruction.opcode.name();
        let right = match instruction.opcode {
            Opcode::ICmp => {
                let predicate = instruction.predicate.map(|p| format!("{p:?}").to_lowercase());
                format!("icmp {} {of} {}", predicate.unwrap_or_default(), operands.join(", "))
            }
            Opcode::Select => {
                format!("select i1 {}, {of} {}, {of} {}", operands[0], operands[1], operands[2])
            }
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc => format!("{name} {of} {} to {to}", operands[0]),
            _ => format!("{name} {of} {}", operands.join(", ")),
        };
        let _ = writeln!(text, "  %t{at} = {right}");
        if shared && at + 1 < code.instructions.len() {
            let _ = writeln!(text, "  call void @use.{to}({to} %t{at})");
        }
    }
    let result = code.results.last().map(operand).unwrap_or_default();
    match in_memory {
        true => memory::epilogue(goal, code, &result).iter().for_each(|line| text += &format!("  {line}\n")),
        false => text += &format!("  ret {returned} {result}\n"),
    }
    text + "}\n\n"
}

/// All spellings as functions `NAME.0`, `NAME.1`, …: a module to test descriptions on.
pub fn module(outcome: &Outcome, spellings: &[Spelling], shared: bool) -> String {
    let goal = &outcome.goal;
    let width = goal.emitted_width();
    let mut text = format!("; {}: {}\n\n", goal.name, goal.about);
    for (at, spelling) in spellings.iter().enumerate() {
        let _ = writeln!(text, "; {}", spelling.text);
        text += &function(&symbol(&goal.name, at), goal, &spelling.code, shared);
    }
    if shared {
        for bits in [1, width, 2 * width] {
            let _ = writeln!(text, "declare void @use.i{bits}(i{bits})");
        }
    }
    text
}

/// The name of a spelling's function, in quotes where IR wants them.
fn symbol(goal: &str, at: usize) -> String {
    let name = format!("{goal}.{at}");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    let begins_plain = !name.starts_with(|c: char| c.is_ascii_digit());
    if begins_plain && name.chars().all(is_plain) { name } else { format!("\"{name}\"") }
}

/// The functions of a module as text, by name.
pub fn functions(module: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for part in module.split("\ndefine ").skip(1) {
        let Some((_, rest)) = part.split_once('@') else { continue };
        let Some((name, rest)) = rest.split_once('(') else { continue };
        let body = rest.split("\n}").next().unwrap_or(rest);
        all.push((name.trim_matches('"').to_owned(), body.to_owned()));
    }
    all
}

/// The name of a specification: `uadd_sat` is `UaddSat`. A name that the language could not read gets a word
/// in front.
pub fn specification_name(goal: &str) -> String {
    let words = goal.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !KEYWORDS.contains(&name.as_str());
    if is_name { name } else { format!("Goal{name}") }
}

/// Words that begin or end a specification.
const KEYWORDS: [&str; 4] = ["Constraint", "Rewrite", "End", "Private"];

/// A description that finds all forms, if the language can write one of them, and the forms that it cannot.
pub fn candl(outcome: &Outcome, forms: &[Surviving], command: &str) -> (Option<String>, Vec<Form>) {
    let goal = &outcome.goal;
    let (width, is_open) = (goal.emitted_width(), goal.widths.len() > 1);
    let mut unwritten = Vec::new();
    let mut alternatives: Vec<(String, String)> = Vec::new();
    // A word that is only loaded or only stored is described by its access.
    for surviving in forms.iter().filter(|one| goal.access.is_none() || matches!(one.form, Form::Node(..))) {
        match surviving.form.candl(&goal.inputs, width, is_open) {
            Some(text) if alternatives.iter().any(|(known, _)| *known == text) => {}
            Some(text) => alternatives.push((text, tags(surviving))),
            None => unwritten.push(surviving.form.clone()),
        }
    }
    let (mut atoms, root) = match goal.access {
        Some(_) => memory::frame(goal, is_indexed(outcome)),
        None => (Vec::new(), "{r}"),
    };
    if alternatives.is_empty() && atoms.is_empty() {
        return (None, unwritten);
    }
    if !is_open {
        atoms.push(format!("data_type{{r}} = i{}", if goal.results[0] == Sort::Word { width } else { 1 }));
    }
    let mut text = format!("# {}, in every way to write it.\n# `{command}` makes this again.\n", goal.about);
    text += "# Behind each form are the LLVMs whose -O2 leaves it: as it is, and where its parts have other uses.\n";
    let about = if goal.is_function() { goal.about.clone() } else { with_variables(goal) };
    let _ = writeln!(text, "#\n# > {{r}}: {about}");
    let _ = writeln!(text, "Constraint {}", specification_name(&goal.name));
    for (at, atom) in atoms.iter().enumerate() {
        let open = if at == 0 { "(" } else { "∧" };
        let close = if at + 1 == atoms.len() && alternatives.is_empty() { ")" } else { "" };
        let _ = writeln!(text, "{open} {atom}{close}");
    }
    for (at, (pattern, tags)) in alternatives.iter().enumerate() {
        let open = match (at, atoms.is_empty()) {
            (0, true) => "(",
            (0, false) => "∧ (",
            _ => "∨",
        };
        let close = match (at + 1 == alternatives.len(), atoms.is_empty()) {
            (false, _) => "",
            (true, true) => ")",
            (true, false) => "))",
        };
        let _ = writeln!(text, "{open} {root} ~ {pattern}{close} # {tags}");
    }
    text += "End\n";
    (Some(text), unwritten)
}

/// Whether the spellings of a goal in memory add an index to its address, which they all do or none does.
fn is_indexed(outcome: &Outcome) -> bool {
    spellings(outcome).first().is_some_and(|first| memory::is_indexed(&first.code))
}

/// The form of optimised code of a goal.
pub fn form_of_text(function: &str, goal: &Goal) -> Option<Form> {
    match goal.access {
        Some(_) => memory::form_of_text(function, goal),
        None => Form::of_text(function, &goal.inputs),
    }
}

/// The definition in words, inputs as variables.
fn with_variables(goal: &Goal) -> String {
    let word = |word: &str| match goal.inputs.iter().any(|input| input == word) {
        true => format!("{{{word}}}"),
        false => word.to_owned(),
    };
    let parts = goal.about.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let split = |part: &str| match part.char_indices().next_back() {
        Some((at, last)) if !last.is_ascii_alphanumeric() => format!("{}{last}", word(&part[..at])),
        _ => word(part),
    };
    parts.map(split).collect()
}

fn tags(surviving: &Surviving) -> String {
    let list = |versions: &[u32]| versions.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    match (surviving.plain.as_slice(), surviving.shared.as_slice()) {
        ([], []) => "unoptimised only".to_owned(),
        ([], shared) => format!("other uses: {}", list(shared)),
        (plain, []) => list(plain),
        (plain, shared) => format!("{}; other uses: {}", list(plain), list(shared)),
    }
}

/// A rule that replaces one spelling by another. None if the language cannot say it: a target may not convert
/// widths that are open.
pub fn rule(name: &str, goal: &Goal, source: &Code, target: &Code) -> Option<String> {
    let width = (goal.widths.len() == 1).then(|| goal.emitted_width());
    let first = format!("%{}", goal.inputs.first()?);
    let is_cast =
        |code: &Code, at: usize| matches!(code.instructions[at].opcode, Opcode::ZExt | Opcode::SExt);
    let casts = |code: &Code| (0..code.len()).filter(|at| is_cast(code, *at)).collect::<Vec<_>>();
    let mut text = format!("Name: {name}\n");
    if width.is_none() {
        if !casts(target).is_empty() {
            return None;
        }
        let twice = casts(source).into_iter().map(|at| format!("width(%s{at}) == 2 * width({first})"));
        let twice: Vec<String> = twice.collect();
        if !twice.is_empty() {
            text += &format!("Pre: {}\n", twice.join(" && "));
        }
    }
    text += &side(goal, source, "s", width, width)?;
    text += "  =>\n";
    text += &side(goal, target, "t", None, width)?;
    Some(text)
}

/// The instructions of one side; `typed` is the width that operands are written with, `width` that of casts.
fn side(goal: &Goal, code: &Code, prefix: &str, typed: Option<u32>, width: Option<u32>) -> Option<String> {
    let first = format!("%{}", goal.inputs.first()?);
    let last = code.instructions.len().checked_sub(1)?;
    if code.results != [Operand::Result(last)] {
        return None;
    }
    let register = |at: usize| if at == last { "%r".to_owned() } else { format!("%{prefix}{at}") };
    let operand = |operand: &Operand| {
        Some(match operand {
            Operand::Input(at) => format!("%{}", goal.inputs[*at]),
            Operand::Result(at) => register(*at),
            Operand::Constant(constant) => constant.rule_text(&first),
            Operand::Double(Constant::Number(-1)) => format!("(1 << width({first})) - 1"),
            Operand::Double(constant @ (Constant::Width | Constant::WidthLess1)) => {
                constant.rule_text(&first)
            }
            Operand::Double(Constant::Number(number)) if *number >= 0 => number.to_string(),
            Operand::Double(_) | Operand::Always => return None,
        })
    };
    let mut text = String::new();
    for (at, instruction) in code.instructions.iter().enumerate() {
        let operands: Vec<String> = instruction.operands.iter().map(operand).collect::<Option<_>>()?;
        let ty = typed.map_or(String::new(), |width| format!("{} ", ty(instruction.of, width)));
        let right = match instruction.opcode {
            Opcode::ZExt | Opcode::SExt | Opcode::Trunc => {
                let to = width.map(|width| format!(" to {}", self::ty(instruction.wide, width)));
                format!("{} {ty}{}{}", instruction.opcode.name(), operands[0], to.unwrap_or_default())
            }
            Opcode::ICmp => {
                let predicate = instruction.predicate.map(|p| format!("{p:?}").to_lowercase());
                format!("icmp {} {ty}{}", predicate.unwrap_or_default(), operands.join(", "))
            }
            Opcode::Select => {
                format!("select {}, {ty}{}, {}", operands[0], operands[1], operands[2])
            }
            opcode => format!("{} {ty}{}", opcode.name(), operands.join(", ")),
        };
        let _ = writeln!(text, "{} = {right}", register(at));
    }
    Some(text)
}
