//! Expressions of LLVM instructions: how a pattern is spelt in IR, before optimisation and after.
//!
//! In: code of a pattern, or the text of a function without branches as any `opt` prints it. Out: [`Form`], a
//! tree without flags, which can be written as a CAnDL pattern. The text is read instead of a module, since
//! one build of idiom reads the IR of no later LLVM.

use super::code::{Code, Operand};
use ir::{IntPredicate, Opcode};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// An input of the goal, by position.
    Input(usize),
    /// A number, signed.
    Number(i128),
    /// An instruction or intrinsic with its operands: `add`, `icmp ult`, `umin`.
    Node(String, Vec<Form>),
}

/// The deepest expression that is read.
const DEEPEST: usize = 24;

/// The most nodes of an expression, shared values counted at each use.
const LARGEST: usize = 64;

impl Form {
    /// The expression of a result of code at a width.
    pub fn of_code(code: &Code, result: usize, width: u32) -> Option<Form> {
        let mut forms: Vec<Form> = Vec::new();
        for instruction in &code.instructions {
            let operands = instruction.operands.iter().map(|operand| of_operand(*operand, &forms, width));
            let name = match (instruction.opcode, instruction.predicate) {
                (Opcode::ICmp, Some(predicate)) => format!("icmp {}", predicate_name(predicate)),
                (opcode, _) => opcode.name().to_owned(),
            };
            forms.push(node(name, operands.collect()));
        }
        let form = of_operand(*code.results.get(result)?, &forms, width);
        (form.size() <= LARGEST).then_some(form)
    }

    /// The expression that a function returns. `inputs` are its parameters. None for what is no straight line
    /// of integer instructions.
    pub fn of_text(function: &str, inputs: &[String]) -> Option<Form> {
        let mut named: Vec<(String, Form)> =
            inputs.iter().enumerate().map(|(at, name)| (format!("%{name}"), Form::Input(at))).collect();
        for line in function.lines().map(str::trim) {
            let line = line.split(", !").next().unwrap_or(line);
            if let Some(returned) = line.strip_prefix("ret ") {
                return value(returned.split_whitespace().last()?, &named);
            }
            if let Some((name, instruction)) = line.split_once(" = ") {
                let form = instruction_form(instruction, &named)?;
                if form.size() > LARGEST || form.depth() > DEEPEST {
                    return None;
                }
                named.push((name.to_owned(), form));
            }
        }
        None
    }

    fn size(&self) -> usize {
        match self {
            Form::Node(_, operands) => 1 + operands.iter().map(Form::size).sum::<usize>(),
            _ => 1,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Form::Node(_, operands) => 1 + operands.iter().map(Form::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The expression as a CAnDL pattern over the names of the inputs, for words of a width that is open or
    /// fixed. None if the language cannot say it.
    pub fn candl(&self, inputs: &[String], width: u32, is_open: bool) -> Option<String> {
        Writer { inputs, width, is_open }.write(self).map(|(text, _)| text)
    }
}

/// Puts an instruction into its canonical form: constants to the right, a sum with a negative number as a
/// difference.
fn node(name: String, mut operands: Vec<Form>) -> Form {
    let commutes = matches!(
        name.as_str(),
        "add"
            | "mul"
            | "and"
            | "or"
            | "xor"
            | "icmp eq"
            | "icmp ne"
            | "umin"
            | "umax"
            | "smin"
            | "smax"
            | "uadd.sat"
    );
    if commutes {
        operands.sort_by_key(|operand| (matches!(operand, Form::Number(_)), operand.clone()));
    }
    if name == "add"
        && let [_, Form::Number(number)] = operands.as_mut_slice()
        && *number < 0
        && *number > i128::MIN
    {
        *number = -*number;
        return Form::Node("sub".to_owned(), operands);
    }
    Form::Node(name, operands)
}

fn of_operand(operand: Operand, forms: &[Form], width: u32) -> Form {
    match operand {
        Operand::Input(at) => Form::Input(at),
        Operand::Result(at) => forms[at].clone(),
        Operand::Constant(constant) => {
            let bits = constant.bits(width);
            Form::Number((bits << (128 - width)) as i128 >> (128 - width))
        }
        Operand::Double(constant) => Form::Number(constant.bits(width) as i128),
        Operand::Always => Form::Number(1),
    }
}

fn predicate_name(predicate: IntPredicate) -> String {
    format!("{predicate:?}").to_lowercase()
}

/// The value of `%name` or of a number.
fn value(text: &str, named: &[(String, Form)]) -> Option<Form> {
    match text {
        "true" => Some(Form::Number(1)),
        "false" => Some(Form::Number(0)),
        _ => named
            .iter()
            .find(|(name, _)| name == text)
            .map(|(_, form)| form.clone())
            .or_else(|| text.parse().ok().map(Form::Number)),
    }
}

/// Reads the right side of `%a = …`.
fn instruction_form(text: &str, named: &[(String, Form)]) -> Option<Form> {
    let text = text.strip_prefix("tail ").unwrap_or(text);
    if let Some(call) = text.strip_prefix("call ") {
        let (_, callee) = call.split_once("@llvm.")?;
        let (name, arguments) = callee.split_once('(')?;
        let (name, _) = name.rsplit_once('.')?;
        let arguments = arguments.rsplit_once(')')?.0;
        let operands = arguments.split(", ").map(|one| value(one.split_whitespace().last()?, named));
        return Some(node(name.to_owned(), operands.collect::<Option<_>>()?));
    }
    let mut words = text.split_whitespace().peekable();
    let mut name = words.next()?.to_owned();
    let flags = ["nuw", "nsw", "exact", "disjoint", "nneg", "samesign"];
    let mut rest: Vec<&str> = words.filter(|word| !flags.contains(word)).collect();
    if name == "icmp" {
        name = format!("icmp {}", rest.remove(0));
    }
    if matches!(name.as_str(), "zext" | "sext" | "trunc") {
        return Some(node(name, vec![value(rest.get(1)?, named)?]));
    }
    let operands = rest.join(" ");
    let operands = operands.split(", ").map(|one| value(one.split_whitespace().last()?, named));
    Some(node(name, operands.collect::<Option<_>>()?))
}

struct Writer<'a> {
    inputs: &'a [String],
    width: u32,
    is_open: bool,
}

impl Writer<'_> {
    /// The text, and whether it needs no parentheses.
    fn write(&self, form: &Form) -> Option<(String, bool)> {
        match form {
            Form::Input(at) => Some((format!("{{{}}}", self.inputs.get(*at)?), true)),
            Form::Number(number) => self.number(*number).map(|text| (text, true)),
            Form::Node(name, operands) => self.node(name, operands),
        }
    }

    /// A number; one that depends on the width as a term of it.
    fn number(&self, number: i128) -> Option<String> {
        let width = i128::from(self.width);
        let first = self.inputs.first()?;
        match number {
            _ if !self.is_open => Some(number.to_string()),
            _ if number == width => Some(format!("width{{{first}}}")),
            _ if number == width - 1 => Some(format!("(width{{{first}}} - 1)")),
            -2..=7 => Some(number.to_string()),
            _ => None,
        }
    }

    fn inside(&self, form: &Form) -> Option<String> {
        let (text, is_atom) = self.write(form)?;
        Some(if is_atom { text } else { format!("({text})") })
    }

    fn node(&self, name: &str, operands: &[Form]) -> Option<(String, bool)> {
        let is_sum = matches!(name, "add" | "sub");
        let all = operands.iter().map(|operand| match operand {
            // The language takes a sum with a negative part for a difference, which the code is not.
            Form::Node(inner, parts) if is_sum && inner == "sub" && parts[0] == Form::Number(0) => {
                Some(format!("(0 - {})", self.inside(&parts[1])?))
            }
            _ => self.inside(operand),
        });
        let all: Vec<String> = all.collect::<Option<_>>()?;
        let call =
            |name: &str, count: usize| Some((format!("{name}({})", all.get(..count)?.join(", ")), true));
        let infix = |symbol: &str| match all.as_slice() {
            [a, b] => Some((format!("{a} {symbol} {b}"), false)),
            _ => None,
        };
        match (name, operands) {
            ("sub", [Form::Number(0), _]) => Some((format!("-{}", all[1]), true)),
            ("xor", [_, Form::Number(-1)]) => Some((format!("~{}", all[0]), true)),
            ("fshl", [a, b, _]) if a == b => Some((format!("rotl({}, {})", all[0], all[2]), true)),
            ("fshr", [a, b, _]) if a == b => Some((format!("rotr({}, {})", all[0], all[2]), true)),
            ("add", _) => infix("+"),
            ("sub", _) => infix("-"),
            ("mul", _) => infix("*"),
            ("and", _) => infix("&"),
            ("or", _) => infix("|"),
            ("xor", _) => infix("^"),
            ("shl", _) => infix("<<"),
            ("lshr", _) => infix(">>u"),
            ("ashr", _) => infix(">>s"),
            ("icmp eq", _) => infix("=="),
            ("icmp ne", _) => infix("!="),
            ("icmp ult", _) => infix("<u"),
            ("icmp ule", _) => infix("<=u"),
            ("icmp ugt", _) => infix(">u"),
            ("icmp uge", _) => infix(">=u"),
            ("icmp slt", _) => infix("<s"),
            ("icmp sle", _) => infix("<=s"),
            ("icmp sgt", _) => infix(">s"),
            ("icmp sge", _) => infix(">=s"),
            ("select", [_, _, _]) => Some((format!("{} ? {} : {}", all[0], all[1], all[2]), false)),
            ("umin", _) => call("minu", 2),
            ("umax", _) => call("maxu", 2),
            ("smin", _) => call("mins", 2),
            ("smax", _) => call("maxs", 2),
            ("abs", _) => call("abs", 1),
            ("ctpop", _) => call("popcount", 1),
            ("ctlz", _) => call("clz", 1),
            ("cttz", _) => call("ctz", 1),
            ("uadd.sat" | "sadd.sat" | "usub.sat" | "ssub.sat", _) => call(name, 2),
            ("zext" | "sext" | "trunc", _) => call(name, 1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let inputs = ["x".to_owned(), "y".to_owned()];
        let form = Form::of_text(text, &inputs);
        let written = form.and_then(|form| form.candl(&inputs, 32, true));
        assert_eq!(written.as_deref(), expected, "{text}");
    }

    #[test]
    fn text_of_any_llvm() {
        check("%1 = add i32 %x, -1\n%2 = and i32 %1, %x\nret i32 %2", Some("{x} & ({x} - 1)"));
        check("%n = sub nsw i32 0, %y\n%r = or disjoint i32 %n, %x\nret i32 %r", Some("{x} | -{y}"));
        check("%b = icmp samesign ult i32 %x, 7\nret i1 %b", Some("{x} <u 7"));
        check(
            "%r = tail call noundef i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 31), !range !0\nret i32 %r",
            Some("rotl({x}, (width{x} - 1))"),
        );
        check(
            "%c = icmp slt i32 %x, 0\n%s = select i1 %c, i32 %y, i32 %x\nret i32 %s",
            Some("({x} <s 0) ? {y} : {x}"),
        );
        check("%r = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %y)\nret i32 %r", Some("uadd.sat({x}, {y})"));
        // Another width's sign bit; memory; a value that is unknown.
        check("%r = xor i32 %x, -2147483648\nret i32 %r", None);
        check("%r = load i32, ptr %y\nret i32 %r", None);
        check("ret i32 %z", None);
    }
}
