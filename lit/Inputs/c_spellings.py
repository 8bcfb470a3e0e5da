"""Checks that the descriptions in a folder, which `idiom synth --emit` wrote, find in a C source exactly the
functions that are named
after them: NAME_… has the goal NAME, not_NAME_… has not.

Usage: c_spellings.py IDIOM FOLDER SOURCE LEVEL…
"""

import json
import pathlib
import re
import subprocess
import sys

idiom, folder, source, *levels = sys.argv[1:]
functions = re.findall(r"^\w+ (\w+)\(\w+ \w+.*return", pathlib.Path(source).read_text(), re.MULTILINE)
specs = [
    spec
    for spec in sorted(pathlib.Path(folder).glob("*.candl"))
    if any(f"{spec.stem}_" in name for name in functions)
]
assert len(functions) > 30 and len(specs) > 5, (len(functions), specs)
for level in levels:
    for spec in specs:
        command = [idiom, "find", "--spec", str(spec), "--format", "json", source, "--", level]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        found = {finding["function"] for finding in report["findings"]}
        for name in functions:
            if name.startswith(f"{spec.stem}_"):
                assert name in found, f"{level}: {spec.name} does not find {name}"
            assert not (
                name.startswith(f"not_{spec.stem}_") and name in found
            ), f"{level}: {spec.name} finds {name}"
print(f"{len(functions)} functions hold")
