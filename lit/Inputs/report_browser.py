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


def by_keyboard(page, press):
    heads = page.locator("#list summary")
    expect(page.locator("#count")).to_have_text("5 findings")
    # What is in most loops comes first.
    expect(heads.first).to_contain_text("in 2 loops")
    # From finding to finding, and into one: the line in its source, the variables.
    press("j")
    expect(heads.first).to_be_focused()
    press("j")
    expect(heads.nth(1)).to_be_focused()
    press("k", "Enter")
    expect(page.locator("#list details[open] mark")).to_contain_text("for (int j = 0")
    expect(page.locator("#list details[open] pre").nth(1)).to_contain_text("iterator")
    # What was matched as a picture, with the variables in it.
    image = page.locator("#list details[open] img")
    expect(image).to_have_count(1)
    assert page.evaluate("document.querySelector('#list details[open] img').decode().then(() => true)")
    assert "iterator" in page.evaluate(
        "decodeURIComponent(document.querySelector('#list details[open] img').src)"
    )
    assert page.evaluate("data.entries.filter((row) => row.v).length") == 3
    press("Enter")
    expect(page.locator("#list details[open]")).to_have_count(0)
    # The search: all words must be there; Escape clears it.
    press("/")
    expect(page.locator("#query")).to_be_focused()
    page.keyboard.type("for total")
    expect(page.locator("#count")).to_have_text("1 of 5 findings")
    expect(heads.first).to_contain_text("For in total")
    press("Escape")
    expect(page.locator("#count")).to_have_text("5 findings")
    # The filters, one Tab further each. A letter chooses.
    press("Tab")
    expect(page.locator("#idiom")).to_be_focused()
    page.keyboard.type("Scal")
    expect(page.locator("#count")).to_have_text("2 of 5 findings")
    press("Home")
    expect(page.locator("#count")).to_have_text("5 findings")
    press("Tab", "Tab", "Tab")
    expect(page.locator("#theme")).to_be_focused()
    back = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(back)
    press("Enter")
    assert page.evaluate(back) != before, "light and dark look the same"
    # Why something is not found.
    misses = page.locator("#missed summary")
    assert misses.count() > 0
    page.locator("#list summary").last.focus()
    press("j", "Enter")
    expect(page.locator("#missed details[open] pre")).to_contain_text("failing")
    print("by the keyboard: passed")


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
    press("Tab", "ArrowDown")
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
        assert not wrong, wrong
        browser.close()


main()
