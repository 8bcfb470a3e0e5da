"""openscop.py FILE REPORT: an OpenScop file, read by its specification, against the polyhedral descriptions
of a JSON report.

The reader knows the format alone (Bastoul, OpenScop: A Specification and a Library for Data Exchange in
Polyhedral Compilation Tools): relations as matrices,
`e/i | output | input | local | parameters | 1`. Domains, schedules, accesses and context have to be those of
the report, as sets of isl's.
"""

import json
import sys

import islpy as isl


class Reader:
    def __init__(self, text):
        lines = (line.split("#")[0].strip() for line in text.splitlines())
        self.lines = [line for line in lines if line]
        self.at = 0

    def line(self):
        self.at += 1
        return self.lines[self.at - 1]

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def expect(self, line):
        found = self.line()
        if found != line:
            sys.exit(f"line {self.at} is `{found}`, not `{line}`")

    def extension(self, name):
        self.expect(f"<{name}>")
        lines = []
        while self.peek() != f"</{name}>":
            lines.append(self.line())
        self.line()
        return lines

    def relation(self):
        """A union: (output, input, parameters) and the rows of each part."""
        parts = int(self.line()) if len(self.peek().split()) == 1 else 1
        members = []
        for _ in range(parts):
            rows, columns, outputs, inputs, local, parameters = map(int, self.line().split())
            if columns != 2 + outputs + inputs + local + parameters or local:
                sys.exit(f"line {self.at}: {columns} columns")
            matrix = [list(map(int, self.line().split())) for _ in range(rows)]
            if any(len(row) != columns for row in matrix):
                sys.exit(f"line {self.at}: a row has other columns")
            members.append((outputs, inputs, parameters, matrix))
        return members


def expression(numbers, names):
    return " + ".join(f"{number}{name}" for number, name in zip(numbers, [*names, ""]))


def as_isl(members, parameters, is_map, name_in="", name_out=""):
    """Its text for isl, by names of our own."""
    cases = []
    for outputs, inputs, count, matrix in members:
        o, i = [f"o{k}" for k in range(outputs)], [f"x{k}" for k in range(inputs)]
        conditions = [
            f"{expression(row[1:], o + i + parameters)} {'>=' if row[0] else '='} 0" for row in matrix
        ]
        if len(parameters) != count:
            sys.exit("other parameters")
        head = f"{name_out}[{', '.join(o)}]" if outputs or name_out else ""
        if is_map:
            head = f"{name_in}[{', '.join(i)}] -> {name_out}[{', '.join(o)}]"
        cases.append(f"{head} : {' and '.join(conditions) or '1 = 1'}")
    return f"[{', '.join(parameters)}] -> {{ {'; '.join(cases)} }}"


def read_scop(reader):
    reader.expect("<OpenScop>")
    scop = {"language": reader.line(), "statements": []}
    reader.expect("CONTEXT")
    scop["context"] = reader.relation()
    scop["parameters"] = reader.extension("strings")[0].split() if reader.line() == "1" else []
    for _ in range(int(reader.line())):
        relations = int(reader.line())
        statement = {"accesses": []}
        for _ in range(relations):
            kind = reader.line()
            relation = reader.relation()
            if kind in ("DOMAIN", "SCATTERING"):
                statement[kind] = relation
            elif kind in ("READ", "WRITE", "MAY_WRITE"):
                statement["accesses"].append((kind, relation))
            else:
                sys.exit(f"line {reader.at}: no relation is a {kind}")
        for _ in range(int(reader.line())):
            statement["body"] = reader.extension("body")
        scop["statements"].append(statement)
    while reader.peek() != "</OpenScop>":
        name = reader.peek().strip("<>")
        scop[name] = reader.extension(name)
    reader.line()
    return scop


def read_loads(lines):
    """Our extension: what is loaded for parameters and for where arrays begin."""
    reader, loads = Reader("\n".join(lines)), []
    for _ in range(int(reader.line())):
        load = {"type": reader.line(), "reads": []}
        for what in ("parameters", "arrays"):
            count, *load[what] = map(int, reader.line().split())
            if count != len(load[what]):
                sys.exit(f"a load of {count} {what} names {load[what]}")
        for _ in range(int(reader.line())):
            load["reads"].append((int(reader.line()), reader.line(), reader.relation()))
        loads.append(load)
    if reader.peek() is not None:
        sys.exit(f"more than the loads: {reader.peek()}")
    return loads


def array_of(members):
    """The number of the array, and the relation without its dimension."""
    numbers, rest = set(), []
    for outputs, inputs, parameters, matrix in members:
        fixed = [row for row in matrix if row[1]]
        if len(fixed) != 1 or fixed[0][0] or any(fixed[0][2:-1]):
            sys.exit(f"an access whose array is not a number: {matrix}")
        numbers.add(-fixed[0][-1] // fixed[0][1])
        rest.append((outputs - 1, inputs, parameters, [row[:1] + row[2:] for row in matrix if not row[1]]))
    if len(numbers) != 1:
        sys.exit(f"an access to several arrays: {numbers}")
    return numbers.pop(), rest


def check(one, what, found, expected):
    if not found.is_equal(expected):
        sys.exit(f"{one}: another {what}: {found} is not {expected}")


def compare(scop, model):
    parameters = [parameter["name"] for parameter in model["parameters"]]
    context = isl.Set(as_isl(scop["context"], parameters, False)).params()
    check("part", "context", context, isl.Set(model["context"]).subtract(isl.Set(model["invalid"])))
    arrays = {int(line.split()[0]): line.split()[1] for line in scop["arrays"][1:]}
    if len(scop["statements"]) != len(model["statements"]) or len(arrays) != len(model["arrays"]):
        sys.exit("other statements or arrays")
    accesses = 0
    for own, statement in zip(scop["statements"], model["statements"]):
        name = statement["name"]
        check(
            name,
            "domain",
            isl.Set(as_isl(own["DOMAIN"], parameters, False, name_out=name)),
            isl.Set(statement["domain"]),
        )
        schedule = as_isl(own["SCATTERING"], parameters, True, name_in=name)
        check(name, "schedule", isl.Map(schedule), isl.Map(statement["schedule"]))
        if len(own["accesses"]) != len(statement["accesses"]):
            sys.exit(f"{name}: other accesses")
        for (kind, relation), touch in zip(own["accesses"], statement["accesses"]):
            number, rest = array_of(relation)
            array = model["arrays"][number - 1]["name"]
            check(
                name,
                "access",
                isl.Map(as_isl(rest, parameters, True, name, array)),
                isl.Map(touch["relation"]),
            )
            if kind.lower() != touch["kind"]:
                sys.exit(f"{name}: {kind} for {touch['kind']}")
            accesses += 1
    compare_loads(read_loads(scop.get("loads", ["0"])), model)
    return accesses


def compare_loads(loads, model):
    parameters, arrays = ([one["name"] for one in model[what]] for what in ("parameters", "arrays"))
    told = model.get("loads", [])
    if len(loads) != len(told):
        sys.exit("other loads")
    for own, load in zip(loads, told):
        named = (
            [parameters[k - 1] for k in own["parameters"]],
            [arrays[k - 1] for k in own["arrays"]],
            own["type"],
        )
        if named != (load["parameters"], load["arrays"], load["type"]) or len(own["reads"]) != len(
            load["reads"]
        ):
            sys.exit(f"another load: {own} is not {load}")
        for (statement, kind, relation), read in zip(own["reads"], load["reads"]):
            number, rest = array_of(relation)
            name = f"S{statement - 1}"
            if name != read["statement"] or (kind == "READ") != read["certain"]:
                sys.exit(f"another read: {kind} of {name} is not {read}")
            relation = as_isl(rest, parameters, True, name, arrays[number - 1])
            check(name, "load", isl.Map(relation), isl.Map(read["relation"]))


def read_text(text):
    reader = Reader(text)
    scops = []
    while reader.peek() is not None:
        scops.append(read_scop(reader))
    return scops


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        scops = read_text(file.read())
    with open(sys.argv[2]) as file:
        # A part without a description is told with the reason alone.
        parts = [finding["scop"] for finding in json.load(file)["findings"] if "scop" in finding]
        models = [part["polyhedral"] for part in parts if "polyhedral" in part]
    if len(scops) != len(models):
        sys.exit(f"{len(scops)} parts, and {len(models)} in the report")
    accesses = sum(map(compare, scops, models))
    loads = sum(len(model.get("loads", [])) for model in models)
    print(f"{len(scops)} parts, {accesses} accesses, {loads} loads are the same; {scops[0]['parameters']}")
