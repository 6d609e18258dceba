"""The causes of wrong dependencies, each with a sentence small enough to check by eye."""

import pytest

from error_rows import Analysed, graph
from karat.analysis.errors import dependencies
from karat.analysis.errors.frame import NOT_COMPARED


def analysed(gold: str, system: str, scheme: str = "deps") -> Analysed:
    return Analysed(dependencies, gold, system, scheme)


def test_a_graph_against_itself_has_no_errors() -> None:
    """Nothing is wrong, so nothing is explained."""
    gold = graph("Dogs:2:nsubj bark:0:root")
    assert analysed(gold, gold).found == []


SAW = "I:2:nsubj saw:0:root a:4:det man:2:obj with:7:case a:7:det telescope:{}"


@pytest.mark.parametrize(
    ("gold", "system", "cause", "detail"),
    [
        (SAW.format("2:obl"), SAW.format("4:nmod"), "PP attachment", "obl: saw > man, 5 > 3"),
        (SAW.format("4:nmod"), SAW.format("2:obl"), "PP attachment", "nmod: man > saw, 3 > 5"),
        (SAW.format("2:obl"), SAW.format("2:nmod"), "label", "obl > nmod"),
        # Without a case marker a nominal is an argument: they left one day.
        ("They:2:nsubj said:0:root we:4:nsubj left:2:ccomp Monday:4:obl",
         "They:2:nsubj said:0:root we:4:nsubj left:2:ccomp Monday:2:obl",
         "argument attachment", "obl: left > said, 1 > 3"),
        ("men:2:nsubj see:0:root dogs:2:obj running:3:acl",
         "men:2:nsubj see:0:root dogs:2:obj running:2:advcl",
         "clause attachment", "acl: dogs > see, 1 > 2"),
        ("He:2:nsubj said:0:root she:4:nsubj left:2:ccomp quickly:4:advmod",
         "He:2:nsubj said:0:root she:4:nsubj left:2:ccomp quickly:2:advmod",
         "modifier attachment", "advmod: left > said, 1 > 3"),
        ("a:4:det stone:3:compound bridge:4:compound builder:0:root",
         "a:4:det stone:4:compound bridge:4:compound builder:0:root",
         "name or compound", "compound: bridge > builder, 1 > 2"),
        ("the:3:det old:3:amod dog:4:nsubj barks:0:root",
         "the:4:det old:3:amod dog:4:nsubj barks:0:root",
         "function word", "det: dog > barks, 2 > 3"),
        ("look:0:root up:1:compound:prt words:1:obj",
         "look:0:root up:3:compound:prt words:1:obj",
         "function word", "compound:prt: look > words, 1 > 1"),
        ("Stop:0:root ,:3:punct please:1:discourse !:1:punct",
         "Stop:0:root ,:1:punct please:1:discourse !:1:punct",
         "punctuation", "punct: please > Stop, 1 > 1"),
        ("well:2:reparandum good:3:amod news:0:root",
         "well:3:reparandum good:3:amod news:0:root",
         "other", "reparandum: good > news, 1 > 2"),
    ],
)  # fmt: skip
def test_one_wrong_word(gold: str, system: str, cause: str, detail: str) -> None:
    """One wrong head or label is one error, with both rows; gold's label decides the cause."""
    (error,) = analysed(graph(gold), graph(system)).found
    assert (error.cause, error.detail) == (cause, detail)
    assert (len(error.missed), len(error.spurious)) == (1, 1)


def test_labels_that_are_confused() -> None:
    """Gold's label and the system's go into the table of confusions; subtypes only if they count."""
    gold, system = graph("Dogs:2:nsubj:pass bark:0:root"), graph("Dogs:2:obj bark:0:root")
    assert analysed(gold, system).found[0].confused == ("nsubj:pass", "obj")
    assert analysed(gold, system, "deps(subtypes=no)").found[0].confused == ("nsubj", "obj")
    assert analysed(gold, system, "conll18").found[0].confused == ("nsubj", "obj")
    assert analysed(gold, system, "deps(labelled=no)").found == []


def test_a_turned_root_is_one_error() -> None:
    """The copula as the root: old and new root, and the words that only went along, are one error."""
    gold = graph("She:4:nsubj is:4:cop a:4:det doctor:0:root .:4:punct")
    system = graph("She:2:nsubj is:0:root a:4:det doctor:2:obj .:2:punct")
    found = analysed(gold, system)
    assert found.told() == [("root", 8)]
    assert found.found[0].detail == "doctor > is"
    assert found.words(0) == {"She", "is", "doctor", "."}


def test_what_does_more_than_follow_is_an_error_of_its_own() -> None:
    """The subject is attached to the new head, but with a wrong label: turning the root does not mend it."""
    gold = graph("She:4:nsubj is:4:cop a:4:det doctor:0:root .:4:punct")
    system = graph("She:2:obj is:0:root a:4:det doctor:2:obj .:2:punct")
    assert sorted(analysed(gold, system).told()) == [("argument attachment", 2), ("root", 6)]


def test_an_auxiliary_turned_round() -> None:
    """Below the root the auxiliary decides the cause; the mark and the subject follow."""
    gold = graph("I:2:nsubj know:0:root that:6:mark he:6:nsubj has:6:aux left:2:ccomp")
    system = graph("I:2:nsubj know:0:root that:5:mark he:5:nsubj has:2:ccomp left:5:xcomp")
    found = analysed(gold, system)
    assert found.told() == [("function word", 8)]
    assert found.words(0) == {"that", "he", "has", "left"}


def test_a_function_word_goes_with_its_content_word() -> None:
    """The clause hangs from the wrong word, by its copula: one error, and the clause decides the cause."""
    gold = graph("I:2:nsubj told:0:root men:2:obj it:6:nsubj was:6:cop red:2:ccomp")
    system = graph("I:2:nsubj told:0:root men:2:obj it:5:nsubj was:3:acl red:5:xcomp")
    found = analysed(gold, system)
    assert found.told() == [("clause attachment", 6)]
    assert found.found[0].detail == "ccomp: told > was, 4 > 1"


def test_a_name_turned_round() -> None:
    """The wrong head of a name: its determiner and preposition follow."""
    gold = graph("talk:0:root to:4:case Ann:4:compound Smith:1:obl")
    system = graph("talk:0:root to:3:case Ann:1:obl Smith:3:flat")
    assert analysed(gold, system).told() == [("name or compound", 6)]


def test_coordination() -> None:
    """The conjunct is attached elsewhere; its conjunction is right, so it is no part of the error."""
    gold = graph("I:2:nsubj see:0:root cats:2:obj and:5:cc hear:2:conj dogs:5:obj")
    system = graph("I:2:nsubj see:0:root cats:2:obj and:5:cc hear:3:conj dogs:5:obj")
    assert analysed(gold, system).told() == [("coordination", 2)]


def test_what_went_with_a_conjunct() -> None:
    """Another word is the conjunct: conjunction and comma go with it, in one error."""
    gold = graph("cats:0:root ,:5:punct and:5:cc big:5:amod dogs:1:conj")
    system = graph("cats:0:root ,:4:punct and:4:cc big:1:conj dogs:4:obj")
    found = analysed(gold, system)
    assert found.told() == [("coordination", 8)]
    assert found.found[0].detail == "conj: cats > big, 4 > 1"


def test_a_conjunction_without_a_conjunct_is_a_function_word() -> None:
    """The word "but" at the beginning of a sentence joins nothing in it."""
    gold = graph("But:4:cc we:4:nsubj never:4:advmod left:0:root")
    system = graph("But:2:cc we:4:nsubj never:4:advmod left:0:root")
    assert analysed(gold, system).told() == [("function word", 2)]


def test_two_attachments_are_two_errors() -> None:
    """Errors that have nothing to do with each other stay apart."""
    gold = graph("the:2:det man:3:nsubj saw:0:root old:5:amod dogs:3:obj today:3:advmod")
    system = graph("the:3:det man:3:nsubj saw:0:root old:5:amod dogs:3:obj today:5:advmod")
    assert analysed(gold, system).told() == [("function word", 2), ("modifier attachment", 2)]


@pytest.mark.parametrize("scheme", ["deps", "conll18"])
def test_words_that_are_cut_otherwise(scheme: str) -> None:
    """The words of both sides that the other lacks, and what depends on them, are one error."""
    gold = graph("do:3:aux n't:3:advmod go:0:root away:3:advmod")
    system = graph("don't:2:aux go:0:root away:2:advmod")
    found = analysed(gold, system, scheme)
    assert found.told() == [("segmentation", 3)]
    assert found.found[0].detail == "do n't > don't"
    assert found.words(0) == {"do", "n't"}
    assert found.words(0, "spurious") == {"don't"}


@pytest.mark.parametrize("scheme", ["deps", "conll18"])
def test_the_head_is_cut_otherwise(scheme: str) -> None:
    """A word whose head the system lacks cannot have it as its head."""
    gold = graph("the:2:det cat:4:nsubj 's:2:case gone:0:root")
    system = graph("the:2:det cat's:3:nsubj gone:0:root")
    found = analysed(gold, system, scheme)
    assert [one.cause for one in found.found] == ["segmentation"]
    assert found.words(0) == {"the", "cat", "'s"}


@pytest.mark.parametrize("scheme", ["deps", "conll18"])
def test_a_divided_sentence(scheme: str) -> None:
    """The system begins a new sentence: what it has as a second root is an error of segmentation."""
    gold = graph("Thanks:0:root ,:3:punct call:1:parataxis me:3:obj", "Bye:0:root")
    system = graph("Thanks:0:root ,:1:punct", "call:0:root me:1:obj", "Bye:0:root")
    found = analysed(gold, system, scheme)
    assert found.told() == [("segmentation", 4)]
    assert found.found[0].detail == "sentence divided"
    assert found.words(0) == {",", "call"}


@pytest.mark.parametrize("scheme", ["deps", "conll18"])
def test_merged_sentences(scheme: str) -> None:
    """The root of gold's second sentence depends on a word of the first one in the system's parse."""
    gold = graph("Thanks:0:root", "call:0:root me:1:obj", "Bye:0:root")
    system = graph("Thanks:0:root call:1:parataxis me:2:obj", "Bye:0:root")
    found = analysed(gold, system, scheme)
    assert found.told() == [("segmentation", 2)]
    assert (found.found[0].detail, found.found[0].sentence) == ("sentences merged", 1)


def test_several_roots_of_a_sentence_that_is_not_divided() -> None:
    """A fragment of a parse is an error of the root, not of segmentation."""
    gold = graph("Thanks:0:root call:1:parataxis me:2:obj")
    system = graph("Thanks:0:root call:0:root me:2:obj")
    assert analysed(gold, system).told() == [("root", 2)]


def test_a_word_without_a_head_is_missed_only() -> None:
    """A partial parse: gold's label decides the cause."""
    gold = graph("old:2:amod dogs:3:nsubj bark:0:root")
    (error,) = analysed(gold, graph("old:_:_ dogs:3:nsubj bark:0:root")).found
    assert (error.cause, error.detail) == ("modifier attachment", "amod: dogs > none, 1 > none")
    assert (len(error.missed), len(error.spurious)) == (1, 0)


def test_a_sentence_without_a_parse_is_stated_apart() -> None:
    """Its words are one error, with a cause of its own."""
    gold = graph("Dogs:2:nsubj bark:0:root", "Cats:2:nsubj sleep:0:root")
    found = analysed(gold, graph("Dogs:2:nsubj bark:0:root"))
    assert found.told() == [(NOT_COMPARED, 2)]
    assert found.figures()["las"] == 0.5
    assert found.figures(NOT_COMPARED)["las"] == 1


def test_the_score_if_causes_are_mended() -> None:
    """Of ten words two have a wrong head, and one a wrong label: computed by hand."""
    gold = graph(
        "the:2:det man:3:nsubj saw:0:root old:5:amod dogs:3:obj today:3:advmod",
        "she:2:nsubj eats:0:root red:4:amod fish:2:obj",
    )
    system = graph(
        "the:3:det man:3:nsubj saw:0:root old:5:amod dogs:3:obj today:5:advmod",
        "she:2:nsubj eats:0:root red:4:compound fish:2:obj",
    )
    found = analysed(gold, system)
    assert (found.figures()["uas"], found.figures()["las"]) == (0.8, 0.7)
    assert found.figures()["label"] == 0.9
    mended = found.figures("label")
    assert (mended["uas"], mended["las"], mended["label"], mended["exact"]) == (0.8, 0.8, 1, 0.5)
    mended = found.figures("function word")
    assert (mended["uas"], mended["las"], mended["label"], mended["exact"]) == (0.9, 0.8, 0.9, 0)
    assert set(found.figures("*").values()) == {1.0}


def test_mended_segmentation_changes_precision() -> None:
    """The system's four words become gold's four: three are right, then all."""
    gold = graph("cannot:2:aux go:0:root far:2:advmod away:3:advmod")
    system = graph("can:3:aux not:3:advmod go:0:root faraway:3:advmod")
    found = analysed(gold, system, "conll18")
    assert (found.figures()["LAS_precision"], found.figures()["LAS_recall"]) == (0.25, 0.25)
    mended = found.figures("segmentation")
    assert (mended["LAS"], mended["UAS"], mended["CLAS"]) == (1, 1, 1)


def test_figures_that_heads_decide() -> None:
    """Tags and lemmas are not mended, so figures that depend on them are not offered."""
    follows = dependencies.follows(analysed(graph("a:0:root"), graph("a:0:root"), "conll18").scheme)
    assert "LAS_correct" in follows
    assert not follows & {"MLAS_correct", "Words_correct", "UPOS_correct"}


def test_labels_of_words_that_the_system_lacks_are_not_right() -> None:
    """A word that the system cut otherwise has no label; it used to count as if it had gold's."""
    gold = graph("do:3:aux n't:3:advmod go:0:root away:3:advmod")
    system = graph("don't:2:aux go:0:root away:2:advmod")
    assert analysed(gold, system).figures()["label"] == 0.5


def test_what_errors_are_grouped_by() -> None:
    """Label, distance to gold's head, and depth in gold's tree."""
    (error,) = analysed(graph(SAW.format("4:nmod")), graph(SAW.format("2:obl"))).found
    assert error.keys == {"label": "nmod", "distance": "3-6", "depth": "2"}


def test_labels_of_stanford() -> None:
    """The list of labels has those of Stanford's dependencies, too."""
    gold = graph("I:2:nsubj saw:0:root men:2:dobj with:2:prep dogs:4:pobj")
    system = graph("I:2:nsubj saw:0:root men:2:dobj with:3:prep dogs:4:pobj")
    assert analysed(gold, system).told() == [("PP attachment", 2)]
