"""generated_rules.py CLANG PLUGIN RULES FOLDER COUNT: csmith's programs that end by themselves, compiled with
and without rules, and run.

All rules are applied, proven or not, at the peephole extension point of -O2. Prints how many programs print
the same, and fails if
nothing was rewritten in any of them.
"""

import glob
import os
import subprocess
import sys

clang, plugin, rules, folder, wanted = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
include = os.path.dirname(glob.glob("/usr/include/csmith*/csmith.h")[0])
options = ["--max-funcs", "6", "--max-block-depth", "3", "--no-volatiles"]
chosen = {"IDIOM_RULES": rules, "IDIOM_RULES_UNPROVEN": "1"}


def run(*command, **environment):
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=120
    )
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done


def ends(program):
    """Whether the program ends by itself soon; not every generated one does."""
    try:
        return subprocess.run([program], stdout=subprocess.DEVNULL, timeout=2).returncode == 0
    except subprocess.TimeoutExpired:
        return False


done = seed = rewritten = 0
while done < int(wanted):
    seed += 1
    source = f"program{seed}.c"
    with open(source, "w") as file:
        file.write(run("csmith", "--seed", str(seed), *options).stdout)
    compiler = [clang, "-O2", "-w", f"-I{include}", source]
    run(*compiler, "-o", "plain", "-lm")
    if not ends("./plain"):
        continue
    remarks = run(*compiler, f"-fpass-plugin={plugin}", "-Rpass=idiom", "-o", "with", "-lm", **chosen).stderr
    rewritten += remarks.count("by the rule at")
    if run("./plain").stdout != run("./with").stdout:
        sys.exit(f"seed {seed}: the answers differ")
    os.remove(source)
    done += 1
if not rewritten:
    sys.exit("no rule was applied in any of them")
print(f"{done} programs, the same answers")
if os.environ.get("VERBOSE"):
    print(f"{rewritten} rewrites")
