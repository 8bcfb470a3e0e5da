"""What scripts share that compile a folder of sources and count what runs take."""

import os
import re
import subprocess


def sources_below(folder, endings=(".c",)):
    """The sources in a folder and the folders in it, in order of their paths."""
    paths = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names]
    return sorted(path for path in paths if path.endswith(endings))


def without_settings():
    """The environment without the settings of idiom."""
    return {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}


def instructions(command, environment=None, within=None):
    """The machine instructions of a command, as valgrind counts them, or None where it fails; and the
    finished process. `within` is a pattern of functions: only what they execute is counted."""
    tool = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    if within:
        tool = ["--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={within}"]
    done = subprocess.run(["valgrind", *tool, *command], capture_output=True, text=True, env=environment)
    counted = re.search(r"(?:I +refs|Collected) *: +([0-9,]+)", done.stderr)
    fails = done.returncode or not counted
    return None if fails else int(counted[1].replace(",", "")), done
