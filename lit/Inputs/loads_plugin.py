"""The format of tests that load %plugin: for the others it is the same which plugin that is. A module of its
own, since lit hands formats to its workers by name."""

import re

import lit.formats


class LoadsPlugin(lit.formats.ShTest):
    """As ShTest, of files that name %plugin alone."""

    def getTestsInDirectory(self, *arguments):
        for test in super().getTestsInDirectory(*arguments):
            with open(test.getSourcePath(), encoding="utf-8", errors="replace") as source:
                if re.search(r"%plugin(?!\w)", source.read()):
                    yield test
