"""The severities of findings in all outputs of a scan: severities.py JSONL SARIF PAGE

Prints for each idiom the severity in JSON Lines, the level in SARIF, and whether the severity needs no judgement.
The page has the same severities.
"""

import json
import re
import sys

lines, sarif, page = (open(name).read() for name in sys.argv[1:])
entries = [json.loads(line) for line in lines.splitlines()]
results = json.loads(sarif)["runs"][0]["results"]
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
rows = {(data["idioms"][row["i"]], row["l"]): row.get("a", [None])[0] for row in data["entries"]}
shown = set()
for entry, result in zip(entries, results, strict=True):
    severity = entry.get("advice", {}).get("severity")
    assert result["properties"].get("severity") == severity, result
    assert rows[(entry["idiom"], entry["place"]["line"])] == severity, entry
    shown.add(f"{entry['idiom']}: {severity} {result['level']} {result['properties'].get('sure')}")
print("\n".join(sorted(shown)))
