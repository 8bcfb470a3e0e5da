//! Data flow with casts skipped: the arguments that result from the exact operands.
//!
//! In: `%b = sext i32 %a to i64`, `%c = trunc i64 %b to i8`, `%d = add i8 %c, 1`. Out: argument 0 of `%d` is
//! `%a`, and the two casts have no arguments.

use super::{Csr, Edge, Model, Opcode, ValueId};

/// The edges of the DFG with casts skipped.
#[derive(Clone, Debug)]
pub(super) struct CastFreeEdges {
    /// Per value, the edges that end there, by argument number. Empty for casts.
    pub(super) args: Csr<Edge>,
    /// Per value, the edges that start there; `n` is the argument number at the user.
    pub(super) uses: Csr<Edge>,
}

impl CastFreeEdges {
    /// `None` if there are no casts: the arguments are the operands.
    pub(super) fn of(model: &Model) -> Option<CastFreeEdges> {
        let args = skip_casts(model.parameters as usize, &model.opcodes, &model.operands)?;
        Some(CastFreeEdges { uses: reversed(&args), args })
    }
}

/// The same edges, grouped by their sources.
pub(super) fn reversed(rows: &Csr<Edge>) -> Csr<Edge> {
    rows.transposed_by(
        rows.len(),
        |edge| edge.to.index(),
        |from, edge| Edge { n: edge.n, to: ValueId::new(from) },
    )
}

/// The data flow edges: an operand that is a cast is replaced by the source of the chain of casts.
/// Instructions are the values from `first` on.
///
/// A cycle of casts, possible in unreachable code only, has no source, and edges from it are dropped. `None`
/// if there are no casts: the arguments are the operands.
fn skip_casts(first: usize, opcodes: &[Opcode], operands: &Csr<Edge>) -> Option<Csr<Edge>> {
    if !opcodes.iter().any(|o| o.is_skipped_cast()) {
        return None;
    }
    let casts = Casts { first, opcodes, operands };
    let sources = casts.sources();
    Some(operands.filter_map(|user, edge| match (sources[user], sources[edge.to.index()]) {
        (CastSource::Itself, CastSource::Itself) => Some(*edge),
        (CastSource::Itself, CastSource::Other(to)) => Some(Edge { n: edge.n, to }),
        _ => None,
    }))
}

/// The source of a value with casts skipped.
#[derive(Clone, Copy)]
enum CastSource {
    /// The value itself, which is not a cast.
    Itself,
    /// The value at the start of the chain of casts.
    Other(ValueId),
    /// A cast in a cycle of casts.
    None,
}

struct Casts<'a> {
    first: usize,
    opcodes: &'a [Opcode],
    operands: &'a Csr<Edge>,
}

impl Casts<'_> {
    /// The position of a cast among the instructions; `None` for other values.
    fn position(&self, value: ValueId) -> Option<usize> {
        let at = value.index().checked_sub(self.first)?;
        self.opcodes.get(at)?.is_skipped_cast().then_some(at)
    }

    /// The source of each value.
    fn sources(&self) -> Vec<CastSource> {
        let mut sources = vec![CastSource::Itself; self.operands.len()];
        let casts = self.opcodes.iter().enumerate().filter(|(_, opcode)| opcode.is_skipped_cast());
        let casts: Vec<ValueId> = casts.map(|(at, _)| ValueId::new(self.first + at)).collect();
        let mut done = vec![false; self.opcodes.len()];
        let mut chain = Vec::new();
        for cast in casts {
            let mut current = cast;
            let source = loop {
                let Some(position) = self.position(current) else { break CastSource::Other(current) };
                if done[position] {
                    // A cast that is visited again without a known source is in a cycle.
                    break match sources[current.index()] {
                        CastSource::Itself => CastSource::None,
                        known => known,
                    };
                }
                done[position] = true;
                chain.push(current);
                match self.operands.row(current.index()).first() {
                    Some(edge) => current = edge.to,
                    None => break CastSource::None,
                }
            };
            chain.drain(..).for_each(|value| sources[value.index()] = source);
        }
        sources
    }
}
