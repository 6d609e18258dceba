"""What must always hold of dependencies made from trees."""

from functools import partial
from itertools import zip_longest

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from tree_strategies import pairs

import karat
from karat.model.bank import Bank
from karat.views.deps import deps, headrules
from karat.views.deps.kinds import Kind
from karat.views.nulls import without_nulls
from karat.views.profile import profile

TABLES = st.sampled_from(["ud", "collins", "magerman"])


# Tags of names, hyphens and coordinations, which the table of head rules alone does not settle.
NAMES = st.lists(
    st.sampled_from(
        ["NNP", "NNPS", "NN", "HYPH", "DT", "CC", ",", "JJ", "CD", "PRP$", "RB", "SYM"]
    ),
    min_size=1,
    max_size=9,
)
# A given name, a title, an initial, an adjective, nouns that names end with, and other words.
PARTS = st.sampled_from(["Anna", "Dr.", "J.", "New", "University", "May", "9", "1984", "/", "x"])


@given(st.sampled_from(["NP", "UCP", "ADJP", "X"]), NAMES, st.lists(PARTS, max_size=9), TABLES)
@example("UCP", ["NNP", "HYPH", "DT", "HYPH", "NNP"], [], "ud")
@example("NP", ["NN", "HYPH", "CC", "NN", "HYPH", "NN"], [], "ud")
@example("NP", ["NN", "NNP"], ["kind", "Anna"], "ud")
def test_names_and_hyphens_make_no_cycle(
    label: str, tags: list[str], words: list[str], heads: str
) -> None:
    """One bracket has one head, whatever its names, hyphens and coordinators are."""
    leaves = zip_longest(tags, words[: len(tags)], fillvalue="w")
    tree = f"({label} {' '.join(f'({tag} {word})' for tag, word in leaves)})"
    _has_one_root_per_tree(deps(karat.read_text(tree), heads))


# Labels and tags between which phrases move, with indices, and words of fixed expressions.
BRACKETS = ["S", "S-TPC-1", "SBAR", "SBAR-NOM", "SBARQ", "SQ", "VP", "VP-2", "NP-SBJ", "NP-1", "NP=1",
            "WHNP-1", "WHNP", "WHADVP-2", "PP", "PRN", "UCP", "ADJP-PRD"]  # fmt: skip
WORDS = ["(-NONE- *T*-1)", "(-NONE- *T*-2)", "(-NONE- *ICH*-1)", "(-NONE- *RNR*-2)", "(-NONE- *EXP*-1)",
         "(WP what)", "(WDT that)", "(WRB when)", "(VBD said)", "(VBZ is)", "(VBN seen)", "(TO to)",
         "(PRP it)", "(NN kind)", "(IN of)", "(RB as)", "(RB well)", "(IN as)", "(IN out)", "(CC and)",
         "(, ,)", "(NNP Anna)", "(NNP University)", "(UH like)", "(RP like)", "(EX there)"]  # fmt: skip
MOVED = st.recursive(
    st.sampled_from(WORDS),
    lambda inside: st.builds(
        lambda label, parts: f"({label} {' '.join(parts)})",
        st.sampled_from(BRACKETS),
        st.lists(inside, min_size=1, max_size=4),
    ),
    max_leaves=24,
)


@given(st.lists(MOVED, min_size=1, max_size=3), TABLES)
@example(
    ["(S (S-TPC-1 (NP-1 (WP what)) (VP (-NONE- *T*-1))) (WHNP-1 (NP=1 (-NONE- *T*-1) (WP what))))"],
    "ud",
)
def test_moved_phrases_make_no_cycle(parts: list[str], heads: str) -> None:
    """Whatever traces, wh-words and small clauses there are: one root per tree, and no cycle."""
    tree = f"(ROOT (NN x) {' '.join(parts)})\n"
    found = deps(karat.read_text(tree * 2, layout="lines"), heads)
    _has_one_root_per_tree(found)
    first, second = np.split(found.layers["edges"]["head"], 2)
    assert first.tolist() == second.tolist()


@given(pairs(), TABLES)
def test_every_tree_has_one_root_and_no_cycle(pair: tuple[str, str], heads: str) -> None:
    """As many roots as trees; following heads ends; and no link crosses another."""
    _has_one_root_per_tree(deps(karat.read_text(pair[0], layout="lines"), heads))


def _has_one_root_per_tree(bank: Bank) -> None:
    for sentence in range(len(bank)):
        rows = slice(bank.token_offset[sentence], bank.token_offset[sentence + 1])
        head = bank.layers["edges"]["head"][rows].tolist()
        spans = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
        trees = [
            (start, end)
            for start, end, up in zip(
                bank.start[spans].tolist(), bank.end[spans].tolist(), bank.parent[spans].tolist(),
                strict=True,
            )
            if up < 0
        ]  # fmt: skip
        covered = sum(end - start for start, end in trees)
        assert head.count(-1) == len(trees) + len(head) - covered
        assert all(-1 <= one < len(head) for one in head)
        for word in range(len(head)):
            seen = set()
            while word >= 0:
                assert word not in seen
                seen.add(word)
                word = head[word]


@given(pairs(), st.sampled_from(["collins", "magerman"]))
def test_heads_are_those_of_a_slow_reading_of_the_table(pair: tuple[str, str], heads: str) -> None:
    """Phrase by phrase, from the inside out; head rules are about labels of the Penn Treebank."""
    bank = profile(without_nulls(karat.read_text(pair[0], layout="lines")))
    found = deps(bank, heads).layers["edges"]["head"]
    for sentence in range(len(bank)):
        rows = slice(bank.token_offset[sentence], bank.token_offset[sentence + 1])
        assert found[rows].tolist() == slow(bank, sentence, heads)


def slow(bank: Bank, sentence: int, heads: str) -> list[int]:
    """The heads of a sentence, with sets and lists."""
    rules = headrules.load(heads)
    tags = bank.tags(sentence)
    spans = bank.spans(sentence)
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parents = bank.parent[rows].tolist()
    head = [-1] * len(tags)
    inside: dict[int, int] = {}
    for row in reversed(range(len(spans))):
        start, end, label = spans[row]
        children = [r for r in range(len(spans)) if parents[r] == row]
        items: list[tuple[int, bytes, int]] = [
            (spans[r][0], spans[r][2], inside[r]) for r in children
        ]
        taken = {w for r in children for w in range(*spans[r][:2])}
        items += [(w, tags[w], w) for w in range(start, end) if w not in taken]
        items.sort()
        best = _head(rules, Kind.of(label).base, [label for _, label, _ in items])
        inside[row] = items[best][2]
        for at, (_, _, word) in enumerate(items):
            if at != best:
                head[word] = inside[row]
    return head


def matches(kind: Kind, entry: str) -> bool:
    """Whether an entry of a table matches a class: ``*``, a name, NP, NP-PRD or -PRD."""
    if entry in ("*", kind.base):
        return True
    base, dash, function = entry.rpartition("-")
    return bool(dash) and function in kind.functions and base in ("", kind.base)


def _head(rules: headrules.HeadRules, category: str, labels: list[bytes]) -> int:
    kinds = [Kind.of(label) for label in labels]
    for step in rules.steps.get(category, rules.steps["*"]):
        order = range(len(kinds) - 1, -1, -1) if step.right else range(len(kinds))
        for at in order:
            fits = partial(matches, kinds[at])
            if any(map(fits, step.of)) and not any(map(fits, step.but)):
                if rules.coordination == 1 and at > 1 and kinds[at - 1].base in ("CC", "CONJP"):
                    return at - 2
                return at
    return 0
