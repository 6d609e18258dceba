"""Targets: the readers of all formats, strict and lenient, and what is done with what they read.

A format that is added to karat is a target at once: its EXAMPLE is the first seed.
"""

import functools
import io
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np

from judging import Contradiction, Target
from karat import api, formats, views
from karat.formats.lenient import read_lenient
from karat.model.bank import Bank
from karat.model.errors import KaratError
from karat.schemes import parse

SEEDS = Path(__file__).parent / "seeds"
EXAMPLES = Path(__file__).parents[1] / "docs" / "example"
ANSWERS = Path(__file__).parents[1] / "tests" / "lenient" / "answers"
SHOWN = "<text>"
# The formats whose files are scanned by compiled loops.
KERNELS = ("brackets", "conllu", "conllx", "conll08", "conll09", "gr", "iob")
# How often more is done than reading, which takes a tenth of the time.
_FURTHER = 0.25
# Brackets without labels at the beginning do not say where labels stand; the reader guesses, and says so.
WRITTEN = {"parseval": "parseval(labels=left)"}
LAYOUTS = ("auto", "auto", "lines", "free")


def targets() -> Iterator[Target]:
    """One target for each format, one for the detection of formats, and those that repair files."""
    every: list[bytes] = []
    for name in formats.every_name():
        every += seeds_of(name)
        yield Target(
            f"read-{name}", partial(seeds_of, name), partial(_read, name), SHOWN, name in KERNELS
        )
    yield Target("read-detected", partial(tuple, every), partial(_read, None), SHOWN, True)
    answers = [path.read_bytes() for path in sorted(ANSWERS.glob("*"))]
    for name in (*formats.REPAIRABLE, None):
        seeds = (*(seeds_of(name) if name else every), *answers)
        run = partial(_lenient, name)
        yield Target(f"lenient-{name or 'detected'}", partial(tuple, seeds), run, SHOWN, True)


@functools.cache
def seeds_of(name: str) -> tuple[bytes, ...]:
    """The example of a format, twice, the files that are kept for it, and small files of the docs."""
    example = str(formats.module(name).EXAMPLE).encode()
    small = (path for path in sorted(EXAMPLES.rglob("*.*")) if path.stat().st_size < 1200)
    shown = (path.read_bytes() for path in small if formats.by_name(path.name) == name)
    return (example, example + b"\n" + example, *_kept(name), *shown)


def _kept(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(SEEDS.glob(f"{name}.*"))]


def _read(name: str | None, data: bytes, rng: random.Random) -> None:
    """Read; then do one of the things that are done with a file that could be read."""
    bank = formats.read_text(data, format=name, layout=rng.choice(LAYOUTS))
    _errors(bank)
    if not len(bank) or bank.fault.all():
        return
    if rng.random() < _FURTHER:
        rng.choice((_written_and_read, _against_itself, _seen, _checked))(bank, rng)


def _lenient(name: str | None, data: bytes, rng: random.Random) -> None:
    """Repair; what was repaired can be scored."""
    gold = formats.read_text(seeds_of(name or "brackets")[1]) if rng.random() < 0.3 else None
    found = read_lenient(data, name, SHOWN, gold)
    for repair in found.repairs:
        if repair.line < 1 or repair.column < 1:
            raise Contradiction(f"a repair without a place: {repair}")
    if len(found.bank) and rng.random() < _FURTHER:
        _against_itself(found.bank, rng)


def _errors(bank: Bank) -> None:
    """Every fault has a place in the file."""
    for fault in bank.errors():
        if fault.line < 1 or fault.column < 1 or not str(fault).startswith(f"{SHOWN}:"):
            raise Contradiction(f"a fault without a place: {fault}")


def _written_and_read(bank: Bank, rng: random.Random) -> None:
    """What is written reads back as the same, and is written in the same way again."""
    name = bank.format
    module = formats.module(name)
    if _lacks(bank, module):
        return
    sound = _sound(bank)
    try:
        first = _text(module, sound)
    except KaratError as error:
        # A writer may refuse what its format cannot say; the message is for the user, without a file.
        if not str(error):
            raise
        return
    layout = "lines" if name == "brackets" else "auto"
    again = formats.read_text(first, format=WRITTEN.get(name, name), layout=layout)
    if again.fault.any():
        raise Contradiction(f"what {name} wrote cannot be read: {next(again.errors())}")
    if len(again) != len(sound):
        raise Contradiction(
            f"{name} wrote {len(sound)} sentences and read {len(again)}: {first[:300]!r}"
        )
    for at in range(len(sound)):
        if sound.words(at) != again.words(at):
            raise Contradiction(f"{name} changed words: {sound.words(at)} {again.words(at)}"[:500])
        # A format of dependencies leaves out trees.
        trees = sound.has_trees and getattr(module, "NEEDS", "") != "edges"
        if trees and sound.spans(at) != again.spans(at):
            raise Contradiction(
                f"{name} changed brackets: {sound.spans(at)} {again.spans(at)}"[:500]
            )
    if (second := _text(module, again)) != first:
        raise Contradiction(
            f"{name} writes what it wrote in another way: {first[:300]!r} {second[:300]!r}"
        )


def _lacks(bank: Bank, module: ModuleType) -> bool:
    """Whether a Bank cannot be written in a format."""
    needed = getattr(module, "NEEDS", "")
    return not hasattr(module, "write") or bool(needed and not bank.has(needed))


def _sound(bank: Bank) -> Bank:
    """The sentences before the first that could not be read: there is always a file that has these."""
    broken = np.flatnonzero(bank.fault)
    return bank.slice(0, int(broken[0])) if len(broken) else bank


def _text(module: ModuleType, bank: Bank) -> bytes:
    stream = io.BytesIO()
    module.write(bank, stream)
    return stream.getvalue()


def _against_itself(bank: Bank, rng: random.Random) -> None:
    """Whatever was read is equal to itself, under a scheme that fits it."""
    bank = _sound(bank)
    if not len(bank):
        return
    usual = formats.usual_scheme_of(bank)
    chosen = [usual, usual]
    if bank.has("trees"):
        chosen += [
            "evalb",
            "flat",
            "parseval",
            "leafancestor",
            "tags",
            "rules",
            "discodop",
            "constructions",
            "gr",
            "deps",
        ]
    if bank.has("edges"):
        chosen += ["deps", "chunkdeps", "chunks", "gr", "evalb", "constructions"]
    if bank.has("gr"):
        chosen += ["gr(mode=hier)", "gr(program=greval)", "gr(mode=head,unlabelled=yes)"]
    scheme = rng.choice(chosen)
    try:
        wanted = parse(scheme)
        found = api.score(bank, bank, wanted)
    except KaratError:
        return  # this scheme compares something that the file does not have
    for name in ("f1", "las", "similarity", "LAS"):
        figure = found.measures.get(name)
        if figure is not None and figure == figure and abs(figure - 1) > 1e-12:
            raise Contradiction(f"{scheme}.{name} of a file against itself: {figure}")


@functools.cache
def _views() -> list[str]:
    return views.names()


def _seen(bank: Bank, rng: random.Random) -> None:
    """A view gives a Bank, which can be written."""
    name = rng.choice(_views())
    try:
        seen = views.parse(name)(_sound(bank))
    except KaratError:
        return
    if len(seen) != len(_sound(bank)):
        raise Contradiction(f"the view {name} has {len(seen)} sentences of {len(_sound(bank))}")
    # A view whose result no format holds has an empty FORMAT.
    module = formats.module(getattr(views.module(name), "FORMAT", "") or formats.USUAL)
    if not _lacks(seen, module):
        try:
            _text(module, seen)
        except KaratError:
            return


def _checked(bank: Bank, _rng: random.Random) -> None:
    """``karat check`` finds what is wrong in what can be read."""
    module = formats.module(bank.format)
    if hasattr(module, "check"):
        for fault in module.check(bank):
            str(fault)
    if hasattr(module, "remarks"):
        module.remarks(bank)
