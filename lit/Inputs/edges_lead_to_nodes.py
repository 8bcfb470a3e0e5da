"""Whether every edge of a graph in the language of Graphviz leads to a node that the graph has."""

import re
import sys

with open(sys.argv[1]) as file:
    text = file.read()
nodes = set(re.findall(r"^ *(n\d+) \[", text, re.MULTILINE))
edges = re.findall(r"-> (n\d+)", text)
astray = sorted({node for node in edges if node not in nodes})
if astray:
    sys.exit(f"no such nodes: {astray}")
print(f"all of {len(edges)} edges lead to nodes")
