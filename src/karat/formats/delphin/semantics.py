"""Semantics: MRS, EDS and DMRS as predications and labelled edges between them.

Each keeps what its own notation says. In an EDS an edge has the name of a role, ARG1. In a DMRS it
also says how the two stand in scope: ARG1/NEQ (other scope), ARG1/EQ (the same scope, as a modifier),
RSTR/H (a handle constraint, qeq, is between them), ARG2/HEQ (the handle is the label itself). An MRS
says the same with variables and handles, so its edges get the same names. A handle stands for the
predications in its scope that no other predication there modifies; if there are several, the first
is taken, and the others have an edge MOD/EQ to it. An argument that no predication has as its
variable is not expressed in the sentence, and has no edge.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.formats.delphin import library

TOP = "TOP"
_AFTER_CONSTRAINT = {"qeq": "H", "lheq": "HEQ", "outscopes": "OUT"}


@dataclass(frozen=True)
class Predication:
    """A predicate with the characters it is about, and the type and properties of its variable."""

    predicate: str
    lemma: str = ""
    pos: str = ""
    sense: str = ""
    carg: str = ""
    type: str = ""
    properties: str = ""
    first: int = -1
    last: int = -1


@dataclass(frozen=True)
class Meaning:
    """Predications in the order of their first characters, and edges (source, target, role).

    The source -1 marks the predication at the top.
    """

    predications: list[Predication]
    roles: list[tuple[int, int, str]]


def read(kind: str, text: str) -> Meaning:
    """The semantics of one analysis; ``kind`` is mrs, eds or dmrs.

    >>> meaning = read("eds", "{e2: e2:_bark_v_1<4:9>{e TENSE past}[ARG1 x3] x3:_dog_n_1<0:3>{x}[]}")
    >>> [one.predicate for one in meaning.predications], meaning.roles
    (['_dog_n_1', '_bark_v_1'], [(-1, 1, 'TOP'), (1, 0, 'ARG1')])
    """
    return _READERS[kind](text)


def is_json(text: str) -> bool:
    """Whether a structure is written in JSON; EDS has other text after its first brace.

    >>> is_json('{ "top": "e2"}'), is_json("{e2: }")
    (True, False)
    """
    return text.startswith("{") and text[1:].lstrip().startswith('"')


def _mrs(text: str) -> Meaning:
    if is_json(text):
        structure = library.module("codecs.mrsjson").from_dict(json.loads(text))
    else:
        structure = library.module("codecs.simplemrs").decode(text)
    own = {one.id: None if one.is_quantifier() else one.iv for one in structure.rels}
    properties = {key: structure.properties(value) if value else {} for key, value in own.items()}
    types = {key: (value or "")[:1] for key, value in own.items()}
    carriers: dict[str, list[Any]] = {}
    for one in structure.rels:
        if one.iv is not None and not one.is_quantifier():
            carriers.setdefault(one.iv, []).append(one)
    scopes = library.module("scope").representatives(structure)
    constraints = {one.hi: one for one in structure.hcons}
    top = constraints[structure.top].lo if structure.top in constraints else structure.top
    edges = [(None, one.id, TOP) for one in scopes.get(top, ())[:1]]
    for one in structure.rels:
        for role, value in one.args.items():
            if role in ("ARG0", "CARG"):
                continue
            for other in carriers.get(value, ()):
                scope = "EQ" if other.label == one.label else "NEQ"
                edges.append((one.id, other.id, f"{role}/{scope}"))
            held = constraints.get(value)
            scope = "HEQ" if held is None else _AFTER_CONSTRAINT.get(held.relation, "H")
            label = value if held is None else held.lo
            edges += [(one.id, it.id, f"{role}/{scope}") for it in scopes.get(label, ())[:1]]
    edges += [(it.id, some[0].id, "MOD/EQ") for some in scopes.values() for it in some[1:]]
    return _meaning(structure.rels, types, properties, edges)


def _eds(text: str) -> Meaning:
    if is_json(text):
        structure = library.module("codecs.edsjson").from_dict(json.loads(text))
    else:
        structure = library.module("codecs.eds").decode(text)
    nodes = structure.nodes
    edges = [(None, structure.top, TOP)] if structure.top in structure else []
    edges += [(source, target, role) for source, role, target in structure.edges]
    types = {one.id: one.type or "" for one in nodes}
    return _meaning(nodes, types, {one.id: one.properties for one in nodes}, edges)


def _dmrs(text: str) -> Meaning:
    if text.startswith("<"):
        structure = library.module("codecs.dmrx").decode(text)
    elif is_json(text):
        structure = library.module("codecs.dmrsjson").from_dict(json.loads(text))
    else:
        structure = library.module("codecs.simpledmrs").decode(text)
    nodes = structure.nodes
    edges = [(None, structure.top, TOP)] if structure.top is not None else []
    edges += [(one.start, one.end, f"{one.role or ''}/{one.post or ''}") for one in structure.links]
    types = {one.id: one.type or "" for one in nodes}
    return _meaning(nodes, types, {one.id: one.properties for one in nodes}, edges)


_READERS = {"mrs": _mrs, "eds": _eds, "dmrs": _dmrs}


def _meaning(
    nodes: list[Any], types: Mapping[Any, str], properties: Mapping[Any, Mapping[str, str]],
    edges: list[tuple[Any, Any, str]],
) -> Meaning:  # fmt: skip
    ordered = sorted(nodes, key=lambda one: max(one.cfrom, 0))
    place = {one.id: i for i, one in enumerate(ordered)}
    if missing := {end for edge in edges for end in edge[:2]} - place.keys() - {None}:
        raise ValueError(f"an edge leads to {min(map(str, missing))}, which is not there")
    predications = [_predication(one, types[one.id], properties[one.id] or {}) for one in ordered]
    roles = [(-1 if a is None else place[a], place[b], role) for a, b, role in edges]
    return Meaning(predications, roles)


def _predication(node: Any, variable: str, properties: Mapping[str, str]) -> Predication:
    predicate = library.module("predicate")
    name = predicate.normalize(node.predicate)
    lemma, pos, sense = predicate.split(name) if predicate.is_surface(name) else (name, "", "")
    said = "|".join(f"{key.upper()}={value}" for key, value in properties.items())
    library.check_place(node.cfrom, node.cto)
    return Predication(
        name, lemma or "", pos or "", sense or "", node.carg or "", variable, said,
        node.cfrom, node.cto,
    )  # fmt: skip
