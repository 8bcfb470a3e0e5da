//! A discrimination net: an index of patterns that lists the more general ones, the compatible ones, or those
//! of a value's structure without comparing each.
//!
//! The key of a pattern is the list of its nodes' labels in preorder. Flags, predicates and repeated values
//! are ignored, so that listed patterns must be compared again.

use super::Engine;
use super::linear::holds;
use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::set::{RuleSet, VariantId};
use super::subject::{Subject, Symbol};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum NetLabel {
    Any,
    Constant,
    Literal(Literal),
    Undef,
    Instruction(Symbol, usize),
}

impl NetLabel {
    fn of(pattern: &Pattern) -> NetLabel {
        match pattern {
            Pattern::Any => NetLabel::Any,
            Pattern::Constant => NetLabel::Constant,
            Pattern::Literal(literal) => NetLabel::Literal(*literal),
            Pattern::Undef => NetLabel::Undef,
            Pattern::Instruction { symbol, operands, .. } => NetLabel::Instruction(*symbol, operands.len()),
        }
    }

    fn arity(self) -> usize {
        match self {
            NetLabel::Instruction(_, arity) => arity,
            _ => 0,
        }
    }

    /// Whether a value may have both labels, ignoring operands.
    fn goes_with(self, other: NetLabel) -> bool {
        match (self, other) {
            (NetLabel::Any, _) | (_, NetLabel::Any) => true,
            (NetLabel::Constant, NetLabel::Literal(_)) | (NetLabel::Literal(_), NetLabel::Constant) => true,
            (NetLabel::Literal(a), NetLabel::Literal(b)) => !a.excludes(b),
            (a, b) => a == b,
        }
    }

    /// Whether every value with the other label has this one.
    fn is_above(self, other: NetLabel) -> bool {
        self == other
            || self == NetLabel::Any
            || (self == NetLabel::Constant && matches!(other, NetLabel::Literal(_)))
    }
}

#[derive(Debug, Default)]
struct NetNode {
    below: FxHashMap<NetLabel, usize>,
    /// The variants whose patterns end here.
    variants: Vec<VariantId>,
}

/// A discrimination net of patterns, as a trie.
#[derive(Debug)]
pub struct Net(Vec<NetNode>);

/// The labels of a pattern in preorder, and for each label the end of its subtree.
struct Preorder {
    labels: Vec<NetLabel>,
    ends: Vec<usize>,
}

impl Preorder {
    fn of(patterns: &Patterns, pattern: PatternId) -> Preorder {
        let mut preorder = Preorder { labels: Vec::new(), ends: Vec::new() };
        preorder.add(patterns, pattern);
        preorder
    }

    /// Appends a pattern. The depth of recursion is bounded by the rule's length.
    fn add(&mut self, patterns: &Patterns, pattern: PatternId) {
        let at = self.labels.len();
        let pattern = patterns.get(pattern);
        self.labels.push(NetLabel::of(pattern));
        self.ends.push(0);
        if let Pattern::Instruction { operands, .. } = pattern {
            operands.iter().for_each(|operand| self.add(patterns, *operand));
        }
        self.ends[at] = self.labels.len();
    }
}

impl Net {
    /// The index of some variants of a set.
    pub fn new(rules: &RuleSet, variants: impl Iterator<Item = VariantId>) -> Net {
        let mut net = Net(vec![NetNode::default()]);
        for variant in variants {
            let mut at = 0;
            for label in Preorder::of(rules.patterns(), rules.variant(variant).pattern).labels {
                let next = net.0.len();
                let known = *net.0[at].below.entry(label).or_insert(next);
                if known == next {
                    net.0.push(NetNode::default());
                }
                at = known;
            }
            net.0[at].variants.push(variant);
        }
        net
    }

    /// The index of all variants.
    pub fn of_all(rules: &RuleSet) -> Net {
        Net::new(rules, rules.variants().map(|(id, _)| id))
    }

    /// The variants whose structure every value with the pattern's structure has.
    pub(super) fn more_general(&self, patterns: &Patterns, pattern: PatternId) -> Vec<VariantId> {
        self.list(patterns, pattern, |own, other| own.is_above(other))
    }

    /// The variants whose structure a value with the pattern's structure may have.
    pub(super) fn going_together(&self, patterns: &Patterns, pattern: PatternId) -> Vec<VariantId> {
        self.list(patterns, pattern, NetLabel::goes_with)
    }

    fn list(
        &self,
        patterns: &Patterns,
        pattern: PatternId,
        fits: impl Fn(NetLabel, NetLabel) -> bool,
    ) -> Vec<VariantId> {
        let sought = Preorder::of(patterns, pattern);
        let (mut found, mut open) = (Vec::new(), vec![(0, 0)]);
        while let Some((node, at)) = open.pop() {
            let node = &self.0[node];
            let Some(label) = sought.labels.get(at).copied() else {
                found.extend(&node.variants);
                continue;
            };
            for (own, next) in node.below.iter().filter(|(own, _)| fits(**own, label)) {
                match (*own, label) {
                    (NetLabel::Any, _) => open.push((*next, sought.ends[at])),
                    (_, NetLabel::Any) => {
                        self.skip(*next, own.arity(), &mut |behind| open.push((behind, at + 1)))
                    }
                    _ => open.push((*next, at + 1)),
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Visits the nodes that lie `count` complete patterns below a node.
    fn skip(&self, node: usize, count: usize, visit: &mut dyn FnMut(usize)) {
        let mut open = vec![(node, count)];
        while let Some((node, count)) = open.pop() {
            match count {
                0 => visit(node),
                _ => open.extend(
                    self.0[node].below.iter().map(|(label, next)| (*next, count - 1 + label.arity())),
                ),
            }
        }
    }
}

impl<S: Subject> Engine<S> for Net {
    fn candidates(&self, rules: &RuleSet, subject: &S, root: S::Value, found: &mut Vec<VariantId>) {
        let before = found.len();
        let mut open = vec![(0, vec![root])];
        while let Some((node, mut values)) = open.pop() {
            let node = &self.0[node];
            let Some(value) = values.pop() else {
                found.extend(&node.variants);
                continue;
            };
            for label in labels_of(subject, value) {
                let Some(next) = node.below.get(&label) else { continue };
                let below = (0..label.arity()).rev().map(|at| subject.operand(value, at));
                if let Some(below) = below.collect::<Option<Vec<S::Value>>>() {
                    open.push((*next, [values.as_slice(), &below].concat()));
                }
            }
        }
        let of_them = found.split_off(before);
        found.extend(of_them.into_iter().filter(|id| holds(rules, rules.variant(*id), subject, root)));
        found[before..].sort_unstable();
    }
}

/// The labels of patterns that fit a value.
fn labels_of<S: Subject>(subject: &S, value: S::Value) -> Vec<NetLabel> {
    let symbol = subject.shape(value).symbol;
    let mut labels = vec![NetLabel::Any];
    match symbol {
        Symbol::Undef => labels.push(NetLabel::Undef),
        Symbol::Constant => {
            labels.push(NetLabel::Constant);
            if let (Some(width), Some(bits)) = (subject.width(value), subject.bits(value)) {
                let negative = if width < 128 { (1u128 << width) - bits } else { bits.wrapping_neg() };
                labels.push(NetLabel::Literal(Literal { negative: false, magnitude: bits }));
                labels.push(NetLabel::Literal(Literal { negative: true, magnitude: negative }));
            }
        }
        Symbol::Other => {}
        _ => labels.extend((1..=3).map(|arity| NetLabel::Instruction(symbol, arity))),
    }
    labels
}
