"""Files of names: what is written reads back, order does not matter, ids are never guessed."""

import io
import random

from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.files.phenomena import canonical, catalogue, countable
from karat.formats.names import write
from karat.model.bank import Bank
from karat.model.layers import names_of

NAMES = st.sampled_from(sorted(countable()))
LISTS = st.lists(NAMES, max_size=4, unique=True)
IDS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1, max_size=4)
# The id, whether there is output, the names, the core phenomenon or none, and likely errors.
ROW = st.tuples(
    IDS.filter(lambda one: not one.startswith("#") and one.casefold() != "id"),
    st.booleans(), LISTS, st.none() | NAMES, LISTS,
)  # fmt: skip
ROWS = st.lists(ROW, min_size=1, max_size=6, unique_by=lambda row: row[0])


def text(rows: list[tuple[str, bool, list[str], str | None, list[str]]]) -> str:
    lines = ["id\tphenomena\tcore\terrors"]
    for key, output, names, core, errors in rows:
        listed = ", ".join(names) or "(none)" if output else "(no output)"
        lines.append(f"{key}\t{listed}\t{core or ''}\t{', '.join(errors)}")
    return "\n".join(lines) + "\n"


def content(bank: Bank) -> list[object]:
    """Everything that a Bank of names says."""
    found: list[object] = []
    for name in ("ids", "phenomena", "core", "errors"):
        layer = bank.layers[name]
        listed = names_of(bank.labels, layer["label"])
        found.append([listed[layer.rows(i)] for i in range(len(bank))])
    return [*found, [bool(bank.words(i)) for i in range(len(bank))]]


@given(ROWS)
def test_what_is_written_reads_back(
    rows: list[tuple[str, bool, list[str], str | None, list[str]]],
) -> None:
    """With tabs and as JSON."""
    bank = karat.read_text(text(rows), format="names")
    assert not bank.fault.any()
    for json in (False, True):
        stream = io.BytesIO()
        write(bank, stream, json=json)
        again = karat.read_text(stream.getvalue(), format="names")
        if all(row[1] or row[3] is None for row in rows):
            assert content(again) == content(bank)


@settings(max_examples=tries(50))
@given(ROWS, st.randoms(use_true_random=False), st.data())
def test_sentences_are_matched_by_their_ids(
    rows: list[tuple[str, bool, list[str], str | None, list[str]]],
    choose: random.Random,
    data: st.DataObject,
) -> None:
    """The order of a system's lines does not matter, and a missing line is a sentence without output."""
    gold = karat.read_text(text([(key, True, *rest) for key, _, *rest in rows]), format="names")
    keys = st.sampled_from([row[0] for row in rows])
    lost = data.draw(st.sets(keys, max_size=len(rows) - 1))  # a system without sentences is refused
    system = [
        (key, key not in lost and output, names, None, []) for key, output, names, _, _ in rows
    ]
    shuffled = [row for row in system if row[0] not in lost]
    choose.shuffle(shuffled)
    for scheme in ("phenomena", "phenomena(mode=exhaustive)"):
        found = [
            karat.score(gold, karat.read_text(text(some), format="names"), scheme)
            for some in (system, shuffled)
        ]
        assert repr(found[0].measures) == repr(found[1].measures)
        assert found[0].sentences == found[1].sentences


@given(NAMES, st.sampled_from([" ", "_", "-", "  "]), st.booleans())
def test_spelling_does_not_matter(name: str, between: str, capital: bool) -> None:
    """Capitals, blanks, hyphens and underscores."""
    spelt = name.replace("-", between)
    assert canonical(spelt.upper() if capital else spelt) == name in catalogue()
