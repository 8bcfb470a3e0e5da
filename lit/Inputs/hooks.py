"""Runs a hook of examples/ci/pre-commit-hooks.yaml in the working directory, as pre-commit does for a hook of
the language `system` that takes no names of files: hooks.py IDIOM FILE ID

Ends with the exit code of the hook.
"""

import os
import re
import shlex
import subprocess
import sys

idiom, file, wanted = sys.argv[1:]
with open(file) as opened:
    hooks = re.split(r"^- ", opened.read(), flags=re.M)[1:]
hooks = [dict(re.findall(r"^ *(\w+): (.*)$", hook, re.M)) for hook in hooks]
[hook] = [hook for hook in hooks if hook["id"] == wanted]
assert hook["language"] == "system" and hook["pass_filenames"] == "false"
environment = os.environ | {"PATH": os.path.dirname(idiom) + ":" + os.environ["PATH"]}
sys.exit(subprocess.run(shlex.split(hook["entry"]), env=environment).returncode)
