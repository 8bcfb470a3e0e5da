//! Modes: the variables that each part of a formula binds, given those bound around it.
//!
//! Modes are the safety rule of the language (docs/src/language.md, "Binding"), and the planner queries them
//! before it orders literals. For `opcode{x} = phi ∧ x != y` with nothing bound the mode is `{x}`; if that
//! formula is run as a specification, `y` is reported as unbound. Modes are least fixpoints over sets of
//! variables, computed statically and cached by definition and [`BindingPattern`].

use super::flat_definition::{FlatDefinition, Literal, aliases, each_callee};
use super::problem::{ArgSet, Collect, DefId, Definition, Origin, Problem, Relation, VarId};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A binding pattern of a definition's interface (an adornment in Datalog). Each entry is [`BOUND`], or the
/// position of the first interface variable that is the same unbound variable of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BindingPattern(pub(super) Box<[u32]>);

/// The entry of a bound interface variable in a [`BindingPattern`].
pub(super) const BOUND: u32 = u32::MAX;

impl BindingPattern {
    /// The pattern with all variables unbound and distinct.
    pub(super) fn free(len: usize) -> Self {
        Self((0..len as u32).collect())
    }

    /// The pattern with the first `bound` of `len` variables bound, and the others unbound and distinct.
    pub(super) fn prefix(bound: usize, len: usize) -> Self {
        Self((0..len).map(|k| if k < bound { BOUND } else { k as u32 }).collect())
    }

    /// Whether no two unbound variables coincide.
    pub(super) fn is_distinct(&self) -> bool {
        self.0.iter().enumerate().all(|(k, &entry)| entry == BOUND || entry as usize == k)
    }

    /// The pattern of a call with these slots as arguments.
    pub(super) fn of_call(slots: &[usize], bound: &FixedBitSet) -> Self {
        let entry = |slot: &usize| match bound.contains(*slot) {
            true => BOUND,
            false => slots.iter().position(|other| other == slot).map_or(BOUND, |first| first as u32),
        };
        Self(slots.iter().map(entry).collect())
    }
}

/// The variables that a definition binds under a pattern.
#[derive(Debug)]
pub(super) struct Mode {
    /// The slot of each variable: the least variable that it is always equal to.
    pub(super) slots: Vec<usize>,
    /// The bound slots.
    pub(super) bound: FixedBitSet,
}

impl Mode {
    /// Whether a variable is bound.
    pub(super) fn binds(&self, variable: VarId) -> bool {
        self.bound.contains(self.slots[variable.index()])
    }

    /// Whether all variables are bound.
    pub(super) fn complete(&self) -> bool {
        self.slots.iter().all(|&slot| self.bound.contains(slot))
    }
}

/// A variable that is not bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbound {
    /// The definition.
    pub definition: DefId,
    /// The calls and collects on the path to it from the root, the outermost first.
    pub through: Vec<Origin>,
    /// The variable of the definition.
    pub variable: VarId,
    /// The reason.
    pub cause: Cause,
}

/// Maximal number of unbound variables that are reported, since the reason of each is searched for
/// separately.
const MAX_UNBOUND: usize = 2_000;

/// The reason why a variable is unbound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A branch of a disjunction does not bind it. The place is that of the branch's first literal; for an
    /// empty branch, that of another branch.
    Disjunct(Origin),
    /// A collect: the variable is an outer variable, or a local one that the body does not bind.
    Collect(Origin),
    /// Only constraints that cannot bind mention it; the place of the first one.
    OnlyChecked(Origin),
    /// Nothing mentions the variable.
    Unmentioned,
}

/// A work item of the search for unbound variables.
struct Visit {
    def: DefId,
    pattern: BindingPattern,
    /// The collect, if the definition is the body of one.
    collect: Option<Origin>,
    /// The [path](CallPaths) to the caller and the call or collect there; `None` for the root.
    by: Option<(Option<usize>, Origin)>,
}

/// Call paths from the root, as links to their prefix: the path of the caller, and the call or collect in it.
struct CallPaths(Vec<(Option<usize>, Origin)>);

impl CallPaths {
    /// Adds a path that extends `path` by a call or collect.
    fn extend(&mut self, path: Option<usize>, origin: Origin) -> usize {
        self.0.push((path, origin));
        self.0.len() - 1
    }

    /// The calls and collects on a path, the outermost first.
    fn origins(&self, path: Option<usize>) -> Vec<Origin> {
        let links = std::iter::successors(path, |&at| self.0[at].0);
        let mut origins: Vec<Origin> = links.map(|at| self.0[at].1).collect();
        origins.reverse();
        origins
    }
}

/// The modes of a problem's definitions, computed on demand.
pub(super) struct Modes<'a, R> {
    problem: &'a Problem<R>,
    flat_definitions: &'a [FlatDefinition<R>],
    known: FxHashMap<(DefId, BindingPattern), Arc<Mode>>,
}

/// Maximal number of modes of a problem: pairs of a definition and a binding pattern.
const MOST_MODES: usize = 20_000;

impl<'a, R: Relation> Modes<'a, R> {
    /// Modes of a problem, none of them computed yet.
    pub(super) fn new(problem: &'a Problem<R>, flat_definitions: &'a [FlatDefinition<R>]) -> Self {
        Self { problem, flat_definitions, known: FxHashMap::default() }
    }

    /// Whether the problem has too many modes. All modes requested after that bind everything.
    pub(super) fn is_exceeded(&self) -> bool {
        self.known.len() >= MOST_MODES
    }

    /// The mode of a definition under a pattern.
    pub(super) fn of(&mut self, def: DefId, pattern: &BindingPattern) -> Arc<Mode> {
        if let Some(mode) = self.known.get(&(def, pattern.clone())) {
            return mode.clone();
        }
        let interface = &self.problem.definitions[def.index()].interface;
        let slots = self.slots(def, pattern);
        let mut bound = FixedBitSet::with_capacity(slots.len());
        for (variable, &entry) in interface.iter().zip(&pattern.0) {
            if entry == BOUND {
                bound.insert(slots[variable.index()]);
            }
        }
        if self.is_exceeded() {
            bound.insert_range(..);
            return Arc::new(Mode { slots, bound });
        }
        let flat_definitions = self.flat_definitions;
        self.propagate_bindings(&flat_definitions[def.index()].literals, &slots, &mut bound);
        // The bindings inside quantifiers are checked once, independently of the pattern.
        bound.extend(flat_definitions[def.index()].quantified.iter().map(|variable| slots[variable.index()]));
        let mode = Arc::new(Mode { slots, bound });
        self.known.insert((def, pattern.clone()), mode.clone());
        mode
    }

    /// Slots: one for each class of variables that coincide under the pattern or are equated outside
    /// disjunctions.
    fn slots(&self, def: DefId, pattern: &BindingPattern) -> Vec<usize> {
        let interface = &self.problem.definitions[def.index()].interface;
        let coinciding = pattern.0.iter().enumerate().filter(|(_, entry)| **entry != BOUND);
        let given: Vec<(VarId, VarId)> =
            coinciding.map(|(k, &entry)| (interface[k], interface[entry as usize])).collect();
        aliases(self.problem, self.flat_definitions, def, &given)
    }

    /// Adds the slots that a conjunction binds to `bound`: a least fixpoint.
    pub(super) fn propagate_bindings(
        &mut self,
        literals: &[Literal<R>],
        slots: &[usize],
        bound: &mut FixedBitSet,
    ) {
        loop {
            let before = bound.count_ones(..);
            for literal in literals {
                self.bind(literal, slots, bound);
            }
            if bound.count_ones(..) == before {
                return;
            }
        }
    }

    fn bind(&mut self, literal: &Literal<R>, slots: &[usize], bound: &mut FixedBitSet) {
        match literal {
            Literal::Atom(relation, args, _) => bind_atom(relation, args, slots, bound),
            Literal::Equal(a, b, _) => {
                let (a, b) = (slots[a.index()], slots[b.index()]);
                if bound.contains(a) || bound.contains(b) {
                    bound.extend([a, b]);
                }
            }
            Literal::Unused(a, _) => bound.insert(slots[a.index()]),
            Literal::Differ(..) | Literal::SameSet(..) | Literal::Quantified(_) => {}
            Literal::Call(callee, args, _, _) => self.bind_call(*callee, args, slots, bound),
            Literal::Collect(collect, _) => {
                if collect.outer.iter().all(|outer| bound.contains(slots[outer.index()])) {
                    bound.extend(collect_slots(collect).map(|variable| slots[variable.index()]));
                }
            }
            Literal::Or(branches) => {
                let common = self.common(branches, slots, bound);
                bound.union_with(&common);
            }
        }
    }

    /// The slots that every branch binds, together with those bound before.
    pub(super) fn common(
        &mut self,
        branches: &[Vec<Literal<R>>],
        slots: &[usize],
        bound: &FixedBitSet,
    ) -> FixedBitSet {
        let mut common = FixedBitSet::with_capacity(slots.len());
        common.insert_range(..);
        for branch in branches {
            let mut inside = bound.clone();
            self.propagate_bindings(branch, slots, &mut inside);
            common.intersect_with(&inside);
        }
        common
    }

    fn bind_call(&mut self, callee: DefId, args: &[VarId], slots: &[usize], bound: &mut FixedBitSet) {
        let args: Vec<usize> = args.iter().map(|arg| slots[arg.index()]).collect();
        if args.iter().all(|&slot| bound.contains(slot)) {
            return;
        }
        let mode = self.of(callee, &BindingPattern::of_call(&args, bound));
        let interface = &self.problem.definitions[callee.index()].interface;
        for (&slot, &variable) in args.iter().zip(interface) {
            if mode.binds(variable) {
                bound.insert(slot);
            }
        }
    }

    /// The unbound variables of the root and of its callees, at most [`MAX_UNBOUND`]; empty if the problem is
    /// safe.
    pub(super) fn unbound(&mut self) -> Vec<Unbound> {
        let root = self.problem.root;
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        let width = self.problem.definitions[root.index()].interface.len();
        let mut stack =
            vec![Visit { def: root, pattern: BindingPattern::free(width), collect: None, by: None }];
        let mut paths = CallPaths(Vec::new());
        while let Some(visit) = stack.pop().filter(|_| out.len() < MAX_UNBOUND && !self.is_exceeded()) {
            if seen.insert((visit.def, visit.pattern.clone())) {
                let path = visit.by.map(|(path, origin)| paths.extend(path, origin));
                self.unbound_in(&visit, &paths.origins(path), &mut out);
                let below = stack.len();
                self.push_callees(&self.flat_definitions[visit.def.index()].literals, path, &mut stack);
                stack[below..].reverse();
            }
        }
        out
    }

    fn push_callees(&self, literals: &[Literal<R>], path: Option<usize>, stack: &mut Vec<Visit>) {
        for literal in literals {
            match literal {
                Literal::Call(callee, args, origin, _) => {
                    let pattern = BindingPattern::prefix(args.len(), args.len());
                    stack.push(Visit { def: *callee, pattern, collect: None, by: Some((path, *origin)) });
                }
                Literal::Collect(collect, _) => {
                    let width = self.problem.definitions[collect.body.index()].interface.len();
                    let pattern = BindingPattern::prefix(collect.outer.len(), width);
                    let (def, origin) = (collect.body, collect.origin);
                    stack.push(Visit { def, pattern, collect: Some(origin), by: Some((path, origin)) });
                }
                Literal::Or(branches) => {
                    branches.iter().for_each(|branch| self.push_callees(branch, path, stack));
                }
                Literal::Quantified(witness) => self.push_callees(&witness.body, path, stack),
                _ => {}
            }
        }
    }

    fn unbound_in(&mut self, visit: &Visit, through: &[Origin], out: &mut Vec<Unbound>) {
        let mode = self.of(visit.def, &visit.pattern);
        let flat_definitions = self.flat_definitions;
        let flat_definition = &flat_definitions[visit.def.index()];
        for unbound in &flat_definition.unbound_in_disjuncts {
            let cause = Cause::Disjunct(unbound.origin);
            self.add_private_below(unbound.callee, through, unbound.call, cause, out);
        }
        let mut outside = mode.bound.clone();
        flat_definition.quantified.iter().for_each(|variable| outside.remove(mode.slots[variable.index()]));
        self.unbound_in_quantifiers(&flat_definition.literals, (visit.def, through), (&mode, &outside), out);
        let mut unbound: Vec<VarId> =
            (0..mode.slots.len() as u32).map(VarId).filter(|&variable| !mode.binds(variable)).collect();
        // Unbound copies of a collect that lacks an outer variable follow from that variable, so they are
        // left out.
        let mut waiting = FxHashSet::default();
        waiting_copies(&flat_definition.literals, &mode, &mut waiting);
        if unbound.iter().any(|variable| !waiting.contains(variable)) {
            unbound.retain(|variable| !waiting.contains(variable));
        }
        for variable in unbound.into_iter().take(MAX_UNBOUND.saturating_sub(out.len())) {
            let cause = self.cause(&flat_definition.literals, &mode, variable);
            let cause = match (cause, visit.collect) {
                (Cause::OnlyChecked(_) | Cause::Unmentioned, Some(origin)) => Cause::Collect(origin),
                (cause, _) => cause,
            };
            out.push(Unbound { definition: visit.def, through: through.to_vec(), variable, cause });
        }
    }

    /// Reports the local variables of quantifiers that their bodies do not bind.
    fn unbound_in_quantifiers(
        &mut self,
        literals: &[Literal<R>],
        (definition, through): (DefId, &[Origin]),
        (mode, bound): (&Mode, &FixedBitSet),
        out: &mut Vec<Unbound>,
    ) {
        for literal in literals {
            match literal {
                Literal::Or(branches) => {
                    for branch in branches {
                        let mut inside = bound.clone();
                        self.propagate_bindings(branch, &mode.slots, &mut inside);
                        self.unbound_in_quantifiers(branch, (definition, through), (mode, &inside), out);
                    }
                }
                Literal::Quantified(witness) => {
                    let mut inside = bound.clone();
                    self.propagate_bindings(&witness.body, &mode.slots, &mut inside);
                    let unbound = |variable: &&VarId| !inside.contains(mode.slots[variable.index()]);
                    for &variable in witness.locals.iter().filter(unbound) {
                        let known = Mode { slots: mode.slots.clone(), bound: inside.clone() };
                        let cause = match self.cause(&witness.body, &known, variable) {
                            cause @ (Cause::Disjunct(_) | Cause::Collect(_)) => cause,
                            _ => Cause::Collect(witness.origin),
                        };
                        out.push(Unbound { definition, through: through.to_vec(), variable, cause });
                    }
                    let body = &witness.body;
                    self.unbound_in_quantifiers(body, (definition, through), (mode, &inside), out);
                }
                _ => {}
            }
        }
    }

    /// Reports the private variables of a definition and of all its direct and indirect callees, each once.
    fn add_private_below(
        &self,
        def: DefId,
        through: &[Origin],
        call: Origin,
        cause: Cause,
        out: &mut Vec<Unbound>,
    ) {
        let mut paths = CallPaths(Vec::new());
        let mut reached = vec![(def, paths.extend(None, call))];
        let mut done = 0;
        while let Some(&(next, path)) = reached.get(done) {
            done += 1;
            each_callee(&self.problem.definitions[next.index()].body, &mut |callee, origin| {
                if reached.iter().all(|(known, _)| *known != callee) {
                    reached.push((callee, paths.extend(Some(path), origin)));
                }
            });
        }
        for (definition, path) in reached {
            let Definition { variables, interface, .. } = &self.problem.definitions[definition.index()];
            let private = (0..variables.len() as u32).map(VarId).filter(|v| !interface.contains(v));
            let through = [through, &paths.origins(Some(path))].concat();
            out.extend(private.map(|variable| Unbound {
                definition,
                through: through.clone(),
                variable,
                cause,
            }));
        }
    }

    /// The reason why a variable is unbound: the first disjunct that does not mention it, or else the first
    /// mention.
    fn cause(&mut self, literals: &[Literal<R>], mode: &Mode, variable: VarId) -> Cause {
        let slot = mode.slots[variable.index()];
        let mut first = Cause::Unmentioned;
        for literal in literals {
            let mut mentioned = false;
            literal.each_variable(&mut |v| mentioned |= mode.slots[v.index()] == slot);
            if !mentioned {
                continue;
            }
            match self.cause_in(literal, mode, variable) {
                Cause::Unmentioned => {}
                Cause::OnlyChecked(origin) if first == Cause::Unmentioned => {
                    first = Cause::OnlyChecked(origin);
                }
                Cause::OnlyChecked(_) => {}
                cause => return cause,
            }
        }
        first
    }

    fn cause_in(&mut self, literal: &Literal<R>, mode: &Mode, variable: VarId) -> Cause {
        let slot = mode.slots[variable.index()];
        match literal {
            Literal::Or(branches) => {
                for branch in branches {
                    let mut inside = mode.bound.clone();
                    self.propagate_bindings(branch, &mode.slots, &mut inside);
                    let place = branch.iter().find_map(Literal::origin).or(literal.origin());
                    if let (false, Some(origin)) = (inside.contains(slot), place) {
                        return Cause::Disjunct(origin);
                    }
                }
                Cause::Unmentioned
            }
            Literal::Collect(collect, _) => Cause::Collect(collect.origin),
            Literal::Quantified(witness) => Cause::Collect(witness.origin),
            Literal::Call(callee, args, origin, _) => {
                let slots: Vec<usize> = args.iter().map(|arg| mode.slots[arg.index()]).collect();
                let inner = self.of(*callee, &BindingPattern::of_call(&slots, &mode.bound));
                let position = slots.iter().position(|&other| other == slot);
                let interface = &self.problem.definitions[callee.index()].interface;
                let flat_definitions = self.flat_definitions;
                match position
                    .map(|k| self.cause(&flat_definitions[callee.index()].literals, &inner, interface[k]))
                {
                    Some(cause @ (Cause::Disjunct(_) | Cause::Collect(_))) => cause,
                    _ => Cause::OnlyChecked(*origin),
                }
            }
            _ => literal.origin().map_or(Cause::Unmentioned, Cause::OnlyChecked),
        }
    }
}

/// The copies of collects with an unbound outer variable.
fn waiting_copies<R>(literals: &[Literal<R>], mode: &Mode, out: &mut FxHashSet<VarId>) {
    for literal in literals {
        match literal {
            Literal::Collect(collect, _) if collect.outer.iter().any(|&outer| !mode.binds(outer)) => {
                out.extend(collect_slots(collect));
            }
            Literal::Or(branches) => branches.iter().for_each(|branch| waiting_copies(branch, mode, out)),
            _ => {}
        }
    }
}

fn bind_atom<R: Relation>(relation: &R, args: &[VarId], slots: &[usize], bound: &mut FixedBitSet) {
    for (k, arg) in args.iter().enumerate() {
        let slot = slots[arg.index()];
        if !bound.contains(slot) && access_path(relation, k, bound_positions(args, slots, bound)).is_some() {
            bound.insert(slot);
        }
    }
}

/// The argument positions that are bound.
pub(super) fn bound_positions(args: &[VarId], slots: &[usize], bound: &FixedBitSet) -> ArgSet {
    let positions = args.iter().enumerate().filter(|(_, arg)| bound.contains(slots[arg.index()]));
    positions.fold(ArgSet::default(), |set, (k, _)| set.with(k))
}

/// [`Relation::access_path`], but a position that can be `unused` is never generated.
pub(super) fn access_path<R: Relation>(
    relation: &R,
    target: usize,
    bound: ArgSet,
) -> Option<super::problem::AccessPath> {
    relation.access_path(target, bound).filter(|_| !relation.admits_unused(target))
}

/// The variables that hold the copies of a collect.
pub(super) fn collect_slots(collect: &Collect) -> impl Iterator<Item = VarId> {
    collect.columns.iter().flat_map(|column| column.slots.iter().copied())
}
