#!/usr/bin/env bash
# Machine instructions of detecting SCoPs, here and in Polly.
#
# usage: scripts/compare polly-cost FOLDER [VERSION] [-- CLANG FLAGS]
#
# Makes one module of the C files below FOLDER, as clang -Os -ffast-math leaves it and canonicalised as
# Polly's documentation does. Prints the instructions of opt beyond those of -passes=verify, under valgrind:
# for finding SCoP with a report, descriptions included; for Polly's detection with the analyses that it
# requires; and for both of these with ScopInfo. A file that does not compile is named and left out. Needs a
# libLLVM with Polly in it, as Debian's is. PolyBench needs `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/request.sh
. "$ROOT/scripts/lib/request.sh"

read_request "$here" "$@"
need_program valgrind valgrind

cd "$here"
exec python3 - "$(tool "$version" clang)" "$(tool "$version" opt)" "$(tool "$version" llvm-link)" "$ROOT/build/llvm-$version/libidiom.so" "$version" "$folder" \
  "${flags[@]}" <<'PYTHON'
import os, re, subprocess, sys, tempfile

clang, opt, link, plugin, version, folder, *flags = sys.argv[1:]
CANONICAL = ("mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,tailcallelim,simplifycfg,reassociate,"
             "loop(loop-rotate),instcombine<no-verify-fixpoint>,loop(indvars)")
if int(version) < 18:
    CANONICAL = CANONICAL.replace("<no-verify-fixpoint>", "")
DETECT, INFO = ((["-passes=polly-custom<prepare;detect>"], ["-passes=polly-custom<prepare;scops>"]) if int(version) >= 22
                else (["-passes=polly-prepare,print<polly-detect>"], ["-passes=polly-prepare,print<polly-function-scops>"]))
PROCESS = ["-polly-process-unprofitable"]
plain = {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}
work = tempfile.TemporaryDirectory()

def at(name):
    return os.path.join(work.name, name)

def count(*options):
    """The instructions that opt executes; None where it fails."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={at('cachegrind')}", opt, "-disable-output", *options]
    done = subprocess.run(command, capture_output=True, text=True, env=plain)
    counted = re.search(r"I +refs *: +([0-9,]+)", done.stderr)
    return int(counted[1].replace(",", "")) if counted and not done.returncode else None

parts = {"-Os": [], "canonical": []}
sources = sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names if name.endswith(".c"))
for number, source in enumerate(sources):
    # One `main` is enough for a module.
    common = [clang, "-Os", "-ffast-math", "-w", f"-Dmain=main_{number}", "-I", os.path.dirname(source), *flags, source, "-c", "-emit-llvm"]
    paths = [at(f"{number}.{kind}.bc") for kind in ("os", "raw", "canonical")]
    if subprocess.run([*common, "-o", paths[0]], capture_output=True).returncode \
            or subprocess.run([*common, "-Xclang", "-disable-llvm-passes", "-o", paths[1]], capture_output=True).returncode \
            or subprocess.run([opt, "-passes=" + CANONICAL, paths[1], "-o", paths[2]]).returncode:
        print(f"{os.path.relpath(source, folder)} does not compile")
        continue
    parts["-Os"].append(paths[0])
    parts["canonical"].append(paths[2])

print(f"{'millions of instructions':<26}{'SCoP':>10}{'detection':>12}{'ScopInfo':>12}")
for kind, files in parts.items():
    if not files or subprocess.run([link, "--suppress-warnings", *files, "-o", at("all.bc")]).returncode:
        sys.exit("the files do not link")
    alone = count("-passes=verify", at("all.bc"))
    loaded = count(f"-load-pass-plugin={plugin}", "-passes=verify", at("all.bc"))
    found = count(f"-load-pass-plugin={plugin}", f"-passes=idiom-detect<SCoP;report={at('report.json')}>", at("all.bc"))
    polly = [count(*PROCESS, *passes, at("all.bc")) for passes in (DETECT, INFO)]
    columns = [found and loaded and found - loaded, *(counted and alone and counted - alone for counted in polly)]
    print(f"{kind:<26}" + "".join(f"{'-' if c is None else round(c / 1e6, 1):>{width}}" for c, width in zip(columns, (10, 12, 12))), flush=True)
PYTHON
