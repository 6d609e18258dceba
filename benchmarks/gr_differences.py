"""Relations from trees and from UD graphs of the same sentences: how they disagree, kind by kind.

Words are compared by position. A disagreement is a relation of one side that the other lacks, or a pair
of such relations with the same two words or the same dependent; ``kind`` sorts them, and
gr_differences.toml says what each kind comes from.
"""

import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from karat.model.bank import Bank
from karat.model.gr import Gr, listed
from karat.views.gr.graph import Sentence, sentences

SHOWN = 20
WHY = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


class Difference(NamedTuple):
    """A relation of UD, of the tree, or both; and where."""

    kind: str
    sentence: int
    graph: Gr | None
    tree: Gr | None


def differences(graphs: Bank, trees: Bank) -> list[Difference]:
    """Every disagreement, in sentences with the same number of words on both sides."""
    found = []
    for number, sentence in enumerate(sentences(graphs)):
        if len(graphs.tags(number)) != len(trees.tags(number)):
            continue
        ours, theirs = listed(graphs, number), listed(trees, number)
        left = [one for one in ours if place(one) not in set(map(place, theirs))]
        right = [one for one in theirs if place(one) not in set(map(place, ours))]
        for one in left:
            partner = paired(one, right)
            if partner:
                right.remove(partner)
            found.append(Difference(kind(sentence, one, partner, theirs), number, one, partner))
        found += [Difference(kind(sentence, None, one, ours), number, None, one) for one in right]
    return found


def place(one: Gr) -> tuple[str | int, ...]:
    """A relation by the places of its words; lemmas may differ."""
    return one.label, one.type, one.initial, one.head_at, one.dependent_at


def paired(one: Gr, others: list[Gr]) -> Gr | None:
    """The relation of the other side about the same two words, or the same dependent."""
    same = [other for other in others if other.dependent_at == one.dependent_at >= 0]
    return next((other for other in same if other.head_at == one.head_at), next(iter(same), None))


def kind(sentence: Sentence, graph: Gr | None, tree: Gr | None, others: list[Gr]) -> str:
    """What sort of disagreement it is."""
    if graph and tree and graph.head_at == tree.head_at:
        return same_pair(graph, tree)
    one = graph or tree
    assert one is not None
    if graph and tree:
        if family(graph) != family(tree):
            return "another head, another relation"
        return f"another head: {sort(sentence, one, tree)}"
    shared = [
        other for other in others
        if (other.label, other.type, other.initial) == (one.label, one.type, one.initial)
        and (other.dependent_at == one.dependent_at or other.head_at == one.head_at)
    ]  # fmt: skip
    if any(joined(sentence, one, other) for other in shared):
        return "only in one: a conjunct has it too"
    if one.label in ("ncsubj", "xsubj", "csubj"):
        word = sentence.tag[one.head_at]
        return "only in one: " + (
            "subject of an infinitive or participle" if word in ("VB", "VBG", "VBN") else "subject"
        )
    if one.label in ("dobj", "obj2"):
        return "only in one: object"
    if one.label in ("xcomp", "ccomp", "iobj"):
        return "only in one: predicate or complement"
    name = sort(sentence, one, None)
    return f"only in one: {name if name not in ('dates', 'other words') else 'other'}"


def family(one: Gr) -> str:
    """Relations that differ in no more than attachment."""
    return {"iobj": "mod", "arg_mod": "mod", "ncmod": "mod", "xmod": "mod", "cmod": "mod"}.get(
        one.label, one.label
    )


def same_pair(graph: Gr, tree: Gr) -> str:
    """Two relations of the same words."""
    names = {graph.label, tree.label}
    if len(names) == 1:
        return "another type" if graph.type != tree.type else "another relation: passive"
    if names in ({"xmod", "cmod"}, {"xcomp", "ccomp"}, {"xsubj", "csubj"}):
        return "another relation: clause with or without subject"
    if names & {"ncsubj", "xsubj", "csubj"} and names & {"dobj", "obj2", "xcomp", "ccomp"}:
        return "another relation: subject or object"
    modifiers = {"ncmod", "xmod", "cmod"}
    if names & modifiers and names - modifiers:
        return "another relation: complement or modifier"
    return "another relation: other"


def sort(sentence: Sentence, one: Gr, other: Gr | None) -> str:
    """What the dependent is."""
    at = one.dependent_at
    tag, words = sentence.tag[at], sentence.form
    months = [w for w in (at - 1, at, at + 1) if 0 <= w < len(words) and words[w][:3] in MONTHS]
    if one.label in ("cmod", "xmod"):
        return "clause"
    if months:
        return "dates"
    if tag == "CD" or (
        (at and words[at - 1] in "([") or (at + 1 < len(words) and words[at + 1] in ")]")
    ):
        return "citation or number in brackets"
    if one.type not in ("_", "poss", "prt"):
        return "prepositional phrase"
    if tag.startswith("RB"):
        return "adverb"
    heads = {sentence.tag[one.head_at], sentence.tag[other.head_at] if other else ""}
    if tag.startswith("NNP") or any(head.startswith("NNP") for head in heads):
        return "in and around names"
    before = at < one.head_at and (other is None or at < other.head_at)
    return "word before a noun" if before and tag[:2] in ("JJ", "NN", "VB", "PR") else "other words"


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def joined(sentence: Sentence, one: Gr, other: Gr) -> bool:
    """Whether two relations differ only in words that UD joins as conjuncts."""
    words = {one.head_at, other.head_at} if one.head_at != other.head_at else {
        one.dependent_at, other.dependent_at
    }  # fmt: skip
    return len({first(sentence, word) for word in words}) == 1


def first(sentence: Sentence, word: int) -> int:
    """The first conjunct of a word, names and copulas seen through."""
    while word >= 0 and sentence.rel[word].split(":")[0] in ("conj", "flat", "cop"):
        word = sentence.head[word]
    return word


def excerpt(words: list[str], places: list[int]) -> str:
    """A few words around those that a disagreement is about."""
    low, high = max(0, min(places) - 2), min(len(words), max(places) + 3)
    if high - low > 10:
        middle = [f"{' '.join(words[max(0, p - 2) : p + 3])}" for p in sorted(places)]
        return " … ".join(dict.fromkeys(middle))
    return " ".join(words[low:high])


def kinds(graphs: Bank, trees: Bank) -> list[str]:
    """Markdown lines about the most frequent kinds of disagreement, each with a phrase."""
    words = [
        [word.decode("utf-8", "replace") for word in graphs.words(i)] for i in range(len(graphs))
    ]
    by_kind: dict[str, list[Difference]] = defaultdict(list)
    for one in differences(graphs, trees):
        by_kind[one.kind].append(one)
    total = sum(map(len, by_kind.values()))
    lines = [
        f"{total} disagreements in all; a relation that differs on both sides counts once. The {SHOWN}",
        "most frequent kinds:",
        "",
    ]
    for name, count in Counter({name: len(some) for name, some in by_kind.items()}).most_common(
        SHOWN
    ):
        example = shortest(by_kind[name], words)
        places = [
            at for one in (example.graph, example.tree) if one
            for at in (one.head_at, one.dependent_at) if at >= 0
        ]  # fmt: skip
        lines += [
            f"**{name}** ({count}). {' '.join(WHY[name].split())}",
            "",
            f"> {excerpt(words[example.sentence], places)}",
            "",
            f"UD `{example.graph or 'nothing'}`, tree `{example.tree or 'nothing'}`",
            "",
        ]
    return lines


def shortest(found: list[Difference], words: list[list[str]]) -> Difference:
    """The example from the shortest sentence of ten words or more."""
    return min(found, key=lambda one: (len(words[one.sentence]) < 10, len(words[one.sentence])))
