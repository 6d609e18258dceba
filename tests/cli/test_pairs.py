"""Corpora of several files: which files belong together, and what a system lacks."""

import os
from pathlib import Path

import pytest

from command_line import CommandLine, Done
from karat.engine.corpus_run import run_corpus
from karat.engine.recipe import recipe_of
from karat.files.corpus import files
from karat.model.errors import InputError
from karat.schemes import parse

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
WRONG = "(S (X (DT the) (NN dog)) (VP (VBZ barks)))\n"
# Other words: a file that is paired with the wrong one has no score.
RAIN = "(S (NP (PRP It)) (VP (VBZ rains)))\n"


def folder(command: CommandLine, name: str, **files: str) -> None:
    """Files in a folder; the names have the ending .mrg unless they have another one."""
    for file, content in files.items():
        path = command.folder / name / (file.replace("__", ".") if "__" in file else f"{file}.mrg")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def score(command: CommandLine, *words: str) -> Done:
    return command("score", *words, "-s", "evalb", "-o", "json")


def scored(done: Done) -> str:
    """How many sentences have a score, of how many."""
    assert done.status == 0, done.err
    return done.out.split("|sentences:")[1].split("|")[0]


def test_by_name_whatever_the_order(command: CommandLine) -> None:
    """Endings for formats and compression do not count; b.parse is sorted before b-2.mrg."""
    folder(command, "gold", **{"b__mrg": RIGHT, "b-2__mrg": RAIN})
    folder(command, "system", **{"b__zz": RIGHT, "b-2__mrg": RAIN})
    command.write("gold.txt", "gold/b-2.mrg\ngold/b.mrg\n")
    command.write("system.txt", "system/b.zz\nsystem/b-2.mrg\n")
    for pair in (("gold", "system"), ("@gold.txt", "@system.txt"), ("gold/*", "@system.txt")):
        done = score(command, *pair)
        assert scored(done) == "2/2"
        assert "paired in order" not in done.err
    assert scored(score(command, "@gold.txt", "@system.txt", "--pair", "order")) == "0/2"


def test_what_the_stars_of_globs_stand_for(command: CommandLine) -> None:
    """gold-1 and out-1 have no name in common, but the stars are 1 and 2 in both."""
    folder(command, ".", **{"gold-1": RIGHT, "gold-2": RAIN, "1-out__x": RIGHT, "2-out__x": RAIN})
    done = score(command, "gold-*.mrg", "*-out.x")
    assert (scored(done), "paired in order" in done.err) == ("2/2", False)


def test_folders_below_a_folder(command: CommandLine) -> None:
    folder(command, "gold/x", a=RIGHT)
    folder(command, "gold/y", a=RAIN)
    folder(command, "gold/.hidden", a=RAIN)
    folder(command, "system/y", a=RAIN)
    folder(command, "system/x", a=WRONG)
    assert scored(score(command, "gold", "system")) == "2/2"
    assert scored(score(command, "gold/**/*.mrg", "system")) == "2/2"


def test_no_name_in_common_is_paired_in_order_and_said(command: CommandLine) -> None:
    folder(command, "gold", g1=RIGHT, g2=RAIN)
    folder(command, "system", s1=WRONG, s2=RAIN)
    done = score(command, "gold", "system")
    assert scored(done) == "2/2"
    assert "note: system: no file has the name of one of gold's" in done.err
    assert "gold/g1.mrg with system/s1.mrg" in done.err
    assert "note: system" not in score(command, "gold", "system", "--pair", "order").err
    for job in "12":
        call = ("gold", "system", "--shard", f"{job}/2", "--part", f"{job}.part")
        assert score(command, *call).status == 0
    merged = command("merge", "1.part", "2.part", "-o", "json")
    assert (merged.out, merged.err) == (done.out, done.err)


def refused(done: Done) -> str:
    assert (done.status, done.out) == (2, ""), done.out
    return done.err


def test_numbers_that_are_in_another_order_are_refused(command: CommandLine) -> None:
    """doc10 comes before doc2 by name, s10 after s02: nobody would see that others are compared."""
    for folder in ("gold", "system", "plain"):
        (command.folder / folder).mkdir()
    for number in range(1, 13):
        tree = f"(S (NP (N w{number})) (VP (V runs)))\n"
        command.write(f"gold/doc{number}.mrg", tree)
        command.write(f"system/s{number:02}.mrg", tree)
        command.write(f"plain/s{number}.mrg", tree)
    said = refused(score(command, "gold", "system"))
    assert "gold/doc10.mrg stands where system/s02.mrg does" in said
    assert scored(score(command, "gold", "plain")) == "12/12"
    for side, name in (("gold", "doc{}"), ("system", "s{:02}")):
        names = (f"{side}/{name.format(number)}.mrg\n" for number in range(1, 13))
        command.write(f"{side}.txt", "".join(names))
    assert scored(score(command, "@gold.txt", "@system.txt")) == "12/12"
    assert scored(score(command, "gold", "system", "--pair", "order")) != "12/12"


def test_some_names_in_common_are_refused(command: CommandLine) -> None:
    """a would be paired with b, and b with c: nobody wants that."""
    folder(command, "gold", a=RIGHT, b=RAIN)
    folder(command, "system", b=RAIN, c=RIGHT)
    said = refused(score(command, "gold", "system"))
    assert "system has no file for gold/a.mrg, and gold has none for system/c.mrg" in said
    assert "--pair order" in said
    assert "system/c.mrg: gold has no file of this name" in refused(
        score(command, "gold", "system", "--pair", "name")
    )
    assert scored(score(command, "gold", "system", "--pair", "order")) == "0/2"


def test_other_numbers_of_files(command: CommandLine) -> None:
    folder(command, "gold", a=RIGHT, b=RAIN)
    folder(command, "system", x=RAIN)
    assert "1 file, but gold has 2" in refused(score(command, "gold", "system"))
    assert "1 file, but gold has 2" in refused(score(command, "gold", "system/x.mrg"))
    assert "--pair is for corpora" in refused(
        score(command, "gold/a.mrg", "system/x.mrg", "--pair", "name")
    )


@pytest.mark.parametrize("policy", ["drop", "empty", "align"])
def test_a_file_that_a_system_lacks_has_failed_sentences(command: CommandLine, policy: str) -> None:
    """The figures are those of one file in which its lines are blank: 3 of 8 brackets are lost."""
    folder(command, "gold", a=RAIN * 2, b=RIGHT + RAIN, c=RAIN)
    folder(command, "system", b=WRONG + RAIN, c=RAIN)
    command.write("gold.mrg", RAIN * 2 + RIGHT + RAIN + RAIN)
    command.write("system.mrg", "\n\n" + WRONG + RAIN + RAIN)
    scheme = ("-s", f"evalb(failed={policy})", "-o", "csv")
    plain = command("score", "gold.mrg", "system.mrg", *scheme, "--layout", "lines").out
    assert "--pair name" in refused(command("score", "gold", "system", *scheme))
    done = command("score", "gold", "system", *scheme, "--pair", "name")
    figures = [line.split(",")[4:7] for line in done.out.splitlines()]
    assert figures == [line.split(",")[4:7] for line in plain.splitlines()]
    assert "system/a.mrg is missing, so gold/a.mrg has no parse, in 2 sentences" in done.err
    for job in "1234":
        call = ("gold", "system", *scheme, "--pair", "name", "--shard", f"{job}/4")
        assert command("score", *call, "--part", f"{job}.part").status == 0
    merged = command("merge", *(f"{job}.part" for job in "3142"), "-o", "csv")
    assert (merged.out, merged.err) == (done.out, done.err)


def test_a_text_cannot_be_missing(command: CommandLine) -> None:
    word = "1\tIt\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n"
    folder(command, "gold", a=word, b=word)
    folder(command, "system", b=word)
    said = refused(command("score", "gold", "system", "-s", "conll18", "--pair", "name"))
    assert "system/a.mrg: there is no such file, and conll18 needs the text" in said


def test_lists(command: CommandLine) -> None:
    """Comments and blank lines do not count; names are those seen from the current folder."""
    folder(command, "gold", a=RIGHT, b=RAIN)
    command.write("list.txt", "\ufeff# all of gold\n\n  gold/a.mrg  \r\n\ngold/b.mrg")
    assert scored(score(command, "@list.txt", "@list.txt")) == "2/2"
    command.write("gold/list.txt", "a.mrg\n\nb.mrg\n")
    said = refused(score(command, "@gold/list.txt", "@gold/list.txt"))
    assert "gold/list.txt:1: there is no file a.mrg, only beside the list" in said
    command.write("list.txt", "gold/a.mrg\ngold\n")
    assert "list.txt:2: gold is a folder" in refused(score(command, "@list.txt", "@list.txt"))
    command.write("list.txt", "# nothing\n")
    assert "there are no files" in refused(score(command, "@list.txt", "@list.txt"))


def test_links_are_followed_and_what_they_hide_is_refused(command: CommandLine) -> None:
    """Nobody would miss the sentences of a file that is left out in silence, or see that some count twice."""
    for side in ("gold", "system"):
        folder(command, f"other-{side}", b=RIGHT)
        folder(command, side, a=RIGHT)
        (command.folder / side / "more").symlink_to(f"../other-{side}")
    assert scored(score(command, "gold", "system")) == "2/2"
    assert scored(score(command, "gold/**", "system/**/**/*.mrg")) == "2/2"
    for link, where, why in (
        ("z.mrg", "nowhere", "gold/z.mrg: this link leads to nowhere, where there is no file"),
        ("loop", ".", "gold/loop: this is the folder gold again"),
        ("same", "more", "is the folder gold/"),
    ):
        (command.folder / "gold" / link).symlink_to(where)
        assert why in refused(score(command, "gold", "system"))
        assert score(command, "gold/**", "system").status == 2
        (command.folder / "gold" / link).unlink()
    os.mkfifo(command.folder / "gold" / "pipe")
    assert "gold/pipe: this is not a file" in refused(score(command, "gold", "system"))


def test_a_folder_that_cannot_be_read_is_refused(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(command, "gold/x", a=RIGHT)
    folder(command, "system/x", a=RIGHT)

    def listed(path: str) -> list[str]:
        if path.endswith("x"):
            raise PermissionError(13, "Permission denied")
        return ["x"]

    monkeypatch.setattr(os, "listdir", listed)
    with pytest.raises(InputError, match="gold/x: this folder cannot be read: Permission denied"):
        files(str(command.folder / "gold"))


def test_a_glob_that_fits_a_folder_is_refused(command: CommandLine) -> None:
    for side in ("gold", "system"):
        folder(command, side, a=RIGHT)
        folder(command, f"{side}/x", b=RIGHT)
    assert "gold/x: gold/* fits this folder too" in refused(score(command, "gold/*", "system/*"))
    assert scored(score(command, "gold/*.mrg", "system/*.mrg")) == "1/1"
    assert scored(score(command, "gold/**", "system/**")) == "2/2"


def test_nothing_counts_twice(command: CommandLine) -> None:
    for side in ("gold", "system"):
        folder(command, side, a=RIGHT, a__gz=RIGHT)
        folder(command, side, a__mrg__gz=RIGHT)
        command.write(f"{side}.txt", f"{side}/a.mrg\n./{side}//a.mrg\n")
    assert "gold/a.mrg and gold/a.mrg.gz look like copies" in refused(
        score(command, "gold", "system")
    )
    assert "gold.txt:2: ./gold//a.mrg is in line 1 already" in refused(
        score(command, "@gold.txt", "@system.txt")
    )


def test_endings_that_tell_files_apart_belong_to_the_name(command: CommandLine) -> None:
    """Paired in order, doc.b would be compared with doc.c."""
    folder(command, "gold", doc__a=RIGHT, doc__b=RAIN, doc__c=RIGHT)
    folder(command, "system", doc__a=RIGHT, doc__c=RIGHT, doc__d=RAIN)
    assert "system has no file for gold/doc.b, and gold has none for system/doc.d" in refused(
        score(command, "gold", "system")
    )
    (command.folder / "system" / "doc.d").unlink()
    done = score(command, "gold", "system", "--pair", "name")
    assert scored(done) == "2/3"
    assert "system/doc.b is missing" in done.err


def test_quiet_has_no_note_on_pairs(command: CommandLine) -> None:
    folder(command, "gold", g1=RIGHT, g2=RAIN)
    folder(command, "system", s1=WRONG, s2=RAIN)
    assert score(command, "gold", "system", "--quiet").err == ""


def test_a_part_that_cannot_be_written_is_refused_before_scoring(command: CommandLine) -> None:
    """The system's file cannot be read, but nobody gets as far as that."""
    folder(command, "gold", a=RIGHT)
    Path(command.folder, "system.mrg").write_bytes(b"\xfd7zXZ damaged")
    call = ("gold/a.mrg", "system.mrg", "--shard", "1/2", "--part", "absent/1.part")
    assert "absent/1.part: cannot be written" in refused(score(command, *call))


def test_merge_says_which_scheme_was_chosen(command: CommandLine) -> None:
    folder(command, "gold", a=RIGHT, b=RAIN)
    folder(command, "system", a=WRONG, b=RAIN)
    whole = command("score", "gold", "system")
    assert whole.out.startswith("scheme: evalb(params=collins), as in most papers")
    for job in "12":
        assert command(
            "score", "gold", "system", "--shard", f"{job}/2", "--part", f"{job}.part"
        ) == (0, "", "")
    merged = command("merge", "2.part", "1.part")
    assert (merged.out, merged.err) == (whole.out, whole.err)


def test_files_of_different_formats_are_refused(command: CommandLine) -> None:
    """Read as trees, the lines of CoNLL-U would be failed sentences, and the figure that of the trees."""
    rows = (
        "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
    )
    folder(command, "gold", a=RIGHT, b__conllu=rows)
    folder(command, "system", a=RIGHT, b__conllu=rows)
    done = score(command, "gold", "system")
    assert (done.status, done.out) == (2, "")
    assert "gold/b.conllu: this file is in the format conllu" in done.err
    assert "gold begins in the format brackets" in done.err
    # A file that is none of the formats is a broken one of this corpus.
    folder(command, "gold", b__conllu=RAIN)
    folder(command, "system", b__conllu="rain\n")
    assert scored(score(command, "gold", "system")) == "1/2"


def test_notes_about_sentences_name_their_file(command: CommandLine) -> None:
    """Each file lacks its third sentence: one note for both would say that one is missing."""
    tree = "(S (NP (N a) (N b)) (V c))\n"
    for name in "12":
        for side, last in (("gold", "(S (N d))\n"), ("system", "")):
            (command.folder / side).mkdir(exist_ok=True)
            command.write(f"{side}/{name}.mrg", tree * 2 + last)
    said = command("score", "gold", "system", "-s", "evalb(failed=align)").out
    for name in "12":
        assert (
            f"system/{name}.mrg: the system's sentences were laid over gold's by their text: 1 missing; "
            "the first is gold's sentence 3"
        ) in said


def test_advice_about_several_files_can_be_followed(command: CommandLine) -> None:
    """--per-sentence and --lenient take one file at a time."""
    folder(command, "gold", a=RIGHT * 3, b=RAIN * 3)
    folder(command, "system", a=RIGHT[:-2] + "\n", b="(S\n" * 3)
    command.write("system/a.mrg", "(S\n" * 3)
    said = command("score", "gold", "system", "-s", "evalb").out
    assert "… and 3 more; karat score --per-sentence lists them, file by file" in said
    assert "--lenient reads what it can of the sentences that cannot be read, file by file" in said
    said = command("score", "gold/b.mrg", "system/b.mrg", "-s", "evalb").out
    assert "file by file" not in said


def test_other_names_count_in_each_file(command: CommandLine) -> None:
    """The figures of a file that says which names count, and of one that does not, are not added up."""
    for name in "ab":
        (command.folder / "gold").mkdir(exist_ok=True)
        (command.folder / "system").mkdir(exist_ok=True)
        command.write(f"gold/{name}.names", "id\tphenomena\tcore\n1\tpassive\tpassive\n")
        command.write(
            f"system/{name}.names",
            "# inventory: passive\n1\tpassive\n" * (name == "a") or "1\t(no output)\n",
        )
    done = command("score", "gold", "system")
    assert (done.status, done.out) == (2, "")
    assert (
        "gold/b.names and system/b.names: other names count here than in gold/a.names and system/a.names"
        in done.err
    )
    assert command("score", "gold", "system", "-s", "phenomena(inventory=passive)").status == 0


def test_progress_counts_files(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files are together one order of a cluster, but people wait for each of them."""
    folder(command, "gold", a=RIGHT, b=RAIN, c=RAIN)
    folder(command, "system", a=RIGHT, b=RAIN, c=RAIN)
    monkeypatch.chdir(command.folder)
    recipe, seen = recipe_of("gold", ["system"], [parse("evalb")]), list[tuple[int, int]]()
    run_corpus(recipe, progress=lambda *done: seen.append(done))
    assert seen == [(1, 3), (2, 3), (3, 3)]
