"""Random trees for Hypothesis, as text."""

from hypothesis import strategies as st

LABELS = ["S", "NP", "VP", "NP-SBJ", "PP=1", "", "X", "-LRB-", "TOP", "LONGLABEL-1", "LONGLABEL-2"]
TAGS = ["N", "V", "DT", ",", ".", "-NONE-", "N-X", ""]
# Everything a word can be made of: no brackets, no ASCII white space, no lone surrogates.
LETTERS = st.characters(codec="utf-8", exclude_characters=" \t\n\v\f\r()")
WORDS = st.one_of(st.sampled_from(["the", "dog", "'", ",", "*T*-1"]), st.text(LETTERS, min_size=1))

Leaf = tuple[str, str]


def leaf(tagged: Leaf) -> str:
    """A word with its tag."""
    return f"({tagged[0]} {tagged[1]})"


@st.composite
def leaves(draw: st.DrawFn, most: int = 8) -> list[Leaf]:
    """The words of a sentence, at least one; one has a tag that is not that of punctuation."""
    words = st.lists(st.tuples(st.sampled_from(TAGS), WORDS), min_size=1, max_size=most)
    return draw(words.filter(lambda found: bool(dict(found).keys() - {"", ",", "."})))


@st.composite
def trees(draw: st.DrawFn, words: list[Leaf], depth: int = 4) -> str:
    """A tree over these words; seldom with a bracket over none."""
    label = draw(st.sampled_from(LABELS))
    if not depth or len(words) == 1:
        children = [leaf(word) for word in words]
        if draw(st.integers(0, 9)) == 9:
            children.append("(E)")
        return f"({label} {' '.join(children)})"
    cuts = sorted(draw(st.sets(st.integers(1, len(words) - 1), max_size=3)))
    children = []
    for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True):
        part = words[start:end]
        bare = len(part) == 1 and draw(st.booleans())
        children.append(leaf(part[0]) if bare else draw(trees(part, depth - 1)))
    return f"({label} {' '.join(children)})"


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two trees over the same words, the second with some other tags."""
    words = draw(leaves())
    gold = draw(trees(words))
    if draw(st.booleans()):
        return gold, gold
    other = [(draw(st.sampled_from([tag, tag, "N"])), word) for tag, word in words]
    return gold, draw(trees(other))


def corpora(least: int = 1, most: int = 6) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Several sentences, each parsed twice."""
    return st.lists(pairs(), min_size=least, max_size=most)


@st.composite
def flawed_corpora(draw: st.DrawFn) -> list[tuple[str, str]]:
    """As corpora, but some parses are missing, broken or of another sentence."""
    found = []
    for gold, system in draw(corpora(1, 5)):
        flaw = draw(st.sampled_from(["", "", "", "missing", "broken", "other", "gold"]))
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
