#!/usr/bin/env bash
# Verdicts on everything built in that is proven.
#
# usage: scripts/validate verdicts [VERSION] [SECONDS]
#
# Proves the rules of idioms/rules and lit/Inputs/frequent.opt, the rewrites of idioms/rewrites, those of
# examples, and those that tests apply, each anew, and prints the verdict on each with the LLVMs that it is
# for where these differ. A line says at the end how many verdicts depend on the version of LLVM. SECONDS is
# the time of each question (20). Needs z3 and build/llvm-VERSION (19).
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} rlimit=${2:-60000000}
check_versions "$version"
need_program z3 z3
need_program python3 python3
need_plugin "$version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$ROOT/build/llvm-$version/idiom" "$folder" "$rlimit" "$(tool "$version" clang)" <<'PYTHON'
import glob
import json
import os
import shutil
import subprocess
import sys

idiom, folder, rlimit, clang = sys.argv[1:]


def report(*command):
    done = subprocess.run([idiom, *command], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def words(ranges):
    return " and ".join(
        f"{first} on" if last is None else f"{first} to {last}" if last > first else str(first)
        for first, last in ranges
    )


differing = 0
for path in ["lit/Inputs/frequent.opt", *sorted(glob.glob("idioms/rules/*.opt")), "examples/bits.opt"]:
    found = report("rules", "prove", "--no-cache", "--rlimit", rlimit, "--format", "json", path)
    for rule in found["rules"]:
        places = rule["proven"] + [it["widths"] for it in rule["refuted"]]
        differs = any("LLVM" in place for place in places)
        differing += differs
        wrong = rule["refuted"] and f": {', '.join(rule['refuted'][0]['inputs'])}" or ""
        print(f"{path}: {rule['name']}: {rule['verdict']} at {'; '.join(places)}{wrong}")
files = ["idioms/rewrites/*.candl", "examples/*.candl", "lit/apply/Inputs/*.candl"]
for path in [path for pattern in files for path in sorted(glob.glob(pattern))]:
    copy = shutil.copy(path, folder)
    if "gives" not in open(path).read():
        continue
    within = []
    source = {"examples/count.candl": "examples/count.c"}.get(path)
    if source:
        within = ["--in", os.path.join(folder, "within.ll")]
        subprocess.run([clang, "-O2", "-fno-unroll-loops", "-S", "-emit-llvm", source, "-o", within[1]], check=True)
    for rewrite in report("prove", "--rlimit", rlimit, "--format", "json", *within, copy)["rewrites"]:
        verdicts = rewrite["verdicts"]
        differing += len(verdicts) > 1
        said = ", ".join(f"{one['verdict']} for LLVM {words(one['llvm'])}" for one in verdicts)
        counts = f"{len(rewrite['proven'])} forms proven, {len(rewrite['refuted'])} refuted"
        print(f"{path}: {rewrite['name']}: {said if len(verdicts) > 1 else verdicts[0]['verdict']} ({counts})")
print(f"{differing} verdicts depend on the version of LLVM")
PYTHON
