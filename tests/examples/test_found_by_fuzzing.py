"""Faults of each kind that fuzzing found, on the smallest files that show them."""

import contextlib
import io
import re
import time

import pytest

import karat
from command_line import CommandLine
from karat import formats, views
from karat.formats.lenient import read_lenient
from karat.parsers.chain import Chain
from karat.parsers.shapes import Garbage
from suite_run_files import run_file
from ud_rows import of_rows

DIGITS = "9" * 5000


@pytest.mark.parametrize("number", ["9223372036854775807", DIGITS, "1200"])
def test_a_word_number_that_no_sentence_has(number: str) -> None:
    """A fault with its place, at once: there is no room for as many words."""
    bank = karat.read_text(
        f"nsubj(b-2, a-1)\nroot(ROOT-0, c-{number})\n\nroot(ROOT-0, d-1)\n", format="stanford"
    )
    fault = bank.error(0)
    assert fault is not None
    assert (fault.line, fault.column) == (2, 14)
    assert "too few words" in str(fault)
    assert bank.words(1) == [b"d"]


def test_word_numbers_with_gaps_are_read() -> None:
    """Words that no dependency names, and zeros before a number."""
    bank = karat.read_text("root(ROOT-0, a-0007)\n", format="stanford")
    assert bank.words(0) == [b"_"] * 6 + [b"a"]


def test_a_word_that_is_not_in_the_tree_is_a_fault_at_its_place() -> None:
    """Also if its number is written with zeros, so that it cannot be searched for."""
    text = "(S (N a))\n\nroot(ROOT-0, b-01)\n"
    fault = karat.read_text(text, format="stanford").error(0)
    assert fault is not None
    assert (fault.line, fault.column) == (3, 14)


@pytest.mark.parametrize("name", formats.every_name())
def test_a_bank_without_sentences_can_be_written(name: str) -> None:
    """Nothing, or a heading."""
    module = formats.module(name)
    bank = formats.read_text(module.EXAMPLE, format=name).slice(0, 0)
    stream = io.BytesIO()
    module.write(bank, stream)
    assert len(stream.getvalue()) < 200


def test_bytes_that_are_not_utf8_in_links() -> None:
    """Labels, words and entries of link-parser's output keep their bytes."""
    text = formats.module("links").EXAMPLE.encode("latin-1").replace(b"Sp", b"S\xe9")
    bank = karat.read_text(
        text.replace(b"(NP", b"(N\xdf").replace(b"dogs.n", b"d\xffgs.n"), format="links"
    )
    assert not bank.fault.any()
    assert bank.words(0) == [b"d\xffgs", b"bark"]
    assert (0, 1, b"N\xdf") in bank.spans(0)
    assert b"S\xe9" in bank.labels.strings()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (DIGITS + "\tnews", "genres.tsv:1: write a sentence number"),
        ("1-" + DIGITS + "\tnews", "genres.tsv:1: write a sentence number"),
    ],
)
def test_numbers_of_thousands_of_digits_in_genres(
    command: CommandLine, line: str, said: str
) -> None:
    """They are no numbers of sentences."""
    command.write("gold.gr", "ncsubj(die, proprietor, _)\n")
    command.write("genres.tsv", line + "\n")
    done = command("gr", "gold.gr", "gold.gr", "--genre", "genres.tsv")
    assert (done.status, said in done.err) == (2, True), done.err


@pytest.mark.parametrize("change", [("matched", "mtched"), ("evalb,1,", ","), (",1,", ",")])
def test_rows_of_sentences_that_somebody_changed(
    command: CommandLine, change: tuple[str, str]
) -> None:
    """A column that is not there, and rows that are too short, are named."""
    command.write("gold.mrg", "(S (N a))\n(S (N b))\n")
    assert (
        command("score", "gold.mrg", "gold.mrg", "-s", "evalb", "--per-sentence", "rows.csv").status
        == 0
    )
    text = (command.folder / "rows.csv").read_text()
    command.write("rows.csv", text.replace(*change))
    done = command("score", "gold.mrg", "gold.mrg", "-s", "evalb", "--not-worse-than", "rows.csv")
    assert (done.status, "rows.csv" in done.err) == (2, True), done.err


def test_a_scheme_that_a_file_of_needs_names(command: CommandLine) -> None:
    """The message has the file and the need, not only the scheme."""
    command.write("gold.mrg", "(S (N a))\n")
    command.write("needs.toml", '[[need]]\nscheme = "evalb"\n[[need]]\nscheme = "evlab"\n')
    done = command("adequacy", "gold.mrg", "gold.mrg", "--profile", "needs.toml")
    assert done.status == 2
    assert "needs.toml: need 2: there is no scheme 'evlab'" in done.err


RELATIONS = "item:\n  i-id :integer :key\n  {}\n"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("i-text :string", "the table item has no field i-input"),
        ("???", "this is not an [incr tsdb()] profile"),
    ],
)
def test_profiles_without_a_field(command: CommandLine, field: str, said: str) -> None:
    """A field that is missing, and one that cannot be read, are named with the file."""
    pytest.importorskip("delphin")
    folder = command.folder / "profile"
    folder.mkdir()
    (folder / "relations").write_text(RELATIONS.format(field))
    (folder / "item").write_text("1@Dogs bark\n")
    done = command("suite", "list", "profile")
    assert (done.status, said in done.err, "profile" in done.err) == (2, True, True), done.err


def test_an_item_to_exclude_that_is_not_there(command: CommandLine) -> None:
    """The message names the file that has it."""
    run_file(command.folder / "small.run", {})
    command.write("out.tsv", "99\tbroken\n")
    done = command("suite", "score", "small.run", "--exclude", "out.tsv")
    assert (done.status, "out.tsv: small.run has no item '99'" in done.err) == (2, True), done.err


@pytest.mark.parametrize("place", ["9224775808", DIGITS])
def test_places_that_no_sentence_has_in_eds(place: str) -> None:
    """A fault of the analysis; those after it are read."""
    pytest.importorskip("delphin")
    text = f"{{e2:\n e2:_bark_v_1<0:{place}>{{e SF prop}}[]\n}}\n\n"
    sound = "{e2:\n e2:_bark_v_1<0:4>{e SF prop}[]\n}\n"
    bank = karat.read_text(text + sound, format="delphin")
    fault = bank.error(0)
    assert fault is not None
    assert fault.line <= 3
    assert bank.error(1) is None


def test_roles_that_are_not_utf8_in_eds() -> None:
    """They keep their bytes."""
    pytest.importorskip("delphin")
    text = b"{e2:\n e2:_bark_v_1<5:9>{e SF prop}[\xea x3]\n x3:_dog_n_1<0:4>{x NUM pl}[]\n}\n"
    bank = karat.read_text(text, format="delphin")
    assert not bank.fault.any()
    assert b"\xea" in bank.labels.strings()


@pytest.mark.parametrize("name", ["conllu", "conllx", "conll08", "conll09"])
def test_a_sentence_without_words_keeps_its_place(name: str) -> None:
    """Written and read again, the sentence after it is still the third."""
    module = formats.module(name)
    bank = karat.read_text(f"{module.EXAMPLE}# nothing\n\n{module.EXAMPLE}", format=name)
    stream = io.BytesIO()
    module.write(bank, stream)
    again = karat.read_text(stream.getvalue(), format=name)
    words = [bank.words(i) for i in range(3)]
    assert [again.words(i) for i in range(len(again))] == words
    assert words[1] == []


def test_a_table_of_words_without_a_column_of_numbers() -> None:
    """Words are numbered by their places."""
    text = "| Word | Head | Relation |\n|---|---|---|\n| 3 | 2 | nsubj |\n| 4 | 0 | root |\n"
    found = read_lenient(text.encode(), "conllu", "answers.txt")
    assert found.bank.words(0) == [b"3", b"4"]
    assert found.bank.layers["edges"]["head"].tolist() == [1, -1]


@pytest.mark.parametrize("number", [DIGITS, "x-y", "-5", f"1-{DIGITS}", "²"])
def test_odd_numbers_of_words_in_answers(number: str) -> None:
    """They are repaired or refused, with a place."""
    before = "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"
    rows = f"{before}{number}\tb\t_\t_\t_\t_\t1\tobj\t_\t_\n"
    found = read_lenient(rows.encode(), "conllu", "answers.txt")
    assert found.repairs
    assert all(one.line >= 1 for one in found.repairs)


def test_headers_of_analyses_that_are_not_utf8() -> None:
    """The sentence is written with the bytes that it was read with."""
    pytest.importorskip("delphin")
    text = b"#id 1\n#text d\xffgs bark\n{e2:\n e2:_bark_v_1<5:9>{e SF prop}[]\n}\n"
    bank, stream = karat.read_text(text, format="delphin"), io.BytesIO()
    formats.module("delphin").write(bank, stream)
    assert b"#text d\xffgs bark\n" in stream.getvalue()
    assert karat.read_text(stream.getvalue(), format="delphin").words(0) == [b"d\xffgs", b"bark"]


@pytest.mark.parametrize("label", ["NP", "NP-SBJ", "VP", "SBAR", "WHNP-1", "PP", "QP", "UCP"])
@pytest.mark.parametrize(
    "tree",
    [
        "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town))))))",
        "(S (NP (NNP Kim)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (PP (IN by) (NP (NNP Lee))))))",
        "(SBARQ (WHNP-1 (WP who)) (SQ (VBD did) (NP (PRP you)) (VP (VB see) (NP (-NONE- *T*-1)))))",
        "(S (NP (NNP Kim) (CC and) (NNP Lee)) (VP (VP (VBP run)) (CC and) (VP (VBP swim))))",
    ],
)
@pytest.mark.filterwarnings("ignore::karat.model.outcome.Remark")
def test_phrases_without_words_have_no_relations(tree: str, label: str) -> None:
    """Nor do they change those of others, wherever they are."""
    gaps = [
        at for at in range(len(tree)) if tree[at : at + 2] == " (" or tree[at - 1 : at + 1] == "))"
    ]
    texts = [
        f"{tree[:at]}{empty}{tree[at:]}\n"
        for at in gaps
        for empty in (f" ({label})", f" ({label} ({label}))")
    ]
    stream = io.BytesIO()
    seen = views.parse("gr")(karat.read_text(tree + "\n" + "".join(texts)))
    formats.module("gr").write(seen, stream)
    first, *others = stream.getvalue().decode().strip().split("\n\n")
    assert len(first.splitlines()) > 1
    assert others == [first] * len(texts)


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        ("(S (NP (NN a)) (VP (VBN (X y))))", []),
        ("(S (NP (NN (X dogs))) (VP (VBD saw) (NP (NNS cats))))",
         ["ncsubj(see, dogs, _)", "dobj(see, cat, _)"]),
        ("(S (NP (NN dogs)) (VP (VBD (VBD saw) (RB))))", []),
        ("(S (NP (NN Kim) (CC (X and)) (NN Lee)) (VP (VBD ran)))", ["ncsubj(run, lee, _)"]),
        ("(S (NP (NN a)) (CC (X and)) (NP (NN b)))", []),
        ("(S (NP (NNS dogs) (NP )) (VP (VB bark)))", ["ncsubj(bark, dog, _)"]),
    ],
)  # fmt: skip
def test_phrases_called_like_tags(command: CommandLine, tree: str, found: list[str]) -> None:
    """A word may be missing where a tag promises one; the relations of other words are there."""
    plain = "(S (NP (NNS dogs)) (VP (VBP see) (NP (NNS cats))))\n"
    command.write("trees.mrg", f"{tree}\n{plain * 9}")
    for verb in (["convert", "trees.mrg", "-", "--view", "gr"], ["propose", "trees.mrg"]):
        done = command(*verb)
        assert done.status == 0, done.err
        first, *others = done.out.strip().split("\n\n")
        assert set(found) <= set(first.splitlines())
        assert len(others) == 9
        assert all("ncsubj(see, dog, _)" in one for one in others)


@pytest.mark.parametrize(
    "slot", [r"it:5_PP\H1", "it:5_|", r"it:5_PP\\H1", r"i\\t:5_PP\,1", r"i\_t:5_\)", "it:5_P'P"]
)
def test_tags_of_relations_are_written_as_they_are_read(slot: str) -> None:
    """A backslash in a tag is read as in a word, and was written as two more each time."""
    bank = karat.read_text(f"dobj(of:4_IO, {slot})\n", format="gr")
    assert not bank.fault.any()
    first, second = io.BytesIO(), io.BytesIO()
    formats.module("gr").write(bank, first)
    again = karat.read_text(first.getvalue(), format="gr")
    formats.module("gr").write(again, second)
    assert second.getvalue() == first.getvalue()
    tags = [one.labels[int(one.layers["gr"]["dependent_tag"][0])] for one in (bank, again)]
    assert tags[0] == tags[1] == re.sub(r"\\(.)", r"\1", slot.partition(":5_")[2]).encode()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("EDS", "{2:>[A 3])"),
        ("MRS", "[ TOP: h0 INDEX: e2)"),
        ("EDS", "{e2: e2:q<-2147483649:3>{e}[]}"),
        (
            "MRS",
            "[ TOP: h0 INDEX: e2 [] RELS: < [ nd<0:-2147483649> LBL: h7 ARG0: e2 ] > HCONS: < > ]",
        ),
    ],
)
def test_analyses_that_break_off_or_lie_outside_every_text(kind: str, text: str) -> None:
    pytest.importorskip("delphin")
    sound = "{e2: e2:_rain_v_1<3:9>{e}[]}"
    bank = karat.read_text(f"#id 1\n{text}\n\n#id 2\n{sound}\n", format="delphin")
    fault = bank.error(0)
    assert fault is not None
    assert f"this {kind} cannot be read" in str(fault)
    assert fault.line == 2
    assert bank.error(1) is None


def test_white_space_in_derivations_takes_no_time_of_its_own() -> None:
    """But in a word it stays."""
    pytest.importorskip("delphin")
    blanks = " " * 30_000
    bank = karat.read_text(
        f'(root{blanks}(0 x_c 0 0 2 (0 a_n1 0 0 1 ("a  b")){blanks}(0 c_v1 0 1 2 ("c"))))\n',
        format="delphin",
    )
    assert (bank.words(0), bank.spans(0)) == ([b"a  b", b"c"], [(0, 2, b"root"), (0, 2, b"x_c")])


def test_properties_that_a_notation_has_no_way_to_write() -> None:
    pytest.importorskip("delphin")
    text = "[ TOP: h0 INDEX: e2 [ e OD: ()- ] RELS: < [ rain<0:4> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
    bank = karat.read_text(text, format="delphin")
    assert bank.error(0) is None
    with pytest.raises(karat.KaratError, match=r"sentence 1: OD=\(\)- cannot be written in EDS"):
        formats.module("delphin").write(bank, io.BytesIO())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f'{{"id": "é", "phenomena": []}}\n{{"id": {DIGITS}}}\n',
            "x.json:2:1: this is not JSON: it has a number",
        ),
        (f'{{"sentences": [{{"id": {DIGITS}}}]}}', "x.json:1:1: this is not JSON: it has a number"),
        ('{"sentences": []}\né {', "x.json:1:18: this is not JSON: something follows"),
    ],
)
def test_records_of_names_that_python_cannot_read(
    command: CommandLine, text: str, said: str
) -> None:
    command.write("x.json", text)
    done = command("recognise", "x.json", "--format", "names")
    assert done.status == 2
    assert said in done.err


def test_words_without_dependencies_keep_their_sentences_apart() -> None:
    """Words that no dependency names are written too; without any dependency there is no way to."""
    text = (
        "(S (NP (NN dogs)) (VP (VBP bark)) (. !))\n\nroot(ROOT-0, bark-2)\n\nroot(ROOT-0, go-1)\n"
    )
    bank, stream = karat.read_text(text, format="stanford"), io.BytesIO()
    formats.module("stanford").write(bank, stream)
    assert stream.getvalue().startswith(b"dogs/NN bark/VBP !/.\n\nroot(ROOT-0, bark-2)\n\n")
    again = karat.read_text(stream.getvalue(), format="stanford")
    assert [again.words(i) for i in range(2)] == [[b"dogs", b"bark", b"!"], [b"go"]]
    assert [again.tags(i) for i in range(2)] == [[b"NN", b"VBP", b"."], [b""]]
    for only in (
        "(S (NN dogs))\n\n(())\n",
        "1\ta\t_\t_\t_\t_\t2\t_\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    ):
        bank = karat.read_text(only, format="stanford" if only[0] == "(" else "conllu")
        with pytest.raises(
            karat.KaratError, match=r"sentence 1 has .* which typed dependencies cannot say"
        ):
            formats.module("stanford").write(bank, io.BytesIO())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("stanford", "x\n( " + "\n" * 20_000 + "    \nI-X"),
        ("", "ncsubj(die,, proprietor, )" + "j(die,, proprietor, )" * 40 + "x\n"),
    ],
)
def test_files_whose_expressions_took_the_square_or_more(name: str, text: str) -> None:
    """White space that two parts of an expression can take, and contents that can be cut in many ways."""
    begin = time.process_time()
    with contextlib.suppress(karat.KaratError):
        karat.read_text(text, format=name or None)
    # The square took half a minute, and the second one more than a lifetime.
    assert time.process_time() - begin < 10


def test_a_wrong_number_makes_no_millions_of_answers() -> None:
    """Where gold does not say how many there are; the answers stay in their order."""
    found = read_lenient(b"1. (S (N a))\n2. (S (N b))\n147483649. (S (N c))\n", "brackets", "x")
    assert [found.bank.words(i) for i in range(len(found.bank))] == [[b"a"], [b"b"], [b"c"]]


def test_halves_of_characters_in_answers_inside_json() -> None:
    found = read_lenient(b'{"id": 1, "tree": "(S (N \\ud800))"}', "brackets", "x")
    assert found.bank.words(0) == ["\N{REPLACEMENT CHARACTER}".encode()]


def test_a_range_of_words_that_are_not_there_in_answers() -> None:
    """It is left out, which is said; the words stay."""
    rows = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n2\tb\tb\tX\t_\t_\t1\tobj\t_\t_\n"
    text = f"{rows}3-4\tal\t_\t_\t_\t_\t_\t_\t_\t\n\n{rows}\n"
    found = read_lenient(text.encode(), "conllu", "x")
    assert [found.bank.words(i) for i in range(2)] == [[b"a", b"b"]] * 2
    assert [(one.kind, one.sentence) for one in found.repairs] == [("bad-id", 1)]


@pytest.mark.parametrize("number", [DIGITS, f"{DIGITS}-{DIGITS}", f"{DIGITS}.1", f"1-{DIGITS}"])
def test_numbers_of_thousands_of_digits_are_judged(command: CommandLine, number: str) -> None:
    """By karat check, in ID and in DEPS."""
    word = "1\ta\ta\tX\t_\t_\t0\troot\t0:root\t_\n"
    other = f"{number}\tb\tb\tX\t_\t_\t1\tobj\t{number.partition('-')[0]}:obj\t_\n"
    command.write("x.conllu", f"# sent_id = 1\n# text = a b\n{word}{other}\n")
    done = command("check", "x.conllu")
    assert done.status == 2
    assert "x.conllu:4:" in done.out
    assert "bug in karat" not in done.err


def test_a_conjunct_without_a_head_is_joined_to_nothing() -> None:
    """It took the sentence's last word but one for its head: an error, or a subject that is not there."""
    assert of_rows("eats eat VERB VBZ _ _ conj") == set()
    assert of_rows("Go go VERB VB Mood=Imp 0 root", "eats eat VERB VBZ _ _ conj") == {
        "ncsubj(go, Pro, _)"
    }


def test_an_endless_number_of_analyses_is_no_answer() -> None:
    with pytest.raises(Garbage, match="cannot be read"):
        Chain().understand('{"analyses": 1e999}', "Dogs bark .")
