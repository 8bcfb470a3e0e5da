//! The built-in library on small functions. Every specification that can be run alone is run, each solution
//! is checked against the expanded formula, and the numbers of solutions are compared with the expected ones.

use super::compile::compile;
use super::expand::expand;
use super::instantiate::Request;
use super::lower_test::OracleReader;
use super::relations::{ModelWords, atom};
use super::safety::{Ready, prepare};
use crate::atoms::{Atom, ModelWorld};
use ir::Model;
use ir::testing::sketch::sketch;
use solver::testing::oracle::Oracle;
use solver::{Budget, Completeness};
use std::path::Path;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

fn sources() -> Sources {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("idioms");
    let mut paths: Vec<_> = [root.clone(), root.join("std")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "candl"))
        .collect();
    paths.sort();
    let mut sources = Sources::new();
    for path in paths {
        sources.add(path.to_string_lossy(), std::fs::read_to_string(&path).unwrap());
    }
    sources
}

type Prepared = (Ready<Atom>, Oracle<Atom>, Vec<String>);

fn ready(request: &str) -> Result<Prepared, String> {
    let mut sources = sources();
    sources.add("indices.candl", INDICES);
    let line = sources.add_request("<request>", request);
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    let compiled = compile(&sources, &ModelWords, &[request]);
    assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics);
    let root = compiled.program.roots[0].unwrap();
    let ready = prepare(&compiled.program, root, &atom).map_err(|errors| {
        let messages: Vec<_> = errors.iter().map(|error| error.message.clone()).collect();
        messages.join("; ")
    })?;
    let mut reading = OracleReader::new(&atom);
    let formula = reading.read_all(&expand(&compiled.program, root).unwrap());
    let oracle = Oracle::of_formula(formula, reading.names.len());
    let names = ready.source_map.names.iter().map(ToString::to_string).collect();
    Ok((ready, oracle, names))
}

/// The number of solutions and the steps taken.
fn solve(request: &str, model: &Model) -> (usize, u64) {
    let (ready, oracle, names) = ready(request).unwrap();
    let world = ModelWorld::new(model);
    let solutions = ready.compiled.solve(&world, Budget::default());
    assert_eq!(solutions.completeness, Completeness::Complete, "{request}");
    for flat in &solutions.assignments {
        assert_eq!(flat.len(), names.len());
        assert!(oracle.accepts(&world, flat), "{request}: {names:?} = {flat:?}");
    }
    (solutions.assignments.len(), solutions.steps)
}

const INDICES: &str = "Constraint Indices
    ( include For @{loop} and opcode{address} = gep and {affine.value} = {address}.args[1]
    and include AffineCalc[M=1,N=6]({loop}->{scope}, {loop.iterator}->{input[0]}) @{affine} ) End";

const DOT: &str = "
    param n:i32
    param a:ptr
    param b:ptr
    entry:
      c:i1 = icmp n i32:0
      guard:void = br c -> head out
    head:
      wide:i64 = zext n
      enter:void = br -> loop
    loop:
      i:i64 = phi i64:0@head next@loop
      sum:float = phi float:0@head more@loop
      pa:ptr = getelementptr a i
      x:float = load pa
      pb:ptr = getelementptr b i
      y:float = load pb
      product:float = fmul x y
      more:float = fadd sum product
      next:i64 = add i i64:1
      done:i1 = icmp next wide
      back:void = br done -> out loop
    out:
      result:float = phi float:0@entry more@loop
      last:void = ret result";

/// Solutions expected on the dot product.
fn check(request: &str, solutions: usize) {
    let (found, steps) = solve(request, &sketch(DOT));
    assert_eq!(found, solutions, "{request}");
    // No search enumerates pairs of values without need.
    assert!(steps <= 2 * found as u64 + 120, "{request}: {steps} steps");
}

#[test]
fn regions_and_loops() {
    // The loop, the loop with the block before it, and the whole function behind the guard.
    check("SESE", 3);
    check("Loop", 1);
    check("For", 1);
    check("IfBlock", 1);
}

#[test]
fn values_and_memory() {
    check("CollectArguments", 17);
    check("FloatingPointInstruction", 7);
    check("SumChain[N=4]", 11);
    check("MulChain[N=4]", 9);
    check("LoopWithOnlyArrayAccesses[N=4]", 1);
    // One of the two loads is no array access.
    check("LoopWithOnlyArrayAccesses[N=1]", 0);
    check("SqrtOfSquare", 0);
}

#[test]
fn affine_calculations_do_not_explode() {
    // Six levels are 127 copies in the expansion.
    check("Indices", 2);
}

#[test]
fn building_blocks_need_their_surroundings() {
    let unbound = |request: &str, expect: &str| assert_eq!(ready(request).err().as_deref(), Some(expect));
    unbound(
        "SideEffectFreeCalls[N=4]",
        "variable `scope.begin` is not bound; variable `scope.end` is not bound",
    );
}

/// A row of loops, one after the other.
fn loops(count: usize) -> Model {
    let mut text = String::from("\n    param n:i32\n    entry:\n      go:void = br -> loop0");
    for k in 0..count {
        let from = if k == 0 { "entry".to_owned() } else { format!("loop{}", k - 1) };
        let next = if k + 1 == count { "out".to_owned() } else { format!("loop{}", k + 1) };
        text += &format!(
            "\n    loop{k}:\n      i{k}:i32 = phi i32:0@{from} next{k}@loop{k}\n      next{k}:i32 = add i{k} i32:1
      done{k}:i1 = icmp next{k} n\n      back{k}:void = br done{k} -> {next} loop{k}"
        );
    }
    sketch(&(text + "\n    out:\n      last:void = ret"))
}

#[test]
fn loops_are_found_from_their_back_edges() {
    for request in ["Loop", "For"] {
        let (few, steps) = solve(request, &loops(10));
        let (many, more) = solve(request, &loops(40));
        assert_eq!((few, many), (10, 40), "{request}");
        assert!(more <= 5 * steps, "{request}: {steps} steps for 10 loops, {more} for 40");
    }
}
