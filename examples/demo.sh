#!/usr/bin/env bash
# Shows idiom at work on small sources: share/idiom/examples/demo.sh [VERSION] of an installed package.
#
# Needs a clang of an installed LLVM (of the version named), and writes to a temporary directory. Prints every
# command before it runs, to be copied. In a clone, scripts/demo.sh builds first and then runs this.
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0" && exit ;; esac

# `find_installed [VERSION]`: finds the command and the plugin of this file's package, and a clang that they
# serve.
find_installed() {
  local prefix version
  cd "$(dirname "$(readlink -f "$0")")/.."
  prefix=$(readlink -f ../..)
  for version in ${1:-19 23 22 21 20 18 17 16}; do
    if [ -x "$prefix/bin/idiom-$version" ] && command -v "clang-$version" >/dev/null; then
      demo_clang=clang-$version demo_command=$prefix/bin/idiom-$version
      demo_plugin=$prefix/lib/libidiom.so demo_headers=/usr/lib/llvm-$version/include
      [ -e "$demo_plugin" ] || demo_plugin=$prefix/lib/libidiom-llvm$version.so
      demo_out=$(mktemp -d)
      return
    fi
  done
  printf 'error: no clang here is of an LLVM that %s/bin/idiom-N is for\n' "$prefix" >&2
  printf '  on Debian and Ubuntu: apt-get install clang-N, for one of these N:' >&2
  for version in "$prefix"/bin/idiom-[0-9]*; do printf ' %s' "${version##*-}" >&2; done
  printf '\n' >&2
  exit 1
}

# scripts/demo.sh sets all of these; the defaults are those of the package.
demo_clang=${DEMO_CLANG:-} demo_command=${DEMO_COMMAND:-} demo_plugin=${DEMO_PLUGIN:-}
demo_headers=${DEMO_HEADERS:-} demo_out=${DEMO_OUT:-}
[ -n "$demo_clang" ] || find_installed "$@"
clang=$demo_clang plugin=$demo_plugin idiom=$demo_command out=$demo_out

title() { printf '\n== %s\n' "$*"; }
# Prints a command line as typed and runs it, without the caller's settings.
unset "${!IDIOM_@}"
run() {
  printf '\n$ %s\n' "$1"
  eval "$1" 2>&1
}

title "Which loops cost more than they have to? idiom scan searches a project; here, a plain product of matrices"
run "cat examples/multiply.c"
run "$idiom scan --report $out/reports examples/multiply.c"
title "One setting, and the loops become a call of a BLAS, if tests hold that the program runs once before them"
if compgen -G '/usr/lib/*/libopenblas.so' >/dev/null; then
  run "$clang -O2 -ffast-math examples/multiply.c examples/multiply_main.c -o $out/loops && $out/loops 512"
  run "IDIOM_APPLY=GemmByBlas $clang -O2 -ffast-math -fpass-plugin=$plugin -Rpass='^idiom' examples/multiply.c examples/multiply_main.c -o $out/calls -lopenblas && OPENBLAS_NUM_THREADS=1 $out/calls 512"
else
  # Without the library nothing can be linked: only the remark is shown.
  run "IDIOM_APPLY=GemmByBlas $clang -O2 -ffast-math -fpass-plugin=$plugin -Rpass='^idiom' -c examples/multiply.c -o $out/multiply.o"
fi
title "A rewrite of your own, which z3 has proven: instructions of a loop, by stock clang and with the rewrite"
run "cat examples/saturate_rows.c"
run "cat examples/saturate_rows.candl"
run "$clang -O2 -S examples/saturate_rows.c -o $out/stock.s; grep -cE '^.[a-z]' $out/stock.s"
run "IDIOM_APPLY=examples/saturate_rows.candl $clang -O2 -fpass-plugin=$plugin -Rpass='^idiom' -S examples/saturate_rows.c -o $out/rewritten.s; grep -cE '^.[a-z]' $out/rewritten.s"
run "sed -n '/paddusb/p' $out/rewritten.s"
title "A check of your own, with advice"
run "cat examples/multiply_add_chain.candl"
if [ -e "$demo_headers/llvm/Support/DJB.h" ]; then
  title "Found in a header of LLVM's, whose string hash a program inlines"
  run "cat examples/hash.cpp"
  run "$idiom scan --report $out/reports --spec examples/multiply_add_chain.candl examples/hash.cpp -- -I$demo_headers"
  title "What stock clang says of that loop"
  run "$clang -O2 -x c++ -I$demo_headers -Rpass-analysis=loop-vectorize -c examples/hash.cpp -o $out/hash.o"
else
  title "Left out: LLVM's headers are not in $demo_headers, and the example is a string hash in one of them"
fi
title "A loop nest, described: loops, conditions and accesses"
run "cat examples/blur.c"
run "$idiom find --idiom SCoP examples/blur.c -- -g"
title "On your own code"
printf '\n%s scan                                # in a folder with compile_commands.json, or: scan src -- -Iinclude\n' "$(realpath "$idiom")"
printf 'IDIOM_APPLY=mine.candl %s -O2 -fpass-plugin=%s -c x.c\n' "$clang" "$(realpath "$plugin")"
printf '%s find --idiom SCoP x.c -- -g\n' "$(realpath "$idiom")"
