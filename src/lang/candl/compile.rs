//! The stages from text to instances, in order.
//!
//! ```text
//! text ─parse─▶ syntax trees ─enter─▶ catalogue ─resolve─▶ (checked) ─instantiate─▶ program ─(checked), hide─▶ program
//! ```
//!
//! A file with errors does not stop the others: the diagnostics of all stages come back at once, and a
//! request gets its instance if all specifications it includes are free of errors.

use super::analyses::{AnalysisPart, Needed, NeededAnalysis, check_mentioned, needed, with_parts};
use super::ast::{File, Formula, FormulaKind, Index, Span, Step, Term, Variable, each_formula};
use super::catalogue::{Catalogue, Entry, SpecId};
use super::core::{InstanceId, Part, Program, VarName};
use super::expansion_size;
use super::force;
use super::instantiate::{Request, instantiate};
use super::mistakes;
use super::normal_form;
use super::parser::{Parsed, parse};
use super::resolve::resolve;
use super::scope::IndexParameter;
use super::scope_names::{NameSets, is_family};
use super::unmentioned;
use super::used;
use super::vocabulary::Vocabulary;
use text::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use text::sources::{SourceKind, Sources};

/// The output of the front end.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The files as parsed, in the order of the sources.
    pub parsed: Vec<Parsed>,
    /// The specifications of the files.
    pub catalogue: Catalogue,
    /// The requested instances, and those of the facts that they need.
    pub program: Program,
    /// The facts about functions that the requests need, with their instances.
    pub facts: Vec<(SpecId, InstanceId)>,
    /// The analyses that the requests need, each behind those that it uses, and the user's own.
    pub analyses: Vec<CompiledAnalysis>,
    /// All diagnostics, ordered by place.
    pub diagnostics: Diagnostics,
}

/// An analysis, with the instances of its formulas.
#[derive(Clone, Copy, Debug)]
pub struct CompiledAnalysis {
    /// The analysis.
    pub id: SpecId,
    /// The instances of its formulas, in the order of [`AnalysisPart::ALL`]; none for those that it does not
    /// have.
    pub parts: [Option<InstanceId>; 3],
}

/// Runs all stages up to the core language. Parses every file of `sources`; `requests` selects the instances.
pub fn compile(sources: &Sources, vocabulary: &dyn Vocabulary, requests: &[Request]) -> Compiled {
    compile_chosen(sources, vocabulary, |_, _| requests.to_vec())
}

/// Reports the index parameters that a specification still needs, if it is not included anywhere and cannot
/// be run without them.
pub fn report_waiting(entry: &Entry, diagnostics: &mut Diagnostics) {
    if entry.sound && !entry.included {
        entry.required().for_each(|parameter| diagnostics.push(needs_parameter(entry, parameter)));
    }
}

fn needs_parameter(entry: &Entry, parameter: &IndexParameter) -> Diagnostic {
    let (name, index) = (&entry.specification.name.text, &parameter.name);
    let message = format!("`{name}` can only be run with a value for its index `{index}`");
    let diagnostic = Diagnostic::new(Code::NeedsParameter, parameter.span, message)
        .label("nothing binds it here")
        .help(format!("run `{name}[{index}=…]`, or add `for {index}=… if not otherwise specified`"));
    match written_as_variable(&entry.specification.formula, parameter.span) {
        Some(variable) => diagnostic.help(format!("if a variable is meant: {variable}")),
        None => diagnostic,
    }
}

/// The advice on an index in a pattern that was probably meant as an operand or as a subscript of an element.
fn written_as_variable(formula: &Formula, span: Span) -> Option<String> {
    let mut advice = None;
    each_formula(formula, true, &mut |formula| {
        let FormulaKind::Pattern(pattern) = &formula.kind else { return };
        for expression in pattern.expressions() {
            expression.each_index(&mut |name| {
                if name.span == span {
                    advice = Some(format!("variables stand in braces, `{{{}}}`", name.text));
                }
            });
            expression.each_variable(&mut |variable| {
                let is_inside = variable.span.start < span.start && span.end < variable.span.end;
                if let [Step::Index(Index { terms, .. })] = variable.path.as_slice()
                    && let [(false, Term::Name(index))] = terms.as_slice()
                    && is_inside
                {
                    let array = &variable.name.text;
                    advice = Some(format!("an element of an array is `{{{array}}}[{{{}}}]`", index.text));
                }
            });
        }
    });
    advice
}

/// The variables of an instance after full expansion, in order of first appearance; empty if there are too
/// many.
pub fn names_of(program: &Program, id: InstanceId) -> Vec<String> {
    let Ok(names) = NameSets::of(program) else { return Vec::new() };
    names.instance(id).iter().filter(|name| !is_family(name)).map(ToString::to_string).collect()
}

/// Like [`compile`], with the requests chosen after the specifications are resolved.
pub fn compile_chosen(
    sources: &Sources,
    vocabulary: &dyn Vocabulary,
    requests: impl FnOnce(&Catalogue, &mut Diagnostics) -> Vec<Request>,
) -> Compiled {
    let (mut compiled, needed) = compile_as_written(sources, vocabulary, requests);
    expansion_size::check(&compiled.program, sources, &mut compiled.diagnostics);
    mistakes::check(&compiled.program, sources, vocabulary, &mut compiled.diagnostics);
    normal_form::check(&compiled.catalogue, &mut compiled.diagnostics);
    let of_analyses: usize = needed.analyses.iter().map(NeededAnalysis::formulas).sum();
    let of_analyses = compiled.program.roots.len() - of_analyses;
    let of_facts = of_analyses - needed.facts.len();
    let analyses = analyses_of(&compiled, &needed, of_analyses);
    let specification = |id: &SpecId| &compiled.catalogue.entry(*id).specification;
    let roots = compiled.program.roots[of_facts..of_analyses].iter();
    let facts: Vec<_> =
        needed.facts.iter().zip(roots).filter_map(|(id, root)| Some((specification(id), (*root)?))).collect();
    force::check(&compiled.program, &facts, &mut compiled.diagnostics);
    for analysis in &analyses {
        let specification = &compiled.catalogue.entry(analysis.id).specification;
        force::check_analysis(&compiled.program, specification, analysis.parts, &mut compiled.diagnostics);
    }
    if !analyses.is_empty()
        && let Ok(names) = NameSets::of(&compiled.program)
    {
        for analysis in &analyses {
            let specification = &compiled.catalogue.entry(analysis.id).specification;
            check_mentioned(specification, &names, analysis.parts, &mut compiled.diagnostics);
        }
    }
    let outside = analyses.iter().flat_map(|analysis| bound_outside(&compiled.catalogue, analysis)).collect();
    unmentioned::hide(&mut compiled.program, &outside, &mut compiled.diagnostics);
    compiled.analyses = analyses_of(&compiled, &needed, of_analyses);
    let mut roots = compiled.program.roots.split_off(of_facts);
    roots.truncate(needed.facts.len());
    compiled.facts = needed.facts.into_iter().zip(roots).filter_map(|(id, root)| Some((id, root?))).collect();
    compiled.diagnostics.sort();
    compiled
}

/// The analyses without an error in their heads or formulas, whose instances are roots from `first` on.
fn analyses_of(compiled: &Compiled, needed: &Needed, first: usize) -> Vec<CompiledAnalysis> {
    let mut roots = compiled.program.roots[first..].iter().copied();
    let mut analyses = Vec::new();
    for analysis in &needed.analyses {
        let parts = analysis.parts.map(|part| part.and_then(|_| roots.next()));
        let whole = compiled.catalogue.entry(analysis.id).specification.span;
        let is_inside = |found: &Diagnostic| {
            let span = found.primary.span;
            let stops = found.severity() == Severity::Error && !found.code.is_about_a_word();
            stops && span.file == whole.file && whole.start <= span.start && span.end <= whole.end
        };
        let is_whole = parts.iter().flatten().all(Option::is_some);
        if is_whole && !compiled.diagnostics.iter().any(is_inside) {
            analyses.push(CompiledAnalysis { id: analysis.id, parts: parts.map(Option::flatten) });
        }
    }
    analyses
}

/// The variables of each formula of an analysis that have values from outside.
fn bound_outside(catalogue: &Catalogue, analysis: &CompiledAnalysis) -> Vec<(InstanceId, Vec<VarName>)> {
    let specification = &catalogue.entry(analysis.id).specification;
    let Some(clauses) = specification.analysis.as_deref() else { return Vec::new() };
    let name = |variable: &Variable| VarName(vec![Part::Field(variable.name.text.as_str().into())]);
    let of_part = |(part, id): (AnalysisPart, Option<InstanceId>)| {
        let variables = clauses.at(part).into_iter().chain(&clauses.parameters);
        Some((id?, variables.map(name).collect()))
    };
    AnalysisPart::ALL.into_iter().zip(analysis.parts).filter_map(of_part).collect()
}

/// All stages except the last, which adds `is unused` to branches. The facts that the requests need are among
/// the last roots of the program, and behind them the formulas of the analyses.
pub(super) fn compile_as_written(
    sources: &Sources,
    vocabulary: &dyn Vocabulary,
    requests: impl FnOnce(&Catalogue, &mut Diagnostics) -> Vec<Request>,
) -> (Compiled, Needed) {
    let mut diagnostics = Diagnostics::new();
    let files = (0..sources.len() as u32).filter(|file| sources.file(*file).kind() != SourceKind::Request);
    let parsed: Vec<Parsed> = files.map(|file| parse(sources, file, &mut diagnostics)).collect();
    let files = (0..sources.len() as u32).filter(|file| sources.file(*file).kind() != SourceKind::Request);
    let files: Vec<(u32, &File)> = files.zip(parsed.iter().map(|parsed| &parsed.file)).collect();
    used::check(sources, &files, &mut diagnostics);
    let specifications = parsed.iter().flat_map(|parsed| parsed.file.specifications.iter().cloned());
    let specifications = specifications.flat_map(with_parts);
    let mut catalogue = Catalogue::new(sources, specifications, &mut diagnostics);
    resolve(&mut catalogue, vocabulary, &mut diagnostics);
    let requests = requests(&catalogue, &mut diagnostics);
    let needed = needed(&catalogue, &requests);
    let all: Vec<Request> = requests.iter().cloned().chain(needed.requests(&catalogue)).collect();
    let program = instantiate(&catalogue, &all, &mut diagnostics);
    (Compiled { parsed, catalogue, program, diagnostics, ..Compiled::default() }, needed)
}

/// Compiles all specifications of the user's files that need no index parameters, for tests of the front end.
/// `library::check` continues from there.
#[cfg(test)]
pub(crate) fn check(sources: &Sources, vocabulary: &dyn Vocabulary) -> Compiled {
    compile_chosen(sources, vocabulary, |catalogue, diagnostics| {
        let own = catalogue.ids().map(|id| catalogue.entry(id)).filter(|entry| !entry.builtin);
        let own = own.filter(|entry| entry.specification.analysis.is_none());
        let (waiting, ready): (Vec<&Entry>, Vec<&Entry>) =
            own.partition(|entry| entry.required().next().is_some());
        waiting.into_iter().for_each(|entry| report_waiting(entry, diagnostics));
        ready.into_iter().map(|entry| Request::of(&entry.specification.name)).collect()
    })
}

/// The share of each expansion limit that a program uses, with the limit's name.
#[cfg(any(test, feature = "testing"))]
pub fn expansion_figures(program: &Program) -> [(&'static str, f64); 3] {
    let share = |part: usize, of: usize| part as f64 / of as f64;
    [
        ("names", NameSets::share(program)),
        ("facts", super::facts::Included::share(program)),
        ("formulas", share(expansion_size::largest(program), super::expand::MAX_EXPANSION)),
    ]
}
