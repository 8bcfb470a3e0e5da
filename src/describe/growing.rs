//! The largest part of a statement that finds its example.
//!
//! In: a tree of which a part cannot be said, such as a value that LLVM folded. Out: the tree with that part
//! left free. Parts are added from the root on, each only if the description still finds its example.

use super::tree::{Tree, TreeKind, Variable};
use std::collections::BTreeSet;

/// The limit on nodes that are tried one by one.
const MOST_NODES: usize = 40;

/// The tree of which `holds` is true with the most nodes, grown from the root, and the variables of the nodes
/// left free. `None` if not even the root can be said.
pub(crate) fn grown(
    tree: &Tree,
    keeps_root: bool,
    holds: &mut dyn FnMut(&Tree) -> bool,
) -> Option<(Tree, Vec<Variable>)> {
    let mut kept: BTreeSet<usize> = if keeps_root { BTreeSet::from([0]) } else { BTreeSet::new() };
    if !holds(&opened(tree, &kept)) {
        return None;
    }
    let mut left = Vec::new();
    let mut nodes = Vec::new();
    number(tree, None, &mut nodes);
    for (at, (parent, variable, is_free)) in nodes.iter().enumerate() {
        let is_open = parent.is_some_and(|parent| !kept.contains(&parent));
        if kept.contains(&at) || *is_free || is_open || at >= MOST_NODES {
            continue;
        }
        kept.insert(at);
        if !holds(&opened(tree, &kept)) {
            kept.remove(&at);
            left.push(*variable);
        }
    }
    Some((opened(tree, &kept), left))
}

/// The nodes in order: the parent, the variable, and whether nothing is stated of it.
fn number(tree: &Tree, parent: Option<usize>, nodes: &mut Vec<(Option<usize>, Variable, bool)>) {
    let this = nodes.len();
    nodes.push((parent, tree.at, tree.is_free()));
    tree.parts().into_iter().for_each(|part| number(part, Some(this), nodes));
}

/// The tree with all nodes free that are not `kept`, by their number.
fn opened(tree: &Tree, kept: &BTreeSet<usize>) -> Tree {
    fn open(tree: &mut Tree, kept: &BTreeSet<usize>, next: &mut usize) {
        let this = *next;
        *next += 1;
        // The parts are numbered whether they are kept or not.
        match &mut tree.kind {
            TreeKind::Element(element) => element.each_index(&mut |index| open(index, kept, next)),
            TreeKind::Apply(_, operands) => operands.iter_mut().for_each(|part| open(part, kept, next)),
            TreeKind::Free | TreeKind::Number(_) | TreeKind::Null => {}
        }
        if !kept.contains(&this) {
            tree.kind = TreeKind::Free;
        }
    }
    let mut tree = tree.clone();
    open(&mut tree, kept, &mut 0);
    tree
}

#[cfg(test)]
mod tests {
    use super::super::tree::Operation;
    use super::*;

    fn sum(at: usize, operands: Vec<Tree>) -> Tree {
        Tree { at: Variable(at), kind: TreeKind::Apply(Operation::Binary("+", None), operands) }
    }

    #[test]
    fn a_part_that_cannot_be_said_is_left_free() {
        let number = Tree { at: Variable(3), kind: TreeKind::Number("7".to_owned()) };
        let good = sum(1, vec![Tree::free(Variable(2)), number.clone()]);
        let bad = sum(4, vec![Tree::free(Variable(5)), Tree::free(Variable(6))]);
        let tree = sum(0, vec![good.clone(), bad]);
        let mut holds = |tree: &Tree| {
            let mut is_said = true;
            tree.each(&mut |node| is_said &= node.at != Variable(4) || node.is_free());
            is_said
        };
        let (found, left) = grown(&tree, true, &mut holds).unwrap();
        assert_eq!(found, sum(0, vec![good, Tree::free(Variable(4))]));
        assert_eq!(left, [Variable(4)]);
        assert_eq!(grown(&tree, true, &mut |_| false), None);
    }
}
