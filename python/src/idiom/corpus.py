"""Looks at a corpus of modules with Ray: shards of bitcode in, a Parquet dataset of findings out.

Ray Data runs a task for each shard, where there is a processor, and again where a worker was lost. A task
runs the command once for each module, with
limits, and writes two files, whole or not at all: `findings/shard=NAME/part.parquet`, then
`modules/shard=NAME/part.parquet`, which has a row for each
module, also for one that failed. The second file says that the shard is done: a task that is repeated
replaces both, a run that is started again
leaves out what is done. Needs `pip install 'idiom-llvm[ray]'`, and a file system that all machines see.
"""

import dataclasses
import hashlib
import json
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import ray.data

from ._arrow import MODULE, module_row
from ._installation import command_path
from ._running import DEFAULT_LIMITS, Failed, Limits, Named, find
from ._shards import Module, Shard, shards

_WHICH = [pa.field("module", pa.string()), pa.field("project", pa.string())]
FINDINGS = pa.schema([*_WHICH, *(MODULE.field(name) for name in MODULE.names if name != "unit")])
_SEEN: list[tuple[str, pa.DataType]] = [
    ("bytes", pa.int64()),
    ("failed", pa.string()),
    ("code", pa.int64()),
    ("findings", pa.int64()),
    ("seconds", pa.float64()),
    ("cpu_seconds", pa.float64()),
]
MODULES = pa.schema([*_WHICH, *(pa.field(name, kind) for name, kind in _SEEN)])
_KEY = b"idiom.shard"
_NOTHING = b"define void @nothing() {\n  ret void\n}\n"


class OtherResults(RuntimeError):
    """The folder holds results of another corpus, or of other settings."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: shards and those of them that were known before, and of all together the modules,
    failures among them, and findings."""

    shards: int
    known: int
    modules: int
    failed: int
    findings: int


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What to look for, as data that goes to other machines; specifications by their paths, which all
    machines see."""

    idioms: tuple[str, ...]
    groups: tuple[str, ...]
    specs: tuple[str, ...]
    llvm: int | None
    limits: Limits


def scan(
    modules: Named,
    out: Named,
    *,
    idioms: Iterable[str] = (),
    groups: Iterable[str] = (),
    specs: Iterable[Named] = (),
    llvm: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
    retry: bool = False,
) -> Summary:
    """Looks at all modules below a folder, and leaves what is found in another, as `findings` and `modules`.

    The modules are rows of Parquet files, with a column `bitcode` and, if they have names, `module` and
    `project`, or files `.bc` and `.ll`. What is
    done already is not done again; with `retry`, shards with a module that failed are. Raises `OtherResults`
    where `out` has something else.
    """
    files = tuple(os.path.abspath(spec) for spec in specs)
    wanted = _Wanted(tuple(idioms), tuple(groups), files, llvm, limits)
    # A wrong name would be the failure of every module.
    _find(Module("", "", _NOTHING), wanted)
    folder = Path(os.fspath(out)).absolute()
    plan = shards(Path(os.fspath(modules)).absolute())
    _prepare(folder, plan, wanted)
    open_shards = [
        shard for shard in plan if not _is_done(folder, shard) or (retry and _has_failed(folder, shard))
    ]
    if open_shards:
        items = [{"shard": json.dumps(dataclasses.asdict(shard))} for shard in open_shards]
        tasks = ray.data.from_items(items, override_num_blocks=len(items)).map(
            _task(folder, wanted), num_cpus=1
        )
        tasks.materialize()
    return _summary(folder, plan, len(plan) - len(open_shards))


def _task(folder: Path, wanted: _Wanted) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def run(row: dict[str, Any]) -> dict[str, Any]:
        fields = json.loads(row["shard"])
        shard = Shard(**{**fields, "files": tuple(fields["files"])})
        look_at(shard, folder, wanted)
        return {"shard": shard.name}

    return run


def look_at(shard: Shard, folder: Path, wanted: _Wanted) -> None:
    """Looks at one shard and writes what there is to say of it."""
    found: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []
    for module in shard.modules():
        begun = _clocks()
        row: dict[str, Any] = {
            "module": module.name,
            "project": module.project,
            "bytes": len(module.ir),
            "findings": 0,
        }
        try:
            rows = _find(module, wanted)
            found += rows
            row["findings"] = len(rows)
        except Failed as why:
            row |= {"failed": str(why), "code": why.code}
        took = [now - then for now, then in zip(_clocks(), begun, strict=True)]
        seen.append(row | {"seconds": took[0], "cpu_seconds": took[1]})
    _write(found, FINDINGS, shard, folder / "findings")
    _write(seen, MODULES, shard, folder / "modules")


def _clocks() -> tuple[float, float]:
    """The time, and that of the processor for processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter(), used.ru_utime + used.ru_stime


def _find(module: Module, wanted: _Wanted) -> list[dict[str, Any]]:
    found = find(
        module.ir,
        idioms=wanted.idioms,
        groups=wanted.groups,
        specs=wanted.specs,
        llvm=wanted.llvm,
        limits=wanted.limits,
    )
    here = {"module": module.name, "project": module.project}
    return [
        {name: value for name, value in module_row(each).items() if name != "unit"} | here for each in found
    ]


def _write(rows: list[dict[str, Any]], schema: pa.Schema, shard: Shard, folder: Path) -> None:
    part = _part(folder, shard)
    part.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist(rows, schema=schema.with_metadata({_KEY: shard.key.encode()}))
    # Readers of the dataset pass over names that begin so.
    handle, begun = tempfile.mkstemp(prefix=".", dir=part.parent)
    os.close(handle)
    pq.write_table(table, begun)
    # Else its owner alone could read it.
    os.chmod(begun, 0o644)
    os.replace(begun, part)


def _part(folder: Path, shard: Shard) -> Path:
    return folder / f"shard={shard.name}" / "part.parquet"


def _is_done(folder: Path, shard: Shard) -> bool:
    part = _part(folder / "modules", shard)
    if not part.exists():
        return False
    return (pq.read_schema(part).metadata or {}).get(_KEY) == shard.key.encode()


def _has_failed(folder: Path, shard: Shard) -> bool:
    failed = pq.read_table(_part(folder / "modules", shard), columns=["failed"], partitioning=None)["failed"]
    return len(failed) > failed.null_count


def _prepare(folder: Path, plan: list[Shard], wanted: _Wanted) -> None:
    """Sees to it that the folder has results of these settings and shards alone."""
    # Another build of the command, or another text of a specification, may find something else.
    used = {
        str(file): hashlib.sha256(Path(file).read_bytes()).hexdigest()
        for file in (str(command_path(wanted.llvm)), *wanted.specs)
    }
    settings = json.loads(json.dumps(dataclasses.asdict(wanted) | {"used": used}))
    file = folder / "settings.json"
    folder.mkdir(parents=True, exist_ok=True)
    if file.exists() and json.loads(file.read_text(encoding="utf-8")) != settings:
        raise OtherResults(f"{folder} has results of other settings, which {file} names; take another folder")
    names = {f"shard={shard.name}" for shard in plan}
    others = [
        each
        for part in ("findings", "modules")
        for each in (folder / part).glob("shard=*")
        if each.name not in names
    ]
    if others:
        raise OtherResults(
            f"{folder} has results of modules that are not there any more, as {others[0]}; take another folder"
        )
    begun = file.with_name(f".settings.{os.getpid()}")
    begun.write_text(json.dumps(settings, indent=1), encoding="utf-8")
    os.replace(begun, file)


def _summary(folder: Path, plan: list[Shard], known: int) -> Summary:
    modules = failed = findings = 0
    for shard in plan:
        rows = pq.read_table(
            _part(folder / "modules", shard), columns=["failed", "findings"], partitioning=None
        ).to_pylist()
        modules += len(rows)
        failed += sum(row["failed"] is not None for row in rows)
        findings += sum(row["findings"] for row in rows)
    return Summary(len(plan), known, modules, failed, findings)
