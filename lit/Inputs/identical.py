"""identical.py CLANG PLUGIN FOLDER SOURCE…: every source, level, kind of output, with and without -g, and
with and
without the plugin, which detects and says what it finds. The two outputs must be the same bytes."""

import itertools
import os
import subprocess
import sys

clang, plugin, folder, *sources = sys.argv[1:]
levels = ["-O0", "-O1", "-O2", "-O3", "-Os"]
kinds = [["-c"], ["-S", "-emit-llvm"], ["-c", "-emit-llvm"]]
# Where clang records its command line with -g, as Debian's 18 does, it differs by the plugin's flag.
debugging = [[], ["-g", "-gno-record-command-line"]]
loud = {**os.environ, "IDIOM_MODE": "detect", "IDIOM_LOG": "info"}


def compiled(source, flags, plugin_flags, environment):
    # One name for both outputs: it can be part of them.
    output = os.path.join(folder, "output")
    language = {".cpp": ["-std=c++20"], ".ll": ["-w"]}.get(os.path.splitext(source)[1], [])
    command = [clang, *flags, *plugin_flags, *language, "-ffast-math", source, "-o", output]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr}")
    with open(output, "rb") as file:
        return file.read(), done.stderr


compared = found = 0
for source, level, kind, debug in itertools.product(sources, levels, kinds, debugging):
    flags = [level, *kind, *debug]
    without, _ = compiled(source, flags, [], os.environ)
    with_plugin, said = compiled(source, flags, [f"-fpass-plugin={plugin}"], loud)
    if without != with_plugin:
        sys.exit(f"{os.path.basename(source)} {flags}: the outputs differ")
    compared += 1
    found += "SqrtOfSquare" in said
print(f"{compared} outputs identical, something found in {found}")
