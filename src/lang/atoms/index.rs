//! Buckets of candidates: the values with an opcode, a type or a name.
//!
//! Each bucket list is built on first use by one walk over the function, so that `opcode{x} = phi` visits
//! only the phis.

use super::domain::value;
use ir::{Csr, Model, Opcode, TypeId};
use rustc_hash::FxHashMap;
use solver::Value;
use std::cell::OnceCell;

/// The buckets of one model. Every list is ascending.
#[derive(Debug, Default)]
pub(super) struct BucketIndex {
    opcodes: OnceCell<Csr<Value>>,
    types: OnceCell<Csr<Value>>,
    branches: OnceCell<Vec<Value>>,
    flagged: OnceCell<Vec<Value>>,
    names: OnceCell<FxHashMap<String, Vec<Value>>>,
}

impl BucketIndex {
    /// The instructions with that opcode.
    pub(super) fn opcode(&self, model: &Model, opcode: Opcode) -> &[Value] {
        let rows = self.opcodes.get_or_init(|| {
            let instructions = model.instructions();
            let pairs = instructions.filter_map(|v| model.opcode(v).map(|o| (o as usize, value(v))));
            Csr::group_all(Opcode::COUNT, pairs)
        });
        rows.row(opcode as usize)
    }

    /// The values of that type.
    pub(super) fn of_type(&self, model: &Model, ty: TypeId) -> &[Value] {
        let rows = self.types.get_or_init(|| {
            let pairs = model.values().map(|v| (model.type_id(v).index(), value(v)));
            Csr::group_all(model.types().len(), pairs)
        });
        rows.row(ty.index())
    }

    /// The terminators with successors.
    pub(super) fn branches(&self, model: &Model) -> &[Value] {
        self.branches.get_or_init(|| {
            let blocks = model.blocks().filter(|&b| !model.block_successors(b).is_empty());
            blocks.map(|b| value(model.terminator(b))).collect()
        })
    }

    /// The instructions with any flag.
    pub(super) fn flagged(&self, model: &Model) -> &[Value] {
        self.flagged
            .get_or_init(|| model.instructions().filter(|&v| model.flags(v).0 != 0).map(value).collect())
    }

    /// The globals with that canonical name.
    pub(super) fn named(&self, model: &Model, name: &str) -> &[Value] {
        let names = self.names.get_or_init(|| {
            let mut names: FxHashMap<String, Vec<Value>> = FxHashMap::default();
            for v in model.globals() {
                if let Some(global) = model.global(v) {
                    names.entry(global.canonical.clone()).or_default().push(value(v));
                }
            }
            names
        });
        names.get(name).map_or(&[], Vec::as_slice)
    }
}
