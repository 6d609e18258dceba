"""Real sentences with damaged words, aligned with gold: what must stay as it was."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import karat
from effort import thirds
from karat.engine.results import make_score
from karat.engine.run import run
from karat.formats import brackets
from karat.model.bank import Bank
from karat.schemes import parse
from mutations import (
    GRAPH_MUTATIONS,
    MUTATIONS,
    OF_GOLD,
    OTHERS,
    Graph,
    Word,
    conllu,
    graph_mutant,
    leaves,
)  # fmt: skip

BRACKETS = (
    "evalb(failed=align)",
    "evalb(params=new,failed=align)",
    "discodop(failed=align)",
    "flat",
    "rules",
)
EVERY = (*BRACKETS, *OTHERS)


@pytest.fixture(scope="module")
def lines(at_hand: Path) -> list[str]:
    """Some trees of at least six words; without null elements, which the GUM has not."""
    text = (at_hand / "gum-news" / "gold.mrg").read_text(encoding="utf-8")
    written = [line for line in text.splitlines() if "-NONE-" not in line]
    trees = [line for line in written if len(leaves(line)) >= 6]
    return Random(11).sample(trees, min(90, len(trees)))


def bank(lines: list[str]) -> Bank:
    return karat.read_text("".join(f"{line}\n" for line in lines), layout="lines")


def answer(lines: list[str], folder: Path) -> Bank:
    """A file that is read leniently."""
    path = folder / "answer.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return karat.read(path, lenient=True)


def rows(gold: Bank, system: Bank, scheme: str) -> list[dict[str, int]]:
    tally = karat.score(gold, system, scheme).tally
    assert tally is not None
    assert not tally.status.any()
    return [dict(zip(tally.names, row, strict=True)) for row in tally.counts.tolist()]


@pytest.mark.parametrize("kind", thirds(kind for kind in MUTATIONS if kind != "cut"))
def test_one_sentence_in_three_is_damaged(lines: list[str], kind: str) -> None:
    """Its neighbours count as before, gold has as much as before, and no other brackets are lost."""
    random = Random(kind)
    changed, touched = [*lines], dict[int, frozenset[int]]()
    for at in range(1, len(lines), 3):
        number = random.randrange(len(leaves(lines[at])))
        changed[at], touched[at] = MUTATIONS[kind](lines[at], number)
    gold, system = bank(lines), bank(changed)
    for scheme in EVERY:
        before, after = rows(gold, gold, scheme), rows(gold, system, scheme)
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            if at not in touched:
                assert new == old, scheme
                continue
            for name in OF_GOLD:
                assert new.get(name) == old.get(name), (scheme, changed[at])
            if scheme in BRACKETS:
                spans = gold.spans(at)
                lost = sum(any(a <= word < b for word in touched[at]) for a, b, _ in spans)
                assert new["matched"] >= old["matched"] - lost, (scheme, changed[at])


def merged(lines: list[str]) -> tuple[list[str], set[int]]:
    """Some sentences put together with the next one, and which ones."""
    pairs = range(2, len(lines) - 1, 6)
    found = [
        f"(S {line} {lines[at + 1]})" if at in pairs else line
        for at, line in enumerate(lines)
        if at - 1 not in pairs
    ]
    return found, {*pairs, *(at + 1 for at in pairs)}


def missing(lines: list[str]) -> tuple[list[str], set[int]]:
    gone = {*range(3, len(lines), 7)}
    return [line for at, line in enumerate(lines) if at not in gone], gone


def extra(lines: list[str]) -> tuple[list[str], set[int]]:
    """A sentence that gold lacks after some, whose words count as spurious there."""
    before = {*range(3, len(lines), 7)}
    more = "(S (NP (NNS qzjxv)) (VP (VBP grow)))"
    new = [one for at, line in enumerate(lines) for one in (line, *[more] * (at in before))]
    return new, before


@pytest.mark.parametrize("change", [merged, missing, extra])
def test_other_sentences(
    lines: list[str], change: Callable[..., tuple[list[str], set[int]]]
) -> None:
    """All other sentences count as before, and gold has as much as before."""
    system, touched = change(lines)
    gold = bank(lines)
    for scheme in EVERY:
        before, after = (karat.score(gold, one, scheme).tally for one in (gold, bank(system)))
        assert before is not None
        assert after is not None
        names = [at for at, name in enumerate(after.names) if name in OF_GOLD]
        for at in range(len(lines)):
            if at not in touched:
                assert after.counts[at].tolist() == before.counts[at].tolist(), scheme
            elif not after.status[at]:
                assert after.counts[at, names].tolist() == before.counts[at, names].tolist(), scheme


@pytest.mark.parametrize("name", ["benepar", "stanza"])
def test_a_damaged_parse_is_not_better(at_hand: Path, name: str) -> None:
    """Recall of a real parser's output falls with the share of its words that are split or lost."""
    folder = at_hand / "gum-news"
    gold = karat.read(folder / "gold.mrg", layout="lines")
    text = (folder / f"{name}.mrg").read_text(encoding="utf-8").splitlines()
    recall = []
    for share in (0, 0.2, 0.6):
        random, system = Random(5), list[str]()
        for line in text:
            damaged = random.random() < share and len(leaves(line)) > 5
            kind = random.choice(["split", "drop", "merge"])
            number = random.randrange(max(1, len(leaves(line))))
            system.append(MUTATIONS[kind](line, number).tree if damaged else line)
        recall.append(karat.score(gold, bank(system), "evalb(failed=align)").recall)
    assert recall[0] > recall[1] > recall[2]


def test_prose_and_code_fences_change_nothing(lines: list[str], tmp_path: Path) -> None:
    """An answer in prose is read leniently for what it is."""
    gold = bank(lines)
    wrapped = [
        "Here are the parse trees:",
        "",
        "```",
        *lines,
        "```",
        "",
        "Let me know if this helps!",
    ]
    assert rows(gold, answer(wrapped, tmp_path), "flat") == rows(gold, gold, "flat")


def test_a_broken_bracket_costs_only_its_sentence(lines: list[str], tmp_path: Path) -> None:
    gold, broken = bank(lines), [*lines]
    for at in range(1, len(lines), 10):
        broken[at] = lines[at][:-3]
    before, after = rows(gold, gold, "flat"), rows(gold, answer(broken, tmp_path), "flat")
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        assert new["gold"] == old["gold"]
        assert new == old or at % 10 == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_blocks_and_threads_do_not_matter(
    at_hand: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """Small blocks give the counts that the whole file gives."""
    folder = at_hand / "gum-news"
    files = folder / "gold.mrg", folder / "benepar.mrg"
    whole = karat.score(*(karat.read(one, layout="lines") for one in files), "flat")
    monkeypatch.setattr(brackets.Blocks.__init__, "__defaults__", ("auto", 20_000))
    found = run(str(files[0]), [str(files[1])], [parse("flat")], threads=threads, layout="lines")
    assert make_score(found.results[0], found).counts == whole.counts


def graphs(path: Path) -> list[Graph]:
    """Sentences of at least six words, each of them as a word of its own, and no word twice."""
    found = list[Graph]()
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line[0] != "#"]
        words = [Word(row[1], int(row[6]) - 1, row[7]) for row in rows if row[0].isdigit()]
        forms = {word.form.lower() for word in words}
        if len(words) >= 6 and len(forms) == len(words) == len(rows):
            found.append(words)
    return found


@pytest.mark.parametrize("treebank", ["en_ewt", pytest.param("fr_gsd", marks=pytest.mark.corpora)])
@pytest.mark.parametrize("kind", GRAPH_MUTATIONS)
def test_one_graph_in_three_is_damaged(at_hand: Path, treebank: str, kind: str) -> None:
    """Its neighbours match as a whole; it loses only the heads of words that were touched."""
    found = graphs(at_hand / "conll18" / treebank / "gold.conllu")
    random = Random(kind)
    some = random.sample(found, min(len(found), 150))
    changed, lost = [*some], [0] * len(some)
    for at in range(1, len(some), 3):
        number = random.randrange(len(some[at]))
        changed[at], touched = graph_mutant(some[at], number, kind)
        lost[at] = len(touched)
    gold, system = (karat.read_text(conllu(one), format="conllu") for one in (some, changed))
    for words, most, row in zip(some, lost, rows(gold, system, "deps"), strict=True):
        assert row["gold"] == len(words)
        assert row["matched"] >= row["gold"] - most
