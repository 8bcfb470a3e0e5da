#!/usr/bin/env python3
"""Lines of idioms' descriptions beside those of C++ functions of LLVM for them.

usage: scripts/compare lines SOURCES

SOURCES is a checkout of llvm-project. A line counts when it holds code: no comment, not blank, not
`Constraint` or `End`. With a description, its building blocks are counted: those that it includes, directly
or through others, and the one for reductions if it has any. Prints the table of docs/src/cookbook.md.
"""

import argparse
import glob
import os
import pathlib
import re
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]

# Recognisers in LLVM by idiom: a file below llvm-project, and functions in it.
COUNTERPARTS = [
    ("ArraySum", "llvm/lib/Analysis/IVDescriptors.cpp", ["RecurrenceDescriptor::AddReductionVar"]),
    (
        "Extremum",
        "llvm/lib/Analysis/IVDescriptors.cpp",
        ["RecurrenceDescriptor::AddReductionVar", "RecurrenceDescriptor::isMinMaxPattern"],
    ),
    (
        "Clamp",
        "llvm/lib/Analysis/ValueTracking.cpp",
        ["matchFastFloatClamp", "matchClamp", "matchMinMaxOfMinMax", "matchMinMax"],
    ),
    (
        "Fill",
        "llvm/lib/Transforms/Scalar/LoopIdiomRecognize.cpp",
        ["LoopIdiomRecognize::isLegalStore", "LoopIdiomRecognize::processLoopStridedStore"],
    ),
    (
        "Copy",
        "llvm/lib/Transforms/Scalar/LoopIdiomRecognize.cpp",
        ["LoopIdiomRecognize::isLegalStore", "LoopIdiomRecognize::processLoopStoreOfLoopLoad"],
    ),
    (
        "PopulationCount",
        "llvm/lib/Transforms/Scalar/LoopIdiomRecognize.cpp",
        ["detectPopcountIdiom", "LoopIdiomRecognize::recognizePopcount"],
    ),
    ("SaturatingAdd", "llvm/lib/Transforms/InstCombine/InstCombineSelect.cpp", ["canonicalizeSaturatedAdd"]),
    (
        "MatrixProduct",
        "polly/lib/Transform/MatmulOptimizer.cpp",
        [
            "isMatMulOperandAcc",
            "isMatMulNonScalarReadAccess",
            "containsOnlyMatrMultAcc",
            "containsOnlyMatMulDep",
            "containsMatrMult",
            "isMatrMultPattern",
        ],
    ),
]


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def code_lines(text):
    return sum(1 for line in text.splitlines() if line.strip())


def function_lines(text, name):
    """Number of code lines in all definitions of that name, from the name to the closing brace of the
    body."""
    total = 0
    for match in re.finditer(rf"(?<![\w:]){re.escape(name)}\(", text):
        depth, at = 0, match.end() - 1
        while True:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
            if depth == 0:
                break
        behind = re.match(r"\s*(const)?\s*\{", text[at:])
        if not behind or "=" in text[text.rfind("\n", 0, match.start()) : match.start()]:
            continue
        at += behind.end()
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        total += code_lines(text[text.rfind("\n", 0, match.start()) : at])
    if total == 0:
        sys.exit(f"{name} is defined nowhere")
    return total


def specifications():
    found = {}
    for path in glob.glob(os.path.join(PROJECT, "idioms", "**", "*.candl"), recursive=True):
        with open(path) as file:
            text = re.sub(r"#[^\n]*", "", file.read())
        for name, body in re.findall(r"^Constraint (\w+)$(.*?)^End$", text, flags=re.M | re.S):
            found[name] = body
    return found


def with_blocks(name, all_specifications):
    waiting, seen = [name], []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.append(name)
        body = all_specifications[name]
        waiting += re.findall(r"include (\w+)", body)
        if re.search(r"(\+|-|max|min)= ", body):
            waiting.append("Reduction")
    return seen


def main():
    parser = argparse.ArgumentParser(prog="scripts/compare lines", description=__doc__.splitlines()[0])
    parser.add_argument("sources", metavar="SOURCES")
    sources = parser.parse_args().sources
    everything = specifications()
    print("| idiom | description | with building blocks | in LLVM | functions |")
    print("| --- | --: | --: | --: | --- |")
    for name, path, functions in COUNTERPARTS:
        with open(os.path.join(sources, path)) as file:
            text = without_comments(file.read())
        theirs = sum(function_lines(text, function) for function in functions)
        ours = code_lines(everything[name])
        blocks = sum(code_lines(everything[block]) for block in with_blocks(name, everything))
        listed = ", ".join(f"`{function.split('::')[-1]}`" for function in functions)
        print(f"| `{name}` | {ours} | {blocks} | {theirs} | {listed} in `{path.split('/', 1)[1]}` |")


main()
