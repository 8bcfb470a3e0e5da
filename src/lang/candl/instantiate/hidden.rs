//! Names that includes bring into quantifiers: they become local to the quantifier, unless its specification
//! also has them outside.
//!
//! An include in a quantifier gets renamings that make such names the quantifier's own, so that later stages
//! recognise them by the name alone. Names of an *includer* have no influence: a building block has the same
//! meaning wherever it is included.
//!
//! ```text
//! none {x} ( include ScopeValue({x}->{value}) )    scope.begin, which stands nowhere else, becomes the quantifier's own
//! ```

use super::super::core::{BinderId, CoreFormula, CoreInclude, CoreQuantified, Part, Program, VarName};
use super::super::scope_names::{NameSets, Names, is_family};

/// Makes the names that includes bring into quantifiers local, in all instances.
pub(super) fn hide(program: &mut Program) {
    let Some(last) = program.instances.iter().rposition(|instance| has_quantifier(&instance.formula)) else {
        return;
    };
    let mut names = NameSets::default();
    for instance in &mut program.instances[..=last] {
        if has_quantifier(&instance.formula) {
            let mut visible = Names::default();
            gather_visible(&instance.formula, &names, &mut visible);
            Hiding { names: &names, visible, around: Vec::new() }.formula(&mut instance.formula);
        }
        // Lowering reports an exceeded limit.
        if names.add(&instance.formula).is_err() {
            return;
        }
    }
}

fn has_quantifier(formula: &CoreFormula) -> bool {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => parts.iter().any(has_quantifier),
        CoreFormula::Atom(..) | CoreFormula::Include(_) => false,
        CoreFormula::Collect(collect) => has_quantifier(&collect.body),
        CoreFormula::Hidden(hidden) => has_quantifier(&hidden.body),
        CoreFormula::Quantified(_) => true,
    }
}

/// Appends the names outside of quantifiers, and those written inside that no quantifier lists.
fn gather_visible(formula: &CoreFormula, names: &NameSets, out: &mut Names) {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter().for_each(|part| gather_visible(part, names, out));
        }
        CoreFormula::Quantified(quantified) => gather_written(&quantified.body, names, out),
        CoreFormula::Collect(collect) if has_quantifier(&collect.body) => {
            gather_visible(&collect.body, names, out);
            out.extend(names.formula(&without_quantifiers(formula)));
        }
        CoreFormula::Hidden(hidden) => gather_visible(&hidden.body, names, out),
        _ => out.extend(names.formula(formula)),
    }
}

/// The formula with its quantifiers replaced by true.
fn without_quantifiers(formula: &CoreFormula) -> CoreFormula {
    let all = |parts: &[CoreFormula]| parts.iter().map(without_quantifiers).collect();
    match formula {
        CoreFormula::And(parts) => CoreFormula::And(all(parts)),
        CoreFormula::Or(parts) => CoreFormula::Or(all(parts)),
        CoreFormula::Quantified(_) => CoreFormula::And(Vec::new()),
        CoreFormula::Collect(collect) => {
            let mut collect = collect.clone();
            *collect.body = without_quantifiers(&collect.body);
            CoreFormula::Collect(collect)
        }
        CoreFormula::Hidden(hidden) => {
            let mut hidden = hidden.clone();
            *hidden.body = without_quantifiers(&hidden.body);
            CoreFormula::Hidden(hidden)
        }
        CoreFormula::Atom(..) | CoreFormula::Include(_) => formula.clone(),
    }
}

/// Appends the names written in a quantifier that belong to none, and those that a renaming passes in:
/// `({scope}->{scope})` passes all names that begin with it.
fn gather_written(formula: &CoreFormula, names: &NameSets, out: &mut Names) {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter().for_each(|part| gather_written(part, names, out));
        }
        CoreFormula::Atom(atom, _) => {
            out.extend(atom.variables.iter().filter(|name| name.quantifier().is_none()).cloned());
        }
        CoreFormula::Include(include) => {
            let placing = &include.placing;
            let inside = names.instance(include.instance).iter();
            let handed_in = inside.filter(|name| placing.rename_of(name).is_some());
            let here = handed_in.map(|name| placing.apply(name));
            out.extend(here.filter(|name| name.quantifier().is_none()));
        }
        CoreFormula::Collect(collect) => gather_written(&collect.body, names, out),
        CoreFormula::Hidden(hidden) => gather_written(&hidden.body, names, out),
        CoreFormula::Quantified(quantified) => gather_written(&quantified.body, names, out),
    }
}

/// An enclosing quantifier, with the names that its includes bring.
struct EnclosingQuantifier {
    id: BinderId,
    listed: Vec<std::sync::Arc<str>>,
    brought: Names,
}

struct Hiding<'a> {
    names: &'a NameSets,
    visible: Names,
    /// The enclosing quantifiers, the outermost first.
    around: Vec<EnclosingQuantifier>,
}

impl Hiding<'_> {
    fn formula(&mut self, formula: &mut CoreFormula) {
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter_mut().for_each(|part| self.formula(part))
            }
            CoreFormula::Atom(..) => {}
            CoreFormula::Include(include) => self.include(include),
            CoreFormula::Collect(collect) => self.formula(&mut collect.body),
            CoreFormula::Hidden(hidden) => self.formula(&mut hidden.body),
            CoreFormula::Quantified(quantified) => self.quantified(quantified),
        }
    }

    fn quantified(&mut self, quantified: &mut CoreQuantified) {
        let mut brought = Names::default();
        self.gather_brought(&quantified.body, &mut brought);
        self.around.push(EnclosingQuantifier {
            id: quantified.id,
            listed: quantified.listed.clone(),
            brought,
        });
        self.formula(&mut quantified.body);
        self.around.pop();
    }

    /// Appends the names that includes bring, except those in nested quantifiers.
    fn gather_brought(&self, formula: &CoreFormula, out: &mut Names) {
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| self.gather_brought(part, out));
            }
            CoreFormula::Include(include) => {
                let names = self.names.instance(include.instance).iter();
                out.extend(names.map(|name| include.placing.apply(name)));
            }
            CoreFormula::Collect(collect) => self.gather_brought(&collect.body, out),
            CoreFormula::Hidden(hidden) => self.gather_brought(&hidden.body, out),
            CoreFormula::Atom(..) | CoreFormula::Quantified(_) => {}
        }
    }

    fn include(&self, include: &mut CoreInclude) {
        if self.around.is_empty() {
            return;
        }
        let mut renames = Vec::new();
        for name in self.names.instance(include.instance) {
            let here = include.placing.apply(name);
            let hidden = self.hidden(&here);
            if hidden == here {
                continue;
            }
            match is_family(name) {
                // The copies are renamed with their stem.
                true => {
                    let stem = |name: &VarName| {
                        VarName(name.0.iter().take_while(|p| !is_slot(p)).cloned().collect())
                    };
                    renames.push((stem(name), stem(&hidden)));
                }
                false => renames.push((name.clone(), hidden)),
            }
        }
        if renames.is_empty() {
            return;
        }
        // A name that begins with a hidden one but is not hidden itself keeps its place.
        for name in self.names.instance(include.instance).iter().filter(|name| !is_family(name)) {
            let here = include.placing.apply(name);
            let is_below = renames.iter().any(|(stem, _)| name.below(stem).is_some());
            if is_below && self.hidden(&here) == here {
                renames.push((name.clone(), here));
            }
        }
        let known = std::mem::take(&mut include.placing.renames);
        let others = known.into_iter().filter(|(inside, _)| renames.iter().all(|(other, _)| other != inside));
        renames.extend(others.collect::<Vec<_>>());
        renames.sort();
        renames.dedup_by(|next, first| next.0 == first.0);
        include.placing.renames = renames;
    }

    /// The quantifier's own name for one that an include brings, or the name itself.
    fn hidden(&self, here: &VarName) -> VarName {
        if here.quantifier().is_some() {
            return here.clone();
        }
        let lists =
            |around: &&EnclosingQuantifier| here.word().is_some_and(|word| around.listed.contains(word));
        if let Some(around) = self.around.iter().rfind(lists) {
            return here.local_to(around.id);
        }
        if self.visible.contains(here) {
            return here.clone();
        }
        let bringing = self.around.iter().find(|around| around.brought.contains(here));
        bringing.map_or_else(|| here.clone(), |around| here.local_to(around.id))
    }
}

fn is_slot(part: &Part) -> bool {
    matches!(part, Part::CollectIndex(_))
}
