"""compare_sqrt.py OPT PLUGIN SPECIFICATION FILE…: what declared roots rewrite beside the pass that is written
in Rust.

For each function the calls of a root are counted: as it is, behind the declared rewrites, and behind the
pass. Both are followed by the
same clean-up.
"""

import os
import re
import subprocess
import sys

opt, plugin, specification, *files = sys.argv[1:]


def roots(file, passes, **environment):
    """The number of roots in each function behind some passes."""
    command = [opt, "-load-pass-plugin=" + plugin, "-passes=" + passes, "-S", file]
    text = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    ).stdout
    functions = re.findall(r"^define [^\n]*@([\w.$\"-]+)\((.*?)^}", text, re.M | re.S)
    return {name: len(re.findall(r"call [^\n]*@(?:llvm\.)?sqrt", body)) for name, body in functions}


both, only_pass, only_declared, left = [], [], [], []
for file in files:
    clean_up = "instsimplify,dce"
    plain = roots(file, f"function({clean_up})")
    declared = roots(file, f"function(idiom-apply,{clean_up})", IDIOM_APPLY=specification)
    written = roots(file, f"function(idiom-sqrt-of-square<no-clean-up>,{clean_up})")
    for name, count in plain.items():
        place = f"{os.path.basename(file)}: {name}"
        did = (declared.get(name, 0) != count, written.get(name, 0) != count)
        kinds = {
            (True, True): both,
            (False, True): only_pass,
            (True, False): only_declared,
            (False, False): left,
        }
        kinds[did].append(place)
for title, places in [
    ("both", both),
    ("the pass alone", only_pass),
    ("the declared ones alone", only_declared),
]:
    print(f"{title}: {len(places)}")
    for place in places:
        print("  " + place)
print(f"left by both: {len(left)}")
