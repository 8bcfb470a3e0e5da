#!/usr/bin/env bash
# Time and memory of `idiom report --html` on many findings.
#
# usage: scripts/measure report [IDIOM] [FINDINGS]
#
# Makes reports of FINDINGS findings (1,000,000) in units of 1000, and prints time and memory of the report
# and the size of the page. With Chromium and playwright, prints also the times to open, search and filter the
# page.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"

idiom=${1:-build/llvm-19/idiom} findings=${2:-1000000}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
python3 - "$folder/reports" "$findings" <<'PYTHON'
import json, os, sys

folder, findings = sys.argv[1], int(sys.argv[2])
os.makedirs(folder)
for unit in range(-(-findings // 1000)):
    source = f"src/part{unit % 30}/unit{unit}.c"
    found = []
    for n in range(min(1000, findings - 1000 * unit)):
        place = {"file": source, "line": n + 1, "column": 5}
        variable = {"name": "value", "value": f"%{n}", "place": place}
        found.append({"idiom": f"Idiom{(unit + n) % 40}", "outcome": "found", "function": f"f{unit}_{n % 50}", "place": place,
                      "fingerprint": f"{1000 * unit + n:016x}", "depth": n % 4, "variables": [variable]})
    report = {"schema_version": 2, "tool": "idiom", "llvm": "19.1.7", "source": source, "functions": 50, "findings": found}
    with open(f"{folder}/{unit}.json", "w", encoding="utf-8") as file:
        json.dump(report, file)
PYTHON
python3 - "$idiom" "$folder" <<'PYTHON'
import os, resource, subprocess, sys, time

idiom, folder = sys.argv[1:]
started = time.monotonic()
said = subprocess.run([idiom, "report", f"{folder}/reports", "--html", f"{folder}/page.html", "--most", "1"], check=True, capture_output=True, text=True).stdout
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print(said.splitlines()[0])
print(f"report: {time.monotonic() - started:.1f} s, {used} MiB; page: {os.path.getsize(f'{folder}/page.html') >> 20} MiB")
PYTHON
if [ -x /usr/bin/chromium ] && python=$(python_with playwright); then
  "$python" lit/Inputs/report_browser.py "$folder/page.html" --measure
else
  say "Chromium or playwright is not here: the page is not opened"
fi
