//! What the rows of a definition are read by.

use super::problem::{DefId, Definition, Problem, VarId};
use super::shape::{Mention, Shape, callees_first};
use serde::{Deserialize, Serialize};

/// A definition as its rows have it.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Frame {
    /// The number of variables.
    pub(super) variables: usize,
    /// Those a caller can bind or read.
    pub(super) interface: Vec<VarId>,
    /// Whether a caller sees its interface alone.
    pub(super) is_projected: bool,
    /// What it mentions, in the order written.
    pub(super) mentions: Vec<Mention>,
    /// Places in the interface, those mentioned in the expansion, in order of first mention.
    pub(super) shown: Vec<u32>,
}

impl Frame {
    /// By definition.
    pub(super) fn all<R>(problem: &Problem<R>, shapes: &mut [Shape<R>]) -> Vec<Frame> {
        let definitions = problem.definitions.iter().zip(shapes);
        let mut frames: Vec<Frame> = definitions.map(|(d, shape)| Frame::new(d, shape)).collect();
        for def in callees_first(problem) {
            frames[def.index()].shown = shown(&frames, def);
        }
        frames
    }

    fn new<R>(definition: &Definition<R>, shape: &mut Shape<R>) -> Frame {
        Frame {
            variables: definition.variables.len(),
            interface: definition.interface.clone(),
            is_projected: definition.is_projected,
            mentions: std::mem::take(&mut shape.mentions),
            shown: Vec::new(),
        }
    }
}

/// The order in which the expansion of a definition mentions its interface, callees before it.
fn shown(frames: &[Frame], def: DefId) -> Vec<u32> {
    let frame = &frames[def.index()];
    let mut out = Vec::new();
    let mut show = |variable: VarId| {
        let place = frame.interface.iter().position(|other| *other == variable);
        out.extend(place.map(|place| place as u32).filter(|place| !out.contains(place)));
    };
    for mention in &frame.mentions {
        match mention {
            Mention::Variable(variable) => show(*variable),
            Mention::Call(callee, args, _) => {
                frames[callee.index()].shown.iter().for_each(|place| show(args[*place as usize]));
            }
            // As rows are made flat: the outer variables, then the copies of each local one.
            Mention::Collect(collect, _) => {
                let places = || frames[collect.body.index()].shown.iter().map(|place| *place as usize);
                places().filter_map(|place| collect.outer.get(place)).for_each(|outer| show(*outer));
                let locals = places().filter_map(|place| place.checked_sub(collect.outer.len()));
                locals.flat_map(|local| &collect.columns[local].slots).for_each(|slot| show(*slot));
            }
        }
    }
    out
}
