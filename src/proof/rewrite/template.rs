//! Adds the nodes of a replacement to the graph of the match.
//!
//! In: `zext(uadd.sat({x}, {y}))` as the replacement of an `i32`, with `{x}` and `{y}` of 8 bits. Out: two
//! new nodes, of 8 and of 32 bits. A number takes the type of the other operand, and a conversion without a
//! type the type its context needs.

use super::graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
use super::matched::{Matched, Unfit, lane};
use ir::{Constant, Flags, FloatKind, IntPredicate, Lane, Model, Number, Opcode, ValueId};
use lang::candl::ast::Clauses;
use lang::candl::pattern::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Reading};
use lang::candl::rewrite::{EXTERN_TYPES, FREEZE, INTRINSICS, RESIZE, float_predicate, variable_name};
use smallvec::smallvec;

/// Adds the nodes of the replacement of `root`.
///
/// # Errors
///
/// The reason why it cannot be made of these values.
pub(super) fn build(
    model: &Model,
    matched: &mut Matched,
    clauses: &Clauses,
    (root, expression): (ScalarId, &Expression),
) -> Result<ScalarId, Unfit> {
    let wanted = matched.graph.node(root).ty;
    let Matched { graph, variables, .. } = matched;
    let first_new = graph.len();
    let mut builder = TemplateBuilder { model, graph, variables, clauses, first_new };
    let made = builder.build(expression, Some(wanted))?;
    of_type(builder.graph, made, wanted)
}

/// The new node, if it has the type of the replaced value.
fn of_type(graph: &ScalarGraph, made: ScalarId, wanted: Lane) -> Result<ScalarId, Unfit> {
    let ty = graph.node(made).ty;
    let unfit =
        || format!("what is given has the type {}, and what it replaces {}", ty.name(), wanted.name());
    if ty == wanted { Ok(made) } else { Err(Unfit::new(unfit())) }
}

/// Like [`build`], without a function: every variable is a node of the graph already.
pub(super) fn build_form(
    graph: &mut ScalarGraph,
    clauses: &Clauses,
    (root, expression): (ScalarId, &Expression),
    nodes: &dyn Fn(&str) -> Option<ScalarId>,
) -> Result<ScalarId, Unfit> {
    let wanted = graph.node(root).ty;
    let first_new = graph.len();
    let mut builder =
        TemplateBuilder { model: &NoFunction(nodes), graph, variables: &[], clauses, first_new };
    let made = builder.build(expression, Some(wanted))?;
    of_type(builder.graph, made, wanted)
}

/// Resolves variables to nodes.
trait Scope {
    fn node(
        &self,
        graph: &mut ScalarGraph,
        variables: &[(String, ValueId)],
        name: &str,
    ) -> Result<ScalarId, Unfit>;
}

impl Scope for Model {
    fn node(
        &self,
        graph: &mut ScalarGraph,
        variables: &[(String, ValueId)],
        name: &str,
    ) -> Result<ScalarId, Unfit> {
        let known = variables.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let value = known.ok_or_else(|| Unfit::new(format!("`{{{name}}}` has no value there")))?;
        if let Some(node) = graph.of_value(value) {
            return Ok(node);
        }
        let (kind, ty) = (ScalarKind::Leaf(name.to_owned()), lane(self, value)?);
        Ok(graph.add(ScalarNode { kind, ty, operands: Vec::new(), flags: Flags::NONE, value: Some(value) }))
    }
}

struct NoFunction<'a>(&'a dyn Fn(&str) -> Option<ScalarId>);

impl Scope for NoFunction<'_> {
    fn node(&self, _: &mut ScalarGraph, _: &[(String, ValueId)], name: &str) -> Result<ScalarId, Unfit> {
        (self.0)(name).ok_or_else(|| Unfit::new("no such variable"))
    }
}

struct TemplateBuilder<'a, S> {
    model: &'a S,
    graph: &'a mut ScalarGraph,
    variables: &'a [(String, ValueId)],
    clauses: &'a Clauses,
    /// The number of nodes before the first new one.
    first_new: usize,
}

impl<S: Scope> TemplateBuilder<'_, S> {
    fn add(&mut self, kind: ScalarKind, ty: Lane, operands: Vec<ScalarId>) -> ScalarId {
        self.graph.add(ScalarNode { kind, ty, operands, flags: Flags::NONE, value: None })
    }

    /// The `freeze` of a node. Two equal `freeze` operations are shared, since separate ones might choose
    /// differently. Other operations are not shared, as unfrozen values may differ from use to use.
    fn frozen(&mut self, of: ScalarId) -> ScalarId {
        let mut made = self.graph.ids().skip(self.first_new);
        let known = made.find(|id| {
            let node = self.graph.node(*id);
            node.kind == ScalarKind::Freeze && self.is_alike(node.operands[0], of)
        });
        known.unwrap_or_else(|| self.add(ScalarKind::Freeze, self.ty(of), vec![of]))
    }

    /// Whether two nodes are equal or the roots of equal expressions; recursion is bounded, as expressions
    /// are shallow.
    fn is_alike(&self, a: ScalarId, b: ScalarId) -> bool {
        let [first, second] = [a, b].map(|id| self.graph.node(id));
        let is_made = |id: ScalarId| id.0 as usize >= self.first_new;
        let operands = || first.operands.iter().zip(&second.operands);
        a == b
            || is_made(a)
                && is_made(b)
                && (&first.kind, first.ty, first.value, first.operands.len())
                    == (&second.kind, second.ty, second.value, second.operands.len())
                && operands().all(|(a, b)| self.is_alike(*a, *b))
    }

    fn ty(&self, node: ScalarId) -> Lane {
        self.graph.node(node).ty
    }

    /// The node of an expression. The parser limits the depth of recursion.
    fn build(&mut self, expression: &Expression, wanted: Option<Lane>) -> Result<ScalarId, Unfit> {
        match &expression.kind {
            ExpressionKind::Variable(variable) => {
                let name = variable_name(variable).unwrap_or_default();
                self.model.node(self.graph, self.variables, &name)
            }
            ExpressionKind::Number(number) => {
                let ty = wanted
                    .ok_or_else(|| Unfit::new(format!("nothing says of which type {} is", number.text)))?;
                let known = constant(&number.text, ty);
                let unfit = || Unfit::new(format!("{} is no number of the type {}", number.text, ty.name()));
                let kind = ScalarKind::Number(known.ok_or_else(unfit)?);
                Ok(self.add(kind, ty, Vec::new()))
            }
            ExpressionKind::Negative(of) => {
                let of = self.build(of, wanted)?;
                self.negated(of)
            }
            ExpressionKind::Complement(of) => {
                let of = self.build(of, wanted)?;
                let ones = self.number(-1, self.ty(of))?;
                self.binary(Opcode::Xor, of, ones)
            }
            ExpressionKind::Binary(operator, a, b) => {
                let made = self.operator(*operator, (a, b), wanted)?;
                self.with_numbers_that_fit(made, &[a, b])
            }
            ExpressionKind::Choice(condition, a, b) => {
                let condition = self.build(condition, Some(Lane::Integer(1)))?;
                let [a, b] = self.alike(a, b, wanted)?;
                if self.ty(condition) != Lane::Integer(1) {
                    return Err(Unfit::new("the condition of a choice is no truth value"));
                }
                let ty = self.ty(a);
                Ok(self.add(ScalarKind::Select, ty, vec![condition, a, b]))
            }
            ExpressionKind::Cast(operation, to, of) => {
                let width = lang::candl::rewrite::integer_width(to);
                let width = width.ok_or_else(|| Unfit::new(format!("{} is no integer type", to.text)))?;
                let of = self.build(of, None)?;
                self.cast(&operation.text, of, Some(Lane::Integer(width)))
            }
            ExpressionKind::Call(name, operands) => {
                let made = self.call(&name.text, operands, wanted)?;
                self.with_numbers_that_fit(made, &operands.iter().collect::<Vec<_>>())
            }
            ExpressionKind::External(name, operands) => self.external(&name.text, operands),
            ExpressionKind::Load(_)
            | ExpressionKind::Field(..)
            | ExpressionKind::Null
            | ExpressionKind::Index(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::Width(_)
            | ExpressionKind::Power(_)
            | ExpressionKind::Made(_)
            | ExpressionKind::Associative(..)
            | ExpressionKind::Element(_)
            | ExpressionKind::Named(..) => Err(Unfit::new("this can be matched, not made")),
        }
    }

    /// Checks an operation that reads its operands as signed: a literal must not become negative in the
    /// operand's width, as 200 does in 8 bits.
    fn with_numbers_that_fit(&self, made: ScalarId, operands: &[&Expression]) -> Result<ScalarId, Unfit> {
        let node = self.graph.node(made);
        for (operand, id) in operands.iter().zip(&node.operands).take(read_signed(&node.kind)) {
            let (ExpressionKind::Number(written), ScalarKind::Number(number)) =
                (&operand.kind, &self.graph.node(*id).kind)
            else {
                continue;
            };
            let is_negative = Constant::Scalar(number.clone()).signed().is_some_and(|number| number < 0);
            if is_negative && !written.text.starts_with('-') {
                let ty = self.ty(*id).name();
                return Err(Unfit::new(format!(
                    "{} is no number of the type {ty} with a sign",
                    written.text
                )));
            }
        }
        Ok(made)
    }

    fn number(&mut self, number: i128, ty: Lane) -> Result<ScalarId, Unfit> {
        match ty {
            Lane::Integer(width) => {
                Ok(self.add(ScalarKind::Number(Number::int(width, number)), ty, Vec::new()))
            }
            Lane::Float(_) => {
                Err(Unfit::new(format!("this is an operation of integers, not of {}", ty.name())))
            }
        }
    }

    fn negated(&mut self, of: ScalarId) -> Result<ScalarId, Unfit> {
        let ty = self.ty(of);
        match ty {
            Lane::Float(_) => Ok(self.add(ScalarKind::Negate, ty, vec![of])),
            Lane::Integer(_) => {
                let zero = self.number(0, ty)?;
                self.binary(Opcode::Sub, zero, of)
            }
        }
    }

    /// Builds two operands of one type; a number takes the type of the other.
    fn alike(
        &mut self,
        a: &Expression,
        b: &Expression,
        wanted: Option<Lane>,
    ) -> Result<[ScalarId; 2], Unfit> {
        let is_number = |e: &Expression| matches!(e.kind, ExpressionKind::Number(_));
        let pair = match (is_number(a), is_number(b)) {
            (true, false) => {
                let b = self.build(b, wanted)?;
                [self.build(a, Some(self.ty(b)))?, b]
            }
            _ => {
                let a = self.build(a, wanted)?;
                [a, self.build(b, Some(self.ty(a)))?]
            }
        };
        let [first, second] = pair.map(|node| self.ty(node));
        if first == second {
            return Ok(pair);
        }
        let reason = format!("the operands have the types {} and {}", first.name(), second.name());
        Err(Unfit::new(format!("{reason}: a conversion stands in the code and not in `gives`")))
    }

    fn binary(&mut self, opcode: Opcode, a: ScalarId, b: ScalarId) -> Result<ScalarId, Unfit> {
        let ty = self.ty(a);
        Ok(self.add(ScalarKind::Binary(opcode), ty, vec![a, b]))
    }

    fn operator(
        &mut self,
        operator: BinaryOperator,
        (a, b): (&Expression, &Expression),
        wanted: Option<Lane>,
    ) -> Result<ScalarId, Unfit> {
        if let Some(predicate) = predicate(operator) {
            let [a, b] = self.alike(a, b, None)?;
            if let Lane::Float(kind) = self.ty(a) {
                let text = operator.operation.text();
                let reason = format!("`{text}` is of integers; of {} `olt(…)` and its like are", kind.name());
                return Err(Unfit::new(reason));
            }
            return Ok(self.add(ScalarKind::Compare(predicate), Lane::Integer(1), vec![a, b]));
        }
        let [a, b] = self.alike(a, b, wanted)?;
        let is_float = matches!(self.ty(a), Lane::Float(_));
        let opcode = opcode(operator, is_float).ok_or_else(|| {
            Unfit::new(format!("`{}` cannot be made of {}", operator.operation.text(), self.ty(a).name()))
        })?;
        self.binary(opcode, a, b)
    }

    fn cast(&mut self, operation: &str, of: ScalarId, to: Option<Lane>) -> Result<ScalarId, Unfit> {
        let (from, to) = match (self.ty(of), to) {
            (Lane::Integer(from), Some(Lane::Integer(to))) => (from, to),
            (from, to) => {
                let to = to.map_or_else(|| "no type that is known".to_owned(), Lane::name);
                return Err(Unfit::new(format!("`{operation}` goes from {} to {to}", from.name())));
            }
        };
        let opcode = match operation {
            "zext" => Opcode::ZExt,
            "sext" => Opcode::SExt,
            _ => Opcode::Trunc,
        };
        let is_right = if opcode == Opcode::Trunc { to < from } else { to > from };
        if !is_right {
            return Err(Unfit::new(format!("`{operation}` would go from i{from} to i{to}")));
        }
        Ok(self.add(ScalarKind::Cast(opcode), Lane::Integer(to), vec![of]))
    }

    fn call(&mut self, name: &str, operands: &[Expression], wanted: Option<Lane>) -> Result<ScalarId, Unfit> {
        match (name, operands) {
            ("zext" | "sext" | "trunc", [of]) => {
                let of = self.build(of, None)?;
                return self.cast(name, of, wanted);
            }
            (RESIZE, [of]) => {
                let of = self.build(of, None)?;
                let to = wanted.filter(|to| *to != self.ty(of));
                let width = |ty: Lane| match ty {
                    Lane::Integer(width) => width,
                    Lane::Float(_) => 0,
                };
                let from = width(self.ty(of));
                return match to {
                    Some(to) => self.cast(if width(to) > from { "zext" } else { "trunc" }, of, Some(to)),
                    None => Ok(of),
                };
            }
            (FREEZE, [of]) => {
                let of = self.build(of, wanted)?;
                return Ok(self.frozen(of));
            }
            (_, [a, b]) => {
                if let Some(predicate) = float_predicate(name) {
                    let [a, b] = self.alike(a, b, None)?;
                    if !matches!(self.ty(a), Lane::Float(_)) {
                        return Err(Unfit::new(format!("`{name}` cannot be made of {}", self.ty(a).name())));
                    }
                    return Ok(self.add(ScalarKind::FloatCompare(predicate), Lane::Integer(1), vec![a, b]));
                }
            }
            _ => {}
        }
        let row = INTRINSICS.iter().find(|(word, ..)| *word == name);
        let (_, intrinsic, _, has_flag) =
            row.ok_or_else(|| Unfit::new(format!("`{name}` cannot be made")))?;
        let mut nodes: Vec<ScalarId> = Vec::new();
        // A number takes the type of the other operands.
        let typed = operands.iter().find(|e| !matches!(e.kind, ExpressionKind::Number(_)));
        let ty = match typed {
            Some(expression) => {
                let node = self.build(expression, wanted)?;
                self.ty(node)
            }
            None => wanted.ok_or_else(|| Unfit::new(format!("nothing says of which type `{name}` is")))?,
        };
        for operand in operands {
            let node = self.build(operand, Some(ty))?;
            if self.ty(node) != ty {
                return Err(Unfit::new(format!("the operands of `{name}` have several types")));
            }
            nodes.push(node);
        }
        let of_floats = matches!(name, "fabs" | "sqrt" | "fma" | "copysign" | "minnum" | "maxnum");
        if of_floats != matches!(ty, Lane::Float(_)) {
            return Err(Unfit::new(format!("`{name}` cannot be made of {}", ty.name())));
        }
        if name == "bswap" && !matches!(ty, Lane::Integer(width) if width % 16 == 0) {
            return Err(Unfit::new(format!("`bswap` cannot be made of {}", ty.name())));
        }
        if *has_flag {
            nodes.push(self.number(0, Lane::Integer(1))?);
        }
        Ok(self.add(ScalarKind::Call((*intrinsic).to_owned()), ty, nodes))
    }

    fn external(&mut self, name: &str, operands: &[Expression]) -> Result<ScalarId, Unfit> {
        let declared = self.clauses.externs.iter().find(|declared| declared.name.text == name);
        let declared = declared.ok_or_else(|| Unfit::new(format!("no `extern` declares `{name}`")))?;
        let mut nodes = Vec::new();
        for (operand, ty) in operands.iter().zip(&declared.parameters) {
            let ty = extern_type(&ty.text).ok_or_else(|| Unfit::new(format!("`{}` is no type", ty.text)))?;
            let node = self.build(operand, Some(ty))?;
            if self.ty(node) != ty {
                let (is, wanted) = (self.ty(node).name(), ty.name());
                return Err(Unfit::new(format!("`{name}` takes {wanted}, and the value is {is}")));
            }
            nodes.push(node);
        }
        let ty = extern_type(&declared.result.text);
        let ty = ty.ok_or_else(|| Unfit::new(format!("`{}` is no type", declared.result.text)))?;
        Ok(self.add(ScalarKind::Call(name.to_owned()), ty, nodes))
    }
}

/// The type that a word of an `extern` declaration names.
fn extern_type(word: &str) -> Option<Lane> {
    let (_, name) = EXTERN_TYPES.iter().find(|(known, _)| *known == word)?;
    match FloatKind::from_name(name) {
        Some(kind) => Some(Lane::Float(kind)),
        None => Some(Lane::Integer(name.strip_prefix('i')?.parse().ok()?)),
    }
}

/// A number as a constant of a type, if it fits.
pub(super) fn constant(text: &str, ty: Lane) -> Option<Number> {
    match ty {
        Lane::Integer(width) => {
            let number: i128 = text.parse().ok()?;
            let bits = width.min(126);
            let fits = number >= -(1i128 << (bits - 1)) && number < 1i128 << bits;
            fits.then(|| Number::int(width, number))
        }
        Lane::Float(FloatKind::Double) => {
            let number: f64 = text.parse().ok()?;
            Some(Number::Float { kind: FloatKind::Double, words: smallvec![number.to_bits()] })
        }
        Lane::Float(FloatKind::Float) => {
            let number: f32 = text.parse().ok()?;
            Some(Number::Float { kind: FloatKind::Float, words: smallvec![u64::from(number.to_bits())] })
        }
        Lane::Float(kind) => Some(Number::float(kind, text.parse().ok()?)),
    }
}

/// How many of the first operands an integer operation reads as signed.
fn read_signed(kind: &ScalarKind) -> usize {
    use IntPredicate::{Sge, Sgt, Sle, Slt};
    match kind {
        ScalarKind::Compare(Sgt | Sge | Slt | Sle) | ScalarKind::Binary(Opcode::SDiv | Opcode::SRem) => 2,
        ScalarKind::Binary(Opcode::AShr) => 1,
        ScalarKind::Call(name)
            if ["llvm.smin", "llvm.smax", "llvm.sadd.sat", "llvm.ssub.sat"].contains(&name.as_str()) =>
        {
            2
        }
        _ => 0,
    }
}

fn predicate(operator: BinaryOperator) -> Option<IntPredicate> {
    let is_signed = operator.reading == Reading::Signed;
    let by_sign = |signed, unsigned| if is_signed { signed } else { unsigned };
    Some(match operator.operation {
        Operation::Equal => IntPredicate::Eq,
        Operation::Differ => IntPredicate::Ne,
        Operation::Less => by_sign(IntPredicate::Slt, IntPredicate::Ult),
        Operation::LessEqual => by_sign(IntPredicate::Sle, IntPredicate::Ule),
        Operation::Greater => by_sign(IntPredicate::Sgt, IntPredicate::Ugt),
        Operation::GreaterEqual => by_sign(IntPredicate::Sge, IntPredicate::Uge),
        _ => return None,
    })
}

/// The instruction of an operator; `None` if its signedness is open, or the type has no such instruction.
fn opcode(operator: BinaryOperator, is_float: bool) -> Option<Opcode> {
    let by_reading = |signed, unsigned| match operator.reading {
        Reading::Signed => Some(signed),
        Reading::Unsigned => Some(unsigned),
        Reading::Any => None,
    };
    use Opcode::{
        AShr, Add, And, FAdd, FDiv, FMul, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor,
    };
    match (operator.operation, is_float) {
        (Operation::Add, false) => Some(Add),
        (Operation::Subtract, false) => Some(Sub),
        (Operation::Multiply, false) => Some(Mul),
        (Operation::Divide, false) => by_reading(SDiv, UDiv),
        (Operation::Remainder, false) => by_reading(SRem, URem),
        (Operation::ShiftLeft, false) => Some(Shl),
        (Operation::ShiftRight, false) => by_reading(AShr, LShr),
        (Operation::And, false) => Some(And),
        (Operation::Or, false) => Some(Or),
        (Operation::Xor, false) => Some(Xor),
        (Operation::Add, true) => Some(FAdd),
        (Operation::Subtract, true) => Some(FSub),
        (Operation::Multiply, true) => Some(FMul),
        (Operation::Divide, true) => (operator.reading == Reading::Any).then_some(FDiv),
        _ => None,
    }
}
