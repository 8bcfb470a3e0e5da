"""skipped.py: what a test run left out, and why.

In: a folder with one report of lit for each of its runs (`NAME.json`, by `--output`) and one text for each
program of cargo's (`NAME.txt`, lines `skipped: WHY`). Out: lines on stdout; none where nothing was left out.
First comes what a missing program, library or setting keeps from running, which installing it would change;
then, for each run, what is not for that LLVM, machine or way to load the plugin.
"""

import json
import pathlib
import re
import sys

UNAVAILABLE = re.compile(r"requires the following unavailable features: (.*)")
UNSUPPORTED = re.compile(r"does not support the following features and/or targets: (.*)")
# Features that say which run it is: no installation gives another one.
OF_THE_RUN = re.compile(r"(llvm|at-least|plugin|native)-\w+|dispatcher")


def listed(pattern, output):
    """The features that stand behind the pattern; none where it does not."""
    found = pattern.search(output)
    return [name.strip() for name in found[1].split(",")] if found else []


def of_lit(report):
    """Name, missing features and unwanted ones of each test that lit left out."""
    for test in json.loads(report.read_text())["tests"]:
        if test["code"] == "UNSUPPORTED":
            output = test["output"]
            yield test["name"].split(" :: ", 1)[-1], listed(UNAVAILABLE, output), listed(UNSUPPORTED, output)


def main(folder):
    lacking, not_for, said = {}, {}, {}
    for report in sorted(folder.glob("*.json")):
        for name, missing, unwanted in of_lit(report):
            wanted = [feature for feature in missing if not OF_THE_RUN.fullmatch(feature)]
            if wanted and len(wanted) == len(missing):
                lacking.setdefault(", ".join(wanted), {}).setdefault(name, []).append(report.stem)
                continue
            why = [f"for {feature}" for feature in missing] + [f"not with {feature}" for feature in unwanted]
            tests = not_for.setdefault(report.stem, {})
            tests.setdefault(", ".join(why) or "no reason given", []).append(name)
    for text in sorted(folder.glob("*.txt")):
        for line in dict.fromkeys(text.read_text().splitlines()):
            said.setdefault(line, []).append(text.stem)
    for feature, tests in sorted(lacking.items()):
        for name, runs in sorted(tests.items()):
            print(f"skipped, as there is no {feature}: {name} ({'; '.join(runs)})")
    for line, runs in sorted(said.items()):
        print(f"{line} ({'; '.join(runs)})")
    for run, why in sorted(not_for.items()):
        for features, names in sorted(why.items()):
            print(f"not for this run, {run} ({features}): {' '.join(sorted(names))}")


main(pathlib.Path(sys.argv[1]))
