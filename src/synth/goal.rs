//! A goal: the function that patterns are wanted of, with where it is defined, and its access to memory.

use super::conditions::{Holds, flags};
use super::constant::Constant;
use super::lanes::{LANES, Lanes, Vector};
use super::operation::{Kind, OPERATIONS, Sort};
use proof::semantics::{Binary, Evaluation, TermId, Terms};
use rustc_hash::FxHashMap;

/// The memory accesses of a goal, at one address. They are the same in each of its patterns, in this order;
/// the search is for the address, the stored value and the returned one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A word is loaded.
    Load,
    /// A word is stored.
    Store,
    /// A word is loaded, and one stored in its place.
    Modify,
}

impl Access {
    /// The number of accesses.
    pub fn len(self) -> usize {
        if self == Access::Modify { 2 } else { 1 }
    }

    /// Never: each accesses memory.
    pub fn is_empty(self) -> bool {
        false
    }

    /// Whether a word is loaded, which is the last input then.
    pub fn loads(self) -> bool {
        self != Access::Store
    }
}

/// A goal at one width as terms.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The terms.
    pub terms: Terms,
    /// The inputs.
    pub inputs: Vec<TermId>,
    /// The results.
    pub results: Vec<TermId>,
    /// A truth value: the goal has a result for the inputs.
    pub defined: TermId,
}

/// The results of a goal of the table, of terms of one width.
pub(super) type Define = fn(&mut Terms, &[TermId]) -> Vec<TermId>;

#[derive(Clone, Debug)]
pub(super) enum Definition {
    /// One result, at any width.
    Single(fn(&mut Terms, &[TermId]) -> TermId),
    /// The same of the word at an address, which is replaced.
    Modify {
        /// The function of the word.
        define: fn(&mut Terms, &[TermId]) -> TermId,
        /// Whether the address is a sum.
        indexed: bool,
    },
    /// A condition on the flags of a comparison, at any width.
    Condition(Holds),
    /// Several results, at any width.
    Table(Define),
    /// At its own width.
    Function(Box<Encoded>),
}

/// A function with a name, of which patterns are searched.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The name.
    pub name: String,
    /// The definition in words.
    pub about: String,
    /// The names of the inputs, all words; the last one is the loaded word if one is loaded.
    pub inputs: Vec<String>,
    /// The sorts of the results. A goal with an access has its address as the first one.
    pub results: Vec<Sort>,
    /// The access to memory.
    pub access: Option<Access>,
    /// The widths that patterns hold at.
    pub widths: Vec<u32>,
    /// Constants beside the dictionary.
    pub constants: Vec<Constant>,
    /// The operations that patterns are made of.
    pub operations: Vec<Kind>,
    pub(super) definition: Definition,
}

/// The widths that goals of the table are searched and proven at.
pub const WIDTHS: [u32; 4] = [8, 16, 32, 64];

impl Goal {
    /// The operations of patterns that compute results of these sorts; with `choices`, comparisons and `mux`
    /// also within words. High halves of products are left out: they are products by -1, 1 or 2 in the place
    /// of what is meant, where they occur. So are operations in words of twice the width.
    pub fn operations_for(results: &[Sort], choices: bool) -> Vec<Kind> {
        let is_truth = results.iter().any(|sort| *sort != Sort::Word);
        let is_jump = results.contains(&Sort::Jump);
        let kinds = OPERATIONS.iter().map(|row| row.kind).filter(|kind| match kind {
            Kind::CompareUnsigned | Kind::CompareSigned => choices || is_truth,
            Kind::Mux => choices,
            Kind::Cond | Kind::Jmp => is_jump,
            Kind::Load | Kind::Store | Kind::MulHighUnsigned | Kind::MulHighSigned => false,
            kind => !kind.is_wide(),
        });
        kinds.collect()
    }

    /// Chooses the operations. Words of twice the width are searched at up to 32 bits; false if the goal has
    /// no such width.
    pub fn set_operations(&mut self, mut kinds: Vec<Kind>) -> bool {
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.iter().any(|kind| kind.is_wide()) {
            self.widths.retain(|width| *width <= 32);
        }
        self.operations = kinds;
        !self.widths.is_empty()
    }

    /// The constants that patterns may have.
    pub fn all_constants(&self) -> Vec<Constant> {
        let mut all = Constant::DICTIONARY.to_vec();
        for constant in &self.constants {
            // At a goal's own widths two constants may be the same number.
            let same = |known: &Constant| self.widths.iter().all(|w| known.bits(*w) == constant.bits(*w));
            if !all.iter().any(same) {
                all.push(*constant);
            }
        }
        let mut distinct: Vec<Constant> = Vec::new();
        for constant in all {
            let same = |known: &Constant| self.widths.iter().all(|w| known.bits(*w) == constant.bits(*w));
            if !distinct.iter().any(same) {
                distinct.push(constant);
            }
        }
        distinct
    }

    /// The goal at one of its widths.
    pub fn encode(&self, width: u32) -> Encoded {
        let mut terms = Terms::new();
        let inputs: Vec<TermId> = self.inputs.iter().map(|name| terms.input(name.clone(), width)).collect();
        let results = match &self.definition {
            Definition::Function(encoded) => return (**encoded).clone(),
            Definition::Table(define) => define(&mut terms, &inputs),
            Definition::Condition(holds) => {
                let flags = flags(&mut terms, &inputs);
                vec![holds(&mut terms, &flags)]
            }
            Definition::Single(define) => vec![define(&mut terms, &inputs)],
            Definition::Modify { define, indexed } => modified(&mut terms, &inputs, *define, *indexed),
        };
        let defined = terms.truth(true);
        Encoded { terms, inputs, results, defined }
    }

    /// Sample inputs at which the goal is defined. `None` if they are too rare.
    pub fn lanes(&self) -> Option<Lanes> {
        let encoded: Vec<(u32, Encoded)> =
            self.widths.iter().map(|width| (*width, self.encode(*width))).collect();
        Lanes::new(self.inputs.len(), &self.widths, |width, inputs| {
            let Some((_, encoded)) = encoded.iter().find(|(own, _)| *own == width) else { return false };
            encoded.evaluate(inputs).holds(encoded.defined)
        })
    }

    /// The results in all lanes.
    pub fn vectors(&self, lanes: &Lanes) -> Vec<Vector> {
        let mut vectors = vec![[0; LANES]; self.results.len()];
        for width in &self.widths {
            let encoded = self.encode(*width);
            for at in (0..LANES).filter(|at| lanes.width(*at) == *width) {
                let inputs: Vec<u64> = lanes.inputs().iter().map(|input| input[at]).collect();
                let result = encoded.evaluate(&inputs);
                for (vector, term) in vectors.iter_mut().zip(&encoded.results) {
                    vector[at] = result.bits(*term) as u64;
                }
            }
        }
        vectors
    }

    /// Whether two goals are searched in the same programs.
    pub fn shares_search_with(&self, other: &Goal) -> bool {
        let shape = |goal: &Goal| {
            let loads = goal.access.is_some_and(Access::loads);
            (goal.inputs.len(), goal.results.len(), loads, goal.is_function())
        };
        shape(self) == shape(other)
            && !self.is_function()
            && self.operations == other.operations
            && self.widths == other.widths
            && self.constants == other.constants
    }

    /// The width that its patterns are written at in IR.
    pub fn emitted_width(&self) -> u32 {
        if self.widths.contains(&32) { 32 } else { self.widths.first().copied().unwrap_or(32) }
    }

    /// Whether it is a function of the user's, which may not be defined for all inputs.
    pub fn is_function(&self) -> bool {
        matches!(self.definition, Definition::Function(_))
    }

    /// The accesses to memory, which count as steps of a pattern.
    pub fn accesses(&self) -> usize {
        self.access.map_or(0, Access::len)
    }
}

impl Encoded {
    /// All terms for inputs.
    pub fn evaluate(&self, inputs: &[u64]) -> Evaluation {
        let values: FxHashMap<TermId, u128> =
            self.inputs.iter().copied().zip(inputs.iter().map(|bits| u128::from(*bits))).collect();
        Evaluation::new(&self.terms, &values)
    }
}

/// A definition of a row with its operand in memory: address and result.
fn modified(
    t: &mut Terms,
    inputs: &[TermId],
    define: fn(&mut Terms, &[TermId]) -> TermId,
    indexed: bool,
) -> Vec<TermId> {
    let first = 1 + usize::from(indexed);
    let address = if indexed { t.binary(Binary::Add, inputs[0], inputs[1]) } else { inputs[0] };
    let mut operands = vec![inputs[inputs.len() - 1]];
    operands.extend(&inputs[first..inputs.len() - 1]);
    vec![address, define(t, &operands)]
}
