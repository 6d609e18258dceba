"""The English Resource Grammar's recorded analyses, read as layers and by the recogniser."""

import time
from pathlib import Path

import pytest

from effort import slow

pytest.importorskip("delphin")

from delphin import dmrs, eds
from delphin.codecs import eds as eds_codec
from delphin.codecs import simplemrs

from karat.formats.delphin import analyses
from karat.recognise.rules import load
from karat.suites import native, profiles, tsdb

PAGE = Path(__file__).resolve().parents[2] / "docs" / "hpsg.md"
PROFILES = {"mrs": (107, 107), "csli": (960, 910)}


@pytest.mark.parametrize("name", PROFILES)
def test_every_recorded_analysis_is_read(corpora: Path, name: str) -> None:
    """As many items have output as the profile has readings for, nothing is faulty; in seconds."""
    items, analysed = PROFILES[name]
    begin = time.process_time()
    found = native.read(str(corpora / "erg" / name), None, None, "auto")
    assert found.evidence.format == "delphin"
    assert (len(found.evidence), int(found.evidence.given.sum())) == (items, analysed)
    assert found.bank is not None
    assert not found.bank.fault.any()
    assert found.evidence.present(("tree", "deps")).sum() == analysed
    assert time.process_time() - begin < 30


@pytest.mark.parametrize("name", ["mrs", *slow("csli")])
def test_the_edges_of_an_mrs_are_those_of_its_dmrs(corpora: Path, name: str) -> None:
    """PyDelphin converts an MRS to a DMRS; karat reads the edges from the MRS itself."""
    for row in tsdb.Tables(corpora / "erg" / name).rows("result"):
        structure = simplemrs.decode(row["mrs"])
        converted = dmrs.from_mrs(structure)
        meaning = analyses.read(row["mrs"]).meaning
        assert meaning is not None
        ours = sorted(
            (*(_node(meaning.predications[end]) for end in (a, b)), role)
            for a, b, role in meaning.roles
            if a >= 0
        )
        nodes = {one.id: (one.predicate, one.cfrom, one.cto) for one in converted.nodes}
        links = [
            (nodes[one.start], nodes[one.end], f"{one.role}/{one.post}") for one in converted.links
        ]
        assert ours == sorted(links), row["parse-id"]


def _node(one: analyses.semantics.Predication) -> tuple[str, int, int]:
    return one.predicate, one.first, one.last


def test_the_same_rules_work_on_eds(corpora: Path) -> None:
    """Rules that look only at the semantics give the same names for EDS as for MRS."""
    rows = tsdb.Tables(corpora / "erg" / "mrs").rows("result")
    recogniser = load("erg")
    graphs = [eds_codec.encode(eds.from_mrs(simplemrs.decode(row["mrs"]))) for row in rows]
    from_eds, from_mrs = (
        recogniser(recogniser.read(texts)) for texts in (graphs, [row["mrs"] for row in rows])
    )
    same = sum(a == b for a, b in zip(from_eds, from_mrs, strict=True))
    assert same >= 0.97 * len(rows)
    assert sum(map(len, from_mrs)) > 150


def test_phenomena_that_the_items_were_written_for(corpora: Path) -> None:
    """A few items, by their numbers; what they show is plain to see."""
    found = native.read(str(corpora / "erg" / "mrs"), None, None, "auto")
    names = load("erg")(found.evidence)
    shown = {item.id: set(some) for item, some in zip(found.items, names, strict=True)}
    assert "dative-shift" in shown["51"]
    assert "ditransitive" in shown["61"]
    assert {"passive", "by-agent"} <= shown["331"]
    assert {"relative-clause", "object-relative"} <= shown["311"]
    assert "raising" in shown["801"]
    assert "control" not in shown["801"]
    assert "control" in shown["91"]
    assert "raising" not in shown["91"]
    assert "expletive-it" in shown["11"]
    assert "expletive-it" not in shown["141"]


def test_a_profile_without_derivations_is_no_delphin_run(corpora: Path) -> None:
    """The skeleton of the suite has items only."""
    with pytest.raises(Exception, match="this profile has no run"):
        profiles.read(corpora / "suites" / "csli")


@pytest.mark.parametrize("name", ["mrs", *slow("csli")])
def test_the_tables_of_the_page(corpora: Path, name: str) -> None:
    """The ERG's outputs are those of its profile; the counts over fewer items are not larger."""
    table = PAGE.read_text("utf-8").split(f"### {name.upper()}: what each shows")[1].split("###")[0]
    assert f"Grammatical items with output: ERG {PROFILES[name][1]}, " in table
    recogniser = load("erg")
    found = recogniser(native.read(str(corpora / "erg" / name), None, None, "auto").evidence)
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 40
    for phenomenon, count, *_ in rows:
        shown = phenomenon.removeprefix("| ")
        if shown not in recogniser.experimental and count != "–":
            assert int(count) <= sum(shown in names for names in found), shown
        else:
            assert count == "–", shown
