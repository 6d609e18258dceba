"""Grammar profiles: what they call things, which of them know what, and that they cover the rules."""

import tomllib
from pathlib import Path

import pytest

import karat
from karat.files.profile import DEFAULT, bundled, load, vocabulary
from karat.files.resources import data
from karat.formats.brackets import dumps
from karat.views.erase import erase
from karat.views.nulls import nulls
from karat.views.profile import profile
from karat.views.prune import prune

NAMES = [
    ("ptb", "NP-SBJ VP S", "NP-SBJ VP S"),
    ("1991", "N' V' NX S-REL NXc NP-s", "NP VP NX SBAR NP NP-s"),
    ("xtag", "S_r NP_f VP_0 AP N", "S NP VP ADJP NX"),
]
TAGS = [
    ("ptb", "NN BES (", "NN VBZ -LRB-"),
    ("1991", "N Npl PNP VPAST DET COMP Qr PRO", "NN NNS NNP VBD DT IN JJR PRP"),
    ("brown", "AT NN VBD BEDZ HVD IN PPS NN-TL BEDZ*", "DT NN VBD VBD VBD IN PRP NN-TL VBD"),
    ("claws", "AT0 NN1 VVD VBZ PRP PNP NN1-VVB II", "DT NN VBD VBZ IN PRP NN-VVB IN"),
    ("ud", "NOUN ADP CCONJ VERB PUNCT", "NN IN CC V ."),
    ("xtag", "N A Ad Comp Conj Det", "NN JJ RB IN CC DT"),
]


@pytest.mark.parametrize("name, own, treebank", NAMES)
def test_labels(name: str, own: str, treebank: str) -> None:
    """Known labels, with their function tags or without an index."""
    found = [load(name).label(one.encode()) for one in own.split()]
    assert found == [one.encode() for one in treebank.split()]
    assert all(load(name).knows_label(one.encode()) for one in own.split())


@pytest.mark.parametrize("name, own, treebank", TAGS)
def test_tags(name: str, own: str, treebank: str) -> None:
    found = [load(name).tag(one.encode()) for one in own.split()]
    assert found == [one.encode() for one in treebank.split()]
    assert all(load(name).knows_tag(one.encode()) for one in own.split())


def test_a_name_that_means_something_else_is_not_taken_for_it(tmp_path: Path) -> None:
    """Without ``extends`` a profile knows only its own names: its NP is not the Treebank's."""
    path = tmp_path / "mine.toml"
    path.write_text('[labels]\nVP = ["NP"]\n')
    mine = load(str(path))
    assert mine.label(b"NP-x") == b"VP-x"
    assert mine.label(b"S") == b"?S"
    assert not mine.knows_label(b"S")
    assert mine["auxiliaries.be"] == load("ptb")["auxiliaries.be"]


def test_profiles_of_the_default_agree() -> None:
    assert load(DEFAULT).disputed == frozenset()
    assert load("ptb+claws").disputed == {b"PRP", b"MD", b"XX"}


def test_rules_use_only_names_of_the_vocabulary() -> None:
    """A label or tag that a rule knows and no profile could name would be one grammar's privilege."""
    labels, tags = (set(map(bytes.decode, names)) for names in vocabulary())
    for folder, file in (("parseval", "erase"), ("parseval", "redefine"), ("flatten", "ptb")):
        tables = tomllib.loads(data(folder, f"{file}.toml").read_text())
        used = {one for group in tables["tags"].values() for one in group}
        assert used <= {*tags, "BES", "HVS"}, file
        phrases = {
            one
            for table in ("labels", "categories", "special")
            for key, group in tables.get(table, {}).items()
            if key not in ("adverbial", "subject")  # function tags
            for one in group
        }
        assert phrases <= labels, file


def test_every_bundled_profile_says_what_it_is_for() -> None:
    assert all(bundled().values())


def test_words_tell_where_tags_do_not() -> None:
    """A verb of any form, and tags of Universal Dependencies."""
    tree = "(S (NP (PRON She)) (VP (AUX will) (PART not) (VP (VERB stop) (VP (VERB walking) (PUNCT ,)))))"
    assert dumps(profile(karat.read_text(tree), "ud")) == (
        "(S (NP (PRP She)) (VP (MD will) (RB not) (VP (VBP stop) (VP (VBG walking) (, ,)))))\n"
    )


def test_auxiliaries_and_contractions_of_a_profile(tmp_path: Path) -> None:
    """Other verbs can be auxiliaries, and other endings be cut off."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "ptb"\n[auxiliaries]\nmodal = ["needs"]\n[contractions]\nauxiliary = ["\'z"]\n'
    )
    bank = karat.read_text("(S (NP (NN Ann'z)) (VP (V needs) (V leave)) (NP (NN don't)))")
    assert erase(bank, profile=str(path)).words(0) == [b"Ann", b"leave", b"don't"]
    assert erase(bank).words(0) == [b"Ann'z", b"needs", b"leave", b"do"]


def test_brown_tags_decide() -> None:
    """The auxiliary goes, the main verb stays, by the tags of the Brown Corpus."""
    tree = (
        "(S (NP (NP-TL Miss) (NP Xydis)) (VP (BEDZ was) (RB soon) (VBN seen)) (CC and)"
        " (VP (HVD had) (NP (AT a) (NN dog))) (. .))"
    )
    assert erase(karat.read_text(tree), profile="brown").words(0) == (
        b"Miss Xydis soon seen and had a dog".split()
    )


def test_null_elements() -> None:
    """By tag, by form, as all that a phrase holds; with a tag of its own a word is a word."""
    words = (
        "(CD 0) (NN e) (NN *) (PP 0) (NP e) (NP PRO) (NP *T*-1) (NP *) (-NONE- x) ( *ICH*-2) (Npl )"
    )
    bank = karat.read_text(f"(S {words})")
    assert nulls(bank).tolist() == [False] * 3 + [True] * 8
    assert nulls(bank, load("ptb", ("e", "CD"))).tolist() == [True, True, False] + [True] * 8


def test_a_flat_key_keeps_its_own_tags() -> None:
    from karat.views.flatten import flatten

    tree = "(S (N' (DET the) (N man) (P' (P from) (N' (PNP Rome)))) (V' (V left) (N' (PRO us))))"
    assert dumps(flatten(karat.read_text(tree))) == (
        "(S (NP (DET the) (N man) (PP (P from) (PNP Rome))) (VP (V left) (PRO us)))\n"
    )


def test_gaps_in_dashes() -> None:
    """A token with a dash between words is two words, in one bracket and without a tag."""
    bank = karat.read_text(
        "(NP (DT All--or) (RB almost) (DT all—of) (PRP them) (NN e--mail2) (: --))"
    )
    assert dumps(prune(erase(bank))) == "(NP All or (RB almost) all of (PRP them) e mail2)\n"
