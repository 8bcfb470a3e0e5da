//! Lowering: from instances to a problem for the solver, in which includes remain calls.
//!
//! ```text
//! SESE, included twice by Nest:  include SESE @{a} ∧ include SESE @{b} ∧ {a.end} = {b.begin}
//!   =>  Nest(a.end, b.begin): SESE₁(a.end), SESE₂(b.begin), a.end = b.begin
//!       SESE₁: interface end      SESE₂: interface begin      all else is private to each call
//! ```
//!
//! A variable of a callee belongs to the interface of a call iff its name here also occurs outside that call:
//! here, in a sibling, or anywhere up the chain of includes. Therefore an instance is lowered once per set of
//! names visible from outside, and the body of a collect becomes a definition of its own. `scope_names.rs`
//! computes the names.

use super::atom_table::{ArgumentKind, AtomKind};
use super::core::{
    self, BinderId, CoreAtom, CoreCollect, CoreHidden, CoreInclude, CoreQuantified, InstanceId, Program,
    Span, Substitution, VarName,
};
use super::scope_names::{MAX_NAME_PARTS, NameError, NameSets, family_name, is_family};
use super::source_map::SourceMap;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use solver::{self, Column, DefId, Definition, Origin, Problem, VarId, VariantGroup};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most formulas visited to prove that a witness always holds a value; beyond them the search checks it
/// at run time.
const MAX_LOOKED_AT: u32 = 10_000;

/// A lowered instance.
#[derive(Clone, Debug)]
pub struct Lowered<R> {
    /// The problem to solve.
    pub problem: Problem<R>,
    /// The places and names behind its numbers.
    pub source_map: SourceMap,
}

/// The reason why an instance cannot be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// An instance has too many variables; the include that brought the last ones.
    TooManyNames(InstanceId, Option<Span>),
    /// The definitions that all requests need have too many variables.
    TooManyVariants,
    /// This include identifies two families that one collect gathers side by side.
    JoinedFamilies(Span),
    /// An atom that the model does not support.
    UnknownRelation(Span),
}

/// A map from an atom's relation and its number of variables to a relation of the solver; `None` for
/// unsupported ones.
pub type Relations<'a, R> = dyn Fn(&core::AtomRelation, usize) -> Option<R> + 'a;

/// The names of a program's instances, gathered once for all requests.
pub struct ProgramNames {
    sets: Result<NameSets, NameError>,
    /// The number of name parts that the variables of definitions may still have.
    left: usize,
}

impl ProgramNames {
    /// Gathers the names of a program.
    pub fn of(program: &Program) -> ProgramNames {
        ProgramNames { sets: NameSets::of(program), left: MAX_NAME_PARTS }
    }

    /// Whether an instance has a variable of that name.
    pub(super) fn are_mentioned(&self, instance: InstanceId, name: &VarName) -> bool {
        self.sets.as_ref().is_ok_and(|sets| sets.instance(instance).contains(name))
    }
}

/// Lowers an instance of `program`; `names` must be those of this program.
pub fn lower<R: Clone>(
    program: &Program,
    names: &mut ProgramNames,
    root: InstanceId,
    relations: &Relations<'_, R>,
) -> Result<Lowered<R>, LowerError> {
    lower_exposing(program, names, root, Vec::new(), relations)
}

/// Lowers an instance whose root has these variables as its interface.
pub(super) fn lower_exposing<R: Clone>(
    program: &Program,
    names: &mut ProgramNames,
    root: InstanceId,
    exposed: Vec<VarName>,
    relations: &Relations<'_, R>,
) -> Result<Lowered<R>, LowerError> {
    let ProgramNames { sets, left } = names;
    let names = sets.as_ref().map_err(|obstacle| match *obstacle {
        NameError::TooMany(instance, include) => LowerError::TooManyNames(instance, include),
        NameError::Joined(span) => LowerError::JoinedFamilies(span),
    })?;
    let mut lowering = Lowering {
        program,
        relations,
        names,
        left,
        formulas: FxHashMap::default(),
        known: FxHashMap::default(),
        jobs: Vec::new(),
        definitions: Vec::new(),
        spans: Vec::new(),
        placings: BTreeMap::new(),
        indices: BTreeMap::new(),
    };
    let root_def = lowering.instance(root, exposed, Vec::new());
    while let Some((def, job)) = lowering.jobs.pop() {
        let definition = lowering.definition(job)?;
        lowering.definitions[def.index()] = Some(definition);
    }
    let Lowering { definitions, spans, placings, indices, .. } = lowering;
    let (definitions, variables) = definitions.into_iter().flatten().unzip();
    let problem = Problem { definitions, root: root_def };
    let visible = names.instance(root).iter().filter(|name| !is_family(name));
    let names = visible.cloned().collect();
    Ok(Lowered { problem, source_map: SourceMap { spans, variables, placings, indices, names } })
}

/// A definition to be created: a formula and those of its names that are visible from outside.
struct Job<'a> {
    title: String,
    formula: &'a core::CoreFormula,
    /// The interface, in order.
    exposed: Vec<VarName>,
    /// The families of collects that other collects gather, too.
    shared: Vec<VarName>,
    /// The number of the formula, if it is an instance's and only the exposed variables are visible.
    number: Option<VariantGroup>,
    /// Whether the other names are projected away, that is, belong to no solution.
    is_projected: bool,
}

struct Lowering<'a, R> {
    program: &'a Program,
    relations: &'a Relations<'a, R>,
    names: &'a NameSets,
    left: &'a mut usize,
    /// The numbers of lowered instances, in the order met.
    formulas: FxHashMap<InstanceId, VariantGroup>,
    /// The definitions of instances, by instance, exposed names and shared families.
    known: FxHashMap<(InstanceId, Vec<VarName>, Vec<VarName>), DefId>,
    jobs: Vec<(DefId, Job<'a>)>,
    /// The finished definitions, each with the names of its variables.
    definitions: Vec<Option<(Definition<R>, Vec<VarName>)>>,
    spans: Vec<Span>,
    placings: BTreeMap<Origin, Substitution>,
    indices: BTreeMap<Origin, Arc<str>>,
}

/// The variables of the definition being created.
struct DefinitionScope {
    title: String,
    /// The weighted number of occurrences of each name; a name with 2 or more has a variable here.
    counts: IndexMap<VarName, u32, FxBuildHasher>,
    variables: IndexMap<VarName, VarId, FxBuildHasher>,
}

impl DefinitionScope {
    /// Whether the name occurs outside the part to which it would otherwise be private.
    fn owns(&self, name: &VarName) -> bool {
        self.counts.get(name).is_some_and(|&count| count >= 2)
    }

    fn count(&mut self, name: VarName, times: u32) {
        *self.counts.entry(name).or_insert(0) += times;
    }

    fn variable(&mut self, name: &VarName) -> VarId {
        let next = VarId(self.variables.len() as u32);
        *self.variables.entry(name.clone()).or_insert(next)
    }
}

impl<'a, R: Clone> Lowering<'a, R> {
    /// The definition of an instance with these visible names; enqueued if it is new.
    fn instance(&mut self, id: InstanceId, exposed: Vec<VarName>, shared: Vec<VarName>) -> DefId {
        let key = (id, exposed, shared);
        if let Some(&def) = self.known.get(&key) {
            return def;
        }
        let program: &'a Program = self.program;
        let instance = program.instance(id);
        let (exposed, shared) = (key.1.clone(), key.2.clone());
        let next = VariantGroup(self.formulas.len() as u32);
        let number = *self.formulas.entry(id).or_insert(next);
        let job = Job {
            title: instance.to_string(),
            formula: &instance.formula,
            number: shared.is_empty().then_some(number),
            exposed,
            shared,
            is_projected: false,
        };
        let def = self.enqueue(job);
        self.known.insert(key, def);
        def
    }

    fn enqueue(&mut self, job: Job<'a>) -> DefId {
        let def = DefId(self.definitions.len() as u32);
        self.definitions.push(None);
        self.jobs.push((def, job));
        def
    }

    fn definition(&mut self, job: Job<'a>) -> Result<(Definition<R>, Vec<VarName>), LowerError> {
        let mut scope =
            DefinitionScope { title: job.title, counts: IndexMap::default(), variables: IndexMap::default() };
        for name in job.exposed.iter().chain(&job.shared) {
            scope.count(name.clone(), 2);
        }
        self.count(job.formula, None, &mut scope);
        let parts = scope.counts.keys().map(|name| name.0.len()).sum();
        *self.left = self.left.checked_sub(parts).ok_or(LowerError::TooManyVariants)?;
        while self.complete_columns(job.formula, &mut scope) {}
        let interface = job.exposed.iter().map(|name| scope.variable(name)).collect();
        let body = self.formula(job.formula, &mut scope)?;
        let names: Vec<VarName> = scope.variables.into_keys().collect();
        let variables = names.iter().map(VarName::to_string).collect();
        let definition = Definition {
            name: scope.title,
            variables,
            interface,
            body,
            variants: job.number,
            is_projected: job.is_projected,
        };
        Ok((definition, names))
    }

    /// Counts the occurrences of names in a formula. `quantifier` is the enclosing quantifier: names that an
    /// include brings and that are not the quantifier's own are variables from outside, even if nothing else
    /// mentions them.
    fn count(&self, formula: &core::CoreFormula, quantifier: Option<BinderId>, scope: &mut DefinitionScope) {
        match formula {
            core::CoreFormula::And(parts) | core::CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| self.count(part, quantifier, scope));
            }
            core::CoreFormula::Atom(atom, _) => {
                atom.variables.iter().for_each(|name| scope.count(name.clone(), 2));
            }
            core::CoreFormula::Include(include) => {
                for name in self.names.instance(include.instance) {
                    let here = include.placing.apply(name);
                    let is_own = quantifier.is_none_or(|id| belongs(&here, id));
                    let from_outside = !is_own && !is_family(name);
                    scope.count(here, if from_outside { 2 } else { 1 });
                }
            }
            core::CoreFormula::Hidden(_) => {
                for name in &self.names.formula(formula) {
                    scope.count(name.clone(), if is_family(name) { 1 } else { 2 });
                }
            }
            core::CoreFormula::Collect(collect) if collect.limit == 0 => {
                self.count_witness(&collect.into(), scope)
            }
            core::CoreFormula::Collect(collect) => {
                for name in &self.names.formula(&collect.body) {
                    if !name.mentions(collect.index) {
                        scope.count(name.clone(), if is_family(name) { 1 } else { 2 });
                        continue;
                    }
                    scope.count(family_name(name, collect.index), 1);
                    if !is_family(name) {
                        (0..collect.limit).for_each(|k| scope.count(name.copy(collect.index, k), 1));
                    }
                }
            }
            core::CoreFormula::Quantified(quantified) => self.count_witness(&quantified.into(), scope),
        }
    }

    fn count_witness(&self, witness: &Witness<'_>, scope: &mut DefinitionScope) {
        self.count(witness.body, Some(witness.id), scope);
        for name in self.looked_at(witness) {
            scope.count(name, 2);
        }
    }

    /// Gives all copies of a family a variable here if one copy has one; returns whether that changed
    /// anything.
    fn complete_columns(&self, formula: &core::CoreFormula, scope: &mut DefinitionScope) -> bool {
        match formula {
            core::CoreFormula::And(parts) | core::CoreFormula::Or(parts) => {
                let mut changed = false;
                for part in parts {
                    changed |= self.complete_columns(part, scope);
                }
                changed
            }
            core::CoreFormula::Collect(collect) if collect.limit > 0 => {
                let mut changed = false;
                for name in self.locals(collect) {
                    let copies: Vec<VarName> = copies(collect, &name).collect();
                    let owned = copies.iter().filter(|copy| scope.owns(copy)).count();
                    if owned > 0 && owned < copies.len() {
                        copies.into_iter().for_each(|copy| scope.count(copy, 2));
                        changed = true;
                    }
                }
                changed
            }
            core::CoreFormula::Collect(CoreCollect { body, .. })
            | core::CoreFormula::Quantified(CoreQuantified { body, .. }) => {
                self.complete_columns(body, scope)
            }
            core::CoreFormula::Atom(..) | core::CoreFormula::Include(_) | core::CoreFormula::Hidden(_) => {
                false
            }
        }
    }

    /// The variables of a quantifier of which one must hold a value, if the search has to check that at run
    /// time.
    fn looked_at(&self, witness: &Witness<'_>) -> Vec<VarName> {
        let counts = |name: &VarName| witness.counts(name);
        let mut budget = MAX_LOOKED_AT;
        let asks_for_none = witness.listed.is_some_and(<[_]>::is_empty);
        if asks_for_none || self.surely_used(witness.body, &counts, &mut budget) {
            return Vec::new();
        }
        let names = self.names.formula(witness.body);
        names.into_iter().filter(|name| counts(name) && !is_family(name)).collect()
    }

    /// Whether one of the `wanted` variables holds a value in each solution. Relations are false of `unused`,
    /// so an atom that mentions one suffices.
    fn surely_used(
        &self,
        formula: &core::CoreFormula,
        wanted: &dyn Fn(&VarName) -> bool,
        budget: &mut u32,
    ) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        match formula {
            core::CoreFormula::And(parts) => parts.iter().any(|part| self.surely_used(part, wanted, budget)),
            core::CoreFormula::Or(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.surely_used(part, wanted, budget))
            }
            core::CoreFormula::Atom(atom, _) => {
                let row = atom.relation.kind.row();
                let may_be_unused =
                    matches!(atom.relation.kind, AtomKind::Equal | AtomKind::Differ | AtomKind::Unused);
                let has_set = row.arguments.iter().any(|(_, kind)| *kind == ArgumentKind::Set);
                !may_be_unused && !has_set && atom.variables.iter().any(wanted)
            }
            core::CoreFormula::Include(include) => {
                let inside = |name: &VarName| wanted(&include.placing.apply(name));
                self.surely_used(&self.program.instance(include.instance).formula, &inside, budget)
            }
            core::CoreFormula::Hidden(hidden) => self.surely_used(&hidden.body, wanted, budget),
            core::CoreFormula::Collect(_) | core::CoreFormula::Quantified(_) => false,
        }
    }

    fn locals(&self, collect: &CoreCollect) -> Vec<VarName> {
        let inside = self.names.formula(&collect.body);
        let local = |name: &&VarName| name.mentions(collect.index) && !is_family(name);
        inside.iter().filter(local).cloned().collect()
    }

    fn origin(&mut self, span: Span) -> Origin {
        self.spans.push(span);
        Origin(self.spans.len() as u32 - 1)
    }

    fn formula(
        &mut self,
        formula: &'a core::CoreFormula,
        scope: &mut DefinitionScope,
    ) -> Result<solver::Formula<R>, LowerError> {
        Ok(match formula {
            core::CoreFormula::And(parts) => solver::Formula::And(self.parts(parts, scope)?),
            core::CoreFormula::Or(parts) => solver::Formula::Or(self.parts(parts, scope)?),
            core::CoreFormula::Atom(atom, span) => self.atom(atom, *span, scope)?,
            core::CoreFormula::Include(include) => self.include(include, scope),
            core::CoreFormula::Collect(collect) if collect.limit == 0 => {
                self.quantified(&collect.into(), scope)?
            }
            core::CoreFormula::Collect(collect) => self.collect(collect, scope),
            core::CoreFormula::Quantified(quantified) => self.quantified(&quantified.into(), scope)?,
            core::CoreFormula::Hidden(hidden) => self.hidden(formula, hidden, scope),
        })
    }

    fn parts(
        &mut self,
        parts: &'a [core::CoreFormula],
        scope: &mut DefinitionScope,
    ) -> Result<Vec<solver::Formula<R>>, LowerError> {
        parts.iter().map(|part| self.formula(part, scope)).collect()
    }

    fn atom(
        &mut self,
        atom: &CoreAtom,
        span: Span,
        scope: &mut DefinitionScope,
    ) -> Result<solver::Formula<R>, LowerError> {
        let origin = self.origin(span);
        let args: Vec<VarId> = atom.variables.iter().map(|name| scope.variable(name)).collect();
        Ok(match (atom.relation.kind, &args[..]) {
            (AtomKind::Equal, &[a, b]) => solver::Formula::Equal(a, b, origin),
            (AtomKind::Differ, &[a, b]) => solver::Formula::Differ(a, b, origin),
            (AtomKind::Unused, &[a]) => solver::Formula::Unused(a, origin),
            (AtomKind::SameSet, members) => {
                let left = atom.relation.members().next().unwrap_or_default() as usize;
                let (left, right) = members.split_at(left.min(members.len()));
                solver::Formula::SameSet(left.to_vec(), right.to_vec(), origin)
            }
            _ => {
                let relation = (self.relations)(&atom.relation, args.len());
                solver::Formula::Atom(relation.ok_or(LowerError::UnknownRelation(span))?, args, origin)
            }
        })
    }

    /// Lowers a quantifier. Its body stays in the enclosing definition, with variables of its own there.
    fn quantified(
        &mut self,
        witness: &Witness<'a>,
        scope: &mut DefinitionScope,
    ) -> Result<solver::Formula<R>, LowerError> {
        let origin = self.origin(witness.span);
        let looked_at = self.looked_at(witness);
        let body = Box::new(self.formula(witness.body, scope)?);
        let looked_at = looked_at.iter().map(|name| scope.variable(name)).collect();
        // Variables of a nested quantifier are not visible here.
        let names = self.names.formula(witness.body);
        let own = names.iter().filter(|name| belongs(name, witness.id));
        let locals = own.filter_map(|name| scope.variables.get(name).copied()).collect();
        let wanted = witness.wanted;
        Ok(solver::Formula::Quantified(solver::Quantified { wanted, body, locals, looked_at, origin }))
    }

    fn include(&mut self, include: &CoreInclude, scope: &mut DefinitionScope) -> solver::Formula<R> {
        let (mut exposed, mut shared, mut args) = (Vec::new(), Vec::new(), Vec::new());
        for name in self.names.instance(include.instance) {
            let here = include.placing.apply(name);
            match (scope.owns(&here), is_family(name)) {
                (false, _) => {}
                (true, true) => shared.push(name.clone()),
                (true, false) => {
                    exposed.push(name.clone());
                    args.push(scope.variable(&here));
                }
            }
        }
        let def = self.instance(include.instance, exposed, shared);
        let origin = self.origin(include.span);
        self.placings.insert(origin, include.placing.clone());
        solver::Formula::Call(def, args, origin)
    }

    /// Lowers `hide`: its body becomes a definition whose interface is the names that are not hidden, and the
    /// formula a call of it.
    fn hidden(
        &mut self,
        formula: &core::CoreFormula,
        hidden: &'a CoreHidden,
        scope: &mut DefinitionScope,
    ) -> solver::Formula<R> {
        let (families, seen): (Vec<VarName>, Vec<VarName>) =
            self.names.formula(formula).into_iter().partition(is_family);
        let shared = families.into_iter().filter(|family| scope.owns(family)).collect();
        let args = seen.iter().map(|name| scope.variable(name)).collect();
        let (title, formula) = (scope.title.clone(), &*hidden.body);
        let job = Job { title, formula, exposed: seen, shared, number: None, is_projected: true };
        let def = self.enqueue(job);
        solver::Formula::Call(def, args, self.origin(hidden.span))
    }

    fn collect(&mut self, collect: &'a CoreCollect, scope: &mut DefinitionScope) -> solver::Formula<R> {
        let (mut outer, mut locals, mut columns, mut shared) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for name in &self.names.formula(&collect.body) {
            let family =
                if name.mentions(collect.index) { family_name(name, collect.index) } else { name.clone() };
            if is_family(name) {
                shared.extend(scope.owns(&family).then(|| name.clone()));
            } else if !name.mentions(collect.index) {
                outer.push(name.clone());
            } else if copies(collect, name).any(|copy| scope.owns(&copy)) {
                let slots = copies(collect, name).map(|copy| scope.variable(&copy)).collect();
                columns.push(Column { slots, shared: scope.owns(&family) });
                locals.push(name.clone());
            }
        }
        let outer_variables = outer.iter().map(|name| scope.variable(name)).collect();
        let exposed = outer.into_iter().chain(locals).collect();
        let title = format!("{}: collect {}", scope.title, collect.name);
        let job = Job { title, formula: &collect.body, exposed, shared, number: None, is_projected: false };
        let body = self.enqueue(job);
        let origin = self.origin(collect.span);
        self.indices.insert(origin, collect.name.clone());
        let (limit, outer) = (collect.limit, outer_variables);
        solver::Formula::Collect(solver::Collect { limit, body, outer, columns, origin })
    }
}

/// A quantifier as written, or a collect without copies: the latter states that there are no rows, like
/// `none` over all of its locals.
struct Witness<'a> {
    /// Its id, which the names of its variables contain.
    id: BinderId,
    wanted: bool,
    /// The words of which some variable must hold a value; `None`: any variable of the quantifier suffices.
    listed: Option<&'a [Arc<str>]>,
    body: &'a core::CoreFormula,
    span: Span,
}

impl<'a> From<&'a CoreQuantified> for Witness<'a> {
    fn from(CoreQuantified { id, wanted, listed, body, span }: &'a CoreQuantified) -> Self {
        Self { id: *id, wanted: *wanted, listed: Some(listed), body, span: *span }
    }
}

impl<'a> From<&'a CoreCollect> for Witness<'a> {
    fn from(CoreCollect { index, body, span, .. }: &'a CoreCollect) -> Self {
        Self { id: *index, wanted: false, listed: None, body, span: *span }
    }
}

impl Witness<'_> {
    /// Whether a value of this variable makes an assignment a witness.
    fn counts(&self, name: &VarName) -> bool {
        let is_listed = |listed: &[Arc<str>]| name.word().is_some_and(|word| listed.contains(word));
        belongs(name, self.id) && self.listed.is_none_or(is_listed)
    }
}

/// Whether a variable belongs to this quantifier, or is gathered by this collect.
fn belongs(name: &VarName, id: BinderId) -> bool {
    name.quantifier() == Some(id) || name.mentions(id)
}

/// The names of the copies of a local variable.
fn copies<'n>(collect: &CoreCollect, name: &'n VarName) -> impl Iterator<Item = VarName> + use<'n> {
    let index = collect.index;
    (0..collect.limit).map(move |k| name.copy(index, k))
}
