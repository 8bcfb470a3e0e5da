//! Engines against the linear scan, on generated rules and generated code.
//!
//! Code is generated near the rules: a source with some of its levels changed, so that most tests hold and
//! some do not.

use super::code::SyntheticCode;
use super::pattern::Pattern;
use super::witness::go_together;
use super::{Dag, Engine, LinearScan, Net, PathId, PatternId, RuleSet, Shape, Symbol, Tables, VariantId};
use ir::{Flags, IntPredicate, Opcode};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fmt::Write as _;

/// A source of choices; the same ones for the same seed.
pub(super) struct Choices(TestRng);

impl Choices {
    pub(super) fn new(seed: u8) -> Choices {
        Choices(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Code near the patterns of a rule set.
pub(super) struct Generator<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) choices: Choices,
    code: SyntheticCode,
    /// By path of the root's variant, what is there.
    at: Vec<(PathId, usize)>,
    width: u32,
}

impl<'a> Generator<'a> {
    pub(super) fn new(rules: &'a RuleSet, seed: u8) -> Generator<'a> {
        Generator {
            rules,
            choices: Choices::new(seed),
            code: SyntheticCode::default(),
            at: Vec::new(),
            width: 8,
        }
    }

    /// Code whose last value is nearly a source.
    pub(super) fn code(&mut self) -> SyntheticCode {
        self.code = SyntheticCode::default();
        self.at.clear();
        self.width = self.choices.pick(&[1, 2, 4, 8, 32, 64]);
        let variant = VariantId(self.choices.below(self.rules.variants.len()) as u32);
        let variant = self.rules.variant(variant).clone();
        self.value(variant.pattern, PathId::ROOT, &variant.same);
        self.code.clone()
    }

    fn push(&mut self, shape: Shape, operands: Vec<usize>, bits: u128) -> usize {
        self.code.add(shape, operands, self.width, bits)
    }

    fn value(&mut self, pattern: PatternId, path: PathId, same: &[(PathId, PathId)]) -> usize {
        if let Some((first, _)) = same.iter().find(|(_, second)| *second == path)
            && let Some((_, known)) = self.at.iter().find(|(at, _)| at == first)
            && !self.choices.one_in(8)
        {
            return *known;
        }
        let chosen = match self.choices.one_in(12) {
            true => PatternId(self.choices.below(self.rules.patterns().len()) as u32),
            false => pattern,
        };
        let value = match self.rules.patterns().get(chosen).clone() {
            Pattern::Any if self.choices.one_in(3) => self.constant(),
            Pattern::Any if self.choices.one_in(20) => self.push(Shape::plain(Symbol::Undef), Vec::new(), 0),
            Pattern::Any => self.push(Shape::plain(Symbol::Other), Vec::new(), 0),
            Pattern::Constant => self.constant(),
            Pattern::Undef => self.push(Shape::plain(Symbol::Undef), Vec::new(), 0),
            Pattern::Literal(literal) => match literal.bits(self.width) {
                Some(bits) if !self.choices.one_in(10) => {
                    self.push(Shape::plain(Symbol::Constant), Vec::new(), bits)
                }
                _ => self.constant(),
            },
            Pattern::Instruction { symbol, flags, predicate, operands } => {
                let below: Vec<usize> = operands
                    .iter()
                    .enumerate()
                    .map(|(at, operand)| match self.rules.paths().find(path, at as u8) {
                        Some(path) => self.value(*operand, path, same),
                        None => self.constant(),
                    })
                    .collect();
                let shape = self.shape(symbol, flags, predicate);
                self.push(shape, below, 0)
            }
        };
        self.at.push((path, value));
        value
    }

    fn constant(&mut self) -> usize {
        let bits = self.choices.pick(&[0, 1, 2, 3, 7, 8, u128::MAX, u128::MAX - 1, 1 << 31]);
        self.push(Shape::plain(Symbol::Constant), Vec::new(), bits)
    }

    fn shape(&mut self, symbol: Symbol, flags: Flags, predicate: Option<IntPredicate>) -> Shape {
        let mut flags = flags;
        for flag in [Flags::NSW, Flags::NUW, Flags::EXACT] {
            match self.choices.one_in(6) {
                true => flags |= flag,
                false if self.choices.one_in(10) => flags = Flags(flags.0 & !flag.0),
                false => {}
            }
        }
        let is_comparison = symbol == Symbol::Instruction(Opcode::ICmp);
        let any = self.choices.pick(&IntPredicate::ALL);
        let predicate = predicate.filter(|_| !self.choices.one_in(8)).or(Some(any)).filter(|_| is_comparison);
        Shape { symbol, flags, predicate }
    }
}

/// A rule set of random sources; the target is never looked at.
pub(super) fn random_rules(choices: &mut Choices) -> RuleSet {
    let mut text = String::new();
    for number in 0..=choices.below(14) {
        let _ = writeln!(text, "Name: r{number}");
        random_source(choices, &mut text);
        let _ = writeln!(text, "  =>\n%r = %x\n");
    }
    super::tests::rules(&text)
}

fn random_source(choices: &mut Choices, text: &mut String) {
    let mut names = vec!["%x".to_owned()];
    let lines = 1 + choices.below(3);
    for line in 0..lines {
        let name = if line + 1 == lines { "%r".to_owned() } else { format!("%t{line}") };
        // The line before is always an operand, so that the last one depends on all.
        let left = names[names.len() - 1].clone();
        let leaf = choices.pick(&["%x", "%y", "C", "C1", "0", "1", "-1", "7", "undef"]).to_owned();
        let right = if choices.one_in(4) { names[choices.below(names.len())].clone() } else { leaf };
        let instruction = match choices.below(8) {
            0 => "select".to_owned(),
            1 => format!("sub {}{left}, {right}", choices.pick(&["", "nsw ", "nuw ", "nuw nsw "])),
            2 => format!("lshr {}{left}, {right}", choices.pick(&["", "exact "])),
            3 => format!("umin {left}, {right}"),
            4 => format!("xor {left}, {right}"),
            5 => format!("or {left}, {right}"),
            _ => format!("add {}{left}, {right}", choices.pick(&["", "nsw ", "nuw "])),
        };
        match instruction.as_str() {
            "select" => {
                let predicate = choices.pick(&["eq", "ne", "ult", "sgt", "P"]);
                let _ = writeln!(text, "%p{line} = icmp {predicate} {left}, {right}");
                let _ = writeln!(text, "{name} = select %p{line}, {left}, %x");
            }
            _ => {
                let _ = writeln!(text, "{name} = {instruction}");
            }
        }
        names.push(name);
    }
}

fn found<E: Engine<SyntheticCode>>(engine: &E, rules: &RuleSet, code: &SyntheticCode) -> Vec<VariantId> {
    let mut found = Vec::new();
    engine.candidates(rules, code, code.root(), &mut found);
    found
}

/// Compares engines with the linear scan; how many variants were found.
pub(super) fn compare(rules: &RuleSet, seed: u8, count: usize) -> usize {
    let dag = Dag::new(rules);
    let small = Dag::with_limit(rules, 3);
    let tables = Tables::new(rules).unwrap();
    let net = Net::of_all(rules);
    let mut generator = Generator::new(rules, seed);
    let mut total = 0;
    for _ in 0..count {
        let code = generator.code();
        let expected = found(&LinearScan, rules, &code);
        assert_eq!(found(&dag, rules, &code), expected, "{code:?}");
        assert_eq!(found(&small, rules, &code), expected, "with scans: {code:?}");
        assert_eq!(found(&tables, rules, &code), expected, "tables: {code:?}");
        assert_eq!(found(&net, rules, &code), expected, "net: {code:?}");
        total += expected.len();
    }
    total
}

#[test]
fn engines_find_what_the_linear_scan_finds() {
    let mut runner = TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
    let total = std::cell::Cell::new(0);
    runner
        .run(&any::<u8>(), |seed| {
            let rules = random_rules(&mut Choices::new(seed));
            total.set(total.get() + compare(&rules, seed, 60));
            Ok(())
        })
        .unwrap();
    assert!(total.get() > 1000, "{} variants were found: the code is too far from the rules", total.get());
}

/// The index lists each pattern that is above another one, and each that goes together with it.
#[test]
fn the_net_misses_no_pattern() {
    let (mut above, mut together) = (0, 0);
    for seed in 0..60 {
        let rules = random_rules(&mut Choices::new(seed));
        let net = Net::of_all(&rules);
        for (_, variant) in rules.variants() {
            let general = net.more_general(rules.patterns(), variant.pattern);
            let going = net.going_together(rules.patterns(), variant.pattern);
            for (other, of) in rules.variants() {
                let is_above = rules.patterns().subsumes(of.pattern, variant.pattern);
                let goes = go_together(&rules, &[of.pattern, variant.pattern]);
                assert!(!is_above || general.contains(&other));
                assert!(!goes || going.contains(&other));
                above += usize::from(is_above);
                together += usize::from(goes);
            }
        }
    }
    assert!(above > 100 && together > above, "{above}, {together}");
}
