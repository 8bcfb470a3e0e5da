#!/usr/bin/env bash
# What rules that match nothing cost a compiler run: scripts/bench-rules.sh [VERSION] [RULES] [PROGRAMS]
#
# Compiles PROGRAMS csmith programs (5) at -O2, plainly, with the plugin alone, and with RULES generated rules (500) whose structure none of
# the code has, as text and as a built set; prints the instructions that clang executed in user mode, as valgrind counts them, and the differences.
# Wants valgrind, csmith and a release build of the plugin (scripts/build.sh VERSION).
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

case ${1:-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$ROOT/scripts/bench-rules.sh" && exit ;; esac
version=${1:-19} rules=${2:-500} programs=${3:-5}
check_versions "$version"
need_program csmith csmith
need_program valgrind valgrind
need_plugin "$version"

python3 - "$(tool "$version" clang)" "${IDIOM_PLUGIN:-build/llvm-$version/libidiom.so}" "$rules" "$programs" <<'PYTHON'
import glob, itertools, os, re, subprocess, sys, tempfile

clang, plugin, count, programs = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
include = os.path.dirname(glob.glob("/usr/include/csmith*/csmith.h")[0])
environment = {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}


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
    return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)[1].replace(",", ""))


with tempfile.TemporaryDirectory() as folder:
    rules, built = os.path.join(folder, "many.opt"), os.path.join(folder, "many.set")
    with open(rules, "w") as file:
        file.write("\n".join(all_rules()))
    command = os.path.join(os.path.dirname(plugin), "idiom")
    subprocess.run([command, "rules", "build", "-o", built, rules], check=True, capture_output=True)
    totals = [0, 0, 0, 0]
    for seed in range(1, programs + 1):
        source = os.path.join(folder, "program.c")
        with open(source, "w") as file:
            subprocess.run(["csmith", "--seed", str(seed)], stdout=file, check=True)
        plain = [clang, "-O2", "-w", f"-I{include}", "-c", source, "-o", os.path.join(folder, "program.o")]
        loaded = plain + [f"-fpass-plugin={plugin}"]
        totals[0] += instructions(plain)
        totals[1] += instructions(loaded)
        totals[2] += instructions(loaded, IDIOM_RULES=rules, IDIOM_RULES_UNPROVEN="1")
        totals[3] += instructions(loaded, IDIOM_RULES=built, IDIOM_RULES_UNPROVEN="1")
for name, total in zip(("clang", "with the plugin", f"with {count} rules", "built as a set"), totals):
    print(f"{name:>16}: {total / 1e9:.3f}e9 instructions, {100 * (total / totals[0] - 1):+.2f} %")
PYTHON
