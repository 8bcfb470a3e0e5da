"""round_trip.py OPT PLUGIN INPUT PIPELINE…: prints each pipeline, reads what was printed, and prints it
again."""

import os
import subprocess
import sys
import tempfile

opt, plugin, source, *pipelines = sys.argv[1:]
source = os.path.abspath(source)


def printed(pipeline, folder):
    command = [
        opt,
        f"-load-pass-plugin={plugin}",
        f"-passes={pipeline}",
        "-print-pipeline-passes",
        "-disable-output",
    ]
    done = subprocess.run(command + [source], capture_output=True, text=True, cwd=folder)
    if done.returncode:
        sys.exit(f"{pipeline}: {done.stderr}")
    # opt adds its own `verify` to what it was given.
    return (done.stdout + done.stderr).strip().removesuffix(",verify")


with tempfile.TemporaryDirectory() as folder:
    for pipeline in pipelines:
        first = printed(pipeline, folder)
        if pipeline not in first:
            sys.exit(f"{pipeline} is printed as {first}")
        if printed(first, folder) != first:
            sys.exit(f"{first} is printed as {printed(first, folder)}")
print(f"{len(pipelines)} pipelines came back")
