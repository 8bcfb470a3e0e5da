"""validate_rules.py CLANG OPT PLUGIN SOLVER FOLDER RULES COUNT [FILES…]: what rules do to csmith's programs and the given sources, validated.

Each of COUNT programs and each source is compiled without optimisation but for SROA and simplifycfg, so that there is much to match; the rules are
applied, proven or not unless refuted, by the verdicts in $IDIOM_RULES_PROOFS; and validate.py compares each function before and after.
"""
import glob
import os
import re
import subprocess
import sys

clang, opt, plugin, solver, folder, rules, count, *files = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(folder, exist_ok=True)
include = glob.glob("/usr/include/csmith*/csmith.h")
flags = [f"-I{os.path.dirname(path)}" for path in include[:1]]
total = {}


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr[-2000:]}{done.stdout[-2000:]}")
    return done.stdout


def validate(source):
    plain, before, after = (os.path.join(folder, name) for name in ("plain.ll", "before.ll", "after.ll"))
    if source.endswith((".ll", ".ir")):
        passes = ["-passes=instnamer", source]
    else:
        run(clang, "-O1", "-w", *flags, f"-I{os.path.dirname(source)}", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", source, "-o", plain)
        passes = ["-passes=function(sroa,simplifycfg,instnamer)", plain]
    run(opt, *passes, "-S", "-o", before)
    named = "".join(f"file={path};" for path in rules.split(":"))
    run(opt, f"-load-pass-plugin={plugin}", f"-passes=idiom-rules<{named}unproven;no-clean-up>,instnamer", "-S", before, "-o", after)
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
print(f"{int(count) + len(files)} modules: " + ", ".join(f"{number} {what}" for what, number in total.items()))
