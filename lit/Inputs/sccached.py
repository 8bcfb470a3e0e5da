"""sccached.py CLANG PAGE: compiles x.c with plugin.so and mine.candl behind sccache, by itself and by the
commands on the page about it,
and says which compilations the cache answers. The server is one of its own, and ended."""

import json
import os
import shutil
import socket
import subprocess
import sys

clang, page = sys.argv[1:]
plugin = os.path.abspath("plugin.so")
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = str(free.getsockname()[1])
os.environ.update(
    SCCACHE_DIR=os.path.abspath("cache"),
    SCCACHE_SERVER_PORT=port,
    SCCACHE_IDLE_TIMEOUT="60",
    IDIOM_SPEC=os.path.abspath("mine.candl"),
)
by_itself = f"sccache {clang} -O2 -fpass-plugin={plugin} -c x.c -o x.o"


def by_the_page():
    """The commands of the page, for this plugin and this clang."""
    with open(page) as file:
        text = "key=$({" + file.read().split("key=$({")[1].split("\n```")[0]
    for here, there in (
        ("build/libidiom-llvm19.so", plugin),
        ("clang-19", clang),
        ("-c x.c", "-c x.c -o x.o"),
    ):
        assert here in text, here
        text = text.replace(here, there)
    return text


def hits():
    said = subprocess.run(
        ["sccache", "--show-stats", "--stats-format", "json"], capture_output=True, text=True, check=True
    ).stdout
    return sum(json.loads(said)["stats"]["cache_hits"]["counts"].values())


def compile(what, commands, **settings):
    shutil.rmtree("reports", ignore_errors=True)
    before = hits()
    given = {**os.environ, "IDIOM_REPORT": os.path.abspath("reports"), **settings}
    done = subprocess.run(["sh", "-c", commands], env=given, capture_output=True, text=True)
    answer = (
        f"exit code {done.returncode}: {done.stderr}"
        if done.returncode
        else "hit" if hits() > before else "miss"
    )
    print(f"{what}: {answer}, {'a' if os.path.isdir('reports') else 'no'} report")


def append(file, text="#\n"):
    # What follows the sections of a library, or is a comment, changes nothing but the bytes.
    with open(file, "a") as end:
        end.write(text)


def session():
    compile("first", by_itself)
    compile("the same", by_itself)
    compile("another setting", by_itself, IDIOM_MODE="detect")
    append(plugin)
    compile("another plugin", by_itself)
    os.rename(plugin, "away.so")
    compile("no plugin", by_itself)
    os.rename("away.so", plugin)
    told = by_the_page()
    compile("told, first", told)
    compile("told, the same", told)
    compile("told, another setting", told, IDIOM_MODE="detect")
    append(plugin)
    compile("told, another plugin", told)
    append("mine.candl")
    compile("told, another specification", told)
    compile("told, recached", told, SCCACHE_RECACHE="1")


subprocess.run(["sccache", "--start-server"], check=True, capture_output=True)
try:
    session()
finally:
    subprocess.run(["sccache", "--stop-server"], capture_output=True)
