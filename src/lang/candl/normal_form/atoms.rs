//! Atoms about one instruction that together describe none of optimised code: an opcode with a constant
//! operand that LLVM or the normal form spells otherwise.
//!
//! ```text
//! ( opcode{r} = sub ∧ {c} = {r}.args[1] ∧ literal{c} = 5 )   =>   W0507: write `opcode{r} = add`, of -5
//! ```

use super::super::ast::{Argument, AtomSyntax, Formula, FormulaKind, Variable};
use super::super::atom_table::AtomKind;
use super::meaning::{KnownConstant, Meaning};
use text::diagnostic::{Code, Diagnostic};

/// The constants that a row is about.
#[derive(Clone, Copy)]
enum Constants {
    Any,
    PowersOfTwo,
    Number(i128),
}

impl Constants {
    fn has(self, constant: KnownConstant) -> bool {
        match self {
            Constants::Any => true,
            Constants::PowersOfTwo => constant.is_power_of_two(),
            Constants::Number(number) => constant.number() == Some(number),
        }
    }
}

/// Opcodes that are not found with a constant as that argument.
struct OperandRow {
    opcodes: &'static [&'static str],
    argument: &'static str,
    constants: Constants,
    /// The advice.
    instead: &'static str,
    /// Whether a rewrite finds it, which is matched before normalisation.
    is_found_by_rewrites: bool,
}

const fn row(
    opcodes: &'static [&'static str],
    argument: &'static str,
    constants: Constants,
    instead: &'static str,
) -> OperandRow {
    OperandRow { opcodes, argument, constants, instead, is_found_by_rewrites: false }
}

const FOLDED: &str = "the result is the other operand, and the instruction is folded";
const SECOND: &str = "a constant operand is the second one: `.args[1]`";

/// The rows; of several that match, the first applies.
const ROWS: &[OperandRow] = &[
    row(&["add", "or", "xor", "sub", "shl", "lshr", "ashr"], "1", Constants::Number(0), FOLDED),
    row(&["mul", "sdiv", "udiv"], "1", Constants::Number(1), FOLDED),
    row(&["and"], "1", Constants::Number(-1), FOLDED),
    row(&["sub", "fsub"], "1", Constants::Any, "a difference from a constant is a sum with the negative one"),
    row(&["udiv"], "1", Constants::PowersOfTwo, "an unsigned quotient by a power of two is a shift, `lshr`"),
    row(&["urem"], "1", Constants::PowersOfTwo, "an unsigned remainder by a power of two is a mask, `and`"),
    OperandRow {
        is_found_by_rewrites: true,
        ..row(&["shl"], "1", Constants::Any, "a shift by a constant is a product, `mul`")
    },
    row(&["add", "mul", "and", "or", "xor", "fadd", "fmul", "icmp", "fcmp"], "0", Constants::Any, SECOND),
];

/// The warnings about the atoms of a conjunction, with those of conjunctions in it.
pub(super) fn about(parts: &[Formula], meaning: &Meaning, is_rewrite: bool) -> Vec<Diagnostic> {
    let mut atoms = Vec::new();
    collect(parts, &mut atoms);
    let mut found = Vec::new();
    for (atom, formula) in &atoms {
        let Some((instruction, opcode)) = opcode(atom) else { continue };
        let row = atoms.iter().filter_map(|(other, _)| argument(other, instruction)).find_map(
            |(variable, number)| {
                let constant = meaning.constant(variable)?;
                ROWS.iter().find(|row| {
                    row.opcodes.contains(&opcode)
                        && row.argument == number
                        && row.constants.has(constant)
                        && !(is_rewrite && row.is_found_by_rewrites)
                })
            },
        );
        if let Some(OperandRow { argument, instead, .. }) = row {
            let message = format!(
                "`{opcode}` with such a constant as operand {argument} is hardly ever found: optimised code spells \
                 it otherwise"
            );
            found.push(Diagnostic::new(Code::NotInNormalForm, formula.span, message).help(*instead));
        }
    }
    found
}

fn collect<'f>(parts: &'f [Formula], atoms: &mut Vec<(&'f AtomSyntax, &'f Formula)>) {
    for part in parts {
        match &part.kind {
            FormulaKind::And(parts) => collect(parts, atoms),
            FormulaKind::Atom(atom) if !atom.negated => atoms.push((atom, part)),
            _ => {}
        }
    }
}

/// The instruction and the opcode that an atom states.
fn opcode(atom: &AtomSyntax) -> Option<(&Variable, &str)> {
    match (atom.kind, atom.arguments.as_slice()) {
        (AtomKind::Opcode, [Argument::Variable(of), Argument::Symbol(word)]) => Some((of, &word.text)),
        _ => None,
    }
}

/// The argument of an instruction that an atom states: the variable, and the number as written.
fn argument<'a>(atom: &'a AtomSyntax, instruction: &Variable) -> Option<(&'a Variable, String)> {
    if atom.kind != AtomKind::ArgNumber {
        return None;
    }
    let number = atom.arguments.iter().find_map(|argument| match argument {
        Argument::Index(index) => Some(index.text()),
        _ => None,
    })?;
    let mut variables = atom.variables();
    let (value, of) = (variables.next()?, variables.next()?);
    (of.text() == instruction.text()).then_some((value, number))
}
