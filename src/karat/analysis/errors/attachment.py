"""The cause of a wrong attachment, by what moved; and of brackets that nothing moved into."""

from collections.abc import Sequence

from karat.analysis.errors.frame import Error
from karat.analysis.errors.moves import Move, Range
from karat.analysis.errors.sentences import Bracket, Sentence, Tile, tiles
from karat.analysis.errors.vocabulary import Vocabulary

# The causes that are the internal structure of a noun phrase, if all that is wrong is inside one.
_NOMINAL = ("NP attachment", "modifier attachment", "other")


def attached(sentence: Sentence, move: Move, known: Vocabulary) -> Error:
    """A move as an error, with what moved from where to where."""
    part, place = move.part, move.place
    moved = tiles(part.gold, part.words.tags, place)
    name = _first(moved, known)[0]
    ours, theirs = (
        around.name if (around := _around(side, place)) else "top"
        for side in (part.gold, part.system)
    )
    more = " …" if len(moved) > 1 else ""
    detail = f"{name}{more}: {ours} > {theirs}"
    return sentence.error(_cause(move, known), move.missed, move.spurious, detail, name, move.words)


def _cause(move: Move, known: Vocabulary) -> str:
    part, place = move.part, move.place
    rows = [{one.row for one in side} for side in (move.missed, move.spurious)]
    missed = [one for one in part.gold if one.row in rows[0]]
    spurious = [one for one in part.system if one.row in rows[1]]
    # Brackets that have a counterpart without what moved, or with it, are not there for a list.
    ours = [one for one in missed if not any(differ(one, other) == place for other in spurious)]
    theirs = [one for one in spurious if not any(differ(one, other) == place for other in missed)]
    if _joined(part, place, known) or _conjuncts(part, ours, theirs, known):
        return "coordination"
    name, start, end = _first(tiles(part.gold, part.words.tags, place), known)
    if any(one[:2] == (start, end) for one in part.gold):
        return known.by_label.get(name, "other")
    # Words without a bracket of their own that move within a noun phrase are its structure.
    cause = known.by_tag.get(name, "other")
    nominal = cause in _NOMINAL and _nominal(part, missed, spurious, known)
    return "NP-internal structure" if nominal else cause


def differ(one: Bracket, other: Bracket) -> Range | None:
    """The words that only one of two like brackets holds, if these share their begin or their end."""
    if one.kind != other.kind or (one.start == other.start) == (one.end == other.end):
        return None
    if one.start == other.start:
        return min(one.end, other.end), max(one.end, other.end)
    return min(one.start, other.start), max(one.start, other.start)


def _first(moved: Sequence[Tile], known: Vocabulary) -> Tile:
    """The first of several siblings that is not punctuation names them all."""
    return next((one for one in moved if one[0] not in known.punctuation), moved[0])


def alone(
    sentence: Sentence, missed: Sequence[Bracket], spurious: Sequence[Bracket], known: Vocabulary
) -> str:
    """The cause of brackets that no constituent moved into or out of."""
    words = differ(missed[0], spurious[0]) if missed and spurious else None
    if words is None and _conjuncts(sentence, missed, spurious, known):
        return "coordination"
    tags = sentence.words.tags
    if words and known.conjunctions & {tags[words[0]], tags[words[1] - 1]}:
        return "coordination"
    both = (*missed, *spurious)
    clause = both[0].name in known.clauses
    # The structure of a noun phrase is that of its words and phrases, not of a clause in it.
    if not clause and _nominal(sentence, missed, spurious, known):
        return "NP-internal structure"
    if all(one.end - one.start == 1 for one in both):
        return "single-word phrase"
    return "clause boundary" if clause else "other"


def _around(side: Sequence[Bracket], words: Range) -> Bracket | None:
    """The smallest bracket around some words that holds more."""
    a, b = words
    outer = [one for one in side if one.start <= a and b <= one.end and one[:2] != words]
    return outer[-1] if outer else None


def _joined(sentence: Sentence, words: Range, known: Vocabulary) -> bool:
    """Whether a conjunction begins or ends what moved, or stands directly beside it on one side."""
    for side in (sentence.gold, sentence.system):
        moved = tiles(side, sentence.words.tags, words)
        if moved[0][0] in known.conjunctions or moved[-1][0] in known.conjunctions:
            return True
        around = _around(side, words)
        if around is None:
            continue
        children = tiles(side, sentence.words.tags, around[:2], around)
        beside = {name for name, start, end in children if end == words[0] or start == words[1]}
        if beside & known.conjunctions or _series(sentence, children, moved[0], known):
            return True
    return False


def _series(sentence: Sentence, children: Sequence[Tile], one: Tile, known: Vocabulary) -> bool:
    """Whether a child is one of at least three alike with a mark or a conjunction between them."""
    alike = [(name, start, end) for name, start, end in children if name == one[0]]
    ends = {end for name, _, end in children if name in known.conjunctions}
    between = (sentence.words.joined[start] or start in ends for _, start, _ in alike[1:])
    return one in alike and len(alike) > 2 and all(between)


def _conjuncts(
    sentence: Sentence, missed: Sequence[Bracket], spurious: Sequence[Bracket], known: Vocabulary
) -> bool:
    """Whether one of the brackets holds just conjuncts and their conjunction."""
    sides = (sentence.gold, missed), (sentence.system, spurious)
    return any(_list(sentence, side, one, known) for side, rows in sides for one in rows)


def _list(sentence: Sentence, side: Sequence[Bracket], one: Bracket, known: Vocabulary) -> bool:
    """Whether a bracket holds conjuncts, each but the first behind a conjunction or a mark."""
    children = tiles(side, sentence.words.tags, one[:2], one)
    conjunction = [name in known.conjunctions for name, _, _ in children]
    if not any(conjunction[1:-1]):
        return False
    return all(
        one or before or sentence.words.joined[start]
        for before, one, (_, start, _) in zip(
            conjunction, conjunction[1:], children[1:], strict=False
        )
    )


def _nominal(
    sentence: Sentence, missed: Sequence[Bracket], spurious: Sequence[Bracket], known: Vocabulary
) -> bool:
    """Whether the smallest bracket that both sides have around these brackets is a noun phrase's."""
    both = (*missed, *spurious)
    begin, end = min(one.start for one in both), max(one.end for one in both)
    theirs = {one[:2]: one.name for one in sentence.system if not one.wrong}
    shared = [
        one
        for one in sentence.gold
        if one.start <= begin
        and end <= one.end
        and end - begin < one.end - one.start
        and not one.wrong
        and one[:2] in theirs
    ]
    if not shared:
        return False
    last = shared[-1]
    return {last.name, theirs[last[:2]]} <= known.nominal
