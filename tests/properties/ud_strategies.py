"""Pairs of CoNLL-U files over the same raw text, cut into other sentences, tokens and words."""

from hypothesis import strategies as st

LABELS = ["nsubj", "obj", "det", "case", "punct", "obl:in", "mark", "aux", "advmod"]
FEATURES = ["_", "Number=Sing", "Number=Sing|Foo=Bar", "Tense=Past|Mood=Ind", "Mood=Ind|Tense=Past"]


@st.composite
def tokens(draw, text):
    """A text cut into tokens; some of them are several words, spelt as they like."""
    result = []
    at = 0
    while at < len(text):
        size = draw(st.integers(1, 3))
        token = text[at : at + size]
        at += size
        if draw(st.integers(0, 4)) == 0:
            result.append((token, draw(st.lists(st.sampled_from("abAB"), min_size=1, max_size=3))))
        else:
            result.append((token, None))
    return result


@st.composite
def sentence(draw, parts):
    """The lines of a sentence; its heads make a tree."""
    words = [form for token, several in parts for form in (several or [token])]
    root = draw(st.integers(0, len(words) - 1))
    order = draw(st.permutations(range(len(words))))
    order = [root, *(i for i in order if i != root)]
    heads = {root: 0}
    for rank, word in enumerate(order[1:], 1):
        heads[word] = order[draw(st.integers(0, rank - 1))] + 1
    lines = []
    number = 0
    for token, several in parts:
        if several:
            lines.append(f"{number + 1}-{number + len(several)}\t{token}" + 8 * "\t_")
        for form in several or [token]:
            label = "root" if heads[number] == 0 else draw(st.sampled_from(LABELS))
            lemma, upos = draw(st.sampled_from("_xy")), draw(st.sampled_from("NV"))
            xpos, feats = draw(st.sampled_from("_Z")), draw(st.sampled_from(FEATURES))
            row = [number + 1, form, lemma, upos, xpos, feats, heads[number], label, "_", "_"]
            lines.append("\t".join(map(str, row)))
            number += 1
    return "".join(line + "\n" for line in lines) + "\n"


@st.composite
def file(draw, text):
    """A file that spells the text."""
    parts = draw(tokens(text))
    result = ""
    while parts:
        size = draw(st.integers(1, 5))
        result += draw(sentence(parts[:size]))
        parts = parts[size:]
    return result


@st.composite
def pairs(draw):
    """Gold and system over one text; the system is often gold itself, changed a little."""
    text = draw(st.text("abAB\u00e9", min_size=1, max_size=14))
    gold = draw(file(text))
    if draw(st.booleans()):
        return gold, draw(file(text))
    old, new = draw(st.sampled_from(LABELS)), draw(st.sampled_from(LABELS))
    return gold, gold.replace(f"\t{old}\t", f"\t{new}\t")
