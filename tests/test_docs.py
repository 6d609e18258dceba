"""The pages are sound: links lead somewhere, commands are run, and those that are not at least exist."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from contributing import GENERATE, ROOT
from karat.cli import karat

sys.path.insert(0, str(ROOT / "docs"))
import links  # the module docs/links.py

PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").rglob("*.md")]
)
GENERATED = {"cli.md", "api.md"}  # made from the help and from docstrings, which run elsewhere
BLOCK = re.compile(r"(?:^([^\n]*)\n)?^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"<!-- (run( [\w/-]+)?( if [\w-]+)?|not run: .+) -->")


class Block(NamedTuple):
    """A code block of a page: its language, its text, and the line before it."""

    page: Path
    language: str
    text: str
    mark: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.text.splitlines()[0] if self.text else ''}"

    def lines(self) -> str:
        """What is typed in a console block, without what is printed; a backslash continues a line."""
        typed = re.findall(r"^ *[$>] ((?:.*\\\n)*.*)", self.text, re.MULTILINE)
        return "\n".join(typed)


def blocks_of(page: Path) -> Iterator[Block]:
    """The code blocks of a page."""
    for before, language, text in BLOCK.findall(page.read_text("utf-8")):
        yield Block(page, language, text, before)


BLOCKS = [block for page in PAGES if page.name not in GENERATED for block in blocks_of(page)]


def name(path: Path) -> str:
    """A path as the name of a test."""
    return str(path.relative_to(ROOT))


def commands(text: str) -> Iterator[list[str]]:
    """The words of each karat command in lines of a shell: after pipes and semicolons too."""
    for line in text.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        lexer.commenters = "#"
        command: list[str] = []
        for word in [*lexer, ";"]:
            if set(word) <= set("|;&"):
                yield from [command[1:]] if command[:1] == ["karat"] else []
                command = []
            else:
                command.append(word)


def complaint(words: list[str]) -> str:
    """What click finds wrong with the verb and options of a command; values are not looked at."""
    verb: click.Command | None = karat
    context = click.Context(karat)
    while isinstance(verb, click.Group) and words and not words[0].startswith("-"):
        found = verb.get_command(context, words[0])
        if found is None:
            return f"there is no verb {words[0]}"
        verb, words = found, words[1:]
        context = click.Context(verb, parent=context, **verb.context_settings)
    assert verb is not None
    before_redirection = [word for word in words if not set(word) <= set("<>&")]
    try:
        verb.make_parser(context).parse_args(before_redirection)
    except click.UsageError as error:
        return error.format_message()
    return ""


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file of the project, and to a heading of it."""
    assert list(links.broken(page)) == []


def test_a_reader_of_the_readme_finds_every_page() -> None:
    """By following links; raw records of readings are for those who check them."""
    pages = {page for page in PAGES if page.parent.name != "readings"}
    assert sorted(pages - {*links.reachable()}) == []


def test_pictures_are_described_and_small() -> None:
    """Every picture has a text for those who do not see it, and is on a page; together they are small."""
    shown = {link.path for page in PAGES for link in links.links(page)}
    pictures = [*(ROOT / "docs" / "pictures").iterdir()]
    assert [path.name for path in pictures if path not in shown] == []
    assert sum(path.stat().st_size for path in pictures) < 3_000_000
    for page in PAGES:
        assert re.findall(r"!\[\s*\]\([^)]*\)", page.read_text("utf-8")) == []


def test_what_a_broken_link_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file, a missing heading, a file outside; links in code are none."""
    monkeypatch.setattr(links, "ROOT", tmp_path)
    other = tmp_path / "other.md"
    other.write_text("# A heading, *with* `code`\n\n## Twice\n\n## Twice\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md#a-heading-with-code) [b](other.md#twice-1) [c](https://example.org/)\n"
        "`[d](none.md)`\n\n```\n[e](none.md)\n# no-heading\n```\n\n"
        "[f](none.md) [g](other.md#thrice) [h](#here) [i](/etc/hostname)\n"
    )
    assert [message.removeprefix("page.md:") for message in links.broken(page)] == [
        "9: none.md: no such file",
        "9: other.md#thrice: no such heading",
        "9: #here: no such heading",
        "9: /etc/hostname: outside the project",
    ]


@pytest.mark.parametrize("block", [one for one in BLOCKS if one.language == "console"], ids=str)
def test_commands_are_run_or_say_why_not(block: Block) -> None:
    """By docs/generate.py, which make test runs: a mark stands in the line before the block."""
    if any(commands(block.lines())):
        assert MARK.fullmatch(block.mark.strip()), f"no <!-- run --> before it: {block}"


def test_other_blocks_have_no_commands() -> None:
    """A command is in a console block, so that none is overlooked."""
    plain = [block for block in BLOCKS if block.language != "console"]
    assert [str(one) for one in plain if re.search(r"^\s*\$ karat ", one.text, re.MULTILINE)] == []


@pytest.mark.parametrize("block", [one for one in BLOCKS if one.language == "console"], ids=str)
def test_commands_have_verbs_and_options_that_exist(block: Block) -> None:
    """Also those that are not run."""
    said = [complaint(words) for words in commands(block.lines())]
    assert [one for one in said if one] == []


@pytest.mark.parametrize("page", [one for one in PAGES if one.name != "CHANGELOG.md"], ids=name)
def test_commands_in_sentences_exist(page: Path) -> None:
    """`karat VERB …` in running text: the verb and its options; the value of the last may be missing."""
    text = links.FENCE.sub("", page.read_text("utf-8"))
    found = [" ".join(one.split()) for one in re.findall(r"`(karat [a-z][^`]*)`", text)]
    typed = {one: [*commands(one)] for one in found}
    value = {True: ["X"], False: []}
    said = {
        one: complaint(words + value[words[-1].startswith("-")])
        for one, parts in typed.items()
        for words in parts
    }
    assert {one: why for one, why in said.items() if why} == {}


def test_an_unknown_verb_or_option_is_found() -> None:
    """The check can fail."""
    assert [
        complaint(words) for words in commands("cat a | karat scor b; karat score --wrong a b")
    ] == [
        "there is no verb scor",
        "No such option '--wrong'.",
    ]
    assert list(commands("karat score a b > c  # karat d")) == [["score", "a", "b", ">", "c"]]


@pytest.mark.parametrize(
    "block", [one for one in BLOCKS if one.language in ("python", "pycon")], ids=str
)
def test_python_is_run_or_says_why_not(block: Block) -> None:
    """As a doctest, as a file that commands use, or not, with the reason."""
    assert (
        block.text.lstrip().startswith(">>> ")
        or any(block.text in text for text in GENERATE.files(block.page).values())
        or MARK.fullmatch(block.mark)
    )
