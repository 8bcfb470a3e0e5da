"""measure_corpus.py FOLDER [--group NAME | --idiom NAME]…: cost of searching FOLDER/bitcode as a corpus.

Times are processor times of the processes that search the modules, so that other load on the machine counts
little.
"""

import pathlib
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import ray

from idiom import corpus

folder = pathlib.Path(sys.argv[1])
options = list(zip(sys.argv[2::2], sys.argv[3::2], strict=True))
files = sorted((folder / "bitcode").rglob("*.bc"))
rows = {
    "module": [str(file.relative_to(folder / "bitcode")) for file in files],
    "bitcode": [file.read_bytes() for file in files],
}
(folder / "in").mkdir()
pq.write_table(pa.table(rows), folder / "in" / "modules.parquet", row_group_size=16, compression="zstd")
ray.init(log_to_driver=False, logging_level="ERROR")
told = corpus.scan(
    folder / "in",
    folder / "out",
    idioms=[name for option, name in options if option == "--idiom"],
    groups=[name for option, name in options if option == "--group"],
)
query = f"SELECT sum(bytes), sum(cpu_seconds), median(cpu_seconds), max(cpu_seconds) FROM '{folder}/out/modules/*/*.parquet'"
size, seconds, median, longest = duckdb.connect().execute(query).fetchall()[0]
stored = (folder / "in" / "modules.parquet").stat().st_size
print(
    f"{told.modules} modules, {size / 1e6:.2f} MB of bitcode ({stored / 1e6:.2f} MB in Parquet), {told.findings} findings, {told.failed} failed"
)
print(
    f"{seconds:.1f} s of the processor: {size / seconds / 1e6:.3f} MB and {told.modules / seconds:.1f} modules a second of a core"
)
print(f"a module: median {median * 1000:.0f} ms, longest {longest:.2f} s")
print(f"a terabyte of such bitcode: {1e12 / (size / seconds) / 3600:.0f} hours of a core")
