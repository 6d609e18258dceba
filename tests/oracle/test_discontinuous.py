"""Discontinuous trees scored by evalb( and discodop( against a slow scorer over Python sets."""

from collections import Counter
from dataclasses import dataclass

from discontinuous_strategies import LABELS, Tree, graphs
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import corpora

import karat
from effort import tries
from karat.formats import discbracket

TAGS = ["N", "V", "$,"]
Bracket = tuple[str, frozenset[int]]


@dataclass(frozen=True)
class Options:
    """Parameters of a run."""

    labelled: bool = True
    delete: tuple[str, ...] = ()
    delete_words: tuple[str, ...] = ()
    root: bool = False
    disc_only: bool = False
    equal: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = [
            f"labelled={'yes' if self.labelled else 'no'}",
            f"disc_only={'yes' if self.disc_only else 'no'}",
            f"delete_root_preterms={'yes' if self.root else 'no'}",
        ]
        said += [f'delete="{"+".join(self.delete)}"'] * bool(self.delete)
        said += [f'delete_words="{"+".join(self.delete_words)}"'] * bool(self.delete_words)
        said += [f"equal_labels={'~'.join(self.equal)}"] * bool(self.equal)
        return f"discodop({','.join(said)})"


def label_of(node: int, shift: int) -> str:
    """The label of a node."""
    return LABELS[(node + shift) % len(LABELS)]


def text(tree: Tree, tags: list[str], shift: int) -> str:
    """A tree in brackets, by recursion."""
    words, above, parents = tree

    def node(number: int) -> str:
        children = [node(child) for child, parent in enumerate(parents) if parent == number]
        children += [leaf(at) for at, parent in enumerate(above) if parent == number]
        return f"({label_of(number, shift)} {' '.join(children)})"

    def leaf(at: int) -> str:
        word = words[at].replace("(", "#LRB#").replace(")", "#RRB#")
        return f"({tags[at]} {at}={word})"

    roots = [node(number) for number, parent in enumerate(parents) if parent < 0]
    roots += [leaf(at) for at, parent in enumerate(above) if parent < 0]
    return " ".join(roots)


def slow(tree: Tree, shift: int, out: set[int], options: Options) -> "Counter[Bracket]":
    """The bag of constituents that count."""
    words, above, parents = tree
    number = {at: i for i, at in enumerate(at for at in range(len(words)) if at not in out)}
    found: Counter[Bracket] = Counter()
    for node in range(len(parents)):
        inside = set()
        for at, parent in enumerate(above):
            while parent >= 0 and parent != node:
                parent = parents[parent]
            if parent == node and at not in out:
                inside.add(number[at])
        label = label_of(node, shift)
        if not inside or label in options.delete:
            continue
        if options.disc_only and max(inside) - min(inside) + 1 == len(inside):
            continue
        if label in options.equal:
            label = options.equal[0]
        found[label if options.labelled else "", frozenset(inside)] += 1
    return found


def left_out(tree: Tree, tags: list[str], shift: int, options: Options) -> set[int]:
    """The words that gold says are left out."""
    words, above, parents = tree
    roots = ("VROOT", "")
    found = set()
    for at, (word, tag, parent) in enumerate(zip(words, tags, above, strict=True)):
        root = parent < 0 or (parents[parent] < 0 and label_of(parent, shift) in roots)
        if tag in options.delete or word in options.delete_words or (options.root and root):
            found.add(at)
    return found


def crossing(gold: "Counter[Bracket]", system: "Counter[Bracket]") -> int:
    """System constituents that overlap a gold one while neither holds the other."""
    return sum(
        any(one & two and one - two and two - one for _, two in gold)
        for _, one in system.elements()
    )


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Tree, Tree, list[str], list[str], int]:
    """Two trees over the same words, with tags of their own and other labels."""
    gold = draw(graphs())
    words = gold[0]
    nodes = draw(st.integers(0, min(5, len(words))))
    parents = [draw(st.integers(-1, node - 1)) for node in range(nodes)]
    above = [draw(st.integers(-1, nodes - 1)) for _ in words]
    above[:nodes] = range(nodes)
    system = (words, list(draw(st.permutations(above))), parents)
    tags = [[draw(st.sampled_from(TAGS)) for _ in words] for _ in range(2)]
    if draw(st.booleans()):
        system = gold
    return gold, system, tags[0], tags[1], draw(st.integers(0, 1))


@settings(max_examples=tries(200))
@given(
    st.lists(pairs(), min_size=1, max_size=3),
    st.builds(
        Options,
        labelled=st.booleans(),
        delete=st.sampled_from([(), ("$,",), ("VP", "$,"), ("VROOT",)]),
        delete_words=st.sampled_from([(), (",", "(")]),
        root=st.booleans(),
        disc_only=st.booleans(),
        equal=st.sampled_from([(), ("NP", "VP")]),
    ),
)
def test_counts_of_discodop(
    sentences: list[tuple[Tree, Tree, list[str], list[str], int]], options: Options
) -> None:
    """Every count of every sentence."""
    if options.equal and "VP" in options.delete:
        options = Options(options.labelled, ("$,",), options.delete_words, options.root)
    gold_text = "".join(text(g, t, 0) + "\n" for g, _, t, _, _ in sentences)
    system_text = "".join(text(s, u, shift) + "\n" for _, s, _, u, shift in sentences)
    banks = [karat.read_text(one, format="discbracket") for one in (gold_text, system_text)]
    score = karat.score(*banks, str(options))
    assert score.tally is not None
    for row, (g, s, tags, others, shift) in zip(score.rows(), sentences, strict=True):
        out = left_out(g, tags, 0, options)
        ours, theirs = slow(g, 0, out, options), slow(s, shift, out, options)
        matched = (ours & theirs).total()
        assert row["gold"] == ours.total()
        assert row["system"] == theirs.total()
        assert row["matched"] == matched
        counts = bool(ours or theirs) or not options.disc_only
        assert row["sentences"] == counts
        assert row["exact"] == (ours == theirs and counts)
        left = [i for i in range(len(tags)) if i not in out]
        assert row["words"] == len(left)
        assert row["tags"] == sum(tags[i] == others[i] for i in left)


@settings(max_examples=tries(150))
@given(pairs())
def test_crossing_of_evalb(pair: tuple[Tree, Tree, list[str], list[str], int]) -> None:
    """evalb( over sets: constituents as disco-dop has them, and crossings of sets."""
    gold, system, tags, others, shift = pair
    banks = [
        karat.read_text(text(gold, tags, 0), format="discbracket"),
        karat.read_text(text(system, others, shift), format="discbracket"),
    ]
    counts = karat.score(*banks, 'evalb(delete="$,",failed=abort)').counts
    options = Options(delete=("$,",))
    out = left_out(gold, tags, 0, options)
    ours, theirs = slow(gold, 0, out, options), slow(system, shift, out, options)
    assert counts["matched"] == (ours & theirs).total()
    assert (counts["gold"], counts["system"]) == (ours.total(), theirs.total())
    assert counts["crossing"] == crossing(ours, theirs)


PLAIN = [("", "S"), ("-LRB-", "X"), ("NP-SBJ", "NP"), ("PP=1", "PP")]


@settings(max_examples=tries(100))
@given(corpora())
def test_trees_without_gaps_score_as_in_brackets(sentences: list[tuple[str, str]]) -> None:
    """With plain parameters, in discbracket or in brackets: the same counts."""
    sides = []
    for side in (0, 1):
        lines = []
        for pair in sentences:
            line = pair[side]
            for odd, plain in PLAIN:
                line = line.replace(f"({odd} ", f"({plain} ")
            lines.append(line)
        sides.append(karat.read_text("\n".join(lines), format="brackets", layout="lines"))
    try:
        texts = [discbracket.dumps(bank) for bank in sides]
    except karat.InputError:
        return  # a word that looks like a bracket
    others = [karat.read_text(one, format="discbracket", layout="lines") for one in texts]
    expected = karat.score(*sides, "evalb").counts
    assert karat.score(*others, "evalb").counts == expected
    assert karat.score(sides[0], others[1], "evalb").counts == expected
