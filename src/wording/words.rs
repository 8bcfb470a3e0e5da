//! Values as source text: variable names, array elements, and expressions over them.
//!
//! In: `%14 = load double, ptr %13`, where `%13` is `%x + 8*%i`, and debug information. Out: `x[i]`. A value
//! without a source name has no text. Callers then use a variable of the specification or the IR spelling.

mod conditions;

use crate::comparing;
use crate::fields::{self, Path};
use crate::subscripts::{Sum, split, sum_of};
use crate::{Bound, Spelling, View};
use analysis::accesses::{Accesses, WrittenFactor, WrittenTerm, sum_text};
use conditions::Sign;
use ir::{Model, Opcode, Pointee, SourceVariable, TypeClass, ValueId};
use report::shown_name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

/// The depth limit of expressions.
const DEEPEST: u32 = 6;
/// The length limit of expressions.
const LONGEST: usize = 120;

/// A text, and the precedence of its outermost operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) text: String,
    binds: u8,
}

/// The precedence of names, calls and elements.
const ATOMIC: u8 = 9;

/// The precedence of products.
const PRODUCT: u8 = 7;

impl Written {
    /// The text `…`, for a value without a name.
    fn left_out() -> Written {
        Written::atom("…".to_owned())
    }

    fn cast(self, to: &str) -> Written {
        Written { text: format!("{to} {}", self.in_operator(UNARY)), binds: UNARY }
    }

    fn without_sign(self) -> Written {
        self.cast("(unsigned)")
    }

    fn not(self) -> Written {
        Written { text: format!("!{}", self.in_operator(UNARY)), binds: UNARY }
    }

    fn atom(text: String) -> Written {
        Written { text, binds: ATOMIC }
    }

    /// The text, in parentheses if its operator has a lower precedence than `binds`.
    fn in_operator(self, binds: u8) -> String {
        if self.binds >= binds { self.text } else { format!("({})", self.text) }
    }

    /// The text as an operand.
    pub(crate) fn into_operand(self) -> String {
        self.in_operator(ATOMIC)
    }
}

/// The array elements that loads read, shared by all findings in one function.
pub struct Elements<'m> {
    model: &'m Model,
    accesses: RefCell<Option<Accesses<'m>>>,
    names: OnceCell<FxHashSet<String>>,
}

impl<'m> Elements<'m> {
    /// Elements of a function, computed on demand.
    pub(crate) fn new(model: &'m Model) -> Elements<'m> {
        Elements { model, accesses: RefCell::new(None), names: OnceCell::new() }
    }

    /// The source names in the function.
    pub(crate) fn names(&self, view: &View<'_>, spelling: &Spelling<'_>) -> &FxHashSet<String> {
        let named = || view.plain().values().filter_map(spelling.variable).map(|variable| variable.name);
        self.names.get_or_init(|| named().collect())
    }

    /// The root of a load's address, the offset in elements, and the element size.
    fn of(&self, load: ValueId) -> Option<(ValueId, WrittenTerm, u32)> {
        let mut accesses = self.accesses.borrow_mut();
        let accesses = accesses.get_or_insert_with(|| Accesses::new(self.model));
        let address = accesses.addresses(load).first()?.clone();
        Some((address.root, accesses.written(address.offset)?, address.size))
    }

    /// Whether a value of the function is a pointer.
    pub(crate) fn is_pointer(&self, value: ValueId) -> bool {
        self.model.position(value).is_some() && self.model.has_class(value, TypeClass::Pointer)
    }

    /// The root of an address and the offset in bytes.
    fn place(&self, pointer: ValueId) -> Option<(ValueId, WrittenTerm)> {
        let mut accesses = self.accesses.borrow_mut();
        let accesses = accesses.get_or_insert_with(|| Accesses::new(self.model));
        let (root, bytes) = accesses.place(pointer)?;
        Some((root, accesses.written(bytes)?))
    }
}

/// Writes values of one function, or of its normalised copy.
pub(crate) struct Words<'w, 'm> {
    pub(crate) view: View<'w>,
    pub(crate) spelling: &'w Spelling<'w>,
    pub(crate) elements: &'w Elements<'m>,
    /// Letters of a specification, for values without a source name.
    pub(crate) letters: FxHashMap<ValueId, String>,
    /// The values with each name, in writing order: one variable may have several values, which then get
    /// numbers.
    pub(crate) holders: RefCell<FxHashMap<String, Vec<ValueId>>>,
    /// Names and elements known from an earlier pass over the same text.
    pub(crate) known: Known,
    /// The elements written so far, for the next pass.
    pub(crate) met: RefCell<Vec<ElementText>>,
    /// Whether `…` is written for values without a name.
    pub(crate) leaves_out: Cell<bool>,
}

/// Names and elements of a text, known before another pass over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The values with each name, in the order of the function, with parameters last. Hence texts with the
    /// same values number them alike.
    holders: BTreeMap<String, Vec<ValueId>>,
    /// Elements with several subscripts. All occurrences of an element have the same text.
    elements: Vec<ElementText>,
}

/// An element of an array: the array, the offset in elements, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ElementText {
    pub(crate) root: ValueId,
    pub(crate) offset: Sum,
    pub(crate) text: String,
}

impl ElementText {
    /// Stores the text of an element.
    pub(crate) fn new(root: ValueId, offset: &Sum, text: String) -> ElementText {
        ElementText { root, offset: sorted(offset), text }
    }
}

/// The sum in a canonical order.
fn sorted(sum: &Sum) -> Sum {
    let mut sum = sum.clone();
    sum.iter_mut().for_each(|(factors, _)| factors.sort_unstable());
    sum.sort_unstable();
    sum
}

impl Words<'_, '_> {
    /// The names and elements written so far.
    pub(crate) fn learnt(&self) -> Known {
        // A parameter that a loop changes has its initial value first.
        let of_function = |value: &ValueId| {
            let origin = self.view.bound(*value).value();
            let is_computed = origin.is_some_and(|origin| self.view.plain().position(origin).is_some());
            (origin.is_none(), !is_computed, origin.unwrap_or(*value))
        };
        let order = |(name, values): (&String, &Vec<ValueId>)| {
            let mut values = values.clone();
            values.sort_by_key(of_function);
            (name.clone(), values)
        };
        let holders = self.holders.borrow();
        let several = holders.iter().filter(|(_, values)| values.len() > 1);
        Known { holders: several.map(order).collect(), elements: self.met.borrow().clone() }
    }

    /// The model of the values.
    fn model(&self) -> &Model {
        self.elements.model
    }

    /// The name of a value's variable or of a global, or the text of a constant.
    pub(crate) fn name(&self, value: ValueId) -> Option<String> {
        let bound = self.view.bound(value);
        if let Some(variable) = bound.value().and_then(self.spelling.variable) {
            return Some(self.numbered_name(variable.name, value));
        }
        let model = self.model();
        if model.global(value).is_some() {
            return Some(shown_name(model.name(value)).into_owned());
        }
        model.constant(value)?;
        number(&bound.describe(self.spelling.describe))
    }

    /// The name for the first value that has it, `n.2` for the next one.
    fn numbered_name(&self, name: String, value: ValueId) -> String {
        let mut holders = self.holders.borrow_mut();
        let holders = holders.entry(name.clone()).or_default();
        let at = holders.iter().position(|holder| *holder == value).unwrap_or_else(|| {
            holders.push(value);
            holders.len() - 1
        });
        let among = |known: &Vec<ValueId>| known.iter().position(|holder| *holder == value);
        let at = self.known.holders.get(&name).and_then(among).unwrap_or(at);
        if at == 0 { name } else { format!("{name}.{}", at + 1) }
    }

    /// The name of a value, the expression that computes it, or its letter in the specification. A part
    /// without any of these is `…`.
    pub(crate) fn written(&self, value: ValueId) -> Written {
        let whole = || self.at_depth(value, DEEPEST);
        whole().or_else(|| self.with_gaps(whole)).unwrap_or_else(Written::left_out)
    }

    /// The expression that computes a value, even if it has a name. Parts without a name or beyond the depth
    /// limit are `…`.
    pub(crate) fn computed(&self, value: ValueId) -> Option<Written> {
        self.with_fewer(|depth| self.expression(value, depth))
    }

    /// The negation of a comparison, with `…` as in [`computed`](Self::computed).
    pub(crate) fn negated(&self, value: ValueId) -> Written {
        self.with_fewer(|depth| self.opposite(value, depth)).unwrap_or_else(Written::left_out)
    }

    /// A text within the length limit: complete, or else with `…` at ever smaller depth limits.
    fn with_fewer(&self, write: impl Fn(u32) -> Option<Written>) -> Option<Written> {
        let at = |depth| write(depth).filter(|written| written.text.len() <= LONGEST);
        at(DEEPEST).or_else(|| self.with_gaps(|| (0..=DEEPEST).rev().find_map(at)))
    }

    /// Whether an earlier value has the same name, so that this one has a number.
    pub(crate) fn is_numbered(&self, value: ValueId) -> bool {
        let Some(variable) = self.variable(value) else { return false };
        let holders = self.holders.borrow();
        holders.get(&variable.name).and_then(|all| all.first()).is_some_and(|first| *first != value)
    }

    fn at_depth(&self, value: ValueId, depth: u32) -> Option<Written> {
        let named = self.name(value).map(Written::atom);
        let computed = || depth.checked_sub(1).and_then(|depth| self.expression(value, depth));
        let computed = || computed().filter(|written| written.text.len() <= LONGEST);
        let letter = || self.letters.get(&value).cloned().map(Written::atom);
        let left_out = || self.leaves_out.get().then(Written::left_out);
        named.or_else(computed).or_else(letter).or_else(left_out)
    }

    fn expression(&self, value: ValueId, depth: u32) -> Option<Written> {
        let model = self.model();
        let opcode = model.opcode(value)?;
        let operand = |n| self.at_depth(model.operand(value, n)?, depth);
        if let Some(low) = self.low_bits(value) {
            let (of, mask) = low;
            return Some(binary(self.at_depth(of, depth)?, "&", Written::atom(mask.to_string()), 2));
        }
        if opcode.is_skipped_cast() || is_conversion(opcode) {
            return operand(0);
        }
        if let Some((sign, binds)) = operator(opcode) {
            let mut left = operand(0)?;
            let is_of_numbers = matches!(opcode, Opcode::UDiv | Opcode::URem | Opcode::LShr);
            if is_of_numbers && self.sign(model.operand(value, 0)?, DEEPEST) == Sign::Signed {
                left = left.without_sign();
            }
            return Some(binary(left, sign, operand(1)?, binds));
        }
        match opcode {
            Opcode::FNeg => {
                Some(Written { text: format!("-{}", operand(0)?.in_operator(UNARY)), binds: UNARY })
            }
            Opcode::ICmp => self.of_integers(value, model.predicate(value)?, depth),
            Opcode::FCmp => self.of_floats(value, model.float_predicate(value)?, depth),
            Opcode::Select => {
                let arms = (model.operand(value, 1)?, model.operand(value, 2)?);
                self.choice(model.operand(value, 0)?, arms, depth)
            }
            Opcode::Call => self.call(value, depth),
            Opcode::GetElementPtr => self.address(value, depth),
            // An LCSSA phi: the value of a loop after its end.
            Opcode::Phi if model.operands(value).len() == 1 => operand(0),
            Opcode::Load => self.loaded(value, depth),
            Opcode::Phi => self.loaded(value, depth).or_else(|| self.merged(value, depth)),
            _ => None,
        }
    }

    /// The number and the mask of a truncation followed by a zero extension.
    fn low_bits(&self, value: ValueId) -> Option<(ValueId, u64)> {
        let model = self.model();
        let is = |value: ValueId, opcode| model.opcode(value) == Some(opcode);
        let cut = model.operand(value, 0).filter(|cut| is(value, Opcode::ZExt) && is(*cut, Opcode::Trunc))?;
        let bits = comparing::bits_of(model, cut)?;
        Some((model.operand(cut, 0)?, 1u64.checked_shl(bits)?.wrapping_sub(1)))
    }

    fn call(&self, call: ValueId, depth: u32) -> Option<Written> {
        let model = self.model();
        let operands: Vec<ValueId> = model.operands(call).iter().map(|edge| edge.to).collect();
        let (callee, arguments) = operands.split_first()?;
        let name = &model.global(*callee)?.canonical;
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        // The flags of intrinsics are constants of one bit.
        let is_flag =
            |value: &&ValueId| model.constant(**value).is_some() && model.type_of(**value).name == "i1";
        let arguments = arguments.iter().filter(|argument| !is_flag(argument));
        let arguments: Option<Vec<Written>> =
            arguments.map(|argument| self.at_depth(*argument, depth)).collect();
        let mut arguments = arguments?;
        if matches!(name, "fmuladd" | "fma") && arguments.len() == 3 {
            let summand = arguments.pop()?;
            let (b, a) = (arguments.pop()?, arguments.pop()?);
            return Some(binary(binary(a, "*", b, 7), "+", summand, 6));
        }
        if matches!(name, "umax" | "umin") {
            let signs: Vec<Sign> =
                operands.iter().skip(1).map(|operand| self.sign(*operand, DEEPEST)).collect();
            for (argument, sign) in arguments.iter_mut().zip(&signs) {
                if *sign == Sign::Signed && !signs.contains(&Sign::Unsigned) {
                    *argument = argument.clone().without_sign();
                }
            }
        }
        let name = match name {
            "smax" | "umax" | "maxnum" | "maximum" => "max",
            "smin" | "umin" | "minnum" | "minimum" => "min",
            "ctpop" => "popcount",
            other => other,
        };
        let arguments: Vec<String> = arguments.into_iter().map(|argument| argument.text).collect();
        Some(Written::atom(format!("{}({})", shown_name(name), arguments.join(", "))))
    }

    fn loaded(&self, load: ValueId, depth: u32) -> Option<Written> {
        let (root, offset, size) = self.elements.of(load)?;
        let named = self.at_depth(root, depth)?;
        let offset = self.sum(&offset, depth)?;
        let name = named.into_operand();
        let known =
            self.known.elements.iter().find(|known| known.root == root && known.offset == sorted(&offset));
        if let Some(known) = known {
            return Some(Written::atom(known.text.clone()));
        }
        let member = self.member(root, &name, &offset, size);
        // The size of a string must not be written as an element of it.
        let is_fixed = offset.iter().all(|(factors, _)| factors.is_empty());
        let is_hidden = || match self.pointee(root, DEEPEST) {
            Some(pointee) => fields::hides_members(&pointee),
            // Memory of unknown type: a structure or a sequence of elements.
            None => is_fixed && self.variable(root).is_some_and(|variable| variable.strides.is_empty()),
        };
        if member.is_none() && !offset.is_empty() && is_hidden() {
            return None;
        }
        let text = member.unwrap_or_else(|| self.element(root, name, &offset, size));
        let binds = if text.starts_with('*') { UNARY } else { ATOMIC };
        Some(Written { text, binds })
    }

    /// `&a[1]`, if the root of the address has a name and elements.
    fn address(&self, pointer: ValueId, depth: u32) -> Option<Written> {
        let (root, bytes) = self.elements.place(pointer)?;
        let name = self.name(root)?;
        let bytes = self.sum(&bytes, depth)?;
        let has_elements = self.variable(root).is_some_and(|variable| !variable.strides.is_empty());
        let text = has_elements.then(|| self.element(root, name, &bytes, 1))?;
        (!text.starts_with('*')).then(|| Written { text: format!("&{text}"), binds: UNARY })
    }

    /// The memory that a pointer leads to, by the type of its variable or of the variable that it was loaded
    /// from.
    fn pointee(&self, pointer: ValueId, depth: u32) -> Option<Pointee> {
        if let Some(variable) = self.variable(pointer) {
            return variable.pointee;
        }
        if !matches!(self.model().opcode(pointer)?, Opcode::Load | Opcode::Phi) {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let (root, offset, size) = self.elements.of(pointer)?;
        let from = self.pointee(root, depth)?;
        Path::of(&from, &self.sum(&offset, depth)?, size)?.leads_to()
    }

    /// A structure member behind a named pointer, or an element behind a loaded pointer.
    pub(crate) fn member(&self, root: ValueId, name: &str, offset: &Sum, size: u32) -> Option<String> {
        let pointee = self.pointee(root, DEEPEST)?;
        let path = Path::of(&pointee, offset, size)?;
        let says_more = path.is_through_members() || self.variable(root).is_none();
        says_more.then(|| path.text(name, pointee.is_place))
    }

    fn variable(&self, value: ValueId) -> Option<SourceVariable> {
        self.view.bound(value).value().and_then(self.spelling.variable)
    }

    /// An array element: `offset` elements of `size` bytes from the begin, with the subscripts of the array's
    /// type.
    pub(crate) fn element(&self, root: ValueId, name: String, offset: &Sum, size: u32) -> String {
        if let Some(member) = self.member(root, &name, offset, size) {
            return member;
        }
        let variable = self.variable(root);
        let strides = variable.map_or_else(Vec::new, |variable| variable.strides);
        match split(offset, &strides, size) {
            Some(subscripts) => {
                let subscripts = subscripts.into_iter().map(|sum| format!("[{}]", sum_of(sum)));
                format!("{name}{}", subscripts.collect::<String>())
            }
            // A variable on its own, or a part of a structure.
            None if offset.is_empty() && strides.is_empty() => name,
            None if strides.is_empty() => format!("{name}[{}]", sum_of(offset.clone())),
            None => {
                let bytes = offset.iter().map(|(factors, n)| (factors.clone(), n * i64::from(size)));
                let bytes: Sum = bytes.collect();
                match bytes.is_empty() {
                    true => format!("*{name}"),
                    false => format!("*({name} + {})", sum_text(bytes.into_iter())),
                }
            }
        }
    }

    /// A term as a sum over names.
    fn sum(&self, term: &WrittenTerm, depth: u32) -> Option<Sum> {
        let factor = |factor: &WrittenFactor| match factor {
            WrittenFactor::Value(value) => Some(self.at_depth(*value, depth)?.into_operand()),
            WrittenFactor::Product(_, [a, b]) => {
                let product = binary(self.at_depth(*a, depth)?, "*", self.at_depth(*b, depth)?, PRODUCT);
                Some(product.into_operand())
            }
            WrittenFactor::Rounds(_) => None,
        };
        let product = |(factors, number): &(Vec<WrittenFactor>, i64)| {
            Some((factors.iter().map(factor).collect::<Option<Vec<String>>>()?, *number))
        };
        term.monomials.iter().map(product).collect()
    }

    /// The term of a solution's value, as a sum over names.
    pub(crate) fn term(&self, term: &WrittenTerm) -> Option<Sum> {
        self.sum(term, DEEPEST)
    }

    /// The term of a solution's value, with `…` for values without a name.
    pub(crate) fn term_with_gaps(&self, term: &WrittenTerm) -> Option<Sum> {
        self.with_gaps(|| self.term(term))
    }

    /// Runs `write` with `…` for values without a name.
    fn with_gaps<T>(&self, write: impl FnOnce() -> T) -> T {
        self.leaves_out.set(true);
        let written = write();
        self.leaves_out.set(false);
        written
    }

    /// The IR spelling without a type.
    pub(crate) fn spelt(&self, value: ValueId) -> String {
        let text = self.view.bound(value).describe(self.spelling.describe);
        match self.view.bound(value) {
            Bound::Value(_) => text.rsplit_once(' ').map_or(text.clone(), |(_, name)| name.to_owned()),
            _ => text,
        }
    }
}

const UNARY: u8 = 8;
const COMPARISON: u8 = 3;

/// The precedence of `c ? a : b` and of combined comparisons.
const CHOICE: u8 = 1;

/// Operands of operators with a lower precedence are parenthesised, since C's precedence of these misleads
/// readers.
const ARITHMETIC: u8 = 6;

fn binary(left: Written, sign: &str, right: Written, binds: u8) -> Written {
    let of_bits = binds < ARITHMETIC && binds != COMPARISON;
    let (of_left, of_right) = if of_bits { (UNARY, UNARY) } else { (binds, binds + 1) };
    let opposite = match sign {
        "+" => Some("-"),
        "-" => Some("+"),
        _ => None,
    };
    // A summand with a sign: `x - 11`.
    if let Some((opposite, rest)) = opposite.zip(right.text.strip_prefix('-'))
        && right.binds >= PRODUCT
    {
        return Written { text: format!("{} {opposite} {rest}", left.in_operator(of_left)), binds };
    }
    let text = format!("{} {sign} {}", left.in_operator(of_left), right.in_operator(of_right));
    Written { text, binds }
}

fn choice(condition: Written, yes: Written, no: Written) -> Written {
    let [condition, yes, no] = [condition, yes, no].map(|part| part.in_operator(CHOICE + 1));
    Written { text: format!("{condition} ? {yes} : {no}"), binds: CHOICE }
}

fn operator(opcode: Opcode) -> Option<(&'static str, u8)> {
    use Opcode::*;
    Some(match opcode {
        Mul | FMul => ("*", PRODUCT),
        UDiv | SDiv | FDiv => ("/", 7),
        URem | SRem | FRem => ("%", 7),
        Add | FAdd => ("+", 6),
        Sub | FSub => ("-", 6),
        Shl => ("<<", 5),
        LShr | AShr => (">>", 5),
        And => ("&", 2),
        Xor => ("^", 2),
        Or => ("|", 2),
        _ => return None,
    })
}

fn is_conversion(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, FPExt | FPTrunc | UIToFP | SIToFP | FPToUI | FPToSI)
}

/// A constant without its type: `i32 100` is `100`, `double 1.000000e+00` is `1.0`.
fn number(text: &str) -> Option<String> {
    let (ty, number) = text.rsplit_once(' ')?;
    let bits = |digits| u64::from_str_radix(digits, 16).ok().map(f64::from_bits);
    let float = || number.strip_prefix("0x").map_or_else(|| number.parse().ok(), bits);
    match ty {
        "double" => float().map(|value| format!("{value:?}")),
        "float" => float().map(|value| format!("{:?}", value as f32)),
        _ if ty.starts_with('<') || ty.contains('(') => None,
        _ => Some(number.to_owned()),
    }
}
