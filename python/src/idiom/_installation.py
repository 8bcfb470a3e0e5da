"""Where the programs and plugins of this package are, and which of them this machine can run.

They lie below `native` beside this file as below any prefix: `bin/idiom-N`, `lib/libidiom.so`,
`lib/libidiom-llvmN.so`.
"""

import functools
import re
import subprocess
from pathlib import Path


class NotInstalled(RuntimeError):
    """A file is not in this package, or the libLLVM that it needs not on this machine."""


def prefix() -> Path:
    """The folder with `bin`, `lib` and `share`."""
    return Path(__file__).parent / "native"


def versions() -> tuple[int, ...]:
    """The LLVMs that this package has a plugin and a command for, ascending."""
    names = (re.fullmatch(r"idiom-(\d+)", file.name) for file in (prefix() / "bin").glob("idiom-*"))
    return tuple(sorted(int(name[1]) for name in names if name))


def plugin_path(llvm: int | None = None) -> Path:
    """The plugin that any clang or opt loads; with `llvm`, the one for that LLVM alone."""
    name = "libidiom.so" if llvm is None else f"libidiom-llvm{llvm}.so"
    return _there(prefix() / "lib" / name)


def command_path(llvm: int | None = None) -> Path:
    """The command for an LLVM; without `llvm` for 19 or, where its libLLVM is not installed, for the newest
    whose is."""
    if llvm is not None:
        return _there(prefix() / "bin" / f"idiom-{llvm}")
    return _runnable()


def _there(file: Path) -> Path:
    if file.is_file():
        return file
    raise NotInstalled(
        f"there is no {file}; this package is for LLVM {', '.join(map(str, versions())) or 'none'}"
    )


@functools.cache
def _runnable() -> Path:
    said = []
    for version in sorted(versions(), key=lambda version: (version != 19, -version)):
        command = _there(prefix() / "bin" / f"idiom-{version}")
        tried = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
        if tried.returncode == 0:
            return command
        said.append(f"idiom-{version}: {tried.stderr.strip()}")
    wanted = "each needs the libLLVM of its version; on Debian and Ubuntu: apt-get install libllvmN"
    raise NotInstalled("\n".join(["no command of this package can be run", *said, wanted]))
