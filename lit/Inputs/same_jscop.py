"""same_jscop.py OURS POLLYS: each JSCoP file of the first folder against the one of its name in the second,
whatever wrote them.

Statements are compared by name and accesses by number: domain, kind and elements, where the context of the
first holds; and the order of all instances.
Of a part that loads parameters that is where it has instances: what tests them before the region is known of
our loads alone.
"""

import functools
import json
import os
import sys

import islpy as isl

SET, IN, PARAM = isl.dim_type.set, isl.dim_type.in_, isl.dim_type.param


def read(path):
    with open(path) as file:
        return json.load(file)


def named(thing):
    """With the parameters called by number: Polly goes by their order, and names them otherwise."""
    for k in range(thing.dim(PARAM)):
        thing = thing.set_dim_name(PARAM, k, f"P{k}")
    return thing


def compare(name, ours, pollys):
    context = named(isl.Set(ours["context"])).intersect(named(isl.Set(pollys["context"])))
    if [s["name"] for s in ours["statements"]] != [s["name"] for s in pollys["statements"]]:
        sys.exit(f"{name}: other statements")
    if ours["idiom"]["loads"]:
        runs = [named(isl.Set(statement["domain"])).params() for statement in ours["statements"]]
        context = context.intersect(functools.reduce(isl.Set.union, runs))
    before = {}
    for one, other in zip(ours["statements"], pollys["statements"]):
        domain = named(isl.Set(one["domain"])).intersect_params(context)
        if not domain.is_equal(named(isl.Set(other["domain"])).intersect_params(context)):
            sys.exit(f"{name}: another domain of {one['name']}")
        if len(one["accesses"]) != len(other["accesses"]):
            sys.exit(f"{name}: other accesses in {one['name']}")
        for a, b in zip(one["accesses"], other["accesses"]):
            both = [named(isl.Map(access["relation"])).intersect_domain(domain) for access in (a, b)]
            if a["kind"] != b["kind"] or not both[0].is_equal(both[1]):
                sys.exit(f"{name}: another access in {one['name']}: {a} and {b}")
        for whose, statement in (("ours", one), ("theirs", other)):
            before.setdefault(whose, []).append(
                named(isl.Map(statement["schedule"])).intersect_domain(domain)
            )
    orders = []
    for schedules in before.values():
        longest = max(schedule.dim(isl.dim_type.out) for schedule in schedules)
        all_of_them = isl.UnionMap.empty(context.get_space())
        for schedule in schedules:
            own = schedule.dim(isl.dim_type.out)
            schedule = schedule.add_dims(isl.dim_type.out, longest - own)
            for k in range(own, longest):
                schedule = schedule.fix_val(isl.dim_type.out, k, 0)
            all_of_them = all_of_them.union(isl.UnionMap.from_map(schedule))
        orders.append(all_of_them.lex_lt_union_map(all_of_them))
    if not orders[0].is_equal(orders[1]):
        sys.exit(f"{name}: another order")
    return sum(len(statement["accesses"]) for statement in ours["statements"])


def main():
    folder, other = sys.argv[1:]
    count = 0
    for name in sorted(os.listdir(folder)):
        count += compare(name, read(os.path.join(folder, name)), read(os.path.join(other, name)))
    print(f"{len(os.listdir(folder))} parts, {count} accesses are the same")


if __name__ == "__main__":
    main()
