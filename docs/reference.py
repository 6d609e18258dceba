"""The reference of the Python API, from the docstrings of the public names.

``docs/generate.py`` writes it to docs/api.md. A class is shown with its public methods and properties.
Its examples run with the tests, as all examples in docs/ do.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import karat

# In the order in which a newcomer needs them.
SECTIONS = {
    "Reading and scoring": ("read", "read_text", "score", "compare", "show", "phenomena"),
    "What they return": ("Bank", "Sentence", "Score", "Comparison", "Picture", "Scheme"),
    "In training loops": (
        "Metric",
        "metrics.load",
        "metrics.EvaluationModule",
        "metrics.spacy_scorer",
    ),
    "Errors": ("KaratError", "UsageError", "InputError", "SyntaxFault"),
}
# The members of a class that programs need, where others are for those who extend karat.
MEMBERS = {
    "Bank": ("contents", "words", "tags", "spans", "errors"),
    "Scheme": ("measures", "headline"),
}
INTRODUCTION = """# The Python API

Made by `docs/generate.py` from the docstrings. [objects.md](objects.md) lists what is accepted as trees, and
[training.md](training.md) shows scores in training loops. Anything that is wrong with a request or with its
input is raised as a `karat.KaratError`.
"""


def named(name: str) -> Any:
    """A public name."""
    found: Any = karat
    for part in name.split("."):
        found = getattr(found, part)
    return found


def listed() -> list[str]:
    """All names of the reference."""
    return [name for names in SECTIONS.values() for name in names]


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += _entry(name, named(name))
    return "\n".join(parts)


def _entry(name: str, thing: Any) -> Iterator[str]:
    yield f"### karat.{name}\n"
    if inspect.isclass(thing):
        yield _text(thing)
        if fields := _fields(thing):
            yield f"Attributes: {', '.join(f'`{one}`' for one in fields)}.\n"
        for member, value in _members(name, thing):
            yield f"#### {member}{_signature(value)}\n"
            yield _text(value)
    else:
        yield f"```python\nkarat.{name}{_signature(thing)}\n```\n"
        yield _text(thing)


def _fields(kind: type) -> list[str]:
    """The attributes that the class says are its own, if its members are not chosen by hand."""
    if kind.__name__ in MEMBERS:
        return []
    return [name for name in getattr(kind, "__dataclass_fields__", ()) if not name.startswith("_")]


def _members(name: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class defines itself."""
    for member, value in vars(kind).items():
        wanted = member in MEMBERS[name] if name in MEMBERS else not member.startswith("_")
        if wanted and (inspect.isfunction(value) or isinstance(value, property)) and value.__doc__:
            yield member, value


def _signature(thing: Any) -> str:
    """The parameters without their types, which are in the source."""
    if isinstance(thing, property) or inspect.isclass(thing):
        return ""
    parameters = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in inspect.signature(thing).parameters.values()
        if one.name != "self"
    ]
    return str(inspect.Signature(parameters)).replace("'", '"')


def _text(thing: Any) -> str:
    """A docstring as Markdown: examples become blocks, and ``names`` `names`."""
    paragraphs = inspect.getdoc(thing).split("\n\n")  # type: ignore[union-attr]
    return "\n\n".join(map(_paragraph, paragraphs)) + "\n"


def _paragraph(text: str) -> str:
    if text.startswith(">>>"):
        # The tests take what follows an output, up to a blank line, for part of it.
        return f"```pycon\n{text}\n\n```"
    return text.replace("``", "`")
