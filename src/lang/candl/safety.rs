//! The safety rule of Datalog: every variable is bound, or a diagnostic names an unbound one and its place.
//!
//! ```text
//! Constraint Bad ( opcode{x} = phi ∧ ({y} = {x}.args[0] ∨ opcode{x} = add) ∧ {y} ≠ {x} ) End
//!   =>  E0501: variable `y` is not bound; the alternative `opcode{x} = add` leaves it free
//! ```

use super::analyses::{AnalysisFormula, lower_formula};
use super::core::{CoreFormula, CoreInclude, InstanceId, Part, Program, Span, VarName};
use super::lower::{LowerError, Lowered, ProgramNames, Relations, lower};
use super::scope_names::MAX_NAME_PARTS;
use super::source_map::SourceMap;
use solver::{Cause, Compiled, Origin, Rejected, Relation, Unbound};
use text::diagnostic::{Code, Diagnostic, nearest};

/// An instance prepared for the search.
#[derive(Debug)]
pub struct Ready<R> {
    /// The compiled problem.
    pub compiled: Compiled<R>,
    /// The names and places of its variables and constraints.
    pub source_map: SourceMap,
}

/// A program and the state shared by the preparation of its requests.
pub struct Preparation<'p> {
    program: &'p Program,
    names: ProgramNames,
    /// The number of conjunctions that may still be ordered, for all requests together.
    left: usize,
    /// Whether the program was reported as too large.
    is_reported: bool,
}

/// The most conjunctions ordered for all requests of a program together.
const MOST_ORDERED: usize = 200_000;

impl<'p> Preparation<'p> {
    /// Gathers the names that all requests need.
    pub fn of(program: &'p Program) -> Self {
        Self { program, names: ProgramNames::of(program), left: MOST_ORDERED, is_reported: false }
    }

    /// Lowers an instance, checks that its variables are bound, and plans the search.
    ///
    /// # Errors
    ///
    /// One diagnostic per unbound variable, or the one reason why it cannot be lowered; none if the program
    /// was already reported as too large for another request.
    pub fn ready<R: Relation>(
        &mut self,
        root: InstanceId,
        relations: &Relations<'_, R>,
    ) -> Result<Ready<R>, Vec<Diagnostic>> {
        let lowered = lower(self.program, &mut self.names, root, relations);
        let lowered = lowered.map_err(|error| self.refused(root, &error))?;
        self.planned(root, lowered)
    }

    /// Lowers a formula of an analysis over `variables`, and checks that its other variables are bound.
    /// `given` makes the relation that gives a variable its values, by its position.
    ///
    /// # Errors
    ///
    /// See [`Preparation::ready`].
    pub fn formula_of_analysis<R: Relation>(
        &mut self,
        root: InstanceId,
        variables: &[&str],
        relations: &Relations<'_, R>,
        given: &dyn Fn(u32) -> R,
    ) -> Result<AnalysisFormula<R>, Vec<Diagnostic>> {
        let lowered = lower_formula(self.program, &mut self.names, root, variables, relations, given);
        let (formula, lowered) = lowered.map_err(|error| self.refused(root, &error))?;
        self.planned(root, lowered)?;
        Ok(formula)
    }

    fn planned<R: Relation>(
        &mut self,
        root: InstanceId,
        lowered: Lowered<R>,
    ) -> Result<Ready<R>, Vec<Diagnostic>> {
        let program = self.program;
        let Lowered { problem, source_map } = lowered;
        match Compiled::with_budget(problem, &mut self.left) {
            Ok(compiled) => Ok(Ready { compiled, source_map }),
            Err(Rejected::TooManyWays) => {
                let is_short = self.left == 0;
                let is_known = is_short && std::mem::replace(&mut self.is_reported, true);
                Err(if is_known { Vec::new() } else { vec![too_many_ways(program, root, is_short)] })
            }
            Err(Rejected::TooDeep) => {
                let span = program.instance(root).span;
                Err(vec![Diagnostic::new(Code::ExpansionTooLarge, span, "includes are nested too deep")])
            }
            Err(Rejected::Unbound(unbound)) => {
                Err(unbound.iter().map(|unbound| describe(program, root, &source_map, unbound)).collect())
            }
        }
    }

    fn refused(&mut self, root: InstanceId, error: &LowerError) -> Vec<Diagnostic> {
        let is_known = match error {
            LowerError::TooManyNames(..) | LowerError::TooManyVariants => {
                std::mem::replace(&mut self.is_reported, true)
            }
            LowerError::JoinedFamilies(_) | LowerError::UnknownRelation(_) => false,
        };
        if is_known { Vec::new() } else { vec![refused(self.program, root, error)] }
    }
}

/// Prepares one request of a program.
///
/// # Errors
///
/// See [`Preparation::ready`].
#[cfg(test)]
pub(crate) fn prepare<R: Relation>(
    program: &Program,
    root: InstanceId,
    relations: &Relations<'_, R>,
) -> Result<Ready<R>, Vec<Diagnostic>> {
    Preparation::of(program).ready(root, relations)
}

fn refused(program: &Program, root: InstanceId, error: &LowerError) -> Diagnostic {
    let whole = program.instance(root).span;
    match *error {
        LowerError::TooManyNames(id, include) => {
            let message = format!("`{}` expands to too many variables", program.instance(id));
            // A place in a built-in file would not help the user.
            let place = include.filter(|include| include.file == whole.file);
            let diagnostic = Diagnostic::new(Code::ExpansionTooLarge, place.unwrap_or(whole), message)
                .note(format!("the names of all specifications may have {MAX_NAME_PARTS} parts together"))
                .help("an include in another place, `@{p}`, has variables of its own: each level of includes has those of the level below once more for each");
            match place {
                Some(_) => diagnostic
                    .label("with what this include brings")
                    .also(whole, "in what is needed for this specification"),
                None => diagnostic,
            }
        }
        LowerError::TooManyVariants => {
            let message = format!("`{}` includes others in too many ways", program.instance(root));
            Diagnostic::new(Code::ExpansionTooLarge, whole, message).note(format!(
                "a specification is searched once for each set of its variables that others share; the names of all of them may have {MAX_NAME_PARTS} parts together"
            ))
        }
        LowerError::JoinedFamilies(span) => {
            let message = "this include renames two families that one collect gathers to the same name";
            Diagnostic::new(Code::JoinedFamilies, span, message)
                .note("a collect gathers its families side by side, so they cannot be one")
                .help("give each a name of its own here, or write a collect over one family instead")
        }
        LowerError::UnknownRelation(span) => {
            Diagnostic::new(Code::UnknownConstraint, span, "the model does not know this constraint")
        }
    }
}

fn too_many_ways(program: &Program, root: InstanceId, is_short: bool) -> Diagnostic {
    let instance = program.instance(root);
    let message = format!("`{instance}` takes too long to plan");
    Diagnostic::new(Code::ExpansionTooLarge, instance.span, message)
        .label(match is_short {
            true => "all specifications together take too long",
            false => "its includes rename and join variables in too many ways",
        })
        .note("a specification is planned anew for each way in which its variables are known, or one, where it is included")
        .help("rename fewer variables, or the same ones in each include")
}

/// Names the variable in terms of the requested specification, and shows the include that brings it in.
///
/// If the cause lies in another file, the primary place is the include, since users cannot change files that
/// they did not write.
fn describe(program: &Program, root: InstanceId, source_map: &SourceMap, unbound: &Unbound) -> Diagnostic {
    let whole = program.instance(root).span;
    let Unbound { through, definition, variable, .. } = unbound;
    let inside = &source_map.variables[definition.index()][variable.index()];
    let is_local = inside.0.iter().any(|part| matches!(part, Part::CollectIndex(_)));
    let outside = source_map.name_outside(through, *definition, *variable);
    let name = source_map.written(&outside, through);
    let from = match source_map.written(inside, through) {
        same if same == name => "it comes from here".to_owned(),
        other => format!("it comes from here, called `{other}` inside"),
    };
    let message = format!("variable `{name}` is not bound");
    // An include without a prefix leaves its name to a variable that it does not rename.
    let shared = matches!(unbound.cause, Cause::Disjunct(_)).then(|| sharing(program, root, &outside));
    let shared = shared.flatten();
    let at = |span| {
        let diagnostic = Diagnostic::new(Code::UnboundVariable, span, message.clone());
        let advice = shared.clone().or_else(|| advice(unbound.cause, &name));
        let diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
        match misspelt(unbound.cause, &name, source_map) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")).with_suggestion(&name, near),
            None => diagnostic,
        }
    };
    let include =
        through.iter().find(|&&origin| source_map.is_call(origin)).map(|&origin| source_map.span(origin));
    match (
        reason(unbound.cause, is_local, source_map).map(|(origin, why)| (source_map.span(origin), why)),
        include,
    ) {
        (Some((span, why)), Some(include)) if span.file == whole.file => {
            at(span).label(why).also(include, from)
        }
        (Some((span, why)), Some(include)) => at(include).label(from).also(span, why),
        (Some((span, why)), None) => at(span).label(why).also(whole, "in this specification"),
        (None, _) => at(whole),
    }
}

/// The advice on a variable of a building block that several includes of it share. A branch that leaves the
/// variable unused in one include has to bind it for the others.
fn sharing(program: &Program, root: InstanceId, variable: &VarName) -> Option<String> {
    let mut includes: Vec<&CoreInclude> = Vec::new();
    each_include(&program.instance(root).formula, &mut |include| includes.push(include));
    let leaves = |include: &&&CoreInclude| {
        let is_named = mentions(&program.instance(include.instance).formula, variable);
        is_named && include.placing.apply(variable) == *variable
    };
    let sharing: Vec<&&CoreInclude> = includes.iter().filter(leaves).collect();
    let first = sharing.first()?.instance;
    let count = sharing.iter().filter(|include| include.instance == first).count();
    let block = program.instance(first);
    (count > 1).then(|| {
        format!(
            "{count} includes of `{block}` share its variable `{variable}`: write `hide {{{variable}}}` in \
             `{block}`, or give each include a prefix, `@ {{a}}`"
        )
    })
}

/// Whether an atom of a formula itself, not of what it includes, names the variable.
fn mentions(formula: &CoreFormula, variable: &VarName) -> bool {
    match formula {
        CoreFormula::Atom(atom, _) => atom.variables.contains(variable),
        CoreFormula::And(parts) | CoreFormula::Or(parts) => parts.iter().any(|part| mentions(part, variable)),
        CoreFormula::Hidden(hidden) => !hidden.locals.contains(variable) && mentions(&hidden.body, variable),
        CoreFormula::Quantified(quantified) => mentions(&quantified.body, variable),
        CoreFormula::Collect(collect) => mentions(&collect.body, variable),
        CoreFormula::Include(_) => false,
    }
}

/// Calls `visit` with every include of a formula.
fn each_include<'f>(formula: &'f CoreFormula, visit: &mut dyn FnMut(&'f CoreInclude)) {
    match formula {
        CoreFormula::Include(include) => visit(include),
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter().for_each(|part| each_include(part, visit));
        }
        CoreFormula::Hidden(hidden) => each_include(&hidden.body, visit),
        CoreFormula::Quantified(quantified) => each_include(&quantified.body, visit),
        CoreFormula::Collect(collect) => each_include(&collect.body, visit),
        CoreFormula::Atom(..) => {}
    }
}

/// Reports each variable that a comparison or a bare pattern leaves unbound once, with a guess at the
/// intended formula. `text` gives the text at a place.
pub fn unbound_as_written<'t>(errors: Vec<Diagnostic>, text: &dyn Fn(Span) -> &'t str) -> Vec<Diagnostic> {
    let mut reported: Vec<Diagnostic> = Vec::new();
    for error in errors {
        let span = error.primary.span;
        let written = text(span);
        let advice = advice_as_written(written).or_else(|| advice_on_number(written, &error.message));
        let advice = advice.filter(|_| error.code == Code::UnboundVariable);
        let Some(advice) = advice else {
            reported.push(error);
            continue;
        };
        if !reported.iter().any(|before| before.code == error.code && before.primary.span == span) {
            reported.push(Diagnostic { help: vec![advice], ..error });
        }
    }
    reported
}

/// The advice on `{r} = {x} * {y}` and `{r} ~ {x}`.
fn advice_as_written(text: &str) -> Option<String> {
    let is_variable =
        |text: &str| text.starts_with('{') && text.find('}').is_some_and(|end| end + 1 == text.len());
    if let Some((left, right)) = text.split_once('~').map(|(left, right)| (left.trim(), right.trim())) {
        let advice = || format!("a pattern describes an operation: `{left} ~ {right} + {{y}}`");
        return (is_variable(left) && is_variable(right)).then(advice);
    }
    let (left, right) = text.split_once('=').map(|(left, right)| (left.trim(), right.trim()))?;
    let is_computed = right.contains(['+', '-', '*']) && !right.contains("args") && right.contains('{');
    let advice = || {
        format!(
            "`=` compares terms, numbers that are known beforehand; a value of the code is described by `~`: `{left} ~ {right}`"
        )
    };
    (is_variable(left) && is_computed).then(advice)
}

/// The advice on `{r} ~ {x} + literal{m}`, where the error is about `m`.
fn advice_on_number(text: &str, message: &str) -> Option<String> {
    let (_, behind) = text.split_once('~').or_else(|| text.split_once("+="))?;
    let numbers = behind.split("literal{").skip(1).filter_map(|rest| rest.split('}').next());
    let name = numbers.into_iter().find(|name| message.contains(&format!("`{name}`")))?;
    Some(format!(
        "write `{{{name}}}` for the constant; `literal{{{name}}}` is its number, once a pattern or an atom \
         binds it: `ir_type{{{name}}} = literal`"
    ))
}

/// The place where a variable is left unbound, and the reason.
fn reason(cause: Cause, is_local: bool, source_map: &SourceMap) -> Option<(Origin, &'static str)> {
    match cause {
        Cause::Disjunct(origin) => Some((origin, "this alternative leaves it free")),
        Cause::Collect(origin) if is_local => Some((origin, "nothing in this collect binds it")),
        Cause::Collect(origin) if source_map.is_collect(origin) => {
            Some((origin, "this collect needs it from outside"))
        }
        Cause::Collect(origin) => Some((origin, "this needs it from outside, and lists it not as its own")),
        Cause::OnlyChecked(origin) => Some((origin, "this only tests it")),
        Cause::Unmentioned => None,
    }
}

/// The variable of the specification with a name similar to that of an unbound one in a quantifier or a
/// collect.
fn misspelt(cause: Cause, name: &str, source_map: &SourceMap) -> Option<String> {
    let known =
        source_map.names.iter().filter(|name| !name.0.iter().any(|part| matches!(part, Part::Hidden(_))));
    match cause {
        Cause::Collect(_) => nearest(name, known.map(ToString::to_string)),
        _ => None,
    }
}

/// Whether the name is one of the fields that patterns define for arrays or counters.
fn has_field_of_pattern(name: &str) -> bool {
    let field =
        name.rsplit_once('.').map(|(_, field)| field.split_once('[').map_or(field, |(field, _)| field));
    matches!(field, Some("stride" | "origin" | "size" | "count"))
}

fn advice(cause: Cause, name: &str) -> Option<String> {
    match cause {
        // Only a pattern defines such fields.
        Cause::OnlyChecked(_) | Cause::Unmentioned if has_field_of_pattern(name) => {
            Some("a pattern says what it is, of an element by its counter: `{A}[{i}]`".to_owned())
        }
        Cause::OnlyChecked(_) | Cause::Unmentioned => {
            Some(format!("say what it can be: `opcode{{{name}}} = …`, `{{{name}}} ∈ {{…}}.args`, …"))
        }
        Cause::Disjunct(_) => Some("say what it can be in each alternative, or outside of them".to_owned()),
        Cause::Collect(_) => None,
    }
}
