//! Expressions over the symbols of a rule: their values, their text, and a search by growing size.
//!
//! In: a number of the target, 7, where the source has `C1 = 3`. Out: `(1 << C1) - 1`, `C1 + 4`, …: every
//! expression whose value in the instance is 7, smallest first. Two expressions that agree at all sampled
//! points are one, of which the smaller is kept.

use super::super::ast::{BinaryOperator, UnaryOperator};
use super::super::vocabulary::Function;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Values for the symbols of a rule at some widths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Point {
    /// The width of each class.
    pub(super) widths: Rc<[u32]>,
    /// The value of each symbol.
    pub(super) symbols: Vec<u128>,
}

/// An expression of constants, whose class its context gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SymbolicNumber {
    /// A symbol, by its index.
    Symbol(usize),
    /// A number.
    Literal(i128),
    /// The width of a class.
    Width(usize),
    /// `~`, `-`
    Unary(UnaryOperator, Rc<SymbolicNumber>),
    /// Arithmetic.
    Binary(BinaryOperator, Rc<SymbolicNumber>, Rc<SymbolicNumber>),
    /// A function of one number of a class.
    Call(Function, usize, Rc<SymbolicNumber>),
}

use SymbolicNumber as Expr;

pub(super) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

pub(super) fn signed(bits: u128, width: u32) -> i128 {
    (bits << (128 - width)) as i128 >> (128 - width)
}

impl SymbolicNumber {
    /// The value at a point in a class; `None` where a number does not fit the width.
    pub(super) fn value(&self, class: usize, point: &Point) -> Option<u128> {
        let width = point.widths[class];
        Some(match self {
            Expr::Symbol(at) => point.symbols[*at],
            Expr::Literal(number) => literal(*number, width)?,
            Expr::Width(of) => u128::from(point.widths[*of]) & mask(width),
            Expr::Unary(operator, a) => unary(*operator, a.value(class, point)?, width),
            Expr::Binary(operator, a, b) => {
                binary(*operator, a.value(class, point)?, b.value(class, point)?, width)
            }
            Expr::Call(function, from, a) => {
                call(*function, a.value(*from, point)?, point.widths[*from], width)?
            }
        })
    }

    /// The number of symbols, numbers and operators; a number other than 0, 1 and -1 counts for two.
    pub(super) fn size(&self) -> u32 {
        match self {
            Expr::Symbol(_) | Expr::Width(_) => 1,
            Expr::Literal(number) => 1 + u32::from(!(-1..=1).contains(number)),
            Expr::Unary(_, a) => 1 + a.size(),
            Expr::Call(function, _, a) => {
                let counts = matches!(function, Function::LeadingZeros | Function::TrailingZeros);
                1 + u32::from(counts) + a.size()
            }
            Expr::Binary(_, a, b) => 1 + a.size() + b.size(),
        }
    }

    /// The text, with parentheses around every operation.
    pub(super) fn text(&self, names: &Names) -> String {
        match self {
            Expr::Symbol(at) => names.symbols[*at].clone(),
            Expr::Literal(number) => number.to_string(),
            Expr::Width(class) => format!("width({})", names.classes[*class]),
            Expr::Unary(operator, a) => format!("{}({})", operator.symbol(), a.text(names)),
            Expr::Binary(operator, a, b) => {
                format!("({} {} {})", a.text(names), operator.spelling().0, b.text(names))
            }
            Expr::Call(function, _, a) => format!("{}({})", function.name(), a.text(names)),
        }
    }

    /// Whether the symbol occurs.
    pub(super) fn has_symbol(&self, symbol: usize) -> bool {
        match self {
            Expr::Symbol(at) => *at == symbol,
            Expr::Literal(_) | Expr::Width(_) => false,
            Expr::Unary(_, a) | Expr::Call(_, _, a) => a.has_symbol(symbol),
            Expr::Binary(_, a, b) => a.has_symbol(symbol) || b.has_symbol(symbol),
        }
    }
}

/// The names for the text of expressions.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The text of each symbol: a name, or the number that it is.
    pub(super) symbols: Vec<String>,
    /// A register of each class.
    pub(super) classes: Vec<String>,
}

/// The bits of a number, if it fits the width.
pub(super) fn literal(number: i128, width: u32) -> Option<u128> {
    let needed = super::super::resolve::bits(number < 0, number.unsigned_abs());
    (needed <= width).then(|| number as u128 & mask(width))
}

fn unary(operator: UnaryOperator, a: u128, width: u32) -> u128 {
    let bits = match operator {
        UnaryOperator::Not => !a,
        UnaryOperator::Neg => a.wrapping_neg(),
    };
    bits & mask(width)
}

fn binary(operator: BinaryOperator, a: u128, b: u128, width: u32) -> u128 {
    crate::semantics::folded(super::super::constants::arithmetic(operator), a, b, width)
}

/// The value of a function; `None` if it is none of one number.
fn call(function: Function, a: u128, from: u32, to: u32) -> Option<u128> {
    let zeros = a.leading_zeros() - (128 - from);
    let count = match function {
        Function::Log2 => (from - zeros).saturating_sub(1),
        Function::LeadingZeros => zeros,
        Function::TrailingZeros => a.trailing_zeros().min(from),
        Function::ZExt | Function::Trunc => return Some(a & mask(to)),
        Function::SExt => return Some(signed(a, from) as u128 & mask(to)),
        Function::Abs => return Some(signed(a, from).unsigned_abs() & mask(to)),
        _ => return None,
    };
    Some(u128::from(count) & mask(to))
}

/// The operators in the order in which they are tried.
const OPERATORS: &[BinaryOperator] = &[
    BinaryOperator::Add,
    BinaryOperator::Sub,
    BinaryOperator::And,
    BinaryOperator::Or,
    BinaryOperator::Xor,
    BinaryOperator::Shl,
    BinaryOperator::LShr,
    BinaryOperator::AShr,
    BinaryOperator::Mul,
    BinaryOperator::UDiv,
    BinaryOperator::SDiv,
    BinaryOperator::URem,
];

/// The greatest number of expressions of one class that a search keeps.
const MOST_EXPRESSIONS: usize = 9_000;

/// The greatest number of expressions that are combined on both sides of an operator.
const MOST_COMBINED: usize = 70;

/// A value that no number has: a number did not fit.
const NO_VALUE: u128 = u128::MAX;

/// The search for expressions of one class.
pub(super) struct ExpressionSearch<'a> {
    class: usize,
    /// The points at which expressions are compared; the first one is the instance.
    points: &'a [Point],
    /// The class of each symbol.
    classes: &'a [usize],
    known: FxHashSet<Vec<u128>>,
    found: Vec<(Expr, Vec<u128>)>,
    /// Numbers beside 0, 1 and -1.
    literals: &'a [i128],
    /// The greatest number of expressions.
    most: usize,
}

impl<'a> ExpressionSearch<'a> {
    /// All expressions of a class of up to some three operators, smallest first, that differ at the points.
    /// `without` is a symbol that they do not have.
    pub(super) fn run(
        class: usize,
        points: &'a [Point],
        classes: &'a [usize],
        literals: &'a [i128],
        without: Option<usize>,
    ) -> Vec<(SymbolicNumber, Vec<u128>)> {
        let mut search = ExpressionSearch {
            class,
            points,
            classes,
            known: FxHashSet::default(),
            found: Vec::new(),
            literals,
            most: MOST_EXPRESSIONS / 2,
        };
        search.leaves(without);
        let leaves = search.found.len();
        search.unaries(0..leaves);
        let small = search.found.len();
        search.binaries(0..small, 0..small);
        let second = search.found.len();
        let limit = second.min(small + 6 * MOST_COMBINED);
        search.unaries(small..limit);
        search.binaries(small..limit, 0..leaves);
        search.binaries(0..leaves, small..limit);
        let limit = second.min(small + MOST_COMBINED);
        search.binaries(small..limit, small..limit);
        // Counts of bits agree with much else by chance, so they come last.
        search.most += MOST_EXPRESSIONS / 2;
        let first = search.found.len();
        search.counts(without);
        let last = search.found.len();
        search.unaries(first..last);
        let last = search.found.len();
        search.binaries(first..last, 0..small);
        search.binaries(0..small, first..last);
        search.binaries(first..last, first..last);
        let mut found = search.found;
        found.sort_by_key(|(expression, _)| expression.size());
        found
    }

    fn add(&mut self, expression: Expr, values: Vec<u128>) {
        if self.found.len() < self.most && values[0] != NO_VALUE && self.known.insert(values.clone()) {
            self.found.push((expression, values));
        }
    }

    fn evaluated(&mut self, expression: Expr) {
        let value = |point: &Point| expression.value(self.class, point).unwrap_or(NO_VALUE);
        let values = self.points.iter().map(value).collect();
        self.add(expression, values);
    }

    fn leaves(&mut self, without: Option<usize>) {
        let (classes, class) = (self.classes, self.class);
        let symbols = || (0..classes.len()).filter(move |symbol| Some(*symbol) != without);
        for symbol in symbols().filter(|symbol| classes[*symbol] == class) {
            self.evaluated(Expr::Symbol(symbol));
        }
        for number in [0, 1, -1] {
            self.evaluated(Expr::Literal(number));
        }
        for symbol in symbols().filter(|symbol| classes[*symbol] != class) {
            let from = classes[symbol];
            let is = |narrower: bool| {
                self.points.iter().all(|point| match narrower {
                    true => point.widths[from] < point.widths[self.class],
                    false => point.widths[from] > point.widths[self.class],
                })
            };
            let functions: &[Function] = match (is(true), is(false)) {
                (true, _) => &[Function::ZExt, Function::SExt],
                (_, true) => &[Function::Trunc],
                _ => &[],
            };
            for function in functions {
                self.evaluated(Expr::Call(*function, from, Rc::new(Expr::Symbol(symbol))));
            }
        }
        for class in 0..self.points[0].widths.len() {
            if self.points[0].widths[class] > 1 {
                self.evaluated(Expr::Width(class));
            }
        }
        for number in self.literals {
            self.evaluated(Expr::Literal(*number));
        }
    }

    /// Numbers of bits of symbols, and of their neighbours.
    fn counts(&mut self, without: Option<usize>) {
        let classes = self.classes;
        let symbols = || (0..classes.len()).filter(move |symbol| Some(*symbol) != without);
        for symbol in symbols() {
            for function in [Function::Log2, Function::TrailingZeros, Function::LeadingZeros] {
                self.evaluated(Expr::Call(function, classes[symbol], Rc::new(Expr::Symbol(symbol))));
            }
        }
        // Masks and their complements.
        for symbol in symbols() {
            let (own, one) = (Rc::new(Expr::Symbol(symbol)), Rc::new(Expr::Literal(1)));
            for power in [
                Expr::Binary(BinaryOperator::Add, own.clone(), one.clone()),
                Expr::Binary(BinaryOperator::Sub, own.clone(), one),
                Expr::Unary(UnaryOperator::Neg, own.clone()),
                Expr::Unary(UnaryOperator::Not, own),
            ] {
                self.evaluated(Expr::Call(Function::Log2, classes[symbol], Rc::new(power)));
            }
        }
    }

    fn unaries(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            for operator in [UnaryOperator::Not, UnaryOperator::Neg] {
                let (a, values) = &self.found[at];
                let expression = Expr::Unary(operator, Rc::new(a.clone()));
                let value = |(value, point): (&u128, &Point)| match *value {
                    NO_VALUE => NO_VALUE,
                    value => unary(operator, value, point.widths[self.class]),
                };
                let values = values.iter().zip(self.points).map(value).collect();
                self.add(expression, values);
            }
        }
    }

    fn binaries(&mut self, left: std::ops::Range<usize>, right: std::ops::Range<usize>) {
        for a in left {
            for b in right.clone() {
                for operator in OPERATORS {
                    if self.found.len() >= self.most {
                        return;
                    }
                    let value = |at: usize| {
                        let (x, y) = (self.found[a].1[at], self.found[b].1[at]);
                        match x == NO_VALUE || y == NO_VALUE {
                            true => NO_VALUE,
                            false => binary(*operator, x, y, self.points[at].widths[self.class]),
                        }
                    };
                    let values: Vec<u128> = (0..self.points.len()).map(value).collect();
                    if !self.known.contains(&values) {
                        let of = |at: usize| Rc::new(self.found[at].0.clone());
                        self.add(Expr::Binary(*operator, of(a), of(b)), values);
                    }
                }
            }
        }
    }
}
