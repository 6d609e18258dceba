"""Flat keys of real treebanks: the documents of GUM, and its news with the output of parsers."""

import re
from pathlib import Path

import pytest

import karat
from karat.formats.brackets import dumps, tree
from karat.model.bank import Bank
from karat.views.flatten import flatten

# Read and found right: (document, sentence from 0, key).
READ = [
    ("GUM_news_asylum", 1, "(NP Monday , (NP May 18 , 2015))"),
    (
        "GUM_academic_art", 6,
        "(S How do people (VP (VP look at) and experience art) ?)",
    ),
    (
        "GUM_academic_art", 21,
        "(S Importantly , (SBAR studying (NP eye movements)) (VP offers (NP an insight (SBAR that"
        " (VP does not depend (PP on (NP (NP the participants ’) beliefs , memories or"
        " (NP subjective impressions (PP of (NP the artwork))))))))) .)",
    ),
    (
        "GUM_academic_census", 13,
        "(S (SBAR Although useful) , (NP such samples) (VP (VP are not (ADJP representative (PP of"
        " (NP the scientific workforce (PP as (NP a whole)))))) and (VP thus have (NP limited"
        " generalizability))) .)",
    ),
    (
        "GUM_academic_enjambment", 29,
        "(S (NP Quilis -LRB- 1964 -RRB-) (VP performed (NP poetry reading experiments) , (SBAR"
        " proposing (SBAR that (NP the following strongly connected elements) (VP give rise (PP to"
        " enjambment) , (SBAR should (NP a poetic - form pause) (VP break them up)))))) :)",
    ),
    (
        "GUM_academic_economics", 25,
        "(S It follows (SBAR that (NP the role (PP of (NP the state))) (VP is essential)) .)",
    ),
    (
        "GUM_news_asylum", 7,
        "(S (NP Malaysia and Indonesia) (VP have maintained (NP a policy (PP of (SBAR turning away"
        " (NP boats (PP of migrants)))) (SBAR which , (PP according to AFP) , (NP the (NP Untied"
        " Nations) and (NP United States)) (VP have both criticised)))) .)",
    ),
    (
        "GUM_academic_exposure", 3,
        "(S However , it is not enough (SBAR to have attained (NP such native - like levels)) .)",
    ),
    (
        "GUM_bio_galois", 21,
        "(S However , (SBAR Dumas (VP is alone (PP in (NP this assertion)))) , and (SBAR (SBAR"
        " if he"
        " (VP were correct)) it is unclear (SBAR why d'Herbinville (VP would have been"
        " involved))) .)",
    ),
    (
        "GUM_news_defector", 6,
        "(S (NP Daniel Montalvo , 19 , (NP a member (PP of Scientology) (NP all his life)) ,)"
        " (VP was arrested (PP after (SBAR leaving (NP its elite group (NP the Sea Org))))) .)",
    ),
    (
        "GUM_news_hackers", 5,
        "(S (SBAR Though YouTube (VP is complying (PP with (NP (NP the Church (PP of"
        " Scientology) 's)"
        " requests (SBAR to take down (NP the video)))))) , (NP other sites (PP such as"
        " Gawker.com))"
        " (VP have stated (SBAR that they (VP will keep (SBAR hosting (NP the video))))) .)",
    ),
]  # fmt: skip


def banks(folder: Path) -> list[Bank]:
    """The 27 documents, and the news with the output of two parsers; or karat-200 likewise."""
    documents = sorted(folder.glob("gum/const/*.ptb"))
    assert len(documents) == 27 or [one.stem for one in documents] == ["karat-200"]
    files = [*documents, *sorted(folder.glob("gum-news/*.mrg"))]
    assert len(files) == len(documents) + 3
    return [karat.read(file) for file in files]


@pytest.mark.parametrize(("name", "sentence", "key"), READ)
def test_keys_that_were_read(corpora: Path, name: str, sentence: int, key: str) -> None:
    """A key that a person has read and found right stays so."""
    found = flatten(karat.read(corpora / "gum" / "const" / f"{name}.ptb"))
    line = tree(found, sentence).decode()
    assert re.sub(r"\(\S* ([^\s()]+)\)", r"\1", line) == key


def test_form_of_keys(corpora: Path) -> None:
    """Words stay; no unary, one-word or crossing brackets; flat again is the same."""
    for bank in banks(corpora):
        key = flatten(bank)
        assert dumps(flatten(key)) == dumps(key)
        for sentence in range(len(bank)):
            assert key.words(sentence) == bank.words(sentence)
            assert key.tags(sentence) == bank.tags(sentence)
            spans = [(start, end) for start, end, _ in key.spans(sentence)]
            assert all(end - start > 1 for start, end in spans)
            assert len(set(spans)) == len(spans)
            assert set(spans) <= {(start, end) for start, end, _ in bank.spans(sentence)}
            assert {label for _, _, label in key.spans(sentence)} <= {
                b"S", b"SBAR", b"NP", b"VP", b"PP", b"ADVP", b"ADJP",
            }  # fmt: skip


def test_every_sentence_has_a_bracket_around_it(at_hand: Path) -> None:
    """A key is one bracket with everything in it, unless it is one word."""
    for bank in banks(at_hand):
        key = flatten(bank)
        for sentence in range(len(key)):
            words = len(key.words(sentence))
            whole = [(start, end) for start, end, _ in key.spans(sentence)][:1]
            assert whole == ([(0, words)] if words > 1 else [])
