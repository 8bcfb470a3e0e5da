#!/usr/bin/env bash
# Cost of detection in machine instructions, which are the same in every run:
# scripts/count-instructions.sh FOLDER [VERSION] [-- CLANG FLAGS]
#
# Compiles every C file below FOLDER with clang alone and with the plugin, under valgrind, and prints the
# increase in instructions, by file and as a geometric mean: with IDIOM_MODE=off, for SCoP with a report, for
# all default idioms with a report, and for the whole library with those on request. Then the search for SCoP
# alone, for all solutions, on the IR canonicalised as for Polly: solutions, steps, instructions, and
# instructions a step. A file that does not compile is named and left out. PolyBench needs
# `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/request.sh
. "$ROOT/scripts/lib/request.sh"

case ${1:-} in '' | -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$ROOT/scripts/count-instructions.sh" && exit ;; esac
read_request "$here" "$@"
need_program valgrind valgrind

(cd "$here" && python3 - "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version" "$ROOT/idioms/scop.candl" \
  "$version" "$folder" "${flags[@]}") <<'PYTHON'
import math, os, re, statistics, subprocess, sys, tempfile

clang, opt, build, specification, version, folder, *flags = sys.argv[1:]
CANONICAL = ("mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,tailcallelim,simplifycfg,reassociate,"
             "loop(loop-rotate),instcombine<no-verify-fixpoint>,loop(indvars)")
if int(version) < 18:
    CANONICAL = CANONICAL.replace("<no-verify-fixpoint>", "")
plain = {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}
work = tempfile.TemporaryDirectory()

def at(name):
    return os.path.join(work.name, name)

def count(tool, *command, **settings):
    """The instructions that valgrind counts, None where the command fails; and the output of the command."""
    done = subprocess.run(["valgrind", *tool, *command], capture_output=True, text=True, env={**plain, **settings})
    counted = re.search(r"(?:I +refs|Collected) *: +([0-9,]+)", done.stderr)
    failed = done.returncode or not counted
    return None if failed else int(counted[1].replace(",", ""))

def library():
    """The idioms that `idiom list` names before the rewrites: those of the default and those on request."""
    listed = subprocess.run([build + "/idiom", "list"], capture_output=True, text=True, env=plain, check=True).stdout
    idioms, _, _ = listed.partition("\nRewrites")
    return re.findall(r"^([A-Z]\w*)  ", idioms, re.M)

WHOLE = ["--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={at('cachegrind')}"]
SEARCH = ["--tool=callgrind", f"--callgrind-out-file={at('callgrind')}", "--toggle-collect=*solver::compiled::Compiled*::solve"]
KINDS = [
    ("IDIOM_MODE=off", {"IDIOM_MODE": "off"}),
    ("SCoP, report", {"IDIOM_IDIOMS": "SCoP", "IDIOM_REPORT": at("reports")}),
    ("every idiom, report", {"IDIOM_REPORT": at("reports")}),
    ("library, report", {"IDIOM_IDIOMS": ",".join(library()), "IDIOM_REPORT": at("reports")}),
]
# A specification of another name is searched for like a user's: in every function, for all solutions.
with open(specification) as file, open(at("all.candl"), "w") as out:
    out.write(file.read().replace("Constraint SCoP\n", "Constraint EveryPart\n"))
ALL = ["find", "--spec", at("all.candl"), "--idiom", "EveryPart"]

print(f"{'file':<24}{'clang':>14}" + "".join(f"{name:>21}" for name, _ in KINDS) + f"{'found':>7}{'steps':>9}{'searched':>12}{'a step':>8}")
ratios, sums = [[] for _ in KINDS], [0, 0, 0]
sources = sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names if name.endswith(".c"))
for source in sources:
    common = ["-Os", "-ffast-math", "-w", "-I", os.path.dirname(source), *flags, source]
    command = [clang, *common, "-c", "-o", at("x.o")]
    raw, ir = at("raw.ll"), at("ir.bc")
    if subprocess.run([clang, *common, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", raw], capture_output=True).returncode \
            or subprocess.run(command, capture_output=True).returncode \
            or subprocess.run([opt, "-passes=" + CANONICAL, raw, "-o", ir]).returncode:
        print(f"{os.path.relpath(source, folder)} does not compile")
        continue
    alone = count(WHOLE, *command)
    line = f"{os.path.basename(source):<24}{alone:>14,}"
    for column, (_, settings) in zip(ratios, KINDS):
        column.append(count(WHOLE, *command, f"-fpass-plugin={build}/libidiom.so", **settings) / alone)
        line += f"{100 * (column[-1] - 1):>+20.2f}%"
    profile = subprocess.run([build + "/idiom", *ALL, "--profile", ir], capture_output=True, text=True, env=plain).stdout
    found, steps = map(int, re.search(r"EveryPart: (\d+) found, (\d+) steps", profile).groups())
    searched = count(SEARCH, build + "/idiom", *ALL, ir)
    sums = [a + b for a, b in zip(sums, (found, steps, searched))]
    print(f"{line}{found:>7}{steps:>9}{searched:>12,}{searched / max(steps, 1):>8.0f}", flush=True)

if not sums[1]:
    sys.exit("nothing is searched")
means = "".join(f"{100 * (math.exp(statistics.fmean(map(math.log, column))) - 1):>+20.2f}%" for column in ratios)
print(f"{'geometric mean, sums':<38}{means}{sums[0]:>7}{sums[1]:>9}{sums[2]:>12,}{sums[2] / sums[1]:>8.0f}")
PYTHON
