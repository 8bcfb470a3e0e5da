//! Encodes a rule at given widths as terms: are there inputs for which the target does not refine the source?
//!
//! In: a rule and a typing. Out: a truth value that holds exactly for counterexamples. Source, target and
//! precondition are evaluated separately. Nondeterministic choices of the source (the values of `undef` and
//! `freeze`) are bound by a quantifier, since one choice that allows the target's result suffices; choices of
//! the target are free. For undef inputs see [`undef`].

mod constants;
mod floats;
mod guard;
mod undef;

use super::super::form::{Action, CastKind, Comparison, NodeId, NodeKind, Part, Rule};
use super::super::vocabulary::Function;
use super::super::widths::Typing;
use super::may_be_poison;
use crate::semantics::{Execution, Operation, Query, Semantics, TermId, Terms, Value, execute};
use ir::{Flags, IntPredicate, Opcode};
use rustc_hash::FxHashMap;

/// The treatment of undef inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Undef {
    /// No input is undef.
    Never,
    /// An undef input may be another of some numbers at each use.
    PerUse,
}

/// The values of one constant that a query covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Case {
    /// All values.
    All,
    /// This value only.
    Is(NodeId, u128),
    /// This value and greater unsigned ones.
    AtLeast(NodeId, u128),
}

/// A query whether a rule's target refines its source at one typing.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct RefinementQuery<'a> {
    /// The semantics of instructions.
    pub(in crate::rules) semantics: Semantics,
    /// The treatment of undef inputs.
    pub(in crate::rules) undef: Undef,
    /// Inputs that get a `freeze` in the target.
    pub(in crate::rules) frozen: &'a [NodeId],
    /// The values of one constant that the query covers.
    pub(in crate::rules) case: Case,
}

/// Maximum number of evaluated instructions, copies included.
const MAX_EVALUATED: usize = 4_000;

/// An input of a rule as terms.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Input {
    pub(in crate::rules) node: NodeId,
    pub(in crate::rules) value: Value,
    /// The numbers that uses in the target see, if these may differ.
    pub(in crate::rules) seen: Vec<TermId>,
}

/// The query of a rule, and the terms that describe a counterexample.
#[derive(Debug)]
pub(in crate::rules) struct Encoding {
    pub(in crate::rules) terms: Terms,
    /// Holds exactly for counterexamples.
    pub(in crate::rules) goal: TermId,
    pub(in crate::rules) inputs: Vec<Input>,
    pub(in crate::rules) constants: Vec<(NodeId, TermId)>,
    /// The index of each predicate variable's value in [`IntPredicate::ALL`].
    pub(in crate::rules) predicates: Vec<TermId>,
    /// The answers of analyses: the text of the query, and the term.
    pub(in crate::rules) facts: Vec<(String, TermId)>,
    pub(in crate::rules) source: Value,
    pub(in crate::rules) target: Value,
    /// Truth values: whether executing the side is undefined behaviour.
    pub(in crate::rules) source_undefined: TermId,
    pub(in crate::rules) target_undefined: TermId,
    /// A truth value: whether a number of the target does not fit its width, so that the target cannot be
    /// built.
    pub(in crate::rules) unbuildable: TermId,
    choices: Vec<TermId>,
    /// Whether uses of undef inputs in the source see one of several numbers.
    has_uses: bool,
}

impl Encoding {
    /// Encodes a query about a rule; `None` if it is too large.
    pub(in crate::rules) fn new(rule: &Rule, typing: &Typing, question: RefinementQuery) -> Option<Encoding> {
        let mut encoder = Encoder::new(rule, typing, question);
        let (source, target) = match question.undef {
            // Solvers are faster if the terms of the source come first.
            Undef::Never => {
                (encoder.side(Part::Source, rule.source)?, encoder.side(Part::Target, rule.target)?)
            }
            // Uses in the source see the numbers that uses in the target see, which must be encoded first.
            Undef::PerUse => {
                let target = encoder.side(Part::Target, rule.target)?;
                (encoder.side(Part::Source, rule.source)?, target)
            }
        };
        let holds = encoder.precondition()?;
        Some(encoder.finish(source, target, holds))
    }

    /// The text for a solver.
    pub(in crate::rules) fn query(&self) -> Query {
        Query::new(&self.terms, self.goal, &self.choices)
    }

    /// Whether the goal has no quantifier, so that the interpreter can evaluate it.
    pub(in crate::rules) fn is_computable(&self) -> bool {
        self.choices.is_empty()
    }

    /// Whether the source is nondeterministic.
    pub(in crate::rules) fn has_choices(&self) -> bool {
        self.has_uses || !self.choices.is_empty()
    }
}

/// The encoding of a precondition alone.
pub(super) struct Precondition {
    pub(super) terms: Terms,
    /// Holds exactly if the precondition does.
    pub(super) goal: TermId,
    /// The constants, and the inputs that analysis functions take.
    pub(super) numbers: Vec<(NodeId, TermId)>,
}

impl Precondition {
    /// Encodes the precondition of a rule; `None` if it is too large.
    pub(super) fn new(rule: &Rule, typing: &Typing) -> Option<Precondition> {
        let (semantics, undef) = (Semantics::newest(), Undef::Never);
        let question = RefinementQuery { semantics, undef, frozen: &[], case: Case::All };
        let mut encoder = Encoder::new(rule, typing, question);
        let mut goal = encoder.precondition()?;
        let mut open: Vec<NodeId> = Vec::new();
        // `hasOneUse` does not depend on numbers.
        for ((_, arguments), _) in encoder.facts.iter().filter(|((of, _), _)| *of != Function::HasOneUse) {
            open.extend(arguments);
        }
        let mut numbers = encoder.constants.clone();
        while let Some(id) = open.pop() {
            open.extend(rule.node(id).kind.operands());
            if let Some(input) = encoder.inputs.get(&id)
                && !numbers.iter().any(|(known, _)| *known == id)
            {
                numbers.push((id, input.value.bits));
                let defined = encoder.terms.not(input.value.poison);
                encoder.assumptions.push(defined);
            }
        }
        for fact in &encoder.assumptions {
            goal = encoder.terms.and(goal, *fact);
        }
        Some(Precondition { terms: encoder.terms, goal, numbers })
    }

    /// Excludes solutions with these numbers; false if no solutions remain, since the precondition depends on
    /// no number.
    pub(super) fn exclude(&mut self, known: &FxHashMap<TermId, u128>) -> bool {
        let mut differences = Vec::new();
        for (_, term) in &self.numbers {
            if let Some(bits) = known.get(term) {
                let width = self.terms.width(*term);
                let number = self.terms.constant(*bits, width);
                let same = self.terms.equal(*term, number);
                differences.push(self.terms.not(same));
            }
        }
        let differs = self.terms.any(&differences);
        self.goal = self.terms.and(self.goal, differs);
        !differences.is_empty()
    }
}

/// The encoding of one side.
struct Side {
    value: Value,
    undefined: TermId,
}

pub(super) struct Encoder<'a> {
    terms: Terms,
    rule: &'a Rule,
    typing: &'a Typing,
    semantics: Semantics,
    undef: Undef,
    frozen: &'a [NodeId],
    /// The side that is evaluated.
    part: Part,
    /// Values of this side that are equal at all uses.
    known: Vec<Option<Value>>,
    undefined: Vec<TermId>,
    evaluated: usize,
    inputs: FxHashMap<NodeId, Input>,
    /// The numbers that the target's uses of each input see.
    seen: FxHashMap<NodeId, Vec<TermId>>,
    /// Uses in source and precondition that see one of several numbers.
    uses: Vec<undef::Use>,
    constants: Vec<(NodeId, TermId)>,
    predicates: Vec<TermId>,
    /// Unknowns for the answers of analyses, by function and arguments.
    facts: Vec<((Function, Vec<NodeId>), TermId)>,
    /// Answers without an assumption so far.
    open_facts: Vec<(Function, NodeId, TermId)>,
    /// Truth values that are assumed of the answers.
    assumptions: Vec<TermId>,
    unbuildable: Vec<TermId>,
    choices: Vec<TermId>,
    floats: floats::Floats,
}

impl<'a> Encoder<'a> {
    fn new(rule: &'a Rule, typing: &'a Typing, question: RefinementQuery<'a>) -> Encoder<'a> {
        let RefinementQuery { semantics, undef, frozen, case } = question;
        let mut encoder = Encoder {
            terms: Terms::new(),
            rule,
            typing,
            semantics,
            undef,
            frozen,
            part: Part::Source,
            known: Vec::new(),
            undefined: Vec::new(),
            evaluated: 0,
            inputs: FxHashMap::default(),
            seen: FxHashMap::default(),
            uses: Vec::new(),
            constants: Vec::new(),
            predicates: Vec::new(),
            facts: Vec::new(),
            open_facts: Vec::new(),
            assumptions: Vec::new(),
            unbuildable: Vec::new(),
            choices: Vec::new(),
            floats: floats::Floats::default(),
        };
        encoder.unknowns(case);
        encoder
    }

    /// Creates the rule's unknowns, which all sides share.
    fn unknowns(&mut self, case: Case) {
        let rule = self.rule;
        for (id, node) in rule.ids() {
            let width = self.typing.width(rule, id);
            let name = node.name.clone().unwrap_or_default();
            match node.kind {
                NodeKind::Input { .. } => {
                    let bits = self.terms.input(name, width);
                    let never = self.terms.truth(false);
                    let doubtful = may_be_poison(rule, id);
                    let poison = if doubtful { self.terms.input("poison", 1) } else { never };
                    let value = Value { bits, poison };
                    self.inputs.insert(id, Input { node: id, value, seen: Vec::new() });
                }
                NodeKind::Constant => {
                    let bits = match case {
                        Case::Is(chosen, bits) if chosen == id => self.terms.constant(bits, width),
                        _ => self.terms.input(name, width),
                    };
                    if let Case::AtLeast(chosen, least) = case
                        && chosen == id
                    {
                        let least = self.terms.constant(least, width);
                        let among = self.terms.compare(IntPredicate::Uge, bits, least);
                        self.assumptions.push(among);
                    }
                    self.constants.push((id, bits));
                }
                _ => {}
            }
        }
        for name in &rule.predicates {
            let number = self.terms.input(name, 4);
            let count = self.terms.constant(IntPredicate::ALL.len() as u128, 4);
            let valid = self.terms.compare(IntPredicate::Ult, number, count);
            self.predicates.push(number);
            self.assumptions.push(valid);
        }
    }

    fn width(&self, node: NodeId) -> u32 {
        self.typing.width(self.rule, node)
    }

    fn begin(&mut self, part: Part) {
        self.part = part;
        self.known = vec![None; self.rule.nodes.len()];
        self.undefined.clear();
    }

    /// Encodes a side, in the order of its instructions.
    fn side(&mut self, part: Part, root: NodeId) -> Option<Side> {
        self.begin(part);
        let rule = self.rule;
        // Instructions of a side are executed even if no result depends on them.
        for (id, node) in rule.ids() {
            let is_executed = node.part == part && matches!(node.kind, NodeKind::Instruction(..));
            if is_executed && id != root {
                self.value(id)?;
            }
        }
        let value = self.value(root)?;
        let undefined = std::mem::take(&mut self.undefined);
        Some(Side { value, undefined: self.terms.any(&undefined) })
    }

    /// An unknown for a nondeterministic choice of the current side.
    fn choice(&mut self, name: &str, width: u32) -> TermId {
        let choice = self.terms.input(name, width);
        if self.part != Part::Target {
            self.choices.push(choice);
        }
        choice
    }

    /// The value of a node at one use.
    fn value(&mut self, id: NodeId) -> Option<Value> {
        if let Some(value) = self.known[id.0 as usize] {
            return Some(value);
        }
        self.evaluated += 1;
        if self.evaluated > MAX_EVALUATED {
            return None;
        }
        let rule = self.rule;
        let node = rule.node(id);
        let (value, is_same) = match &node.kind {
            NodeKind::Input { .. } => self.input(id),
            NodeKind::Constant => (self.constant_value(id), true),
            NodeKind::Number { negative, magnitude } => (self.number(id, *negative, *magnitude), true),
            NodeKind::Undef => {
                let bits = self.choice("undef", self.width(id));
                (self.defined(bits), false)
            }
            NodeKind::Computed(operation, operands) => (self.computed(id, *operation, operands)?, true),
            NodeKind::Instruction(action, operands) => {
                let value = self.instruction(id, *action, operands)?;
                let is_same = operands.iter().all(|operand| self.known[operand.0 as usize].is_some());
                (value, self.undef == Undef::Never || *action == Action::Freeze || is_same)
            }
        };
        if is_same {
            self.known[id.0 as usize] = Some(value);
        }
        Some(value)
    }

    fn defined(&mut self, bits: TermId) -> Value {
        Value { bits, poison: self.terms.truth(false) }
    }

    /// The value of an input at one use, and whether it is equal at all uses.
    fn input(&mut self, id: NodeId) -> (Value, bool) {
        let value = self.inputs[&id].value;
        let is_doubtful = self.undef == Undef::PerUse && may_be_poison(self.rule, id);
        if self.part == Part::Target && self.frozen.contains(&id) {
            let seen = if is_doubtful { self.use_of(id).0 } else { value };
            let chosen = self.choice("frozen", self.width(id));
            let bits = self.terms.if_else(seen.poison, chosen, seen.bits);
            return (self.defined(bits), true);
        }
        if is_doubtful { self.use_of(id) } else { (value, true) }
    }

    fn constant_value(&mut self, id: NodeId) -> Value {
        let bits = self.constants.iter().find(|(node, _)| *node == id).map(|(_, bits)| *bits);
        match bits {
            Some(bits) => self.defined(bits),
            None => self.number(id, false, 0),
        }
    }

    fn number(&mut self, id: NodeId, negative: bool, magnitude: u128) -> Value {
        let width = self.width(id);
        if super::super::resolve::bits(negative, magnitude) > width {
            let always = self.terms.truth(true);
            self.unbuildable.push(always);
        }
        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
        let bits = self.terms.constant(bits, width);
        self.defined(bits)
    }

    fn instruction(&mut self, id: NodeId, action: Action, operands: &[NodeId]) -> Option<Value> {
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.value(*operand)?);
        }
        let width = self.width(id);
        let operation = match action {
            Action::Binary(opcode, flags) => Operation::Binary(opcode, flags),
            // A rule has one pointer at most and only adds to it, so that the result points into the same
            // object.
            Action::PtrAdd => Operation::Binary(Opcode::Add, Flags::NONE),
            Action::Compare(Comparison::Is(predicate), flags) => Operation::Compare(predicate, flags),
            Action::Compare(Comparison::Variable(at), flags) => {
                return self.any_comparison(at, flags, &values);
            }
            Action::Select => Operation::Select,
            Action::Cast(CastKind::Is(opcode), flags) => Operation::Cast(opcode, flags, width),
            Action::Cast(CastKind::ZExtOrTrunc, _) => match self.terms.width(values[0].bits) {
                old if old == width => return Some(values[0]),
                old if old > width => Operation::Cast(Opcode::Trunc, Flags::NONE, width),
                _ => Operation::Cast(Opcode::ZExt, Flags::NONE, width),
            },
            Action::Freeze => Operation::Freeze(self.choice("frozen", width)),
            Action::Intrinsic(intrinsic) => Operation::Intrinsic(intrinsic),
            Action::Float(operation, kind, flags) => {
                let open = self.open(id, operation, flags);
                Operation::Float(operation, kind, flags, open)
            }
        };
        let Execution { value, undefined } = execute(&mut self.terms, operation, &values)?;
        self.undefined.push(undefined);
        Some(value)
    }

    /// A comparison whose predicate is a variable.
    fn any_comparison(&mut self, variable: usize, flags: Flags, values: &[Value]) -> Option<Value> {
        let number = self.predicates[variable];
        let mut chosen: Option<Value> = None;
        for (at, predicate) in IntPredicate::ALL.iter().enumerate() {
            let value = execute(&mut self.terms, Operation::Compare(*predicate, flags), values)?.value;
            chosen = Some(match chosen {
                None => value,
                Some(others) => {
                    let at = self.terms.constant(at as u128, 4);
                    let is_this = self.terms.equal(number, at);
                    Value { bits: self.terms.if_else(is_this, value.bits, others.bits), ..value }
                }
            });
        }
        chosen
    }

    fn finish(mut self, source: Side, target: Side, holds: TermId) -> Encoding {
        let terms = &mut self.terms;
        let unbuildable = terms.any(&self.unbuildable);
        let differs = {
            let same = terms.equal(source.value.bits, target.value.bits);
            terms.not(same)
        };
        let worse = terms.or(target.value.poison, differs);
        let source_defined = terms.not(source.value.poison);
        let wrong_value = terms.and(source_defined, worse);
        let bad = terms.any(&[unbuildable, target.undefined, wrong_value]);
        let runs = terms.not(source.undefined);
        let wrong = terms.and(runs, bad);
        let mut goal = self.for_all_uses(wrong);
        for fact in [self.assumptions.as_slice(), &[holds]].concat() {
            let fact = self.for_all_uses(fact);
            goal = self.terms.and(goal, fact);
        }
        let facts = self.facts.iter().map(|((function, arguments), term)| {
            let names: Vec<&str> =
                arguments.iter().map(|id| self.rule.node(*id).name.as_deref().unwrap_or("…")).collect();
            (format!("{}({})", function.name(), names.join(", ")), *term)
        });
        Encoding {
            goal,
            facts: facts.collect(),
            inputs: inputs(self.inputs, &self.seen),
            constants: self.constants,
            predicates: self.predicates,
            source: source.value,
            target: target.value,
            source_undefined: source.undefined,
            target_undefined: target.undefined,
            unbuildable,
            choices: self.choices,
            has_uses: !self.uses.is_empty(),
            terms: self.terms,
        }
    }
}

/// The inputs in order, each with the numbers that uses see.
fn inputs(all: FxHashMap<NodeId, Input>, seen: &FxHashMap<NodeId, Vec<TermId>>) -> Vec<Input> {
    let of = |input: Input| Input { seen: seen.get(&input.node).cloned().unwrap_or_default(), ..input };
    let mut inputs: Vec<Input> = all.into_values().map(of).collect();
    inputs.sort_by_key(|input| input.node);
    inputs
}
