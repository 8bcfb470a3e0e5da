#!/usr/bin/env bash
# Tries a built plugin in the clang and opt of its LLVM: scripts/smoke.sh VERSION
#
# It loads, finds, reports, rewrites, and refuses every other LLVM that is here, each in one line; the command
# reads a C file. scripts/build.sh VERSION builds what is tried. One line for each thing; the exit code is 1
# where one fails.
set -uo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$ROOT/scripts/smoke.sh" && exit ;; esac
version=${1:?a version of LLVM}
clang=$(tool "$version" clang) || fail "clang of LLVM $version is not there"
opt=$(tool "$version" opt) || fail "opt of LLVM $version is not there"
own=build/llvm-$version
[ -e "$own/libidiom.so" ] || fail "$own/libidiom.so is not there" "scripts/build.sh $version"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset "${!IDIOM_@}"

cat >"$folder/length.c" <<'C'
#include <math.h>
double length(double x) { return sqrt(x * x); }
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
C

failures=0
# `try WHAT COMMAND…`: what the command prints is shown where it fails.
try() {
  local what=$1
  shift
  if "$@" >"$folder/said" 2>&1; then say "LLVM $version: $what"; else
    failures=$((failures + 1))
    say "LLVM $version: FAILED: $what"
    cat "$folder/said"
  fi
}

# One line is due where the LLVM is newer than those that are tested, and none else.
loads() {
  local due=0
  if is_untested "$version"; then due=1; fi
  "$clang" -Os -ffast-math -fpass-plugin="$1" -c "$folder/length.c" -o "$folder/length.o" 2>"$folder/lines" || return 1
  cat "$folder/lines"
  [ "$(grep -c . "$folder/lines")" = $due ] && [ "$(grep -c "LLVM $version .*is untested" "$folder/lines")" = $due ]
}
reports() {
  "$clang" -Os -ffast-math -fpass-plugin="$own/libidiom.so" -Rpass='^idiom' -Rpass-analysis='^idiom' -c "$folder/length.c" \
    -o "$folder/length.o" 2>"$folder/lines" || return 1
  cat "$folder/lines"
  grep -q 'remark: rewrote SqrtOfSquare' "$folder/lines" && grep -q 'remark: found SCoP' "$folder/lines"
}
rewrites() {
  "$clang" -O1 -ffast-math -Xclang -disable-llvm-passes -emit-llvm -c "$folder/length.c" -o "$folder/length.bc" || return 1
  "$opt" -load-pass-plugin="$own/libidiom.so" -passes='function(sroa),function(idiom-sqrt-of-square)' -S "$folder/length.bc" \
    -o "$folder/length.ll" || return 1
  grep 'llvm.fabs.f64' "$folder/length.ll"
}
finds() {
  "$own/idiom" find "$folder/length.c" -- -Os -ffast-math >"$folder/lines" || return 1
  cat "$folder/lines"
  grep -q 'found SqrtOfSquare in length' "$folder/lines" && grep -q 'found SCoP in dot' "$folder/lines"
}
refuses() {
  local status=0
  "$2" -O1 -fpass-plugin="$1" -c "$folder/length.c" -o "$folder/other.o" 2>"$folder/lines" || status=$?
  cat "$folder/lines"
  # A host that a signal ends has another code.
  [ $status = 1 ] && [ "$(grep -c '^idiom: ' "$folder/lines")" = 1 ] \
    && ! grep -q 'undefined symbol\|cannot open shared object\|PLEASE submit' "$folder/lines"
}

try "clang loads the plugin" loads "$own/libidiom.so"
try "clang loads the plugin for all hosts" loads build/libidiom.so
try "clang prints remarks" reports
try "opt runs a rewrite" rewrites
try "idiom find reads a C file" finds
for other in $SUPPORTED $((${SUPPORTED##* } + 1)); do
  if [ "$other" != "$version" ] && host=$(tool "$other" clang); then
    try "the plugin refuses LLVM $other" refuses "$own/libidiom.so" "$host"
  fi
done
[ $failures = 0 ]
