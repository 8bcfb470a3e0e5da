#!/usr/bin/env python3
"""Rules that `idiom rules generalise` makes of instances of peepholes.

usage: scripts/measure generalise [--check] [--jobs N] [--time SECONDS] [--idiom FILE] [NAME…]

Updates the table of docs/src/generalised.md. Each pair of lit/Inputs/instances.ir, or each named one, is a
run of its own. A pair counts as generalised if
the rule is proven, finds the pair, leaves every width open, and has no number of the source but 0, 1 and -1
left. --check changes nothing, and fails if fewer than 50 pairs are generalised, or if a rule does not find
its pair. With names the rules are printed, and the table is left as it is.
"""

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

project = Path(__file__).resolve().parents[2]
instances = project / "lit/Inputs/instances.ir"
page = project / "docs/src/generalised.md"
WANTED = 50

parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("--check", action="store_true")
parser.add_argument("--jobs", type=int, default=1)
parser.add_argument("--time", type=int, default=60)
parser.add_argument("--idiom", default=str(project / "build/llvm-19/idiom"))
parser.add_argument("names", nargs="*")
arguments = parser.parse_args()

names = arguments.names or re.findall(r'^define .* @"?src_([^"(]*)"?\(', instances.read_text(), re.M)


def generalised(name):
    """The record of a pair."""
    words = [arguments.idiom, "rules", "generalise", "--format", "json", "--time", str(arguments.time)]
    run = subprocess.run([*words, "--function", name, instances], capture_output=True, text=True)
    if run.returncode > 1:
        return {"name": name, "outcome": run.stderr.strip(), "seconds": 0}
    record = json.loads(run.stdout)["pairs"][0]
    if record["outcome"] != "proven":
        record["why"] = run.stderr.strip()
    return record


def is_general(record):
    """Whether a rule is as general as the table asks for."""
    return (
        record["outcome"] == "proven"
        and record["found_at"] is not None
        and record["numbers_left"] == 0
        and not record["fixed_width"]
    )


def bits(typings):
    """The largest widths: `64`, or `16; 64 not decided`."""
    numbers = [int(number) for typing in typings for number in re.findall(r"i(\d+)", typing)]
    return max(numbers, default=0)


def row(record):
    """A row of the table."""
    lines = [line for line in record["rule"].splitlines() if not line.startswith("Name:")]
    precondition = next((line[5:] for line in lines if line.startswith("Pre: ")), "")
    body = "; ".join(line.strip() for line in lines if not line.startswith("Pre: ")).replace("; =>; ", " ⇒ ")
    cells = [record["name"], f"`{body}`", f"`{precondition}`" if precondition else "", str(bits(record["proven"]))]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


with ThreadPoolExecutor(arguments.jobs) as pool:
    records = []
    for record in pool.map(generalised, names):
        records.append(record)
        if arguments.names:
            print(record.get("rule") or record)
        print(f"{record['seconds']:6.1f} s  {record['name']}", file=sys.stderr, flush=True)

proven = [record for record in records if record["outcome"] == "proven"]
general = [record for record in records if is_general(record)]
wide = [record for record in general if bits(record["proven"]) == 64 and not record["undecided"]]
slowest = max(records, key=lambda record: record["seconds"])
lost = [record["name"] for record in proven if record["found_at"] is None]
late = [record["name"] for record in proven if record["gave_up"]]
summary = (
    f"Of {len(records)} pairs, {len(general)} are generalised, {len(wide)} of these at all widths up to 64 bits. "
    f"The others: {len(proven) - len(general)} keep a number or a width, {len(records) - len(proven)} have no rule."
)
print(summary)
print(f"the slowest takes {slowest['seconds']} s: {slowest['name']}; gave up: {', '.join(late) or 'none'}")
for record in records:
    if not is_general(record):
        print(f"not general: {record['name']}: {record.get('rule') or record.get('why') or record['outcome']}")
if arguments.names:
    sys.exit(0)
if lost:
    sys.exit(f"rules that do not find their pair: {', '.join(lost)}")
if len(general) < WANTED:
    sys.exit(f"{len(general)} pairs are generalised, and {WANTED} are wanted")
if not arguments.check:
    kept = [record for record in proven if not is_general(record)]
    heading = ["| pair | rule | precondition | bits |", "| --- | --- | --- | --- |"]
    table = heading + [row(record) for record in general]
    others = [*heading, *[row(record) for record in kept]] if kept else []
    begin, end = "<!-- made by scripts/measure generalise -->\n", "<!-- end -->\n"
    head, rest = page.read_text().split(begin)
    made = "\n".join([summary, "", *table, *(["", "With numbers or widths of the pair:", "", *others] if others else [])])
    page.write_text(head + begin + made + "\n" + end + rest.split(end)[1])
