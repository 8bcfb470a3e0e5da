//! Comparison of verdicts on random rules with an enumeration of all behaviours of source and target: for
//! partly undef inputs, and for the meanings of `nsz` in LLVM's versions. Without z3 the test is skipped with
//! a message.
//!
//! An input is represented as the set of values that its uses may see, and so is the result of an
//! instruction. The interpreter shares no code with the prover: it computes with numbers, and enumerates.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use proof::rules::diagnostic::Diagnostics;
use proof::rules::prove::{Verdict, prove_with};
use proof::rules::widths::typings;
use proof::semantics::{Answer, OpenSigns, Query, Semantics, Solver, SolverError};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};
use text::sources::Sources;

/// Writes to stderr, which tests do not capture, about skipped tests and comparisons.
fn say(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

/// A value that a use may see: the bits of a number, or `None` for poison.
type Outcome = Option<u32>;
type Outcomes = BTreeSet<Outcome>;

/// An expression, as a tree.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Input(usize),
    Number(u32),
    Node(&'static str, Vec<Tree>),
}

use Tree::{Input, Node, Number};

/// A kind of numbers, with its spelling and arithmetic.
trait Kind {
    /// The spelling of the type.
    fn name(&self) -> String;
    fn number(&self, bits: u32) -> String;
    /// The instructions with their numbers of operands. A `select` has a condition as its first operand; an
    /// `icmp` or `fcmp` results in one.
    fn instructions(&self) -> &'static [(&'static str, usize)];
    fn conditions(&self) -> &'static [&'static str];
    /// The constants that rules use.
    fn constants(&self) -> &'static [u32];
    /// The sets of numbers that an input may be, if it is not poison.
    fn sets(&self) -> Vec<Vec<u32>>;
    /// The results for operands that are not poison; `None` for undefined behaviour.
    fn execute(&self, words: &str, operands: &[u32], nsz: OpenSigns, is_target: bool) -> Option<Outcomes>;
}

/// Integers of few bits.
struct Integers(u32);

impl Kind for Integers {
    fn name(&self) -> String {
        format!("i{}", self.0)
    }

    fn number(&self, bits: u32) -> String {
        bits.to_string()
    }

    fn instructions(&self) -> &'static [(&'static str, usize)] {
        &[
            ("add", 2),
            ("add nuw", 2),
            ("sub", 2),
            ("mul", 2),
            ("and", 2),
            ("or", 2),
            ("xor", 2),
            ("shl", 2),
            ("lshr", 2),
            ("udiv", 2),
            ("urem", 2),
            ("umin", 2),
            ("umax", 2),
            ("usub.sat", 2),
            ("cttz", 1),
            ("ctpop", 1),
            ("freeze", 1),
            ("select", 3),
        ]
    }

    fn conditions(&self) -> &'static [&'static str] {
        &["icmp eq", "icmp ult", "icmp ne"]
    }

    fn constants(&self) -> &'static [u32] {
        &[0, 1, 2, 3]
    }

    fn sets(&self) -> Vec<Vec<u32>> {
        let all = 1_u32 << self.0;
        let subset = |set: u32| (0..all).filter(|number| set >> number & 1 == 1).collect();
        let subsets: Vec<Vec<u32>> = (1..1_u32 << all).map(subset).collect();
        // Expressions use an input at most four times.
        subsets.into_iter().filter(|set| set.len() <= 4).collect()
    }

    fn execute(&self, words: &str, of: &[u32], _: OpenSigns, _: bool) -> Option<Outcomes> {
        let mask = (1_u32 << self.0) - 1;
        let (a, b) = (of[0], of.get(1).copied().unwrap_or(0));
        let result = match words {
            "add" => Some(a + b),
            "add nuw" => (a + b <= mask).then_some(a + b),
            "sub" => Some(a.wrapping_sub(b)),
            "mul" => Some(a * b),
            "and" => Some(a & b),
            "or" => Some(a | b),
            "xor" => Some(a ^ b),
            "shl" => (b < self.0).then(|| a << b),
            "lshr" => (b < self.0).then(|| a >> b),
            "udiv" => Some(a.checked_div(b)?),
            "urem" => Some(a.checked_rem(b)?),
            "umin" => Some(a.min(b)),
            "umax" => Some(a.max(b)),
            "usub.sat" => Some(a.saturating_sub(b)),
            "cttz" => Some(if a == 0 { self.0 } else { a.trailing_zeros() }),
            "ctpop" => Some(a.count_ones()),
            "icmp eq" => Some(u32::from(a == b)),
            "icmp ult" => Some(u32::from(a < b)),
            "icmp ne" => Some(u32::from(a != b)),
            _ => panic!("{words}"),
        };
        Some(Outcomes::from([result.map(|bits| bits & mask)]))
    }
}

/// The type `half`, with numbers of each sign and a few magnitudes, which suffice for operations that do not
/// round.
struct Halves;

const SIGN: u32 = 0x8000;
/// The bits of 0, 1/4, 1/2, 1, 2, 3, infinity and NaN.
const MAGNITUDES: [u32; 8] = [0, 0x3400, 0x3800, 0x3C00, 0x4000, 0x4200, 0x7C00, 0x7E00];

fn value(bits: u32) -> f64 {
    let magnitudes = [0.0, 0.25, 0.5, 1.0, 2.0, 3.0, f64::INFINITY, f64::NAN];
    let at = MAGNITUDES.iter().position(|known| *known == bits & !SIGN).unwrap();
    if bits & SIGN != 0 { -magnitudes[at] } else { magnitudes[at] }
}

impl Kind for Halves {
    fn name(&self) -> String {
        "half".to_owned()
    }

    fn number(&self, bits: u32) -> String {
        format!("0x{bits:X}")
    }

    fn instructions(&self) -> &'static [(&'static str, usize)] {
        &[
            ("fneg", 1),
            ("fneg nsz", 1),
            ("fabs", 1),
            ("fabs nsz", 1),
            ("fabs nnan nsz", 1),
            ("copysign", 2),
            ("copysign nsz", 2),
            ("copysign nnan nsz", 2),
            ("select", 3),
            ("select nsz", 3),
            ("select nnan nsz", 3),
        ]
    }

    fn conditions(&self) -> &'static [&'static str] {
        &["fcmp olt", "fcmp ole", "fcmp ogt", "fcmp oeq", "fcmp une", "fcmp uge", "fcmp nnan olt"]
    }

    fn constants(&self) -> &'static [u32] {
        &[0, SIGN, 0x3C00]
    }

    fn sets(&self) -> Vec<Vec<u32>> {
        let all: Vec<u32> = MAGNITUDES.iter().flat_map(|bits| [*bits, *bits | SIGN]).collect();
        let mut sets: Vec<Vec<u32>> = all.iter().map(|bits| vec![*bits]).collect();
        for (at, one) in all.iter().enumerate() {
            for (next, other) in all.iter().enumerate().skip(at + 1) {
                sets.push(vec![*one, *other]);
                sets.extend(all[next + 1..].iter().map(|third| vec![*one, *other, *third]));
            }
        }
        sets
    }

    fn execute(&self, words: &str, operands: &[u32], nsz: OpenSigns, is_target: bool) -> Option<Outcomes> {
        let mut parts = words.split(' ');
        let (head, rest): (&str, Vec<&str>) = (parts.next().unwrap(), parts.collect());
        let has = |flag: &str| rest.contains(&flag);
        // All choices for the signs of zeros among the operands.
        let mut ways = vec![Vec::new()];
        for (at, bits) in operands.iter().enumerate() {
            let gives_sign = head == "copysign" && at == 1;
            let is_open = has("nsz") && value(*bits) == 0.0 && (!gives_sign || is_target);
            let readings = if is_open { vec![0, SIGN] } else { vec![*bits] };
            ways = ways
                .iter()
                .flat_map(|way| readings.iter().map(move |bits| [way.as_slice(), &[*bits]].concat()))
                .collect();
        }
        let mut all = Outcomes::new();
        for way in ways {
            let (a, b) = (way[0], way.get(1).copied().unwrap_or(0));
            let (x, y) = (value(a), value(b));
            if head == "fcmp" {
                let holds = match *rest.last().unwrap() {
                    "olt" => x < y,
                    "ole" => x <= y,
                    "ogt" => x > y,
                    "oeq" => x == y,
                    "une" => x != y,
                    "uge" => x.is_nan() || y.is_nan() || x >= y,
                    other => panic!("{other}"),
                };
                let is_broken = has("nnan") && (x.is_nan() || y.is_nan());
                all.insert((!is_broken).then_some(u32::from(holds)));
                continue;
            }
            let result = match head {
                "fneg" => a ^ SIGN,
                "fabs" | "copysign" => a & !SIGN | if head == "fabs" { 0 } else { b & SIGN },
                // The result is the chosen arm.
                "select" => a,
                _ => panic!("{head}"),
            };
            if has("nnan") && (x.is_nan() || y.is_nan() || value(result).is_nan()) {
                all.insert(None);
            } else if has("nsz") && nsz == OpenSigns::OfAll && value(result) == 0.0 {
                all.extend([Some(0), Some(SIGN)]);
            } else {
                all.insert(Some(result));
            }
        }
        Some(all)
    }
}

/// One side of a rule under one semantics.
struct Side<'a> {
    kind: &'a dyn Kind,
    nsz: OpenSigns,
    is_target: bool,
}

impl Side<'_> {
    /// The values that a use of a tree may see; `None` if some choice is undefined behaviour.
    fn outcomes(&self, tree: &Tree, inputs: &[Outcomes]) -> Option<Outcomes> {
        let (words, operands) = match tree {
            Input(at) => return Some(inputs[*at].clone()),
            Number(bits) => return Some(Outcomes::from([Some(*bits)])),
            Node(words, operands) => (*words, operands),
        };
        let operands: Option<Vec<Outcomes>> =
            operands.iter().map(|operand| self.outcomes(operand, inputs)).collect();
        let operands = operands?;
        let mut all = Outcomes::new();
        for values in product(&operands) {
            match (words.split(' ').next().unwrap(), values.as_slice()) {
                ("freeze", [None]) => all.extend((0..4).map(Some)),
                ("freeze", [value]) => {
                    all.insert(*value);
                }
                ("select", [None, ..]) => {
                    all.insert(None);
                }
                ("select", [Some(condition), arms @ ..]) => match arms[1 - *condition as usize] {
                    None => {
                        all.insert(None);
                    }
                    Some(_) if words == "select" => {
                        all.insert(arms[1 - *condition as usize]);
                    }
                    Some(arm) => all.extend(self.kind.execute(words, &[arm], self.nsz, self.is_target)?),
                },
                ("udiv" | "urem", [_, None]) => return None,
                ("udiv" | "urem", [None, Some(0)]) => return None,
                _ if values.contains(&None) => {
                    all.insert(None);
                }
                _ => {
                    let values: Vec<u32> = values.into_iter().flatten().collect();
                    all.extend(self.kind.execute(words, &values, self.nsz, self.is_target)?);
                }
            }
        }
        Some(all)
    }
}

fn product(sets: &[Outcomes]) -> Vec<Vec<Outcome>> {
    sets.iter().fold(vec![Vec::new()], |all, set| {
        all.iter().flat_map(|one| set.iter().map(move |more| [one.as_slice(), &[*more]].concat())).collect()
    })
}

/// Inputs for which the target has a behaviour that the source has not.
fn wrong(
    kind: &dyn Kind,
    nsz: OpenSigns,
    source: &Tree,
    target: &Tree,
    inputs: &[Vec<Outcomes>],
) -> Option<Vec<Outcomes>> {
    let (before, after) = (Side { kind, nsz, is_target: false }, Side { kind, nsz, is_target: true });
    let is_wrong = |inputs: &&Vec<Outcomes>| {
        let Some(allowed) = before.outcomes(source, inputs) else { return false };
        let Some(found) = after.outcomes(target, inputs) else { return true };
        !allowed.contains(&None) && !found.is_subset(&allowed)
    };
    inputs.iter().find(is_wrong).cloned()
}

/// The inputs to try: all sets for the first input, a few for the second.
fn all_inputs(kind: &dyn Kind, count: usize) -> Vec<Vec<Outcomes>> {
    let of = |set: &Vec<u32>| set.iter().map(|bits| Some(*bits)).collect::<Outcomes>();
    let sets: Vec<Outcomes> = kind.sets().iter().map(of).collect();
    let poison = Outcomes::from([None]);
    // Inputs that are poison at some uses only.
    let mixed = sets.iter().filter(|set| set.len() == 1).map(|set| set | &poison);
    let first: Vec<Outcomes> = sets.iter().cloned().chain([poison.clone()]).chain(mixed).collect();
    if count == 1 {
        return first.into_iter().map(|one| vec![one]).collect();
    }
    let few = |set: &&Outcomes| set.len() <= if sets.len() < 20 { 4 } else { 2 };
    let second: Vec<Outcomes> = sets.iter().filter(few).cloned().chain([poison]).collect();
    let few: Vec<&Outcomes> =
        first.iter().filter(|set| set.len() <= if sets.len() < 20 { 4 } else { 2 }).collect();
    few.iter().flat_map(|one| second.iter().map(|other| vec![(*one).clone(), other.clone()])).collect()
}

/// A random number generator (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        (proof::semantics::next_random(&mut self.0) % most as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn tree(&mut self, kind: &dyn Kind, depth: usize, inputs: usize) -> Tree {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(4) {
                0 => Number(self.of(kind.constants())),
                _ => Input(self.below(inputs)),
            };
        }
        let (words, arity) = self.of(kind.instructions());
        let mut operands: Vec<Tree> = (0..arity).map(|_| self.tree(kind, depth - 1, inputs)).collect();
        if words.starts_with("select") {
            let test = self.of(kind.conditions());
            operands[0] = Node(test, vec![Input(self.below(inputs)), self.tree(kind, 0, inputs)]);
        }
        Node(words, operands)
    }
}

fn inputs_of(tree: &Tree, all: &mut BTreeSet<usize>) {
    match tree {
        Input(at) => {
            all.insert(*at);
        }
        Number(_) => {}
        Node(_, operands) => operands.iter().for_each(|operand| inputs_of(operand, all)),
    }
}

/// Whether each instruction depends on a register; other instructions cannot be matched.
fn is_matched(tree: &Tree) -> bool {
    let mut inputs = BTreeSet::new();
    inputs_of(tree, &mut inputs);
    match tree {
        Node(_, operands) => {
            let is_sound = |operand: &Tree| !matches!(operand, Node(..)) || is_matched(operand);
            !inputs.is_empty() && operands.iter().all(is_sound)
        }
        _ => true,
    }
}

/// Appends the instructions of a tree to `text`; the last one defines the result.
fn lines(kind: &dyn Kind, tree: &Tree, prefix: &str, text: &mut Vec<String>) -> String {
    let (words, operands) = match tree {
        Input(at) => return format!("%{}", ["x", "y"][*at]),
        Number(bits) => return kind.number(*bits),
        Node(words, operands) => (*words, operands),
    };
    let names: Vec<String> = operands.iter().map(|operand| lines(kind, operand, prefix, text)).collect();
    let name = format!("%{prefix}{}", text.len());
    let ty = kind.name();
    text.push(match words.split(' ').next().unwrap() {
        "select" => format!("{name} = {words} i1 {}, {ty} {}, {ty} {}", names[0], names[1], names[2]),
        _ => format!("{name} = {words} {ty} {}", names.join(", ")),
    });
    name
}

fn rule_text(kind: &dyn Kind, source: &Tree, target: &Tree) -> String {
    let mut text = "Name: random\n".to_owned();
    for (tree, prefix) in [(source, "a"), (target, "b")] {
        let mut all = Vec::new();
        let last = lines(kind, tree, prefix, &mut all);
        match all.pop() {
            Some(line) => all.push(format!("%r{}", &line[line.find(" =").unwrap()..])),
            None => all.push(format!("%r = {last}")),
        }
        text += &all.join("\n");
        text += if prefix == "a" { "\n=>\n" } else { "\n" };
    }
    text
}

/// A z3 process for each query.
struct Z3;

impl Solver for Z3 {
    fn identity(&self) -> String {
        "z3".to_owned()
    }

    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError> {
        let names: Vec<String> = query.symbols().collect();
        let wanted =
            if names.is_empty() { String::new() } else { format!("(get-value ({}))", names.join(" ")) };
        let text = format!("(set-logic {})\n{}(check-sat)\n{wanted}\n", query.logic, query.text);
        let child =
            Command::new("z3").args(["-smt2", "-in"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let number = |word: &str| match word.strip_prefix("#b") {
            Some(bits) => u128::from_str_radix(bits, 2).ok(),
            None => u128::from_str_radix(word.strip_prefix("#x")?, 16).ok(),
        };
        let words = output.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
        match output.lines().next() {
            Some("unsat") => Ok(Answer::Unsatisfiable),
            Some("sat") => Ok(Answer::Satisfiable(words.filter_map(number).collect())),
            _ => Ok(Answer::Unknown(output)),
        }
    }
}

/// A source and a target that mostly agree on numbers.
fn random_rule(kind: &dyn Kind, chance: &mut Chance, singles: &[Vec<Outcomes>]) -> (Tree, Tree, usize) {
    loop {
        let count = 1 + chance.below(2);
        let source = chance.tree(kind, 2, count);
        let mut inputs = BTreeSet::new();
        inputs_of(&source, &mut inputs);
        if !matches!(source, Node(..)) || inputs.len() != count || !is_matched(&source) {
            continue;
        }
        for _ in 0..40 {
            let depth = 1 + chance.below(2);
            let target = chance.tree(kind, depth, count);
            let singles = singles.iter().filter(|inputs| inputs.len() == count);
            let singles: Vec<Vec<Outcomes>> = singles.cloned().collect();
            if target != source && wrong(kind, OpenSigns::OfAll, &source, &target, &singles).is_none() {
                return (source, target, count);
            }
        }
    }
}

/// Compares the verdicts on random rules. Returns the numbers of rules that are proven, refuted, refuted by
/// partly undef inputs alone, and different by version.
fn compare(kind: &dyn Kind, rules: usize, seed: u64) -> [usize; 4] {
    let mut chance = Chance(seed);
    let tried = [all_inputs(kind, 1), all_inputs(kind, 2)];
    let is_single = |inputs: &&Vec<Outcomes>| inputs.iter().all(|set| set.len() == 1 && !set.contains(&None));
    let singles: Vec<Vec<Outcomes>> = tried.iter().flatten().filter(is_single).cloned().collect();
    let mut counts = [0; 4];
    for _ in 0..rules {
        let (source, target, count) = random_rule(kind, &mut chance, &singles);
        let text = rule_text(kind, &source, &target);
        let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
        let file = sources.add("random.opt", &text);
        let rule = proof::rules::read_form(&sources, file, &mut diagnostics);
        let Some(rule) = rule.filter(|_| diagnostics.is_empty()) else { panic!("{text}{diagnostics:?}") };
        let typing = typings(&rule, &[8], &[8]).into_iter().next().unwrap();
        let mut expected = Vec::new();
        for (versions, semantics) in Semantics::all() {
            let found = wrong(kind, semantics.nsz, &source, &target, &tried[count - 1]);
            let verdict = prove_with(semantics, &rule, &typing, &mut Z3).unwrap();
            let agrees = match &verdict {
                Verdict::Proven => found.is_none(),
                Verdict::Refuted(_) => found.is_some(),
                // Two uses of the result may distinguish source and target; these are not enumerated.
                Verdict::Undecided(why) if why.contains("that the source freezes") => found.is_none(),
                Verdict::Undecided(why) => panic!("{text}{why}"),
            };
            assert!(agrees, "seed {seed}, {versions}:\n{text}{verdict:?}\nby enumeration {found:?}");
            counts[usize::from(found.is_some())] += 1;
            counts[2] += usize::from(matches!(verdict, Verdict::Refuted(it) if it.by_undef));
            expected.push(found.is_some());
        }
        counts[3] += usize::from(expected[0] != expected[1]);
    }
    counts
}

fn has_z3() -> bool {
    let there = Command::new("z3").arg("--version").output().is_ok();
    if !there {
        say("skipped: no z3 in PATH");
    }
    there
}

/// The number of random rules; `IDIOM_RANDOM_RULES=2000` tries more.
fn rules() -> usize {
    std::env::var("IDIOM_RANDOM_RULES").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

#[test]
fn verdicts_on_integers_are_those_of_all_behaviours() {
    if has_z3() {
        let [proven, refuted, by_undef, _] = compare(&Integers(2), rules(), 11);
        say(&format!("integers: {proven} proven, {refuted} refuted, {by_undef} of them by undef in part"));
        assert!(proven > 0 && by_undef > 0 && refuted > by_undef);
    }
}

#[test]
fn verdicts_on_floats_are_those_of_all_behaviours_in_each_llvm() {
    if has_z3() {
        // Inputs of this type have more sets of numbers.
        let [proven, refuted, by_undef, differ] = compare(&Halves, rules() / 4, 12);
        say(&format!(
            "floats: {proven} proven, {refuted} refuted, {by_undef} of them by undef in part; {differ} rules differ by version"
        ));
        assert!(proven > 0 && by_undef > 0 && differ > 0);
    }
}
