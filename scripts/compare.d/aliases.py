#!/usr/bin/env python3
"""Precision of `not {a} may alias {b}` beside that of LLVM's alias analyses.

usage: scripts/compare aliases [--level -O1] [--aa basic-aa,scoped-noalias-aa,tbaa] [--clang clang-19]
                               [--opt opt-19] [--idiom build/llvm-19/idiom] [--flag=FLAG]… [--losses N]
                               [--equal] [-I DIR]… FOLDER|FILE…

Compiles each C file of the folders on its own, and asks both `opt -aa-pipeline=… -passes=aa-eval` and the
command about all pairs of a load and a store, or of two stores, in one function. Prints a table with a row
for each folder, and up to N of the pairs that LLVM alone proves disjoint. Fails where the command finds a
pair disjoint that LLVM knows to be equal; with --equal, where only one of the two finds a pair disjoint.
Stores with the same text in one function cannot be told apart by it and are left out on both sides.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SPECIFICATION = """
Constraint Apart
( opcode{a} ∈ {load, store}
∧ opcode{b} = store
∧ {a} != {b}
∧ not {a} may alias {b})
End
"""


def run(*words, **options):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, **options)


def short(text):
    """An instruction as the command spells it: a load by its result, a store without alignment and
    metadata."""
    text = text.strip()
    result = re.match(r"(%\S+) = load ", text)
    if result:
        return None if " volatile " in text or " atomic " in text else result[1]
    if re.match(r"store (volatile|atomic)", text):
        return None
    return re.sub(r", align \d+.*$|, ![a-z.]+ .*$", "", text)


def duplicates(ir):
    """By function, the stores whose text occurs more than once."""
    found, name = {}, None
    for line in ir.splitlines():
        define = re.match(r"define .*?@\"?([\w.$]+)\"?\(", line)
        if define:
            name, found[define[1]] = define[1], Counter()
        elif name and line.strip().startswith("store "):
            found[name][short(line)] += 1
    return {name: {text for text, count in counts.items() if count > 1} for name, counts in found.items()}


def of_llvm(options, path):
    """Pairs by function, with LLVM's answer."""
    said = run(
        options.opt,
        f"-aa-pipeline={options.aa}",
        "-passes=aa-eval",
        "-evaluate-aa-metadata",
        "-print-all-alias-modref-info",
        "-disable-output",
        path,
    ).stderr
    pairs, name = {}, None
    for line in said.splitlines():
        function = re.match(r"Function: (\S+): ", line)
        if function:
            name = function[1]
        answer = re.match(r"  (NoAlias|MayAlias|PartialAlias|MustAlias)(?: \(.*?\))?:\s+(.*) <-> (.*)$", line)
        if answer and name and "Ptr:" not in line:
            a, b = short(answer[2]), short(answer[3])
            if a and b:
                pairs[name, frozenset((a, b))] = answer[1]
    return pairs


def of_ours(idiom, path):
    """The disjoint pairs, and the functions in which the search was cut short."""
    with tempfile.NamedTemporaryFile("w", suffix=".candl") as file:
        file.write(SPECIFICATION)
        file.flush()
        said = run(
            idiom,
            "find",
            "--spec",
            file.name,
            "--idiom",
            "Apart",
            "--format",
            "json",
            "--budget",
            10**9,
            "--findings",
            10**6,
            path,
        )
    report = json.loads(said.stdout)
    apart, cut = set(), set()
    for finding in report["findings"]:
        values = [short(v["value"]) for v in finding["variables"] if v["value"]]
        if len(values) == 2:
            apart.add((finding["function"], frozenset(values)))
        else:
            cut.add(finding["function"])
    return apart, cut


def measured(folder, options, folder_of_ir):
    counts, losses, gains, wrong = Counter(), [], [], []
    for source in sorted(Path(folder).rglob("*.c")) if Path(folder).is_dir() else [Path(folder)]:
        ir = folder_of_ir / "x.ll"
        include = [f"-I{d}" for d in [source.parent, *options.include]]
        if run(
            options.clang,
            options.level,
            "-w",
            *include,
            "-S",
            "-emit-llvm",
            "-fno-vectorize",
            "-fno-slp-vectorize",
            "-fno-unroll-loops",
            *options.flag,
            "-o",
            ir,
            source,
        ).returncode:
            counts["left out"] += 1
            continue
        counts["files"] += 1
        twice, llvm = duplicates(ir.read_text()), of_llvm(options, ir)
        ours, cut = of_ours(options.idiom, ir)
        for (function, pair), answer in llvm.items():
            if function in cut:
                counts["cut short"] += 1
                continue
            if pair & twice.get(function, set()) or len(pair) < 2:
                continue
            is_apart = (function, pair) in ours
            counts["pairs"] += 1
            counts["llvm"] += answer == "NoAlias"
            counts["ours"] += is_apart
            counts["both"] += is_apart and answer == "NoAlias"
            if answer == "NoAlias" and not is_apart:
                losses.append((source, function, sorted(pair)))
            if answer != "NoAlias" and is_apart:
                gains.append((source, function, sorted(pair)))
            if answer in ("MustAlias", "PartialAlias") and is_apart:
                wrong.append((source, function, sorted(pair), answer))
    return counts, losses, gains, wrong


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/compare aliases",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--level", default="-O1")
    parser.add_argument("--idiom", default="build/llvm-19/idiom")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--opt", default="opt-19")
    parser.add_argument("--aa", default="basic-aa,scoped-noalias-aa,tbaa")
    parser.add_argument("--equal", action="store_true")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--losses", type=int, default=20)
    parser.add_argument("-I", dest="include", action="append", default=[])
    options = parser.parse_args()
    print("| corpus | files | pairs | LLVM | ours | both | ours alone | LLVM alone |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    failed = False
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as ir:
            counts, losses, gains, wrong = measured(folder, options, Path(ir))
        pairs = max(counts["pairs"], 1)
        share = lambda key: f"{counts[key]} ({100 * counts[key] / pairs:.1f} %)"
        print(
            f"| {Path(folder).name} | {counts['files']} | {counts['pairs']} | {share('llvm')} | {share('ours')} | "
            f"{counts['both']} | {counts['ours'] - counts['both']} | {counts['llvm'] - counts['both']} |",
            flush=True,
        )
        for why in ("left out", "cut short"):
            if counts[why]:
                print(
                    f"{folder}: {counts[why]} {'files' if why == 'left out' else 'pairs'} {why}",
                    file=sys.stderr,
                )
        for source, function, pair in losses[: options.losses]:
            print(f"loss: {source}: {function}: {' / '.join(pair)}", file=sys.stderr)
        for source, function, pair, answer in wrong:
            print(f"WRONG: {source}: {function}: {' / '.join(pair)} is {answer}", file=sys.stderr)
            failed = True
        if options.equal:
            for source, function, pair in gains:
                print(f"gain: {source}: {function}: {' / '.join(pair)}", file=sys.stderr)
            failed |= bool(losses or gains) or not counts["both"]
    sys.exit(failed)


main()
