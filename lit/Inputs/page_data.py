"""The summary in a page of `idiom scan --html`, without a browser: page_data.py PAGE

Prints the first findings, the counts, the loops and what was not searched, a line each. The page names no other
file, and its scripts and styles are in it.
"""

import json
import re
import sys

page = open(sys.argv[1]).read()
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
summary, missing = data["summary"], data["missing"]
assert not re.search(r"\b(src|href)=|https?://|@import|url\(", page.replace(json.dumps(data), "").split('id="data"')[0])
assert "IDIOM_" not in page.split('id="data"')[0], "a placeholder is left"
print(data["heading"])
for row in data["entries"][: summary["first"]]:
    print(f"first: {data['files'][row['f']]}:{row['l']} {row['a'][0]}: {row['h']}")
    assert row["x"] and row["a"][1], row
for severity, count in summary["severities"]:
    print(f"severity: {severity} {count}")
for idiom, count in summary["idioms"]:
    print(f"idiom: {idiom} {count}")
for file, advised, count in summary["files"]:
    print(f"file: {file} {advised} of {count}")
for one in summary["loops"]:
    print(f"loop: {one['file']}:{one['lines'][0]}-{one['lines'][1]} {one['share']} {one['depth']} {one['idioms']}")
for file, line, share in summary["hot"]:
    print(f"hot: {file}:{line} {share}")
for unit in missing["units"]:
    print(f"not searched: {unit['source']}: {unit['why']}")
print(f"optnone {missing['optnone']}, searched for {', '.join(missing['searched'])}")
for row in data["ignored"]:
    print(f"ignored: {data['files'][row['f']]}:{row['l']}: {row['w']}")
