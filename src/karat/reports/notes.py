"""What stands below the tables of ``karat score``: notes, sentences without a score, signatures.

What decides whether the figures can be compared at all comes first. A note about several systems
is there once, and the less important notes are capped; JSON has all of them.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from karat.model.outcome import LAID
from karat.model.score import Score
from karat.reports.scores import UNEVEN, titles
from karat.reports.table import figure

# The notes that come first, by a phrase of theirs, the most important one first.
_FIRST = (
    "counts as a bracket",
    "nameless root",
    "so roots do not match",
    "null elements (-NONE-) are scored",
    "gold's words have no tags",
    ": the system's words have no tags",
    UNEVEN,
    "(--common)",
    "same content as gold",
    "have function tags",
    "are derived with gold's tags",
    "have subtypes",
    "labels are not gold's",
    "have heads but no labels",
    "in capitals only",
    "leaving out hard ones",
    "gain by failing",
    "no sentence has a score",
)
# How many systems with failed sentences are described, other notes are shown, and names are listed.
_SYSTEMS, _NOTES, _NAMES = 4, 8, 6
# How many of a system's sentences without a score are described.
_EXAMPLES = 3

# A note about some of the sentences.
_COUNTED = re.compile(r"(.*), in (\d+) sentences?", re.DOTALL).fullmatch

_Key = TypeVar("_Key", bound=Hashable)


def remarks(scores: Sequence[Score], digits: int, *, files: int = 1) -> str:
    """What a reader of the figures must know: notes, sentences without a score, signatures.

    ``files`` is how many files gold is.
    """
    notes = _ranked(scores)
    first = [str(note) for note in notes if note.rank < len(_FIRST)]
    others = [str(note) for note in notes if note.rank == len(_FIRST)]
    if len(others) > _NOTES:
        left = len(others) - _NOTES + 1
        others[_NOTES - 1 :] = [f"… and {left} more notes; --output json has all of them"]
    sections = [
        first,
        *_without_score(scores, digits, files),
        [*_distributions(scores), *others, *_caveats(scores), *signatures(scores)],
    ]
    return "\n".join("".join(f"{line}\n" for line in some) for some in sections if some)


def every_note(scores: Sequence[Score], *, only_first: bool = False) -> list[str]:
    """All notes, each once, the most important ones first; or only these."""
    notes = (note for note in _ranked(scores) if not only_first or note.rank < len(_FIRST))
    return [f"{note.about}: {note.text}" for note in notes]


def _ranked(scores: Sequence[Score]) -> "list[_Note]":
    return sorted(_notes(scores), key=lambda note: note.rank)


class _Note(NamedTuple):
    """A note with whom it is about: schemes, and systems unless it is about all."""

    text: str
    about: str

    @property
    def rank(self) -> int:
        """The place among the notes that come first."""
        found = (at for at, phrase in enumerate(_FIRST) if phrase in self.text)
        return next(found, len(_FIRST))

    def __str__(self) -> str:
        return f"note: {self.about}: {self.text}"


def _notes(scores: Sequence[Score]) -> Iterator[_Note]:
    """Every note once, with the schemes and systems that it is about."""
    systems = list(dict.fromkeys(score.system for score in scores))
    said: dict[tuple[str, str], dict[str, str]] = {}
    for score in scores:
        for note in score.notes:
            found = _COUNTED(note)
            text, count = found.groups() if found else (note, "")
            said.setdefault((text, str(score.scheme)), {})[score.system] = count
    # Schemes of which the same is said of the same systems share a note.
    shared = _grouped(((text, tuple(who.items())), scheme) for (text, scheme), who in said.items())
    for (text, counts), schemes in shared.items():
        who = [system for system, _ in counts]
        if len({count for _, count in counts}) > 1:
            in_each = [f"{count or 'all'} of {system}" for system, count in counts]
            yield _Note(f"{text}, in sentences: {_listed(in_each)}", ", ".join(schemes))
        else:
            about = ", ".join(schemes) + ("" if len(who) == len(systems) else f", {_listed(who)}")
            yield _Note(_with_count(text, counts[0][1]), about)


def _with_count(text: str, count: str) -> str:
    return f"{text}, in {count} sentence{'s' * (count != '1')}" if count else text


def _grouped(pairs: Iterable[tuple[_Key, str]]) -> Mapping[_Key, list[str]]:
    found: dict[_Key, list[str]] = {}
    for key, name in pairs:
        found.setdefault(key, []).append(name)
    return found


def _listed(names: Sequence[str]) -> str:
    """The first of many names.

    >>> _listed("abcdefgh"), _listed("ab")
    ('a, b, c, d, e and 3 more', 'a, b')
    """
    if len(names) <= _NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: _NAMES - 1])} and {len(names) - _NAMES + 1} more"


def _without_score(scores: Sequence[Score], digits: int, files: int) -> Iterator[list[str]]:
    """Each system with sentences that have no score or were aligned; of many, those with the most."""
    affected = [one for one in scores if one.sentences["failed"] or one.sentences.get("aligned")]
    ranked = sorted(affected, key=lambda one: -one.sentences["failed"])
    several = len(affected) > 2
    for score in ranked[:_SYSTEMS]:
        yield [
            *_failed(score, 1 if several else _EXAMPLES, files),
            *_aligned(score),
            *_other_policies(score, digits),
        ]
    if left := [one.system for one in islice(ranked, _SYSTEMS, None)]:
        names = list(dict.fromkeys(left))
        yield [f"sentences without a score or aligned also in {_listed(names)}"]


def _aligned(score: Score) -> list[str]:
    if not (aligned := score.sentences.get("aligned", 0)):
        return []
    said = (
        "sentences have other tokens and were"
        if aligned > 1
        else "sentence has other tokens and was"
    )
    return [f"{score.system}, {score.scheme}: {aligned} {said} aligned"]


def _failed(score: Score, examples: int, files: int) -> list[str]:
    failed = score.sentences["failed"]
    if not failed:
        return []
    reasons = ", ".join(f"{n} {why}" for why, n in score.reasons.items())
    several = "sentences" if failed > 1 else "sentence"
    lines = [f"{score.system}, {score.scheme}: no score for {failed} {several} ({reasons})"]
    for failure in score.failures[:examples]:
        detail = failure.detail.replace("\n", "\n      ")
        lines.append(f"  sentence {failure.sentence}: {failure.why}: {detail}")
    if failed > examples:
        where = ", file by file" if files > 1 else ""
        lines.append(
            f"  … and {failed - examples} more; karat score --per-sentence lists them{where}"
        )
    return lines


_AFTER = {
    "drop": "after alignment, leaving out failed sentences",
    "empty": "after alignment, counting failed sentences as empty",
}


def _other_policies(score: Score, digits: int) -> list[str]:
    """The main figures under the other failure policies, for the sentences as they were laid over gold's."""
    laid = any(note.startswith(LAID) for note in score.notes)
    lines = []
    for policy, figures in score.other_policies.items():
        names = [name for name in score.scheme.headline() if name in figures]
        called = titles(score.scheme)
        shown = [
            f"{called[name]} {figure(figures[name], score.unit(name), digits)}" for name in names
        ]
        # The option itself lays nothing over gold's.
        how = _AFTER[policy] if laid and policy in _AFTER else f"with failed={policy}"
        lines.append(f"  {how}: {', '.join(shown)}")
    return lines


def _distributions(scores: Sequence[Score]) -> Iterator[str]:
    for score in scores:
        for what, counts in score.distributions.items():
            shown = ", ".join(f"{value}: {n}" for value, n in counts.items())
            yield f"{score.system}, {score.scheme}: sentences by {what}: {shown}"


def _caveats(scores: Sequence[Score]) -> Iterator[str]:
    for scheme, caveats in {str(one.scheme): one.caveats() for one in scores}.items():
        yield from (f"* {scheme}: {why}" for why in dict.fromkeys(caveats.values()))


def signatures(scores: Sequence[Score]) -> Iterator[str]:
    """Each signature once, with the systems that have it."""
    for signature, systems in _grouped((one.signature, one.system) for one in scores).items():
        yield f"signature {_listed(systems)}: {signature}"
