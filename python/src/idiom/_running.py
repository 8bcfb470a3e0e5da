"""Runs the command: `find` on one module or source, `scan` on a project.

Each run is a process of its own with limits. What it says where it fails is the message of `Failed`.
"""

import importlib.util
import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from ._findings import Finding, ProjectFinding
from ._installation import command_path

if TYPE_CHECKING:
    import pyarrow as pa

Named = str | os.PathLike[str]


class Failed(RuntimeError):
    """The command failed: what it said, and its exit code, negative for the signal that ended it."""

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one module may take: steps and MiB of each search in each function, and of the whole process MiB of address space and seconds.

    A search that runs out is a finding, `BudgetExhausted`, the same on every machine. A process that runs out is ended, which is `Failed`.
    """

    steps: int = 50_000_000
    search_mib: int = 256
    process_mib: int = 8192
    seconds: float = 600.0


DEFAULT_LIMITS = Limits()


def find(
    source: Named | bytes,
    *,
    idioms: Iterable[str] = (),
    groups: Iterable[str] = (),
    specs: Iterable[Named] = (),
    flags: Sequence[str] = (),
    llvm: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> list[Finding]:
    """The findings in a C or C++ source (`flags` are clang's) or in a module of IR: a file, or the bytes of bitcode or text.

    Without names, all that `idiom find` looks for by itself. Raises `Failed`.
    """
    arguments = ["find", "--color", "never", "--format", "json"]
    arguments += ["--budget", str(limits.steps), "--memory", str(limits.search_mib)]
    arguments += _wanted(idioms, groups, specs)
    given = source if isinstance(source, bytes) else b""
    arguments.append("-" if isinstance(source, bytes) else os.fspath(source))
    if flags:
        arguments += ["--", *flags]
    said = _run(arguments, llvm, limits, given)
    return [Finding.of(each, report["source"]) for report in _documents(said) for each in report["findings"]]


@overload
def scan(
    inputs: Iterable[Named] = (), *, into: Literal["arrow"], database: Named | None = None, idioms: Iterable[str] = (),
    groups: Iterable[str] = (), specs: Iterable[Named] = (), flags: Sequence[str] = (), llvm: int | None = None, jobs: int | None = None,
    reports: Named | None = None, partial: bool = False,
) -> "pa.Table": ...  # fmt: skip
@overload
def scan(
    inputs: Iterable[Named] = (), *, into: Literal["findings"], database: Named | None = None, idioms: Iterable[str] = (),
    groups: Iterable[str] = (), specs: Iterable[Named] = (), flags: Sequence[str] = (), llvm: int | None = None, jobs: int | None = None,
    reports: Named | None = None, partial: bool = False,
) -> list[ProjectFinding]: ...  # fmt: skip
@overload
def scan(
    inputs: Iterable[Named] = (), *, into: None = None, database: Named | None = None, idioms: Iterable[str] = (),
    groups: Iterable[str] = (), specs: Iterable[Named] = (), flags: Sequence[str] = (), llvm: int | None = None, jobs: int | None = None,
    reports: Named | None = None, partial: bool = False,
) -> "pa.Table | list[ProjectFinding]": ...  # fmt: skip
def scan(
    inputs: Iterable[Named] = (),
    *,
    into: Literal["arrow", "findings"] | None = None,
    database: Named | None = None,
    idioms: Iterable[str] = (),
    groups: Iterable[str] = (),
    specs: Iterable[Named] = (),
    flags: Sequence[str] = (),
    llvm: int | None = None,
    jobs: int | None = None,
    reports: Named | None = None,
    partial: bool = False,
) -> "pa.Table | list[ProjectFinding]":
    """The findings in a project, each once: sources, folders of them, or the compilation database of a build folder.

    A `pyarrow.Table` where pyarrow is installed, else a list; `into` asks for one of the two. With `reports`, a folder, what is known is kept there,
    and the next run looks only at what has changed. A unit that cannot be compiled is `Failed`, unless `partial` says that the rest will do.
    """
    with tempfile.TemporaryDirectory() as scratch:
        lines = Path(scratch) / "findings.jsonl"
        arguments = ["scan", "--color", "never", "--jsonl", str(lines)]
        arguments += ["--report", os.fspath(reports or Path(scratch) / "reports")]
        arguments += _wanted(idioms, groups, specs)
        arguments += ["--jobs", str(jobs)] if jobs is not None else []
        arguments += ["--database", os.fspath(database)] if database is not None else []
        arguments += [os.fspath(each) for each in inputs]
        if flags:
            arguments += ["--", *flags]
        try:
            _run(arguments, llvm, None, b"")
        except Failed as why:
            if not (partial and why.code == 1 and lines.exists()):
                raise
        found = [ProjectFinding.of(json.loads(line)) for line in lines.read_text(encoding="utf-8").splitlines()]
    if into == "findings" or (into is None and importlib.util.find_spec("pyarrow") is None):
        return found
    from . import _arrow

    return _arrow.project_table(found)


def _wanted(idioms: Iterable[str], groups: Iterable[str], specs: Iterable[Named]) -> list[str]:
    named = [f"--idiom={name}" for name in idioms] + [f"--group={group}" for group in groups]
    return named + [f"--spec={os.fspath(file)}" for file in specs]


def _run(arguments: Sequence[str], llvm: int | None, limits: Limits | None, given: bytes) -> str:
    """What the command says on stdout."""
    command = [os.fspath(command_path(llvm)), *arguments]
    seconds = None
    if limits is not None:
        # The shell sets the limit, in KiB, and becomes the command.
        command = ["/bin/sh", "-c", 'ulimit -v "$0" && exec "$@"', str(limits.process_mib * 1024), *command]
        seconds = limits.seconds
    # Settings of the caller's environment are the plugin's; a result depends on the arguments alone.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("IDIOM_")}
    try:
        done = subprocess.run(command, input=given, capture_output=True, env=environment, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as why:
        raise Failed(f"took longer than {seconds:g} s", -9) from why
    if done.returncode != 0:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise Failed(said or f"ended with {done.returncode}", done.returncode)
    return done.stdout.decode()


def _documents(text: str) -> Iterator[dict[str, Any]]:
    """The JSON documents that stand one behind the other."""
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        document, at = decoder.raw_decode(text, at)
        yield document
        while at < len(text) and text[at].isspace():
            at += 1
