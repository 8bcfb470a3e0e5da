"""Reads DOT without Graphviz, by the grammar of its manual as far as `idiom model --dot` uses it, and checks
the graph:

    dot_graph.py FILE.dot [control-flow=17 …] [nodes=16]

Every edge leads from and to a declared node, no node is declared twice, and there are as many edges of a
class as an argument
says. With `--ll FILE.ll FUNCTION` the numbers of control flow and data flow edges are counted from the text
of the IR instead.
"""

import collections
import re
import sys

TOKEN = re.compile(r'\s*(?:("(?:\\.|[^"\\])*")|(->)|([{}\[\]=;,])|([A-Za-z_][A-Za-z_0-9]*|-?[0-9.]+))', re.S)


def tokens(text):
    at, found = 0, []
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"no token of DOT at {text[at:at + 40]!r}"
        found.append(match.group().strip())
        at = match.end()
    return found


def attributes(words):
    """`[a=b c=d]` at the head of the list, if it is there."""
    found = {}
    if words and words[0] == "[":
        words.pop(0)
        while words[0] != "]":
            name = words.pop(0)
            assert words.pop(0) == "=", name
            found[name] = words.pop(0)
        words.pop(0)
    return found


def read(text):
    words = tokens(text)
    assert words.pop(0) == "digraph"
    words.pop(0)
    assert words.pop(0) == "{"
    nodes, edges, depth = {}, [], 1
    while words:
        word = words.pop(0)
        if word == "}":
            depth -= 1
            assert depth >= 0
        elif word == "subgraph":
            assert re.fullmatch(r'"cluster_b\d+"', words.pop(0))
            assert words.pop(0) == "{"
            depth += 1
        elif word in ("graph", "node", "edge"):
            attributes(words)
        elif words[0] == "=":
            # Attributes of the graph around them.
            words.pop(0)
            words.pop(0)
        elif words[0] == "->":
            words.pop(0)
            to = words.pop(0)
            edges.append((word, to, attributes(words)))
        else:
            assert word not in nodes, f"{word} is declared twice"
            nodes[word] = attributes(words)
    assert depth == 0
    for source, target, _ in edges:
        assert source in nodes and target in nodes, (source, target)
    return nodes, edges


def of_ir(path, function):
    """Instructions, control flow edges and operands of a function without casts and calls, from its text."""
    text = open(path).read()
    body = re.search(r"^define [^\n]*@" + re.escape(function) + r"\(.*?\n(.*?)^}", text, re.S | re.M).group(1)
    lines = [line.strip() for line in body.splitlines()]
    code = [
        line.split(", !")[0] for line in lines if line and not line.endswith(":") and not line.startswith(";")
    ]
    flow = data = 0
    for line in code:
        line = re.sub(r"^%\S+ = ", "", line)
        if line.startswith(("br ", "ret ")):
            flow += line.count("label %")
            data += 0 if line in ("ret void",) or line.startswith("br label") else 1
        else:
            flow += 1
            if line.startswith("phi "):
                data += line.count("[")
            else:
                data += (
                    line.startswith("getelementptr") * -1 + line.startswith("load") * -1 + line.count(",") + 1
                )
    return {"control-flow": flow, "data-flow": data, "instructions": len(code)}


def main():
    path, *wanted = sys.argv[1:]
    nodes, edges = read(open(path, encoding="utf-8").read())
    found = collections.Counter(attributes["class"].strip('"') for _, _, attributes in edges)
    found["nodes"] = len(nodes)
    found["marked"] = sum("penwidth" in attributes for attributes in nodes.values())
    found["instructions"] = sum(
        "shape" not in attributes and not name.startswith('"b') for name, attributes in nodes.items()
    )
    expected = {}
    if wanted[:1] == ["--ll"]:
        expected = of_ir(wanted[1], wanted[2])
        # A kind of graph has one of the two.
        expected = {name: count for name, count in expected.items() if found[name]}
        assert len(expected) == 2, expected
        wanted = wanted[3:]
    expected.update((name, int(count)) for name, count in (word.split("=") for word in wanted))
    assert expected, "nothing to compare"
    for name, count in expected.items():
        assert found[name] == count, f"{name}: {found[name]} instead of {count}"
    print(f"{len(nodes)} nodes, {len(edges)} edges")


main()
