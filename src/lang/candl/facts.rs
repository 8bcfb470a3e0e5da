//! Facts about single variables that the parts of a conjunction state: opcodes, flags, being a value.
//!
//! ```text
//! ( opcode{x} ∈ {add, sub} ∧ {y} = {x}.args[1] )   =>   x: opcode add or sub; y: a value
//! ```

use super::atom_table::AtomKind;
use super::core::{CoreFormula, InstanceId, Program, Span, VarName};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::cell::Cell;

/// A fact about a variable that holds in a conjunction.
pub(super) struct VariableFact {
    pub(super) name: VarName,
    pub(super) kind: AtomKind,
    /// The words, of which one applies; empty for facts about arguments.
    pub(super) words: Vec<String>,
    pub(super) span: Span,
}

/// Appends the parts of a conjunction and of nested ones, in the order written.
pub(super) fn flatten<'f>(formula: &'f CoreFormula, out: &mut Vec<&'f CoreFormula>) {
    match formula {
        CoreFormula::And(parts) => parts.iter().for_each(|part| flatten(part, out)),
        other => out.push(other),
    }
}

/// The most facts stored for one instance.
const MOST_INCLUDED: usize = 1_000;

/// The most facts that all includes of a program contribute together; later includes contribute none.
const MOST_BROUGHT: usize = 40_000;

/// A fact of an included instance, without a place in the text.
type Brought = (VarName, AtomKind, Vec<String>);

/// The facts of each instance: opcodes of variables, and the variables that hold values, in each of its
/// solutions. Each fact occurs once.
pub(super) struct Included {
    by_instance: Vec<IndexSet<Brought, FxBuildHasher>>,
    /// The number of facts that includes may still contribute.
    left: Cell<usize>,
}

impl Included {
    pub(super) fn of(program: &Program) -> Included {
        let mut known = Included { by_instance: Vec::new(), left: Cell::new(MOST_BROUGHT) };
        for instance in &program.instances {
            let mut flat = Vec::new();
            flatten(&instance.formula, &mut flat);
            let facts = flat.iter().flat_map(|part| facts(part, &known));
            let relevant = facts.filter(|fact| matches!(fact.kind, AtomKind::Opcode | AtomKind::ArgNumber));
            let mut brought = IndexSet::default();
            for fact in relevant {
                brought.insert((fact.name, fact.kind, fact.words));
                if brought.len() == MOST_INCLUDED {
                    break;
                }
            }
            known.by_instance.push(brought);
        }
        known
    }

    /// The used share of the limit on facts.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn share(program: &Program) -> f64 {
        1.0 - Self::of(program).left.get() as f64 / MOST_BROUGHT as f64
    }

    /// The facts of an instance; `None` once the limit on facts is exhausted.
    fn brought_by(&self, instance: InstanceId) -> Option<&IndexSet<Brought, FxBuildHasher>> {
        let inside = self.by_instance.get(instance.index())?;
        self.left.set(self.left.get().checked_sub(inside.len())?);
        Some(inside)
    }
}

/// The facts that one part of a conjunction states.
pub(super) fn facts(formula: &CoreFormula, included: &Included) -> Vec<VariableFact> {
    match formula {
        CoreFormula::Include(include) => {
            let inside = included.brought_by(include.instance);
            let placed = |(name, kind, words): &Brought| VariableFact {
                name: include.placing.apply(name),
                kind: *kind,
                words: words.clone(),
                span: include.span,
            };
            inside.into_iter().flatten().map(placed).collect()
        }
        CoreFormula::Hidden(hidden) => {
            let mut flat = Vec::new();
            flatten(&hidden.body, &mut flat);
            let inside = flat.iter().flat_map(|part| facts(part, included));
            inside.filter(|fact| !hidden.hides(&fact.name)).collect()
        }
        CoreFormula::Or(branches) => match (fact(formula), formula.first_span()) {
            (Some(fact), _) => vec![fact],
            (None, Some(span)) => {
                let value = |name| VariableFact { name, kind: AtomKind::ArgNumber, words: Vec::new(), span };
                let opcodes = opcodes(branches, span, included);
                values(formula).into_iter().map(value).chain(opcodes).collect()
            }
            (None, None) => Vec::new(),
        },
        other => fact(other).into_iter().collect(),
    }
}

/// The variables with an opcode in every branch, each with all opcodes that it may have.
fn opcodes(branches: &[CoreFormula], span: Span, included: &Included) -> Vec<VariableFact> {
    let of = |branch: &CoreFormula| {
        let mut flat = Vec::new();
        flatten(branch, &mut flat);
        let facts = flat.into_iter().flat_map(|part| facts(part, included));
        facts.filter(|fact| fact.kind == AtomKind::Opcode).collect::<Vec<VariableFact>>()
    };
    let mut branches = branches.iter().map(of);
    let mut all = branches.next().unwrap_or_default();
    for branch in branches {
        all.retain_mut(|fact| {
            let other = branch.iter().find(|other| other.name == fact.name);
            let words = other.into_iter().flat_map(|other| &other.words);
            words.for_each(|word| {
                if !fact.words.contains(word) {
                    fact.words.push(word.clone());
                }
            });
            other.is_some()
        });
    }
    all.into_iter().map(|fact| VariableFact { span, ..fact }).collect()
}

/// The variables that hold a value of the function in each solution, as far as the atoms of the formula imply
/// it.
fn values(formula: &CoreFormula) -> Vec<VarName> {
    match formula {
        CoreFormula::Atom(atom, _) => match atom.relation.kind {
            AtomKind::Opcode | AtomKind::IrType | AtomKind::ArgNumber | AtomKind::OperandNumber => {
                atom.variables.clone()
            }
            // The product in a fused operation is a term, not a value.
            AtomKind::Phi | AtomKind::ProductIn | AtomKind::Counter => {
                atom.variables.first().cloned().into_iter().collect()
            }
            _ => Vec::new(),
        },
        CoreFormula::And(parts) => parts.iter().flat_map(values).collect(),
        CoreFormula::Or(parts) => {
            let mut all = parts.iter().map(values);
            let first = all.next().unwrap_or_default();
            all.fold(first, |common, values| {
                common.into_iter().filter(|name| values.contains(name)).collect()
            })
        }
        CoreFormula::Hidden(hidden) => {
            values(&hidden.body).into_iter().filter(|name| !hidden.hides(name)).collect()
        }
        CoreFormula::Include(_) | CoreFormula::Collect(_) | CoreFormula::Quantified(_) => Vec::new(),
    }
}

/// The fact that a part of a conjunction states about one variable: an atom, or a disjunction of such.
fn fact(formula: &CoreFormula) -> Option<VariableFact> {
    let one = |formula: &CoreFormula| {
        let CoreFormula::Atom(atom, span) = formula else { return None };
        let kind = atom.relation.kind;
        let (kind, words) = match kind {
            AtomKind::Opcode | AtomKind::IrType | AtomKind::HasFlag | AtomKind::DataType => {
                (kind, vec![atom.relation.symbol()?.text.clone()])
            }
            AtomKind::ArgNumber | AtomKind::OperandNumber => (kind, Vec::new()),
            // An incoming value of a phi is an argument of it.
            AtomKind::Phi => (AtomKind::ArgNumber, Vec::new()),
            AtomKind::Counter => (AtomKind::Counter, Vec::new()),
            _ => return None,
        };
        Some(VariableFact { name: atom.variables.first()?.clone(), kind, words, span: *span })
    };
    match formula {
        CoreFormula::Or(branches) => {
            let mut facts = branches.iter().map(one).collect::<Option<Vec<VariableFact>>>()?.into_iter();
            let mut all = facts.next()?;
            for fact in facts {
                if fact.name != all.name || fact.kind != all.kind {
                    return None;
                }
                all.words.extend(fact.words);
            }
            Some(all)
        }
        other => one(other),
    }
}
