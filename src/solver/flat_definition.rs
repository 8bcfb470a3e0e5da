//! Flat definitions: a formula as a list of literals, the input of modes and plans.
//!
//! In: `And([p, And([q, Or([r, Or([])])])])`. Out: `p, q, r`. Nested conjunctions are flattened, false
//! branches are dropped, and a disjunction of one branch becomes that branch. Any remaining disjunction has
//! at least two branches, or none if it is false. A call in such a branch must not have private variables,
//! since the other branches leave them unbound; [`FlatDefinition::unbound_in_disjuncts`] lists the offending
//! calls.

use super::problem::{Collect, DefId, Definition, Formula, Origin, Problem, Quantified, VarId};
use serde::{Deserialize, Serialize};

/// A literal of a conjunction.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Literal<R> {
    /// A relation holds.
    Atom(R, Vec<VarId>, Origin),
    /// Same value.
    Equal(VarId, VarId, Origin),
    /// Different values.
    Differ(VarId, VarId, Origin),
    /// No value.
    Unused(VarId, Origin),
    /// Same sets of used values.
    SameSet(Vec<VarId>, Vec<VarId>, Origin),
    /// A call. The site numbers the calls whose rows are part of the definition's row: those outside
    /// disjunctions whose callee is not projected.
    Call(DefId, Vec<VarId>, Origin, Option<usize>),
    /// All solutions of a body. The site numbers the collects outside disjunctions.
    Collect(Collect, Option<usize>),
    /// At least one branch holds. Never has exactly one branch.
    Or(Vec<Vec<Literal<R>>>),
    /// A quantifier.
    Quantified(Witness<R>),
}

/// A quantifier with a flattened body.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Witness<R> {
    /// `true`: a witness must exist; `false`: no witness may exist.
    pub(super) wanted: bool,
    /// The literals that a witness satisfies; `None` means false.
    pub(super) body: Vec<Literal<R>>,
    /// The variables fixed from outside, in the order written, each once.
    pub(super) outer: Vec<VarId>,
    /// The variables it quantifies over, without those of nested quantifiers.
    pub(super) locals: Vec<VarId>,
    /// If not empty, at least one of these variables must hold a value in a witness.
    pub(super) looked_at: Vec<VarId>,
    /// Its place in the text.
    pub(super) origin: Origin,
}

impl<R> Literal<R> {
    /// Calls `visit` with every variable that the literal mentions, in the order written, except the local
    /// variables of a quantifier.
    pub(super) fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Literal::Atom(_, args, _) | Literal::Call(_, args, _, _) => args.iter().copied().for_each(visit),
            Literal::Equal(a, b, _) | Literal::Differ(a, b, _) => [*a, *b].into_iter().for_each(visit),
            Literal::Unused(a, _) => visit(*a),
            Literal::SameSet(a, b, _) => a.iter().chain(b).copied().for_each(visit),
            Literal::Collect(collect, _) => {
                collect.outer.iter().copied().for_each(&mut *visit);
                for column in &collect.columns {
                    column.slots.iter().copied().for_each(&mut *visit);
                }
            }
            Literal::Or(branches) => {
                branches.iter().flatten().for_each(|literal| literal.each_variable(visit));
            }
            Literal::Quantified(witness) => witness.outer.iter().copied().for_each(visit),
        }
    }

    /// The number of literals that it counts as in a near miss: for a call, the callee's weight.
    pub(super) fn weight(&self, flat_definitions: &[FlatDefinition<R>]) -> u64 {
        match self {
            Literal::Call(callee, ..) => flat_definitions[callee.index()].weight,
            _ => 1,
        }
    }

    /// The place of its first literal; `None` for a disjunction without literals.
    pub(super) fn origin(&self) -> Option<Origin> {
        match self {
            Literal::Atom(_, _, origin)
            | Literal::Equal(_, _, origin)
            | Literal::Differ(_, _, origin)
            | Literal::Unused(_, origin)
            | Literal::SameSet(_, _, origin)
            | Literal::Call(_, _, origin, _) => Some(*origin),
            Literal::Collect(collect, _) => Some(collect.origin),
            Literal::Quantified(witness) => Some(witness.origin),
            Literal::Or(branches) => branches.iter().flatten().find_map(Literal::origin),
        }
    }
}

/// A call or collect with private variables inside a disjunction: another branch leaves them unbound.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct UnboundInDisjunct {
    /// The callee, or the body of the collect.
    pub(super) callee: DefId,
    /// The place of the call or collect.
    pub(super) call: Origin,
    /// The place of a branch that leaves the variables unbound; without one, that of the call.
    pub(super) origin: Origin,
}

/// A mention of a variable, call or collect. The mentions of a formula determine the order of first
/// appearance of variables in the expanded formula.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Mention {
    /// A variable.
    Variable(VarId),
    /// A call, with its site if the row of the callee is part of the definition's row.
    Call(DefId, Vec<VarId>, Option<usize>),
    /// A collect, with its site if its rows are part of the definition's row.
    Collect(Collect, Option<usize>),
}

/// A mention, or all mentions in a quantifier.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum MentionTree {
    /// Outside every quantifier.
    Plain(Mention),
    /// Mentions in the body of a quantifier, and its local variables.
    Quantified(Vec<MentionTree>, Vec<VarId>),
}

/// A flattened definition.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct FlatDefinition<R> {
    /// The literals, all of which must hold.
    pub(super) literals: Vec<Literal<R>>,
    /// All mentions in the definition, those in dropped branches included.
    pub(super) mentions: Vec<MentionTree>,
    /// Number of call sites.
    pub(super) calls: usize,
    /// Number of collect sites.
    pub(super) collects: usize,
    /// The number of literals, those of callees included.
    pub(super) weight: u64,
    /// Pairs of interface positions whose variables are equal in every row.
    pub(super) equated: Vec<(usize, usize)>,
    /// Calls and collects whose private variables no order of evaluation can bind.
    pub(super) unbound_in_disjuncts: Vec<UnboundInDisjunct>,
    /// The local variables of quantifiers, which are not part of a row.
    pub(super) quantified: Vec<VarId>,
}

/// The flat definitions of a problem, by [`DefId`].
pub(super) fn flat_definitions<R: Clone>(problem: &Problem<R>) -> Vec<FlatDefinition<R>> {
    let private = private_parts(problem);
    let projected: Vec<bool> = problem.definitions.iter().map(|d| d.is_projected).collect();
    let flatten = |definition: &Definition<R>| {
        let mut flat = Flattener {
            private: &private,
            projected: &projected,
            mentions: Vec::new(),
            calls: 0,
            collects: 0,
            unbound_in_disjuncts: Vec::new(),
            quantified: Vec::new(),
        };
        let falsehood = || vec![Literal::Or(Vec::new())];
        let literals = flat.conjunction(&definition.body, true).unwrap_or_else(falsehood);
        FlatDefinition {
            literals,
            mentions: flat.mentions,
            calls: flat.calls,
            collects: flat.collects,
            equated: Vec::new(),
            weight: 0,
            unbound_in_disjuncts: flat.unbound_in_disjuncts,
            quantified: flat.quantified,
        }
    };
    let mut flat_definitions: Vec<FlatDefinition<R>> = problem.definitions.iter().map(flatten).collect();
    for def in callees_first(problem) {
        let slots = aliases(problem, &flat_definitions, def, &[]);
        let interface = &problem.definitions[def.index()].interface;
        let slot = |k: usize| slots[interface[k].index()];
        let first = |k: usize| (0..k).find(|&other| slot(other) == slot(k));
        let literals = &flat_definitions[def.index()].literals;
        let weight = literals
            .iter()
            .fold(0, |sum: u64, literal| sum.saturating_add(literal.weight(&flat_definitions)));
        flat_definitions[def.index()].weight = weight;
        flat_definitions[def.index()].equated =
            (0..interface.len()).filter_map(|k| Some((first(k)?, k))).collect();
    }
    flat_definitions
}

/// The least variable that each variable of a definition equals in every row. Considers the pairs `given` and
/// the equalities outside disjunctions, in the definition and in its callees.
pub(super) fn aliases<R>(
    problem: &Problem<R>,
    flat_definitions: &[FlatDefinition<R>],
    def: DefId,
    given: &[(VarId, VarId)],
) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..problem.definitions[def.index()].variables.len()).collect();
    let mut unite = |a: VarId, b: VarId| {
        let (a, b) = (representative(&mut parents, a.index()), representative(&mut parents, b.index()));
        parents[a.max(b)] = a.min(b);
    };
    given.iter().for_each(|&(a, b)| unite(a, b));
    for literal in &flat_definitions[def.index()].literals {
        match literal {
            Literal::Equal(a, b, _) => unite(*a, *b),
            Literal::Call(callee, args, _, _) => {
                flat_definitions[callee.index()].equated.iter().for_each(|&(j, k)| unite(args[j], args[k]));
            }
            _ => {}
        }
    }
    (0..parents.len()).map(|variable| representative(&mut parents, variable)).collect()
}

fn representative(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}

/// Definitions in topological order, callees first. Not recursive, since chains of calls can be arbitrarily
/// long.
pub(super) fn callees_first<R>(problem: &Problem<R>) -> Vec<DefId> {
    let mut order = Vec::new();
    let mut entered = vec![false; problem.definitions.len()];
    let mut stack: Vec<(u32, bool)> = (0..problem.definitions.len() as u32).map(|def| (def, false)).collect();
    while let Some((def, done)) = stack.pop() {
        if done {
            order.push(DefId(def));
        } else if !std::mem::replace(&mut entered[def as usize], true) {
            stack.push((def, true));
            each_callee(&problem.definitions[def as usize].body, &mut |callee, _| {
                stack.push((callee.0, false))
            });
        }
    }
    order
}

/// The length of the longest chain of definitions that call or collect each other.
pub(super) fn depth<R>(problem: &Problem<R>) -> usize {
    let mut depths = vec![1; problem.definitions.len()];
    for def in callees_first(problem) {
        let mut deepest = 0;
        each_callee(&problem.definitions[def.index()].body, &mut |callee, _| {
            deepest = deepest.max(depths[callee.index()]);
        });
        depths[def.index()] = deepest + 1;
    }
    depths.into_iter().max().unwrap_or(0)
}

/// For each definition, whether it or one of its direct or indirect callees contains a collect, whose limit
/// could be exceeded.
pub(super) fn with_limits<R>(problem: &Problem<R>) -> Vec<bool> {
    let mut limited = vec![false; problem.definitions.len()];
    for def in callees_first(problem) {
        let body = &problem.definitions[def.index()].body;
        let mut has_limit = false;
        each_collect(body, &mut |_| has_limit = true);
        each_callee(body, &mut |callee, _| has_limit |= limited[callee.index()]);
        limited[def.index()] = has_limit;
    }
    limited
}

/// For each definition, whether its rows hold values besides those of its interface, callees included.
fn private_parts<R>(problem: &Problem<R>) -> Vec<bool> {
    let mut private = vec![false; problem.definitions.len()];
    for def in callees_first(problem) {
        let definition = &problem.definitions[def.index()];
        let mut own = definition.variables.len() - definition.interface.len();
        each_quantified(&definition.body, &mut |quantified| own -= quantified.locals.len());
        let mut found = own > 0;
        each_row_part(&definition.body, &mut |callee| found |= private[callee.index()]);
        private[def.index()] = found && !definition.is_projected;
    }
    private
}

/// Calls `visit` with the callees whose rows are part of a formula's row: those outside quantifiers.
fn each_row_part<R>(formula: &Formula<R>, visit: &mut dyn FnMut(DefId)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| each_row_part(part, visit)),
        Formula::Call(callee, ..) => visit(*callee),
        Formula::Collect(collect) => visit(collect.body),
        _ => {}
    }
}

/// Calls `visit` with each definition that a formula calls or collects, and the place of the call or collect.
pub(super) fn each_callee<R>(formula: &Formula<R>, visit: &mut dyn FnMut(DefId, Origin)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| each_callee(part, visit)),
        Formula::Call(callee, _, origin) => visit(*callee, *origin),
        Formula::Collect(collect) => visit(collect.body, collect.origin),
        Formula::Quantified(quantified) => each_callee(&quantified.body, visit),
        _ => {}
    }
}

/// Calls `visit` with the quantifiers of a formula, nested ones included.
fn each_quantified<R>(formula: &Formula<R>, visit: &mut dyn FnMut(&Quantified<R>)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_quantified(part, visit));
        }
        Formula::Quantified(quantified) => {
            visit(quantified);
            each_quantified(&quantified.body, visit);
        }
        _ => {}
    }
}

fn each_collect<R>(formula: &Formula<R>, visit: &mut dyn FnMut(&Collect)) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| each_collect(part, visit)),
        Formula::Collect(collect) => visit(collect),
        Formula::Quantified(quantified) => each_collect(&quantified.body, visit),
        _ => {}
    }
}

/// The state of flattening one definition.
struct Flattener<'a> {
    private: &'a [bool],
    projected: &'a [bool],
    mentions: Vec<MentionTree>,
    calls: usize,
    collects: usize,
    unbound_in_disjuncts: Vec<UnboundInDisjunct>,
    quantified: Vec<VarId>,
}

impl Flattener<'_> {
    /// The literals of a formula, or `None` if it is false. `spine`: the formula stands outside every
    /// disjunction.
    fn conjunction<R: Clone>(&mut self, formula: &Formula<R>, spine: bool) -> Option<Vec<Literal<R>>> {
        let mut out = Vec::new();
        self.append(formula, spine, &mut out).then_some(out)
    }

    /// Appends the literals of a formula to `out`. Returns whether the formula can be true.
    fn append<R: Clone>(&mut self, formula: &Formula<R>, spine: bool, out: &mut Vec<Literal<R>>) -> bool {
        let literal = match formula {
            Formula::And(parts) => {
                let mut possible = true;
                // No early exit: parts after a false one still count as mentioned.
                for part in parts {
                    possible &= self.append(part, spine, out);
                }
                return possible;
            }
            Formula::Or(branches) => return self.disjunction(branches, spine, out),
            Formula::Atom(relation, args, origin) => Literal::Atom(relation.clone(), args.clone(), *origin),
            Formula::Equal(a, b, origin) => Literal::Equal(*a, *b, *origin),
            Formula::Differ(a, b, origin) => Literal::Differ(*a, *b, *origin),
            Formula::Unused(a, origin) => Literal::Unused(*a, *origin),
            Formula::SameSet(a, b, origin) => Literal::SameSet(a.clone(), b.clone(), *origin),
            Formula::Call(callee, args, origin) => {
                let has_row = spine && !self.projected[callee.index()];
                let site = has_row.then(|| post_increment(&mut self.calls));
                self.mention(Mention::Call(*callee, args.clone(), site));
                out.push(Literal::Call(*callee, args.clone(), *origin, site));
                return true;
            }
            Formula::Collect(collect) => {
                let site = spine.then(|| post_increment(&mut self.collects));
                self.mention(Mention::Collect(collect.clone(), site));
                out.push(Literal::Collect(collect.clone(), site));
                return true;
            }
            Formula::Quantified(quantified) => {
                out.push(Literal::Quantified(self.witness(quantified)));
                return true;
            }
        };
        literal.each_variable(&mut |variable| self.mention(Mention::Variable(variable)));
        out.push(literal);
        true
    }

    fn mention(&mut self, mention: Mention) {
        self.mentions.push(MentionTree::Plain(mention));
    }

    /// Flattens a quantifier. Its calls and collects are not part of a row.
    fn witness<R: Clone>(&mut self, quantified: &Quantified<R>) -> Witness<R> {
        let Quantified { wanted, ref body, ref locals, ref looked_at, origin } = *quantified;
        let mentions = std::mem::take(&mut self.mentions);
        let body = self.conjunction(body, false).unwrap_or_else(|| vec![Literal::Or(Vec::new())]);
        let inside = std::mem::replace(&mut self.mentions, mentions);
        self.mentions.push(MentionTree::Quantified(inside, locals.clone()));
        self.quantified.extend(locals);
        let mut outer = indexmap::IndexSet::new();
        for literal in &body {
            literal.each_variable(&mut |variable| {
                outer.insert(variable);
            });
        }
        let outer = outer.into_iter().filter(|variable| !locals.contains(variable)).collect();
        let (locals, looked_at) = (locals.clone(), looked_at.clone());
        Witness { wanted, body, outer, locals, looked_at, origin }
    }

    fn disjunction<R: Clone>(
        &mut self,
        branches: &[Formula<R>],
        spine: bool,
        out: &mut Vec<Literal<R>>,
    ) -> bool {
        let alone = branches.iter().filter(|branch| !is_false(branch)).count() == 1;
        let mut flat = Vec::new();
        for branch in branches {
            if is_false(branch) {
                self.conjunction(branch, false);
            } else if alone {
                self.append(branch, spine, out);
            } else {
                flat.extend(self.conjunction(branch, false));
            }
        }
        if alone {
            return true;
        }
        self.find_unbound_in_disjuncts(&flat);
        let possible = !flat.is_empty();
        out.push(Literal::Or(flat));
        possible
    }

    fn find_unbound_in_disjuncts<R>(&mut self, branches: &[Vec<Literal<R>>]) {
        for (k, branch) in branches.iter().enumerate() {
            for literal in branch {
                let (callee, origin) = match literal {
                    Literal::Call(callee, _, origin, _) => (*callee, *origin),
                    Literal::Collect(collect, _) => (collect.body, collect.origin),
                    _ => continue,
                };
                if self.private[callee.index()] {
                    let other = branches.iter().enumerate().filter(|&(j, _)| j != k);
                    let elsewhere = other.flat_map(|(_, branch)| branch).find_map(Literal::origin);
                    self.unbound_in_disjuncts.push(UnboundInDisjunct {
                        callee,
                        call: origin,
                        origin: elsewhere.unwrap_or(origin),
                    });
                }
            }
        }
    }
}

/// Increments the counter and returns its old value.
fn post_increment(counter: &mut usize) -> usize {
    *counter += 1;
    *counter - 1
}

/// Whether a formula is false for every interpretation of its atoms.
fn is_false<R>(formula: &Formula<R>) -> bool {
    match formula {
        Formula::And(parts) => parts.iter().any(is_false),
        Formula::Or(branches) => branches.iter().all(is_false),
        _ => false,
    }
}
