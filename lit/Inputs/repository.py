"""A folder as a git repository with one commit on the branch main: repository.py FOLDER"""

import subprocess
import sys


def git(*words):
    subprocess.run(["git", *words], cwd=sys.argv[1], check=True)


git("init", "-q", "-b", "main")
git("config", "user.name", "Test")
git("config", "user.email", "test@example.invalid")
git("config", "commit.gpgsign", "false")
git("add", ".")
git("commit", "-qm", "first")
