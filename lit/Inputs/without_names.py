"""Prints the findings of a report without the names that the source has for values.

Nor does it print the places of accesses in the polyhedral description: LLVM 16 gives a terminator that hands
a phi its
value a location with line tables alone that it does not give it with full debug information.
"""

import json
import sys


def without(data, dropped=("source", "names")):
    if isinstance(data, list):
        return [without(item, dropped) for item in data]
    if isinstance(data, dict):
        below = {"polyhedral": dropped + ("place",)}
        return {
            key: without(item, below.get(key, dropped)) for key, item in data.items() if key not in dropped
        }
    return data


with open(sys.argv[1]) as report:
    print(json.dumps(without(json.load(report)["findings"]), indent=1))
