"""A folder as a git repository with one commit on the branch main: repository.py FOLDER"""

import subprocess
import sys


def git(*words):
    subprocess.run(["git", *words], cwd=sys.argv[1], check=True)


git("init", "-q", "-b", "main")
for name, value in (("user.name", "Test"), ("user.email", "test@example.invalid"), ("commit.gpgsign", "false")):
    git("config", name, value)
git("add", ".")
git("commit", "-qm", "first")
