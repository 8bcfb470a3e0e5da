#!/usr/bin/env bash
# Shows idiom at work on a C file: scripts/demo.sh [VERSION]
#
# Installs what is missing, builds for LLVM 19 (or the version named; the newest at hand when 19 cannot be had), and
# runs stock clang and opt with the plugin on examples/. Every command is printed before it runs, to be copied.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

case ${1:-} in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$ROOT/scripts/demo.sh" && exit ;; esac
need_cargo
need_compiler
if [ $# != 0 ]; then
  check_versions "$1"
  need_llvm "$1" headers clang
elif in_reach 19; then
  need_llvm 19 headers clang
else
  say "LLVM 19 is not to be had here; looking for another"
  for version in 22 21 20 18 17 16; do if in_reach "$version"; then break; fi; done
  need_llvm "$version" headers clang
fi
version=${AVAILABLE[0]}
say "building for LLVM $version"
build_plugin "$version" || fail "the build for LLVM $version failed"
mkdir -p build/demo

# The short name where it is in PATH, as a user would type it.
short() { if command -v "$1-$version" >/dev/null; then echo "$1-$version"; else tool "$version" "$1"; fi; }
clang=$(short clang) plugin=build/llvm-$version/libidiom.so

title() { printf '\n== %s\n' "$*"; }
# Prints a command line as typed and runs it. No setting of the caller's reaches it.
unset "${!IDIOM_@}"
run() {
  printf '\n$ %s\n' "$1"
  eval "$1" 2>&1
}

include=$("$(llvm_config "$version")" --includedir)

title "An idiom of your own: no clang looks for this one, and nothing is rebuilt"
run "cat examples/multiply_add_chain.candl"
title "Found in a header of LLVM's, whose string hash a program inlines"
run "cat examples/hash.cpp"
run "IDIOM_SPEC=examples/multiply_add_chain.candl $clang -O2 -x c++ -I$include -fpass-plugin=$plugin -Rpass-analysis=idiom -c examples/hash.cpp -o build/demo/hash.o"
title "What stock clang says of that loop"
run "$clang -O2 -x c++ -I$include -Rpass-analysis=loop-vectorize -c examples/hash.cpp -o build/demo/hash.o"
title "A loop nest, described: loops, conditions and accesses"
run "cat examples/blur.c"
run "build/llvm-$version/idiom find --idiom SCoP examples/blur.c -- -g"
title "A rewrite of your own, which z3 has proven: instructions of a loop, by stock clang and with the rewrite"
run "cat examples/saturate_rows.c"
run "cat examples/saturate_rows.candl"
run "$clang -O2 -S examples/saturate_rows.c -o build/demo/stock.s; grep -cE '^.[a-z]' build/demo/stock.s"
run "IDIOM_APPLY=examples/saturate_rows.candl $clang -O2 -fpass-plugin=$plugin -Rpass=idiom -S examples/saturate_rows.c -o build/demo/rewritten.s; grep -cE '^.[a-z]' build/demo/rewritten.s"
run "sed -n '/paddusb/p' build/demo/rewritten.s"
title "A plain product of matrices, and one line of configuration: the loops become a call of the BLAS that is linked"
run "cat examples/multiply.c"
want_openblas
if ! compgen -G '/usr/lib/*/libopenblas.so' >/dev/null; then
  # Without a library there is the remark, and nothing to link.
  run "IDIOM_APPLY=GemmByBlas $clang -O2 -ffast-math -fpass-plugin=$plugin -Rpass=idiom -c examples/multiply.c -o build/demo/multiply.o"
  exit
fi
run "$clang -O2 -ffast-math examples/multiply.c examples/multiply_main.c -o build/demo/loops && build/demo/loops 512"
run "IDIOM_APPLY=GemmByBlas $clang -O2 -ffast-math -fpass-plugin=$plugin -Rpass=idiom examples/multiply.c examples/multiply_main.c -o build/demo/calls -lopenblas && OPENBLAS_NUM_THREADS=1 build/demo/calls 512"
