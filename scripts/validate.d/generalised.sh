#!/usr/bin/env bash
# Rules made of pairs of functions, applied to random instances, against an interpreter.
#
# usage: scripts/validate generalised [VERSION] [COUNT] [NAME…]
#
# Applies the rule of each pair of lit/Inputs/instances.ir, or of the pairs named, to COUNT (60) instances with
# random numbers, at 4 bits where widths are open. Needs z3 and build/llvm-VERSION.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} count=${2:-60}
shift $(($# < 2 ? $# : 2))
check_versions "$version"
need_program z3 z3
need_program python3 python3
need_plugin "$version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build=$ROOT/build/llvm-$version
VERBOSE=1 python3 lit/Inputs/generalised_instances.py "$build/idiom" "$(tool "$version" opt)" "$build/libidiom.so" "$folder" "$count" \
    lit/Inputs/instances.ir "$@"
