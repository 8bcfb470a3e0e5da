"""rows.py IDIOM TABLE FOLDER FLAG…: what the table of spellings (src/lang/candl/normal_form/table.rs) says is so.

For each row a function in C computes what the row's first column says. Compiled with the flags, that spelling
is found in none of the functions, and what `idiom check` advises to write is found in its own.
"""

import json
import os
import re
import subprocess
import sys

# By the first column: what is computed, where it is not what the text says in C.
C = {
    "~{t}": "!(a < b)", "{t} ^ -1": "(_Bool)((a < b) ^ 1)",
    "trunc(zext({x}))": "(unsigned char)(unsigned)c", "trunc(sext({x}))": "(signed char)(int)(signed char)c",
    "zext(zext({x}))": "(unsigned long)(unsigned)c", "sext(sext({x}))": "(long)(int)(signed char)c",
    "trunc(trunc({x}))": "(unsigned char)(unsigned short)x", "sext(zext({x}))": "(long)(int)c",
}
NUMBERS = {"{n}": "14", "{m}": "2", "{w}": "8", "{s}": "2"}
NAMES = {**NUMBERS, "{t}": "({a} < {b})", "{c}": "({a} < {b})", "{v}": "{y}"}
CONSTANTS = {
    "{k}": ("37", "ir_type{k} = literal"),
    "{p}": ("8", "literal{p} = 8"),
    "{l}": ("3", "ir_type{l} = literal"),
}


def rows(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rows_alone = text.split("pub(in super::super) const ROWS")[1]
    return re.findall(r'\brow\(\s*"([^"]*)",\s*"([^"]*)",\s*(\w+),', rows_alone)


def named(pattern):
    for name, of in NAMES.items():
        pattern = pattern.replace(name, of)
    return pattern


def in_c(written):
    if written in C:
        return C[written]
    text = named(written)
    for name, (number, _) in CONSTANTS.items():
        text = text.replace(name, number)
    text = re.sub(r"\{(\w)\}", r"\1", text)
    return re.sub(r"(<<|>>|<=|>=|<|>|/|%)[us]\b", r"\1", text)


def specification(name, pattern, numbers, casts):
    parts = ["{r} ~ " + pattern]
    parts += [says for constant, (_, says) in CONSTANTS.items() if constant in pattern]
    if numbers == "Integers" and "{x}" in pattern and not casts:
        parts.append("data_type{x} = i32")
    joined = parts[0] if len(parts) == 1 else "( " + "\n∧ ".join(parts) + ")"
    return f"Constraint {name}\n{joined}\nEnd\n"


def function(at, written, numbers):
    is_unsigned = "u " in written or numbers in ("MostlyUnsigned", "UnsignedAndFloats")
    number = "unsigned" if is_unsigned else "int"
    result = number
    if written.startswith(("sext(", "zext(")):
        result = "long"
    elif written.startswith("trunc("):
        result = "unsigned char"
    elif "?" not in written and is_comparison(written):
        result = "_Bool"
    parameters = f"{number} x, {number} y, int a, int b, unsigned char c"
    return f"{result} f{at}({parameters}) {{ return {in_c(written)}; }}\n"


def is_comparison(written):
    return re.search(r" (==|!=|<=?u?|>=?u?) ", written) is not None or "{t}" in written


def advised(idiom, path, text):
    """The specifications with what `idiom check` advises in the place of what it warns of, one by one; those
    of which nothing but a variable is left are not described by a pattern."""
    command = [idiom, "check", "--format", "json", path]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    encoded, result, warned = text.encode(), {}, set()
    for diagnostic in json.loads(told.stdout):
        if diagnostic["code"] != "W0507":
            sys.exit(json.dumps(diagnostic))
        start, end = diagnostic["primary"]["start_byte"], diagnostic["primary"]["end_byte"]
        begin = encoded.rindex(b"Constraint ", 0, start)
        name = encoded[begin:].split()[1].decode()
        warned.add(name)
        written = re.fullmatch("write `(.*)`", diagnostic["help"][0]) if diagnostic["help"] else None
        if written and not re.fullmatch(r"\{\w\}", written[1]):
            specification = encoded[begin:encoded.index(b"End", end) + 4].decode()
            replaced = specification.replace(encoded[start:end].decode(), written[1], 1)
            # A constant that is not described any more is none of the code.
            if "{p}" not in written[1]:
                replaced = replaced.replace("\n∧ literal{p} = 8", "")
            result[name] = replaced.replace(f"Constraint {name}", f"Constraint I{name[1:]}")
    return result, warned


def main():
    idiom, table, folder, *flags = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    source, wrong = "", ""
    all_rows = rows(table)
    for at, (written, _, numbers) in enumerate(all_rows):
        casts = re.search(r"trunc|zext|sext", written) and "?" not in written
        source += function(at, written, numbers)
        wrong += specification(f"W{at}", named(written), numbers, casts)
    paths = {name: os.path.join(folder, name) for name in ("f.c", "w.candl", "i.candl")}

    def write(name, text):
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)

    write("f.c", source)
    write("w.candl", wrong)
    instead, warned = advised(idiom, paths["w.candl"], wrong)
    write("i.candl", "\n".join(instead.values()))
    for at, (written, _, _) in enumerate(all_rows):
        if f"W{at}" not in warned:
            print(f"not warned of: {written}")

    def found(spec):
        command = [idiom, "find", "--spec", paths[spec], paths["f.c"], "--", *flags]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode != 0:
            sys.exit(told.stdout + told.stderr)
        return set(re.findall(r"found (\w+ in \w+)", told.stdout))

    for one in sorted(found("w.candl")):
        name, place = one.split(" in ")
        print(f"found all the same: {all_rows[int(name[1:])][0]} in {all_rows[int(place[1:])][0]}")
    is_found = found("i.candl")
    for name in instead:
        if f"I{name[1:]} in f{name[1:]}" not in is_found:
            print(f"not found: what is advised for {all_rows[int(name[1:])][0]}")
    print(f"{len(all_rows)} rows, {len(instead)} with another spelling")


if __name__ == "__main__":
    main()
