#!/usr/bin/env python3
"""Counts of idioms in programs, as a table.

usage: scripts/measure idioms [OPTION]… FOLDER… [-- CLANG FLAG…]

Each FOLDER is a program. Its C and C++ files are compiled one by one, each in the folder that it lies in, and
searched by the `idiom` command beside the plugin. A place in the source counts once for each idiom, however
many functions it was inlined into. Files that do not compile are named, as are searches that exceeded their
budget.

  --idiom NAME    look for this one; may be repeated (default: those of the published table for NAS)
  --spec FILE     a file of specifications; may be repeated
  --llvm N        the version whose build is used (default: 19)
  --list          print each place as well
  --places        print each place as well, with its line of the source, as Markdown by program, idiom and
                  file
  --timeout S     seconds for a file (default: 600)
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLISHED = [
    "ScalarReduction",
    "ReductionInMemory",
    "ArrayReduction",
    "Histogram",
    "GeneralHistogram",
    "Stencil",
    "Stencil2D",
    "Stencil3D",
    "SparseMatrixVector",
    "MatrixProduct",
]
SOURCES = {".c", ".cc", ".cpp", ".cxx"}


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/measure idioms",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--idiom", action="append")
    parser.add_argument("--spec", action="append", type=pathlib.Path, default=[])
    parser.add_argument("--llvm", type=int, default=19)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--places", action="store_true")
    parser.add_argument("--timeout", type=int, default=600)
    arguments, flags = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, flags = arguments[:at], arguments[at + 1 :]
    return parser.parse_args(arguments), flags


def report_of(command, idioms, specs, source, flags, timeout):
    """The report on one file, or the reason why there is none."""
    line = [str(command), "find", "--format", "json"]
    for idiom in idioms:
        line += ["--idiom", idiom]
    for spec in specs:
        line += ["--spec", str(spec.resolve())]
    line += [source.name, "--", "-g", "-w", "-I."] + flags
    try:
        run = subprocess.run(line, cwd=source.parent, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, f"not ended after {timeout} s"
    if run.returncode != 0:
        return None, (run.stderr.strip().splitlines() or ["no message"])[0]
    return json.loads(run.stdout), None


def count(command, idioms, folder, flags, options):
    """Places by idiom, and the remarks to print."""
    places, said = collections.defaultdict(set), []
    for source in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
        report, why = report_of(command, idioms, options.spec, source, flags, options.timeout)
        if why:
            said.append(f"{source}: {why}")
            continue
        for finding in report["findings"]:
            place = finding.get("place")
            if finding["outcome"] != "found":
                said.append(f"{source}: {finding['idiom']} in {finding['function']}: {finding['outcome']}")
            elif place:
                places[finding["idiom"]].add((place["file"], place["line"], finding.get("headline") or ""))
            else:
                places[finding["idiom"]].add(
                    (str(source), finding["function"], finding.get("headline") or "")
                )
    return places, said


def source_line(folder, name, number):
    """The line of the source, or nothing where the file is not below the folder."""
    paths = [path for path in folder.rglob(pathlib.Path(name).name) if path.is_file()]
    lines = paths[0].read_text(errors="replace").splitlines() if paths else []
    return lines[number - 1].strip() if isinstance(number, int) and 0 < number <= len(lines) else ""


def print_places(folder, idioms, places):
    """The places of a program, grouped by idiom and line of the source."""
    print(f"\n### {folder.name}\n")
    for idiom in idioms:
        told = collections.defaultdict(list)
        for file, line, text in sorted(places[idiom], key=str):
            told[file, line].append(text)
        for (file, line), texts in told.items():
            print(f"- `{file}:{line}` {idiom}: `{source_line(folder, file, line)}`")
            for text in texts:
                print(f"  - {text}")


def main():
    arguments, flags = options()
    command = ROOT / "build" / f"llvm-{arguments.llvm}" / "idiom"
    if not command.exists():
        sys.exit(f"{command} is missing: scripts/build.sh {arguments.llvm} makes it")
    idioms = arguments.idiom or PUBLISHED
    kept = []
    print("| program | " + " | ".join(idioms) + " |")
    print("| --- |" + " --- |" * len(idioms))
    for folder in arguments.folders:
        places, said = count(command, idioms, folder.resolve(), flags, arguments)
        lines = {idiom: {place[:2] for place in places[idiom]} for idiom in idioms}
        print(
            f"| {folder.name} | " + " | ".join(str(len(lines[idiom]) or "") for idiom in idioms) + " |",
            flush=True,
        )
        if arguments.list:
            for idiom in idioms:
                for file, line, text in sorted(places[idiom], key=str):
                    print(f"{file}:{line}: {idiom}: {text}", file=sys.stderr)
        for line in said:
            print(line, file=sys.stderr)
        kept.append((folder.resolve(), places))
    if arguments.places:
        for folder, places in kept:
            print_places(folder, idioms, places)


main()
