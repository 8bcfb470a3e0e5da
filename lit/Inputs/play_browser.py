"""`idiom play` in headless Chromium, by keyboard and mouse: play_browser.py IDIOM [--screenshots FOLDER]

All tests run in the editor component where the command has one, those about editors in plain text areas too;
else all in plain text areas. The protocol behind the page is tested by
tests/cli/play.rs. Prints a line a test; a test that fails ends it.
"""

import argparse
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

SECONDS = 40

NEST = """void jacobi(int n, double A[n][n], double B[n][n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
    }
}
"""
SQUARES = "int f(int a) { return a * a; }\nint g(int a, int b) { return a * b; }\n"
SQUARE = "Constraint Squared\n( opcode{m} = mul\n∧ {x} = {m}.args[0]\n∧ {x} = {m}.args[1])\nEnd\n"
NEIGHBOURS = """void neighbours(long n, double *restrict out, const double *restrict in) {
  for (long i = 0; i < n; i++)
    out[i] = in[i] + in[i + 1];
}
"""
NEIGHBOUR_SUM = """Constraint NeighbourSum
( opcode{sum} = fadd
∧ {left} = {sum}.args[0]
∧ {right} = {sum}.args[1]
∧ opcode{left} = load
∧ opcode{right} = load)
End
"""


def sums(functions):
    """417 lines a function."""
    lines = "".join(f"  a[{n}] = b[{n}] + c[{n // 2}];\n" for n in range(415))
    return "".join(
        f"void f{f}(int *restrict a, const int *b, const int *c) {{\n{lines}}}\n" for f in range(functions)
    )


# No sums dominate each other in a circle; to find that out takes as many steps as there are chains of five.
ENDLESS = """Constraint Endless
( %s
∧ strict_domination({a}, {b})
∧ strict_domination({b}, {c})
∧ strict_domination({c}, {d})
∧ strict_domination({d}, {e})
∧ strict_domination({e}, {a}))
End
""" % " ∧ ".join("opcode{%s} = add" % name for name in "abcde")


@contextlib.contextmanager
def server(command, *arguments):
    child = subprocess.Popen(
        [command, "play", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield child.stdout.readline().strip()
    finally:
        child.kill()
        child.wait()


class Tab:
    """A tab, and what a person does in it."""

    def __init__(self, browser, address):
        self.context = browser.new_context(viewport={"width": 1200, "height": 640}, accept_downloads=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(SECONDS * 1000)
        self.wrong = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.wrong.append(said.text))
        self.page.on(
            "request",
            lambda request: request.url.startswith((address, "data:", "blob:"))
            or self.wrong.append(request.url),
        )
        self.page.goto(address)
        self.idle()

    def close(self):
        assert not self.wrong, self.wrong
        self.context.close()

    def idle(self):
        expect(self.page.locator("body[data-state=idle]")).to_be_attached(timeout=SECONDS * 1000)

    def editor(self, label):
        return self.page.locator(f'.editor [aria-label="{label}"]')

    def type(self, label, text):
        """Replaces the text of an editor."""
        self.editor(label).click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        if text:
            self.page.keyboard.insert_text(text)

    def to_line(self, label, line):
        self.editor(label).click()
        self.page.keyboard.press("Control+Home")
        for _ in range(line - 1):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("End")

    def fill(self, field, text):
        self.page.fill(f"#{field}", text)
        self.page.keyboard.press("Tab")

    def open(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.write_text(text)
            self.page.set_input_files("#file", file)
            # The page reads it before it is gone.
            expect(self.page.locator("#file")).to_have_value("")
            self.page.wait_for_timeout(50)

    def look(self):
        self.page.keyboard.press("Control+Enter")
        self.idle()

    def tab(self, name):
        self.page.click(f"#tab-{name}")

    def says(self, selector, text):
        expect(self.page.locator(selector).first).to_contain_text(text, timeout=SECONDS * 1000)

    def found(self, number):
        self.says("#status", f"{number} found")


def from_an_empty_editor(tab):
    tab.type("Source", SQUARES)
    tab.fill("idioms", "")
    tab.type("Specifications", SQUARE)
    tab.found(1)
    tab.says("#findings .finding > summary", "found Squared in f")
    # As one types: what is wrong, below the text.
    tab.to_line("Specifications", 2)
    tab.page.keyboard.insert_text("l")
    tab.says("#candl-messages", "2:15 error[")
    tab.page.keyboard.press("Backspace")
    expect(tab.page.locator("#candl-messages li")).to_have_count(0)
    tab.found(1)


def completed_by_the_parser(tab):
    """A first specification with little typing: words of the language are offered, and filled in."""
    tab.type("Source", SQUARES)
    tab.fill("idioms", "")
    tab.type("Specifications", "Constraint Mine\n( opco")
    offered = tab.page.locator(".cm-tooltip-autocomplete li", has_text="opcode{x} = s")
    tab.page.keyboard.press("Control+Space")
    expect(offered).to_be_visible(timeout=SECONDS * 1000)
    offered.click()
    # The places of the spelling, one after the other.
    tab.page.keyboard.type("m")
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.type("mul")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("End")
    tab.page.keyboard.insert_text(")\nEnd\n")
    expect(tab.page.locator("#candl .cm-line").nth(1)).to_have_text("( opcode{m} = mul)")
    tab.found(2)


def what_a_constraint_keeps_out(tab):
    tab.type("Source", SQUARES)
    tab.fill("idioms", "")
    tab.type("Specifications", SQUARE)
    tab.tab("constraints")
    box = tab.page.get_by_label("line 4: {x} = {m}.args[1]")
    box.uncheck()
    tab.says("#relaxed", "With 1 switched off: 1 more found.")
    tab.tab("findings")
    tab.says("#findings .added", "found Squared in g")
    tab.tab("constraints")
    box.focus()
    tab.page.keyboard.press("Space")
    expect(tab.page.locator("#relaxed")).to_have_text("")
    expect(tab.page.locator("#findings .added")).to_have_count(0)
    tab.tab("findings")


def a_static_control_part_and_a_break(tab, screenshots):
    tab.page.select_option("#example", "0")
    tab.idle()
    tab.says("#findings .finding > summary", "found SCoP in jacobi_2d: 5 loops, 3 deep; 10 reads, 2 writes")
    tab.says("#findings .rows", "iter_end = %0 (steps)")
    if screenshots:
        tab.page.screenshot(path=screenshots / "found.png")
    # In the first of two nests: the loop around both has no static control part any more, the second nest
    # has.
    tab.to_line("Source", 5)
    tab.page.keyboard.insert_text(" {\n        if (A[i][j] < 0)\n          break;")
    tab.to_line("Source", 8)
    tab.page.keyboard.insert_text("\n      }")
    tab.says("#source-messages", "7:11 at the `break`: no further SCoP in jacobi_2d")
    tab.says("#findings .finding > summary", "found SCoP in jacobi_2d: 2 loops, 2 deep")
    tab.tab("misses")
    tab.says("#misses .why", "failing: `every {branch}")
    if screenshots:
        tab.page.screenshot(path=screenshots / "break.png")
    tab.tab("findings")
    # In the only one.
    tab.type("Source", NEST)
    tab.found(1)
    tab.to_line("Source", 3)
    tab.page.keyboard.insert_text("\n      if (A[i][j] < 0) {\n        break;\n      }")
    tab.found(0)
    tab.says("#source-messages", "5:9 at the `break`: no SCoP in jacobi")


def the_ir_and_a_picture(tab):
    tab.type("Specifications", "")
    tab.type("Source", NEST)
    tab.fill("idioms", "SCoP")
    tab.look()
    tab.tab("ir")
    tab.says("#ir .rows", "define")
    tab.tab("findings")
    iterator = tab.page.locator("#findings button.row", has_text="iterator = ")
    iterator.click()
    value = re.search("%[0-9]+", iterator.inner_text()).group()
    tab.tab("ir")
    tab.says("#ir .rows", f"{value} = phi")
    # From a line of the IR to the source.
    tab.page.locator("#ir button.row", has_text=" fmul ").first.click()
    expect(tab.page.locator("#source .cm-lit, #source .gutter .lit")).to_contain_text(
        re.compile("B\\[i\\]\\[j\\] =|^4$")
    )
    tab.tab("picture")
    if shutil.which("dot"):
        tab.says("#pictured", "SCoP in jacobi")
        expect(tab.page.locator("#image img")).to_be_visible()
        assert tab.page.evaluate("document.querySelector('#image img').decode().then(() => true)")
    else:
        tab.says("#pictured", "Graphviz")
    tab.tab("findings")


def source_and_findings_are_linked(tab):
    tab.type("Specifications", "")
    tab.type("Source", NEST)
    tab.fill("idioms", "SCoP")
    tab.look()
    tab.page.get_by_role("button", name="write B[i][j] 4:15").click()
    # Only one line is marked.
    lit = tab.page.locator("#source .cm-lit, #source .gutter .lit")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text(re.compile("B\\[i\\]\\[j\\] =|^4$"))
    tab.to_line("Source", 2)
    expect(tab.page.locator("#findings button.lit").first).to_contain_text("2:3")


def searches_that_overtake_each_other(tab):
    """The request of a search comes to the server behind that of the next one."""
    tab.type("Specifications", "")
    tab.type("Source", SQUARES)
    tab.fill("idioms", "For")
    tab.look()
    held = []

    def look_and_hold():
        before = len(held)
        tab.page.keyboard.press("Control+Enter")
        for _ in range(SECONDS * 100):
            if len(held) > before:
                return
            tab.page.wait_for_timeout(10)
        raise AssertionError("no search was asked for")

    tab.page.route("**/search", lambda route: held.append(route))
    tab.type("Source", NEST)
    look_and_hold()
    tab.fill("idioms", "SCoP")
    look_and_hold()
    held.pop().continue_()
    tab.page.wait_for_timeout(100)
    for route in held:
        route.continue_()
    tab.found(1)
    tab.idle()
    tab.page.unroute("**/search")


def other_ways_to_compile(tab):
    tab.type("Source", NEST)
    tab.fill("idioms", "SCoP")
    tab.page.select_option("#level", "0")
    tab.says("#status", "not optimised")
    tab.page.select_option("#level", "2")
    tab.found(1)
    tab.fill("flags", "-fplugin=x.so")
    tab.says("#status", "the flag `-fplugin=x.so` is not passed on")
    tab.fill("flags", "")
    tab.found(1)
    tab.type("Source", "int f( {\n")
    tab.says("#source-messages", "1:8 clang: expected")


def every_llvm(tab):
    """All LLVMs that a command was built for, each with its own passes."""
    versions = [option.get_attribute("value") for option in tab.page.locator("#llvm option").all()]
    own = tab.page.input_value("#llvm")
    tab.type("Specifications", "")
    tab.type("Source", NEST)
    tab.fill("idioms", "SCoP")
    for version in [*(v for v in versions if v != own), own]:
        tab.page.select_option("#llvm", version)
        tab.look()
        tab.found(1)
        tab.tab("passes")
        tab.says("#over", f"passes ran in LLVM {version}.")
        tab.says("#events", "SCoP holds at 2")
        tab.tab("findings")
    print(f"LLVMs chosen in the page: {', '.join(sorted(versions))}")


def expansion_and_profile(tab):
    tab.type("Source", NEST)
    tab.fill("idioms", "For")
    tab.look()
    tab.tab("expanded")
    tab.says("#expanded pre", "Constraint For")
    tab.page.keyboard.press("ArrowRight")
    tab.says("#profile pre", "For: 2 found")
    tab.tab("findings")


def over_the_passes(tab, screenshots=None):
    """Load-PRE ends a sum of two loads: the slider says behind which pass, and shows the IR before and
    behind."""
    tab.fill("idioms", "")
    tab.type("Source", NEIGHBOURS)
    tab.type("Specifications", NEIGHBOUR_SUM)
    tab.found(0)
    tab.tab("passes")
    ends = tab.page.locator("#events button", has_text=re.compile("gvn: NeighbourSum holds no more at 3"))
    expect(ends).to_contain_text("failing: `opcode{left} = load`", timeout=SECONDS * 1000)
    # It begins where detection looks.
    tab.says("#behind", "Detection looks here.")
    tab.says("#behind", "nothing holds.")
    ends.focus()
    tab.page.keyboard.press("Enter")
    tab.says("#behind", ", gvn: nothing holds.")
    loads = tab.page.locator("#over .rows .row", has_text=" = load double")
    phis = tab.page.locator("#over .rows .new", has_text=" = phi double")
    expect(phis).to_have_count(1)
    expect(tab.page.locator("#source .cm-lit, #source .gutter .lit")).to_contain_text(
        re.compile(r"in\[i \+ 1\]|^3$")
    )
    if screenshots:
        tab.page.screenshot(path=screenshots / "passes.png")
    # One step back, by the keyboard.
    tab.page.locator("#pass").focus()
    tab.page.keyboard.press("ArrowLeft")
    tab.says("#behind", "NeighbourSum at 3")
    expect(loads).to_have_count(2)
    expect(phis).to_have_count(0)
    tab.page.keyboard.press("Home")
    tab.says("#behind", "before the first pass")
    loads.first.click()
    tab.tab("findings")


def colours_by_the_parser(tab):
    """`phi` is an operator, an opcode or a variable; only the parser knows."""
    tab.type("Specifications", "Constraint Merge\n( opcode{phi} = phi)\nEnd\n")
    expect(tab.page.locator(".t-variable")).to_have_text(["phi"])
    expect(tab.page.locator(".t-opcode")).to_have_text(["phi"])
    expect(tab.page.locator(".t-keyword")).to_have_text(["Constraint", "End"])
    tab.idle()


def saved_and_opened(tab):
    tab.type("Source", SQUARES)
    tab.fill("idioms", "Squared")
    tab.type("Specifications", SQUARE)
    tab.found(1)
    with tab.page.expect_download() as download:
        tab.page.keyboard.press("Control+s")
    saved = json.loads(pathlib.Path(download.value.path()).read_text())
    assert (saved["source"], saved["candl"], saved["idioms"]) == (SQUARES, SQUARE, ["Squared"]), saved
    tab.open("shared.json", json.dumps({**saved, "source": SQUARES.replace("a * b", "b * b")}))
    tab.found(2)
    tab.open("other.json", "{}")
    tab.says("#status", "cannot be opened")


def long_searches(tab, other):
    tab.fill("idioms", "")
    tab.fill("budget", "1000000000000000")
    tab.type("Specifications", ENDLESS)
    tab.open("sums.c", sums(12))
    busy = tab.page.locator("body[data-state=busy]")
    expect(busy).to_be_attached()
    # Another tab goes on.
    other.type("Source", NEST)
    other.fill("idioms", "SCoP")
    other.found(1)
    tab.page.wait_for_timeout(700)
    expect(busy).to_be_attached()
    # So does this one: the caret moves, panels change.
    tab.tab("constraints")
    expect(tab.page.locator("#constraints input")).to_have_count(10)
    tab.tab("findings")
    tab.page.click("#stop")
    tab.says("#status", "stopped")
    tab.idle()
    # Stop ends what a panel waits for as well.
    tab.tab("passes")
    tab.says("#over", "looking behind each pass")
    expect(busy).to_be_attached()
    tab.page.wait_for_timeout(300)
    tab.page.click("#stop")
    tab.says("#over", "stopped")
    tab.tab("findings")
    tab.idle()
    tab.fill("budget", "1000")
    tab.says("#status", "12 searches gave up: there may be more")
    tab.to_line("Source", 2)
    tab.type("Source", SQUARES)
    tab.fill("budget", "1000000")
    tab.found(0)


def run(browser, address, screenshots, name, is_again=False):
    tab, other = Tab(browser, address), Tab(browser, address)
    is_editor = tab.page.get_attribute("body", "data-editor")
    tests = [
        from_an_empty_editor,
        what_a_constraint_keeps_out,
        source_and_findings_are_linked,
        searches_that_overtake_each_other,
        the_ir_and_a_picture,
        other_ways_to_compile,
        every_llvm,
        expansion_and_profile,
        saved_and_opened,
    ]
    if is_again:
        # What an editor does with the page; the rest was tested with the other one.
        tests = [from_an_empty_editor, source_and_findings_are_linked]
    if is_editor != "plain":
        tests += [colours_by_the_parser, completed_by_the_parser]
    if not is_again:
        over_the_passes(tab, screenshots)
        print(f"{name} ({is_editor}): over_the_passes")
    a_static_control_part_and_a_break(tab, screenshots)
    print(f"{name} ({is_editor}): a_static_control_part_and_a_break")
    for test in tests:
        test(tab)
        print(f"{name} ({is_editor}): {test.__name__}", flush=True)
    long_searches(tab, other)
    print(f"{name} ({is_editor}): long_searches")
    tab.close()
    other.close()
    return is_editor


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("idiom")
    parser.add_argument("--screenshots", type=pathlib.Path)
    given = parser.parse_args()
    quiet = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=quiet)
        with server(given.idiom) as address:
            used = run(browser, address, given.screenshots, "page")
        if used != "plain":
            with server(given.idiom, "--plain") as address:
                assert run(browser, address, None, "page with --plain", is_again=True) == "plain"
        browser.close()
    print("all passed" if used != "plain" else "all passed; built without the editor component")


if __name__ == "__main__":
    sys.exit(main())
