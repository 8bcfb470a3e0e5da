"""What a corpus is made of: shards, each of which is looked at by one task and has its results in files of
its own.

In: Parquet files with a column `bitcode`, or files of LLVM IR. Out: shards, whose names say where they come
from and nothing of how many there are,
so that a task that is run again writes the same files again.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

IR_SUFFIXES = (".bc", ".ll")
FILES_PER_SHARD = 64
MODULES_AT_A_TIME = 16


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its name, unique in the corpus, the project it is of, its IR."""

    name: str
    project: str
    ir: bytes


@dataclass(frozen=True, slots=True)
class Shard:
    """A row group of a Parquet file or, with `row_group` -1, some files of IR; `key` changes when they do."""

    name: str
    root: str
    files: tuple[str, ...]
    row_group: int
    key: str

    def modules(self) -> Iterator[Module]:
        """The modules, some of them in memory at a time."""
        if self.row_group < 0:
            for file in self.files:
                yield Module(
                    file,
                    Path(file).parts[0] if len(Path(file).parts) > 1 else "",
                    (Path(self.root) / file).read_bytes(),
                )
            return
        parquet = pq.ParquetFile(Path(self.root) / self.files[0])
        columns = [name for name in ("bitcode", "module", "project") if name in parquet.schema_arrow.names]
        row = 0
        for batch in parquet.iter_batches(MODULES_AT_A_TIME, row_groups=[self.row_group], columns=columns):
            for each in batch.to_pylist():
                name = each.get("module") or f"{self.files[0]}:{self.row_group}:{row}"
                yield Module(name, each.get("project") or "", each["bitcode"] or b"")
                row += 1


def shards(modules: Path) -> list[Shard]:
    """The shards of a folder, or of one file, in the order of their names."""
    root = modules if modules.is_dir() else modules.parent
    found = sorted(modules.rglob("*")) if modules.is_dir() else [modules]
    files = [file.relative_to(root).as_posix() for file in found if file.is_file()]
    parquet = [file for file in files if file.endswith(".parquet")]
    ir = [file for file in files if file.endswith(IR_SUFFIXES)]
    if bool(parquet) == bool(ir):
        raise ValueError(
            f"{modules}: neither Parquet nor LLVM IR"
            if not ir
            else f"{modules}: Parquet and LLVM IR, which is meant?"
        )
    if parquet:
        return [_shard(root, (file,), group) for file in parquet for group in range(_row_groups(root / file))]
    return [
        _shard(root, tuple(ir[at : at + FILES_PER_SHARD]), -1) for at in range(0, len(ir), FILES_PER_SHARD)
    ]


def _row_groups(file: Path) -> int:
    parquet = pq.ParquetFile(file)
    if "bitcode" not in parquet.schema_arrow.names:
        raise ValueError(f"{file}: no column `bitcode`, but {', '.join(parquet.schema_arrow.names)}")
    return parquet.metadata.num_row_groups


def _shard(root: Path, files: Sequence[str], row_group: int) -> Shard:
    stats = [(root / file).stat() for file in files]
    state = [[file, stat.st_size, stat.st_mtime_ns] for file, stat in zip(files, stats, strict=True)]
    name = f"{digest(list(files))[:16]}-{max(row_group, 0)}"
    return Shard(name, str(root), tuple(files), row_group, digest([state, row_group]))


def digest(value: object) -> str:
    """The SHA-256 of what has a JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
