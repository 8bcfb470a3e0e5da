"""parallel_reports.py CLANG PLUGIN SOURCE FOLDER: 24 compilers at once report into one directory."""

import json
import os
import subprocess
import sys

clang, plugin, source, folder = sys.argv[1:]
reports = os.path.join(folder, "reports")
text = open(source).read()
running = []
for unit in range(24):
    path = os.path.join(folder, f"unit{unit}.c")
    with open(path, "w") as file:
        file.write(f"#define NAME(x) x##{unit}\n{text}")
    command = [clang, "-O2", "-ffast-math", f"-fpass-plugin={plugin}", "-c", path, "-o", path + ".o"]
    running.append(subprocess.Popen(command, env={**os.environ, "IDIOM_REPORT": reports}))
    if len(running) % 8 == 0:
        for child in running[-8:]:
            child.wait()
failed = [child.args for child in running if child.wait() != 0]
if failed:
    sys.exit(f"failed: {failed}")

names = sorted(os.listdir(reports))
strange = [name for name in names if not name.endswith(".json")]
if strange:
    sys.exit(f"left behind: {strange}")
findings = 0
for name in names:
    with open(os.path.join(reports, name)) as file:
        report = json.load(file)
    if not any("version" in key.lower() or "schema" in key.lower() for key in report):
        sys.exit(f"{name}: no schema version")
    findings += len(report["findings"])
print(f"{len(running)} compilers, {len(names)} reports, {findings} findings")
