#!/usr/bin/env bash
# What peephole rules cost, in machine instructions: scripts/bench-rules.sh [VERSION] [RULES] [PROGRAMS]
#
# First a compiler run where nothing matches: PROGRAMS csmith programs (3) at -O2 by clang alone, with the plugin, and with RULES generated
# rules (500) whose structure none of the code has, as a built set and as text. Then matching: instructions for each integer instruction of the
# program that has most, by the decision DAG and by a linear scan, at 50 to 639 orders of operands, the matches being the same. Last, milliseconds of
# building a set of rules and of reading it back. The rules of the last two are those of Alive if IDIOM_RULES_CORPUS names a folder
# with its repository, and generated ones otherwise. Wants valgrind and csmith; builds the plugin and the bench `rules`. Takes some minutes.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

case ${1:-} in -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$ROOT/scripts/bench-rules.sh" && exit ;; esac
version=${1:-19} rules=${2:-500} programs=${3:-3}
check_versions "$version"
need_program csmith csmith
need_program valgrind valgrind
need_plugin "$version"
bench=$(cargo bench --quiet --locked --package idiom-llvm --bench rules --no-run --no-default-features --features "$(feature_of "$version")" \
  --target-dir "build/cargo/$version" --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep "/rules-" | tail -1)

python3 - "$(tool "$version" clang)" "${IDIOM_PLUGIN:-build/llvm-$version/libidiom.so}" "$bench" "$rules" "$programs" <<'PYTHON'
import glob, itertools, os, re, subprocess, sys, tempfile

clang, plugin, bench, count, programs = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
include = os.path.dirname(glob.glob("/usr/include/csmith*/csmith.h")[0])
environment = {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}
corpus = os.environ.get("IDIOM_RULES_CORPUS")


def all_rules():
    """Sources of three common instructions each, around a constant that no program has."""
    words = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr"]
    for number, (a, b, c) in enumerate(itertools.islice(itertools.product(words, words, words), count)):
        yield f"Name: {number}\n%a = {a} %x, {7919 + number}\n%b = {b} %a, %y\n%r = {c} %b, %z\n  =>\n%r = {c} %y, %z\n"


def instructions(command, **more):
    words = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command]
    done = subprocess.run(words, capture_output=True, text=True, env={**environment, **more})
    if done.returncode:
        sys.exit(done.stderr)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)[1].replace(",", "")), done.stdout


def whole_runs(folder, rules, built):
    named = [("clang", {}), ("with the plugin", {}), (f"{count} rules, built", {"IDIOM_RULES": built}), ("as text", {"IDIOM_RULES": rules})]
    totals = [0] * len(named)
    for seed in range(1, programs + 1):
        source = os.path.join(folder, f"program{seed}.c")
        with open(source, "w") as file:
            subprocess.run(["csmith", "--seed", str(seed), "--max-funcs", "6"], stdout=file, check=True, cwd=folder)
        plain = [clang, "-O2", "-w", f"-I{include}", "-c", source, "-o", os.path.join(folder, "program.o")]
        for at, (_, more) in enumerate(named):
            command = plain if at == 0 else plain + [f"-fpass-plugin={plugin}"]
            totals[at] += instructions(command, **more, **({"IDIOM_RULES_UNPROVEN": "1"} if more else {}))[0]
    for (name, _), total in zip(named, totals):
        print(f"{name:>18}: {total / 1e6:.1f}e6 instructions, {100 * (total / totals[0] - 1):+.2f} %", flush=True)


def matching(folder, rules):
    # The optimiser leaves nothing of some programs.
    def integers_of(seed):
        source, ir = (os.path.join(folder, f"program{seed}.{suffix}") for suffix in ("c", "bc"))
        subprocess.run([clang, "-O2", "-w", f"-I{include}", "-emit-llvm", "-c", source, "-o", ir], check=True)
        said = subprocess.run([bench, "match", "dag", "50", "1", rules, ir], check=True, capture_output=True, text=True).stdout
        return int(re.search(r"(\d+) integer", said)[1]), ir

    ir = max(integers_of(seed) for seed in range(1, programs + 1))[1]
    print("orders of operands, and instructions for each integer instruction by DAG and by scan")
    first = None
    for patterns in (50, 100, 200, 414, 639):
        costs, matches = [], []
        for engine, times in (("dag", 40), ("scan", 2)):
            once, said = instructions([bench, "match", engine, str(patterns), "1", rules, ir])
            more, _ = instructions([bench, "match", engine, str(patterns), str(1 + times), rules, ir])
            integers = int(re.search(r"(\d+) integer", said)[1])
            costs.append((more - once) / times / integers)
            matches.append(said)
        if matches[0] != matches[1]:
            sys.exit(f"the engines differ: {matches}")
        first = first or costs[0]
        print(f"{patterns:>6} {costs[0]:>8.0f} {costs[1]:>9.0f}   x{costs[0] / first:.2f}; {said.strip()}", flush=True)


with tempfile.TemporaryDirectory() as folder:
    rules, built = os.path.join(folder, "many.opt"), os.path.join(folder, "many.set")
    with open(rules, "w") as file:
        file.write("\n".join(all_rules()))
    command = os.path.join(os.path.dirname(plugin), "idiom")
    subprocess.run([command, "rules", "build", "-o", built, rules], check=True, capture_output=True)
    whole_runs(folder, rules, built)
    suite = os.path.join(corpus, "llvm-pass", "suite.opt") if corpus else rules
    matching(folder, suite)
    sets = [[suite], sorted(glob.glob(os.path.join(corpus, "tests", "**", "*.opt"), recursive=True)) if corpus else []]
    for files in filter(None, sets):
        print(subprocess.run([bench, *files], check=True, capture_output=True, text=True, env=environment).stdout.strip())
PYTHON
