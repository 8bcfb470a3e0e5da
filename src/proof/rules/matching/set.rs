//! A set of rules with their sources as ranked patterns.
//!
//! In: resolved rules. Out: the variants of each source in the order of matching: by greater priority, then
//! by more tests, then by position in the file. A more specific rule thereby precedes a more general one.

use super::deferred::Deferred;
use super::implied::widths_follow;
use super::path::{PathId, Paths};
use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::variants::{self, MAX_ORIENTATIONS, Orientation};
use crate::rules::form::{
    Action, ClassId, Comparison, ConstantOperation, Guard, Node, NodeId, NodeKind, Part, Rule,
};
use crate::rules::vocabulary::Function;
use ir::IntPredicate;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A rule of a [`RuleSet`], by its index among all given rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct RuleId(pub(super) u32);

impl RuleId {
    /// The index among the given rules.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variant of a [`RuleSet`], by its rank; lower ranks are tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct VariantId(pub(super) u32);

impl VariantId {
    /// The rank.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A source with one order of the operands of commutative operations.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Variant {
    /// The rule.
    pub rule: RuleId,
    /// The structure.
    pub pattern: PatternId,
    /// Pairs of paths that must have the same value.
    pub same: Vec<(PathId, PathId)>,
    /// Pairs of paths of comparisons with the same predicate, and whether one is swapped.
    pub same_predicate: Vec<(PathId, PathId, bool)>,
    /// The nodes of the source, each with its first path.
    pub places: Vec<(NodeId, PathId)>,
    /// For each predicate variable, a comparison with it, and whether it is swapped.
    pub predicates: Vec<(PathId, bool)>,
}

/// A rule of a set.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Ranked {
    /// The rule.
    pub rule: Rule,
    /// The number of tests of its source.
    pub tests: u32,
    /// Whether the structure alone decides that the rule applies.
    pub is_certain: bool,
    /// The representative width class of each node.
    pub(super) roots: Vec<ClassId>,
}

/// A rule that cannot be matched, or not in all orders of its operands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Refusal {
    /// The rule.
    pub rule: RuleId,
    /// The reason, for messages.
    pub reason: String,
    /// Whether some orders of the operands are matched.
    pub is_partial: bool,
}

/// Rules ready to be matched.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    pub(super) rules: Vec<Deferred<Ranked>>,
    pub(super) patterns: Patterns,
    pub(super) paths: Paths,
    pub(super) variants: Vec<Variant>,
    pub(super) refused: Vec<Refusal>,
}

impl RuleSet {
    /// Compiles rules; [`refused`](RuleSet::refused) lists those that cannot be matched.
    pub fn new(rules: Vec<Rule>) -> RuleSet {
        let mut set = RuleSet::default();
        for (at, rule) in rules.into_iter().enumerate() {
            set.add(RuleId(at as u32), rule);
        }
        let mut variants = std::mem::take(&mut set.variants);
        variants.sort_by_key(|variant| (set.precedence(variant.rule), variant.rule));
        RuleSet { variants, ..set }
    }

    /// The sort key of rules; the least is tried first, and file order decides between equal keys.
    pub(super) fn precedence(&self, id: RuleId) -> (Reverse<i32>, Reverse<u32>) {
        (Reverse(self.rule(id).priority), Reverse(self.tests(id)))
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.ranked(id).rule
    }

    pub(super) fn ranked(&self, id: RuleId) -> &Ranked {
        self.rules[id.index()].get()
    }

    /// The number of structural tests of a rule's source.
    pub fn tests(&self, id: RuleId) -> u32 {
        self.ranked(id).tests
    }

    /// All given rules, refused ones included.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter().enumerate().map(|(at, ranked)| (RuleId(at as u32), &ranked.get().rule))
    }

    /// All variants by rank.
    pub fn variants(&self) -> impl Iterator<Item = (VariantId, &Variant)> {
        self.variants.iter().enumerate().map(|(at, variant)| (VariantId(at as u32), variant))
    }

    /// A variant.
    pub fn variant(&self, id: VariantId) -> &Variant {
        &self.variants[id.index()]
    }

    /// Whether a rule applies wherever the structure of one of its variants does.
    pub fn is_certain(&self, id: RuleId) -> bool {
        self.ranked(id).is_certain
    }

    /// The patterns of all variants.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The paths of all variants.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The rules that cannot be matched, or not in all orders of their operands.
    pub fn refused(&self) -> &[Refusal] {
        &self.refused
    }

    fn add(&mut self, id: RuleId, rule: Rule) {
        let roots = rule.nodes.iter().map(|node| rule.classes.root(node.class)).collect();
        let obstacle = obstacle(&rule);
        let (orientations, is_cut) = variants::orientations(&rule);
        let mut tests = 0;
        if obstacle.is_none() {
            let (mut known, is_plain) = (FxHashSet::default(), is_unconditional(&rule));
            for orientation in &orientations {
                let mut reading = Reading::new(self, &rule, orientation);
                let pattern = reading.pattern(rule.source, PathId::ROOT);
                tests = reading.tests;
                let variant = reading.finish(id, pattern);
                let key = (variant.pattern, variant.same.clone(), variant.same_predicate.clone());
                // Of two unconditional variants with equal structure, one is redundant.
                if known.insert(key) || !is_plain {
                    self.variants.push(variant);
                }
            }
        }
        if let Some(reason) = obstacle {
            self.refused.push(Refusal { rule: id, reason, is_partial: false });
        } else if is_cut {
            let reason = format!("only {MAX_ORIENTATIONS} orders of its operands are looked for");
            self.refused.push(Refusal { rule: id, reason, is_partial: true });
        }
        let is_certain = is_certain(&rule);
        self.rules.push(Deferred::here(Ranked { rule, tests, is_certain, roots }));
    }
}

/// Whether a rule has neither a precondition nor promises about inputs.
pub(super) fn is_unconditional(rule: &Rule) -> bool {
    let promises = rule.nodes.iter().any(|node| node.kind == NodeKind::Input { noundef: true });
    matches!(rule.guard, Guard::Is(true)) && !promises
}

/// Whether the structure alone decides that a rule applies.
fn is_certain(rule: &Rule) -> bool {
    let is_computed = |node: &Node| matches!(node.kind, NodeKind::Computed(..));
    is_unconditional(rule)
        && always_pays(rule)
        && !rule.nodes.iter().any(|node| node.part == Part::Source && is_computed(node))
        && !rule.nodes.iter().any(needs_analysis)
        && widths_follow(rule)
}

/// Whether a target always pays: it makes at most one instruction, and the root is removed.
pub(super) fn always_pays(rule: &Rule) -> bool {
    let made = rule.nodes.iter().filter(|node| node.part == Part::Target);
    made.filter(|node| matches!(node.kind, NodeKind::Instruction(..))).count() <= 1
}

fn needs_analysis(node: &Node) -> bool {
    match node.kind {
        NodeKind::Computed(ConstantOperation::Function(function), _) => function.is_analysis(),
        _ => false,
    }
}

/// The reason why a rule cannot be matched, if any.
fn obstacle(rule: &Rule) -> Option<String> {
    let spelling = |id: NodeId| rule.node(id).name.clone().unwrap_or_else(|| "a value".to_owned());
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut classes: FxHashSet<ClassId> = FxHashSet::default();
    let mut open = vec![rule.source];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        classes.insert(rule.classes.root(rule.node(id).class));
        if let NodeKind::Instruction(action, operands) = &rule.node(id).kind {
            if variants::symbol(*action).is_none() {
                return Some(format!("`{}` of the source may be one of several instructions", spelling(id)));
            }
            open.extend(operands);
        }
    }
    let is_named = |kind: &NodeKind| matches!(kind, NodeKind::Constant | NodeKind::Input { .. });
    if let Some((id, _)) = rule.ids().find(|(id, node)| is_named(&node.kind) && !seen.contains(id)) {
        return Some(format!("`{}` is no operand of the source, only of an expression", spelling(id)));
    }
    let is_open = |class: ClassId| {
        let root = rule.classes.root(class);
        !classes.contains(&root) && rule.classes.known(root).fixed.is_none()
    };
    let is_target = |id: &NodeId| rule.node(*id).part == Part::Target;
    if let Some(id) = rule.ids().map(|(id, _)| id).find(|id| is_target(id) && is_open(rule.node(*id).class)) {
        return Some(format!("the source does not say how wide {} of the target is", spelling(id)));
    }
    let edges = rule.classes.narrower.iter().flat_map(|edge| [edge.narrow, edge.wide]);
    if edges.into_iter().any(is_open) {
        return Some("the source does not say how wide a value of the precondition is".to_owned());
    }
    asks_for_addresses(&rule.guard)
        .then(|| format!("`{}` is about memory", Function::EquivalentAddresses.name()))
}

fn asks_for_addresses(guard: &Guard) -> bool {
    match guard {
        Guard::Test(function, _) => *function == Function::EquivalentAddresses,
        Guard::Not(inner) => asks_for_addresses(inner),
        Guard::All(parts) | Guard::Any(parts) => parts.iter().any(asks_for_addresses),
        Guard::Is(_) | Guard::Compare(..) => false,
    }
}

/// Builds the pattern of a source for one order of its operands.
struct Reading<'a> {
    set: &'a mut RuleSet,
    rule: &'a Rule,
    orientation: &'a Orientation,
    places: FxHashMap<NodeId, PathId>,
    same: Vec<(PathId, PathId)>,
    same_predicate: Vec<(PathId, PathId, bool)>,
    predicates: Vec<Option<(PathId, bool)>>,
    tests: u32,
}

impl<'a> Reading<'a> {
    fn new(set: &'a mut RuleSet, rule: &'a Rule, orientation: &'a Orientation) -> Reading<'a> {
        let fixed = rule.nodes.iter().filter(|node| {
            matches!(node.kind, NodeKind::Input { .. }) && rule.classes.known(node.class).fixed.is_some()
        });
        Reading {
            tests: fixed.count() as u32,
            set,
            rule,
            orientation,
            places: FxHashMap::default(),
            same: Vec::new(),
            same_predicate: Vec::new(),
            predicates: vec![None; rule.predicates.len()],
        }
    }

    /// The pattern of a node at a path. The depth of recursion is bounded by the rule's length.
    fn pattern(&mut self, id: NodeId, path: PathId) -> PatternId {
        let rule = self.rule;
        let kind = &rule.node(id).kind;
        let is_shared = !matches!(kind, NodeKind::Number { .. } | NodeKind::Undef | NodeKind::Computed(..));
        let first = self.places.get(&id).copied();
        if let (true, Some(first)) = (is_shared, first) {
            self.same.push((first, path));
            self.tests += 1;
            let is_constant = matches!(kind, NodeKind::Constant);
            return self.set.patterns.add(if is_constant { Pattern::Constant } else { Pattern::Any });
        }
        self.places.entry(id).or_insert(path);
        let (tests, pattern) = match kind {
            NodeKind::Input { .. } => (0, Pattern::Any),
            NodeKind::Constant | NodeKind::Computed(..) => (1, Pattern::Constant),
            NodeKind::Undef => (2, Pattern::Undef),
            NodeKind::Number { negative, magnitude } => {
                (2, Pattern::Literal(Literal { negative: *negative, magnitude: *magnitude }))
            }
            NodeKind::Instruction(action, operands) => self.instruction(id, *action, operands, path),
        };
        self.tests += tests;
        self.set.patterns.add(pattern)
    }

    fn instruction(
        &mut self,
        id: NodeId,
        action: Action,
        operands: &[NodeId],
        path: PathId,
    ) -> (u32, Pattern) {
        let is_exchanged = self.orientation[id.0 as usize];
        let (flags, predicate) = match action {
            Action::Binary(_, flags) | Action::Cast(_, flags) => (flags, None),
            Action::Compare(comparison, flags) => (flags, self.comparison(comparison, path, is_exchanged)),
            Action::Select | Action::Freeze | Action::Intrinsic(_) | Action::PtrAdd | Action::Float(..) => {
                (ir::Flags::NONE, None)
            }
        };
        let mut operands = operands.to_vec();
        if is_exchanged {
            operands.swap(0, 1);
        }
        let mut below = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let path = self.set.paths.below(path, at as u8);
            below.push(self.pattern(*operand, path));
        }
        // Rules without a symbol in their source were refused before.
        let symbol = variants::symbol(action).unwrap_or(super::Symbol::Other);
        let tests = 1 + flags.0.count_ones() + u32::from(predicate.is_some());
        (tests, Pattern::Instruction { symbol, flags, predicate, operands: below })
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        path: PathId,
        is_exchanged: bool,
    ) -> Option<IntPredicate> {
        match comparison {
            Comparison::Is(predicate) => Some(if is_exchanged { predicate.swapped() } else { predicate }),
            Comparison::Variable(at) => {
                match self.predicates[at] {
                    Some((first, swapped)) => {
                        self.same_predicate.push((first, path, swapped != is_exchanged));
                        self.tests += 1;
                    }
                    None => self.predicates[at] = Some((path, is_exchanged)),
                }
                None
            }
        }
    }

    fn finish(self, rule: RuleId, pattern: PatternId) -> Variant {
        let mut places: Vec<(NodeId, PathId)> = self.places.into_iter().collect();
        places.sort_unstable();
        Variant {
            rule,
            pattern,
            same: self.same,
            same_predicate: self.same_predicate,
            places,
            predicates: self.predicates.into_iter().flatten().collect(),
        }
    }
}
