//! Facts of a conjunction about the variables of a pattern: constants, kinds of numbers, conditions.

use super::super::ast::{Argument, AtomSyntax, Formula, FormulaKind, Variable};
use super::super::atom_table::AtomKind;
use super::super::number::decimal;
use super::super::pattern::fold::whole;
use super::super::pattern::tree::{Comparator, Comparison, Expression, ExpressionKind};
use rustc_hash::FxHashMap;

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Integer,
    Float,
    Pointer,
}

/// A variable that is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownConstant {
    /// A constant of unknown value.
    Some,
    /// An unspecified power of two.
    PowerOfTwo,
    /// This number.
    Number(i128),
}

impl KnownConstant {
    pub(super) fn is_power_of_two(self) -> bool {
        match self {
            KnownConstant::Some => false,
            KnownConstant::PowerOfTwo => true,
            KnownConstant::Number(number) => number > 1 && number & (number - 1) == 0,
        }
    }

    pub(super) fn number(self) -> Option<i128> {
        match self {
            KnownConstant::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// The floating-point types; the class `float` has the name of one.
const FLOATS: [&str; 7] = ["float", "double", "half", "bfloat", "fp128", "x86_fp80", "ppc_fp128"];

/// The facts known about variables, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Meaning {
    constants: FxHashMap<String, KnownConstant>,
    /// The variables that must be literals in the code.
    in_code: Vec<String>,
    kinds: FxHashMap<String, NumberKind>,
    /// The variables that are not numeric; constant ones are addresses.
    symbolic: Vec<String>,
    /// The variables that are numbers of more than one bit.
    numbers: Vec<String>,
    /// The expressions that describe variables, by name.
    described: FxHashMap<String, Expression>,
}

impl Meaning {
    pub(super) fn constant(&self, variable: &Variable) -> Option<KnownConstant> {
        let name = variable.text();
        self.constants.get(&name).copied().filter(|_| !self.symbolic.contains(&name))
    }

    pub(super) fn is_in_code(&self, variable: &Variable) -> bool {
        self.in_code.contains(&variable.text())
    }

    pub(super) fn kind_of(&self, variable: &Variable) -> Option<NumberKind> {
        self.kinds.get(&variable.text()).copied()
    }

    pub(super) fn is_no_truth(&self, variable: &Variable) -> bool {
        self.numbers.contains(&variable.text())
    }

    pub(super) fn described(&self, variable: &Variable) -> Option<&Expression> {
        self.described.get(&variable.text())
    }

    /// Records the facts of a part of a conjunction.
    pub(super) fn learn(&mut self, part: &Formula) {
        match &part.kind {
            FormulaKind::And(parts) => parts.iter().for_each(|part| self.learn(part)),
            FormulaKind::Atom(atom) if !atom.negated => self.atom(atom),
            FormulaKind::Comparison(comparison) => self.comparison(comparison),
            FormulaKind::Pattern(pattern) if !pattern.negated && pattern.update.is_none() => {
                let expression = pattern.expression.with_numbers(&|_| None);
                if let Some(number) = whole(&expression) {
                    self.is_constant(pattern.root.text(), KnownConstant::Number(number));
                }
                self.described.insert(pattern.root.text(), expression);
            }
            _ => {}
        }
    }

    fn is_constant(&mut self, name: String, constant: KnownConstant) {
        let known = self.constants.entry(name).or_insert(constant);
        if *known == KnownConstant::Some || matches!(constant, KnownConstant::Number(_)) {
            *known = constant;
        }
    }

    fn atom(&mut self, atom: &AtomSyntax) {
        let Some(name) = atom.variables().next().map(Variable::text) else { return };
        let words: Vec<&str> = atom
            .arguments
            .iter()
            .flat_map(|argument| match argument {
                Argument::Symbol(word) => vec![word],
                Argument::Words(words) => words.iter().collect(),
                _ => Vec::new(),
            })
            .map(|word| word.text.as_str())
            .collect();
        let all = |among: &dyn Fn(&str) -> bool| !words.is_empty() && words.iter().all(|word| among(word));
        match atom.kind {
            AtomKind::IrType if all(&|word| matches!(word, "literal" | "constant")) => {
                self.in_code.push(name.clone());
                self.is_constant(name, KnownConstant::Some);
            }
            AtomKind::NotNumericConstant => self.symbolic.push(name),
            AtomKind::IntegerZero | AtomKind::FloatZero => self.is_constant(name, KnownConstant::Number(0)),
            AtomKind::Literal => {
                let number = words.first().and_then(|word| decimal(word).parse().ok());
                self.is_constant(name, number.map_or(KnownConstant::Some, KnownConstant::Number));
            }
            AtomKind::DataType => {
                let is_integer = |word: &str| {
                    word == "integer" || word.strip_prefix('i').is_some_and(|w| w.parse::<u32>().is_ok())
                };
                if all(&|word| FLOATS.contains(&word)) {
                    self.kinds.insert(name, NumberKind::Float);
                } else if all(&|word| matches!(word, "pointer" | "ptr")) {
                    self.kinds.insert(name, NumberKind::Pointer);
                } else if all(&is_integer) {
                    if all(&|word| word != "integer" && word != "i1") {
                        self.numbers.push(name.clone());
                    }
                    self.kinds.insert(name, NumberKind::Integer);
                }
            }
            _ => {}
        }
    }

    /// Records a comparison of a constant with a number.
    fn comparison(&mut self, comparison: &Comparison) {
        let [left, right] = comparison.sides().map(|side| side.with_numbers(&|_| None));
        for (side, other) in [(&left, &right), (&right, &left)] {
            side.each_literal(&mut |variable| self.is_constant(variable.text(), KnownConstant::Some));
            let ExpressionKind::Literal(variable) = &side.kind else { continue };
            if comparison.comparator != Comparator::Equal {
                continue;
            }
            let constant = match (&other.kind, other.constant()) {
                (_, Some(number)) => KnownConstant::Number(number.into()),
                (ExpressionKind::Power(_), None) => KnownConstant::PowerOfTwo,
                _ => continue,
            };
            self.is_constant(variable.text(), constant);
        }
    }
}
