//! Row layouts: the variables of a definition's rows, and the order in which a row is flattened.

use super::flat_definition::{FlatDefinition, Mention, MentionTree, callees_first};
use super::problem::{DefId, Definition, Problem, VarId};
use serde::{Deserialize, Serialize};

/// The row layout of a definition.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct RowLayout {
    /// The number of variables.
    pub(super) variables: usize,
    /// The variables that a caller can bind or read.
    pub(super) interface: Vec<VarId>,
    /// Whether a caller sees the interface only.
    pub(super) is_projected: bool,
    /// The variables, calls and collects that it mentions, in the order written.
    pub(super) mentions: Vec<Mention>,
    /// Indices of the interface variables that the expansion mentions, in order of first mention.
    pub(super) shown: Vec<u32>,
    /// Whether the expansion has variables outside the interface.
    pub(super) has_private: bool,
}

impl RowLayout {
    /// The layouts of all definitions, by index.
    pub(super) fn all<R>(problem: &Problem<R>, flat_definitions: &mut [FlatDefinition<R>]) -> Vec<RowLayout> {
        let mut layouts: Vec<RowLayout> = problem.definitions.iter().map(RowLayout::new).collect();
        for def in callees_first(problem) {
            let written = std::mem::take(&mut flat_definitions[def.index()].mentions);
            layouts[def.index()].mentions = plain(&layouts, written);
            layouts[def.index()].shown = shown(&layouts, def);
            layouts[def.index()].has_private = has_private(&layouts, def);
        }
        layouts
    }

    /// A layout with no mentions yet.
    fn new<R>(definition: &Definition<R>) -> RowLayout {
        RowLayout {
            variables: definition.variables.len(),
            interface: definition.interface.clone(),
            is_projected: definition.is_projected,
            mentions: Vec::new(),
            shown: Vec::new(),
            has_private: false,
        }
    }

    /// Whether a call contributes variables of the callee's interface only. Their order is then `shown`, and
    /// the callee need not be expanded.
    pub(super) fn shows_interface_alone(&self) -> bool {
        self.is_projected || !self.has_private
    }
}

/// Whether the expansion of a definition has variables outside its interface. Requires the layouts of its
/// callees.
fn has_private(layouts: &[RowLayout], def: DefId) -> bool {
    let layout = &layouts[def.index()];
    let is_seen = |variable: &VarId| layout.interface.contains(variable);
    let is_private = |mention: &Mention| match mention {
        Mention::Variable(variable) => !is_seen(variable),
        Mention::Call(callee, args, _) => {
            !layouts[callee.index()].shows_interface_alone() || !args.iter().all(is_seen)
        }
        // The copies are expanded one by one.
        Mention::Collect(..) => true,
    };
    layout.mentions.iter().any(is_private)
}

/// The mentions with each quantifier replaced by its outer variables, in the order of the expansion.
fn plain(layouts: &[RowLayout], written: Vec<MentionTree>) -> Vec<Mention> {
    let mut out = Vec::new();
    for one in written {
        match one {
            MentionTree::Plain(mention) => out.push(mention),
            MentionTree::Quantified(inside, locals) => {
                let mut seen = locals;
                each_variable(layouts, &plain(layouts, inside), &mut |variable| {
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

/// The order in which the expansion of a definition mentions its interface. Requires the layouts of its
/// callees.
fn shown(layouts: &[RowLayout], def: DefId) -> Vec<u32> {
    let layout = &layouts[def.index()];
    let mut out = Vec::new();
    each_variable(layouts, &layout.mentions, &mut |variable| {
        let place = layout.interface.iter().position(|other| *other == variable);
        out.extend(place.map(|place| place as u32).filter(|place| !out.contains(place)));
    });
    out
}

/// Calls `visit` with the variables of mentions, in the order of the expansion.
fn each_variable(layouts: &[RowLayout], mentions: &[Mention], visit: &mut dyn FnMut(VarId)) {
    for mention in mentions {
        match mention {
            Mention::Variable(variable) => visit(*variable),
            Mention::Call(callee, args, _) => {
                layouts[callee.index()].shown.iter().for_each(|place| visit(args[*place as usize]));
            }
            // The order of flattened rows: the outer variables, then the copies of each local one.
            Mention::Collect(collect, _) => {
                let places = || layouts[collect.body.index()].shown.iter().map(|place| *place as usize);
                places().filter_map(|place| collect.outer.get(place)).for_each(|outer| visit(*outer));
                let locals = places().filter_map(|place| place.checked_sub(collect.outer.len()));
                locals.flat_map(|local| &collect.columns[local].slots).for_each(|slot| visit(*slot));
            }
        }
    }
}
