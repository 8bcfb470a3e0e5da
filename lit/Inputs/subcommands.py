"""subcommands.py PROJECT: the tools of scripts/ that have subcommands, against the files in their folders.

The help of a tool lists every file with the first line of its head, that of a subcommand is its head, and a
name that is not there is refused with exit code 2. What the project's texts call is there: subcommands, and
scripts by their path.
"""

import os
import pathlib
import re
import subprocess
import sys

WIDEST = 110
project = pathlib.Path(sys.argv[1])
problems = []


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def expect(holds, what):
    if not holds:
        problems.append(what)


def listed(text):
    """The descriptions in a list of subcommands, by name."""
    return dict(re.findall(r"^  (\S+) +(\S.*)$", text, re.M))


def check_subcommand(tool, file, description):
    name, call = file.stem, f"scripts/{tool.name} {file.stem}"
    line = file.read_text().split("\n")[1].removeprefix("# ").removeprefix('"""')
    expect(line.endswith("."), f"{file}: the first line of the head is no sentence: {line}")
    expect(description == line.removesuffix("."), f"{call} is described as {description}")
    expect(os.access(file, os.X_OK), f"{file} cannot be run")
    for words in (["--help"], ["-h"], ["19", "--help"]):
        helped = run(tool, name, *words)
        head, usage = re.match(r"([^\n]*)\n\n([^\n]*)|", helped.stdout).groups()
        expect(helped.returncode == 0 and head == line, f"{call} {' '.join(words)} does not print its head")
        expect(re.match(rf"usage: {call}( |$)", usage or ""), f"{call} has no usage: {usage}")
    too_wide = [line for line in helped.stdout.split("\n") if len(line) > WIDEST]
    expect(not too_wide, f"{call} --help is wide: {too_wide}")


def check_tool(tool):
    """The names of its subcommands."""
    files = sorted(tool.with_suffix(".d").iterdir())
    names = {file.stem for file in files}
    expect(len(names) == len(files), f"{tool}: two files have one name")
    helped = run(tool, "--help")
    descriptions = listed(helped.stdout)
    expect(helped.returncode == 0, f"{tool} --help: exit code {helped.returncode}")
    expect(descriptions.keys() == names, f"{tool} --help lists {list(descriptions)}")
    expect(max(map(len, helped.stdout.split("\n"))) <= WIDEST, f"{tool} --help is wide")
    for file in files:
        check_subcommand(tool, file, descriptions.get(file.stem))
    for words in (["no-such-name"], ["no-such-name", "--help"], ["../lib/head"], []):
        refused = run(tool, *words)
        expect(refused.returncode == 2, f"{tool} {words}: exit code {refused.returncode}")
        expect(not refused.stdout, f"{tool} {words} prints {refused.stdout}")
        expect(listed(refused.stderr).keys() == names, f"{tool} {words}: {refused.stderr}")
        expect(not words or words[0] in refused.stderr, f"{tool} {words}: {refused.stderr}")
    return names


def texts():
    """The files that may name a script, as text."""
    yield project / "README.md", (project / "README.md").read_text()
    for folder in ("benches", "dispatch/src", "docs", "examples", "lit", "python/tests", "src", "tests"):
        for file in sorted((project / folder).rglob("*")):
            if file.is_file() and file.suffix in {".c", ".candl", ".ll", ".md", ".py", ".rs", ".sh", ".test"}:
                yield file, file.read_text(errors="replace")


folders = sorted((project / "scripts").glob("*.d"))
tools = {folder.stem: check_tool(folder.with_suffix("")) for folder in folders}
called = 0
for file, text in texts():
    for tool, name in re.findall(rf"scripts/({'|'.join(tools)}) ([a-z][a-z-]*)", text):
        called += 1
        expect(name in tools[tool], f"{file} names scripts/{tool} {name}, which is not there")
    for path in re.findall(r"\bscripts/[\w/-]+\.(?:sh|py)\b", text):
        expect((project / path).exists(), f"{file} names {path}, which is not there")
expect(called > 30, f"only {called} calls are seen")
print("\n".join(problems) or f"{sum(map(len, tools.values()))} subcommands of {len(tools)} tools")
sys.exit(bool(problems))
