"""The page of `idiom report --html` in headless Chromium, from file:// and by the keyboard alone:
report_browser.py PAGE [--measure]

PAGE is that of lit/projects/page.test. With --measure any page is opened and searched, and the seconds that
this takes are printed.
"""

import pathlib
import sys
import time

from playwright.sync_api import expect, sync_playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def address(page):
    return page.evaluate("location.hash")


def by_keyboard(page, press):
    heads = page.locator("#list summary")
    expect(page.locator("#count")).to_have_text("8 findings, and 1 ignored")
    # The summary: what to do first, with the hottest loop before all others, and what is counted.
    expect(page.locator("#heading")).to_contain_text("8 findings of 3 idioms in 2 units")
    first = page.locator("#first summary")
    expect(first).to_have_count(4)
    expect(first.first).to_contain_text("SmallPower in cubes, 60.0 % of the samples")
    expect(first.first).to_contain_text("write the products of a[i]")
    expect(page.locator("#severities .bar")).to_have_text(["cost2", "chance2", "without advice4"])
    expect(page.locator("#idioms .bar").first).to_contain_text("For")
    expect(page.locator("#files .bar")).to_have_text(["x.c3 of 5", "y.c1 of 3"])
    expect(page.locator("#loops .bar").first).to_contain_text("x.c:8")
    expect(page.locator("#hot")).to_contain_text("y.c:9: 10.0 % of the samples")
    expect(page.locator("#missing")).to_contain_text("2 sources of the project")
    expect(page.locator("#missing")).to_contain_text("1 function not optimised")
    expect(page.locator("#missing")).to_contain_text("all idioms but 4")
    expect(page.locator("#ignored summary")).to_contain_text("ignored because it runs once")
    # From finding to finding, and into one: the line in its source, the variables.
    press("j")
    expect(first.first).to_be_focused()
    press("j")
    expect(first.nth(1)).to_be_focused()
    press("k", "Enter")
    expect(page.locator("#first details[open] mark")).to_contain_text("pow(a[i], 3)")
    expect(page.locator("#first details[open] pre").nth(1)).to_contain_text("x.c:9:14")
    press("Enter")
    expect(page.locator("#first details[open]")).to_have_count(0)
    # The list, grouped by idiom. What was matched as a picture, with the variables in it.
    expect(page.locator("#list h3").first).to_have_text("SmallPower: 2 findings")
    assert page.evaluate("data.entries.filter((row) => row.v).length") == 3
    drawn = page.evaluate("matching.findIndex((row) => row.v)")
    heads.nth(drawn).focus()
    press("Enter")
    image = page.locator("#list details[open] img")
    expect(image).to_have_count(1)
    assert page.evaluate("document.querySelector('#list details[open] img').decode().then(() => true)")
    assert "«x»" in page.evaluate(
        "decodeURIComponent(document.querySelector('#list details[open] img').src)"
    )
    press("Enter")
    # The search: all words must be there; the address has it, and Escape clears it.
    press("/")
    expect(page.locator("#query")).to_be_focused()
    page.keyboard.type("for total")
    expect(page.locator("#count")).to_have_text("1 of 8 findings, and 1 ignored")
    expect(page.locator("#summary")).to_be_hidden()
    expect(heads.first).to_contain_text("For in total")
    assert address(page) == "#query=for+total", address(page)
    press("Escape")
    expect(page.locator("#count")).to_have_text("8 findings, and 1 ignored")
    expect(page.locator("#summary")).to_be_visible()
    assert address(page) == "", address(page)
    # The filters, one Tab further each. A letter chooses.
    page.locator("#query").focus()
    press("Tab")
    expect(page.locator("#severity")).to_be_focused()
    page.keyboard.type("chan")
    expect(page.locator("#count")).to_have_text("2 of 8 findings, and 1 ignored")
    press("Home", "Tab")
    expect(page.locator("#idiom")).to_be_focused()
    page.keyboard.type("Scal")
    expect(page.locator("#count")).to_have_text("2 of 8 findings, and 1 ignored")
    assert address(page) == "#idiom=ScalarReduction", address(page)
    press("Tab", "Tab", "Tab")
    expect(page.locator("#group")).to_be_focused()
    press("ArrowDown")
    expect(page.locator("#list h3")).to_have_text(["y.c: 1 finding", "x.c: 1 finding"])
    # An address is a view: it survives a reload, and Back leads to the one before.
    page.reload()
    expect(page.locator("#count")).to_have_text("2 of 8 findings, and 1 ignored")
    expect(page.locator("#list h3").first).to_have_text("y.c: 1 finding")
    page.go_back()
    expect(page.locator("#list h3").first).to_have_text("ScalarReduction: 2 findings")
    page.locator("#clear").focus()
    press("Enter")
    expect(page.locator("#count")).to_have_text("8 findings, and 1 ignored")
    # A bar is a filter.
    page.locator("#files .bar").last.focus()
    press("Enter")
    expect(page.locator("#count")).to_have_text("3 of 8 findings, and 1 ignored")
    assert address(page) == "#file=y.c", address(page)
    expect(heads.first).to_be_focused()
    press("Escape")
    by_hiding(page, press, heads)
    page.locator("#theme").focus()
    back = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(back)
    press("Enter")
    assert page.evaluate(back) != before, "light and dark look the same"
    # Why something is not found.
    misses = page.locator("#missed summary")
    assert misses.count() > 0
    page.locator("#ignored summary").last.focus()
    press("j", "Enter")
    expect(page.locator("#missed details[open] pre")).to_contain_text("failing")
    print("by the keyboard: passed")


def by_hiding(page, press, heads):
    """A finding is hidden by a comment with a reason, which is copied."""
    page.locator("#first summary").first.focus()
    press("h", "Enter")
    expect(page.locator("#count")).to_have_text("8 findings, and 1 ignored")
    page.keyboard.type("a needs it")
    comment = "// idiom-ignore: SmallPower because a needs it"
    expect(page.locator(".hide code")).to_have_text(comment)
    page.evaluate("navigator.clipboard.writeText = text => { copied = text; }; var copied; 0")
    press("Enter")
    expect(page.locator("#count")).to_have_text("7 findings, 1 hidden, and 1 ignored")
    assert page.evaluate("copied") == comment, page.evaluate("copied")
    expect(page.locator("#hidden pre")).to_have_text(f"x.c:9: {comment}")
    expect(page.locator("#first summary")).to_have_count(3)
    expect(page.locator("#first summary").first).to_be_focused()
    expect(page.locator("#list h3").first).not_to_have_text("SmallPower: 2 findings")
    page.locator("#unhide").focus()
    press("Enter")
    expect(page.locator("#count")).to_have_text("8 findings, and 1 ignored")
    # Escape leaves a form as it is.
    heads.first.focus()
    press("h", "Escape")
    expect(heads.first).to_be_focused()
    expect(page.locator("#list details[open]")).to_have_count(0)


def contrasts(page):
    """Texts stand out from what is behind them, light and dark (WCAG 2: at least 4.5)."""
    least = page.evaluate(
        """() => {
      const light = text => text.match(/[\\d.]+/g).slice(0, 3).map(v => (v = v / 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, k) => sum + v * [.2126, .7152, .0722][k], 0);
      const behind = node => node === null ? "rgb(255, 255, 255)" : (color => color.endsWith(", 0)") ? behind(node.parentElement) : color)
        (getComputedStyle(node).backgroundColor);
      const contrast = node => {
        const [a, b] = [getComputedStyle(node).color, behind(node)].map(light).sort((a, b) => b - a);
        return (a + .05) / (b + .05);
      };
      const texts = [...document.querySelectorAll("main *")].filter(node => node.offsetParent && [...node.childNodes].some(it => it.nodeType === 3 && it.data.trim()));
      return Math.min(...texts.map(contrast));
    }"""
    )
    assert least >= 4.5, least


def measured(page, press):
    started = time.monotonic()

    def lap(what):
        nonlocal started
        print(f"{what}: {time.monotonic() - started:.1f} s")
        started = time.monotonic()

    expect(page.locator("#list summary").first).to_be_visible(timeout=120_000)
    lap("first findings shown after the page was loaded")
    count = page.locator("#count").text_content()
    press("/")
    page.keyboard.type("line 7")
    expect(page.locator("#count")).not_to_have_text(count, timeout=120_000)
    lap("searched")
    press("Escape")
    expect(page.locator("#count")).to_have_text(count, timeout=120_000)
    lap("search cleared")
    press("Tab", "Tab", "ArrowDown")
    expect(page.locator("#count")).not_to_have_text(count, timeout=120_000)
    lap("filtered by idiom")
    assert page.locator("#list summary").count() <= 400
    print(f"{count}; heap {page.evaluate('performance.memory.usedJSHeapSize') >> 20} MiB")


def main():
    address = pathlib.Path(sys.argv[1]).resolve().as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        page = browser.new_page(viewport={"width": 1000, "height": 700})
        page.set_default_timeout(120_000)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.on("request", lambda request: request.url == address or wrong.append(request.url))
        started = time.monotonic()
        page.goto(address)

        def press(*keys):
            for key in keys:
                page.keyboard.press(key)

        if "--measure" in sys.argv:
            print(f"loaded: {time.monotonic() - started:.1f} s")
            measured(page, press)
        else:
            by_keyboard(page, press)
            for scheme in ("light", "dark"):
                other = browser.new_page(color_scheme=scheme)
                other.goto(address)
                contrasts(other)
            print("light and dark: passed")
        assert not wrong, wrong
        browser.close()


main()
