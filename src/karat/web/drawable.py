"""The schemes under which the sentences of a selection can be drawn.

What an address names is one of these texts, or it is refused: it is never read as a scheme, because an
option of a scheme can be a path.
"""

from functools import cache

from karat.formats import usual_scheme_of
from karat.model.bank import Bank
from karat.model.errors import KaratError
from karat.model.scheme import Scheme
from karat.schemes import REGISTRY, load, parse
from karat.web.banks import Banks
from karat.web.rendering import problem
from karat.web.selection import Selection


def scheme_of(selection: Selection, banks: Banks, text: str) -> tuple[Scheme, list[str]]:
    """The scheme that an address names, one of those that are offered, and all of these."""
    own = str(selection.scheme)
    offered = [own, *(one for one in _offered(selection, banks) if one != own)]
    if not text:
        return selection.scheme, offered
    if text not in offered:
        problem(
            400, "These files are not drawn under such a scheme.", f"Choose {', '.join(offered)}."
        )
    return (selection.scheme if text == own else parse(text)), offered


def _offered(selection: Selection, banks: Banks) -> list[str]:
    """The schemes of the runs, and those by name that gold has the layers for."""
    runs = dict.fromkeys(one.scheme for run in selection.runs.values() for one in run.entries)
    found = [one for one in runs if load(one.partition("(")[0]).picture]
    try:
        gold = banks.gold(selection.store, selection.run(selection.first))
    except KaratError:
        return found
    fitting = [one.name for one in schemes() if _fits(one, gold)]
    return list(dict.fromkeys([*found, usual_scheme_of(gold), *fitting]))


@cache
def schemes() -> list[type[Scheme]]:
    """All schemes; to find and to load them takes time."""
    return [load(name) for name in REGISTRY.names()]


def _fits(scheme: type[Scheme], gold: Bank) -> bool:
    """Whether sentences of gold can be drawn under a scheme, with its usual options."""
    layers = scheme.needs.layer, *scheme.needs.derived_from
    if not scheme.picture or scheme.drawn_as:
        return False
    if scheme.picture == "names" and scheme.pairing == "sentences" and "matched" in scheme.counts:
        return gold.has("phenomena")
    return "words" in layers or any(gold.has(one) for one in layers)
