#!/usr/bin/env bash
# Counts of factorisations in the reports of a build.
#
# usage: scripts/measure factorisations REPORT…
#
# A REPORT is a file that `IDIOM_REPORT` or the parameter `report=FILE` wrote, or a directory of them. Prints,
# for each specification, how often it was rewritten, found, or left alone as not legal or not profitable, and
# the sums.
set -euo pipefail
# shellcheck source=scripts/lib/head.sh
. "$(dirname "$0")/../lib/head.sh"

[ $# != 0 ] || no_argument REPORT
python3 - "$@" <<'PYTHON'
import json, os, sys

outcomes = ["rewritten", "found", "not-legal", "not-profitable"]
counts, given_up = {}, 0
for path in sys.argv[1:]:
    names = [os.path.join(path, name) for name in sorted(os.listdir(path))] if os.path.isdir(path) else [path]
    for name in names:
        if os.path.isdir(path) and not name.endswith(".json"):
            continue
        with open(name) as file:
            report = json.load(file)
        for finding in report["findings"]:
            if not finding["idiom"].endswith("Factorisation"):
                continue
            if finding["outcome"] == "budget-exhausted":
                given_up += 1
                continue
            row = counts.setdefault(finding["idiom"], dict.fromkeys(outcomes, 0))
            row[finding["outcome"]] += 1
rows = sorted(counts.items()) + [("all", {o: sum(row[o] for row in counts.values()) for o in outcomes})]
print(f"{'':<24}" + "".join(f"{outcome:>16}" for outcome in outcomes))
for idiom, row in rows:
    print(f"{idiom:<24}" + "".join(f"{row[outcome]:>16}" for outcome in outcomes))
if given_up:
    print(f"{given_up} searches gave up: there may be more")
PYTHON
