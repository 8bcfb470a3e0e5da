//! The nodes of a picture: a frame for each block with its instructions, the parameters, and a node for each
//! use of a constant or global.

use super::graph::{Frame, Graph, Node, TooLarge};
use super::{Picture, Words};
use fixedbitset::FixedBitSet;
use ir::{BlockId, Model, ValueId, ValueKind};
use rustc_hash::FxHashMap;

/// Longer lines of a label are truncated.
const LONGEST_LINE: usize = 48;

/// The nodes of values and blocks.
#[derive(Default)]
pub(super) struct NodeIndex {
    values: FxHashMap<ValueId, usize>,
    copies: FxHashMap<(ValueId, ValueId), usize>,
    blocks: FxHashMap<BlockId, usize>,
}

impl NodeIndex {
    /// The node of a parameter or instruction.
    pub(super) fn value(&self, value: ValueId) -> Option<usize> {
        self.values.get(&value).copied()
    }

    /// The node of an operand for one of its users.
    pub(super) fn operand(&self, value: ValueId, user: ValueId) -> Option<usize> {
        self.copies.get(&(value, user)).copied().or_else(|| self.value(value))
    }

    /// The node of a whole block.
    pub(super) fn block(&self, block: BlockId) -> Option<usize> {
        self.blocks.get(&block).copied()
    }
}

/// Adds the nodes of the selected values.
pub(super) fn add(
    graph: &mut Graph,
    model: &Model,
    words: &Words<'_>,
    picture: &Picture<'_>,
    selection: &FixedBitSet,
) -> Result<NodeIndex, TooLarge> {
    let mut index = NodeIndex::default();
    let is_drawn = |value: &ValueId| selection.contains(value.index());
    // Parameters have no control edges.
    if picture.kind.has_data() {
        for value in model.parameters().filter(|value| is_read(model, *value, selection)) {
            let node = node(model, words, picture, value, None);
            index.values.insert(value, graph.add_node(node, picture.most)?);
        }
    }
    for block in model.blocks() {
        let drawn: Vec<ValueId> = model.block_instructions(block).filter(is_drawn).collect();
        let Some(first) = drawn.first() else { continue };
        let frame = Some(graph.frames.len());
        graph.frames.push(Frame { block, label: (words.block)(*first) });
        let is_controlled = !model.control_dependence().controllers(block).is_empty();
        if picture.kind.has_control_dependence() && !picture.by_instruction && is_controlled {
            let lines = vec!["all of the block".to_owned()];
            let (id, marks) = (format!("{block:?}"), Vec::new());
            let node = Node { id, lines, marks, value: None, is_instruction: false, frame };
            index.blocks.insert(block, graph.add_node(node, picture.most)?);
        }
        for &value in &drawn {
            let node = node(model, words, picture, value, frame);
            index.values.insert(value, graph.add_node(node, picture.most)?);
        }
        if picture.kind.has_data() {
            for &user in &drawn {
                add_operands(graph, &mut index, model, words, picture, user)?;
            }
        }
    }
    Ok(index)
}

/// Adds a node for each constant and global that an instruction uses.
fn add_operands(
    graph: &mut Graph,
    index: &mut NodeIndex,
    model: &Model,
    words: &Words<'_>,
    picture: &Picture<'_>,
    user: ValueId,
) -> Result<(), TooLarge> {
    let frame = index.value(user).and_then(|node| graph.nodes[node].frame);
    for edge in model.operands(user).iter().chain(model.args(user)) {
        let is_shared = matches!(model.kind(edge.to), ValueKind::Constant | ValueKind::Global);
        if is_shared && !index.copies.contains_key(&(edge.to, user)) {
            let mut node = node(model, words, picture, edge.to, frame);
            node.id = format!("{:?}_for_{user:?}", edge.to);
            index.copies.insert((edge.to, user), graph.add_node(node, picture.most)?);
        }
    }
    Ok(())
}

/// Whether a parameter is drawn: it is selected, or a drawn instruction uses it.
fn is_read(model: &Model, parameter: ValueId, selection: &FixedBitSet) -> bool {
    let uses = model.uses(parameter).iter().chain(model.operand_uses(parameter));
    selection.contains(parameter.index()) || uses.into_iter().any(|edge| selection.contains(edge.to.index()))
}

fn node(
    model: &Model,
    words: &Words<'_>,
    picture: &Picture<'_>,
    value: ValueId,
    frame: Option<usize>,
) -> Node {
    let marks = picture.marks.iter().filter(|(_, marked)| *marked == value).map(|(name, _)| name.clone());
    let lines = lines(model, words, value);
    let (id, marks) = (format!("{value:?}"), marks.collect());
    Node { id, lines, marks, value: Some(value), is_instruction: model.opcode(value).is_some(), frame }
}

/// The lines of a label: name and opcode; then the source variable and the line.
fn lines(model: &Model, words: &Words<'_>, value: ValueId) -> Vec<String> {
    let text = (words.describe)(value);
    let first = match model.opcode(value) {
        // The text of an instruction without a result includes the opcode.
        Some(opcode) if text.starts_with('%') => format!("{text} = {}", opcode.name()),
        _ => text,
    };
    let line = model.location(value).map(|location| {
        let file = location.file.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{file}:{}", location.line)
    });
    let source: Vec<String> = (words.variable)(value).into_iter().chain(line).collect();
    let second = (!source.is_empty()).then(|| source.join(", "));
    std::iter::once(first).chain(second).map(|line| cut(&line)).collect()
}

fn cut(line: &str) -> String {
    let is_short = line.chars().count() <= LONGEST_LINE;
    if is_short { line.to_owned() } else { line.chars().take(LONGEST_LINE).chain(['…']).collect() }
}
