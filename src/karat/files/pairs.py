"""Which files of gold and of systems belong together: those with the same name, or in order.

The name of a file is what is below its folder, or what the stars of a glob stand for, without the endings
for compression and format: gold/a.mrg.zst and system/a.parse are both called a. If endings are all that
tells files of one side apart, they belong to the name.
"""

import glob
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from karat.files.corpus import files, is_corpus, unpacked
from karat.model.errors import InputError

BY_NAME, BY_ORDER = "name", "order"
WAYS = (BY_NAME, BY_ORDER)

# The ending for a format; what begins with a digit is rather a number: wsj.01.
_ENDING = re.compile(r"(?<=[^/])\.[A-Za-z][A-Za-z0-9]*\Z")
_MAGIC = re.compile(r"[*?\[]")
_NUMBER = re.compile(r"([0-9]{1,18})")
_NAMED = 3


class Pairs(NamedTuple):
    """The files that belong together, gold's first, and what to tell the user.

    ``absent`` has, for each of them, the places of files that do not exist: a system lacks them.
    """

    units: list[tuple[str, ...]]
    absent: list[tuple[int, ...]]
    notes: tuple[str, ...] = ()


class _Name(NamedTuple):
    """A path in three parts, of which the middle one is the name."""

    before: str
    name: str
    after: str


class _Partners(NamedTuple):
    """A system's file for each of gold's; ``absent``: those that do not exist."""

    files: Sequence[str]
    absent: frozenset[int] = frozenset()
    note: str = ""


def paired(gold: str, systems: Sequence[str], how: str = "") -> Pairs:
    """The files of gold, each with those of the systems that have the same sentences.

    ``how`` is name, order or empty. Empty: by name if the names are the same, in order if none is. If only
    some are, nobody knows what was meant, so it is an error. By name a system may lack files of gold.
    """
    golds = files(gold)
    found = [_partners(gold, golds, system, how) for system in systems]
    units = list(zip(golds, *(one.files for one in found), strict=True))
    absent = [
        tuple(place for place, one in enumerate(found, 1) if at in one.absent)
        for at in range(len(golds))
    ]
    return Pairs(units, absent, tuple(one.note for one in found if one.note))


def _partners(gold: str, golds: Sequence[str], system: str, how: str) -> _Partners:
    some = files(system)
    if how == BY_ORDER or not (is_corpus(gold) and is_corpus(system)):
        return _in_order(gold, golds, system, some)
    kinds = [*zip(_names(gold, golds), _names(system, some), strict=True)]
    kinds += [(_cut(gold, golds, cut), _cut(system, some, cut)) for cut in (_unpacked, len)]
    both = [(ours, theirs) for ours, theirs in kinds if _differ(ours) and _differ(theirs)]
    for ours, theirs in both:
        if {one.name for one in ours} == {one.name for one in theirs}:
            return _by_name(ours, theirs, some)
    # The kind of names of which most are the same shows best what is wrong.
    ours, theirs = max(both, key=lambda pair: len(_shared(*pair)))
    if how == BY_NAME:
        _refuse_extra(gold, ours, theirs, some)
        return _by_name(ours, theirs, some)
    if not _shared(ours, theirs):
        _refuse_other_numbers(gold, golds, system, some)
        found = _in_order(gold, golds, system, some)
        example = f"{golds[0]} with {some[0]}"
        note = (
            f"{system}: no file has the name of one of gold's, so they are paired in order: {example}, and "
            "so on"
        )
        return found._replace(note=f"{note} (--pair order)")
    raise _unclear(gold, golds, system, some, ours, theirs)


def _in_order(
    gold: str, golds: Sequence[str], system: str, some: Sequence[str]
) -> _Partners:  # fmt: skip
    if len(some) != len(golds):
        raise InputError(
            f"{system}: {_count(some)}, but {gold} has {len(golds)}; every file of gold needs one, in the "
            "same order"
        )
    return _Partners(some)


def _refuse_other_numbers(
    gold: str, golds: Sequence[str], system: str, some: Sequence[str]
) -> None:
    """Refuse to pair doc1, doc10, doc2 with s01, s02, s10 in order: their numbers say otherwise."""
    if any(text.startswith("@") for text in (gold, system)) or len(golds) != len(some):
        return
    for one, other, ours, theirs in zip(golds, some, *map(_by_numbers, (golds, some)), strict=True):
        if ours != theirs:
            raise InputError(
                f"{system}: no file has the name of one of gold's; sorted by name, {one} stands where "
                f"{other} does, sorted by their numbers it does not: write lists of files (@LIST), or --pair "
                "order to pair them as sorted by name"
            )


def _by_name(ours: Sequence[_Name], theirs: Sequence[_Name], some: Sequence[str]) -> _Partners:
    """The partner of each file of gold; one that does not exist is named as its neighbours are."""
    by_name = {one.name: path for one, path in zip(theirs, some, strict=True)}
    before, _, after = theirs[0]
    found = [by_name.get(one.name, f"{before}{one.name}{after}") for one in ours]
    absent = frozenset(at for at, one in enumerate(ours) if one.name not in by_name)
    return _Partners(found, absent)


def _refuse_extra(
    gold: str, ours: Sequence[_Name], theirs: Sequence[_Name], some: Sequence[str]
) -> None:
    """Refuse files of a system that gold lacks."""
    known = {one.name for one in ours}
    extra = [path for one, path in zip(theirs, some, strict=True) if one.name not in known]
    if extra:
        raise InputError(
            f"{_several(extra)}: {gold} has no file of this name; leave it out, or type --pair order to "
            "pair files in order"
        )


def _unclear(
    gold: str, golds: Sequence[str], system: str, some: Sequence[str], ours: Sequence[_Name],
    theirs: Sequence[_Name],
) -> InputError:  # fmt: skip
    """What is said if some files have partners by name, and some have not."""
    shared = _shared(ours, theirs)
    lacking, extra = (
        [path for one, path in zip(side, paths, strict=True) if one.name not in shared]
        for side, paths in ((ours, golds), (theirs, some))
    )
    said = [f"{system} has no file for {_several(lacking)}"] * bool(lacking)
    said += [f"{gold} has none for {_several(extra)}"] * bool(extra)
    advice = ["--pair order pairs the files in order"] * (len(golds) == len(some))
    if not extra:
        advice.append("--pair name counts the sentences of missing files as failed")
    return InputError(
        f"{', and '.join(said)}; {', '.join(advice) or 'give both sides files of the same names'}"
    )


def _names(text: str, paths: Sequence[str]) -> tuple[list[_Name], list[_Name]]:
    """The names of the files of a corpus, as paths below a folder, and as what the stars stand for."""
    magic = list(_MAGIC.finditer(text)) if glob.has_magic(text) and not text.startswith("@") else []
    fixed = text[: magic[0].start()] if magic else ""
    folder = fixed[: fixed.rfind("/") + 1] if magic else _folder(text, paths)
    below = [_below(path, folder) for path in paths]
    last = re.split(r"\*|\?|\]", text)[-1] if magic else ""
    fit = magic and all(
        path.startswith(fixed) and path.endswith(last) and len(path) > len(fixed + last)
        for path in paths
    )
    if not fit:
        return below, below
    return below, [_Name(fixed, path[len(fixed) : len(path) - len(last)], last) for path in paths]


def _folder(text: str, paths: Sequence[str]) -> str:
    """What comes before the names in the paths of a folder or a list."""
    given = text.rstrip("/") + "/"
    if all(path.startswith(given) for path in paths):
        return given
    first, last = min(paths), max(paths)
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[: first.rfind("/", 0, same) + 1]


def _cut(text: str, paths: Sequence[str], cut: Callable[[str], int]) -> list[_Name]:
    """The names of the files of a corpus, each as long as ``cut`` says."""
    folder = _folder(text, paths)
    return [_named(path, folder, cut) for path in paths]


def _below(path: str, folder: str) -> _Name:
    """A path with the folder and the endings cut off.

    >>> _below("gold/wsj/01.mrg.zst", "gold/"), _below("gold/wsj.01", "gold/").name
    (_Name(before='gold/', name='wsj/01', after='.mrg.zst'), 'wsj.01')
    """
    return _named(path, folder, _stem)


def _named(path: str, folder: str, cut: Callable[[str], int]) -> _Name:
    name = path.removeprefix(folder)
    length = cut(name)
    return _Name(path[: len(path) - len(name)], name[:length], name[length:])


def _unpacked(name: str) -> int:
    """The length of a name without the ending for compression."""
    return len(unpacked(name))


def _stem(name: str) -> int:
    """The length of a name without endings."""
    stem = unpacked(name)
    return len(_ENDING.sub("", stem)) or len(stem)


def _differ(names: Sequence[_Name]) -> bool:
    return len({one.name for one in names}) == len(names)


def _shared(ours: Sequence[_Name], theirs: Sequence[_Name]) -> set[str]:
    return {one.name for one in ours} & {one.name for one in theirs}


def _by_numbers(paths: Sequence[str]) -> list[int]:
    """The place of each path if they are sorted by the numbers in them.

    >>> _by_numbers(["doc1", "doc10", "doc2"])
    [0, 2, 1]
    """

    def numbers(path: str) -> list[tuple[int, str]]:
        return [(int(one), "") if one.isdecimal() else (0, one) for one in _NUMBER.split(path)]

    place = {path: at for at, path in enumerate(sorted(paths, key=numbers))}
    return [place[path] for path in paths]


def _several(paths: Sequence[str]) -> str:
    """Some paths by name.

    >>> _several(["a", "b"]), _several(["a", "b", "c", "d", "e"])
    ('a and b', 'a, b, c and 2 more')
    """
    if len(paths) > _NAMED:
        return f"{', '.join(paths[:_NAMED])} and {len(paths) - _NAMED} more"
    return " and ".join(paths)


def _count(paths: Sequence[str]) -> str:
    return f"{len(paths)} file{'s' * (len(paths) > 1)}"
