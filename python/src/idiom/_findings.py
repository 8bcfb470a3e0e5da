"""Findings as data: of one module as reports have them, and of a project, each once.

In: JSON of the command's. Out: dataclasses. A field that the command left out is None or empty here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the source; `line` and `column` from 1, `column` 0 when unknown."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @classmethod
    def of(cls, json: Mapping[str, Any] | None) -> "Place | None":
        """Of a report's `place`."""
        return cls(json["file"], json["line"], json["column"]) if json else None


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a specification: the value that it stands for as IR prints it, and its name in the
    source."""

    name: str
    value: str | None
    source: str | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in one module: `depth` loops around it, and how often it ran, where a profile says so."""

    idiom: str
    outcome: str
    function: str
    place: Place | None
    says: str
    depth: int
    runs: int | None
    inlined_from: str | None
    fingerprint: str
    variables: tuple[Variable, ...]
    unit: str

    @classmethod
    def of(cls, json: Mapping[str, Any], unit: str) -> "Finding":
        """Of an entry of a report's `findings`; `unit` is the report's `source`."""
        variables = (
            Variable(each["name"], each["value"], each.get("source"), Place.of(each.get("place")))
            for each in json["variables"]
        )
        return cls(
            idiom=json["idiom"],
            outcome=json["outcome"],
            function=json["function"],
            place=Place.of(json.get("place")),
            says=json.get("headline") or json.get("reason") or "",
            depth=json.get("depth", 0),
            runs=json.get("runs"),
            inlined_from=json.get("inlined_from"),
            fingerprint=json["fingerprint"],
            variables=tuple(variables),
            unit=unit,
        )


@dataclass(frozen=True, slots=True)
class ProjectFinding:
    """A finding in a project, once however often its code was inlined or included: `copies` in `units` units.

    `depth` and `runs` are the largest of all copies.
    """

    idiom: str
    outcome: str
    function: str
    place: Place | None
    says: str
    depth: int
    runs: int | None
    details: tuple[str, ...]
    unit: str
    copies: int
    units: int
    fingerprints: tuple[str, ...]

    @classmethod
    def of(cls, json: Mapping[str, Any]) -> "ProjectFinding":
        """Of a line of `idiom scan --jsonl`."""
        return cls(
            idiom=json["idiom"],
            outcome=json["outcome"],
            function=json["function"],
            place=Place.of(json.get("place")),
            says=json.get("says") or "",
            depth=json.get("depth", 0),
            runs=json.get("runs"),
            details=tuple(json["details"]),
            unit=json["unit"],
            copies=json["copies"],
            units=json["units"],
            fingerprints=tuple(json["fingerprints"]),
        )
