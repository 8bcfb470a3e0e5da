//! The inputs that values are told apart by: a vector of sample values stands for a function of the inputs.
//!
//! Each lane has a width of its own, so that what is equal in all lanes is, as far as samples say, equal at
//! every width. Samples are the same in every run. Counterexamples of the solver take lanes that are spare.

use proof::semantics::next_random;

/// The number of lanes.
pub const LANES: usize = 32;

/// The lanes that samples take; the rest is for counterexamples.
const SAMPLES: usize = 24;

/// So many dense inputs are tried for the first lane.
const DENSE: usize = 64;

/// So many inputs are tried for all lanes.
const MOST_TRIED: usize = 20_000;

/// The values of one function of the inputs.
pub type Vector = [u64; LANES];

/// The widths of the lanes, and the inputs in each.
#[derive(Clone, Debug)]
pub struct Lanes {
    widths: [u32; LANES],
    masks: Vector,
    inputs: Vec<Vector>,
    used: usize,
}

/// A sample: some dense, some small, some with few bits, some at the edges.
fn sample(state: &mut u64, width: u32, lane: usize) -> u64 {
    let dense = next_random(state);
    let bits = match (lane + (next_random(state) % 3) as usize) % 8 {
        0 | 4 | 5 => dense,
        1 => dense % u64::from(width),
        2 => dense & next_random(state) & next_random(state),
        3 => dense << (next_random(state) % u64::from(width)),
        6 => [0, 1, u64::MAX, 1 << (width - 1), u64::MAX >> (65 - width)][(dense % 5) as usize],
        _ => dense >> (next_random(state) % 63),
    };
    bits & (u64::MAX >> (64 - width))
}

/// So many samples of all inputs at one width, other ones than those of lanes.
pub(super) fn samples(count: usize, arity: usize, width: u32) -> Vec<Vec<u64>> {
    let mut state = 23;
    let one = |at: usize, state: &mut u64| (0..arity).map(|_| sample(state, width, at)).collect();
    (0..count).map(|at| one(at, &mut state)).collect()
}

impl Lanes {
    /// Samples of so many inputs at the given ascending widths, in turn; only inputs that `admits` holds of.
    /// `None` if no such inputs are met.
    pub fn new(arity: usize, widths: &[u32], admits: impl Fn(u32, &[u64]) -> bool) -> Option<Lanes> {
        let mut lanes =
            Lanes { widths: [64; LANES], masks: [0; LANES], inputs: vec![[0; LANES]; arity], used: 0 };
        let mut state = 22;
        let mut tried = 0;
        while lanes.used < SAMPLES {
            // The widest comes first.
            let width = widths[widths.len() - 1 - lanes.used % widths.len()];
            // The first lane is dense where the goal is defined there: it alone tells most values apart.
            let kind = if lanes.used == 0 && tried < DENSE { None } else { Some(lanes.used + tried) };
            let mask = u64::MAX >> (64 - width);
            let mut inputs: Vec<u64> = (0..arity)
                .map(|_| match kind {
                    None => next_random(&mut state) & mask,
                    Some(kind) => sample(&mut state, width, kind),
                })
                .collect();
            // Equal inputs, and neighbours.
            if lanes.used % 6 == 5 {
                for at in 1..arity {
                    inputs[at] = inputs[at - 1].wrapping_add(next_random(&mut state) % 4 / 2) & mask;
                }
            }
            tried += 1;
            if admits(width, &inputs) {
                lanes.put(lanes.used, width, &inputs);
                lanes.used += 1;
            }
            if tried > MOST_TRIED {
                return None;
            }
        }
        for at in SAMPLES..LANES {
            let inputs: Vec<u64> = lanes.inputs.iter().map(|input| input[0]).collect();
            lanes.put(at, lanes.widths[0], &inputs);
        }
        Some(lanes)
    }

    fn put(&mut self, at: usize, width: u32, inputs: &[u64]) {
        self.widths[at] = width;
        self.masks[at] = u64::MAX >> (64 - width);
        for (vector, bits) in self.inputs.iter_mut().zip(inputs) {
            vector[at] = bits & self.masks[at];
        }
    }

    /// Adds a counterexample. False if there is no lane left.
    pub fn add(&mut self, width: u32, inputs: &[u64]) -> bool {
        let fits = self.used < LANES;
        if fits {
            self.put(self.used, width, inputs);
            self.used += 1;
        }
        fits
    }

    /// The vectors of the inputs.
    pub fn inputs(&self) -> &[Vector] {
        &self.inputs
    }

    /// The width of a lane.
    #[inline]
    pub fn width(&self, lane: usize) -> u32 {
        self.widths[lane]
    }

    /// The mask of a lane's width.
    #[inline]
    pub fn mask(&self, lane: usize) -> u64 {
        self.masks[lane]
    }

    /// Fills a vector, cut to the widths.
    #[inline]
    pub fn each(&self, result: &mut Vector, value: impl Fn(usize) -> u64) {
        for (at, (result, mask)) in result.iter_mut().zip(&self.masks).enumerate() {
            *result = value(at) & mask;
        }
    }
}
