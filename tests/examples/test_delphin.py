"""HPSG analyses: the same sentence in every notation, and what cannot be read."""

import json

import pytest

import karat
from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.recognise.rules import load, loads

pytest.importorskip("delphin")

# "The cat that slept was seen." by hand: seen(slept(cat)), in each notation.
MRS = """[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ]
  RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x NUM: sg ] RSTR: h5 BODY: h6 ]
          [ _cat_n_1<4:7> LBL: h7 ARG0: x3 ]
          [ _sleep_v_1<13:18> LBL: h7 ARG0: e8 [ e SF: prop TENSE: past ] ARG1: x3 ]
          [ _see_v_1<23:27> LBL: h1 ARG0: e2 ARG1: i9 ARG2: x3 ] >
  HCONS: < h0 qeq h1 h5 qeq h7 > ]"""
EDS = """{e2:
 _1:_the_q<0:3>[BV x3]
 x3:_cat_n_1<4:7>{x NUM sg}[]
 e8:_sleep_v_1<13:18>{e SF prop, TENSE past}[ARG1 x3]
 e2:_see_v_1<23:27>{e SF prop, TENSE past}[ARG2 x3]
}"""
EDS_JSON = json.dumps({
    "top": "e2",
    "nodes": {
        "_1": {"label": "_the_q", "edges": {"BV": "x3"}, "lnk": {"from": 0, "to": 3}},
        "x3": {"label": "_cat_n_1", "edges": {}, "lnk": {"from": 4, "to": 7}, "type": "x",
               "properties": {"NUM": "sg"}},
        "e8": {"label": "_sleep_v_1", "edges": {"ARG1": "x3"}, "lnk": {"from": 13, "to": 18},
               "type": "e", "properties": {"SF": "prop", "TENSE": "past"}},
        "e2": {"label": "_see_v_1", "edges": {"ARG2": "x3"}, "lnk": {"from": 23, "to": 27},
               "type": "e", "properties": {"SF": "prop", "TENSE": "past"}},
    },
})  # fmt: skip
DMRS = (
    "dmrs { [top=4] 1 [_the_q<0:3>]; 2 [_cat_n_1<4:7> x NUM=sg]; "
    "3 [_sleep_v_1<13:18> e SF=prop TENSE=past]; 4 [_see_v_1<23:27> e SF=prop TENSE=past]; "
    "1:RSTR/H -> 2; 3:ARG1/EQ -> 2; 4:ARG2/NEQ -> 2; }"
)
DMRS_XML = (
    '<dmrs cfrom="-1" cto="-1" top="4">'
    '<node nodeid="1" cfrom="0" cto="3"><realpred lemma="the" pos="q"/><sortinfo/></node>'
    '<node nodeid="2" cfrom="4" cto="7"><realpred lemma="cat" pos="n" sense="1"/>'
    '<sortinfo num="sg" cvarsort="x"/></node>'
    '<node nodeid="3" cfrom="13" cto="18"><realpred lemma="sleep" pos="v" sense="1"/>'
    '<sortinfo sf="prop" tense="past" cvarsort="e"/></node>'
    '<node nodeid="4" cfrom="23" cto="27"><realpred lemma="see" pos="v" sense="1"/>'
    '<sortinfo sf="prop" tense="past" cvarsort="e"/></node>'
    '<link from="1" to="2"><rargname>RSTR</rargname><post>H</post></link>'
    '<link from="3" to="2"><rargname>ARG1</rargname><post>EQ</post></link>'
    '<link from="4" to="2"><rargname>ARG2</rargname><post>NEQ</post></link></dmrs>'
)
DMRS_JSON = json.dumps({
    "top": 4,
    "nodes": [
        {"nodeid": 1, "predicate": "_the_q", "lnk": {"from": 0, "to": 3}},
        {"nodeid": 2, "predicate": "_cat_n_1", "sortinfo": {"cvarsort": "x", "NUM": "sg"},
         "lnk": {"from": 4, "to": 7}},
        {"nodeid": 3, "predicate": "_sleep_v_1", "lnk": {"from": 13, "to": 18},
         "sortinfo": {"cvarsort": "e", "SF": "prop", "TENSE": "past"}},
        {"nodeid": 4, "predicate": "_see_v_1", "lnk": {"from": 23, "to": 27},
         "sortinfo": {"cvarsort": "e", "SF": "prop", "TENSE": "past"}},
    ],
    "links": [
        {"from": 1, "to": 2, "rargname": "RSTR", "post": "H"},
        {"from": 3, "to": 2, "rargname": "ARG1", "post": "EQ"},
        {"from": 4, "to": 2, "rargname": "ARG2", "post": "NEQ"},
    ],
})  # fmt: skip
SCOPED = {(-1, 3, "TOP"), (0, 1, "RSTR/H"), (2, 1, "ARG1/EQ"), (3, 1, "ARG2/NEQ")}
PLAIN = {(-1, 3, "TOP"), (0, 1, "BV"), (2, 1, "ARG1"), (3, 1, "ARG2")}
UDX = (
    "(root_strict (6 sb-hd_mc_c@basic 0.5 0 3 (2 ^sp-hd_n_c 0.1 0 2 (1 the_1@d_-_the_le 0 0 1 "
    '("the" 7 "token [ +FORM \\"the\\" +FROM \\"0\\" +TO \\"3\\" ]")) (3 cat_n1@n_-_c_le 0 1 2 ("cat" 8 '
    '"token [ +FORM \\"cat\\" +FROM \\"4\\" +TO \\"7\\" ]"))) (5 sleep_v1@v_-_le 0 2 3 ("sleeps"))))'
)


def column(bank: Bank, layer: str, name: str) -> list[str]:
    return names_of(bank.labels, bank.layers[layer][name])


@pytest.mark.parametrize(
    ("text", "edges"),
    [(MRS, SCOPED), (EDS, PLAIN), (EDS_JSON, PLAIN), (DMRS, SCOPED), (DMRS_XML, SCOPED), (DMRS_JSON, SCOPED)],
    ids=["mrs", "eds", "eds-json", "simpledmrs", "dmrx", "dmrs-json"],
)  # fmt: skip
def test_every_notation(text: str, edges: set[tuple[int, int, str]]) -> None:
    """The same predications; edges with their scope, where the notation says it."""
    bank = karat.read_text(text)
    layer = bank.layers["predications"]
    assert column(bank, "predications", "label") == ["_the_q", "_cat_n_1", "_sleep_v_1", "_see_v_1"]
    assert column(bank, "predications", "lemma") == ["the", "cat", "sleep", "see"]
    assert column(bank, "predications", "pos") == ["q", "n", "v", "v"]
    assert column(bank, "predications", "type") == ["", "x", "e", "e"]
    assert column(bank, "predications", "properties") == ["", "NUM=sg", *["SF=prop|TENSE=past"] * 2]
    assert layer["first"].tolist() == [0, 4, 13, 23]
    assert layer["last"].tolist() == [3, 7, 18, 27]
    roles = bank.layers["roles"]
    ends = zip(roles["source"].tolist(), roles["target"].tolist(), strict=True)
    labels = column(bank, "roles", "label")
    assert {(*pair, label) for pair, label in zip(ends, labels, strict=True)} == edges
    assert not bank.has_trees


def test_a_derivation_with_types() -> None:
    """Rules are labels, lexical entries with their types are tags; tokens say their characters."""
    bank = karat.read_text(UDX)
    assert bank.spans(0) == [
        (0, 3, b"root_strict"),
        (0, 3, b"sb-hd_mc_c@basic"),
        (0, 2, b"sp-hd_n_c"),
    ]
    assert bank.words(0) == [b"the", b"cat", b"sleeps"]
    assert bank.tags(0) == [b"the_1@d_-_the_le", b"cat_n1@n_-_c_le", b"sleep_v1@v_-_le"]
    assert bank.layers["tokens"]["first"].tolist() == [0, 4, -1]
    assert bank.layers["tokens"]["last"].tolist() == [3, 7, -1]


def test_both_in_one_record() -> None:
    """And an item without an analysis, with the ids of the file."""
    bank = karat.read_text(f"#id a\n{UDX}\n{EDS}\n\n#id b\n#none\n\n#id c\n{MRS}\n")
    assert [len(bank.words(i)) for i in range(3)] == [3, 0, 4]
    assert bank.layers["predications"].offset.tolist() == [0, 4, 4, 8]
    assert not bank.fault.any()


def test_words_where_there_is_no_derivation() -> None:
    """Those of the sentence; otherwise the lemmas of the predications."""
    bank = karat.read_text(f"#text The cat that slept was seen.\n{DMRS}\n\n{EDS}\n")
    assert bank.words(0) == [b"The", b"cat", b"that", b"slept", b"was", b"seen."]
    assert bank.words(1) == [b"the", b"cat", b"sleep", b"see"]


def test_one_analysis_per_line() -> None:
    """Without blank lines and headers, as PyDelphin writes SimpleDMRS."""
    assert len(karat.read_text(f"{DMRS}\n{DMRS}\n{DMRS}\n")) == 3
    assert len(karat.read_text(f"<dmrs-list>{DMRS_XML}{DMRS_XML}</dmrs-list>")) == 2


BROKEN = {
    "an MRS that ends too early": (MRS[:-20], "this MRS cannot be read"),
    "no colon after a role": (MRS.replace("ARG1: x3", "ARG1 x3"), "this MRS cannot be read"),
    "an edge that leads nowhere": (EDS.replace("ARG2 x3", "ARG2 x4"), "this EDS cannot be read"),
    "a link that leads nowhere": (DMRS.replace("-> 2", "-> 9"), "this DMRS cannot be read"),
    "JSON that is none": (EDS_JSON.replace('"label"', "label"), "this EDS cannot be read"),
    "a score that is none": (UDX.replace(" 0.5 0 3 ", " half 0 3 "), "this derivation cannot be read"),
    "brackets that stay open": (UDX[:-2], "this derivation cannot be read"),
    "a rule without daughters": (UDX.replace('("sleeps")', ""), "this derivation cannot be read"),
    "two analyses": (f"{EDS}\n{EDS}", "a second analysis of the same kind for one item"),
    "nothing": ("#id 4", "an item without an analysis"),
    "something else": ("#id 4\nDogs bark.", "neither a derivation nor MRS, EDS or DMRS"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read(name: str) -> None:
    """The record is faulty, with its place; the next one is read."""
    text, what = BROKEN[name]
    bank = karat.read_text(f"#id 3\n{text}\n\n#id 5\n{EDS}\n", format="delphin")
    error = bank.error(0)
    assert error is not None
    assert error.what == what
    assert error.line >= 1
    assert bank.error(1) is None
    assert bank.words(0) == []


def test_patterns_over_rules_and_predications() -> None:
    """Rule names with wildcards; roles with and without their scope; properties."""
    rules = """
        format = "delphin"
        [phenomena]
        subject = "…"
        past = "…"
        modifier = "…"
        top = "…"
        [[rule]]
        phenomenon = "subject"
        tree = 'sb-hd_* < (sp-hd_n_c < *_n1@*"cat")'
        [[rule]]
        phenomenon = "past"
        deps = '{pred:_sleep_v_*; TENSE:past} >ARG1 {lemma:cat; NUM:sg}'
        [[rule]]
        phenomenon = "modifier"
        deps = '{pos:v} >ARG1:EQ {type:x}'
        [[rule]]
        phenomenon = "top"
        deps = '{deprel:TOP; sense:1}'
    """
    recogniser = loads(rules)
    found = recogniser(recogniser.read([f"{UDX}\n{MRS}", EDS, UDX, ""]))
    assert found == [("subject", "past", "modifier", "top"), ("past", "top"), ("subject",), ()]


def test_a_rule_that_looks_at_what_is_missing_finds_nothing() -> None:
    """Not even if it says that something must not be there."""
    rules = """
        format = "delphin"
        [[rule]]
        phenomenon = "passive"
        deps = '{pos:v}'
        none = [{ tree = "sb-hd_*" }]
    """
    recogniser = loads(rules)
    assert recogniser(recogniser.read([EDS, f'(root (0 x_n1 0 0 1 ("x")))\n{EDS}'])) == [
        (),
        ("passive",),
    ]


def test_attributes_of_predications_are_for_semantic_graphs() -> None:
    """A rule for dependencies that tests pos would never match, so it is refused."""
    recogniser = loads('format = "conllu"\n[[rule]]\nphenomenon = "passive"\ndeps = "{pos:v}"')
    with pytest.raises(karat.KaratError, match="only semantic graphs"):
        recogniser(recogniser.read(["1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_"]))


def test_what_the_grammar_shows_is_marked_where_it_was_wrong_too_often() -> None:
    """docs/hpsg.md has the figures."""
    assert load("erg").experimental == {
        "apposition", "clausal-subject", "nominal-gerund", "participial-adjunct", "purpose-clause",
        "right-node-raising",
    }  # fmt: skip
