"""parseval of many sentences at once is parseval of each alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries

# The same words as two grammars may write them: punctuation as tokens, in tokens, or not at all.
WAYS = {
    "gold": (
        "(S (NP (DT The) (NN man))"
        " (VP (MD will) (VP (VB go) (PP (IN out) (PP (IN of) (NP (NN town)))))) (. .))"
    ),
    "other": "(S (NP (DT The) (NN man) (VP (MD will))) (VP (VB go) (PP (IN out) (IN of) (NN town))) (. .))",
    "no tags": "(S The man (X will go) out of (Y town .))",
    "in tokens": "(S (X The man) (Y (Z will go) out of town.))",
    "bare": "(S (DT The) (NN man) (VP (MD will) (VB go) (IN out) (IN of) (NN town)))",
    "traced": (
        "(S (NP (DT The) (NN man))"
        " (VP (MD will) (VP (VB go) (NP (-NONE- *T*-1)) (PP (IN out) (IN of) (NN town)))) (. .))"
    ),
    "another": "(S (NP (DT The) (NN dog)) (VP (MD will) (VP (VB go) (ADVP (RB away)))) (. .))",
}
LINES = st.sampled_from(sorted(WAYS))
OPTIONS = st.sampled_from(["", ",erase=each", ",redefine=each", ",erase=each,redefine=each"])
COUNTS = "gold", "system", "matched", "crossing", "crossing_pairs", "no_crossing"


@settings(max_examples=tries(60))
@given(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=6), OPTIONS)
def test_a_block_is_the_sum_of_its_sentences(pairs: list[tuple[str, str]], options: str) -> None:
    """Whatever other sentences have the same words, other words or other tokens."""
    # Sentences that are aligned may be laid over others.
    scheme = f"parseval(failed=empty{options})"

    def counts(some: list[tuple[str, str]]) -> list[int]:
        gold, system = ("\n".join(WAYS[pair[side]] for pair in some) + "\n" for side in (0, 1))
        banks = (
            karat.read_text(text, format="brackets", layout="lines") for text in (gold, system)
        )
        found = karat.score(*banks, scheme)
        return [int(found.counts[name]) for name in COUNTS]

    alone = [counts([pair]) for pair in pairs]
    assert counts(pairs) == [sum(column) for column in zip(*alone, strict=True)]


def test_punctuation_in_a_token_does_not_cost_the_sentence() -> None:
    """By hand: gold has the sentence, "The man", "go out of town", "out of town"; the system not the last."""
    banks = [
        karat.read_text(WAYS[way] + "\n", format="brackets", layout="lines")
        for way in ("gold", "in tokens")
    ]
    found = karat.score(*banks, "parseval")
    assert (found.counts["gold"], found.counts["matched"]) == (4, 3)
