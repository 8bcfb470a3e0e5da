"""same_every_time.py CLANG PLUGIN SOURCE SPEC FOLDER: compiles a source several times; report and IR must be
the same bytes."""

import json
import os
import subprocess
import sys

clang, plugin, source, spec, folder = sys.argv[1:]
RUNS = 6


def compiled(run):
    reports = os.path.join(folder, f"reports{run}")
    environment = {**os.environ, "IDIOM_REPORT": reports, "IDIOM_SPEC": spec}
    command = [
        clang,
        "-O2",
        "-ffast-math",
        "-g",
        "-S",
        "-emit-llvm",
        f"-fpass-plugin={plugin}",
        source,
        "-o",
        "-",
    ]
    done = subprocess.run(command, capture_output=True, env=environment)
    if done.returncode:
        sys.exit(done.stderr.decode())
    (name,) = os.listdir(reports)
    with open(os.path.join(reports, name), "rb") as file:
        return name, file.read(), done.stdout


first, *others = (compiled(run) for run in range(RUNS))
if any(other != first for other in others):
    sys.exit("the outputs differ")
print(f"{RUNS} runs, the same report of {len(json.loads(first[1])['findings'])} findings and the same IR")
