"""twice.py CLANG OPT PLUGIN FOLDER SOURCE…: idiom-normalize on what clang makes of each source, verified, and
once more."""

import os
import subprocess
import sys

clang, opt, plugin, folder, *sources = sys.argv[1:]
paths = [os.path.join(folder, name) for name in ("raw.ll", "once.ll", "twice.ll")]


def normalised(source, to):
    passes = [f"-load-pass-plugin={plugin}", "-passes=idiom-normalize", "-verify-each"]
    subprocess.run([opt, *passes, source, "-S", "-o", to], check=True)
    with open(to) as file:
        # The first line names the file.
        return file.read().split("\n", 1)[1]


done = 0
for source in sources:
    for level in ["-O1", "-O2", "-O3", "-Os"]:
        language = ["-std=c++20"] if source.endswith(".cpp") else []
        subprocess.run(
            [clang, "-w", level, *language, "-S", "-emit-llvm", source, "-o", paths[0]], check=True
        )
        if normalised(paths[0], paths[1]) != normalised(paths[1], paths[2]):
            sys.exit(f"{source} {level}: the second run changes something")
        done += 1
print(f"{done} modules normalised, again without a change")
