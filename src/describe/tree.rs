//! Pattern trees: the parts of the code that a pattern can state.
//!
//! In: the value of `s + a[i] * b[i]`. Out: a sum of a variable and a product of two elements. Each node has
//! a variable, by which it is named where it is left free or occurs twice.

/// A variable of a description, as an index of [`Variables`](super::variables::Variables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Variable(pub usize);

/// A value as a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The variable of the value.
    pub(crate) at: Variable,
    /// The pattern of the value.
    pub(crate) kind: TreeKind,
}

/// The pattern of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TreeKind {
    /// Any value.
    Free,
    /// A constant number, as the language writes it.
    Number(String),
    /// The null pointer.
    Null,
    /// An element of an array.
    Element(Element),
    /// An operation on further values.
    Apply(Operation, Vec<Tree>),
}

/// An operation of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// An operator between two operands, and the suffix that restricts it to signed or unsigned integers.
    Binary(&'static str, Option<char>),
    /// `-e`
    Minus,
    /// `*e`
    Load,
    /// `e->[n]`
    Field(i64),
    /// `c ? a : b`
    Choice,
    /// A function or conversion, by its name.
    Call(String),
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// The array.
    pub(crate) array: Variable,
    /// The subscripts, the largest stride first.
    pub(crate) subscripts: Vec<Subscript>,
    /// The index of its address in the list of addresses that were read.
    pub(crate) address: usize,
}

/// A subscript: a base and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subscript {
    /// The part that varies.
    pub(crate) base: Base,
    /// The number that is added.
    pub(crate) offset: i64,
}

/// The part of a subscript that varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// The counter of a loop.
    Counter(Variable),
    /// A value.
    Index(Box<Tree>),
    /// Nothing: the subscript is a number.
    Number,
}

impl Tree {
    /// A value of which nothing is stated.
    pub(crate) fn free(at: Variable) -> Tree {
        Tree { at, kind: TreeKind::Free }
    }

    /// Whether nothing is stated of the value.
    pub(crate) fn is_free(&self) -> bool {
        self.kind == TreeKind::Free
    }

    /// The parts of the node, subscripts included.
    pub(crate) fn parts(&self) -> Vec<&Tree> {
        match &self.kind {
            TreeKind::Element(element) => element.indices(),
            TreeKind::Apply(_, operands) => operands.iter().collect(),
            TreeKind::Free | TreeKind::Number(_) | TreeKind::Null => Vec::new(),
        }
    }

    /// Calls a function for the node and all nodes below it, in order.
    pub(crate) fn each<'t>(&'t self, visit: &mut dyn FnMut(&'t Tree)) {
        visit(self);
        self.parts().into_iter().for_each(|part| part.each(visit));
    }

    /// Calls a function for the node and all nodes below it; parts come after the node as the function left
    /// it.
    pub(crate) fn each_mut(&mut self, visit: &mut dyn FnMut(&mut Tree)) {
        visit(self);
        match &mut self.kind {
            TreeKind::Element(element) => element.each_index(&mut |index| index.each_mut(visit)),
            TreeKind::Apply(_, operands) => operands.iter_mut().for_each(|operand| operand.each_mut(visit)),
            TreeKind::Free | TreeKind::Number(_) | TreeKind::Null => {}
        }
    }

    /// Whether a node is an element or a load.
    pub(crate) fn reads_memory(&self) -> bool {
        let mut reads = false;
        self.each(&mut |tree| {
            reads |= matches!(
                tree.kind,
                TreeKind::Element(_) | TreeKind::Apply(Operation::Load | Operation::Field(_), _)
            );
        });
        reads
    }
}

impl Element {
    /// The subscripts that are values.
    pub(crate) fn indices(&self) -> Vec<&Tree> {
        self.subscripts
            .iter()
            .filter_map(|subscript| match &subscript.base {
                Base::Index(tree) => Some(&**tree),
                Base::Counter(_) | Base::Number => None,
            })
            .collect()
    }

    /// Calls a function for each subscript that is a value.
    pub(crate) fn each_index(&mut self, visit: &mut dyn FnMut(&mut Tree)) {
        for subscript in &mut self.subscripts {
            if let Base::Index(tree) = &mut subscript.base {
                visit(tree);
            }
        }
    }
}
