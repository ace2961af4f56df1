"""Reads a JSON list of BibTeX files from standard input; prints what pybtex reads in each: authors, fields, entries."""

import json
import sys

from pybtex.database import parse_string


def read(text):
    entries = parse_string(text, "bibtex").entries
    [(key, entry)] = entries.items()
    authors = [str(person) for person in entry.persons["author"]]
    return {"key": key, "type": entry.type, "authors": authors, "fields": dict(entry.fields)}


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
