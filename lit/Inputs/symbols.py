"""symbols.py READELF LIBRARY: what a shared library exports, runs while it is loaded, needs, and asks of
LLVM."""

import re
import subprocess
import sys

readelf, library = sys.argv[1:]


def rows(*flags):
    text = subprocess.run([readelf, "-W", *flags, library], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in text.split("\n")]


# Num: Value Size Type Bind Vis Ndx Name
dynamic = [row for row in rows("--dyn-syms") if len(row) >= 8 and row[0][:-1].isdigit()]
local = [row for row in rows("--symbols") if len(row) >= 8 and row[0][:-1].isdigit()]
exports = [row[7] for row in dynamic if row[6] != "UND" and row[4] != "LOCAL"]
of_llvm = [row[7] for row in dynamic if row[6] == "UND" and "llvm" in row[7].lower()]
functions = {int(row[1], 16): row[7] for row in local if row[3] == "FUNC"}

# [Nr] Name Type Address Off Size …
sections = [re.sub(r"^\s*\[\s*\d+\]\s*", "", " ".join(row)).split() for row in rows("--section-headers")]
arrays = [
    range(int(row[2], 16), int(row[2], 16) + int(row[4], 16))
    for row in sections
    if row and re.match(r"\.(preinit_array|init_array|ctors)", row[0])
]
# Offset Info Type Addend
relocations = [row for row in rows("--relocs") if len(row) >= 4 and row[2].endswith("_RELATIVE")]
started = [int(row[3], 16) for row in relocations if any(int(row[0], 16) in array for array in arrays)]
entries = sum(len(array) // 8 for array in arrays)
if len(started) != entries:
    sys.exit(f"{entries} initialisers, of which {len(started)} were understood")

needed = re.findall(r"\[(.+?)\]", " ".join(" ".join(row) for row in rows("--dynamic") if "(NEEDED)" in row))
print("exports:", ", ".join(sorted(exports)))
print("initialisers:", ", ".join(sorted(functions.get(address, hex(address)) for address in started)))
print("libraries:", ", ".join(needed))
print("of LLVM:", len(of_llvm), ", ".join(sorted(of_llvm)[:3]))
