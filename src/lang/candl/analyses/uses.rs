//! The checks of the heads of analyses and of the atoms that use them.

use super::super::ast::{Argument, AtomSyntax, SetBase, SetItem, SetStep, Specification, Symbol, Variable};
use super::super::catalogue::Catalogue;
use super::super::core::InstanceId;
use super::super::scope_names::NameSets;
use super::AnalysisPart;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// Checks an atom that uses an analysis, by the name and the number of its parameters.
pub(in super::super) fn check_use(
    catalogue: &Catalogue,
    atom: &AtomSyntax,
    name: &Symbol,
    builtin: bool,
) -> Option<Diagnostic> {
    let Some(id) = catalogue.analysis(name, builtin) else {
        let message = format!("there is no analysis `{}`", name.text);
        let diagnostic = Diagnostic::new(Code::UnknownAnalysis, name.span, message);
        return Some(match catalogue.lookup_in(name.span.file, &name.text, builtin) {
            Some(_) => {
                diagnostic.help("an analysis is written `Analysis NAME({x}) forward must gen {i} … End`")
            }
            None => diagnostic.suggest(&name.text, catalogue.analyses(builtin)),
        });
    };
    let analysis = catalogue.entry(id).specification.analysis.as_deref()?;
    let items = atom.arguments.iter().find_map(|argument| match argument {
        Argument::Set(set) => Some(&set.items),
        _ => None,
    })?;
    // Members of families are counted when indices have values.
    let is_single = |item: &SetItem| {
        matches!(item.base, SetBase::Name(_))
            && !item.path.iter().any(|step| matches!(step, SetStep::Range(..)))
    };
    let (given, wanted) = (items.len(), analysis.parameters.len());
    (items.iter().all(is_single) && given != wanted).then(|| wrong_count(name, wanted))
}

/// The error that an analysis is used with another number of values than it has parameters.
pub(in super::super) fn wrong_count(name: &Symbol, wanted: usize) -> Diagnostic {
    let values = if wanted == 1 { "one value".to_owned() } else { format!("{wanted} values") };
    let message = format!("`{}` is about {values}", name.text);
    let letters = ["x", "y", "z"];
    let shown: Vec<&str> = letters.into_iter().cycle().take(wanted).collect();
    let help = format!("write `{}({{{}}}) before {{i}}`", name.text, shown.join(", "));
    Diagnostic::new(Code::AnalysisForm, name.span, message).help(help)
}

/// Checks the parameters of an analysis: plain names, each once, none of them that of an instruction.
pub(in super::super) fn check_heads(specification: &Specification, diagnostics: &mut Diagnostics) {
    let Some(analysis) = specification.analysis.as_deref() else { return };
    let at = AnalysisPart::ALL.into_iter().filter_map(|part| analysis.at(part));
    for variable in analysis.parameters.iter().chain(at.clone()).filter(|variable| !variable.path.is_empty())
    {
        let message = "the variables in the head and the clauses of an analysis have no fields";
        diagnostics.push(Diagnostic::new(Code::AnalysisForm, variable.span, message));
    }
    for (position, variable) in analysis.parameters.iter().enumerate() {
        let before = analysis.parameters[..position].iter();
        if let Some(other) = before.clone().find(|other| other.name.text == variable.name.text) {
            let message = format!("the parameter `{{{}}}` is given twice", variable.name.text);
            diagnostics.push(
                Diagnostic::new(Code::AnalysisForm, variable.span, message).also(other.span, "first here"),
            );
        }
    }
    for variable in at {
        let same = |other: &&Variable| other.name.text == variable.name.text;
        if let Some(other) = analysis.parameters.iter().find(same) {
            let message =
                format!("`{{{}}}` stands for an instruction and is a parameter", variable.name.text);
            diagnostics.push(
                Diagnostic::new(Code::AnalysisForm, variable.span, message).also(other.span, "the parameter"),
            );
        }
    }
}

/// Reports the variables of an analysis that its formulas do not mention: all of them in `gen`, the
/// instruction in `kill`.
pub(in super::super) fn check_mentioned(
    specification: &Specification,
    names: &NameSets,
    instances: [Option<InstanceId>; 3],
    diagnostics: &mut Diagnostics,
) {
    let Some(analysis) = specification.analysis.as_deref() else { return };
    for (part, instance) in AnalysisPart::ALL.into_iter().zip(instances) {
        let Some(instance) = instance else { continue };
        let own = names.instance(instance);
        let is_named = |variable: &Variable| own.iter().any(|name| name.to_string() == variable.name.text);
        let parameters = if part == AnalysisPart::Begins { &analysis.parameters[..] } else { &[] };
        for variable in analysis.at(part).into_iter().chain(parameters).filter(|variable| !is_named(variable))
        {
            let word = if part == AnalysisPart::Begins { "gen" } else { "kill" };
            let message =
                format!("the formula behind `{word}` does not say what `{{{}}}` is", variable.name.text);
            diagnostics.push(Diagnostic::new(Code::AnalysisForm, variable.span, message));
        }
    }
}
