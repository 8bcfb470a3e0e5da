#!/usr/bin/env bash
# Translation validation of peephole rules and declared rewrites.
#
# usage: scripts/validate rules [VERSION] [COUNT] [RULES:RULES…] [SOURCE…]
#
# Takes COUNT programs of csmith (20) and the named sources in C or IR, and applies the rules:
# lit/Inputs/frequent.opt and idioms/rules/missed.opt, or the given files, of which those in .candl declare
# rewrites. z3 compares every expression that differs before and after, through the encoding of
# lit/Inputs/validate.py. Rules are applied without proof, so that wrong ones show here; those that
# $IDIOM_RULES_PROOFS has as refuted are left out. Rewrites are proven first. Needs csmith, z3 and
# build/llvm-VERSION.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} count=${2:-20}
rules=${3:-$ROOT/lit/Inputs/frequent.opt:$ROOT/idioms/rules/missed.opt}
shift $(($# < 3 ? $# : 3))
check_versions "$version"
need_program csmith csmith
need_program z3 z3
need_program python3 python3
need_plugin "$version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 lit/Inputs/validate_applied.py "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version/libidiom.so" \
  "$ROOT/build/llvm-$version/idiom" z3 "$folder" "$rules" "$count" "$@"
