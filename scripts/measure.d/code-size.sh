#!/usr/bin/env bash
# Cost of normalisation in code size where a rewrite follows it.
#
# usage: scripts/measure code-size [VERSION] [SOURCE…]
#
# Compiles each C or C++ source (test-ir/normalise/ and lit/Inputs/memory.c if none is named) at -O2, then
# normalises every function and cleans it up as after a rewrite (instcombine, dce). Prints the size in bytes
# of machine code of the functions that differ from clang's, beside their size by clang alone and by clang
# with the same clean-up, and the five functions that grow most over the latter.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"

version=${1:-19}
shift || true
plugin=$(built_plugin "$version")
[ $# != 0 ] || set -- "$ROOT"/test-ir/normalise/accesses.c "$ROOT"/test-ir/normalise/accesses.cpp "$ROOT"/lit/Inputs/memory.c

python3 - "$("llvm-config-$version" --bindir)" "$plugin" "$version" "$@" <<'PYTHON'
import os, subprocess, sys, tempfile

bindir, plugin, version, *sources = sys.argv[1:]
tool = lambda name: os.path.join(bindir, name)
instcombine = "instcombine<no-verify-fixpoint>" if int(version) >= 18 else "instcombine"

def sizes(ir, folder):
    """Size in bytes and text of the code, by function."""
    obj = os.path.join(folder, "x.o")
    subprocess.run([tool("clang"), "-O2", "-Xclang", "-disable-llvm-passes", "-ffunction-sections", "-w", "-c", ir, "-o", obj], check=True)
    lines = subprocess.run([tool("llvm-nm"), "--print-size", "--defined-only", obj], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in lines.splitlines()]
    code = {}
    for row in rows:
        if len(row) == 4 and row[2] in "tTwW":
            dump = subprocess.run([tool("llvm-objdump"), "-d", "--no-show-raw-insn", "--no-leading-addr", f"--disassemble-symbols={row[3]}", obj], capture_output=True, text=True).stdout
            code[row[3]] = (int(row[1], 16), dump.split(">:", 1)[-1])
    return code

alone = before = after = count = 0
grown = []
with tempfile.TemporaryDirectory() as folder:
    plain, cleaned, done = (os.path.join(folder, name) for name in ("plain.ll", "cleaned.ll", "done.ll"))
    for source in sources:
        subprocess.run([tool("clang"), "-O2", "-w", "-S", "-emit-llvm", source, "-o", plain], check=True)
        for passes, out in (("", cleaned), ("idiom-normalize,", done)):
            pipeline = f"-passes=function({passes}{instcombine},dce)"
            subprocess.run([tool("opt"), f"-load-pass-plugin={plugin}", pipeline, "-S", plain, "-o", out], check=True)
        old, without, new = sizes(plain, folder), sizes(cleaned, folder), sizes(done, folder)
        for name in old:
            if name in new and name in without and old[name][1] != new[name][1]:
                count += 1
                alone += old[name][0]
                before += without[name][0]
                after += new[name][0]
                grown.append((new[name][0] - without[name][0], name, without[name][0]))
print(f"{count} functions compiled otherwise: {alone} bytes by clang alone, {before} bytes with clean-up, "
      f"{after} bytes with normalisation and clean-up" + (f" ({100 * (after - before) / before:+.1f} % over clean-up alone)" if before else ""))
for more, name, size in sorted(grown, reverse=True)[:5]:
    print(f"  {more:+5} bytes of {size:5}  {name}")
PYTHON
