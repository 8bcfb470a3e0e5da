#!/usr/bin/env bash
# Cost of the plugin in a compiler run in which it finds nothing.
#
# usage: scripts/measure startup [VERSION] [RUNS]
#
# Compiles a function without idioms with and without the plugin, alternating, RUNS times each (40), and
# prints both medians and their difference. Needs an otherwise idle machine.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

version=${1:-19} runs=${2:-40}
check_versions "$version"
need_program python3 python3
need_plugin "$version"

PYTHONPATH=scripts/lib python3 -B - "$(tool "$version" clang)" "build/llvm-$version/libidiom.so" "$runs" <<'PYTHON'
import os, statistics, subprocess, sys, tempfile, time
from measuring import without_settings

clang, plugin, runs = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3])
environment = without_settings()

with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "plain.c")
    with open(source, "w") as file:
        file.write("int twice(int x) { return x + x; }\n")
    plain = [clang, "-O2", "-c", source, "-o", os.path.join(folder, "plain.o")]
    loaded = plain + [f"-fpass-plugin={plugin}"]

    def measure(command):
        start = time.perf_counter()
        subprocess.run(command, check=True, env=environment)
        return 1000 * (time.perf_counter() - start)

    for command in (plain, loaded):
        measure(command)
    times = [(measure(plain), measure(loaded)) for _ in range(runs)]

without, with_plugin = (statistics.median(column) for column in zip(*times))
print(f"clang alone        {without:7.2f} ms   (median of {runs})")
print(f"with the plugin    {with_plugin:7.2f} ms")
print(f"difference         {with_plugin - without:7.2f} ms")
PYTHON
