"""clean_exit.py EXPECTED OUTPUT COMMAND…: runs the command, its stderr into OUTPUT; fails on a signal, or
when the exit
code is not the expected one (`zero` or `failure`)."""

import subprocess
import sys

expected, output, *command = sys.argv[1:]
with open(output, "w") as file:
    code = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=file, timeout=60).returncode
# A crash in clang's child process is reported as 70, one in the driver as a negative number or above 128.
crashed = code < 0 or code >= 128 or code == 70
text = open(output, errors="replace").read()
if crashed or "PLEASE submit a bug report" in text or (code == 0) != (expected == "zero"):
    sys.exit(f"exit code {code}, expected {expected}: {text}")
