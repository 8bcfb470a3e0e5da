#!/usr/bin/env python3
"""Holds findings against the names of functions: `found_in.py [--none-must] FINDINGS SOURCE`.

A function `bad_KIND_…` must have a finding of its kind, and a comment `// also A, …` before it may name
others; no other function has one.
With --none-must a finding may be missing, since the optimiser has mended what was bad.
"""

import re
import sys
from collections import defaultdict

KINDS = {
    "leak": "Leak",
    "use": "UseAfterFree",
    "double": "DoubleFree",
    "lock": "LockWithoutUnlock",
    "file": "FileWithoutClose",
    "dead": "DeadStore",
    "redundant": "RedundantLoad",
    "forward": "ForwardableStore",
    "hoist": "UnhoistedLoad",
    "uninit": "UninitialisedRead",
    "arms": "ExpressionInBothArms",
    "length": "LengthInLoop",
    "register": "RegisterCandidate",
    "gathered": "GatheredSum",
    "histogram": "IndexedUpdate",
}


def main():
    none_must = sys.argv[1] == "--none-must"
    findings, source = (open(name).read() for name in sys.argv[1 + none_must :])
    found = defaultdict(set)
    for idiom, function in re.findall(r"found (\w+) in (\w+)", findings):
        found[function].add(idiom)
    wanted, allowed, also = {}, {}, set()
    for line in source.splitlines():
        comment = re.match(r"// also (.*)", line)
        function = re.match(r"[a-z][\w *]*?\b((?:bad|good)_([a-z]+)\w*)\(", line)
        if comment:
            also = {word for word in KINDS.values() if word in comment[1]}
        elif function:
            name, kind = function.groups()
            wanted[name] = {KINDS[kind]} if name.startswith("bad_") else set()
            allowed[name], also = wanted[name] | also, set()
    if none_must:
        wanted = {name: set() for name in wanted}
    wrong = [
        f"{name}: missing {sorted(wanted[name] - found[name])}, too many {sorted(found[name] - allowed[name])}"
        for name in wanted
        if wanted[name] - found[name] or found[name] - allowed[name]
    ]
    wrong += [f"{name}: not among the functions" for name in found if name not in wanted]
    print("\n".join(wrong) or f"{len(wanted)} functions as their names say")
    sys.exit(bool(wrong) or not wanted)


main()
