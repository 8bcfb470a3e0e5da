"""Prints the findings of a report without the names that the source has for values."""
import json
import sys


def without(data):
    if isinstance(data, list):
        return [without(item) for item in data]
    if isinstance(data, dict):
        return {key: without(item) for key, item in data.items() if key not in ("source", "names")}
    return data


with open(sys.argv[1]) as report:
    print(json.dumps(without(json.load(report)["findings"]), indent=1))
