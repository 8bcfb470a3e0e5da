"""The Python API, as installed from the wheel: run by lit/install/wheel.test with the LLVM to look with.

Each test has a near miss beside it. `python test_idiom.py LLVM`, in the folder of the examples.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import idiom

LLVM = int(sys.argv.pop()) if len(sys.argv) > 1 else 19
MAXIMUM = b"""
define i32 @f(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  %m = select i1 %c, i32 %a, i32 %b
  ret i32 %m
}
"""
SPEC = "Constraint Larger ( opcode{r} = select ∧ opcode{c} = icmp ∧ {c} = {r}.args[0] ) End\n"


class Installed(unittest.TestCase):
    """Where things are."""

    def test_files(self) -> None:
        self.assertIn(LLVM, idiom.versions())
        self.assertTrue(idiom.plugin_path().is_file())
        self.assertTrue(idiom.plugin_path(LLVM).name.endswith(f"llvm{LLVM}.so"))
        with self.assertRaisesRegex(idiom.NotInstalled, "libidiom-llvm15.so"):
            idiom.plugin_path(15)

    def test_the_plugin_loads(self) -> None:
        clang = [
            f"clang-{LLVM}",
            "-O2",
            "-ffast-math",
            "-Rpass=^idiom",
            "-c",
            "two_lengths.c",
            "-o",
            "/dev/null",
        ]
        flag = f"-fpass-plugin={idiom.plugin_path()}"
        self.assertIn(
            "rewrote SqrtOfSquare", subprocess.run([*clang, flag], capture_output=True, text=True).stderr
        )
        self.assertNotIn("SqrtOfSquare", subprocess.run(clang, capture_output=True, text=True).stderr)

    def test_the_command(self) -> None:
        command = shutil.which("idiom", path=str(Path(sys.executable).parent))
        assert command is not None
        self.assertIn(
            "SqrtOfSquare", subprocess.run([command, "list"], capture_output=True, text=True).stdout
        )
        self.assertEqual(subprocess.run([command, "no-such"], capture_output=True).returncode, 2)


class Finds(unittest.TestCase):
    """One module."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.spec = Path(folder.name) / "larger.candl"
        self.spec.write_text(SPEC, encoding="utf-8")

    def test_bytes(self) -> None:
        (found,) = idiom.find(MAXIMUM, specs=[self.spec], llvm=LLVM)
        self.assertEqual((found.idiom, found.outcome, found.function), ("Larger", "found", "f"))
        self.assertIsNone(found.place)
        self.assertEqual([(each.name, each.value) for each in found.variables], [("r", "%m"), ("c", "%c")])
        self.assertEqual(
            idiom.find(MAXIMUM.replace(b"select i1 %c", b"select i1 true"), specs=[self.spec], llvm=LLVM), []
        )

    def test_a_source(self) -> None:
        found = idiom.find("blur.c", idioms=["SCoP"], flags=["-g"], llvm=LLVM)
        self.assertEqual([(each.idiom, str(each.place)) for each in found], [("SCoP", "blur.c:3:3")])
        self.assertEqual([(each.depth, each.runs) for each in found], [(1, None)])
        self.assertEqual(idiom.find("two_lengths.c", idioms=["SCoP"], llvm=LLVM), [])

    def test_failures(self) -> None:
        with self.assertRaisesRegex(idiom.Failed, "unknown specification `NoSuch`"):
            idiom.find(MAXIMUM, idioms=["NoSuch"], llvm=LLVM)
        with self.assertRaisesRegex(idiom.Failed, "not valid LLVM IR"):
            idiom.find(MAXIMUM[:40], llvm=LLVM)

    def test_limits(self) -> None:
        (told,) = idiom.find("blur.c", idioms=["SCoP"], llvm=LLVM, limits=idiom.Limits(steps=10))
        self.assertEqual(told.outcome, "budget-exhausted")
        with self.assertRaises(idiom.Failed):
            idiom.find(MAXIMUM, llvm=LLVM, limits=idiom.Limits(process_mib=8))
        with self.assertRaisesRegex(idiom.Failed, "took longer than 0.001 s"):
            idiom.find(MAXIMUM, llvm=LLVM, limits=idiom.Limits(seconds=0.001))


class Scans(unittest.TestCase):
    """A project."""

    def test_a_list(self) -> None:
        found = idiom.scan(
            ["two_lengths.c", "blur.c"],
            into="findings",
            idioms=["SqrtOfSquare"],
            flags=["-O2", "-ffast-math"],
            llvm=LLVM,
        )
        self.assertEqual([str(each.place) for each in found], ["two_lengths.c:5:10", "two_lengths.c:5:24"])
        self.assertEqual([(each.copies, each.units) for each in found], [(1, 1), (1, 1)])

    def test_a_group(self) -> None:
        found = idiom.scan(
            ["multiply.c"], into="findings", groups=["algebra"], flags=["-ffast-math"], llvm=LLVM
        )
        self.assertEqual([each.depth for each in found if each.idiom == "MatrixProduct"], [3])
        self.assertEqual(idiom.scan(["multiply.c"], into="findings", groups=["sparse"], llvm=LLVM), [])

    def test_what_cannot_be_compiled(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "wrong.c").write_text("int f( {", encoding="utf-8")
            inputs = [folder, "two_lengths.c"]
            with self.assertRaisesRegex(idiom.Failed, "1 not scanned"):
                idiom.scan(inputs, into="findings", flags=["-O2", "-ffast-math"], llvm=LLVM)
            found = idiom.scan(inputs, into="findings", flags=["-O2", "-ffast-math"], llvm=LLVM, partial=True)
            self.assertEqual(len(found), 2)

    def test_arrow(self) -> None:
        try:
            import pyarrow as pa
        except ImportError:
            self.assertIsInstance(idiom.scan(["blur.c"], llvm=LLVM), list)
            return
        table = idiom.scan(["two_lengths.c"], flags=["-O2", "-ffast-math"], llvm=LLVM)
        assert isinstance(table, pa.Table)
        self.assertEqual(table.column("line").to_pylist(), [5, 5])


if __name__ == "__main__":
    unittest.main()
