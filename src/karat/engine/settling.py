"""What is decided once for a corpus of several files, as if they were one: it must be the same for all jobs.

Formats and layouts are decided from how each side begins, options of schemes from the first sentences.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.engine.opening import First, OfCorpus, Opening, first_sentences
from karat.engine.second_look import findings_of_corpus
from karat.files.pairs import Pairs
from karat.files.source import Corpus
from karat.formats._several import beginning
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.views import Views

if TYPE_CHECKING:
    from karat.engine.recipe import Recipe

# So many units at the beginning of a corpus are looked at, unless fewer have enough sentences.
_UNITS = 1024


class Shared(NamedTuple):
    """What all files of a corpus have in common; gold comes first.

    ``names`` has gold and the systems as users write them, ``begins`` the files that each side begins
    with, ``hashes`` the hashes of how it begins, and
    ``settled`` the schemes as decided for each system; none if nothing had to be decided. ``first`` has
    the units before the first one that lacks a file, and ``more`` says whether there are others.
    """

    names: tuple[str, ...]
    begins: tuple[tuple[str, ...], ...]
    hashes: tuple[str, ...]
    settled: tuple[tuple[str, ...], ...]
    first: tuple[tuple[str, ...], ...]
    more: bool

    @classmethod
    def read(cls, said: Sequence[Any]) -> "Shared":
        """What was written as JSON."""
        names, begins, hashes, settled, first, more = said
        files, schemes, units = (tuple(map(tuple, some)) for some in (begins, settled, first))
        return cls(tuple(names), files, tuple(hashes), schemes, units, more)


def shared_of(
    names: tuple[str, ...], pairs: Pairs, schemes: Sequence[Scheme], layout: str,
    format: str | None, through: Views,  # noqa: A002  # the option's name
) -> Shared:  # fmt: skip
    """What all files of a corpus of several files have in common."""
    if surveying := [scheme for scheme in schemes if scheme.surveys]:
        raise UsageError(
            f"{surveying[0]} must see all of gold before it compares the first sentence; for several files, "
            "name the labels, as in validity(inventory=ptb), or score them as one file"
        )
    sides = [
        [unit[place] for unit, absent in _both(pairs) if place not in absent]
        for place in range(len(pairs.units[0]))
    ]
    found = [beginning(paths, format) for paths in sides]
    begins = tuple(text for text, _ in found)
    files = tuple(tuple(paths[:used]) for paths, (_, used) in zip(sides, found, strict=True))
    complete = [unit for unit, absent in _both(pairs) if not absent]
    corpus = OfCorpus(tuple(map(Corpus, names, begins)))
    settled = _settled(complete[:_UNITS], schemes, Opening(layout, format, corpus), through)
    before = takewhile(lambda both: not both[1], _both(pairs))
    first = tuple(unit for unit, _ in islice(before, _UNITS))
    more = len(first) < len(pairs.units)
    return Shared(names, files, tuple(map(_hash, begins)), settled, first, more)


def sides_of(shared: Shared, format: str | None) -> tuple[Corpus, ...]:  # noqa: A002  # the option's name
    """The sides of a corpus; how they begin must be what it was when the run began."""
    facts = zip(shared.names, shared.begins, shared.hashes, strict=True)
    return tuple(Corpus(name, _beginning(paths, format, known)) for name, paths, known in facts)


def findings(recipe: "Recipe", system: int) -> tuple[str, ...]:
    """What may be wrong with a system, as far as the first sentences of a corpus show."""
    if recipe.shared is None or not recipe.shared.first:
        return ()
    first = _first(recipe.shared, recipe.layout, recipe.format)
    return findings_of_corpus(first, system)


@lru_cache(maxsize=1)
def _first(shared: Shared, layout: str, format: str | None) -> First:  # noqa: A002  # the option's name
    opening = Opening(layout, format, OfCorpus(sides_of(shared, format)))
    first = first_sentences(shared.first, opening)
    return first._replace(more=first.more or shared.more)


# A worker scores units of one corpus after the other; few corpora have many systems.
@lru_cache(maxsize=16)
def _beginning(paths: tuple[str, ...], format: str | None, known: str) -> bytes:  # noqa: A002  # the option's name
    found, _ = beginning(paths, format)
    if _hash(found) != known:
        raise InputError(f"{paths[0]}: the file was changed since the run began; score all again")
    return found


def _settled(
    first: Sequence[Sequence[str]], schemes: Sequence[Scheme], opening: Opening, through: Views
) -> tuple[tuple[str, ...], ...]:
    """The schemes for each system, as the first sentences decide; none if nothing is to be decided."""
    if not first or all(type(scheme).settled is Scheme.settled for scheme in schemes):
        return ()
    gold, *systems = first_sentences(first, opening).banks
    ours = through.of_gold(gold)
    return tuple(
        tuple(str(scheme.settled(ours, through.of_system(bank))) for scheme in schemes)
        for bank in systems
    )


def _both(pairs: Pairs) -> Sequence[tuple[tuple[str, ...], tuple[int, ...]]]:
    return list(zip(pairs.units, pairs.absent, strict=True))


def _hash(text: bytes) -> str:
    return sha256(text).hexdigest()
