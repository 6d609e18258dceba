"""The tables of annotation projects; migrations/v0002_annotations.py makes them."""

import json
from typing import Any

from sqlalchemy import column, table

PROJECTS = table(
    "annotation_projects",
    *map(column, ("id", "name", "kind", "scope", "source", "created", "items", "notes")),
)
ITEMS = table(
    "annotation_items",
    *map(column, ("project", "number", "key", "words", "tags", "lemmas", "proposals")),
)
PEOPLE = table(
    "annotation_people", *map(column, ("project", "number", "name", "role", "secret_sha256"))
)
ANSWERS = table(
    "annotation_answers",
    *map(column, ("project", "item", "desk", "version", "created", "author", "answer", "done",
                  "back", "forward", "basis")),
)  # fmt: skip
PRESENCE = table(
    "annotation_presence", *map(column, ("project", "item", "desk", "tab", "author", "seen"))
)
# Those that depend on others first.
ALL = (PRESENCE, ANSWERS, PEOPLE, ITEMS, PROJECTS)


def packed(value: Any) -> str:
    """A value as text in ASCII, which every database can keep."""
    return json.dumps(value, separators=(",", ":"))
