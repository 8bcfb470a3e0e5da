#!/usr/bin/env bash
# Functions before and after a pass, as pairs for a translation validator.
#
# usage: scripts/validate pairs PASS DIR OUT [VERSION]
#
# Runs PASS (idiom-normalize, idiom-flatten-gep, …) with the plugin of LLVM VERSION (default 19) on every .ll
# file in DIR. For each function that PASS changes it writes OUT/FILE.FUNCTION.src.ll and
# OUT/FILE.FUNCTION.tgt.ll: the function before and after, each a module with the declarations and types it
# needs. Prints the number of pairs.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"

[ $# -ge 3 ] || no_argument "one of PASS, DIR and OUT"
pass=$1 dir=$2 out=$3 version=${4:-19}
plugin=$(built_plugin "$version")
bindir=$("llvm-config-$version" --bindir)
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The names of the functions with a body, one a line.
functions() { "$bindir/llvm-nm" --defined-only --format=just-symbols "$1" 2>/dev/null || true; }

pairs=0 files=0
for file in "$dir"/*.ll; do
  [ -f "$file" ] || continue
  # Both sides are printed by the same program, so that only the pass makes a difference.
  "$bindir/opt" -passes=verify -o "$work/src.bc" "$file" || continue
  "$bindir/opt" -load-pass-plugin="$plugin" -passes="$pass" -o "$work/tgt.bc" "$work/src.bc"
  files=$((files + 1)) number=0
  while IFS= read -r function; do
    [ -n "$function" ] || continue
    for side in src tgt; do
      "$bindir/llvm-extract" -S --func="$function" "$work/$side.bc" -o "$work/$side.ll" 2>/dev/null || continue 2
      sed -i -e '/^; ModuleID/d' -e '/^source_filename/d' "$work/$side.ll"
    done
    cmp -s "$work/src.ll" "$work/tgt.ll" && continue
    number=$((number + 1)) pairs=$((pairs + 1))
    # Symbols can hold anything: other characters than letters, digits and dots become underscores, and a
    # number keeps the names distinct.
    name=$(basename "$file" .ll).$number.${function//[^A-Za-z0-9._]/_}
    mv "$work/src.ll" "$out/${name:0:150}.src.ll"
    mv "$work/tgt.ll" "$out/${name:0:150}.tgt.ll"
  done < <(functions "$work/src.bc")
done
echo "$pairs pairs from $files files in $out"
