"""Findings as Arrow tables. Imported where pyarrow is installed.

One row a finding; a place is three columns, null where it is unknown.
"""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from ._findings import Finding, Place, ProjectFinding

_PLACE: list[tuple[str, pa.DataType]] = [("file", pa.string()), ("line", pa.int64()), ("column", pa.int64())]
_HEAD: list[tuple[str, pa.DataType]] = [
    ("idiom", pa.string()),
    ("outcome", pa.string()),
    ("function", pa.string()),
    *_PLACE,
    ("says", pa.string()),
]
_WEIGHT: list[tuple[str, pa.DataType]] = [("depth", pa.int64()), ("runs", pa.int64())]

PROJECT = pa.schema(
    [
        *_HEAD,
        *_WEIGHT,
        ("details", pa.list_(pa.string())),
        ("unit", pa.string()),
        ("copies", pa.int64()),
        ("units", pa.int64()),
        ("fingerprints", pa.list_(pa.string())),
    ]
)

_VARIABLE = pa.struct([("name", pa.string()), ("value", pa.string()), ("source", pa.string()), *_PLACE])
MODULE = pa.schema(
    [
        *_HEAD,
        *_WEIGHT,
        ("inlined_from", pa.string()),
        ("fingerprint", pa.string()),
        ("variables", pa.list_(_VARIABLE)),
        ("unit", pa.string()),
    ]
)


def project_table(findings: Sequence[ProjectFinding]) -> pa.Table:
    """The findings of `scan`."""
    return pa.Table.from_pylist([project_row(each) for each in findings], schema=PROJECT)


def module_table(findings: Sequence[Finding]) -> pa.Table:
    """The findings of `find`."""
    return pa.Table.from_pylist([module_row(each) for each in findings], schema=MODULE)


def project_row(finding: ProjectFinding) -> dict[str, Any]:
    """The row of a finding, by the columns of `PROJECT`."""
    names = ("details", "unit", "copies", "units", "fingerprints")
    return _head(finding) | {name: getattr(finding, name) for name in names}


def module_row(finding: Finding) -> dict[str, Any]:
    """The row of a finding, by the columns of `MODULE`."""
    variables = [
        {"name": each.name, "value": each.value, "source": each.source, **_place(each.place)}
        for each in finding.variables
    ]
    names = ("inlined_from", "fingerprint", "unit")
    return _head(finding) | {name: getattr(finding, name) for name in names} | {"variables": variables}


def _head(finding: Finding | ProjectFinding) -> dict[str, Any]:
    names = ("idiom", "outcome", "function", "says", "depth", "runs")
    return {name: getattr(finding, name) for name in names} | _place(finding.place)


def _place(place: Place | None) -> dict[str, Any]:
    if place is None:
        return {"file": None, "line": None, "column": None}
    return {"file": place.file, "line": place.line, "column": place.column}
