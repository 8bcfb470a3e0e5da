//! Typings of a rule: one width for each class, from a list, so that all width constraints hold.

use super::form::{Action, ClassId, Node, NodeId, NodeKind, Part, Rule};
use crate::semantics::MAX_WIDTH;
use std::collections::BTreeMap;

/// Widths for the classes of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typing {
    widths: BTreeMap<ClassId, u32>,
}

impl Typing {
    /// The width of a node.
    pub fn width(&self, rule: &Rule, node: NodeId) -> u32 {
        let class = rule.classes.root(rule.node(node).class);
        let known = rule.classes.known(class);
        let written = known.fixed.map(|(width, _)| width);
        self.widths.get(&class).copied().or(written).unwrap_or(COUNT.max(known.least.0))
    }

    /// The widths in a fixed order; with the rule's text they identify a proof.
    pub fn widths(&self) -> impl Iterator<Item = u32> + '_ {
        self.widths.values().copied()
    }

    /// The widths for messages: `i8`, or one for each named value whose width is open.
    pub fn describe(&self, rule: &Rule) -> String {
        let is_input = |node: &Node| matches!(node.kind, NodeKind::Input { .. } | NodeKind::Constant);
        let mut named: Vec<NodeId> =
            rule.ids().filter(|(_, node)| is_input(node)).map(|(id, _)| id).collect();
        named.push(rule.source);
        let class = |id: NodeId| rule.classes.root(rule.node(id).class);
        let mut seen = Vec::new();
        named.retain(|id| !seen.contains(&class(*id)) && (seen.push(class(*id)), true).1);
        let open = |id: &NodeId| rule.classes.known(class(*id)).fixed.is_none();
        let named_nodes: Vec<NodeId> = match named.iter().any(open) {
            true => named.into_iter().filter(open).collect(),
            false => named.into_iter().take(1).collect(),
        };
        let ty = |id: &NodeId| match rule.float_kind(*id) {
            Some(kind) => kind.name().to_owned(),
            None => format!("i{}", self.width(rule, *id)),
        };
        match named_nodes.as_slice() {
            [one] => ty(one),
            _ => {
                let name = |id: &NodeId| rule.node(*id).name.clone().unwrap_or_default();
                let one = |id: &NodeId| format!("{} {}", name(id), ty(id));
                named_nodes.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// The width of classes of bit counts, which no value of source or target has, unless the rule fixes another
/// one or needs more bits.
pub(super) const COUNT: u32 = 64;

/// Maximum number of typings for one list of widths.
const MAX_TYPINGS: usize = 64;

/// Maximum number of steps of the search.
const MAX_STEPS: usize = 100_000;

/// The typings with widths from `pool`; widths that the rule states are fixed. If widths are open, at least
/// one of them is in `fresh`. If the pool has too few widths for the rule, others are used as well.
pub fn typings(rule: &Rule, pool: &[u32], fresh: &[u32]) -> Vec<Typing> {
    let classes = searched(rule);
    let open: Vec<ClassId> =
        classes.iter().copied().filter(|class| rule.classes.known(*class).fixed.is_none()).collect();
    let mut found = search(rule, &classes, pool);
    if found.is_empty() {
        let mut wider: Vec<u32> = pool.iter().chain(&[1, 2, 4, 8, 16, 32, 64]).copied().collect();
        wider.sort_unstable();
        wider.dedup();
        found = search(rule, &classes, &wider);
    } else if !open.is_empty() {
        found.retain(|typing| open.iter().any(|class| fresh.contains(&typing.widths[class])));
    }
    found.truncate(MAX_TYPINGS);
    found
}

/// The largest width of which all combinations are tried. Larger widths are tried one by one, each combined
/// with this one.
const SMALL: u32 = 8;

/// The typings in the order of their proofs: all combinations of small widths, then each larger one.
pub fn stages(rule: &Rule, widths: &[u32]) -> Vec<Typing> {
    let (small, large): (Vec<u32>, Vec<u32>) = widths.iter().copied().partition(|width| *width <= SMALL);
    let mut all = typings(rule, &small, &small);
    for width in large {
        let more = typings(rule, &[SMALL, width], &[width]);
        all.extend(more.into_iter().filter(|typing| !all.contains(typing)).collect::<Vec<_>>());
    }
    all
}

fn search(rule: &Rule, classes: &[ClassId], pool: &[u32]) -> Vec<Typing> {
    let mut search = Search { rule, pool, classes, chosen: BTreeMap::new(), found: Vec::new(), steps: 0 };
    search.next(0);
    search.found
}

/// A node of each class with a width in typings, in their order.
pub(super) fn classes_of_values(rule: &Rule) -> Vec<NodeId> {
    let of = |class: ClassId| {
        let first = rule.ids().find(|(_, node)| rule.classes.root(node.class) == class);
        first.map(|(id, _)| id)
    };
    searched(rule).into_iter().filter_map(of).collect()
}

/// The classes of source and target, and those in an order constraint.
fn searched(rule: &Rule) -> Vec<ClassId> {
    let of_sides = rule.nodes.iter().filter(|node| node.part != Part::Precondition);
    let ordered = rule.classes.narrower.iter().flat_map(|edge| [edge.narrow, edge.wide]);
    let mut classes: Vec<ClassId> =
        of_sides.map(|node| node.class).chain(ordered).map(|class| rule.classes.root(class)).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

struct Search<'a> {
    rule: &'a Rule,
    pool: &'a [u32],
    classes: &'a [ClassId],
    chosen: BTreeMap<ClassId, u32>,
    found: Vec<Typing>,
    steps: usize,
}

impl Search<'_> {
    /// Chooses widths for the classes from index `at` on.
    fn next(&mut self, at: usize) {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return;
        }
        let Some(class) = self.classes.get(at).copied() else {
            self.found.push(Typing { widths: self.chosen.clone() });
            return;
        };
        let known = self.rule.classes.known(class);
        let fixed = known.fixed.map(|(width, _)| width);
        let widths: Vec<u32> = fixed.map_or_else(|| self.pool.to_vec(), |width| vec![width]);
        for width in widths {
            let fits = (known.least.0..=MAX_WIDTH).contains(&width) && self.has_intrinsics(class, width);
            self.chosen.insert(class, width);
            if fits && self.is_ordered() {
                self.next(at + 1);
            }
            self.chosen.remove(&class);
        }
    }

    /// Whether the intrinsics with results of that class exist at that width.
    fn has_intrinsics(&self, class: ClassId, width: u32) -> bool {
        self.rule.nodes.iter().all(|node| match &node.kind {
            NodeKind::Instruction(Action::Intrinsic(intrinsic), _) => {
                self.rule.classes.root(node.class) != class || intrinsic.fits(width)
            }
            _ => true,
        })
    }

    fn is_ordered(&self) -> bool {
        let width = |class| self.chosen.get(&self.rule.classes.root(class));
        let holds = |edge: &super::classes::Narrower| match (width(edge.narrow), width(edge.wide)) {
            (Some(narrow), Some(wide)) => narrow < wide,
            _ => true,
        };
        self.rule.classes.narrower.iter().all(holds)
    }
}
