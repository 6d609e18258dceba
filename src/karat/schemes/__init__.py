"""Schemes: one module each, found by looking into this folder.

A scheme's module has ``SCHEME``, a subclass of ``karat.model.scheme.Scheme``.
"""

import functools
import re
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_type_hints

from karat.model import options
from karat.model.errors import UsageError, unknown
from karat.model.registry import Registry

if TYPE_CHECKING:
    from karat.model.scheme import Scheme

REGISTRY = Registry("scheme", __name__, __path__)
_MEASURE = re.compile(r"\.([A-Za-z]\w*(?:@\w+)?)")


def names() -> list[str]:
    """The names of all schemes.

    >>> "evalb" in names()
    True
    """
    return REGISTRY.names()


def load(name: str) -> "type[Scheme]":
    """One scheme by its name; only its own module is imported."""
    scheme: type[Scheme] = REGISTRY.load(name).SCHEME
    return scheme


def parse(text: str) -> "Scheme":
    """Read a scheme.

    >>> str(parse("evalb( labelled=no , params=new )"))
    'evalb(params=new,labelled=no)'
    >>> str(parse(str(parse('evalb(delete="TOP+,")'))))
    'evalb(delete="TOP+,")'
    """
    scheme, measure = _parse(text)
    if measure:
        raise UsageError(f"{text!r} names a figure; give a scheme: {scheme}")
    return scheme


def chosen(scheme: "str | Scheme") -> "Scheme":
    """A scheme that a program gave as text or as a value."""
    from karat.model.scheme import Scheme  # the list of names does not need it

    if not isinstance(scheme, (str, Scheme)):
        what = type(scheme).__name__
        raise UsageError(f"the scheme is a {what}; give a string such as 'evalb(params=new)'")
    return parse(scheme) if isinstance(scheme, str) else scheme


def parse_figure(text: str, running: "Sequence[Scheme]" = ()) -> "tuple[Scheme, str]":
    """Read a single figure, ``SCHEME.measure``, or the measure of one of the schemes that run.

    >>> parse_figure("evalb(params=new).f1@sentence")[1]
    'f1@sentence'
    >>> str(parse_figure("f1", [parse("evalb(params=new)"), parse("conll18")])[0])
    'evalb(params=new)'
    """
    if running and is_measure(text):
        return _among(running, text), text
    scheme, measure = _parse(text)
    if not measure:
        usual = scheme.main_figure()
        raise UsageError(f"{text!r} names no figure; write for example {scheme}.{usual}")
    known = scheme.figure_names()
    if measure not in known:
        raise unknown(f"measure of {scheme.name}", measure, known)
    return scheme, measure


def is_measure(text: str) -> bool:
    """Whether a figure is written without its scheme.

    >>> is_measure("f1@sentence"), is_measure("evalb.f1"), is_measure("evalb")
    (True, False, False)
    """
    return bool(_MEASURE.fullmatch(f".{text}")) and text not in names()


def _among(running: "Sequence[Scheme]", measure: str) -> "Scheme":
    """The only scheme that has a measure."""
    known = [scheme for scheme in running if measure in scheme.figure_names()]
    if len(known) == 1:
        return known[0]
    if known:
        shown = ", ".join(f"{scheme}.{measure}" for scheme in known)
        raise UsageError(f"several schemes have {measure}; name one: {shown}")
    every = {name for scheme in running for name in scheme.figure_names()}
    raise unknown(f"measure of {' and '.join(map(str, running))}", measure, every)


def _parse(text: str) -> "tuple[Scheme, str]":
    name, given, rest = options.split(text)
    kind = load(name)
    scheme = kind(**options.read(name, given, _types(kind)))
    if not rest:
        return scheme, ""
    measure = _MEASURE.fullmatch(rest)
    if not measure:
        raise UsageError(f"cannot read {rest!r} after {scheme}; a figure is SCHEME.measure")
    return scheme, measure[1]


@functools.cache
def _types(kind: "type[Scheme]") -> dict[str, Any]:
    """The types of a scheme's options; a training loop parses the same scheme again and again."""
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind)}
