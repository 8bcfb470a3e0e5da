//! The graph of instances: a check for cycles, and a topological order with callees first.

use super::super::catalogue::{Catalogue, SpecId};
use super::super::core::{CoreFormula, CoreInclude, Instance, InstanceId, Program, Span};
use super::{Draft, MAX_INCLUDE_DEPTH};
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The text of an instance: `AffineCalc[M=10,N=2]`.
pub(super) fn display(catalogue: &Catalogue, spec: SpecId, parameters: &[(String, i64)]) -> String {
    let name = &catalogue.entry(spec).specification.name.text;
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if values.is_empty() { name.clone() } else { format!("{name}[{}]", values.join(",")) }
}

/// Formats as "`A` includes `B`, which includes …", with the middle of a long chain left out.
pub(super) fn chain_text(chain: &[String]) -> String {
    let quoted = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let shown = match chain.len() {
        0..=8 => quoted(chain),
        length => [quoted(&chain[..4]), vec!["…".to_owned()], quoted(&chain[length - 3..])].concat(),
    };
    match shown.split_first() {
        Some((first, rest)) => format!("{first} includes {}", rest.join(", which includes ")),
        None => String::new(),
    }
}

/// The instances that could be created with everything they include, callees before callers. Reports cycles
/// and too long chains of includes.
pub(super) fn order(
    catalogue: &Catalogue,
    drafts: &[Draft],
    roots: &[Option<InstanceId>],
    diagnostics: &mut Diagnostics,
) -> Vec<InstanceId> {
    let calls = drafts.iter().map(|draft| calls_of(draft.formula.as_ref())).collect();
    let states = vec![State::New; drafts.len()];
    let deepest = vec![None; drafts.len()];
    let mut walk =
        InstanceOrder { catalogue, drafts, calls, states, deepest, order: Vec::new(), diagnostics };
    for root in roots.iter().flatten() {
        walk.visit(*root);
    }
    walk.order
}

/// The program of the ordered instances, renumbered.
pub(super) fn finish(
    catalogue: &Catalogue,
    mut drafts: Vec<Draft>,
    order: &[InstanceId],
    roots: &[Option<InstanceId>],
) -> Program {
    let mut renumbered: Vec<Option<InstanceId>> = vec![None; drafts.len()];
    let mut instances = Vec::with_capacity(order.len());
    for (position, id) in order.iter().enumerate() {
        renumbered[id.index()] = Some(InstanceId(position as u32));
        let draft = &mut drafts[id.index()];
        let mut formula = draft.formula.take().unwrap_or(CoreFormula::Or(Vec::new()));
        for_each_include(&mut formula, &mut |include| {
            if let Some(id) = renumbered[include.instance.index()] {
                include.instance = id;
            }
        });
        let name = &catalogue.entry(draft.spec).specification.name;
        let parameters = std::mem::take(&mut draft.parameters);
        instances.push(Instance {
            name: name.text.clone(),
            parameters,
            formula,
            span: name.span,
            binders: draft.binders,
        });
    }
    let roots = roots.iter().map(|root| root.and_then(|id| renumbered[id.index()])).collect();
    Program { instances, roots }
}

fn for_each_include(formula: &mut CoreFormula, run: &mut impl FnMut(&mut CoreInclude)) {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter_mut().for_each(|part| for_each_include(part, run))
        }
        CoreFormula::Atom(..) => {}
        CoreFormula::Include(include) => run(include),
        CoreFormula::Collect(collect) => for_each_include(&mut collect.body, run),
        CoreFormula::Quantified(quantified) => for_each_include(&mut quantified.body, run),
        CoreFormula::Hidden(hidden) => for_each_include(&mut hidden.body, run),
    }
}

/// The includes in a formula, each callee once.
fn calls_of(formula: Option<&CoreFormula>) -> Vec<(InstanceId, Span)> {
    fn gather(formula: &CoreFormula, calls: &mut Vec<(InstanceId, Span)>) {
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| gather(part, calls))
            }
            CoreFormula::Atom(..) => {}
            CoreFormula::Include(include) => calls.push((include.instance, include.span)),
            CoreFormula::Collect(collect) => gather(&collect.body, calls),
            CoreFormula::Quantified(quantified) => gather(&quantified.body, calls),
            CoreFormula::Hidden(hidden) => gather(&hidden.body, calls),
        }
    }
    let mut calls = Vec::new();
    if let Some(formula) = formula {
        gather(formula, &mut calls);
    }
    calls.sort();
    calls.dedup_by_key(|(id, _)| *id);
    calls
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the current path from a root.
    Open,
    /// The instance and everything it includes could be created.
    Good,
    /// The instance or something it includes could not be created.
    Bad,
}

struct InstanceOrder<'a> {
    catalogue: &'a Catalogue,
    drafts: &'a [Draft],
    calls: Vec<Vec<(InstanceId, Span)>>,
    states: Vec<State>,
    /// For each good instance, the length of the longest chain of includes from it, and the first include of
    /// that chain.
    deepest: Vec<Option<(u32, InstanceId)>>,
    order: Vec<InstanceId>,
    diagnostics: &'a mut Diagnostics,
}

impl InstanceOrder<'_> {
    /// Depth-first search with an explicit stack.
    fn visit(&mut self, root: InstanceId) {
        let mut path: Vec<(InstanceId, usize)> = Vec::new();
        self.enter(root, &mut path);
        while let Some((id, next)) = path.last_mut() {
            let id = *id;
            if let Some(&(callee, span)) = self.calls[id.index()].get(*next) {
                *next += 1;
                match self.states[callee.index()] {
                    State::New => self.enter(callee, &mut path),
                    State::Open => {
                        self.report_cycle(&path, callee, span);
                        self.states[id.index()] = State::Bad;
                    }
                    State::Bad => self.states[id.index()] = State::Bad,
                    State::Good => {}
                }
                continue;
            }
            path.pop();
            self.leave(id, path.last().map(|(includer, _)| *includer));
        }
    }

    fn enter(&mut self, id: InstanceId, path: &mut Vec<(InstanceId, usize)>) {
        if self.states[id.index()] == State::New {
            let made = self.drafts[id.index()].formula.is_some();
            self.states[id.index()] = if made { State::Open } else { State::Bad };
            path.push((id, 0));
        }
    }

    fn leave(&mut self, id: InstanceId, includer: Option<InstanceId>) {
        if self.states[id.index()] != State::Bad && self.goes_too_deep(id) {
            self.report_depth(id);
            self.states[id.index()] = State::Bad;
        }
        if self.states[id.index()] != State::Bad {
            self.states[id.index()] = State::Good;
            self.order.push(id);
        } else if let Some(includer) = includer {
            self.states[includer.index()] = State::Bad;
        }
    }

    /// Measures an instance whose callees are all measured; reports a too long chain of includes. The measure
    /// does not depend on the request that reaches the instance first.
    fn goes_too_deep(&mut self, id: InstanceId) -> bool {
        let calls = self.calls[id.index()].iter().map(|(callee, _)| *callee);
        let below = |callee: InstanceId| self.deepest[callee.index()].map_or(0, |(depth, _)| depth);
        let deepest = calls.map(|callee| (below(callee) + 1, callee)).max_by_key(|(depth, _)| *depth);
        self.deepest[id.index()] = deepest;
        deepest.is_some_and(|(depth, _)| depth > MAX_INCLUDE_DEPTH)
    }

    fn report_depth(&mut self, id: InstanceId) {
        let next = |id: &InstanceId| self.deepest[id.index()].map(|(_, callee)| callee);
        let chain: Vec<String> = std::iter::successors(Some(id), next).map(|id| self.display(id)).collect();
        let first = self.deepest[id.index()].map(|(_, callee)| callee);
        let include = self.calls[id.index()].iter().find(|(callee, _)| Some(*callee) == first);
        let span = include.map_or_else(Span::default, |(_, span)| *span);
        let message = format!("`{}` includes more than {MAX_INCLUDE_DEPTH} deep", chain[0]);
        self.diagnostics.push(Diagnostic::new(Code::IncludeCycle, span, message).note(chain_text(&chain)));
    }

    fn display(&self, id: InstanceId) -> String {
        let draft = &self.drafts[id.index()];
        display(self.catalogue, draft.spec, &draft.parameters)
    }

    fn report_cycle(&mut self, path: &[(InstanceId, usize)], callee: InstanceId, span: Span) {
        let start = path.iter().position(|(id, _)| *id == callee).unwrap_or(0);
        let ids = path[start..].iter().map(|(id, _)| *id).chain([callee]);
        let chain: Vec<String> = ids.map(|id| self.display(id)).collect();
        let name = &chain[0];
        self.diagnostics.push(
            Diagnostic::new(Code::IncludeCycle, span, format!("`{name}` includes itself"))
                .note(chain_text(&chain))
                .help("an include of a specification in itself needs other index parameters and an `if` that ends it"),
        );
    }
}
