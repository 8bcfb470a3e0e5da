"""Runs `idiom find` for all idioms of a file, and compares what it finds with what stands behind each
function in C.

    expected.py NAME SOURCE IDIOM SPECIFICATIONS -- FLAGS...

`// Square Cube` behind a function says that these idioms are found in it, `// -` that none is; `O2:Square`
holds for
the set of flags of that name alone.
"""

import json
import re
import subprocess
import sys

at = sys.argv.index("--")
name, source, idiom, specifications = sys.argv[1:at]
expected = {}
for line in open(source):
    match = re.match(r"[^/].*?(\w+)\(.*// (.+)$", line)
    if match:
        words = [word.split(":") for word in match[2].split() if word != "-"]
        expected[match[1]] = {word[-1] for word in words if len(word) == 1 or word[0] == name}
idioms = re.findall(r"^Constraint (\w+)", open(specifications).read(), re.M)
command = [idiom, "find", "--spec", specifications, "--format", "json", source]
command += [word for idiom in idioms for word in ("--idiom", idiom)]
report = json.loads(subprocess.run(command + sys.argv[at:], stdout=subprocess.PIPE, check=True).stdout)
found = {function: set() for function in expected}
for finding in report["findings"]:
    if finding["outcome"] == "found":
        found[finding["function"]].add(finding["idiom"])
wrong = [function for function in expected if found[function] != expected[function]]
for function in wrong:
    print(f"{function}: found {sorted(found[function])}, expected {sorted(expected[function])}")
sys.exit(bool(wrong) or not expected)
