"""Texts that the two sides cut into sentences in different ways, under conll18."""

import pytest

import karat
from karat.comparison.alignment import lowered
from karat.model.errors import InputError

ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"
Sentence = list[tuple[str, int]]
LOST = "system tree cannot be read"


def text(*sentences: Sentence) -> str:
    """CoNLL-U of words and the numbers of their heads."""
    return "".join(
        "".join(
            ROW.format(i, word, head, "dep" if head else "root")
            for i, (word, head) in enumerate(sentence, 1)
        )
        + "\n"
        for sentence in sentences
    )


GOLD = text([("a", 0), ("b", 1)], [("c", 0), ("d", 1)], [("e", 0)])
CIRCLE: Sentence = [("a", 2), ("b", 1), ("c", 0), ("d", 3)]


@pytest.mark.parametrize(
    ("system", "statuses"),
    [
        # A faulty sentence over two of gold spoils both, and no other.
        ([CIRCLE, [("e", 0)]], [LOST, LOST, ""]),
        ([[("a", 0)], [("b", 2), ("c", 1)], [("d", 0)], [("e", 0)]], [LOST, LOST, ""]),
        # One inside a sentence of gold spoils that one.
        ([[("a", 0)], [("b", 0)], [("c", 2), ("d", 1)], [("e", 0)]], ["", LOST, ""]),
        ([[("a", 0), ("b", 1)], [("c", 1)], [("d", 0), ("e", 1)]], ["", LOST, ""]),
    ],
)
def test_a_faulty_sentence_spoils_what_it_touches(
    system: list[Sentence], statuses: list[str]
) -> None:
    """By the characters that both cover, wherever the boundaries are."""
    score = karat.score(GOLD, text(*system), "conll18(failed=empty)")
    assert [row["status"] for row in score.rows()] == statuses


def test_a_system_without_words() -> None:
    """Its only sentence cannot be read: everything of gold is missed."""
    score = karat.score(GOLD, karat.read_text("1\ta\n\n", format="conllu"), "conll18(failed=empty)")
    assert (score.counts["Words_gold"], score.counts["Words_system"]) == (5, 0)
    assert (score.counts["LAS_gold"], score.counts["LAS_correct"], score.LAS) == (5, 0, 0.0)


def test_a_sentence_after_one_that_differs_is_scored() -> None:
    """The texts differ in the first sentence only, and end together."""
    system = text([("a", 0), ("x", 1)], [("c", 0), ("d", 1)], [("e", 0)])
    score = karat.score(GOLD, system, "conll18(failed=drop)")
    assert [row["status"] for row in score.rows()] == ["different words", "", ""]
    assert (score.counts["Words_gold"], score.counts["LAS_correct"]) == (3, 3)


def test_words_of_multiword_tokens_are_compared_in_small_letters() -> None:
    """As the script of the shared task does: in capitals, ß and ss would be the same."""
    assert lowered(["Straße".encode(), b"STRASSE"]) == ["straße", "strasse"]


ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"


def two_words(first: str, second: str, label: str = "dep") -> str:
    return ROW.format(1, first, 0, "root") + ROW.format(2, second, 1, label) + "\n"


def test_only_sentences_that_are_compared_have_words_of_the_system() -> None:
    """By label: the words of the second sentence, whose text differs, count as missed and not as found."""
    gold = two_words("a", "b", "obj") + two_words("c", "d", "nmod")
    system = two_words("a", "b", "obj") + two_words("c", "x", "amod")
    score = karat.score(gold, system, "conll18(failed=empty)", by=["label"])
    rows = {name: row["counts"] for name, row in score.groups["label"].items()}
    assert {name: (row["gold"], row["system"], row["matched"]) for name, row in rows.items()} == {
        "root": (2, 1, 1), "obj": (1, 1, 1), "nmod": (1, 0, 0),
    }  # fmt: skip


@pytest.mark.parametrize(("sentence", "line"), [(1, 1), (2, 4), (3, 7)])
def test_the_place_near_which_the_text_differs(sentence: int, line: int) -> None:
    """It is the system's sentence itself, which has two words and a blank line as all have."""
    words = ["ab", "cd", "ef"]
    gold = karat.read_text("".join(two_words(*one) for one in words))
    spelt, words[sentence - 1] = words[sentence - 1], words[sentence - 1][0] + "x"
    system = karat.read_text("".join(two_words(*one) for one in words))
    (found,) = karat.score(gold, system, "conll18(failed=empty)").failures
    said = f"{gold.path}:{line} spells {spelt!r}; near {system.path}:{line} the text differs"
    assert (found.sentence, found.detail) == (sentence, said)


def test_the_second_root_is_named_by_its_line() -> None:
    """In the second sentence, whose words are in lines 4 to 6."""
    rows = (
        ROW.format(1, "c", 0, "root") + ROW.format(2, "d", 1, "dep") + ROW.format(3, "e", 0, "root")
    )
    text = two_words("a", "b") + rows + "\n"
    with pytest.raises(karat.KaratError, match=r":6:\d+: a sentence must have one root here"):
        karat.score(text, text, "conll18")


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u3000 "])
def test_a_word_of_nothing_but_spaces(space: str) -> None:
    """It has no place in the text; the script refuses it too. The other sentences count as they did."""
    system = text([("a", 0), ("b", 1), (space, 1)], [("c", 0), ("d", 1)], [("e", 0)])
    with pytest.raises(InputError, match=":3:3: a token of nothing but spaces"):
        karat.score(GOLD, system, "conll18")
    score = karat.score(GOLD, system, "conll18(failed=empty)")
    assert [row["status"] for row in score.rows()] == [LOST, "", ""]
    assert [score.counts[f"Tokens_{part}"] for part in ("gold", "system", "correct")] == [5, 3, 3]
    assert [score.counts[f"Words_{part}"] for part in ("gold", "system", "correct")] == [5, 3, 3]


@pytest.mark.parametrize("space", [" ", "\u00a0"])
@pytest.mark.parametrize("gold_too", [True, False])
def test_a_multiword_token_of_nothing_but_spaces(space: str, gold_too: bool) -> None:
    """It once made the alignment go round for ever."""
    odd = text([("a", 0), ("x", 1), ("y", 1), ("b", 1)], [("c", 0), ("d", 1)], [("e", 0)])
    odd = odd.replace("2\tx", f"2-3\t{space}" + 8 * "\t_" + "\n2\tx", 1)
    with pytest.raises(InputError, match=r":2:5: a token of nothing but spaces"):
        karat.score(odd if gold_too else GOLD, odd, "conll18")
    score = karat.score(odd if gold_too else GOLD, odd, "conll18(failed=drop)")
    assert (score.counts["Tokens_correct"], score.LAS) == (3, 1.0)
