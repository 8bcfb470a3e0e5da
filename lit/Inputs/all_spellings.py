"""Checks what `idiom synth --emit` wrote into a folder: descriptions and rules pass their checks, and each
description finds the
function of every spelling, as it is and after `opt -O2`.

Usage: all_spellings.py IDIOM OPT FOLDER
"""

import json
import pathlib
import subprocess
import sys

idiom, opt, folder = sys.argv[1:]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True)


def name(finding):
    function = finding["function"]
    return function if isinstance(function, str) else function["name"]


checked = 0
for spec in sorted(pathlib.Path(folder).glob("*.candl")):
    module = spec.with_suffix(".ll")
    functions = {
        line.split("@")[1].split("(")[0].strip('"')
        for line in module.read_text().splitlines()
        if line.startswith("define")
    }
    assert functions, spec
    run(idiom, "check", str(spec))
    optimised = spec.with_suffix(".opt.ll")
    run(opt, "-O2", "-S", str(module), "-o", str(optimised))
    for code in (module, optimised):
        found = json.loads(run(idiom, "find", "--spec", str(spec), "--format", "json", str(code)).stdout)
        missing = functions - {name(finding) for finding in found["findings"]}
        assert not missing, f"{code}: {spec.name} does not find {sorted(missing)}"
    rules = spec.with_suffix(".opt")
    if "ptr" not in module.read_text():
        run(idiom, "rules", "check", str(rules))
    else:
        assert not rules.exists(), f"rules of {spec.name} have no memory"
    record = json.loads(spec.with_suffix(".json").read_text())
    assert record["complete"] and record["forms"], spec
    checked += 1
print(f"{checked} goals hold")
