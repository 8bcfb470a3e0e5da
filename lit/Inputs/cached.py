"""cached.py CLANG: compiles x.c with plugin.so and s.candl behind ccache, and says which compilations the cache answers."""
import os
import shutil
import subprocess
import sys

plugin = os.path.abspath("plugin.so")
specification = os.path.abspath("s.candl")
command = ["ccache", sys.argv[1], "-O2", f"-fpass-plugin={plugin}", "-c", "x.c", "-o", "x.o"]


def misses():
    said = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True).stdout
    return int(dict(line.split("\t") for line in said.splitlines())["cache_miss"])


def compile(what, flags=(), **settings):
    shutil.rmtree("reports", ignore_errors=True)
    before = misses()
    # A setting of the wrapper on the page: all settings but where reports go, which the test clears each time.
    given = {"IDIOM_SPEC": specification, "IDIOM_REPORT": "reports", **settings}
    done = subprocess.run([*command, *flags], env={**os.environ, **given}, stderr=subprocess.DEVNULL)
    if what is None:
        return
    if done.returncode:
        print(f"{what}: exit code {done.returncode}")
        return
    answer = "" if "CCACHE_RECACHE" in given else "miss, " if misses() > before else "hit, "
    print(f"{what}: {answer}{'a' if os.path.isdir('reports') else 'no'} report")


def told(setting=""):
    """The two variables; the text of the second stands for the settings."""
    return {"CCACHE_EXTRAFILES": f"{plugin}:{specification}", "CCACHE_NAMESPACE": f"idiom {setting}"}


def append(file):
    # What follows the sections of a library, or is a comment, changes nothing but the bytes.
    with open(file, "a") as end:
        end.write("#\n")


compile(None)
compile("the same")
compile("another setting", IDIOM_MODE="detect")
append(plugin)
compile("another plugin")
os.rename(plugin, "away.so")
compile("no plugin")
os.rename("away.so", plugin)
compile("another flag", ["-O1"])

compile(None, **told())
compile("told, the same", **told())
compile("told, another setting", **told("detect"), IDIOM_MODE="detect")
append(plugin)
compile("told, another plugin", **told())
append(specification)
compile("told, another specification", **told())
os.rename(plugin, "away.so")
compile("told, no plugin", **told())
os.rename("away.so", plugin)
compile("told, recached", **told(), CCACHE_RECACHE="1")
