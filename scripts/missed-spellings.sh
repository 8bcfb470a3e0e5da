#!/usr/bin/env bash
# Writes into docs/src/synthesis.md which spellings LLVM compiles to longer code than the best one of the same goal: those that
# `idiom synth --missed` finds by itself, the shortest of each goal. It takes minutes. Usage: scripts/missed-spellings.sh [PROCESSOR [IDIOM]]
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,3s/^# \{0,1\}//p' "$0" && exit ;; esac
cd "$(dirname "$0")/.."
processor=${1:-znver4}
goals=(andn btr blsr blsmsk rotate uadd_sat)
idiom=${2:-build/llvm-22/idiom}
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
"$idiom" synth --missed "-mcpu=$processor" --timeout 1 --format json "${goals[@]}" >"$answers" || [ $? = 1 ]
python3 - "$answers" "$processor" "${goals[@]}" <<'PYTHON'
import json, sys

SHOWN = 5
answers, processor, *goals = sys.argv[1:]
page, answer = "docs/src/synthesis.md", json.load(open(answers))["missed"]
cell = lambda text: "`" + text.replace("|", "\\|") + "`"
table = [f"Of {len(goals)} goals, for {processor}, by LLVM {answer[0]['llvm']}; of each the {SHOWN} shortest:", "",
         "| goal | missed | instructions | best | instructions | missed in all | of |", "| --- | --- | --- | --- | --- | --- | --- |"]
for goal in answer:
    best, missed = goal["best"], sorted(goal["missed"], key=lambda one: len(one["text"]))
    total = sum(one["spellings"] for one in missed)
    for one in missed[:SHOWN]:
        row = goal["goal"], cell(one["text"]), len(one["code"]), cell(best["text"]), len(best["code"]), total, goal["spellings"]
        table.append("| " + " | ".join(map(str, row)) + " |")
none = [goal["goal"] for goal in answer if not goal["missed"]]
table += ["", f"None of {', '.join(none)}."] if none else []
old = open(page).read()
begin, end = (old.index(mark) for mark in ("<!-- missed -->", "<!-- end -->"))
new = old[:begin] + "<!-- missed -->\n" + "\n".join(table) + "\n" + old[end:]
open(page, "w").write(new)
PYTHON
