#!/usr/bin/env python3
"""Descriptions of the tests' code by example, as a table.

usage: scripts/measure described [OPTION]… [FILE…]

Each FILE is a test of `lit/kernels` (default: all). Each function in it that has an idiom is
described by `idiom describe`, with the first flags of the file. A row for each idiom has the number
of functions that are described, the number of functions without the idiom that these descriptions
find, the number of other functions with the idiom that the description of the first one finds, by
default and with --loose, and the number of functions without the idiom that its loose description
finds.

  --build FOLDER  the folder with llvm-19/idiom and llvm-19/libidiom.so (default: build)
  --llvm N        the version whose build is used (default: 19)
  --jobs N        files at a time (default: 1)
  --list          print what is not described, and the near misses found, to stderr
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPECTED = re.compile(r"^\s*// (no )?idiom: (\w+)")
FLAGS = re.compile(r"^// flags: (.*)")
NAME = re.compile(r"(\w+)\s*\(")

Case = collections.namedtuple("Case", "name first last idiom positive")


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/measure described",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--llvm", type=int, default=19)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def cases(lines):
    """The functions below a comment with an expectation, with their lines."""
    found = []
    for at, line in enumerate(lines):
        expected = EXPECTED.match(line)
        if not expected or line[0].isspace():
            continue
        head = at + 1
        while head < len(lines) and (lines[head].startswith(("//", "template")) or not lines[head].strip()):
            head += 1
        end = head
        while end < len(lines) and not lines[end].startswith("}") and not lines[end].endswith("}"):
            end += 1
        name = NAME.search(" ".join(lines[head : head + 3]))
        if name and end < len(lines):
            found.append(Case(name[1], head + 1, end + 1, expected[2], not expected[1]))
    return found


class Tool:
    def __init__(self, arguments):
        folder = arguments.build / f"llvm-{arguments.llvm}"
        self.command = folder / "idiom"
        self.plugin = ["--plugin", str(folder / "libidiom.so")]

    def describe(self, file, flags, *more):
        """The descriptions of all functions of a file, by symbol."""
        command = [self.command, "describe", "--own-flags", *more, *self.plugin, file, "--", *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{file}: {done.stderr}")
        texts = collections.defaultdict(str)
        for text in re.split(r"\n(?=# The code of `)", done.stdout):
            if symbol := re.match(r"# The code of `(.*?)` in", text):
                texts[symbol[1]] += text + "\n"
        return texts

    def found(self, file, texts, flags):
        """By the text's number, the functions of the file in which all its specifications are found."""
        with tempfile.TemporaryDirectory() as folder:
            spec = pathlib.Path(folder) / "described.candl"
            spec.write_text("\n".join(texts))
            command = [self.command, "find", "--format", "json", "--spec", spec, *self.plugin, file, "--", *flags]
            done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{file}: {done.stderr}")
        where = collections.defaultdict(set)
        for finding in json.loads(done.stdout)["findings"]:
            if finding["outcome"] == "found":
                where[finding["idiom"]].add(finding["function"])
        return [
            set.intersection(*(where[name] for name in re.findall(r"^Constraint (\w+)", text, re.M)))
            for text in texts
        ]


def is_function(symbol, name):
    return symbol == name or f"{len(name)}{name}" in symbol


def measured(tool, file, listed):
    lines = file.read_text().splitlines()
    flags = next((match[1] for line in lines if (match := FLAGS.match(line))), "").split()
    everything = cases(lines)
    rows = []
    texts, loose_texts = tool.describe(file, flags), tool.describe(file, flags, "--loose", "--name", "Loose")

    def of(case, texts):
        return next((text for symbol, text in texts.items() if is_function(symbol, case.name)), None)

    for idiom in dict.fromkeys(case.idiom for case in everything):
        positives = [case for case in everything if case.idiom == idiom and case.positive]
        negatives = [case for case in everything if case.idiom == idiom and not case.positive]
        described = []
        for case in positives:
            if text := of(case, texts):
                described.append((case, text))
            elif listed:
                print(f"{file.name}:{case.first}: {case.name} is not described", file=sys.stderr)
        if not positives:
            continue
        row = {"idiom": idiom, "positives": len(positives), "described": len(described)}
        row |= {"others": 0, "default": 0, "loose": 0, "negatives": len(negatives), "missed": 0, "loosely": 0}
        if described:
            found = tool.found(file, [text for _, text in described], flags)

            def among(symbols, those):
                return [case for case in those if any(is_function(symbol, case.name) for symbol in symbols)]

            first = described[0][0]
            others = [case for case in positives if case is not first]
            loose = of(first, loose_texts)
            row["others"] = len(others)
            row["default"] = len(among(found[0], others))
            loosely = tool.found(file, [loose], flags)[0] if loose else set()
            row["loose"] = len(among(loosely, others))
            row["loosely"] = len(among(loosely, negatives))
            near = {case for symbols in found for case in among(symbols, negatives)}
            row["missed"] = len(near)
            if listed:
                for case in sorted(near):
                    print(f"{file.name}:{case.first}: {case.name} is found, without {idiom}", file=sys.stderr)
        rows.append(row)
    return rows


def main():
    arguments = options()
    files = arguments.files or sorted((ROOT / "lit/kernels").glob("*.c*"))
    tool = Tool(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda file: measured(tool, file, arguments.list), files)
        rows = collections.defaultdict(collections.Counter)
        for row in (row for of_file in results for row in of_file):
            rows[row.pop("idiom")].update(row)
    print("| idiom | described | near misses found | others found by the first | with `--loose` | near misses found |")
    print("| --- | --- | --- | --- | --- | --- |")
    total = collections.Counter()
    for idiom, row in sorted(rows.items()):
        total.update(row)
        print(line(idiom, row))
    print(line("all", total))


def line(name, row):
    shown = f"`{name}`" if name != "all" else name
    return (
        f"| {shown} | {row['described']} of {row['positives']} | {row['missed']} of {row['negatives']} "
        f"| {row['default']} of {row['others']} | {row['loose']} of {row['others']} "
        f"| {row['loosely']} of {row['negatives']} |"
    )


if __name__ == "__main__":
    main()
