#!/usr/bin/env bash
# Loops that SCoP finds beside those of its published description.
#
# usage: scripts/compare published FOLDER [VERSION] [-- CLANG FLAGS]
#
# Compiles every C file below FOLDER at -O1 and prints how many loops of it, by their place in the source, lie
# in a part that both `SCoP` and examples/seed/scop.candl find, in one of SCoP alone, and in one of the other
# alone; these with their places. The sums come last. A file that does not compile is named and left out.
# PolyBench needs `-- -I FOLDER/utilities`.
set -euo pipefail
here=$PWD
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/request.sh
. "$ROOT/scripts/lib/request.sh"

read_request "$here" "$@"

cd "$here"
PYTHONPATH=$ROOT/scripts/lib exec python3 -B - "$ROOT" "$ROOT/build/llvm-$version/idiom" "$folder" "${flags[@]}" <<'PYTHON'
import json, os, subprocess, sys
from measuring import sources_below

root, idiom, folder, *flags = sys.argv[1:]

def findings(source, *what):
    """What is found in a file, as JSON; None where it does not compile."""
    command = [idiom, "find", *what, "--format", "json", source, "--", "-O1", "-w", "-I", os.path.dirname(source), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    return None if done.returncode else json.loads(done.stdout)["findings"]

def at(finding, place):
    return (finding["function"], place["file"], place["line"], place["column"])

print(f"{'file':<28}{'both':>8}{'shipped':>10}{'published':>12}")
sums = [0] * 3
sources = sources_below(folder)
for source in sources:
    parts = findings(source, "--idiom", "SCoP")
    loops = findings(source, "--spec", os.path.join(root, "examples/seed/scop.candl"), "--idiom", "PublishedSCoP")
    if parts is None or loops is None:
        print(f"{os.path.relpath(source, folder)} does not compile")
        continue
    shipped = {at(part, l["place"]) for part in parts if "scop" in part for l in part["scop"]["loops"] if "place" in l}
    published = {at(loop, loop["place"]) for loop in loops if "place" in loop}
    row = [len(shipped & published), len(shipped - published), len(published - shipped)]
    sums = [a + b for a, b in zip(sums, row)]
    print(f"{os.path.basename(source):<28}{row[0]:>8}{row[1]:>10}{row[2]:>12}", flush=True)
    for function, file, line, column in sorted(published - shipped):
        print(f"  published alone: {os.path.relpath(file, folder)}:{line}:{column} in {function}")
if not any(sums):
    sys.exit("nothing is found")
print(f"{'sum':<28}{sums[0]:>8}{sums[1]:>10}{sums[2]:>12}")
PYTHON
