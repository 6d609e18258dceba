"""Relations of other languages than English: whose lists are used, pro-drop, French."""

from typing import Any

import pytest

import karat
from karat.files.resources import data, ours
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.gr import listed
from karat.views.gr import gr, notes
from karat.views.gr.language import told
from karat.views.gr.lexicon import bundled, load

FINITE = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
PAST = "Tense=Past|VerbForm=Part"


def bank(*rows: str) -> Bank:
    """Words given as form, lemma, upos, feats, head, relation."""
    words = []
    for number, row in enumerate(rows, 1):
        form, lemma, upos, feats, head, label = row.split()
        words.append("\t".join([str(number), form, lemma, upos, "_", feats, head, label, "_", "_"]))
    return karat.read_text("\n".join(words) + "\n\n")


def relations(*rows: str, **options: Any) -> set[str]:
    return {str(one) for one in listed(gr(bank(*rows), **options), 0)}


APPLE = (
    f"Ho avere AUX {FINITE} 2 aux", f"mangiato mangiare VERB {PAST} 0 root", "la il DET _ 4 det",
    "mela mela NOUN _ 2 obj",
)  # fmt: skip


@pytest.mark.parametrize("language", ["auto", "it", "any"])
def test_pro_drop(language: str) -> None:
    """The paper's own case: ho mangiato la mela."""
    wanted = {"ncsubj(mangiare, Pro, _)", "dobj(mangiare, mela, _)"}
    assert relations(*APPLE, language=language) == wanted


def test_pro_drop_in_a_subordinate_clause() -> None:
    """Dice che dorme: both verbs have a subject that is not said. English would not do this."""
    rows = (
        f"Dice dire VERB {FINITE} 0 root",
        "quando quando SCONJ _ 3 mark",
        f"dorme dormire VERB {FINITE} 1 advcl",
    )
    assert "ncsubj(dormire, Pro, _)" in relations(*rows, language="it")
    assert "ncsubj(dormire, Pro, _)" not in relations(*rows, language="en")


def test_an_english_conjunct_shares_its_subject() -> None:
    """She came and left has no Pro; nor has a participle in a headline."""
    rows = (
        "She she PRON _ 2 nsubj",
        f"came come VERB {FINITE} 0 root",
        f"left leave VERB {FINITE} 2 conj",
    )
    assert relations(*rows) == {"ncsubj(come, she, _)", "ncsubj(leave, she, _)"}
    headline = relations(
        f"Founded found VERB {PAST} 0 root", "in in ADP _ 3 case", "1871 1871 NUM _ 1 obl"
    )
    assert headline == {"ncmod(in, found, 1871)"}


def test_an_english_main_verb_without_subject() -> None:
    """Hope it works, and see you: the one who hopes is not said."""
    found = relations(
        f"Hope hope VERB {FINITE} 0 root",
        "it it PRON _ 3 nsubj",
        f"works work VERB {FINITE} 1 ccomp",
    )
    assert found == {"ncsubj(hope, Pro, _)", "ccomp(_, hope, work)", "ncsubj(work, it, _)"}


def test_the_language_is_told_by_common_words() -> None:
    """And one that is not known is said to be so."""
    french = bank(
        "les le DET _ 2 det", "chats chat NOUN _ 3 nsubj", f"dorment dormir VERB {FINITE} 0 root"
    )
    assert told(french) == "fr"
    assert "the lists of French are used" in str(notes(french))
    assert notes(french, language="fr") == ()
    english = bank(
        "the the DET _ 2 det", "cats cat NOUN _ 3 nsubj", f"sleep sleep VERB {FINITE} 0 root"
    )
    assert (told(english), notes(english)) == ("en", ())
    finnish = bank(*(f"kissa{i} kissa NOUN _ {i} dep" for i in range(120)))
    assert told(finnish) == "any"
    assert "not of a language that karat knows" in str(notes(finnish))


def test_missing_lemmas_are_said() -> None:
    """They are made of English words only."""
    rows = "les _ DET _ 2 det", "chats _ NOUN _ 3 nsubj", f"dorment _ VERB {FINITE} 0 root"
    assert relations(*rows) == {"ncsubj(dorment, chats, _)"}
    assert "words are taken as they are written" in str(notes(bank(*rows)))
    assert "words are taken as they are written" in str(notes(bank(*rows), language="fr"))


def test_an_unknown_language_is_refused() -> None:
    """With the languages that there are."""
    with pytest.raises(UsageError, match=r"there is no language 'xx'.*en, es, fr"):
        gr(bank(*APPLE), language="xx")


def test_every_language_has_lists_that_english_has() -> None:
    """A new language copies the folder en; a list that it does not need may be missing."""
    for language in bundled():
        assert data("gr", language, "prepositions.toml").exists()
        for name in ("control.toml", "words.toml"):
            english, own = (ours("gr", one, name).toml() for one in ("en", language))
            for table in own.keys() - {"spelling"}:
                assert own[table].keys() - english[table].keys() <= {"recipient"}, (language, table)
        assert load(language).agent


# French, by label and features; the lists of French are chosen by the words le, de, par, qui.


@pytest.mark.parametrize("label", ["obl", "obl:agent"])
def test_a_french_agent(label: str) -> None:
    """Le livre a été écrit par Murphy."""
    rows = (
        "Le le DET _ 2 det", "livre livre NOUN _ 5 nsubj:pass", f"a avoir AUX {FINITE} 5 aux",
        f"été être AUX {PAST} 5 aux:pass", f"écrit écrire VERB {PAST} 0 root", "par par ADP _ 7 case",
        f"Murphy Murphy PROPN _ 5 {label}",
    )  # fmt: skip
    assert relations(*rows) == {"ncsubj(écrire, livre, obj)", "arg_mod(par, écrire, Murphy, subj)"}
    means = relations(*rows[:-1], "hasard hasard NOUN _ 5 obl")
    assert "ncmod(par, écrire, hasard)" in means


def test_a_french_copula_and_a_relative_clause() -> None:
    """Le chat qui dort est noir."""
    found = relations(
        "Le le DET _ 2 det", "chat chat NOUN _ 6 nsubj", "qui qui PRON PronType=Rel 4 nsubj",
        f"dort dormir VERB {FINITE} 2 acl:relcl", f"est être AUX {FINITE} 6 cop", "noir noir ADJ _ 0 root",
    )  # fmt: skip
    assert found == {
        "ncsubj(être, chat, _)", "xcomp(_, être, noir)", "cmod(qui, chat, dormir)",
        "ncsubj(dormir, chat, _)",
    }  # fmt: skip


def test_french_control_and_elision() -> None:
    """Il leur permet d'entrer: they enter. Il décide de partir: he leaves."""
    found = relations(
        "Il il PRON _ 3 nsubj", "leur lui PRON _ 3 iobj", f"permet permettre VERB {FINITE} 0 root",
        "d' de ADP _ 5 mark", "entrer entrer VERB VerbForm=Inf 3 xcomp",
    )  # fmt: skip
    assert found == {
        "ncsubj(permettre, il, _)", "iobj(_, permettre, lui)", "xcomp(de, permettre, entrer)",
        "ncsubj(entrer, lui, _)",
    }  # fmt: skip
    found = relations(
        "Il il PRON _ 2 nsubj", f"décide décider VERB {FINITE} 0 root", "de de ADP _ 4 mark",
        "partir partir VERB VerbForm=Inf 2 xcomp",
    )  # fmt: skip
    assert "ncsubj(partir, il, _)" in found


def test_french_causatives_reflexives_and_possessives() -> None:
    """Il fait partir les gens; le stage se déroule dans son pays."""
    found = relations(
        "Il il PRON _ 3 nsubj:caus", f"fait faire AUX {FINITE} 3 aux:caus",
        "partir partir VERB VerbForm=Inf 0 root", "les le DET _ 5 det", "gens gens NOUN _ 3 obj:agent",
    )  # fmt: skip
    assert found == {"ncsubj(faire, il, _)", "xcomp(_, faire, partir)", "ncsubj(partir, gens, _)"}
    found = relations(
        "Le le DET _ 2 det", "stage stage NOUN _ 4 nsubj", "se se PRON _ 4 expl",
        f"déroule dérouler VERB {FINITE} 0 root", "dans dans ADP _ 7 case", "son son DET Poss=Yes 7 det",
        "pays pays NOUN _ 4 obl",
    )  # fmt: skip
    assert found == {
        "ncsubj(dérouler, stage, _)", "ncmod(poss, pays, son)", "ncmod(dans, dérouler, pays)",
    }  # fmt: skip


def test_a_doubled_french_subject_is_one() -> None:
    """La France viendra-t-elle ?"""
    found = relations(
        "La le DET _ 2 det", "France France PROPN _ 3 nsubj", f"viendra venir VERB {FINITE} 0 root",
        "-t-elle il PRON _ 3 expl",
    )  # fmt: skip
    assert found == {"ncsubj(venir, France, _)"}
