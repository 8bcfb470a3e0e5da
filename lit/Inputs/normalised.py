"""normalised.py CLANG OPT PLUGIN FOLDER SOURCE…: compiles each program through pipelines that contain
idiom-normalize and through the
same without it, verifying after each pass, and compares what the programs print. With `generated=N` also N
programs of csmith's.
"""

import glob
import os
import re
import subprocess
import sys

clang, opt, plugin, folder, *sources = sys.argv[1:]
# `PASS` stands for the pass.
pipelines = [
    "PASS",
    "mem2reg,PASS",
    "default<O1>,PASS,function(early-cse,dce)",
    "function(mem2reg,gvn,simplifycfg),PASS,default<O2>",
    "default<O2>,PASS",
    "default<O2>,PASS,default<O2>",
]
header = (glob.glob("/usr/include/csmith*") + [""])[0]


def run(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120, **more).stdout


def printed(ir, pipeline, name):
    output = os.path.join(folder, name)
    passes = [f"-load-pass-plugin={plugin}", f"-passes={pipeline}", "-verify-each"] if pipeline else []
    run([opt, *passes, ir, "-S", "-o", output + ".ll"])
    with open(output + ".ll") as file:
        text = file.read()
    run([clang, "-w", "-O0", output + ".ll", "-o", output, "-lm"])
    return run([output], stdin=subprocess.DEVNULL), text


def generated(wanted):
    """So many of csmith's programs that end by themselves; not every one does."""
    seed = 0
    while wanted:
        seed += 1
        program = os.path.join(folder, f"seed{seed}")
        with open(program + ".c", "w") as file:
            # It leaves a file, platform.info, where it runs.
            options = ["--seed", str(seed), "--max-funcs", "4", "--max-block-depth", "3"]
            file.write(run(["csmith", *options], cwd=folder))
        run([clang, "-w", "-O1", f"-I{header}", program + ".c", "-o", program])
        try:
            if subprocess.run([program], stdout=subprocess.DEVNULL, timeout=2).returncode == 0:
                wanted -= 1
                yield program + ".c"
        except subprocess.TimeoutExpired:
            pass


for source in [source for source in sources if source.startswith("generated=")]:
    sources.remove(source)
    sources += generated(int(source.split("=")[1]))

compared = changed = 0
for source in sources:
    ir = os.path.join(folder, "raw.ll")
    run(
        [
            clang,
            "-w",
            "-O1",
            f"-I{header}",
            "-Xclang",
            "-disable-llvm-passes",
            "-S",
            "-emit-llvm",
            source,
            "-o",
            ir,
        ]
    )
    expected, _ = printed(ir, None, "plain")
    assert expected, f"{source} prints nothing"
    for pipeline in pipelines:
        with_pass, text = printed(ir, pipeline.replace("PASS", "function(idiom-normalize)"), "with")
        without = pipeline.replace("PASS", "verify")
        _, plain = printed(ir, without, "without")
        if with_pass != expected:
            sys.exit(f"{source}, {pipeline}: printed\n{with_pass}instead of\n{expected}")
        compared += 1
        changed += re.sub(r"^;.*", "", text) != re.sub(r"^;.*", "", plain)
print(f"{compared} programs print the same, {changed} compiled otherwise")
