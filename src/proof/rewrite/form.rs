//! A match and its replacement as a peephole rule of scalars, in canonical spelling.
//!
//! ```text
//! %1 = zext i8 %x to i32
//! %2 = zext i8 %y to i32
//! %3 = add i32 %1, %2
//! %r = umin i32 %3, 255
//! =>
//! %4 = uadd.sat i8 %x, %y
//! %r = zext i8 %4 to i32
//! ```
//!
//! Operands of commutative operations are ordered canonically, so that both orders of a sum give one form.
//! Flags are stored apart from the text. A form that was proven without a flag also holds with it, since the
//! flag only makes the source poison more often; instructions that the target retains are the exception
//! ([`super::retained`]).

use super::graph::{ScalarGraph, ScalarId, ScalarKind};
use super::retained::lines;
use crate::semantics::{FLAGS, FloatOperation};
use ir::{Constant, Flags, Lane, Number};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The peephole rule for one replaced value of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The rule without the flags of the source.
    pub text: String,
    /// The flags of the source's instructions, line by line.
    pub flags: Vec<Flags>,
}

impl Form {
    /// The form of a replaced node `root` and its replacement `target`.
    ///
    /// # Errors
    ///
    /// The operation that proofs do not model.
    pub fn new(graph: &ScalarGraph, root: ScalarId, target: ScalarId) -> Result<Form, String> {
        Form::with_names(graph, root, target).map(|(form, _)| form)
    }

    /// The form, and the register names of its nodes without `%`.
    pub(super) fn with_names(
        graph: &ScalarGraph,
        root: ScalarId,
        target: ScalarId,
    ) -> Result<(Form, FxHashMap<ScalarId, String>), String> {
        let order = ordered(graph, root);
        let mut writer = Writer { graph, names: FxHashMap::default(), text: String::new(), next: 1, root };
        let mut flags = Vec::new();
        let name_leaves = |writer: &mut Writer<'_>, nodes: &[ScalarId]| {
            nodes.iter().for_each(|node| writer.leaf(*node));
        };
        name_leaves(&mut writer, &order.iter().map(|(node, _)| *node).collect::<Vec<_>>());
        for (node, operands) in &order {
            if writer.line(*node, operands, *node == root)? {
                flags.push(mattering(graph.node(*node).flags));
            }
        }
        writer.text.push_str("=>\n");
        let made = graph.needed(&[target]);
        name_leaves(&mut writer, &made);
        let known: Vec<ScalarId> = order.iter().map(|(node, _)| *node).collect();
        for node in made.iter().filter(|node| !known.contains(node)) {
            writer.line(*node, &graph.node(*node).operands, *node == target)?;
        }
        if known.contains(&target) || writer.is_operand(target) {
            let line = format!("%r = {}\n", writer.operand(target));
            writer.text.push_str(&line);
        }
        Ok((Form { text: writer.text, flags }, writer.names))
    }

    /// Whether a proof of this form covers another one: the same operations, with at least the same flags.
    pub fn covers(&self, other: &Form) -> bool {
        self.text == other.text && self.flags.len() == other.flags.len() && self.adds_nothing_of_poison(other)
    }

    /// Whether the flags of `other`, a form of the same text, include these, and add none that makes a
    /// retained instruction poison.
    fn adds_nothing_of_poison(&self, other: &Form) -> bool {
        let (names, retained) = lines(&self.text);
        self.flags.iter().zip(&other.flags).zip(names).all(|((needed, given), name)| {
            // Annotations have no meaning in proofs.
            let needed = needed.without(Flags::ANNOTATION);
            let more = given.without(needed);
            given.contains(needed) && retained.in_the_way(&name.to_owned(), more) == Flags::NONE
        })
    }

    /// Whether the source is nondeterministic: two executions may give two results.
    pub fn has_choice(&self) -> bool {
        let is_choice = |word: &str| word == "freeze" || chooses(word);
        self.operations().any(is_choice) || self.flags.iter().any(|flags| flags.contains(Flags::NSZ))
    }

    /// Whether the form compares floating point numbers; the result then depends on the treatment of
    /// subnormal numbers.
    pub fn compares_numbers(&self) -> bool {
        self.operations().any(|word| word == "fcmp" || chooses(word))
    }

    /// The words of the form's instructions.
    fn operations(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().filter_map(|line| line.split_once(" = "));
        lines.filter_map(|(_, rest)| rest.split(' ').next())
    }

    /// The flags in words, for files.
    pub fn flags_text(&self) -> String {
        let words = |flags: &Flags| {
            let has = FLAGS.iter().filter(|(_, flag)| flags.contains(*flag));
            has.map(|(word, _)| *word).collect::<Vec<_>>().join("+")
        };
        self.flags.iter().map(words).collect::<Vec<_>>().join(",")
    }
}

/// A form as a rule in Alive's language, flags included.
pub fn rule_text(name: &str, form: &Form) -> String {
    let mut text = format!("Name: {name}\n");
    let mut flags = form.flags.iter();
    let mut in_source = true;
    for line in form.text.lines() {
        in_source &= line != "=>";
        let words = if in_source { flags.next() } else { None };
        let words: Vec<&str> = words.map_or_else(Vec::new, |flags| {
            FLAGS.iter().filter(|(_, flag)| flags.contains(*flag)).map(|(word, _)| *word).collect()
        });
        match line.split_once(" = ").and_then(|(name, rest)| Some((name, rest.split_once(' ')?))) {
            Some((register, (head, rest))) if !words.is_empty() => {
                let _ = writeln!(text, "{register} = {head} {} {rest}", words.join(" "));
            }
            _ => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text
}

fn mattering(flags: Flags) -> Flags {
    flags & FLAGS.iter().fold(Flags::ANNOTATION, |all, (_, flag)| all | *flag)
}

/// The nodes of a source, operands first, each with its operands in the order of the form.
fn ordered(graph: &ScalarGraph, root: ScalarId) -> Vec<(ScalarId, Vec<ScalarId>)> {
    let needed = graph.needed(&[root]);
    let mut keys: FxHashMap<ScalarId, u64> = FxHashMap::default();
    let mut operands_of: FxHashMap<ScalarId, Vec<ScalarId>> = FxHashMap::default();
    for id in &needed {
        let node = graph.node(*id);
        let mut operands = node.operands.clone();
        if node.kind.commutes() {
            operands.sort_by_key(|operand| keys.get(operand).copied().unwrap_or_default());
        }
        let parts = operands.iter().map(|operand| keys.get(operand).copied().unwrap_or_default());
        keys.insert(*id, key(&node.kind, node.ty, parts));
        operands_of.insert(*id, operands);
    }
    // Depth-first order along the sorted operands, so that it depends only on the form.
    let mut order = Vec::new();
    let mut open = vec![(root, false)];
    let mut seen: Vec<ScalarId> = Vec::new();
    while let Some((id, is_done)) = open.pop() {
        let operands = operands_of.get(&id).cloned().unwrap_or_default();
        if is_done {
            order.push((id, operands));
        } else if !seen.contains(&id) {
            seen.push(id);
            open.push((id, true));
            open.extend(operands.iter().rev().map(|operand| (*operand, false)));
        }
    }
    order
}

/// FNV-1a hash of a node's kind and type and the keys of its operands.
fn key(kind: &ScalarKind, ty: Lane, operands: impl Iterator<Item = u64>) -> u64 {
    let of_kind = match kind {
        ScalarKind::Opaque(_) => "opaque".to_owned(),
        kind => format!("{kind:?}"),
    };
    let bytes = of_kind.into_bytes().into_iter().chain(ty.name().into_bytes());
    let bytes = bytes.chain(operands.flat_map(u64::to_le_bytes));
    bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

struct Writer<'g> {
    graph: &'g ScalarGraph,
    names: FxHashMap<ScalarId, String>,
    text: String,
    next: u32,
    root: ScalarId,
}

impl Writer<'_> {
    /// Names a node that ends the match.
    fn leaf(&mut self, id: ScalarId) {
        if self.names.contains_key(&id) {
            return;
        }
        let base = match &self.graph.node(id).kind {
            ScalarKind::Leaf(name) => {
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
            }
            ScalarKind::Opaque(_) => "any".to_owned(),
            _ => return,
        };
        let mut name = if base == "r" { "r_".to_owned() } else { base };
        while self.names.values().any(|known| *known == name) {
            name.push('_');
        }
        self.names.insert(id, name);
    }

    /// Whether a node is written as an operand, without a line of its own.
    fn is_operand(&self, id: ScalarId) -> bool {
        matches!(
            self.graph.node(id).kind,
            ScalarKind::Leaf(_) | ScalarKind::Opaque(_) | ScalarKind::Number(_)
        )
    }

    fn operand(&self, id: ScalarId) -> String {
        match (&self.graph.node(id).kind, self.names.get(&id)) {
            // Written by its bits.
            (ScalarKind::Number(Number::Float { words, .. }), _) => match words.as_slice() {
                [word] => format!("0x{word:X}"),
                _ => NO_TEXT.to_owned(),
            },
            (ScalarKind::Number(number), _) => number_text(number),
            (_, Some(name)) => format!("%{name}"),
            (_, None) => NO_TEXT.to_owned(),
        }
    }

    /// Writes the instruction of a node; whether it has one.
    fn line(&mut self, id: ScalarId, operands: &[ScalarId], is_last: bool) -> Result<bool, String> {
        if self.is_operand(id) {
            return Ok(false);
        }
        let node = self.graph.node(id);
        let of = |k: usize| operands.get(k).map(|operand| self.operand(*operand)).unwrap_or_default();
        let ty_of = |k: usize| operands.get(k).map_or(node.ty, |operand| self.graph.node(*operand).ty);
        let mut types = operands.iter().map(|operand| self.graph.node(*operand).ty).chain([node.ty]);
        let is_known = |ty: &Lane| matches!(ty, Lane::Float(kind) if kind.exponent_bits().is_some());
        let float = types.find(|ty| matches!(ty, Lane::Float(_)));
        if let Some(float) = float.filter(|float| !is_known(float) || !is_exact(&node.kind)) {
            return Err(format!("`{}` of {}", node.kind.name(), float.name()));
        }
        let list = |from: usize| {
            let rest: Vec<String> = (from..operands.len()).map(of).collect();
            rest.join(", ")
        };
        let instruction = match &node.kind {
            ScalarKind::Binary(opcode) => format!("{} {} {}", opcode.name(), node.ty.name(), list(0)),
            ScalarKind::Compare(predicate) => {
                format!("icmp {} {} {}", predicate.name(), ty_of(0).name(), list(0))
            }
            ScalarKind::FloatCompare(predicate) => {
                format!("fcmp {} {} {}", predicate.name(), ty_of(0).name(), list(0))
            }
            ScalarKind::Select => {
                let (ty, arms) = (node.ty.name(), [of(1), of(2)]);
                format!("select i1 {}, {ty} {}, {ty} {}", of(0), arms[0], arms[1])
            }
            ScalarKind::Cast(opcode) => {
                format!("{} {} {} to {}", opcode.name(), ty_of(0).name(), of(0), node.ty.name())
            }
            ScalarKind::Freeze => format!("freeze {} {}", node.ty.name(), of(0)),
            ScalarKind::Call(name) => match name.strip_prefix("llvm.").filter(|name| is_proven(name)) {
                Some(short) => format!("{short} {} {}", ty_of(0).name(), list(0)),
                None => return Err(format!("calls of `{name}`")),
            },
            ScalarKind::Negate => format!("fneg {} {}", node.ty.name(), of(0)),
            ScalarKind::Leaf(_) | ScalarKind::Opaque(_) | ScalarKind::Number(_) => return Ok(false),
        };
        let name = if is_last || id == self.root { "r".to_owned() } else { self.number() };
        let _ = writeln!(self.text, "%{name} = {instruction}");
        self.names.insert(id, name);
        Ok(true)
    }

    fn number(&mut self) -> String {
        self.next += 1;
        (self.next - 1).to_string()
    }
}

/// Whether an intrinsic of floating point numbers has a nondeterministic result.
pub(super) fn chooses(name: &str) -> bool {
    FloatOperation::of_name(name).is_some_and(FloatOperation::chooses)
}

/// Whether an operation of floating point numbers does not round.
fn is_exact(kind: &ScalarKind) -> bool {
    match kind {
        ScalarKind::Negate | ScalarKind::FloatCompare(_) | ScalarKind::Select | ScalarKind::Freeze => true,
        ScalarKind::Call(name) => {
            name.strip_prefix("llvm.").is_some_and(|name| FloatOperation::of_name(name).is_some())
        }
        _ => false,
    }
}

fn is_proven(name: &str) -> bool {
    IS_PROVEN.contains(&name) || FloatOperation::of_name(name).is_some()
}

/// The integer intrinsics that proofs model.
const IS_PROVEN: &[&str] = &[
    "umin",
    "umax",
    "smin",
    "smax",
    "abs",
    "fshl",
    "fshr",
    "ctlz",
    "cttz",
    "ctpop",
    "uadd.sat",
    "sadd.sat",
    "usub.sat",
    "ssub.sat",
    "bitreverse",
    "bswap",
];

/// The text of an operand that cannot be written. No rule contains it, so that no proof matches.
const NO_TEXT: &str = "…";

pub(super) fn number_text(number: &Number) -> String {
    let width = match number {
        Number::Int { width, .. } => *width,
        Number::Float { .. } => {
            return number.as_f64().map_or_else(|| "…".to_owned(), |number| number.to_string());
        }
    };
    match (number.bits(), Constant::Scalar(number.clone()).signed()) {
        (Some(bits), _) if width == 1 => if bits == 1 { "true" } else { "false" }.to_owned(),
        (_, Some(signed)) => signed.to_string(),
        _ => NO_TEXT.to_owned(),
    }
}
