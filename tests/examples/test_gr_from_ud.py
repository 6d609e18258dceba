"""Relations from Universal Dependencies: one sentence for each kind that was once wrong."""

import pytest

from ud_rows import of_rows

PASSIVE = (
    "It it PRON PRP _ 3 nsubj:pass",
    "was be AUX VBD _ 3 aux:pass",
    "written write VERB VBN VerbForm=Part|Voice=Pass 0 root",
    "by by ADP IN _ {} case",
)


@pytest.mark.parametrize("label", ["obl", "obl:agent"])
def test_an_agent_with_or_without_its_subtype(label: str) -> None:
    """Voice and preposition decide, whatever the label."""
    found = of_rows(*(row.format(5) for row in PASSIVE), f"Murphy Murphy PROPN NNP _ 3 {label}")
    assert found == {"ncsubj(write, it, obj)", "arg_mod(by, write, Murphy, subj)"}


@pytest.mark.parametrize(
    ("noun", "more"),
    [
        ("Monday Monday PROPN NNP _ 3 obl", ()),
        ("train train NOUN NN _ 3 obl", ()),
        ("river river NOUN NN _ 3 obl", ("the the DET DT _ {} det",)),
        ("% % SYM NN _ 3 obl", ("5 5 NUM CD _ {} nummod",)),
        ("1999 1999 NUM CD _ 3 obl", ()),
    ],
)
def test_times_means_places_and_measures_are_no_agents(noun: str, more: tuple[str, ...]) -> None:
    """By Monday, by train, by the river, by 5 %, by 1999."""
    at = 5 + len(more)
    rows = *(row.format(at) for row in PASSIVE), *(row.format(at) for row in more), noun
    found = of_rows(*rows)
    assert not any(one.startswith("arg_mod") for one in found)
    assert any(one.startswith("ncmod(by, write, ") for one in found)


def test_a_noun_of_means_with_a_determiner_is_an_agent() -> None:
    """Hit by a car, not: come by car."""
    found = of_rows(
        *(row.format(6) for row in PASSIVE), "a a DET DT _ 6 det", "car car NOUN NN _ 3 obl"
    )
    assert "arg_mod(by, write, car, subj)" in found


def test_a_conjunct_of_an_agent_is_one_and_a_joined_participle_is_passive() -> None:
    """It was drawn and painted by Ann and Bob: four agents in two pairs."""
    found = of_rows(
        "It it PRON PRP _ 3 nsubj:pass", "was be AUX VBD _ 3 aux:pass",
        "drawn draw VERB VBN VerbForm=Part 0 root", "and and CCONJ CC _ 5 cc",
        "painted paint VERB VBN VerbForm=Part 3 conj", "by by ADP IN _ 7 case",
        "Ann Ann PROPN NNP _ 5 obl", "and and CCONJ CC _ 9 cc", "Bob Bob PROPN NNP _ 7 conj",
    )  # fmt: skip
    assert {"arg_mod(by, paint, Ann, subj)", "arg_mod(by, paint, Bob, subj)"} <= found
    assert "ncsubj(paint, it, obj)" in found


def test_the_pronoun_of_a_nested_relative_clause_is_not_the_outer_ones() -> None:
    """Records Rafferty produced with Murphy, who died: Murphy died, not the records."""
    found = of_rows(
        "records record NOUN NNS _ 0 root", "Rafferty Rafferty PROPN NNP _ 3 nsubj",
        "produced produce VERB VBD _ 1 acl:relcl", "with with ADP IN _ 5 case",
        "Murphy Murphy PROPN NNP _ 3 obl", "who who PRON WP PronType=Rel 7 nsubj",
        "died die VERB VBD _ 5 acl:relcl",
    )  # fmt: skip
    assert found == {
        "cmod(_, record, produce)", "ncsubj(produce, Rafferty, _)", "dobj(produce, record, _)",
        "ncmod(with, produce, Murphy)", "cmod(who, Murphy, die)", "ncsubj(die, Murphy, _)",
    }  # fmt: skip


@pytest.mark.parametrize("deps", [("0:root|7:csubj", "4:ref|7:nsubj"), ("_", "_")])
def test_a_cleft_is_about_its_noun(deps: tuple[str, str]) -> None:
    """It is the storm that broke it: the storm broke it, whatever the graph calls it."""
    found = of_rows(
        "It it PRON PRP _ 4 expl 4:expl", "is be AUX VBZ _ 4 cop 4:cop",
        "the the DET DT _ 4 det 4:det", f"storm storm NOUN NN _ 0 root {deps[0]}",
        "that that PRON WDT PronType=Rel 7 nsubj " + deps[1], "really really ADV RB _ 7 advmod",
        "broke break VERB VBD _ 4 advcl:relcl 4:advcl:relcl", "it it PRON PRP _ 7 obj 7:obj",
    )  # fmt: skip
    assert "ncsubj(break, storm, _)" in found
    assert not any(one.startswith(("csubj", "xsubj")) for one in found)


@pytest.mark.parametrize("enhanced", [True, False])
def test_a_clause_that_a_pronoun_stands_for_is_the_subject(enhanced: bool) -> None:
    """He left, which surprised us: his leaving did, in the graph and without one."""
    found = of_rows(
        "He he PRON PRP _ 2 nsubj 2:nsubj", "left leave VERB VBD _ 0 root 0:root|5:csubj",
        ", , PUNCT , _ 5 punct 5:punct", "which which PRON WDT PronType=Rel 5 nsubj 2:ref",
        "surprised surprise VERB VBD _ 2 advcl:relcl 2:advcl:relcl", "us we PRON PRP _ 5 obj 5:obj",
        enhanced=enhanced,
    )  # fmt: skip
    assert {"cmod(which, leave, surprise)", "csubj(surprise, leave, _)"} <= found
    assert "ncsubj(surprise, which, _)" not in found


def test_a_complement_without_subject_and_tense_is_open() -> None:
    """They know how to search."""
    found = of_rows(
        "They they PRON PRP _ 2 nsubj", "know know VERB VBP _ 0 root", "how how ADV WRB _ 5 advmod",
        "to to PART TO _ 5 mark", "search search VERB VB VerbForm=Inf 2 ccomp",
    )  # fmt: skip
    assert found == {
        "ncsubj(know, they, _)", "xcomp(to, know, search)", "ncsubj(search, they, _)",
        "ncmod(_, search, how)",
    }  # fmt: skip


@pytest.mark.parametrize("enhanced", [True, False])
def test_a_finite_conjunct_of_an_adverbial_clause_is_finite(enhanced: bool) -> None:
    """Because he has eaten and drunk: the second participle shares the auxiliary."""
    found = of_rows(
        "She she PRON PRP _ 2 nsubj 2:nsubj", "left leave VERB VBD _ 0 root 0:root",
        "because because SCONJ IN _ 6 mark 6:mark", "he he PRON PRP _ 6 nsubj 6:nsubj|8:nsubj",
        "has have AUX VBZ VerbForm=Fin 6 aux 6:aux",
        "eaten eat VERB VBN VerbForm=Part 2 advcl 2:advcl:because",
        "and and CCONJ CC _ 8 cc 8:cc",
        "drunk drink VERB VBN VerbForm=Part 6 conj 2:advcl:because|6:conj:and",
        enhanced=enhanced,
    )  # fmt: skip
    assert {"cmod(because, leave, eat)", "cmod(because, leave, drink)"} <= found
    assert {"ncsubj(eat, he, _)", "ncsubj(drink, he, _)"} <= found


def test_two_clauses_side_by_side_have_no_relation() -> None:
    """It rained; we left."""
    rows = (
        "It it PRON PRP _ 2 nsubj", "rained rain VERB VBD _ 0 root", "; ; PUNCT : _ 2 punct",
        "we we PRON PRP _ 5 nsubj", "left leave VERB VBD _ 2 parataxis",
    )  # fmt: skip
    assert of_rows(*rows) == {"ncsubj(rain, it, _)", "ncsubj(leave, we, _)"}


def test_a_clause_that_reports_has_the_sentence_as_its_complement() -> None:
    """It rained, he said."""
    found = of_rows(
        "It it PRON PRP _ 2 nsubj", "rained rain VERB VBD _ 0 root", ", , PUNCT , _ 5 punct",
        "he he PRON PRP _ 5 nsubj", "said say VERB VBD _ 2 parataxis",
    )  # fmt: skip
    assert found == {"ncsubj(rain, it, _)", "ncsubj(say, he, _)", "ccomp(_, say, rain)"}


def test_what_stands_in_brackets_modifies() -> None:
    """The museum (it opened late) closed."""
    found = of_rows(
        "museum museum NOUN NN _ 6 nsubj", "( ( PUNCT -LRB- _ 4 punct", "it it PRON PRP _ 4 nsubj",
        "opened open VERB VBD _ 6 parataxis", ") ) PUNCT -RRB- _ 4 punct",
        "closed close VERB VBD _ 0 root",
    )  # fmt: skip
    assert "cmod(_, close, open)" in found


@pytest.mark.parametrize(
    ("first", "last", "relation"),
    [
        ("At at ADP IN", "least least ADJ JJS", "ncmod(at, sleep, least)"),
        ("As as ADV RB", "well well ADV RB", "ncmod(_, sleep, well)"),
        ("Kind kind NOUN NN", "of of ADP IN", "ncmod(_, sleep, kind)"),
    ],
)
def test_a_fixed_adverb_is_its_last_word(first: str, last: str, relation: str) -> None:
    """At least, as well, kind of: the last word that is no preposition; one before it is the type."""
    found = of_rows(
        f"{first} _ 4 advmod", f"{last} _ 1 fixed", "they they PRON PRP _ 4 nsubj",
        "slept sleep VERB VBD _ 0 root",
    )  # fmt: skip
    assert found == {"ncsubj(sleep, they, _)", relation}


def adjunct(voice: str, mark: str) -> set[str]:
    """Trade (was) developed, and an adjunct with establish."""
    return of_rows(
        f"Trade trade NOUN NN _ 3 nsubj{':pass' if voice == 'passive' else ''}",
        f"was be AUX VBD VerbForm=Fin 3 aux{':pass' if voice == 'passive' else ''}",
        f"developed develop VERB {'VBN' if voice == 'passive' else 'VBG'} VerbForm=Part 0 root",
        f"{mark} {mark} SCONJ IN _ 5 mark",
        "establishing establish VERB VBG VerbForm=Ger 3 advcl", "ports port NOUN NNS _ 5 obj",
    )  # fmt: skip


def test_the_one_who_acts_in_an_adjunct_of_a_passive_is_not_its_subject() -> None:
    """Trade was developed by establishing ports: trade established nothing."""
    assert "xmod(by, develop, establish)" in adjunct("passive", "by")
    assert "ncsubj(establish, trade, _)" not in adjunct("passive", "by")
    assert "ncsubj(establish, trade, _)" in adjunct("passive", "after")
    assert "ncsubj(establish, trade, _)" in adjunct("active", "by")


def test_an_expletive_is_nobodys_understood_subject() -> None:
    """To win, it is necessary to run."""
    found = of_rows(
        "To to PART TO _ 2 mark", "win win VERB VB VerbForm=Inf 5 advcl", "it it PRON PRP _ 5 expl",
        "is be AUX VBZ _ 5 cop", "necessary necessary ADJ JJ _ 0 root", "to to PART TO _ 7 mark",
        "run run VERB VB VerbForm=Inf 5 csubj",
    )  # fmt: skip
    assert found == {
        "xmod(to, be, win)", "ncsubj(be, it, _)", "xcomp(_, be, necessary)",
        "xcomp(to, necessary, run)",
    }  # fmt: skip


def test_two_copulas_are_two_clauses() -> None:
    """The line is that the food is good: nobody is subject of an adjective."""
    found = of_rows(
        "line line NOUN NN _ 6 nsubj:outer", "is be AUX VBZ _ 6 cop", "that that SCONJ IN _ 6 mark",
        "food food NOUN NN _ 6 nsubj", "is be AUX VBZ _ 6 cop", "good good ADJ JJ _ 0 root",
    )  # fmt: skip
    assert found == {
        "ncsubj(be, line, _)", "ccomp(that, be, be)", "ncsubj(be, food, _)", "xcomp(_, be, good)",
    }  # fmt: skip


def test_a_clause_whose_predicate_is_an_infinitive_is_finite() -> None:
    """I know that the plan is to leave: that and is belong to the one, to and leave to the other."""
    found = of_rows(
        "I I PRON PRP _ 2 nsubj", "know know VERB VBP _ 0 root", "that that SCONJ IN _ 7 mark",
        "plan plan NOUN NN _ 7 nsubj:outer", "is be AUX VBZ _ 7 cop", "to to PART TO _ 7 mark",
        "leave leave VERB VB VerbForm=Inf 2 ccomp",
    )  # fmt: skip
    assert found == {
        "ncsubj(know, I, _)", "ccomp(that, know, be)", "ncsubj(be, plan, _)", "xcomp(to, be, leave)",
    }  # fmt: skip


def test_a_name_given_in_the_passive_is_a_predicate() -> None:
    """A print called Cowboys has one object, and it is the subject."""
    found = of_rows(
        "print print NOUN NN _ 0 root", "called call VERB VBN VerbForm=Part 1 acl",
        "Cowboys Cowboys PROPN NNP _ 2 obj",
    )  # fmt: skip
    assert found == {"xmod(_, print, call)", "ncsubj(call, print, obj)", "xcomp(_, call, Cowboys)"}


def test_what_they_want_done() -> None:
    """The participle says something about the object, which is the gap."""
    found = of_rows(
        "clothes clothes NOUN NNS _ 0 root", "they they PRON PRP _ 3 nsubj",
        "want want VERB VBP _ 1 acl:relcl", "cleaned clean VERB VBN VerbForm=Part 3 xcomp",
    )  # fmt: skip
    assert {
        "dobj(want, clothes, _)",
        "ncsubj(clean, clothes, obj)",
        "xcomp(_, want, clean)",
    } <= found


def test_an_object_whose_participle_is_passive() -> None:
    """They had the house painted."""
    found = of_rows(
        "They they PRON PRP _ 2 nsubj", "had have VERB VBD _ 0 root", "house house NOUN NN _ 2 obj",
        "painted paint VERB VBN VerbForm=Part|Voice=Pass 2 xcomp",
    )  # fmt: skip
    assert {"xcomp(_, have, paint)", "ncsubj(paint, house, obj)"} <= found


def test_the_object_of_a_preposition_with_a_gerund() -> None:
    """They prevented him from leaving: he would have left. They spent hours on cleaning: they cleaned."""
    rows = "They they PRON PRP _ 2 nsubj {v} {l} VERB VBD _ 0 root {o} {n} NOUN NN _ 2 obj {p} {p} SCONJ IN _ 5 mark leaving leave VERB VBG VerbForm=Ger 2 advcl"  # noqa: E501  # five words
    for words, subject in (
        ({"v": "prevented", "l": "prevent", "o": "him", "n": "he", "p": "from"}, "he"),
        ({"v": "spent", "l": "spend", "o": "hours", "n": "hour", "p": "on"}, "they"),
    ):
        cells = rows.format(**words).split()
        found = of_rows(*(" ".join(cells[at : at + 7]) for at in range(0, 35, 7)))
        assert f"ncsubj(leave, {subject}, _)" in found


def test_markers_and_types_are_written_out() -> None:
    """Gonna has the infinitive's to; ’cause is because."""
    found = of_rows(
        "I I PRON PRP _ 2 nsubj", "gon go VERB VBG VerbForm=Part 0 root", "na to PART TO _ 4 mark",
        "sleep sleep VERB VB VerbForm=Inf 2 xcomp", "’cause because SCONJ IN _ 7 mark",
        "it it PRON PRP _ 7 nsubj", "rains rain VERB VBZ _ 4 advcl",
    )  # fmt: skip
    assert {"xcomp(to, go, sleep)", "cmod(because, sleep, rain)"} <= found


def test_what_was_taken_back_and_hesitations_have_no_relations() -> None:
    """We um bought — we sold it."""
    found = of_rows(
        "We we PRON PRP _ 3 nsubj", "um um INTJ UH _ 6 discourse",
        "bought buy VERB VBD _ 6 reparandum", "– – PUNCT : _ 3 punct", "we we PRON PRP _ 6 nsubj",
        "sold sell VERB VBD _ 0 root", "it it PRON PRP _ 6 obj",
    )  # fmt: skip
    assert found == {"ncsubj(sell, we, _)", "dobj(sell, it, _)"}


def test_what_stands_after_two_verbs_belongs_to_both() -> None:
    """We buy and sell boats, with or without a graph that says so."""
    rows = (
        "We we PRON PRP _ 2 nsubj", "buy buy VERB VBP _ 0 root", "and and CCONJ CC _ 4 cc",
        "sell sell VERB VBP _ 2 conj", "boats boat NOUN NNS _ 2 obj",
    )  # fmt: skip
    wanted = {f"{one}({verb}, {word}, _)" for verb in ("buy", "sell")
              for one, word in (("ncsubj", "we"), ("dobj", "boat"))}  # fmt: skip
    assert of_rows(*rows) == wanted


def test_a_subject_is_shared_with_the_nearest_clause() -> None:
    """It ended and we left and sang: we sang."""
    found = of_rows(
        "It it PRON PRP _ 2 nsubj", "ended end VERB VBD _ 0 root", "we we PRON PRP _ 4 nsubj",
        "left leave VERB VBD _ 2 conj", "sang sing VERB VBD _ 2 conj",
    )  # fmt: skip
    assert "ncsubj(sing, we, _)" in found
    assert "ncsubj(sing, it, _)" not in found


@pytest.mark.parametrize(
    ("noun", "relation"), [("coat", "dobj(wear, coat, _)"), ("day", "ncmod(_, wear, day)")]
)
def test_a_gap_without_pronoun(noun: str, relation: str) -> None:
    """The coat she wore is worn; the day she wore … is when."""
    found = of_rows(
        f"{noun} {noun} NOUN NN _ 0 root", "she she PRON PRP _ 3 nsubj",
        "wore wear VERB VBD _ 1 acl:relcl",
    )  # fmt: skip
    assert found == {f"cmod(_, {noun}, wear)", "ncsubj(wear, she, _)", relation}


def test_a_gap_in_a_complement() -> None:
    """The man I think she saw; the man I think left."""
    rows = (
        "man man NOUN NN _ 0 root",
        "I I PRON PRP _ 3 nsubj",
        "think think VERB VBP _ 1 acl:relcl",
    )
    saw = of_rows(*rows, "she she PRON PRP _ 5 nsubj", "saw see VERB VBD _ 3 ccomp")
    assert "dobj(see, man, _)" in saw
    left = of_rows(*rows, "left leave VERB VBD _ 3 ccomp")
    assert "ncsubj(leave, man, _)" in left


def test_a_clause_of_a_noun_is_its_complement() -> None:
    """No idea what it says, the hope that it lasts; but: the day before it ended."""
    it = "it it PRON PRP _ 4 nsubj"
    says = of_rows("idea idea NOUN NN _ 0 root", "what what PRON WP PronType=Int 4 obj", it,
                   "says say VERB VBZ _ 1 acl")  # fmt: skip
    assert "ccomp(_, idea, say)" in says
    lasts = of_rows("hope hope NOUN NN _ 0 root", "that that SCONJ IN _ 4 mark", it,
                    "lasts last VERB VBZ _ 1 acl")  # fmt: skip
    assert "ccomp(that, hope, last)" in lasts
    ended = of_rows("day day NOUN NN _ 0 root", "before before SCONJ IN _ 4 mark", it,
                    "ended end VERB VBD _ 1 acl")  # fmt: skip
    assert "cmod(before, day, end)" in ended


def test_a_verbless_clause_has_no_noun_for_a_verb() -> None:
    """He stood with his hands in his pockets."""
    found = of_rows(
        "He he PRON PRP _ 2 nsubj", "stood stand VERB VBD _ 0 root", "with with SCONJ IN _ 6 mark",
        "hands hand NOUN NNS _ 6 nsubj", "in in ADP IN _ 6 case", "pockets pocket NOUN NNS _ 2 advcl",
    )  # fmt: skip
    assert found == {"ncsubj(stand, he, _)", "ncmod(with, stand, hand)", "ncmod(in, hand, pocket)"}


def test_names_end_before_their_suffix() -> None:
    """John Smith Jr. is Smith; there is no Terminal 1 is about a terminal."""
    found = of_rows(
        "John John PROPN NNP _ 4 nsubj", "Smith Smith PROPN NNP _ 1 flat", "Jr. Jr. PROPN NNP _ 1 flat",
        "left leave VERB VBD _ 0 root", "Terminal Terminal PROPN NNP _ 4 obj", "1 1 NUM CD _ 5 flat",
    )  # fmt: skip
    assert found == {
        "ncsubj(leave, Smith, _)", "dobj(leave, Terminal, _)", "ncmod(_, Terminal, 1)",
    }  # fmt: skip


def test_words_with_universal_tags_alone() -> None:
    """Plurals, pronouns and forms of verbs are told by the words where a file has no other tags."""
    pytest.importorskip("lemminflect")
    found = of_rows(
        "Dogs _ NOUN _ _ 6 nsubj", "that _ PRON _ _ 3 nsubj", "bark _ VERB _ _ 1 acl:relcl",
        "do _ AUX _ _ 6 aux", "n't _ PART _ _ 6 advmod", "want _ VERB _ _ 0 root",
        "to _ PART _ _ 8 mark", "bite _ VERB _ _ 6 xcomp", "men _ NOUN _ _ 8 obj",
        "seen _ VERB _ _ 9 acl", "yesterday _ NOUN _ _ 10 obl",
    )  # fmt: skip
    assert found == {
        "ncsubj(bark, dog, _)", "cmod(that, dog, bark)", "ncsubj(want, dog, _)", "ncmod(_, want, not)",
        "ncsubj(bite, dog, _)", "xcomp(to, want, bite)", "dobj(bite, man, _)",
        "ncsubj(see, man, obj)", "xmod(_, man, see)", "ncmod(_, see, yesterday)",
    }  # fmt: skip


@pytest.mark.parametrize("adverb", ["where", "when"])
@pytest.mark.parametrize("label", ["advmod", "obl"])
def test_the_noun_of_a_clause_with_where_does_not_modify_its_verb(adverb: str, label: str) -> None:
    """The type of the clause says it, as from trees; whichever label an enhanced graph gives the noun."""
    rows = (
        "the the DET DT _ 2 det 2:det", f"place place NOUN NN _ 0 root 0:root|5:{label}",
        f"{adverb} {adverb} ADV WRB PronType=Rel 5 advmod 2:ref", "he he PRON PRP _ 5 nsubj 5:nsubj",
        "lives live VERB VBZ Mood=Ind 2 acl:relcl 2:acl:relcl",
    )  # fmt: skip
    relations = {"ncsubj(live, he, _)", f"cmod({adverb}, place, live)"}
    assert of_rows(*rows) == relations
    assert of_rows(*(row.rpartition(" ")[0] for row in rows)) == relations


def test_an_infinitive_is_no_finite_relative_clause() -> None:
    """A knife with which to cut, also where a parser calls an infinitive acl:relcl."""
    found = of_rows(
        "knife knife NOUN NN _ 0 root", "with with ADP IN _ 3 case",
        "which which PRON WDT PronType=Rel 5 obl", "to to PART TO _ 5 mark",
        "cut cut VERB VB VerbForm=Inf 1 acl:relcl",
    )  # fmt: skip
    assert "xmod(to, knife, cut)" in found
    assert not any(one.startswith("cmod") for one in found)


def test_the_subject_of_easy_for_me_to_clean_is_the_object() -> None:
    found = of_rows(
        "room room NOUN NN _ 3 nsubj", "is be AUX VBZ _ 3 cop", "easy easy ADJ JJ _ 0 root",
        "for for SCONJ IN _ 7 mark", "me I PRON PRP _ 7 nsubj", "to to PART TO _ 7 mark",
        "clean clean VERB VB VerbForm=Inf 3 ccomp",
    )  # fmt: skip
    assert {"dobj(clean, room, _)", "ncsubj(clean, I, _)", "ccomp(for, easy, clean)"} <= found
