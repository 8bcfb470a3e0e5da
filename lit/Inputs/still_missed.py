"""Compares functions that were optimised with the targets of the rules of their names: still_missed.py
RULES.opt OPTIMISED.ll [rewritten]

A rule is missed where the function has more instructions than the target, or than the function `NAME better`
if there is one. Prints how many rules there are, or those
that are not missed any more, and those without a function. With the word `rewritten` it is the other way
round: every function has to be as
short as the target.
"""

import re
import sys

rules, optimised = (open(path).read() for path in sys.argv[1:3])

targets = {}
for rule in rules.split("Name: ")[1:]:
    name, _, body = rule.partition("\n")
    lines = [line.split(";")[0] for line in body.split("=>")[1].splitlines()]
    # A value by itself is no instruction.
    targets[name] = sum(bool(re.match(r"%\S+ = (?!true|false)[a-z]", line)) for line in lines)

functions = {}
for name, body in re.findall(r'^define .*?@"?([^"(]*)"?\(.*?\{\n(.*?)^\}', optimised, re.M | re.S):
    functions[name] = sum(
        line.startswith("  ") and not line.startswith("  ret") for line in body.splitlines()
    )

for name in targets:
    targets[name] = functions.get(f"{name} better", targets[name])

wrong = [f"{name}: no function" for name in targets if name not in functions]
wrong += [
    f"{name}: {functions[name]} instructions are left, the target has {count}: it is not missed any more"
    for name, count in targets.items()
    if name in functions and functions[name] <= count
]
if sys.argv[3:] == ["rewritten"]:
    wrong = [
        f"{name}: {functions[name]} instructions are left, the target has {count}"
        for name, count in targets.items()
        if functions[name] > count
    ]
    print("\n".join(wrong) or f"{len(targets)} rules, all applied")
else:
    print("\n".join(wrong) or f"{len(targets)} rules, all missed")
