"""generated.py CLANG PLUGIN FOLDER: csmith's programs of eight seeds, compiled with and without the plugin, and run."""
import os
import subprocess
import sys

clang, plugin, folder = sys.argv[1:]
os.chdir(folder)
include = next(d for d in ("/usr/include/csmith", "/usr/local/include/csmith") if os.path.isdir(d))
options = ["--max-funcs", "6", "--max-block-depth", "3", "--no-volatiles", "--float"]


def run(*command, **environment):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60)
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def answer(program):
    """What the program prints; a program that does not end by itself is cut off in both forms alike."""
    try:
        return subprocess.run([program], capture_output=True, timeout=5).stdout
    except subprocess.TimeoutExpired:
        return None


def read(name):
    with open(name, "rb") as file:
        return file.read()


seeds = range(1, 9)
for seed in seeds:
    source = f"program{seed}.c"
    with open(source, "w") as file:
        file.write(run("csmith", "--seed", str(seed), *options))
    compiler = [clang, "-O2", "-w", f"-I{include}", source]
    run(*compiler, "-o", "plain", "-lm")
    run(*compiler, f"-fpass-plugin={plugin}", "-o", "with", "-lm")
    if answer("./plain") != answer("./with"):
        sys.exit(f"seed {seed}: the answers differ")
    run(*compiler, "-c", "-o", "plain.o")
    run(*compiler, f"-fpass-plugin={plugin}", "-c", "-o", "detected.o", IDIOM_MODE="detect", IDIOM_LOG="info")
    if read("plain.o") != read("detected.o"):
        sys.exit(f"seed {seed}: the objects differ")
print(f"{len(seeds)} programs, the same answers and objects")
