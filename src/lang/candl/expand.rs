//! Full expansion: every include replaced by the formula of the included instance.
//!
//! The size may be exponential in that of the specification. The solver never needs the expansion; it serves
//! readers of a specification, and the oracle that the solver is tested against.
//!
//! ```text
//! Constraint Pairs ( {x} ∈ {y}.args ∧ collect i 2 include Use({y}->{of})@{use[i]} ) End
//!   with Use: {by} ∈ {of}.args
//!   =>  And(x ∈ y.args, Collect(2, use[i].by ∈ y.args, locals: use[i].by -> use[0].by, use[1].by))
//! ```

use std::sync::Arc;

use indexmap::IndexSet;

use super::core::{
    self, BinderId, CoreAtom, InstanceId, Part, Program, Span, Substitution, VarName, is_below,
};
use text::diagnostic::{Code, Diagnostic};

/// The most formulas, variables and copies of an expansion, counted together.
pub const MAX_EXPANSION: usize = 1_000_000;

/// The deepest nesting of formulas in an expansion.
pub const MAX_EXPANSION_DEPTH: u32 = 400;

/// A formula without includes. `And([])` is true, `Or([])` is false.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpandedFormula {
    /// All formulas hold.
    And(Vec<ExpandedFormula>),
    /// At least one formula holds.
    Or(Vec<ExpandedFormula>),
    /// A relation between variables.
    Atom(CoreAtom, Span),
    /// All solutions of a formula, collected into copies of its variables.
    Collect(ExpandedCollect),
    /// The existence or absence of a witness of a formula.
    Quantified(ExpandedQuantified),
    /// A formula with existentially projected variables, whose names are unique in the expansion.
    Hidden(ExpandedHidden),
}

/// `none` or `some`. Its own variables are those of the body whose names [belong](VarName::quantifier) to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedQuantified {
    /// Its id, unique in the whole expansion.
    pub id: BinderId,
    /// Whether a witness must exist; otherwise none may exist.
    pub wanted: bool,
    /// The listed words. An assignment that leaves all variables of these words unused is not a witness.
    pub listed: Vec<Arc<str>>,
    /// The formula that a witness satisfies.
    pub body: Box<ExpandedFormula>,
    /// The quantifier as written.
    pub span: Span,
}

impl ExpandedQuantified {
    /// Whether a variable belongs to this quantifier.
    pub fn owns(&self, name: &VarName) -> bool {
        name.quantifier() == Some(self.id)
    }

    /// Its variables, in order of first appearance.
    pub fn locals(&self) -> Vec<VarName> {
        self.body.variables().into_iter().filter(|name| self.owns(name)).collect()
    }

    /// Whether one of its variables is listed, or begins with a listed one.
    pub fn lists(&self, name: &VarName) -> bool {
        self.owns(name) && name.word().is_some_and(|word| self.listed.contains(word))
    }
}

/// `collect i n body` with its local variables listed.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedCollect {
    /// The id of the index, which names of the body contain; unique in the whole expansion.
    pub index: BinderId,
    /// The word written for the index.
    pub name: Arc<str>,
    /// The limit on the number of copies.
    pub limit: u32,
    /// The local variables, in order of first appearance.
    pub locals: Vec<Local>,
    /// The collected formula.
    pub body: Box<ExpandedFormula>,
    /// The collect as written.
    pub span: Span,
}

/// `hide {x} body`, as [in the core language](core::CoreHidden).
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedHidden {
    /// The local variables, each with all names that begin with it.
    pub locals: Vec<VarName>,
    /// The formula that must hold.
    pub body: Box<ExpandedFormula>,
    /// Its place in the text.
    pub span: Span,
}

impl ExpandedHidden {
    /// Whether a name of the body is local.
    pub fn hides(&self, name: &VarName) -> bool {
        is_below(name, &self.locals)
    }
}

/// A local variable of a collect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// Its name in the body.
    pub name: VarName,
    /// The names of its copies outside the collect, [`ExpandedCollect::limit`] of them.
    pub copies: Vec<VarName>,
}

impl ExpandedFormula {
    /// The variables visible from outside, in order of first appearance: those of the atoms, and for each
    /// collect its outer variables and the copies of its local ones.
    pub fn variables(&self) -> IndexSet<VarName> {
        let mut names = IndexSet::new();
        self.gather(&mut names);
        names
    }

    fn gather(&self, names: &mut IndexSet<VarName>) {
        match self {
            ExpandedFormula::And(parts) | ExpandedFormula::Or(parts) => {
                parts.iter().for_each(|part| part.gather(names))
            }
            ExpandedFormula::Atom(atom, _) => names.extend(atom.variables.iter().cloned()),
            ExpandedFormula::Collect(collect) => {
                let inside = collect.body.variables();
                names.extend(inside.into_iter().filter(|name| !name.mentions(collect.index)));
                names.extend(collect.locals.iter().flat_map(|local| local.copies.iter().cloned()));
            }
            ExpandedFormula::Quantified(quantified) => {
                names.extend(quantified.body.variables().into_iter().filter(|name| !quantified.owns(name)));
            }
            ExpandedFormula::Hidden(hidden) => {
                let inside = hidden.body.variables();
                names.extend(inside.into_iter().filter(|name| !hidden.hides(name)));
            }
        }
    }

    /// Applies a substitution to every name of the formula.
    fn place(self, placing: &Substitution) -> ExpandedFormula {
        let all = |parts: Vec<ExpandedFormula>| parts.into_iter().map(|part| part.place(placing)).collect();
        match self {
            ExpandedFormula::And(parts) => ExpandedFormula::And(all(parts)),
            ExpandedFormula::Or(parts) => ExpandedFormula::Or(all(parts)),
            ExpandedFormula::Atom(mut atom, span) => {
                atom.variables.iter_mut().for_each(|name| *name = placing.apply(name));
                ExpandedFormula::Atom(atom, span)
            }
            ExpandedFormula::Collect(collect) => {
                let place_local = |local: &Local| Local {
                    name: placing.apply(&local.name),
                    copies: local.copies.iter().map(|copy| placing.apply(copy)).collect(),
                };
                // Two locals may be renamed to the same name.
                let locals: IndexSet<Local> = collect.locals.iter().map(place_local).collect();
                let body = Box::new(collect.body.place(placing));
                ExpandedFormula::Collect(ExpandedCollect {
                    locals: locals.into_iter().collect(),
                    body,
                    ..collect
                })
            }
            ExpandedFormula::Quantified(quantified) => {
                let body = Box::new(quantified.body.place(placing));
                ExpandedFormula::Quantified(ExpandedQuantified { body, ..quantified })
            }
            ExpandedFormula::Hidden(hidden) => {
                let locals = hidden.locals.iter().map(|local| placing.apply(local)).collect();
                let body = Box::new(hidden.body.place(placing));
                ExpandedFormula::Hidden(ExpandedHidden { locals, body, ..hidden })
            }
        }
    }
}

/// Expands an instance of `program`.
///
/// # Errors
///
/// The expansion exceeds a limit; the diagnostic names the include that made it grow.
pub fn expand(program: &Program, root: InstanceId) -> Result<ExpandedFormula, Box<Diagnostic>> {
    let mut expander = Expander { program, binders: 0, size: 0, depth: 0, includes: Vec::new() };
    let span = program.instance(root).span;
    expander.instance(root, &Substitution::default()).map_err(|limit| Box::new(expander.report(limit, span)))
}

enum Limit {
    Size,
    Depth,
}

struct Expander<'a> {
    program: &'a Program,
    binders: u32,
    size: usize,
    depth: u32,
    /// The includes being expanded, each with the size at its start.
    includes: Vec<(InstanceId, Span, usize)>,
}

impl<'a> Expander<'a> {
    fn count(&mut self, size: usize) -> Result<(), Limit> {
        self.size = self.size.saturating_add(size);
        if self.size > MAX_EXPANSION { Err(Limit::Size) } else { Ok(()) }
    }

    fn instance(&mut self, id: InstanceId, placing: &Substitution) -> Result<ExpandedFormula, Limit> {
        let instance = self.program.instance(id);
        let first_binder = self.binders;
        self.binders = first_binder.checked_add(instance.binders).ok_or(Limit::Size)?;
        self.formula(&instance.formula, placing, first_binder)
    }

    /// Expands a formula; `placing` renames the instance's names to those of the result.
    fn formula(
        &mut self,
        formula: &'a core::CoreFormula,
        placing: &Substitution,
        binders: u32,
    ) -> Result<ExpandedFormula, Limit> {
        self.count(1)?;
        if self.depth >= MAX_EXPANSION_DEPTH {
            return Err(Limit::Depth);
        }
        self.depth += 1;
        let result = self.inside(formula, placing, binders);
        self.depth -= 1;
        result
    }

    fn inside(
        &mut self,
        formula: &'a core::CoreFormula,
        placing: &Substitution,
        binders: u32,
    ) -> Result<ExpandedFormula, Limit> {
        match formula {
            core::CoreFormula::And(parts) => self.parts(parts, placing, binders).map(ExpandedFormula::And),
            core::CoreFormula::Or(parts) => self.parts(parts, placing, binders).map(ExpandedFormula::Or),
            core::CoreFormula::Atom(atom, span) => {
                self.count(atom.variables.len())?;
                let variables =
                    atom.variables.iter().map(|name| placing.apply(&shift(name, binders))).collect();
                Ok(ExpandedFormula::Atom(CoreAtom { relation: atom.relation.clone(), variables }, *span))
            }
            core::CoreFormula::Include(include) => {
                self.includes.push((include.instance, include.span, self.size));
                let inner = shift_placing(&include.placing, binders).then(placing);
                self.count(inner.renames.len())?;
                let result = self.instance(include.instance, &inner)?;
                self.includes.pop();
                Ok(result)
            }
            core::CoreFormula::Collect(collect) => self.collect(collect, placing, binders),
            core::CoreFormula::Quantified(quantified) => {
                let core::CoreQuantified { id, wanted, ref listed, ref body, span } = *quantified;
                let body = Box::new(self.formula(body, placing, binders)?);
                let (id, listed) = (BinderId(binders + id.0), listed.clone());
                Ok(ExpandedFormula::Quantified(ExpandedQuantified { id, wanted, listed, body, span }))
            }
            core::CoreFormula::Hidden(hidden) => {
                let local = |name: &VarName| placing.apply(&shift(name, binders));
                let locals = hidden.locals.iter().map(local).collect();
                let body = Box::new(self.formula(&hidden.body, placing, binders)?);
                Ok(ExpandedFormula::Hidden(ExpandedHidden { locals, body, span: hidden.span }))
            }
        }
    }

    fn parts(
        &mut self,
        parts: &'a [core::CoreFormula],
        placing: &Substitution,
        binders: u32,
    ) -> Result<Vec<ExpandedFormula>, Limit> {
        parts.iter().map(|part| self.formula(part, placing, binders)).collect()
    }

    /// Expands a collect. The body is expanded with the instance's own names first, because a renaming around
    /// it may affect a single copy.
    fn collect(
        &mut self,
        collect: &'a core::CoreCollect,
        placing: &Substitution,
        binders: u32,
    ) -> Result<ExpandedFormula, Limit> {
        let body = self.formula(&collect.body, &Substitution::default(), binders)?;
        let index = BinderId(binders + collect.index.0);
        let local: Vec<VarName> = body.variables().into_iter().filter(|name| name.mentions(index)).collect();
        self.count(local.len().saturating_mul(collect.limit as usize))?;
        let copies = |name: &VarName| (0..collect.limit).map(|k| name.copy(index, k)).collect();
        let locals = local.into_iter().map(|name| Local { copies: copies(&name), name }).collect();
        let (name, limit, span) = (Arc::clone(&collect.name), collect.limit, collect.span);
        let collect = ExpandedFormula::Collect(ExpandedCollect {
            index,
            name,
            limit,
            locals,
            body: Box::new(body),
            span,
        });
        Ok(if placing.is_identity() { collect } else { collect.place(placing) })
    }

    /// The diagnostic for an exceeded limit, at the innermost include that makes up half of the expansion or
    /// more.
    fn report(&self, limit: Limit, root: Span) -> Diagnostic {
        let culprit = self.includes.iter().rev().find(|(_, _, start)| (self.size - start) * 2 >= self.size);
        let (what, span) = match culprit {
            Some((id, span, _)) => (format!("the include of `{}`", self.program.instance(*id)), *span),
            None => ("this specification".to_owned(), root),
        };
        let message = match limit {
            Limit::Size => format!("{what} expands to more than {MAX_EXPANSION} formulas and variables"),
            Limit::Depth => format!("{what} expands to formulas nested more than {MAX_EXPANSION_DEPTH} deep"),
        };
        let diagnostic = Diagnostic::new(Code::ExpansionTooLarge, span, message);
        if span == root { diagnostic } else { diagnostic.also(root, "while expanding this") }
    }
}

/// Adds an offset to the ids in a name: those of an instance count from 0, those of the expansion follow the
/// ones already used.
fn shift(name: &VarName, binders: u32) -> VarName {
    let part = |part: &Part| match part {
        Part::CollectIndex(slot) => Part::CollectIndex(BinderId(slot.0 + binders)),
        Part::Local(quantifier) => Part::Local(BinderId(quantifier.0 + binders)),
        Part::Hidden(mark) => Part::Hidden(BinderId(mark.0 + binders)),
        other => other.clone(),
    };
    VarName(name.0.iter().map(part).collect())
}

fn shift_placing(placing: &Substitution, binders: u32) -> Substitution {
    let renames = placing.renames.iter().map(|(inside, here)| (shift(inside, binders), shift(here, binders)));
    Substitution {
        renames: renames.collect(),
        prefix: placing.prefix.as_ref().map(|prefix| shift(prefix, binders)),
    }
}

#[cfg(test)]
mod tests;
