"""pages.py PROJECT: the form of the first page and of the book's pages.

The first page has at most 150 lines, and the two commands that set things up in its first 30. Each page of
the book begins with what its reader can do, or knows, after it. Commands load build/libidiom.so, which works in
the hosts of every LLVM, or an installed one; the page about ccache says why it loads another.
"""

import pathlib
import re
import sys

LINES, FIRST_SCREEN = 150, 30
project = pathlib.Path(sys.argv[1])
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


first = (project / "README.md").read_text().split("\n")[:-1]
expect(len(first) <= LINES, f"README.md has {len(first)} lines")
for command in ("scripts/demo.sh", "scripts/test.sh"):
    shown = any(line.startswith(f"{command} ") for line in first[:FIRST_SCREEN])
    expect(shown, f"{command} comes late in README.md")

pages = sorted((project / "docs" / "src").glob("*.md"))
book = [page for page in pages if page.name != "SUMMARY.md"]
for page in book:
    _, paragraph, *_ = page.read_text().split("\n\n")
    expect(re.match(r"After this page\s+you\s", paragraph), f"{page.name} begins with: {paragraph[:60]}")

loaded = 0
for page in [project / "README.md", *book]:
    for plugin in re.findall(r"-(?:fpass|load-pass)-plugin=([^\s`'\"]*libidiom[^\s`'\"]*)", page.read_text()):
        loaded += 1
        usual = plugin == "build/libidiom.so" or re.match(r"/usr/(local/)?lib/libidiom(-llvmN)?\.so", plugin)
        expect(usual or page.name == "ccache.md", f"{page.name} loads {plugin}")

sys.exit("\n".join(problems)) if problems else print(f"{len(book)} pages, {loaded} plugins loaded")
