"""ci_jobs.py BIN FILE FAIL_ON: runs the commands of a job in examples/ci, but for those that install, in the
working
directory, with the programs of BIN before those of PATH.

FAIL_ON is what the job's settings make of the event. A step that has `always()` runs after a failure, too;
one for pushes runs where FAIL_ON is
never. Ends with the exit code of the job.
"""

import os
import re
import subprocess
import sys

programs, file, fail_on = sys.argv[1:]
with open(file) as opened:
    lines = opened.read().split("\n")
environment = os.environ | {"FAIL_ON": fail_on, "GITHUB_STEP_SUMMARY": "summary.md"}
environment["PATH"] = programs + ":" + environment["PATH"]
code = ran = 0
for at, line in enumerate(lines):
    command = re.match(r"(?:      - run: |    - (?=[a-z]+ ))(.*)", line)
    if not command or re.search(r"apt-get|curl", command[1]):
        continue
    condition = re.match(r"        if: (.*)", lines[at + 1])
    if condition and condition[1] == "github.event_name == 'push'" and fail_on != "never":
        continue
    if code and not (condition and condition[1] == "always()"):
        continue
    ran += 1
    code = subprocess.run(["bash", "-ec", command[1]], env=environment).returncode or code
print(f"{ran} steps ran, the job ends with {code}")
sys.exit(code)
