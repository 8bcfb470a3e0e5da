#!/usr/bin/env bash
# Generates the tree-sitter parser of editors/tree-sitter-candl/ into build/, and compares it with idiom's
# parser: every specification file in the repository that `idiom fmt` can read must have a tree without
# errors. The reverse is not required.
#
# usage: scripts/tree-sitter.sh
#
# Needs node, a C compiler, build/llvm-19/idiom (scripts/build.sh 19) and tree-sitter's CLI. Without one in
# PATH, cargo builds it into build/tree-sitter, which takes some minutes.
set -euo pipefail
ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
idiom=build/llvm-19/idiom
[ -x "$idiom" ] || { echo "error: $idiom is missing: scripts/build.sh 19 makes it" >&2; exit 2; }
tool=$(command -v tree-sitter || true)
if [ -z "$tool" ]; then
  tool=$ROOT/build/tree-sitter/bin/tree-sitter
  [ -x "$tool" ] || cargo install --quiet --locked --no-default-features --root build/tree-sitter tree-sitter-cli@0.25.10
fi
made=$ROOT/build/editors/tree-sitter-candl
mkdir -p "$made"
cp -R editors/tree-sitter-candl/. "$made"
(cd "$made" && "$tool" generate)
parses() { (cd "$made" && "$tool" parse --quiet "$1") >/dev/null 2>&1; }
printf 'Constraint A ( opcode{x} = add End\n' >"$made/bad.candl"
if parses "$made/bad.candl"; then echo "error: a file with a mistake has a tree without errors" >&2; exit 1; fi
read_by_both=0 wrong=0
while IFS= read -r file; do
  "$idiom" fmt - <"$file" >/dev/null 2>&1 || continue
  if parses "$ROOT/$file"; then
    read_by_both=$((read_by_both + 1))
  else
    echo "$file: tree-sitter cannot read it"
    wrong=$((wrong + 1))
  fi
done < <(git ls-files '*.candl')
echo "$read_by_both files read by both, $wrong by idiom alone"
[ $wrong = 0 ] && [ $read_by_both -gt 35 ]
