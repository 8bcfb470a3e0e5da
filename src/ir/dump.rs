//! The model as text: one line per value, with all properties that an idiom can constrain.
//!
//! Used for test expectations, and to show users what the engine works on. Example:
//!
//! ```text
//! function f in x.c
//! v0 parameter double %x
//! b0:
//!   v1 fmul double %y [fast] (v0, v4)
//!   v2 call double [fast] {opaque} (v3, v1)
//!   v5 ret void (v2)
//! v3 global ptr @sqrt function "double (double)"
//! v4 constant double 0x3ff0000000000000
//! ```
//!
//! Brackets enclose the flags, braces the effects, and parentheses the exact operands. Operands have a number
//! if some are missing, and those of a phi have the terminator that the value comes from. `args` precedes the
//! arguments if skipped casts make them differ, `->` the successors of a terminator.

use super::{BlockId, Constant, Edge, Effects, Flags, Model, Number, Opcode, ValueId, ValueKind};
use std::fmt::{self, Display, Formatter};

/// Writes a [`Model`] as text; see [`Model::dump`].
#[derive(Clone, Copy, Debug)]
pub struct Dump<'m> {
    model: &'m Model,
    locations: bool,
    attributes: bool,
    names: bool,
}

impl Model {
    /// The model as text, without source locations and attributes.
    pub fn dump(&self) -> Dump<'_> {
        Dump { model: self, locations: false, attributes: false, names: true }
    }
}

impl Dump<'_> {
    /// Prints source locations too.
    pub fn with_locations(self) -> Self {
        Self { locations: true, ..self }
    }

    /// Leaves out the names of local values.
    pub fn without_names(self) -> Self {
        Self { names: false, ..self }
    }

    /// Prints the attributes of the function and of the globals too.
    pub fn with_attributes(self) -> Self {
        Self { attributes: true, ..self }
    }
}

impl Display for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.function(f)?;
        for value in self.model.parameters() {
            writeln!(f, "{value:?} parameter {}", self.typed(value))?;
        }
        for block in self.model.blocks() {
            self.block(f, block)?;
        }
        for value in self.model.globals() {
            self.global(f, value)?;
        }
        for value in self.model.constants() {
            write!(f, "{value:?} constant {} ", self.typed(value))?;
            writeln!(f, "{}", self.model.constant(value).map_or(String::new(), constant))?;
        }
        Ok(())
    }
}

impl Dump<'_> {
    fn typed(&self, value: ValueId) -> Typed<'_> {
        Typed(self.model, value, self.names)
    }

    fn function(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.model.function();
        write!(f, "function {}", function.name.escape_debug())?;
        if self.locations {
            write!(f, " in {}", function.source_file.escape_debug())?;
            function.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        }
        f.write_str(if function.strictfp { " strictfp" } else { "" })?;
        self.attributes(f, &function.attributes)?;
        writeln!(f)
    }

    fn attributes(&self, f: &mut Formatter<'_>, attributes: &[String]) -> fmt::Result {
        if self.attributes && !attributes.is_empty() {
            write!(f, " #{}", attributes.join(" ").escape_debug())?;
        }
        Ok(())
    }

    fn block(&self, f: &mut Formatter<'_>, block: BlockId) -> fmt::Result {
        let sources = self.model.block_predecessors(block).iter();
        let sources: Vec<_> = sources.map(|(n, b)| format!("{b:?}.{n}")).collect();
        let from = if sources.is_empty() { String::new() } else { format!(" from {}", sources.join(" ")) };
        writeln!(f, "{block:?}:{from}")?;
        self.model.block_instructions(block).try_for_each(|v| self.instruction(f, v))
    }

    fn instruction(&self, f: &mut Formatter<'_>, value: ValueId) -> fmt::Result {
        let model = self.model;
        write!(f, "  {value:?} {} {}", model.opcode(value).map_or("?", Opcode::name), self.typed(value))?;
        self.bits(f, value)?;
        self.edges(f, "", model.operands(value), model.phi_sources(value))?;
        if model.args(value) != model.operands(value) {
            self.edges(f, "args", model.args(value), &[])?;
        }
        self.control(f, value)?;
        if let (true, Some(at)) = (self.locations, model.location(value)) {
            write!(f, " at {}:{}:{}", at.file.escape_debug(), at.line, at.column)?;
        }
        writeln!(f)
    }

    fn bits(&self, f: &mut Formatter<'_>, value: ValueId) -> fmt::Result {
        let flags = flag_names(self.model.flags(value));
        if !flags.is_empty() {
            write!(f, " [{flags}]")?;
        }
        let effects = effect_names(self.model.effects(value));
        if !effects.is_empty() {
            write!(f, " {{{effects}}}")?;
        }
        Ok(())
    }

    fn edges(&self, f: &mut Formatter<'_>, word: &str, row: &[Edge], sources: &[ValueId]) -> fmt::Result {
        let dense = row.iter().enumerate().all(|(k, edge)| edge.n as usize == k);
        let one = |(k, edge): (usize, &Edge)| {
            let number = if dense { String::new() } else { format!("{}: ", edge.n) };
            let source = sources.get(k).map_or(String::new(), |from| format!(" from {from:?}"));
            format!("{number}{:?}{source}", edge.to)
        };
        let all: Vec<_> = row.iter().enumerate().map(one).collect();
        if all.is_empty() && word.is_empty() {
            return Ok(());
        }
        write!(f, " {word}({})", all.join(", "))
    }

    fn control(&self, f: &mut Formatter<'_>, value: ValueId) -> fmt::Result {
        let model = self.model;
        if model.block_of(value).map(|b| model.terminator(b)) != Some(value) {
            return Ok(());
        }
        let targets = model.successors(value);
        if !targets.is_empty() {
            f.write_str(" ->")?;
        }
        targets.iter().try_for_each(|edge| write!(f, " {:?}", edge.to))
    }

    fn global(&self, f: &mut Formatter<'_>, value: ValueId) -> fmt::Result {
        let Some(global) = self.model.global(value) else { return Ok(()) };
        write!(f, "{value:?} global {}", self.typed(value))?;
        if global.canonical != global.name {
            write!(f, " is {}", global.canonical.escape_debug())?;
        }
        let words = [
            (global.is_declaration, " declaration"),
            (global.is_intrinsic, " intrinsic"),
            (global.is_function, " function"),
        ];
        words.iter().filter(|(on, _)| *on).try_for_each(|(_, word)| f.write_str(word))?;
        if global.is_function {
            write!(f, " {:?} {{{}}}", global.signature, effect_names(global.effects))?;
        }
        self.attributes(f, &global.attributes)?;
        writeln!(f)
    }
}

/// The type and name of a value.
struct Typed<'m>(&'m Model, ValueId, bool);

impl Display for Typed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Typed(model, value, names) = *self;
        f.write_str(&model.type_of(value).name)?;
        let sigil = if model.kind(value) == ValueKind::Global { '@' } else { '%' };
        match model.name(value) {
            "" => Ok(()),
            _ if !names && sigil == '%' => Ok(()),
            name => write!(f, " {sigil}{}", name.escape_debug()),
        }
    }
}

fn flag_names(flags: Flags) -> String {
    let is_fast = flags.contains(Flags::FAST);
    let fast = is_fast.then_some("fast");
    let single = Flags::NAMED.iter().filter(|(bit, _)| flags.contains(*bit));
    let single = single.filter(|(bit, _)| !is_fast || bit.fast_math() == Flags::NONE).map(|(_, name)| *name);
    fast.into_iter().chain(single).collect::<Vec<_>>().join(" ")
}

fn effect_names(effects: Effects) -> String {
    let set = Effects::NAMED.iter().filter(|(bit, _)| effects.contains(*bit)).map(|(_, name)| *name);
    set.collect::<Vec<_>>().join(" ")
}

fn constant(constant: &Constant) -> String {
    match constant {
        Constant::Scalar(value) => number(value),
        Constant::Splat(value) => format!("splat {}", number(value)),
        Constant::Null => "null".to_string(),
        Constant::Zero => "zeroinitializer".to_string(),
        Constant::Undef => "undef".to_string(),
        Constant::Poison => "poison".to_string(),
        Constant::Aggregate => "aggregate".to_string(),
        Constant::Expression(opcode) => format!("expression {}", opcode.name()),
        Constant::Other => "other".to_string(),
    }
}

/// Prints integers of up to 64 bits as signed decimals, and others by their bits, most significant first.
fn number(value: &Number) -> String {
    let (width, words) = match value {
        Number::Int { width, words } => (Some(*width), words),
        Number::Float { words, .. } => (None, words),
    };
    match (width, words.as_slice()) {
        (Some(width @ 1..=64), [word]) => (((word << (64 - width)) as i64) >> (64 - width)).to_string(),
        (_, words) => {
            let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
            format!("0x{}", Some(digits.trim_start_matches('0')).filter(|d| !d.is_empty()).unwrap_or("0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_their_exact_value() {
        let int = |width, words: &[u64]| number(&Number::Int { width, words: words.into() });
        assert_eq!((int(8, &[0xff]), int(1, &[1]), int(64, &[5])), ("-1".into(), "-1".into(), "5".into()));
        assert_eq!(int(128, &[1, 2]), "0x20000000000000001");
        assert_eq!(int(128, &[0, 0]), "0x0");
    }

    #[test]
    fn all_seven_fast_math_flags_are_fast() {
        assert_eq!(flag_names(Flags::FAST | Flags::NSW), "fast nsw");
        assert_eq!(flag_names(Flags::NNAN | Flags::NUW), "nnan nuw");
    }
}
