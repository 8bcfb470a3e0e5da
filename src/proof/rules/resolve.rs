//! Resolves a syntax tree to a rule's graph: names become nodes, and constraints on widths become classes.
//!
//! In: a parsed rule. Out: a [`Rule`], or diagnostics. A name that the source uses and does not define is an
//! input. Registers of the source stay visible in the target, and a definition of the target hides them.

mod expressions;
mod pointers;

pub(super) use expressions::bits;

use super::ast::{self, Expression, Instruction, Operand, Statement, Type, TypeKind, Word};
use super::classes::WidthClasses;
use super::diagnostic::{Code, Diagnostic, Diagnostics};
use super::form::{Action, CastKind, ClassId, Comparison, Guard, Node, NodeId, NodeKind, Part, Rule};
use super::printer::canonical;
use super::vocabulary::Head;
use crate::semantics::FloatOperation;
use fixedbitset::FixedBitSet;
use ir::{Flags, FloatPredicate, IntPredicate, Opcode};
use lang::candl::ast::Span;
use rustc_hash::FxHashMap;

type Resolved<T> = Result<T, Box<Diagnostic>>;

fn error<T>(code: Code, span: Span, message: impl Into<String>) -> Resolved<T> {
    Err(Box::new(Diagnostic::new(code, span, message)))
}

/// Resolves a rule; `None` if it has errors, which are reported.
pub fn resolve(rule: &ast::ParsedRule, diagnostics: &mut Diagnostics) -> Option<Rule> {
    if rule.is_broken {
        return None;
    }
    let mut resolver = Resolver::default();
    match resolver.rule(rule) {
        Ok(resolved) => Some(resolved),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    }
}

#[derive(Default)]
struct Resolver {
    nodes: Vec<Node>,
    classes: WidthClasses,
    /// The current meaning of a name.
    names: FxHashMap<String, NodeId>,
    types: FxHashMap<String, ClassId>,
    predicates: Vec<String>,
    typed: Vec<pointers::Typed>,
    part: Option<Part>,
}

impl Resolver {
    fn rule(&mut self, rule: &ast::ParsedRule) -> Resolved<Rule> {
        let source = self.side(Part::Source, &rule.source)?;
        self.reached(source, &rule.source)?;
        let root = defined(&rule.source);
        // Names of the precondition refer to the source.
        self.part = Some(Part::Precondition);
        let guard = match &rule.precondition {
            Some(expression) => self.guard(expression)?,
            None => Guard::Is(true),
        };
        let target = self.target(rule, root)?;
        let (from, to) = (self.class(source), self.class(target));
        self.classes.equate(from, to, self.node(target).span)?;
        self.classes.check_numbers()?;
        self.classes.check_order()?;
        let span = match &rule.name {
            Some(name) => name.span,
            None => rule.source[0].span(),
        };
        let resolved = Rule {
            name: rule.name.as_ref().map_or(String::new(), |name| name.text.clone()),
            span,
            priority: rule.priority.map_or(0, |(priority, _)| priority),
            nodes: std::mem::take(&mut self.nodes),
            source,
            target,
            guard,
            predicates: std::mem::take(&mut self.predicates),
            canonical: canonical(rule),
            classes: std::mem::take(&mut self.classes),
        };
        pointers::check(&resolved, &self.typed)?;
        Ok(resolved)
    }

    /// Resolves the target; the node of the root's name at its end.
    fn target(&mut self, rule: &ast::ParsedRule, root: &Word) -> Resolved<NodeId> {
        if !rule.target.iter().any(|line| definition(line).is_some_and(|word| word.text == root.text)) {
            let missing = Diagnostic::new(
                Code::NoRoot,
                rule.arrow,
                format!("the target does not define `{}`", root.text),
            );
            return Err(Box::new(missing.also(root.span, "the value that the rule replaces")));
        }
        self.side(Part::Target, &rule.target)?;
        Ok(self.names[&root.text])
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn class(&self, id: NodeId) -> ClassId {
        self.node(id).class
    }

    fn add(&mut self, kind: NodeKind, name: Option<&str>, span: Span) -> NodeId {
        let class = self.classes.add(span);
        let part = self.part.unwrap_or(Part::Source);
        self.nodes.push(Node { kind, name: name.map(str::to_owned), span, part, class });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Resolves one side; the node of its last instruction.
    fn side(&mut self, part: Part, lines: &[Statement]) -> Resolved<NodeId> {
        self.part = Some(part);
        let mut defined: FxHashMap<&str, Span> = FxHashMap::default();
        let mut last = None;
        for line in lines {
            let Statement::Definition { register, instruction } = line else { continue };
            if let Some(before) = defined.insert(&register.text, register.span) {
                let twice = format!("`{}` is defined twice", register.text);
                let twice = Diagnostic::new(Code::DefinedTwice, register.span, twice);
                return Err(Box::new(twice.also(before, "first here")));
            }
            let node = self.instruction(register, instruction)?;
            if part == Part::Source && self.names.contains_key(&register.text) {
                let message = format!("`{}` is used before it is defined", register.text);
                return error(Code::DefinedTwice, register.span, message);
            }
            self.names.insert(register.text.clone(), node);
            last = Some(node);
        }
        match last {
            Some(node) if part == Part::Source && !self.is_instruction(node) => error(
                Code::NoRoot,
                lines[0].span(),
                "the source ends in no instruction that could be replaced",
            ),
            Some(node) => Ok(node),
            None => error(Code::NoRoot, lines[0].span(), "nothing is computed"),
        }
    }

    fn is_instruction(&self, node: NodeId) -> bool {
        matches!(self.node(node).kind, NodeKind::Instruction(..))
    }

    /// Checks that the last instruction of the source, from which matching starts, depends on all others.
    fn reached(&self, root: NodeId, lines: &[Statement]) -> Resolved<()> {
        let mut reached = FixedBitSet::with_capacity(self.nodes.len());
        reached.insert(root.0 as usize);
        for at in (0..self.nodes.len()).rev().filter(|at| self.nodes[*at].part == Part::Source) {
            if reached.contains(at) {
                self.nodes[at].kind.operands().iter().for_each(|operand| reached.insert(operand.0 as usize));
            }
        }
        for word in lines.iter().filter_map(definition) {
            let node = self.names[&word.text];
            if !reached.contains(node.0 as usize) {
                let message = format!("the source does not need `{}`", word.text);
                return error(Code::NotReached, word.span, message);
            }
        }
        Ok(())
    }

    fn instruction(&mut self, register: &Word, line: &Instruction) -> Resolved<NodeId> {
        let mut operands = Vec::new();
        for operand in &line.operands {
            operands.push(self.operand(operand)?);
        }
        let name = Some(register.text.as_str());
        let action = match line.head {
            Head::Copy => return Ok(operands[0]),
            Head::Binary(opcode) => Action::Binary(opcode, line.flags),
            Head::Compare => Action::Compare(self.comparison(register, line.predicate.as_ref())?, line.flags),
            Head::Select => Action::Select,
            Head::Cast(opcode) => Action::Cast(CastKind::Is(opcode), line.flags),
            Head::ZExtOrTrunc => Action::Cast(CastKind::ZExtOrTrunc, line.flags),
            Head::Freeze => Action::Freeze,
            Head::PtrAdd => Action::PtrAdd,
            Head::Float(operation) => self.of_floats(operation, line)?,
            Head::Intrinsic(intrinsic) => {
                if operands.len() < line.head.operands().1 {
                    let kind = NodeKind::Number { negative: false, magnitude: 0 };
                    operands.push(self.add(kind, None, line.span));
                }
                Action::Intrinsic(intrinsic)
            }
        };
        let node = self.add(NodeKind::Instruction(action, operands.clone()), name, register.span);
        self.widths(node, action, &operands, line)?;
        Ok(node)
    }

    /// Resolves a predicate. A word with a capital letter is a variable; without a word, the register's name
    /// is the variable.
    fn comparison(&mut self, register: &Word, word: Option<&Word>) -> Resolved<Comparison> {
        let name = word.map_or(register.text.as_str(), |word| word.text.as_str());
        if let Some(predicate) = Flags::from_name(name).and_then(IntPredicate::from_flag) {
            return Ok(Comparison::Is(predicate));
        }
        if let Some(word) = word.filter(|word| !word.text.starts_with(|c: char| c.is_ascii_uppercase())) {
            let known = IntPredicate::ALL.map(|predicate| format!("{predicate:?}").to_lowercase());
            let unknown = Diagnostic::new(Code::UnknownWord, word.span, format!("no predicate `{name}`"));
            let help = "a variable for a predicate begins with a capital letter";
            return Err(Box::new(unknown.suggest(name, known).help(help)));
        }
        let at = self.predicates.iter().position(|known| known == name).unwrap_or_else(|| {
            self.predicates.push(name.to_owned());
            self.predicates.len() - 1
        });
        Ok(Comparison::Variable(at))
    }

    /// A floating point operation, of the format written before one of its operands.
    fn of_floats(&self, operation: FloatOperation, line: &Instruction) -> Resolved<Action> {
        let kinds = line.operands.iter().filter_map(|operand| operand.ty.as_ref());
        let kind = kinds.into_iter().find_map(|ty| match ty.kind {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        });
        let kind = kind.filter(|kind| kind.exponent_bits().is_some());
        let Some(kind) = kind else {
            return error(Code::NotSupported, line.span, "not supported: this floating point format");
        };
        let operation = match (operation, &line.predicate) {
            (FloatOperation::Compare(_), Some(word)) => {
                let known = FloatPredicate::ALL.into_iter().find(|known| known.name() == word.text);
                match known {
                    Some(predicate) => FloatOperation::Compare(predicate),
                    None => {
                        return error(Code::UnknownWord, word.span, format!("no predicate `{}`", word.text));
                    }
                }
            }
            (FloatOperation::Compare(_), None) => {
                return error(Code::UnexpectedText, line.span, "expected a predicate");
            }
            (operation, _) => operation,
        };
        Ok(Action::Float(operation, kind, line.flags))
    }

    /// Adds the constraints of an instruction on the widths of its operands and its result.
    fn widths(
        &mut self,
        node: NodeId,
        action: Action,
        operands: &[NodeId],
        line: &Instruction,
    ) -> Resolved<()> {
        let own = self.class(node);
        let classes: Vec<ClassId> = operands.iter().map(|operand| self.class(*operand)).collect();
        let same: &[usize] = match action {
            Action::Compare(..) => {
                self.classes.equate(classes[0], classes[1], line.span)?;
                return self.classes.fix(own, 1, line.span);
            }
            Action::Select => {
                self.classes.fix(classes[0], 1, line.span)?;
                &[1, 2]
            }
            Action::Float(operation, kind, _) => {
                let (truths, numbers) = match operation {
                    FloatOperation::Compare(_) => (vec![own], classes),
                    FloatOperation::Select => (vec![classes[0]], vec![own, classes[1], classes[2]]),
                    _ => (Vec::new(), [classes.as_slice(), &[own]].concat()),
                };
                for truth in truths {
                    self.classes.fix(truth, 1, line.span)?;
                }
                for pair in numbers.windows(2) {
                    self.classes.equate(pair[0], pair[1], line.span)?;
                }
                return self.classes.fix(numbers[0], kind.bits(), line.span);
            }
            Action::Cast(kind, _) => {
                self.cast(kind, own, classes[0], line);
                return match &line.to {
                    Some(to) => self.typed(own, to),
                    None => Ok(()),
                };
            }
            Action::Intrinsic(intrinsic) if intrinsic.has_flag_operand() => {
                self.classes.fix(classes[1], 1, line.span)?;
                &[0]
            }
            _ => &[0, 1, 2],
        };
        for class in same.iter().filter_map(|at| classes.get(*at)) {
            self.classes.equate(own, *class, line.span)?;
        }
        Ok(())
    }

    fn cast(&mut self, kind: CastKind, to: ClassId, from: ClassId, line: &Instruction) {
        match kind {
            CastKind::Is(Opcode::Trunc) => self.classes.narrower(to, from, line.span),
            CastKind::Is(_) => self.classes.narrower(from, to, line.span),
            CastKind::ZExtOrTrunc => {}
        }
    }

    fn typed(&mut self, class: ClassId, ty: &Type) -> Resolved<()> {
        match &ty.kind {
            TypeKind::Int(width) => self.classes.fix(class, *width, ty.span),
            TypeKind::Float(kind) => self.classes.fix(class, kind.bits(), ty.span),
            // The check of the whole rule decides whether it is a pointer.
            TypeKind::Pointer => Ok(()),
            TypeKind::Named(name) => {
                let shared = match self.types.get(name) {
                    Some(shared) => *shared,
                    None => {
                        let shared = self.classes.add(ty.span);
                        self.types.insert(name.clone(), shared);
                        shared
                    }
                };
                self.classes.equate(shared, class, ty.span)
            }
        }
    }

    fn operand(&mut self, operand: &Operand) -> Resolved<NodeId> {
        let node = self.value(&operand.value)?;
        if operand.noundef {
            self.promise(node, &operand.value)?;
        }
        if let Some(ty) = &operand.ty {
            self.typed.push((node, ty.kind.clone(), ty.span));
            self.typed(self.class(node), ty)?;
        }
        Ok(node)
    }

    /// Resolves the attribute `noundef`.
    fn promise(&mut self, node: NodeId, value: &Expression) -> Resolved<()> {
        match &mut self.nodes[node.0 as usize].kind {
            NodeKind::Input { noundef } if self.part == Some(Part::Source) => {
                *noundef = true;
                Ok(())
            }
            _ => error(Code::WrongKind, value.span, "`noundef` is said of an input, in the source"),
        }
    }
}

fn definition(line: &Statement) -> Option<&Word> {
    match line {
        Statement::Definition { register, .. } => Some(register),
        Statement::Unsupported { .. } => None,
    }
}

/// The name of a side's result. Every side of a rule without errors has one.
fn defined(lines: &[Statement]) -> &Word {
    match &lines[lines.len() - 1] {
        Statement::Definition { register, .. } | Statement::Unsupported { text: register, .. } => register,
    }
}
