"""check_dependences.py READER FILE: compares dependences that isl computes with those of runs.

Each line of the file is a part: its JSCoP, its OpenScop, and its runs. A run has the parameters, the
instances of accesses to memory, and the dependences between them, found byte by byte. If a part has data
conditions, the dependences by isl are those of all possible runs, and those of the runs must be among them.
READER is a module that reads OpenScop. Prints the differences; the last line has the numbers of parts, runs
and dependences.
"""

import importlib.util
import json
import sys

import islpy as isl

SET, IN, OUT, PARAM = isl.dim_type.set, isl.dim_type.in_, isl.dim_type.out, isl.dim_type.param

spec = importlib.util.spec_from_file_location("openscop", sys.argv[1])
openscop = importlib.util.module_from_spec(spec)
spec.loader.exec_module(openscop)


def at(thing, values):
    """`thing` with numbers for its parameters, by position."""
    for k, value in enumerate(values):
        thing = thing.fix_val(PARAM, k, isl.Val(value))
    return thing.project_out(PARAM, 0, len(values))


def of_jscop(text, order):
    """Domain, schedule and memory accesses of each statement of the report; hoisted accesses at their
    places."""
    document = json.loads(text)
    numbers = [int(name[1:]) for name in document["idiom"]["statements"]]
    found = {}
    for number, statement in zip(numbers, document["statements"]):
        accesses, is_certain = [], statement["name"] not in document["idiom"]["may_write"]
        of_statement = list(statement["accesses"])
        for read in document["idiom"]["hoisted"]:
            if read["statement"] == statement["name"]:
                of_statement.insert(read["place"], read)
        for access in of_statement:
            relation = isl.Map(access["relation"])
            if relation.dim(OUT):
                accesses.append((access["kind"] != "read", is_certain, relation))
        found[number] = (isl.Set(statement["domain"]), isl.Map(statement["schedule"]), accesses)
    names = [
        isl.Set(document["context"]).get_dim_name(PARAM, k)
        for k in range(isl.Set(document["context"]).dim(PARAM))
    ]
    return found, names, isl.Set(document["context"])


def of_openscop(text):
    scops = openscop.read_text(text)
    scop, names = scops[0], scops[0]["parameters"]
    found = {}
    for number, statement in enumerate(scop["statements"]):
        name = f"T{number}"
        accesses = []
        for kind, members in statement["accesses"]:
            array, rest = openscop.array_of(members)
            if rest[0][0]:
                accesses.append(
                    (
                        kind != "READ",
                        kind != "MAY_WRITE",
                        isl.Map(openscop.as_isl(rest, names, True, name, f"A{array}")),
                    )
                )
        domain = isl.Set(openscop.as_isl(statement["DOMAIN"], names, False, name_out=name))
        found[number] = (
            domain,
            isl.Map(openscop.as_isl(statement["SCATTERING"], names, True, name_in=name)),
            accesses,
        )
    return found, isl.Set(openscop.as_isl(scop["context"], names, False)).params()


def next_ones(source, sink, kill, schedule):
    """Pairs of `source` and a later `sink` at one element, with no `kill` of it in between.

    isl's `compute_flow` leaves some out.
    """
    before = schedule.lex_lt_union_map(schedule)

    def reached(one):
        return one.range_map().apply_range(sink.reverse()).intersect(one.domain_map().apply_range(before))

    between = source.range_map().apply_range(kill.range_map().reverse())
    between = between.intersect(
        source.domain_map().apply_range(before).apply_range(kill.domain_map().reverse())
    )
    return (
        source.domain_map()
        .reverse()
        .apply_range(reached(source).subtract(between.apply_range(reached(kill))))
    )


def dependences(statements, values):
    """Dependences as a kind and two instances: (statement, access, iterators)."""
    reads, certain, uncertain, schedules = (isl.UnionMap("{ }") for _ in range(4))
    for number, (domain, schedule, accesses) in statements.items():
        domain = at(domain, values)
        for k, (is_write, is_certain, relation) in enumerate(accesses):
            name = f"X{number}_{k}"
            own = domain.set_tuple_name(name)
            relation = isl.UnionMap.from_map(
                at(relation, values).set_tuple_name(IN, name).intersect_domain(own)
            )
            when = at(schedule, values).set_tuple_name(IN, name)
            when = when.add_dims(OUT, 1).fix_val(OUT, when.dim(OUT), k).intersect_domain(own)
            schedules = schedules.union(isl.UnionMap.from_map(when))
            if not is_write:
                reads = reads.union(relation)
            elif is_certain:
                certain = certain.union(relation)
            else:
                uncertain = uncertain.union(relation)
    found = set()
    writes = certain.union(uncertain)
    for kind, source, sink in (("flow", writes, reads), ("anti", reads, writes), ("output", writes, writes)):
        maps = []
        next_ones(source, sink, certain, schedules).foreach_map(maps.append)
        for one in maps:
            source = tuple(map(int, one.get_tuple_name(IN)[1:].split("_")))
            sink_of = tuple(map(int, one.get_tuple_name(OUT)[1:].split("_")))
            count = one.dim(IN)
            points = []
            one.wrap().flatten().foreach_point(points.append)
            for point in points:
                numbers = [
                    int(point.get_coordinate_val(SET, k).to_str()) for k in range(count + one.dim(OUT))
                ]
                found.add((kind, (*source, tuple(numbers[:count])), (*sink_of, tuple(numbers[count:]))))
    return found


def check(what, found, expected, is_certain):
    if found != expected if is_certain else not found >= expected:
        print(
            f"{what}: {len(found - expected)} too many, {len(expected - found)} too few, as {min(found ^ expected)}"
        )
        return False
    return True


def main():
    parts = runs = compared = 0
    fine = True
    with open(sys.argv[2]) as file:
        for line in file:
            part = json.loads(line)
            jscop, names, jscop_context = of_jscop(part["jscop"], part["parameters"])
            scop, context = of_openscop(part["openscop"])
            order = [part["parameters"].index(name) for name in names]
            parts += 1
            for run in part["runs"]:
                values = list(map(int, run["parameters"]))
                polly = [values[k] for k in order]
                if at(context, values).is_empty() or at(jscop_context, polly).is_empty():
                    print(f"{part['name']}: the parameters {values} are not in the context")
                    fine = False
                instances = [
                    (s, a, tuple(map(int, i)), tuple(map(int, r))) for s, a, i, r in run["instances"]
                ]
                by_iterators = {
                    (kind, instances[f][:3], instances[t][:3]) for kind, f, t in run["dependences"]
                }
                kept = [
                    (kind, instances[f], instances[t])
                    for kind, f, t in run["dependences"]
                    if instances[f][0] in jscop and instances[t][0] in jscop
                ]
                by_rounds = {(kind, (*f[:2], f[3]), (*t[:2], t[3])) for kind, f, t in kept}
                fine &= check(
                    f"{part['name']} {values}: OpenScop",
                    dependences(scop, values),
                    by_iterators,
                    part["certain"],
                )
                fine &= check(
                    f"{part['name']} {values}: JSCoP", dependences(jscop, polly), by_rounds, part["certain"]
                )
                runs += 1
                compared += len(by_iterators)
    print(f"{parts} parts, {runs} runs, {compared} dependences")
    sys.exit(not fine)


main()
