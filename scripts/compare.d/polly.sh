#!/usr/bin/env bash
# Loops in static control parts found here beside those in Polly's.
#
# usage: scripts/compare polly FOLDER [VERSION] [-- CLANG FLAGS]
#
# Compiles every C file below FOLDER, canonicalises it as Polly's documentation does, and prints for each
# function with a loop: the number of loops; the loops in a part of Polly's detection only, in one of ours
# only, and in both; the loops in a part that Polly's ScopInfo described, and those of them in none of ours.
# The sums come last. A file that does not compile is named and left out. Needs a libLLVM with Polly in it, as
# Debian's is. PolyBench needs `-- -I FOLDER/utilities`.
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
PYTHONPATH=$ROOT/scripts/lib exec python3 -B - "$(tool "$version" clang)" "$(tool "$version" opt)" "$ROOT/build/llvm-$version/idiom" "$version" "$folder" "${flags[@]}" <<'PYTHON'
import collections, json, os, re, subprocess, sys, tempfile
from measuring import sources_below
from polly import canonical, descriptions, detection

clang, opt, idiom, version, folder, *flags = sys.argv[1:]

def run(command):
    return subprocess.run(command, capture_output=True, text=True)

def blocks_of(path):
    """Per function: successors by block, and the block of each value."""
    functions, name = {}, None
    for line in open(path):
        if line.startswith("define"):
            name = re.search(r'@"?([^"(]+)"?\(', line)[1]
            functions[name] = ({}, {})
            block = None
        elif line.startswith("}"):
            name = None
        elif name is not None:
            successors, values = functions[name]
            label = re.match(r'"?([^\s":]+)"?:', line)
            if label:
                block = label[1]
                successors[block] = []
                continue
            if not line.strip():
                continue
            if block is None:
                block = "0"
                successors[block] = []
            value = re.match(r'  (%"?[^\s"=]+"?) = ', line)
            if value:
                values[value[1]] = block
            successors[block] += re.findall(r'label %"?([^\s",\]]+)"?', line)
    return functions

def reached(successors, entry, without):
    seen, open_blocks = {entry}, [entry]
    while open_blocks:
        for to in successors.get(open_blocks.pop(), []):
            if to != without and to not in seen:
                seen.add(to)
                open_blocks.append(to)
    return seen

def headers_of(path):
    """Per function, the latches of each loop by its header: sources of edges whose target dominates."""
    headers = {}
    for function, (successors, _) in blocks_of(path).items():
        entry = next(iter(successors))
        sources = collections.defaultdict(set)
        for block in reached(successors, entry, None):
            for to in successors[block]:
                sources[to].add(block)
        headers[function] = {to: come - reached(successors, entry, to) for to, come in sources.items()
                             if to != entry and len(come) > 1 and come - reached(successors, entry, to)}
    return headers

def region_headers(passes, function_line, region_line, path, prepared):
    """Per function, the headers of loops that lie entirely in a region that the output of the passes names."""
    blocks, loops = blocks_of(prepared), headers_of(prepared)
    covered, function = collections.defaultdict(set), None
    told = run([opt, *passes, "-disable-output", path])
    for line in (told.stderr + told.stdout).splitlines():
        started = re.search(function_line, line)
        if started:
            function = started[1]
        found = re.search(region_line, line)
        if found and function in blocks:
            region = reached(blocks[function][0], found[1].lstrip("%"), found[2].lstrip("%"))
            covered[function] |= {header for header, ends in loops[function].items() if {header} | ends <= region}
    return covered

def polly_headers(path, prepared):
    return region_headers(detection(version, is_printed=True), r"Detected Scops in Function (.*)", r"Valid Region for Scop: (\S+) => (\S+)", path, prepared)

def info_headers(path, prepared):
    """Headers of the loops in regions that ScopInfo did not dismiss."""
    return region_headers(descriptions(version, is_printed=True), r"^ *Function: (\S+)$", r"^ *Region: %(\S+)---%(\S+)$", path, prepared)

def our_headers(path):
    blocks = blocks_of(path)
    covered = collections.defaultdict(set)
    found = run([idiom, "find", "--idiom", "SCoP", "--format", "json", path])
    for finding in json.loads(found.stdout)["findings"]:
        function = finding["function"]
        for loop in (finding.get("scop") or {"loops": []})["loops"]:
            covered[function].add(blocks[function][1].get(loop["value"]))
    return covered

sums = [0] * 6
COLUMNS = ("loops", "polly", "ours", "both", "info", "lacks")
print(f"{'file':32} {'function':32} " + " ".join(f"{column:>5}" for column in COLUMNS))
with tempfile.TemporaryDirectory() as work:
    raw, ir, prepared = (os.path.join(work, name) for name in ("raw.ll", "x.ll", "prepared.ll"))
    sources = sources_below(folder)
    for source in sources:
        name = os.path.relpath(source, folder)
        compiled = run([clang, "-Os", "-ffast-math", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-w",
                        "-S", "-emit-llvm", "-I", os.path.dirname(source), *flags, source, "-o", raw])
        if compiled.returncode or run([opt, "-passes=" + canonical(version), "-S", raw, "-o", ir]).returncode:
            print(f"{name:32} does not compile")
            continue
        # Polly splits entry blocks; block names are otherwise those of the input.
        split = ["-passes=polly-prepare"] if int(version) < 22 else ["-passes=polly-custom<prepare>"]
        if run([opt, *split, "-S", ir, "-o", prepared]).returncode:
            prepared = ir
        polly, ours, info = polly_headers(ir, prepared), our_headers(ir), info_headers(ir, prepared)
        for function, headers in headers_of(ir).items():
            if not headers:
                continue
            headers = set(headers)
            theirs, own, made = headers & polly[function], headers & ours[function], headers & info[function]
            row = [len(headers), len(theirs - own), len(own - theirs), len(theirs & own), len(made), len(made - own)]
            sums = [a + b for a, b in zip(sums, row)]
            print(f"{name:32} {function:32} " + " ".join(f"{number:5}" for number in row))
print(f"{'all':65} " + " ".join(f"{number:5}" for number in sums)
      + "   (polly, ours: in a part of that one only; info: in one of ScopInfo's; lacks: of these, in none of ours)")
PYTHON
