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

MAX_BYTES = 5_000_000
MAX_DEPTH = 64
MAX_WHOLE = 2**53 - 1
MAX_VALUES = 500_000
MAX_KEYS = 1000
MAX_NUMBER_LENGTH = 1000


def strict_load(data):
    if len(data) > MAX_BYTES:
        raise ValueError("too large")
    text = data.decode("utf-8")
    try:
        value = json.loads(
            text, object_pairs_hook=unique, parse_constant=refuse, parse_int=number, parse_float=number
        )
    except RecursionError:
        raise ValueError("too deep") from None
    if check(value, 0) > MAX_VALUES:
        raise ValueError("too many values")
    return value


def unique(pairs):
    if len(pairs) > MAX_KEYS:
        raise ValueError("too many keys")
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate key")
    return members


def refuse(literal):
    raise ValueError(f"{literal} is not JSON")


def number(literal):
    if len(literal) > MAX_NUMBER_LENGTH:
        raise ValueError("too long a number")
    value = float(literal)
    if value in (float("inf"), float("-inf")):
        raise ValueError("beyond a double")
    if not value.is_integer():
        return value
    if abs(value) > MAX_WHOLE:
        raise ValueError("a whole number beyond 2^53 - 1")
    if has_fraction(literal):
        raise ValueError("a double makes it whole")
    return int(value)


def has_fraction(literal):
    mantissa, _, exponent = literal.lower().partition("e")
    decimals = mantissa.partition(".")[2]
    digits = mantissa.replace(".", "").lstrip("-0")
    zeros = len(digits) - len(digits.rstrip("0"))
    return digits != "" and int(exponent or 0) + zeros < len(decimals)


def check(value, depth):
    """Depth, and strings that UTF-8 cannot carry (lone surrogates): encoding them fails. Counts the values."""
    if isinstance(value, str):
        value.encode("utf-8")
    if not isinstance(value, (dict, list)):
        return 1
    if depth >= MAX_DEPTH:
        raise ValueError("too deep")
    for key in value if isinstance(value, dict) else ():
        key.encode("utf-8")
    return 1 + sum(check(member, depth + 1) for member in (value.values() if isinstance(value, dict) else value))


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
