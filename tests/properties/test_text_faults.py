"""conll18 where texts differ or cannot be read: a sentence fails for its own text, not for others'."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat import schemes
from karat.engine.results import make_score
from karat.engine.run import run

# What the system has for a sentence: the same, other words, or rows that cannot be read.
STATES = st.lists(
    st.sampled_from(["same", "same", "differs", "unreadable"]), min_size=1, max_size=8
)
# Short ones, of which some recur.
DOGS, CATS, RAIN = ["Dogs", "bark"], ["Cats", "sleep"], ["It", "rains", "again"]
SENTENCES = [["Yes"], DOGS, ["No"], RAIN, ["Yes"], CATS, DOGS, ["So"]]


def rows(words: list[str], head: str = "0") -> str:
    first = f"1\t{words[0]}\t_\tX\tX\t_\t{head}\troot\t_\t_\n"
    return first + "".join(
        f"{at}\t{word}\t_\tX\tX\t_\t1\tdep\t_\t_\n" for at, word in enumerate(words[1:], 2)
    )


def files(states: list[str]) -> tuple[str, str]:
    gold, system = "", ""
    for words, state in zip(SENTENCES, states, strict=False):
        gold += rows(words) + "\n"
        other = [f"{words[0]}z", *words[1:]] if state == "differs" else words
        system += rows(other, "nothing" if state == "unreadable" else "0") + "\n"
    return gold, system


@settings(max_examples=tries(300))
@given(STATES)
def test_only_the_sentences_that_differ_fail(states: list[str]) -> None:
    """In memory and in files, with the same figures."""
    gold, system = files(states)
    scheme = "conll18(failed=empty)"
    found = karat.score(
        *(karat.read_text(text, format="conllu") for text in (gold, system)), scheme
    )
    with TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("gold.conllu", "system.conllu")]
        for path, text in zip(paths, (gold, system), strict=True):
            path.write_text(text)
        done = run(str(paths[0]), [str(paths[1])], [schemes.parse(scheme)], threads=1)
        in_files = make_score(done.results[0], done)
    same = [words for words, state in zip(SENTENCES, states, strict=False) if state == "same"]
    for one in (found, in_files):
        assert one.sentences["scored"] == len(same)
        assert one.reasons.get("different words", 0) == states.count("differs")
        assert one.reasons.get("system tree cannot be read", 0) == states.count("unreadable")
        assert one.counts["Words_correct"] == sum(map(len, same))
        assert one.counts["Words_gold"] == sum(
            len(words) for words, _ in zip(SENTENCES, states, strict=False)
        )


@settings(max_examples=tries(300))
@given(
    st.lists(st.sampled_from(["same", "same", "gold", "system", "both"]), min_size=1, max_size=8),
    st.booleans(),
    st.booleans(),
)
def test_only_the_sentences_that_cannot_be_read_fail(
    unread: list[str], beside: bool, merged: bool
) -> None:
    """On either side, with as many sentences or not. Another system in the command changes nothing."""
    gold, system = (
        "".join(
            rows([f"{at}.", *words], "nothing" if state in (side, "both") else "0") + "\n"
            for at, (words, state) in enumerate(zip(SENTENCES, unread, strict=False))
        )
        for side in ("gold", "system")
    )
    apart = rows(["First"]) + "\n" + rows(["Second"]) + "\n"
    gold, system = apart + gold, (rows(["First", "Second"]) + "\n" if merged else apart) + system
    scheme = schemes.parse("conll18(failed=empty)")
    with TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("gold", "system", "other")]
        for path, text in zip(paths, (gold, system, rows(["Quite", "different"])), strict=True):
            path.write_text(text + "\n")
        systems = [str(path) for path in paths[1 : 2 + beside]]
        done = run(str(paths[0]), systems, [scheme], format="conllu", threads=1)
    found = make_score(done.results[0], done)
    right = unread.count("same")
    assert (found.sentences["scored"], found.counts["Sentences_gold"]) == (
        right + 2,
        len(unread) + 2,
    )
    assert found.counts["Sentences_system"] == right + 2 - merged
    assert found.counts["Sentences_correct"] == right + 2 * (not merged)
    assert found.counts["Words_system"] == found.counts["Words_correct"]
