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

use super::super::core::{Formula, Include, Part, Program, Quantified, SlotId, VarName};
use super::super::scope_names::{NameSets, Names, is_pattern};

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

fn has_quantifier(formula: &Formula) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_quantifier),
        Formula::Atom(..) | Formula::Include(_) => false,
        Formula::Collect(collect) => has_quantifier(&collect.body),
        Formula::Hidden(hidden) => has_quantifier(&hidden.body),
        Formula::Quantified(_) => true,
    }
}

/// Appends the names outside of quantifiers, and those written inside that no quantifier lists.
fn gather_visible(formula: &Formula, names: &NameSets, out: &mut Names) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| gather_visible(part, names, out));
        }
        Formula::Quantified(quantified) => gather_written(&quantified.body, names, out),
        Formula::Collect(collect) if has_quantifier(&collect.body) => {
            gather_visible(&collect.body, names, out);
            out.extend(names.formula(&without_quantifiers(formula)));
        }
        Formula::Hidden(hidden) => gather_visible(&hidden.body, names, out),
        _ => out.extend(names.formula(formula)),
    }
}

/// The formula with its quantifiers replaced by true.
fn without_quantifiers(formula: &Formula) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(without_quantifiers).collect();
    match formula {
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Quantified(_) => Formula::And(Vec::new()),
        Formula::Collect(collect) => {
            let mut collect = collect.clone();
            *collect.body = without_quantifiers(&collect.body);
            Formula::Collect(collect)
        }
        Formula::Hidden(hidden) => {
            let mut hidden = hidden.clone();
            *hidden.body = without_quantifiers(&hidden.body);
            Formula::Hidden(hidden)
        }
        Formula::Atom(..) | Formula::Include(_) => formula.clone(),
    }
}

/// Appends the names written in a quantifier that belong to none, and those that a renaming passes in:
/// `({scope}->{scope})` passes all names that begin with it.
fn gather_written(formula: &Formula, names: &NameSets, out: &mut Names) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| gather_written(part, names, out));
        }
        Formula::Atom(atom, _) => {
            out.extend(atom.variables.iter().filter(|name| name.quantifier().is_none()).cloned());
        }
        Formula::Include(include) => {
            let placing = &include.placing;
            let inside = names.instance(include.instance).iter();
            let handed_in = inside.filter(|name| placing.rename_of(name).is_some());
            let here = handed_in.map(|name| placing.apply(name));
            out.extend(here.filter(|name| name.quantifier().is_none()));
        }
        Formula::Collect(collect) => gather_written(&collect.body, names, out),
        Formula::Hidden(hidden) => gather_written(&hidden.body, names, out),
        Formula::Quantified(quantified) => gather_written(&quantified.body, names, out),
    }
}

/// An enclosing quantifier, with the names that its includes bring.
struct Around {
    id: SlotId,
    listed: Vec<std::sync::Arc<str>>,
    brought: Names,
}

struct Hiding<'a> {
    names: &'a NameSets,
    visible: Names,
    /// The enclosing quantifiers, the outermost first.
    around: Vec<Around>,
}

impl Hiding<'_> {
    fn formula(&mut self, formula: &mut Formula) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => parts.iter_mut().for_each(|part| self.formula(part)),
            Formula::Atom(..) => {}
            Formula::Include(include) => self.include(include),
            Formula::Collect(collect) => self.formula(&mut collect.body),
            Formula::Hidden(hidden) => self.formula(&mut hidden.body),
            Formula::Quantified(quantified) => self.quantified(quantified),
        }
    }

    fn quantified(&mut self, quantified: &mut Quantified) {
        let mut brought = Names::default();
        self.gather_brought(&quantified.body, &mut brought);
        self.around.push(Around { id: quantified.id, listed: quantified.listed.clone(), brought });
        self.formula(&mut quantified.body);
        self.around.pop();
    }

    /// Appends the names that includes bring, except those in nested quantifiers.
    fn gather_brought(&self, formula: &Formula, out: &mut Names) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| self.gather_brought(part, out));
            }
            Formula::Include(include) => {
                let names = self.names.instance(include.instance).iter();
                out.extend(names.map(|name| include.placing.apply(name)));
            }
            Formula::Collect(collect) => self.gather_brought(&collect.body, out),
            Formula::Hidden(hidden) => self.gather_brought(&hidden.body, out),
            Formula::Atom(..) | Formula::Quantified(_) => {}
        }
    }

    fn include(&self, include: &mut Include) {
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
            match is_pattern(name) {
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
        for name in self.names.instance(include.instance).iter().filter(|name| !is_pattern(name)) {
            let here = include.placing.apply(name);
            let is_below = renames.iter().any(|(stem, _)| name.below(stem).is_some());
            if is_below && self.hidden(&here) == here {
                renames.push((name.clone(), here));
            }
        }
        let known = std::mem::take(&mut include.placing.renames);
        let kept = known.into_iter().filter(|(inside, _)| renames.iter().all(|(other, _)| other != inside));
        renames.extend(kept.collect::<Vec<_>>());
        renames.sort();
        renames.dedup_by(|next, first| next.0 == first.0);
        include.placing.renames = renames;
    }

    /// The quantifier's own name for one that an include brings, or the name itself.
    fn hidden(&self, here: &VarName) -> VarName {
        if here.quantifier().is_some() {
            return here.clone();
        }
        let lists = |around: &&Around| here.word().is_some_and(|word| around.listed.contains(word));
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
    matches!(part, Part::Slot(_))
}
