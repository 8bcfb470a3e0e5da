#!/usr/bin/env bash
# Cost of peephole rules, in machine instructions.
#
# usage: scripts/measure rules [VERSION] [RULES] [PROGRAMS] [SOURCE…]
#
# First a compiler run in which no rule matches: the C sources, or else PROGRAMS csmith programs (3), at -O2
# by clang alone, with the plugin, and with RULES generated rules (500), as a built set and as text. None of
# the code has the structure of a rule. Then matching, as instructions for each integer instruction: the
# decision DAG with 50 and 639 orders of operands, for each of ten csmith programs that has a hundred integer
# instructions. For the largest of them sizes between are measured too, and a linear scan, which must find the
# same matches. Last, the time to build a set of rules and to read it back, in milliseconds; for reading,
# instructions as well. The rules of the last two parts are those of Alive if IDIOM_RULES_CORPUS names a
# folder with its repository, and generated ones otherwise. Needs valgrind and csmith; builds the plugin and
# the bench `rules`. Takes some minutes.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} rules=${2:-500} programs=${3:-3}
sources=("${@:4}")
check_versions "$version"
need_program csmith csmith
need_program valgrind valgrind
need_plugin "$version"
bench=$(built_bench rules "$version")

PYTHONPATH=scripts/lib python3 -B - "$(tool "$version" clang)" "$(built_plugin "$version")" "$bench" "$rules" "$programs" "${sources[@]}" <<'PYTHON'
import glob, itertools, os, re, subprocess, sys, tempfile
from measuring import instructions, without_settings

clang, plugin, bench, count, programs = *sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])
sources = [os.path.abspath(path) for path in sys.argv[6:]]
include = os.path.dirname(glob.glob("/usr/include/csmith*/csmith.h")[0])
environment = without_settings()
corpus = os.environ.get("IDIOM_RULES_CORPUS")


def all_rules():
    """Sources of three common instructions each, around a constant that no program has."""
    words = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr"]
    for number, (a, b, c) in enumerate(itertools.islice(itertools.product(words, words, words), count)):
        yield f"Name: {number}\n%a = {a} %x, {7919 + number}\n%b = {b} %a, %y\n%r = {c} %b, %z\n  =>\n%r = {c} %y, %z\n"


def taken(command, **more):
    """The instructions of a command, and what it prints."""
    count, done = instructions(command, {**environment, **more})
    if count is None:
        sys.exit(done.stderr)
    return count, done.stdout


def program(folder, seed):
    """A csmith program."""
    source = os.path.join(folder, f"program{seed}.c")
    with open(source, "w") as file:
        subprocess.run(["csmith", "--seed", str(seed), "--max-funcs", "6"], stdout=file, check=True, cwd=folder)
    return source


def whole_runs(folder, rules, built):
    named = [("clang", {}), ("with the plugin", {}), (f"{count} rules, built", {"IDIOM_RULES": built}), ("as text", {"IDIOM_RULES": rules})]
    totals = [0] * len(named)
    for source in sources or [program(folder, seed) for seed in range(1, programs + 1)]:
        plain = [clang, "-O2", "-w", f"-I{include}", "-c", source, "-o", os.path.join(folder, "program.o")]
        for at, (_, more) in enumerate(named):
            command = plain if at == 0 else plain + [f"-fpass-plugin={plugin}"]
            totals[at] += taken(command, **more, **({"IDIOM_RULES_UNPROVEN": "1"} if more else {}))[0]
    for (name, _), total in zip(named, totals):
        print(f"{name:>18}: {total / 1e6:.1f}e6 instructions, {100 * (total / totals[0] - 1):+.2f} %", flush=True)


def cost(engine, patterns, rules, ir):
    """Instructions for each integer instruction, and what the bench says."""
    times = 2 if engine == "scan" else 40
    once, said = taken([bench, "match", engine, str(patterns), "1", rules, ir])
    more, _ = taken([bench, "match", engine, str(patterns), str(1 + times), rules, ir])
    return (more - once) / times / int(re.search(r"(\d+) integer", said)[1]), said.strip()


def matching(folder, rules):
    def integers_of(seed):
        source = program(folder, seed)
        ir = source.removesuffix("c") + "bc"
        subprocess.run([clang, "-O2", "-w", f"-I{include}", "-emit-llvm", "-c", source, "-o", ir], check=True)
        said = subprocess.run([bench, "match", "dag", "50", "1", rules, ir], check=True, capture_output=True, text=True).stdout
        return int(re.search(r"(\d+) integer", said)[1]), seed, ir

    # The optimiser leaves nothing of some programs.
    large = sorted(found for found in map(integers_of, range(1, 11)) if found[0] >= 100)
    print("instructions for each integer instruction by DAG at 50 and 639 orders of operands")
    for integers, seed, ir in large:
        few, many = (cost("dag", patterns, rules, ir)[0] for patterns in (50, 639))
        print(f"program {seed:>2}: {few:>6.0f} {many:>6.0f}   x{many / few:.2f}; {integers} integer instructions", flush=True)
    ir = large[-1][2]
    print("in the largest, by DAG and by scan")
    first = None
    for patterns in (50, 100, 200, 414, 639):
        (dag, said), (scan, checked) = (cost(engine, patterns, rules, ir) for engine in ("dag", "scan"))
        if said != checked:
            sys.exit(f"the engines differ: {said}; {checked}")
        first = first or dag
        print(f"{patterns:>6} {dag:>8.0f} {scan:>9.0f}   x{dag / first:.2f}; {said}", flush=True)


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
        once, more = (taken([bench, "read", str(times), *files])[0] for times in (1, 11))
        print(f"read back in {(more - once) / 10e6:.2f}e6 instructions", flush=True)
PYTHON
