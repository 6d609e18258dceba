"""Relations can be had from any tree and any graph, whatever its labels, and from each alone."""

from collections.abc import Iterable
from graphlib import TopologicalSorter
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

import karat
from karat import views
from karat.model.bank import Bank
from karat.model.gr import Gr, listed
from karat.views.gr import gr
from karat.views.nulls import nulls, without_nulls

TAGS = [
    "NN", "NNS", "NNP", "PRP", "PRP$", "DT", "CD", "JJ", "JJR", "RB", "RBR", "VB", "VBD", "VBG",
    "VBN", "VBZ", "MD", "TO", "IN", "CC", "POS", "WDT", "WP$", "WRB", "RP", "EX", "$", ",", ":",
    "UH", "FW", "HYPH", "-LRB-", "NP", "VP", "ADVP", "PP", "SBAR", "WHNP", "-NONE-",
]  # fmt: skip
PHRASES = [
    "S", "SINV", "SQ", "SBAR", "SBARQ", "NP", "VP", "PP", "ADJP", "ADVP", "QP", "PRN", "PRT",
    "WHNP", "WHPP", "WHADVP", "UCP", "FRAG", "CONJP", "NX", "X", "ROOT",
]  # fmt: skip
FUNCTIONS = [
    "", "", "", "-SBJ", "-PRD", "-TPC-1", "-LGS", "-CLR", "-TMP", "-NOM", "-CLF", "-1", "=1",
]  # fmt: skip
WORDS = [
    "be", "was", "have", "it", "there", "promise", "of", "to", "what", "easy", "May", "*T*-1",
    "*-1", "*", "&", "and", "more", "%", "Inc.", "like", "not",
]  # fmt: skip
LABELS = [
    "root", "nsubj", "nsubj:pass", "nsubj:outer", "csubj", "obj", "iobj", "ccomp", "xcomp", "obl",
    "obl:agent", "nmod", "nmod:poss", "case", "mark", "cop", "aux", "aux:pass", "conj", "cc",
    "expl", "acl", "acl:relcl", "advcl", "advmod", "flat", "fixed", "orphan", "compound",
    "compound:prt", "ref", "parataxis", "appos", "dep", "nsubj:xsubj", "obl:of",
]  # fmt: skip


@st.composite
def trees(draw: st.DrawFn, depth: int = 5) -> str:
    """A tree of the Penn Treebank's labels, put together at random.

    A constituent may be empty, and may have the tag of a word as its label.
    """
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return f"({draw(st.sampled_from(TAGS))} {draw(st.sampled_from(WORDS))})"
    labels = PHRASES if draw(st.integers(0, 7)) else TAGS
    label = draw(st.sampled_from(labels)) + draw(st.sampled_from(FUNCTIONS))
    inside = draw(st.lists(trees(depth - 1), min_size=draw(st.integers(0, 1)), max_size=4))
    return f"({label} {' '.join(inside)})"


@st.composite
def graphs(draw: st.DrawFn, labels: tuple[str, ...] = (*LABELS[1:],), bare: bool = False) -> str:
    """A sentence whose heads make a tree; its enhanced graph is anything, cycles included, or none."""
    size = draw(st.integers(1, 7))
    order = draw(st.permutations(range(size)))
    rows: list[str] = [""] * size
    for rank, word in enumerate(order):
        head = order[draw(st.integers(0, rank - 1))] + 1 if rank else 0
        label = draw(st.sampled_from(labels)) if rank else "root"
        deps = "_"
        if not bare and draw(st.booleans()):
            more = st.tuples(st.integers(0, size), st.sampled_from(LABELS))
            found = draw(st.lists(more, min_size=1, max_size=3))
            deps = "|".join(f"{one}:{name}" for one, name in found)
        upos = draw(st.sampled_from(["VERB", "NOUN", "ADP", "ADJ", "AUX", "PRON", "PROPN", "NUM"]))
        upos = "AUX" if bare and label.startswith(("cop", "aux")) else upos
        cells = [word + 1, draw(st.sampled_from(WORDS)), draw(st.sampled_from(["_", "be", "it"]))]
        tag = "_" if bare else draw(st.sampled_from(["_", *TAGS[:-1]]))
        feats = draw(st.sampled_from(["_", "Mood=Imp", "PronType=Rel"]))
        rows[word] = "\t".join(map(str, [*cells, upos, tag, feats, head, label, deps, "_"]))
    return "".join(f"{row}\n" for row in rows) + "\n"


def sound(bank: Bank) -> None:
    """Every head is a word of the sentence, every dependent one or Pro, none its own."""
    found = gr(bank, positions=True, strict=False)
    for sentence in range(len(found)):
        words = len(found.words(sentence))
        for one in listed(found, sentence):
            assert 0 <= one.head_at < words
            assert -1 <= one.dependent_at < words
            assert (one.dependent_at < 0) == (one.dependent == "Pro")
            assert one.head_at != one.dependent_at


@given(trees())
@example("(NX (JJR be) (S (ADVP because) (SQ (EX yesterday) (NN dog))))")
@example("(S (SINV (NN dog)) (PP to))")
def test_any_tree_has_sound_relations(text: str) -> None:
    """Whatever stands in whatever; a word may have the label of a phrase as its tag."""
    sound(karat.read_text(f"(ROOT {text})", format="brackets"))


@given(trees())
def test_any_tree_has_dependencies_and_chunks(text: str) -> None:
    """Every word has a head or is a root, and is in one chunk at most."""
    bank = karat.read_text(f"(ROOT {text})", format="brackets")
    words = int((~nulls(bank)).sum())
    assert len(views.parse("deps")(bank).layer("edges")["head"]) == words
    found = views.parse("chunks")(bank).layer("chunks")
    ends = [(start, end) for start, end in found.each(0, "start", "end")]
    assert all(start < end for start, end in ends)
    assert all(one[1] <= two[0] for one, two in pairwise(ends))


@given(graphs(), st.booleans())
def test_any_graph_has_sound_relations(text: str, enhanced: bool) -> None:
    """With its own enhanced graph or the one that is made."""
    bank = karat.read_text(text, format="conllu")
    sound(bank)
    assert len(gr(bank, enhanced=enhanced)) == 1


@given(st.lists(trees(4), min_size=2, max_size=4))
def test_a_sentence_does_not_change_its_neighbours(texts: list[str]) -> None:
    """Alone, first or last, a tree has the same relations."""
    trees_ = [f"(ROOT {text})" for text in texts]
    together = gr(karat.read_text("\n".join(trees_), format="brackets"), strict=False)
    alone = [
        listed(gr(karat.read_text(text, format="brackets"), strict=False), 0) for text in trees_
    ]
    assert [listed(together, i) for i in range(len(texts))] == alone


# Labels of the tree whose relation is between the same two words. A name is represented by another of
# its words; a relative clause and a participle have their noun in them; so these may make circles.
PLAIN = tuple(
    label
    for label in LABELS[1:]
    if label not in ("flat", "fixed", "acl", "acl:relcl", "ref", "nsubj:xsubj", "obl:of")
)
OBJECTS = ("dobj", "obj2", "iobj")  # an agent may be that of a noun: the attack by rebels


def circle(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether one can come back to a word by going from heads to dependents."""
    left = set(pairs)
    while left:
        heads = {head for head, _ in left}
        kept = {pair for pair in left if pair[1] in heads}
        if kept == left:
            return True
        left = kept
    return False


@given(graphs(PLAIN, bare=True))
def test_no_circle_and_no_head_of_the_wrong_class(text: str) -> None:
    """Objects have verbs for heads; so have subjects, unless the clause has no verb."""
    found = gr(karat.read_text(text, format="conllu"), positions=True, language="en")
    rows = [line.split("\t") for line in text.splitlines() if line]
    upos = [row[3] for row in rows]
    relations = listed(found, 0)
    assert not circle((one.head_at, one.dependent_at) for one in relations if one.dependent_at >= 0)
    for one in relations:
        if one.label in OBJECTS:
            assert upos[one.head_at] in ("VERB", "AUX"), one
        if one.label.endswith("subj") and upos[one.head_at] not in ("VERB", "AUX"):
            # The subject of a clause without a verb (prices reasonable), or a word that is joined to it.
            subject = rows[one.dependent_at]
            while subject[7] == "conj":
                subject = rows[int(subject[6]) - 1]
            assert int(subject[6]) - 1 == one.head_at, one
            assert subject[7].startswith(("nsubj", "expl", "csubj")), one


def relations(text: str) -> tuple[list[Gr], list[bytes]]:
    """The relations of a tree, with positions, and the tags of its words."""
    bank = karat.read_text(f"(ROOT {text})", format="brackets")
    return listed(gr(bank, positions=True, strict=False), 0), without_nulls(bank).tags(0)


@given(trees())
def test_only_verbs_of_a_tree_have_subjects_and_objects(text: str) -> None:
    """Whatever the tree calls them. A verb phrase may begin with a verb that is tagged as a noun."""
    found, tags = relations(text)
    bank = without_nulls(karat.read_text(f"(ROOT {text})", format="brackets"))
    begins = {start for start, _, label in bank.spans(0) if label.startswith(b"VP")}
    for one in found:
        if one.label in ("ncsubj", "xsubj", "csubj", "dobj", "obj2", "iobj"):
            mistagged = tags[one.head_at].startswith(b"NN") and one.head_at in begins
            assert mistagged or tags[one.head_at].startswith((b"V", b"MD")), one


@given(trees())
def test_no_clause_of_a_tree_is_its_own_complement(text: str) -> None:
    """Not even if a trace is inside the phrase that it stands for."""
    below: dict[int, set[int]] = {}
    for one in relations(text)[0]:
        if one.label in ("xcomp", "ccomp"):
            below.setdefault(one.head_at, set()).add(one.dependent_at)
    TopologicalSorter(below).prepare()
