//! Worked examples from the literature, with the results given there.

use super::Dataflow;
use super::flow_graph::{Direction, FlowGraph};
use ir::testing::sketch::{sketch, value};
use ir::{BlockId, Model, ValueId};

type Answer = for<'a, 'm> fn(&'a Dataflow<'m>, ValueId, ValueId) -> bool;

/// Checks a query for pairs of a value and an instruction.
fn check(text: &str, answer: Answer, holds: &[(&str, &str)], misses: &[(&str, &str)]) {
    let model = sketch(text);
    let flow = Dataflow::new(&model);
    for (pair, expected) in holds.iter().map(|p| (p, true)).chain(misses.iter().map(|p| (p, false))) {
        let (x, at) = (value(&model, pair.0), value(&model, pair.1));
        assert_eq!(answer(&flow, x, at), expected, "{pair:?}");
    }
}

/// `if (c) { x = y * z; } else { w = y * z; } return y * z;`, and the same with one arm empty.
const BOTH_ARMS: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      choose:void = br c -> left right
    left:
      x:i32 = mul y z
      a:void = br -> out
    right:
      w:i32 = mul z y
      b:void = br -> out
    out:
      r:i32 = mul y z
      last:void = ret r";

const ONE_ARM: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      choose:void = br c -> left right
    left:
      x:i32 = mul y z
      a:void = br -> out
    right:
      w:i32 = mul y y
      b:void = br -> out
    out:
      r:i32 = mul y z
      last:void = ret r";

#[test]
fn an_expression_of_both_arms_is_available_and_anticipated() {
    check(
        BOTH_ARMS,
        |f, x, at| f.is_available(x, at),
        &[("r", "r"), ("r", "last"), ("x", "b")],
        &[("x", "x")],
    );
    check(
        BOTH_ARMS,
        |f, x, at| f.is_anticipated(x, at),
        &[("r", "choose"), ("x", "choose"), ("r", "r")],
        &[("r", "last")],
    );
}

#[test]
fn an_expression_of_one_arm_is_partially_redundant() {
    check(ONE_ARM, |f, x, at| f.is_available(x, at), &[("r", "a")], &[("r", "r"), ("r", "b"), ("w", "r")]);
    check(
        ONE_ARM,
        |f, x, at| f.is_partially_available(x, at),
        &[("r", "r"), ("w", "r")],
        &[("r", "b"), ("w", "x")],
    );
    check(
        ONE_ARM,
        |f, x, at| f.is_anticipated(x, at),
        &[("r", "choose"), ("w", "w")],
        &[("w", "choose"), ("w", "x")],
    );
}

/// `do { t = x + y; i = i + 1; } while (i < n)`: invariant, hence partially redundant from the second round
/// on.
const INVARIANT: &str = "
    param x:i32
    param y:i32
    param n:i32
    entry:
      enter:void = br -> loop
    loop:
      i:i32 = phi i32:0@entry next@loop
      t:i32 = add x y
      u:i32 = add i y
      next:i32 = add i i32:1
      more:i1 = icmp next n !slt
      back:void = br more -> loop out
    out:
      last:void = ret t";

#[test]
fn an_invariant_expression_is_partially_redundant_and_a_varying_one_is_not() {
    check(
        INVARIANT,
        |f, x, at| f.is_partially_available(x, at),
        &[("t", "t"), ("t", "i")],
        &[("u", "u"), ("t", "enter")],
    );
    check(
        INVARIANT,
        |f, x, at| f.is_available(x, at),
        &[("t", "last"), ("u", "last")],
        &[("t", "t"), ("u", "u")],
    );
    check(
        INVARIANT,
        |f, x, at| f.is_anticipated(x, at),
        &[("t", "enter"), ("t", "i"), ("u", "t")],
        &[("u", "enter"), ("t", "u")],
    );
}

#[test]
fn liveness_counts_uses_as_they_stand() {
    // `t` is live although its only use is multiplied by zero in the end; `next` is live on the back edge
    // only.
    let holds = [("x", "enter"), ("t", "more"), ("next", "back"), ("n", "i"), ("y", "u"), ("t", "last")];
    let misses = [
        ("t", "t"),
        ("u", "next"),
        ("next", "i"),
        ("next", "last"),
        ("i", "i"),
        ("i", "more"),
        ("n", "last"),
    ];
    check(INVARIANT, |f, x, at| f.is_live(x, at), &holds, &misses);
}

/// `p = get(); if (c) { put(p); } return;`, a variant with `put` on both paths, and a loop without an exit.
const RELEASE: &str = "
    global @get
    global @put
    param c:i1
    param d:i1
    entry:
      p:ptr = call @get
      choose:void = br c -> left right
    left:
      one:void = call @put p !writes
      a:void = br -> out
    right:
      which:void = br d -> other spin
    other:
      two:void = call @put p !writes
      b:void = br -> out
    spin:
      again:void = br -> spin
    out:
      last:void = ret";

#[test]
fn events_count_on_every_way_to_an_exit() {
    let model = sketch(RELEASE);
    let flow = Dataflow::new(&model);
    let named = |names: &[&str]| names.iter().map(|name| value(&model, name)).collect::<Vec<_>>();
    let on_every_path =
        |from: &str, events: &[&str]| flow.meets_on_every_path(value(&model, from), &named(events));
    assert!(on_every_path("p", &["one", "two"]));
    assert!(!on_every_path("p", &["one"]));
    assert!(!on_every_path("p", &[]));
    assert!(on_every_path("which", &["two"]), "the other way never ends");
    assert!(!on_every_path("two", &["two"]), "what comes behind it counts");
    assert!(!on_every_path("last", &["last"]), "there is nothing behind an exit");
}

/// `int x = y * z; … return y * z;`, and a variant with `y = a + b` in between, which is another SSA value.
#[test]
fn an_expression_is_available_until_an_operand_is_another() {
    let text = "
        param y:i32
        param z:i32
        param a:i32
        param b:i32
        entry:
          x:i32 = mul y z
          y2:i32 = add a b
          again:i32 = mul y z
          other:i32 = mul y2 z
          last:void = ret other";
    check(
        text,
        |f, x, at| f.is_available(x, at),
        &[("again", "again"), ("x", "last")],
        &[("other", "other")],
    );
}

/// `if ((x + 1) * (x + 1) == y) s = x + y; if (x * x + 2 * x + 1 != y) t = x + y; return x + y;`: computed in
/// every run, but not on every path.
#[test]
fn an_expression_that_only_runs_show_is_not_available() {
    let text = "
        param x:i32
        param y:i32
        entry:
          x1:i32 = add x i32:1
          square:i32 = mul x1 x1
          is:i1 = icmp square y !eq
          a:void = br is -> first second
        first:
          s:i32 = add x y
          b:void = br -> second
        second:
          xx:i32 = mul x x
          twice:i32 = mul x i32:2
          sum:i32 = add xx twice
          sum1:i32 = add sum i32:1
          differs:i1 = icmp sum1 y !ne
          c:void = br differs -> third out
        third:
          t:i32 = add x y
          d:void = br -> out
        out:
          r:i32 = add x y
          last:void = ret r";
    check(text, |f, x, at| f.is_available(x, at), &[("r", "last")], &[("r", "r")]);
    check(text, |f, x, at| f.is_partially_available(x, at), &[("r", "r"), ("t", "t")], &[("s", "s")]);
}

/// `t = x * y; t = 0 * t; return t`: t is live before a use that does not need its value.
#[test]
fn liveness_goes_by_the_text() {
    let text = "
        param x:i32
        param y:i32
        entry:
          t:i32 = mul x y
          zero:i32 = mul t i32:0
          last:void = ret zero";
    check(
        text,
        |f, x, at| f.is_live(x, at),
        &[("t", "zero"), ("zero", "last")],
        &[("t", "last"), ("x", "zero")],
    );
}

/// `i = 1; j = 1; k = 0; while (k < 100) if (j < 20) { j = i; k++; } else { j = k; k += 2; } return j`.
const CONDITIONAL: &str = "
    b1:
      e1:void = br -> b2
    b2:
      j2:i32 = phi i32:1@b1 j4@b7
      k2:i32 = phi i32:0@b1 k4@b7
      less:i1 = icmp k2 i32:100 !slt
      e2:void = br less -> b3 b4
    b3:
      small:i1 = icmp j2 i32:20 !slt
      e3:void = br small -> b5 b6
    b4:
      e4:void = ret j2
    b5:
      k3:i32 = add k2 i32:1
      e5:void = br -> b7
    b6:
      k5:i32 = add k2 i32:2
      e6:void = br -> b7
    b7:
      j4:i32 = phi i32:1@b5 k2@b6
      k4:i32 = phi k3@b5 k5@b6
      e7:void = br -> b2";

#[test]
fn conditional_constants_leave_one_return() {
    let model = sketch(CONDITIONAL);
    let flow = Dataflow::new(&model);
    let is = |name: &str| flow.constant(value(&model, name)).map(|number| number.bits());
    for name in ["j2", "j4", "small", "i32:1"] {
        assert_eq!(is(name), Some(Some(1)), "{name}");
    }
    for name in ["k2", "k3", "k4", "less", "e4"] {
        assert_eq!(is(name), None, "{name} varies");
    }
    assert_eq!(is("k5"), None, "never computed");
}

/// `a = 1; b = 2; if (…) x = a + 5; else x = b + 4; c = x + 1`.
#[test]
fn a_sum_of_constants_over_two_paths() {
    let text = "
        param c:i1
        entry:
          choose:void = br c -> left right
        left:
          x1:i32 = add i32:1 i32:5
          a:void = br -> out
        right:
          x2:i32 = add i32:2 i32:4
          b:void = br -> out
        out:
          x:i32 = phi x1@left x2@right
          near:i32 = phi x1@left i32:7@right
          r:i32 = add x i32:1
          last:void = ret r";
    let model = sketch(text);
    let flow = Dataflow::new(&model);
    let is = |name: &str| flow.constant(value(&model, name)).and_then(|number| number.bits());
    assert_eq!((is("x"), is("r"), is("near")), (Some(6), Some(7), None));
}

/// The dominance frontiers of the program above, and the phis that they imply: in blocks 2 and 7 for j and k,
/// none for i.
#[test]
fn dominance_frontiers() {
    let model = sketch(CONDITIONAL);
    let dominance = model.dominance();
    let frontier = |x: BlockId| -> Vec<u32> {
        let is_in = |w: &BlockId| {
            let reaches = model.block_predecessors(*w).iter().any(|(_, p)| dominance.block_dominates(x, *p));
            reaches && (x == *w || !dominance.block_dominates(x, *w))
        };
        model.blocks().filter(is_in).map(|w| w.0 + 1).collect()
    };
    let graph = FlowGraph::of(&model, Direction::Forward);
    let computed = |x: BlockId| -> Vec<u32> {
        let joins = graph.joins(vec![graph.node(x)], &[], 1);
        model.blocks().filter(|w| joins.contains(&graph.node(*w))).map(|w| w.0 + 1).collect()
    };
    let expected = [vec![], vec![2], vec![2], vec![], vec![7], vec![7], vec![2]];
    assert_eq!(model.blocks().map(frontier).collect::<Vec<_>>(), expected, "by definition");
    assert_eq!(model.blocks().map(computed).collect::<Vec<_>>(), expected);
    let phis: Vec<usize> = model.blocks().map(|block| model.phis(block).count()).collect();
    assert_eq!(phis, [0, 2, 0, 0, 0, 0, 2]);
}

#[test]
fn a_partially_redundant_expression_is_placed_where_it_is_missing() {
    let at = |f: &Dataflow<'_>, x, at| f.can_be_placed(x, at);
    // After the branch it is needed on both paths; in the left arm it stays for later uses.
    check(
        ONE_ARM,
        at,
        &[("r", "x"), ("r", "b")],
        &[("r", "r"), ("r", "choose"), ("r", "a"), ("w", "w"), ("w", "b")],
    );
    // A loop-invariant expression is computed before the loop.
    check(INVARIANT, at, &[("t", "enter")], &[("t", "t"), ("u", "enter"), ("u", "i"), ("t", "back")]);
    // Both arms compute it already, for the code after them; a computation before the branch would only be
    // earlier.
    check(BOTH_ARMS, at, &[("r", "x"), ("r", "w")], &[("r", "choose"), ("r", "r")]);
}

/// `if (c) x = y * z; return y * z;`: the edge past the arm is critical.
const NO_OTHER_ARM: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      choose:void = br c -> left out
    left:
      x:i32 = mul y z
      a:void = br -> out
    out:
      r:i32 = mul y z
      last:void = ret r";

/// The same behind a call that may throw, to code that catches what other calls throw as well.
const CAUGHT: &str = "
    global @f
    param y:i32
    param z:i32
    entry:
      first:void = invoke @f -> on pad
    on:
      x:i32 = mul y z
      second:void = invoke @f -> out pad
    pad:
      caught:ptr = landingpad
      r:i32 = mul y z
      leave:void = ret r
    out:
      last:void = ret x";

#[test]
fn an_expression_is_placed_on_an_edge_if_no_block_is_there() {
    let model = sketch(NO_OTHER_ARM);
    let (flow, at) = (Dataflow::new(&model), |name| value(&model, name));
    let placed: Vec<_> = model.instructions().filter(|p| flow.can_be_placed(at("x"), *p)).collect();
    assert_eq!(placed, [at("x")], "the computation in the arm stays, and nothing precedes the branch");
    assert!(flow.can_be_placed_on(at("r"), at("choose"), at("r")));
    for (from, to) in [("a", "r"), ("choose", "x"), ("choose", "last"), ("r", "last"), ("x", "r")] {
        assert!(!flow.can_be_placed_on(at("r"), at(from), at(to)), "{from} -> {to}");
    }
    // LLVM cannot split the edges into a landing pad: both computations stay.
    let model = sketch(CAUGHT);
    let (flow, at) = (Dataflow::new(&model), |name| value(&model, name));
    for p in model.instructions() {
        assert!(!flow.can_be_placed(at("r"), p), "{p:?}");
        assert!(!flow.can_be_placed_on(at("r"), p, at("caught")), "{p:?}");
    }
}

/// `x = y * z; if (c) return; return y * z;`
const BEHIND_A_WAY_OUT: &str = "
    param c:i1
    param y:i32
    param z:i32
    entry:
      x:i32 = mul y z
      a:void = br -> test
    test:
      choose:void = br c -> out again
    out:
      early:void = ret z
    again:
      r:i32 = mul z y
      last:void = ret r";

#[test]
fn a_result_is_used_again_behind_a_branch_that_may_not_need_it() {
    let at = |f: &Dataflow<'_>, x, at| f.can_be_placed(x, at);
    check(BEHIND_A_WAY_OUT, at, &[("x", "x"), ("r", "x")], &[("r", "r"), ("r", "choose"), ("r", "a")]);
}

/// A graph with the numbers of the motivating example of Knoop, Rüthing and Steffen: two earliest edges, two
/// insertions, four deletions, by their equations on edges, which are implemented here separately.
const KNOOP: &str = "
    param c:i1
    param a:i32
    param b:i32
    n1:
      e1:void = br c -> n2 n3
    n2:
      e2:void = br -> n4
    n3:
      e3:void = br c -> n7 out
    n4:
      x:i32 = add a b
      e4:void = br c -> n5 n6
    n5:
      e5:void = br -> n4
    n6:
      y:i32 = add b a
      e6:void = br -> out
    n7:
      e7:void = br -> n8
    n8:
      z:i32 = add a b
      e8:void = br c -> n9 n10
    n9:
      e9:void = br -> n8
    n10:
      v:i32 = add a b
      e10:void = br -> out
    out:
      last:void = ret";

#[test]
fn lazy_code_motion_on_edges_and_on_points_agree() {
    let model = sketch(KNOOP);
    let flow = Dataflow::new(&model);
    let edges = Edges::of(&model, value(&model, "x"), &flow);
    assert_eq!(edges.inserted.len(), edges.targets().len(), "no critical edge among them");
    let expected: Vec<ValueId> = edges.places(&model);
    let places: Vec<ValueId> =
        model.instructions().filter(|at| flow.can_be_placed(value(&model, "x"), *at)).collect();
    assert_eq!((edges.earliest.len(), edges.inserted.len(), edges.deleted.len()), (2, 2, 4));
    assert_eq!(places, expected);
}

/// `EARLIEST`, `INSERT` and `DELETE` of one expression, by the equations over edges.
struct Edges {
    earliest: Vec<(BlockId, BlockId)>,
    inserted: Vec<(BlockId, BlockId)>,
    deleted: Vec<BlockId>,
}

impl Edges {
    fn of(model: &Model, x: ValueId, flow: &Dataflow<'_>) -> Edges {
        let blocks: Vec<BlockId> = model.blocks().collect();
        let computes =
            |block: &BlockId| model.block_instructions(*block).any(|at| model.opcode(at) == model.opcode(x));
        let anticipated = |block: BlockId| flow.is_anticipated(x, model.block_first(block));
        let available = |block: BlockId| flow.is_available(x, model.terminator(block));
        let out = |block: BlockId| {
            let successors = model.block_successors(block);
            !successors.is_empty() && successors.iter().all(|next| anticipated(*next))
        };
        let edges: Vec<(BlockId, BlockId)> = blocks
            .iter()
            .flat_map(|from| model.block_successors(*from).iter().map(move |to| (*from, *to)))
            .collect();
        let is_earliest = |(i, j): &(BlockId, BlockId)| anticipated(*j) && !available(*i) && !out(*i);
        let earliest: Vec<_> = edges.iter().copied().filter(is_earliest).collect();
        let mut later_in = vec![true; blocks.len()];
        later_in[0] = false;
        let later = |later_in: &[bool], edge: &(BlockId, BlockId)| {
            earliest.contains(edge) || (later_in[edge.0.index()] && !computes(&edge.0))
        };
        for _ in 0..blocks.len() + 1 {
            for block in &blocks[1..] {
                let mut into = edges.iter().filter(|(_, to)| to == block);
                later_in[block.index()] = into.all(|edge| later(&later_in, edge));
            }
        }
        let is_inserted = |edge: &(BlockId, BlockId)| later(&later_in, edge) && !later_in[edge.1.index()];
        let inserted = edges.iter().copied().filter(is_inserted).collect();
        let deleted =
            blocks.iter().copied().filter(|block| computes(block) && !later_in[block.index()]).collect();
        Edges { earliest, inserted, deleted }
    }

    fn targets(&self) -> Vec<BlockId> {
        let mut targets: Vec<BlockId> = self.inserted.iter().map(|(from, _)| *from).collect();
        targets.dedup();
        targets
    }

    /// The terminators of the blocks whose edges have insertions.
    fn places(&self, model: &Model) -> Vec<ValueId> {
        self.targets().into_iter().map(|block| model.terminator(block)).collect()
    }
}

/// `w = a * b; x = w + c; d = a; e = b; y = d * e; z = y + c`, with the copies as phis: y is w, z is x.
#[test]
fn value_numbering_sees_through_copies() {
    let text = "
        param go:i1
        param a:i32
        param b:i32
        param c:i32
        entry:
          w:i32 = mul a b
          x:i32 = add w c
          choose:void = br go -> left right
        left:
          one:void = br -> out
        right:
          two:void = br -> out
        out:
          d:i32 = phi a@left a@right
          e:i32 = phi b@left b@right
          f:i32 = phi b@left c@right
          g:i32 = phi b@left c@right
          h:i32 = phi c@left b@right
          y:i32 = mul e d
          z:i32 = add y c
          near:i32 = mul d f
          nearer:i32 = add near c
          same:i32 = mul a g
          last:void = ret z";
    check(
        text,
        |f, x, y| f.are_congruent(x, y),
        &[("y", "w"), ("z", "x"), ("d", "a"), ("f", "g"), ("near", "same")],
        &[("near", "w"), ("nearer", "x"), ("f", "h"), ("z", "w"), ("a", "b")],
    );
    // The operand of a back edge is not numbered yet when its phi is.
    let text = "
        param n:i32
        entry:
          enter:void = br -> loop
        loop:
          i:i32 = phi i32:0@entry next@loop
          j:i32 = phi i32:0@entry next@loop
          s:i32 = add i n
          t:i32 = add n i
          u:i32 = add j n
          next:i32 = add i i32:1
          more:i1 = icmp next n !slt
          back:void = br more -> loop out
        out:
          last:void = ret s";
    check(text, |f, x, y| f.are_congruent(x, y), &[("s", "t")], &[("i", "j"), ("s", "u"), ("i", "next")]);
}
