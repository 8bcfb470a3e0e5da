"""Ctrl-C in the middle of `idiom scan`, and the same command again: interrupted.py IDIOM

As a terminal does, the signal goes to all processes of the run. The run ends with what it has and says how
much is open; done again it goes on, and has in the end what
a run that nobody stopped has.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

UNITS = 10
# One second and more for each unit, so that there is a middle.
WORK = "".join(
    f"int f{n}(int *a, int *b, int n) {{ for (int i = 0; i < n; i++) a[i] += {n} * b[i]; return a[0]; }}\n"
    for n in range(150)
)


def scan(idiom, reports, **more):
    command = [
        idiom,
        "scan",
        os.path.abspath("src"),
        "--idiom",
        "For",
        "--report",
        reports,
        "--jobs",
        "1",
        "--jsonl",
        f"{reports}.jsonl",
    ]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **more
    )


def whole(folder):
    """The reports that are there; each is a whole document."""
    found = [path for path in pathlib.Path(folder).glob("*.json")]
    return sum(json.loads(path.read_text())["schema_version"] > 0 for path in found)


def children_of(group):
    processes = subprocess.run(
        ["ps", "-eo", "pgid=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [line for line in processes if line.split()[0] == str(group) or os.getcwd() in line]


def main():
    idiom = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("src")
        for unit in range(UNITS):
            pathlib.Path(f"src/u{unit}.c").write_text(f"static int unit{unit};\n{WORK}")
        run = scan(idiom, "reports")
        deadline = time.monotonic() + 120
        while whole("reports") < 2 and time.monotonic() < deadline:
            assert run.poll() is None, run.communicate()
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
        assert run.returncode not in (0, None), (run.returncode, err)
        left = int(re.search(r"stopped; (\d+) not scanned, which the same command goes on with", err)[1])
        kept = whole("reports")
        assert 2 <= kept < UNITS and kept + left == UNITS, (kept, left, err)
        assert f"in {kept} units" in out, out
        assert not children_of(run.pid), "something is still running"

        again = scan(idiom, "reports")
        out, err = again.communicate(timeout=300)
        assert again.returncode == 0, err
        assert f"{UNITS} scanned, {kept} of them known from before" in err, err
        once = scan(idiom, "others")
        expected, _ = once.communicate(timeout=300)
        assert out == expected and f"in {UNITS} units" in out
        assert pathlib.Path("reports.jsonl").read_text() == pathlib.Path("others.jsonl").read_text() != ""
        print(f"stopped with {kept} of {UNITS}, went on with {left}")


main()
