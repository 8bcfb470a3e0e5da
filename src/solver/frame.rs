//! The layout of the rows of a definition.

use super::problem::{DefId, Definition, Problem, VarId};
use super::shape::{Mention, Shape, Written, callees_first};
use serde::{Deserialize, Serialize};

/// A definition as its rows have it.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Frame {
    /// The number of variables.
    pub(super) variables: usize,
    /// The variables that a caller can bind or read.
    pub(super) interface: Vec<VarId>,
    /// Whether a caller sees its interface alone.
    pub(super) is_projected: bool,
    /// The variables, calls and collects that it mentions, in the order written.
    pub(super) mentions: Vec<Mention>,
    /// Places in the interface, those mentioned in the expansion, in order of first mention.
    pub(super) shown: Vec<u32>,
    /// Whether its expansion has variables that are not in its interface.
    pub(super) has_private: bool,
}

impl Frame {
    /// The frames of all definitions, by number.
    pub(super) fn all<R>(problem: &Problem<R>, shapes: &mut [Shape<R>]) -> Vec<Frame> {
        let mut frames: Vec<Frame> = problem.definitions.iter().map(Frame::new).collect();
        for def in callees_first(problem) {
            let written = std::mem::take(&mut shapes[def.index()].mentions);
            frames[def.index()].mentions = plain(&frames, written);
            frames[def.index()].shown = shown(&frames, def);
            frames[def.index()].has_private = has_private(&frames, def);
        }
        frames
    }

    /// A frame with no mentions yet.
    fn new<R>(definition: &Definition<R>) -> Frame {
        Frame {
            variables: definition.variables.len(),
            interface: definition.interface.clone(),
            is_projected: definition.is_projected,
            mentions: Vec::new(),
            shown: Vec::new(),
            has_private: false,
        }
    }

    /// Whether a call shows variables of the callee's interface alone. The order is that of `shown` then:
    /// nothing inside has to be gone through, however often it calls others.
    pub(super) fn shows_interface_alone(&self) -> bool {
        self.is_projected || !self.has_private
    }
}

/// Whether the expansion of a definition has variables besides its interface; callees before it.
fn has_private(frames: &[Frame], def: DefId) -> bool {
    let frame = &frames[def.index()];
    let is_seen = |variable: &VarId| frame.interface.contains(variable);
    let is_private = |mention: &Mention| match mention {
        Mention::Variable(variable) => !is_seen(variable),
        Mention::Call(callee, args, _) => {
            !frames[callee.index()].shows_interface_alone() || !args.iter().all(is_seen)
        }
        // Its copies are gone through one by one.
        Mention::Collect(..) => true,
    };
    frame.mentions.iter().any(is_private)
}

/// The mentions, those in quantifiers as variables: the ones from outside, in the order of the expansion.
fn plain(frames: &[Frame], written: Vec<Written>) -> Vec<Mention> {
    let mut out = Vec::new();
    for one in written {
        match one {
            Written::Plain(mention) => out.push(mention),
            Written::Quantified(inside, locals) => {
                let mut seen = locals;
                each_variable(frames, &plain(frames, inside), &mut |variable| {
                    if !seen.contains(&variable) {
                        seen.push(variable);
                        out.push(Mention::Variable(variable));
                    }
                });
            }
        }
    }
    out
}

/// The order in which the expansion of a definition mentions its interface, callees before it.
fn shown(frames: &[Frame], def: DefId) -> Vec<u32> {
    let frame = &frames[def.index()];
    let mut out = Vec::new();
    each_variable(frames, &frame.mentions, &mut |variable| {
        let place = frame.interface.iter().position(|other| *other == variable);
        out.extend(place.map(|place| place as u32).filter(|place| !out.contains(place)));
    });
    out
}

/// Calls `visit` with the variables of mentions, in the order of the expansion.
fn each_variable(frames: &[Frame], mentions: &[Mention], visit: &mut dyn FnMut(VarId)) {
    for mention in mentions {
        match mention {
            Mention::Variable(variable) => visit(*variable),
            Mention::Call(callee, args, _) => {
                frames[callee.index()].shown.iter().for_each(|place| visit(args[*place as usize]));
            }
            // As rows are made flat: the outer variables, then the copies of each local one.
            Mention::Collect(collect, _) => {
                let places = || frames[collect.body.index()].shown.iter().map(|place| *place as usize);
                places().filter_map(|place| collect.outer.get(place)).for_each(|outer| visit(*outer));
                let locals = places().filter_map(|place| place.checked_sub(collect.outer.len()));
                locals.flat_map(|local| &collect.columns[local].slots).for_each(|slot| visit(*slot));
            }
        }
    }
}
