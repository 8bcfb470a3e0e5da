"""Idioms in LLVM IR, found by the command that this package brings along.

`find` looks at one module or source, `scan` at a project; `plugin_path` is the plugin for clang's
`-fpass-plugin`, `command_path` the
command. `idiom.corpus` looks at many modules, with Ray.
"""

from ._findings import Finding, Place, ProjectFinding, Variable
from ._installation import NotInstalled, command_path, plugin_path, prefix, versions
from ._running import Failed, Limits, find, scan

__all__ = [
    "Failed",
    "Finding",
    "Limits",
    "NotInstalled",
    "Place",
    "ProjectFinding",
    "Variable",
    "command_path",
    "find",
    "plugin_path",
    "prefix",
    "scan",
    "versions",
]
