"""The suite karat-200: its layers fit each other, and each gets full marks from its own scheme."""

import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import karat
from command_line import CommandLine
from karat.formats.brackets import dumps
from karat.suites import load
from karat.views.deps import deps
from karat.views.flatten import flatten
from karat.views.nulls import without_nulls
from karat.views.yields import yields

HOME = Path(karat.__file__).parent / "data/suites/karat-200"
SUITE = load("karat-200")
GOOD = [one for one in SUITE.items if one.grammatical]
PLAIN = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}
DIFFERENCES = tomllib.loads((HOME / "differences.toml").read_text())["difference"]
UPOS = set(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()  # noqa: SIM905
)
DEPRELS = set(
    "acl advcl advmod amod appos aux case cc ccomp compound conj cop csubj det discourse expl fixed "  # noqa: SIM905
    "flat iobj mark nmod nsubj nummod obj obl orphan parataxis punct root vocative xcomp".split()
)
Rows = list[list[str]]


def graphs() -> list[tuple[str, Rows]]:
    """The id and the rows of each sentence of the graphs."""
    found = []
    for block in (HOME / "ud.conllu").read_text().strip().split("\n\n"):
        lines = block.split("\n")
        name = next(one.removeprefix("# sent_id = ") for one in lines if "sent_id" in one)
        found.append((name, [one.split("\t") for one in lines if not one.startswith("#")]))
    return found


def listed(comparison: str) -> set[str]:
    """The differences that are explained, for one comparison."""
    found = [one for one in DIFFERENCES if one["comparison"].startswith(comparison)]
    assert found, comparison
    assert all(one["reason"] for one in found)
    return {row for one in found for row in one["rows"]}


def words(bank: karat.Bank) -> list[list[str]]:
    """The words of the sentences, with quotes and brackets as they are in the items."""
    plain = [[one.decode() for one in bank.words(i)] for i in range(len(bank))]
    return [[PLAIN.get(one, one) for one in sentence] for sentence in plain]


def test_size_and_spread() -> None:
    """366 items, a third of them ungrammatical, and at least 40 phenomena in 3 items or more."""
    assert len(SUITE.items) >= 200
    assert 0.3 <= 1 - len(GOOD) / len(SUITE.items) <= 0.4
    of_good = Counter(name for one in GOOD for name in one.phenomena)
    assert sum(count >= 3 for count in of_good.values()) >= 40
    cores = Counter(one.core for one in SUITE.items)
    assert sum(count >= 3 for count in cores.values()) >= 40
    lengths = [
        sum(any(map(str.isalnum, word)) for word in one.sentence.split()) for one in SUITE.items
    ]
    assert min(lengths) == 3
    assert max(lengths) == 42


def test_longer_sentences_of_four_kinds() -> None:
    """Nine each of news, fiction, speech and instructions: 15 to 40 written words, many phenomena."""
    texts = re.findall(r"# sent_id = (c\d+)\n# text = (.+)", (HOME / "ud.conllu").read_text())
    longer = {one.id: one for one in GOOD if one.source}
    assert [name for name, _ in texts] == list(longer) == [f"c{i:03}" for i in range(1, 37)]
    kinds = Counter(one.source for one in longer.values())
    assert kinds == dict.fromkeys(("news", "fiction", "speech", "instructions"), 9)
    lengths = [len(text.split()) for _, text in texts]
    assert (min(lengths), max(lengths)) == (19, 40)
    assert all(8 <= len(one.phenomena) <= 20 for one in longer.values())
    rare = (
        "right-node-raising gapping long-distance topicalisation stranding floating-quantifier "
        "object-control resultative it-cleft inversion parenthetical vocative tough partitive "
        "conditional participial-adjunct"
    )
    assert set(rare.split()) <= {name for one in longer.values() for name in one.phenomena}
    assert {"n’t", "’d", "’s", "’re"} <= {word for one in GOOD for word in one.sentence.split()}


def test_items_are_consistent() -> None:
    """Names are known, the core is listed, likely errors are not, partners are there."""
    tables = tomllib.loads((HOME.parents[1] / "phenomena.toml").read_text())
    known = {*tables["phenomena"], *tables["judgement"]}
    records = tomllib.loads((HOME / "items.toml").read_text())["item"]
    good = {one["id"] for one in records if one["grammatical"]}
    assert len({one["id"] for one in records}) == len({one["sentence"] for one in records}) == 366
    for one in records:
        names, errors = one["phenomena"], one.get("errors", [])
        assert one["core"] in names
        assert {*names, *errors} <= known
        assert not {*names} & {*errors}
        assert len({*names}) == len(names)
        assert bool(errors) == one["grammatical"]
        assert (one.get("pair") in good) != one["grammatical"]


@pytest.mark.parametrize("file", ["trees.mrg", "flat.mrg", "ud.conllu", "gr.txt"])
def test_every_layer_has_the_same_tokens(file: str) -> None:
    """Trees, keys, graphs and relations are about the grammatical items, in their order."""
    bank = karat.read(HOME / file)
    found = words(without_nulls(bank) if file == "trees.mrg" else bank)
    assert found == [one.sentence.split() for one in GOOD]


def test_the_flat_key_is_the_flattened_tree() -> None:
    """flat.mrg is what the view makes of trees.mrg, byte for byte, but for marks of disputed brackets."""
    key = (HOME / "flat.mrg").read_text()
    assert dumps(flatten(karat.read(HOME / "trees.mrg"))) == key.replace("SBAR? ", "SBAR ")


def test_clauses_without_a_verb_are_optional_in_the_key() -> None:
    """Small clauses, resultatives and what gapping leaves; each is around just these words."""
    bank = karat.read(HOME / "flat.mrg")
    marked = [
        (GOOD[i].id, b" ".join(bank.words(i)[bank.start[row] : bank.end[row]]).decode())
        for i in range(len(bank))
        for row in range(bank.span_offset[i], bank.span_offset[i + 1])
        if bank.labels.strings()[bank.label[row]].endswith(b"?")
    ]
    assert marked == [
        ("b001", "Paul coffee"),
        ("b003", "the second at midnight"),
        ("b004", "others the wine"),
        ("b004", "nobody the speech"),
        ("b045", "the result `` a small miracle ''"),
        ("b080", "the witness honest"),
        ("b082", "Rosa chair of the board"),
        ("b084", "Omar a coward"),
        ("b086", "the fence green"),
        ("b088", "the bar flat"),
        ("b140", "his twin sister medicine in Lund"),
        ("b154", "the contract void"),
        ("c005", "those of cocoa by almost 30"),
        ("c007", "the verdict `` absurd ''"),
        ("c016", "the bowl clean"),
        ("c016", "the table dry"),
        ("c022", "others , like my neighbour here , for love"),
        ("c028", "their skins tougher"),
        ("c032", "the frame white"),
    ]


def test_an_optional_bracket_costs_nothing() -> None:
    """A parse with the small clause and one without it are both right; a wrong one is not."""
    key = (HOME / "flat.mrg").read_text().splitlines()[_place("b080")]
    small = "(S (NP The jury) (VP found (X (NP the witness) honest)) .)"
    assert karat.score(key, small, "flat").recall == 1
    assert (
        karat.score(key, small.replace("(X ", "").replace("honest)", "honest"), "flat").recall == 1
    )
    wrong = karat.score(key, "(S (NP The jury) (VP found the (X witness honest)) .)", "flat")
    assert (wrong.recall < 1, wrong.conformance < 1) == (True, True)


def test_hyphens_are_tokens_as_in_english_treebanks() -> None:
    """UD English splits well-known in three; semi- is a prefix and stays. The text has no blanks there."""
    hyphens = {one.id for one in GOOD if "-" in one.sentence.split()}
    assert hyphens == {
        "a094",
        "b031",
        "b041",
        "b114",
        "b117",
        "b118",
        "b138",
        "b150",
        "c002",
        "c033",
    }
    whole = {
        word for one in SUITE.items for word in one.sentence.split() if re.search(r"\w-\w", word)
    }
    assert whole == {"semi-retired"}
    for name, rows in graphs():
        for row in rows:
            assert (row[4] == "HYPH") == (row[1] == "-"), name
            assert row[1] != "-" or "SpaceAfter=No" in row[9], name
    trees = (HOME / "trees.mrg").read_text()
    assert trees.count("(HYPH -)") == (HOME / "ud.conllu").read_text().count("\tHYPH\t") == 13


def test_graphs_are_valid() -> None:
    """One root, no cycle, ids in order, known tags and relations, the trees' tags."""
    tags = [
        [one for one in sentence if one != "-NONE-"]
        for sentence in _tags(karat.read(HOME / "trees.mrg"))
    ]
    for (name, rows), item, tagged in zip(graphs(), GOOD, tags, strict=True):
        assert name == item.id
        assert [row[0] for row in rows] == [str(i) for i in range(1, len(rows) + 1)]
        assert {row[3] for row in rows} <= UPOS, name
        assert {row[7].partition(":")[0] for row in rows} <= DEPRELS, name
        assert [row[4] for row in rows] == tagged, name
        heads = [0, *(int(row[6]) for row in rows)]
        assert [row[7] for row in rows if row[6] == "0"] == ["root"], name
        for at in range(1, len(heads)):
            seen = set()
            while at and at not in seen:
                seen.add(at)
                at = heads[at]  # walks up to the root
            assert at == 0, name


def _tags(bank: karat.Bank) -> list[list[str]]:
    names = [one.decode() for one in bank.labels.strings()]
    offset = bank.token_offset
    return [[names[tag] for tag in bank.tag[begin:end]] for begin, end in pairwise(offset.tolist())]


@pytest.mark.parametrize("file", ["trees.mrg", "flat.mrg", "ud.conllu", "gr.txt", "planted.mrg"])
def test_no_file_has_a_fault(command: CommandLine, file: str) -> None:
    """`karat check` is content; relations are of the scheme of 1999 and about words that are there."""
    done = command("check", HOME / file)
    assert done.status == 0, done.out
    assert "no fault" in done.out


@pytest.mark.parametrize(
    ("file", "scheme", "measures"),
    [
        ("trees.mrg", "evalb(params=new)", ("recall", "precision", "tagging", "exact")),
        ("trees.mrg", "parseval", ("recall", "precision", "no_crossing")),
        ("trees.mrg", "flat", ("recall", "precision", "conformance")),
        ("trees.mrg", "leafancestor", ("similarity", "perfect")),
        ("trees.mrg", "chunks", ("recall", "precision")),
        ("trees.mrg", "chunkdeps", ("recall", "precision")),
        ("trees.mrg", "constructions", ("recall", "precision")),
        ("flat.mrg", "flat(disputed=best)", ("recall", "precision", "conformance")),
        ("ud.conllu", "conll18", ("LAS", "MLAS", "BLEX", "Lemmas", "UFeats")),
        ("ud.conllu", "deps", ("uas", "las")),
        ("gr.txt", "gr", ("recall", "precision")),
    ],
)
def test_a_layer_scored_against_itself_gets_full_marks(
    file: str, scheme: str, measures: tuple[str, ...]
) -> None:
    """A right answer is rewarded by every scheme that can see it."""
    gold = karat.read(HOME / file)
    found = karat.score(gold, gold, scheme)
    assert {name: found.measures[name] for name in measures} == dict.fromkeys(measures, 1.0)
    assert found.sentences["scored"] == len(GOOD)


def test_the_tree_is_faithful_to_the_flat_key() -> None:
    """All of the key is in the tree, and nothing in the tree crosses it; the tree has more."""
    found = karat.score(karat.read(HOME / "flat.mrg"), karat.read(HOME / "trees.mrg"), "flat")
    assert (found.recall, found.conformance) == (1, 1)
    assert found.precision < 1


@pytest.mark.parametrize("vp", [False, True])
def test_the_yields_of_the_graphs_conform_to_the_flat_key(vp: bool) -> None:
    """No yield crosses the key; with vp=yes some do, and differences.toml explains each."""
    key = (HOME / "flat.mrg").read_text().splitlines()
    parse = dumps(yields(karat.read(HOME / "ud.conllu"), vp=vp)).splitlines()
    crossed = {
        item.id
        for item, gold, system in zip(GOOD, key, parse, strict=True)
        if karat.score(_quoted(gold), _quoted(system), "flat").counts["violated"]
    }
    rows = listed("yields(vp=yes) of ud") if vp else set()
    assert crossed == {row.split()[0] for row in rows}


def _quoted(tree: str) -> str:
    """With the same quotes on both sides."""
    return tree.replace("``)", '")').replace("'')", '")')


def test_heads_of_the_trees_are_those_of_the_graphs() -> None:
    """But for what is explained; punctuation, which UD hangs by a rule of its own, is left out."""
    found = deps(karat.read(HOME / "trees.mrg")).layers["edges"]["head"].tolist()
    differ, at = set(), 0
    for name, rows in graphs():
        for row in rows:
            if found[at] != int(row[6]) - 1 and row[7] != "punct":
                differ.add(f"{name} {row[0]} {row[1]}")
            at += 1
    assert at == len(found)
    assert differ == listed("deps of trees")
    assert len(differ) / at < 0.03


@pytest.mark.parametrize("file", ["trees.mrg", "ud.conllu"])
def test_relations_can_be_had_from_trees_and_from_graphs(file: str) -> None:
    """What the view makes of either is what stands in gr.txt, but for what is explained."""
    view = pytest.importorskip("karat.views.gr").gr
    from karat.model.gr import listed as relations

    gold, system = karat.read(HOME / "gr.txt"), view(karat.read(HOME / file))
    missed = {
        f"{item.id} {gr}"
        for i, item in enumerate(GOOD)
        for gr in {str(one) for one in relations(gold, i)}
        - {str(one) for one in relations(system, i)}
    }
    assert missed <= listed(f"gr of {file}")


def test_a_clause_that_is_also_the_subject_of_a_predicate_is_one_relation() -> None:
    """In a173 only the enhanced graph says it (csubj:xsubj); the relations do not repeat it."""
    from karat.model.gr import listed as relations
    from karat.views.gr import gr

    found = {str(one) for one in relations(gr(karat.read(HOME / "ud.conllu")), _place("a173"))}
    assert found == {
        "ncsubj(erupt, volcano, _)",
        "csubj(remain, erupt, _)",
        "ncmod(_, erupt, again)",
        "xcomp(_, remain, unknown)",
    }


def _place(name: str) -> int:
    return [one.id for one in GOOD].index(name)
