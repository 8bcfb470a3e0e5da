//! Checks the conversions of integers between a nest's loads and the replaced values.
//!
//! Patterns look through casts, and the called function has its own: it widens the loaded elements by their
//! declared type, and computes in the width of its result. Each conversion between the loads and the results
//! is compared with the rewrite's statements. In: `sub i32 (sext i8 %a), (zext i8 %b)` as the difference of
//! elements that the function takes as `ptr<const unsigned char>`. Out: a refusal, since the rewrite does not
//! sign-extend elements of `{A}`.
//!
//! A conversion of the result of an operation that cannot overflow counts as a conversion of its operands:
//! `sext (sub nsw i16 %a, %b)` is `sub (sext %a), (sext %b)`.
//!
//! Code that computes in the width of an element has no conversions. The lower bits of a sum are equal in any
//! width, but `abs`, `>>` and comparisons depend on the whole number. Their operands must therefore be
//! numbers that cannot have wrapped.

mod numbers;

use super::super::matched::Unfit;
use super::arrays::{Array, Places};
use super::instance::NestInstance;
use ir::{Flags, IntPredicate, Model, Opcode, TypeClass, ValueId};
use lang::candl::pattern::tree::{BinaryOperator, ExpressionKind, Operation, Reading};
use lang::candl::rewrite::variable_name;
use lang::candl::widening::{Elements, INT_WIDTH, Widening};
use rustc_hash::FxHashSet;

/// Maximum number of operations that a conversion is followed through.
const DEEPEST: usize = 8;

/// Checks the conversions between the loads of a nest and `roots`, the values that it computes.
pub(super) fn check_widening(
    model: &Model,
    (instance, places): (&NestInstance<'_>, &Places),
    widening: &Widening,
    roots: &[ValueId],
) -> Result<(), Unfit> {
    let mut casts = Casts { model, instance, places, widening, requested: widening.casts.clone() };
    let mut open: Vec<ValueId> = roots.to_vec();
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    // A `trunc` of a stored value to the width of an element is always right.
    for (store, _) in places.iter().filter(|(access, _)| model.opcode(*access) == Some(Opcode::Store)) {
        let stored = model.operand(*store, 0);
        let cut =
            stored.filter(|stored| model.opcode(*stored) == Some(Opcode::Trunc) && seen.insert(*stored));
        open.extend(cut.and_then(|cut| model.operand(cut, 0)).or(stored));
    }
    let mut values = Vec::new();
    while let Some(value) = open.pop() {
        if seen.insert(value) {
            values.push(value);
            open.extend(casts.operands(value));
        }
    }
    values.iter().for_each(|value| casts.account_for(*value));
    values.into_iter().try_for_each(|value| casts.check(value))
}

/// The check of one nest.
struct Casts<'a> {
    model: &'a Model,
    instance: &'a NestInstance<'a>,
    places: &'a Places,
    widening: &'a Widening,
    /// The conversions that the patterns name and that no cast was matched with yet.
    requested: Vec<String>,
}

impl Casts<'_> {
    /// The numeric operands that a value is computed from in the nest, without initial values.
    fn operands(&self, value: ValueId) -> Vec<ValueId> {
        let model = self.model;
        let is_number = |value: ValueId| {
            [TypeClass::Integer, TypeClass::Float].iter().any(|class| model.has_class(value, *class))
        };
        let is_fixed = |value: ValueId| self.instance.shape.is_fixed(model, value);
        let is_phi = model.opcode(value) == Some(Opcode::Phi);
        let is_begin = is_fixed(value) && (self.is_named(value) || is_phi);
        let first = match model.opcode(value) {
            None | Some(Opcode::Load) => return Vec::new(),
            _ if is_begin => return Vec::new(),
            Some(Opcode::Call) => 1,
            _ => 0,
        };
        let operands = (first..).map_while(|n| model.operand(value, n)).filter(|operand| is_number(*operand));
        operands.filter(|operand| !is_phi || !is_fixed(*operand)).collect()
    }

    /// Whether the solution has a name for a value.
    fn is_named(&self, value: ValueId) -> bool {
        self.instance.variables.values().any(|(_, named)| named == value)
    }

    /// Whether the patterns have a variable for a value. Fields like `{C.element}` and `{s.next}` stand for
    /// any stored or carried value, which no pattern describes.
    fn is_written(&self, value: ValueId) -> bool {
        self.instance.variables.values().any(|(name, named)| named == value && !name.contains('.'))
    }

    fn check(&mut self, value: ValueId) -> Result<(), Unfit> {
        let model = self.model;
        match model.opcode(value) {
            Some(Opcode::ZExt | Opcode::SExt | Opcode::Trunc) if self.is_written(value) => Ok(()),
            Some(Opcode::ZExt | Opcode::SExt) => self.check_extension(value),
            Some(Opcode::Trunc) => match self.asks_for("trunc") {
                true => Ok(()),
                false => Err(Unfit::of(value, "is a `trunc` that the rewrite does not ask for")),
            },
            Some(_) => {
                self.check_reading(value)?;
                self.check_operands(value)?;
                self.check_numbers(value)
            }
            None => Ok(()),
        }
    }

    /// Uses up one conversion that the patterns name; false if none is left.
    fn asks_for(&mut self, word: &str) -> bool {
        match self.requested.iter().position(|requested| requested == word) {
            Some(at) => {
                self.requested.swap_remove(at);
                true
            }
            None => false,
        }
    }

    /// Uses up a conversion that the patterns name if this cast may be the named one and is right by itself.
    /// The conversion then permits no other cast.
    fn account_for(&mut self, cast: ValueId) {
        let word = match self.model.opcode(cast) {
            Some(Opcode::Trunc) => "trunc",
            Some(Opcode::ZExt | Opcode::SExt) => self.extension(cast).0,
            _ => return,
        };
        let of = self.model.operand(cast, 0);
        let is_right = word != "trunc"
            && of.is_some_and(|of| {
                let reading = self.extension(cast).1;
                self.element(of).is_none() && self.may_widen(of, reading, DEEPEST).is_ok()
            });
        if self.is_written(cast) || is_right {
            self.asks_for(word);
        }
    }

    /// The name of an extension, and the signedness with which it reads its operand.
    fn extension(&self, cast: ValueId) -> (&'static str, Reading) {
        match self.model.opcode(cast) {
            Some(Opcode::SExt) => ("sext", Reading::Signed),
            // A number that is not negative is widened equally by both extensions.
            _ if self.model.flags(cast).contains(Flags::NNEG) => ("zext", Reading::Any),
            _ => ("zext", Reading::Unsigned),
        }
    }

    fn check_extension(&mut self, cast: ValueId) -> Result<(), Unfit> {
        let model = self.model;
        let (word, reading) = self.extension(cast);
        let of = model.operand(cast, 0).ok_or_else(|| Unfit::of(cast, "converts nothing"))?;
        match self.may_widen(of, reading, DEEPEST) {
            Ok(()) => Ok(()),
            Err(_) if self.element(of).is_none() && self.asks_for(word) => Ok(()),
            Err(why) => Err(Unfit::of(cast, format!("is a `{word}` {why}"))),
        }
    }

    /// The array that a load reads.
    fn element(&self, load: ValueId) -> Option<&Array> {
        let at = self.places.iter().find(|(access, _)| *access == load)?.1;
        (self.model.opcode(load) == Some(Opcode::Load)).then(|| self.instance.arrays.get(at))?
    }

    /// The rewrite's statements about the call's arrays with this root.
    fn arguments(&self, root: ValueId) -> Vec<&Elements> {
        let arrays = self.instance.arguments.iter().filter_map(|of| self.instance.array_of(of));
        let own = arrays.filter(|(_, of, _)| *of == root);
        own.filter_map(|(name, ..)| self.widening.arrays.iter().find(|known| known.array == name)).collect()
    }

    /// Checks that the rewrite widens a value, or the operands it is computed from, with this signedness. The
    /// error is the end of a message.
    fn may_widen(&mut self, value: ValueId, reading: Reading, depth: usize) -> Result<(), String> {
        use Opcode::{Add, And, Call, Freeze, LShr, Mul, Or, SExt, Shl, Sub, Xor, ZExt};
        let model = self.model;
        if let Some(array) = self.element(value) {
            return self.may_read(array.root, reading);
        }
        if let Some(number) = model.constant(value) {
            let is_natural = number.signed().is_some_and(|number| number >= 0);
            let is_same = reading != Reading::Unsigned || is_natural || self.is_written_unsigned(value);
            return if is_same { Ok(()) } else { Err("of a negative number".to_owned()) };
        }
        if self.instance.shape.is_fixed(model, value) && self.is_named(value) {
            return self.may_pass(value, reading);
        }
        if reading != Reading::Signed && model.type_of(value).integer_width() == Some(1) {
            return Ok(());
        }
        let unstated = || "of what the nest computes, and the rewrite does not ask for it".to_owned();
        let has = |flag: Flags| model.flags(value).contains(flag);
        let is_exact = match reading {
            Reading::Signed => has(Flags::NSW),
            Reading::Unsigned => has(Flags::NUW),
            Reading::Any => has(Flags::NSW) || has(Flags::NUW),
        };
        // The operands of a number that is not negative may be negative.
        let inner = match reading {
            Reading::Any if model.opcode(value) == Some(Freeze) => Reading::Any,
            Reading::Any if has(Flags::NSW) => Reading::Signed,
            Reading::Any => Reading::Unsigned,
            reading => reading,
        };
        let operands = match model.opcode(value) {
            _ if depth == 0 => return Err(unstated()),
            Some(Add | Sub | Mul) if is_exact => 2,
            // A mask that is not negative leaves the same bits in any width.
            Some(And) if (0..2).any(|n| self.is_natural(model.operand(value, n))) => return Ok(()),
            Some(And | Or | Xor) => 2,
            Some(Shl) if is_exact => 1,
            Some(LShr) if reading != Reading::Signed => 1,
            Some(Freeze) => 1,
            // A number that was zero-extended is not negative.
            Some(ZExt) => return Ok(()),
            Some(SExt) if reading != Reading::Unsigned => return Ok(()),
            Some(Call) => {
                return self.may_widen_call(value, reading, depth).unwrap_or_else(|| Err(unstated()));
            }
            _ => return Err(unstated()),
        };
        (0..operands)
            .filter_map(|n| model.operand(value, n))
            .try_for_each(|of| self.may_widen(of, inner, depth - 1))
    }

    /// Checks the operands of minimum, maximum and absolute value; `None` if the call does not commute with
    /// the widening.
    fn may_widen_call(
        &mut self,
        call: ValueId,
        reading: Reading,
        depth: usize,
    ) -> Option<Result<(), String>> {
        let (name, own) = self.intrinsic(call)?;
        let is_preserved = match name {
            "llvm.abs" => {
                let is_poison = self.model.operand(call, 2).and_then(|flag| self.model.constant(flag));
                let is_poison = is_poison.and_then(|flag| flag.signed()).is_some_and(|flag| flag != 0);
                reading != Reading::Signed || is_poison
            }
            _ => reading == own || reading == Reading::Any,
        };
        let count = if name == "llvm.abs" { 1 } else { 2 };
        is_preserved.then(|| {
            (1..=count)
                .filter_map(|n| self.model.operand(call, n))
                .try_for_each(|of| self.may_widen(of, own, depth - 1))
        })
    }

    /// The intrinsic that a call names and the signedness of its operands, if it has one.
    fn intrinsic(&self, call: ValueId) -> Option<(&'static str, Reading)> {
        const KNOWN: &[(&str, Reading)] = &[
            ("llvm.smin", Reading::Signed),
            ("llvm.smax", Reading::Signed),
            ("llvm.abs", Reading::Signed),
            ("llvm.umin", Reading::Unsigned),
            ("llvm.umax", Reading::Unsigned),
        ];
        let callee = self.model.operand(call, 0).and_then(|callee| self.model.global(callee))?;
        let is_it = |name: &str| {
            let types = callee.name.strip_prefix(name);
            callee.is_intrinsic && types.is_some_and(|types| types.starts_with('.'))
        };
        KNOWN.iter().find(|(name, _)| is_it(name)).copied()
    }

    /// Checks that the rewrite widens elements of the arrays with this root with this signedness.
    fn may_read(&self, root: ValueId, reading: Reading) -> Result<(), String> {
        let arguments = self.arguments(root);
        if arguments.is_empty() {
            return Err("of an element that the call does not take".to_owned());
        }
        for Elements { array, widened: readings, .. } in arguments {
            let is_allowed = match reading {
                Reading::Any => !readings.is_empty(),
                reading => readings.contains(&reading),
            };
            if readings.is_empty() {
                let why = "and the rewrite does not say how it is widened";
                return Err(format!("of an element of `{{{array}}}`, {why}"));
            }
            if !is_allowed {
                let as_read = if readings.contains(&Reading::Signed) { "signed" } else { "unsigned" };
                return Err(format!("of an element of `{{{array}}}`, which the rewrite reads as {as_read}"));
            }
        }
        Ok(())
    }

    /// Checks that an argument of the call is this value, widened with this signedness.
    fn may_pass(&self, value: ValueId, reading: Reading) -> Result<(), String> {
        match self.is_passed(value, reading) {
            true => Ok(()),
            false => Err("of a value that the call does not take so".to_owned()),
        }
    }

    /// Whether the call takes a value, widened so.
    fn is_passed(&self, value: ValueId, reading: Reading) -> bool {
        let word = if reading == Reading::Signed { "sext" } else { "zext" };
        let variables = &self.instance.variables;
        let is_it = |of: &ExpressionKind| match of {
            ExpressionKind::Variable(variable) => {
                variable_name(variable).and_then(|name| variables.value(&name)) == Some(value)
            }
            _ => false,
        };
        self.instance.arguments.iter().any(|argument| match &argument.kind {
            ExpressionKind::Cast(cast, _, of) => {
                is_it(&of.kind) && (reading == Reading::Any || cast.text == word)
            }
            _ => false,
        })
    }

    /// Checks that an operation reads an element with the signedness that the rewrite states; patterns
    /// without a signedness match both.
    fn check_reading(&self, value: ValueId) -> Result<(), Unfit> {
        let model = self.model;
        let Some(reading) = self.reading(value) else { return Ok(()) };
        let orders = matches!(model.opcode(value), Some(Opcode::ICmp | Opcode::Call));
        for operand in model.operands(value).iter().map(|edge| edge.to) {
            let is_widened = matches!(model.opcode(operand), Some(Opcode::ZExt | Opcode::SExt))
                && model.operand(operand, 0).is_some_and(|of| self.element(of).is_some());
            // After integer promotion, C compares them as signed; the other side may be negative.
            if orders && is_widened && reading == Reading::Unsigned {
                return Err(Unfit::of(value, "orders widened elements as unsigned numbers"));
            }
            let Some(array) = self.element(operand) else { continue };
            for Elements { array, read: readings, .. } in self.arguments(array.root) {
                if !readings.is_empty() && !readings.contains(&reading) {
                    let as_read = if reading == Reading::Signed { "unsigned" } else { "signed" };
                    let why =
                        format!("reads an element of `{{{array}}}`, which the rewrite reads as {as_read}");
                    return Err(Unfit::of(value, why));
                }
            }
        }
        Ok(())
    }

    fn is_natural(&self, value: Option<ValueId>) -> bool {
        self.number(value).is_some_and(|number| number >= 0)
    }

    /// The value of a constant as a signed number.
    fn number(&self, value: Option<ValueId>) -> Option<i128> {
        value.and_then(|value| self.model.constant(value)).and_then(|number| number.signed())
    }

    /// Checks that the operands of an operation that depends on whole numbers have the values that the called
    /// function computes. A sum that wraps in the width of an element differs from the sum in the width of
    /// `int`.
    fn check_operands(&mut self, value: ValueId) -> Result<(), Unfit> {
        let (operands, readings) = self.whole_operands(value);
        let Some(width) = operands.iter().find_map(|of| self.model.type_of(*of).integer_width()) else {
            return Ok(());
        };
        let is_written_so =
            width >= INT_WIDTH && readings.iter().any(|reading| self.is_written_so(value, *reading));
        let is_preserved =
            |reading: &Reading| operands.iter().all(|of| self.is_whole(*of, *reading, DEEPEST));
        if is_written_so || readings.iter().any(is_preserved) {
            return Ok(());
        }
        let why = match (width < INT_WIDTH, readings) {
            (true, _) => format!(
                "reads a number that may wrap around in {width} bits, while the function computes it in more"
            ),
            (_, [Reading::Signed]) => "reads as signed what the rewrite computes as unsigned".to_owned(),
            (..) => "reads as unsigned a number that may be negative".to_owned(),
        };
        Err(Unfit::of(value, why))
    }

    /// The operands that an operation reads as whole numbers, and the possible signednesses. All operands are
    /// read with the same one.
    fn whole_operands(&self, value: ValueId) -> (Vec<ValueId>, &'static [Reading]) {
        use IntPredicate::{Eq, Ne};
        const EITHER: &[Reading] = &[Reading::Signed, Reading::Unsigned];
        let model = self.model;
        let operands = |from: u32| (from..).map_while(|n| model.operand(value, n)).collect::<Vec<_>>();
        let is_narrow = |operands: &[ValueId]| {
            let width = operands.first().and_then(|of| model.type_of(*of).integer_width());
            width.is_some_and(|width| (2..INT_WIDTH).contains(&width))
        };
        let readings = match self.reading(value) {
            _ if model.opcode(value) == Some(Opcode::LShr) && self.is_cut(value) => EITHER,
            Some(Reading::Signed) => &EITHER[..1],
            Some(Reading::Unsigned) => &EITHER[1..],
            _ => EITHER,
        };
        match model.opcode(value) {
            Some(Opcode::ICmp) if matches!(model.predicate(value), Some(Eq | Ne)) => {
                let all = operands(0);
                (if is_narrow(&all) { all } else { Vec::new() }, EITHER)
            }
            Some(
                Opcode::ICmp
                | Opcode::AShr
                | Opcode::LShr
                | Opcode::SDiv
                | Opcode::UDiv
                | Opcode::SRem
                | Opcode::URem
                | Opcode::SIToFP
                | Opcode::UIToFP,
            ) => (operands(0), readings),
            Some(Opcode::Shl) => {
                let amount = operands(1);
                (if is_narrow(&amount) { amount } else { Vec::new() }, EITHER)
            }
            Some(Opcode::Call) if self.is_intrinsic(value) => {
                let mut numbers = operands(1);
                numbers.retain(|of| model.type_of(*of).integer_width().is_some_and(|width| width > 1));
                let is_read = self.intrinsic(value).is_some() || is_narrow(&numbers);
                (if is_read { numbers } else { Vec::new() }, readings)
            }
            _ => (Vec::new(), EITHER),
        }
    }

    /// Whether every use of a right shift truncates away the bits that it shifts in.
    fn is_cut(&self, shift: ValueId) -> bool {
        let model = self.model;
        let width = |value: ValueId| model.type_of(value).integer_width().map(i128::from);
        let by = self.number(model.operand(shift, 1));
        let Some(retained) = width(shift).zip(by).map(|(width, by)| width - by) else { return false };
        model.operand_uses(shift).iter().all(|user| {
            model.opcode(user.to) == Some(Opcode::Trunc)
                && width(user.to).is_some_and(|width| width <= retained)
        })
    }

    /// Whether the patterns write that operation with that signedness: `>>u`.
    fn is_written_so(&self, value: ValueId, reading: Reading) -> bool {
        use Operation::{Divide, Greater, GreaterEqual, Less, LessEqual, Remainder, ShiftRight};
        let operations: &[Operation] = match self.model.opcode(value) {
            Some(Opcode::ICmp) => &[Less, LessEqual, Greater, GreaterEqual],
            Some(Opcode::AShr | Opcode::LShr) => &[ShiftRight],
            Some(Opcode::SDiv | Opcode::UDiv) => &[Divide],
            Some(Opcode::SRem | Opcode::URem) => &[Remainder],
            _ => &[],
        };
        let is_it =
            |known: &BinaryOperator| known.reading == reading && operations.contains(&known.operation);
        self.widening.operators.iter().any(is_it)
    }

    /// Whether a number, read with this signedness, is the number that the called function computes.
    fn is_whole(&mut self, value: ValueId, reading: Reading, depth: usize) -> bool {
        let model = self.model;
        let Some(width) = model.type_of(value).integer_width().filter(|width| *width > 1) else {
            return true;
        };
        match model.opcode(value) {
            // Initial and carried values are checked against the call separately, and so is each conversion.
            Some(Opcode::Phi | Opcode::ZExt | Opcode::Trunc) => true,
            // Numbers are checked by themselves; a narrow parameter is widened by the call.
            None if model.constant(value).is_some() || width >= INT_WIDTH => true,
            None => self.is_passed(value, reading),
            Some(Opcode::SExt) => reading == Reading::Signed,
            Some(Opcode::Load) => self.is_not_contrary(value, reading),
            _ if self.instance.shape.is_fixed(model, value) && self.is_named(value) => true,
            _ if depth == 0 => false,
            Some(Opcode::Freeze) => {
                model.operand(value, 0).is_some_and(|of| self.is_whole(of, reading, depth - 1))
            }
            // The sign bit is 0.
            Some(Opcode::LShr) if self.number(model.operand(value, 1)).is_some_and(|by| by > 0) => true,
            Some(Opcode::Call) => match self.intrinsic(value) {
                Some(("llvm.abs", _)) => {
                    reading == Reading::Unsigned || self.may_widen(value, reading, depth).is_ok()
                }
                Some((_, own)) => own == reading,
                None => true,
            },
            Some(opcode) if is_modular(opcode) => {
                self.may_widen(value, reading, depth).is_ok()
                    || (width >= INT_WIDTH && self.is_of_that_sign(value, reading))
            }
            _ => width >= INT_WIDTH,
        }
    }

    /// Whether the rewrite does not state another signedness for an element.
    fn is_not_contrary(&self, load: ValueId, reading: Reading) -> bool {
        let Some(array) = self.element(load) else { return true };
        self.arguments(array.root).iter().all(|known| {
            let mut stated = known.widened.iter().chain(&known.read).peekable();
            stated.peek().is_none() || stated.any(|stated| *stated == reading)
        })
    }

    /// Whether arithmetic in at least the width of `int`, which may wrap as in C, has that signedness, judged
    /// by its inputs. Widened numbers are of type `int`, so that their differences may be negative.
    fn is_of_that_sign(&self, value: ValueId, reading: Reading) -> bool {
        let model = self.model;
        let (mut open, mut seen) = (vec![value], FxHashSet::default());
        let (mut has_own, mut may_be_negative) = (false, false);
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match model.opcode(value) {
                Some(Opcode::Load) if !self.is_not_contrary(value, reading) => return false,
                Some(Opcode::Load) => has_own = true,
                Some(Opcode::ZExt | Opcode::Phi) => {}
                Some(Opcode::SExt | Opcode::Sub) => may_be_negative = true,
                None => may_be_negative |= model.constant(value).is_some() && !self.is_natural(Some(value)),
                _ => {}
            }
            let of = model.opcode(value);
            let is_inner = of.is_some_and(|opcode| is_modular(opcode) || opcode == Opcode::Freeze);
            open.extend(model.operands(value).iter().filter(|_| is_inner).map(|edge| edge.to));
        }
        reading == Reading::Signed || has_own || !may_be_negative
    }

    fn is_intrinsic(&self, call: ValueId) -> bool {
        let callee = self.model.operand(call, 0).and_then(|callee| self.model.global(callee));
        callee.is_some_and(|callee| callee.is_intrinsic)
    }

    /// The signedness with which an operation reads its operands, if it matters.
    fn reading(&self, value: ValueId) -> Option<Reading> {
        use IntPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        match self.model.opcode(value)? {
            Opcode::AShr | Opcode::SDiv | Opcode::SRem | Opcode::SIToFP => Some(Reading::Signed),
            Opcode::LShr | Opcode::UDiv | Opcode::URem => Some(Reading::Unsigned),
            Opcode::UIToFP if self.model.flags(value).contains(Flags::NNEG) => None,
            Opcode::UIToFP => Some(Reading::Unsigned),
            Opcode::ICmp if self.model.flags(value).contains(Flags::SAMESIGN) => None,
            Opcode::ICmp => match self.model.predicate(value)? {
                Slt | Sle | Sgt | Sge => Some(Reading::Signed),
                Ult | Ule | Ugt | Uge => Some(Reading::Unsigned),
                _ => None,
            },
            Opcode::Call => self.intrinsic(value).map(|(_, reading)| reading),
            _ => None,
        }
    }
}

/// Whether the lower bits of an operation's result depend on the lower bits of its operands alone.
fn is_modular(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::And | Opcode::Or | Opcode::Xor
    )
}
