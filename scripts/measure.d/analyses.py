#!/usr/bin/env python3
"""Growth of the analyses of memory and dataflow with a function, and their share of a search.

usage: scripts/measure analyses [--idiom build/llvm-19/idiom] [--most 100000] [--loops] [--callgrind]
                                [FILE.ll…]

Makes functions of 10^2 to 10^5 instructions: loads, stores, sums and branches over a few pointers. With
--loops each block is a loop with a way out to a common exit, and all of them lie in an outer loop. Searches
the functions for a specification with an atom of each kind. Prints the steps that `idiom find --profile`
counts, which are the same on every machine, and their growth per factor ten in size. For each FILE.ll it
prints the steps and the CPU seconds of the default idioms, and of the idioms about memory. With --callgrind
it also prints their machine instructions, as valgrind counts them, without those of reading and normalising
the file.
"""

import argparse
import re
import resource
import subprocess
import tempfile
from pathlib import Path

ATOMS = {
    "dead stores": "opcode{x} = store ∧ {x} is dead",
    "repeated loads": "opcode{x} = load ∧ {x} repeats {y}",
    "forwarded stores": "opcode{x} = load ∧ {x} reads what {y} wrote",
    "live values": "opcode{x} = mul ∧ {x} is live at {x}",
    "available": "opcode{x} = mul ∧ {x} is available at {x}",
    "available, of parameters": "opcode{x} = xor ∧ {x} is available at {x}",
    "partially available, of parameters": "opcode{x} = xor ∧ {x} is partially available at {x}",
    "anticipated, of parameters": "opcode{x} = xor ∧ {x} is anticipated at {x}",
    "placed": "opcode{x} = mul ∧ {x} can be placed at {x}",
    "placed, of parameters": "opcode{x} = xor ∧ {x} can be placed at {x}",
    "on every path": "opcode{x} = mul ∧ {x} = {y}.args[0] ∧ opcode{y} = add ∧ on every path from {x} to an exit there is {y}",
    "constants": "opcode{x} = mul ∧ {x} is constant 3",
    "points to": "opcode{x} = load ∧ data_type{x} = pointer ∧ opcode{y} = alloca ∧ {x} points to {y}",
}
ABOUT_MEMORY = ["DeadStore", "RedundantLoad", "ForwardableStore", "UnhoistedLoad", "Leak", "UseAfterFree"]


def function(count, are_loops):
    """A function of at least `count` instructions, in blocks of nine, each of which may be skipped."""
    lines = [
        "define void @f(ptr noalias %p, ptr %q, ptr %r, i64 %n, i1 %c) {",
        "entry:",
        "  %s0 = alloca ptr",
        "  %s1 = alloca ptr",
        "  store ptr %q, ptr %s0",
        "  store ptr %s0, ptr %s1",
        "  br label %b0",
    ]
    blocks = count // 10
    for at in range(blocks):
        enter, leave = f"br i1 %c, label %c{at}, label %b{at + 1}", f"br label %b{at + 1}"
        if are_loops:
            enter, leave = f"br i1 %c, label %c{at}, label %out", f"br i1 %c, label %b{at}, label %b{at + 1}"
        base = ("p", "q", "r")[at % 3]
        lines += [
            f"b{at}:",
            f"  {enter}",
            f"c{at}:",
            f"  %a{at} = getelementptr inbounds i64, ptr %{base}, i64 {at}",
            f"  %l{at} = load i64, ptr %a{at}",
            f"  %m{at} = mul i64 %l{at}, %n",
            f"  %t{at} = add i64 %m{at}, {at}",
            f"  store i64 %t{at}, ptr %a{at}",
            f"  %g{at} = load ptr, ptr %s{at % 2}",
            f"  %h{at} = getelementptr inbounds i64, ptr %g{at}, i64 {at % 8}",
            f"  %x{at} = xor i64 %n, {at}",
            f"  {leave}",
        ]
    end = [
        f"b{blocks}:",
        *(["  br i1 %c, label %b0, label %out", "out:"] if are_loops else []),
        "  ret void",
        "}",
    ]
    return "\n".join([*lines, *end]) + "\n"


def run(*words):
    """The output of the command, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    said = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True).stdout
    return said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def steps(said):
    """The steps of all idioms together."""
    return sum(int(count) for count in re.findall(r"(?m)^\S+: \d+ found, (\d+) steps$", said))


def of_formula(idiom, file, formula):
    with tempfile.NamedTemporaryFile("w", suffix=".candl") as specification:
        specification.write(f"Constraint Asked\n( {formula})\nEnd\n")
        specification.flush()
        return steps(
            run(
                idiom,
                "find",
                "--profile",
                "--spec",
                specification.name,
                "--idiom",
                "Asked",
                "--budget",
                10**9,
                file,
            )[0]
        )


def instructions(*words):
    """The machine instructions of a command."""
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", *words]
        said = subprocess.run([str(w) for w in command], capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected *: *(\d+)", said)[1])


def callgrind(idiom, file, about_memory):
    """The machine instructions of the default idioms and of those about memory, and their share."""
    alone, default, memory = (
        instructions(idiom, "find", *words, file) for words in (["--idiom", "LengthInLoop"], [], about_memory)
    )
    default, memory = default - alone, memory - alone
    print(
        f"{file}: default idioms {default} instructions; idioms about memory {memory} ({100 * memory / max(default, 1):.1f} %); "
        f"reading, normalising and little else {alone}"
    )


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/measure analyses",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--idiom", default="build/llvm-19/idiom")
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--loops", action="store_true")
    parser.add_argument("--callgrind", action="store_true")
    options = parser.parse_args()
    sizes = [10**k for k in range(2, 6) if 10**k <= options.most]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for size in sizes:
            files.append(Path(folder) / f"{size}.ll")
            files[-1].write_text(function(size, options.loops))
        print("| atom | " + " | ".join(str(size) for size in sizes) + " | largest growth per ten times |")
        print("| --- |" + " --- |" * (len(sizes) + 1))
        for name, formula in ATOMS.items():
            counts = [of_formula(options.idiom, file, formula) for file in files]
            growth = max((after / before for before, after in zip(counts, counts[1:])), default=1)
            print(
                f"| {name} | " + " | ".join(str(count) for count in counts) + f" | {growth:.1f} |", flush=True
            )
    about_memory = [word for name in ABOUT_MEMORY for word in ("--idiom", name)]
    for file in options.files:
        (default, seconds), (memory, more) = (
            run(options.idiom, "find", "--profile", *words, file) for words in ([], about_memory)
        )
        least = run(options.idiom, "find", "--profile", "--idiom", "LengthInLoop", file)[1]
        share = 100 * steps(memory) / max(steps(default), 1)
        print(
            f"{file}: default idioms {steps(default)} steps, {seconds:.2f} s; idioms about memory {steps(memory)} steps ({share:.1f} %), {more:.2f} s; "
            f"reading, normalising and little else {least:.2f} s"
        )
        if options.callgrind:
            callgrind(options.idiom, file, about_memory)


main()
