#!/usr/bin/env bash
# Cost of the plugin in machine instructions, which are the same in every run.
#
# usage: scripts/measure instructions [--llvm VERSION] [--search] PATH… [-- CLANG FLAGS]
#
# Compiles each C file, and every C file below each folder, at -Os -ffast-math with clang alone and with the
# plugin, under valgrind. Prints the increase in instructions, by file, as a geometric mean and at its worst:
# where nobody listens, for SCoP with a report, for all default idioms with a report, and for the whole
# library with those on request. With --search, then the search for SCoP alone, for all solutions, on the IR
# canonicalised as for Polly: solutions, steps, instructions, and instructions a step. A file that does not
# compile is named and left out. Headers are searched for beside each file; PolyBench needs
# `-- -I FOLDER/utilities`, NPB `-- -I FOLDER/common`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=19 search='' paths=()
while [ $# != 0 ] && [ "$1" != -- ]; do
  case $1 in
    --llvm) version=${2:?--llvm wants a version} && shift 2 ;;
    --search) search=1 && shift ;;
    *) paths+=("$(cd "$here" && realpath "$1")") && shift ;;
  esac
done
[ "${1:-}" != -- ] || shift
[ ${#paths[@]} != 0 ] || no_argument PATH
check_versions "$version"
need_program python3 python3
need_program valgrind valgrind
need_plugin "$version"

(cd "$here" && PYTHONPATH=$ROOT/scripts/lib python3 -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version" "$ROOT/idioms/scop.candl" \
  "$version" "$search" "${#paths[@]}" "${paths[@]}" "$@") <<'PYTHON'
import math, os, re, statistics, subprocess, sys, tempfile
from measuring import instructions, sources_below, without_settings
from polly import canonical

clang, opt, build, specification, version, search, count_of_paths, *rest = sys.argv[1:]
paths, flags = rest[:int(count_of_paths)], rest[int(count_of_paths):]
plain = without_settings()
work = tempfile.TemporaryDirectory()

def at(name):
    return os.path.join(work.name, name)

def library():
    """The idioms that `idiom list` names before the rewrites: those of the default and those on request."""
    listed = subprocess.run([build + "/idiom", "list"], capture_output=True, text=True, env=plain, check=True).stdout
    idioms, _, _ = listed.partition("\nRewrites")
    return re.findall(r"^([A-Z]\w*)  ", idioms, re.M)

KINDS = [
    ("nobody listens", {}),
    ("SCoP, report", {"IDIOM_IDIOMS": "SCoP", "IDIOM_REPORT": at("reports")}),
    ("every idiom, report", {"IDIOM_REPORT": at("reports")}),
    ("library, report", {"IDIOM_IDIOMS": ",".join(library()), "IDIOM_REPORT": at("reports")}),
]
# A specification of another name is searched for like a user's: in every function, for all solutions.
if search:
    with open(specification) as file, open(at("all.candl"), "w") as out:
        out.write(file.read().replace("Constraint SCoP\n", "Constraint EveryPart\n"))
ALL = ["find", "--spec", at("all.candl"), "--idiom", "EveryPart"]

print(f"{'file':<24}{'clang':>16}" + "".join(f"{name:>21}" for name, _ in KINDS)
      + (f"{'found':>7}{'steps':>9}{'searched':>12}{'a step':>8}" if search else ""))
ratios, sums = [[] for _ in KINDS], [0, 0, 0]

def sources():
    for path in paths:
        if os.path.isfile(path):
            yield path
        yield from sources_below(path)

def searched_alone(common):
    """The solutions, the steps and the instructions of the search for all static control parts."""
    raw, ir = at("raw.ll"), at("ir.bc")
    subprocess.run([clang, *common, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", raw], check=True, capture_output=True)
    subprocess.run([opt, "-passes=" + canonical(version), raw, "-o", ir], check=True)
    profile = subprocess.run([build + "/idiom", *ALL, "--profile", ir], capture_output=True, text=True, env=plain).stdout
    found, steps = map(int, re.search(r"EveryPart: (\d+) found, (\d+) steps", profile).groups())
    return found, steps, instructions([build + "/idiom", *ALL, ir], plain, within="*solver::compiled::Compiled*::solve")[0]

for source in sources():
    common = ["-Os", "-ffast-math", "-w", "-I", os.path.dirname(source), *flags, source]
    command = [clang, *common, "-c", "-o", at("x.o")]
    if subprocess.run(command, capture_output=True).returncode:
        print(f"{source} does not compile")
        continue
    alone, _ = instructions(command, plain)
    print(f"{os.path.basename(source):<24}{alone:>16,}", end="", flush=True)
    for column, (_, settings) in zip(ratios, KINDS):
        column.append(instructions([*command, f"-fpass-plugin={build}/libidiom.so"], {**plain, **settings})[0] / alone)
        print(f"{100 * (column[-1] - 1):>+20.2f}%", end="", flush=True)
    if search:
        found, steps, searched = searched_alone(common)
        sums = [a + b for a, b in zip(sums, (found, steps, searched))]
        print(f"{found:>7}{steps:>9}{searched:>12,}{searched / max(steps, 1):>8.0f}", end="")
    print(flush=True)

if not ratios[0]:
    sys.exit("nothing compiles")
for name, of in (("geometric mean", lambda column: math.exp(statistics.fmean(map(math.log, column)))), ("worst", max)):
    print(f"{name:<40}" + "".join(f"{100 * (of(column) - 1):>+20.2f}%" for column in ratios))
if search:
    print(f"{'sums of the search':<40}{sums[0]:>7}{sums[1]:>9}{sums[2]:>12,}{sums[2] / max(sums[1], 1):>8.0f}")
PYTHON
