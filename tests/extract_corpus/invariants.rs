//! Invariants of every model, checked through its public interface, independently of the code that builds it.

use ir::{Edge, Model, Opcode, ValueId, ValueKind};
use llvm::{Extraction, FunctionRef};

/// Panics with the function's name and the invariant that is broken.
pub(crate) fn check(function: &FunctionRef, extraction: &Extraction) {
    let model = &extraction.model;
    let name = function.name();
    assert_eq!(function.opcodes(), model.opcodes(), "{name}: opcodes");
    handles(extraction, &name);
    kinds(model, &name);
    rows(model, &name);
    blocks(model, &name);
    for value in model.instructions() {
        phi(model, value, &name);
    }
    let again = function.extract();
    let text = model.dump().with_locations().with_attributes().to_string();
    assert!(text == again.model.dump().with_locations().with_attributes().to_string(), "{name}: not stable");
    assert!(!has_address(&text), "{name}: a type is spelt with an address");
}

/// Whether a text has LLVM's placeholder for the name of a struct: `%"type 0x55d0c8a3b2f0"`.
fn has_address(text: &str) -> bool {
    text.split("\"type 0x").skip(1).any(|rest| rest.find('"').is_some_and(|length| length > 6))
}

fn handles(extraction: &Extraction, name: &str) {
    assert_eq!(extraction.handles.len(), extraction.model.len(), "{name}: handles");
    for value in extraction.model.values() {
        let back = extraction.value_of(extraction.handle(value));
        assert_eq!(back, Some(value), "{name}: handle of {value:?}");
    }
}

fn kinds(model: &Model, name: &str) {
    let kinds: Vec<ValueKind> = model.values().map(|v| model.kind(v)).collect();
    assert!(kinds.is_sorted(), "{name}: kinds are mixed");
    for value in model.globals() {
        assert!(model.global(value).is_some() && !model.operand_uses(value).is_empty(), "{name}: {value:?}");
    }
    for value in model.constants() {
        assert!(
            model.constant(value).is_some() && !model.operand_uses(value).is_empty(),
            "{name}: {value:?}"
        );
    }
}

fn is_cast(model: &Model, value: ValueId) -> bool {
    model.opcode(value).is_some_and(Opcode::is_skipped_cast)
}

/// The value at the end of a chain of casts; `None` for a cycle of casts.
fn skipped(model: &Model, mut value: ValueId) -> Option<ValueId> {
    for _ in 0..=model.len() {
        if !is_cast(model, value) {
            return Some(value);
        }
        value = model.operand(value, 0)?;
    }
    None
}

fn ascending(row: &[Edge], key: impl Fn(&Edge) -> (u32, u32)) -> bool {
    row.is_sorted_by(|a, b| key(a) < key(b))
}

fn rows(model: &Model, name: &str) {
    let (mut forward, mut backward, mut exact, mut exact_back) = (0, 0, 0, 0);
    for value in model.values() {
        let (args, operands) = (model.args(value), model.operands(value));
        assert!(ascending(args, |e| (e.n, 0)) && ascending(operands, |e| (e.n, 0)), "{name}: {value:?} args");
        let uses = [model.uses(value), model.operand_uses(value)];
        assert!(uses.iter().all(|row| ascending(row, |e| (e.to.0, e.n))), "{name}: {value:?} uses");
        for edge in uses[0] {
            assert_eq!(model.arg(edge.to, edge.n), Some(value), "{name}: use of {value:?}");
        }
        for edge in uses[1] {
            assert_eq!(model.operand(edge.to, edge.n), Some(value), "{name}: exact use of {value:?}");
        }
        let expected: Vec<Edge> = match is_cast(model, value) {
            true => Vec::new(),
            false => {
                operands.iter().filter_map(|e| Some(Edge { n: e.n, to: skipped(model, e.to)? })).collect()
            }
        };
        assert_eq!(args, expected, "{name}: casts at {value:?}");
        forward += args.len();
        exact += operands.len();
        backward += uses[0].len();
        exact_back += uses[1].len();
    }
    assert_eq!((forward, exact), (backward, exact_back), "{name}: an edge has no way back");
}

fn blocks(model: &Model, name: &str) {
    let all: Vec<ValueId> = model.blocks().flat_map(|b| model.block_instructions(b)).collect();
    assert_eq!(all, model.instructions().collect::<Vec<_>>(), "{name}: blocks");
    for value in model.instructions() {
        for edge in model.successors(value) {
            let back = model.predecessors(edge.to);
            assert!(back.contains(&Edge { n: edge.n, to: value }), "{name}: no way back to {value:?}");
            assert_eq!(model.successor(value, edge.n), Some(edge.to), "{name}: successor of {value:?}");
        }
    }
    let count = |edges: fn(&Model, ValueId) -> Vec<Edge>| -> usize {
        model.instructions().map(|v| edges(model, v).len()).sum()
    };
    assert_eq!(count(Model::successors), count(Model::predecessors), "{name}: control flow edges");
}

/// A phi has one operand per distinct predecessor block, in the order of their terminators.
fn phi(model: &Model, value: ValueId, name: &str) {
    let sources = model.phi_sources(value);
    if model.opcode(value) != Some(Opcode::Phi) {
        assert!(sources.is_empty(), "{name}: {value:?} is no phi");
        return;
    }
    let block = model.block_of(value).unwrap();
    let mut expected: Vec<ValueId> =
        model.block_predecessors(block).iter().map(|&(_, b)| model.terminator(b)).collect();
    expected.dedup();
    assert_eq!(sources, expected, "{name}: sources of phi {value:?}");
    assert_eq!(model.operands(value).len(), expected.len(), "{name}: operands of phi {value:?}");
}
