#!/usr/bin/env bash
# Factorisations beside those of LLVM's `reassociate`, on the same code.
#
# usage: scripts/compare reassociate FOLDER [VERSION] [-- CLANG FLAGS]
#
# Compiles every C and C++ file below FOLDER and finds, right before each run of LLVM's pass `reassociate` in
# the pipeline of -Os, the rewrites of idiom-factorize. Prints per function, and in sums: our rewrites;
# products with a common factor that `reassociate` makes; its other products, which have a factor of -1 for a
# subtraction, or of 2 for a value added to itself. A file that does not compile is named and left out.
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
PYTHONPATH=$ROOT/scripts/lib exec python3 -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version/libidiom.so" "$version" "$folder" "${flags[@]}" <<'PYTHON'
import collections, json, os, re, subprocess, sys, tempfile
from measuring import sources_below

clang, opt, plugin, version, folder, *flags = sys.argv[1:]
# From LLVM 23 on the attribute alone says that size counts.
LEVEL = "default<O2>" if int(version) >= 23 else "default<Os>"
COLUMNS = ["ours", "common factor", "times -1", "times 2"]

def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace")

def kind(line):
    """Kind of a product that `reassociate` made."""
    operands = line.split(" = ", 1)[1]
    if re.search(r" -1\.0+e\+00\b| -1\b", operands):
        return "times -1"
    return "common factor" if any(name.startswith("%reass.add") for name in re.findall(r"%[\w.]+", operands)) else "times 2"

def llvms(text):
    """Per function the kinds of new products in the printed code, before and after."""
    counts, name, when, lines, before = collections.defaultdict(collections.Counter), None, None, [], set()
    for line in text.splitlines():
        header = re.match(r"; \*\*\* IR Dump (Before|After) ReassociatePass on (.*) \*\*\*", line)
        if header:
            when, name = header.groups()
            lines = []
        elif name is not None and line == "}":
            if when == "Before":
                before = set(lines)
            else:
                for product in lines:
                    if re.match(r"\s+%reass\.mul\d* = ", product) and product not in before:
                        counts[name][kind(product)] += 1
            name = None
        elif name is not None:
            lines.append(line)
    return counts

def compare(path, scratch):
    source, report = os.path.join(scratch, "x.bc"), os.path.join(scratch, "report.json")
    done = run(clang, "-w", "-Os", *flags, "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", path, "-o", source)
    if done.returncode:
        return None
    pipeline = run(opt, f"-passes={LEVEL}", "-print-pipeline-passes", "-disable-output", source).stdout.strip()
    pipeline = pipeline.replace("reassociate", f"idiom-factorize<mode=detect;report={report}>,reassociate")
    done = run(opt, f"-load-pass-plugin={plugin}", f"-passes={pipeline}", "-print-before=reassociate", "-print-after=reassociate",
               source, "-disable-output")
    if done.returncode:
        return None
    counts = llvms(done.stderr)
    if os.path.exists(report):
        with open(report) as file:
            findings = json.load(file)["findings"]
        os.unlink(report)
        ours = {(f["function"], f["idiom"], f["reason"]) for f in findings if f["outcome"] == "found"}
        for function, _, _ in ours:
            counts[function]["ours"] += 1
    return counts

sums = collections.Counter()
print(f"{'':<40}" + "".join(f"{column:>15}" for column in COLUMNS))
with tempfile.TemporaryDirectory() as scratch:
    for path in sources_below(folder, (".c", ".cc", ".cpp")):
        counts = compare(path, scratch)
        if counts is None:
            print(f"{os.path.relpath(path, folder)}: does not compile")
            continue
        for function, row in sorted(counts.items()):
            place = f"{os.path.relpath(path, folder)}:{function}"
            print(f"{place:<40}" + "".join(f"{row[column]:>15}" for column in COLUMNS))
            sums.update(row)
print(f"{'all':<40}" + "".join(f"{sums[column]:>15}" for column in COLUMNS))
PYTHON
