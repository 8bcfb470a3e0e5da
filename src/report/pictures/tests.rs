//! Pictures of the dot product, of `map_sqrt` and of unusual code. Nodes and edges are counted in the text of
//! the sketch, independently of the drawing, and control dependences by hand.

use super::{Arrow, Graph, GraphKind, Node, Picture, TooLarge, Words, dot};
use ir::testing::figures::{DOT, MAP_SQRT};
use ir::testing::sketch::{sketch, value};
use ir::{Model, ValueId};

fn draw(text: &str, picture: &Picture<'_>) -> Result<Graph, TooLarge> {
    let model = sketch(text);
    with_words(&model, |words| Graph::of(&model, words, picture))
}

fn with_words<T>(model: &Model, work: impl FnOnce(&Words<'_>) -> T) -> T {
    let describe = |value: ValueId| match (model.name(value), model.constant(value)) {
        ("", Some(_)) => "constant".to_owned(),
        (name, _) => format!("%{name}"),
    };
    let block = |value: ValueId| format!("%{:?}", model.block_of(value));
    work(&Words { describe: &describe, block: &block, variable: &|_| None })
}

fn count(graph: &Graph, arrow: Arrow) -> usize {
    graph.edges.iter().filter(|edge| edge.arrow == arrow).count()
}

/// The numbers of instructions, operands and successors of a sketch, counted in its text.
fn counted(text: &str) -> [usize; 3] {
    let code = text.lines().map(str::trim).filter(|line| line.contains(" = "));
    let (mut instructions, mut operands, mut successors) = (0, 0, 0);
    for line in code {
        let (before, targets) = line.split_once(" -> ").unwrap_or((line, ""));
        instructions += 1;
        let words = before.split_once(" = ").unwrap_or_default().1.split(' ');
        operands += words.skip(1).filter(|word| !word.is_empty() && !word.starts_with('!')).count();
        successors += match line.contains(":void = br") || line.contains(":void = ret") {
            true => targets.split_whitespace().count(),
            false => 1,
        };
    }
    [instructions, operands, successors]
}

#[test]
fn every_edge_of_the_figures_is_drawn() {
    // The sums of the control dependences and phi dependences in `figures_test.rs`.
    for (text, control_dependences, phi_dependences) in [(DOT, 23, 6), (MAP_SQRT, 45, 8)] {
        let [instructions, operands, successors] = counted(text);
        let of =
            |kind, by_instruction| draw(text, &Picture { by_instruction, ..Picture::new(kind) }).unwrap();
        let cfg = of(GraphKind::Cfg, false);
        assert_eq!((cfg.nodes.len(), count(&cfg, Arrow::Control)), (instructions, successors));
        let dfg = of(GraphKind::Dfg, false);
        assert_eq!((count(&dfg, Arrow::Data), dfg.edges.len()), (operands, operands));
        let cdg = of(GraphKind::Cdg, true);
        assert_eq!((cdg.nodes.len(), cdg.edges.len()), (instructions, control_dependences));
        let pdg = of(GraphKind::Pdg, true);
        assert_eq!(count(&pdg, Arrow::ControlDependence), control_dependences);
        assert_eq!(count(&pdg, Arrow::PhiDependence), phi_dependences);
        assert_eq!(pdg.edges.len(), operands + control_dependences + phi_dependences);
        assert_eq!(pdg.nodes, dfg.nodes);
    }
}

#[test]
fn an_edge_to_a_block_stands_for_its_instructions() {
    let name = |graph: &Graph, node: usize| graph.nodes[node].id.clone();
    let cdg = draw(DOT, &Picture::new(GraphKind::Cdg)).unwrap();
    let edges: Vec<_> = cdg.edges.iter().map(|edge| (name(&cdg, edge.from), name(&cdg, edge.to))).collect();
    // v4 and v18 are the branches of the entry and of the loop, b1 and b3 the loop header and the loop.
    let expected = [("v4", "b1"), ("v4", "b3"), ("v18", "b3")];
    assert_eq!(edges, expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
}

#[test]
fn instructions_of_an_endless_loop_are_controlled_one_by_one() {
    let text = "
        param p:ptr
        entry:
          e:void = br -> loop
        loop:
          v:i64 = load p !reads
          b:void = br -> loop";
    let cdg = draw(text, &Picture::new(GraphKind::Cdg)).unwrap();
    let model = sketch(text);
    for edge in &cdg.edges {
        let [from, to] = [edge.from, edge.to].map(|node| cdg.nodes[node].value.unwrap());
        assert!(model.controls(from, to));
    }
    assert_eq!(cdg.edges.len(), 3, "entry to v, v to the branch, and the branch to v");
}

#[test]
fn what_lies_between_marks_is_drawn() {
    let model = sketch(DOT);
    let marks = ["v8", "v13"].map(|name| (name.to_owned(), value(&model, name)));
    let picture = |kind| Picture { marks: &marks, only_matched: true, ..Picture::new(kind) };
    let names = |graph: &Graph| {
        let values = graph.nodes.iter().filter(|node| node.is_instruction).filter_map(|node| node.value);
        values.map(|value| model.name(value).to_owned()).collect::<Vec<_>>().join(" ")
    };
    let dfg = draw(DOT, &picture(GraphKind::Dfg)).unwrap();
    // v7 is the phi of the sum; the other factor comes from elsewhere.
    assert_eq!(names(&dfg), "v7 v8 v9 v12 v13 v16");
    assert_eq!(dfg.nodes.iter().filter(|node| !node.marks.is_empty()).count(), 2);
    let cfg = draw(DOT, &picture(GraphKind::Cfg)).unwrap();
    let edge = |from: &str, to: &str| {
        let index = |name| cfg.nodes.iter().position(|node| node.value == Some(value(&model, name))).unwrap();
        let (from, to) = (index(from), index(to));
        cfg.edges.iter().find(|edge| (edge.from, edge.to) == (from, to)).map(|edge| edge.arrow)
    };
    assert_eq!(edge("v8", "v9"), Some(Arrow::Control));
    assert_eq!((edge("v9", "v12"), edge("v16", "v7")), (Some(Arrow::ControlPath), Some(Arrow::ControlPath)));
    assert_eq!(edge("v8", "v12"), None, "a drawn instruction stands between");
}

#[test]
fn casts_are_bypassed_and_shown() {
    let dfg = draw(
        "
        param i:i32
        param a:ptr
        entry:
          w:i64 = sext i
          p:ptr = getelementptr a w
          r:void = ret p",
        &Picture::new(GraphKind::Dfg),
    );
    let dfg = dfg.unwrap();
    assert_eq!((count(&dfg, Arrow::Data), count(&dfg, Arrow::Operand)), (3, 2));
}

#[test]
fn large_graphs_are_refused() {
    let of = |kind, most| draw(DOT, &Picture { most, by_instruction: true, ..Picture::new(kind) });
    assert_eq!(of(GraphKind::Cfg, 15).err(), Some(TooLarge { what: "nodes", most: 15 }));
    assert!(of(GraphKind::Cfg, 16).is_ok());
    // Nested loops, whose exits control everything inside: a quadratic number of edges.
    let heads: String = (0..24).map(|k| format!("\n b{k}:\n h{k}:void = br -> b{}", k + 1)).collect();
    let ends = (0..24).map(|k| format!("\n b{}:\n e{k}:void = br p -> b{} b{}", 24 + k, 23 - k, 25 + k));
    let text = format!("param p:i1{heads}{}\n b48:\n r:void = ret", ends.collect::<String>());
    let cdg = draw(&text, &Picture { most: 50, by_instruction: true, ..Picture::new(GraphKind::Cdg) });
    assert_eq!(cdg.err(), Some(TooLarge { what: "edges", most: 8 * 50 }));
}

#[test]
fn texts_are_escaped() {
    let model = sketch(DOT);
    let odd = "a\"b\\N\n&lt; «é»";
    let describe = |_: ValueId| odd.to_owned();
    let words = Words { describe: &describe, block: &describe, variable: &|_| Some(odd.to_owned()) };
    let marks = [(odd.to_owned(), value(&model, "v13"))];
    let notes = [odd.to_owned()];
    let picture = Picture { marks: &marks, notes: &notes, ..Picture::new(GraphKind::Pdg) };
    let text = dot(&model, &words, &picture).unwrap();
    assert_eq!(text, dot(&model, &words, &picture).unwrap());
    let spelt = "a\\\"b\\\\N &amp;lt; «é»";
    for line in text.lines() {
        let without = line.replace(spelt, "").replace("\\n", "").replace("\\l", "");
        assert!(!without.contains('\\') && without.matches('"').count() % 2 == 0, "{line}");
    }
    assert!(text.contains(&format!("«{spelt}»")));
}

#[test]
fn many_variables_of_one_value_are_counted() {
    let node = |marks: usize| Node {
        id: "v0".to_owned(),
        lines: vec!["%x".to_owned()],
        marks: (0..marks).map(|k| format!("m{k}")).collect(),
        value: None,
        is_instruction: true,
        frame: None,
    };
    let graph = |marks| Graph {
        kind: GraphKind::Dfg,
        function: "f".to_owned(),
        notes: Vec::new(),
        frames: Vec::new(),
        nodes: vec![node(marks)],
        edges: Vec::new(),
    };
    assert!(graph(3).to_dot().contains("\"%x\\n«m0, m1, m2»\""));
    assert!(graph(5).to_dot().contains("\"%x\\n«m0, m1, m2 and 2 more»\""));
}
