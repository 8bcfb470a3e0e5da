"""accesses.py CLANG OPT PLUGIN FOLDER SOURCE EXPECTED: the normalised accesses of a source as this clang
compiles it, each
function's sorted, compared with what every version is to give. IDIOM_BLESS=1 writes them instead."""

import os
import subprocess
import sys

clang, opt, plugin, folder, source, expected = sys.argv[1:]
ir = os.path.join(folder, "accesses.ll")
# One loop body each, and names to tell parameters by.
flags = [
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-discard-value-names",
    "-S",
    "-emit-llvm",
]
flags += ["-std=c++20"] if source.endswith(".cpp") else []


def functions(level):
    subprocess.run([clang, level, *flags, source, "-o", ir], check=True)
    command = [opt, f"-load-pass-plugin={plugin}", "-passes=print<idiom-accesses>", "-disable-output", ir]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    parts = [part.splitlines() for part in text.split("accesses of ")[1:]]
    return {name: sorted(lines) for name, *lines in parts}


found = ""
for level in ["-O1", "-O2", "-Os"]:
    for name, lines in sorted(functions(level).items()):
        found += "\n".join([f"{name} at {level}", *lines]) + "\n"
if os.environ.get("IDIOM_BLESS"):
    with open(expected, "w") as file:
        file.write(found)
with open(expected) as file:
    wanted = file.read()
if found != wanted:
    import difflib

    sys.stdout.writelines(
        difflib.unified_diff(wanted.splitlines(True), found.splitlines(True), "expected", "found")
    )
    sys.exit(1)
print(f"{found.count(': ')} accesses as expected")
