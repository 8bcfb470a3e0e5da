"""The functions of a source in which something is found, against those that are named for it.

usage: found_names.py TEXT PREFIX SOURCE

TEXT is what `idiom scan` printed. Functions of SOURCE whose names begin with PREFIX have a defect.
"""

import re
import sys

text, prefix, source = open(sys.argv[1]).read(), sys.argv[2], open(sys.argv[3]).read()
found = set(re.findall(r"found \w+ in (\w+)", text))
wanted = set(re.findall(rf"^[\w *]*?\b({prefix}\w+)\(", source, re.M))
missed, others = sorted(wanted - found), sorted(found - wanted)
print(f"{len(wanted & found)} functions with a defect are found, {len(missed)} missed, {len(others)} others")
for name in missed + others:
    print(name)
