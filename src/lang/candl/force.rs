//! The check that a fact about functions keeps to its force.
//!
//! A `must` fact may be built from what certainly holds, and from the absence of what may hold; a `may` fact
//! the other way round. Otherwise more knowledge could make an answer wrong, and the answers of functions
//! that call each other would depend on the order in which they are computed.
//!
//! ```text
//! must Fact Keeps… none {c} ( {c} does MayRelease({p}) )   fine: absence of what may be
//! must Fact Keeps… none {c} ( {c} does Releases({p}) )     E0325: nothing is known of most functions
//! ```
//!
//! A `collect` is a set that grows with knowledge, so that its members may only stand in constraints about
//! all paths, which hold of a larger set if they hold of a smaller one.

use super::analyses::AnalysisPart;
use super::ast::{FactHead, Modality, Specification, Variable};
use super::atom_table::AtomKind;
use super::core::{AtomConstant, CoreAtom, CoreFormula, InstanceId, Part, Program, Span, VarName};
use super::scope_names::NameSets;
use rustc_hash::FxHashSet;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// Checks the formulas of facts.
pub(super) fn check(
    program: &Program,
    facts: &[(&Specification, InstanceId)],
    diagnostics: &mut Diagnostics,
) {
    if facts.is_empty() {
        return;
    }
    let names = NameSets::of(program).ok();
    for (specification, id) in facts {
        let Some(head) = specification.fact.as_deref() else { continue };
        if let Some(names) = &names {
            check_interface(names, *id, head, diagnostics);
        }
        let formula = &program.instance(*id).formula;
        let mut check = ForceCheck { program, seen: FxHashSet::default(), found: Vec::new() };
        check.formula(formula, head.modality);
        check.collected(formula);
        check.found.sort_by_key(|(span, _)| *span);
        check.found.dedup();
        for (span, mistake) in check.found {
            diagnostics.push(mistake.diagnostic(head.modality, span, specification.name.span));
        }
    }
}

/// Checks the formulas of an analysis: those that begin its facts against its own force, the one that ends
/// them against the other one.
pub(super) fn check_analysis(
    program: &Program,
    specification: &Specification,
    parts: [Option<InstanceId>; 3],
    diagnostics: &mut Diagnostics,
) {
    let Some(analysis) = specification.analysis.as_deref() else { return };
    for (part, id) in AnalysisPart::ALL.into_iter().zip(parts) {
        let Some(id) = id else { continue };
        let force = part.force(analysis.modality);
        let formula = &program.instance(id).formula;
        let mut check = ForceCheck { program, seen: FxHashSet::default(), found: Vec::new() };
        check.formula(formula, force);
        check.collected(formula);
        check.found.sort_by_key(|(span, _)| *span);
        check.found.dedup();
        for (span, mistake) in check.found {
            let of = (analysis.modality, part == AnalysisPart::Ends);
            diagnostics.push(mistake.in_analysis(force, of, span, specification.name.span));
        }
    }
}

/// Reports a parameter or result that the formula does not have.
fn check_interface(names: &NameSets, id: InstanceId, head: &FactHead, diagnostics: &mut Diagnostics) {
    let is_named = |word: &str| names.instance(id).iter().any(|name| name.to_string() == word);
    for variable in [&head.parameter, &head.result].into_iter().flatten() {
        if !variable.path.is_empty() {
            let message = "the parameter or result of a fact is a variable without fields";
            diagnostics.push(Diagnostic::new(Code::FactForm, variable.span, message));
        } else if !is_named(&variable.name.text) {
            diagnostics.push(not_mentioned(variable));
        }
    }
}

fn not_mentioned(variable: &Variable) -> Diagnostic {
    let message = format!("the formula does not say what `{{{}}}` is", variable.name.text);
    Diagnostic::new(Code::FactForm, variable.span, message).help(
        "a parameter is written `ir_type{p} = argument`, or comes from a fact: `{call} does Releases({p})`",
    )
}

/// A violation of a fact's force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// A constraint of the other force.
    OtherForce,
    /// The members of a collect in another constraint than one about all paths.
    Collected,
}

impl Mistake {
    fn diagnostic(self, modality: Modality, span: Span, fact: Span) -> Diagnostic {
        let word = modality.word();
        let (message, help) = match (self, modality) {
            (Mistake::OtherForce, Modality::Must) => (
                "a `must` fact cannot depend on this, of which more may hold than is known".to_owned(),
                "use `must` facts as they are, and `may` facts under `none`",
            ),
            (Mistake::OtherForce, Modality::May) => (
                "a `may` fact cannot depend on this, of which less may be known than holds".to_owned(),
                "use `may` facts as they are, and `must` facts under `none`",
            ),
            (Mistake::Collected, _) => (
                format!("a `{word}` fact collects this, so that its set grows with what is known"),
                "its members may only stand in constraints about all paths, such as `on every path {p} gets to {…}`",
            ),
        };
        Diagnostic::new(Code::FactForce, span, message).also(fact, "the fact").help(help)
    }
}

impl Mistake {
    /// The diagnostic about a formula of an analysis, which may use what has the force `force`.
    fn in_analysis(
        self,
        force: Modality,
        (modality, ends): (Modality, bool),
        span: Span,
        analysis: Span,
    ) -> Diagnostic {
        let clause = if ends { "ends" } else { "begins" };
        let (message, help) = match (self, force) {
            (Mistake::OtherForce, Modality::Must) => (
                format!(
                    "what {clause} a fact of a `{}` analysis cannot depend on this, of which more may hold than is known",
                    modality.word()
                ),
                "use `must` facts as they are, and `may` facts under `none`",
            ),
            (Mistake::OtherForce, Modality::May) => (
                format!(
                    "what {clause} a fact of a `{}` analysis cannot depend on this, of which less may be known than holds",
                    modality.word()
                ),
                "use `may` facts as they are, and `must` facts under `none`",
            ),
            (Mistake::Collected, _) => (
                "an analysis collects this, so that its set grows with what is known".to_owned(),
                "its members may only stand in constraints about all paths, such as `on every path {p} gets to {…}`",
            ),
        };
        Diagnostic::new(Code::FactForce, span, message).also(analysis, "the analysis").help(help)
    }
}

/// The force of a constraint: `None` if it holds or not whatever is known of other functions.
fn force(atom: &CoreAtom) -> Option<Modality> {
    let modality = |constant: &AtomConstant| match constant {
        AtomConstant::Number(0) => Some(Modality::Must),
        AtomConstant::Number(_) => Some(Modality::May),
        _ => None,
    };
    match atom.relation.kind {
        kind if kind.fact_use().is_some() || kind.analysis_point().is_some() => {
            atom.relation.constants.iter().find_map(modality)
        }
        AtomKind::MayAlias
        | AtomKind::MayWrite
        | AtomKind::MayRead
        | AtomKind::MayKeep
        | AtomKind::PointsTo
        | AtomKind::Escapes
        | AtomKind::Reaches
        | AtomKind::Pins
        | AtomKind::PathToUse => Some(Modality::May),
        AtomKind::MustAlias
        | AtomKind::Unmodified
        | AtomKind::ReadsFrom
        | AtomKind::Repeats
        | AtomKind::Dead
        | AtomKind::Invariant => Some(Modality::Must),
        kind => is_about_all_paths(kind).then_some(Modality::Must),
    }
}

fn is_about_all_paths(kind: AtomKind) -> bool {
    use AtomKind::{MetOnEveryPath, MetWhereZero, Passed, PassedFrom, PassedWhereZero};
    matches!(kind, Passed | PassedFrom | PassedWhereZero | MetWhereZero | MetOnEveryPath)
}

fn opposite(modality: Modality) -> Modality {
    match modality {
        Modality::Must => Modality::May,
        Modality::May => Modality::Must,
    }
}

struct ForceCheck<'p> {
    program: &'p Program,
    seen: FxHashSet<(InstanceId, Modality)>,
    found: Vec<(Span, Mistake)>,
}

impl ForceCheck<'_> {
    /// Checks a formula of which only what has this force may be used.
    fn formula(&mut self, formula: &CoreFormula, allowed: Modality) {
        let mut below = allowed;
        match formula {
            CoreFormula::Atom(atom, span) if force(atom).is_some_and(|force| force != allowed) => {
                self.found.push((*span, Mistake::OtherForce));
            }
            CoreFormula::Include(include) if self.seen.insert((include.instance, allowed)) => {
                let included = &self.program.instance(include.instance).formula;
                self.formula(included, allowed);
                self.collected(included);
            }
            CoreFormula::Quantified(quantified) if !quantified.wanted => below = opposite(allowed),
            _ => {}
        }
        formula.children().iter().for_each(|part| self.formula(part, below));
    }

    /// Checks the uses of members of the collects of a specification that depend on other functions.
    fn collected(&mut self, formula: &CoreFormula) {
        let mut stems = Vec::new();
        self.gather(formula, &mut stems);
        if !stems.is_empty() {
            self.uses(formula, &stems);
        }
    }

    /// Appends the names of members, up to the index, of collects whose bodies have a force.
    fn gather(&self, formula: &CoreFormula, stems: &mut Vec<VarName>) {
        match formula {
            CoreFormula::Collect(collect) if self.depends(&collect.body) => {
                let is_index = |part: &Part| *part == Part::CollectIndex(collect.index);
                each_name(&collect.body, &mut |name| {
                    if let Some(at) = name.0.iter().position(is_index) {
                        stems.push(VarName(name.0[..at].to_vec()));
                    }
                });
            }
            _ => formula.children().iter().for_each(|part| self.gather(part, stems)),
        }
    }

    /// Whether a formula depends on what is known of other functions.
    fn depends(&self, formula: &CoreFormula) -> bool {
        match formula {
            CoreFormula::Atom(atom, _) => force(atom).is_some(),
            CoreFormula::Include(include) => self.depends(&self.program.instance(include.instance).formula),
            _ => formula.children().iter().any(|part| self.depends(part)),
        }
    }

    /// Reports the members with these stems outside of constraints about all paths.
    fn uses(&mut self, formula: &CoreFormula, stems: &[VarName]) {
        let is_member = |name: &VarName| {
            let behind = |stem: &VarName| matches!(name.below(stem), Some([Part::Number(_), ..]));
            stems.iter().any(behind)
        };
        match formula {
            CoreFormula::Atom(atom, span) => {
                if !is_about_all_paths(atom.relation.kind) && atom.variables.iter().any(is_member) {
                    self.found.push((*span, Mistake::Collected));
                }
            }
            CoreFormula::Include(include) => {
                if include.placing.renames.iter().any(|(_, here)| is_member(here)) {
                    self.found.push((include.span, Mistake::Collected));
                }
            }
            _ => formula.children().iter().for_each(|part| self.uses(part, stems)),
        }
    }
}

/// Calls `visit` with the names of a formula as they are here.
fn each_name(formula: &CoreFormula, visit: &mut dyn FnMut(&VarName)) {
    match formula {
        CoreFormula::Atom(atom, _) => atom.variables.iter().for_each(visit),
        CoreFormula::Include(include) => {
            include.placing.renames.iter().for_each(|(_, here)| visit(here));
            include.placing.prefix.iter().for_each(visit);
        }
        _ => formula.children().iter().for_each(|part| each_name(part, visit)),
    }
}

#[cfg(test)]
mod tests {
    use crate::candl::compile::check;
    use crate::candl::vocabulary::AnyWord;
    use text::diagnostic::Code;
    use text::sources::Sources;

    const FACTS: &str = "must Fact Sure({p}) ( ir_type{p} = argument ∧ {c} does Sure({p}) ) End
        may Fact Maybe({p}) ( ir_type{p} = argument ∧ {c} does Maybe({p}) ) End
        must Fact Alone() ( opcode{x} = add ) End
        ";

    /// The codes and places of the errors in a text behind the facts.
    fn errors(text: &str) -> Vec<(Code, String)> {
        let mut sources = Sources::new();
        sources.add("test", format!("{FACTS}{text}"));
        let compiled = check(&sources, &AnyWord);
        let found = compiled.diagnostics.iter().filter(|d| d.severity() == text::diagnostic::Severity::Error);
        found.map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
    }

    fn forces(text: &str) -> Vec<String> {
        let found = errors(text);
        assert!(found.iter().all(|(code, _)| *code == Code::FactForce), "{found:?}");
        found.into_iter().map(|(_, place)| place).collect()
    }

    #[test]
    fn a_fact_keeps_to_its_force() {
        let sure = |formula: &str| {
            forces(&format!("must Fact F({{p}}) ( ir_type{{p}} = argument ∧ {formula} ) End"))
        };
        let maybe =
            |formula: &str| forces(&format!("may Fact F({{p}}) ( ir_type{{p}} = argument ∧ {formula} ) End"));
        let none: [&str; 0] = [];
        assert_eq!(sure("{c} does Sure({p})"), none);
        assert_eq!(sure("none {c} ( {c} does Maybe({p}) )"), none);
        assert_eq!(sure("{c} does Maybe({p})"), ["{c} does Maybe({p})"]);
        assert_eq!(sure("none {c} ( {c} does Sure({p}) )"), ["{c} does Sure({p})"]);
        assert_eq!(sure("none {c} ( opcode{c} = call ∧ none ( {c} does Sure({p}) ) )"), none);
        assert_eq!(sure("every {c} ( opcode{c} = call ) has ( {c} does Sure({p}) )"), none);
        assert_eq!(sure("some {c} ( opcode{c} = call ∧ {c} may write {p} )"), ["{c} may write {p}"]);
        assert_eq!(maybe("{c} does Maybe({p})"), none);
        assert_eq!(maybe("{c} does Sure({p})"), ["{c} does Sure({p})"]);
        assert_eq!(maybe("none {c} ( {c} does Sure({p}) )"), none);
        assert_eq!(maybe("not on every path {p} gets to {p}"), none);
    }

    #[test]
    fn analyses_keep_to_their_force_and_have_one_in_facts() {
        let none: [&str; 0] = [];
        let analysis = |force: &str, begins: &str, ends: &str| {
            forces(&format!(
                "Analysis A({{p}}) forward {force} gen {{c}} {begins} kill {{c}} {ends} entry none {{c}} ( {{c}} does Maybe({{p}}) ) End"
            ))
        };
        assert_eq!(analysis("must", "{c} does Sure({p})", "{c} does Maybe({p})"), none);
        assert_eq!(analysis("must", "{c} does Maybe({p})", "{c} does Maybe({p})"), ["{c} does Maybe({p})"]);
        assert_eq!(analysis("must", "{c} does Sure({p})", "{c} does Sure({p})"), ["{c} does Sure({p})"]);
        assert_eq!(analysis("may", "{c} does Maybe({p})", "{c} does Sure({p})").len(), 1, "the boundary");
        let fact = |analysis: &str, fact: &str, formula: &str| {
            forces(&format!(
                "Analysis A({{p}}) forward {analysis} gen {{c}} {{p}} ∈ {{c}}.args End \
                 {fact} Fact F({{p}}) ( ir_type{{p}} = argument ∧ opcode{{c}} = ret ∧ {formula} ) End"
            ))
        };
        assert_eq!(fact("must", "must", "A({p}) before {c}"), none);
        assert_eq!(fact("may", "may", "A({p}) before {c}"), none);
        assert_eq!(fact("may", "must", "not A({p}) before {c}"), none);
        assert_eq!(fact("may", "must", "A({p}) before {c}"), ["A({p}) before {c}"]);
        assert_eq!(fact("must", "may", "A({p}) before {c}"), ["A({p}) before {c}"]);
    }

    #[test]
    fn the_force_is_checked_through_includes() {
        let block = "Constraint Block {c} does Maybe({p}) End ";
        assert_eq!(
            forces(&format!("{block} must Fact F({{p}}) ( ir_type{{p}} = argument ∧ include Block ) End")),
            ["{c} does Maybe({p})"]
        );
        assert_eq!(
            forces(&format!(
                "{block} must Fact F({{p}}) ( ir_type{{p}} = argument ∧ none {{c}} ( include Block ) ) End"
            )),
            [""; 0]
        );
    }

    #[test]
    fn members_of_a_collect_stand_for_all_paths_alone() {
        let collect = "ir_type{p} = argument ∧ collect i 4 {e[i]} does Sure({p})";
        let fact = |rest: &str| forces(&format!("must Fact F({{p}}) ( {collect} ∧ {rest} ) End"));
        assert_eq!(fact("on every path {p} gets to {e[0..4]}"), [""; 0]);
        assert_eq!(fact("( opcode{e[0]} = call ∨ opcode{p} = call )"), ["opcode{e[0]} = call"]);
    }

    #[test]
    fn a_fact_has_its_parameters() {
        assert_eq!(errors("must Fact F({p}) ( opcode{x} = add ) End"), [(Code::FactForm, "{p}".to_owned())]);
        assert_eq!(
            errors("must Fact F({p.x}) ( opcode{p.x} = add ) End"),
            [(Code::FactForm, "{p.x}".to_owned())]
        );
        assert_eq!(
            errors("Constraint X ( {c} does Nothing() ) End"),
            [(Code::UnknownFact, "Nothing".to_owned())]
        );
        assert_eq!(errors("Constraint X ( {c} does Sure() ) End"), [(Code::FactForm, "Sure".to_owned())]);
        assert_eq!(
            errors("Constraint X ( {c} returns Alone() ) End"),
            [(Code::FactForm, "Alone".to_owned())]
        );
        assert_eq!(errors("Constraint X ( {c} does Alone() ) End"), []);
    }
}
