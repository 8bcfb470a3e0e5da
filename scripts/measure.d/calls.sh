#!/usr/bin/env bash
# Calls of a BLAS in the place of loops, for each function of C files.
#
# usage: scripts/measure calls [--llvm VERSION] FILE… [-- CLANG FLAGS]
#
# Compiles each file by clang -O2 -ffast-math with all built-in sets that call a BLAS, and prints a row for
# each function: the calls, or the first reason why a nest that a rewrite describes is not replaced. A
# function without either has no nest that a rewrite describes. Without files, lit/nests/Inputs/forms.c is
# taken, as for the table of docs/src/evidence.md. The plugin is build/llvm-VERSION/libidiom.so, which
# scripts/build.sh makes.
set -euo pipefail
here=$(pwd)
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
version=19 files=() flags=()
while [ $# -gt 0 ]; do
    case $1 in
    --llvm) version=$2 && shift 2 ;;
    --) shift && flags=("$@") && break ;;
    *) files+=("$(realpath -s "$here/$1" 2>/dev/null || realpath -s "$1")") && shift ;;
    esac
done
[ ${#files[@]} -gt 0 ] || files=(lit/nests/Inputs/forms.c)
need_llvm "$version" clang
plugin=$(built_plugin "$version")
clang=$(tool "$version" clang)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset "${!IDIOM_@}"
sets=$(cd idioms/rewrites && printf '%s,' *ByBlas.candl)
sets=${sets//.candl/}
for file in "${files[@]}"; do
    IDIOM_WARN=0 IDIOM_APPLY=${sets%,} "$clang" -O2 -ffast-math -w -S -emit-llvm "${flags[@]}" "-fpass-plugin=$plugin" \
        -fsave-optimization-record "-foptimization-record-file=$work/record.yaml" "$file" -o "$work/out.ll"
    python3 scripts/lib/calls.py "$work/out.ll" "$work/record.yaml"
done
