//! DOT, the language of Graphviz. Equal graphs have equal texts.
//!
//! Kinds of edges differ by style as well as by colour. Texts are quoted, and special characters escaped.

use super::graph::{Arrow, Edge, Graph, Node};
use std::fmt::Write as _;

const HEAD: &str = "  graph [fontname=\"Helvetica\" fontsize=12 labelloc=t labeljust=l nodesep=0.25 ranksep=0.35]
  node [fontname=\"Helvetica\" fontsize=10 shape=box style=filled fillcolor=\"#ffffff\" color=\"#666666\" margin=\"0.08,0.04\" height=0.2]
  edge [fontname=\"Helvetica\" fontsize=9 color=\"#333333\" fontcolor=\"#555555\" arrowsize=0.7]
";

/// Maximal number of variables that a label names; further ones are counted.
const MOST_MARKS: usize = 3;

impl Graph {
    /// The graph as DOT.
    pub fn to_dot(&self) -> String {
        let mut text = String::new();
        let title = format!("{} of {}", self.kind.title(), self.function);
        let label: Vec<&str> =
            std::iter::once(title.as_str()).chain(self.notes.iter().map(String::as_str)).collect();
        let _ = writeln!(text, "digraph {} {{", quoted(&title));
        text += HEAD;
        let _ = writeln!(text, "  label={}", lines(label, "\\l"));
        for node in self.nodes.iter().filter(|node| node.frame.is_none()) {
            self.node(&mut text, "  ", node);
        }
        for (at, frame) in self.frames.iter().enumerate() {
            let _ = writeln!(text, "  subgraph \"cluster_{:?}\" {{", frame.block);
            let _ = writeln!(
                text,
                "    label={} color=\"#aaaaaa\" style=rounded fontsize=10",
                quoted(&frame.label)
            );
            for node in self.nodes.iter().filter(|node| node.frame == Some(at)) {
                self.node(&mut text, "    ", node);
            }
            text += "  }\n";
        }
        for edge in &self.edges {
            self.edge(&mut text, edge);
        }
        text + "}\n"
    }

    fn node(&self, text: &mut String, indent: &str, node: &Node) {
        let mut label: Vec<&str> = node.lines.iter().map(String::as_str).collect();
        let marks = marks(&node.marks);
        label.extend(marks.as_deref());
        let shape = match node.value {
            None => " shape=plain style=\"\" fontcolor=\"#777777\"",
            Some(_) if !node.is_instruction => " shape=ellipse",
            Some(_) => "",
        };
        let mark = " fillcolor=\"#ffe08a\" color=\"#a06000\" penwidth=2";
        let mark = if node.marks.is_empty() { "" } else { mark };
        let _ = writeln!(text, "{indent}{} [label={}{shape}{mark}]", quoted(&node.id), lines(label, "\\n"));
    }

    fn edge(&self, text: &mut String, edge: &Edge) {
        let style = match edge.arrow {
            Arrow::Control | Arrow::Data => "",
            Arrow::ControlPath => " style=dashed",
            Arrow::Operand => " color=\"#bbbbbb\" arrowhead=empty",
            Arrow::ControlDependence => " color=\"#0050a0\" style=dashed",
            Arrow::PhiDependence => " color=\"#a03070\" style=dotted",
        };
        let label =
            if edge.label.is_empty() { String::new() } else { format!(" label={}", quoted(&edge.label)) };
        let [from, to] = [edge.from, edge.to].map(|node| quoted(&self.nodes[node].id));
        let class = edge.arrow.name();
        let _ = writeln!(text, "  {from} -> {to} [class=\"{class}\"{style}{label}]");
    }
}

impl Arrow {
    /// The name of the kind, which is also the class of the edge in an SVG.
    pub fn name(self) -> &'static str {
        match self {
            Arrow::Control => "control-flow",
            Arrow::ControlPath => "control-path",
            Arrow::Data => "data-flow",
            Arrow::Operand => "operand",
            Arrow::ControlDependence => "control-dependence",
            Arrow::PhiDependence => "phi-dependence",
        }
    }
}

fn marks(marks: &[String]) -> Option<String> {
    let named = marks.iter().take(MOST_MARKS).cloned().collect::<Vec<_>>().join(", ");
    let more = marks.len().saturating_sub(MOST_MARKS);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!marks.is_empty()).then(|| format!("«{named}{more}»"))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A label of several lines, joined by the escape `end`. The last line is terminated by it too, unless it is
/// `\
/// `.
fn lines<'t>(lines: impl IntoIterator<Item = &'t str>, end: &str) -> String {
    let escaped: Vec<String> = lines.into_iter().map(escaped).collect();
    let last = if end == "\\n" { "" } else { end };
    format!("\"{}{last}\"", escaped.join(end))
}

/// The text with quotes, backslashes and `&` escaped, since Graphviz reads entities, and control characters
/// replaced by spaces.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
