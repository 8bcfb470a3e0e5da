//! The results at a place: stores, reductions, other values that loops carry, returned values, conditions
//! that leave loops, and calls.
//!
//! In: `for (…) s += a[i] * b[i]; return s;`. Out: the reduction `s` with the tree of what is added. Each
//! result has the ways to state it, the most telling one first.

use super::code::Code;
use super::place::Place;
use super::reading::{By, Reader, comparison, reduced};
use super::tree::{Element, Operation, Tree, TreeKind, Variable};
use analysis::accesses::{AccessKind, LoopId};
use ir::{Model, Opcode, ValueId};

/// The number of results that one description has at most.
const MOST_RESULTS: usize = 6;

/// The statement of a result, beside its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// A store to an element.
    Store(Element),
    /// A store to an address.
    StoreAt(Tree),
    /// An element that a loop updates.
    Update(Element, &'static str),
    /// A value that a loop updates.
    Reduction(&'static str),
    /// The next value of a phi of a loop, which is the variable.
    Recurrence(Variable),
    /// A value.
    Value,
    /// A value that the function returns; the variable is the return.
    Returned(Variable),
    /// The condition of a branch that leaves a loop; the variable is the branch.
    Exit(Variable),
    /// A call for its effects, of a function of that name.
    Call(String, Vec<Variable>),
}

/// One way to state a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The kind of statement.
    pub(crate) head: Head,
    /// The variable that is described: a store, a phi, a value.
    pub(crate) root: Variable,
    /// The tree of the value.
    pub(crate) tree: Tree,
}

/// A result at a place.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// The ways to state it, the most telling one first.
    pub(crate) ways: Vec<Statement>,
    /// The condition under which it happens in a loop: the branch and its tree.
    pub(crate) guard: Option<(Variable, Tree)>,
    /// The instruction in the searched model.
    pub(crate) value: ValueId,
    /// The result in words.
    pub(crate) words: &'static str,
}

/// Finds the results at a place.
pub(crate) struct Finder<'f, 'r, 'm> {
    reader: &'f mut Reader<'r, 'm>,
    place: &'f Place,
    effects: Vec<Effect>,
    /// Phis whose reductions are stated.
    covered: Vec<ValueId>,
}

/// The results at a place, in the order of the code.
pub(crate) fn results(reader: &mut Reader<'_, '_>, place: &Place) -> Vec<Effect> {
    let mut finder = Finder { reader, place, effects: Vec::new(), covered: Vec::new() };
    finder.stores();
    finder.loops();
    finder.returns();
    finder.exits();
    finder.calls();
    if finder.effects.is_empty() {
        finder.values();
    }
    finder.inner_reductions();
    let mut effects = finder.effects;
    effects.sort_by_key(|effect| effect.value);
    effects.truncate(MOST_RESULTS);
    effects
}

impl Finder<'_, '_, '_> {
    fn model(&self) -> &Model {
        self.reader.code.model()
    }

    fn has(&self, value: ValueId) -> bool {
        self.place.has(self.model(), value)
    }

    fn of_opcode(&self, opcode: Opcode) -> Vec<ValueId> {
        let model = self.model();
        model.instructions().filter(|value| model.opcode(*value) == Some(opcode)).collect()
    }

    fn stores(&mut self) {
        for store in self.of_opcode(Opcode::Store) {
            let stored = self.model().operand(store, 0).map(|value| self.reader.code.behind(value));
            let is_wanted = self.has(store)
                || stored.is_some_and(|value| self.has(value) && reduced(self.reader.code, value).is_some());
            if is_wanted && let Some(stored) = stored {
                self.store(store, stored);
            }
        }
    }

    fn store(&mut self, store: ValueId, stored: ValueId) {
        let nest = self.reader.code.nest_of(store);
        let root = self.reader.variable(store, "st");
        let element = self.reader.element(store, AccessKind::Write, nest, 4);
        let mut ways = Vec::new();
        let mut words = "the store";
        if let Some(element) = &element {
            if let Some((symbol, tree)) = self.updated(store, stored, nest) {
                words = "the element that is updated";
                ways.push(Statement { head: Head::Update(element.clone(), symbol), root, tree });
            }
            let tree = self.reader.tree(stored, nest);
            ways.push(Statement { head: Head::Store(element.clone()), root, tree });
        }
        if let Some(address) = self.model().operand(store, 1) {
            let address = self.reader.tree(address, nest);
            let tree = self.reader.tree(stored, nest);
            ways.push(Statement { head: Head::StoreAt(address), root, tree });
        }
        let guard = self.guard(store);
        self.effects.push(Effect { ways, guard, value: store, words });
    }

    /// The update of the element that a store writes: the operator, and the tree of the other operand.
    fn updated(
        &mut self,
        store: ValueId,
        stored: ValueId,
        nest: Option<LoopId>,
    ) -> Option<(&'static str, Tree)> {
        let code = self.reader.code;
        if let Some(phi) = reduced(code, stored)
            && let Some((symbol, by, _)) = reduction(code, phi)
        {
            self.covered.push(phi);
            return Some((symbol, self.reader.operand(by, nest)));
        }
        let same = |value: ValueId| {
            let value = code.behind(value);
            let mut accesses = code.accesses();
            let own = accesses.addresses(store).first().map(|a| (a.root, a.offset));
            accesses.is_access(value, AccessKind::Read)
                && accesses.addresses(value).iter().any(|a| own == Some((a.root, a.offset)))
        };
        let (symbol, by) = update(code.model(), stored, &same)?;
        // A sum that an inner loop starts at the neutral element is added as a whole.
        let inner = match by {
            By::Value(value) => reduced(code, code.behind(value)),
            By::Product(_) => None,
        };
        if let Some(phi) = inner.filter(|phi| code.loop_of(*phi) != code.loop_of(store))
            && let Some((inner_symbol, summand, _)) = reduction(code, phi)
            && inner_symbol == symbol
        {
            self.covered.push(phi);
            return Some((symbol, self.reader.operand(summand, nest)));
        }
        Some((symbol, self.reader.operand(by, nest)))
    }

    /// Reductions and other values that loops carry.
    fn loops(&mut self) {
        for phi in self.of_opcode(Opcode::Phi) {
            let code = self.reader.code;
            let Some(next) = code.next_of(phi) else { continue };
            let is_counter = code.accesses().counted(phi).is_some();
            let is_carried = !code.accesses().addresses(phi).is_empty();
            let is_stepping = code.accesses().constant_step(phi).is_some();
            if is_counter || is_carried || is_stepping || self.covered.contains(&phi) {
                continue;
            }
            let is_known = |effect: &Effect| effect.value == phi;
            if !self.effects.iter().any(is_known) {
                self.carried(phi, next);
            }
        }
    }

    fn carried(&mut self, phi: ValueId, next: ValueId) {
        let code = self.reader.code;
        let nest = code.nest_of(phi);
        let found = reduction(code, phi);
        let computed = found.map_or(code.behind(next), |(_, _, update)| update);
        let is_at = self.has(computed) || self.has(next) || (self.has(phi) && self.place != &Place::Function);
        let depends = self.depends(next, phi);
        if !is_at || !depends {
            return;
        }
        let mut ways = Vec::new();
        let root = self.reader.variable(phi, "s");
        if let Some((symbol, by, _)) = found {
            let tree = self.reader.operand(by, nest);
            ways.push(Statement { head: Head::Reduction(symbol), root, tree });
        }
        let behind = code.behind(next);
        let next = self.reader.variable(behind, "next");
        let tree = self.reader.whole(behind, nest);
        if !tree.is_free() {
            ways.push(Statement { head: Head::Recurrence(root), root: next, tree });
        }
        if !ways.is_empty() {
            let words = if found.is_some() { "the reduction" } else { "the value that the loop carries" };
            self.effects.push(Effect { ways, guard: None, value: phi, words });
        }
    }

    /// Whether a value is computed from a phi, by a bounded walk.
    fn depends(&self, value: ValueId, phi: ValueId) -> bool {
        let (model, mut open, mut seen) = (self.model(), vec![value], Vec::new());
        while let Some(value) = open.pop() {
            if value == phi {
                return true;
            }
            if seen.contains(&value) || seen.len() > 64 {
                continue;
            }
            seen.push(value);
            open.extend(model.operands(value).iter().map(|edge| edge.to));
        }
        false
    }

    fn returns(&mut self) {
        for end in self.of_opcode(Opcode::Ret) {
            let Some(value) = self.model().operand(end, 0) else { continue };
            let code = self.reader.code;
            let value = code.behind(value);
            let is_stated = |phi: &ValueId| self.effects.iter().any(|effect| effect.value == *phi);
            // A loop that may not run at all has a phi of the first value and the last one behind it.
            let model = code.model();
            let is_phi = model.opcode(value) == Some(Opcode::Phi);
            let merged = model.operands(value).iter().map(|edge| code.behind(edge.to)).filter(|_| is_phi);
            let mut values = std::iter::once(value).chain(merged);
            if values.any(|value| {
                reduced(code, value).is_some_and(|phi| is_stated(&phi) || self.covered.contains(&phi))
            }) {
                continue;
            }
            if !self.has(end) && !self.has(value) {
                continue;
            }
            let (nest, root) = (code.nest_of(value), self.reader.variable(value, "r"));
            let tree = self.reader.whole(value, nest);
            if !tree.is_free() {
                let back = self.reader.variable(end, "back");
                let ways = vec![
                    Statement { head: Head::Value, root, tree: tree.clone() },
                    Statement { head: Head::Returned(back), root, tree },
                ];
                self.effects.push(Effect { ways, guard: None, value, words: "the returned value" });
            }
        }
    }

    /// Branches that leave a loop by what they read.
    fn exits(&mut self) {
        for end in self.of_opcode(Opcode::Br) {
            let code = self.reader.code;
            let Some(this) = code.loop_of(end).filter(|_| self.has(end)) else { continue };
            let block = self.model().block_of(end);
            let [left, right] = block.map_or(&[][..], |block| self.model().block_successors(block)) else {
                continue;
            };
            if code.is_in(this, *left) == code.is_in(this, *right) {
                continue;
            }
            let Some(test) = self.model().operand(end, 0) else { continue };
            let nest = code.nest_of(end);
            let tree = self.reader.whole(test, nest);
            if tree.reads_memory() {
                let branch = self.reader.variable(end, "exit");
                let ways = vec![Statement { head: Head::Exit(branch), root: tree.at, tree }];
                let words = "the condition that leaves the loop";
                self.effects.push(Effect { ways, guard: None, value: end, words });
            }
        }
    }

    fn calls(&mut self) {
        for call in self.of_opcode(Opcode::Call) {
            let model = self.reader.code.model();
            let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
            let Some(callee) = callee.filter(|_| self.has(call) && model.operand_uses(call).is_empty())
            else {
                continue;
            };
            let name = callee.canonical.clone();
            let nest = self.reader.code.nest_of(call);
            let arguments: Vec<ValueId> = model.operands(call).iter().skip(1).map(|edge| edge.to).collect();
            let arguments: Vec<Variable> =
                arguments.iter().map(|argument| self.reader.tree(*argument, nest).at).collect();
            let root = self.reader.variable(call, "call");
            let statement = Statement { head: Head::Call(name, arguments), root, tree: Tree::free(root) };
            let guard = self.guard(call);
            self.effects.push(Effect { ways: vec![statement], guard, value: call, words: "the call" });
        }
    }

    /// The values at the place that nothing else at the place uses.
    fn values(&mut self) {
        let all: Vec<ValueId> = self.model().instructions().filter(|value| self.has(*value)).collect();
        for value in &all {
            let model = self.model();
            let is_used_here = model.operand_uses(*value).iter().any(|edge| all.contains(&edge.to));
            let is_cast = model.opcode(*value).is_some_and(Opcode::is_skipped_cast);
            if is_used_here || (is_cast && self.place == &Place::Function) {
                continue;
            }
            let (nest, behind) = (self.reader.code.nest_of(*value), self.reader.code.behind(*value));
            let tree = self.reader.whole(behind, nest);
            if !tree.is_free() {
                let ways = vec![Statement { head: Head::Value, root: tree.at, tree }];
                self.effects.push(Effect { ways, guard: None, value: behind, words: "the value" });
            }
        }
    }

    /// Reductions of inner loops whose results others use.
    fn inner_reductions(&mut self) {
        while let Some(phi) = self.reader.inner.pop() {
            if self.effects.iter().any(|effect| effect.value == phi) {
                continue;
            }
            let code = self.reader.code;
            let Some((symbol, by, _)) = reduction(code, phi) else { continue };
            let (nest, root) = (code.nest_of(phi), self.reader.variable(phi, "s"));
            let tree = self.reader.operand(by, nest);
            let ways = vec![Statement { head: Head::Reduction(symbol), root, tree }];
            self.effects.push(Effect { ways, guard: None, value: phi, words: "the reduction" });
        }
    }

    /// The condition in the loop under which an instruction runs.
    fn guard(&mut self, value: ValueId) -> Option<(Variable, Tree)> {
        let code = self.reader.code;
        let (model, this) = (code.model(), code.loop_of(value));
        let controllers = model.control_dependence().controllers(model.block_of(value)?).to_vec();
        for block in controllers.into_iter().rev() {
            let end = model.terminator(block);
            let is_within = match this {
                Some(this) => model.block_successors(block).iter().all(|next| code.is_in(this, *next)),
                None => true,
            };
            if !is_within || model.opcode(end) != Some(Opcode::Br) {
                continue;
            }
            let test = model.operand(end, 0)?;
            comparison(model, code.behind(test))?;
            let tree = self.reader.whole(test, code.nest_of(value));
            return Some((self.reader.variable(end, "branch"), tree));
        }
        None
    }
}

impl Reader<'_, '_> {
    /// The tree of the operand of a reduction; the chosen summand if the other one is the neutral element.
    fn operand(&mut self, by: By, nest: Option<LoopId>) -> Tree {
        let tree = match by {
            By::Value(value) => self.tree(value, nest),
            By::Product(call) => self.product(call, nest),
        };
        if let TreeKind::Apply(Operation::Choice, parts) = &tree.kind {
            let is_neutral =
                |part: &Tree| matches!(&part.kind, TreeKind::Number(text) if text == "0" || text == "-0");
            match (is_neutral(&parts[1]), is_neutral(&parts[2])) {
                (true, false) if !parts[2].is_free() => return parts[2].clone(),
                (false, true) if !parts[1].is_free() => return parts[1].clone(),
                _ => {}
            }
        }
        tree
    }
}

/// The update of a header phi: the operator, the other operand, and the instruction. The update may be
/// skipped in some rounds.
fn reduction(code: &Code<'_>, phi: ValueId) -> Option<(&'static str, By, ValueId)> {
    let model = code.model();
    let same = |value: ValueId| code.behind(value) == phi;
    let next = code.behind(code.next_of(phi)?);
    if let Some((symbol, by)) = update(model, next, &same) {
        return Some((symbol, by, next));
    }
    let arms: Vec<ValueId> = match model.opcode(next)? {
        Opcode::Phi if code.header_of(next).is_none() => {
            model.operands(next).iter().map(|edge| edge.to).collect()
        }
        Opcode::Select => [1, 2].into_iter().filter_map(|n| model.operand(next, n)).collect(),
        _ => return None,
    };
    let mut found = None;
    for arm in arms.into_iter().filter(|arm| !same(*arm)) {
        let arm = code.behind(arm);
        let (symbol, by) = update(model, arm, &same)?;
        if found.is_some() {
            return None;
        }
        found = Some((symbol, by, arm));
    }
    found
}

/// The operator and the other operand of an operation, one of whose operands is `same`.
fn update(model: &Model, value: ValueId, same: &dyn Fn(ValueId) -> bool) -> Option<(&'static str, By)> {
    let opcode = model.opcode(value)?;
    let symbol = match opcode {
        Opcode::Add | Opcode::FAdd => "+",
        Opcode::Sub | Opcode::FSub => "-",
        Opcode::Mul | Opcode::FMul => "*",
        Opcode::And => "&",
        Opcode::Or => "|",
        Opcode::Xor => "^",
        Opcode::Select => {
            let test = model.operand(value, 0)?;
            let (symbol, _) = comparison(model, test)?;
            let sides = [model.operand(test, 0)?, model.operand(test, 1)?];
            let arms = [model.operand(value, 1)?, model.operand(value, 2)?];
            let is_less = symbol.starts_with('<');
            let is_least = match symbol.starts_with(['<', '>']) {
                true if arms == sides => is_less,
                true if arms == [sides[1], sides[0]] => !is_less,
                _ => return None,
            };
            let other = if same(arms[0]) { arms[1] } else { arms[0] };
            let symbol = if is_least { "min" } else { "max" };
            return (same(arms[0]) != same(arms[1])).then_some((symbol, By::Value(other)));
        }
        Opcode::Call => {
            let name = &model.global(model.operand(value, 0)?)?.canonical;
            let arguments = [model.operand(value, 1)?, model.operand(value, 2)?];
            let symbol = match name.strip_prefix("llvm.").unwrap_or(name) {
                "fma" | "fmuladd" => {
                    let is_summand = same(model.operand(value, 3)?) && !arguments.iter().any(|a| same(*a));
                    let is_less = arguments.iter().any(|a| model.opcode(*a) == Some(Opcode::FNeg));
                    return is_summand.then_some((if is_less { "-" } else { "+" }, By::Product(value)));
                }
                "smax" | "umax" | "maxnum" | "maximum" | "fmax" => "max",
                "smin" | "umin" | "minnum" | "minimum" | "fmin" => "min",
                _ => return None,
            };
            let other = if same(arguments[0]) { arguments[1] } else { arguments[0] };
            return (same(arguments[0]) != same(arguments[1])).then_some((symbol, By::Value(other)));
        }
        _ => return None,
    };
    let [left, right] = [model.operand(value, 0)?, model.operand(value, 1)?];
    match (same(left), same(right)) {
        (true, false) => Some((symbol, By::Value(right))),
        (false, true) if symbol != "-" => Some((symbol, By::Value(left))),
        _ => None,
    }
}
