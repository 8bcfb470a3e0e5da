"""Dependences of static control parts, by isl: reads polyhedral descriptions as JSON, writes what
`report/dependences.rs` reads.

Dependences are those between an access and the next one that conflicts with it: flow from the last write to
a read, anti from a read to the next write, output from a write to the next one. Scalars are values of SSA
form, which each round may have
copies of: they have flow dependences alone.
"""

import json
import sys

try:
    import islpy as isl
except ImportError:
    sys.exit(77)

# Operations of isl for one part; a bound that is the same on every machine.
MOST_OPERATIONS = 20_000_000


class Access:
    """An access with its instances: a statement of its own, scheduled at its place in the statement."""

    def __init__(self, model, statement, number, context):
        touch = statement["accesses"][number]
        self.statement, self.number = statement["name"], number
        self.tag = f"{statement['name']}_{number}"
        self.is_write, self.is_certain = touch["kind"] != "read", touch["kind"] == "write"
        domain = isl.Set(statement["domain"]).intersect_params(context)
        self.iterators = [
            domain.get_dim_name(isl.dim_type.set, k) for k in range(domain.dim(isl.dim_type.set))
        ]
        self.domain = domain.set_tuple_name(self.tag)
        relation = isl.Map(touch["relation"]).set_tuple_name(isl.dim_type.in_, self.tag)
        self.relation = relation.intersect_domain(self.domain)
        self.array = relation.get_tuple_name(isl.dim_type.out)
        schedule = isl.Map(statement["schedule"]).set_tuple_name(isl.dim_type.in_, self.tag)
        end = schedule.dim(isl.dim_type.out)
        schedule = schedule.insert_dims(isl.dim_type.out, end, 1).fix_val(isl.dim_type.out, end, number)
        self.schedule = schedule.intersect_domain(self.domain)


def union(maps, space):
    result = isl.UnionMap.empty(space)
    for one in maps:
        result = result.union(isl.UnionMap.from_map(one))
    return result


def maps_of(union_map):
    found = []
    union_map.foreach_map(found.append)
    return found


def shared(source, sink):
    """The number of loops around both."""
    count = 0
    for one, other in zip(source.iterators, sink.iterators):
        if one != other:
            break
        count += 1
    return count


def place(access, depth):
    """The place of an access in the body of the innermost of so many loops around it."""
    point = access.schedule.range()
    values = [
        point.plain_get_val_if_fixed(isl.dim_type.set, k)
        for k in range(2 * depth, point.dim(isl.dim_type.set))
    ]
    return [int(value.to_str()) if value.is_int() else 0 for value in values]


class Part:
    def __init__(self, model):
        self.model = model
        context = isl.Set(model["context"]).subtract(isl.Set(model["invalid"]))
        self.context = context
        self.kinds = {array["name"]: array["kind"] for array in model["arrays"]}
        self.steps = {iterator["name"]: iterator["step"] for iterator in model["iterators"]}
        self.accesses = [
            Access(model, statement, number, context)
            for statement in model["statements"]
            for number in range(len(statement["accesses"]))
        ]
        for access in self.accesses:
            # A value is used only where it was computed before, whatever condition both stand under.
            access.is_certain |= access.is_write and self.kinds[access.array] == "value"
        # By phi, how many of the loops around it are in one round wherever it gets its value.
        self.entries = {
            access.array: self.phi(access)
            for access in self.accesses
            if not access.is_write and self.kinds[access.array] == "phi"
        }
        self.by_tag = {access.tag: access for access in self.accesses}
        self.space = context.get_space()

    def phi(self, reader):
        """The number of loops around a phi that are in one round wherever it gets its value: its own not, if
        that begins with it.

        A loop that is entered in one way, and begins the next round in one, has in its phi what was written
        last.
        """
        depth = len(reader.iterators)
        writers = [access for access in self.accesses if access.array == reader.array and access.is_write]
        inside = [writer for writer in writers if writer.iterators[:depth] == reader.iterators]
        if not any(place(reader, depth) <= place(writer, depth) for writer in inside):
            return depth
        if len(inside) == 1 and len(writers) == 2:
            for writer in writers:
                writer.is_certain = True
        return depth - 1

    def of_one_entry(self, relation):
        """The flow to a phi without what another round of a loop around it would have written, under
        conditions about data."""
        source, sink = (
            self.by_tag[relation.get_tuple_name(end)] for end in (isl.dim_type.in_, isl.dim_type.out)
        )
        if self.kinds[sink.array] != "phi":
            return relation
        for level in range(min(shared(source, sink), self.entries[sink.array])):
            relation = relation.equate(isl.dim_type.in_, level, isl.dim_type.out, level)
        return relation

    def flows(self, sink, must, may):
        """From accesses to the next one of `sink`, element by element; certain writes in between end it.

        By definition: isl's own dataflow analysis (`compute_flow`, isl 0.27) leaves some out.
        """
        found = []
        killing = [access for access in self.accesses if access.is_certain] if may else must
        for array in sorted({access.array for access in sink}):
            own = lambda accesses: [access for access in accesses if access.array == array]
            sources, sinks, kills = own(must + may), own(sink), own(killing)
            if sources:
                reached = self.reached(sources, sinks)
                if kills:
                    reached = reached.subtract(
                        self.killed(sources, kills).apply_range(self.reached(kills, sinks))
                    )
                found += maps_of(self.relation(sources).domain_map().reverse().apply_range(reached))
        return found

    def relation(self, accesses):
        return union([access.relation for access in accesses], self.space)

    def later(self, sources, sinks):
        before, after = (
            union([access.schedule for access in accesses], self.space) for accesses in (sources, sinks)
        )
        return before.lex_lt_union_map(after)

    def reached(self, sources, sinks):
        """{ [source -> element] -> sink } for later accesses to the element."""
        source = self.relation(sources)
        is_later = source.domain_map().apply_range(self.later(sources, sinks))
        return source.range_map().apply_range(self.relation(sinks).reverse()).intersect(is_later)

    def killed(self, sources, kills):
        """{ [source -> element] -> [kill -> element] } for later kills of the element."""
        source, kill = self.relation(sources), self.relation(kills)
        is_later = (
            source.domain_map()
            .apply_range(self.later(sources, kills))
            .apply_range(kill.domain_map().reverse())
        )
        return source.range_map().apply_range(kill.range_map().reverse()).intersect(is_later)

    def dependences(self):
        writes = [access for access in self.accesses if access.is_write]
        reads = [access for access in self.accesses if not access.is_write]
        in_memory = lambda accesses: [access for access in accesses if self.kinds[access.array] == "memory"]
        certain = [access for access in writes if access.is_certain]
        uncertain = [access for access in writes if not access.is_certain]
        found = [("flow", self.of_one_entry(m)) for m in self.flows(reads, certain, uncertain)]
        found += [("anti", m) for m in self.flows(in_memory(writes), [], in_memory(reads))]
        found += [
            ("output", m) for m in self.flows(in_memory(writes), in_memory(certain), in_memory(uncertain))
        ]
        dependences = [Dependence(self, kind, m) for kind, m in found if not m.is_empty()]
        order = {access.tag: k for k, access in enumerate(self.accesses)}
        dependences.sort(key=lambda d: (order[d.source.tag], order[d.sink.tag], d.kind))
        return dependences


class Dependence:
    def __init__(self, part, kind, relation):
        self.part, self.kind, self.relation = part, kind, relation.coalesce()
        self.source = part.by_tag[relation.get_tuple_name(isl.dim_type.in_)]
        self.sink = part.by_tag[relation.get_tuple_name(isl.dim_type.out)]
        self.common = self.source.iterators[: shared(self.source, self.sink)]
        self.carried = []
        for level in range(len(self.common)):
            at = self.carried_by(level)
            if not at.is_empty():
                self.carried.append((level, at))

    def equal_before(self, level):
        relation = self.relation
        for k in range(level):
            relation = relation.equate(isl.dim_type.in_, k, isl.dim_type.out, k)
        return relation

    def carried_by(self, level):
        relation = self.equal_before(level)
        return relation.subtract(relation.equate(isl.dim_type.in_, level, isl.dim_type.out, level))

    def distances(self, relation, level):
        """The rounds between the two instances, as a set of numbers over the parameters."""
        before, after = relation.dim(isl.dim_type.in_), relation.dim(isl.dim_type.out)
        wrapped = relation.move_dims(isl.dim_type.out, after, isl.dim_type.in_, 0, before).range()
        # after dimensions, then those of the source, then the difference.
        wrapped = wrapped.add_dims(isl.dim_type.set, 1)
        step = self.part.steps[self.common[level]]
        constraint = isl.Constraint.alloc_equality(isl.LocalSpace.from_space(wrapped.get_space()))
        constraint = constraint.set_coefficient_val(isl.dim_type.set, level, step)
        constraint = constraint.set_coefficient_val(isl.dim_type.set, after + level, -step)
        constraint = constraint.set_coefficient_val(isl.dim_type.set, after + before, -1)
        wrapped = wrapped.add_constraint(constraint)
        return wrapped.project_out(isl.dim_type.set, 0, after + before)

    def range(self, relation, level):
        """The least and the greatest distance; None where there is no bound or it is a parameter's."""
        numbers = self.distances(relation, level)
        numbers = numbers.project_out(isl.dim_type.param, 0, numbers.dim(isl.dim_type.param))

        def bound(value):
            return int(value.to_str()) if value.is_int() else None

        return bound(numbers.dim_min_val(0)), bound(numbers.dim_max_val(0))

    def is_backward(self, level):
        """Whether the sink stands before the source in the body of the loop, or is it."""
        return place(self.sink, level + 1) <= place(self.source, level + 1)

    def told(self):
        def end(access):
            return {"statement": access.statement, "access": access.number}

        carried = []
        for level, relation in self.carried:
            least, most = self.range(relation, level)
            carried.append({"iterator": self.common[level], "least": least, "most": most})
        relation = self.relation
        for kind, access in ((isl.dim_type.in_, self.source), (isl.dim_type.out, self.sink)):
            relation = relation.set_tuple_name(kind, access.statement)
        return {
            "kind": self.kind,
            "array": self.source.array,
            "from": end(self.source),
            "to": end(self.sink),
            "carried": carried,
            "relation": str(relation),
        }


def loops_of(part, dependences):
    """What is known of each loop by what it carries."""
    told = []
    inner = {access.iterators[k - 1] for access in part.accesses for k in range(1, len(access.iterators))}
    for iterator in part.model["iterators"]:
        name = iterator["name"]
        carried = [
            (d, level, relation)
            for d in dependences
            for level, relation in d.carried
            if d.common[level] == name
        ]
        lanes = None
        if name not in inner:
            least = [d.range(relation, level)[0] for d, level, relation in carried if d.is_backward(level)]
            lanes = min((1 if one is None else one for one in least), default=0)
        told.append({"iterator": name, "parallel": not carried, "lanes": lanes})
    return told


def bands_of(part, dependences):
    """The longest runs of loops directly in each other whose order may be changed: no dependence goes back in
    any of them."""
    chains = [access.iterators for access in part.accesses]
    directly = {}
    for iterator in part.model["iterators"]:
        name = iterator["name"]
        around = [chain for chain in chains if name in chain]
        below = {chain[chain.index(name) + 1] if chain[-1] != name else None for chain in around}
        if len(below) == 1 and None not in below:
            directly[name] = below.pop()
    bands, done = [], set()
    for iterator in part.model["iterators"]:
        name = iterator["name"]
        if name in done:
            continue
        band = [name]
        while band[-1] in directly and is_permutable(dependences, band + [directly[band[-1]]]):
            band.append(directly[band[-1]])
        done.update(band)
        if len(band) > 1:
            bands.append(band)
    return bands


def is_permutable(dependences, band):
    for dependence in dependences:
        if band[-1] not in dependence.common:
            continue
        first = dependence.common.index(band[0])
        relation = dependence.equal_before(first)
        if relation.is_empty():
            continue
        for level in range(first, first + len(band)):
            least, _ = dependence.range(relation, level)
            if least is None or least < 0:
                return False
    return True


def analyse(model):
    part = Part(model)
    dependences = part.dependences()
    return {
        "dependences": [dependence.told() for dependence in dependences],
        "loops": loops_of(part, dependences),
        "bands": bands_of(part, dependences),
    }


def main():
    results = []
    for model in json.load(sys.stdin):
        isl.DEFAULT_CONTEXT.set_max_operations(MOST_OPERATIONS)
        isl.DEFAULT_CONTEXT.reset_operations()
        try:
            results.append(analyse(model))
        except isl.Error as error:
            results.append({"gave_up": str(error).splitlines()[0] if str(error) else "isl gave up"})
    json.dump(results, sys.stdout)


main()
