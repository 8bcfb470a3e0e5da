//! A warning about cross products: parts of a specification that no constraint connects.
//!
//! Each solution of one part is combined with each solution of the others, so that a function of 300 loads
//! has 90000 pairs of them. Two variables are connected by a constraint that mentions both, by an include
//! whose specification connects them, and by a disjunction that mentions both.
//!
//! ```text
//! Constraint Two ( opcode{a} = load ∧ opcode{b} = load ) End
//!   =>  W0503: nothing connects `b` with `a`
//! ```

use super::source_map::SourceMap;
use rustc_hash::FxHashMap;
use solver::{AccessPath, ArgSet, DefId, Definition, Formula, Origin, Problem, Relation, VarId};
use text::diagnostic::{Code, Diagnostic};

/// Warns if the constraints of the root, or of the body of a collect in it, fall into unconnected parts.
/// `source_map` belongs to the problem.
pub fn cross_product<R: Relation>(problem: &Problem<R>, source_map: &SourceMap) -> Option<Diagnostic> {
    let mut parts: Vec<Option<Parts>> = problem.definitions.iter().map(|_| None).collect();
    let mut stack = vec![problem.root];
    while let Some(&def) = stack.last() {
        let definition = &problem.definitions[def.index()];
        let missing: Vec<DefId> =
            below(definition).into_iter().filter(|d| parts[d.index()].is_none()).collect();
        if missing.is_empty() {
            let found = Parts::of(definition, &parts);
            parts[def.index()] = Some(found);
            stack.pop();
        }
        stack.extend(missing);
    }
    let root = parts[problem.root.index()].as_ref()?;
    let [first, second, ..] = root.free[..] else { return None };
    let name = |part: &Free| {
        part.variable.map(|v| source_map.variables[problem.root.index()][v.index()].to_string())
    };
    let message = match (name(&second), name(&first)) {
        (Some(second), Some(first)) => format!("nothing connects `{second}` with `{first}`"),
        _ => "nothing connects the parts of this specification".to_owned(),
    };
    let diagnostic = Diagnostic::new(Code::CrossProduct, source_map.span(second.origin), message)
        .label("each solution of this part goes with each of the other")
        .also(source_map.span(first.origin), "the other part")
        .note("the number of solutions is the product of what each part has")
        .help("say how they belong together: by an operand, a common block or loop, a dominance");
    Some(diagnostic)
}

/// A connected part without interface variables.
#[derive(Clone, Copy, Debug)]
struct Free {
    origin: Origin,
    /// A variable of the part, unless the part lies in a called definition.
    variable: Option<VarId>,
}

/// The connected components of a definition's variables.
#[derive(Debug)]
struct Parts {
    /// The component of each interface variable.
    interface: Vec<usize>,
    /// The parts that have more than a few solutions and no interface variable, in the order written.
    free: Vec<Free>,
}

impl Parts {
    fn of<R: Relation>(definition: &Definition<R>, known: &[Option<Parts>]) -> Parts {
        let mut joining = Joining::new(definition.variables.len());
        let mut stack = vec![&definition.body];
        while let Some(formula) = stack.pop() {
            match formula {
                Formula::And(parts) => stack.extend(parts.iter().rev()),
                other => joining.literal(other, known),
            }
        }
        joining.parts(&definition.interface)
    }
}

/// A union-find over variables.
struct Joining {
    parents: Vec<usize>,
    /// For each variable, the first constraint with many candidates for it (`many`), and whether some
    /// constraint has few (`few`).
    many: Vec<Option<Origin>>,
    few: Vec<bool>,
    inside: Vec<Free>,
}

impl Joining {
    fn new(variables: usize) -> Self {
        let (many, few) = (vec![None; variables], vec![false; variables]);
        Self { parents: (0..variables).collect(), many, few, inside: Vec::new() }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, variables: &[VarId]) {
        for pair in variables.windows(2) {
            let (a, b) = (self.root(pair[0].index()), self.root(pair[1].index()));
            self.parents[a.max(b)] = a.min(b);
        }
    }

    fn literal<R: Relation>(&mut self, formula: &Formula<R>, known: &[Option<Parts>]) {
        match formula {
            Formula::Atom(relation, variables, origin) => self.atom(relation, variables, *origin),
            Formula::Call(def, args, origin) => {
                let Some(parts) = &known[def.index()] else { return };
                let mut first: FxHashMap<usize, VarId> = FxHashMap::default();
                for (arg, part) in args.iter().zip(&parts.interface) {
                    self.many[arg.index()].get_or_insert(*origin);
                    let other = *first.entry(*part).or_insert(*arg);
                    self.join(&[other, *arg]);
                }
                // The include is visible here, but the callee's variable name is not.
                self.inside.extend(parts.free.iter().map(|_| Free { origin: *origin, variable: None }));
            }
            // The copies are determined by the outer variables.
            Formula::Collect(collect) => {
                self.join(&mentioned(formula));
                // A single free part of the body is the collected relation itself; several form a cross
                // product.
                let free = known[collect.body.index()].as_ref().map_or(&[][..], |parts| &parts.free);
                if free.len() > 1 {
                    self.inside.extend(free.iter().map(|part| Free { variable: None, ..*part }));
                }
            }
            Formula::Or(_) => {
                let variables = mentioned(formula);
                self.join(&variables);
                let Extent { many, is_few } = Extent::of(formula);
                if let Some((variable, origin)) = many {
                    self.many[variable.index()].get_or_insert(origin);
                    self.few[variable.index()] |= is_few;
                }
            }
            other => self.join(&mentioned(other)),
        }
    }

    fn atom<R: Relation>(&mut self, relation: &R, variables: &[VarId], origin: Origin) {
        self.join(variables);
        for (variable, is_few) in supplied(relation, variables) {
            match is_few {
                true => self.few[variable.index()] = true,
                false => drop(self.many[variable.index()].get_or_insert(origin)),
            }
        }
    }

    fn parts(mut self, interface: &[VarId]) -> Parts {
        let variables = self.parents.len();
        let mut is_few = vec![false; variables];
        for variable in 0..variables {
            let root = self.root(variable);
            is_few[root] |= self.few[variable];
        }
        let interface: Vec<usize> = interface.iter().map(|variable| self.root(variable.index())).collect();
        for root in &interface {
            is_few[*root] = true;
        }
        let mut free = std::mem::take(&mut self.inside);
        for variable in 0..variables {
            let root = self.root(variable);
            if let (Some(origin), false) = (self.many[variable], is_few[root]) {
                is_few[root] = true;
                free.push(Free { origin, variable: Some(VarId(variable as u32)) });
            }
        }
        free.sort_by_key(|part| part.origin);
        Parts { interface, free }
    }
}

/// The variables for which an atom lists candidates by itself, each with whether they are few.
fn supplied<R: Relation>(relation: &R, variables: &[VarId]) -> impl Iterator<Item = (VarId, bool)> {
    let short = |(k, variable): (usize, &VarId)| {
        let access_path = relation.access_path(k, ArgSet::default())?;
        Some((*variable, access_path <= AccessPath::Few))
    };
    variables.iter().enumerate().filter_map(short)
}

/// The number of values that a disjunction leaves for its variables.
struct Extent {
    /// The first constraint with many candidates for a variable.
    many: Option<(VarId, Origin)>,
    /// Whether each alternative has a constraint with few candidates.
    is_few: bool,
}

impl Extent {
    fn of<R: Relation>(formula: &Formula<R>) -> Extent {
        match formula {
            Formula::Atom(relation, variables, origin) => {
                let mut many = supplied(relation, variables).filter(|(_, is_few)| !is_few);
                Extent {
                    many: many.next().map(|(variable, _)| (variable, *origin)),
                    is_few: supplied(relation, variables).any(|(_, is_few)| is_few),
                }
            }
            Formula::Call(_, args, origin) => {
                Extent { many: args.first().map(|arg| (*arg, *origin)), is_few: false }
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let parts: Vec<Extent> = parts.iter().map(Extent::of).collect();
                let is_few = match formula {
                    Formula::And(_) => parts.iter().any(|part| part.is_few),
                    _ => parts.iter().all(|part| part.is_few),
                };
                Extent { many: parts.iter().find_map(|part| part.many), is_few }
            }
            _ => Extent { many: None, is_few: false },
        }
    }
}

/// The definitions that a definition calls or collects.
fn below<R>(definition: &Definition<R>) -> Vec<DefId> {
    let mut found = Vec::new();
    let mut stack = vec![&definition.body];
    while let Some(formula) = stack.pop() {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => stack.extend(parts),
            Formula::Call(def, ..) => found.push(*def),
            Formula::Collect(collect) => found.push(collect.body),
            Formula::Quantified(quantified) => stack.push(&quantified.body),
            _ => {}
        }
    }
    found
}

/// The variables that a formula of a definition mentions.
fn mentioned<R>(formula: &Formula<R>) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut stack = vec![formula];
    while let Some(formula) = stack.pop() {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => stack.extend(parts),
            Formula::Atom(_, variables, _) | Formula::Call(_, variables, _) => found.extend(variables),
            Formula::Equal(a, b, _) | Formula::Differ(a, b, _) => found.extend([*a, *b]),
            Formula::Unused(a, _) => found.push(*a),
            Formula::SameSet(a, b, _) => found.extend(a.iter().chain(b)),
            Formula::Collect(collect) => {
                found.extend(&collect.outer);
                found.extend(collect.columns.iter().flat_map(|column| &column.slots));
            }
            Formula::Quantified(quantified) => stack.push(&quantified.body),
        }
    }
    found
}
