"""generated.py CLANG PLUGIN FOLDER: csmith's programs, eight that end by themselves, compiled with and
without the plugin, and run."""

import glob
import os
import subprocess
import sys

clang, plugin, folder = sys.argv[1:]
os.chdir(folder)
include = os.path.dirname(glob.glob("/usr/include/csmith*/csmith.h")[0])
options = ["--max-funcs", "6", "--max-block-depth", "3", "--no-volatiles"]


def run(*command, **environment):
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def ends(program):
    """Whether the program ends by itself soon; not every generated one does."""
    try:
        return subprocess.run([program], stdout=subprocess.DEVNULL, timeout=2).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def read(name):
    with open(name, "rb") as file:
        return file.read()


wanted = 8
done = seed = 0
while done < wanted:
    seed += 1
    source = f"program{seed}.c"
    with open(source, "w") as file:
        file.write(run("csmith", "--seed", str(seed), *options))
    compiler = [clang, "-O2", "-w", f"-I{include}", source]
    run(*compiler, "-o", "plain", "-lm")
    if not ends("./plain"):
        continue
    run(*compiler, f"-fpass-plugin={plugin}", "-o", "with", "-lm")
    if run("./plain") != run("./with"):
        sys.exit(f"seed {seed}: the answers differ")
    run(*compiler, "-c", "-o", "plain.o")
    run(*compiler, f"-fpass-plugin={plugin}", "-c", "-o", "detected.o", IDIOM_MODE="detect", IDIOM_LOG="info")
    if read("plain.o") != read("detected.o"):
        sys.exit(f"seed {seed}: the objects differ")
    done += 1
print(f"{done} programs, the same answers and objects")
