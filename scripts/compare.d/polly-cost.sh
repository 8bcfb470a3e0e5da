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
PYTHONPATH=$ROOT/scripts/lib exec python3 -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$(tool "$version" llvm-link)" "$ROOT/build/llvm-$version/libidiom.so" "$version" "$folder" \
  "${flags[@]}" <<'PYTHON'
import os, subprocess, sys, tempfile
from measuring import instructions, sources_below, without_settings
from polly import canonical, descriptions, detection

clang, opt, link, plugin, version, folder, *flags = sys.argv[1:]
plain = without_settings()
work = tempfile.TemporaryDirectory()

def at(name):
    return os.path.join(work.name, name)

def count(*options):
    """The instructions that opt executes; None where it fails."""
    return instructions([opt, "-disable-output", *options], plain)[0]

parts = {"-Os": [], "canonical": []}
sources = sources_below(folder)
for number, source in enumerate(sources):
    # One `main` is enough for a module.
    common = [clang, "-Os", "-ffast-math", "-w", f"-Dmain=main_{number}", "-I", os.path.dirname(source), *flags, source, "-c", "-emit-llvm"]
    paths = [at(f"{number}.{kind}.bc") for kind in ("os", "raw", "canonical")]
    if subprocess.run([*common, "-o", paths[0]], capture_output=True).returncode \
            or subprocess.run([*common, "-Xclang", "-disable-llvm-passes", "-o", paths[1]], capture_output=True).returncode \
            or subprocess.run([opt, "-passes=" + canonical(version), paths[1], "-o", paths[2]]).returncode:
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
    polly = [count(*options(version), at("all.bc")) for options in (detection, descriptions)]
    columns = [found and loaded and found - loaded, *(counted and alone and counted - alone for counted in polly)]
    print(f"{kind:<26}" + "".join(f"{'-' if c is None else round(c / 1e6, 1):>{width}}" for c, width in zip(columns, (10, 12, 12))), flush=True)
PYTHON
