#!/usr/bin/env python3
"""What the analyses of memory and dataflow cost: growth with the size of a function, and their share of a whole search.

    scripts/memory-cost.py [--idiom build/llvm-19/idiom] [--most 100000] [FILE.c ...]

Makes functions of 10^2 to 10^5 instructions (loads, stores, sums and branches over a few pointers), and searches them for a specification with an atom
of each kind and for one that only lists the same instructions; prints the difference in CPU seconds and the growth per ten times the size. For the C files
given it compares the search of all built-in idioms with and without the idioms about memory.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ATOMS = {
    "dead stores": "opcode{x} = store ∧ {x} is dead",
    "repeated loads": "opcode{x} = load ∧ {x} repeats {y}",
    "available": "opcode{x} = mul ∧ {x} is available at {x}",
    "placed": "opcode{x} = mul ∧ {x} can be placed at {x}",
    "constants": "opcode{x} = mul ∧ {x} is constant 3",
    "points to": "opcode{x} = load ∧ data_type{x} = pointer ∧ opcode{y} = alloca ∧ {x} points to {y}",
}
LISTED = "opcode{x} = mul ∧ {x} has flag nuw"


def function(count):
    """About that many instructions in blocks of forty, each of which may be skipped."""
    lines = ["define void @f(ptr noalias %p, ptr %q, ptr %r, i64 %n, i1 %c) {", "entry:", "  %s0 = alloca ptr", "  %s1 = alloca ptr",
             "  store ptr %q, ptr %s0", "  store ptr %s0, ptr %s1", "  br label %b0"]
    blocks = max(count // 40, 1)
    for b in range(blocks):
        lines.append(f"b{b}:")
        lines.append(f"  br i1 %c, label %c{b}, label %b{b + 1}")
        lines.append(f"c{b}:")
        for k in range(5):
            at = b * 5 + k
            base = ("p", "q", "r")[at % 3]
            lines += [f"  %a{at} = getelementptr inbounds i64, ptr %{base}, i64 {at}", f"  %l{at} = load i64, ptr %a{at}",
                      f"  %m{at} = mul i64 %l{at}, %n", f"  %t{at} = add i64 %m{at}, {at}", f"  store i64 %t{at}, ptr %a{at}",
                      f"  %g{at} = load ptr, ptr %s{at % 2}", f"  %h{at} = getelementptr inbounds i64, ptr %g{at}, i64 {at % 8}"]
        lines.append(f"  br label %b{b + 1}")
    return "\n".join([*lines, f"b{blocks}:", "  ret void", "}"]) + "\n"


def seconds(idiom, file, formula):
    with tempfile.NamedTemporaryFile("w", suffix=".candl") as specification:
        specification.write(f"Constraint Asked\n( {formula})\nEnd\n")
        specification.flush()
        return run(idiom, "find", "--spec", specification.name, "--idiom", "Asked", "--budget", "1000000000", "--findings", "1000000", "--format", "json", file)


def run(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(w) for w in words], capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--idiom", default="build/llvm-19/idiom")
    parser.add_argument("--most", type=int, default=100_000)
    options = parser.parse_args()
    sizes = [10**k for k in range(2, 6) if 10**k <= options.most]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for size in sizes:
            files.append(Path(folder) / f"{size}.ll")
            files[-1].write_text(function(size))
        base = [seconds(options.idiom, file, LISTED) for file in files]
        print("| atom | " + " | ".join(str(size) for size in sizes) + " | growth of the last two |")
        print("| --- |" + " --- |" * (len(sizes) + 1))
        for name, formula in ATOMS.items():
            times = [max(seconds(options.idiom, file, formula) - of_base, 0.001) for file, of_base in zip(files, base)]
            growth = times[-1] / times[-2] if len(times) > 1 else 1
            print(f"| {name} | " + " | ".join(f"{time:.3f}" for time in times) + f" | {growth:.1f} |", flush=True)
    about_memory = ["DeadStore", "RedundantLoad", "ForwardableStore", "UnhoistedLoad", "Leak", "UseAfterFree"]
    for file in options.files:
        whole = run(options.idiom, "find", file, "--", "-O2", "-w")
        words = [word for name in about_memory for word in ("--idiom", name)]
        both = run(options.idiom, "find", "--idiom", "SCoP", *words, file, "--", "-O2", "-w")
        alone = run(options.idiom, "find", "--idiom", "SCoP", file, "--", "-O2", "-w")
        print(f"{file}: all default idioms {whole:.2f} s; SCoP {alone:.2f} s, with the idioms about memory {both:.2f} s", file=sys.stderr)


main()
