//! Extraction of growing functions: the time per instruction must stay constant, and well under a
//! microsecond.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use llvm::Module;
use std::fmt::Write as _;
use std::hint::black_box;

/// A chain of `blocks` loops with loads, arithmetic, casts, calls and constants: 13 instructions each.
fn function(blocks: usize) -> String {
    let mut ir = String::from("declare double @llvm.sqrt.f64(double)\ndefine void @f(ptr %p, i64 %n) {\n");
    ir.push_str("entry:\n  br label %b0\n");
    for k in 0..blocks {
        let (next, before) = (k + 1, if k == 0 { "entry".to_string() } else { format!("b{}", k - 1) });
        write!(
            ir,
            "b{k}:
  %i{k} = phi i64 [ 0, %{before} ], [ %s{k}, %b{k} ]
  %a{k} = getelementptr inbounds double, ptr %p, i64 %i{k}
  %l{k} = load double, ptr %a{k}, align 8
  %m{k} = fmul fast double %l{k}, %l{k}
  %q{k} = call fast double @llvm.sqrt.f64(double %m{k})
  %t{k} = trunc i64 %i{k} to i32
  %u{k} = sitofp i32 %t{k} to double
  %v{k} = fadd double %q{k}, %u{k}
  %w{k} = fmul double %v{k}, 3.0
  store double %w{k}, ptr %a{k}, align 8
  %s{k} = add nuw nsw i64 %i{k}, {next}
  %c{k} = icmp eq i64 %s{k}, %n
  br i1 %c{k}, label %b{next}, label %b{k}
"
        )
        .expect("a string takes any text");
    }
    write!(ir, "b{blocks}:\n  ret void\n}}\n").expect("a string takes any text");
    ir
}

fn extraction(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("extract");
    for blocks in [1, 10, 100, 1_000, 10_000] {
        let module = Module::parse(function(blocks).as_bytes(), "bench").expect("the generated IR is valid");
        let function = module.function("f").expect("the function was generated");
        group.throughput(Throughput::Elements(13 * blocks as u64));
        group.bench_function(BenchmarkId::from_parameter(13 * blocks), |bencher| {
            bencher.iter(|| black_box(function.extract().model.len()));
        });
    }
    group.finish();
}

criterion_group!(benches, extraction);
criterion_main!(benches);
