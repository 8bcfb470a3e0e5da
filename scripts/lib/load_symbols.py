"""load_symbols.py PLUGIN… -- LIBRARY…: for each pair, the symbols of LLVM that the loader wants before the
plugin's entry runs and that the library lacks.

Functions that are called are looked up at their first call, which the entry of a refusing plugin never comes
to. What else is undefined and not weak makes dlopen fail, and the host says that instead of the plugin. A
line for each such pair; the exit code is 1 when there is one.
"""

import os
import re
import subprocess
import sys


def rows(library, flag):
    text = subprocess.run(["readelf", "-W", flag, library], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in text.split("\n")]


def symbols(library):
    """Num: Value Size Type Bind Vis Ndx Name, of dynamic symbols."""
    return [row for row in rows(library, "--dyn-syms") if len(row) >= 8 and row[0][:-1].isdigit()]


def defined(library):
    return {row[7].split("@")[0] for row in symbols(library) if row[6] != "UND"}


def wanted(plugin):
    """Undefined symbols of LLVM with a relocation that the loader cannot put off."""
    undefined = {row[7].split("@")[0] for row in symbols(plugin) if row[6] == "UND" and row[4] == "GLOBAL"}
    now = {
        row[4].split("@")[0]
        for row in rows(plugin, "--relocs")
        if len(row) >= 5 and row[2].startswith("R_") and "JUMP_SLO" not in row[2]
    }
    return {name for name in undefined & now if re.search("llvm", name, re.IGNORECASE)}


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    libraries = {library: defined(library) for library in sorted(set(map(os.path.realpath, sys.argv[split + 1 :])))}
    bad = False
    for plugin in sys.argv[1:split]:
        names = wanted(plugin)
        for library, has in libraries.items():
            lacking = sorted(names - has)
            bad |= bool(lacking)
            for name in lacking:
                print(f"{plugin} wants {name} of {os.path.basename(library)}")
    print(f"{split - 1} plugins, {len(libraries)} libraries: {'something is' if bad else 'nothing is'} wanted in vain")
    return bad


sys.exit(main())
