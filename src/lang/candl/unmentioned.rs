//! Unmentioned variables of disjunctions: a variable is `unused` in a branch that does not mention it, unless
//! something conjoined with the disjunction, or with anything around it, mentions it.
//!
//! The rule is defined on the fully expanded specification, but includes are calls here. Therefore each
//! instance is created once per set of its *open* names that occur outside of it; for other names the context
//! makes no difference.
//!
//! In: `( opcode{x} = call ∨ {y} ∈ {x}.args )`. Out: `( ( opcode{x} = call ∧ {y} is unused ) ∨ {y} ∈ {x}.args
//! )`.

use super::ast::Span;
use super::atom_table::AtomKind;
use super::core::{
    AtomRelation, CoreAtom, CoreCollect, CoreFormula, CoreHidden, CoreInclude, CoreQuantified, Instance,
    InstanceId, Program, VarName,
};
use super::scope_names::{NameSets, Names, is_family};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::OnceCell;
use std::rc::Rc;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The most variants of instances that all requests together may need.
const MAX_VARIANTS: usize = 50_000;

/// Adds `is unused` to the branches that do not mention a variable of another branch. A program with more
/// names than an expansion may have is left unchanged; lowering rejects it. `outside` are the variables that
/// something outside of a root binds.
pub(super) fn hide(
    program: &mut Program,
    outside: &FxHashMap<InstanceId, Vec<VarName>>,
    diagnostics: &mut Diagnostics,
) {
    if !program.instances.iter().any(|instance| has_disjunction(&instance.formula)) {
        return;
    }
    let Ok(names) = NameSets::of(program) else { return };
    let mut open = OpenNames { names: &names, instances: Vec::new() };
    for instance in &program.instances {
        let found = open.of(&instance.formula);
        open.instances.push(found);
    }
    let by_instance = program.instances.iter().map(|_| IndexMap::default()).collect();
    let mut variants = Variants { open: &open, by_instance, count: 0 };
    let mut number = |id: InstanceId| {
        let bound = outside.get(&id).map_or(&[][..], Vec::as_slice);
        let is_open = |name: &&VarName| open.instances[id.index()].contains(*name);
        variants.number(id, bound.iter().filter(is_open).cloned().collect())
    };
    let roots: Vec<Option<usize>> = program.roots.iter().map(|root| root.map(&mut number)).collect();
    // Callers before callees: the variants of an instance are known once all of its callers are written.
    let mut written: Vec<(usize, Instance)> = Vec::new();
    for id in (0..program.instances.len() as u32).rev().map(InstanceId) {
        let instance = program.instance(id);
        if variants.count > MAX_VARIANTS {
            let message =
                format!("the includes of this need more than {MAX_VARIANTS} variants of specifications");
            diagnostics.push(Diagnostic::new(Code::ExpansionTooLarge, instance.span, message).note(
                "one for each set of variables that branches leave out and that something outside mentions",
            ));
            *program = Program { instances: Vec::new(), roots: vec![None; roots.len()] };
            return;
        }
        for (outside, number) in variants.by_instance[id.index()].clone() {
            let mut writer = VariantWriter { variants: &mut variants, outside, around: Vec::new() };
            let formula = writer.formula(&instance.formula);
            written.push((number, Instance { formula, ..instance.clone() }));
        }
    }
    written.reverse();
    let mut position = vec![InstanceId(0); variants.count];
    for (at, (number, _)) in written.iter().enumerate() {
        position[*number] = InstanceId(at as u32);
    }
    written.iter_mut().for_each(|(_, instance)| renumber(&mut instance.formula, &position));
    program.instances = written.into_iter().map(|(_, instance)| instance).collect();
    program.roots = roots.into_iter().map(|root| root.map(|number| position[number])).collect();
}

fn has_disjunction(formula: &CoreFormula) -> bool {
    match formula {
        CoreFormula::And(parts) => parts.iter().any(has_disjunction),
        CoreFormula::Or(parts) => parts.len() > 1 || parts.iter().any(has_disjunction),
        CoreFormula::Atom(..) | CoreFormula::Include(_) => false,
        CoreFormula::Collect(collect) => has_disjunction(&collect.body),
        CoreFormula::Quantified(quantified) => has_disjunction(&quantified.body),
        CoreFormula::Hidden(hidden) => has_disjunction(&hidden.body),
    }
}

/// The open names of each instance: names that some branch leaves unmentioned and that nothing conjoined in
/// the instance mentions.
struct OpenNames<'a> {
    names: &'a NameSets,
    instances: Vec<Names>,
}

impl OpenNames<'_> {
    fn of(&self, formula: &CoreFormula) -> Names {
        match formula {
            CoreFormula::And(parts) => self.of_conjunction(parts),
            CoreFormula::Or(parts) => {
                let mut open: Names = parts.iter().flat_map(|part| self.of(part)).collect();
                for lacking in lacking(&branch_names(self.names, parts)) {
                    open.extend(lacking);
                }
                open
            }
            CoreFormula::Atom(..) | CoreFormula::Quantified(_) => Names::default(),
            CoreFormula::Include(include) => {
                let inside = self.instances[include.instance.index()].iter();
                inside.map(|name| include.placing.apply(name)).collect()
            }
            CoreFormula::Collect(collect) => {
                self.of(&collect.body).into_iter().filter(|name| !name.mentions(collect.index)).collect()
            }
            CoreFormula::Hidden(hidden) => {
                self.of(&hidden.body).into_iter().filter(|name| !hidden.hides(name)).collect()
            }
        }
    }

    fn of_conjunction(&self, parts: &[CoreFormula]) -> Names {
        let open: Vec<Names> = parts.iter().map(|part| self.of(part)).collect();
        if open.iter().all(Names::is_empty) {
            return Names::default();
        }
        let mentions = Mentions::of(self.names, parts);
        let of_part = |(at, open): (usize, Names)| {
            open.into_iter().filter(|name| !mentions.outside(name, at)).collect::<Vec<_>>()
        };
        open.into_iter().enumerate().flat_map(of_part).collect()
    }
}

/// The parts of a conjunction that mention each name: the first, and whether there are more.
struct Mentions(FxHashMap<VarName, (usize, bool)>);

impl Mentions {
    fn of(names: &NameSets, parts: &[CoreFormula]) -> Self {
        let mut mentions: FxHashMap<VarName, (usize, bool)> = FxHashMap::default();
        for (at, part) in parts.iter().enumerate() {
            for name in names.formula(part) {
                mentions.entry(name).and_modify(|(_, more)| *more = true).or_insert((at, false));
            }
        }
        Self(mentions)
    }

    /// Whether a part other than this one mentions a name.
    fn outside(&self, name: &VarName, part: usize) -> bool {
        self.0.get(name).is_some_and(|&(first, more)| more || first != part)
    }
}

fn branch_names(names: &NameSets, branches: &[CoreFormula]) -> Vec<Names> {
    branches.iter().map(|branch| names.formula(branch)).collect()
}

/// For each branch, the names that other branches mention and it does not.
fn lacking(branches: &[Names]) -> Vec<Names> {
    let all: Names = branches.iter().flatten().filter(|name| !is_family(name)).cloned().collect();
    let of_branch = |branch: &Names| all.iter().filter(|name| !branch.contains(*name)).cloned().collect();
    branches.iter().map(of_branch).collect()
}

/// The variants of instances, numbered in the order met: by instance, and by those of its open names that
/// something conjoined outside mentions.
struct Variants<'a> {
    open: &'a OpenNames<'a>,
    by_instance: Vec<IndexMap<Vec<VarName>, usize, FxBuildHasher>>,
    count: usize,
}

impl Variants<'_> {
    fn number(&mut self, id: InstanceId, outside: Vec<VarName>) -> usize {
        let next = self.count;
        let number = *self.by_instance[id.index()].entry(outside).or_insert(next);
        self.count += usize::from(number == next);
        number
    }
}

/// A formula enclosing the one being written.
enum Enclosing<'a> {
    /// A conjunction, and the position of the part being written. The names in it are gathered on first use.
    And(&'a [CoreFormula], usize, Rc<OnceCell<Mentions>>),
    Collect(&'a CoreCollect),
    Quantified(&'a CoreQuantified),
    Hidden(&'a CoreHidden),
}

/// Writes one variant. Includes refer to numbers of variants instead of instances.
struct VariantWriter<'a, 'b> {
    variants: &'a mut Variants<'b>,
    outside: Vec<VarName>,
    around: Vec<Enclosing<'a>>,
}

impl<'a> VariantWriter<'a, '_> {
    fn formula(&mut self, formula: &'a CoreFormula) -> CoreFormula {
        match formula {
            CoreFormula::And(parts) => {
                let mentions = Rc::new(OnceCell::new());
                let part = |(at, part)| self.enclosed_by(Enclosing::And(parts, at, mentions.clone()), part);
                CoreFormula::And(parts.iter().enumerate().map(part).collect())
            }
            CoreFormula::Or(parts) => self.disjunction(parts),
            CoreFormula::Atom(..) => formula.clone(),
            CoreFormula::Include(include) => CoreFormula::Include(self.include(include)),
            CoreFormula::Collect(collect) => {
                let body = Box::new(self.enclosed_by(Enclosing::Collect(collect), &collect.body));
                CoreFormula::Collect(CoreCollect { body, ..collect.clone() })
            }
            CoreFormula::Quantified(quantified) => {
                let body = Box::new(self.enclosed_by(Enclosing::Quantified(quantified), &quantified.body));
                CoreFormula::Quantified(CoreQuantified { body, ..quantified.clone() })
            }
            CoreFormula::Hidden(hidden) => {
                let body = Box::new(self.enclosed_by(Enclosing::Hidden(hidden), &hidden.body));
                CoreFormula::Hidden(CoreHidden { body, ..hidden.clone() })
            }
        }
    }

    fn enclosed_by(&mut self, around: Enclosing<'a>, part: &'a CoreFormula) -> CoreFormula {
        self.around.push(around);
        let written = self.formula(part);
        self.around.pop();
        written
    }

    fn disjunction(&mut self, parts: &'a [CoreFormula]) -> CoreFormula {
        let lacking = lacking(&branch_names(self.variants.open.names, parts));
        let elsewhere = parts.iter().find_map(CoreFormula::first_span).unwrap_or_default();
        let branch = |(part, lacking): (&'a CoreFormula, Names)| {
            let written = self.formula(part);
            let span = part.first_span().unwrap_or(elsewhere);
            let hidden = lacking.into_iter().filter(|name| !self.is_mentioned(name));
            let hidden: Vec<CoreFormula> = hidden.map(|name| is_unused(name, span)).collect();
            if hidden.is_empty() { written } else { CoreFormula::And([vec![written], hidden].concat()) }
        };
        CoreFormula::Or(parts.iter().zip(lacking).map(branch).collect())
    }

    fn include(&mut self, include: &'a CoreInclude) -> CoreInclude {
        let open = self.variants.open;
        let candidates = &open.instances[include.instance.index()];
        // Two names that the include renames to the same one mention each other.
        let inside = if candidates.is_empty() { None } else { Some(open.names.instance(include.instance)) };
        let mut placed: IndexMap<VarName, u32, FxBuildHasher> = IndexMap::default();
        for name in inside.into_iter().flatten() {
            *placed.entry(include.placing.apply(name)).or_default() += 1;
        }
        let is_outside = |name: &&VarName| {
            let here = include.placing.apply(name);
            placed.get(&here).is_some_and(|&times| times > 1) || self.is_mentioned(&here)
        };
        let outside: Vec<VarName> = candidates.iter().filter(is_outside).cloned().collect();
        let number = self.variants.number(include.instance, outside);
        CoreInclude { instance: InstanceId(number as u32), ..include.clone() }
    }

    /// Whether something conjoined with the current formula mentions a name. Outer variables of a quantifier
    /// count as mentioned, since they must be bound there anyway.
    fn is_mentioned(&self, name: &VarName) -> bool {
        for around in self.around.iter().rev() {
            match around {
                Enclosing::And(parts, written, mentions) => {
                    let mentions = mentions.get_or_init(|| Mentions::of(self.variants.open.names, parts));
                    if mentions.outside(name, *written) {
                        return true;
                    }
                }
                Enclosing::Collect(collect) if name.mentions(collect.index) => return false,
                Enclosing::Hidden(hidden) if hidden.hides(name) => return false,
                Enclosing::Quantified(quantified) => return name.quantifier() != Some(quantified.id),
                Enclosing::Collect(_) | Enclosing::Hidden(_) => {}
            }
        }
        self.outside.contains(name)
    }
}

fn is_unused(name: VarName, span: Span) -> CoreFormula {
    let relation = AtomRelation { kind: AtomKind::Unused, negated: false, constants: Vec::new() };
    CoreFormula::Atom(CoreAtom { relation, variables: vec![name] }, span)
}

/// Replaces the numbers of variants by their instances.
fn renumber(formula: &mut CoreFormula, position: &[InstanceId]) {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter_mut().for_each(|part| renumber(part, position));
        }
        CoreFormula::Atom(..) => {}
        CoreFormula::Include(include) => include.instance = position[include.instance.index()],
        CoreFormula::Collect(collect) => renumber(&mut collect.body, position),
        CoreFormula::Quantified(quantified) => renumber(&mut quantified.body, position),
        CoreFormula::Hidden(hidden) => renumber(&mut hidden.body, position),
    }
}
