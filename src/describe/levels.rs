//! Levels of generalisation.
//!
//! In: `{s} += {a}[{i}] * 3`. Out: the same with the types of the code (exact); `{s} += {a}[{i}] * {c}` (as
//! it is shown by default); the same with `-=` beside `+=` (loose); there, operations become the elements
//! that they use, with data flow to the result.

use super::results::{Head, Statement};
use super::tree::{Operation, Tree, TreeKind, Variable};
use super::writing::{Clause, Further};

/// The level of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Constants, types and offsets as they are.
    Exact,
    /// Types are free, and numbers that only scale or bound something.
    Usual,
    /// Conditions are left out, and operators stand for their class.
    Loose,
}

/// The operators that stand for each other at the loose level.
const CLASSES: [&[&str]; 3] = [&["+", "-"], &["min", "max"], &["&", "|", "^"]];
/// Operators whose numbers are bits and not amounts.
const OF_BITS: [&str; 5] = ["&", "|", "^", "<<", ">>"];

/// Brings a clause to a level.
pub(crate) fn at_level(clause: &mut Clause, level: Level) {
    if level == Level::Exact {
        return;
    }
    clause.further.retain(|further| level == Level::Usual && matches!(further, Further::Apart(..)));
    let statement = &mut clause.statement;
    let each = |tree: &mut Tree| {
        free_numbers(tree, level);
        tree.each_mut(&mut |node| {
            if let TreeKind::Apply(Operation::Binary(symbol, sign), _) = &mut node.kind
                && (level == Level::Loose || *symbol != ">>")
            {
                *sign = None;
            }
        });
    };
    each(&mut statement.tree);
    if let Head::StoreAt(address) = &mut statement.head {
        each(address);
    }
    if let Some((_, test)) = &mut clause.guard {
        each(test);
    }
    if level == Level::Loose {
        clause.guard = None;
        let symbol = match (&clause.statement.head, &clause.statement.tree.kind) {
            (Head::Reduction(symbol) | Head::Update(_, symbol), _) => Some(*symbol),
            (
                Head::Value | Head::Returned(_) | Head::Recurrence(_),
                TreeKind::Apply(Operation::Binary(symbol, _), _),
            ) => Some(*symbol),
            _ => None,
        };
        let class = CLASSES.iter().find(|class| symbol.is_some_and(|symbol| class.contains(&symbol)));
        clause.or = class.map(|class| class.to_vec()).unwrap_or_default();
    }
}

/// The clause with the elements that its value is computed from in place of the operations; `None` if there
/// are no operations on elements.
pub(crate) fn by_data_flow(clause: &Clause) -> Option<Clause> {
    let mut clause = clause.clone();
    let Statement { head, tree, .. } = &mut clause.statement;
    let TreeKind::Apply(_, operands) = &mut tree.kind else { return None };
    let mut reads: Vec<Tree> = Vec::new();
    for operand in operands.iter() {
        operand.each(&mut |node| {
            if matches!(node.kind, TreeKind::Element(_)) && !reads.contains(node) {
                reads.push(node.clone());
            }
        });
    }
    if reads.is_empty() {
        return None;
    }
    match head {
        Head::Reduction(_) | Head::Update(..) | Head::Store(_) | Head::StoreAt(_) => {
            tree.kind = TreeKind::Free;
        }
        _ => operands.iter_mut().for_each(|operand| operand.kind = TreeKind::Free),
    }
    clause.flows = reads;
    Some(clause)
}

/// Replaces the numbers that only scale or bound something by variables.
fn free_numbers(tree: &mut Tree, level: Level) {
    let may_free = |text: &str| match level {
        Level::Exact => false,
        Level::Usual => !matches!(text, "0" | "-0" | "1" | "-1"),
        Level::Loose => !matches!(text, "0" | "-0"),
    };
    let mut of_bits: Vec<Variable> = Vec::new();
    tree.each_mut(&mut |node| {
        let at = node.at;
        let TreeKind::Apply(operation, operands) = &mut node.kind else { return };
        let keeps = match operation {
            Operation::Binary(symbol, _) if OF_BITS.contains(symbol) => {
                // A shift to the left is a product in the searched model.
                of_bits.extend(operands.iter().map(|operand| operand.at));
                level != Level::Loose
            }
            Operation::Binary(symbol, _) => *symbol == "*" && of_bits.contains(&at) && level != Level::Loose,
            Operation::Field(_) | Operation::Load => true,
            Operation::Minus | Operation::Choice | Operation::Call(_) => false,
        };
        if keeps {
            return;
        }
        for operand in operands {
            if matches!(&operand.kind, TreeKind::Number(text) if may_free(text)) {
                operand.kind = TreeKind::Free;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(at: usize, text: &str) -> Tree {
        Tree { at: Variable(at), kind: TreeKind::Number(text.to_owned()) }
    }

    fn binary(at: usize, symbol: &'static str, operands: Vec<Tree>) -> Tree {
        Tree { at: Variable(at), kind: TreeKind::Apply(Operation::Binary(symbol, None), operands) }
    }

    /// The numbers that are left in a tree at a level.
    fn left(tree: &Tree, level: Level) -> Vec<String> {
        let mut tree = tree.clone();
        free_numbers(&mut tree, level);
        let mut left = Vec::new();
        tree.each(&mut |node| {
            if let TreeKind::Number(text) = &node.kind {
                left.push(text.clone());
            }
        });
        left
    }

    #[test]
    fn numbers_become_variables_and_masks_stay() {
        let x = || Tree::free(Variable(0));
        let shifted = binary(1, "*", vec![x(), number(2, "256")]);
        let bits = binary(3, "&", vec![binary(4, "|", vec![shifted, x()]), number(5, "255")]);
        let sum = binary(6, "+", vec![binary(7, "*", vec![x(), number(8, "3")]), number(9, "1")]);
        assert_eq!(left(&bits, Level::Exact), ["256", "255"]);
        assert_eq!(left(&bits, Level::Usual), ["256", "255"]);
        assert!(left(&bits, Level::Loose).is_empty());
        assert_eq!(left(&sum, Level::Exact), ["3", "1"]);
        assert_eq!(left(&sum, Level::Usual), ["1"]);
        assert!(left(&sum, Level::Loose).is_empty());
    }
}
