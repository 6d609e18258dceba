"""Large files that several workers share: entered anywhere, they are cut as from the beginning."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from karat.engine import orders, parts, remote
from karat.engine.identity import this
from karat.engine.parts import ScoredPart
from karat.engine.recipe import Recipe, Unit, recipe_of, units_of
from karat.engine.remote import Order
from karat.engine.totals import total_said
from karat.files.source import Source
from karat.formats import brackets, conllu, discbracket
from karat.formats._block import Block, Blocks, Place, text_of
from karat.formats.brackets import blocks as brackets_blocks
from karat.schemes import parse

# Small blocks, so that small files have many.
SIZE = 7000
WORD = "1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n"


def trees(seed: int, count: int = 6000) -> list[str]:
    """Lines of different lengths, some of them empty."""
    words = np.random.default_rng(seed).integers(0, 12, count).tolist()
    return ["(S " + " ".join(f"(N w{n})" for n in range(many)) + ")" * (many > 0) for many in words]


def sentences(seed: int, count: int = 3000) -> str:
    many = np.random.default_rng(seed).integers(1, 9, count).tolist()
    return "".join("# c\n" * (n % 3) + WORD.format("a" * n) + "\n" * (1 + n % 2) for n in many)


def lines_of(source: Source) -> Blocks:
    return brackets.Blocks(source, "lines", SIZE)


def sentences_of(source: Source) -> Blocks:
    return conllu.Blocks(source, "auto", SIZE)


def facts(block: Block) -> tuple[bytes, int, int, int]:
    return text_of(block), block.sentences, block.first_line, block.before


@pytest.mark.parametrize(
    "text, opened",
    [
        ("\n".join(trees(1)), lines_of),
        ("\ufeff" + "\n".join(trees(2)) + "\n\n", lines_of),
        (sentences(3), sentences_of),
        ("\ufeff" + sentences(4).strip(), sentences_of),
    ],
)
def test_a_file_is_cut_into_the_same_blocks_from_every_place(
    tmp_path: Path, text: str, opened: Callable[[Source], Blocks]
) -> None:
    """The text, the sentences, the first line and what is before, for every block after a place."""
    path = tmp_path / "file"
    path.write_bytes(text.encode())
    places: list[Place | None] = []
    with closing(Source(str(path))) as source:
        blocks = opened(source)
        assert blocks.enterable
        every = []
        while True:
            places.append(blocks.place())
            if (block := blocks.next()) is None:
                break
            every.append(facts(block))
    assert sum(map(len, (one[0] for one in every))) >= len(text.encode()) - 3
    known = [(number, place) for number, place in enumerate(places[:-1]) if place]
    assert len(known) > 9
    for number, place in known[:: len(known) // 9]:
        with closing(Source(str(path))) as source:
            blocks = opened(source)
            blocks.next()
            blocks.go_to(place)
            found = [facts(one) for one in blocks]
        assert found == every[number:]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brackets_blocks.Blocks.__init__, "__defaults__", ("auto", SIZE))


def order_of(folder: Path, gold: list[str], system: list[str], scheme: str) -> Order:
    for name, lines in (("gold", gold), ("system", system)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    recipe = recipe_of(str(folder / "gold"), [str(folder / "system")], [parse(scheme)])
    return Order(recipe, tuple(units_of(recipe)), this(), elsewhere=False)


def in_stretches(order: Order, many: int) -> remote.Answer:
    found = remote.surveyed(order, many)
    slices = [remote.scored_stretch(order, found, number) for number in range(many)]
    return remote.united(order, found, remote.hashed(order), slices)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("scheme", ["evalb", "flat(failed=align)", "leafancestor(failed=empty)"])
@pytest.mark.parametrize("many", [2, 7, 500])
def test_stretches_together_are_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, many: int
) -> None:
    """All that a result is made from, notes and failures in order; no stretch has read everything."""
    gold = [tree for tree in trees(5) if tree != "(S "]
    system = [
        tree.replace("(N w1)", "(X (N w1))").replace("w5", "v5") if at % 7 else tree
        for at, tree in enumerate(gold)
    ]
    order = order_of(tmp_path, gold, system, scheme)
    whole = remote.scored(order)
    assert not whole.fault
    monkeypatch.setattr(remote, "scored", None)
    assert merged(in_stretches(order, many), order) == merged(whole, order)


def merged(answer: remote.Answer, order: Order) -> tuple[object, ...]:
    """What the result is made from; where notes were found is known only if the unit was divided."""
    run = parts.merged(ScoredPart.from_bytes(answer.part), order.units)
    results = [
        (
            total_said(one.total),
            one.failures,
            list(one.notes.items()),
            one.placed,
            one.uneven,
            one.signed,
        )
        for one in run.results
    ]
    return run.sha256, run.sentences, run.tags, run.brackets, results


@pytest.mark.usefixtures("small_blocks")
def test_what_is_wrong_is_said_as_of_the_whole(tmp_path: Path) -> None:
    """A sentence too many; a fault in the last stretch and one before; sentences at other places."""
    gold = [tree for tree in trees(6) if tree != "(S "]
    more = order_of(tmp_path, gold, [*gold, "(S (N a))"], "evalb")
    assert in_stretches(more, 3) == remote.scored(more)
    assert "sentences, but" in (remote.scored(more).fault or ("", ""))[1]
    broken = ["(S (N" if at in (4000, 5000) else tree for at, tree in enumerate(gold)]
    aborted = order_of(tmp_path, gold, broken, "evalb(failed=abort)")
    assert in_stretches(aborted, 5) == remote.scored(aborted)
    assert "sentence 4001" in (remote.scored(aborted).fault or ("", ""))[1]
    moved = order_of(tmp_path, gold, [*gold[1:], "(S (N zzz))"], "flat(failed=align)")
    assert in_stretches(moved, 5) == remote.scored(moved)
    assert not remote.scored(moved).fault


def test_a_file_that_was_changed_meanwhile_is_scored_as_a_whole(tmp_path: Path) -> None:
    order = order_of(tmp_path, ["(S (N a))"] * 9, ["(S (N b))"] * 9, "evalb")
    found = remote.surveyed(order, 2)
    slices = [remote.scored_stretch(order, found, number) for number in range(2)]
    (tmp_path / "system").write_text("(S (N a) )\n" * 9)
    assert remote.united(order, found, remote.hashed(order), slices) == remote.scored(order)
    assert remote.scored_stretch(order, found, 0) is None


@pytest.mark.usefixtures("small_blocks")
def test_files_that_cannot_be_entered(tmp_path: Path) -> None:
    """Compressed ones, and trees over several lines."""
    import gzip

    text = "(S\n (N a)\n (N b))\n" * 9
    (tmp_path / "free").write_text(text)
    (tmp_path / "lines.gz").write_bytes(gzip.compress(b"(S (N a) (N b))\n" * 9))
    for name in ("free", "lines.gz"):
        recipe = recipe_of(str(tmp_path / name), [str(tmp_path / name)], [parse("evalb")])
        order = Order(recipe, tuple(units_of(recipe)), this(), elsewhere=False)
        assert remote.surveyed(order, 3) is None
        assert in_stretches(order, 3) == remote.scored(order)
    assert not discbracket.Blocks(Source(str(tmp_path / "lines.gz")), "lines").enterable


def test_which_units_are_divided(tmp_path: Path) -> None:
    """Large plain files of different sizes, under schemes that compare sentences."""
    for name, size in (("gold", 9000), ("system", 8000), ("twin", 9000)):
        (tmp_path / name).write_bytes(b"x" * size)
    (tmp_path / "packed").write_bytes(b"\x1f\x8b" + b"x" * 5000)

    def divided(*names: str, scheme: str = "evalb", size: int = 3 << 28, threads: int = 2) -> int:
        paths = tuple(str(tmp_path / name) for name in names)
        recipe = Recipe(paths[0], paths[1:], (scheme,), (parse(scheme).digest(),))
        return orders.stretches(recipe, [Unit(0, paths, (size,))], threads).get(0, 1)

    assert divided("gold", "system") == 6
    assert divided("gold", "system", size=160 << 20) == 4
    assert divided("gold", "system", size=160 << 20, threads=1) == 2
    assert divided("gold", "system", size=20 << 20, threads=64) == 1
    assert divided("gold", "twin") == divided("gold", "packed") == divided("gold", "none") == 1
    assert divided("gold", "system", scheme="conll18") == 1
