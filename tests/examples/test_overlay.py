"""Words of two versions of one sentence on one axis; every place is counted by hand."""

import random
import time
import tracemalloc

import pytest

from karat import kernels
from karat.comparison import anchors, gaps
from karat.comparison.anchors import runs
from karat.comparison.overlay import Changes, Overlay, changes, overlay, spelt

NONE = Changes(0, 0, 0, 0, 0, 0, 0, 0)


def words(sentence: str) -> list[bytes]:
    """The words of a sentence that is written with a space between any two."""
    return sentence.encode().split()


def places(gold: str, system: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the words of gold and of the system begin and end."""
    laid = overlay(words(gold), words(system))
    return (
        [*zip(laid.gold_begin, laid.gold_finish, strict=True)],
        [*zip(laid.system_begin, laid.system_finish, strict=True)],
    )


def same(gold: str, system: str) -> list[tuple[bytes, bytes]]:
    """The words that cover the same cells."""
    ours, theirs = places(gold, system)
    at = dict(zip(theirs, words(system), strict=True))
    return [(word, at[place]) for word, place in zip(words(gold), ours, strict=True) if place in at]


@pytest.mark.parametrize(
    "forms",
    [
        ["(", "-LRB-", "-lrb-", "（"],
        ["}", "-RCB-"],
        ["a(b)", "a-LRB-b-RRB-"],
        ["1/2", "1\\/2", "½", "1⁄2"],
        ["*", "\\*"],
        ['"', "``", "''", "“", "”", "„", "«", "»", "‘‘", "’’", "″", "＂"],
        ["'", "’", "‘", "`", "´", "ʼ"],
        ["don't", "Don’t", "DON`T", "don´t"],
        ["-", "--", "---", "–", "—", "‑", "−"],
        ["1990-95", "1990–95", "1990--95"],
        ["...", "…"],
        ["fish", "ﬁsh", "FISH", "fi\u00adsh", "fi\u200bsh", "\ufefffish"],
        ["café", "cafe\u0301", "CAFÉ"],
        ["straße", "STRASSE"],
        ["10000", "10\u00a0000", "10 000", "10\u2009000"],
        ["", " ", "\t", "\u200d", "\u3000"],
        ["☺", "☺\ufe0f"],
    ],
)
def test_forms_of_one_word(forms: list[str]) -> None:
    """Escapes, quotation marks, apostrophes, dashes, ellipses, Unicode forms, spaces and case."""
    assert len({spelt(form.encode()) for form in forms}) == 1


@pytest.mark.parametrize(
    "one, other",
    [("'", '"'), ("-", "_"), ("(", "["), ("..", "..."), ("resume", "résumé"), ("1", "l")],
)
def test_forms_of_two_words(one: str, other: str) -> None:
    """What is not a matter of typography stays different."""
    assert spelt(one.encode()) != spelt(other.encode())


def test_bytes_that_are_not_utf8() -> None:
    """A word in Latin-1 has characters, too, and each is one place."""
    assert len(spelt(b"caf\xe9")) == 4
    assert overlay([b"caf\xe9", b"x"], ["café".encode(), b"y"]).gold_begin[:1] == [0]
    assert changes([b"a", b"caf\xe9"], [b"a", "café".encode()]) == NONE._replace(kept=1, changed=1)


def test_other_tokens_of_the_same_characters() -> None:
    """The axis is the text; words that are not split or joined cover the same cells."""
    assert places("They didn't , (so", "they did n't, -LRB- SO") == (
        [(0, 4), (4, 10), (10, 11), (11, 14)],
        [(0, 4), (4, 7), (7, 11), (11, 12), (12, 14)],
    )


def test_a_changed_word_covers_the_same_cells() -> None:
    """Also if it has more or fewer letters, at either end."""
    assert same("in the end", "in teh end") == [(b"in",) * 2, (b"the", b"teh"), (b"end",) * 2]
    assert same("the cats sleep", "the cat sleep")[1] == (b"cats", b"cat")
    assert same("he does not", "she does not")[0] == (b"he", b"she")
    assert places("walked", "walks") == ([(0, 6)], [(0, 6)])


def test_two_changed_words_side_by_side() -> None:
    """Beginnings and ends of words fall together."""
    assert same("two brown dogs", "teo bronw dogs") == [
        (b"two", b"teo"), (b"brown", b"bronw"), (b"dogs", b"dogs"),
    ]  # fmt: skip


def test_a_dropped_and_an_invented_word() -> None:
    """Each has cells of its own, between its neighbours."""
    assert places("a big dog", "a dog") == ([(0, 1), (1, 4), (4, 7)], [(0, 1), (4, 7)])
    assert places("a dog", "a big dog") == ([(0, 1), (4, 7)], [(0, 1), (1, 4), (4, 7)])


def test_a_word_with_too_little_in_common_is_no_counterpart() -> None:
    """Half of the longer word is enough, less is not: it was dropped, and another was invented."""
    assert same("x abcd y", "x abzz y")[1] == (b"abcd", b"abzz")
    assert (b"abcd", b"azzz") not in same("x abcd y", "x azzz y")
    assert same("the cat", "the concatenate") == [(b"the", b"the")]
    assert changes(words("a dog"), words("a cow")) == NONE._replace(kept=1, dropped=1, invented=1)


def test_a_changed_word_beside_others_that_are_replaced() -> None:
    """house and home share three letters; a, big, the, large are not counterparts."""
    assert same("see a big house", "see the large home") == [(b"see", b"see"), (b"house", b"home")]


def test_a_split_word_that_is_also_changed() -> None:
    """The pieces together begin and end where the word does."""
    gold, system = places("I didn't go", "I did nt go")
    assert gold == [(0, 1), (1, 7), (7, 9)]
    assert system == [(0, 1), (1, 4), (4, 7), (7, 9)]
    assert places("cannott x", "can no y")[1][:2] == [(0, 3), (3, 7)]


def test_a_word_left_out_where_its_neighbours_were_joined() -> None:
    """It lies inside the word that they were joined to."""
    assert places("did x not go", "didnot gone") == (
        [(0, 3), (3, 4), (4, 7), (7, 11)],
        [(0, 7), (7, 11)],
    )


def test_of_equal_neighbours_the_last_is_the_dropped_one() -> None:
    """Both readings are right; the leftmost words are paired."""
    assert places("very very good", "very good") == ([(0, 4), (4, 8), (8, 12)], [(0, 4), (8, 12)])


def test_a_repeated_word_beside_a_split_one() -> None:
    """The first very was split; the second is still itself."""
    gold, system = places("very very good dog", "ve ry very good cow")
    assert gold[:3] == [(0, 4), (4, 8), (8, 12)]
    assert system[:4] == [(0, 2), (2, 4), (4, 8), (8, 12)]


def test_longer_words_decide_what_moved() -> None:
    """Of two orders the one that keeps more letters in place."""
    assert same("a conference ended", "conference a ended")[0] == (b"conference", b"conference")


def test_a_word_that_spells_nothing() -> None:
    """It covers no cell, and lies behind the word before it."""
    laid = overlay(["\u200b".encode(), b"a", "\u200b".encode(), b"b"], [b"a", b"c"])
    assert laid == Overlay([0, 0, 1, 1], [0, 1, 1, 2], [0, 2], [1, 3])


def test_nothing_on_one_side() -> None:
    assert overlay([], []) == Overlay([], [], [], [])
    assert overlay([b"ab"], []) == Overlay([0], [2], [], [])
    assert changes([b"ab"], []) == NONE._replace(dropped=1)
    assert changes([], [b"ab"]) == NONE._replace(invented=1)


@pytest.mark.parametrize(
    "gold, system, counts",
    [
        ("the dog barks", "the dog barks", {"kept": 3}),
        ("`` The dog -RRB-", "“ the dog )", {"kept": 1, "respelt": 3}),
        ("they didn't go", "they did n't go", {"kept": 2, "split": 1}),
        ("they did n't go", "they didn't go", {"kept": 2, "joined": 2}),
        ("in the end", "in teh end", {"kept": 2, "changed": 1}),
        ("a very big dog", "a big dog", {"kept": 3, "dropped": 1}),
        ("a big dog", "a very big dog", {"kept": 3, "invented": 1}),
        ("now the dog sleeps", "the dog sleeps Now", {"kept": 3, "moved": 1}),
        ("no no no dog", "dog no no", {"kept": 2, "dropped": 1, "moved": 1}),
        ("ab cd", "a bcd", {"split": 1, "joined": 1}),
        ("a \u200b b", "a b \u200b", {"kept": 3}),
        ("a b", "a b \u200b", {"kept": 2, "invented": 1}),
    ],
)
def test_changes(gold: str, system: str, counts: dict[str, int]) -> None:
    """Each kind as a reader would count it."""
    assert changes(words(gold), words(system)) == NONE._replace(**counts)


@pytest.mark.parametrize("largest", [1, 20, 200])
def test_sides_cut_into_parts(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    """Words that occur once keep long sentences in step; what is between them is cut evenly."""
    monkeypatch.setattr(anchors, "LARGEST", largest)
    monkeypatch.setattr(gaps, "LARGEST", largest)
    gold = " ".join(f"w{n} and" for n in range(40))
    system = " ".join(f"w{n} and" for n in range(40) if n % 7).replace("w9 ", "other ")
    found = same(gold, system)
    assert [pair[0] for pair in found if pair[0] != b"and"] == [
        b"w%d" % n for n in range(40) if n % 7 and n != 9
    ]
    assert all(one == other for one, other in found)


def test_sides_a_little_too_long_are_cut_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer parts would be the sides as they are."""
    monkeypatch.setattr(gaps, "LARGEST", 5)
    assert gaps.between(["ab", "c"], ["ab", "d"]) == gaps.Piece(
        gold=[(0, 2), (2, 3)], system=[(0, 2), (3, 4)], size=4
    )


def test_one_very_long_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two words too long to compare are not counterparts, unless they are alike."""
    monkeypatch.setattr(gaps, "LARGEST", 100)
    assert places("a" * 20, "a" * 21) == ([(0, 20)], [(20, 41)])


@pytest.mark.skipif(
    not kernels.compiled(), reason="takes minutes with kernels that are not compiled"
)
def test_a_long_sentence_badly_damaged() -> None:
    """10,000 words, a third dropped, changed or doubled: seconds, and not much memory."""
    chance = random.Random(11)
    gold = [b"%d" % int(10 ** chance.uniform(0, 5)) for _ in range(10_000)]
    system: list[bytes] = []
    untouched = 0
    for word in gold:
        kind = chance.randrange(9)
        untouched += kind > 2
        system += [[], [b"x" + word], [word, word]][kind] if kind < 3 else [word]
    tracemalloc.start()
    begun = time.process_time()
    laid = overlay(gold, system)
    seconds = time.process_time() - begun
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seconds < 5
    assert peak < 300 << 20
    both = {*zip(laid.gold_begin, laid.gold_finish, strict=True)} & {
        *zip(laid.system_begin, laid.system_finish, strict=True)
    }
    assert len(both) > untouched


@pytest.mark.parametrize(
    ("gold", "system", "found"),
    [
        # The second very of gold is the system's second one too: its first is taken already.
        ("a very very good", "a very q very good", [(0, 0, 2), (2, 3, 2)]),
        ("a very q very good", "a very very good", [(0, 0, 2), (3, 2, 2)]),
        ("a b", "a b", [(0, 0, 2), (2, 2, 0)]),
        ("a b", "c d", [(0, 0, 0), (2, 2, 0)]),
    ],
)
def test_no_word_is_in_two_runs(gold: str, system: str, found: list[tuple[int, int, int]]) -> None:
    """A run begins after the run before it, on both sides."""
    assert list(runs(gold.split(), system.split())) == found
