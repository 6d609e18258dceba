"""Relations from trees and dependencies, sentence by sentence, checked by hand."""

import re
import sys
import warnings
from collections.abc import Iterator
from importlib.resources import files

import pytest

import karat
from karat.formats import brackets
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.gr import listed
from karat.views import parse
from karat.views.gr import gr, lemmas
from karat.views.nulls import without_nulls

DATA = files("karat.data").joinpath("gr")


def relations(bank: Bank, sentence: int = 0) -> set[str]:
    """The relations of a sentence as text."""
    return {str(one) for one in listed(gr(bank), sentence)}


def of_tree(text: str) -> set[str]:
    """The relations of a tree."""
    return relations(karat.read_text(text))


def of_rows(*rows: str) -> set[str]:
    """The relations of words given as form, lemma, upos, tag, feats, head, relation[, deps]."""
    words = []
    for number, row in enumerate(rows, 1):
        cells = row.split()
        words.append("\t".join([str(number), *cells, *(["_"] * (9 - len(cells)))]))
    return relations(karat.read_text("\n".join(words) + "\n\n"))


@pytest.mark.parametrize("file", ["figure1.mrg", "figure1.conllu"])
def test_figure_1(file: str) -> None:
    """All twelve relations of the mended figure come from the tree and from UD; ten were asked for."""
    gold = {str(one) for one in listed(karat.read(str(DATA.joinpath("figure1-mended.gr"))), 0)}
    assert len(gold) == 12
    assert relations(karat.read(str(DATA.joinpath(file)))) == gold


def test_figure_1_without_the_enhanced_graph() -> None:
    """The tree of UD is enough: the conjunct and the understood subject are worked out."""
    bank = karat.read(str(DATA.joinpath("figure1.conllu")))
    gold = {str(one) for one in listed(karat.read(str(DATA.joinpath("figure1-mended.gr"))), 0)}
    assert {str(one) for one in listed(gr(bank, enhanced=False), 0)} == gold


def test_figure_1_without_traces_and_function_tags() -> None:
    """A parser's tree: the by-phrase, the predicate and the controller are told by words."""
    text = (
        "(S (SBAR (WHADVP (WRB When)) (S (NP (DT the) (NN proprietor)) (VP (VBZ dies)))) (, ,) "
        "(NP (DT the) (NN establishment)) (VP (MD should) (VP (VB become) (NP (DT a) (NN corporation)) "
        "(SBAR (IN until) (S (S (NP (PRP it)) (VP (VBZ is) (CC either) (VP (VBN acquired) "
        "(PP (IN by) (NP (DT another) (NN proprietor)))))) (CC or) (S (NP (DT the) (NN government)) "
        "(VP (VBZ decides) (S (VP (TO to) (VP (VB drop) (NP (PRP it))))))))))) (. .))"
    )
    gold = {str(one) for one in listed(karat.read(str(DATA.joinpath("figure1-mended.gr"))), 0)}
    assert of_tree(text) == gold


def test_control_by_the_lexicon() -> None:
    """Without traces: promise keeps its subject, persuade hands over its object."""
    tree = "(S (NP (NNP Kim)) (VP (VBD {}) (NP (NNP Lee)) (S (VP (TO to) (VP (VB leave))))))".format
    assert "ncsubj(leave, Kim, _)" in of_tree(tree("promised"))
    assert "ncsubj(leave, Lee, _)" in of_tree(tree("persuaded"))


def test_an_infinitive_of_purpose_is_a_modifier() -> None:
    """After an object, only verbs that take an infinitive have it as complement."""
    found = of_tree(
        "(S (NP (PRP We)) (VP (VBD bought) (NP (NNS eggs)) (S (VP (TO to) (VP (VB bake))))))"
    )
    assert {"xmod(to, buy, bake)", "ncsubj(bake, we, _)"} <= found


def test_a_chain_of_understood_subjects() -> None:
    """Control goes down, however deep."""
    depth = 300
    text = (
        "(S (NP (PRP She)) "
        + "(VP (VBD wanted) (S (VP (TO to) " * depth
        + "(VP (VB sleep))"
        + ")))" * depth
        + ")"
    )
    assert "ncsubj(sleep, she, _)" in of_tree(text)


def test_passive_of_a_verb_with_two_objects() -> None:
    """The subject would be the recipient; what is left is the second object."""
    found = of_tree(
        "(S (NP-SBJ-1 (NNP Mary)) (VP (VBD was) (VP (VBN given) (NP (-NONE- *-1)) (NP (DT a) (NN rose)))))"
    )
    assert found == {"ncsubj(give, Mary, iobj)", "obj2(give, rose)"}


def test_active_with_two_objects() -> None:
    """The recipient is the direct object, moved there."""
    found = of_tree("(S (NP-SBJ (PRP I)) (VP (VBD told) (NP (PRP him)) (NP (DT a) (NN story))))")
    assert found == {"ncsubj(tell, I, _)", "dobj(tell, he, iobj)", "obj2(tell, story)"}


def test_have_makes_no_passive() -> None:
    """A participle below have is active, below be passive, alone passive."""
    assert "ncsubj(eat, I, _)" in of_tree(
        "(S (NP-SBJ (PRP I)) (VP (VBP have) (VP (VP (VBN eaten)) (CC and) (VP (VBN drunk)))))"
    )
    assert of_tree("(NP (NP (NN bread)) (VP (VBN eaten)))") == {
        "xmod(_, bread, eat)", "ncsubj(eat, bread, obj)",
    }  # fmt: skip


def test_conjuncts_are_distributed() -> None:
    """Every conjunct has every relation of the coordination."""
    found = of_tree(
        "(S (NP-SBJ (NP (NNP Ann)) (CC and) (NP (NNP Bob))) (VP (VP (VBD ate)) (CC and) (VP (VBD drank))))"
    )
    assert found == {
        f"ncsubj({verb}, {who}, _)" for verb in ("eat", "drink") for who in ("Ann", "Bob")
    }


def test_adjectives_joined_before_a_noun() -> None:
    """In red and white wine the noun is the head of both."""
    found = of_tree("(NP (JJ red) (CC and) (JJ white) (NN wine))")
    assert found == {"ncmod(_, wine, red)", "ncmod(_, wine, white)"}


def test_prepositions_are_arguments_by_tag_or_lexicon() -> None:
    """CLR says so in a treebank; rely on is known; sleep on is a modifier."""
    tree = "(S (NP-SBJ (PRP I)) (VP (VBP {}) ({} (IN on) (NP (PRP it)))))".format
    assert "iobj(on, rely, it)" in of_tree(tree("rely", "PP"))
    assert "ncmod(on, sleep, it)" in of_tree(tree("sleep", "PP"))
    assert "iobj(on, sleep, it)" in of_tree(tree("sleep", "PP-CLR"))


def test_an_imperative_has_an_unexpressed_subject() -> None:
    """Pro, where the tree has a trace or nothing, and where the mood says so."""
    assert "ncsubj(stop, Pro, _)" in of_tree("(S (NP-SBJ (-NONE- *)) (VP (VB Stop)) (. !))")
    assert "ncsubj(stop, Pro, _)" in of_tree("(S (VP (VB Stop)) (. !))")
    assert "ncsubj(stop, Pro, _)" in of_rows("Stop stop VERB VB Mood=Imp|VerbForm=Fin 0 root")


def test_a_relative_clause_fills_its_gap() -> None:
    """The noun is the object of the clause's verb, with and without a trace, or of its preposition."""
    traced = (
        "(NP (NP (DT the) (NN coat)) (SBAR (WHNP-1 (WDT that)) (S (NP-SBJ (PRP she)) "
        "(VP (VBD wore) (NP (-NONE- *T*-1))))))"
    )
    wanted = {"cmod(that, coat, wear)", "ncsubj(wear, she, _)", "dobj(wear, coat, _)"}
    assert of_tree(traced) == wanted
    bare = traced.replace(" (NP (-NONE- *T*-1))", "").replace("-1", "").replace("-SBJ", "")
    assert of_tree(bare) == wanted
    stranded = bare.replace("(VBD wore)", "(VBD lived) (PP (IN in))")
    assert "ncmod(in, live, coat)" in of_tree(stranded)


def test_be_heads_its_clause_in_dependencies_too() -> None:
    """The soup is too salty: UD hangs all on salty."""
    found = of_rows(
        "The the DET DT _ 2 det", "soup soup NOUN NN _ 5 nsubj", "is be AUX VBZ _ 5 cop",
        "too too ADV RB _ 5 advmod", "salty salty ADJ JJ _ 0 root",
    )  # fmt: skip
    assert found == {"ncsubj(be, soup, _)", "xcomp(_, be, salty)", "ncmod(_, salty, too)"}


def test_a_name_is_its_last_word_or_whole() -> None:
    """Bill Clinton → Clinton; an option keeps the name."""
    bank = karat.read_text("(S (NP-SBJ (NNP Bill) (NNP Clinton)) (VP (VBD spoke)))")
    assert relations(bank) == {"ncsubj(speak, Clinton, _)"}
    assert [str(one) for one in listed(parse("gr(names=whole)")(bank), 0)] == [
        "ncsubj(speak, Bill_Clinton, _)"
    ]
    with pytest.raises(UsageError, match="last, whole"):
        gr(bank, names="first")


def test_null_elements_have_no_place() -> None:
    """Positions count the words that are written; the Bank that comes back has no others."""
    bank = karat.read_text("(S (NP-SBJ (-NONE- *)) (VP (VB Eat) (NP (NN soup))))")
    found = gr(bank, positions=True)
    assert found.words(0) == [b"Eat", b"soup"]
    assert [(one.head_at, one.dependent_at) for one in listed(found, 0)] == [(0, -1), (0, 1)]


CHUNKS = "dogs NNS B-NP\nbarked VBD B-VP\n"
ROWS = "1\tdogs\t{}\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbarked\t{}\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def no_lemmatiser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if lemminflect were not installed."""
    monkeypatch.setitem(sys.modules, "lemminflect", None)
    lemmas._library.cache_clear()
    lemmas.lemma.cache_clear()
    yield
    lemmas._library.cache_clear()
    lemmas.lemma.cache_clear()


@pytest.mark.parametrize(
    ("text", "head", "dependent"),
    [
        ("(S (NP-SBJ (NNS dogs)) (VP (VBD barked)))", "barked", "dogs"),
        (CHUNKS, "barked", "dogs"),
        (ROWS.format("_", "_"), "barked", "dogs"),
        (ROWS.format("dog", "_"), "barked", "dog"),
    ],
    ids=["tree", "chunks", "dependencies", "one lemma is missing"],
)
@pytest.mark.usefixtures("no_lemmatiser")
def test_without_a_lemmatiser_forms_are_used(text: str, head: str, dependent: str) -> None:
    """And a note says so, whatever the relations are taken from: they would agree with nothing."""
    bank = karat.read_text(text)
    with pytest.warns(UserWarning, match="lemminflect is not installed"):
        assert relations(bank) == {f"ncsubj({head}, {dependent}, _)"}


@pytest.mark.usefixtures("no_lemmatiser")
def test_lemmas_of_the_file_need_no_lemmatiser() -> None:
    """No note, if every word has one; words of another language have none that could be made."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert of_rows("dogs dog NOUN NNS _ 2 nsubj", "barked bark VERB VBD _ 0 root") == {
            "ncsubj(bark, dog, _)"
        }
        assert listed(gr(karat.read_text(ROWS.format("_", "_")), language="any"), 0)


def test_chunks_take_the_lemmas_that_a_bank_has() -> None:
    """As trees do: those of another file with the same words, for example."""
    given = karat.read_text(ROWS.format("HOUND", "_"))
    chunks = karat.read_text(CHUNKS)
    morphology = given.relabelled(chunks.labels).layers["morphology"]
    assert relations(chunks.with_layers(morphology=morphology)) == {"ncsubj(bark, HOUND, _)"}


def test_lemmas_of_the_file_are_kept() -> None:
    """A lemma in the file is never replaced."""
    found = of_rows("Dogs HOUND NOUN NNS _ 2 nsubj", "bark bark VERB VBP _ 0 root")
    assert found == {"ncsubj(bark, HOUND, _)"}
    tree = karat.read_text(
        "#FORMAT 4\n#BOS 1\nDogs\tHOUND\tNNS\t--\t--\t500\nbarked\t--\tVBD\t--\t--\t501\n"
        "#500\t--\tNP\t--\t--\t502\n#501\t--\tVP\t--\t--\t502\n#502\t--\tS\t--\t--\t0\n#EOS 1\n"
    )
    assert relations(tree) == {"ncsubj(bark, HOUND, _)"}


def test_lemmas_of_irregular_words() -> None:
    """By tag; a base form stays as it is."""
    pairs = {("wolves", "NNS"): "wolf", ("leaves", "VBZ"): "leave", ("other", "JJ"): "other",
             ("went", "VBD"): "go", ("them", "PRP"): "they", ("best", "JJS"): "good",
             ("Roman", "JJ"): "Roman", ("Sundays", "NNPS"): "Sunday"}  # fmt: skip
    assert {pair: lemmas.lemma(*pair) for pair in pairs} == pairs


def test_what_has_neither_trees_nor_dependencies_is_refused() -> None:
    """Relations cannot be made from words alone."""
    with pytest.raises(InputError, match="trees or dependencies"):
        gr(karat.read_text("dogs bark\nncsubj(bark, dog, _)"))


def test_a_sentence_that_cannot_be_read_has_no_relations() -> None:
    """A cycle of heads is a fault of its sentence alone."""
    cycle = "1\ta\ta\tNOUN\tNN\t_\t2\tflat\t_\t_\n2\tb\tb\tNOUN\tNN\t_\t1\tconj\t_\t_\n\n"
    joined = cycle.replace("flat", "conj")
    fine = "1\tgo\tgo\tVERB\tVB\tMood=Imp\t0\troot\t_\t_\n\n"
    found = gr(karat.read_text(cycle + joined + fine))
    assert [len(listed(found, i)) for i in range(3)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("file", "options", "bare", "least"),
    [
        ("trees.mrg", {}, False, 0.99),
        ("trees.mrg", {}, True, 0.975),
        ("ud.conllu", {}, False, 0.99),
        ("ud.conllu", {"enhanced": False}, False, 0.985),
    ],
)
def test_karat_200(file: str, options: dict[str, bool], bare: bool, least: float) -> None:
    """The suite's own relations, from trees with and without tags and traces, and from graphs."""
    suite = files("karat.data").joinpath("suites").joinpath("karat-200")
    bank = karat.read(str(suite.joinpath(file)))
    if bare:
        text = brackets.dumps(without_nulls(bank))
        bank = karat.read_text(re.sub(r"\(([A-Z]+)[-=][-=A-Z0-9]*(?= \()", r"(\1", text))
    gold = karat.read(str(suite.joinpath("gr.txt")))
    assert karat.score(gold, gr(bank, **options), "gr").f1 >= least
