"""one_line.py FILE WORD…: fails unless exactly one line of FILE speaks of idiom, and it holds every WORD."""

import re
import sys

name, *words = sys.argv[1:]
lines = [line.rstrip("\n") for line in open(name, errors="replace") if re.match(r"idiom\b", line)]
if len(lines) != 1:
    sys.exit(f"{len(lines)} lines of idiom's in {name}: {open(name, errors='replace').read()}")
missing = [word for word in words if not re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", lines[0])]
if missing:
    sys.exit(f"{missing} not in: {lines[0]}")
