//! Lists the forms that a rewrite's patterns stand for, from its formula.
//!
//! A formula is a disjunction of conjunctions. A conjunction that states how every value is computed is one
//! form. Open widths are taken from a list; open floating point types are `float` and `double`. Conversions
//! that a pattern looks through silently are not part of these forms; `idiom prove --in` reads them from
//! code.
//!
//! ```text
//! {r} ~ min({x}, {y}) at 8 and 16 bits  =>  umin i8 %x, %y; umin i16 %x, %y; smin …; select (icmp ult …) …
//! ```

use super::conjunction::{ConjunctionGraph, MOST_FORMS, Untyped};
use super::declared::Declared;
use super::form::Form;
use super::graph::{ScalarGraph, ScalarId};
use super::template::build_form;
use ir::Lane;
use lang::candl::atom_table::AtomKind;
use lang::candl::core::CoreAtom;
use lang::candl::expand::ExpandedFormula;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of conjunctions considered.
const MOST_CONJUNCTIONS: usize = 20_000;

/// The forms of a rewrite.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// The forms, each once.
    pub forms: Vec<Form>,
    /// Forms in which two variables are one value, each with the general form that it is a case of. A proof
    /// of the general form covers the case.
    pub cases: Vec<(Form, Form)>,
    /// Whether a limit was reached, so that more forms exist than are listed.
    pub is_cut: bool,
    /// Constraints of skipped forms that proofs do not model: operations that round, memory, addresses.
    pub unknown: BTreeSet<String>,
    /// Reasons for skipped forms: a number or a type that does not fit.
    pub unfit: BTreeSet<String>,
}

/// Lists the forms of an expanded formula at these widths.
pub fn forms(formula: &ExpandedFormula, declared: &Declared, widths: &[u32]) -> Forms {
    if declared.clauses.exit_values {
        let why = "a loop is proven as IR has it: `idiom prove --in` the IR".to_owned();
        return Forms { unfit: BTreeSet::from([why]), ..Forms::default() };
    }
    let (found, forms, mixed) = (BTreeMap::new(), Forms::default(), BTreeSet::new());
    let mut lister = Lister { declared, widths, found, forms, mixed, looked_at: 0, excluded: Vec::new() };
    lister.split(&mut vec![formula], &mut Vec::new());
    let Lister { found, mut forms, mixed, .. } = lister;
    forms.forms = found.into_values().collect();
    // A pattern for a sum of doubles also admits one of integers, whose type conflict is not worth reporting.
    if forms.forms.is_empty() && forms.unknown.is_empty() && forms.unfit.is_empty() {
        forms.unfit = mixed;
    }
    forms
}

struct Lister<'a> {
    declared: &'a Declared,
    widths: &'a [u32],
    found: BTreeMap<(String, String), Form>,
    forms: Forms,
    /// Reasons for skipped forms: conflicting types.
    mixed: BTreeSet<String>,
    looked_at: usize,
    /// Literals that do not hold in the present conjunction.
    excluded: Vec<&'a CoreAtom>,
}

impl<'a> Lister<'a> {
    /// Visits the conjunctions. `open` are the formulas still to be added, `atoms` the ones added. The depth
    /// of recursion is the nesting of disjunctions, which the parser limits.
    fn split(&mut self, open: &mut Vec<&'a ExpandedFormula>, atoms: &mut Vec<&'a CoreAtom>) {
        let (taken, excluded) = (atoms.len(), self.excluded.len());
        while let Some(next) = open.pop() {
            match next {
                ExpandedFormula::And(parts) => open.extend(parts.iter()),
                ExpandedFormula::Hidden(hidden) => open.push(&hidden.body),
                ExpandedFormula::Atom(atom, _) => atoms.push(atom),
                ExpandedFormula::Or(parts) => {
                    for part in parts {
                        if self.looked_at >= MOST_CONJUNCTIONS {
                            self.forms.is_cut = true;
                            break;
                        }
                        let mut rest = open.clone();
                        rest.push(part);
                        self.split(&mut rest, atoms);
                    }
                    open.clear();
                    atoms.truncate(taken);
                    self.excluded.truncate(excluded);
                    return;
                }
                ExpandedFormula::Quantified(none) if !none.wanted && is_number(&none.body).is_some() => {
                    self.excluded.extend(is_number(&none.body));
                }
                // Existence and absence of matches do not constrain the values themselves.
                ExpandedFormula::Collect(_) | ExpandedFormula::Quantified(_) => {}
            }
        }
        self.looked_at += 1;
        self.conjunction(atoms);
        atoms.truncate(taken);
        self.excluded.truncate(excluded);
    }

    /// Adds the forms of a conjunction, and of its cases in which two variables that end a match are one
    /// value.
    fn conjunction(&mut self, atoms: &[&CoreAtom]) {
        let Some(shape) = ConjunctionGraph::of(atoms, &self.excluded, None) else { return };
        let ends: Vec<usize> = shape
            .visible
            .iter()
            .filter(|(name, _)| self.declared.ends(name))
            .map(|(_, class)| *class)
            .collect();
        self.shape(&shape, None);
        for (at, a) in ends.iter().enumerate() {
            for b in ends[at + 1..].iter().filter(|b| *b != a) {
                if let Some(case) = ConjunctionGraph::of(atoms, &self.excluded, Some((*a, *b))) {
                    self.shape(&case, Some(&shape));
                }
            }
        }
    }

    /// Adds the forms of a conjunction's graph. `general` is the graph that it is a case of.
    fn shape(&mut self, shape: &ConjunctionGraph, general: Option<&ConjunctionGraph>) {
        self.forms_of(shape, general);
        if shape.has_flagged_call() {
            self.forms_of(&shape.flagged(), general.map(ConjunctionGraph::flagged).as_ref());
        }
    }

    /// Adds the forms of a graph for one value of the flag of its calls.
    fn forms_of(&mut self, shape: &ConjunctionGraph, general: Option<&ConjunctionGraph>) {
        if let Some(other) = &shape.other {
            // No expression mixes integers with floats or addresses.
            let is_none = other.is_no_integer && shape.has_integers();
            self.forms.unknown.extend((!is_none).then(|| other.text.clone()));
            return;
        }
        let assignments = match shape.assignments(self.widths) {
            Ok(assignments) => assignments,
            Err(Untyped::TooMany) => {
                self.forms.unfit.insert("its values may have too many types".to_owned());
                return;
            }
            Err(Untyped::Mixed(why)) => {
                self.mixed.insert(why);
                return;
            }
        };
        for types in assignments {
            if self.found.len() + self.forms.cases.len() >= MOST_FORMS {
                self.forms.is_cut = true;
                return;
            }
            let forms = self.read(shape, &types);
            match general {
                None => {
                    let named = |form: Form| ((form.text.clone(), form.flags_text()), form);
                    self.found.extend(forms.into_iter().map(named));
                }
                Some(general) => {
                    let all = self.read(general, &types);
                    self.forms.cases.extend(forms.into_iter().zip(all));
                }
            }
        }
    }

    /// The forms of a graph at these types, one for each replaced value. Empty if a number does not fit, a
    /// conversion would not change the width, or LLVM has no such intrinsic.
    fn read(&mut self, shape: &ConjunctionGraph, types: &BTreeMap<usize, Lane>) -> Vec<Form> {
        let mut graph = ScalarGraph::default();
        let mut nodes: BTreeMap<usize, ScalarId> = BTreeMap::new();
        let mut forms = Vec::new();
        let mut roots = Vec::new();
        for root in self.declared.roots() {
            let class = shape.class_of(&root);
            let Some(class) = class else { return forms };
            match shape.node(class, types, self.declared, &mut graph, &mut nodes, 0) {
                Ok(node) if graph.node(node).operands.is_empty() => {
                    self.forms
                        .unfit
                        .insert(format!("`{{{root}}}` would be nothing but a variable or a number"));
                    return forms;
                }
                Ok(_) if !graph.has_intrinsics() => return forms,
                Ok(node) => roots.push(node),
                Err(why) => {
                    self.forms.unfit.extend(why);
                    return forms;
                }
            }
        }
        // The replacement may use leaves that no matched operation uses.
        for (name, class) in &shape.visible {
            if self.declared.ends(name) {
                // A leaf without a type is not used.
                let _ = shape.node(*class, types, self.declared, &mut graph, &mut nodes, 0);
            }
        }
        let find = |name: &str| shape.class_of(name).and_then(|class| nodes.get(&class).copied());
        let clauses = &self.declared.clauses;
        for (root, (_, expression)) in roots.into_iter().zip(&clauses.gives) {
            let target = match build_form(&mut graph, clauses, (root, expression), &find) {
                Ok(target) => target,
                Err(why) => {
                    self.forms.unfit.insert(why.reason);
                    return Vec::new();
                }
            };
            match Form::new(&graph, root, target) {
                Ok(form) => forms.push(form),
                Err(why) => {
                    self.forms.unknown.insert(why);
                    return Vec::new();
                }
            }
        }
        forms
    }
}

/// The atom of a formula that only states the number of a variable.
fn is_number(formula: &ExpandedFormula) -> Option<&CoreAtom> {
    match formula {
        ExpandedFormula::Atom(atom, _) if atom.relation.kind == AtomKind::Literal => Some(atom),
        _ => None,
    }
}
