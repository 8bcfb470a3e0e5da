"""Holds a trace against dumps of the IR behind every pass, which clang itself prints and `idiom find`
searches:

    trace_by_dumps.py CLANG IDIOM SOURCE FUNCTION IDIOM_NAME…

The trace comes from the plugin in a pipeline; the dumps come from a pipeline without the plugin. In both, the
same passes must begin
and end the same idioms on the same lines of the function.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

clang, idiom, source, function, *options = sys.argv[1:]
idioms = [word for word in options if not word.endswith(".candl")]
options = [
    part for word in options for part in (["--spec", word] if word.endswith(".candl") else ["--idiom", word])
]


def lines(findings):
    return {(f["idiom"], (f.get("place") or {}).get("line")) for f in findings if f["function"] == function}


def by_dumps(folder):
    command = [clang, "-O2", "-g", "-S", "-emit-llvm", "-o", os.devnull, source]
    command += [
        "-mllvm",
        "-print-after-all",
        "-mllvm",
        "-print-module-scope",
        "-mllvm",
        f"-filter-print-funcs={function}",
    ]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    # LLVM 16 has the heading without the semicolon before the module.
    parts = re.split(r"^(?:; )?\*\*\* IR Dump After (.+?) on .*\*\*\*.*$", said, flags=re.M)[1:]
    dumps, files = list(zip(parts[::2], parts[1::2])), []
    for number, (_, text) in enumerate(dumps):
        files.append(os.path.join(folder, f"{number}.ll"))
        with open(files[-1], "w") as file:
            file.write(text)
    find = [idiom, "find", "--format", "json", "--function", f"^{function}$", *options, *files]
    answer = subprocess.run(find, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    text = answer.stdout
    decoder, at, reports = json.JSONDecoder(), 0, []
    while at < len(text.rstrip()):
        report, at = decoder.raw_decode(text, at)
        reports.append(report)
        at += len(text[at:]) - len(text[at:].lstrip())
    assert len(reports) == len(dumps) > 10, (len(reports), len(dumps))
    return [(name, lines(report["findings"])) for (name, _), report in zip(dumps, reports)]


def by_trace():
    command = [idiom, "trace", "--format", "json", "--function", f"^{function}$", *options, source]
    trace = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return trace


with tempfile.TemporaryDirectory() as folder:
    dumps = by_dumps(folder)
trace = by_trace()

expected, held = [], None
for name, found in dumps:
    if held is None:
        # What holds before the first dump is not dumped.
        held = found
    for idiom_name, line in sorted(found ^ held, key=str):
        expected.append((name, idiom_name, line, "begins" if (idiom_name, line) in found else "ends"))
    held = found

got = []
for event in trace["events"]:
    assert event["function"] == function
    line = (event.get("place") or {}).get("line")
    if event["pass"]["number"] == 0 or event["pass"]["class"] == dumps[0][0]:
        continue
    if event["change"] == "moves":
        got.append((event["pass"]["class"], event["idiom"], event["from"]["line"], "ends"))
    got.append(
        (
            event["pass"]["class"],
            event["idiom"],
            line,
            "ends" if event["change"] in ("ends", "removed") else "begins",
        )
    )

# Within one pass the order is not compared.
assert sorted(expected, key=str) == sorted(got, key=str), f"dumps: {expected}\ntrace: {got}"
assert [name for name, *_ in expected] == [name for name, *_ in got]
assert expected, "nothing to compare"
print(f"{len(dumps)} dumps, {len(expected)} changes")
