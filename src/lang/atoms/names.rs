//! Names and attributes of globals.
//!
//! `function_name` compares canonical names: a libm function and its LLVM intrinsic are one function.
//! Attributes are function attributes; other values have none.

use super::domain::value;
use super::{ModelWorld, vocabulary};
use ir::{Effects, Model, ValueId};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, Value};

/// The word behind `has attribute`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Attribute {
    /// `pure`: calls write no memory, do not unwind and return.
    Pure,
    /// `const`: pure, and calls read no memory either.
    Const,
    /// An LLVM attribute by its name, string attributes by their key.
    Llvm(String),
}

impl Attribute {
    /// The attribute with this name. Unquoted, it must be one that LLVM or the language knows; quoted, it may
    /// be any string attribute.
    pub fn from_name(name: &str, quoted: bool) -> Option<Attribute> {
        match name {
            "" => None,
            "pure" if !quoted => Some(Attribute::Pure),
            "const" if !quoted => Some(Attribute::Const),
            _ if quoted || vocabulary::ATTRIBUTES.binary_search(&name).is_ok() => {
                Some(Attribute::Llvm(name.to_owned()))
            }
            _ => None,
        }
    }
}

/// An atom about the name or the attributes of a global.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Named {
    /// `function_name{x} = s`: the canonical name.
    Function(String),
    /// `{f} has attribute s`
    Attribute(Attribute),
}

impl Named {
    pub(super) fn access_path(&self) -> AccessPath {
        match self {
            Named::Function(_) => AccessPath::Few,
            Named::Attribute(_) => AccessPath::Bucket,
        }
    }

    pub(super) fn holds(&self, model: &Model, x: ValueId) -> bool {
        let Some(global) = model.global(x) else { return false };
        match self {
            Named::Function(name) => global.canonical == *name,
            Named::Attribute(Attribute::Pure) => model.is_pure(x),
            Named::Attribute(Attribute::Const) => {
                model.is_pure(x) && !global.effects.contains(Effects::READS)
            }
            Named::Attribute(Attribute::Llvm(name)) => {
                global.is_function && global.attributes.binary_search(name).is_ok()
            }
        }
    }

    pub(super) fn candidates(&self, world: &ModelWorld<'_>, out: &mut Vec<Value>) {
        let model = world.model;
        match self {
            Named::Function(name) => out.extend(world.index.named(model, name)),
            Named::Attribute(_) => out.extend(model.globals().filter(|v| self.holds(model, *v)).map(value)),
        }
    }
}
