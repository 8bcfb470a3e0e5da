//! What the description of a static control part says, held against a run: each bound, condition and subscript has the value
//! that the code computes, each time.

use super::run::{Listener, Run};
use idiom::model::{BlockId, Model, Opcode, ValueId};
use idiom::polyhedral::{Access, AccessKind, Affine, Description, Factor, Relation};

/// A description beside a run.
pub(super) struct Told<'d> {
    description: &'d Description,
    /// What the iterators are by the description; `None` outside their loops.
    iterators: Vec<Option<i128>>,
    /// Values compared.
    pub(super) compared: usize,
    /// What differed.
    pub(super) wrong: Vec<String>,
}

impl<'d> Told<'d> {
    pub(super) fn new(description: &'d Description) -> Told<'d> {
        let iterators = vec![None; description.loops.len()];
        Told { description, iterators, compared: 0, wrong: Vec::new() }
    }

    /// `None` when something in it is poison.
    fn value(&self, run: &Run<'_>, affine: &Affine) -> Option<i128> {
        let mut sum = 0;
        for (factors, number) in &affine.terms {
            let factors = factors.iter().map(|factor| self.factor(run, factor));
            sum += factors.product::<Option<i128>>()? * number;
        }
        Some(sum)
    }

    fn factor(&self, run: &Run<'_>, factor: &Factor) -> Option<i128> {
        let (name, parts) = match factor {
            Factor::Parameter(value) => return run.number(*value),
            Factor::Iterator(k) => return self.iterators[*k as usize],
            Factor::Piece(piece) => (piece.name, &piece.parts),
        };
        let parts: Vec<i128> = parts.iter().map(|part| self.value(run, part)).collect::<Option<_>>()?;
        // Behind every number that is not negative.
        let unsigned = |number: i128| number as u128;
        let (a, b) = (parts[0], parts[1]);
        Some(match name {
            "?" => parts[if a == 0 { 2 } else { 1 }],
            "min" => a.min(b),
            "max" => a.max(b),
            "umin" if unsigned(a) < unsigned(b) => a,
            "umin" => b,
            "umax" if unsigned(a) > unsigned(b) => a,
            "umax" => b,
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            "==" => i128::from(a == b),
            "!=" => i128::from(a != b),
            "<" => i128::from(a < b),
            "<=" => i128::from(a <= b),
            ">" => i128::from(a > b),
            ">=" => i128::from(a >= b),
            "<u" => i128::from(unsigned(a) < unsigned(b)),
            "<=u" => i128::from(unsigned(a) <= unsigned(b)),
            ">u" => i128::from(unsigned(a) > unsigned(b)),
            ">=u" => i128::from(unsigned(a) >= unsigned(b)),
            other => panic!("{other}"),
        })
    }

    /// The loops that are running are those that something is said to be in.
    fn within(&mut self, what: impl Fn() -> String, innermost: Option<u32>) {
        let running: Vec<u32> =
            (0..).zip(&self.iterators).filter(|(_, value)| value.is_some()).map(|(k, _)| k).collect();
        if self.description.around(innermost) != running {
            self.wrong.push(format!("{}: runs in {running:?}", what()));
        }
    }

    fn same(&mut self, what: impl Fn() -> String, told: Option<i128>, is: Option<i128>) {
        if let (Some(told), Some(is)) = (told, is) {
            self.compared += 1;
            if told != is {
                self.wrong.push(format!("{}: {is}, and {told} by the description", what()));
            }
        }
    }

    /// Whether the loop goes on with that value.
    fn goes_on(&self, run: &Run<'_>, k: usize, value: Option<i128>) -> Option<i128> {
        let l = &self.description.loops[k];
        let (value, bound) = (value?, self.value(run, &l.bound)?);
        Some(i128::from(match l.relation {
            Relation::Less => value < bound,
            Relation::LessOrEqual => value <= bound,
            Relation::Greater => value > bound,
            Relation::GreaterOrEqual => value >= bound,
            Relation::Equal => value == bound,
        }))
    }

    fn access(&mut self, run: &Run<'_>, access: &Access) {
        let model = run.model;
        let at = match (model.opcode(access.access), access.kind) {
            (Some(Opcode::Load), _) => 0,
            (Some(Opcode::Call), AccessKind::Read) => 2,
            _ => 1,
        };
        let mut pointer = model.arg(access.access, at).unwrap();
        // What the code has, from the access to the array.
        let mut indices = Vec::new();
        while pointer != access.place.array {
            if model.opcode(pointer) == Some(Opcode::Phi) {
                let (start, steps) = grown(run, pointer);
                indices.push(steps);
                pointer = start;
                continue;
            }
            assert_eq!(model.opcode(pointer), Some(Opcode::GetElementPtr), "{access:?}");
            let count = model.args(pointer).len() as u32;
            indices.extend((1..count).rev().map(|n| run.number(model.operand(pointer, n).unwrap())));
            pointer = model.arg(pointer, 0).unwrap();
        }
        indices.reverse();
        assert_eq!(indices.len(), access.place.subscripts.len(), "{access:?}");
        for (is, subscript) in indices.into_iter().zip(&access.place.subscripts) {
            let told = self.value(run, subscript);
            self.same(|| format!("subscript of {access:?}"), told, is);
        }
        if let Some(length) = &access.length {
            let told = self.value(run, length);
            self.same(
                || format!("length of {access:?}"),
                told,
                run.number(model.operand(access.access, 3).unwrap()),
            );
        }
    }
}

/// Where an address that counts started, and how many steps of its getelementptr it is on.
fn grown(run: &Run<'_>, phi: ValueId) -> (ValueId, Option<i128>) {
    let model = run.model;
    let is_next = |v: ValueId| model.opcode(v) == Some(Opcode::GetElementPtr) && model.arg(v, 0) == Some(phi);
    let next = model.args(phi).iter().find(|edge| is_next(edge.to)).unwrap().to;
    let start = model.args(phi).iter().find(|edge| edge.to != next).unwrap().to;
    let bytes = i128::from(model.gep_form(next).unwrap().offset);
    let scale = run.number(model.operand(next, 1).unwrap()).map(|index| bytes / index);
    let distance = run.number(phi).zip(run.number(start)).map(|(phi, start)| phi - start);
    (start, distance.zip(scale).map(|(distance, scale)| distance / scale))
}

/// What is added to the iterator: bytes, where it is an address.
fn step(model: &Model, iterator: ValueId, step: i128) -> i128 {
    let next = model.args(iterator).iter().find_map(|edge| model.gep_form(edge.to));
    match (model.type_of(iterator).integer_width(), next) {
        (None, Some(form)) => i128::from(form.offset),
        _ => step,
    }
}

impl Listener for Told<'_> {
    fn enters(&mut self, run: &Run<'_>, block: BlockId, from: Option<ValueId>) {
        let description = self.description;
        for (k, l) in description.loops.iter().enumerate() {
            if run.model.block_of(l.iterator) != Some(block) {
                continue;
            }
            if from == Some(l.end) {
                self.iterators[k] = self.iterators[k].map(|i| i + step(run.model, l.iterator, l.step));
                let goes_on = self.goes_on(run, k, self.iterators[k]);
                self.same(|| format!("another round of {l:?}"), goes_on, Some(1));
            } else {
                self.iterators[k] = self.value(run, &l.start);
            }
            self.same(|| format!("iterator of {l:?}"), self.iterators[k], run.number(l.iterator));
        }
    }

    fn carries_out(&mut self, run: &Run<'_>, instruction: ValueId) {
        let description = self.description;
        for condition in description.conditions.iter().filter(|c| c.branch == instruction) {
            self.within(|| format!("{condition:?}"), condition.within);
            let told = self.value(run, &condition.value);
            let is = run.number(run.model.operand(instruction, 0).unwrap());
            self.same(|| format!("{condition:?}"), told, is);
        }
        for access in description.accesses.iter().filter(|a| a.access == instruction) {
            self.within(|| format!("{access:?}"), access.within);
            self.access(run, access);
        }
    }

    fn leaves(&mut self, run: &Run<'_>, block: BlockId, to: BlockId) {
        let description = self.description;
        for (k, l) in description.loops.iter().enumerate() {
            let is_end = run.model.terminator(block) == l.end;
            if is_end && run.model.block_of(l.iterator) != Some(to) {
                let next = self.iterators[k].map(|i| i + step(run.model, l.iterator, l.step));
                let goes_on = self.goes_on(run, k, next);
                self.same(|| format!("the end of {l:?}"), goes_on, Some(0));
                self.iterators[k] = None;
            }
        }
    }
}
