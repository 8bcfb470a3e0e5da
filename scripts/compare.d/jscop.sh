#!/usr/bin/env bash
# JSCoP of static control parts beside Polly's own, part by part.
#
# usage: scripts/compare jscop FOLDER [VERSION] [-- CLANG FLAGS]
#
# Compiles every C file below FOLDER and canonicalises it as Polly's documentation does. For each part whose
# name Polly gives to a region too, lets Polly import its JSCoP in the place of Polly's own, and compares
# statements, domains, accesses and order. The options of Polly make each block a statement, leave out scalars
# that are only read (-polly-analyze-read-only-scalars=false), and hoist loads where the parameters of a part
# are loaded. Prints the differences, and the numbers of parts that were imported and that are the same. Needs
# islpy, and a libLLVM with Polly in it, as Debian's is. PolyBench needs `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/request.sh
. "$ROOT/scripts/lib/request.sh"

read_request "$here" "$@"
want_islpy
python=$(python_with islpy) || fail "islpy is missing"

cd "$here"
PYTHONPATH=$ROOT/scripts/lib:$ROOT/lit/Inputs exec "$python" -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version/idiom" "$folder" "${flags[@]}" <<'PYTHON'
import collections, os, shutil, subprocess, sys, tempfile
from measuring import sources_below
from same_jscop import compare, read

clang, opt, idiom, folder, *flags = sys.argv[1:]
CANONICAL = ("mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,reassociate,loop(loop-rotate),"
             "instcombine<no-verify-fixpoint>,loop(indvars)")
POLLY = ["-polly-process-unprofitable", "-polly-use-llvm-names", "-polly-stmt-granularity=bb", "-polly-analyze-read-only-scalars=false"]
HOISTING = ("-polly-invariant-load-hoisting",)

def run(*command):
    return subprocess.run(command, capture_output=True, text=True)

def imports(ir, pollys, options, ours=None, name=None):
    """Whether Polly imports our file beside its own for other regions; without a name, all its own."""
    mixed = pollys + "-mixed"
    shutil.rmtree(mixed, ignore_errors=True)
    shutil.copytree(pollys, mixed)
    if name:
        shutil.copy(os.path.join(ours, name), mixed)
    done = run(opt, *POLLY, *options, "-polly-import-jscop-dir=" + mixed, "-passes=polly-import-jscop", "-disable-output", ir)
    return done.returncode == 0 and "error" not in done.stderr.lower()

counts = collections.Counter()
with tempfile.TemporaryDirectory() as work:
    raw, ir, ours = (os.path.join(work, name) for name in ("raw.ll", "x.ll", "ours"))
    sources = sources_below(folder)
    for source in sources:
        name = os.path.relpath(source, folder)
        compiled = run(clang, "-O1", "-ffast-math", "-fno-discard-value-names", "-Xclang", "-disable-llvm-passes", "-w", "-S", "-emit-llvm",
                       "-I", os.path.dirname(source), *flags, source, "-o", raw)
        if compiled.returncode or run(opt, "-S", "-passes=" + CANONICAL, raw, "-o", ir).returncode:
            print(f"{name}: does not compile")
            continue
        shutil.rmtree(ours, ignore_errors=True)
        os.mkdir(ours)
        run(idiom, "find", "--idiom", "SCoP", "--format", "jscop", "--into", ours, ir)
        parts = sorted(os.listdir(ours))
        options = {part: HOISTING if read(os.path.join(ours, part))["idiom"]["loads"] else () for part in parts}
        own = {}
        for k, wanted in enumerate(sorted(set(options.values()))):
            pollys = os.path.join(work, f"polly{k}")
            shutil.rmtree(pollys, ignore_errors=True)
            os.mkdir(pollys)
            run(opt, *POLLY, *wanted, "-polly-import-jscop-dir=" + pollys, "-passes=polly-export-jscop", "-disable-output", ir)
            own[wanted] = pollys, imports(ir, pollys, wanted)
            if not own[wanted][1]:
                print(f"{name}: Polly does not import what it exported")
        for part in parts:
            pollys, imports_own = own[options[part]]
            if not os.path.exists(os.path.join(pollys, part)):
                counts["other region"] += 1
                print(f"{name}: {part}: Polly has no region of this name")
                continue
            is_imported = imports(ir, pollys, options[part], ours, part)
            counts["imported"] += is_imported
            try:
                compare(part, read(os.path.join(ours, part)), read(os.path.join(pollys, part)))
                counts["same"] += 1
                differs = None if is_imported or not imports_own else "the same"
            except SystemExit as different:
                counts["differs"] += 1
                differs = str(different).removeprefix(part + ": ")
            if differs:
                print(f"{name}: {part}: {differs}{'' if is_imported else ', not imported'}")
print(f"{sum(counts[key] for key in ('same', 'differs', 'other region'))} parts: {counts['same']} the same, {counts['imported']} imported, "
      f"{counts['differs']} that differ, {counts['other region']} of another region")
PYTHON
