"""karat score --tallies, karat compare --tallies: counts that are kept, and compared out of core."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import CommandLine
from effort import slow

pq = pytest.importorskip("pyarrow.parquet")
pa = pytest.importorskip("pyarrow")

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"
LONG = "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))"
GOLD = [RIGHT] * 30
A = [RIGHT, FLAT, RIGHT, LONG, RIGHT] * 6
POISSON = ("--bootstrap", "poisson")
BOTH = (*POISSON, "--test", "bootstrap")
B = [FLAT, FLAT, RIGHT, RIGHT, LONG, RIGHT] * 5


def lines(trees: list[str]) -> str:
    return "".join(f"{tree}\n" for tree in trees)


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold and two systems, and the tallies of a run in the folder counts."""
    for name, trees in {"gold": GOLD, "a": A, "b": B}.items():
        command.write(f"{name}.mrg", lines(trees))
    both = ("--scheme", "evalb", "--scheme", "flat(failed=empty)")
    done = command("score", "gold.mrg", "a.mrg", "b.mrg", *both, "--tallies", "counts")
    assert done.status == 0, done.err
    return command


def refused(done: Any, *words: str) -> None:
    """One message with these words, and nothing else."""
    assert done.status == 2
    assert done.out == ""
    assert "bug" not in done.err
    assert len(done.err.splitlines()) == 1, done.err
    for word in words:
        assert word in done.err


@pytest.mark.parametrize("output, more", [
    ("table", ()), ("json", POISSON), ("csv", BOTH),
    *slow(("json", ()), ("csv", ()), ("table", POISSON), ("csv", POISSON), ("table", BOTH), ("json", BOTH)),
])  # fmt: skip
def test_tallies_give_the_output_of_the_files(
    files: CommandLine, output: str, more: tuple[str, ...]
) -> None:
    """Byte for byte, notes and signatures included, whichever bootstrap."""
    options = ("--samples", "200", "--output", output, *more)
    schemes = ("--scheme", "evalb", "--scheme", "flat(failed=empty)")
    read = files("compare", "gold.mrg", "a.mrg", "b.mrg", *schemes, *options)
    kept = files("compare", "--tallies", "counts", *options)
    assert kept.status == 0, kept.err
    assert (kept.out, kept.err) == (read.out, read.err)


@pytest.mark.parametrize("more", [(), POISSON])
def test_counts_of_any_size_are_kept(files: CommandLine, more: tuple[str, ...]) -> None:
    """leafancestor counts in billionths, which are beyond 2^31 in a sentence of three words."""
    trees = ("gold.mrg", "a.mrg", "b.mrg", "-s", "leafancestor")
    assert files("score", *trees, "--tallies", "paths").status == 0
    kept = files("compare", "--tallies", "paths", "--samples", "50", *more)
    assert kept.status == 0, kept.err
    assert kept.out == files("compare", *trees, "--samples", "50", *more).out


def test_the_poisson_bootstrap_is_stated(files: CommandLine) -> None:
    """Below the table and in the signature."""
    done = files("compare", "--tallies", "counts", "--bootstrap", "poisson", "--samples", "1000")
    assert "note: Poisson bootstrap, 1,000 samples, seed 1" in done.out
    assert "|bootstrap:poisson|samples:1000|seed:1|" in done.out
    assert "Poisson" not in files("compare", "--tallies", "counts").out


@pytest.mark.parametrize("more", [(), POISSON])
def test_systems_are_sorted(files: CommandLine, more: tuple[str, ...]) -> None:
    """The better one first, whichever was given first; the baseline stays the first one given."""
    paths = [f"counts/{name}.mrg.evalb.parquet" for name in "ba"]
    options = ("-s", "evalb", "--sort", "f1", "--output", "json", *more)
    found = json.loads(files("compare", "--tallies", *paths, *options).out)
    values = [one["results"][0]["measures"]["f1"] for one in found["systems"]]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[1]
    first, _ = (one["system"] for one in found["systems"])
    assert [one["a"] for one in found["comparisons"]] != [first]


@pytest.mark.parametrize("more", [(), POISSON])
def test_means_over_groups_are_refused(command: CommandLine, more: tuple[str, ...]) -> None:
    """Files of tallies have no groups; figures that need none are as those of the files."""
    command.write("gold.names", "1\tpassive\n2\trelative-clause\n3\tpassive\n")
    command.write("a.names", "1\tpassive\n2\tpassive\n3\tpassive\n")
    command.write("b.names", "1\t(no output)\n2\trelative-clause\n3\t(none)\n")
    names = ("gold.names", "a.names", "b.names", "-s", "phenomena(mode=exhaustive)")
    assert command("score", *names, "--tallies", "counts").status == 0
    every = command("compare", "--tallies", "counts", *more)
    refused(every, "@phenomenon of phenomena(mode=exhaustive) is a mean over groups", "--measures ")
    typed = every.err.partition("--measures ")[2].strip()
    kept, read = (
        command("compare", *words, "--measures", typed, *more)
        for words in (("--tallies", "counts"), names)
    )
    assert kept.status == 0, kept.err
    assert kept.out == read.out != ""


def test_files_may_be_given_and_named_one_by_one(files: CommandLine) -> None:
    """A scheme alone; the first file is the baseline unless its place says otherwise."""
    done = files(
        "compare", "--tallies", "counts/a.mrg.evalb.parquet", "new=counts/b.mrg.evalb.parquet",
        "--output", "json",
    )  # fmt: skip
    found = json.loads(done.out)
    assert [one["system"] for one in found["systems"]] == ["a.mrg", "new"]
    chosen = files("compare", "--tallies", "counts", "--scheme", "evalb", "--output", "json")
    ours = [one["difference"] for one in json.loads(chosen.out)["comparisons"]]
    assert ours == [one["difference"] for one in found["comparisons"]]


@pytest.mark.parametrize("bootstrap", ["multinomial", *slow("poisson")])
def test_parts_of_a_corpus_give_the_figures_of_the_whole(
    files: CommandLine, bootstrap: str
) -> None:
    """Ten folders, of which 10 comes after 9: the same statistics as of one file."""
    for part in range(10):
        for name, trees in {"gold": GOLD, "a": A, "b": B}.items():
            files.write(f"{name}.mrg", lines(trees[3 * part : 3 * part + 3]))
        folder = f"parts/{part + 1}"
        done = files("score", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--tallies", folder)
        assert done.status == 0, done.err
    options = ("--bootstrap", bootstrap, "--samples", "300", "--output", "json", "-s", "evalb")
    whole, parts = (
        json.loads(files("compare", "--tallies", folder, *options).out)
        for folder in ("counts", "parts")
    )
    assert parts["comparisons"] == whole["comparisons"]
    for one, other in zip(parts["systems"], whole["systems"], strict=True):
        for key in ("measures", "intervals", "counts", "sentences"):
            assert one["results"][0][key] == other["results"][0][key]


def test_parts_are_all_there_and_each_once(files: CommandLine) -> None:
    """Fewer or more sentences than the corpus has would give other intervals without a word."""
    for part in (1, 2, 4):
        for name, trees in {"gold": GOLD, "a": A, "b": B}.items():
            files.write(f"{name}.mrg", lines(trees[3 * part : 3 * part + 3]))
        files("score", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--tallies", f"parts/{part}")
    done = files("compare", "--tallies", "parts")
    assert (done.status, done.out) == (2, "")
    assert "parts: folder 3 is missing between 1 and 4" in done.err
    assert files("compare", "--tallies", "parts/1", "parts/2", "parts/4").status == 0
    for twice in (("parts/1", "parts/1"), ("parts/1", "parts/2", "parts/2/../1")):
        done = files("compare", "--tallies", *twice)
        assert (done.status, done.out) == (2, ""), done.out
        assert "its sentences would count twice" in done.err


def test_what_a_file_has(files: CommandLine) -> None:
    """One row per sentence, with its counts as small numbers; the metadata say how it was made."""
    table = pq.read_table(files.folder / "counts" / "a.mrg.evalb.parquet")
    assert table["sentence"].to_pylist() == list(range(30))
    assert table["status"].to_pylist()[:5] == [0, 0, 0, table["status"][3].as_py(), 0]
    assert table["count:gold"].to_pylist()[:2] == [3, 3]
    assert table["count:matched"].to_pylist()[:2] == [3, 2]
    assert {str(one) for one in table.schema.types} == {"int64", "int32", "int8"}
    said = (
        table.schema.metadata
        or pq.read_metadata(files.folder / "counts" / "a.mrg.evalb.parquet").metadata
    )
    assert b"gold:" in said[b"karat:signature"]


def test_a_damaged_file_is_one_message(files: CommandLine) -> None:
    """A file cut off, and something else with this name."""
    path = files.folder / "counts" / "a.mrg.evalb.parquet"
    content = path.read_bytes()
    for bad in (content[: len(content) // 2], b"(S (N a))\n", b""):
        path.write_bytes(bad)
        for more in ((), POISSON):
            refused(files("compare", "--tallies", "counts", *more), "a.mrg.evalb.parquet")


def test_a_changed_byte_changes_no_figure(files: CommandLine) -> None:
    """It is refused, or it is a byte that says nothing, as one of the statistics of a page."""
    path = files.folder / "counts" / "a.mrg.evalb.parquet"
    content = path.read_bytes()
    options = ("compare", "--tallies", "counts", *POISSON, "--samples", "50")
    before, refusals = files(*options), 0
    said = content.index(b"karat:version")
    for at in (said, *range(10, len(content), len(content) // 8)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
        after = files(*options)
        if after.status == 2:
            refused(after)
            refusals += 1
        else:
            assert after.out == before.out
    assert refusals


def test_foreign_and_mixed_files_are_refused(files: CommandLine) -> None:
    """Other Parquet files, other gold, one system, other schemes, missing parts."""
    foreign = files.folder / "other.parquet"
    pq.write_table(pa.table({"x": [1]}), foreign)
    refused(
        files("compare", "--tallies", "counts", "other.parquet"), "has no tallies", "karat score"
    )
    files.write("gold.mrg", lines([*GOLD[:-1], FLAT]))
    assert files("score", "gold.mrg", "b.mrg", "-s", "evalb", "--tallies", "later").status == 0
    one = "counts/a.mrg.evalb.parquet"
    refused(files("compare", "--tallies", one, "later"), "other gold")
    refused(files("compare", "--tallies", one), "one system only")
    refused(files("compare", "--tallies", "counts", one), "the same parts")
    refused(files("compare", "--tallies", "counts", "-s", "parseval"), "parseval", "evalb")
    refused(files("compare", "--tallies", "none"), "no such file")
    Path(files.folder / "empty").mkdir()
    refused(files("compare", "--tallies", "empty"), "no Parquet files")
    refused(files("compare", "--tallies", "counts", "--lenient"), "--lenient")
    refused(
        files("compare", "--tallies", "counts", "--bootstrap", "poisson", "--strata", "length"),
        "strata",
    )
    refused(
        files("compare", "--tallies", "counts", "--bootstrap", "poisson", "--interval", "bca"),
        "bca",
    )


def test_nothing_is_written_if_scoring_fails(files: CommandLine) -> None:
    """No folder, no file; and a folder with tallies is not added to."""
    files.write("short.mrg", lines([*A, RIGHT]))
    done = files("score", "gold.mrg", "short.mrg", "-s", "evalb", "--tallies", "failed")
    assert done.status == 2
    assert "failed" not in files.names()
    refused(files("score", "gold.mrg", "a.mrg", "--tallies", "counts"), "counts", "new folder")


def test_documents_are_kept(command: CommandLine) -> None:
    """CoNLL-U that names its documents: they are drawn as without tallies."""
    word = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t{}\tdep\t_\t_\n\n"
    heads = {"gold": [1] * 24, "a": [1, 1, 1, 0] * 6, "b": [1, 0, 1, 1, 0, 0] * 4}
    for name, some in heads.items():
        text = [f"# newdoc id = d{i}\n" * (i % 2 == 0) + word.format(h) for i, h in enumerate(some)]
        command.write(f"{name}.conllu", "".join(text).replace("\t0\tdep", "\t0\troot"))
    names = ("gold.conllu", "a.conllu", "b.conllu", "-s", "deps")
    done = command("score", *names, "--tallies", "counts")
    assert done.status == 0, done.err
    for more in ((), ("--bootstrap", "poisson")):
        options = ("--unit", "document", "--samples", "200", *more)
        read = command("compare", *names, *options)
        kept = command("compare", "--tallies", "counts", *options)
        assert kept.status == 0, kept.err
        assert kept.out == read.out
        assert "12 documents" in kept.out
