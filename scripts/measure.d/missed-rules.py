#!/usr/bin/env python3
"""Gain of our own rules in x86-64 instructions: updates the table of docs/src/rules.md.

usage: scripts/measure missed-rules [--check]

Before: lit/Inputs/missed.ir by opt-22 -O2 and llc-22. After: the same, with the rules applied first by the
plugin in opt-19. `ret` is not counted. --check changes nothing, and fails if the table is out of date or if a
rule gains nothing. Needs build/llvm-19/libidiom.so.
"""

import re
import subprocess
import sys
from pathlib import Path

project = Path(__file__).resolve().parents[2]
rules, examples = project / "idioms/rules/missed.opt", project / "lit/Inputs/missed.ir"
page = project / "docs/src/rules.md"


def run(*words, text=None):
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout


def instructions(ir):
    """The number of instructions by function."""
    optimised = run("opt-22", "-passes=default<O2>", "-S", "-o", "-", text=ir)
    assembly = run("llc-22", "-O2", "-mtriple=x86_64-linux-gnu", "-o", "-", text=optimised)
    counts, name = {}, None
    for line in assembly.splitlines():
        label = re.match(r'^"?([^".\s#][^":]*)"?:', line)
        if label:
            name = label[1]
            counts[name] = 0
        elif name and re.match(r"^\t[a-z]", line) and not line.startswith("\tret"):
            counts[name] += 1
    return counts


ir = examples.read_text()
parameters = f"file={rules};unproven"
plugin = project / "build/llvm-19/libidiom.so"
rewritten = run(
    "opt-19", f"-load-pass-plugin={plugin}", f"-passes=idiom-rules<{parameters}>", "-S", "-o", "-", text=ir
)
before, after = instructions(ir), instructions(rewritten)

table = ["| rule | before | after |", "| --- | --- | --- |"]
useless = []
for name in re.findall(r"^Name: (.*)$", rules.read_text(), re.M):
    is_report = re.match(r"^(\d+)(.*)$", name)
    link = (
        f"[{is_report[1]}](https://github.com/llvm/llvm-project/issues/{is_report[1]}){is_report[2]}"
        if is_report
        else name
    )
    table.append(f"| {link} | {before[name]} | {after[name]} |")
    if after[name] >= before[name]:
        useless.append(f"{name}: {before[name]} instructions before, {after[name]} after")
text = page.read_text()
begin, end = "<!-- made by scripts/measure missed-rules -->\n", "<!-- end -->\n"
head, rest = text.split(begin)
made = head + begin + "\n".join(table) + "\n" + end + rest.split(end)[1]
if "--check" in sys.argv[1:]:
    problems = useless + ([] if made == text else [f"{page} has another table: run scripts/measure missed-rules"])
    print("\n".join(problems) or "the table is what is measured")
    sys.exit(bool(problems))
page.write_text(made)
print("\n".join(useless) or f"{len(table) - 2} rules, all of which gain")
