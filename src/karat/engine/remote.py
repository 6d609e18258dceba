"""What a worker of a cluster does: it scores units of a corpus, and adds up what others have scored.

Parts travel as bytes. An error of a user's file comes back as its message: errors with fields of their own
cannot be sent.
"""

import os
import socket
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import NamedTuple

from karat.engine.identity import Identity, this
from karat.engine.parts import Scored, ScoredPart, score_unit
from karat.engine.recipe import Recipe, Unit, survey_unit
from karat.engine.samples import sampled
from karat.engine.shards import Slice, joined, score_blocks
from karat.engine.stretches import Survey, stamps_of
from karat.engine.twins import content_hash
from karat.files.remote import is_url
from karat.model.errors import KaratError

_ANOTHER = "another file there, or was changed since the run began"


class Fault(NamedTuple):
    """What is wrong with a unit; the fault of the first unit of a corpus is the one that is reported."""

    unit: int
    message: str


class Answer(NamedTuple):
    """The sums of some units as bytes, or the first fault."""

    part: bytes = b""
    fault: Fault | None = None


class Order(NamedTuple):
    """Units to be scored by one worker; ``client`` is the karat that will add up the parts.

    ``elsewhere``: the worker may be on another machine than the client. Then ``samples`` has what
    ``sampled`` says there about the files of each unit; nothing about those that the client cannot see.
    """

    recipe: Recipe
    units: tuple[Unit, ...]
    client: Identity
    elsewhere: bool
    samples: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, recipe: Recipe, units: tuple[Unit, ...], *, elsewhere: bool) -> "Order":
        """An order of this client."""
        samples = (
            tuple("" if is_url(name) else sampled(name) for name in unit.names) for unit in units
        )
        return cls(recipe, units, this(), elsewhere, tuple(samples) if elsewhere else ())


def scored(order: Order) -> Answer:
    """The sums of the order's units."""
    parts: list[ScoredPart] = []
    for unit in order.units:
        try:
            _check(order, unit)
            parts.append(score_unit(order.recipe, unit, threads=1))
        except KaratError as error:
            return Answer(fault=Fault(unit.number, str(error)))
        except MemoryError:
            files = " and ".join(unit.names)
            message = f"{files}: there is not enough memory for this on {_here()}"
            return Answer(fault=Fault(unit.number, message))
    return Answer(reduce(add, parts).to_bytes())


def surveyed(order: Order, many: int) -> Survey | None:
    """Where to divide the order's only unit; None if it cannot be divided, whatever the reason."""
    (unit,) = order.units
    try:
        _check(order, unit)
        return survey_unit(order.recipe, unit, many)
    except (KaratError, OSError, MemoryError):
        return None


def scored_stretch(order: Order, found: Survey | None, number: int) -> Slice | None:
    """The sums of a stretch, if there are so many stretches and nothing is wrong."""
    if found is None or number >= len(found.stretches):
        return None
    (unit,) = order.units
    try:
        _check(order, unit)
        done = score_blocks(order.recipe, unit, found.stretches[number], threads=1)
        return done if found.stamps == stamps_of(unit.names) else None
    except (KaratError, OSError, MemoryError):
        return None


def hashed(order: Order) -> str:
    """The hash of gold's file; empty if it cannot be read."""
    try:
        return content_hash(order.units[0].names[0])
    except KaratError:
        return ""


def united(
    order: Order, found: Survey | None, sha256: str, slices: Sequence[Slice | None]
) -> Answer:
    """The sums of the stretches of a unit together.

    If one of them is missing, the unit is scored as a whole. So a fault is the one that a single process
    finds, and sentences that must be laid over gold's are.
    """
    (unit,) = order.units
    some = [one for one in slices if one is not None]
    if found is None or not sha256 or len(some) < len(found.stretches):
        return scored(order)
    units = {unit.number: Scored(sha256, found.sentences)}
    try:
        if found.stamps != stamps_of(unit.names):
            return scored(order)
        part = joined([replace(one, part=replace(one.part, units=units)) for one in some])
    except (KaratError, OSError):
        return scored(order)
    return Answer(part.to_bytes())


def added(answers: Sequence[Answer]) -> Answer:
    """The sum of answers, or the first fault among them."""
    if faults := [one.fault for one in answers if one.fault]:
        return Answer(fault=min(faults))
    if len(answers) == 1:
        return answers[0]
    return Answer(reduce(add, (ScoredPart.from_bytes(one.part) for one in answers)).to_bytes())


def _check(order: Order, unit: Unit) -> None:
    """Refuse to score with another karat than the client's, and files that are not here or are others."""
    if difference := order.client.difference(this()):
        raise KaratError(
            f"{_here()} would not count in the same way as this machine: {difference}; install the same "
            "karat on both, and start the worker again"
        )
    if not order.elsewhere:
        return
    samples = order.samples[order.units.index(unit)]
    for place, (name, size) in enumerate(zip(unit.names, unit.sizes, strict=True)):
        if place in unit.absent or is_url(name):
            continue
        if not os.path.exists(name):
            where = "" if os.path.isabs(name) else f" (it looks in {os.getcwd()})"
            raise KaratError(
                f"{name}: {_here()} cannot see this file{where}; give names that are the same on all "
                "machines, or URLs"
            )
        if size and (found := os.stat(name).st_size) != size:
            raise KaratError(
                f"{name}: {_here()} sees {found:,} bytes, but the client saw {size:,}; it is {_ANOTHER}"
            )
        if samples[place] and sampled(name) != samples[place]:
            raise KaratError(
                f"{name}: {_here()} sees other content of the same size than the client; it is {_ANOTHER}"
            )


def _here() -> str:
    """This worker, as messages name it."""
    from distributed import get_worker

    return f"the worker {get_worker().address} on {socket.gethostname()}"
