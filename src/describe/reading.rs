//! From values to pattern trees.
//!
//! In: the `fadd` of `s + a[i] * b[i]` in the searched model. Out: the tree of that expression. Reading stops
//! at parameters, at values that are fixed in the loops, at phis that no pattern has a word for, and at a
//! depth.

use super::code::Code;
use super::place::Place;
use super::tree::{Base, Element, Operation, Subscript, Tree, TreeKind, Variable};
use super::variables::{Meaning, Variables};
use analysis::accesses::{AccessKind, LoopId, Symbol, Term};
use ir::{Constant, Flags, IntPredicate, Model, Number, Opcode, TypeClass, ValueId, ValueKind};

/// The depth limit of trees.
const DEEPEST: u32 = 10;
/// The limit on the nodes of one tree.
const MOST_NODES: usize = 60;
/// The limit on the arguments of a call.
const MOST_ARGUMENTS: usize = 6;

/// The address of an element that was read, for the choice of subscripts.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    /// The root pointer.
    pub(crate) root: ValueId,
    /// The strides of the subscripts.
    pub(crate) strides: Vec<Term>,
    /// The part of the offset that no subscript has.
    pub(crate) rest: Term,
    /// The variable of the root.
    pub(crate) array: Variable,
    /// The numbers that the subscripts add.
    pub(crate) offsets: Vec<i64>,
}

/// The other operand of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A value.
    Value(ValueId),
    /// The product in a fused multiply-add, without the sign of a factor.
    Product(ValueId),
}

/// Reads the values of one function.
pub(crate) struct Reader<'r, 'm> {
    /// The function.
    pub(crate) code: &'r Code<'m>,
    place: &'r Place,
    /// The variables so far.
    pub(crate) variables: Variables,
    /// The addresses of the elements read.
    pub(crate) addresses: Vec<Address>,
    /// Phis of inner loops whose value behind the loop was read.
    pub(crate) inner: Vec<ValueId>,
    nodes: usize,
}

impl<'r, 'm> Reader<'r, 'm> {
    /// A reader without variables.
    pub(crate) fn new(code: &'r Code<'m>, place: &'r Place) -> Reader<'r, 'm> {
        let (variables, addresses, inner) = (Variables::default(), Vec::new(), Vec::new());
        Reader { code, place, variables, addresses, inner, nodes: 0 }
    }

    fn model(&self) -> &'m Model {
        self.code.model()
    }

    /// The variable of a value, with the name of its source variable or else the hint.
    pub(crate) fn variable(&mut self, value: ValueId, hint: &str) -> Variable {
        let named = self.code.name(value);
        let global = self.model().global(value).map(|global| global.name.clone());
        let parameter = || {
            let name = self.model().name(value);
            (self.model().kind(value) == ValueKind::Parameter && !name.is_empty()).then(|| name.to_owned())
        };
        let name = named.or(global).or_else(parameter);
        self.variables.of(Meaning::Value(value), name.as_deref().unwrap_or(hint))
    }

    /// The tree of a value that is computed for a result in `nest`, the outermost loop around the result.
    pub(crate) fn tree(&mut self, value: ValueId, nest: Option<LoopId>) -> Tree {
        self.nodes = 0;
        self.at_depth(value, nest, DEEPEST)
    }

    /// The product in a fused multiply-add, without the sign of a factor.
    pub(crate) fn product(&mut self, call: ValueId, nest: Option<LoopId>) -> Tree {
        self.nodes = 0;
        let model = self.model();
        let factors = model.operands(call).iter().skip(1).take(2).map(|edge| match model.opcode(edge.to) {
            Some(Opcode::FNeg) => model.operand(edge.to, 0).unwrap_or(edge.to),
            _ => edge.to,
        });
        let factors: Vec<ValueId> = factors.collect();
        let trees = factors.into_iter().map(|factor| self.at_depth(factor, nest, DEEPEST)).collect();
        let at = self.variables.of(Meaning::Again(call, usize::MAX), "product");
        Tree { at, kind: TreeKind::Apply(Operation::Binary("*", None), trees) }
    }

    /// The tree of a value whose operation is stated in any case.
    pub(crate) fn whole(&mut self, value: ValueId, nest: Option<LoopId>) -> Tree {
        self.nodes = 0;
        let value = self.code.behind(value);
        let at = self.variable(value, "r");
        match self.kind(value, nest, DEEPEST) {
            Some(kind) => Tree { at, kind },
            None => Tree::free(at),
        }
    }

    fn at_depth(&mut self, value: ValueId, nest: Option<LoopId>, depth: u32) -> Tree {
        self.nodes += 1;
        if let Some(behind) = self.behind_loop(value) {
            return Tree::free(behind);
        }
        let value = self.code.behind(value);
        let model = self.model();
        if let Some(number) = model.constant(value) {
            return self.constant(value, &number.clone());
        }
        let hint = self.hint(value);
        let at = self.variable(value, hint);
        let is_fixed = match (model.block_of(value), nest) {
            (None, _) => true,
            (Some(block), Some(nest)) => !self.code.is_in(nest, block),
            (Some(_), None) => false,
        };
        // A named value of other lines is a part of its own, unless it is an element.
        let is_elsewhere = matches!(self.place, Place::Lines { .. })
            && !self.place.has(model, value)
            && self.code.name(value).is_some()
            && !matches!(model.opcode(value), Some(Opcode::Load | Opcode::Phi))
            && model.location(value).is_some();
        if is_fixed || is_elsewhere || depth == 0 || self.nodes > MOST_NODES {
            return Tree::free(at);
        }
        match self.kind(value, nest, depth - 1) {
            Some(kind) => Tree { at, kind },
            None => Tree::free(at),
        }
    }

    fn hint(&self, value: ValueId) -> &'static str {
        let model = self.model();
        let is_counter = self.code.accesses().counted(value).is_some();
        match model.has_class(value, TypeClass::Pointer) {
            _ if is_counter => "i",
            true => "p",
            false => "x",
        }
    }

    /// The variable of a reduction's value behind its loop, if the value is one.
    fn behind_loop(&mut self, value: ValueId) -> Option<Variable> {
        let model = self.model();
        if model.opcode(value) != Some(Opcode::Phi) || model.operands(value).len() != 1 {
            return None;
        }
        let inside = self.code.behind(value);
        let phi = reduced(self.code, inside)?;
        let around = self.code.loop_of(phi)?;
        if self.code.is_in(around, model.block_of(value)?) {
            return None;
        }
        if !self.inner.contains(&phi) {
            self.inner.push(phi);
        }
        let of = self.variable(phi, "s");
        Some(self.variables.of(Meaning::Behind(of), "out"))
    }

    fn constant(&mut self, value: ValueId, constant: &Constant) -> Tree {
        match constant {
            Constant::Null => {
                let at = self.variables.of(Meaning::Number("null".to_owned()), "nothing");
                Tree { at, kind: TreeKind::Null }
            }
            Constant::Scalar(number) => match text_of(constant, number) {
                Some(text) => {
                    let at = self.variables.of(Meaning::Number(text.clone()), "c");
                    Tree { at, kind: TreeKind::Number(text) }
                }
                None => Tree::free(self.variable(value, "c")),
            },
            _ => Tree::free(self.variable(value, "c")),
        }
    }

    fn kind(&mut self, value: ValueId, nest: Option<LoopId>, depth: u32) -> Option<TreeKind> {
        let model = self.model();
        let opcode = model.opcode(value)?;
        if matches!(opcode, Opcode::Load | Opcode::Phi)
            && let Some(element) = self.element(value, AccessKind::Read, nest, depth)
        {
            return Some(TreeKind::Element(element));
        }
        let operand = |this: &mut Self, n: u32| Some(this.at_depth(model.operand(value, n)?, nest, depth));
        if let Some((symbol, sign)) = operator(opcode) {
            return Some(TreeKind::Apply(
                Operation::Binary(symbol, sign),
                vec![operand(self, 0)?, operand(self, 1)?],
            ));
        }
        let apply = |operation, operands| Some(TreeKind::Apply(operation, operands));
        match opcode {
            Opcode::FNeg => apply(Operation::Minus, vec![operand(self, 0)?]),
            Opcode::FPExt
            | Opcode::FPTrunc
            | Opcode::SIToFP
            | Opcode::UIToFP
            | Opcode::FPToSI
            | Opcode::FPToUI => apply(Operation::Call(opcode.name().to_owned()), vec![operand(self, 0)?]),
            Opcode::ICmp | Opcode::FCmp => {
                let (symbol, sign) = comparison(model, value)?;
                apply(Operation::Binary(symbol, sign), vec![operand(self, 0)?, operand(self, 1)?])
            }
            Opcode::Select => {
                let arms = [model.operand(value, 1)?, model.operand(value, 2)?];
                self.choice(model.operand(value, 0)?, arms, nest, depth)
            }
            Opcode::Phi => {
                let (condition, arms) = self.arms(value)?;
                self.choice(condition, arms, nest, depth)
            }
            Opcode::Load => self.loaded(value, nest, depth),
            // Normalised addresses count in bytes.
            Opcode::GetElementPtr => {
                let [base, offset] = model.operands(value) else { return None };
                model.constant(offset.to).and_then(Constant::signed)?;
                let operands = [base.to, offset.to].map(|operand| self.at_depth(operand, nest, depth));
                apply(Operation::Binary("+", None), operands.to_vec())
            }
            Opcode::Call => self.call(value, nest, depth),
            _ => None,
        }
    }

    /// A choice, or the minimum or maximum that it makes.
    fn choice(
        &mut self,
        condition: ValueId,
        arms: [ValueId; 2],
        nest: Option<LoopId>,
        depth: u32,
    ) -> Option<TreeKind> {
        let model = self.model();
        let test = self.code.behind(condition);
        let trees = |this: &mut Self| arms.map(|arm| this.at_depth(arm, nest, depth)).to_vec();
        let [a, b] = arms.map(|arm| self.code.behind(arm));
        if let Some((symbol, _)) = comparison(model, test) {
            let sides = [0, 1].map(|n| model.operand(test, n).map(|side| self.code.behind(side)));
            let is_less = match symbol {
                "<" | "<=" => true,
                ">" | ">=" => false,
                _ => sides == [None, None],
            };
            let is_ordered = symbol.starts_with(['<', '>']);
            let name = match sides {
                [Some(left), Some(right)] if is_ordered && (left, right) == (a, b) => Some(is_less),
                [Some(left), Some(right)] if is_ordered && (left, right) == (b, a) => Some(!is_less),
                _ => None,
            };
            if let Some(is_least) = name {
                let name = if is_least { "min" } else { "max" };
                return Some(TreeKind::Apply(Operation::Call(name.to_owned()), trees(self)));
            }
        }
        let mut parts = vec![self.at_depth(condition, nest, depth)];
        parts.extend(trees(self));
        Some(TreeKind::Apply(Operation::Choice, parts))
    }

    /// The condition of a phi that joins two arms of a branch, and its values where the condition holds and
    /// where not.
    fn arms(&self, phi: ValueId) -> Option<(ValueId, [ValueId; 2])> {
        let model = self.model();
        let block = model.block_of(phi)?;
        let ([left, right], [from_left, from_right]) = (model.operands(phi), model.phi_sources(phi)) else {
            return None;
        };
        if self.code.header_of(phi).is_some() {
            return None;
        }
        let dominance = model.dominance();
        let above = dominance.immediate_dominator(block)?;
        let end = model.terminator(above);
        let [then, _] = model.block_successors(above) else { return None };
        let condition = model.operand(end, 0).filter(|_| model.opcode(end) == Some(Opcode::Br))?;
        let is_then = |from: ValueId| {
            let from = model.block_of(from)?;
            Some(if from == above { *then == block } else { dominance.block_dominates(*then, from) })
        };
        match (is_then(*from_left)?, is_then(*from_right)?) {
            (true, false) => Some((condition, [left.to, right.to])),
            (false, true) => Some((condition, [right.to, left.to])),
            _ => None,
        }
    }

    fn loaded(&mut self, load: ValueId, nest: Option<LoopId>, depth: u32) -> Option<TreeKind> {
        let model = self.model();
        if model.flags(load) & (Flags::VOLATILE | Flags::ATOMIC) != Flags::NONE {
            return None;
        }
        let pointer = self.code.behind(model.operand(load, 0)?);
        let place = self.code.accesses().place(pointer);
        let offset =
            place.and_then(|(_, bytes)| self.code.accesses().term(bytes).and_then(Term::as_constant));
        let (root, operation) = match (place, offset) {
            (Some((root, _)), Some(offset)) if offset != 0 => (root, Operation::Field(offset)),
            _ => (pointer, Operation::Load),
        };
        Some(TreeKind::Apply(operation, vec![self.at_depth(root, nest, depth)]))
    }

    fn call(&mut self, call: ValueId, nest: Option<LoopId>, depth: u32) -> Option<TreeKind> {
        let model = self.model();
        let global = model.global(model.operand(call, 0)?)?;
        let name = global.canonical.strip_prefix("llvm.").unwrap_or(&global.canonical).to_owned();
        let is_flag = |value: ValueId| {
            global.is_intrinsic && model.constant(value).is_some() && model.type_of(value).name == "i1"
        };
        let operands = model.operands(call).iter().skip(1).map(|edge| edge.to);
        let arguments: Vec<ValueId> = operands.filter(|value| !is_flag(*value)).collect();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        if arguments.is_empty() || arguments.len() > MOST_ARGUMENTS || !is_name {
            return None;
        }
        let mut trees: Vec<Tree> =
            arguments.iter().map(|argument| self.at_depth(*argument, nest, depth)).collect();
        if matches!(name.as_str(), "fma" | "fmuladd") && trees.len() == 3 {
            let summand = trees.pop()?;
            let product = TreeKind::Apply(Operation::Binary("*", None), trees);
            let at = self.variables.of(Meaning::Again(call, usize::MAX), "product");
            let operands = vec![Tree { at, kind: product }, summand];
            return Some(TreeKind::Apply(Operation::Binary("+", None), operands));
        }
        let name = match name.as_str() {
            "smax" | "umax" | "maxnum" | "maximum" | "fmax" => "max",
            "smin" | "umin" | "minnum" | "minimum" | "fmin" => "min",
            "fabs" => "abs",
            "ctpop" => "popcount",
            "ctlz" => "clz",
            "cttz" => "ctz",
            "fshl" | "fshr" if trees.len() == 3 && trees[0] == trees[1] => {
                trees.remove(0);
                if name == "fshl" { "rotl" } else { "rotr" }
            }
            other => other,
        };
        Some(TreeKind::Apply(Operation::Call(name.to_owned()), trees))
    }

    /// The element that an access reads or writes; `None` if its address has nothing that varies.
    pub(crate) fn element(
        &mut self,
        access: ValueId,
        kind: AccessKind,
        nest: Option<LoopId>,
        depth: u32,
    ) -> Option<Element> {
        let model = self.model();
        if model.flags(access) & (Flags::VOLATILE | Flags::ATOMIC) != Flags::NONE {
            return None;
        }
        let (root, offset) = {
            let mut accesses = self.code.accesses();
            accesses.is_access(access, kind).then_some(())?;
            let address = accesses.addresses(access).first()?.clone();
            (address.root, accesses.term(address.offset)?.clone())
        };
        let mut symbols: Vec<Symbol> = Vec::new();
        for symbol in offset.symbols() {
            let varies = match symbol {
                Symbol::Counter(_) => true,
                Symbol::Value(value) => match (model.block_of(value), nest) {
                    (None, Some(_)) => false,
                    (Some(block), Some(nest)) => self.code.is_in(nest, block),
                    (_, None) => true,
                },
                Symbol::Product(_) | Symbol::Rounds(_) => return None,
            };
            if varies && !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        let mut rest = offset;
        let mut parts: Vec<(Symbol, Term)> = Vec::new();
        for symbol in symbols {
            let (stride, left) = rest.split(symbol)?;
            rest = left;
            parts.push((symbol, stride));
        }
        if parts.is_empty() {
            return None;
        }
        parts.sort_by_key(|(_, stride)| std::cmp::Reverse(size_of(stride)));
        let mut subscripts = Vec::new();
        for (k, (symbol, stride)) in parts.iter().enumerate() {
            let times = whole_part(&rest, stride, k + 1 < parts.len());
            rest = rest.plus(stride, times.checked_neg()?)?;
            let base = match *symbol {
                Symbol::Counter(this) => Base::Counter(self.counter(this)),
                Symbol::Value(value) => Base::Index(Box::new(self.at_depth(value, nest, depth.min(4)))),
                Symbol::Product(_) | Symbol::Rounds(_) => return None,
            };
            subscripts.push(Subscript { base, offset: times });
        }
        let array = self.variable(root, "A");
        let strides = parts.into_iter().map(|(_, stride)| stride).collect();
        let offsets = subscripts.iter().map(|subscript: &Subscript| subscript.offset).collect();
        self.addresses.push(Address { root, strides, rest, array, offsets });
        Some(Element { array, subscripts, address: self.addresses.len() - 1 })
    }

    /// The variable of a loop's counter.
    fn counter(&mut self, this: LoopId) -> Variable {
        let counter = self.code.accesses().counter(this);
        let value = counter.unwrap_or_else(|| self.code.accesses().first_instruction(this));
        self.variable(value, "i")
    }
}

/// The phi of a loop's header that a value updates, or is.
pub(crate) fn reduced(code: &Code<'_>, value: ValueId) -> Option<ValueId> {
    let model = code.model();
    if code.header_of(value).is_some() {
        return Some(value);
    }
    let users = model.operand_uses(value).iter().map(|edge| edge.to);
    users.into_iter().find(|user| code.header_of(*user).is_some() && code.next_of(*user) == Some(value))
}

/// The number of times that a stride is in the rest of an offset; the nearest one if smaller strides follow.
fn whole_part(rest: &Term, stride: &Term, is_followed: bool) -> i64 {
    let [(factors, number)] = stride.monomials() else { return 0 };
    let found = rest.monomials().iter().find(|(known, _)| known == factors).map_or(0, |(_, found)| *found);
    if found % number == 0 {
        return found / number;
    }
    match is_followed && factors.is_empty() {
        true => found.saturating_add(found.signum() * (number.abs() / 2)) / number,
        false => 0,
    }
}

/// The size of a stride: products of more values first, then larger numbers.
fn size_of(stride: &Term) -> (usize, u64) {
    let largest = stride.monomials().iter().map(|(factors, number)| (factors.len(), number.unsigned_abs()));
    largest.max().unwrap_or_default()
}

/// The operator of an opcode, and its suffix for integers of one kind.
fn operator(opcode: Opcode) -> Option<(&'static str, Option<char>)> {
    Some(match opcode {
        Opcode::Add | Opcode::FAdd => ("+", None),
        Opcode::Sub | Opcode::FSub => ("-", None),
        Opcode::Mul | Opcode::FMul => ("*", None),
        Opcode::FDiv => ("/", None),
        Opcode::FRem => ("%", None),
        Opcode::SDiv => ("/", Some('s')),
        Opcode::UDiv => ("/", Some('u')),
        Opcode::SRem => ("%", Some('s')),
        Opcode::URem => ("%", Some('u')),
        Opcode::Shl => ("<<", None),
        Opcode::LShr => (">>", Some('u')),
        Opcode::AShr => (">>", Some('s')),
        Opcode::And => ("&", None),
        Opcode::Or => ("|", None),
        Opcode::Xor => ("^", None),
        _ => return None,
    })
}

/// The operator of a comparison, and its suffix.
pub(crate) fn comparison(model: &Model, value: ValueId) -> Option<(&'static str, Option<char>)> {
    if let Some(predicate) = model.predicate(value) {
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        let sign = if predicate.is_unsigned() { 'u' } else { 's' };
        return Some((predicate.symbol(), (!is_equality).then_some(sign)));
    }
    let symbol = match model.float_predicate(value)?.name() {
        "oeq" | "ueq" => "==",
        "one" | "une" => "!=",
        "ogt" | "ugt" => ">",
        "oge" | "uge" => ">=",
        "olt" | "ult" => "<",
        "ole" | "ule" => "<=",
        _ => return None,
    };
    Some((symbol, None))
}

/// The number as the language writes it.
fn text_of(constant: &Constant, number: &Number) -> Option<String> {
    if let Number::Int { width: 1, .. } = number {
        return None;
    }
    if let Some(signed) = constant.signed() {
        return Some(signed.to_string());
    }
    let float = number.as_f64().filter(|float| float.is_finite() && number.is_sign_negative().is_some())?;
    Some(format!("{float}"))
}
