#!/usr/bin/env bash
# Spellings that LLVM misses: updates the table of docs/src/synthesis.md.
#
# usage: scripts/measure missed-spellings [PROCESSOR]
#
# A missed spelling compiles to longer code than the best one of the same goal. `idiom synth --missed` finds
# them among minimal patterns, for each LLVM that is built.
set -euo pipefail
cd "$(dirname "$0")/../.."
processor=${1:-znver4}
goals=(inc dec andn btc btr bts blsi blsr blsmsk tzmsk t1mskc blsfill blsic blcfill blci blcic blcmsk blcs
    abs rotate umin umax smin smax uadd_sat usub_sat)
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
for idiom in build/llvm-*/idiom; do
    "$idiom" synth --missed --beyond 0 --without wide "-mcpu=$processor" --format json "${goals[@]}" || [ $? = 1 ]
done >"$answers"
python3 - "$answers" "$processor" "${goals[@]}" <<'PYTHON'
import json, sys

answers, processor, *goals = sys.argv[1:]
page, decoder, text, rows = "docs/src/synthesis.md", json.JSONDecoder(), open(answers).read().strip(), {}
versions = []
while text:
    answer, end = decoder.raw_decode(text)
    text = text[end:].strip()
    for goal in answer["missed"]:
        if goal["llvm"] not in versions:
            versions.append(goal["llvm"])
        best = goal["best"]
        for spelling in goal["missed"]:
            key = goal["goal"], spelling["text"], len(spelling["code"]), best["text"], len(best["code"])
            rows.setdefault(key, []).append(goal["llvm"])
cell = lambda text: "`" + text.replace("|", "\\|") + "`"
by_all = " and ".join(versions)
table = [f"Of {len(goals)} goals, for {processor}, by LLVM {by_all}:", "",
         "| goal | missed | instructions | best | instructions | LLVM |", "| --- | --- | --- | --- | --- | --- |"]
for (goal, missed, longer, best, shorter), by in rows.items():
    by = ", ".join(by)
    table.append(f"| {goal} | {cell(missed)} | {longer} | {cell(best)} | {shorter} | {by} |")
old = open(page).read()
begin, end = (old.index(mark) for mark in ("<!-- missed -->", "<!-- end -->"))
new = old[:begin] + "<!-- missed -->\n" + "\n".join(table) + "\n" + old[end:]
open(page, "w").write(new)
PYTHON
