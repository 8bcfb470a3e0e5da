//! The meaning of formulas over a function, transcribed from the definition of the language.
//!
//! The evaluation shares no code with the engine: it searches graphs again for each query, skips casts
//! itself, and assigns variables one by one. Three-valued logic refutes partial assignments early, so that
//! trying all assignments of a small specification over a small function is feasible.

use ir::{Constant, Effects, Flags, Model, Opcode, ValueId, ValueKind};
use lang::candl::atom_table::{AtomKind, DominanceKind, FlowKind};
use lang::candl::core::{AtomRelation, CoreAtom, Symbol, VarName};
use lang::candl::expand::{ExpandedCollect, ExpandedFormula, ExpandedQuantified};
use std::collections::{BTreeMap, BTreeSet};

/// An assignment; the value `None` is `unused`.
pub(crate) type Assignment = BTreeMap<VarName, Option<ValueId>>;

/// A truth value; `None` if the assigned variables do not decide it.
type Truth = Option<bool>;

/// Whether this module defines the meaning of a formula. Other relations are compared with their definitions
/// in `src/lang/atoms/definition_test.rs`; the solver's oracle tests nested collects, whose copies are
/// numbered.
pub(crate) fn is_defined(formula: &ExpandedFormula) -> bool {
    use AtomKind::*;
    match formula {
        ExpandedFormula::And(parts) | ExpandedFormula::Or(parts) => parts.iter().all(is_defined),
        ExpandedFormula::Quantified(quantified) => {
            is_defined(&quantified.body) && !super::collects(&quantified.body)
        }
        ExpandedFormula::Hidden(hidden) => is_defined(&hidden.body),
        ExpandedFormula::Collect(collect) => is_defined(&collect.body) && !super::collects(&collect.body),
        ExpandedFormula::Atom(atom, _) => !matches!(
            atom.relation.kind,
            NotNumericConstant
                | IntegerZero
                | FloatZero
                | Literal
                | FunctionName
                | PassesThrough(FlowKind::Data | FlowKind::Any)
                | ControlDependence
                | DependenceEdge
                | CalculatedFrom
        ),
    }
}

/// One function, with its edges as lists.
pub(crate) struct Meaning<'m> {
    model: &'m Model,
    successors: Vec<Vec<ValueId>>,
    /// The arguments of each value, with their numbers.
    args: Vec<Vec<(u32, ValueId)>>,
    dominates: Vec<Vec<bool>>,
    post_dominates: Vec<Vec<bool>>,
}

fn is_cast(model: &Model, v: ValueId) -> bool {
    use Opcode::*;
    let casts = [ZExt, SExt, Trunc, BitCast, PtrToInt, PtrToAddr, IntToPtr, AddrSpaceCast, Freeze];
    model.opcode(v).is_some_and(|opcode| casts.contains(&opcode))
}

/// The value at the end of a chain of casts.
fn behind_casts(model: &Model, mut v: ValueId) -> ValueId {
    while is_cast(model, v) {
        v = model.operand(v, 0).unwrap();
    }
    v
}

/// The values reachable from `from` by a path of at least one edge that avoids `around` after its start.
fn reached(graph: &[Vec<ValueId>], from: ValueId, around: Option<ValueId>) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    let mut open = vec![from];
    while let Some(v) = open.pop() {
        for &next in &graph[v.index()] {
            if Some(next) != around && !std::mem::replace(&mut seen[next.index()], true) {
                open.push(next);
            }
        }
    }
    seen
}

impl<'m> Meaning<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let values: Vec<ValueId> = model.values().collect();
        let successors: Vec<Vec<ValueId>> =
            values.iter().map(|v| model.successors(*v).iter().map(|e| e.to).collect()).collect();
        let args = |v: &ValueId| match is_cast(model, *v) {
            true => Vec::new(),
            false => model.operands(*v).iter().map(|e| (e.n, behind_casts(model, e.to))).collect(),
        };
        let args = values.iter().map(args).collect();
        let none = || vec![vec![false; values.len()]; values.len()];
        let (dominates, post_dominates) = (none(), none());
        let mut meaning = Self { model, successors, args, dominates, post_dominates };
        meaning.find_dominators();
        meaning
    }

    fn find_dominators(&mut self) {
        let instructions: Vec<ValueId> = self.model.instructions().collect();
        let Some(&entry) = instructions.first() else { return };
        let with_start = |mut row: Vec<bool>, start: ValueId| {
            row[start.index()] = true;
            row
        };
        let plain = with_start(reached(&self.successors, entry, None), entry);
        let leaves = |v: ValueId| self.successors[v.index()].is_empty();
        let ends = |v: &ValueId| {
            let row = with_start(reached(&self.successors, *v, None), *v);
            instructions.iter().any(|e| leaves(*e) && row[e.index()])
        };
        let exits: Vec<ValueId> = instructions.iter().copied().filter(|v| leaves(*v) || !ends(v)).collect();
        let mut found = (self.dominates.clone(), self.post_dominates.clone());
        for &a in &instructions {
            let without = match a == entry {
                true => vec![false; plain.len()],
                false => with_start(reached(&self.successors, entry, Some(a)), entry),
            };
            for &b in &instructions {
                let all = plain[b.index()] && plain[a.index()] && !without[b.index()];
                found.0[a.index()][b.index()] = a == b || all;
                let out = with_start(reached(&self.successors, b, Some(a)), b);
                let escapes = exits.iter().any(|e| *e != a && out[e.index()]);
                found.1[a.index()][b.index()] = a == b || !escapes;
            }
        }
        (self.dominates, self.post_dominates) = found;
    }

    /// Whether the formula holds when the variables have these values.
    pub(crate) fn holds(&self, formula: &ExpandedFormula, values: &Assignment) -> bool {
        self.truth(formula, values) == Some(true)
    }

    /// Every assignment to `open` that, beside `values`, makes the formula true.
    pub(crate) fn solutions(
        &self,
        formula: &ExpandedFormula,
        open: &[VarName],
        values: &mut Assignment,
    ) -> Vec<Assignment> {
        if self.truth(formula, values) == Some(false) {
            return Vec::new();
        }
        let Some((first, rest)) = open.split_first() else { return vec![values.clone()] };
        let mut found = Vec::new();
        for value in self.model.values().map(Some).chain([None]) {
            values.insert(first.clone(), value);
            found.extend(self.solutions(formula, rest, values));
        }
        values.remove(first);
        found
    }

    fn truth(&self, formula: &ExpandedFormula, values: &Assignment) -> Truth {
        match formula {
            ExpandedFormula::And(parts) => self.join(parts, values, false),
            ExpandedFormula::Or(parts) => self.join(parts, values, true),
            ExpandedFormula::Atom(atom, _) => self.atom(atom, values),
            ExpandedFormula::Collect(collect) => self.collect(collect, values),
            ExpandedFormula::Quantified(quantified) => self.quantified(quantified, values),
            ExpandedFormula::Hidden(hidden) => {
                let inside = hidden.body.variables().into_iter();
                let (locals, outer): (Vec<VarName>, Vec<VarName>) =
                    inside.partition(|name| hidden.hides(name));
                let known = outer.into_iter().map(|name| Some((name.clone(), *values.get(&name)?)));
                let mut known: Assignment = known.collect::<Option<_>>()?;
                Some(!self.solutions(&hidden.body, &locals, &mut known).is_empty())
            }
        }
    }

    /// A conjunction, which one false part decides, or a disjunction, which one true part decides.
    fn join(&self, parts: &[ExpandedFormula], values: &Assignment, decides: bool) -> Truth {
        let mut result = Some(!decides);
        for part in parts {
            match self.truth(part, values) {
                Some(truth) if truth == decides => return Some(decides),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    /// Whether the quantifier holds: whether its body has a solution with a value for a listed variable is
    /// compared with `wanted`.
    fn quantified(&self, quantified: &ExpandedQuantified, values: &Assignment) -> Truth {
        let locals = quantified.locals();
        let inside = quantified.body.variables();
        let outer = inside.iter().filter(|name| !quantified.owns(name));
        let mut known: Assignment =
            outer.map(|name| values.get(name).map(|v| (name.clone(), *v))).collect::<Option<_>>()?;
        let listed: Vec<&VarName> = locals.iter().filter(|name| quantified.lists(name)).collect();
        let is_witness =
            |solution: &Assignment| listed.is_empty() || listed.iter().any(|name| solution[*name].is_some());
        let found = self.solutions(&quantified.body, &locals, &mut known).iter().any(is_witness);
        Some(found == quantified.wanted)
    }

    /// The copies hold the solutions of the body, each once, from the first copy on.
    fn collect(&self, collect: &ExpandedCollect, values: &Assignment) -> Truth {
        let locals: Vec<VarName> = collect.locals.iter().map(|local| local.name.clone()).collect();
        let inside = collect.body.variables();
        let outer = inside.iter().filter(|name| !locals.contains(name));
        let mut known: Assignment =
            outer.map(|name| values.get(name).map(|v| (name.clone(), *v))).collect::<Option<_>>()?;
        let copy = |k: usize| collect.locals.iter().map(|l| values.get(&l.copies[k]).copied()).collect();
        let copies: Vec<Vec<Option<ValueId>>> =
            (0..collect.limit as usize).map(copy).collect::<Option<_>>()?;
        let rows = self.solutions(&collect.body, &locals, &mut known);
        let row = |solution: &Assignment| locals.iter().map(|name| solution[name]).collect::<Vec<_>>();
        let mut rows: Vec<_> = rows.iter().map(row).filter(|r| r.iter().any(Option::is_some)).collect();
        let is_used = |copy: &&Vec<Option<ValueId>>| copy.iter().any(Option::is_some);
        let mut used: Vec<_> = copies.iter().take_while(is_used).cloned().collect();
        let all_in_front = copies.iter().filter(is_used).count() == used.len();
        rows.sort();
        used.sort();
        Some(all_in_front && rows == used)
    }

    fn atom(&self, atom: &CoreAtom, values: &Assignment) -> Truth {
        let args: Vec<Option<ValueId>> =
            atom.variables.iter().map(|name| values.get(name).copied()).collect::<Option<_>>()?;
        Some(match (atom.relation.kind, args.as_slice()) {
            (AtomKind::Unused, [x]) => x.is_none(),
            (AtomKind::Equal, [x, y]) => x == y,
            (AtomKind::Differ, [x, y]) => x != y,
            (AtomKind::SameSet, members) => {
                let left = atom.relation.members().next()?;
                let (left, right) = members.split_at(left as usize);
                let used = |set: &[Option<ValueId>]| set.iter().copied().flatten().collect::<BTreeSet<_>>();
                used(left) == used(right)
            }
            (_, args) => {
                let used: Option<Vec<ValueId>> = args.iter().copied().collect();
                used.is_some_and(|used| self.relation(&atom.relation, &used))
            }
        })
    }

    fn relation(&self, relation: &AtomRelation, args: &[ValueId]) -> bool {
        let symbol = || relation.symbol().expect("this atom has a word");
        let number = || relation.number().expect("this atom has an index");
        match (relation.kind, args) {
            (AtomKind::Opcode, &[x]) => self.has_opcode(x, &symbol().text),
            (AtomKind::DataType, &[x]) => self.has_type(x, symbol()),
            (AtomKind::IrType, &[x]) => self.is_of_kind(x, &symbol().text),
            (AtomKind::HasAttribute, &[f]) => self.has_attribute(f, &symbol().text),
            (AtomKind::ArgNumber, &[x, y]) => self.args[y.index()].contains(&(number(), x)),
            (AtomKind::OperandNumber, &[x, y]) => self.model.operand(y, number()) == Some(x),
            (AtomKind::HasFlag, &[x]) => {
                Flags::from_name(&symbol().text).is_some_and(|flag| self.model.flags(x).contains(flag))
            }
            (AtomKind::InOperands, &[x, y]) => self.model.operands(y).iter().any(|edge| edge.to == x),
            (AtomKind::InArgs, &[x, y]) => self.args[y.index()].iter().any(|(_, arg)| *arg == x),
            (AtomKind::SuccessorNumber, &[x, y]) => {
                self.successors[y.index()].get(number() as usize) == Some(&x)
            }
            (AtomKind::InSuccessors, &[x, y]) => self.successors[y.index()].contains(&x),
            (AtomKind::Phi, &[a, b, c]) => self.takes(c, b) == Some(a),
            (AtomKind::Domination(kind), &[a, b]) => self.dominance(kind, relation.negated, a, b),
            (AtomKind::PassesThrough(FlowKind::Control), &[a, b, c]) => {
                let all = [a, b, c].iter().all(|v| self.model.kind(*v) == ValueKind::Instruction);
                all && (a == c || b == c || !reached(&self.successors, a, Some(c))[b.index()])
            }
            (AtomKind::Flows(FlowKind::Data), &[a, b]) => self.is_computed_from(b, a),
            (AtomKind::BeyondLimit, _) => false,
            _ => panic!("no definition of {relation:?} here"),
        }
    }

    /// Whether `y` is computed from `x`, directly or through other instructions.
    fn is_computed_from(&self, y: ValueId, x: ValueId) -> bool {
        let (mut waiting, mut seen) = (vec![y], BTreeSet::new());
        while let Some(value) = waiting.pop() {
            let args = self.args[value.index()].iter().map(|(_, arg)| *arg);
            waiting.extend(args.filter(|arg| seen.insert(*arg)));
        }
        seen.contains(&x)
    }

    fn has_opcode(&self, x: ValueId, name: &str) -> bool {
        let Some(opcode) = self.model.opcode(x) else { return false };
        let last = self.model.block_of(x).map(|b| self.model.terminator(b)) == Some(x);
        match name {
            "branch" => last && !self.successors[x.index()].is_empty(),
            "call" => ["call", "invoke"].contains(&opcode.name()),
            "gep" => opcode.name() == "getelementptr",
            name => opcode.name() == name,
        }
    }

    fn has_type(&self, x: ValueId, symbol: &Symbol) -> bool {
        let name = self.model.type_of(x).name.as_str();
        let floats = ["half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"];
        match (symbol.text.as_str(), symbol.quoted) {
            ("integer", false) => name.strip_prefix('i').is_some_and(|bits| bits.parse::<u32>().is_ok()),
            ("float", false) => floats.contains(&name),
            ("pointer", false) => name == "ptr",
            ("vector", false) => name.starts_with('<'),
            (text, _) => name == text,
        }
    }

    fn is_of_kind(&self, x: ValueId, kind: &str) -> bool {
        let known = self.model.kind(x);
        match kind {
            "literal" | "constant" => known == ValueKind::Constant,
            "argument" => known == ValueKind::Parameter,
            "instruction" => known == ValueKind::Instruction,
            "preexecution" => known != ValueKind::Instruction,
            "splat" => matches!(self.model.constant(x), Some(Constant::Splat(_))),
            "undefined" => matches!(self.model.constant(x), Some(Constant::Undef | Constant::Poison)),
            _ => panic!("no kind of value is called {kind}"),
        }
    }

    fn is_pure(&self, f: ValueId) -> bool {
        let refused = [Effects::WRITES, Effects::UNWINDS, Effects::MAY_NOT_RETURN];
        let function = self.model.global(f).filter(|global| global.is_function);
        function.is_some_and(|global| !refused.iter().any(|effect| global.effects.contains(*effect)))
    }

    fn has_attribute(&self, f: ValueId, name: &str) -> bool {
        let function = self.model.global(f).filter(|global| global.is_function);
        match name {
            "pure" => self.is_pure(f),
            "const" => self.is_pure(f) && function.is_some_and(|f| !f.effects.contains(Effects::READS)),
            name => function.is_some_and(|function| function.attributes.iter().any(|known| known == name)),
        }
    }

    /// The value that a phi takes when it is reached from the terminator `from`.
    fn takes(&self, phi: ValueId, from: ValueId) -> Option<ValueId> {
        let at = self.model.phi_sources(phi).iter().position(|source| *source == from)?;
        self.model.operands(phi).get(at).map(|edge| behind_casts(self.model, edge.to))
    }

    fn dominance(&self, kind: DominanceKind, negated: bool, a: ValueId, b: ValueId) -> bool {
        let table = if kind.post { &self.post_dominates } else { &self.dominates };
        let are_instructions = [a, b].iter().all(|v| self.model.kind(*v) == ValueKind::Instruction);
        are_instructions && (table[a.index()][b.index()] && !(kind.strict && a == b)) != negated
    }
}
