"""Merging two annotations: equal files stay as they are, and deciding for one gives that one."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st
from tree_strategies import corpora

import karat
from karat.analysis.adjudication import adjudicated
from karat.comparison.undecided import undecided
from karat.formats.brackets import dumps
from karat.formats.gr import dumps as written
from karat.model.bank import Bank
from karat.model.errors import KaratError
from karat.model.gr import listed

ANSWERS = st.sampled_from(["a", "b"])


def merged(format: str, first: Bank, second: Bank) -> str:  # noqa: A002  # the option's name
    """The merged file; it can be read, and is undecided exactly if it has disputes."""
    found = adjudicated(first, second, (format, format))
    text = found.text.decode("utf-8", "surrogateescape")
    bank = karat.read_text(text, format=format, layout="lines")
    assert bool(list(undecided(bank))) == bool(found.disputes)
    assert not list(bank.errors())
    return text


# Trees.


def decided_tree(line: str, answer: str) -> str:
    """A line without the brackets of the other answer, and without marks."""
    out, dropped = [], 0
    for token in re.findall(r"\([^\s()]*|\)|[^\s()]+|\s+", line):
        other = re.search(r"!\d+([ab])$", token) if token.startswith("(") else None
        if dropped:
            dropped += token.startswith("(") - (token == ")")
        elif other and other[1] != answer:
            dropped = 1
        else:
            out.append(re.sub(r"!\d+[ab]$", "", token) if token.startswith("(") else token)
    return "".join(out)


def trees(lines: list[str]) -> Bank:
    return karat.read_text(
        "".join(line + "\n" for line in lines), format="brackets", layout="lines"
    )


@st.composite
def plain_trees(draw: st.DrawFn, words: list[str]) -> str:
    """A tree with few labels, so that two of them often agree in part."""
    label = draw(st.sampled_from("AB"))
    if len(words) == 1:
        word = f"({draw(st.sampled_from('XY'))} {words[0]})"
        return f"({label} {word})" if draw(st.booleans()) else word
    cuts = sorted(draw(st.sets(st.integers(1, len(words) - 1), min_size=1, max_size=2)))
    parts = zip([0, *cuts], [*cuts, len(words)], strict=True)
    return f"({label} {' '.join(draw(plain_trees(words[a:b])) for a, b in parts)})"


WORDS = st.integers(2, 6).map(lambda n: [chr(97 + i) for i in range(n)])
PLAIN = st.lists(WORDS.flatmap(lambda w: st.tuples(plain_trees(w), plain_trees(w))), max_size=3)


@given(PLAIN, ANSWERS)
def test_deciding_for_one_gives_its_trees(pairs: list[tuple[str, str]], answer: str) -> None:
    """Whichever it is; the file of the second is not needed any more."""
    sides = [trees(list(side)) for side in zip(*pairs, strict=True)] or [trees([])] * 2
    lines = merged("brackets", *sides).splitlines()
    wanted = sides["ab".index(answer)]
    assert dumps(trees([decided_tree(line, answer) for line in lines])) == dumps(wanted)


@given(corpora(0, 4))
def test_odd_trees(pairs: list[tuple[str, str]]) -> None:
    """Null elements, empty labels, punctuation: for the first answer the first file comes back."""
    sides = [trees(list(side)) for side in zip(*pairs, strict=True)] or [trees([])] * 2
    assume(not any("!" in one for pair in pairs for one in pair))
    try:
        lines = merged("brackets", *sides).split("\n")[:-1]
    except KaratError:
        assume(False)  # other words: null elements are told by their tags
    assert dumps(trees([decided_tree(line, "a") for line in lines])) == dumps(sides[0])
    text = sides[0].text.tobytes()
    assert adjudicated(sides[0], sides[0], ("brackets", "brackets")).text == text


# Relations.

RELATIONS = st.sampled_from([
    "ncsubj(go, he, _)", "dobj(go, he, _)", "ncmod(_, go, home)", "ncmod(to, go, home)",
    "iobj(to, go, home)", "(ncmod in go May)", "xcomp(to, want, go) ; sure", "(|dobj| |a:1_X| |b|)",
])  # fmt: skip
FILES = st.lists(st.tuples(st.sets(RELATIONS), st.sets(RELATIONS)), min_size=1, max_size=4)


def relations(sentences: list[set[str]]) -> Bank:
    text = "".join(
        f"# note {at}\nSentence {at} .\n" + ("\n".join(sorted(one)) or "()") + "\n\n"
        for at, one in enumerate(sentences)
    )
    return karat.read_text(text, format="gr")


def decided_relations(text: str, answer: str) -> str:
    """A file without the lines of the other answer, and without marks."""
    other = "b" if answer == "a" else "a"
    lines = [line for line in text.split("\n") if not re.search(rf"; !\d+{other}\b", line)]
    lines = [line for line in lines if not re.match(r"; !\d+", line)]
    return "\n".join(re.sub(r" ; !\d+[ab]$", "", line) for line in lines)


@given(FILES, ANSWERS)
def test_deciding_for_one_gives_its_relations(
    sentences: list[tuple[set[str], set[str]]], answer: str
) -> None:
    """Byte by byte for the first; for the second the same relations."""
    first, second = (relations(list(side)) for side in zip(*sentences, strict=True))
    text = decided_relations(merged("gr", first, second), answer)
    if answer == "a":
        assert text == first.text.tobytes().decode()
    found = karat.read_text(text, format="gr")
    assert not list(undecided(found))
    wanted = (first, second)["ab".index(answer)]
    assert len(found) == len(wanted)
    for at in range(len(wanted)):
        assert sorted(listed(found, at)) == sorted(listed(wanted, at))
    assert adjudicated(first, first, ("gr", "gr")).text == first.text.tobytes()
    assert written(found)


# Dependencies.

ROWS = st.lists(
    st.tuples(
        st.sampled_from(["_", "x"]), st.sampled_from(["NOUN", "VERB"]), st.sampled_from(["_", "Z"]),
        st.sampled_from(["_", "A=1", "A=1|B=2"]), st.sampled_from([0, 1]),
        st.sampled_from(["root", "obj"]), st.just("_"), st.sampled_from(["_", "SpaceAfter=No"]),
    ),
    min_size=2, max_size=2,
)  # fmt: skip
TWO = st.lists(st.tuples(ROWS, ROWS), min_size=1, max_size=3)


def dependencies(sentences: list[list[tuple[object, ...]]]) -> str:
    """The second word may hang on the first; the first is a root."""
    lines = []
    for rows in sentences:
        for number, row in enumerate(rows, 1):
            head = 0 if number == 1 else row[4]
            columns = [number, "ab"[number - 1], *row[:4], head, *row[5:]]
            lines.append("\t".join(map(str, columns)))
        lines.append("")
    return "\n".join(lines) + "\n"


NAMES = ["Lemma", "Upos", "Xpos", "Feats", "Head", "Deprel", "Deps"]


def decided_words(text: str, answer: str) -> str:
    """A file whose other values are taken over for ``b``, and removed."""
    lines = []
    for line in text.split("\n"):
        columns = line.split("\t")
        for at, name in enumerate(NAMES, 2) if len(columns) == 10 else ():
            found = re.search(rf"(?:^|\|)Other-{name}=([^|]*)", columns[9])
            if found:
                columns[9] = columns[9].replace(found[0], "", 1).lstrip("|") or "_"
                if answer == "b":
                    columns[at] = found[1].replace("\\p", "|")
        lines.append("\t".join(columns))
    return "\n".join(lines)


@given(TWO, ANSWERS)
def test_deciding_for_one_gives_its_dependencies(
    sentences: list[tuple[list[tuple[object, ...]], list[tuple[object, ...]]]], answer: str
) -> None:
    """Byte by byte, but for the last column, of which the first annotator's is kept."""
    texts = [dependencies(list(side)) for side in zip(*sentences, strict=True)]
    first, second = (karat.read_text(text, format="conllu") for text in texts)
    text = merged("conllu", first, second)
    found = decided_words(text, answer)
    if answer == "a":
        assert found == texts[0]
    else:
        rows = [[line.split("\t")[:9] for line in one.split("\n")] for one in (found, texts[1])]
        assert rows[0] == rows[1]
    assert adjudicated(first, first, ("conllu", "conllu")).text.decode() == texts[0]
