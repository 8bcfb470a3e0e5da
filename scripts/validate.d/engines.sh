#!/usr/bin/env bash
# Engines that match peephole rules against the linear scan, in release builds.
#
# usage: scripts/validate engines [VERSION] [COUNT] [RULES…]
#
# The code is COUNT programs of csmith (20), at -O0 with SROA and at -O2, and the modules of test-ir/extract.
# At each instruction the decision DAG, the DAG of a built set and the tables must find the same rules as the
# scan, in the same order; the top-down automaton must find no others. RULES are those of the project unless
# files are named, and those of Alive if IDIOM_RULES_CORPUS names a folder with its repository. Needs csmith;
# builds the bench `rules`.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} count=${2:-20}
shift $(($# < 2 ? $# : 2))
rules=("$@")
if [ ${#rules[@]} -eq 0 ]; then
  rules=(idioms/rules/missed.opt lit/Inputs/frequent.opt)
  [ -z "${IDIOM_RULES_CORPUS:-}" ] || rules=("$IDIOM_RULES_CORPUS/llvm-pass/suite.opt")
fi
check_versions "$version"
need_cargo
need_compiler
need_program csmith csmith
need_llvm "$version" headers clang
bench=${IDIOM_BENCH:-$(built_bench rules "$version")}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
include=$(dirname "$(find /usr/include -name csmith.h -print -quit)")
clang=$(tool "$version" clang) opt=$(tool "$version" opt)
for seed in $(seq "$count"); do
  (cd "$folder" && csmith --seed "$seed" --max-funcs 6 > "$seed.c")
  "$clang" -O2 -w -I"$include" -emit-llvm -c "$folder/$seed.c" -o "$folder/$seed.O2.bc"
  "$clang" -O1 -w -I"$include" -Xclang -disable-llvm-passes -emit-llvm -c "$folder/$seed.c" -o "$folder/$seed.plain.bc"
  "$opt" -passes=sroa "$folder/$seed.plain.bc" -o "$folder/$seed.O0.bc"
  rm "$folder/$seed.plain.bc"
done
for module in test-ir/extract/*.ll; do
  # Older LLVMs do not read the bitcode of newer ones.
  "$opt" -passes=verify "$module" -o "$folder/$(basename "$module" .ll).bc" 2> /dev/null || true
done
"$bench" compare "${rules[@]}" -- "$folder"/*.bc
