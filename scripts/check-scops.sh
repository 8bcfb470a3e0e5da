#!/usr/bin/env bash
# Descriptions of static control parts against execution: scripts/check-scops.sh [-n NESTS] [FOLDER] [VERSION…] [-- CLANG FLAGS]
#
# Checks NESTS random loop nests (default 400), and each function of the C files below FOLDER, at four levels of optimisation on each LLVM (16, 19 and 22
# when none is named): the code is interpreted, and its accesses are those of the description, in order. With islpy the dependences that isl computes
# from the JSCoP and the OpenScop of each part are those of short runs. PolyBench wants `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$ROOT/scripts/check-scops.sh" && exit ;; esac
nests=400
if [ "${1:-}" = -n ]; then nests=${2:?-n wants a number} && shift 2; fi
folder='' versions=()
while [ $# != 0 ] && [ "$1" != -- ]; do
  case $1 in [0-9]*) versions+=("$1") ;; *) folder=$(cd "$here" && realpath "$1") ;; esac
  shift
done
[ $# = 0 ] || shift
[ ${#versions[@]} != 0 ] || versions=(16 19 22)
check_versions "${versions[@]}"
need_cargo
need_compiler
need_llvm "${versions[*]}" headers clang
want_islpy

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for version in "${AVAILABLE[@]}"; do
  if [ -n "$folder" ]; then
    rm -rf "$work/corpus" && mkdir "$work/corpus"
    # Each file stands alone in one folder, by a name of its path.
    while IFS= read -r source; do
      name=${source#"$folder"/}
      if ! "$(tool "$version" clang)" -E -P -w -I "$(dirname "$source")" "$@" "$source" -o "$work/corpus/${name//\//__}" \
        || ! "$(tool "$version" clang)" -fsyntax-only -w "$work/corpus/${name//\//__}" 2>/dev/null; then
        say "$name does not compile" && rm -f "$work/corpus/${name//\//__}"
      fi
    done < <(find "$folder" -name '*.c' | sort)
    export IDIOM_CORPUS=$work/corpus
  fi
  say "== LLVM $version"
  IDIOM_NESTS=$nests cargo test --quiet --locked --no-default-features --target-dir build/cargo/test --features "$(feature_of "$version")" \
    --test static_parts -- --nocapture --test-threads 1 descriptions_hold || status=1
done
exit $status
