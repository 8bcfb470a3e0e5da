//! A conjunction of a rewrite's formula as a graph without widths. Variables that the formula equates are one
//! value; atoms give its opcode, operands and type.
//!
//! ```text
//! opcode{r} = add, {a} = {r}.operands[0], {b} = {r}.operands[1], {a} = {b}  =>  r = add a, a
//! ```

use super::declared::Declared;
use super::graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
use crate::semantics::FloatOperation;
use ir::{Flags, FloatKind, FloatPredicate, IntPredicate, Lane, Number, Opcode};
use lang::candl::atom_table::AtomKind;
use lang::candl::core::{CoreAtom, Part, VarName};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of listed forms.
pub(super) const MOST_FORMS: usize = 2_000;

/// A class of equal variables.
#[derive(Clone, Debug, Default)]
struct ValueClass {
    opcode: Option<String>,
    operands: BTreeMap<u32, usize>,
    number: Option<i128>,
    /// Numbers that the value differs from, in any width.
    excluded: Vec<i128>,
    flags: Vec<String>,
    function: Option<String>,
    ty: Option<Lane>,
    is_float: bool,
    is_float_zero: bool,
}

/// A constraint that proofs cannot express.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    pub(super) text: String,
    pub(super) is_no_integer: bool,
}

/// A conjunction as a graph without widths.
#[derive(Clone, Debug, Default)]
pub(super) struct ConjunctionGraph {
    values: Vec<ValueClass>,
    /// The variables that solutions show, with their classes.
    pub(super) visible: Vec<(String, usize)>,
    /// A constraint that proofs cannot express, if there is one.
    pub(super) other: Option<Unknown>,
    /// The flag operand of all calls of `abs`, `ctlz` and `cttz`; patterns do not write it.
    pub(super) call_flag: bool,
}

impl ConjunctionGraph {
    /// Reads a conjunction in which the literals `excluded` do not hold. `joined` are two classes of an
    /// earlier reading to unify. `None` if the conjunction contradicts itself.
    pub(super) fn of(
        atoms: &[&CoreAtom],
        excluded: &[&CoreAtom],
        joined: Option<(usize, usize)>,
    ) -> Option<ConjunctionGraph> {
        let mut classes = EqualVariables::default();
        for atom in atoms.iter().filter(|atom| !atom.relation.negated) {
            let members: Vec<usize> = atom.variables.iter().map(|variable| classes.id(variable)).collect();
            if let (AtomKind::Equal, [a, b]) = (atom.relation.kind, members.as_slice()) {
                classes.join(*a, *b);
            }
        }
        joined.into_iter().for_each(|(a, b)| classes.join(a, b));
        let mut shape = ConjunctionGraph::default();
        shape.values.resize(classes.parents.len(), ValueClass::default());
        for (name, id) in &classes.ids {
            let is_visible = !name
                .0
                .iter()
                .any(|part| matches!(part, Part::Hidden(_) | Part::Local(_) | Part::CollectIndex(_)));
            if is_visible {
                shape.visible.push((name.to_string(), classes.top(*id)));
            }
        }
        for atom in atoms.iter().filter(|atom| !atom.relation.negated) {
            let members: Vec<usize> = atom.variables.iter().map(|v| classes.top(classes.known(v))).collect();
            shape.take(atom, &members)?;
        }
        for atom in excluded {
            let class = atom.variables.first().and_then(|variable| classes.ids.get(variable));
            let number = atom.relation.symbol().and_then(|symbol| symbol.text.parse().ok());
            if let (Some(class), Some(number)) = (class, number) {
                shape.values[classes.top(*class)].excluded.push(number);
            }
        }
        Some(shape)
    }

    /// Adds an atom; `None` if it contradicts an earlier one.
    fn take(&mut self, atom: &CoreAtom, members: &[usize]) -> Option<()> {
        let word = atom.relation.symbol().map(|symbol| symbol.text.as_str()).unwrap_or_default();
        let Some(first) = members.first().copied() else { return Some(()) };
        let value = &mut self.values[first];
        match atom.relation.kind {
            AtomKind::Opcode => {
                let other = match word {
                    "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "gep" => Some(true),
                    "load" => Some(false),
                    _ => None,
                };
                let unknown = |is_no_integer| Unknown { text: format!("`{word}`"), is_no_integer };
                self.other = self.other.take().or(other.map(unknown));
                same(&mut value.opcode, word.to_owned())?;
            }
            AtomKind::FunctionName => same(&mut value.function, word.to_owned())?,
            AtomKind::HasFlag => value.flags.push(word.to_owned()),
            AtomKind::IntegerZero => same(&mut value.number, 0)?,
            AtomKind::FloatZero => value.is_float_zero = true,
            AtomKind::Literal => match word.parse() {
                Ok(number) => same(&mut value.number, number)?,
                Err(_) => self.other = Some(Unknown { text: word.to_owned(), is_no_integer: true }),
            },
            AtomKind::DataType => match word {
                "float" => value.is_float = true,
                "integer" => {}
                _ => match Lane::from_name(word.trim_matches('"')) {
                    Some(ty) => same(&mut value.ty, ty)?,
                    None => {
                        self.other = Some(Unknown { text: format!("the type {word}"), is_no_integer: false })
                    }
                },
            },
            AtomKind::Stride | AtomKind::ValueStride => {
                self.other = Some(Unknown { text: "elements of arrays".to_owned(), is_no_integer: false })
            }
            AtomKind::ArgNumber | AtomKind::OperandNumber => {
                let (at, user) = (atom.relation.number()?, *members.get(1)?);
                let operands = &mut self.values[user].operands;
                match operands.insert(at, first) {
                    Some(known) if known != first => return None,
                    _ => {}
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Whether some value is certainly an integer.
    pub(super) fn has_integers(&self) -> bool {
        let is_integer = |value: &ValueClass| {
            matches!(value.ty, Some(Lane::Integer(_)))
                || value.opcode.as_deref() == Some("icmp")
                || is_integer_operation(value)
        };
        self.values.iter().any(is_integer)
    }

    pub(super) fn class_of(&self, name: &str) -> Option<usize> {
        self.visible.iter().find(|(known, _)| known == name).map(|(_, class)| *class)
    }

    /// The operands of an operation, without the callee of a call.
    fn operands(&self, class: usize) -> Vec<usize> {
        let is_call = self.values[class].opcode.as_deref() == Some("call");
        let operands = self.values[class].operands.iter();
        operands.filter(|(at, _)| !is_call || **at > 0).map(|(_, operand)| *operand).collect()
    }

    /// The intrinsic that a call names, without `llvm.`.
    fn callee(&self, class: usize) -> Option<&str> {
        let callee = self.values[class].operands.get(&0)?;
        let name = self.values[*callee].function.as_deref()?;
        // Functions of the C library count as the corresponding intrinsics.
        match name {
            "fmin" => Some("minnum"),
            "fmax" => Some("maxnum"),
            _ => {
                name.strip_prefix("llvm.").or_else(|| FloatOperation::of_name(name).map(FloatOperation::name))
            }
        }
    }

    /// Whether the operation of a class reads floating point numbers.
    fn is_of_floats(&self, class: usize) -> bool {
        match self.values[class].opcode.as_deref() {
            Some("fneg" | "fcmp") => true,
            Some("call") => self.callee(class).is_some_and(|name| FloatOperation::of_name(name).is_some()),
            _ => false,
        }
    }

    /// Every assignment of types to the classes of numbers that their operations allow, or the reason why
    /// there is none.
    pub(super) fn assignments(&self, widths: &[u32]) -> Result<Vec<BTreeMap<usize, Lane>>, Untyped> {
        let mut groups =
            EqualVariables { parents: (0..self.values.len()).collect(), ..EqualVariables::default() };
        let mut fixed: Vec<(usize, Lane)> = Vec::new();
        let (mut floats, mut integers): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for (class, value) in self.values.iter().enumerate() {
            fixed.extend(value.ty.map(|ty| (class, ty)));
            floats.extend((value.is_float || value.is_float_zero).then_some(class));
            let operands = self.operands(class);
            if self.is_of_floats(class) {
                floats.extend(operands.first());
            }
            integers.extend((is_integer_operation(value)).then_some(class));
            match value.opcode.as_deref() {
                None | Some("zext" | "sext" | "trunc") => {}
                Some(opcode @ ("icmp" | "fcmp")) => {
                    integers.extend(operands.first().filter(|_| opcode == "icmp"));
                    fixed.push((class, Lane::Integer(1)));
                    operands.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
                }
                Some("select") => {
                    fixed.extend(operands.first().map(|condition| (*condition, Lane::Integer(1))));
                    operands.iter().skip(1).for_each(|operand| groups.join(class, *operand));
                }
                Some(_) => operands.iter().for_each(|operand| groups.join(class, *operand)),
            }
        }
        let used = (0..self.values.len()).filter(|class| self.values[*class].function.is_none());
        let tops: BTreeSet<usize> = used.map(|class| groups.top(class)).collect();
        let mut all: Vec<BTreeMap<usize, Lane>> = vec![BTreeMap::new()];
        for top in tops {
            let stated: BTreeSet<Lane> =
                fixed.iter().filter(|(class, _)| groups.top(*class) == top).map(|(_, ty)| *ty).collect();
            let [is_float, is_integer] =
                [&floats, &integers].map(|all| all.iter().any(|class| groups.top(*class) == top));
            let choices: Vec<Lane> = match (stated.is_empty(), is_float) {
                (false, _) => stated.iter().copied().collect(),
                (true, true) => FLOATS.map(Lane::Float).to_vec(),
                (true, false) => widths.iter().map(|width| Lane::Integer(*width)).collect(),
            };
            let says = |is_float: bool| stated.iter().any(|ty| matches!(ty, Lane::Float(_)) == is_float);
            if stated.len() > 1 || (is_float && (is_integer || says(false))) || (is_integer && says(true)) {
                return Err(Untyped::Mixed(mixed(&stated)));
            }
            if all.len() * choices.len() > MOST_FORMS {
                return Err(Untyped::TooMany);
            }
            let with = |known: &BTreeMap<usize, Lane>, ty: Lane| {
                let mut known = known.clone();
                known.insert(top, ty);
                known
            };
            all = all
                .iter()
                .flat_map(|known| choices.iter().map(|ty| with(known, *ty)).collect::<Vec<_>>())
                .collect();
        }
        let spread = |known: BTreeMap<usize, Lane>| {
            let ty = |class: usize| Some((class, *known.get(&groups.top(class))?));
            (0..self.values.len()).filter_map(ty).collect()
        };
        Ok(all.into_iter().map(spread).collect())
    }

    /// Adds the node of a class after those of its operands. The error has a text only if it is worth
    /// reporting.
    pub(super) fn node(
        &self,
        class: usize,
        types: &BTreeMap<usize, Lane>,
        declared: &Declared,
        graph: &mut ScalarGraph,
        nodes: &mut BTreeMap<usize, ScalarId>,
        depth: usize,
    ) -> Result<ScalarId, Option<String>> {
        if let Some(node) = nodes.get(&class) {
            return Ok(*node);
        }
        // Only a cyclic definition is deeper than the number of values.
        if depth > self.values.len() {
            return Err(None);
        }
        let value = &self.values[class];
        let ty = *types.get(&class).ok_or(None)?;
        let leaf = self.visible.iter().find(|(name, of)| *of == class && declared.ends(name));
        let mut operands = Vec::new();
        let mut flags = Flags::NONE;
        let kind = match (leaf, value.opcode.as_deref(), value.number) {
            (Some((name, _)), ..) => ScalarKind::Leaf(name.clone()),
            (None, None, number) if value.is_float_zero || number.is_some() => {
                let number = number.unwrap_or_default();
                let unfit = || format!("{number} is no number of the type {}", ty.name());
                let constant_of = |number: i128| constant(ty, number);
                let found = constant_of(number).ok_or_else(unfit)?;
                if value.excluded.iter().any(|other| constant_of(*other).as_ref() == Some(&found)) {
                    return Err(Some(unfit()));
                }
                ScalarKind::Number(found)
            }
            (None, None, _) => ScalarKind::Opaque(class as u32),
            (None, Some(opcode), _) => {
                for operand in self.operands(class) {
                    operands.push(self.node(operand, types, declared, graph, nodes, depth + 1)?);
                }
                let unknown = || match opcode {
                    "call" => "proofs do not know the function that is called".to_owned(),
                    _ => format!("`{opcode}` is nothing that a form may have"),
                };
                let (kind, count) = self.operation(class, opcode).ok_or_else(unknown)?;
                let from = operands.first().map(|operand| graph.node(*operand).ty);
                if let (ScalarKind::Cast(cast), Some(from)) = (&kind, from) {
                    let is_right = match (from, ty) {
                        (Lane::Integer(from), Lane::Integer(to)) if *cast == Opcode::Trunc => to < from,
                        (Lane::Integer(from), Lane::Integer(to)) => to > from,
                        _ => false,
                    };
                    if !is_right {
                        let [from, to] = [from, ty].map(|ty| ty.name());
                        return Err(Some(format!("there is no `{opcode}` from {from} to {to}")));
                    }
                }
                if operands.len() != count {
                    return Err(Some(format!("not all operands of `{opcode}` are described")));
                }
                if self.is_flagged_call(class) {
                    let flag = ScalarKind::Number(Number::int(1, self.call_flag));
                    let ty = Lane::Integer(1);
                    operands.push(graph.add(ScalarNode {
                        kind: flag,
                        ty,
                        operands: Vec::new(),
                        flags: Flags::NONE,
                        value: None,
                    }));
                }
                let mattering = value.flags.iter().filter_map(|word| Flags::from_name(word));
                flags = mattering.fold(Flags::NONE, |all, flag| all | flag);
                kind
            }
        };
        let id = graph.add(ScalarNode { kind, ty, operands, flags, value: None });
        nodes.insert(class, id);
        Ok(id)
    }

    /// The predicate of a comparison; `None` if the formula states several.
    fn predicate(&self, class: usize) -> Option<Flags> {
        let is_predicate = |flag: &Flags| {
            IntPredicate::from_flag(*flag).is_some() || FloatPredicate::of_flags(*flag).is_some()
        };
        let words = self.values[class].flags.iter();
        let mut stated = words.filter_map(|word| Flags::from_name(word)).filter(is_predicate);
        let first = stated.next()?;
        stated.all(|other| other == first).then_some(first)
    }

    /// Whether a class is a call of an intrinsic with a flag operand.
    fn is_flagged_call(&self, class: usize) -> bool {
        self.values[class].opcode.as_deref() == Some(Opcode::Call.name())
            && self.callee(class).is_some_and(|name| FLAGGED.contains(&name))
    }

    /// Whether there is a call with a flag operand, so that forms are listed for both values of the flag.
    pub(super) fn has_flagged_call(&self) -> bool {
        (0..self.values.len()).any(|class| self.is_flagged_call(class))
    }

    /// The same graph with the flag of its calls set.
    pub(super) fn flagged(&self) -> ConjunctionGraph {
        ConjunctionGraph { call_flag: true, ..self.clone() }
    }

    /// The operation of a class and its number of operands; `None` for operations that proofs do not model.
    fn operation(&self, class: usize, opcode: &str) -> Option<(ScalarKind, usize)> {
        use Opcode::{
            AShr, Add, And, LShr, Mul, Or, SDiv, SExt, SRem, Shl, Sub, Trunc, UDiv, URem, Xor, ZExt,
        };
        let known = Opcode::from_name(opcode)?;
        Some(match known {
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor => {
                (ScalarKind::Binary(known), 2)
            }
            ZExt | SExt | Trunc => (ScalarKind::Cast(known), 1),
            Opcode::Select => (ScalarKind::Select, 3),
            Opcode::FNeg => (ScalarKind::Negate, 1),
            Opcode::FCmp => (ScalarKind::FloatCompare(FloatPredicate::of_flags(self.predicate(class)?)?), 2),
            Opcode::Freeze => (ScalarKind::Freeze, 1),
            Opcode::ICmp => (ScalarKind::Compare(IntPredicate::from_flag(self.predicate(class)?)?), 2),
            Opcode::Call => {
                let name = self.callee(class)?;
                let of_floats = FloatOperation::of_name(name).map(FloatOperation::arity);
                let count = match name {
                    _ if of_floats.is_some() => of_floats?,
                    "fshl" | "fshr" => 3,
                    "ctpop" | "bswap" | "bitreverse" => 1,
                    _ if FLAGGED.contains(&name) => 1,
                    _ => 2,
                };
                (ScalarKind::Call(format!("llvm.{name}")), count)
            }
            _ => return None,
        })
    }
}

/// The reason why no types can be assigned.
pub(super) enum Untyped {
    /// One value would have several types. Most often a pattern admits an alternative operation that does not
    /// fit the intended types.
    Mixed(String),
    /// More assignments than [`MOST_FORMS`].
    TooMany,
}

/// The conflicting types of one value, for messages.
fn mixed(stated: &BTreeSet<Lane>) -> String {
    match stated.iter().map(|ty| ty.name()).collect::<Vec<_>>().as_slice() {
        [] => "one value would be an integer and a floating point number".to_owned(),
        [one] => format!("one value is {one}, and what is computed there has another type"),
        several => format!("one value would be {}", several.join(" and ")),
    }
}

/// The intrinsics with a flag as last operand, which decides whether some results are poison.
const FLAGGED: [&str; 3] = ["abs", "ctlz", "cttz"];

/// The formats of floating point numbers that forms are listed for.
const FLOATS: [FloatKind; 2] = [FloatKind::Float, FloatKind::Double];

/// Whether the result of an operation is an integer other than a truth value.
fn is_integer_operation(value: &ValueClass) -> bool {
    let opcode = value.opcode.as_deref().and_then(Opcode::from_name);
    opcode.is_some_and(|opcode| {
        use Opcode::{
            AShr, Add, And, LShr, Mul, Or, SDiv, SExt, SRem, Shl, Sub, Trunc, UDiv, URem, Xor, ZExt,
        };
        matches!(
            opcode,
            Add | Sub
                | Mul
                | UDiv
                | SDiv
                | URem
                | SRem
                | Shl
                | LShr
                | AShr
                | And
                | Or
                | Xor
                | ZExt
                | SExt
                | Trunc
        )
    })
}

/// An integer as a constant of a type, if it fits.
fn constant(ty: Lane, number: i128) -> Option<Number> {
    match ty {
        Lane::Integer(width) => {
            let fits = number >= -(1i128 << (width - 1)) && number < 1i128 << width;
            fits.then(|| Number::int(width, number))
        }
        Lane::Float(kind) => i8::try_from(number).ok().map(|number| Number::float(kind, number)),
    }
}

/// Sets a value that is not set; `None` if it is set to another one.
fn same<T: PartialEq>(known: &mut Option<T>, value: T) -> Option<()> {
    match known {
        Some(known) if *known != value => None,
        _ => {
            *known = Some(value);
            Some(())
        }
    }
}

/// A union-find structure of equated variables.
#[derive(Debug, Default)]
struct EqualVariables {
    ids: BTreeMap<VarName, usize>,
    parents: Vec<usize>,
}

impl EqualVariables {
    fn id(&mut self, name: &VarName) -> usize {
        let next = self.parents.len();
        let id = *self.ids.entry(name.clone()).or_insert(next);
        if id == next {
            self.parents.push(id);
        }
        id
    }

    fn known(&self, name: &VarName) -> usize {
        self.ids.get(name).copied().unwrap_or_default()
    }

    fn top(&self, id: usize) -> usize {
        let mut at = id;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.top(a), self.top(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
