"""The rows of `scripts/measure calls`: for each function of an IR file its calls of a BLAS, or the first reason why a
nest is not replaced.

usage: calls.py IR RECORD
"""

import re
import sys


def calls_of(path):
    """The names of the called functions of a BLAS, by function, in the order of the file."""
    found, name = {}, None
    for line in open(path):
        if head := re.match(r"define .*@\"?([\w.$]+)\"?\(", line):
            name = head[1]
            found[name] = []
        elif line.startswith("}"):
            name = None
        elif name and (call := re.search(r"call [^@]*@cblas_(\w+)\(", line)):
            found[name].append(call[1])
    return found


def reasons_of(path):
    """The first reason of an optimisation record for each function: `Dgemm: … lacks reassoc`."""
    found = {}
    for part in open(path).read().split("--- !Missed\n")[1:]:
        name, function = (re.search(rf"^{key}: +(\S+)", part, re.M) for key in ("Name", "Function"))
        if not name or not function or not name[1].startswith("Idiom"):
            continue
        pieces = re.findall(r"^  - \w+: +('(?:[^']|'')*'|.*)$", part.split("\n...")[0], re.M)
        plain = lambda piece: piece[1:-1].replace("''", "'") if piece.startswith("'") else piece
        text = "".join(plain(piece) for piece in pieces)
        text = re.sub(r"^did not rewrite ", "", text).split(" (", 1)[0]
        found.setdefault(function[1], text)
    return found


def main():
    calls, reasons = calls_of(sys.argv[1]), reasons_of(sys.argv[2])
    print("| function | calls | the first reason |\n| --- | --- | --- |")
    for name, called in calls.items():
        told = ", ".join(f"`{call}`" for call in dict.fromkeys(called))
        reason = "" if called else reasons.get(name, "no rewrite describes it").replace("|", "\\|")
        print(f"| {name} | {told} | {reason} |")
    replaced = sum(bool(called) for called in calls.values())
    print(f"\n{replaced} of {len(calls)} functions have calls.")


main()
