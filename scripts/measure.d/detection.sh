#!/usr/bin/env bash
# Cost of detection in processor time, as the table of docs/src/performance.md.
#
# usage: scripts/measure detection FOLDER [VERSION] [RUNS] [-- CLANG FLAGS]
#
# Compiles every C file below FOLDER with clang alone and with the plugin in four ways, in random order, RUNS
# times each (5), and prints the slowdown of clang. Then detects the static control parts of all files within
# one process, and prints its time beside Polly's where libLLVM has Polly. Last, time and memory as functions
# grow. Times are medians of processor time. The plugin is build/libidiom.so, which serves every clang, or
# else the one for this LLVM. A file that does not compile is named and left out. PolyBench needs
# `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/request.sh
. "$ROOT/scripts/lib/request.sh"

runs=5
read_request "$here" "$@"
target=build/cargo
cargo bench --quiet --locked --package idiom-llvm --bench table --no-run --no-default-features \
  --features "$(feature_of "$version")" --target-dir "$target" || fail "the bench does not build"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

plugin=$ROOT/build/libidiom.so
[ -e "$plugin" ] && [ -e "$ROOT/build/libidiom-llvm$version.so" ] || plugin=$ROOT/build/llvm-$version/libidiom.so

(cd "$here" && PYTHONPATH=$ROOT/scripts/lib python3 -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$plugin" "$version" \
  "$runs" "$work" "$folder" "${flags[@]}") <<'PYTHON'
import math, os, random, re, resource, statistics, subprocess, sys
from measuring import sources_below, without_settings
from polly import canonical, detection

clang, opt, plugin, version, runs, work, folder, *flags = sys.argv[1:]
POLLY = [*detection(version, is_printed=True), "-disable-output"]
plain_environment = without_settings()

def cost(command, **settings):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, env={**plain_environment, **settings})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

reports = os.path.join(work, "reports")
# The label, whether the plugin is loaded, and its settings.
KINDS = [
    ("clang alone", False, {}),
    ("nobody listens", True, {}),
    ("IDIOM_MODE=off", True, {"IDIOM_MODE": "off"}),
    ("IDIOM_IDIOMS=SCoP, report written", True, {"IDIOM_IDIOMS": "SCoP", "IDIOM_REPORT": reports}),
    ("every built-in idiom, report written, rewriting on", True, {"IDIOM_REPORT": reports}),
]
columns = [[] for _ in KINDS]
polly, polly_alone, count = [], [], 0
orders = random.Random(1)

def without_analyses(output):
    """Milliseconds of Polly's detection alone, by -time-passes; None if it prints no line for it."""
    line = re.search(r"^.*polly::ScopAnalysis$", output.decode(errors="replace"), re.M)
    return line and 1000 * float(re.findall(r"([0-9.]+) \(", line[0])[-2])

sources = sources_below(folder)
for source in sources:
    common = ["-Os", "-ffast-math", "-w", "-I", os.path.dirname(source), *flags, source]
    command = [clang, *common, "-c", "-o", os.path.join(work, "x.o")]
    loaded = command + [f"-fpass-plugin={plugin}"]
    raw, ir = os.path.join(work, "raw.ll"), os.path.join(work, f"{count}.bc")
    if cost([clang, *common, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", raw])[0].returncode \
            or cost(command)[0].returncode or cost([opt, "-passes=" + canonical(version), raw, "-o", ir])[0].returncode:
        print(f"{os.path.relpath(source, folder)} does not compile")
        continue
    os.remove(raw)
    count += 1
    times = [[] for _ in KINDS]
    for _ in range(int(runs)):
        for k in orders.sample(range(len(KINDS)), len(KINDS)):
            _, with_plugin, settings = KINDS[k]
            times[k].append(cost(loaded if with_plugin else command, **settings)[1])
    for column, taken in zip(columns, times):
        column.append(max(statistics.median(taken), 1e-3))
    alone, detected, own = [], [], []
    for _ in range(int(runs)):
        alone.append(cost([opt, "-passes=verify", "-disable-output", ir])[1])
        done, time = cost([opt, *POLLY, ir])
        detected.append(time if not done.returncode else math.nan)
        own.append(without_analyses(cost([opt, *POLLY, "-time-passes", ir])[0].stderr))
    polly.append(statistics.median(detected) - statistics.median(alone))
    polly_alone.append(math.nan if None in own else statistics.median(own))

if not count:
    sys.exit("nothing compiles")
base = columns[0]
print(f"{KINDS[0][0]}, {count} files: {sum(base):.0f} ms")
for (name, _, _), column in list(zip(KINDS, columns))[1:]:
    geomean = math.exp(statistics.fmean(math.log(b / a) for a, b in zip(base, column)))
    print(f"growth, {name}: {100 * (geomean - 1):+.1f} % (geomean), {100 * (sum(column) / sum(base) - 1):+.1f} % (sum)")
if math.isnan(sum(polly)):
    print("Polly is not in this LLVM")
else:
    if not math.isnan(sum(polly_alone)):
        print(f"Polly's detection alone: {sum(polly_alone):.1f} ms")
    print(f"Polly's detection with the analyses it pulls in: {sum(polly):.0f} ms")
PYTHON
bench=(cargo bench --quiet --locked --package idiom-llvm --bench table --no-default-features --features "$(feature_of "$version")"
  --target-dir "$target" --)
"${bench[@]}" "$work"
"${bench[@]}"
