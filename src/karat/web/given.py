"""Files of a job: they have names of our own while it works, and the users' names in what it says."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from karat.engine.results import Result, Run


class Given(NamedTuple):
    """A file of the job: the system's name (of gold: its file's), the user's file name, and where it is."""

    name: str
    shown: str
    path: str


def renamer(files: Sequence[Given]) -> Callable[[str], str]:
    """What puts the users' names of files in the place of ours, which occur in no other text."""

    longest_first = sorted(files, key=lambda one: len(one.path), reverse=True)

    def shown(text: str) -> str:
        for one in longest_first:
            text = text.replace(one.path, one.shown)
        return text

    return shown


def renamed(done: Run, shown: Callable[[str], str]) -> Run:
    """A run in which nothing tells where the files were while it was made."""
    repairs = {shown(path): some for path, some in done.repairs.items()}
    results = [_renamed_result(one, shown) for one in done.results]
    return replace(done, gold=shown(done.gold), results=results, repairs=repairs)


def _renamed_result(one: Result, shown: Callable[[str], str]) -> Result:
    failures = tuple(some._replace(detail=shown(some.detail)) for some in one.failures)
    notes = {shown(text): number for text, number in one.notes.items()}
    return replace(one, system=shown(one.system), failures=failures, notes=notes)
