"""The syntax of tests and relations in patterns over graphs; graph.py describes them."""

import re
from dataclasses import dataclass

from karat.patterns.names import BadPattern, Names, wild
from karat.patterns.pattern import Language

ATTRIBUTES = ("form", "lemma", "upos", "xpos", "deprel")
# Those of the predications of MRS, EDS and DMRS.
OF_PREDICATIONS = ("pred", "pos", "sense", "carg", "type")


@dataclass(frozen=True)
class Test:
    """For each attribute, its names, and whether the attribute must or must not fit them."""

    wanted: tuple[tuple[str, Names, bool], ...]


@dataclass(frozen=True)
class Relation:
    """The kind of relation; for edges also the labels and the side of the other word."""

    kind: str
    names: Names | None = None
    side: str = ""


_VALUE = r'"[^"]*"|\^?/(?:\\.|[^/\\])+/i?|(?:\\.|[^;}"\\])+'
_ONE = re.compile(rf"\s*(!?)\s*([A-Za-z]\w*(?:\[\w+\])?)\s*:\s*({_VALUE})\s*(?:;|$)")
_NAMES = r"/(?:\\.|[^/\\])+/i?|[A-Za-z][\w:*?]*(?:\|[A-Za-z][\w:*?]*)*"
LANGUAGE = Language(
    test=re.compile(r'\{(?P<inside>(?:"[^"]*"|\\.|[^}"\\])*)\}'),
    relation=re.compile(
        rf"(?P<far>>>|<<)|(?P<edge>[<>])(?P<names>{_NAMES})?(?P<side>[+-])?"
        r"|==|\$(?:\.\.|,,)?|\.\.|,,|[.,]"
    ),
    read_test=lambda found: _test(found),
    read_relation=lambda found: _relation(found),
    anything=Test(()),
    example="{upos:VERB} >nsubj {} >obj {lemma:dog}",
)


def _test(found: "re.Match[str]") -> Test:
    wanted = []
    inside, at = found["inside"], 0
    while inside[at:].strip():
        one = _ONE.match(inside, at)
        if not one:
            raise BadPattern("expected an attribute, as in {upos:VERB; lemma:be}", at + 1)
        name, value = one[2], one[3].strip()
        if name not in (*ATTRIBUTES, *OF_PREDICATIONS) and not name[0].isupper():
            raise BadPattern(
                f"there is no attribute {name!r}",
                at + 1,
                f"known: {', '.join(ATTRIBUTES)}, and features, as in Tense:Past",
            )
        names = Names(value[1:-1] if value.startswith('"') else value)
        names.test(wild)
        wanted.append((name, names, not one[1]))
        at = one.end()
    return Test(tuple(wanted))


def _relation(found: "re.Match[str]") -> Relation:
    if not found["edge"]:
        return Relation(found[0])
    names = Names(found["names"]) if found["names"] else None
    if names:
        names.test(wild)  # raises an error now if the names are wrong
    return Relation(found["edge"], names, found["side"] or "")
