"""What a Tallied has besides its counts, as JSON: the sums with their means, notes, failures, repairs.

It is all kept, and not computed again, so that a saved result has the same figures and notes to the
last bit.
"""

from collections.abc import Mapping
from typing import Any

from karat.comparison.standing import ELSEWHERE
from karat.engine.results import Result, Run
from karat.engine.tallied import Tallied
from karat.engine.totals import total_of, total_said
from karat.model.errors import InputError, KaratError
from karat.model.repairs import Repair
from karat.model.scheme import Scheme
from karat.model.score import Failure
from karat.model.tally import Tally


def facts_of(one: Tallied) -> dict[str, Any]:
    """The facts of a result and of its run; of repairs those of this system."""
    result, run = one.result, one.run
    return {
        "name": one.name,
        "system": result.system,
        "scheme": str(result.scheme),
        "digest": result.scheme.digest(),
        "total": total_said(result.total),
        "failures": [list(failure) for failure in result.failures],
        "notes": dict(result.notes),
        "placed": result.placed,
        "uneven": result.uneven,
        "signed": list(result.signed),
        "gold": run.gold,
        "sha256": run.sha256,
        "sentences": run.sentences,
        "tags": [_text(tag) for tag in sorted(run.tags)],
        "brackets": [_text(label) for label in sorted(run.brackets)],
        "views": list(run.views),
        "repairs": {
            system: [list(repair) for repair in repairs]
            for system, repairs in run.repairs.items()
            if system == result.system
        },
        "common": run.common,
    }


def tallied_of(facts: Mapping[str, Any], tally: Tally) -> Tallied:
    """The result as it was when it was saved."""
    scheme = scheme_of(facts)
    try:
        return _tallied(facts, tally, scheme)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"a saved result is damaged: {error}") from None


def _tallied(facts: Mapping[str, Any], tally: Tally, scheme: Scheme) -> Tallied:
    result = Result(
        system=facts["system"],
        scheme=scheme,
        total=total_of(facts["total"]),
        failures=tuple(Failure(*one) for one in facts["failures"]),
        notes=facts["notes"],
        standing=None if facts["placed"] else ELSEWHERE,
        uneven=facts["uneven"],
        signed=tuple(facts["signed"]),
    )
    run = Run(
        gold=facts["gold"],
        sha256=facts["sha256"],
        sentences=facts["sentences"],
        results=[result],
        tags=frozenset(map(_bytes, facts["tags"])),
        brackets=frozenset(map(_bytes, facts["brackets"])),
        views=tuple(facts["views"]),
        repairs={
            system: tuple(Repair(*one) for one in repairs)
            for system, repairs in facts["repairs"].items()
        },
        common=facts["common"],
    )
    return Tallied(facts["name"], result, run, tally)


def scheme_of(facts: Mapping[str, Any]) -> Scheme:
    """The scheme, which must mean what it meant: files that it names must be the same."""
    from karat import schemes

    text = facts["scheme"]
    try:
        scheme = schemes.parse(text)
        digest = scheme.digest()
    except KaratError as error:
        raise InputError(f"the saved result of {text} cannot be used here: {error}") from None
    if digest != facts["digest"]:
        raise InputError(
            f"the saved result of {text} cannot be used here: a file that the scheme names has changed "
            "since; put back the file as it was"
        )
    return scheme


def _text(label: bytes) -> str:
    return label.decode("utf-8", "surrogateescape")


def _bytes(label: str) -> bytes:
    return label.encode("utf-8", "surrogateescape")
