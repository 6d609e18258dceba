"""Run schemes of different kinds over the same files: those that compare whole texts, and the others.

Blocks of sentences and blocks of text end at different places, so each kind reads the files again.
"""

from collections.abc import Sequence
from dataclasses import replace

from karat.engine.results import Run
from karat.files.source import is_pipe
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme


def by_pairing(schemes: Sequence[Scheme], paths: Sequence[str]) -> list[list[Scheme]]:
    """The schemes that can share a pass over the files; several passes need files that stay."""
    kinds = dict.fromkeys(scheme.pairing for scheme in schemes)
    found = [[scheme for scheme in schemes if scheme.pairing == kind] for kind in kinds]
    pipes = list(filter(is_pipe, paths)) if len(found) > 1 else []
    if pipes:
        names = " and ".join(str(some[0]) for some in found)
        raise UsageError(
            f"{names} together read each file twice, and {pipes[0]!r} can be read only once; save it to a "
            "file, or score one scheme at a time"
        )
    return found


def in_one(schemes: Sequence[Scheme], runs: Sequence[Run]) -> Run:
    """Several runs over the same files as one: its results are system by system, scheme by scheme."""
    first = runs[0]
    if any(run.sha256 != first.sha256 for run in runs):
        raise InputError(f"{first.gold}: the file was changed while it was read; try again")
    left = {run.results[0].scheme.pairing: iter(run.results) for run in runs}
    systems = sum(len(run.results) for run in runs) // len(schemes)
    return replace(
        first,
        results=[next(left[scheme.pairing]) for _ in range(systems) for scheme in schemes],
        tags=frozenset().union(*(run.tags for run in runs)),
        brackets=frozenset().union(*(run.brackets for run in runs)),
    )
