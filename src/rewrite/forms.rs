//! The forms that the patterns of a rewrite stand for, listed from its formula.
//!
//! A formula is a disjunction of conjunctions; each conjunction that says of every value what it is computed
//! from is a form. Its types are open where nothing says them: widths are taken from a list, and floating
//! point numbers are `float` and `double`. Conversions that a pattern looks through without asking are no
//! part of these forms; where code has some, `idiom prove --in` reads the form from there.
//!
//! ```text
//! {r} ~ min({x}, {y}) at 8 and 16 bits  =>  umin i8 %x, %y; umin i16 %x, %y; smin …; select (icmp ult …) …
//! ```

use super::declared::Declared;
use super::form::Form;
use super::graph::{Graph, Node, NodeId, NodeKind};
use super::template::build_form;
use crate::candl::atom_table::AtomKind;
use crate::candl::core::{Atom, Part, VarName};
use crate::candl::expand::Formula;
use crate::model::{Flags, FloatKind, FloatPredicate, IntPredicate, Lane, Number, Opcode};
use crate::semantics::FloatOperation;
use std::collections::{BTreeMap, BTreeSet};

/// So many conjunctions are looked at.
const MOST_CONJUNCTIONS: usize = 20_000;

/// So many forms are listed.
const MOST_FORMS: usize = 2_000;

/// The forms of a rewrite.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// The forms, each once.
    pub forms: Vec<Form>,
    /// Forms in which two variables are one value, with the form that each is a case of: what is proven of
    /// that is proven of it.
    pub cases: Vec<(Form, Form)>,
    /// Whether there are more than were listed.
    pub is_cut: bool,
    /// Whether some conjunction is about what proofs do not know: floating point numbers, memory, addresses.
    pub has_others: bool,
}

/// Lists the forms of an expanded formula at these widths.
pub fn forms(formula: &Formula, declared: &Declared, widths: &[u32]) -> Forms {
    let mut lister =
        Lister { declared, widths, found: BTreeMap::new(), forms: Forms::default(), looked_at: 0 };
    lister.split(&mut vec![formula], &mut Vec::new());
    lister.forms.forms = lister.found.into_values().collect();
    lister.forms
}

struct Lister<'a> {
    declared: &'a Declared,
    widths: &'a [u32],
    found: BTreeMap<(String, String), Form>,
    forms: Forms,
    looked_at: usize,
}

impl<'a> Lister<'a> {
    /// Goes through the conjunctions: `open` are the formulas still to be taken in, `atoms` those that were.
    /// Its depth is that of the disjunctions in each other, which the parser limits.
    fn split(&mut self, open: &mut Vec<&'a Formula>, atoms: &mut Vec<&'a Atom>) {
        let taken = atoms.len();
        while let Some(next) = open.pop() {
            match next {
                Formula::And(parts) => open.extend(parts.iter()),
                Formula::Hidden(hidden) => open.push(&hidden.body),
                Formula::Atom(atom, _) => atoms.push(atom),
                Formula::Or(parts) => {
                    for part in parts {
                        if self.looked_at >= MOST_CONJUNCTIONS {
                            self.forms.is_cut = true;
                            break;
                        }
                        let mut rest = open.clone();
                        rest.push(part);
                        self.split(&mut rest, atoms);
                    }
                    open.clear();
                    atoms.truncate(taken);
                    return;
                }
                // What only says that there is none of something, or some, leaves values as they are.
                Formula::Collect(_) | Formula::Quantified(_) => {}
            }
        }
        self.looked_at += 1;
        self.conjunction(atoms);
        atoms.truncate(taken);
    }

    /// A conjunction, and where two variables that end a match are one value.
    fn conjunction(&mut self, atoms: &[&Atom]) {
        let Some(shape) = Shape::of(atoms, None) else { return };
        let ends: Vec<usize> = shape
            .visible
            .iter()
            .filter(|(name, _)| self.declared.ends(name))
            .map(|(_, class)| *class)
            .collect();
        self.shape(&shape, None);
        for (at, a) in ends.iter().enumerate() {
            for b in ends[at + 1..].iter().filter(|b| *b != a) {
                if let Some(case) = Shape::of(atoms, Some((*a, *b))) {
                    self.shape(&case, Some(&shape));
                }
            }
        }
    }

    /// Adds the forms of a shape, which may be a case of another one.
    fn shape(&mut self, shape: &Shape, general: Option<&Shape>) {
        if shape.has_others {
            // A sum of integers and one of floats are never in one expression.
            self.forms.has_others |= !shape.has_integers();
            return;
        }
        for types in shape.assignments(self.widths) {
            if self.found.len() + self.forms.cases.len() >= MOST_FORMS {
                self.forms.is_cut = true;
                return;
            }
            let forms = self.read(shape, &types);
            match general {
                None => {
                    let named = |form: Form| ((form.text.clone(), form.flags_text()), form);
                    self.found.extend(forms.into_iter().map(named));
                }
                Some(general) => {
                    let all = self.read(general, &types);
                    self.forms.cases.extend(forms.into_iter().zip(all));
                }
            }
        }
    }

    /// The forms of a shape at these types, one for each replaced value; none where a number does not fit, or
    /// a conversion would not change the width.
    fn read(&mut self, shape: &Shape, types: &BTreeMap<usize, Lane>) -> Vec<Form> {
        let mut graph = Graph::default();
        let mut nodes: BTreeMap<usize, NodeId> = BTreeMap::new();
        let mut forms = Vec::new();
        let mut roots = Vec::new();
        for root in self.declared.roots() {
            let class = shape.class_of(&root);
            let node =
                class.and_then(|class| shape.node(class, types, self.declared, &mut graph, &mut nodes, 0));
            let Some(node) = node else { return forms };
            roots.push(node);
        }
        // Leaves that nothing is computed from may still be used by what is made.
        for (name, class) in &shape.visible {
            if self.declared.ends(name) {
                shape.node(*class, types, self.declared, &mut graph, &mut nodes, 0);
            }
        }
        let find = |name: &str| shape.class_of(name).and_then(|class| nodes.get(&class).copied());
        let clauses = &self.declared.clauses;
        for (root, (_, expression)) in roots.into_iter().zip(&clauses.gives) {
            let target = build_form(&mut graph, clauses, (root, expression), &find);
            let Some(target) = target else { return Vec::new() };
            match Form::new(&graph, root, target) {
                Ok(form) => forms.push(form),
                Err(_) => {
                    self.forms.has_others = true;
                    return Vec::new();
                }
            }
        }
        forms
    }
}

/// What a class of equal variables is.
#[derive(Clone, Debug, Default)]
struct Value {
    opcode: Option<String>,
    operands: BTreeMap<u32, usize>,
    number: Option<i128>,
    flags: Vec<String>,
    function: Option<String>,
    ty: Option<Lane>,
    is_float: bool,
    is_float_zero: bool,
}

/// A conjunction as a graph without widths.
#[derive(Debug, Default)]
struct Shape {
    values: Vec<Value>,
    /// The variables of solutions with their classes.
    visible: Vec<(String, usize)>,
    has_others: bool,
}

impl Shape {
    /// Reads a conjunction, with two classes of an earlier reading as one; `None` where it contradicts
    /// itself.
    fn of(atoms: &[&Atom], joined: Option<(usize, usize)>) -> Option<Shape> {
        let mut classes = Classes::default();
        for atom in atoms.iter().filter(|atom| !atom.relation.negated) {
            let members: Vec<usize> = atom.variables.iter().map(|variable| classes.id(variable)).collect();
            if let (AtomKind::Equal, [a, b]) = (atom.relation.kind, members.as_slice()) {
                classes.join(*a, *b);
            }
        }
        joined.into_iter().for_each(|(a, b)| classes.join(a, b));
        let mut shape = Shape::default();
        shape.values.resize(classes.parents.len(), Value::default());
        for (name, id) in &classes.ids {
            let is_visible =
                !name.0.iter().any(|part| matches!(part, Part::Hidden(_) | Part::Local(_) | Part::Slot(_)));
            if is_visible {
                shape.visible.push((name.to_string(), classes.top(*id)));
            }
        }
        for atom in atoms.iter().filter(|atom| !atom.relation.negated) {
            let members: Vec<usize> = atom.variables.iter().map(|v| classes.top(classes.known(v))).collect();
            shape.take(atom, &members)?;
        }
        Some(shape)
    }

    /// Takes an atom in; `None` where it contradicts another.
    fn take(&mut self, atom: &Atom, members: &[usize]) -> Option<()> {
        let word = atom.relation.symbol().map(|symbol| symbol.text.as_str()).unwrap_or_default();
        let Some(first) = members.first().copied() else { return Some(()) };
        let value = &mut self.values[first];
        match atom.relation.kind {
            AtomKind::Opcode => {
                self.has_others |=
                    matches!(word, "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "gep" | "load");
                same(&mut value.opcode, word.to_owned())?;
            }
            AtomKind::FunctionName => same(&mut value.function, word.to_owned())?,
            AtomKind::HasFlag => value.flags.push(word.to_owned()),
            AtomKind::IntegerZero => same(&mut value.number, 0)?,
            AtomKind::FloatZero => value.is_float_zero = true,
            AtomKind::Literal => match word.parse() {
                Ok(number) => same(&mut value.number, number)?,
                Err(_) => self.has_others = true,
            },
            AtomKind::DataType => match word {
                "float" => value.is_float = true,
                "integer" => {}
                _ => match Lane::from_name(word.trim_matches('"')) {
                    Some(ty) => same(&mut value.ty, ty)?,
                    None => self.has_others = true,
                },
            },
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
    fn has_integers(&self) -> bool {
        let words =
            ["zext", "sext", "trunc", "and", "or", "xor", "shl", "lshr", "ashr", "icmp", "mul", "sub"];
        let is_integer = |value: &Value| {
            matches!(value.ty, Some(Lane::Integer(_)))
                || value.opcode.as_deref().is_some_and(|opcode| words.contains(&opcode))
        };
        self.values.iter().any(is_integer)
    }

    fn class_of(&self, name: &str) -> Option<usize> {
        self.visible.iter().find(|(known, _)| known == name).map(|(_, class)| *class)
    }

    /// The operands of an operation: of a call, those behind the callee.
    fn operands(&self, class: usize) -> Vec<usize> {
        let is_call = self.values[class].opcode.as_deref() == Some("call");
        let operands = self.values[class].operands.iter();
        operands.filter(|(at, _)| !is_call || **at > 0).map(|(_, operand)| *operand).collect()
    }

    /// The intrinsic that a call calls, without `llvm.`.
    fn callee(&self, class: usize) -> Option<&str> {
        let callee = self.values[class].operands.get(&0)?;
        let name = self.values[*callee].function.as_deref()?;
        // The names of the C library stand for their intrinsics, too.
        match name {
            "fmin" => Some("minnum"),
            "fmax" => Some("maxnum"),
            _ => {
                name.strip_prefix("llvm.").or_else(|| FloatOperation::of_name(name).map(FloatOperation::name))
            }
        }
    }

    /// Whether the result or an operand of a class's operation is a floating point number: which one of them.
    fn is_of_floats(&self, class: usize) -> bool {
        match self.values[class].opcode.as_deref() {
            Some("fneg" | "fcmp") => true,
            Some("call") => self.callee(class).is_some_and(|name| FloatOperation::of_name(name).is_some()),
            _ => false,
        }
    }

    /// Every assignment of types to the classes that are numbers, by what their operations say.
    fn assignments(&self, widths: &[u32]) -> Vec<BTreeMap<usize, Lane>> {
        let mut groups = Classes { parents: (0..self.values.len()).collect(), ..Classes::default() };
        let mut fixed: Vec<(usize, Lane)> = Vec::new();
        let mut floats: Vec<usize> = Vec::new();
        for (class, value) in self.values.iter().enumerate() {
            fixed.extend(value.ty.map(|ty| (class, ty)));
            floats.extend((value.is_float || value.is_float_zero).then_some(class));
            let operands = self.operands(class);
            if self.is_of_floats(class) {
                floats.extend(operands.first());
            }
            match value.opcode.as_deref() {
                None | Some("zext" | "sext" | "trunc") => {}
                Some("icmp" | "fcmp") => {
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
            let said: BTreeSet<Lane> =
                fixed.iter().filter(|(class, _)| groups.top(*class) == top).map(|(_, ty)| *ty).collect();
            let is_float = floats.iter().any(|class| groups.top(*class) == top);
            let choices: Vec<Lane> = match (said.is_empty(), is_float) {
                (false, _) => said.iter().copied().collect(),
                (true, true) => FLOATS.map(Lane::Float).to_vec(),
                (true, false) => widths.iter().map(|width| Lane::Integer(*width)).collect(),
            };
            let contradicts = is_float && said.iter().any(|ty| matches!(ty, Lane::Integer(_)));
            if said.len() > 1 || contradicts || all.len() * choices.len() > MOST_FORMS {
                return Vec::new();
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
        all.into_iter().map(spread).collect()
    }

    /// The node of a class, after those of its operands.
    fn node(
        &self,
        class: usize,
        types: &BTreeMap<usize, Lane>,
        declared: &Declared,
        graph: &mut Graph,
        nodes: &mut BTreeMap<usize, NodeId>,
        depth: usize,
    ) -> Option<NodeId> {
        if let Some(node) = nodes.get(&class) {
            return Some(*node);
        }
        // A value that would be computed from itself is never so deep.
        if depth > self.values.len() {
            return None;
        }
        let value = &self.values[class];
        let ty = *types.get(&class)?;
        let leaf = self.visible.iter().find(|(name, of)| *of == class && declared.ends(name));
        let mut operands = Vec::new();
        let mut flags = Flags::NONE;
        let kind = match (leaf, value.opcode.as_deref(), value.number) {
            (Some((name, _)), ..) => NodeKind::Leaf(name.clone()),
            (None, None, number) if value.is_float_zero || number.is_some() => {
                NodeKind::Number(constant(ty, number.unwrap_or_default())?)
            }
            (None, None, _) => NodeKind::Opaque(class as u32),
            (None, Some(opcode), _) => {
                for operand in self.operands(class) {
                    operands.push(self.node(operand, types, declared, graph, nodes, depth + 1)?);
                }
                let (kind, count) = self.operation(class, opcode)?;
                let from = operands.first().map(|operand| graph.node(*operand).ty);
                if let (NodeKind::Cast(cast), Some(from)) = (&kind, from) {
                    let (Lane::Integer(from), Lane::Integer(to)) = (from, ty) else { return None };
                    let is_right = if *cast == Opcode::Trunc { to < from } else { to > from };
                    if !is_right {
                        return None;
                    }
                }
                if operands.len() != count {
                    return None;
                }
                let mattering = value.flags.iter().filter_map(|word| Flags::from_name(word));
                flags = mattering.fold(Flags::NONE, |all, flag| all | flag);
                kind
            }
        };
        let id = graph.add(Node { kind, ty, operands, flags, value: None });
        nodes.insert(class, id);
        Some(id)
    }

    /// The predicate of a comparison; `None` where it is said to have several, which none has.
    fn predicate(&self, class: usize) -> Option<Flags> {
        let is_predicate = |flag: &Flags| {
            IntPredicate::from_flag(*flag).is_some() || FloatPredicate::of_flags(*flag).is_some()
        };
        let words = self.values[class].flags.iter();
        let mut said = words.filter_map(|word| Flags::from_name(word)).filter(is_predicate);
        let first = said.next()?;
        said.all(|other| other == first).then_some(first)
    }

    /// The operation of a class, and how many operands it has; `None` for what proofs do not know.
    fn operation(&self, class: usize, opcode: &str) -> Option<(NodeKind, usize)> {
        use Opcode::{
            AShr, Add, And, LShr, Mul, Or, SDiv, SExt, SRem, Shl, Sub, Trunc, UDiv, URem, Xor, ZExt,
        };
        let known = Opcode::from_name(opcode)?;
        Some(match known {
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor => {
                (NodeKind::Binary(known), 2)
            }
            ZExt | SExt | Trunc => (NodeKind::Cast(known), 1),
            Opcode::Select => (NodeKind::Select, 3),
            Opcode::FNeg => (NodeKind::Negate, 1),
            Opcode::FCmp => (NodeKind::FloatCompare(FloatPredicate::of_flags(self.predicate(class)?)?), 2),
            Opcode::Freeze => (NodeKind::Freeze, 1),
            Opcode::ICmp => (NodeKind::Compare(IntPredicate::from_flag(self.predicate(class)?)?), 2),
            Opcode::Call => {
                let name = self.callee(class)?;
                let of_floats = FloatOperation::of_name(name).map(FloatOperation::arity);
                let count = match name {
                    _ if of_floats.is_some() => of_floats?,
                    "fshl" | "fshr" => 3,
                    "ctpop" | "bswap" | "bitreverse" => 1,
                    // The flag of these is no part of a pattern: read from code, they are proven as they are.
                    "abs" | "ctlz" | "cttz" => return None,
                    _ => 2,
                };
                (NodeKind::Call(format!("llvm.{name}")), count)
            }
            _ => return None,
        })
    }
}

/// The formats of floating point numbers that forms are listed for.
const FLOATS: [FloatKind; 2] = [FloatKind::Float, FloatKind::Double];

/// A whole number as a constant of a type, where it fits.
fn constant(ty: Lane, number: i128) -> Option<Number> {
    match ty {
        Lane::Integer(width) => {
            let fits = number >= -(1i128 << (width - 1)) && number < 1i128 << width;
            fits.then(|| Number::int(width, number))
        }
        Lane::Float(kind) => i8::try_from(number).ok().map(|number| Number::float(kind, number)),
    }
}

/// Sets what is not set; `None` where it is something else.
fn same<T: PartialEq>(known: &mut Option<T>, value: T) -> Option<()> {
    match known {
        Some(known) if *known != value => None,
        _ => {
            *known = Some(value);
            Some(())
        }
    }
}

/// Variables that are said to be equal.
#[derive(Debug, Default)]
struct Classes {
    ids: BTreeMap<VarName, usize>,
    parents: Vec<usize>,
}

impl Classes {
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
