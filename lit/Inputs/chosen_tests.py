"""The format of a run with a choice of tests. It has a module of its own, since lit hands formats to its workers
by name.

`loads_plugin` leaves out tests that do not load %plugin: they run alike whichever plugin that is. A `sample` such
as (0, 2) chooses every second test, by a checksum of its name, and all tests that depend on the version of LLVM.
"""

import re
import zlib

import lit.formats

# Features, prefixes of checks and names of tools that belong to some versions of LLVM.
OF_A_VERSION = re.compile(r"\b(CHECK\d\d|llvm-\d\d|at-least-\d\d|plugin-\d\d)\b")


class ChosenTests(lit.formats.ShTest):
    """As ShTest, of a choice of files."""

    def __init__(self, loads_plugin, sample):
        super().__init__(execute_external=False)
        self.loads_plugin, self.sample = loads_plugin, sample

    def getTestsInDirectory(self, *arguments):
        for test in super().getTestsInDirectory(*arguments):
            with open(test.getSourcePath(), encoding="utf-8", errors="replace") as source:
                text = source.read()
            if self.loads_plugin and not re.search(r"%plugin(?!\w)", text):
                continue
            if self.sample and not OF_A_VERSION.search(text):
                share, shares = self.sample
                if zlib.crc32("/".join(test.path_in_suite).encode()) % shares != share:
                    continue
            yield test
