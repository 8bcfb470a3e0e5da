"""run_markdown.py [--bless] PROJECT FILE…: runs the code blocks of Markdown files at the top of the project.

A `sh` block is run as it stands. A `console` block holds commands after `$ ` and, under each, exactly what it
prints.
With --bless, what is printed replaces what stands there. Every other block must say another language (`text`,
`c`, …). A line that calls scripts/test.sh or scripts/demo.sh is
not run from here (the first runs this very file, the second has a test of its own), but what it calls must be
there.
"""

import os
import re
import subprocess
import sys

bless = sys.argv[1] == "--bless"
project, *files = sys.argv[1 + bless :]
os.chdir(project)
elsewhere = re.compile(r"^\s*(scripts/(?:test|demo)\.sh)\b")


def run(script):
    kept = []
    for line in script.split("\n"):
        called = elsewhere.match(line)
        if called and not os.access(called.group(1), os.X_OK):
            sys.exit(f"{called.group(1)} cannot be run")
        kept.append("" if called else line)
    done = subprocess.run(
        ["bash", "-ec", "\n".join(kept)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"exit code {done.returncode} of:\n{script}\n{done.stdout}")
    return done.stdout


def check_session(text):
    """The session as it goes today; stops at the first step that prints something else, unless blessing."""
    today = ""
    for step in re.split(r"^\$ ", text, flags=re.M)[1:]:
        # A command goes on in the next line after a backslash.
        command, expected = re.match(r"((?:[^\n]*\\\n)*[^\n]*\n)(.*)", step, re.S).groups()
        said = run(command)
        if said.strip() != expected.strip() and not bless:
            sys.exit(f"$ {command}prints\n{said}and the document says\n{expected}")
        today += f"$ {command}{said}"
    return today


count = 0
for name in files:
    with open(name) as file:
        text = file.read()
    for language, body in re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, flags=re.M):
        if not language:
            sys.exit(f"{name}: a block without a language:\n{body}")
        if language == "sh":
            run(body)
        elif language == "console":
            text = text.replace(f"```console\n{body}```", f"```console\n{check_session(body)}```")
        else:
            continue
        count += 1
    if bless:
        with open(name, "w") as file:
            file.write(text)
print(f"{count} blocks run")
