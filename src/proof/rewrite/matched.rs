//! The matched instructions of a solution in the unchanged function: those between the replaced values and
//! the operands.
//!
//! In: `%s` as the replaced value, `%a` and `%b` as the variables that end the match. Out: the graph of `%s`
//! down to these two, with every cast on the way. Other values that are not scalar operations (a load, a phi,
//! an unnamed parameter) end it too.

use super::graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
use ir::{Constant, Effects, Lane, Model, Opcode, TypeClass, ValueId};
use rustc_hash::FxHashMap;

/// Maximum number of values of a match.
const MOST_NODES: usize = 96;

/// The reason why a match is not rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The value that the message begins with, if any.
    pub value: Option<ValueId>,
    /// The message behind the value's description.
    pub reason: String,
    /// The value that `{}` in the message stands for, if any.
    pub other: Option<ValueId>,
}

impl Unfit {
    pub(super) fn of(value: ValueId, reason: impl Into<String>) -> Unfit {
        Unfit { value: Some(value), reason: reason.into(), other: None }
    }

    /// A message about two values, the second of which is `{}` in it.
    pub(super) fn of_two(value: ValueId, other: ValueId, reason: impl Into<String>) -> Unfit {
        Unfit { value: Some(value), reason: reason.into(), other: Some(other) }
    }

    pub(super) fn new(reason: impl Into<String>) -> Unfit {
        Unfit { value: None, reason: reason.into(), other: None }
    }

    /// The message; `describe` spells a value.
    pub fn text(&self, describe: &dyn Fn(ValueId) -> String) -> String {
        let other = self.other.map(describe);
        let reason = other.map_or_else(|| self.reason.clone(), |other| self.reason.replacen("{}", &other, 1));
        match self.value {
            Some(value) => format!("{} {reason}", describe(value)),
            None => reason,
        }
    }
}

/// The matched instructions.
#[derive(Clone, Debug)]
pub struct Matched {
    /// The matched values, and later the new nodes.
    pub graph: ScalarGraph,
    /// The replaced values, in the order of the clauses.
    pub roots: Vec<ScalarId>,
    /// The instructions of the match, the replaced ones included, ascending.
    pub instructions: Vec<ValueId>,
    /// The variables of the solution.
    pub variables: Vec<(String, ValueId)>,
}

impl Matched {
    /// Reads a match from the function. `ends` decides which variables end it.
    ///
    /// # Errors
    ///
    /// The value that cannot be matched, and why.
    pub fn read(
        model: &Model,
        roots: &[ValueId],
        variables: Vec<(String, ValueId)>,
        ends: &dyn Fn(&str) -> bool,
    ) -> Result<Matched, Unfit> {
        let mut leaves: FxHashMap<ValueId, String> = FxHashMap::default();
        for (name, value) in variables.iter().filter(|(name, _)| ends(name)) {
            // The least of several names, as in the listed forms.
            let known = leaves.entry(*value).or_insert_with(|| name.clone());
            if name < known {
                known.clone_from(name);
            }
        }
        let mut reader =
            MatchReader { model, leaves, graph: ScalarGraph::default(), known: FxHashMap::default() };
        let mut ids = Vec::new();
        for root in roots {
            if model.opcode(*root).is_none() {
                return Err(Unfit::of(*root, "is no instruction, which alone can be replaced"));
            }
            ids.push(reader.read(*root)?);
            if matches!(
                reader.graph.node(ids[ids.len() - 1]).kind,
                ScalarKind::Leaf(_) | ScalarKind::Opaque(_)
            ) {
                let why = match model.opcode(*root) {
                    Some(Opcode::Call) => "may do more than give its result, so that it stays",
                    _ => "is no operation of numbers that can be replaced",
                };
                return Err(Unfit::of(*root, why));
            }
        }
        let MatchReader { graph, .. } = reader;
        let is_inner = |id: &ScalarId| {
            let node = graph.node(*id);
            !matches!(node.kind, ScalarKind::Leaf(_) | ScalarKind::Opaque(_) | ScalarKind::Number(_))
        };
        let mut instructions: Vec<ValueId> =
            graph.ids().filter(is_inner).filter_map(|id| graph.node(id).value).collect();
        instructions.sort_unstable();
        Ok(Matched { graph, roots: ids, instructions, variables })
    }
}

struct MatchReader<'m> {
    model: &'m Model,
    leaves: FxHashMap<ValueId, String>,
    graph: ScalarGraph,
    known: FxHashMap<ValueId, ScalarId>,
}

impl MatchReader<'_> {
    /// The node of a value, after those of its operands. An explicit stack replaces recursion, since matches
    /// may be deep.
    fn read(&mut self, root: ValueId) -> Result<ScalarId, Unfit> {
        let mut open = vec![(root, false)];
        while let Some((value, is_ready)) = open.pop() {
            if self.known.contains_key(&value) {
                continue;
            }
            if self.known.len() + open.len() > MOST_NODES {
                return Err(Unfit::new(format!("the match has more than {MOST_NODES} values")));
            }
            let is_leaf = self.leaves.contains_key(&value) && value != root;
            let (kind, operands) = match is_leaf {
                true => (None, Vec::new()),
                false => self.operation(value),
            };
            let unread: Vec<ValueId> =
                operands.iter().copied().filter(|operand| !self.known.contains_key(operand)).collect();
            if !unread.is_empty() {
                if is_ready {
                    return Err(Unfit::of(value, "is computed from itself"));
                }
                open.push((value, true));
                open.extend(unread.into_iter().rev().map(|operand| (operand, false)));
                continue;
            }
            let id = self.node(value, kind, &operands)?;
            self.known.insert(value, id);
        }
        self.known.get(&root).copied().ok_or_else(|| Unfit::of(root, "cannot be read"))
    }

    fn node(
        &mut self,
        value: ValueId,
        kind: Option<ScalarKind>,
        operands: &[ValueId],
    ) -> Result<ScalarId, Unfit> {
        let ty = lane(self.model, value)?;
        let kind = match (self.leaves.get(&value).filter(|_| kind.is_none()), kind) {
            (Some(name), _) => ScalarKind::Leaf(name.clone()),
            (None, Some(kind)) => kind,
            (None, None) => match self.model.constant(value) {
                Some(Constant::Scalar(number)) => ScalarKind::Number(number.clone()),
                Some(Constant::Zero) => zero(ty),
                _ => ScalarKind::Opaque(self.graph.len() as u32),
            },
        };
        let operands = operands.iter().filter_map(|operand| self.known.get(operand).copied()).collect();
        let flags = self.model.flags(value);
        Ok(self.graph.add(ScalarNode { kind, ty, operands, flags, value: Some(value) }))
    }

    /// The operation of an instruction and its operands; none if the instruction ends the match.
    fn operation(&self, value: ValueId) -> (Option<ScalarKind>, Vec<ValueId>) {
        let model = self.model;
        let Some(opcode) = model.opcode(value) else { return (None, Vec::new()) };
        use Opcode::*;
        let kind = match opcode {
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor | FAdd
            | FSub | FMul | FDiv | FRem => ScalarKind::Binary(opcode),
            FNeg => ScalarKind::Negate,
            ICmp => match model.predicate(value) {
                Some(predicate) => ScalarKind::Compare(predicate),
                None => return (None, Vec::new()),
            },
            FCmp => match model.float_predicate(value) {
                Some(predicate) => ScalarKind::FloatCompare(predicate),
                None => return (None, Vec::new()),
            },
            Select => ScalarKind::Select,
            ZExt | SExt | Trunc | FPExt | FPTrunc | SIToFP | UIToFP | FPToSI | FPToUI => {
                ScalarKind::Cast(opcode)
            }
            Freeze => ScalarKind::Freeze,
            Call => return self.call(value),
            _ => return (None, Vec::new()),
        };
        (Some(kind), model.operands(value).iter().map(|edge| edge.to).collect())
    }

    /// A call without effects of a declared function; other calls end the match.
    fn call(&self, value: ValueId) -> (Option<ScalarKind>, Vec<ValueId>) {
        let model = self.model;
        let callee = model.operand(value, 0).and_then(|callee| model.global(callee));
        let Some(callee) = callee.filter(|_| model.effects(value) == Effects::NONE) else {
            return (None, Vec::new());
        };
        let is_function = callee.is_function && callee.is_declaration;
        let name = match callee.is_intrinsic {
            true => without_types(&callee.name).to_owned(),
            false => callee.name.clone(),
        };
        let operands = (1..).map_while(|n| model.operand(value, n)).collect();
        if is_function { (Some(ScalarKind::Call(name)), operands) } else { (None, Vec::new()) }
    }
}

/// The name of an intrinsic without its type suffixes: `llvm.uadd.sat` of `llvm.uadd.sat.i8`.
fn without_types(name: &str) -> &str {
    let is_type = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &part[..part.len() - digits.len()];
        matches!(letters, "i" | "f" | "v" | "nxv" | "p") && digits.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut name = name;
    while let Some((front, last)) = name.rsplit_once('.')
        && is_type(last)
    {
        name = front;
    }
    name
}

fn zero(ty: Lane) -> ScalarKind {
    ScalarKind::Number(match ty {
        Lane::Integer(width) => ir::Number::int(width, 0),
        Lane::Float(kind) => ir::Number::float(kind, 0),
    })
}

/// The type of a scalar number.
pub(super) fn lane(model: &Model, value: ValueId) -> Result<Lane, Unfit> {
    let ty = model.type_of(value);
    match (ty.class, ty.integer_width(), ty.float_kind()) {
        (Some(TypeClass::Integer), Some(width), _) if width <= 128 => Ok(Lane::Integer(width)),
        (Some(TypeClass::Float), _, Some(kind)) => Ok(Lane::Float(kind)),
        _ => Err(Unfit::of(value, "is no single integer or floating point number")),
    }
}

#[cfg(test)]
mod name_tests {
    use super::without_types;

    #[test]
    fn types_go_from_the_ends_of_names() {
        for (name, expected) in [
            ("llvm.uadd.sat.i8", "llvm.uadd.sat"),
            ("llvm.fabs.f64", "llvm.fabs"),
            ("llvm.fabs.v4f32", "llvm.fabs"),
            ("llvm.exp2.f32", "llvm.exp2"),
            ("llvm.log10.f32", "llvm.log10"),
            ("llvm.assume", "llvm.assume"),
        ] {
            assert_eq!(without_types(name), expected);
        }
    }
}
