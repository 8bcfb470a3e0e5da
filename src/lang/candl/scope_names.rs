//! The names of a formula after full expansion, computed without expanding it.
//!
//! Besides the variables these are the names of the *families* that it collects: `arg[*]` for the copies
//! `arg[0]`, `arg[1]`, …. By these, two collects over the same names are recognised.
//!
//! ```text
//! include Use({y}->{of}) @{use[i]} in `collect i 2`   =>   y, use[0].by, use[1].by, use[*].by
//! ```

use super::core::{
    BinderId, CoreCollect, CoreFormula, CoreQuantified, InstanceId, Part, Program, Span, VarName,
};
use rustc_hash::FxBuildHasher;

/// The most parts that the names of all instances of a program may have together. A name that several
/// includes bring counts once for each.
pub(super) const MAX_NAME_PARTS: usize = 500_000;

/// Distinct names, in order of first appearance.
pub(super) type Names = indexmap::IndexSet<VarName, FxBuildHasher>;

/// The id in a family's name that represents the index of any collect.
const ANY_COLLECT: BinderId = BinderId(u32::MAX);

/// Whether a name is that of a family rather than of a variable.
pub(super) fn is_family(name: &VarName) -> bool {
    name.mentions(ANY_COLLECT)
}

/// The family of a local variable.
pub(super) fn family_name(name: &VarName, index: BinderId) -> VarName {
    let any = |part: &Part| {
        if *part == Part::CollectIndex(index) { Part::CollectIndex(ANY_COLLECT) } else { part.clone() }
    };
    VarName(name.0.iter().map(any).collect())
}

/// The reason why names cannot be gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameError {
    /// This instance and those before it have [too many](MAX_NAME_PARTS) names; the include that brought the
    /// last ones.
    TooMany(InstanceId, Option<Span>),
    /// This include gives two families of one collect the same name.
    Joined(Span),
}

/// The names of every instance of a program, in order of first appearance, each in the instance's own terms.
pub(super) struct NameSets {
    instances: Vec<NameCollector>,
    /// The number of parts that names of further instances may have.
    left: usize,
}

impl Default for NameSets {
    fn default() -> Self {
        Self { instances: Vec::new(), left: MAX_NAME_PARTS }
    }
}

impl NameSets {
    /// Gathers the names of all instances, callees first.
    pub(super) fn of(program: &Program) -> Result<Self, NameError> {
        let mut sets = Self::default();
        for instance in &program.instances {
            sets.add(&instance.formula)?;
        }
        Ok(sets)
    }

    /// The used share of the limit on name parts.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn share(program: &Program) -> f64 {
        Self::of(program).map_or(1.0, |sets| 1.0 - sets.left as f64 / MAX_NAME_PARTS as f64)
    }

    /// Gathers the names of the next instance, which may call only earlier ones.
    pub(super) fn add(&mut self, formula: &CoreFormula) -> Result<(), NameError> {
        let mut out = NameCollector::with_limit(self.left);
        self.gather(formula, &mut out);
        if let Some(span) = out.joined {
            return Err(NameError::Joined(span));
        }
        if out.is_full {
            return Err(NameError::TooMany(InstanceId(self.instances.len() as u32), out.include));
        }
        self.left = out.left;
        self.instances.push(out);
        Ok(())
    }

    /// The names of an instance.
    pub(super) fn instance(&self, id: InstanceId) -> &Names {
        &self.instances[id.index()].names
    }

    /// The names of a formula of some instance.
    pub(super) fn formula(&self, formula: &CoreFormula) -> Names {
        let mut out = NameCollector::with_limit(MAX_NAME_PARTS);
        self.gather(formula, &mut out);
        out.names
    }

    fn gather(&self, formula: &CoreFormula, out: &mut NameCollector) {
        if out.is_full {
            return;
        }
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| self.gather(part, out))
            }
            CoreFormula::Atom(atom, _) => atom.variables.iter().for_each(|name| out.add(name.clone())),
            CoreFormula::Include(include) => {
                let inside = &self.instances[include.instance.index()];
                out.include = Some(include.span);
                inside.names.iter().for_each(|name| out.add_with(|| include.placing.apply(name)));
                for families in &inside.families {
                    let placed: Names = families.iter().map(|family| include.placing.apply(family)).collect();
                    if placed.len() < families.len() {
                        out.joined = out.joined.or(Some(include.span));
                    }
                    out.families.push(placed.into_iter().collect());
                }
            }
            CoreFormula::Collect(collect) => self.gather_collect(collect, out),
            CoreFormula::Quantified(quantified) => self.gather_quantified(quantified, out),
            CoreFormula::Hidden(hidden) => {
                let inside = self.gathered_inside(&hidden.body, out);
                inside.names.into_iter().filter(|name| !hidden.hides(name)).for_each(|name| out.add(name));
                for mut families in inside.families {
                    families.retain(|name| !hidden.hides(name));
                    out.families.extend((families.len() > 1).then_some(families));
                }
            }
        }
    }

    /// The names of a part of a formula in a separate set, within the same limit.
    fn gathered_inside(&self, part: &CoreFormula, out: &mut NameCollector) -> NameCollector {
        let mut inside = NameCollector { include: out.include, ..NameCollector::with_limit(out.left) };
        self.gather(part, &mut inside);
        (out.left, out.is_full, out.include) = (inside.left, inside.is_full, inside.include);
        out.joined = out.joined.or(inside.joined);
        inside
    }

    /// Adds the variables that are not the quantifier's own. Families inside of it are not visible outside.
    fn gather_quantified(&self, quantified: &CoreQuantified, out: &mut NameCollector) {
        let inside = self.gathered_inside(&quantified.body, out);
        let own = |name: &VarName| name.quantifier() == Some(quantified.id);
        inside.names.into_iter().filter(|name| !own(name)).for_each(|name| out.add(name));
    }

    /// Adds the outer variables, then each local variable's copies and family.
    fn gather_collect(&self, collect: &CoreCollect, out: &mut NameCollector) {
        let inside = self.gathered_inside(&collect.body, out);
        let (local, outer): (Vec<VarName>, Vec<VarName>) =
            inside.names.into_iter().partition(|name| name.mentions(collect.index));
        if collect.limit == 0 {
            // Without copies there are no rows that another collect could be compared with or ordered by.
            outer.into_iter().for_each(|name| out.add(name));
            return;
        }
        let own = local.iter().filter(|name| !is_family(name)).cloned().collect();
        for families in inside.families.into_iter().chain([own]).filter(|families| families.len() > 1) {
            out.families.push(families.iter().map(|name| family_name(name, collect.index)).collect());
        }
        outer.into_iter().for_each(|name| out.add(name));
        for name in local {
            if out.is_full {
                return;
            }
            if !is_family(&name) {
                (0..collect.limit).for_each(|k| out.add_with(|| name.copy(collect.index, k)));
            }
            out.add(family_name(&name, collect.index));
        }
    }
}

/// A set of names with a limit on its size.
#[derive(Default)]
struct NameCollector {
    names: Names,
    /// The families of each collect that has several.
    families: Vec<Vec<VarName>>,
    joined: Option<Span>,
    /// The number of parts that further names may have.
    left: usize,
    /// Whether the limit was exceeded.
    is_full: bool,
    /// The include being visited, or the last one.
    include: Option<Span>,
}

impl NameCollector {
    fn with_limit(left: usize) -> Self {
        Self { left, ..Self::default() }
    }

    fn add(&mut self, name: VarName) {
        self.add_with(|| name);
    }

    fn add_with(&mut self, name: impl FnOnce() -> VarName) {
        if self.is_full {
            return;
        }
        let name = name();
        match self.left.checked_sub(name.0.len()) {
            Some(left) => {
                self.left = left;
                self.names.insert(name);
            }
            None => self.is_full = true,
        }
    }
}
