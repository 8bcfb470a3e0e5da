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


def parts(text):
    """Head and lines of each function in a text."""
    all = []
    for line in text.splitlines():
        if line.startswith(" "):
            all[-1][1].append(line)
        else:
            all.append((line, []))
    return all


def is_for(head, version):
    """Whether a part is about an LLVM: `NAME at -O1` is about each, and ranges may stand behind it, each behind a
    comma: `before LLVM 17`, `LLVM 18`, `from LLVM 19`."""
    _, _, ranges = head.partition(", ")
    if not ranges:
        return True
    fits = {"before": lambda n: version < n, "": lambda n: version == n, "from": lambda n: version >= n}
    bounds = [text.partition("LLVM ") for text in ranges.split(", ")]
    return any(fits[bound.strip()](int(number)) for bound, _, number in bounds)


answer = subprocess.run([clang, "-dumpversion"], check=True, capture_output=True, text=True).stdout
version = int(answer.split(".")[0])
found = {}
for level in ["-O1", "-O2", "-Os"]:
    for name, lines in sorted(functions(level).items()):
        found[f"{name} at {level}"] = lines
with open(expected) as file:
    wanted = parts(file.read())
if os.environ.get("IDIOM_BLESS"):
    # In the place of what was said of this LLVM, under the same head. Of the others it stays.
    heads = {head.partition(", ")[0]: head for head, _ in wanted if is_for(head, version)}
    others = {}
    for head, lines in wanted:
        if not is_for(head, version):
            others.setdefault(head.partition(", ")[0], []).append((head, lines))
    wanted = []
    for name, lines in found.items():
        wanted += [(heads.get(name, name), lines), *others.pop(name, [])]
    wanted += [part for parts_of_one in others.values() for part in parts_of_one]
    written = [f"{head}\n" + "".join(f"{line}\n" for line in lines) for head, lines in wanted]
    with open(expected, "w") as file:
        file.write("".join(written))


def text(parts):
    return [f"{line}\n" for name, lines in parts for line in [name, *lines]]


here = [(head.partition(", ")[0], lines) for head, lines in wanted if is_for(head, version)]
if here != list(found.items()):
    import difflib

    sys.stdout.writelines(difflib.unified_diff(text(here), text(found.items()), "expected", "found"))
    sys.exit(1)
print(f"{sum(map(len, found.values()))} accesses as expected")
