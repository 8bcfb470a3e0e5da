"""generalised_instances.py IDIOM OPT PLUGIN FOLDER COUNT INSTANCES NAME…: the rules of `idiom rules
generalise`, applied to random instances.

The rule of each pair NAME of the file INSTANCES, or of every pair, is applied to COUNT copies of the pair's
first function with other numbers: at 4 bits if the rule leaves widths open, and at the pair's widths
otherwise. An interpreter that knows nothing of idiom runs what is changed, before and after, for all
arguments or some, poison and undef among them.
"""

import json
import os
import random
import re
import subprocess
import sys

from straight_line import functions, worse

idiom, opt, plugin, folder, count, instances, *names = sys.argv[1:]
text = open(instances).read()
names = names or re.findall(r'^define [^@]*@"src_([^"]*)"', text, re.M)
chance = random.Random(3)
os.makedirs(folder, exist_ok=True)

# The widths of the pairs, in their order, at few bits.
NARROW = {"1": 1, "8": 2, "16": 3, "32": 4}


def source(name):
    return re.search(rf'^define (\w+) @"src_{re.escape(name)}"\((.*?)\) \{{\n(.*?)^\}}', text, re.M | re.S)


def narrowed(code, widths):
    """Code at other widths; names of intrinsics too."""
    return re.sub(r"(?<![\w%])i(\d+)\b", lambda found: f"i{widths[found[1]]}", code)


def number(width):
    """Any number, or one that rules are often about."""
    special = [0, 1, -1, 1 << chance.randrange(width), (1 << chance.randrange(width)) - 1]
    return chance.choice([chance.randrange(1 << width), chance.randrange(width), chance.choice(special)])


def instance(name, at, widths):
    """The first function of a pair with random numbers."""
    kind, parameters, body = source(name).groups()
    lines = []
    for line in narrowed(body, widths).splitlines():
        of = re.findall(r"(?<![\w%])i(\d+)\b", line)
        width = int(of[0]) if of else 1
        is_number = r"(?<=[ ,(])-?\d+(?=,|\)|$| to )"
        lines.append(re.sub(is_number, lambda _, width=width: str(number(width)), line))
    declared = f"define {narrowed(kind, widths)} @f{at}({narrowed(parameters, widths)})"
    return declared + " {\n" + "\n".join(lines) + "\n}\n"


def applied(rule, module, stem):
    """The module with the rule applied."""
    for suffix, content in (("opt", rule), ("ll", module)):
        with open(os.path.join(folder, f"{stem}.{suffix}"), "w") as file:
            file.write(content)
    path = os.path.join(folder, stem)
    passes = f"-passes=idiom-rules<file={path}.opt;unproven>"
    words = [opt, f"-load-pass-plugin={plugin}", passes, "-verify-each", "-S", f"{path}.ll"]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{stem}: {run.stderr}\n{module}")
    return run.stdout


rules, changed, unused = 0, 0, []
for at, name in enumerate(names):
    words = [idiom, "rules", "generalise", "--format", "json", "--function", name, instances]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{name}: {run.stderr}")
    record = json.loads(run.stdout)["pairs"][0]
    # Byte swaps exist at multiples of 16 bits.
    is_open = not record["fixed_width"] and "bswap" not in record["rule"]
    widths = NARROW if is_open else {width: int(width) for width in NARROW}
    code = "".join(instance(name, copy, widths) for copy in range(int(count)))
    called = sorted(set(re.findall(r"call (\w+) @(llvm\.[\w.]+)\(([^)]*)\)", code)))
    declared = {
        f"declare {kind} @{callee}({', '.join(part.split()[0] for part in arguments.split(', '))})\n"
        for kind, callee, arguments in called
    }
    before = "".join(sorted(declared)) + code
    old, new = functions(before), functions(applied(record["rule"], before, f"r{at}"))
    own = 0
    for function in old:
        if old[function].lines == new[function].lines and old[function].result == new[function].result:
            continue
        own += 1
        wrong = worse(old[function], new[function])
        if wrong:
            sys.exit(f"{name}: {function} is wrong for {wrong}:\n{record['rule']}")
    rules, changed = rules + 1, changed + own
    if not own:
        unused.append(name)
    if os.environ.get("VERBOSE"):
        print(f"{own:4} of {count}  {name}", flush=True)
if unused:
    print("applied to none:", ", ".join(unused))
print(f"{rules} rules applied to {changed} random instances, which compute the same")
