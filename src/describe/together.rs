//! Several examples: the least general pattern that has all of them as instances, and what tells them from
//! counter-examples.
//!
//! In: `{s} += {a}[{i}] * {b}[{i}]` and `{t} += {x}[{k}] * 3`. Out: `{s} += {a}[{i}] * {b}`. Operations match
//! by their operands in both orders if they are commutative; the order with more in common is taken. Where
//! nothing matches there is a variable, the same one for the same pair of variables.

use super::elements::OfArray;
use super::levels::{Level, at_level};
use super::results::{Head, Statement};
use super::tree::{Base, Element, Operation, Subscript, Tree, TreeKind, Variable};
use super::variables::{Meaning, Variables};
use super::writing::{Clause, Draft, Further};

/// Operators whose operands can be exchanged.
const COMMUTATIVE: [&str; 7] = ["+", "*", "&", "|", "^", "==", "!="];

/// The variables of two descriptions, joined in pairs.
struct Joining<'j> {
    left: &'j Variables,
    right: &'j Variables,
    joined: Variables,
}

/// The common part of two descriptions; `None` if no clause of one is like one of the other.
pub(crate) fn joined(
    (left, left_variables): (&Draft, &Variables),
    (right, right_variables): (&Draft, &Variables),
) -> Option<(Draft, Variables)> {
    let mut joining = Joining { left: left_variables, right: right_variables, joined: Variables::default() };
    let mut open: Vec<&Clause> = right.clauses.iter().collect();
    let mut clauses = Vec::new();
    for clause in &left.clauses {
        let weights = open.iter().map(|other| joining.weight(clause, other));
        let best = weights.enumerate().filter_map(|(at, weight)| Some((weight?, at)));
        let Some((_, at)) = best.max_by_key(|(weight, at)| (*weight, usize::MAX - at)) else { continue };
        let other = open.remove(at);
        clauses.extend(joining.clause(clause, other));
    }
    if clauses.is_empty() {
        return None;
    }
    let mut arrays = Vec::new();
    for (of_left, of_right) in left.arrays.iter().flat_map(|a| right.arrays.iter().map(move |b| (a, b))) {
        match (of_left, of_right) {
            (OfArray::LastStride(a, k), OfArray::LastStride(b, l)) if k == l => {
                arrays.push(OfArray::LastStride(joining.variable(*a, *b), *k));
            }
            (OfArray::Same(a, c), OfArray::Same(b, d)) => {
                arrays.push(OfArray::Same(joining.variable(*a, *b), joining.variable(*c, *d)));
            }
            _ => {}
        }
    }
    let draft = Draft { name: left.name.clone(), clauses, arrays };
    // Arrays that are not mentioned by an element are not bound.
    let used = Draft { arrays: Vec::new(), ..draft.clone() }.used();
    let mut draft = draft;
    draft.arrays.retain(|of_array| match of_array {
        OfArray::Same(a, b) => used.contains(a) && used.contains(b),
        OfArray::LastStride(a, _) => used.contains(a),
    });
    Some((draft, joining.joined))
}

/// Descriptions that find less than `usual`, by what `exact` states beside it: a single formula each, then
/// the numbers, then everything.
pub(crate) fn narrower(usual: &Draft, exact: &Draft) -> Vec<Draft> {
    let mut all = Vec::new();
    for (at, clause) in exact.clauses.iter().enumerate() {
        let (arrays, others): (Vec<_>, Vec<_>) =
            clause.further.iter().partition(|further| matches!(further, Further::Differ(..)));
        for further in arrays.into_iter().chain(others) {
            if usual.clauses.get(at).is_some_and(|usual| !usual.further.contains(further)) {
                let mut draft = usual.clone();
                draft.clauses[at].further.push(further.clone());
                all.push(draft);
            }
        }
    }
    let mut numbers = exact.clone();
    for clause in &mut numbers.clauses {
        clause.further.retain(|further| matches!(further, Further::Apart(..)));
    }
    all.extend([numbers, exact.clone()]);
    all
}

/// The description at the usual level.
pub(crate) fn usual(exact: &Draft, level: Level) -> Draft {
    let mut draft = exact.clone();
    draft.clauses.iter_mut().for_each(|clause| at_level(clause, level));
    draft
}

impl Joining<'_> {
    fn variable(&mut self, left: Variable, right: Variable) -> Variable {
        if let (Meaning::Behind(a), Meaning::Behind(b)) = (self.left.meaning(left), self.right.meaning(right))
        {
            let of = self.variable(*a, *b);
            return self.joined.of(Meaning::Behind(of), "out");
        }
        let hint = self.left.hint(left).to_owned();
        self.joined.of(Meaning::Joined(left, right), &hint)
    }

    /// The number of nodes in common; `None` if the statements are of different kinds.
    fn weight(&mut self, left: &Clause, right: &Clause) -> Option<usize> {
        let kept = self.joined.clone();
        let joined = self.clause(left, right);
        self.joined = kept;
        joined.map(|clause| weight(&clause.statement.tree))
    }

    fn clause(&mut self, left: &Clause, right: &Clause) -> Option<Clause> {
        let (mut or, (a, b)) = (Vec::new(), (&left.statement, &right.statement));
        let mut symbol = |a: &'static str, b: &'static str| {
            if a != b {
                or = vec![a, b];
            }
            a
        };
        let head = match (&a.head, &b.head) {
            (Head::Store(a), Head::Store(b)) => Head::Store(self.element(a, b)?),
            (Head::Update(a, of_a), Head::Update(b, of_b)) => {
                Head::Update(self.element(a, b)?, symbol(of_a, of_b))
            }
            (Head::StoreAt(a), Head::StoreAt(b)) => Head::StoreAt(self.tree(a, b)),
            (Head::Reduction(a), Head::Reduction(b)) => Head::Reduction(symbol(a, b)),
            (Head::Recurrence(a), Head::Recurrence(b)) => Head::Recurrence(self.variable(*a, *b)),
            (Head::Value, Head::Value) => Head::Value,
            (Head::Returned(a), Head::Returned(b)) => Head::Returned(self.variable(*a, *b)),
            (Head::Exit(a), Head::Exit(b)) => Head::Exit(self.variable(*a, *b)),
            (Head::Call(a, of_a), Head::Call(b, of_b)) if a == b && of_a.len() == of_b.len() => {
                let arguments = of_a.iter().zip(of_b).map(|(a, b)| self.variable(*a, *b)).collect();
                Head::Call(a.clone(), arguments)
            }
            _ => return None,
        };
        let root = self.variable(a.root, b.root);
        let tree = self.tree(&a.tree, &b.tree);
        let needs_pattern =
            matches!(head, Head::Value | Head::Returned(_) | Head::Recurrence(_) | Head::Exit(_));
        if needs_pattern && tree.is_free() {
            return None;
        }
        let guard = match (&left.guard, &right.guard) {
            (Some((a, test)), Some((b, other))) => {
                let test = self.tree(test, other);
                (!test.is_free()).then(|| (self.variable(*a, *b), test))
            }
            _ => None,
        };
        let mut further = Vec::new();
        for (a, b) in left.further.iter().flat_map(|a| right.further.iter().map(move |b| (a, b))) {
            match (a, b) {
                (Further::Type(a, name), Further::Type(b, other)) if name == other => {
                    further.push(Further::Type(self.variable(*a, *b), name.clone()));
                }
                (Further::Always(a), Further::Always(b)) => {
                    further.push(Further::Always(self.variable(*a, *b)));
                }
                (Further::Apart(a, c), Further::Apart(b, d)) => {
                    further.push(Further::Apart(self.variable(*a, *b), self.variable(*c, *d)));
                }
                (Further::Differ(a, c), Further::Differ(b, d)) => {
                    further.push(Further::Differ(self.variable(*a, *b), self.variable(*c, *d)));
                }
                _ => {}
            }
        }
        let mut clause = Clause {
            statement: Statement { head, root, tree },
            guard,
            or,
            further,
            flows: Vec::new(),
            words: format!("{}, and {}", left.words, right.words),
        };
        retain_bound(&mut clause);
        Some(clause)
    }

    fn tree(&mut self, left: &Tree, right: &Tree) -> Tree {
        let at = self.variable(left.at, right.at);
        let kind = match (&left.kind, &right.kind) {
            (TreeKind::Number(a), TreeKind::Number(b)) if a == b => TreeKind::Number(a.clone()),
            (TreeKind::Null, TreeKind::Null) => TreeKind::Null,
            (TreeKind::Element(a), TreeKind::Element(b)) => match self.element(a, b) {
                Some(element) => TreeKind::Element(element),
                None => TreeKind::Free,
            },
            (TreeKind::Apply(of_a, a), TreeKind::Apply(of_b, b)) if a.len() == b.len() => {
                match operation(of_a, of_b) {
                    Some(operation) => TreeKind::Apply(operation.clone(), self.operands(&operation, a, b)),
                    None => TreeKind::Free,
                }
            }
            _ => TreeKind::Free,
        };
        Tree { at, kind }
    }

    /// The operands in the order that has more in common.
    fn operands(&mut self, operation: &Operation, left: &[Tree], right: &[Tree]) -> Vec<Tree> {
        let is_commutative = match operation {
            Operation::Binary(symbol, _) => COMMUTATIVE.contains(symbol),
            Operation::Call(name) => matches!(name.as_str(), "min" | "max"),
            _ => false,
        };
        let before = self.joined.clone();
        let straight: Vec<Tree> = left.iter().zip(right).map(|(a, b)| self.tree(a, b)).collect();
        if !is_commutative {
            return straight;
        }
        let after = std::mem::replace(&mut self.joined, before);
        let crossed: Vec<Tree> = left.iter().zip(right.iter().rev()).map(|(a, b)| self.tree(a, b)).collect();
        let of = |trees: &[Tree]| trees.iter().map(weight).sum::<usize>();
        if of(&crossed) > of(&straight) {
            return crossed;
        }
        self.joined = after;
        straight
    }

    fn element(&mut self, left: &Element, right: &Element) -> Option<Element> {
        if left.subscripts.len() != right.subscripts.len() {
            return None;
        }
        let mut subscripts = Vec::new();
        for (a, b) in left.subscripts.iter().zip(&right.subscripts) {
            let base = match (&a.base, &b.base) {
                (Base::Counter(a), Base::Counter(b)) => Base::Counter(self.variable(*a, *b)),
                (Base::Index(a), Base::Index(b)) => Base::Index(Box::new(self.tree(a, b))),
                (Base::Number, Base::Number) => Base::Number,
                _ => return None,
            };
            if a.offset != b.offset {
                return None;
            }
            subscripts.push(Subscript { base, offset: a.offset });
        }
        let array = self.variable(left.array, right.array);
        Some(Element { array, subscripts, address: left.address })
    }
}

/// Drops the formulas about variables that the patterns of a clause no longer bind.
fn retain_bound(clause: &mut Clause) {
    let plain = Clause { further: Vec::new(), ..clause.clone() };
    let bound = Draft { name: String::new(), clauses: vec![plain], arrays: Vec::new() }.used();
    clause.further.retain(|further| match further {
        Further::Type(a, _) | Further::Always(a) => bound.contains(a),
        Further::Apart(a, b) | Further::Differ(a, b) => bound.contains(a) && bound.contains(b),
    });
}

/// The operation that stands for both.
fn operation(left: &Operation, right: &Operation) -> Option<Operation> {
    match (left, right) {
        (Operation::Binary(a, sign), Operation::Binary(b, other)) if a == b => {
            Some(Operation::Binary(a, sign.filter(|_| sign == other)))
        }
        (a, b) if a == b => Some(a.clone()),
        _ => None,
    }
}

/// The number of nodes of which something is stated.
pub(crate) fn weight(tree: &Tree) -> usize {
    let mut weight = 0;
    tree.each(&mut |node| weight += usize::from(!node.is_free()));
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::ValueId;

    /// A reduction by a product, with the variables of one function.
    struct Example {
        variables: Variables,
        next: u32,
    }

    impl Example {
        fn new() -> Example {
            Example { variables: Variables::default(), next: 0 }
        }

        fn variable(&mut self, name: &str) -> Variable {
            self.next += 1;
            self.variables.of(Meaning::Value(ValueId(self.next)), name)
        }

        fn element(&mut self, array: Variable, counter: Variable) -> Tree {
            let subscripts = vec![Subscript { base: Base::Counter(counter), offset: 0 }];
            let kind = TreeKind::Element(Element { array, subscripts, address: 0 });
            Tree { at: self.variable("x"), kind }
        }

        fn reduction(mut self, symbol: &'static str, factors: Vec<Tree>) -> (Draft, Variables) {
            let kind = TreeKind::Apply(Operation::Binary("*", None), factors);
            let tree = Tree { at: self.variable("product"), kind };
            let root = self.variable("s");
            let clause = Clause {
                statement: Statement { head: Head::Reduction(symbol), root, tree },
                guard: None,
                or: Vec::new(),
                further: vec![Further::Type(root, "double".to_owned())],
                flows: Vec::new(),
                words: String::new(),
            };
            (Draft { name: "X".to_owned(), clauses: vec![clause], arrays: Vec::new() }, self.variables)
        }
    }

    fn text((left, of_left): &(Draft, Variables), (right, of_right): &(Draft, Variables)) -> String {
        let (draft, variables) = joined((left, of_left), (right, of_right)).unwrap();
        draft.formulas(&variables).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ")
    }

    fn of_two_arrays() -> (Draft, Variables) {
        let mut of = Example::new();
        let [a, b, i] = ["a", "b", "i"].map(|name| of.variable(name));
        let factors = vec![of.element(a, i), of.element(b, i)];
        of.reduction("+", factors)
    }

    #[test]
    fn what_differs_becomes_a_variable_in_the_better_order() {
        let mut of = Example::new();
        let [v, k, i] = ["v", "k", "i"].map(|name| of.variable(name));
        let factors = vec![of.element(v, i), Tree::free(k)];
        let scaled = of.reduction("-", factors);
        assert_eq!(
            text(&of_two_arrays(), &scaled),
            "( {s} += {a}[{i}] * {x} ∨ {s} -= {a}[{i}] * {x}); data_type{s} = double"
        );
    }

    #[test]
    fn the_same_difference_is_the_same_variable() {
        let squares = |name: &str| {
            let mut of = Example::new();
            let [v, i] = [name, "i"].map(|name| of.variable(name));
            let element = of.element(v, i);
            of.reduction("+", vec![element.clone(), element])
        };
        let same = "{s} += {v}[{i}] * {v}[{i}]; data_type{s} = double";
        assert_eq!(text(&squares("v"), &squares("w")), same);
        // Two arrays are not one array.
        let two = "{s} += {a}[{i}] * {b}[{i}]; data_type{s} = double";
        assert_eq!(text(&of_two_arrays(), &squares("w")), two);
    }

    #[test]
    fn results_of_different_kinds_have_nothing_in_common() {
        let (mut other, variables) = of_two_arrays();
        other.clauses[0].statement.head = Head::Value;
        let (left, of_left) = of_two_arrays();
        assert!(joined((&left, &of_left), (&other, &variables)).is_none());
    }
}
