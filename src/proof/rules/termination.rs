//! Finds rules that may undo each other, and examples to test it on.
//!
//! In: `%r = add %x, C => %r = sub %x, -C` and its converse. Out: one component of both, and for each source
//! and choice of constants a function in textual IR. The graph has an edge from a rule to each rule whose
//! source overlaps its target: the source unifies with a part of the target, or a part of the source with the
//! whole target. Rules on no cycle cannot undo each other. For rules on a cycle, the command runs the pass's
//! algorithm on the examples (`cli/rules/termination.rs`), with the order of rules and preconditions
//! respected. A solver supplies constants that the tried choices miss ([`numbers`](super::prove::numbers)).

mod graph;

use super::form::{Action, CastKind, Comparison, NodeId, NodeKind, Part, Rule};
use super::widths::{Typing, typings};
use graph::ShapeGraph;
use ir::{Flags, components_of};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Sets of rules that may undo each other, by index in `rules`: the strongly connected components that
/// contain a cycle.
pub fn suspects(rules: &[Rule]) -> Vec<Vec<usize>> {
    let keeps: Vec<bool> = rules.iter().map(|rule| growth(rule) >= 0).collect();
    cyclic(rules, &keeps)
}

/// Rules that grow the code where the target's costs allow it, and that other rules may undo.
pub fn growing_suspects(rules: &[Rule]) -> Vec<usize> {
    let grows: Vec<usize> = (0..rules.len()).filter(|at| growth(&rules[*at]) > 0).collect();
    if grows.is_empty() {
        return Vec::new();
    }
    let cyclic = cyclic(rules, &vec![true; rules.len()]).concat();
    grows.into_iter().filter(|at| cyclic.contains(at)).collect()
}

/// The components with a cycle of the graph of the rules `among`.
fn cyclic(rules: &[Rule], among: &[bool]) -> Vec<Vec<usize>> {
    let graph = ShapeGraph::of(rules, among);
    let component = components_of(graph.edges.len(), |from, n| graph.edges[from].get(n).copied());
    let count = component.iter().max().map_or(0, |last| *last as usize + 1);
    let (mut members, mut sizes): (Vec<Vec<usize>>, Vec<usize>) = (vec![Vec::new(); count], vec![0; count]);
    for (vertex, of) in component.iter().enumerate() {
        sizes[*of as usize] += 1;
        if vertex < rules.len() {
            members[*of as usize].push(vertex);
        }
    }
    // Edges lead from rules to shapes and from shapes to rules, so that a cycle contains both.
    let has_cycle = |(rules, size): (Vec<usize>, usize)| (!rules.is_empty() && size > 1).then_some(rules);
    let mut cyclic: Vec<Vec<usize>> = members.into_iter().zip(sizes).filter_map(has_cycle).collect();
    cyclic.sort();
    cyclic
}

/// The number of instructions of a rule's target less those of its source. A cycle with a shrinking rewrite
/// also has a growing one.
fn growth(rule: &Rule) -> isize {
    let made = parts(rule, rule.target, |part| part == Part::Target).len();
    made as isize - parts(rule, rule.source, |_| true).len() as isize
}

/// The instructions below a node that belong to a selected part of the rule.
fn parts(rule: &Rule, root: NodeId, wanted: impl Fn(Part) -> bool) -> Vec<NodeId> {
    let (mut all, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![root]);
    while let Some(id) = open.pop() {
        let node = rule.node(id);
        if let NodeKind::Instruction(_, operands) = &node.kind
            && seen.insert(id)
        {
            if wanted(node.part) {
                all.push(id);
            }
            open.extend(operands);
        }
    }
    all
}

/// Maximum number of choices of constants for one source.
const MOST_CHOICES: usize = 512;

/// The width of the examples, unless the rule needs another one.
const WIDTH: u32 = 4;

/// A function whose body is the source of a rule.
#[derive(Clone, Debug)]
pub struct Example {
    /// Textual IR; the function is `@f`.
    pub ir: String,
    /// The widths: `i4`.
    pub widths: String,
    /// The constants: `C = 3, C1 = 1`.
    pub constants: String,
    /// Whether the constants are pairwise different.
    pub has_different_constants: bool,
}

/// Examples of a rule's source for all choices of constants up to a limit. Empty if textual IR cannot express
/// the source.
pub fn examples(rule: &Rule) -> Vec<Example> {
    let Some(typing) = typings(rule, &[WIDTH], &[WIDTH]).into_iter().next() else { return Vec::new() };
    let of_source = |kind: &NodeKind| matches!(kind, NodeKind::Constant);
    let constants: Vec<NodeId> = rule
        .ids()
        .filter(|(_, node)| node.part == Part::Source && of_source(&node.kind))
        .map(|(id, _)| id)
        .collect();
    let mut choices: Vec<Vec<u128>> = vec![Vec::new()];
    for constant in &constants {
        let numbers = numbers(typing.width(rule, *constant), constants.len() as u32);
        let with = |choice: &Vec<u128>, number: u128| [choice.as_slice(), &[number]].concat();
        choices = choices
            .iter()
            .flat_map(|choice| numbers.iter().map(move |number| with(choice, *number)))
            .collect();
    }
    choices.iter().filter_map(|choice| example(rule, &typing, &constants, choice)).collect()
}

/// The numbers to try for each of `constants` constants: all of the width, or as many edge cases as the limit
/// allows.
fn numbers(width: u32, constants: u32) -> Vec<u128> {
    let each = (1..=MOST_CHOICES).take_while(|count| count.pow(constants.max(1)) <= MOST_CHOICES).last();
    let each = each.unwrap_or(1);
    if width <= WIDTH && 1 << width <= each {
        return (0..1 << width).collect();
    }
    let all = u128::MAX >> (128 - width);
    let mut chosen: Vec<u128> = Vec::new();
    for number in [1, all, 3, 0, 1 << (width - 1), 2, all >> 1, all - 1] {
        if !chosen.contains(&(number & all)) {
            chosen.push(number & all);
        }
    }
    chosen.truncate(each);
    chosen
}

/// The example of a rule with these numbers for constants and inputs; `None` if there is no such function.
pub fn example_with(rule: &Rule, typing: &Typing, numbers: &[(NodeId, u128)]) -> Option<Example> {
    let (nodes, choice): (Vec<NodeId>, Vec<u128>) = numbers.iter().copied().unzip();
    example(rule, typing, &nodes, &choice)
}

fn example(rule: &Rule, typing: &Typing, constants: &[NodeId], choice: &[u128]) -> Option<Example> {
    let width = |id: NodeId| typing.width(rule, id);
    let ty = |id: NodeId| if rule.is_pointer(id) { "ptr".to_owned() } else { format!("i{}", width(id)) };
    let signed = |bits: u128, width: u32| (bits << (128 - width)) as i128 >> (128 - width);
    let (mut names, mut parameters, mut lines) =
        (vec![String::new(); rule.nodes.len()], Vec::new(), String::new());
    for (id, node) in rule.ids().filter(|(_, node)| node.part == Part::Source) {
        let at = id.0 as usize;
        let chosen = constants.iter().position(|constant| *constant == id);
        names[at] = match &node.kind {
            NodeKind::Input { .. } | NodeKind::Constant if chosen.is_some() => {
                signed(choice[chosen?], width(id)).to_string()
            }
            NodeKind::Input { noundef } => {
                let attribute = if *noundef { "noundef " } else { "" };
                parameters.push(format!("{} {attribute}%p{at}", ty(id)));
                format!("%p{at}")
            }
            NodeKind::Constant => return None,
            NodeKind::Number { negative, magnitude } => {
                let bits = if *negative { magnitude.wrapping_neg() } else { *magnitude };
                signed(bits, width(id)).to_string()
            }
            NodeKind::Undef => "undef".to_owned(),
            // A computed constant depends on others, and rarely equals a tried number.
            NodeKind::Computed(..) => return None,
            NodeKind::Instruction(action, operands) => {
                let operand = |of: &NodeId| (width(*of), names[of.0 as usize].as_str());
                let operands: Vec<(u32, &str)> = operands.iter().map(operand).collect();
                let line = instruction(*action, width(id), &operands)?;
                let _ = writeln!(lines, "  %v{at} = {line}");
                format!("%v{at}")
            }
        };
    }
    let (of_root, root) = (ty(rule.source), &names[rule.source.0 as usize]);
    let pointer = rule.ids().map(|(id, _)| id).find(|id| rule.is_pointer(*id));
    let layout = pointer.map_or(String::new(), |id| data_layout(width(id)));
    let header = format!("{layout}define {of_root} @f({}) {{", parameters.join(", "));
    let assigned = constants.iter().zip(choice).map(|(id, bits)| {
        format!("{} = {}", rule.node(*id).name.as_deref().unwrap_or_default(), signed(*bits, width(*id)))
    });
    Some(Example {
        ir: format!("{header}\n{lines}  ret {of_root} {root}\n}}\n"),
        widths: typing.describe(rule),
        constants: assigned.collect::<Vec<_>>().join(", "),
        has_different_constants: choice.iter().enumerate().all(|(at, bits)| !choice[..at].contains(bits)),
    })
}

/// A data layout with pointer offsets of a width.
fn data_layout(offset: u32) -> String {
    format!("target datalayout = \"p:{}:64:64:{offset}\"\n", offset.max(64))
}

/// An instruction in textual IR.
fn instruction(action: Action, width: u32, operands: &[(u32, &str)]) -> Option<String> {
    let flags = |flags: Flags| {
        let set = Flags::NAMED.iter().filter(|(flag, _)| flags.contains(*flag));
        set.map(|(_, name)| format!("{name} ")).collect::<String>()
    };
    let (of, first) = *operands.first()?;
    let typed = |(width, name): &(u32, &str)| format!("i{width} {name}");
    Some(match action {
        Action::Binary(opcode, set) => {
            format!("{} {}i{of} {first}, {}", opcode.name(), flags(set), operands.get(1)?.1)
        }
        Action::Compare(comparison, set) => {
            let predicate = match comparison {
                Comparison::Is(predicate) => predicate.name(),
                Comparison::Variable(_) => "slt",
            };
            format!("icmp {}{predicate} i{of} {first}, {}", flags(set), operands.get(1)?.1)
        }
        Action::Select => format!("select {}", operands.iter().map(typed).collect::<Vec<_>>().join(", ")),
        Action::Cast(CastKind::Is(opcode), set) => {
            format!("{} {}i{of} {first} to i{width}", opcode.name(), flags(set))
        }
        Action::Cast(CastKind::ZExtOrTrunc, _) | Action::Float(..) => return None,
        Action::Freeze => format!("freeze i{of} {first}"),
        Action::PtrAdd => format!("getelementptr i8, ptr {first}, i{of} {}", operands.get(1)?.1),
        Action::Intrinsic(intrinsic) => {
            let operands = operands.iter().map(typed).collect::<Vec<_>>().join(", ");
            format!("call i{width} @llvm.{}.i{width}({operands})", intrinsic.name())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sound;

    #[test]
    fn rules_of_a_cycle_are_suspects() {
        for (text, expected) in [
            ("%r = add %x, C\n=>\n%r = sub %x, -C\n", vec![]),
            ("%r = add %x, %y\n=>\n%r = add %y, %x\n", vec![vec![0]]),
            (
                "%r = add %x, C\n=>\n%r = sub %x, -C\n\nName: b\n%r = sub %x, C\n=>\n%r = add %x, -C\n",
                vec![vec![0, 1]],
            ),
            ("%r = add %x, C\n=>\n%r = sub %x, -C\n\nName: b\n%r = sub %x, C\n=>\n%r = xor %x, -C\n", vec![]),
            // Shrinking the code ends by itself.
            ("%a = add %x, %y\n%r = add %a, 0\n=>\n%r = add %y, %x\n", vec![]),
            // Under something else: the target of the first is a part of the second's source, and the other
            // way round.
            (
                "%r = add %x, 1\n=>\n%r = sub %x, -1\n\nName: b\n%a = sub %x, -1\n%r = mul %a, %y\n=>\n%b = add %x, 1\n%r = mul %b, %y\n",
                vec![vec![0, 1]],
            ),
            ("%a = xor %x, -1\n%r = xor %a, -1\n=>\n%r = %x\n", vec![]),
        ] {
            assert_eq!(suspects(&sound(text)), expected, "{text}");
        }
    }

    #[test]
    fn rules_that_grow_are_suspects_where_another_one_shrinks_again() {
        let grow = "%r = mul %x, 5\n=>\n%s = shl %x, 2\n%r = add %s, %x\n";
        let back = "\nName: b\n%s = shl %x, 2\n%r = add %s, %x\n=>\n%r = mul %x, 5\n";
        assert_eq!(growing_suspects(&sound(grow)), [0; 0]);
        assert_eq!(growing_suspects(&sound(&format!("{grow}{back}"))), [0]);
        assert_eq!(growing_suspects(&sound(back.trim_start())), [0; 0]);
    }

    #[test]
    fn examples_have_all_choices_of_constants() {
        let all = examples(&sound("%a = and %x, C\n%r = or %a, C1\n=>\n%r = %x\n")[0]);
        assert_eq!(all.len(), 256);
        let one = all.iter().find(|example| example.constants == "C = 3, C1 = 1").unwrap();
        assert_eq!(
            one.ir,
            "define i4 @f(i4 %p0) {\n  %v2 = and i4 %p0, 3\n  %v4 = or i4 %v2, 1\n  ret i4 %v4\n}\n"
        );
        let many = examples(
            &sound("%a = and %x, C\n%b = or %a, C1\n%d = xor %b, C2\n%r = mul %d, C3\n=>\n%r = %x\n")[0],
        );
        assert_eq!(many.len(), 256, "four numbers for each of four constants");
    }

    #[test]
    fn offsets_of_pointers_have_the_width_that_the_rule_asks_for() {
        for (text, layout, count) in [
            ("%r = ptradd %p, C\n=>\n%r = %p\n", "p:64:64:64:4", 16),
            ("%r = ptradd %p, i32 C\n=>\n%r = %p\n", "p:64:64:64:32", 8),
            ("%r = ptradd %p, i128 C\n=>\n%r = %p\n", "p:128:64:64:128", 8),
        ] {
            let all = examples(&sound(text)[0]);
            assert_eq!(all.len(), count, "{text}");
            let first = all[0].ir.lines().next();
            assert_eq!(first, Some(format!("target datalayout = \"{layout}\"").as_str()));
        }
    }
}
