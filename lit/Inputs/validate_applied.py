"""validate_applied.py CLANG OPT PLUGIN IDIOM SOLVER FOLDER RULES COUNT [FILES…]: what rules and declared
rewrites do to csmith's programs and the
given sources, validated.

Each of COUNT programs and each source is compiled without optimisation but for SROA and simplifycfg, so that
there is much to match. Of RULES, with : in
between, a .candl file declares rewrites, which are proven for the forms that the program has, and any other
has rules, which are applied, proven or not
unless refuted, by the verdicts in $IDIOM_RULES_PROOFS. validate.py compares each function before and after.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

clang, opt, plugin, idiom, solver, folder, rules, count, *files = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(folder, exist_ok=True)
include = glob.glob("/usr/include/csmith*/csmith.h")
flags = [f"-I{os.path.dirname(path)}" for path in include[:1]]
total = {}
is_rewrites = lambda path: path.endswith(".candl")
rules, rewrites = (
    [path for path in rules.split(":") if is_rewrites(path) == wanted] for wanted in (False, True)
)
rewrites = [shutil.copy(path, folder) for path in rewrites]


def run(*command, fine=(0,), **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode not in fine:
        sys.exit(
            f"{' '.join(command)}: exit code {done.returncode}: {done.stderr[-2000:]}{done.stdout[-2000:]}"
        )
    return done.stdout


def validate(source):
    plain, before, after = (os.path.join(folder, name) for name in ("plain.ll", "before.ll", "after.ll"))
    if source.endswith((".ll", ".ir")):
        passes = ["-passes=instnamer", source]
    else:
        run(
            clang,
            "-O1",
            "-w",
            *flags,
            f"-I{os.path.dirname(source)}",
            "-Xclang",
            "-disable-llvm-passes",
            "-S",
            "-emit-llvm",
            source,
            "-o",
            plain,
        )
        passes = ["-passes=function(sroa,simplifycfg,instnamer)", plain]
    run(opt, *passes, "-S", "-o", before)
    passes = ["instnamer"]
    if rewrites:
        # What is not decided is not applied.
        said = run(idiom, "prove", "--solver", solver, "--in", before, *rewrites, fine=(0, 1))
        if ": refuted (" in said:
            sys.exit(f"{source}: {said[-2000:]}")
        passes.insert(
            0, "function(idiom-apply<" + "".join(f"spec={path};" for path in rewrites) + "no-clean-up>)"
        )
    if rules:
        passes.insert(
            0, "idiom-rules<" + "".join(f"file={path};" for path in rules) + "unproven;no-clean-up>"
        )
    run(opt, f"-load-pass-plugin={plugin}", f"-passes={','.join(passes)}", "-S", before, "-o", after)
    told = run(sys.executable, os.path.join(here, "validate.py"), solver, before, after)
    for number, what in re.findall(r"(\d+) ([a-z ]+)", told.splitlines()[-1]):
        total[what] = total.get(what, 0) + int(number)


for seed in range(1, int(count) + 1):
    source = os.path.join(folder, f"program{seed}.c")
    with open(source, "w") as file:
        file.write(run("csmith", "--seed", str(seed), "--max-funcs", "6", cwd=folder))
    validate(source)
for source in files:
    validate(source)
print(
    f"{int(count) + len(files)} modules: " + ", ".join(f"{number} {what}" for what, number in total.items())
)
