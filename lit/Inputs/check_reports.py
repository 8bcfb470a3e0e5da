"""Reads what `idiom report` writes for other tools: check_reports.py PAGE SARIF MARKDOWN LINES FINDINGS

The page has its data and asks for nothing from outside; SARIF has what SARIF 2.1.0 asks for; all forms have
as many findings.
"""

import html.parser
import json
import re
import sys

page, sarif, markdown, lines, expected = sys.argv[1:]
expected = int(expected)


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.data, self.inside = "", False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not {"src", "href"} & set(attributes), f"{tag} asks for something from outside"
        self.inside = attributes.get("id") == "data"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        self.data += data if self.inside else ""


reader = Page()
with open(page, encoding="utf-8") as file:
    reader.feed(file.read())
data = json.loads(reader.data)
assert len(data["entries"]) == expected, data["entries"]
first = data["entries"][0]
assert data["files"][first["f"]] == "x.c" and "SqrtOfSquare" in first["h"], first
assert any("first(double" in line for line in first["x"][1]), first["x"]

with open(sarif, encoding="utf-8") as file:
    log = json.load(file)
assert log["version"] == "2.1.0"
(run,) = log["runs"]
rules = run["tool"]["driver"]["rules"]
assert len(run["results"]) == expected
for result in run["results"]:
    rule = rules[result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] and rule["shortDescription"]["text"], rule
    assert result["level"] in ("none", "note", "warning", "error") and result["message"]["text"]
    assert all(re.fullmatch("[0-9a-f]{16}", text) for text in result["partialFingerprints"].values())
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "x.c", "uriBaseId": "SRCROOT"}
    with open("x.c", encoding="utf-8") as file:
        line = file.read().split("\n")[place["region"]["startLine"] - 1]
    # Columns count characters: in the first function each `ä` is two bytes.
    assert line[place["region"]["startColumn"] - 1 :].startswith("sqrt("), (line, place)

with open(markdown, encoding="utf-8") as file:
    text = file.read()
assert f"| SqrtOfSquare | {expected} |" in text and text.count("\n- ") == expected, text

with open(lines, encoding="utf-8") as file:
    entries = [json.loads(line) for line in file]
assert len(entries) == expected and all(entry["fingerprints"] for entry in entries)
