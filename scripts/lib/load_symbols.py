"""load_symbols.py PLUGIN… -- LIBRARY…: what the loader wants of LLVM before a plugin's entry runs.

For each pair, the symbols that the library lacks. Functions that are called are looked up at their first call,
which the entry of a refusing plugin never comes to. What else is undefined and not weak makes dlopen fail, and
the host says that instead of the plugin. So does a libLLVM that a plugin needs by name. A line for each; the
exit code is 1 when there is one.
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


def is_put_off(kind):
    """Whether the loader looks a relocation of that kind up at the first call."""
    return "JUMP_SLO" in kind


def wanted(plugin):
    """Undefined symbols of LLVM with a relocation that the loader cannot put off."""
    undefined = {row[7].split("@")[0] for row in symbols(plugin) if row[6] == "UND" and row[4] == "GLOBAL"}
    relocations = [row for row in rows(plugin, "--relocs") if len(row) >= 5 and row[2].startswith("R_")]
    now = {row[4].split("@")[0] for row in relocations if not is_put_off(row[2])}
    return {name for name in undefined & now if re.search("llvm", name, re.IGNORECASE)}


def needed(plugin):
    """The libLLVMs that a plugin needs by name."""
    names = [row[-1].strip("[]") for row in rows(plugin, "--dynamic") if "(NEEDED)" in row]
    return [name for name in names if name.startswith("libLLVM")]


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    plugins = sys.argv[1:split]
    paths = sorted(set(map(os.path.realpath, sys.argv[split + 1 :])))
    if not plugins or not paths:
        sys.exit("no plugin or no library is given")
    libraries = {path: defined(path) for path in paths}
    bad = False
    for plugin in plugins:
        for name in needed(plugin):
            bad = True
            print(f"{plugin} needs {name}")
        names = wanted(plugin)
        for library, has in libraries.items():
            for name in sorted(names - has):
                bad = True
                print(f"{plugin} wants {name} of {os.path.basename(library)}")
    verdict = "something is" if bad else "nothing is"
    print(f"{len(plugins)} plugins, {len(libraries)} libraries: {verdict} wanted in vain")
    return bad


sys.exit(main())
