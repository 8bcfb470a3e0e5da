//! Samples: points at which the target refines the source for all inputs that are tried.
//!
//! The numbers of source and target are unknowns of one encoding for each typing, so that one evaluation
//! decides every expression that has the same values.

use super::super::form::{NodeKind, Part, Rule};
use super::super::prove::encode::{Case, Encoding, RefinementQuery, Undef};
use super::super::widths::Typing;
use super::expression::{Point, mask};
use crate::semantics::{Evaluation, Semantics, TermId, next_random};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The greatest number of bits of all inputs for which all values are tried.
const MOST_INPUT_BITS: u32 = 6;

/// The number of random inputs of a wider typing.
const RANDOM_INPUTS: usize = 48;

/// A rule at one typing, whose numbers are unknowns.
struct Encoded {
    widths: Rc<[u32]>,
    encoding: Encoding,
    /// The terms of the source's numbers and of the target's.
    numbers: Vec<TermId>,
    targets: Vec<TermId>,
    /// Values of inputs: numbers, then poison bits.
    inputs: Vec<Vec<(TermId, u128)>>,
}

/// The samples of one template.
pub(super) struct Samples {
    encoded: Vec<Encoded>,
    /// All points, the instance first.
    pub(super) points: Vec<Point>,
    /// Whether a point counts for how general a precondition is.
    pub(super) is_counted: Vec<bool>,
    typing_of: Vec<usize>,
    known: FxHashMap<(usize, Vec<u128>), bool>,
}

/// The greatest number of points at one typing.
const MOST_POINTS: usize = 300;

impl Samples {
    /// Samples with the instance alone.
    pub(super) fn new(instance: Point) -> Samples {
        Samples {
            encoded: Vec::new(),
            points: vec![instance],
            is_counted: vec![false],
            typing_of: vec![usize::MAX],
            known: FxHashMap::default(),
        }
    }

    /// Adds a typing of a rule whose target has [`PLACEHOLDER`] for each unknown; false if it cannot be
    /// sampled. The names of the rule's symbols are `names`.
    pub(super) fn add_typing(
        &mut self,
        rule: &Rule,
        typing: &Typing,
        widths: &[u32],
        names: &[String],
    ) -> bool {
        if self.encoded.iter().any(|known| *known.widths == *widths) {
            return true;
        }
        let mut open = rule.clone();
        let mut targets = Vec::new();
        for (at, node) in open.nodes.iter_mut().enumerate() {
            let is_open = matches!(node.kind, NodeKind::Number { magnitude: PLACEHOLDER, .. });
            if node.part == Part::Target && is_open {
                node.kind = NodeKind::Constant;
                targets.push(at);
            }
        }
        let question = RefinementQuery {
            semantics: Semantics::newest(),
            undef: Undef::Never,
            frozen: &[],
            case: Case::All,
        };
        let Some(encoding) = Encoding::new(&open, typing, question) else { return false };
        if !encoding.is_computable() {
            return false;
        }
        let of_name = |name: &String| {
            encoding
                .constants
                .iter()
                .find(|(id, _)| open.node(*id).name.as_ref() == Some(name))
                .map(|(_, term)| *term)
        };
        let numbers: Option<Vec<TermId>> = names.iter().map(of_name).collect();
        let of_node = |at: &usize| {
            encoding.constants.iter().find(|(id, _)| id.0 as usize == *at).map(|(_, term)| *term)
        };
        let targets: Option<Vec<TermId>> = targets.iter().map(of_node).collect();
        let (Some(numbers), Some(targets)) = (numbers, targets) else { return false };
        let inputs = inputs(&encoding);
        self.encoded.push(Encoded { widths: widths.into(), encoding, numbers, targets, inputs });
        true
    }

    /// Adds points at a typing: all of them if they are few, and random ones otherwise; and points near the
    /// instance.
    pub(super) fn add_points(&mut self, widths: &[u32], classes: &[usize], state: &mut u64) {
        let Some(typing) = self.encoded.iter().position(|known| *known.widths == *widths) else { return };
        let bits: u32 = classes.iter().map(|class| widths[*class]).sum();
        if bits < 16 && 1_usize << bits <= 2 * MOST_POINTS {
            for number in 0..1_u128 << bits {
                let (mut rest, mut symbols) = (number, Vec::new());
                for class in classes {
                    symbols.push(rest & mask(widths[*class]));
                    rest >>= widths[*class];
                }
                self.add(typing, symbols, true);
            }
            return;
        }
        for at in 0..MOST_POINTS {
            let is_random = at % 3 == 0;
            let symbols = classes.iter().map(|class| match is_random {
                true => u128::from(next_random(state)) & mask(widths[*class]),
                false => likely(widths[*class], state),
            });
            let symbols = symbols.collect();
            self.add(typing, symbols, is_random);
        }
        self.add_near(typing, classes, state);
    }

    /// Adds points that differ from the instance in one or two symbols.
    fn add_near(&mut self, typing: usize, classes: &[usize], state: &mut u64) {
        let (instance, widths) = (self.points[0].clone(), self.encoded[typing].widths.clone());
        let scaled: Vec<u128> = classes
            .iter()
            .zip(&instance.symbols)
            .map(|(class, bits)| {
                let (own, width) = (u128::from(instance.widths[*class]), u128::from(widths[*class]));
                match own.checked_sub(*bits) {
                    // The width, and the largest amount of a shift.
                    Some(less @ (0 | 1)) => width - less,
                    _ => *bits & mask(widths[*class]),
                }
            })
            .collect();
        self.add(typing, scaled.clone(), false);
        for at in 0..24 * classes.len() {
            let mut symbols = scaled.clone();
            for changed in [Some(at), (at % 3 == 0).then_some(at / 3)].into_iter().flatten() {
                let changed = changed % classes.len();
                let width = widths[classes[changed]];
                symbols[changed] = match at / classes.len() {
                    0 => 0,
                    1 => 1,
                    2 => mask(width),
                    3 => scaled[changed].wrapping_add(1) & mask(width),
                    4 => scaled[changed].wrapping_sub(1) & mask(width),
                    _ => likely(width, state),
                };
            }
            self.add(typing, symbols, false);
        }
    }

    /// Adds a point unless the source has no result there, which tells nothing about the target.
    fn add(&mut self, typing: usize, symbols: Vec<u128>, is_counted: bool) {
        let point = Point { widths: self.encoded[typing].widths.clone(), symbols };
        let encoded = &self.encoded[typing];
        let terms = &encoded.encoding.terms;
        let mut values: FxHashMap<TermId, u128> = FxHashMap::default();
        values.extend(encoded.numbers.iter().copied().zip(point.symbols.iter().copied()));
        let has_result = |inputs: &Vec<(TermId, u128)>| {
            values.extend(inputs.iter().copied());
            let result = Evaluation::new(terms, &values);
            !result.holds(encoded.encoding.source.poison) && !result.holds(encoded.encoding.source_undefined)
        };
        if encoded.inputs.iter().any(has_result) {
            self.push(typing, point, is_counted);
        }
    }

    /// Adds a point at which some numbers are wrong, with the inputs that show it.
    pub(super) fn add_refuted(&mut self, point: Point, targets: &[u128]) {
        let at = match self.points.iter().position(|known| *known == point) {
            Some(at) => at,
            None => {
                let typing = self.encoded.iter().position(|known| known.widths == point.widths);
                self.push(typing.unwrap_or(usize::MAX), point, false);
                self.points.len() - 1
            }
        };
        self.known.insert((at, targets.to_vec()), false);
    }

    fn push(&mut self, typing: usize, point: Point, is_counted: bool) {
        self.points.push(point);
        self.is_counted.push(is_counted);
        self.typing_of.push(typing);
    }

    /// Whether the target refines the source at a point with these numbers in the target, as far as inputs
    /// are tried. The instance is proven.
    pub(super) fn is_good(&mut self, at: usize, targets: &[u128]) -> bool {
        if at == 0 {
            return true;
        }
        if let Some(known) = self.known.get(&(at, targets.to_vec())) {
            return *known;
        }
        let good = self.tried(at, targets);
        self.known.insert((at, targets.to_vec()), good);
        good
    }

    fn tried(&self, at: usize, targets: &[u128]) -> bool {
        // A point of a typing that cannot be sampled is good until a proof refutes it.
        let Some(encoded) = self.encoded.get(self.typing_of[at]) else { return true };
        let mut values: FxHashMap<TermId, u128> = FxHashMap::default();
        values.extend(encoded.numbers.iter().copied().zip(self.points[at].symbols.iter().copied()));
        values.extend(encoded.targets.iter().copied().zip(targets.iter().copied()));
        let mut is_wrong = |inputs: &[(TermId, u128)]| {
            values.extend(inputs.iter().copied());
            Evaluation::new(&encoded.encoding.terms, &values).holds(encoded.encoding.goal)
        };
        if encoded.inputs.iter().any(|inputs| is_wrong(inputs)) {
            return false;
        }
        // Numbers near those of the rule.
        let mut state = at as u64 + 1;
        let near: Vec<u128> = self.points[at].symbols.iter().chain(targets).copied().collect();
        let exhaustive = encoded
            .encoding
            .inputs
            .iter()
            .map(|input| encoded.encoding.terms.width(input.value.bits))
            .sum::<u32>()
            <= MOST_INPUT_BITS;
        if near.is_empty() || exhaustive {
            return true;
        }
        (0..24).all(|_| {
            let mut inputs = Vec::new();
            for input in &encoded.encoding.inputs {
                let width = encoded.encoding.terms.width(input.value.bits);
                let chosen = near[next_random(&mut state) as usize % near.len()];
                let bits = match next_random(&mut state) % 6 {
                    0 => chosen,
                    1 => chosen.wrapping_add(1),
                    2 => chosen.wrapping_sub(1),
                    3 => !chosen,
                    4 => chosen.wrapping_neg(),
                    _ => u128::from(next_random(&mut state)),
                };
                inputs.push((input.value.bits, bits & mask(width)));
                inputs.push((input.value.poison, 0));
            }
            !is_wrong(&inputs)
        })
    }
}

/// The number in the place of an unknown of the target, where any number may stand.
pub(super) const PLACEHOLDER: u128 = 1 << 100;

/// A number of a kind that rules are often about: a power of two, a mask, a small one, or any.
fn likely(width: u32, state: &mut u64) -> u128 {
    let random = next_random(state);
    let shift = (random >> 8) % u64::from(width);
    let bits = match random % 8 {
        0 | 1 => 1 << shift,
        2 => (1 << shift) - 1,
        3 => u128::MAX << shift,
        4 | 5 => u128::from((random >> 16) % u64::from(width)),
        6 => u128::from(random >> 16).wrapping_neg() % 8,
        _ => u128::from(random >> 4),
    };
    bits & mask(width)
}

/// The values of inputs to try at a typing.
fn inputs(encoding: &Encoding) -> Vec<Vec<(TermId, u128)>> {
    let mut state = 7;
    let all = &encoding.inputs;
    let width = |term: TermId| encoding.terms.width(term);
    let bits: u32 = all.iter().map(|input| width(input.value.bits)).sum();
    let mut found = Vec::new();
    let mut push = |numbers: &[u128], poison: u64| {
        let mut values = Vec::new();
        for (at, (input, number)) in all.iter().zip(numbers).enumerate() {
            values.push((input.value.bits, *number));
            values.push((input.value.poison, u128::from(poison >> at & 1)));
        }
        found.push(values);
    };
    if bits <= MOST_INPUT_BITS {
        for number in 0..1_u128 << bits {
            let (mut rest, mut numbers) = (number, Vec::new());
            for input in all {
                let width = width(input.value.bits);
                numbers.push(rest & mask(width));
                rest >>= width;
            }
            push(&numbers, 0);
        }
    } else {
        for _ in 0..RANDOM_INPUTS {
            let numbers = all.iter().map(|input| {
                let width = width(input.value.bits);
                match next_random(&mut state) % 2 {
                    0 => u128::from(next_random(&mut state)) & mask(width),
                    _ => likely(width, &mut state),
                }
            });
            push(&numbers.collect::<Vec<_>>(), 0);
        }
    }
    for _ in 0..16 {
        let numbers: Vec<u128> = all
            .iter()
            .map(|input| u128::from(next_random(&mut state)) & mask(width(input.value.bits)))
            .collect();
        push(&numbers, next_random(&mut state));
    }
    found
}
