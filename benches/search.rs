//! The search over growing toy domains: the time per value must stay constant.
//!
//! The world is a sequence of rings of four nodes. The patterns are a cycle (an edge back to the begin of a
//! path), the same pattern as a called definition, and a collect of each node's successors. A plan that
//! enumerates pairs of nodes, where a short list would suffice, shows as a throughput that falls with size.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use solver::{
    AccessPath, ArgSet, Budget, Collect, Column, Compiled, Database, DefId, Definition, Formula, Origin,
    Problem, Relation, Value, VarId,
};
use std::hint::black_box;
use std::time::Duration;

const SIZES: [u32; 3] = [1_000, 4_000, 16_000];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Ask {
    Edge,
    Entry,
}

impl Relation for Ask {
    fn arity(&self) -> usize {
        if *self == Ask::Edge { 2 } else { 1 }
    }

    fn access_path(&self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        Some(match self {
            Ask::Edge if bound.contains(1 - target) => AccessPath::Few,
            Ask::Edge => AccessPath::Scan,
            Ask::Entry => AccessPath::Bucket,
        })
    }
}

/// Nodes 4k to 4k+3 form a ring entered at 4k; an edge leads from its last node to the next ring.
struct Rings(u32);

impl Rings {
    fn edges(&self, from: u32) -> impl Iterator<Item = u32> {
        let back = if from % 4 == 3 { from - 3 } else { from + 1 };
        let on = (from % 4 == 3 && from + 1 < self.0).then_some(from + 1);
        [back].into_iter().chain(on)
    }
}

impl Database<Ask> for Rings {
    fn size(&self) -> u32 {
        self.0
    }

    fn holds(&self, relation: &Ask, args: &[Value]) -> bool {
        match relation {
            Ask::Edge => self.edges(args[0].0).any(|to| to == args[1].0),
            Ask::Entry => args[0].0.is_multiple_of(4),
        }
    }

    fn candidates(&self, relation: &Ask, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        let values = |range: std::ops::Range<u32>| range.map(Value);
        match (relation, target, args) {
            (Ask::Entry, ..) => out.extend(values(0..self.0).step_by(4)),
            (Ask::Edge, 1, [Some(from), _]) => out.extend(self.edges(from.0).map(Value)),
            (Ask::Edge, 0, [_, Some(to)]) => {
                let near = [to.0.wrapping_sub(1), to.0 + 3];
                let comes = |from: &u32| *from < self.0 && self.edges(*from).any(|end| end == to.0);
                out.extend(near.into_iter().filter(comes).map(Value));
            }
            _ => out.extend(values(0..self.0)),
        }
    }
}

fn atom(relation: Ask, args: &[u32]) -> Formula<Ask> {
    Formula::Atom(relation, args.iter().copied().map(VarId).collect(), Origin(0))
}

fn definition(variables: u32, interface: u32, parts: Vec<Formula<Ask>>) -> Definition<Ask> {
    let names = (0..variables).map(|v| format!("v{v}")).collect();
    let interface = (0..interface).map(VarId).collect();
    let body = Formula::And(parts);
    Definition { name: String::new(), variables: names, interface, body, variants: None, is_projected: false }
}

fn ring() -> Vec<Formula<Ask>> {
    let edges = [[0, 1], [1, 2], [2, 3], [3, 0]].map(|edge| atom(Ask::Edge, &edge));
    edges.into_iter().chain([atom(Ask::Entry, &[0])]).collect()
}

fn problems() -> Vec<(&'static str, Problem<Ask>)> {
    let call = Formula::Call(DefId(1), vec![VarId(0), VarId(1)], Origin(0));
    let called = vec![atom(Ask::Edge, &[1, 2]), call];
    let columns = vec![Column { slots: vec![VarId(1), VarId(2)], shared: false }];
    let collect = Collect { limit: 2, body: DefId(1), outer: vec![VarId(0)], columns, origin: Origin(0) };
    let collected = vec![atom(Ask::Entry, &[0]), Formula::Collect(collect)];
    let edge = vec![atom(Ask::Edge, &[0, 1])];
    let problem = |definitions| Problem { definitions, root: DefId(0) };
    vec![
        ("ring", problem(vec![definition(4, 0, ring())])),
        ("called", problem(vec![definition(3, 0, called), definition(4, 2, ring())])),
        ("collected", problem(vec![definition(3, 0, collected), definition(2, 2, edge)])),
    ]
}

fn search(criterion: &mut Criterion) {
    for (name, problem) in problems() {
        let Ok(compiled) = Compiled::new(problem) else { continue };
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).measurement_time(Duration::from_secs(1));
        for size in SIZES {
            group.throughput(Throughput::Elements(size.into()));
            group.bench_with_input(BenchmarkId::from_parameter(size), &Rings(size), |bencher, world| {
                bencher.iter(|| black_box(compiled.solve(world, Budget::default()).assignments.len()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
