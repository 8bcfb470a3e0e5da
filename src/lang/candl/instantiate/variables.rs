//! The variables of each instance, for diagnostics that need all of them: renamings that match nothing, and
//! collects over one family with different limits.
//!
//! A collected variable is stored once, with a wildcard for the number of the copy. Instances with very many
//! variables are skipped.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::super::core::{BinderId, CoreFormula, InstanceId, Part, Span, Substitution, VarName};
use super::{Draft, RenameCheck};
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The most variables of an instance that is checked.
const MAX_VARIABLES: usize = 20_000;

/// The most names visited in one run, which bounds the time for any specification.
const MAX_WORK: usize = 500_000;

/// The wildcard for the number of a copy.
const WILDCARD: Part = Part::CollectIndex(BinderId(u32::MAX));

/// A variable, or a family of copies.
#[derive(Clone)]
struct Family {
    /// The limit of each collect whose index became a wildcard, from left to right.
    limits: Vec<u32>,
    /// The place of the constraint that mentions it.
    span: Span,
}

/// Variables in order of first appearance.
type Variables = IndexMap<VarName, Family>;

/// Checks the drafts in `order`, callees first.
pub(super) fn check(drafts: &[Draft], order: &[InstanceId], diagnostics: &mut Diagnostics) {
    let mut known: Vec<Option<Variables>> = drafts.iter().map(|_| None).collect();
    let mut work = MAX_WORK;
    let mut reported = FxHashSet::default();
    for id in order {
        let draft = &drafts[id.index()];
        for rename in &draft.renames {
            // Copies of one renaming, made by a `foreach`, are reported once.
            if reported.contains(&rename.span) {
                continue;
            }
            let scope = Gather::of(&known, Some(&rename.scope), &mut work, None);
            if scope.complete && !scope.found.keys().any(|name| hangs_below(name, &rename.inside)) {
                diagnostics.push(matches_nothing(rename, &scope.found));
                reported.insert(rename.span);
            }
        }
        let all = Gather::of(&known, draft.formula.as_ref(), &mut work, Some(diagnostics));
        known[id.index()] = if all.complete { Some(all.found) } else { None };
    }
}

fn matches_nothing(rename: &RenameCheck, found: &Variables) -> Diagnostic {
    let message = format!("this renames nothing: {} has no variable `{}`", rename.of, rename.inside);
    let stems: IndexSet<String> = found.keys().map(stem).collect();
    Diagnostic::new(Code::RenameMatchesNothing, rename.span, message)
        .suggest(&rename.inside.to_string(), stems)
}

/// The name up to its first index, for suggestions.
fn stem(name: &VarName) -> String {
    let fields = name.0.iter().take_while(|part| matches!(part, Part::Field(_))).cloned();
    VarName(fields.collect()).to_string()
}

/// Whether `name` is `stem` or begins with it; a wildcard matches any number.
fn hangs_below(name: &VarName, stem: &VarName) -> bool {
    let matches = |(part, wanted): (&Part, &Part)| {
        part == wanted
            || matches!((part, wanted), (Part::CollectIndex(_), Part::Number(_) | Part::CollectIndex(_)))
    };
    name.0.len() >= stem.0.len() && name.0.iter().zip(&stem.0).all(matches)
}

struct Gather<'a> {
    known: &'a [Option<Variables>],
    found: Variables,
    /// Whether all variables were found; `false` once a limit is exceeded.
    complete: bool,
    work: &'a mut usize,
    diagnostics: Option<&'a mut Diagnostics>,
}

impl<'a> Gather<'a> {
    fn of(
        known: &'a [Option<Variables>],
        formula: Option<&CoreFormula>,
        work: &'a mut usize,
        diagnostics: Option<&'a mut Diagnostics>,
    ) -> Self {
        let mut gather = Gather { known, found: Variables::new(), complete: true, work, diagnostics };
        if let Some(formula) = formula {
            gather.formula(formula);
        }
        gather
    }

    fn formula(&mut self, formula: &CoreFormula) {
        if !self.complete {
            return;
        }
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part))
            }
            CoreFormula::Atom(atom, span) => {
                for name in &atom.variables {
                    self.add(name.clone(), Family { limits: Vec::new(), span: *span });
                }
            }
            CoreFormula::Include(include) => self.include(include.instance, &include.placing, include.span),
            CoreFormula::Collect(collect) => self.collect(collect),
            CoreFormula::Quantified(quantified) => {
                let outside = std::mem::take(&mut self.found);
                self.formula(&quantified.body);
                let inside = std::mem::replace(&mut self.found, outside);
                let own = |name: &VarName| name.quantifier() == Some(quantified.id);
                inside.into_iter().filter(|(name, _)| !own(name)).for_each(|(name, f)| self.add(name, f));
            }
            CoreFormula::Hidden(hidden) => {
                let outside = std::mem::take(&mut self.found);
                self.formula(&hidden.body);
                let inside = std::mem::replace(&mut self.found, outside);
                let seen = inside.into_iter().filter(|(name, _)| !hidden.hides(name));
                seen.for_each(|(name, family)| self.add(name, family));
            }
        }
    }

    fn include(&mut self, instance: InstanceId, placing: &Substitution, span: Span) {
        let known = self.known;
        match known.get(instance.index()) {
            Some(Some(variables)) => {
                for (name, family) in variables {
                    if !self.complete {
                        return;
                    }
                    let limits = family.limits.clone();
                    self.add(placing.apply(name), Family { limits, span });
                }
            }
            _ => self.complete = false,
        }
    }

    /// Gathers the body separately, then adds its local variables with a wildcard for the index.
    fn collect(&mut self, collect: &super::super::core::CoreCollect) {
        let outside = std::mem::take(&mut self.found);
        self.formula(&collect.body);
        let inside = std::mem::replace(&mut self.found, outside);
        for (name, mut family) in inside {
            if !name.mentions(collect.index) {
                self.add(name, family);
                continue;
            }
            let place = |part: &&Part| **part == Part::CollectIndex(collect.index);
            let before =
                name.0.iter().take_while(|part| !place(part)).filter(|part| **part == WILDCARD).count();
            family.limits.insert(before.min(family.limits.len()), collect.limit);
            let any = |part: &Part| if place(&part) { WILDCARD } else { part.clone() };
            let name = VarName(name.0.iter().map(any).collect());
            self.add(name, Family { limits: family.limits, span: collect.span });
        }
    }

    fn add(&mut self, name: VarName, family: Family) {
        *self.work = self.work.saturating_sub(1);
        if self.found.len() >= MAX_VARIABLES || *self.work == 0 {
            self.complete = false;
            return;
        }
        let Some(first) = self.found.get(&name) else {
            self.found.insert(name, family);
            return;
        };
        if first.limits.is_empty() || family.limits.is_empty() || first.limits == family.limits {
            return;
        }
        let diagnostic = limits_differ(&name, first, &family);
        if let Some(diagnostics) = &mut self.diagnostics {
            diagnostics.push(diagnostic);
        }
    }
}

fn limits_differ(name: &VarName, first: &Family, second: &Family) -> Diagnostic {
    let shown = |limits: &[u32]| limits.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
    let (ours, theirs) = (shown(&second.limits), shown(&first.limits));
    Diagnostic::new(
        Code::CollectLimitsDiffer,
        second.span,
        format!("`{}` is collected with different limits", name.to_string().replace("[*]", "[…]")),
    )
    .label(format!("up to {ours} here"))
    .also(first.span, format!("up to {theirs} here"))
    .help("collects over the same variables need the same limit")
}
