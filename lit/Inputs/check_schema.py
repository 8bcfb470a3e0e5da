"""check_schema.py SCHEMA FILE…: JSON documents against the part of JSON Schema that SCHEMA uses.

Any other keyword is an error, so that nothing goes unchecked; so is a field that the schema does not name.
"""

import json
import sys

SAID = {"$schema", "$defs", "title", "description", "format", "default"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None), "boolean": bool}


def fails(value, schema, root, at):
    """What is wrong with the value, as text; None when it fits."""
    for keyword, rule in schema.items():
        wrong = None
        if keyword == "$ref":
            wrong = fails(value, root["$defs"][rule.removeprefix("#/$defs/")], root, at)
        elif keyword == "type":
            allowed = [rule] if isinstance(rule, str) else rule
            if not any(
                isinstance(value, TYPES[name]) and isinstance(value, bool) == (name == "boolean")
                for name in allowed
            ):
                wrong = f"{at}: no {' or '.join(allowed)}"
        elif keyword == "properties":
            unknown = [f"{at}.{name}: not in the schema" for name in value if name not in rule]
            inner = (fails(value[name], rule[name], root, f"{at}.{name}") for name in value if name in rule)
            wrong = next(filter(None, [*unknown, *inner]), None)
        elif keyword == "required":
            wrong = next((f"{at}.{name}: is missing" for name in rule if name not in value), None)
        elif keyword == "items":
            inner = (fails(item, rule, root, f"{at}[{n}]") for n, item in enumerate(value))
            wrong = next(filter(None, inner), None)
        elif keyword == "prefixItems":
            inner = (
                fails(item, branch, root, f"{at}[{n}]") for n, (item, branch) in enumerate(zip(value, rule))
            )
            wrong = next(filter(None, inner), None)
        elif keyword in ("minItems", "maxItems"):
            wrong = (
                f"{at}: {len(value)} items"
                if (len(value) < rule) == (keyword == "minItems") and len(value) != rule
                else None
            )
        elif keyword in ("oneOf", "anyOf"):
            fitting = sum(fails(value, branch, root, at) is None for branch in rule)
            if fitting == 0 or (keyword == "oneOf" and fitting > 1):
                wrong = f"{at}: {fitting} alternatives fit"
        elif keyword in ("const", "enum"):
            if value not in (rule if keyword == "enum" else [rule]):
                wrong = f"{at}: {value!r} is not {rule!r}"
        elif keyword == "minimum":
            wrong = f"{at}: {value} is less than {rule}" if value < rule else None
        elif keyword not in SAID:
            wrong = f"{at}: this program does not know the keyword {keyword}"
        if wrong:
            return wrong
    return None


schema_file, *files = sys.argv[1:]
with open(schema_file) as file:
    schema = json.load(file)
findings = 0
for name in files:
    with open(name) as file:
        document = json.load(file)
    wrong = fails(document, schema, schema, "document")
    if wrong:
        sys.exit(f"{name}: {wrong}")
    findings += len(document["findings"])
print(f"{len(files)} documents with {findings} findings are as the schema says")
