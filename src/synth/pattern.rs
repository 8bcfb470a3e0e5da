//! A pattern: a straight-line program over the inputs of a goal, in which steps share what they use.

use super::operation::{Kind, Op};

/// A value of a pattern: the inputs first, then the results of the steps.
pub type Slot = u8;

/// An operation applied to earlier values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The operation.
    pub op: Op,
    /// Its operands; those beyond its number are 0.
    pub operands: [Slot; 3],
}

impl Step {
    /// The operands that the operation has.
    pub fn operands(&self) -> &[Slot] {
        &self.operands[..self.op.kind().row().operands.len()]
    }
}

/// A program that computes what a goal wants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    /// The number of inputs.
    pub inputs: usize,
    /// The steps, each after those it uses.
    pub steps: Vec<Step>,
    /// The values of the goal's results.
    pub results: Vec<Slot>,
}

impl Pattern {
    /// The result `at` as an expression over the names of the inputs. It is the same text for programs that
    /// differ in the order of steps and in the order of operands of commutative operations alone.
    pub fn text(&self, at: usize, names: &[String]) -> String {
        let mut texts: Vec<Written> =
            names[..self.inputs].iter().map(|name| Written::leaf(name, 0)).collect();
        for step in &self.steps {
            let operands: Vec<&Written> =
                step.operands().iter().map(|slot| &texts[usize::from(*slot)]).collect();
            texts.push(written(step.op, &operands));
        }
        texts[usize::from(self.results[at])].text.clone()
    }

    /// The steps that a result is computed by.
    pub fn needed(&self, result: Slot) -> Vec<bool> {
        let mut needed = vec![false; self.inputs + self.steps.len()];
        needed[usize::from(result)] = true;
        for (at, step) in self.steps.iter().enumerate().rev() {
            if needed[self.inputs + at] {
                step.operands().iter().for_each(|slot| needed[usize::from(*slot)] = true);
            }
        }
        needed
    }

    /// How many steps, or results, use a value.
    pub fn uses(&self, slot: Slot) -> usize {
        let of_steps = self.steps.iter().flat_map(Step::operands).filter(|used| **used == slot).count();
        of_steps + self.results.iter().filter(|result| **result == slot).count()
    }
}

/// A written expression, with what its place in a larger one depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Written {
    /// Inputs before expressions before constants.
    rank: u8,
    text: String,
    is_atom: bool,
}

impl Written {
    fn leaf(text: &str, rank: u8) -> Written {
        Written { rank, text: text.to_owned(), is_atom: true }
    }

    fn inside(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

fn written(op: Op, operands: &[&Written]) -> Written {
    if let Op::Const(constant) = op {
        return Written::leaf(&constant.to_string(), 2);
    }
    let mut parts: Vec<&Written> = operands.to_vec();
    if op.commutes() {
        parts.sort();
    }
    let whole = parts.first().map_or("", |part| part.text.as_str());
    let inside: Vec<String> = parts.iter().map(|part| part.inside()).collect();
    let symbol = match op {
        Op::Compare(predicate) => comparison_symbol(predicate),
        _ => op.kind().row().symbol,
    };
    let text = match (op.kind(), inside.as_slice()) {
        // `-1` is a constant.
        (Kind::Minus, [a]) if a.starts_with(|first: char| first.is_ascii_digit()) => format!("-({a})"),
        (Kind::MulHighUnsigned, [a, b]) => format!("mulhu({a}, {b})"),
        (Kind::MulHighSigned, [a, b]) => format!("mulhs({a}, {b})"),
        (Kind::Low | Kind::High, _) => format!("{symbol}({whole})"),
        (Kind::Mux, [c, a, b]) => format!("{c} ? {a} : {b}"),
        (_, [a]) => format!("{symbol}{a}"),
        (_, [a, b]) => format!("{a} {symbol} {b}"),
        _ => symbol.to_owned(),
    };
    let is_call = matches!(op.kind(), Kind::MulHighUnsigned | Kind::MulHighSigned | Kind::Low | Kind::High);
    let is_atom = is_call || matches!(op.kind(), Kind::Not | Kind::Minus);
    Written { rank: 1, text, is_atom }
}

fn comparison_symbol(predicate: ir::IntPredicate) -> &'static str {
    use ir::IntPredicate::{Eq, Ne, Sle, Slt, Ule, Ult};
    match predicate {
        Eq => "==",
        Ne => "!=",
        Ult => "<u",
        Ule => "<=u",
        Slt => "<s",
        Sle => "<=s",
        _ => "?",
    }
}
