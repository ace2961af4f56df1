"""A second opinion on run documents: Python's json made strict, and the jsonschema package.

Reads the corpus (a JSON list of {"text"} or {"base64"}) from standard input and prints for each document which check
refused it: "parse", "schema", or "valid". The rules a JSON Schema cannot say are not checked here, so a document that
only contradicts itself counts as valid.
"""

import base64
import json
import re
import sys
from pathlib import Path

from jsonschema import Draft202012Validator, ValidationError, validators

MAX_DEPTH = 64
MAX_WHOLE = 2**53 - 1


def strict_load(data):
    if len(data) > 64 * 2**20:
        raise ValueError("too large")
    text = data.decode("utf-8")
    try:
        value = json.loads(
            text, object_pairs_hook=unique, parse_constant=refuse, parse_int=number, parse_float=number
        )
    except RecursionError:
        raise ValueError("too deep") from None
    check(value, 0)
    return value


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate key")
    return members


def refuse(literal):
    raise ValueError(f"{literal} is not JSON")


def number(literal):
    value = float(literal)
    if value in (float("inf"), float("-inf")):
        raise ValueError("beyond a double")
    if value == 0 and re.match(r"[^eE]*[1-9]", literal):
        raise ValueError("a double makes it zero")
    if not value.is_integer():
        return value
    if abs(value) > MAX_WHOLE:
        raise ValueError("a whole number beyond 2^53 - 1")
    return int(value)


def check(value, depth):
    """Depth, and strings that UTF-8 cannot carry (lone surrogates): encoding them fails."""
    if isinstance(value, str):
        value.encode("utf-8")
    if not isinstance(value, (dict, list)):
        return
    if depth >= MAX_DEPTH:
        raise ValueError("too deep")
    for member in value.values() if isinstance(value, dict) else value:
        check(member, depth + 1)
    for key in value if isinstance(value, dict) else ():
        key.encode("utf-8")


def ecma_pattern(validator, pattern, instance, schema):
    """JSON Schema means ECMAScript patterns: there `$` is the end, in Python also before a last line feed."""
    if isinstance(instance, str) and not re.search(pattern.replace("$", r"\Z"), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def verdict(validator, entry):
    data = base64.b64decode(entry["base64"]) if "base64" in entry else entry["text"].encode("utf-8", "surrogatepass")
    try:
        value = strict_load(data)
    except ValueError:
        return "parse"
    return "valid" if validator.is_valid(value) else "schema"


schema = json.loads(Path(__file__).parents[1].joinpath("run.v1.schema.json").read_text("utf-8"))
Draft202012Validator.check_schema(schema)
Validator = validators.extend(Draft202012Validator, {"pattern": ecma_pattern})
print(json.dumps([verdict(Validator(schema), entry) for entry in json.load(sys.stdin)]))
