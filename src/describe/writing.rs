//! From statements to the text of a specification.
//!
//! In: a reduction `s` by the tree of `a[i] * b[i]`. Out: `Constraint Described {s} += {a}[{i}] * {b}[{i}]
//! End`, in the form that `idiom fmt` gives it.

use super::elements::OfArray;
use super::results::{Head, Statement};
use super::tree::{Base, Element, Operation, Tree, TreeKind, Variable};
use super::variables::Variables;
use lang::candl::parser::parse;
use lang::candl::printer::{Spelling, print_file};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// A statement with the condition under which it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The statement.
    pub(crate) statement: Statement,
    /// The branch and its condition.
    pub(crate) guard: Option<(Variable, Tree)>,
    /// Other operators that the statement may have instead.
    pub(crate) or: Vec<&'static str>,
    /// Further formulas about it, such as types.
    pub(crate) further: Vec<Further>,
    /// Elements that the value is computed from, by whatever operations.
    pub(crate) flows: Vec<Tree>,
    /// The code that it stands for, in words.
    pub(crate) words: String,
}

/// A formula besides patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Further {
    /// The type of a value.
    Type(Variable, String),
    /// The condition of a reduction is unused.
    Always(Variable),
    /// The array that is written is not the one that is read.
    Apart(Variable, Variable),
    /// Two arrays that are read are different ones.
    Differ(Variable, Variable),
}

/// A whole description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// The name of the specification.
    pub(crate) name: String,
    /// Its clauses.
    pub(crate) clauses: Vec<Clause>,
    /// Formulas about arrays, for those that are used.
    pub(crate) arrays: Vec<OfArray>,
}

impl Draft {
    /// The variables in the order of their first occurrence.
    pub(crate) fn used(&self) -> Vec<Variable> {
        let mut writer = Writer { names: None, used: Vec::new(), written: Vec::new(), counts: Vec::new() };
        writer.body(self);
        let mut used = Vec::new();
        for variable in writer.used {
            if !used.contains(&variable) {
                used.push(variable);
            }
        }
        used
    }

    /// The formulas, each with the number of its clause.
    pub(crate) fn formulas(&self, variables: &Variables) -> Vec<(Option<usize>, String)> {
        let names = variables.names(&self.used());
        let mut counts = Vec::new();
        let mut note = |tree: &Tree| {
            tree.each(&mut |node| {
                if matches!(node.kind, TreeKind::Apply(..)) {
                    counts.push(node.at);
                }
            });
        };
        for clause in &self.clauses {
            note(&clause.statement.tree);
            if let Head::StoreAt(address) = &clause.statement.head {
                note(address);
            }
            if let Some((_, test)) = &clause.guard {
                note(test);
            }
        }
        let mut writer = Writer { names: Some(&names), used: Vec::new(), written: Vec::new(), counts };
        let formulas = writer.body(self);
        formulas.into_iter().map(|(at, formula)| (at, canonical(&formula))).collect()
    }

    /// The text in its canonical form, below comment lines; `None` if it is not valid.
    pub(crate) fn text(&self, variables: &Variables, comments: &[String]) -> Option<String> {
        let formulas: Vec<String> =
            self.formulas(variables).into_iter().map(|(_, formula)| formula).collect();
        let body = match formulas.as_slice() {
            [one] => one.clone(),
            several => format!("( {} )", several.join("\n∧ ")),
        };
        let comments: String =
            comments.iter().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
        formatted(&format!("{comments}Constraint {}\n{body}\nEnd\n", self.name))
    }
}

/// The canonical form of a text; `None` if it has errors.
pub(crate) fn formatted(text: &str) -> Option<String> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("described.candl", text);
    let parsed = parse(&sources, file, &mut diagnostics);
    (!diagnostics.has_errors()).then(|| print_file(&parsed, Spelling::Unicode))
}

/// A formula in its canonical form, on one line.
fn canonical(formula: &str) -> String {
    let text = formatted(&format!("Constraint X\n{formula}\nEnd\n")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        ["Constraint X", body @ .., "End"] => body.join(" "),
        _ => formula.to_owned(),
    }
}

struct Writer<'w> {
    /// The names; without them only the used variables are collected.
    names: Option<&'w [String]>,
    used: Vec<Variable>,
    /// Operations that were written, which are named from then on.
    written: Vec<Variable>,
    /// The operations of all trees, as often as they occur.
    counts: Vec<Variable>,
}

impl Writer<'_> {
    fn body(&mut self, draft: &Draft) -> Vec<(Option<usize>, String)> {
        let mut formulas = Vec::new();
        for (at, clause) in draft.clauses.iter().enumerate() {
            formulas.extend(self.clause(clause).into_iter().map(|formula| (Some(at), formula)));
        }
        for of_array in &draft.arrays {
            if !self.used.contains(&of_array.array()) {
                continue;
            }
            let formula = match of_array {
                OfArray::Same(array, other) => {
                    format!("{} = {}", self.variable(*array), self.variable(*other))
                }
                OfArray::LastStride(array, k) => format!("{{{}.stride[{k}]}} = 1", self.name(*array)),
            };
            formulas.push((None, formula));
        }
        formulas
    }

    fn name(&mut self, variable: Variable) -> String {
        self.used.push(variable);
        self.names.map_or_else(String::new, |names| names[variable.0].clone())
    }

    fn variable(&mut self, variable: Variable) -> String {
        format!("{{{}}}", self.name(variable))
    }

    fn clause(&mut self, clause: &Clause) -> Vec<String> {
        let Statement { head, root, tree } = &clause.statement;
        let mut formulas = Vec::new();
        self.written.push(*root);
        match head {
            Head::Reduction(symbol) => {
                let root = self.variable(*root);
                let by = self.tree(tree);
                formulas.push(alternatives(symbol, &clause.or, &|symbol| format!("{root} {symbol}= {by}")));
            }
            Head::Update(element, symbol) => {
                let element = self.element(element);
                let by = self.tree(tree);
                formulas
                    .push(alternatives(symbol, &clause.or, &|symbol| format!("{element} {symbol}= {by}")));
            }
            Head::Store(element) => {
                let root = self.variable(*root);
                let element = self.element(element);
                let value = self.tree(tree);
                formulas.push(format!("{root} ~ {element} := {value}"));
            }
            Head::StoreAt(address) => {
                let store = self.variable(*root);
                formulas.push(format!("opcode{store} = store"));
                let value = self.variable(tree.at);
                formulas.push(format!("{value} = {store}.args[0]"));
                formulas.extend(self.pattern(tree));
                let place = self.variable(address.at);
                formulas.push(format!("{place} = {store}.args[1]"));
                formulas.extend(self.pattern(address));
            }
            Head::Recurrence(phi) => {
                let (phi, next) = (self.variable(*phi), self.variable(*root));
                formulas.push(format!("opcode{phi} = phi"));
                formulas.push(format!("{next} ∈ {phi}.args"));
                formulas.extend(self.root(tree, &clause.or));
            }
            Head::Value => formulas.extend(self.root(tree, &clause.or)),
            Head::Returned(end) => {
                let (end, value) = (self.variable(*end), self.variable(*root));
                formulas.push(format!("opcode{end} = ret"));
                formulas.push(format!("{value} = {end}.args[0]"));
                formulas.extend(self.root(tree, &clause.or));
            }
            Head::Exit(branch) => {
                formulas.extend(self.root(tree, &clause.or));
                let (branch, test) = (self.variable(*branch), self.variable(*root));
                formulas.push(format!("opcode{branch} = br"));
                formulas.push(format!("{test} = {branch}.args[0]"));
            }
            Head::Call(name, arguments) => {
                let call = self.variable(*root);
                formulas.push(format!("opcode{call} = call"));
                formulas.push(
                    format!("{{f}} = {call}.args[0]").replace("{f}", &format!("{{{}_fn}}", self.name(*root))),
                );
                formulas.push(format!("function_name{{{}_fn}} = {name}", self.name(*root)));
                for (n, argument) in arguments.iter().enumerate() {
                    formulas.push(format!("{} = {call}.args[{}]", self.variable(*argument), n + 1));
                }
            }
        }
        if let Some((branch, test)) = &clause.guard {
            formulas.extend(self.root(test, &[]));
            let (branch, test) = (self.variable(*branch), self.variable(test.at));
            formulas.push(format!("opcode{branch} = br"));
            formulas.push(format!("{test} = {branch}.args[0]"));
            let guarded = self.variable(clause.statement.root);
            formulas.push(format!("{branch} has control dominance to {guarded}"));
        }
        let reached = match &clause.statement.head {
            Head::Reduction(_) => format!("{{{}.next}}", self.name(clause.statement.root)),
            Head::Update(element, _) => format!("{{{}.element}}", self.name(element.array)),
            Head::Store(_) | Head::StoreAt(_) => self.variable(clause.statement.tree.at),
            _ => self.variable(clause.statement.root),
        };
        for (at, read) in clause.flows.iter().enumerate() {
            formulas.extend(self.pattern(read));
            for earlier in &clause.flows[..at] {
                formulas.push(format!("{} ≠ {}", self.variable(earlier.at), self.variable(read.at)));
            }
            formulas.push(format!("data flow from {} to {reached}", self.variable(read.at)));
        }
        for further in &clause.further {
            formulas.push(match further {
                Further::Type(value, name) => {
                    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric()) && name != "float";
                    let name = if is_word { name.clone() } else { format!("\"{name}\"") };
                    format!("data_type{} = {name}", self.variable(*value))
                }
                Further::Apart(array, other) | Further::Differ(array, other) => {
                    format!("{} ≠ {}", self.variable(*array), self.variable(*other))
                }
                Further::Always(s) => format!("{{{}.partly}} is unused", self.name(*s)),
            });
        }
        formulas
    }

    /// The pattern of a root, with further operators that it may have instead of its own.
    fn root(&mut self, tree: &Tree, or: &[&'static str]) -> Option<String> {
        self.written.push(tree.at);
        match (&tree.kind, or) {
            (TreeKind::Apply(Operation::Binary(symbol, _), operands), [_, ..]) => {
                let root = self.variable(tree.at);
                let sides: Vec<String> = operands.iter().map(|operand| self.tree(operand)).collect();
                let (left, right) = (sides.first()?, sides.last()?);
                Some(alternatives(symbol, or, &|symbol| format!("{root} ~ {left} {symbol} {right}")))
            }
            _ => self.pattern(tree),
        }
    }

    /// The pattern of a variable; `None` if nothing is stated of it.
    fn pattern(&mut self, tree: &Tree) -> Option<String> {
        if tree.is_free() {
            return None;
        }
        let root = self.variable(tree.at);
        self.written.push(tree.at);
        Some(format!("{root} ~ {}", self.kind(tree)))
    }

    fn tree(&mut self, tree: &Tree) -> String {
        let is_operation = matches!(tree.kind, TreeKind::Apply(..));
        if is_operation && self.written.contains(&tree.at) {
            return self.variable(tree.at);
        }
        let occurrences = self.counts.iter().filter(|at| **at == tree.at).count();
        if is_operation {
            self.written.push(tree.at);
        }
        let text = self.kind(tree);
        match (is_operation && occurrences > 1, &tree.kind) {
            (true, _) => format!("({text} as {})", self.variable(tree.at)),
            (false, TreeKind::Apply(Operation::Binary(..) | Operation::Choice | Operation::Minus, _)) => {
                format!("({text})")
            }
            _ => text,
        }
    }

    fn kind(&mut self, tree: &Tree) -> String {
        match &tree.kind {
            TreeKind::Free => self.variable(tree.at),
            TreeKind::Number(text) => text.clone(),
            TreeKind::Null => "null".to_owned(),
            TreeKind::Element(element) => self.element(element),
            TreeKind::Apply(operation, operands) => {
                let parts: Vec<String> = operands.iter().map(|operand| self.tree(operand)).collect();
                apply(operation, &parts)
            }
        }
    }

    fn element(&mut self, element: &Element) -> String {
        let array = self.variable(element.array);
        let subscripts: Vec<String> = element
            .subscripts
            .iter()
            .map(|subscript| {
                let base = match &subscript.base {
                    Base::Counter(counter) => self.variable(*counter),
                    Base::Number => return subscript.offset.to_string(),
                    Base::Index(tree) if tree.is_free() => format!("({{_}} as {})", self.variable(tree.at)),
                    Base::Index(tree) => self.tree(tree),
                };
                match subscript.offset {
                    0 => base,
                    n @ 1.. => format!("{base} + {n}"),
                    n => format!("{base} - {}", n.unsigned_abs()),
                }
            })
            .collect();
        format!("{array}[{}]", subscripts.join(", "))
    }
}

/// A formula with its operator, or with one of several.
fn alternatives(symbol: &str, or: &[&'static str], formula: &dyn Fn(&str) -> String) -> String {
    match or {
        [] => formula(symbol),
        _ => {
            let all = std::iter::once(symbol).chain(or.iter().copied().filter(|other| *other != symbol));
            format!("( {} )", all.map(formula).collect::<Vec<_>>().join(" ∨ "))
        }
    }
}

fn apply(operation: &Operation, parts: &[String]) -> String {
    match (operation, parts) {
        (Operation::Binary(symbol, sign), [left, right]) => {
            let sign = sign.map(String::from).unwrap_or_default();
            match (*symbol, right.strip_prefix('-')) {
                ("+", Some(number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    format!("{left} - {number}")
                }
                _ => format!("{left} {symbol}{sign} {right}"),
            }
        }
        (Operation::Minus, [of]) => format!("-{of}"),
        (Operation::Load, [of]) => format!("*{of}"),
        (Operation::Field(offset), [of]) => format!("{of}->[{offset}]"),
        (Operation::Choice, [condition, then, other]) => format!("{condition} ? {then} : {other}"),
        (Operation::Call(name), parts) => format!("{name}({})", parts.join(", ")),
        (_, parts) => parts.join(" "),
    }
}
