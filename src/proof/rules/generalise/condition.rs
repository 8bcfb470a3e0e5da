//! Preconditions: templates over the symbols of a rule, their truth at a point, and their text.

use super::super::ast::BinaryOperator;
use super::super::vocabulary::Function;
use super::expression::{Names, Point, SymbolicNumber, mask, signed};
use ir::IntPredicate;
use std::rc::Rc;

use SymbolicNumber as Expr;

/// A conjunct of a precondition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Conjunct {
    /// A comparison of expressions of a class.
    Compare(IntPredicate, SymbolicNumber, SymbolicNumber, usize),
    /// A predicate of expressions of a class, or its negation.
    Test(Function, Vec<SymbolicNumber>, usize, bool),
    /// A symbol is a number: the number stands in its place.
    IsNumber(usize, i128),
    /// Two symbols are equal: the first one stands in the place of the second.
    IsSymbol(usize, usize),
}

impl Conjunct {
    /// Whether it holds at a point; never if a number of it does not fit.
    pub(super) fn holds(&self, classes: &[usize], point: &Point) -> bool {
        self.truth(classes, point).unwrap_or(false)
    }

    fn truth(&self, classes: &[usize], point: &Point) -> Option<bool> {
        Some(match self {
            Conjunct::Compare(predicate, a, b, class) => {
                let width = point.widths[*class];
                compare(*predicate, a.value(*class, point)?, b.value(*class, point)?, width)
            }
            Conjunct::Test(function, arguments, class, expected) => {
                let numbers: Option<Vec<u128>> =
                    arguments.iter().map(|argument| argument.value(*class, point)).collect();
                test(*function, &numbers?, point.widths[*class])? == *expected
            }
            Conjunct::IsNumber(symbol, number) => {
                super::expression::literal(*number, point.widths[classes[*symbol]])? == point.symbols[*symbol]
            }
            Conjunct::IsSymbol(a, b) => point.symbols[*a] == point.symbols[*b],
        })
    }

    /// The symbol in whose place a number or another symbol stands.
    pub(super) fn substituted(&self) -> Option<usize> {
        match self {
            Conjunct::IsNumber(symbol, _) | Conjunct::IsSymbol(_, symbol) => Some(*symbol),
            _ => None,
        }
    }

    pub(super) fn size(&self) -> u32 {
        match self {
            Conjunct::Compare(_, a, b, _) => 1 + a.size() + b.size(),
            Conjunct::Test(_, arguments, _, expected) => {
                1 + u32::from(!expected) + arguments.iter().map(Expr::size).sum::<u32>()
            }
            Conjunct::IsNumber(_, number) => {
                if (-1..=1).contains(number) {
                    0
                } else {
                    6
                }
            }
            Conjunct::IsSymbol(..) => 1,
        }
    }

    /// The text; `None` if the conjunct is expressed by a number or symbol in the place of another.
    pub(super) fn text(&self, names: &Names) -> Option<String> {
        match self {
            Conjunct::Compare(predicate, a, b, _) => {
                let symbol = super::super::ast::COMPARISONS.iter().find(|(_, known)| known == predicate)?.0;
                Some(format!("{} {symbol} {}", a.text(names), b.text(names)))
            }
            Conjunct::Test(function, arguments, _, expected) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| argument.text(names)).collect();
                let not = if *expected { "" } else { "!" };
                Some(format!("{not}{}({})", function.name(), arguments.join(", ")))
            }
            Conjunct::IsNumber(..) | Conjunct::IsSymbol(..) => None,
        }
    }
}

pub(super) fn compare(predicate: IntPredicate, a: u128, b: u128, width: u32) -> bool {
    let (x, y) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}

/// The exact meaning of a predicate of constants.
fn test(function: Function, numbers: &[u128], width: u32) -> Option<bool> {
    let a = *numbers.first()?;
    let b = numbers.get(1).copied().unwrap_or(0);
    let (x, y) = (signed(a, width), signed(b, width));
    let fits = |number: Option<i128>| {
        number.is_some_and(|number| signed(number as u128 & mask(width), width) == number)
    };
    Some(match function {
        Function::IsPowerOf2 => a.is_power_of_two(),
        Function::IsPowerOf2OrZero => a == 0 || a.is_power_of_two(),
        Function::IsSignBit => a == 1 << (width - 1),
        Function::IsShiftedMask => a != 0 && (a | (a - 1)).wrapping_add(1) & a == 0,
        Function::MaskedValueIsZero => a & b == 0,
        Function::SignedAddFits => fits(x.checked_add(y)),
        Function::UnsignedAddFits => a + b <= mask(width),
        Function::SignedSubFits => fits(x.checked_sub(y)),
        Function::UnsignedSubFits => a >= b,
        Function::SignedMulFits => fits(x.checked_mul(y)),
        Function::UnsignedMulFits => a.checked_mul(b).is_some_and(|product| product <= mask(width)),
        Function::UnsignedShlFits if b >= u128::from(width) => a == 0,
        Function::UnsignedShlFits => ((a << b) & mask(width)) >> b == a,
        _ => return None,
    })
}

fn symbol(at: usize) -> Expr {
    Expr::Symbol(at)
}

fn op(operator: BinaryOperator, a: Expr, b: Expr) -> Expr {
    Expr::Binary(operator, Rc::new(a), Rc::new(b))
}

fn not(a: Expr) -> Expr {
    Expr::Unary(super::super::ast::UnaryOperator::Not, Rc::new(a))
}

fn neg(a: Expr) -> Expr {
    Expr::Unary(super::super::ast::UnaryOperator::Neg, Rc::new(a))
}

fn number(number: i128) -> Expr {
    Expr::Literal(number)
}

/// The templates of conjuncts for symbols of these classes, simpler ones first. `instance` is the instance's
/// point. Equations with expressions are made by the search for expressions.
pub(super) fn templates(classes: &[usize], instance: &Point) -> Vec<Conjunct> {
    let mut all = Vec::new();
    for class in 0..instance.widths.len() {
        of_width(class, instance, &mut all);
    }
    for (a, class) in classes.iter().enumerate() {
        of_symbol(a, *class, instance, &mut all);
    }
    for (a, class) in classes.iter().enumerate() {
        for (b, other) in classes.iter().enumerate() {
            if a != b && class == other {
                of_pair((a, b), *class, &mut all);
            }
        }
    }
    for (a, class) in classes.iter().enumerate() {
        for (b, other) in classes.iter().enumerate() {
            for (c, third) in classes.iter().enumerate() {
                let distinct = a != b && a != c && b != c;
                if distinct && class == other && class == third {
                    of_three((a, b, c), *class, &mut all);
                }
            }
        }
    }
    all
}

fn of_width(class: usize, instance: &Point, all: &mut Vec<Conjunct>) {
    if instance.widths[class] < 2 {
        return;
    }
    let width = || Expr::Width(class);
    all.push(Conjunct::Compare(IntPredicate::Ne, width(), number(1), class));
    for other in (0..instance.widths.len()).filter(|other| *other != class) {
        let double = op(BinaryOperator::Add, Expr::Width(other), Expr::Width(other));
        if instance.widths[class] > instance.widths[other] && instance.widths[other] > 1 {
            all.push(Conjunct::Compare(IntPredicate::Uge, width(), double.clone(), class));
            all.push(Conjunct::Compare(IntPredicate::Ugt, width(), double.clone(), class));
            all.push(Conjunct::Compare(IntPredicate::Eq, width(), double, class));
        }
    }
}

fn of_symbol(at: usize, class: usize, instance: &Point, all: &mut Vec<Conjunct>) {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Slt, Uge, Ugt, Ule, Ult};
    let c = || symbol(at);
    let test = |function, of: Expr| Conjunct::Test(function, vec![of], class, true);
    let mut compare = |predicate, a: Expr, b: Expr| all.push(Conjunct::Compare(predicate, a, b, class));
    compare(Ne, c(), number(0));
    compare(Ne, c(), number(-1));
    compare(Ne, c(), number(1));
    compare(Sge, c(), number(0));
    compare(Sgt, c(), number(0));
    compare(Slt, c(), number(0));
    compare(Sgt, c(), number(-1));
    compare(Ugt, c(), number(1));
    let width = || Expr::Width(class);
    compare(Ult, c(), width());
    compare(Eq, c(), op(BinaryOperator::Sub, width(), number(1)));
    compare(Ult, c(), op(BinaryOperator::Sub, width(), number(1)));
    compare(Ne, c(), op(BinaryOperator::Sub, width(), number(1)));
    compare(Eq, op(BinaryOperator::And, c(), number(1)), number(0));
    compare(Ne, op(BinaryOperator::And, c(), number(1)), number(0));
    compare(Eq, op(BinaryOperator::Add, c(), c()), width());
    for other in (0..instance.widths.len()).filter(|other| *other != class) {
        if instance.widths[other] > 1 {
            compare(Ult, c(), Expr::Width(other));
            compare(Uge, c(), Expr::Width(other));
            compare(Ule, c(), op(BinaryOperator::Sub, width(), Expr::Width(other)));
        }
        if instance.widths[other] < instance.widths[class] {
            let limit = || op(BinaryOperator::Shl, number(1), Expr::Width(other));
            let half = || {
                let below = op(BinaryOperator::Sub, Expr::Width(other), number(1));
                op(BinaryOperator::Shl, number(1), below)
            };
            let low = || op(BinaryOperator::Sub, limit(), number(1));
            compare(Eq, op(BinaryOperator::And, c(), low()), low());
            compare(Eq, op(BinaryOperator::And, c(), low()), number(0));
            compare(Ult, c(), limit());
            compare(Uge, c(), limit());
            compare(Ult, c(), half());
            compare(Ult, op(BinaryOperator::Add, c(), half()), limit());
            compare(
                Eq,
                op(BinaryOperator::Shl, c(), op(BinaryOperator::Sub, width(), Expr::Width(other))),
                number(0),
            );
        }
    }
    all.push(test(Function::IsPowerOf2, c()));
    all.push(test(Function::IsPowerOf2OrZero, c()));
    all.push(test(Function::IsPowerOf2OrZero, op(BinaryOperator::Add, c(), number(1))));
    all.push(test(Function::IsPowerOf2, op(BinaryOperator::Add, c(), number(1))));
    all.push(test(Function::IsPowerOf2, op(BinaryOperator::Sub, c(), number(1))));
    all.push(test(Function::IsPowerOf2OrZero, neg(c())));
    all.push(test(Function::IsPowerOf2, neg(c())));
    all.push(test(Function::IsPowerOf2, not(c())));
    all.push(test(Function::IsSignBit, c()));
    all.push(Conjunct::Test(Function::IsSignBit, vec![c()], class, false));
    all.push(Conjunct::Test(Function::IsPowerOf2, vec![c()], class, false));
    all.push(test(Function::IsSignBit, op(BinaryOperator::Add, c(), number(1))));
    all.push(test(Function::IsShiftedMask, c()));
    let bits = signed(instance.symbols[at], instance.widths[class]);
    let mut literals = vec![bits];
    if bits < 0 && bits != -1 {
        // Either spelling of the number fits at some widths only.
        literals.push(instance.symbols[at] as i128);
    }
    all.extend(literals.into_iter().map(|literal| Conjunct::IsNumber(at, literal)));
}

fn of_pair((a, b): (usize, usize), class: usize, all: &mut Vec<Conjunct>) {
    use BinaryOperator::{Add, And, LShr, Or, SRem, Shl, Sub, URem};
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let (x, y) = (|| symbol(a), || symbol(b));
    let width = || Expr::Width(class);
    let low = || op(Sub, op(Shl, number(1), y()), number(1));
    let test = |function, arguments: Vec<Expr>| Conjunct::Test(function, arguments, class, true);
    if a < b {
        all.push(Conjunct::IsSymbol(a, b));
        for predicate in [Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            all.push(Conjunct::Compare(predicate, x(), y(), class));
        }
        let mut compare = |predicate, left: Expr, right: Expr| {
            all.push(Conjunct::Compare(predicate, left, right, class));
        };
        compare(Eq, op(And, x(), y()), number(0));
        compare(Ne, op(And, x(), y()), number(0));
        compare(Eq, op(Or, x(), y()), number(-1));
        compare(Eq, op(Add, x(), y()), width());
        compare(Ult, op(Add, x(), y()), width());
        compare(Uge, op(Add, x(), y()), width());
        compare(Ule, op(Add, x(), y()), width());
        for function in [
            Function::UnsignedAddFits,
            Function::SignedAddFits,
            Function::UnsignedMulFits,
            Function::SignedMulFits,
        ] {
            all.push(test(function, vec![x(), y()]));
        }
    }
    let mut compare =
        |predicate, left: Expr, right: Expr| all.push(Conjunct::Compare(predicate, left, right, class));
    compare(Eq, op(And, x(), y()), x());
    compare(Ne, op(And, x(), y()), x());
    compare(Ult, op(Sub, x(), y()), width());
    compare(Eq, x(), op(Add, y(), number(1)));
    compare(Eq, op(URem, x(), y()), number(0));
    compare(Ne, op(URem, x(), y()), number(0));
    compare(Eq, op(SRem, x(), y()), number(0));
    compare(Eq, op(And, x(), low()), number(0));
    compare(Ne, op(And, x(), low()), number(0));
    compare(Eq, op(And, x(), low()), low());
    compare(Ult, x(), op(Shl, number(1), y()));
    compare(Ule, x(), op(Shl, number(1), y()));
    compare(Uge, x(), op(Shl, number(1), y()));
    compare(Ule, x(), op(LShr, number(-1), y()));
    compare(Ugt, x(), op(LShr, number(-1), y()));
    compare(Eq, op(LShr, op(Shl, x(), y()), y()), x());
    compare(Eq, op(BinaryOperator::AShr, op(Shl, x(), y()), y()), x());
    compare(Eq, op(Shl, x(), y()), number(0));
    compare(Eq, op(And, x(), op(Shl, number(-1), y())), op(Shl, number(-1), y()));
    compare(Eq, op(And, x(), op(LShr, number(-1), y())), op(LShr, number(-1), y()));
    for function in [Function::UnsignedSubFits, Function::SignedSubFits, Function::UnsignedShlFits] {
        all.push(test(function, vec![x(), y()]));
    }
}

fn of_three((a, b, c): (usize, usize, usize), class: usize, all: &mut Vec<Conjunct>) {
    use BinaryOperator::{Add, And, LShr, Or, Shl, Sub};
    use IntPredicate::{Eq, Ne, Uge, Ule, Ult};
    let (x, y, z) = (symbol(a), symbol(b), symbol(c));
    let mut compare =
        |predicate, left: Expr, right: Expr| all.push(Conjunct::Compare(predicate, left, right, class));
    if a < b {
        for predicate in [Ult, Ule, Uge] {
            compare(predicate, op(Add, x.clone(), y.clone()), z.clone());
        }
        compare(Eq, op(And, op(Or, x.clone(), y.clone()), z.clone()), number(0));
        compare(Eq, op(Or, op(Or, x.clone(), y.clone()), z.clone()), number(-1));
        compare(Eq, op(And, op(Or, x.clone(), y.clone()), z.clone()), z.clone());
        compare(Eq, op(And, op(And, x.clone(), y.clone()), z.clone()), number(0));
    }
    compare(Eq, op(And, op(Shl, x.clone(), y.clone()), z.clone()), number(0));
    compare(Eq, op(And, op(LShr, x.clone(), y.clone()), z.clone()), number(0));
    compare(Ule, x.clone(), op(Sub, y.clone(), z.clone()));
    compare(Ne, op(Sub, x.clone(), y.clone()), z.clone());
    for mask in [op(Shl, number(-1), y.clone()), op(LShr, number(-1), y)] {
        compare(Eq, op(And, op(And, x.clone(), z.clone()), mask.clone()), number(0));
        compare(Eq, op(And, x.clone(), mask.clone()), op(And, z.clone(), mask));
    }
}
