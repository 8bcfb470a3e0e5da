//! Instances: specifications with values for their index parameters, unrolled to the core language.
//!
//! Each pair of a specification and parameter values is instantiated once, however often it is included.
//! Includes stay calls; the `for` and `foreach` around one are composed into its substitution. A work list
//! replaces recursion from include to include, so that no chain of includes overflows the stack; cycles are
//! found afterwards, on the graph of instances.
//!
//! ```text
//! Constraint Chain ( {x[N]} = {x[N-1]} ∧ if N=1 then {x[0]} = {a} else include Chain[N=N-1] endif ) End
//!   Chain[N=2]  =>  And(x[2] = x[1], Include Chain[N=1]);  Chain[N=1]  =>  And(x[1] = x[0], x[0] = a)
//! ```

mod evaluate;
mod graph;
mod hidden;
mod unroll;
mod variables;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::ast::{Index, Name, Span};
use super::catalogue::{Catalogue, SpecId};
use super::core::{CoreFormula, InstanceId, Program};
use super::parser::parse_request;
use super::resolve::{analysis_as_formula, unknown_parameter, unknown_specification};
use evaluate::Evaluator;
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;

/// The longest chain of includes.
pub const MAX_INCLUDE_DEPTH: u32 = 100;

/// The most formulas of all instances of one program together.
pub const MAX_FORMULAS: u32 = 400_000;

/// The most renamings in one placing.
pub const MAX_RENAMES: usize = 1_000;

/// The largest limit of a collect.
pub const MAX_COLLECT: u32 = 10_000;

/// A request to run a specification.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Its name.
    pub name: Name,
    /// Values for its index parameters; numbers and sums of numbers.
    pub parameters: Vec<(Name, Index)>,
}

impl Request {
    /// A request for a specification without index parameters; `name` gives the place for diagnostics.
    pub fn of(name: &Name) -> Request {
        Request { name: name.clone(), parameters: Vec::new() }
    }

    /// Parses `NAME` or `NAME[N=8,M=2]` from a text that was [added as a request](Sources::add_request);
    /// `None` after a syntax error, which is reported.
    pub fn parse(sources: &Sources, file: u32, diagnostics: &mut Diagnostics) -> Option<Request> {
        let (name, parameters) = parse_request(sources, file, diagnostics)?;
        Some(Request { name, parameters })
    }
}

/// Creates the instances that the requests need. A specification with errors, except unknown words, has no
/// instance, nor has one that includes it.
pub fn instantiate(catalogue: &Catalogue, requests: &[Request], diagnostics: &mut Diagnostics) -> Program {
    let mut instantiator = Instantiator {
        catalogue,
        diagnostics,
        drafts: Vec::new(),
        known: FxHashMap::default(),
        waiting: VecDeque::new(),
        formulas: 0,
        stopped: false,
    };
    let roots: Vec<Option<InstanceId>> =
        requests.iter().map(|request| instantiator.request(request)).collect();
    while let Some(id) = instantiator.waiting.pop_front() {
        instantiator.unroll(id);
    }
    let Instantiator { drafts, diagnostics, .. } = instantiator;
    let order = graph::order(catalogue, &drafts, &roots, diagnostics);
    variables::check(&drafts, &order, diagnostics);
    let mut program = graph::finish(catalogue, drafts, &order, &roots);
    hidden::hide(&mut program);
    program
}

/// An instance under construction.
struct Draft {
    spec: SpecId,
    parameters: Vec<(String, i64)>,
    /// The formula; `None` while the instance is queued, or if an error prevented it.
    formula: Option<CoreFormula>,
    binders: u32,
    /// The number of includes on the way from the request.
    depth: u32,
    /// The first includer.
    includer: Option<InstanceId>,
    renames: Vec<RenameCheck>,
}

/// A renaming as written, and the names it applies to. Whether it matches one is checked once all instances
/// exist.
struct RenameCheck {
    inside: super::core::VarName,
    span: Span,
    scope: std::rc::Rc<CoreFormula>,
    /// The owner of the names, for the message: `` `For` ``.
    of: String,
}

struct Instantiator<'a> {
    catalogue: &'a Catalogue,
    diagnostics: &'a mut Diagnostics,
    drafts: Vec<Draft>,
    known: FxHashMap<(SpecId, Vec<(String, i64)>), InstanceId>,
    waiting: VecDeque<InstanceId>,
    formulas: u32,
    /// Whether a limit was reached: nothing more is unrolled.
    stopped: bool,
}

impl Instantiator<'_> {
    fn request(&mut self, request: &Request) -> Option<InstanceId> {
        let Some(spec) = self.catalogue.lookup_in(request.name.span.file, &request.name.text, false) else {
            self.diagnostics.push(unknown_specification(self.catalogue, &request.name, false));
            return None;
        };
        if self.catalogue.entry(spec).specification.analysis.is_some() {
            self.diagnostics.push(analysis_as_formula(&request.name));
            return None;
        }
        let parameters = self.request_parameters(spec, request)?;
        self.instance(spec, parameters, None)
    }

    /// The parameter values of a request, sorted; `None` after reporting missing or unknown ones.
    fn request_parameters(&mut self, spec: SpecId, request: &Request) -> Option<Vec<(String, i64)>> {
        let entry = self.catalogue.entry(spec);
        let mut values: Vec<(String, i64)> = Vec::new();
        let mut complete = true;
        for (name, index) in &request.parameters {
            if values.iter().any(|(other, _)| *other == name.text) {
                let message = format!("the index parameter `{}` is given twice", name.text);
                self.diagnostics.push(Diagnostic::new(Code::RepeatedParameter, name.span, message));
                complete = false;
            } else if entry.parameter(&name.text).is_none() {
                self.diagnostics.push(unknown_parameter(name, entry));
                complete = false;
            }
            match Evaluator::new(&[], &[]).number(index) {
                Ok(value) => values.push((name.text.clone(), value)),
                Err(diagnostic) => {
                    self.diagnostics.push(*diagnostic);
                    complete = false;
                }
            }
        }
        for parameter in entry.required() {
            if !request.parameters.iter().any(|(name, _)| name.text == parameter.name) {
                let spec = &request.name.text;
                let message = format!("the index `{}` has no value", parameter.name);
                self.diagnostics.push(
                    Diagnostic::new(Code::UnboundIndex, parameter.span, message)
                        .label("nothing binds it")
                        .also(request.name.span, format!("`{spec}` is run here"))
                        .help(match spec.contains('.') {
                            // A formula of an analysis, which nothing runs.
                            true => "bind it with `foreach` or `collect`".to_owned(),
                            false => format!(
                                "bind it with `foreach` or `collect`, or run `{spec}[{}=…]`",
                                parameter.name
                            ),
                        }),
                );
                complete = false;
            }
        }
        values.sort();
        complete.then_some(values)
    }

    /// The instance of a specification with sorted parameter values; queued if it is new.
    fn instance(
        &mut self,
        spec: SpecId,
        parameters: Vec<(String, i64)>,
        includer: Option<InstanceId>,
    ) -> Option<InstanceId> {
        let key = (spec, parameters);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let depth = includer.map_or(0, |id| self.drafts[id.index()].depth + 1);
        if depth > MAX_INCLUDE_DEPTH {
            self.report_depth(spec, includer);
            return None;
        }
        let id = InstanceId(self.drafts.len() as u32);
        let (spec, parameters) = key.clone();
        let renames = Vec::new();
        self.drafts.push(Draft { spec, parameters, formula: None, binders: 0, depth, includer, renames });
        self.known.insert(key, id);
        self.waiting.push_back(id);
        Some(id)
    }

    /// Reports an endless chain of includes, and stops unrolling.
    fn report_depth(&mut self, spec: SpecId, includer: Option<InstanceId>) {
        if std::mem::replace(&mut self.stopped, true) {
            return;
        }
        let mut chain = Vec::new();
        let mut at = includer;
        while let Some(id) = at {
            let draft = &self.drafts[id.index()];
            chain.push(self.display(draft.spec, &draft.parameters));
            at = draft.includer;
        }
        chain.reverse();
        let name = &self.catalogue.entry(spec).specification.name;
        let message = format!("`{}` is included more than {MAX_INCLUDE_DEPTH} deep", name.text);
        self.diagnostics.push(
            Diagnostic::new(Code::IncludeCycle, name.span, message)
                .note(graph::chain_text(&chain))
                .help("an include of a specification in itself needs an `if` that ends it"),
        );
    }

    /// Counts one formula against the limit.
    fn count(&mut self, span: Span) -> Result<(), Failed> {
        if self.stopped {
            return Err(Failed);
        }
        self.formulas += 1;
        if self.formulas <= MAX_FORMULAS {
            return Ok(());
        }
        self.stopped = true;
        let message = format!("unrolling this makes more than {MAX_FORMULAS} formulas");
        self.fail(Diagnostic::new(Code::ExpansionTooLarge, span, message))
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Result<T, Failed> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    fn display(&self, spec: SpecId, parameters: &[(String, i64)]) -> String {
        graph::display(self.catalogue, spec, parameters)
    }
}

/// The mark of a reported error. The instance cannot be created, but its other parts may still be checked.
struct Failed;

#[cfg(test)]
mod tests;
