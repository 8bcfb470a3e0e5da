#!/usr/bin/env bash
# Throughput of idiom.corpus on bitcode, by core.
#
# usage: scripts/measure corpus FOLDER [--group NAME | --idiom NAME]…
#
# Compiles the C sources below FOLDER with clang-19 -O2 and -I of every folder of headers, leaving out those
# that do not compile. Writes the modules into a Parquet file, runs idiom.corpus over it, and prints bytes and
# modules a second of processor time.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/corpus.sh
. "$ROOT/scripts/lib/corpus.sh"

[ $# != 0 ] || no_argument FOLDER
folder=$(realpath "$1")
shift
need_llvm 19 clang
need_corpus_python 19 >/dev/null
clang=$(tool 19 clang)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mapfile -t includes < <(find "$folder" -name '*.h' -printf '-I%h\n' | sort -u)
at=0 left_out=0
while read -r source; do
  name=$(realpath --relative-to="$folder" "$source")
  mkdir -p "$work/bitcode/$(dirname "$name")"
  if "$clang" -O2 -w "${includes[@]}" -emit-llvm -c "$source" -o "$work/bitcode/$name.bc" 2>/dev/null; then
    at=$((at + 1))
  else
    left_out=$((left_out + 1))
  fi
done < <(find "$folder" -name '*.c' | sort)
say "$at sources compiled, $left_out do not compile by themselves"
"$PYTHON_WITH_RAY" -B scripts/lib/measure_corpus.py "$work" "$@"
