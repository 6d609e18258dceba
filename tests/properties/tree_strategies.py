"""Random trees for Hypothesis, as text.

Making examples takes most of the time of many tests: strategies are made once, and few numbers are drawn.
"""

from functools import cache
from itertools import combinations

from hypothesis import strategies as st

LABELS = ["S", "NP", "VP", "NP-SBJ", "PP=1", "", "X", "-LRB-", "TOP", "LONGLABEL-1", "LONGLABEL-2"]
TAGS = ["N", "V", "DT", ",", ".", "-NONE-", "N-X", ""]
# Everything a word can be made of: no brackets, no ASCII white space, no lone surrogates.
LETTERS = st.characters(codec="utf-8", exclude_characters=" \t\n\v\f\r()")
WORDS = st.one_of(st.sampled_from(["the", "dog", "'", ",", "*T*-1"]), st.text(LETTERS, min_size=1))

LABEL, TAG, ONE_IN_TEN = st.sampled_from(LABELS), st.sampled_from(TAGS), st.integers(0, 9)
ONE_IN_TWO, ONE_IN_THREE = st.booleans(), st.sampled_from([False, False, True])
FLAWS = st.sampled_from(["", "", "", "missing", "broken", "other", "gold"])

Leaf = tuple[str, str]


def leaf(tagged: Leaf) -> str:
    """A word with its tag."""
    return f"({tagged[0]} {tagged[1]})"


@cache
def leaves(most: int = 8) -> st.SearchStrategy[list[Leaf]]:
    """The words of a sentence, at least one; one has a tag that is not that of punctuation."""
    words = st.lists(st.tuples(TAG, WORDS), min_size=1, max_size=most)
    return words.filter(lambda found: bool(dict(found).keys() - {"", ",", "."}))


@cache
def cuts(size: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Where so many words are cut, at most three times."""
    gaps = range(1, size)
    if size > 20:
        return st.sets(st.sampled_from(gaps), max_size=3).map(lambda some: tuple(sorted(some)))
    return st.sampled_from([some for count in range(4) for some in combinations(gaps, count)])


@st.composite
def trees(draw: st.DrawFn, words: list[Leaf], depth: int = 4) -> str:
    """A tree over these words; seldom with a bracket over none."""
    return _tree(draw, words, depth)


def _tree(draw: st.DrawFn, words: list[Leaf], depth: int) -> str:
    label = draw(LABEL)
    if not depth or len(words) == 1:
        children = [leaf(word) for word in words]
        if draw(ONE_IN_TEN) == 9:
            children.append("(E)")
        return f"({label} {' '.join(children)})"
    places = draw(cuts(len(words)))
    children = []
    for start, end in zip([0, *places], [*places, len(words)], strict=True):
        part = words[start:end]
        bare = len(part) == 1 and draw(ONE_IN_TWO)
        children.append(leaf(part[0]) if bare else _tree(draw, part, depth - 1))
    return f"({label} {' '.join(children)})"


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two trees over the same words, the second with some other tags."""
    words = draw(leaves())
    gold = _tree(draw, words, 4)
    if draw(ONE_IN_TWO):
        return gold, gold
    other = [("N" if draw(ONE_IN_THREE) else tag, word) for tag, word in words]
    return gold, _tree(draw, other, 4)


def corpora(least: int = 1, most: int = 6) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Several sentences, each parsed twice."""
    return st.lists(pairs(), min_size=least, max_size=most)


@st.composite
def flawed_corpora(draw: st.DrawFn) -> list[tuple[str, str]]:
    """As corpora, but some parses are missing, broken or of another sentence."""
    found = []
    for gold, system in draw(corpora(1, 5)):
        flaw = draw(FLAWS)
        found.append(
            {
                "": (gold, system),
                "missing": (gold, ""),
                "broken": (gold, system[:-1]),
                "other": (gold, "(S (N other) (N words))"),
                "gold": (gold + ")", system),
            }[flaw]
        )
    return found


# Bytes that look like trees often enough to get deep into the reader.
PIECES = [
    b"(",
    b")",
    b"(S ",
    b"(N a)",
    b" ",
    b"\n",
    b"\n(",
    b"a",
    b"(NN b )",
    b"()",
    b"\t",
    b"\r\n",
]
SCRAPS = st.one_of(
    st.lists(st.sampled_from([*PIECES, b"\0", b"\xff", b"\xef\xbb\xbf"]), max_size=40).map(
        b"".join
    ),
    st.binary(max_size=60),
    st.text(alphabet="()\nab \t", max_size=60).map(str.encode),
)
