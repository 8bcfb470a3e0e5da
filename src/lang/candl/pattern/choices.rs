//! Comparisons, and choices by them: `c ? a : b`, minimum, maximum, absolute value.
//!
//! A comparison has two spellings, one with its sides exchanged, and a choice has two, one with the negated
//! condition. An operation may be an intrinsic, a comparison with a `select`, or, if an arm is costly, a
//! branch with a phi.

use super::super::core::{CoreFormula, CoreInclude, Part, Substitution, VarName};
use super::arithmetic::{by_reading, may_be_truth, whole};
use super::formulas::Scope;
use super::tree::{
    BinaryOperator, Expression, ExpressionKind, Operation, Pattern, Reading, Update, is_anything,
};
use super::{Expansion, Operand, OperandValue};

/// The intrinsics and functions of a minimum or maximum: signed, unsigned, floating-point.
struct Extreme {
    signed: &'static str,
    unsigned: &'static str,
    floating: [&'static str; 3],
    /// The comparisons that hold between the chosen value and the other one: strict, and with equality.
    chosen: [Operation; 2],
}

const LESSER: Extreme = Extreme {
    signed: "llvm.smin",
    unsigned: "llvm.umin",
    floating: ["fmin", "fminimum", "fminimum_num"],
    chosen: [Operation::Less, Operation::LessEqual],
};

const GREATER: Extreme = Extreme {
    signed: "llvm.smax",
    unsigned: "llvm.umax",
    floating: ["fmax", "fmaximum", "fmaximum_num"],
    chosen: [Operation::Greater, Operation::GreaterEqual],
};

/// The functions that are also found as a choice.
pub(super) const CHOSEN: [&str; 7] = ["min", "max", "mins", "maxs", "minu", "maxu", "abs"];

/// Whether a pattern describes a choice.
pub(super) fn is_in(pattern: &Pattern) -> bool {
    let is_choice = |kind: &ExpressionKind| match kind {
        ExpressionKind::Choice(..) => true,
        ExpressionKind::Call(name, _) => CHOSEN.contains(&name.text.as_str()),
        _ => false,
    };
    matches!(pattern.update, Some(Update::Function(_)))
        || pattern.expressions().any(|expression| expression.has(&is_choice))
}

impl Expansion<'_> {
    pub(super) fn compare(
        &mut self,
        v: &VarName,
        operator: BinaryOperator,
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let BinaryOperator { operation, reading } = operator;
        let mut ways = Vec::new();
        for (operation, a, b) in [(operation, a, b), (exchanged(operation), b, a)] {
            let mut way = Scope::default();
            self.comparison(v, predicates(operation, reading, false), (a, b), &mut way);
            ways.push(way);
            ways.extend(self.strictly(v, (operation, reading), (a, b)));
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to a comparison of signed numbers; for integers only to the signed comparison.
    fn compare_with_sign(
        &mut self,
        v: &VarName,
        operation: Operation,
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let mut integers = Scope::default();
        let operator = BinaryOperator { operation, reading: Reading::Signed };
        self.compare(v, operator, (a, b), &mut integers);
        let mut ways = vec![integers];
        for (operation, a, b) in [(operation, a, b), (exchanged(operation), b, a)] {
            let mut way = Scope::default();
            let words = (vec!["fcmp"], float_predicates(operation).to_vec());
            self.comparison(v, words, (a, b), &mut way);
            ways.push(way);
        }
        self.one_of(ways, scope);
    }

    /// The strict form of a comparison of integers with a number: `x < 5` for `x <= 4`.
    fn strictly(
        &mut self,
        v: &VarName,
        (operation, reading): (Operation, Reading),
        (a, b): (&Operand, &Operand),
    ) -> Option<Scope> {
        let (strict, step) = match operation {
            Operation::LessEqual => (Operation::Less, 1i8),
            Operation::GreaterEqual => (Operation::Greater, -1),
            _ => return None,
        };
        let mut way = Scope::default();
        let (bound, reading) = match b {
            Operand::Computed(bound) => {
                (Operand::Computed(self.term_and(bound, step.into(), &mut way)), reading)
            }
            _ => {
                let number = whole(b)?;
                let next = number.saturating_add(step.into());
                // An unsigned number wraps around between 0 and -1.
                let reading = match reading {
                    Reading::Unsigned if (number < 0) != (next < 0) => return None,
                    Reading::Any if (number < 0) != (next < 0) => Reading::Signed,
                    reading => reading,
                };
                (Operand::Number(next.to_string()), reading)
            }
        };
        self.comparison(v, predicates(strict, reading, true), (a, &bound), &mut way);
        Some(way)
    }

    fn comparison(
        &mut self,
        v: &VarName,
        (opcodes, predicates): (Vec<&str>, Vec<&str>),
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let values = [self.stand(a, false, scope), self.stand(b, false, scope)];
        self.opcodes(v, &opcodes, scope);
        self.flags(v, &predicates, scope);
        self.in_order((&values[0], &values[1]), v, scope);
        self.note_comparison(v, scope);
        let has_sign = |predicate: &&str| ["slt", "sle", "sgt", "sge"].contains(predicate);
        if predicates.iter().any(has_sign) {
            let others: Vec<&str> = predicates.iter().copied().filter(|of| !has_sign(of)).collect();
            let other = |expansion: &mut Self, way: &mut Scope| expansion.flags(v, &others, way);
            self.signed([a, b], &values, (!others.is_empty()).then_some(&other), scope);
        }
    }

    /// Constrains `v` to `c ? a : b`.
    pub(super) fn choice(
        &mut self,
        v: &VarName,
        condition: &Expression,
        (a, b): (&Expression, &Expression),
        scope: &mut Scope,
    ) {
        let (a, b) = (self.simple(a, scope), self.simple(b, scope));
        let mut ways = Vec::new();
        for (is_opposite, a, b) in [(false, &a, &b), (true, &b, &a)] {
            let mut way = Scope::default();
            let test = self.selected(v, (a, b), &mut way);
            self.condition(&test, condition, is_opposite, &mut way);
            ways.push(way);
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to be true exactly if the condition is, or if it is not (`is_opposite`). A number is
    /// true if it is not 0, as in C.
    fn condition(&mut self, v: &VarName, condition: &Expression, is_opposite: bool, scope: &mut Scope) {
        // Any two arms are chosen by some condition.
        if matches!(&condition.kind, ExpressionKind::Variable(variable) if is_anything(variable)) {
            return;
        }
        let truth = |expansion: &mut Self, scope: &mut Scope| match is_opposite {
            false => expansion.describe(v, condition, scope),
            true => expansion.opposite(v, condition, scope),
        };
        if !is_number(condition) {
            return truth(self, scope);
        }
        let (mut plain, mut compared) = (Scope::default(), Scope::default());
        truth(self, &mut plain);
        let operation = if is_opposite { Operation::Equal } else { Operation::Differ };
        let number = self.simple(condition, &mut compared);
        let operator = BinaryOperator { operation, reading: Reading::Any };
        self.compare(v, operator, (&number, &Operand::Number("0".to_owned())), &mut compared);
        self.one_of(vec![plain, compared], scope);
    }

    /// Constrains `v` to a choice of two values, by a `select` or by a branch and a phi; returns the
    /// condition.
    fn selected(&mut self, v: &VarName, (a, b): (&Operand, &Operand), scope: &mut Scope) -> VarName {
        let (a, b) = (self.stand(a, false, scope), self.stand(b, false, scope));
        let condition = self.hidden_value(scope);
        let mut select = Scope::default();
        self.opcodes(v, &["select"], &mut select);
        self.edge(&condition, v, 0, &mut select);
        self.edge(&a, v, 1, &mut select);
        self.edge(&b, v, 2, &mut select);
        let mut ways = vec![select];
        // A phi has its incoming values behind casts, and so cannot require particular casts.
        if let Some(instance) = self.blocks.choice.filter(|_| !a.is_exact && !b.is_exact) {
            let mut phi = Scope::default();
            let roles = [("value", v), ("condition", &condition.name), ("yes", &a.name), ("no", &b.name)];
            let prefix = self.hidden(&mut phi);
            let renames = roles.map(|(role, name)| (VarName(vec![Part::Field(role.into())]), name.clone()));
            let placing = Substitution { renames: renames.into(), prefix: Some(prefix) };
            phi.parts.push(CoreFormula::Include(CoreInclude { instance, placing, span: self.span }));
            ways.push(phi);
        }
        self.one_of(ways, scope);
        condition.name
    }

    /// Constrains `v` to be true exactly if the condition is false.
    fn opposite(&mut self, v: &VarName, condition: &Expression, scope: &mut Scope) {
        match &condition.kind {
            ExpressionKind::Complement(of) => self.describe(v, of, scope),
            ExpressionKind::Binary(operator, a, b) if opposite(operator.operation).is_some() => {
                let operation = opposite(operator.operation).unwrap_or(operator.operation);
                let reading = operator.reading;
                let (a, b) = (self.simple(a, scope), self.simple(b, scope));
                self.compare(v, BinaryOperator { operation, reading }, (&a, &b), scope);
            }
            _ => {
                let of = self.simple(condition, scope);
                self.complement(v, &of, scope);
            }
        }
    }

    /// Constrains `v` to the minimum or maximum of two operands.
    pub(super) fn extreme(
        &mut self,
        v: &VarName,
        (greater, reading): (bool, Reading),
        (a, b): (&Operand, &Operand),
        scope: &mut Scope,
    ) {
        let extreme = if greater { &GREATER } else { &LESSER };
        let mut functions = Vec::new();
        functions.extend((reading != Reading::Unsigned).then_some(extreme.signed));
        functions.extend((reading != Reading::Signed).then_some(extreme.unsigned));
        functions.extend(extreme.floating.iter().filter(|_| reading == Reading::Any));
        let mut called = Scope::default();
        let values: [OperandValue; 2] = [a, b].map(|operand| self.stand(operand, false, &mut called));
        self.callee(v, &functions, &mut called);
        self.either_order((&values[0], &values[1]), v, 1, &mut called);
        if reading != Reading::Unsigned {
            let other = |expansion: &mut Self, way: &mut Scope| expansion.callee(v, &functions[1..], way);
            self.signed([a, b], &values, (functions.len() > 1).then_some(&other), &mut called);
        }
        let mut ways = vec![called];
        for (chosen, other) in [(a, b), (b, a)] {
            for operation in extreme.chosen {
                let mut way = Scope::default();
                let test = self.selected(v, (chosen, other), &mut way);
                self.compare(&test, BinaryOperator { operation, reading }, (chosen, other), &mut way);
                ways.push(way);
            }
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to the absolute value.
    pub(super) fn magnitude(&mut self, v: &VarName, of: &Operand, scope: &mut Scope) {
        let mut called = Scope::default();
        let value = self.stand(of, false, &mut called);
        self.callee(v, &["llvm.abs", "fabs"], &mut called);
        self.edge(&value, v, 1, &mut called);
        let mut ways = vec![called];
        let zero = Operand::Number("0".to_owned());
        for (is_negative, operations) in [
            (true, [Operation::Less, Operation::LessEqual]),
            (false, [Operation::Greater, Operation::GreaterEqual]),
        ] {
            for operation in operations {
                let mut way = Scope::default();
                let negative = Operand::Value(self.stand(of, true, &mut way));
                let arms = if is_negative { (&negative, of) } else { (of, &negative) };
                let test = self.selected(v, arms, &mut way);
                self.compare_with_sign(&test, operation, (of, &zero), &mut way);
                ways.push(way);
            }
        }
        self.one_of(ways, scope);
    }

    /// Constrains `v` to the absolute value of `a - b`, or to `a > b ? a - b : b - a`.
    pub(super) fn absolute_difference(
        &mut self,
        v: &VarName,
        difference: &Expression,
        operands: [&Expression; 2],
        scope: &mut Scope,
    ) {
        let mut by_sign = Scope::default();
        let of = self.simple(difference, &mut by_sign);
        self.magnitude(v, &of, &mut by_sign);
        let mut ways = vec![by_sign];
        for operation in [Operation::Greater, Operation::GreaterEqual] {
            let mut way = Scope::default();
            let [a, b] = operands.map(|operand| {
                let value = self.value(operand, &mut way);
                self.made(&value.name, operand.span)
            });
            let with = |operation, a: &Expression, b: &Expression| Expression {
                kind: ExpressionKind::Binary(
                    BinaryOperator { operation, reading: Reading::Any },
                    Box::new(a.clone()),
                    Box::new(b.clone()),
                ),
                span: difference.span,
            };
            let arms = [with(Operation::Subtract, &a, &b), with(Operation::Subtract, &b, &a)];
            self.choice(v, &with(operation, &a, &b), (&arms[0], &arms[1]), &mut way);
            ways.push(way);
        }
        self.one_of(ways, scope);
    }
}

/// Whether a condition is computed as a number, which is compared with 0.
fn is_number(condition: &Expression) -> bool {
    use Operation::{And, Or, Xor};
    match &condition.kind {
        ExpressionKind::Binary(operator, ..) => match operator.operation {
            And | Or | Xor => !may_be_truth(condition),
            operation => !operation.is_comparison(),
        },
        ExpressionKind::Negative(_) | ExpressionKind::Load(_) | ExpressionKind::Element(_) => true,
        ExpressionKind::Named(of, _) => is_number(of),
        _ => false,
    }
}

/// The comparison that holds with the sides exchanged.
pub(in super::super) fn exchanged(operation: Operation) -> Operation {
    match operation {
        Operation::Less => Operation::Greater,
        Operation::LessEqual => Operation::GreaterEqual,
        Operation::Greater => Operation::Less,
        Operation::GreaterEqual => Operation::LessEqual,
        same => same,
    }
}

/// The negated comparison; `None` for other operations.
pub(in super::super) fn opposite(operation: Operation) -> Option<Operation> {
    Some(match operation {
        Operation::Equal => Operation::Differ,
        Operation::Differ => Operation::Equal,
        Operation::Less => Operation::GreaterEqual,
        Operation::LessEqual => Operation::Greater,
        Operation::Greater => Operation::LessEqual,
        Operation::GreaterEqual => Operation::Less,
        _ => return None,
    })
}

/// The opcodes and predicates of a comparison. Only integers are allowed if the operands are whole numbers or
/// have a reading.
fn predicates(
    operation: Operation,
    reading: Reading,
    is_whole: bool,
) -> (Vec<&'static str>, Vec<&'static str>) {
    let integer = match operation {
        Operation::Equal => vec!["eq"],
        Operation::Differ => vec!["ne"],
        Operation::Less => by_reading(reading, "slt", "ult", &[]),
        Operation::LessEqual => by_reading(reading, "sle", "ule", &[]),
        Operation::Greater => by_reading(reading, "sgt", "ugt", &[]),
        _ => by_reading(reading, "sge", "uge", &[]),
    };
    if is_whole || reading != Reading::Any {
        return (vec!["icmp"], integer);
    }
    let more = float_predicates(operation)
        .into_iter()
        .filter(|predicate| !integer.contains(predicate))
        .collect::<Vec<_>>();
    (vec!["icmp", "fcmp"], [integer, more].concat())
}

/// The floating-point predicates of a comparison, ordered and unordered.
fn float_predicates(operation: Operation) -> [&'static str; 2] {
    match operation {
        Operation::Equal => ["oeq", "ueq"],
        Operation::Differ => ["one", "une"],
        Operation::Less => ["olt", "ult"],
        Operation::LessEqual => ["ole", "ule"],
        Operation::Greater => ["ogt", "ugt"],
        _ => ["oge", "uge"],
    }
}
