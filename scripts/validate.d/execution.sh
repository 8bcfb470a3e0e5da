#!/usr/bin/env bash
# Outputs of csmith's programs, compiled with and without peephole rules.
#
# usage: scripts/validate execution [VERSION] [COUNT] [RULES:RULES…]
#
# COUNT programs (100) with lit/Inputs/frequent.opt and idioms/rules/missed.opt, or with the given files,
# which are applied without proof. Their outputs must be the same. Needs csmith and
# build/llvm-VERSION/libidiom.so.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} count=${2:-100}
rules=${3:-$ROOT/lit/Inputs/frequent.opt:$ROOT/idioms/rules/missed.opt}
check_versions "$version"
need_program csmith csmith
need_plugin "$version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
VERBOSE=1 python3 lit/Inputs/generated_rules.py "$(tool "$version" clang)" "$ROOT/build/llvm-$version/libidiom.so" "$rules" "$folder" "$count"
