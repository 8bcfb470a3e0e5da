//! The text of a rule: an instance with choices about widths, flags, predicates and cuts.

use super::super::form::{NodeKind, Part, Rule};
use super::super::vocabulary::Head;
use super::super::widths::Typing;
use super::instance::{PeepholeInstance, Place, step_name};
use crate::rules::diagnostic::Diagnostics;
use crate::semantics::FLAGS;
use ir::{Flags, IntPredicate};
use std::fmt::Write as _;
use text::sources::Sources;

/// The choices by which one instance becomes several rules.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// The flags of each step.
    pub(super) flags: Vec<Flags>,
    /// Whether a step of the source is any value instead.
    pub(super) cut: Vec<bool>,
    /// Whether the width of a class is the instance's.
    pub(super) typed: Vec<bool>,
    /// The predicate that is a variable, with its name.
    pub(super) any_predicate: Option<IntPredicate>,
    /// The promise of each input that it is neither undef nor poison.
    pub(super) noundef: Vec<bool>,
}

impl Choices {
    /// The instance's own flags and predicates, with open widths.
    pub(super) fn open(instance: &PeepholeInstance) -> Choices {
        Choices {
            flags: instance.steps.iter().map(|step| step.flags).collect(),
            cut: vec![false; instance.steps.len()],
            typed: vec![false; instance.widths.len()],
            any_predicate: None,
            noundef: instance.inputs.iter().map(|input| input.noundef).collect(),
        }
    }
}

/// A rule's text in parts.
pub(super) struct Template<'a> {
    pub(super) instance: &'a PeepholeInstance,
    pub(super) choices: &'a Choices,
}

impl Template<'_> {
    /// The register of a step or input, with its `%`.
    fn register(&self, place: Place) -> String {
        match place {
            Place::Input(at) => format!("%{}", self.instance.inputs[at].name),
            Place::Step(at) if at == self.instance.root() => "%r".to_owned(),
            Place::Step(at) => format!("%{}", step_name(at)),
            _ => String::new(),
        }
    }

    /// The steps that the source needs, or the target needs beside them, in order.
    fn needed(&self) -> (Vec<usize>, Vec<usize>) {
        let instance = self.instance;
        let mut needed = vec![false; instance.steps.len()];
        let reach = |needed: &mut Vec<bool>, from: Place, first: usize| {
            let mut open = vec![from];
            while let Some(place) = open.pop() {
                if let Place::Step(at) = place
                    && at >= first
                    && !self.choices.cut[at]
                    && !std::mem::replace(&mut needed[at], true)
                {
                    open.extend(&instance.steps[at].operands);
                }
            }
        };
        reach(&mut needed, Place::Step(instance.root()), 0);
        reach(&mut needed, instance.result, instance.source_steps);
        let of = |range: std::ops::Range<usize>| range.filter(|at| needed[*at]).collect();
        (of(0..instance.source_steps), of(instance.source_steps..instance.steps.len()))
    }

    /// The symbols that the source has: integers that its steps use.
    pub(super) fn source_numbers(&self) -> Vec<usize> {
        let steps = self.needed().0;
        let mut numbers = Vec::new();
        for operand in steps.iter().flat_map(|at| &self.instance.steps[*at].operands) {
            if let Place::Number(at) = operand
                && !numbers.contains(at)
            {
                numbers.push(*at);
            }
        }
        numbers
    }

    /// The integers of the target, in the order of its text.
    pub(super) fn target_numbers(&self) -> Vec<usize> {
        let steps = self.needed().1;
        let operands = steps.iter().flat_map(|at| self.instance.steps[*at].operands.clone());
        let is_number = |place: Place| match place {
            Place::Number(at) => Some(at),
            _ => None,
        };
        operands.chain([self.instance.result]).filter_map(is_number).collect()
    }

    /// A register of each class for `width`, one that the source has; empty for others.
    pub(super) fn class_names(&self) -> Vec<String> {
        let steps = self.needed().0;
        let used: Vec<Place> =
            steps.iter().flat_map(|at| self.instance.steps[*at].operands.clone()).collect();
        let class = |class: usize| {
            let is_of = |place: &&Place| {
                matches!(place, Place::Input(_) | Place::Step(_))
                    && self.instance.class_of(**place) == Some(class)
            };
            let own = steps.iter().map(|at| Place::Step(*at)).find(|place| is_of(&place));
            used.iter().find(is_of).copied().or(own).map(|place| self.register(place))
        };
        (0..self.instance.widths.len()).map(|at| class(at).unwrap_or_default()).collect()
    }

    /// The rule. `numbers` has the text of each integer.
    pub(super) fn text(&self, name: &str, precondition: &str, numbers: &[String]) -> String {
        let (source, target) = self.needed();
        let mut out = String::new();
        if !name.is_empty() {
            let _ = writeln!(out, "Name: {name}");
        }
        if !precondition.is_empty() {
            let _ = writeln!(out, "Pre: {precondition}");
        }
        let mut promised = vec![false; self.instance.inputs.len()];
        for at in source {
            self.line(at, self.register(Place::Step(at)), numbers, Some(&mut promised), &mut out);
        }
        out.push_str("  =>\n");
        let root = self.register(Place::Step(self.instance.root()));
        for at in &target {
            let is_root = self.instance.result == Place::Step(*at);
            let register = if is_root { root.clone() } else { self.register(Place::Step(*at)) };
            self.line(*at, register, numbers, None, &mut out);
        }
        match self.instance.result {
            Place::Step(at) if target.contains(&at) => {}
            place => {
                let _ = writeln!(out, "{root} = {}", self.value(place, numbers));
            }
        }
        out
    }

    fn value(&self, place: Place, numbers: &[String]) -> String {
        match place {
            Place::Number(at) => numbers[at].clone(),
            Place::Truth(holds) => holds.to_string(),
            Place::Undef => "undef".to_owned(),
            place => self.register(place),
        }
    }

    fn line(
        &self,
        at: usize,
        register: String,
        numbers: &[String],
        mut promised: Option<&mut Vec<bool>>,
        out: &mut String,
    ) {
        let step = &self.instance.steps[at];
        let mut words = vec![step.head.word().to_owned()];
        let flags = FLAGS.iter().filter(|(_, flag)| self.choices.flags[at].contains(*flag));
        words.extend(flags.map(|(word, _)| (*word).to_owned()));
        if let Some(predicate) = step.predicate {
            let is_any = self.choices.any_predicate == Some(predicate);
            words.push(if is_any { "Pred".to_owned() } else { predicate.name().to_owned() });
        }
        let mut operands = Vec::new();
        for operand in &step.operands {
            let mut text = String::new();
            let is_value = matches!(operand, Place::Input(_))
                || matches!(operand, Place::Step(at) if self.choices.cut[*at]);
            if is_value
                && promised.is_some()
                && let Some(class) = self.instance.class_of(*operand)
                && self.choices.typed[class]
            {
                let _ = write!(text, "i{} ", self.instance.widths[class]);
            }
            if let (Place::Input(at), Some(promised)) = (operand, promised.as_mut())
                && self.choices.noundef[*at]
                && !std::mem::replace(&mut promised[*at], true)
            {
                text.push_str("noundef ");
            }
            text.push_str(&self.value(*operand, numbers));
            operands.push(text);
        }
        words.push(operands.join(", "));
        if matches!(step.head, Head::Cast(_)) && self.choices.typed[step.class] {
            words.push(format!("to i{}", self.instance.widths[step.class]));
        }
        let _ = writeln!(out, "{register} = {}", words.join(" "));
    }

    /// The width of each class at a typing of a rule with this template; the instance's for a class without a
    /// register in the source.
    pub(super) fn widths(&self, rule: &Rule, typing: &Typing) -> Vec<u32> {
        let names = self.class_names();
        let width = |(class, name): (usize, &String)| {
            let node = rule.ids().find(|(_, node)| {
                node.part == Part::Source
                    && node.name.as_ref() == Some(name)
                    && matches!(node.kind, NodeKind::Input { .. } | NodeKind::Instruction(..))
            });
            node.map_or(self.instance.widths[class], |(id, _)| typing.width(rule, id))
        };
        names.iter().enumerate().map(width).collect()
    }
}

/// The rule of a text without errors.
pub(super) fn resolved(text: &str) -> Option<Rule> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add("rule.opt", text);
    let mut rules = crate::rules::read(&sources, file, &mut diagnostics);
    (rules.len() == 1 && diagnostics.is_empty()).then(|| rules.remove(0))
}

/// The text in canonical form.
pub(super) fn formatted(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("rule.opt", text);
    let parsed = crate::rules::parser::parse(&sources, file, &mut Diagnostics::new());
    crate::rules::printer::print_file(&parsed, text)
}
