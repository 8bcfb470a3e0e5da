//! Searches code that one or two rules match: an example for testing a rule, and a proof that two rules
//! overlap.
//!
//! The sources are unified, registers become unknown values, and constants are tried from a list. Analysis
//! queries are assumed to succeed.

use super::bindings::{Argument, Facts};
use super::code::SyntheticCode;
use super::linear;
use super::path::PathId;
use super::pattern::{Pattern, PatternId};
use super::set::{RuleSet, Variant, VariantId};
use super::subject::{Shape, Symbol};
use crate::rules::vocabulary::Function;
use ir::{Flags, IntPredicate, Opcode};

/// Facts under which every predicate holds and no bit is known.
struct Granted;

impl<V> Facts<V> for Granted {
    fn test(&self, _: Function, _: &[Argument<V>]) -> bool {
        true
    }

    fn bits(&self, function: Function, _: Argument<V>, _: u32) -> Option<u128> {
        Some(u128::from(function == Function::SignBits))
    }

    fn is_defined(&self, _: V) -> bool {
        true
    }
}

/// The widths tried for the root.
const WIDTHS: &[u32] = &[8, 32, 1];

/// The constants tried: small numbers, powers of two, masks, and numbers with many bits.
const NUMBERS: &[i128] = &[1, 0, -1, 2, 3, 4, 7, 8, -2, -8, 16, 15, -128, 127, 31, 6, 255];

/// Maximum number of candidate codes for one search.
const MAX_TRIED: u64 = 4_000;

/// Synthetic code that all variants match, with their preconditions satisfied. `left` counts down the
/// candidates.
pub(super) fn witness(rules: &RuleSet, variants: &[VariantId], left: &mut u64) -> Option<SyntheticCode> {
    let chosen: Vec<&Variant> = variants.iter().map(|id| rules.variant(*id)).collect();
    let patterns: Vec<PatternId> = chosen.iter().map(|variant| variant.pattern).collect();
    let same: Vec<(PathId, PathId)> =
        chosen.iter().flat_map(|variant| variant.same.iter().copied()).collect();
    if !go_together(rules, &patterns) {
        return None;
    }
    let fixed: Vec<(PathId, u32)> = chosen.iter().flat_map(|variant| fixed_widths(rules, variant)).collect();
    let tries = |maker: &WitnessMaker| (NUMBERS.len() as u64).saturating_pow(maker.constants).min(MAX_TRIED);
    for width in WIDTHS {
        let mut round = 0;
        loop {
            let mut maker = WitnessMaker {
                rules,
                same: &same,
                fixed: &fixed,
                round,
                constants: 0,
                at: Vec::new(),
                code: SyntheticCode::default(),
            };
            maker.value(&patterns, PathId::ROOT, *width)?;
            let (most, code) = (tries(&maker), maker.code);
            if variants.iter().all(|id| applies(rules, *id, &code)) {
                return Some(code);
            }
            round += 1;
            *left = left.saturating_sub(1);
            if round >= most || *left == 0 {
                break;
            }
        }
    }
    None
}

/// The widths that a rule fixes, each with a path that has it.
fn fixed_widths<'a>(rules: &'a RuleSet, variant: &'a Variant) -> impl Iterator<Item = (PathId, u32)> + 'a {
    let rule = rules.rule(variant.rule);
    variant.places.iter().filter_map(|(node, path)| {
        let (width, _) = rule.classes.known(rule.node(*node).class).fixed?;
        Some((*path, width))
    })
}

/// Whether a variant matches the root of synthetic code and its precondition holds.
pub(super) fn applies(rules: &RuleSet, id: VariantId, code: &SyntheticCode) -> bool {
    linear::holds(rules, rules.variant(id), code, code.root())
        && rules.bind(id, code, code.root()).is_some_and(|mut found| found.holds(&Granted))
}

/// Whether the patterns are compatible at every level.
pub(super) fn go_together(rules: &RuleSet, patterns: &[PatternId]) -> bool {
    let mut open = vec![patterns.to_vec()];
    while let Some(level) = open.pop() {
        let all: Vec<&Pattern> = level.iter().map(|id| rules.patterns().get(*id)).collect();
        let mut operands: Vec<Vec<PatternId>> = Vec::new();
        for (at, a) in all.iter().enumerate() {
            if all[..at].iter().any(|b| exclude(a, b)) {
                return false;
            }
            if let Pattern::Instruction { operands: own, .. } = a {
                operands.resize(own.len().max(operands.len()), Vec::new());
                own.iter().enumerate().for_each(|(at, operand)| operands[at].push(*operand));
            }
        }
        open.extend(operands);
    }
    true
}

/// Whether no value fits both levels.
fn exclude(a: &Pattern, b: &Pattern) -> bool {
    use Pattern::{Any, Constant, Instruction, Literal, Undef};
    match (a, b) {
        (Any, _) | (_, Any) => false,
        (Constant, Constant | Literal(_)) | (Literal(_), Constant) | (Undef, Undef) => false,
        (Literal(a), Literal(b)) => a.excludes(*b),
        (Instruction { symbol, predicate, .. }, Instruction { symbol: other, predicate: required, .. }) => {
            symbol != other || predicate.zip(*required).is_some_and(|(a, b)| a != b)
        }
        _ => true,
    }
}

/// Builds code that contains several patterns at once.
struct WitnessMaker<'a> {
    rules: &'a RuleSet,
    same: &'a [(PathId, PathId)],
    /// Widths that the rules fix.
    fixed: &'a [(PathId, u32)],
    /// The number of the current choice of constants.
    round: u64,
    /// How many constants had to be chosen.
    constants: u32,
    at: Vec<(PathId, usize)>,
    code: SyntheticCode,
}

impl WitnessMaker<'_> {
    /// Builds the value at a path. The depth of recursion is bounded by the rules' length.
    fn value(&mut self, patterns: &[PatternId], path: PathId, width: u32) -> Option<usize> {
        let written = self.fixed.iter().find(|(at, _)| *at == path);
        let width = written.map_or(width, |(_, width)| *width);
        let firsts = self.same.iter().filter(|(_, second)| *second == path);
        let known = firsts.filter_map(|(first, _)| self.at.iter().find(|(at, _)| at == first)).next();
        let value = match known {
            Some((_, value)) => *value,
            None => self.fresh(patterns, path, width)?,
        };
        self.at.push((path, value));
        Some(value)
    }

    fn fresh(&mut self, patterns: &[PatternId], path: PathId, width: u32) -> Option<usize> {
        let rules = self.rules;
        let all = || patterns.iter().map(|id| rules.patterns().get(*id));
        let constant = Shape::plain(Symbol::Constant);
        if let Some(literal) =
            all().find_map(|pattern| if let Pattern::Literal(own) = pattern { Some(own) } else { None })
        {
            // A literal that does not fit becomes another number, which no rule matches.
            return Some(self.code.add(constant, Vec::new(), width, literal.bits(width).unwrap_or(0)));
        }
        if all().any(|pattern| matches!(pattern, Pattern::Constant)) {
            let count = NUMBERS.len() as u64;
            let chosen = self.round / count.saturating_pow(self.constants) % count;
            self.constants += 1;
            return Some(self.code.add(constant, Vec::new(), width, NUMBERS[chosen as usize] as u128));
        }
        if all().any(|pattern| matches!(pattern, Pattern::Undef)) {
            return Some(self.code.add(Shape::plain(Symbol::Undef), Vec::new(), width, 0));
        }
        let (mut shape, mut operands) = (Shape::plain(Symbol::Other), Vec::<Vec<PatternId>>::new());
        for pattern in all() {
            if let Pattern::Instruction { symbol, flags, predicate, operands: own } = pattern {
                shape.symbol = *symbol;
                shape.flags = Flags(shape.flags.0 | flags.0);
                shape.predicate = shape.predicate.or(*predicate);
                operands.resize(own.len(), Vec::new());
                own.iter().enumerate().for_each(|(at, operand)| operands[at].push(*operand));
            }
        }
        if shape.symbol == Symbol::Instruction(Opcode::ICmp) {
            shape.predicate = shape.predicate.or(Some(IntPredicate::Ult));
        }
        let mut values = Vec::new();
        for (at, below) in operands.iter().enumerate() {
            let path = rules.paths().find(path, at as u8)?;
            values.push(self.value(below, path, operand_width(shape.symbol, at, width))?);
        }
        let own = if shape.symbol == Symbol::Instruction(Opcode::ICmp) { 1 } else { width };
        Some(self.code.add(shape, values, own, 0))
    }
}

/// The width of an operand of an instruction with a width.
fn operand_width(symbol: Symbol, at: usize, width: u32) -> u32 {
    match symbol {
        Symbol::Instruction(Opcode::ICmp) if width == 1 => 8,
        Symbol::Instruction(Opcode::Select) if at == 0 => 1,
        Symbol::Instruction(Opcode::ZExt | Opcode::SExt) => (width / 2).max(1),
        Symbol::Instruction(Opcode::Trunc) => (width * 2).min(128),
        Symbol::Intrinsic(intrinsic) if intrinsic.has_flag_operand() && at == 1 => 1,
        _ => width,
    }
}
