"""Reads a JSON list of Atom feeds from standard input; prints for each what breaks RFC 4287 (nothing: [])."""

import datetime
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"
# Children of atom:feed and atom:entry: how often each may stand (sections 4.1.1 and 4.1.2).
ONCE = {"id", "title", "updated"}
AT_MOST_ONCE = {"subtitle", "summary", "published", "generator", "rights", "icon", "logo", "source", "content"}
ANY_TIMES = {"author", "category", "contributor", "link", "entry"}


def problems(text):
    feed = ElementTree.fromstring(text.encode())
    if feed.tag != ATOM + "feed":
        return [f"the root is {feed.tag}"]
    entries = feed.findall(ATOM + "entry")
    found = [problem for element in [feed, *entries] for problem in problems_of(element)]
    if feed.find(ATOM + "author") is None and any(entry.find(ATOM + "author") is None for entry in entries):
        found.append("an entry has no author, and the feed has none")
    keys = [(entry.findtext(ATOM + "id"), entry.findtext(ATOM + "updated")) for entry in entries]
    if len(set(keys)) < len(keys):
        found.append("two entries have the same id and the same time")
    return found


def problems_of(element):
    names = [child.tag.removeprefix(ATOM) for child in element]
    for name in sorted(ONCE | set(names)):
        count = names.count(name)
        if name not in ONCE | AT_MOST_ONCE | ANY_TIMES:
            yield f"{name} is no element of Atom"
        if (name in ONCE and count != 1) or (name in AT_MOST_ONCE and count > 1):
            yield f"{count} times {name}"
    if not re.match(r"[a-z][a-z0-9+.-]*:\S+$", element.findtext(ATOM + "id", "")):
        yield "id is no IRI"
    for name in ["updated", "published"]:
        for moment in element.findall(ATOM + name):
            if not re.fullmatch(MOMENT, moment.text or ""):
                yield f"{name} is no date: {moment.text}"
            else:
                datetime.datetime.fromisoformat(moment.text)
    for author in element.findall(ATOM + "author"):
        if not author.findtext(ATOM + "name"):
            yield "an author has no name"
    links = element.findall(ATOM + "link")
    if any(not re.fullmatch(r"\S+", link.get("href", "")) for link in links):
        yield "a link leads nowhere"
    alternates = [(link.get("type"), link.get("hreflang")) for link in links if link.get("rel", "alternate") == "alternate"]
    if len(set(alternates)) < len(alternates) or not alternates:
        yield "there must be one alternate of a kind"


print(json.dumps([problems(text) for text in json.load(sys.stdin)]))
