//! Random structured problems over random small databases. The search must find the oracle's solutions in the
//! oracle's order, and accept the problems that the rules of binding accept. The order of literals and the
//! names of variables must not matter.

use super::formulas::{
    collected, each_quantifier, each_variable, has_collect, has_empty_or, mark, permuted, reversed,
};
use crate::code::{Code, Op};
use crate::testing::oracle::Oracle;
use crate::testing::tables::{Table, Tuples};
use crate::{
    Budget, Collect, Column, Compiled, Completeness, DefId, Definition, Formula, Origin, Problem, Quantified,
    Value, VarId, VariantGroup,
};
use proptest::prelude::*;
use std::sync::Arc;

/// Choices read from bytes, so that proptest shrinks a problem by shrinking its bytes.
pub(super) struct Draw<'a>(&'a [u8]);

impl Draw<'_> {
    pub(super) fn below(&mut self, n: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first as usize % n
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }
}

/// Writes one definition after the other; calls refer to earlier ones.
pub(super) struct Writer<'a> {
    pub(super) draw: Draw<'a>,
    pub(super) definitions: Vec<Definition<Table>>,
    tables: Vec<Table>,
    origin: u32,
    local: u32,
}

/// The definition being written.
struct Scope {
    variables: u32,
    families: Vec<(u32, u32)>,
    /// The local variables of the surrounding quantifiers.
    locals: Vec<VarId>,
}

/// Local variables of quantifiers are numbered from here until their definition is complete.
const FIRST_LOCAL: u32 = 10_000;

impl Writer<'_> {
    pub(super) fn origin(&mut self) -> Origin {
        self.origin += 1;
        Origin(self.origin)
    }

    fn variable(&mut self, scope: &Scope) -> VarId {
        let pick = self.draw.below(scope.variables as usize + scope.locals.len());
        match pick.checked_sub(scope.variables as usize) {
            Some(local) => scope.locals[local],
            None => VarId(pick as u32),
        }
    }

    fn variables(&mut self, scope: &Scope, n: usize) -> Vec<VarId> {
        (0..n).map(|_| self.variable(scope)).collect()
    }

    fn atom(&mut self, scope: &Scope) -> Formula<Table> {
        let pick = self.draw.below(self.tables.len());
        let table = self.tables[pick].clone();
        let args = self.variables(scope, table.arity);
        Formula::Atom(table, args, self.origin())
    }

    fn formula(&mut self, scope: &mut Scope, depth: usize, spine: bool) -> Formula<Table> {
        match self.draw.below(if depth == 0 { 7 } else { 16 }) {
            0..=2 => self.atom(scope),
            3 => Formula::Equal(self.variable(scope), self.variable(scope), self.origin()),
            4 => Formula::Differ(self.variable(scope), self.variable(scope), self.origin()),
            5 => Formula::Unused(self.variable(scope), self.origin()),
            6 => {
                let (a, b) = (self.draw.below(3), self.draw.below(3));
                Formula::SameSet(self.variables(scope, a), self.variables(scope, b), self.origin())
            }
            7 => Formula::And(self.parts(scope, depth - 1, spine)),
            8 | 9 => Formula::Or(self.parts(scope, depth - 1, false)),
            10 | 11 => self.call(scope),
            12..=14 => self.quantified(scope, depth),
            _ => self.collect(scope, spine),
        }
    }

    fn parts(&mut self, scope: &mut Scope, depth: usize, spine: bool) -> Vec<Formula<Table>> {
        let n = if self.draw.one_in(30) { 0 } else { 2 + self.draw.below(2) };
        (0..n).map(|_| self.formula(scope, depth, spine)).collect()
    }

    fn call(&mut self, scope: &mut Scope) -> Formula<Table> {
        if self.definitions.is_empty() {
            return self.atom(scope);
        }
        let callee = self.draw.below(self.definitions.len());
        let width = self.definitions[callee].interface.len();
        let args = self.variables(scope, width);
        Formula::Call(DefId(callee as u32), args, self.origin())
    }

    /// A collect over one local family, sometimes the same as an earlier one's.
    fn collect(&mut self, scope: &mut Scope, spine: bool) -> Formula<Table> {
        if !scope.locals.is_empty() {
            return self.quantified(scope, 1);
        }
        let outer_count = self.draw.below(2);
        let outer = self.variables(scope, outer_count);
        let extra = self.draw.below(3);
        let reuse = self.draw.one_in(2);
        let (start, limit, shared) = match scope.families.first() {
            Some(&(start, limit)) if reuse => (start, limit, true),
            _ => {
                let limit = 1 + self.draw.below(2) as u32;
                scope.families.push((scope.variables, limit));
                scope.variables += limit;
                (scope.variables - limit, limit, reuse)
            }
        };
        let private = u32::from(spine && extra == 1);
        let interface = outer.len() as u32 + 1;
        let mut inner = Scope { variables: interface + private, families: Vec::new(), locals: Vec::new() };
        let parts = 1 + self.draw.below(2);
        let mut body: Vec<_> = (0..parts).map(|_| self.formula(&mut inner, 1, true)).collect();
        let guarded = (0..inner.variables).map(VarId).filter(|v| v.index() >= outer.len());
        for local in guarded.collect::<Vec<_>>() {
            body.push(Formula::Atom(self.tables[0].clone(), vec![local], self.origin()));
        }
        let body = self.define(Formula::And(body), inner.variables, interface);
        let columns = vec![Column { slots: (start..start + limit).map(VarId).collect(), shared }];
        Formula::Collect(Collect { limit, body, outer, columns, origin: self.origin() })
    }

    /// A quantifier with up to two local variables, most of which its body binds.
    fn quantified(&mut self, scope: &mut Scope, depth: usize) -> Formula<Table> {
        let locals: Vec<VarId> = (0..self.draw.below(3)).map(|_| self.local()).collect();
        let around = scope.locals.len();
        scope.locals.extend(&locals);
        let mut body: Vec<_> =
            (0..1 + self.draw.below(2)).map(|_| self.formula(scope, depth - 1, false)).collect();
        for &local in &locals {
            let other = self.variable(scope);
            let origin = self.origin();
            body.push(match self.draw.below(5) {
                0 => Formula::Atom(self.tables[1].clone(), vec![local, other], origin),
                1 => Formula::Equal(local, other, origin),
                2 => {
                    let bound = Formula::Atom(self.tables[0].clone(), vec![local], origin);
                    Formula::Or(vec![bound, Formula::Unused(local, self.origin())])
                }
                _ => Formula::Atom(self.tables[0].clone(), vec![local], origin),
            });
        }
        scope.locals.truncate(around);
        Formula::Quantified(Quantified {
            wanted: self.draw.one_in(2),
            body: Box::new(Formula::And(body)),
            looked_at: if self.draw.one_in(2) { locals.clone() } else { Vec::new() },
            locals,
            origin: self.origin(),
        })
    }

    /// A variable of a quantifier; it gets its number when its definition is complete.
    fn local(&mut self) -> VarId {
        self.local += 1;
        VarId(FIRST_LOCAL + self.local)
    }

    /// Another definition of the same formula with a different interface.
    fn variant(&mut self, def: DefId) {
        let of = &mut self.definitions[def.index()];
        of.variants = Some(VariantGroup(def.0));
        let mut variant = of.clone();
        let mut own = variant.variables.len();
        each_quantifier(&variant.body, &mut |quantified| own -= quantified.locals.len());
        let most = own - usize::from(variant.interface.len() == own);
        let shown = if self.draw.one_in(6) { 0 } else { 1 + self.draw.below(most.max(1)) as u32 };
        variant.interface = (0..shown).map(VarId).collect();
        self.definitions.push(variant);
    }

    /// Variants of one formula with different interfaces: variables of their own and of a callee.
    fn kin(&mut self) -> Vec<DefId> {
        let mut scope = Scope { variables: 2, families: Vec::new(), locals: Vec::new() };
        let mut body = vec![self.atom(&scope)];
        if self.draw.one_in(2) {
            body.push(self.formula(&mut scope, 1, false));
        }
        let [whole, half] = [2, 1].map(|interface| {
            let body = Formula::And(body.clone());
            self.define(body, scope.variables, interface)
        });
        let named = 1 + self.draw.below(2) as u32;
        scope.variables = named;
        let mut parts: Vec<_> = (0..self.draw.below(3)).map(|_| self.atom(&scope)).collect();
        let arg = self.variable(&scope);
        let at = self.draw.below(parts.len() + 1);
        let mut kin = Vec::new();
        for (callee, private) in [(whole, 1), (half, 0)] {
            let args = [arg, VarId(named)][..=private].to_vec();
            parts.insert(at, Formula::Call(callee, args, self.origin()));
            let most = named + private as u32;
            for interface in 0..=most {
                kin.push(self.define(Formula::And(parts.clone()), most, interface));
            }
            parts.remove(at);
        }
        for (family, defs) in [(0, &[whole, half][..]), (1, &kin)] {
            defs.iter().for_each(|def| self.definitions[def.index()].variants = Some(VariantGroup(family)));
        }
        kin
    }

    /// Makes a definition projected at random, unless it is the root or the body of a collect.
    pub(super) fn perhaps_projected(&mut self, def: DefId) {
        self.definitions[def.index()].is_projected = self.draw.one_in(4);
    }

    pub(super) fn define(&mut self, mut body: Formula<Table>, mut variables: u32, interface: u32) -> DefId {
        let mut locals = Vec::new();
        each_variable(&mut body, &mut |variable| {
            if variable.0 > FIRST_LOCAL {
                let at = locals.iter().position(|local| local == variable).unwrap_or_else(|| {
                    locals.push(*variable);
                    locals.len() - 1
                });
                *variable = VarId(variables + at as u32);
            }
        });
        variables += locals.len() as u32;
        let mut mentioned = vec![false; variables as usize];
        mark(&body, &mut mentioned);
        let mut parts = vec![body];
        for (variable, _) in mentioned.iter().enumerate().filter(|(_, mentioned)| !**mentioned) {
            let table = self.tables[0].clone();
            parts.push(Formula::Atom(table, vec![VarId(variable as u32)], self.origin()));
        }
        let body = Formula::And(parts);
        let names = (0..variables).map(|v| format!("v{v}")).collect();
        let interface = (0..interface).map(VarId).collect();
        let name = format!("D{}", self.definitions.len());
        let (formula, is_projected) = (None, false);
        let variables = names;
        self.definitions.push(Definition {
            name,
            variables,
            interface,
            body,
            variants: formula,
            is_projected,
        });
        DefId(self.definitions.len() as u32 - 1)
    }

    pub(super) fn definition(&mut self, last: bool) -> DefId {
        let mut scope =
            Scope { variables: 1 + self.draw.below(3) as u32, families: Vec::new(), locals: Vec::new() };
        let named = scope.variables;
        let parts = 1 + self.draw.below(3);
        let mut body: Vec<_> = (0..parts).map(|_| self.formula(&mut scope, 2, true)).collect();
        // Sometimes all solutions of a definition are requested first.
        if last && !self.definitions.is_empty() && self.draw.one_in(2) {
            let callee = self.definitions.len() - 1;
            let width = self.definitions[callee].interface.len() as u32;
            let fresh = (scope.variables..scope.variables + width).map(VarId).collect();
            scope.variables += width;
            body.insert(0, Formula::Call(DefId(callee as u32), fresh, self.origin()));
        }
        let private =
            if last { scope.variables } else { named - self.draw.below(2).min(named as usize - 1) as u32 };
        // Mostly safe: binds variables that nothing else may bind.
        for variable in 0..named {
            if self.draw.below(3) > 0 {
                let table = self.tables[0].clone();
                body.push(Formula::Atom(table, vec![VarId(variable)], self.origin()));
            }
        }
        let interface = if last { 0 } else { private };
        self.define(Formula::And(body), scope.variables, interface)
    }
}

pub(super) fn problem(bytes: &[u8]) -> (Problem<Table>, Tuples) {
    let (mut writer, database) = writer(bytes);
    let helpers = writer.draw.below(3);
    for _ in 0..helpers {
        let def = writer.definition(false);
        writer.perhaps_projected(def);
        if writer.draw.one_in(2) {
            writer.variant(def);
        }
    }
    let root = writer.definition(true);
    (Problem { definitions: writer.definitions, root }, database)
}

/// A problem that requests all solutions of a definition, and then some of them by calls with more bound
/// variables or another interface.
fn widened(bytes: &[u8]) -> (Problem<Table>, Tuples) {
    let (mut writer, database) = writer(bytes);
    let callees = writer.kin();
    let width = |writer: &Writer<'_>, def: DefId| writer.definitions[def.index()].interface.len();
    let showing: Vec<DefId> = callees.iter().copied().filter(|def| width(&writer, *def) > 0).collect();
    let first = showing[writer.draw.below(showing.len())];
    let mut root =
        Scope { variables: width(&writer, first) as u32, families: Vec::new(), locals: Vec::new() };
    let args = (0..root.variables).map(VarId).collect();
    let mut parts = vec![Formula::Call(first, args, writer.origin())];
    for _ in 0..1 + writer.draw.below(3) {
        let callee = callees[writer.draw.below(callees.len())];
        let count = width(&writer, callee);
        if writer.draw.one_in(3) {
            let mut args = writer.variables(&root, count);
            if count > 0 && writer.draw.one_in(2) {
                let free = writer.draw.below(count);
                args[free] = VarId(root.variables);
                root.variables += 1;
            }
            parts.push(Formula::Call(callee, args, writer.origin()));
            continue;
        }
        // There is none with some outer variables.
        let mut inner = Scope { variables: root.variables, families: Vec::new(), locals: Vec::new() };
        let mut args = writer.variables(&inner, count);
        for arg in &mut args {
            if writer.draw.one_in(2) {
                *arg = writer.local();
                inner.locals.push(*arg);
            }
        }
        let mut body = vec![Formula::Call(callee, args, writer.origin())];
        if writer.draw.one_in(2) {
            body.push(writer.atom(&inner));
        }
        let (body, locals) = (Box::new(Formula::And(body)), inner.locals);
        let looked_at = if writer.draw.one_in(2) { locals.clone() } else { Vec::new() };
        let (wanted, origin) = (false, writer.origin());
        parts.push(Formula::Quantified(Quantified { wanted, body, locals, looked_at, origin }));
    }
    let root = writer.define(Formula::And(parts), root.variables, 0);
    (Problem { definitions: writer.definitions, root }, database)
}

pub(super) fn writer(bytes: &[u8]) -> (Writer<'_>, Tuples) {
    let mut draw = Draw(bytes);
    let size = 1 + draw.below(3) as u32;
    let flat_definitions =
        [(1, true, false), (2, true, false), (2, true, false), (2, false, false), (2, false, true)];
    let sloppy = draw.one_in(4);
    let mut tables = Vec::new();
    let mut tuples = Vec::new();
    for (id, (arity, binds, lax)) in flat_definitions.into_iter().enumerate() {
        let exact = !sloppy && draw.one_in(2);
        tables.push(Table { id, arity, binds, lax, exact, mood: draw.below(256) as u64 });
        let width = size as usize + usize::from(lax);
        let mut rows = Vec::new();
        for number in 0..width.pow(arity as u32) {
            let value = |k: usize| number / width.pow(k as u32) % width;
            let unused = |k: usize| value(k) == size as usize;
            let keep = draw.below(5) < 3 && (0..arity - 1).all(|k| !unused(k));
            let tuple = (0..arity).map(|k| if unused(k) { Value::UNUSED } else { Value(value(k) as u32) });
            rows.extend(keep.then(|| tuple.collect::<Vec<_>>()));
        }
        tuples.push(rows);
    }
    let database = Tuples { size, tables: tuples, sloppy };
    (Writer { draw, definitions: Vec::new(), tables, origin: 0, local: 0 }, database)
}

/// The solutions, flattened; `None` when the problem is rejected.
fn solve(problem: &Problem<Table>, database: &Tuples) -> Option<Vec<Vec<Value>>> {
    let compiled = Compiled::new(problem.clone()).ok()?;
    let solutions = compiled.solve(database, Budget::default());
    assert_eq!(solutions.completeness, Completeness::Complete);
    // Explained searches run plans without inlining.
    let (explained, _) = compiled.search::<true, _>(database, Budget::default(), |search| search.root(&[]));
    assert_eq!(explained.assignments, solutions.assignments, "explained, {problem:#?} in {database:?}");
    let is_met = |clause: &Vec<Table>| clause.iter().any(|relation| !database.tables[relation.id].is_empty());
    let may = compiled.necessary(|_| true).iter().all(is_met);
    assert!(may || solutions.assignments.is_empty(), "what {problem:#?} needs is not in {database:?}");
    Some(solutions.assignments.iter().map(|row| row.to_vec()).collect())
}

/// Whether the oracle can solve the problem in reasonable time.
fn affordable(oracle: &Oracle<Table>, database: &Tuples) -> bool {
    oracle.cost(database.size) <= 500_000.0
}

fn check((problem, database): (Problem<Table>, Tuples)) {
    let oracle = Oracle::new(&problem);
    let found = solve(&problem, &database);
    if !problem.definitions.iter().any(|definition| has_empty_or(&definition.body)) {
        assert_eq!(found.is_some(), oracle.safe(), "binding of {problem:#?}");
    }
    if let (Some(found), true) = (found, affordable(&oracle, &database)) {
        assert_eq!(found, oracle.solutions(&database), "solutions of {problem:#?} in {database:?}");
    }
}

/// The values of the root's own variables.
fn own(problem: &Problem<Table>, database: &Tuples) -> Option<Vec<Vec<Value>>> {
    let compiled = Compiled::new(problem.clone()).ok()?;
    let found = compiled.solve(database, Budget::default()).assignments;
    let own = |assignment: &Arc<[Value]>| {
        let placed = (0..assignment.len()).filter_map(|at| Some((compiled.variable_at(at)?, assignment[at])));
        let mut own: Vec<(VarId, Value)> = placed.collect();
        own.sort();
        own.into_iter().map(|(_, value)| value).collect()
    };
    let mut rows: Vec<Vec<Value>> = found.iter().map(own).collect();
    rows.sort();
    Some(rows)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_search_finds_what_the_definition_says(bytes in prop::collection::vec(any::<u8>(), 60..260)) {
        check(problem(&bytes));
    }

    #[test]
    fn what_is_known_from_a_wider_call_is_what_a_search_finds(
        bytes in prop::collection::vec(any::<u8>(), 60..160),
    ) {
        check(widened(&bytes));
    }

    #[test]
    fn the_order_of_literals_does_not_matter(
        bytes in prop::collection::vec(any::<u8>(), 60..260),
        by in 1usize..6,
    ) {
        let (problem, database) = problem(&bytes);
        let mut other = problem.clone();
        // The order of first appearance in a body numbers the copies of a collect, so bodies stay unchanged.
        let collected = collected(&problem);
        for (k, definition) in other.definitions.iter_mut().enumerate() {
            if !collected.contains(&DefId(k as u32)) {
                definition.body = permuted(&definition.body, by);
            }
        }
        prop_assert_eq!(own(&problem, &database), own(&other, &database));
    }

    #[test]
    fn the_numbers_of_variables_do_not_matter(bytes in prop::collection::vec(any::<u8>(), 60..260)) {
        let (problem, database) = problem(&bytes);
        let mut other = problem.clone();
        other.definitions.iter_mut().for_each(reversed);
        prop_assert_eq!(solve(&problem, &database), solve(&other, &database));
    }
}

/// The random problems are significant: many are accepted and have solutions, calls and collects.
#[test]
fn random_problems_are_interesting() {
    let mut state = 7u64;
    let (mut accepted, mut solved, mut collecting, mut widened, mut quantified) = (0, 0, 0, 0, 0);
    let mut inlined = 0;
    for _ in 0..1200 {
        let bytes: Vec<u8> = (0..200)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as u8
            })
            .collect();
        let (problem, database) = problem(&bytes);
        if let Some(found) = solve(&problem, &database) {
            accepted += 1;
            solved += usize::from(!found.is_empty());
            collecting += usize::from(has_collect(&problem) && !found.is_empty());
            let mut decides = false;
            let definitions = problem.definitions.iter();
            definitions.for_each(|definition| each_quantifier(&definition.body, &mut |_| decides = true));
            quantified += usize::from(decides && !found.is_empty());
            let compiled = Compiled::new(problem).unwrap();
            widened += usize::from(!compiled.code.lookups.is_empty());
            inlined += usize::from(calls(compiled.code::<false>()) < calls(compiled.code::<true>()));
        }
    }
    assert!(accepted > 150 && solved > 60 && collecting > 15, "{accepted} {solved} {collecting}");
    assert!(widened > 10 && quantified > 15 && inlined > 30, "{widened} {quantified} {inlined}");
}

/// The number of calls in all programs.
pub(super) fn calls(code: &Code<Table>) -> usize {
    let ops = code.programs.iter().flat_map(|program| &program.get().ops);
    ops.filter(|op| matches!(op, Op::Call(_))).count()
}
