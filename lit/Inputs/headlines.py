"""The headlines in a text of `idiom scan` are short; JSON Lines, SARIF and the page have what they leave out:
headlines.py TEXT JSONL SARIF HTML
"""

import json
import re
import sys

MOST = 160

text, lines, sarif, page = (open(name).read() for name in sys.argv[1:])
headlines = re.findall(r"^  \S+:\d+:\d+: (found .*)$", text, re.M)
entries = [json.loads(line) for line in lines.splitlines()]
results = json.loads(sarif)["runs"][0]["results"]
long = 0
for headline in headlines:
    assert len(headline) <= MOST, headline
    assert not re.search(r"\[[^\]]*[a-z]\.\d", headline), headline
    assert not re.search(r"(^|[a-z:] )…( [a-z])", headline), headline
for entry, result in zip(entries, results, strict=True):
    message = result["message"]["text"].split(". Advice: ")[0]
    assert message in headlines, message
    if not message.endswith(entry["says"]):
        long += 1
        assert result["properties"]["description"] == entry["says"]
        assert json.dumps(entry["says"], ensure_ascii=False)[1:-1].replace("<", "\\u003c") in page
print(f"{len(headlines)} headlines of at most {MOST} characters,", f"{long} of longer texts, which the others have")
