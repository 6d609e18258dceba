"""Keys from a suite's own analyses: brackets as a flat key, and functions as dependencies.

Neither describes a sentence completely, so a parse may have more: use recall and conformance of the
scheme ``flat``, and ``uas`` of the scheme ``deps``. A key has no brackets of one word. A word has no head
if no row names one. ``Key.became`` counts what happened to the rows.

>>> from karat.suites.analyses import Analysis, Row
>>> rows = (
...     Row(0, 1, "PRON_pers", "subj", (1, 2)), Row(1, 2, "V", "func", (0, 4)),
...     Row(2, 4, "NP_sg", "obj", (1, 2)),
... )
>>> one = Analysis(("He", "sees", "the", "firm", "."), (0, 1, 2, 3), rows)
>>> tree(one, Counter())
'( He sees (NP the firm) .)'
>>> [row.split("\\t")[6:8] for row in conllu("7", one, Counter()).splitlines()[2:]]
[['2', 'subj'], ['_', '_'], ['_', '_'], ['2', 'obj'], ['_', '_']]
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat import parsers
from karat.model.errors import InputError
from karat.parsers import shapes
from karat.parsers.link_grammar import LinkGrammar
from karat.suites import runs
from karat.suites.analyses import Analysis, Row, Span, categories, read

# The format of the key for each layer.
FORMATS = {"trees": "brackets", "edges": "conllu"}

BRACKET, DEPENDENCY = "a bracket of the key", "a dependency of the key"
WHOLE = "the whole item"
ONE_WORD = "one word, which has no bracket"
SAME_WORDS = "the same words as another row"
NO_PHRASE = "its category is not that of a phrase"
CROSSES = "crosses another row"
HEADS = "names the head of a phrase"
NO_FUNCTION = "has no function"
UNKNOWN = "its function is a question mark"
NO_DOMAIN = "its function has no domain, or one in two parts"
OVERLAPS = "its domain is inside it, or not in the sentence"
NO_HEAD = "no row names the head of the phrase or of its domain"
NOT_VERBAL = "an argument whose domain is neither a verb nor a preposition"
SECOND = "gives a word a second head, or closes a circle"

# The functions of what modifies or specifies nouns; those of all others are arguments of verbs.
_OF_NOUNS = ("spec", "n-comp")
# Punctuation marks that come in pairs.
_PAIRS = ((",", ","), ("-", "-"), ("(", ")"), ("[", "]"))
_WITH_ARGUMENTS = ("V", "VP", "TO", "P", "C")


@dataclass(frozen=True)
class Key:
    """The keys by item id, the number of rows, and how many rows were used or left out, and why."""

    texts: Mapping[str, str]
    format: str
    rows: int
    became: Mapping[str, int]


def key_of(folder: Path, layer: str) -> Key:
    """The key of a suite: ``trees`` as brackets, ``edges`` as CoNLL-U; items without one are left out."""
    found = read(folder)
    if not found.rows:
        raise InputError(f"{folder}: this suite has no analyses of its own")
    became: Counter[str] = Counter(found.unused)
    if layer == "trees":
        texts = {key: tree(one, became) for key, one in found.of.items()}
    else:
        texts = {key: conllu(key, one, became) for key, one in found.of.items()}
    return Key(
        {key: text for key, text in texts.items() if text},
        FORMATS[layer], found.rows, became,
    )  # fmt: skip


def answers_to(key: Key, path: str) -> list[str]:
    """The first analyses of a run of the items that have a key, in the order of the key."""
    run = runs.read(path)
    known = {one.item.id: one for one in run.results}
    absent = [one for one in key.texts if one not in known]
    if absent:
        raise InputError(f"{path}: it has no result for item {absent[0]!r}, which is in the key")
    parser = parsers.parse(run.header.parser)
    linked = key.format == "conllu" and parser.name == LinkGrammar.name
    write = parser.transcript if linked else parser.written
    return [write(known[one].parsed, known[one].item.sentence) for one in key.texts]


def tree(analysis: Analysis, became: Counter[str]) -> str:
    """The flat key of an item on one line; empty if only the whole item has a bracket.

    The bracket around the whole item has no name, so it is not counted.
    """
    found = brackets(analysis, became)
    if not found:
        return ""
    closed: Counter[int] = Counter()
    pieces = [shapes.word(token) for token in analysis.tokens]
    for span, name in sorted(found.items(), key=lambda one: one[0][1] - one[0][0]):
        start, end = _with_mark(analysis.tokens, *analysis.tokens_of(span))
        pieces[start] = f"({name} {pieces[start]}"
        closed[end - 1] += 1
    return f"( {' '.join(piece + ')' * closed[i] for i, piece in enumerate(pieces))})"


def _with_mark(tokens: Sequence[str], start: int, end: int) -> Span:
    """A phrase, with the mark after it if the first mark of the pair is inside the phrase.

    Rows ignore punctuation; *The firm, which succeeds,* has two commas or none.

    >>> _with_mark("The firm , which succeeds , comes".split(), 0, 5)
    (0, 6)
    >>> _with_mark("The firm , which succeeds , comes".split(), 0, 2)
    (0, 2)
    """
    inside, after = tokens[start:end], tokens[end : end + 1]
    for opening, closing in _PAIRS:
        if list(after) == [closing] and sum(one in (opening, closing) for one in inside) % 2:
            return start, end + 1
    return start, end


def brackets(analysis: Analysis, became: Counter[str]) -> dict[Span, str]:
    """The brackets by their words: those of rows, and those of nouns with what modifies them.

    Rows that cross each other are not used. A phrase that only the domain of a functor names has
    a bracket if the functor is a noun phrase and no row crosses it.
    """
    labels = categories()["phrases"]
    rows = [row for row in analysis.rows if _phrasal(analysis, row, labels, became)]
    spans = {row.span for row in rows}
    found: dict[Span, str] = {}
    for row in rows:
        if any(_cross(row.span, other) for other in spans):
            became[CROSSES] += 1
        elif row.span in found:
            became[SAME_WORDS] += 1
        else:
            found[row.span] = labels[row.kind]
            became[BRACKET] += 1
    whole = (0, len(analysis.places))
    for row in analysis.rows:
        if row.function == "func" and row.kind == "NP" and row.domain and row.domain != whole:
            inside = analysis.inside(row.domain) and _within(row.span, row.domain)
            if inside and row.end - row.start < row.domain[1] - row.domain[0]:
                crossed = any(_cross(row.domain, other) for other in spans)
                found |= {} if crossed else {row.domain: found.get(row.domain, "NP")}
    return found


def _phrasal(analysis: Analysis, row: Row, labels: Mapping[str, str], became: Counter[str]) -> bool:
    """Whether a row can be a bracket."""
    if row.end - row.start == 1:
        why = ONE_WORD
    elif row.span == (0, len(analysis.places)):
        why = WHOLE
    elif row.kind not in labels:
        why = NO_PHRASE
    else:
        return True
    became[why] += 1
    return False


def conllu(key: str, analysis: Analysis, became: Counter[str]) -> str:
    """The functions of an item as dependencies; empty if it has none."""
    heads = dependencies(analysis, became)
    if not heads:
        return ""
    lines = [f"# sent_id = {key}", f"# text = {' '.join(analysis.tokens)}"]
    words = {place: word for word, place in enumerate(analysis.places)}
    for i, token in enumerate(analysis.tokens):
        head, label = heads.get(words.get(i, -1), (-1, "_"))
        place = analysis.places[head] + 1 if head >= 0 else "_"
        lines.append(f"{i + 1}\t{token}\t_\t_\t_\t_\t{place}\t{label}\t_\t_")
    return "\n".join(lines) + "\n"


def dependencies(analysis: Analysis, became: Counter[str]) -> dict[int, tuple[int, str]]:
    """The head and the function of each word that heads a row with a function."""
    found: dict[int, tuple[int, str]] = {}
    for row in analysis.rows:
        head, dependent, why = _dependency(analysis, row)
        if not why and (
            found.get(dependent, (head,))[0] != head or dependent in _above(head, found)
        ):
            why = SECOND
        if not why:
            found.setdefault(dependent, (head, _plain(row.function)))
        became[why or DEPENDENCY] += 1
    return found


def _above(word: int, heads: Mapping[int, tuple[int, str]]) -> set[int]:
    """The word, its head, the head of its head, and so on; there are no cycles."""
    found = {word}
    while word in heads:
        word = heads[word][0]
        found.add(word)
    return found


def _plain(function: str) -> str:
    """A function without its preposition: p-obj(to) is p-obj."""
    return function.partition("(")[0]


def _dependency(analysis: Analysis, row: Row) -> tuple[int, int, str]:
    """Head and dependent of a row, or why it has none."""
    domain = row.domain
    if row.function == "func":
        return -1, -1, HEADS
    if row.function in ("", "?"):
        return -1, -1, UNKNOWN if row.function else NO_FUNCTION
    if domain is None:
        return -1, -1, NO_DOMAIN
    if not analysis.inside(domain):
        return -1, -1, OVERLAPS
    head, dependent = head_of(analysis, domain), head_of(analysis, row.span, dependent=True)
    if min(head, dependent) < 0:
        return -1, -1, NO_HEAD
    if row.start <= head < row.end:
        return -1, -1, OVERLAPS
    free = row.function in _OF_NOUNS or row.function.startswith("mod")
    return head, dependent, "" if free or _takes_arguments(analysis, head) else NOT_VERBAL


def _takes_arguments(analysis: Analysis, word: int) -> bool:
    """Whether the smallest row around a word is a verb, a preposition or a clause."""
    around = [row for row in analysis.rows if row.start <= word < row.end]
    return bool(around) and min(around, key=_length).kind in _WITH_ARGUMENTS


def head_of(analysis: Analysis, span: Span, *, dependent: bool = False) -> int:
    """The word that heads a phrase, or -1.

    It is the functor whose domain is the phrase; in a clause, the word that its subject depends on; in
    a noun phrase of two words, otherwise, the second. A verb or preposition phrase depends on another
    phrase through its first word.
    """
    if span[1] - span[0] == 1:
        return span[0]
    functors = {
        row.span for row in analysis.rows
        if row.function == "func" and row.domain == span and row.span != span and _within(row.span, span)
    }  # fmt: skip
    if functors:
        return head_of(analysis, functors.pop(), dependent=dependent) if len(functors) == 1 else -1
    kinds = {row.kind for row in analysis.rows if row.span == span}
    if kinds == {"C"}:
        return _predicate(analysis, span)
    side = {categories()["heads"].get(kind, "") for kind in kinds}
    if side == {"last"} and span[1] - span[0] == 2:  # the firm, but not: either of them
        return span[1] - 1
    return span[0] if side == {"first"} and dependent else -1


def _predicate(analysis: Analysis, span: Span) -> int:
    """The only word of a clause that a subject in it depends on, or -1."""
    found = {
        row.domain[0] for row in analysis.rows
        if row.function == "subj" and row.domain and row.domain[1] - row.domain[0] == 1
        and _within(row.span, span) and _within(row.domain, span)
    }  # fmt: skip
    return found.pop() if len(found) == 1 else -1


def _length(row: Row) -> int:
    return row.end - row.start


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _cross(one: Span, other: Span) -> bool:
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]
