//! Models from a few lines of text, for tests.
//!
//! ```text
//! global @sqrt pure             a function; words after it: pure, reads (and is pure), data (no function),
//!                               defined (with a body), attributes
//! param n:i64
//! entry:
//!   c:i1 = icmp n i64:0         result:type = opcode operands flags
//!   br c -> exit loop           opcode operands -> successors
//! loop:
//!   i:i64 = phi i64:0@entry j@loop
//!   ...
//! ```
//!
//! Operands are names, globals, or constants `type:text` (a number, `null`, `undef`, `poison`). Types are
//! written without blanks and get LLVM's spelling. Flags start with `!`: `!fast`, `!reads`, `!writes`.

use crate::{
    BlockDraft, BlockId, BlockProfile, Constant, Effects, Flags, FloatKind, Global, InstructionDraft, Model,
    ModelBuilder, Number, Opcode, Type, TypeClass, TypeId, ValueId, ValueKind,
};
use smallvec::smallvec;
use std::sync::Arc;

/// The model with profile weights at the end of a block.
pub fn with_weights(model: &Model, block: BlockId, weights: [u64; 2]) -> Model {
    let mut model = model.clone();
    Arc::make_mut(&mut model.function).branch_weights = vec![(block, weights)];
    model
}

/// The model with counts of a profile.
pub fn with_profile(model: &Model, profile: Vec<(BlockId, BlockProfile)>) -> Model {
    let mut model = model.clone();
    Arc::make_mut(&mut model.function).profile = profile;
    model
}

/// Builds the model of such a text; panics on invalid input.
pub fn sketch(text: &str) -> Model {
    let mut sketch = Sketch::default();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    sketch.declare(&lines);
    for line in &lines {
        sketch.line(line);
    }
    sketch.flush();
    sketch.builder.finish()
}

/// The value with this name; `@g` for globals, `type:text` for constants.
pub fn value(model: &Model, name: &str) -> ValueId {
    if let Some((ty, text)) = name.split_once(':') {
        let (name, wanted) = (exact_type(ty), constant(ty, text));
        let is_it = |v: &ValueId| model.constant(*v) == Some(&wanted) && model.type_of(*v).name == name;
        return model.constants().find(is_it).unwrap_or_else(|| panic!("no constant {ty}:{text}"));
    }
    let is_it = |v: &ValueId| match name.strip_prefix('@') {
        Some(global) => model.global(*v).is_some_and(|g| g.name == global),
        None => model.name(*v) == name && model.global(*v).is_none(),
    };
    model.values().find(is_it).unwrap_or_else(|| panic!("no value {name}"))
}

/// The type with this name, with the class that the name implies.
pub(crate) fn type_of(name: &str) -> Type {
    let class = |name: &str| match name {
        "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128" | "ppc_fp128" => Some(TypeClass::Float),
        _ if name.starts_with("<{") => None,
        _ if name.starts_with('<') => Some(TypeClass::Vector),
        _ if name.starts_with("ptr") => Some(TypeClass::Pointer),
        _ => name.strip_prefix('i').filter(|bits| bits.parse::<u32>().is_ok()).map(|_| TypeClass::Integer),
    };
    let element = name.rsplit_once(" x ").and_then(|(_, element)| class(element.trim_end_matches('>')));
    let element = element.filter(|_| class(name) == Some(TypeClass::Vector));
    Type { name: name.to_owned(), class: class(name), element }
}

/// An instruction draft without flags, effects and location.
pub(crate) fn draft(opcode: Opcode, ty: TypeId, operands: Vec<(u32, ValueKind, u32)>) -> InstructionDraft {
    InstructionDraft {
        opcode,
        ty,
        name: String::new(),
        flags: Flags::NONE,
        effects: Effects::NONE,
        location: None,
        operands,
        phi_blocks: Vec::new(),
    }
}

/// A global function without effects and attributes.
pub(crate) fn function(name: &str) -> Global {
    Global {
        name: name.to_owned(),
        canonical: crate::canonical_name(name).to_owned(),
        is_function: true,
        is_declaration: true,
        is_local: false,
        is_intrinsic: name.starts_with("llvm."),
        signature: String::new(),
        attributes: Vec::new(),
        effects: Effects::NONE,
        storage: crate::Storage::None,
        size: None,
    }
}

#[derive(Default)]
struct Sketch {
    builder: ModelBuilder,
    names: Vec<(String, ValueKind, u32)>,
    labels: Vec<String>,
    constants: Vec<(TypeId, Constant)>,
    block: BlockDraft,
}

impl Sketch {
    /// Numbers parameters, instructions, globals and blocks, so that lines can refer to later ones.
    fn declare(&mut self, lines: &[&str]) {
        let mut counts = [0u32; 3];
        for line in lines {
            let first = line.split_whitespace().next().unwrap();
            let (slot, kind, name) = match first {
                "param" => (0, ValueKind::Parameter, line[6..].split(':').next().unwrap()),
                "global" => (1, ValueKind::Global, line.split_whitespace().nth(1).unwrap()),
                _ if line.ends_with(':') => {
                    self.labels.push(line.trim_end_matches(':').to_owned());
                    continue;
                }
                _ if line.contains(" = ") => (2, ValueKind::Instruction, first.split(':').next().unwrap()),
                _ => (2, ValueKind::Instruction, ""),
            };
            self.names.push((name.to_owned(), kind, counts[slot]));
            counts[slot] += 1;
        }
    }

    fn line(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        match words.next().unwrap() {
            "param" => {
                let (name, ty) = line[6..].split_once(':').unwrap();
                let ty = self.builder.ty(type_of(&exact_type(ty)));
                self.builder.parameter(ty, name);
            }
            "global" => {
                let mut global = function(words.next().unwrap().trim_start_matches('@'));
                global.effects = Effects::WRITES | Effects::UNWINDS;
                for word in words {
                    match word {
                        "pure" => global.effects = Effects::NONE,
                        "reads" => global.effects = Effects::READS,
                        "data" => global.is_function = false,
                        "const" => (global.is_function, global.storage) = (false, crate::Storage::Constant),
                        "local" => global.is_local = true,
                        "defined" => global.is_declaration = false,
                        attribute => global.attributes.push(attribute.to_owned()),
                    }
                }
                let ty = self.builder.ty(type_of("ptr"));
                self.builder.global(ty, global);
            }
            _ if line.ends_with(':') => self.flush(),
            _ => self.instruction(line),
        }
    }

    fn flush(&mut self) {
        let block = std::mem::take(&mut self.block);
        if !block.instructions.is_empty() {
            self.builder.block(block);
        }
    }

    fn instruction(&mut self, line: &str) {
        let (result, rest) = line.split_once(" = ").unwrap_or((":void", line));
        let (rest, targets) = rest.split_once("->").unwrap_or((rest, ""));
        let (name, ty) = result.split_once(':').unwrap();
        let mut words = rest.split_whitespace();
        let opcode = Opcode::from_name(words.next().unwrap()).unwrap();
        let ty = self.builder.ty(type_of(&exact_type(ty)));
        let mut draft = InstructionDraft { name: name.to_owned(), ..draft(opcode, ty, Vec::new()) };
        for word in words {
            match (word.strip_prefix('!'), word.split_once('@')) {
                (Some(bit), _) => self.bit(&mut draft, bit),
                (None, Some((operand, label))) if !operand.is_empty() => {
                    self.operand(&mut draft, operand);
                    draft.phi_blocks.push(self.label(label));
                }
                _ => self.operand(&mut draft, word),
            }
        }
        self.block.instructions.push(draft);
        self.block.successors = targets.split_whitespace().map(|t| self.label(t)).collect();
    }

    fn bit(&self, draft: &mut InstructionDraft, bit: &str) {
        match Effects::NAMED.iter().find(|(_, name)| *name == bit) {
            Some((effect, _)) => draft.effects |= *effect,
            None => draft.flags |= Flags::from_name(bit).unwrap(),
        }
    }

    fn label(&self, label: &str) -> BlockId {
        BlockId::new(
            self.labels.iter().position(|l| l == label).unwrap_or_else(|| panic!("no block {label}")),
        )
    }

    fn operand(&mut self, draft: &mut InstructionDraft, operand: &str) {
        let n = draft.operands.len() as u32;
        let (kind, index) = match operand.split_once(':') {
            Some((ty, text)) => {
                let constant = constant(ty, text);
                let ty = self.builder.ty(type_of(&exact_type(ty)));
                (ValueKind::Constant, self.constant_index(ty, constant))
            }
            None => {
                let known = self.names.iter().find(|(name, ..)| name == operand);
                known.map(|k| (k.1, k.2)).unwrap_or_else(|| panic!("no value {operand}"))
            }
        };
        draft.operands.push((n, kind, index));
    }

    fn constant_index(&mut self, ty: TypeId, constant: Constant) -> u32 {
        let known = self.constants.iter().position(|c| *c == (ty, constant.clone()));
        known.map(|k| k as u32).unwrap_or_else(|| {
            self.constants.push((ty, constant.clone()));
            self.builder.constant(ty, constant)
        })
    }
}

/// LLVM's spelling of a type written without blanks: `<2xdouble>` is `<2 x double>`.
fn exact_type(text: &str) -> String {
    match text
        .split_once('x')
        .filter(|(head, _)| !head.is_empty() && head[1..].parse::<u32>().is_ok() && !head.starts_with('i'))
    {
        Some((head, element)) => format!("{head} x {element}"),
        None => text.to_owned(),
    }
}

/// The constant of type `ty` written as `text`; numbers of vector types are splats.
fn constant(ty: &str, text: &str) -> Constant {
    let scalar = ty.rsplit('x').next().unwrap().trim_end_matches('>');
    let number = || match scalar {
        "double" => Number::Float {
            kind: FloatKind::Double,
            words: smallvec![text.parse::<f64>().unwrap().to_bits()],
        },
        "float" => Number::Float {
            kind: FloatKind::Float,
            words: smallvec![u64::from(text.parse::<f32>().unwrap().to_bits())],
        },
        _ => {
            let width: u32 = scalar[1..].parse().unwrap();
            let bits = text.parse::<i64>().unwrap() as u64;
            Number::Int { width, words: smallvec![bits & u64::MAX >> (64 - width)] }
        }
    };
    match text {
        "null" => Constant::Null,
        "undef" => Constant::Undef,
        "poison" => Constant::Poison,
        "zero" => Constant::Zero,
        _ if ty.starts_with('<') => Constant::Splat(number()),
        _ => Constant::Scalar(number()),
    }
}
