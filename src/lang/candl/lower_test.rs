//! Lowered formulas against full expansion: random small files over random small worlds have the solutions
//! that the oracle finds for the expanded formula, and are accepted if the binding rules accept the
//! expansion.

use super::atom_table::AtomKind;
use super::compile::{compile, compile_as_written};
use super::core::{self, AtomRelation, BinderId, Part, Span, VarName};
use super::expand::{self, expand};
use super::instantiate::Request;
use super::safety::{Ready, prepare};
use super::vocabulary::AnyWord;
use indexmap::IndexSet;
use proptest::prelude::*;
use solver::testing::oracle::{Expanded, Oracle};
use solver::testing::tables::{Table, Tuples};
use solver::{Budget, Completeness, Value};
use text::diagnostic::{Code, Diagnostics};
use text::sources::Sources;

/// The relations of the test: several that bind, and one that only checks.
fn table(relation: &AtomRelation, _arity: usize) -> Option<Table> {
    let (id, arity, binds) = match relation.kind {
        AtomKind::Opcode => (0, 1, true),
        AtomKind::Literal | AtomKind::Number | AtomKind::FunctionName => (0, 1, true),
        AtomKind::IntegerZero | AtomKind::FloatZero => (0, 1, true),
        AtomKind::InArgs | AtomKind::InOperands | AtomKind::ProductIn => (1, 2, true),
        AtomKind::ArgNumber | AtomKind::OperandNumber => (1 + (relation.number()? % 2) as usize, 2, true),
        AtomKind::HasFlag | AtomKind::WithoutCarries => (0, 1, false),
        AtomKind::WithinBits => (3, 2, false),
        AtomKind::InSuccessors => (2, 2, true),
        AtomKind::CarriesLoad => (4, 3, true),
        AtomKind::Domination(_) if relation.negated => (3, 2, false),
        _ => return None,
    };
    Some(Table { id, arity, binds, lax: false, exact: true, mood: 3 })
}

/// Converts expanded formulas to the oracle's form.
pub(super) struct OracleReader<'a, R> {
    pub(super) names: IndexSet<VarName>,
    /// The families of each collect.
    families: Vec<Vec<VarName>>,
    relation: &'a dyn Fn(&AtomRelation, usize) -> Option<R>,
}

fn family(name: &VarName) -> VarName {
    let any = |part: &Part| match part {
        Part::CollectIndex(_) => Part::CollectIndex(BinderId(u32::MAX)),
        other => other.clone(),
    };
    VarName(name.0.iter().map(any).collect())
}

fn gather_families(formula: &expand::ExpandedFormula, out: &mut Vec<Vec<VarName>>) {
    match formula {
        expand::ExpandedFormula::And(parts) | expand::ExpandedFormula::Or(parts) => {
            parts.iter().for_each(|part| gather_families(part, out));
        }
        expand::ExpandedFormula::Atom(..) => {}
        expand::ExpandedFormula::Quantified(quantified) => gather_families(&quantified.body, out),
        expand::ExpandedFormula::Collect(collect) => {
            out.push(collect.locals.iter().map(|local| family(&local.name)).collect());
            gather_families(&collect.body, out);
        }
        expand::ExpandedFormula::Hidden(hidden) => gather_families(&hidden.body, out),
    }
}

impl<'a, R> OracleReader<'a, R> {
    pub(super) fn new(relation: &'a dyn Fn(&AtomRelation, usize) -> Option<R>) -> Self {
        Self { names: IndexSet::new(), families: Vec::new(), relation }
    }

    /// Converts a whole formula.
    pub(super) fn read_all(&mut self, formula: &expand::ExpandedFormula) -> Expanded<R> {
        gather_families(formula, &mut self.families);
        self.read(formula)
    }

    fn id(&mut self, name: &VarName) -> usize {
        self.names.insert_full(name.clone()).0
    }

    fn read(&mut self, formula: &expand::ExpandedFormula) -> Expanded<R> {
        match formula {
            expand::ExpandedFormula::And(parts) => {
                Expanded::And(parts.iter().map(|part| self.read(part)).collect())
            }
            expand::ExpandedFormula::Or(parts) => {
                Expanded::Or(parts.iter().map(|part| self.read(part)).collect())
            }
            expand::ExpandedFormula::Atom(atom, _) => {
                let ids: Vec<usize> = atom.variables.iter().map(|name| self.id(name)).collect();
                match atom.relation.kind {
                    AtomKind::Equal => Expanded::Equal(ids[0], ids[1]),
                    AtomKind::Differ => Expanded::Differ(ids[0], ids[1]),
                    AtomKind::Unused => Expanded::Unused(ids[0]),
                    AtomKind::SameSet => {
                        let left = atom.relation.members().next().unwrap();
                        let (left, right) = ids.split_at(left as usize);
                        Expanded::SameSet(left.to_vec(), right.to_vec())
                    }
                    _ => Expanded::Atom((self.relation)(&atom.relation, ids.len()).unwrap(), ids),
                }
            }
            expand::ExpandedFormula::Quantified(quantified) => {
                let body = Box::new(self.read(&quantified.body));
                let mut ids = |names: Vec<VarName>| names.iter().map(|name| self.id(name)).collect();
                let locals = quantified.locals();
                let listed = locals.iter().filter(|name| quantified.lists(name)).cloned().collect();
                let (locals, listed) = (ids(locals), ids(listed));
                Expanded::Quantified { wanted: quantified.wanted, body, locals, listed }
            }
            expand::ExpandedFormula::Hidden(hidden) => {
                let inside = hidden.body.variables().into_iter().filter(|name| hidden.hides(name));
                let locals = inside.map(|name| self.id(&name)).collect();
                Expanded::Some { body: Box::new(self.read(&hidden.body)), locals }
            }
            expand::ExpandedFormula::Collect(collect) => {
                let shared = |local: &&expand::Local| {
                    let family = family(&local.name);
                    self.families.iter().filter(|families| families.contains(&family)).count() >= 2
                };
                let (first, rest): (Vec<_>, Vec<_>) = collect.locals.iter().partition(shared);
                let ordered: Vec<_> = first.into_iter().chain(rest).collect();
                let copies = (0..collect.limit as usize)
                    .map(|k| ordered.iter().map(|local| self.id(&local.copies[k])).collect())
                    .collect();
                let locals = ordered.iter().map(|local| self.id(&local.name)).collect();
                Expanded::Collect { body: Box::new(self.read(&collect.body)), locals, copies }
            }
        }
    }
}

/// A literal transcription of the rule for unmentioned variables in disjunctions; `outside` has the names
/// conjoined with the formula.
fn without_unmentioned(
    formula: expand::ExpandedFormula,
    outside: &IndexSet<VarName>,
) -> expand::ExpandedFormula {
    use expand::ExpandedFormula::{And, Atom, Collect, Hidden, Or, Quantified};
    match formula {
        And(parts) => {
            let names: Vec<_> = parts.iter().map(expand::ExpandedFormula::variables).collect();
            let part = |(at, part)| {
                let others = names.iter().enumerate().filter(|(other, _)| *other != at);
                let around = others.flat_map(|(_, names)| names.clone()).chain(outside.iter().cloned());
                without_unmentioned(part, &around.collect())
            };
            And(parts.into_iter().enumerate().map(part).collect())
        }
        Or(parts) => {
            let all: IndexSet<VarName> = parts.iter().flat_map(expand::ExpandedFormula::variables).collect();
            let branch = |part: expand::ExpandedFormula| {
                let own = part.variables();
                let left_out = all.iter().filter(|name| !own.contains(*name) && !outside.contains(*name));
                let relation = AtomRelation { kind: AtomKind::Unused, negated: false, constants: Vec::new() };
                let unused = |name: &VarName| {
                    Atom(
                        core::CoreAtom { relation: relation.clone(), variables: vec![name.clone()] },
                        Span::default(),
                    )
                };
                let unused: Vec<_> = left_out.map(unused).collect();
                And([vec![without_unmentioned(part, outside)], unused].concat())
            };
            Or(parts.into_iter().map(branch).collect())
        }
        Atom(..) => formula,
        Collect(mut collect) => {
            *collect.body = without_unmentioned(*collect.body, outside);
            Collect(collect)
        }
        Hidden(mut hidden) => {
            *hidden.body = without_unmentioned(*hidden.body, outside);
            Hidden(hidden)
        }
        Quantified(mut quantified) => {
            let body = quantified.body.variables();
            let around = body.into_iter().filter(|name| !quantified.owns(name)).collect();
            *quantified.body = without_unmentioned(*quantified.body, &around);
            Quantified(quantified)
        }
    }
}

fn count_unused(formula: &expand::ExpandedFormula) -> usize {
    match formula {
        expand::ExpandedFormula::And(parts) | expand::ExpandedFormula::Or(parts) => {
            parts.iter().map(count_unused).sum()
        }
        expand::ExpandedFormula::Atom(atom, _) => usize::from(atom.relation.kind == AtomKind::Unused),
        expand::ExpandedFormula::Collect(collect) => count_unused(&collect.body),
        expand::ExpandedFormula::Quantified(quantified) => count_unused(&quantified.body),
        expand::ExpandedFormula::Hidden(hidden) => count_unused(&hidden.body),
    }
}

struct Draw<'a>(&'a [u8]);

impl Draw<'_> {
    fn below(&mut self, n: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first as usize % n
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const NAMES: [&str; 8] = ["x", "y", "x", "p.x", "p.y", "a[0]", "a[1]", "p"];

fn atom(draw: &mut Draw, names: &[&str]) -> String {
    let (x, y) = (draw.pick(names), draw.pick(names));
    match draw.below(9) {
        0 | 1 => format!("opcode{{{x}}} = add"),
        2 | 3 => format!("{{{x}}} in {{{y}}}.args"),
        4 => format!("{{{x}}} in {{{y}}}.successors"),
        5 => format!("not domination({{{x}}}, {{{y}}})"),
        6 => format!("{{{x}}} = {{{y}}}"),
        7 => format!("{{{x}}} != {{{y}}}"),
        _ => format!("{{{x}}} is unused"),
    }
}

/// An expression of a pattern.
fn expression(draw: &mut Draw, depth: usize) -> String {
    let part = |draw: &mut Draw| expression(draw, depth - 1);
    match draw.below(if depth == 0 { 3 } else { 9 }) {
        0 | 1 => format!("{{{}}}", draw.pick(&["x", "y", "p", "_"])),
        2 => "4".to_owned(),
        3 => format!("({} + {})", part(draw), part(draw)),
        4 => format!("({} - {})", part(draw), part(draw)),
        5 => format!("{} * {}", part(draw), part(draw)),
        6 => format!("({} ^ {} as {{p.x}})", part(draw), part(draw)),
        7 => format!("*{}", part(draw)),
        _ => format!("zext({})", part(draw)),
    }
}

fn include(draw: &mut Draw, callees: usize, names: &[&str], local: bool) -> String {
    if callees == 0 {
        return atom(draw, names);
    }
    let callee = draw.below(callees);
    let here = draw.pick(names);
    let renames = match draw.below(5) {
        0 => String::new(),
        1 => format!("({{x}}->{{{here}}})"),
        2 => format!("({{x}}->{{{here}}}, {{y}}->{{{}}})", draw.pick(names)),
        3 => format!("({{a}}->{{{}}})", draw.pick(&["a", "b", "p"])),
        _ => format!("({{p}}->{{{}}})", draw.pick(&["x", "p", "q"])),
    };
    let prefix = match (local, draw.below(4)) {
        (true, _) => " @ {c[i]}".to_owned(),
        (_, 0) => String::new(),
        (_, 1) => " @ {q}".to_owned(),
        _ => " @ {p}".to_owned(),
    };
    format!("include S{callee}{renames}{prefix}")
}

fn collect(draw: &mut Draw, callees: usize) -> String {
    let limit = 1 + draw.below(2);
    let names = ["a[i]", "a[i]", "x", draw.pick(&["b[i]", "a[i]"])];
    let mut parts = vec![format!("opcode{{{}}} = add", draw.pick(&["a[i]", "a[i]", "a[i]", "b[i]"]))];
    for _ in 0..1 + draw.below(2) {
        parts.push(match draw.below(4) {
            0 => include(draw, callees, &["a[i]", "a[i]", "x"], true),
            _ => atom(draw, &names),
        });
    }
    format!("collect i {limit} ( {} )", parts.join(" and "))
}

fn formula(draw: &mut Draw, callees: usize, depth: usize) -> String {
    match draw.below(if depth == 0 { 4 } else { 14 }) {
        0..=3 => atom(draw, &NAMES),
        4..=6 => include(draw, callees, &NAMES, false),
        7 => format!("( {} or {} )", formula(draw, callees, depth - 1), formula(draw, callees, depth - 1)),
        8 => format!("( {} and {} )", formula(draw, callees, depth - 1), formula(draw, callees, depth - 1)),
        12 | 13 => quantified(draw, callees, depth),
        9 => format!("{{a[j]}} in {{{}}}.args foreach j = 0..2", draw.pick(&NAMES)),
        11 if draw.below(2) == 0 => {
            let root = draw.pick(&["x", "y", "a[0]"]);
            format!("{{{root}}} ~ {}", expression(draw, 2))
        }
        10 if draw.below(2) == 0 => {
            let hidden = draw.pick(&["x", "y", "p", "a[0]", "p.x"]);
            let rest =
                format!("{} and {}", formula(draw, callees, depth - 1), formula(draw, callees, depth - 1));
            format!("hide {{{hidden}}} ( opcode{{{hidden}}} = add and {rest} )")
        }
        10 if callees > 0 => format!("include S{} @ {{q[j]}} foreach j = 0..2", draw.below(callees)),
        _ => collect(draw, callees),
    }
}

/// A quantifier that lists `l` and `m`, or `k` if nested in another one: names that occur nowhere else.
fn quantified(draw: &mut Draw, callees: usize, depth: usize) -> String {
    let (word, listed) = match draw.below(5) {
        0 => ("none", "{l}"),
        1 => ("some", "{l}"),
        2 => ("none", "{l}, private {m}"),
        3 => ("some", ""),
        _ => ("every", "{l}"),
    };
    let names = ["l", "l", "x", "y", draw.pick(&["l.x", "m", "l"])];
    let names: Vec<&str> =
        names.into_iter().filter(|n| listed.contains(&n[..1]) || "xy".contains(n)).collect();
    let part = |draw: &mut Draw| match draw.below(4) {
        0 | 1 => atom(draw, &names),
        2 => include(draw, callees, &names, false),
        _ if listed.is_empty() => atom(draw, &names),
        _ => include(draw, callees, &["l"], false) + " @ {l.i}",
    };
    let mut parts: Vec<String> = (0..1 + draw.below(2))
        .map(|_| part(draw).replace(" @ {p} @", " @").replace(" @ {q} @", " @"))
        .collect();
    for name in ["l", "m", "l.x"] {
        if parts.iter().any(|part| part.contains(&format!("{{{name}}}"))) {
            parts.push(match draw.below(6) {
                0 => format!("( opcode{{{name}}} = add or {{{name}}} is unused )"),
                _ => format!("opcode{{{name}}} = add"),
            });
        }
    }
    let body = parts.join(" and ");
    if word == "every" {
        let inner = match depth {
            0 => atom(draw, &["l", "k", "x"]),
            _ => format!("{} and opcode{{k}} = add", atom(draw, &["l", "k", "k", "x"])),
        };
        return format!(
            "every {listed} ( {body} and opcode{{l}} = add ) has {{k}} ( {inner} and opcode{{k}} = add )"
        );
    }
    format!("{word} {listed} ( {body} )")
}

fn specification(draw: &mut Draw, name: &str, callees: usize) -> String {
    let mut parts: Vec<String> = (0..1 + draw.below(3)).map(|_| formula(draw, callees, 2)).collect();
    let text = parts.join(" and ");
    for name in ["x", "y", "p.x", "p.y", "a[0]", "a[1]", "p"] {
        if text.contains(&format!("{{{name}}}")) && draw.below(4) > 0 {
            parts.push(format!("opcode{{{name}}} = add"));
        }
    }
    format!("Constraint {name} ( {} ) End\n", parts.join("\n  and "))
}

fn case(bytes: &[u8]) -> (String, Tuples) {
    let mut draw = Draw(bytes);
    let size = 1 + draw.below(2) as u32;
    let mut tables = Vec::new();
    for arity in [1u32, 2, 2, 2, 3] {
        let mut rows = Vec::new();
        for number in 0..size.pow(arity) {
            let tuple: Vec<Value> = (0..arity).map(|k| Value(number / size.pow(k) % size)).collect();
            rows.extend((draw.below(4) < 3).then_some(tuple));
        }
        tables.push(rows);
    }
    let callees = draw.below(3);
    let mut text = String::new();
    for callee in 0..callees {
        text += &specification(&mut draw, &format!("S{callee}"), callee);
    }
    text += &specification(&mut draw, "T", callees);
    (text, Tuples { size, tables, sloppy: false })
}

/// The outcome of a case: whether it was accepted, and how many solutions were compared.
#[derive(Default)]
struct Outcome {
    accepted: bool,
    /// Whether some branch leaves a variable unmentioned.
    hides: bool,
    compared: Option<usize>,
}

fn check(bytes: &[u8]) -> Outcome {
    let (text, world) = case(bytes);
    let mut sources = Sources::new();
    sources.add("test.candl", text.as_str());
    let line = sources.add_request("<request>", "T");
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    let compiled = compile(&sources, &AnyWord, std::slice::from_ref(&request));
    let Some(root) = compiled.program.roots.first().copied().flatten() else { return Outcome::default() };
    let as_written = compile_as_written(&sources, &AnyWord, |_, _| vec![request]).0.program;
    let expanded = as_written.roots[0].map(|root| expand(&as_written, root));
    let Some(Ok(expanded)) = expanded else { return Outcome::default() };
    let written = expanded.clone();
    let expanded = without_unmentioned(expanded, &IndexSet::new());
    let hides = count_unused(&expanded) > count_unused(&written);
    let mut reading = OracleReader::new(&table);
    let formula = reading.read_all(&expanded);
    let oracle = Oracle::of_formula(formula, reading.names.len());
    let ready = prepare(&compiled.program, root, &table);
    if ready.as_ref().is_err_and(|errors| errors.iter().any(|error| error.code == Code::JoinedFamilies)) {
        return Outcome::default();
    }
    assert_eq!(ready.is_ok(), oracle.safe(), "binding of\n{text}{:?}", ready.err());
    let Ok(ready) = ready else { return Outcome::default() };
    let order: Vec<VarName> = oracle.order.iter().map(|&id| reading.names[id].clone()).collect();
    assert_eq!(ready.source_map.names, order, "variables of\n{text}");
    Outcome { accepted: true, hides, compared: compare(&ready, &oracle, &world, &text) }
}

fn compare(ready: &Ready<Table>, oracle: &Oracle<Table>, world: &Tuples, text: &str) -> Option<usize> {
    let solutions = ready.compiled.solve(world, Budget::of_steps(20_000));
    let rows: Vec<_> = solutions.assignments.iter().map(|row| row.to_vec()).collect();
    let complete = solutions.completeness == Completeness::Complete;
    let looked_at = if oracle.cost_of_one(world.size) <= 100_000.0 { 20 } else { 0 };
    for row in rows.iter().take(looked_at) {
        assert!(oracle.accepts(world, row), "{row:?} of\n{text}");
    }
    let affordable = oracle.cost(world.size) <= 500_000.0;
    (affordable && complete).then(|| {
        assert_eq!(rows, oracle.solutions(world), "solutions of\n{text}");
        rows.len()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_lowered_problem_has_the_solutions_of_the_expansion(
        bytes in prop::collection::vec(any::<u8>(), 40..160),
    ) {
        check(&bytes);
    }
}

/// A part of a disjunction that is run for its bindings contains no collect, and binds none of a collect's
/// copies.
#[test]
fn disjunctions_with_a_collect_keep_their_alternatives() {
    let text = "Constraint T ( ( collect i 1 ( opcode{a[i]} = add ) or {x} in {p}.args )
                and opcode{x} = add and opcode{p} = add ) End";
    let mut sources = Sources::new();
    sources.add("test.candl", text);
    let line = sources.add_request("<request>", "T");
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    let program = compile(&sources, &AnyWord, &[request]).program;
    let ready = prepare(&program, program.roots[0].unwrap(), &table).unwrap();
    let one = |width: usize| vec![vec![Value(1); width]];
    let tables = vec![one(1), one(2), Vec::new(), Vec::new()];
    let world = Tuples { size: 3, tables, sloppy: false };
    let found = ready.compiled.solve(&world, Budget::default()).assignments;
    let rows: Vec<Vec<Value>> = found.iter().map(|row| row.to_vec()).collect();
    assert_eq!(rows, [[Value(1); 3], [Value::UNUSED, Value(1), Value(1)]]);
}

/// The random files are often accepted, and have solutions.
#[test]
fn random_files_are_interesting() {
    let mut state = 11u64;
    let (mut accepted, mut compared, mut solved, mut quantified, mut hiding) = (0, 0, 0, 0, 0);
    for _ in 0..600 {
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u8
        };
        let bytes: Vec<u8> = (0..120).map(|_| next()).collect();
        let outcome = check(&bytes);
        accepted += usize::from(outcome.accepted);
        compared += usize::from(outcome.compared.is_some());
        let is_solved = outcome.compared.is_some_and(|solutions| solutions > 0);
        solved += usize::from(is_solved);
        hiding += usize::from(is_solved && outcome.hides);
        let text = case(&bytes).0;
        let words = ["none ", "some ", "every "];
        quantified += usize::from(is_solved && words.iter().any(|word| text.contains(word)));
    }
    assert!(accepted > 150 && compared > 100 && solved > 40, "{accepted} {compared} {solved}");
    assert!(quantified > 10 && hiding > 5, "{quantified} {hiding}");
}
