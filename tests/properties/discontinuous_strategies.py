"""Random discontinuous trees for Hypothesis, as graphs of parents."""

from hypothesis import strategies as st

from karat import Bank
from karat.model import discontinuous

Tree = tuple[list[str], list[int], list[int]]
WORDS = st.sampled_from(["der", "Hund", ",", "(", ")", "0=1", "#1", "#LRB", "%", "a=b"])
LABELS = ["S", "NP", "VP", "VROOT", "X"]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Tree:
    """Words, the node above each, the node above each node; every node holds a word.

    A node's parent is one that was made before it, or none; a node without a word is given one.
    """
    nodes = draw(st.integers(0, 5))
    parents = [draw(st.integers(-1, node - 1)) for node in range(nodes)]
    words = draw(st.lists(WORDS, min_size=nodes + 1, max_size=nodes + most))
    above = [draw(st.integers(-1, nodes - 1)) for _ in words]
    for node in range(nodes):
        above[node] = node
    shuffled = draw(st.permutations(above))
    return words, list(shuffled), parents


def written(sentences: list[Tree]) -> str:
    """In the export format, version 3, by other means than the writer's."""
    lines = []
    for number, (words, above, parents) in enumerate(sentences, 1):
        lines.append(f"#BOS {number}")
        for word, parent in zip(words, above, strict=True):
            lines.append(f"{word}\t\tT{len(word)}\t--\tf\t{parent + 500 if parent >= 0 else 0}")
        for node, parent in enumerate(parents):
            label = LABELS[node % len(LABELS)]
            lines.append(f"#{500 + node}  {label} -- -- {parent + 500 if parent >= 0 else 0}")
        lines.append(f"#EOS {number}")
    return "\n".join(lines) + "\n"


def yields(tree: Tree) -> list[tuple[str, tuple[int, ...]]]:
    """Each node's label and words, by climbing from every word."""
    _, above, parents = tree
    found: list[list[int]] = [[] for _ in parents]
    for position, node in enumerate(above):
        while node >= 0:
            found[node].append(position)
            node = parents[node]
    return sorted((LABELS[i % len(LABELS)], tuple(at)) for i, at in enumerate(found))


def of_bank(bank: Bank, sentence: int) -> list[tuple[str, tuple[int, ...]]]:
    """The same, as a Bank has it."""
    gaps = discontinuous.gaps(bank, sentence)
    return sorted(
        (label.decode(), tuple(gaps.get(row, range(start, end))))
        for row, (start, end, label) in enumerate(bank.spans(sentence))
    )
