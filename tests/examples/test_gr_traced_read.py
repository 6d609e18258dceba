"""Relations from newspaper trees with null elements: kinds of errors that readers found.

The sentences are our own.
"""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


def object_of(phrase: str) -> set[str]:
    """The relations of a sentence with a noun phrase as object: They saw …."""
    return found(f"(S (NP-SBJ (PRP They)) (VP (VBD saw) {phrase}))")


def rise(amount: str) -> set[str]:
    """The relations of: It rose …."""
    return found(f"(S (NP-SBJ (PRP It)) (VP (VBD rose) (NP-EXT {amount})))")


@pytest.mark.parametrize(
    "amount",
    [
        "(DT a) (ADJP (CD 7) (NN %)) (NN rise)",
        "(DT a) (ADJP (QP (RB nearly) (CD 7)) (NN %)) (NN rise)",
    ],
)
def test_a_noun_after_a_number_is_the_head_of_an_amount(amount: str) -> None:
    """A 7 % rise, in an adjective phrase too."""
    assert {"ncmod(_, rise, %)", "ncmod(_, %, 7)"} <= object_of(f"(NP {amount})")


def test_times_are_counted() -> None:
    """More than 50 times faster: more belongs to the number."""
    faster = found(
        "(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP-PRD (QP (JJR more) (IN than) (CD 50) (NNS times)) "
        "(JJR faster))))"
    )
    assert {"ncmod(_, fast, time)", "ncmod(_, time, 50)", "ncmod(_, 50, more)"} <= faster


def test_the_end_of_a_range_depends_on_its_beginning() -> None:
    """5 % to 9 %, $ 2 million to $ 3 million, 15 or more."""
    assert rise("(QP (CD 5) (NN %) (TO to) (CD 9) (NN %)) (-NONE- *U*)") == {
        "ncsubj(rise, it, _)",
        "ncmod(_, rise, %)",
        "ncmod(_, %, 5)",
        "ncmod(_, %, 9)",
        "ncmod(to, %, %)",
    }
    days = object_of("(NP (QP (CD 30) (TO to) (CD 44)) (NNS days))")
    assert {"ncmod(_, day, 30)", "ncmod(to, 30, 44)"} <= days
    ships = object_of("(NP (QP (CD 15) (CC or) (JJR more)) (NNS ships))")
    assert {"ncmod(_, ship, 15)", "ncmod(_, ship, more)"} <= ships


@pytest.mark.parametrize("word", ["about", "around", "over"])
def test_a_preposition_before_a_number_is_an_adverb(word: str) -> None:
    """About 40 ships; in a noun phrase too, but not before a possessor."""
    assert f"ncmod(_, 40, {word})" in object_of(f"(NP (QP (IN {word}) (CD 40)) (NNS ships))")
    assert f"ncmod(_, half, {word})" in object_of(f"(NP (IN {word}) (NN half))")
    assert not any(word in one for one in found(f"(NP (IN {word}) (PRP$ my) (NNS ships))"))


def test_an_adverb_before_a_number_is_no_part_of_a_preposition() -> None:
    """Fell to about $ 33; but from under the roof."""
    fall = "(S (NP-SBJ (PRP It)) (VP (VBD fell) (PP-DIR {} {})))".format
    amount = fall("(TO to) (IN about)", "(NP ($ $) (CD 33) (-NONE- *U*))")
    assert "ncmod(to, fall, $)" in found(amount)
    assert "ncmod(from_under, fall, roof)" in found(
        fall("(IN from) (IN under)", "(NP (DT the) (NN roof))")
    )


def test_what_stands_after_than_is_the_head() -> None:
    """More than half its staff; more than a third of it."""
    half = object_of("(NP (QP (JJR more) (IN than) (PDT half)) (PRP$ its) (NN crew))")
    assert {"ncmod(_, crew, half)", "ncmod(_, half, more)"} <= half
    third = object_of("(NP (QP (JJR more) (IN than) (DT a) (JJ third)))")
    assert {"dobj(see, third, _)", "ncmod(_, third, more)"} <= third


def test_the_sign_of_any_currency_is_the_head() -> None:
    """# 8 million, as $ 8 million."""
    pounds = object_of("(NP (QP (# #) (CD 8) (CD million)) (-NONE- *U*))")
    assert {"dobj(see, #, _)", "ncmod(_, #, million)"} <= pounds


def test_semicolons_part_the_items_of_a_list() -> None:
    """Rates: 8 %; 9 %; 7 % are all rates."""
    items = " (: ;) ".join(f"(NP (CD {one}) (NN %))" for one in (8, 9, 7))
    assert found(f"(NP (NP (NNS Rates)) (: :) (NP {items}))") == {
        "ncmod(_, rate, %)",
        "ncmod(_, %, 8)",
        "ncmod(_, %, 9)",
        "ncmod(_, %, 7)",
    }


@pytest.mark.parametrize(
    ("adverb", "expected"),
    [
        ("(RB so) (JJ far)", {"ncmod(_, rise, far)", "ncmod(_, far, so)"}),
        ("(RB mostly) (JJR higher)", {"ncmod(_, rise, high)", "ncmod(_, high, mostly)"}),
        ("(RB no) (RBR longer)", {"ncmod(_, rise, long)", "ncmod(_, long, no)"}),
        (
            "(RB much) (RBR more) (RB sharply)",
            {"ncmod(_, rise, sharply)", "ncmod(_, sharply, more)", "ncmod(_, more, much)"},
        ),
        ("(IN in) (NN part)", {"ncmod(in, rise, part)"}),
        ("(IN at) (DT all)", {"ncmod(at, rise, all)"}),
    ],
)
def test_heads_of_adverb_phrases(adverb: str, expected: set[str]) -> None:
    """So far, mostly higher; in part and at all have their preposition as type."""
    relations = found(f"(S (NP-SBJ (PRP It)) (VP (VBD rose) (ADVP {adverb})))")
    assert relations == expected | {"ncsubj(rise, it, _)"}


def test_unlike_adverbials_are_joined() -> None:
    """Came late next year or early in May: both say when, with the preposition of the second."""
    tree = (
        "(S (NP-SBJ (PRP It)) (VP (VBD came) (ADVP-TMP (NP (JJ next) (NN week)) (CC or) "
        "(PP (IN in) (NP (NNP May))))))"
    )
    assert {"ncmod(_, come, week)", "ncmod(in, come, May)"} <= found(tree)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        (
            "(DT a) (NN harbor) (NN repair) (CC and) (NN salvage) (NN firm)",
            {"dobj(see, firm, _)", "ncmod(_, firm, repair)", "ncmod(_, firm, salvage)"},
        ),
        (
            "(NN rope) (CC and) (VBG sailing) (NN gear)",
            {"dobj(see, gear, _)", "ncmod(_, gear, rope)"},
        ),
        (
            "(NN founder) (CC and) (VBG managing) (NN director)",
            {"dobj(see, founder, _)", "dobj(see, director, _)"},
        ),
        (
            "(ADJP (NNS investor-relations) (CC and) (NNS public-affairs)) (NN firm)",
            {"ncmod(_, firm, investor-relation)", "ncmod(_, firm, public-affair)"},
        ),
    ],
)
def test_joined_words_before_a_noun(phrase: str, expected: set[str]) -> None:
    """After a determiner of one thing, and before a participle, they modify the last noun; people do not."""
    assert expected <= object_of(f"(NP {phrase})")


@pytest.mark.parametrize(
    ("phrase", "expected", "wrong"),
    [
        ("(NNP Weil) (, ,) (NNP Marsh) (NNP Inc.)", "dobj(see, Inc., _)", "ncmod(_, Weil"),
        ("(NNP Salem) (, ,) (NNP Ore.) (, ,)", "ncmod(_, Salem, Ore.)", "dobj(see, Ore."),
        (
            "(DT the) (NNP Tull) (CC &) (NNP Moss) (NN unit)",
            "ncmod(_, unit, Moss)",
            "ncmod(_, unit, Tull",
        ),
        (
            "(DT the) (NNPS Ports) (CC and) (NNP Harbor) (NNP Board) (NN inquiry)",
            "ncmod(_, inquiry, Board)",
            "ncmod(_, inquiry, Port",
        ),
    ],
)
def test_names_of_firms_and_places(phrase: str, expected: str, wrong: str) -> None:
    """A firm is its last word, a state modifies its town, and a name with & or and is one name."""
    relations = object_of(f"(NP {phrase})")
    assert expected in relations
    assert not any(one.startswith(wrong) for one in relations)


def test_heads_of_noun_phrases_without_a_noun() -> None:
    """A steady tightening; a little; the third largest bank."""
    tight = object_of("(NP (DT a) (JJ steady) (VBG tightening))")
    assert {"dobj(see, tighten, _)", "ncmod(_, tighten, steady)"} <= tight
    assert "dobj(see, little, _)" in object_of("(NP (DT a) (RB little))")
    assert "dobj(see, half, _)" in object_of("(NP (DT the) (JJ first) (DT half))")
    bank = object_of("(NP (DT the) (ADJP (JJ third) (JJS largest)) (NN bank))")
    assert {"ncmod(_, bank, large)", "ncmod(_, large, third)"} <= bank


def test_an_adverb_before_an_apposition_belongs_to_it() -> None:
    """Ann Moss, formerly dean; ships, not boats."""
    dean = object_of("(NP (NP (NNP Ann) (NNP Moss)) (, ,) (ADVP (RB formerly)) (NP (NN dean)))")
    assert "ncmod(_, dean, formerly)" in dean
    boats = object_of("(NP (NP (NNS ships)) (, ,) (RB not) (NP (NNS boats)))")
    assert "ncmod(_, boat, not)" in boats


def test_a_participle_after_as_has_no_subject_of_its_own() -> None:
    """The act, as amended: xmod, and the act is what was amended."""
    act = object_of(
        "(NP (NP (DT the) (NN act)) (, ,) (SBAR (IN as) (S (NP-SBJ (-NONE- *)) (VP (VBN amended)))))"
    )
    assert "xmod(as, act, amend)" in act


def test_a_clause_that_a_preposition_of_the_verb_introduces_is_its_complement() -> None:
    """Vote on whether they want it; led to prices rising; lured them into signing."""
    vote = found(
        "(S (NP-SBJ (PRP We)) (VP (VBP vote) (PP-CLR (IN on) (SBAR-NOM (IN whether) "
        "(S (NP-SBJ (PRP they)) (VP (VBP stay)))))))"
    )
    assert "ccomp(on, vote, stay)" in vote
    led = found(
        "(S (NP-SBJ (PRP It)) (VP (VBD led) (PP-CLR (TO to) (S-NOM (NP-SBJ (NNS prices)) "
        "(VP (VBG rising))))))"
    )
    assert "ccomp(to, lead, rise)" in led
    lured = found(
        "(S (NP-SBJ (PRP It)) (VP (VBD lured) (NP-1 (PRP them)) (PP (IN into) (S-NOM "
        "(NP-SBJ (-NONE- *-1)) (VP (VBG signing))))))"
    )
    assert {"xcomp(into, lure, sign)", "ncsubj(sign, they, _)"} <= lured


def test_extraposed_questions_are_complements() -> None:
    """It was not clear how they would vote, though the tag says that the clause is a noun."""
    tree = (
        "(S (NP-SBJ (NP (PRP It)) (SBAR (-NONE- *EXP*-1))) (VP (VBD was) (ADJP-PRD (JJ clear)) "
        "(SBAR-NOM-1 (WHADVP-2 (WRB how)) (S (NP-SBJ (PRP they)) (VP (VBD voted) "
        "(ADVP-MNR (-NONE- *T*-2)))))))"
    )
    assert {"ccomp(_, clear, vote)", "ncmod(_, vote, how)"} <= found(tree)
    assert not any(one.startswith("dobj") for one in found(tree))


def test_a_cleft_whose_noun_has_no_tag() -> None:
    """It is Ann who won: the clause is about Ann."""
    tree = (
        "(S-CLF (NP-SBJ (PRP It)) (VP (VBZ is) (NP (NNP Ann)) (SBAR-NOM (WHNP-1 (WP who)) "
        "(S (NP-SBJ (-NONE- *T*-1)) (VP (VBD won))))))"
    )
    assert {"cmod(who, Ann, win)", "ncsubj(win, Ann, _)"} <= found(tree)


def test_participles_in_brackets() -> None:
    """The index (traded in Lima): xmod, with what is traded as subject."""
    tree = (
        "(NP (DT the) (NN index) (PRN (-LRB- -LRB-) (VP (VBN traded) (NP (-NONE- *)) "
        "(PP (IN in) (NP (NNP Lima)))) (-RRB- -RRB-)))"
    )
    assert {"xmod(_, index, trade)", "ncsubj(trade, index, obj)"} <= found(tree)


@pytest.mark.parametrize(
    ("so", "adjective", "name"),
    [("so", "dark", "cmod"), ("very", "dark", "ccomp"), ("so", "glad", "ccomp")],
)
def test_so_that_is_a_result(so: str, adjective: str, name: str) -> None:
    """So dark that nobody saw; a clause with that is a complement otherwise, and after so glad."""
    tree = (
        f"(S (NP-SBJ (PRP It)) (VP (VBD was) (ADJP-PRD (RB {so}) (JJ {adjective}) (SBAR (IN that) "
        "(S (NP-SBJ (NN nobody)) (VP (VBD saw)))))))"
    )
    assert f"{name}(that, {adjective}, see)" in found(tree)


@pytest.mark.parametrize("label", ["FRAG", "NP"])
def test_headings_have_no_relation(label: str) -> None:
    """Copper: Prices rose."""
    tree = f"(({label} (NP (NN Copper)) (: :) (S (NP-SBJ (NNS prices)) (VP (VBD rose)))))"
    assert found(tree) == {"ncsubj(rise, price, _)"}


def test_relative_pronouns_that_are_tagged_as_prepositions() -> None:
    """The boat that they sold, with that as IN."""
    boat = object_of(
        "(NP (NP (DT the) (NN boat)) (SBAR (WHNP-1 (IN that)) (S (NP-SBJ (PRP we)) "
        "(VP (VBD sold) (NP (-NONE- *T*-1))))))"
    )
    assert {"cmod(that, boat, sell)", "dobj(sell, boat, _)"} <= boat


def test_relative_clauses_across_a_dash() -> None:
    """The boat -- which they sold -- sank; what asks for itself."""
    tree = (
        "(NP (NP (DT the) (NN boat)) (PRN (: --) (SBAR (WHNP-1 ({} {})) (S (NP-SBJ (PRP we)) "
        "(VP (VBD sold) (NP (-NONE- *T*-1)))))))"
    ).format
    assert "dobj(sell, boat, _)" in found(tree("WDT", "which"))
    assert "dobj(sell, what, _)" in found(tree("WP", "what"))


def test_a_parenthesis_is_no_subject() -> None:
    """The plan -- if it works -- would help, though the tree tags the clause as subject."""
    tree = (
        "(S (NP-SBJ (DT The) (NN plan)) (PRN (: --) (SBAR-SBJ (IN if) (S (NP-SBJ (PRP it)) "
        "(VP (VBZ works)))) (: --)) (VP (MD would) (VP (VB help))))"
    )
    assert "cmod(if, help, work)" in found(tree)
    assert not any(one.startswith("csubj") for one in found(tree))


def test_existential_there_with_a_small_clause() -> None:
    """There may be a shadow cast on it: the noun is the predicate, and the participle modifies it."""
    tree = (
        "(S (NP-SBJ (EX There)) (VP (MD may) (VP (VB be) (S (NP-SBJ (DT a) (NN shadow)) "
        "(VP (VBN cast) (PP-CLR (IN on) (NP (PRP it))))))))"
    )
    assert {"xcomp(_, be, shadow)", "xmod(_, shadow, cast)"} <= found(tree)


def test_types_without_adverbs() -> None:
    """Only when it rains, just as it rained; as well as is one preposition."""
    rain = "(S (NP-SBJ (PRP It)) (VP (VBD fell) (SBAR-TMP {} (S (NP-SBJ (PRP it)) (VP (VBD rained))))))"
    assert "cmod(when, fall, rain)" in found(rain.format("(RB only) (WHADVP (WRB when))"))
    assert "cmod(as, fall, rain)" in found(rain.format("(RB just) (IN as)"))
    ships = object_of("(NP (NP (NNS ships)) (PP (RB as) (RB well) (IN as) (NP (NNS boats))))")
    assert "ncmod(as_well_as, ship, boat)" in ships
    assert not any("well)" in one for one in ships)


def test_joined_numbers_and_longer_second_halves_modify_the_noun() -> None:
    """The Tull 286 and 386 chips; nickel cadmium and carbon zinc cells."""
    chips = object_of("(NP (DT the) (NNP Tull) (CD 286) (CC and) (CD 386) (NNS chips))")
    assert {"ncmod(_, chip, Tull)", "ncmod(_, chip, 286)", "ncmod(_, chip, 386)"} <= chips
    cells = object_of("(NP (NN nickel) (NN cadmium) (CC and) (NN carbon) (NN zinc) (NNS cells))")
    assert "dobj(see, cadmium, _)" not in cells
    assert {"ncmod(_, cell, cadmium)", "ncmod(_, cell, zinc)"} <= cells


def test_a_noun_is_no_subject_of_a_gerund_that_explains_it() -> None:
    """Arbitrage -- buying and selling: who buys is not said."""
    tree = "(NP (NP (NN Arbitrage)) (: --) (S-NOM (NP-SBJ (-NONE- *)) (VP (VBG buying) (NP (NNS bonds)))))"
    assert not any(one.startswith("ncsubj") for one in found(tree))


def test_names_before_a_noun_that_says_who_it_is() -> None:
    """Rovers owner Ann Moss: the owner of the Rovers."""
    owner = object_of("(NP (NNP Hull) (NNPS Rovers) (NN owner) (NNP Ann) (NNP Moss))")
    assert {"dobj(see, Moss, _)", "ncmod(_, Moss, owner)", "ncmod(_, owner, Rover)"} <= owner


def test_an_adverb_between_commas_is_no_conjunct() -> None:
    """Hurt, and, frankly, angry."""
    tree = (
        "(S (NP-SBJ (PRP I)) (VP (VBP feel) (UCP-PRD (VP (VBN hurt)) (CC and) (, ,) "
        "(ADVP (RB frankly)) (, ,) (ADJP (JJ angry)))))"
    )
    assert "xcomp(_, feel, angry)" in found(tree)
    assert "xcomp(_, feel, frankly)" not in found(tree)


def test_as_many_as() -> None:
    """As many as 12 boats: as belongs to many."""
    assert "ncmod(_, many, as)" in object_of(
        "(NP (QP (RB as) (JJ many) (IN as) (CD 12)) (NNS boats))"
    )


def test_a_number_before_a_percentage_belongs_to_it() -> None:
    """A 2 % rate, flat."""
    assert {"ncmod(_, %, 2)", "ncmod(_, rate, %)"} <= object_of(
        "(NP (DT a) (CD 2) (NN %) (NN rate))"
    )


def test_what_stands_before_the_subject_is_not_selected() -> None:
    """For these towns, it provides jobs; but: it provides for these towns."""
    towns = "(PP (IN for) (NP (DT these) (NNS towns)))"
    fronted = f"(S {towns} (, ,) (NP-SBJ (PRP it)) (VP (VBZ provides) (NP (NNS jobs))))"
    assert "ncmod(for, provide, town)" in found(fronted)
    assert "iobj(for, provide, town)" in found(f"(S (NP-SBJ (PRP it)) (VP (VBZ provides) {towns}))")


def test_much_is_an_object_though_it_is_tagged_as_an_adverb() -> None:
    """They saw much of it; a gerund after a noun is the head: dollar buying."""
    assert "dobj(see, much, _)" in object_of("(NP (NP (RB much)) (PP (IN of) (NP (PRP it))))")
    buying = object_of("(NP (NN dollar) (VBG buying))")
    assert {"dobj(see, buy, _)", "ncmod(_, buy, dollar)"} <= buying


def test_list_markers_have_no_relation() -> None:
    """4. Buy a boat."""
    tree = "(S (LST (LS 4) (. .)) (NP-SBJ (-NONE- *)) (VP (VB Buy) (NP (DT a) (NN boat))))"
    assert found(tree) == {"ncsubj(buy, Pro, _)", "dobj(buy, boat, _)"}


def test_otherwise_is_joined_to_an_adjective() -> None:
    """Any effect, adverse or otherwise."""
    effect = object_of(
        "(NP (NP (DT any) (NN effect)) (, ,) (ADJP (JJ adverse) (CC or) (RB otherwise)))"
    )
    assert {"ncmod(_, effect, adverse)", "ncmod(_, effect, otherwise)"} <= effect


def test_an_adverb_can_be_moved_from_behind_a_preposition() -> None:
    """Where did it come from? The adverb is what the preposition has lost."""
    tree = (
        "(SBARQ (WHADVP-1 (WRB Where)) (SQ (VBD did) (NP-SBJ (PRP it))"
        " (VP (VB come) (PP-CLR (IN from) (ADVP (-NONE- *T*-1))))) (. ?))"
    )
    assert found(tree) == {"ncsubj(come, it, _)", "iobj(from, come, where)"}


def test_an_aim_does_not_do_what_it_is() -> None:
    """Our aim was to leave: the aim did not leave, with a null subject either."""
    tree = "(S (NP-SBJ (PRP$ Our) (NN aim)) (VP (VBD was) (S-PRD {} (VP (TO to) (VP (VB leave))))) (. .))"
    wanted = {"ncmod(poss, aim, our)", "ncsubj(be, aim, _)", "xcomp(to, be, leave)"}
    assert found(tree.format("(NP-SBJ (-NONE- *))")) == found(tree.format("")) == wanted
