"""The tests and relations of patterns over trees, as they are written; forest.py says what they mean."""

import re
from dataclasses import dataclass

from karat.patterns.names import Names, any_case, category
from karat.patterns.pattern import Language


@dataclass(frozen=True)
class Test:
    """A label, a word, or both."""

    label: Names | None = None
    word: Names | None = None


# An = before a lower-case letter begins the name of a captured node.
_NAME = r"(?:\\.|=(?![a-z])|[^\s()\[\]<>~!\"/.,|\\=])+"
_FIRST = r"(?:\\.|=(?![a-z])|[^\s()\[\]<>~!\"/.,|\\$=])"
LANGUAGE = Language(
    test=re.compile(
        r"(?=[^\s()\[\]])"
        rf'(?P<label>\^?/(?:\\.|[^/\\])+/i?|{_FIRST}(?:{_NAME})?(?:\|{_NAME})*)?(?P<word>"[^"]*")?'
        r"(?=[\s()\[\]|=]|$)"
    ),
    relation=re.compile(r"==|<<,|<<|>>|[<>][,:-]?|\$(?:\.\.|,,|[.,])?|\.\.|,,|[.,~]"),
    read_test=lambda found: _test(found),
    read_relation=lambda found: found[0],
    anything=Test(),
    example='S < (NP-SBJ < PRP"it") < VP',
)


def _test(found: "re.Match[str]") -> Test:
    label = Names(found["label"]) if found["label"] not in (None, "__") else None
    word = Names(found["word"][1:-1]) if found["word"] else None
    for names, fits in ((label, category), (word, any_case)):
        if names:
            names.test(fits)
    return Test(label, word)
