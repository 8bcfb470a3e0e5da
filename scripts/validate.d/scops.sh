#!/usr/bin/env bash
# Descriptions of static control parts against execution.
#
# usage: scripts/validate scops [-n NESTS] [FOLDER] [VERSION…] [-- CLANG FLAGS]
#
# Interprets NESTS random loop nests (default 400), and each function of the C files below FOLDER, at four
# levels of optimisation on each LLVM (16, 19 and 22 when none is named), and compares its accesses with those
# of the description, in order. With islpy, it also compares the dependences that isl computes from the JSCoP
# and the OpenScop of each part with those of short runs. A FOLDER with utilities/polybench.h is taken for
# PolyBench: each kernel becomes a function of its own, without `main`, with the parameters of the run and
# with arrays that are large enough for them. The kernels are checked with arrays of constant and of
# parametric size.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"

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

# Macros that make PolyBench's kernels functions of their own, with arrays for the largest parameters of a
# run.
polybench=(-Dstatic= -DTSTEPS=5 -DTMAX=5)
for size in N M NI NJ NK NL NM NR NQ NP W H NX NY; do polybench+=("-D$size=14"); done

# corpus VERSION NAME FLAGS…: preprocesses the files of the folder into $work/NAME, each named after its path.
corpus() {
  local clang to=$work/$2 source name
  clang=$(tool "$1" clang)
  shift 2
  rm -rf "$to" && mkdir "$to"
  while IFS= read -r source; do
    name=${source#"$folder"/}
    if ! "$clang" -E -P -w -I "$(dirname "$source")" "$@" "$source" -o "$to/${name//\//__}" 2>"$work/said" \
      || ! "$clang" -fsyntax-only -w "$to/${name//\//__}" 2>"$work/said"; then
      say "$name does not compile" && rm -f "$to/${name//\//__}"
    elif [ -f "$folder/utilities/polybench.h" ]; then
      sed -i '/^int main(/,$d' "$to/${name//\//__}"
    fi
  done < <(find "$folder" -name '*.c' ! -path '*/utilities/*' | sort)
}

# check VERSION TEST SETTING…: runs one test of static_parts.
check() {
  local version=$1 test=$2
  shift 2
  env "$@" cargo test --quiet --locked --package idiom-llvm --no-default-features --target-dir build/cargo --features "$(feature_of "$version")" \
    --test static_parts -- --nocapture --test-threads 1 "$test" || status=1
}

for version in "${AVAILABLE[@]}"; do
  say "== LLVM $version"
  check "$version" descriptions_hold_of_what_clang
  [ "$nests" = 0 ] || check "$version" descriptions_hold_of_random_nests "IDIOM_NESTS=$nests"
  [ -n "$folder" ] || continue
  if [ -f "$folder/utilities/polybench.h" ]; then
    corpus "$version" constant -I "$folder/utilities" "${polybench[@]}" "$@"
    corpus "$version" parametric -I "$folder/utilities" "${polybench[@]}" -DPOLYBENCH_USE_C99_PROTO "$@"
    check "$version" descriptions_hold_of_a_corpus "IDIOM_CORPUS=$work/constant"
    check "$version" descriptions_hold_of_a_corpus "IDIOM_CORPUS=$work/parametric"
  else
    corpus "$version" corpus "$@"
    check "$version" descriptions_hold_of_a_corpus "IDIOM_CORPUS=$work/corpus"
  fi
done
exit $status
