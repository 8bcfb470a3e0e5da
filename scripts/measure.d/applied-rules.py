#!/usr/bin/env python3
"""How often peephole rules fire on real code, and what that brings.

usage: scripts/measure applied-rules [--rules FILE]… [--rlimit N] [--runs N] [--run ARGUMENTS]
                                     [--by-rule N] PATH… [-- CLANG FLAG…]

Compiles the C sources below each PATH at -O2: with the plugin and no rules, then with each FILE of rules
(idioms/rules/missed.opt if none is named). Sources that clang does not compile with these flags are left
out and counted. Only rules that are proven at some width and refuted at none are used; each FILE is
proven first, with the solver's limit N. Prints a table for each PATH: the applications of rules, the
bytes of .text, and the seconds of the compiler (user time, the least of N runs, 3). LLVM counts its own
combinations only in builds with assertions. With --run the objects of a PATH are linked with -lm and run
with these arguments, and the least user time of N runs is added. --by-rule lists the N rules that fire
most often. Needs build/llvm-19/ and z3; IDIOM_BUILD names another build/.
"""

import argparse
import collections
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

project = Path(__file__).resolve().parents[2]
build = Path(os.environ.get("IDIOM_BUILD", project / "build"))
sys.path.insert(0, str(project / "scripts/lib"))
from measuring import without_settings  # noqa: E402

clang, plugin, command = "clang-19", build / "llvm-19/libidiom.so", build / "llvm-19/idiom"


def options():
    words, flags = sys.argv[1:], []
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", action="append", type=Path)
    parser.add_argument("--rlimit", type=int, default=15_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--run")
    parser.add_argument("--by-rule", type=int, default=0)
    parser.add_argument("paths", nargs="+", type=Path)
    chosen = parser.parse_args(words)
    chosen.rules = chosen.rules or [project / "idioms/rules/missed.opt"]
    return chosen, flags


def timed(words, **more):
    """A process that ended, and the seconds of user time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", **more)
    return done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def proven(rules, folder, limit):
    """A copy of the rules that are proven, their number, and the number of all."""
    words = [command, "rules", "prove", "--format", "json", "--rlimit", str(limit), rules]
    done = subprocess.run(words, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        sys.exit(done.stderr)
    verdicts = json.loads(done.stdout)["rules"]
    kept = {rule["line"] for rule in verdicts if rule["verdict"] == "proven"}
    lines = rules.read_text().splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines, 1) if line.lstrip().startswith("Name:")] + [len(lines) + 1]
    copy = folder / rules.name
    parts = ["".join(lines[at - 1 : end - 1]) for at, end in zip(starts, starts[1:]) if at in kept]
    copy.write_text("".join(parts))
    return copy, len(parts), len(starts) - 1


def applications(words, environment, record):
    """The applications by rule in one more compilation, which writes a record."""
    subprocess.run(
        [*words, "-fsave-optimization-record", f"-foptimization-record-file={record}"],
        env=environment, check=True, capture_output=True,
    )
    found = collections.Counter()
    for part in record.read_text(errors="replace").split("\n--- ") if record.exists() else []:
        if part.lstrip("- ").startswith("!Passed") and re.search(r"^Pass: *idiom$", part, re.M):
            name = re.search(r"^  - Idiom: +(.*)$", part, re.M)
            found[name[1].strip("'\"") if name else "?"] += 1
    return found


def text_bytes(objects):
    done = subprocess.run(["llvm-size-19", "-A", *objects], check=True, capture_output=True, text=True)
    return sum(int(size) for size in re.findall(r"^\.text\S*\s+(\d+)", done.stdout, re.M))


def run_seconds(objects, arguments, runs, folder):
    program = folder / "program"
    subprocess.run([clang, *objects, "-lm", "-o", program], check=True)
    taken = []
    for _ in range(runs):
        done, seconds = timed([program, *shlex.split(arguments)])
        if done.returncode:
            sys.exit(f"{program} {arguments}: exit code {done.returncode}\n{done.stderr}")
        taken.append(seconds)
    return min(taken)


def sources_of(path, flags, folder):
    """The sources that clang compiles, and the number of those that it does not."""
    every = [path] if path.is_file() else sorted(path.rglob("*.c"))
    good = []
    for source in every:
        words = [clang, "-O2", "-w", *flags, "-fsyntax-only", source]
        if subprocess.run(words, capture_output=True, env=without_settings()).returncode == 0:
            good.append(source)
    return good, len(every) - len(good)


def measured(sources, flags, rules, chosen, folder):
    """A row: applications, bytes, seconds of the compiler, seconds of the program."""
    environment = dict(without_settings())
    if rules:
        environment["IDIOM_RULES"] = str(rules)
    fired, objects, total = collections.Counter(), [], 0.0
    for number, source in enumerate(sources):
        out = folder / f"{number}.o"
        words = [clang, "-O2", "-w", *flags, f"-fpass-plugin={plugin}", "-c", source, "-o", out]
        times = []
        for _ in range(chosen.runs):
            done, seconds = timed(words, env=environment)
            if done.returncode:
                sys.exit(f"{source}: {done.stderr}")
            times.append(seconds)
        total += min(times)
        if rules:
            fired += applications(words, environment, folder / f"{number}.yaml")
        objects.append(out)
    ran = run_seconds(objects, chosen.run, chosen.runs, folder) if chosen.run is not None else None
    return fired, text_bytes(objects), total, ran


def main():
    chosen, flags = options()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sets = [("none", None)]
        for rules in chosen.rules:
            own = folder / str(len(sets))
            own.mkdir()
            copy, kept, every = proven(rules, own, chosen.rlimit)
            sets.append((f"{rules.name}: {kept} of {every} rules", copy))
        for path in chosen.paths:
            sources, left = sources_of(path, flags, folder)
            if not sources:
                sys.exit(f"{path}: clang compiles none of the sources with these flags")
            print(f"{path.name}: {len(sources)} sources, {left} left out")
            print("| rules | applied | .text | compile, s | run, s |\n| --- | --- | --- | --- | --- |")
            for title, rules in sets:
                fired, size, seconds, ran = measured(sources, flags, rules, chosen, folder)
                ran = "" if ran is None else f"{ran:.2f}"
                print(f"| {title} | {sum(fired.values()):,} | {size:,} | {seconds:.2f} | {ran} |", flush=True)
                for rule, count in fired.most_common(chosen.by_rule):
                    print(f"    {count:6}  {rule}")


main()
