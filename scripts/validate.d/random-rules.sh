#!/usr/bin/env bash
# Verdicts on random peephole rules, and their application, against an interpreter.
#
# usage: scripts/validate random-rules [VERSION] [COUNT] [SEED]
#
# Makes COUNT rules (200) at 2 and 3 bits and tries all inputs, poison and undef included. Needs z3 and
# build/llvm-VERSION.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} count=${2:-200} seed=${3:-7}
check_versions "$version"
need_program z3 z3
need_program python3 python3
need_plugin "$version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build=$ROOT/build/llvm-$version
VERBOSE=1 python3 lit/Inputs/random_rules.py "$build/idiom" "$(tool "$version" opt)" "$build/libidiom.so" "$folder" "$count" 2,3 "$seed"
