"""`idiom.corpus` on a Ray cluster of two machines, one of which is killed: run by scripts/validate corpus.

The answer is compared with that of `idiom.find`, module by module in this process: nothing lost, nothing
twice. Modules that are no modules, that
take too many steps or too much memory are among them.
"""

import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import ray
from ray.cluster_utils import Cluster

import idiom
from idiom import corpus

GROUPS, MODULES_OF_A_GROUP = 12, 5
LOOP = """
define void @loop{at}(ptr %p, i64 %n) {{
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 {at}, ptr %at
  %more = add nsw i64 %i, 1
  %done = icmp slt i64 %more, %n
  br i1 %done, label %next, label %out
out:
  ret void
}}
"""
SPEC = "Constraint Stored ( opcode{s} = store ∧ {p} = {s}.args[1] ∧ opcode{p} = gep ) End\n"


def ir_of(at: int) -> bytes:
    """The module of a number: every seventh is broken, the others have one loop more or less."""
    if at % 7 == 6:
        return b"this is no module %d\n" % at
    return (
        "".join(LOOP.format(at=each) for each in range(at % 3)).encode()
        or b"define void @f() {\n  ret void\n}\n"
    )


def write_corpus(folder: Path) -> dict[str, bytes]:
    """Two Parquet files; what each module is."""
    folder.mkdir()
    modules = {f"m{at}": ir_of(at) for at in range(GROUPS * MODULES_OF_A_GROUP)}
    names = sorted(modules)
    for part in (0, 1):
        mine = names[part::2]
        columns = {
            "module": mine,
            "project": [f"p{len(name)}" for name in mine],
            "bitcode": [modules[name] for name in mine],
        }
        pq.write_table(pa.table(columns), folder / f"{part}.parquet", row_group_size=MODULES_OF_A_GROUP)
    return modules


def rows_of(query: str) -> list[tuple[object, ...]]:
    """The answer of DuckDB."""
    return duckdb.connect().execute(query).fetchall()


class Corpus(unittest.TestCase):
    """A corpus and what is to be found in it."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.modules = write_corpus(self.folder / "in")
        self.spec = self.folder / "stored.candl"
        self.spec.write_text(SPEC, encoding="utf-8")
        self.expected: collections.Counter[tuple[str, str]] = collections.Counter()
        self.broken = set()
        for name, ir in self.modules.items():
            try:
                self.expected.update((name, each.fingerprint) for each in idiom.find(ir, specs=[self.spec]))
            except idiom.Failed:
                self.broken.add(name)
        assert self.expected and self.broken

    def scan(self) -> corpus.Summary:
        """One run."""
        return corpus.scan(self.folder / "in", self.folder / "out", specs=[self.spec])

    def check(self) -> None:
        """Each module has one row, each finding is there once."""
        rows = rows_of(f"SELECT module, failed FROM '{self.folder}/out/modules/*/*.parquet'")
        self.assertEqual(sorted(name for name, _ in rows), sorted(self.modules))
        self.assertEqual({name for name, failed in rows if failed}, self.broken)
        found = rows_of(f"SELECT module, fingerprint FROM '{self.folder}/out/findings/*/*.parquet'")
        self.assertEqual(collections.Counter(found), self.expected)

    def done(self) -> int:
        """How many shards are done."""
        return len(list((self.folder / "out").glob("modules/*/part.parquet")))

    def wait_for(self, shards: int) -> None:
        """Until some shards are done, and not all."""
        until = time.monotonic() + 120
        while self.done() < shards:
            self.assertLess(time.monotonic(), until, "no shard is done")
            time.sleep(0.01)
        self.assertLess(self.done(), GROUPS)


class Cluster2(Corpus):
    """Two machines, made of processes."""

    def test_a_machine_is_killed(self) -> None:
        cluster = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 100 << 20}
        )
        nodes = [cluster.add_node(num_cpus=1, object_store_memory=100 << 20) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        self.addCleanup(cluster.shutdown)
        self.addCleanup(ray.shutdown)
        said: list[corpus.Summary] = []
        run = threading.Thread(target=lambda: said.append(self.scan()))
        run.start()
        self.wait_for(3)
        cluster.remove_node(nodes[0], allow_graceful=False)
        run.join(timeout=300)
        self.assertEqual(len(said), 1, "the run did not end")
        self.check()
        (summary,) = said
        self.assertEqual((summary.shards, summary.known, summary.modules), (GROUPS, 0, len(self.modules)))
        self.assertEqual((summary.failed, summary.findings), (len(self.broken), self.expected.total()))


class OneMachine(Corpus):
    """What needs no cluster."""

    def test_goes_on_where_it_was(self) -> None:
        program = f"import sys; from idiom import corpus; corpus.scan({str(self.folder / 'in')!r}, {str(self.folder / 'out')!r}, specs=[{str(self.spec)!r}])"
        first = subprocess.Popen(
            [sys.executable, "-c", program],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.wait_for(2)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        known = self.done()
        summary = self.scan()
        # A task that outlived its driver may have ended a shard more.
        self.assertGreaterEqual(summary.known, known)
        self.assertLess(known, GROUPS)
        self.check()
        self.assertEqual(self.scan().known, GROUPS)
        self.check()

    def test_the_queries_of_the_book(self) -> None:
        self.scan()
        page = (Path(__file__).parents[2] / "docs" / "src" / "scale.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```sql\n(.*?)```", page, re.S)
        queries = [
            query
            for block in blocks
            for query in block.replace("'results/", f"'{self.folder}/out/").split(";")
            if query.strip()
        ]
        how_often, why, exhausted = (rows_of(query) for query in queries)
        self.assertEqual(how_often, [("Stored", self.expected.total(), 2)])
        self.assertEqual(sum(int(str(row[1])) for row in why), len(self.broken))
        self.assertEqual(exhausted, [])

    def test_what_failed_is_tried_again(self) -> None:
        """As if a module had taken too long on a busy machine: its failure stays until somebody asks for
        another try."""
        self.scan()
        name = min(name for name, _ in self.expected)
        (part,) = (
            file
            for file in (self.folder / "out").glob("modules/*/part.parquet")
            if name in pq.read_table(file)["module"].to_pylist()
        )
        table = pq.ParquetFile(part).read()
        rows = [
            row | ({"failed": "took longer than 600.0 s", "findings": 0} if row["module"] == name else {})
            for row in table.to_pylist()
        ]
        pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), part)
        findings = self.folder / "out" / "findings" / part.parent.name / "part.parquet"
        found = pq.ParquetFile(findings).read()
        others = [row for row in found.to_pylist() if row["module"] != name]
        pq.write_table(pa.Table.from_pylist(others, schema=found.schema), findings)
        self.assertEqual(self.scan().failed, len(self.broken) + 1)
        told = corpus.scan(self.folder / "in", self.folder / "out", specs=[self.spec], retry=True)
        self.assertEqual(told.failed, len(self.broken))
        self.check()
        # Shards in which nothing failed are not looked at again.
        shards_with_failures = {
            file
            for file in (self.folder / "out").glob("modules/*/part.parquet")
            if any(pq.ParquetFile(file).read()["failed"].to_pylist())
        }
        self.assertLess(len(shards_with_failures), GROUPS)
        self.assertEqual(told.known, GROUPS - len(shards_with_failures | {part}))

    def test_what_has_changed(self) -> None:
        self.scan()
        with self.assertRaisesRegex(corpus.OtherResults, "other settings"):
            corpus.scan(
                self.folder / "in", self.folder / "out", specs=[self.spec], limits=idiom.Limits(steps=1)
            )
        file = self.folder / "in" / "0.parquet"
        pq.write_table(pq.read_table(file), file, row_group_size=MODULES_OF_A_GROUP)
        self.assertEqual(self.scan().known, GROUPS // 2)
        self.check()
        file.unlink()
        with self.assertRaisesRegex(corpus.OtherResults, "not there any more"):
            self.scan()

    def test_limits(self) -> None:
        told = corpus.scan(
            self.folder / "in", self.folder / "steps", idioms=["SCoP"], limits=idiom.Limits(steps=10)
        )
        rows = rows_of(f"SELECT DISTINCT outcome FROM '{self.folder}/steps/findings/*/*.parquet'")
        self.assertEqual((rows, told.failed), ([("budget-exhausted",)], len(self.broken)))
        corpus.scan(self.folder / "in", self.folder / "enough", idioms=["SCoP"])
        rows = rows_of(f"SELECT DISTINCT outcome FROM '{self.folder}/enough/findings/*/*.parquet'")
        self.assertEqual(rows, [("found",)])
        with self.assertRaises(idiom.Failed):
            corpus.scan(
                self.folder / "in",
                self.folder / "memory",
                specs=[self.spec],
                limits=idiom.Limits(process_mib=8),
            )

    def test_files(self) -> None:
        for name, ir in self.modules.items():
            file = self.folder / "files" / f"p{len(name)}" / f"{name}.ll"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(ir)
        told = corpus.scan(self.folder / "files", self.folder / "out", specs=[self.spec])
        self.assertEqual((told.modules, told.failed), (len(self.modules), len(self.broken)))
        found = rows_of(f"SELECT module, fingerprint FROM '{self.folder}/out/findings/*/*.parquet'")
        named = collections.Counter(
            {(f"p{len(name)}/{name}.ll", print_): n for (name, print_), n in self.expected.items()}
        )
        self.assertEqual(collections.Counter(found), named)
        projects = rows_of(f"SELECT DISTINCT project FROM '{self.folder}/out/modules/*/*.parquet' ORDER BY 1")
        self.assertEqual(projects, [("p2",), ("p3",)])

    def test_a_wrong_name(self) -> None:
        with self.assertRaisesRegex(idiom.Failed, "unknown specification"):
            corpus.scan(self.folder / "in", self.folder / "out", idioms=["NoSuch"])
        with self.assertRaisesRegex(ValueError, "neither Parquet nor LLVM IR"):
            corpus.scan(self.spec, self.folder / "out")


if __name__ == "__main__":
    unittest.main()
