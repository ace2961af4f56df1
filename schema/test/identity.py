"""The identity of a document a second time: RFC 8785 canonical JSON, SHA-256, base32.

Reads a JSON list of JSON texts from standard input; prints a list of {"canonical", "hash", "id"}.
"""

import base64
import hashlib
import json
import sys


def canonicalize(value):
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number(float(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(canonicalize, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(f"{canonicalize(key)}:{canonicalize(value[key])}" for key in keys) + "}"


def number(value):
    """ECMAScript's Number::toString from the shortest digits that read back, which are those of Python's repr."""
    if value == 0:
        return "0"
    if value < 0:
        return "-" + number(-value)
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{point - 1:+d}"


def identify(text):
    canonical = canonicalize(json.loads(text))
    digest = hashlib.sha256(canonical.encode("utf-8")).digest()
    name = base64.b32encode(digest).decode().lower()[:26]
    return {"canonical": canonical, "hash": "sha256:" + digest.hex(), "id": name}


print(json.dumps([identify(text) for text in json.load(sys.stdin)]))
