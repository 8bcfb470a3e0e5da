"""cached.py CLANG PAGE: compiles x.c with plugin.so, s.candl and others behind ccache, by itself and through
the script on the page
about it, and says which compilations the cache answers."""

import os
import shutil
import subprocess
import sys

plugin = os.path.abspath("plugin.so")
specification = os.path.abspath("s.candl")
clang, page = sys.argv[1:]
by_itself = ["ccache", clang, f"-fpass-plugin={plugin}"]
script = os.path.abspath("idiom-clang")


def misses():
    said = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True).stdout
    return int(dict(line.split("\t") for line in said.splitlines())["cache_miss"])


def write_script():
    """Writes the script of the page, for this plugin and this clang."""
    with open(page) as file:
        text = file.read().split("<<'SH'\n")[1].split("\nSH\n")[0]
    for here, there in (("$PWD/build/libidiom-llvm19.so", plugin), ("clang-19", clang)):
        assert text.count(here) == 1, here
        text = text.replace(here, there)
    with open(script, "w") as file:
        file.write(text + "\n")
    os.chmod(script, 0o755)


def compile(what, flags=(), through=by_itself, **settings):
    shutil.rmtree("reports", ignore_errors=True)
    before = misses()
    given = {"IDIOM_SPEC": specification, "IDIOM_REPORT": "reports", **settings}
    command = [*through, "-O2", "-c", "x.c", "-o", "x.o", *flags]
    done = subprocess.run(command, env={**os.environ, **given}, stderr=subprocess.DEVNULL)
    if what is None:
        return
    if done.returncode:
        print(f"{what}: exit code {done.returncode}")
        return
    answer = "" if "CCACHE_RECACHE" in given else "miss, " if misses() > before else "hit, "
    print(f"{what}: {answer}{'a' if os.path.isdir('reports') else 'no'} report")


def told(what, **settings):
    """Compiles through the script."""
    compile(what and f"told, {what}", through=[script], **settings)


def append(file, text="#\n"):
    # What follows the sections of a library, or is a comment, changes nothing but the bytes.
    with open(file, "a") as end:
        end.write(text)


compile(None)
compile("the same")
compile("another setting", IDIOM_MODE="detect")
append(plugin)
compile("another plugin")
os.rename(plugin, "away.so")
compile("no plugin")
os.rename("away.so", plugin)
compile("another flag", ["-O1"])

write_script()
told(None)
told("the same")
told("another setting", IDIOM_MODE="detect")
append(plugin)
told("another plugin")
append(specification)
told("another specification")
os.rename(plugin, "away.so")
told("no plugin")
os.rename("away.so", plugin)
told("recached", CCACHE_RECACHE="1")

applying = {"IDIOM_APPLY": "Saturate,./r.candl"}
told(None, **applying)
told("the same rewrite", **applying)
append("r.candl")
told("another rewrite", **applying)
append("r.candl.proof", "\n")
told("another proof", **applying)

by_rules = {"IDIOM_RULES": "rules.opt", "IDIOM_RULES_PROOFS": "verdicts.jsonl", "IDIOM_RULES_UNPROVEN": "1"}
append("verdicts.jsonl", "")
told(None, **by_rules)
told("the same rules", **by_rules)
append("rules.opt", "\n; More.\n")
told("other rules", **by_rules)
append("verdicts.jsonl", "\n")
told("other verdicts", **by_rules)

append("idiom.toml", "specifications = ['t.candl']\n")
os.chmod("idiom.toml", 0o644)
shutil.copy(specification, "t.candl")
told("a project's file")
told("the same project's file")
append("idiom.toml")
told("another project's file")
append("t.candl")
told("another specification of the project's file")
