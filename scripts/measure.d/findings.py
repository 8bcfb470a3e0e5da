#!/usr/bin/env python3
"""A sample of a project's findings, to be read beside their source, as Markdown.

usage: scripts/measure findings [OPTION]… LINES

LINES is what `idiom scan --jsonl LINES` writes, or `-`. Findings are chosen by a hash of idiom, file and
line, so that the same scan gives the same sample on every machine, and nobody chooses. Ignored findings are
left out.

  --root FOLDER   the folder that the names of files start from (default: the working directory)
  --most N        the size of the sample (default: 30)
  --each N        at most N findings of an idiom (default: 10)
  --advised       only findings with advice
"""

import argparse
import collections
import hashlib
import json
import pathlib
import sys


def key(finding):
    place = finding["place"]
    text = f"{finding['idiom']} {place['file']}:{place['line']}"
    return hashlib.sha256(text.encode()).hexdigest()


def sample(findings, most, each):
    """The first findings by their hashes, at most `each` of an idiom."""
    counts = collections.Counter()
    chosen = []
    for finding in sorted(findings, key=key):
        counts[finding["idiom"]] += 1
        if counts[finding["idiom"]] <= each:
            chosen.append(finding)
    return chosen[:most]


def source(root, place):
    """The line of a place; empty if it cannot be read."""
    try:
        lines = (root / place["file"]).read_text(errors="replace").splitlines()
        return lines[place["line"] - 1].strip()
    except (OSError, IndexError):
        return ""


def cell(text):
    return text.replace("|", "\\|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("lines")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--advised", action="store_true")
    options = parser.parse_args()
    text = sys.stdin.read() if options.lines == "-" else pathlib.Path(options.lines).read_text()
    all_findings = [json.loads(line) for line in text.splitlines()]
    findings = [f for f in all_findings if f.get("place") and f["outcome"] == "found" and not f.get("ignored")]
    if options.advised:
        findings = [f for f in findings if f.get("advice")]
    chosen = sample(findings, options.most, options.each)
    print(f"{len(chosen)} of {len(findings)} findings\n")
    print("| place | idiom | text | source | verdict |\n| --- | --- | --- | --- | --- |")
    for finding in chosen:
        place = finding["place"]
        where = f"{place['file']}:{place['line']}"
        line = source(options.root, place)
        print(f"| {where} | {finding['idiom']} | {cell(finding.get('says', ''))} | `{cell(line)}` | |")


if __name__ == "__main__":
    main()
