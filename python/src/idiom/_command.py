"""The program `idiom` of the wheel: becomes the command for the LLVM that is here."""

import os
import sys

from ._installation import NotInstalled, command_path


def main() -> None:
    """Runs the command with the arguments of this process, in its place."""
    try:
        command = command_path()
    except NotInstalled as why:
        sys.exit(f"idiom: {why}")
    os.execv(command, [str(command), *sys.argv[1:]])
