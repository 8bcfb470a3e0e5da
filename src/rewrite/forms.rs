//! The forms that the patterns of a rewrite stand for, listed from its formula.
//!
//! A formula is a disjunction of conjunctions; each conjunction that says of every value what it is computed from is a form. Its
//! widths are open where nothing says them: each is taken from a list. Conversions that a pattern looks through without asking are no
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
use crate::model::{Flags, IntPredicate, Lane, Number, Opcode};
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
    /// Forms in which two variables are one value, with the form that each is a case of: what is proven of that is proven of it.
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
    /// Goes through the conjunctions: `open` are the formulas still to be taken in, `atoms` those that were. Its depth is that of the
    /// disjunctions in each other, which the parser limits.
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
        for widths in shape.assignments(self.widths) {
            if self.found.len() + self.forms.cases.len() >= MOST_FORMS {
                self.forms.is_cut = true;
                return;
            }
            let forms = self.read(shape, &widths);
            match general {
                None => {
                    let named = |form: Form| ((form.text.clone(), form.flags_text()), form);
                    self.found.extend(forms.into_iter().map(named));
                }
                Some(general) => {
                    let all = self.read(general, &widths);
                    self.forms.cases.extend(forms.into_iter().zip(all));
                }
            }
        }
    }

    /// The forms of a shape at these widths, one for each replaced value; none where a number does not fit, or a conversion would not
    /// change the width.
    fn read(&mut self, shape: &Shape, widths: &BTreeMap<usize, u32>) -> Vec<Form> {
        let mut graph = Graph::default();
        let mut nodes: BTreeMap<usize, NodeId> = BTreeMap::new();
        let mut forms = Vec::new();
        let mut roots = Vec::new();
        for root in self.declared.roots() {
            let class = shape.class_of(&root);
            let node =
                class.and_then(|class| shape.node(class, widths, self.declared, &mut graph, &mut nodes, 0));
            let Some(node) = node else { return forms };
            roots.push(node);
        }
        // Leaves that nothing is computed from may still be used by what is made.
        for (name, class) in &shape.visible {
            if self.declared.ends(name) {
                shape.node(*class, widths, self.declared, &mut graph, &mut nodes, 0);
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
    width: Option<u32>,
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
    /// Reads a conjunction, with two classes of an earlier reading as one; `None` where it contradicts itself.
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
                    matches!(word, "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fneg" | "gep" | "load");
                same(&mut value.opcode, word.to_owned())?;
            }
            AtomKind::FunctionName => same(&mut value.function, word.to_owned())?,
            AtomKind::HasFlag => value.flags.push(word.to_owned()),
            AtomKind::IntegerZero => same(&mut value.number, 0)?,
            AtomKind::FloatZero => self.has_others = true,
            AtomKind::Literal => match word.parse() {
                Ok(number) => same(&mut value.number, number)?,
                Err(_) => self.has_others = true,
            },
            AtomKind::DataType => match word.strip_prefix('i').and_then(|width| width.parse().ok()) {
                Some(width) => same(&mut value.width, width)?,
                None => self.has_others |= word != "integer",
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
            value.width.is_some() || value.opcode.as_deref().is_some_and(|opcode| words.contains(&opcode))
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
        self.values[*callee].function.as_deref()?.strip_prefix("llvm.")
    }

    /// Every assignment of widths to the classes that are numbers, by what their operations say.
    fn assignments(&self, widths: &[u32]) -> Vec<BTreeMap<usize, u32>> {
        let mut groups = Classes { parents: (0..self.values.len()).collect(), ..Classes::default() };
        let mut fixed: Vec<(usize, u32)> = Vec::new();
        for (class, value) in self.values.iter().enumerate() {
            fixed.extend(value.width.map(|width| (class, width)));
            let operands = self.operands(class);
            match value.opcode.as_deref() {
                None | Some("zext" | "sext" | "trunc") => {}
                Some("icmp") => {
                    fixed.push((class, 1));
                    operands.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
                }
                Some("select") => {
                    fixed.extend(operands.first().map(|condition| (*condition, 1)));
                    operands.iter().skip(1).for_each(|operand| groups.join(class, *operand));
                }
                Some(_) => operands.iter().for_each(|operand| groups.join(class, *operand)),
            }
        }
        let used = (0..self.values.len()).filter(|class| self.values[*class].function.is_none());
        let tops: BTreeSet<usize> = used.map(|class| groups.top(class)).collect();
        let mut all: Vec<BTreeMap<usize, u32>> = vec![BTreeMap::new()];
        for top in tops {
            let said: BTreeSet<u32> = fixed
                .iter()
                .filter(|(class, _)| groups.top(*class) == top)
                .map(|(_, width)| *width)
                .collect();
            let choices: Vec<u32> =
                if said.is_empty() { widths.to_vec() } else { said.iter().copied().collect() };
            if said.len() > 1 || all.len() * choices.len() > MOST_FORMS {
                return Vec::new();
            }
            let with = |known: &BTreeMap<usize, u32>, width: u32| {
                let mut known = known.clone();
                known.insert(top, width);
                known
            };
            all = all
                .iter()
                .flat_map(|known| choices.iter().map(|width| with(known, *width)).collect::<Vec<_>>())
                .collect();
        }
        let spread = |known: BTreeMap<usize, u32>| {
            let width = |class: usize| Some((class, *known.get(&groups.top(class))?));
            (0..self.values.len()).filter_map(width).collect()
        };
        all.into_iter().map(spread).collect()
    }

    /// The node of a class, after those of its operands.
    fn node(
        &self,
        class: usize,
        widths: &BTreeMap<usize, u32>,
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
        let ty = Lane::Integer(*widths.get(&class)?);
        let width = *widths.get(&class)?;
        let leaf = self.visible.iter().find(|(name, of)| *of == class && declared.ends(name));
        let mut operands = Vec::new();
        let mut flags = Flags::NONE;
        let kind = match (leaf, value.opcode.as_deref(), value.number) {
            (Some((name, _)), ..) => NodeKind::Leaf(name.clone()),
            (None, None, Some(number)) => {
                let fits = number >= -(1i128 << (width - 1)) && number < 1i128 << width;
                if !fits {
                    return None;
                }
                NodeKind::Number(Number::int(width, number))
            }
            (None, None, None) => NodeKind::Opaque(class as u32),
            (None, Some(opcode), _) => {
                for operand in self.operands(class) {
                    operands.push(self.node(operand, widths, declared, graph, nodes, depth + 1)?);
                }
                let (kind, count) = self.operation(class, opcode)?;
                let from = operands.first().map(|operand| graph.node(*operand).ty);
                if let (NodeKind::Cast(cast), Some(Lane::Integer(from))) = (&kind, from) {
                    let is_right = if *cast == Opcode::Trunc { width < from } else { width > from };
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
            Opcode::Freeze => (NodeKind::Freeze, 1),
            Opcode::ICmp => {
                let words = self.values[class].flags.iter();
                let predicate =
                    words.filter_map(|word| IntPredicate::from_flag(Flags::from_name(word)?)).next()?;
                (NodeKind::Compare(predicate), 2)
            }
            Opcode::Call => {
                let name = self.callee(class)?;
                let count = match name {
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
