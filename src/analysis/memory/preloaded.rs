//! Phis that hold what each block before them has loaded, as load-PRE makes them from the load at the head of
//! a loop.
//!
//! ```text
//! %a = load %s         %v = phi [ %a, %entry ], [ %b, %loop ]        =>   %v is what lies at %p
//! %b = load %p + 4     %p = phi [ %s, %entry ], [ %p + 4, %loop ]
//! ```
//!
//! Each value of the phi is a load, or again such a phi, and nothing writes there before the end of the block.
//! A cycle of phis holds unless something that it takes does not.

use super::Memory;
use super::alias::Location;
use super::facts::is_plain;
use ir::{BlockId, Model, Opcode, Operand, TypeClass, ValueId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Limits on the phis of a cycle, and on the blocks before a phi.
const MOST_PHIS: usize = 16;
const MOST_ENTRIES: usize = 16;

/// A pointer and a distance in bytes from it.
pub(super) type Displaced = (ValueId, i64);

/// A phi with the place that it should hold the contents of.
type Claim = (ValueId, Displaced);

impl Memory<'_> {
    /// The places of which a phi holds the contents. The pointer is a phi of the same block, or one pointer for
    /// all blocks before it.
    pub fn preloaded(&self, phi: ValueId) -> Rc<[(ValueId, i64)]> {
        if let Some(known) = self.preloaded.borrow().get(&phi) {
            return Rc::clone(known);
        }
        let mut found = self.candidates(phi);
        found.retain(|place| self.holds_contents(phi, *place));
        let found = Rc::<[Displaced]>::from(found);
        self.preloaded.borrow_mut().insert(phi, Rc::clone(&found));
        found
    }

    /// The phis that may hold the contents of a place at a distance from the pointer: those of its block, if it
    /// is a phi, and those that take a load from there.
    pub fn preloading(&self, pointer: ValueId) -> Vec<ValueId> {
        let model = self.model;
        let block = model.block_of(pointer).filter(|_| model.opcode(pointer) == Some(Opcode::Phi));
        let mut found: Vec<ValueId> = block.into_iter().flat_map(|block| model.phis(block)).collect();
        let (mut open, mut seen) = (vec![pointer], FxHashSet::default());
        while let Some(at) = open.pop() {
            // The pointer is reached again where it is a phi that takes an address behind itself.
            if !seen.insert(at) {
                continue;
            }
            self.count_work(1);
            for edge in model.operand_uses(at) {
                match model.opcode(edge.to) {
                    Some(Opcode::Load) => {
                        let takers = model.operand_uses(edge.to).iter().map(|edge| edge.to);
                        found.extend(takers.filter(|taker| model.opcode(*taker) == Some(Opcode::Phi)));
                    }
                    _ if model.has_class(edge.to, TypeClass::Pointer) => {
                        let is_behind = self.place(edge.to).is_some_and(|(base, _)| base == pointer);
                        open.extend(is_behind.then_some(edge.to));
                    }
                    _ => {}
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The places that the first load among the values of a phi suggests.
    fn candidates(&self, phi: ValueId) -> Vec<Displaced> {
        let model = self.model;
        let Some(block) = model.block_of(phi).filter(|_| model.opcode(phi) == Some(Opcode::Phi)) else {
            return Vec::new();
        };
        let first = entries(model, phi).find(|(value, _)| is_plain(model, *value, Opcode::Load));
        let Some((load, end)) = first else { return Vec::new() };
        let Some(at) = model.operand(load, 0).and_then(|pointer| self.place(pointer)) else {
            return Vec::new();
        };
        let pointers = model.phis(block).filter(|other| model.has_class(*other, TypeClass::Pointer));
        let mut found: Vec<Displaced> = pointers
            .filter_map(|pointer| {
                let (base, distance) = self.place(model.phi_value_from(pointer, end)?)?;
                (base == at.0).then_some((pointer, at.1.checked_sub(distance)?))
            })
            .collect();
        if is_before(model, at.0, block) {
            found.push(at);
        }
        found
    }

    /// Whether the phi holds the contents of the place in its block.
    fn holds_contents(&self, phi: ValueId, place: Displaced) -> bool {
        let mut claims: Vec<Claim> = vec![(phi, place)];
        let mut next = 0;
        while let Some(claim) = claims.get(next).copied() {
            next += 1;
            self.count_work(1);
            if claims.len() > MOST_PHIS || self.follow(claim, &mut claims).is_none() {
                return false;
            }
        }
        true
    }

    /// Appends the claims about phis on which this one depends; `None` if it does not hold.
    fn follow(&self, (phi, (pointer, distance)): Claim, claims: &mut Vec<Claim>) -> Option<()> {
        let model = self.model;
        let block = model.block_of(phi)?;
        let moves = model.opcode(pointer) == Some(Opcode::Phi) && model.block_of(pointer) == Some(block);
        let is_entered_often = model.operands(phi).len() > MOST_ENTRIES;
        if is_entered_often || !moves && !is_before(model, pointer, block) {
            return None;
        }
        for (value, end) in entries(model, phi) {
            let (base, before) =
                if moves { self.place(model.phi_value_from(pointer, end)?)? } else { (pointer, 0) };
            let place = (base, before.checked_add(distance)?);
            let location = if is_plain(model, value, Opcode::Load) {
                if self.place(model.operand(value, 0)?)? != place {
                    return None;
                }
                Location::of(model, value)
            } else if model.opcode(value) == Some(Opcode::Phi) {
                if !claims.contains(&(value, place)) {
                    claims.push((value, place));
                }
                Location::behind(base)
            } else {
                return None;
            };
            if !self.is_unmodified(value, end, location) {
                return None;
            }
        }
        Some(())
    }

    /// A pointer as a distance from another one.
    fn place(&self, pointer: ValueId) -> Option<Displaced> {
        match self.parts_of(pointer) {
            (Operand::Value(base), None) => Some((base, 0)),
            (Operand::Value(base), Some(sum)) => sum.terms.is_empty().then_some((base, sum.constant)),
            _ => None,
        }
    }
}

/// The values of a phi, each with the end of the block that it comes from.
fn entries(model: &Model, phi: ValueId) -> impl Iterator<Item = (ValueId, ValueId)> {
    model.operands(phi).iter().zip(model.phi_sources(phi)).map(|(edge, end)| (edge.to, *end))
}

/// Whether a value is computed before the block begins, on every path to it.
fn is_before(model: &Model, value: ValueId, block: BlockId) -> bool {
    match model.block_of(value) {
        Some(own) => own != block && model.dominates(value, model.block_first(block)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::sketch::{sketch, value};

    /// The places of a phi in a loop with these lines after the first load, before the second one and after
    /// it; the second one reads from the address of that name.
    fn places(first: &str, before: &str, address: &str, after: &str) -> Vec<(String, i64)> {
        let model = sketch(&format!(
            "param s:ptr
            param t:ptr
            entry:
              a:i32 = load s !reads
              {first}
              start:void = br -> loop
            loop:
              v:i32 = phi a@entry b@loop
              p:ptr = phi s@entry q@loop
              q:ptr = getelementptr p i64:4
              {before}
              b:i32 = load {address} !reads
              {after}
              end:void = br -> loop"
        ));
        let found = Memory::new(&model).preloaded(value(&model, "v"));
        found.iter().map(|(pointer, distance)| (model.name(*pointer).to_owned(), *distance)).collect()
    }

    #[test]
    fn a_phi_of_loads_holds_what_lies_at_the_phi_of_their_addresses() {
        let at_p = vec![("p".to_owned(), 0)];
        assert_eq!(places("", "", "q", ""), at_p);
        assert_eq!(places("", "c:void = store i32:1 t !writes", "q", ""), at_p);
        assert_eq!(places("c:void = store i32:1 s !writes", "", "q", ""), []);
        for pointer in ["p", "q", "t"] {
            assert_eq!(places("", "", "q", &format!("c:void = store i32:1 {pointer} !writes")), []);
        }
        assert_eq!(places("", "r:ptr = getelementptr p i64:8", "r", ""), []);
        assert_eq!(places("", "", "s", ""), [("s".to_owned(), 0)]);
    }

    #[test]
    fn a_pointer_that_reaches_itself_is_followed_once() {
        let model = sketch(
            "param s:ptr
            entry:
              a:i32 = load s !reads
              start:void = br -> loop
            loop:
              p:ptr = phi s@entry p@loop
              v:i32 = phi a@entry v@loop
              end:void = br -> loop",
        );
        let memory = Memory::new(&model);
        let [p, v] = ["p", "v"].map(|name| value(&model, name));
        assert_eq!(memory.preloading(p), [p, v]);
        assert_eq!(memory.preloading(value(&model, "s")), [v]);
    }

    /// Two loops in one another: neither phi of the cycle has two loads.
    #[test]
    fn phis_that_take_each_other_hold_one_place() {
        let nested = |after: &str| {
            let model = sketch(&format!(
                "param s:ptr
                entry:
                  a:i32 = load s !reads
                  start:void = br -> outer
                outer:
                  v:i32 = phi a@entry w@inner
                  p:ptr = phi s@entry q@inner
                  into:void = br -> inner
                inner:
                  w:i32 = phi v@outer b@inner
                  q:ptr = phi p@outer r@inner
                  r:ptr = getelementptr q i64:4
                  b:i32 = load r !reads
                  {after}
                  c:i1 = icmp b i32:0
                  end:void = br c -> inner outer"
            ));
            ["v", "w"].map(|phi| {
                let found = Memory::new(&model).preloaded(value(&model, phi));
                found.iter().map(|(pointer, _)| model.name(*pointer).to_owned()).collect::<Vec<_>>()
            })
        };
        assert_eq!(nested(""), [["p"], ["q"]]);
        let written = nested("d:void = store i32:1 r !writes");
        assert!(written.iter().all(Vec::is_empty), "{written:?}");
    }
}
