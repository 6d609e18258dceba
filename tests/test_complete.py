"""Nothing is half there: every scheme, verb, format and public name has all that it should."""

import ast
import doctest
import importlib
import importlib.util
import re
import sys
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import karat
from karat import formats, schemes
from karat.cli import karat as group

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"
VERBS = group.list_commands(click.Context(group))


def documentation() -> str:
    """All pages as one text."""
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages if page.exists())


@pytest.mark.parametrize("name", schemes.names())
def test_a_scheme_has_an_example_that_runs(name: str) -> None:
    """In the text at the head of its module, with a score in it."""
    module = importlib.import_module(f"karat.schemes.{name}")
    found = doctest.DocTestFinder(recurse=False).find(module, name)
    examples = [example.source for test in found for example in test.examples]
    assert any("score" in source for source in examples)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags)
    for test in found:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", schemes.names())
def test_a_scheme_says_where_it_comes_from(name: str) -> None:
    """A citation with a year, a formula, and the differences from its source."""
    scheme = schemes.load(name)
    assert scheme.name == name
    assert re.search(r"\b(19|20)\d\d\b", scheme.citation)
    text = sys.modules[scheme.__module__].__doc__ or ""
    assert re.search(r"^    \w+ +=", text, re.MULTILINE), "a formula in the code's own names"
    assert "Differences from" in text
    assert (scheme.__doc__ or "").strip()


@pytest.mark.parametrize("name", schemes.names())
def test_a_scheme_is_whole(name: str) -> None:
    """What it shows it also measures, and every option has a help text."""
    scheme = schemes.load(name)()
    measures = scheme.measures()
    assert set(scheme.headline()) <= {one for measure in measures for one in measure.names}
    assert all(measure.counts <= scheme.counts.keys() for measure in measures)
    assert all(scheme.counts.values()), "what each count counts, in words"
    kinds = {"sentence", *(kind.name for kind in scheme.breakdowns)}
    assert all(kinds.issuperset(measure.means) for measure in measures)
    for option in fields(scheme):
        assert option.metadata.get("help"), option.name
    assert str(scheme) == name


@pytest.mark.parametrize("name", schemes.names())
def test_a_scheme_is_tested_against_something_else(name: str) -> None:
    """A file in oracle/ or properties/ mentions it by its name."""
    pattern = re.compile(rf"""(?<![\\w.]){re.escape(name)}(?=["'(.])""")
    files = [*TESTS.glob("oracle/test_*.py"), *TESTS.glob("properties/test_*.py")]
    assert any(pattern.search(path.read_text(encoding="utf-8")) for path in files)


@pytest.mark.parametrize("name", schemes.names())
def test_a_scheme_has_a_page(name: str) -> None:
    """With its name for a title, and its figures by their names."""
    page = (DOCS / "schemes" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {name}\n")
    assert re.search(r"\b(recall|precision|f1|F1)\b", page)
    assert name in (DOCS / "schemes" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_has_help_with_an_example(verb: str) -> None:
    """An example that begins with the verb itself, and a summary in the list of verbs."""
    done = CliRunner().invoke(group, [verb, "--help"], prog_name="karat")
    assert done.exit_code == 0
    assert re.search(rf"Examples?:\s+karat {verb}\b", done.output)
    command = group.get_command(click.Context(group), verb)
    assert command is not None
    assert command.get_short_help_str()


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_documented_and_tested(verb: str) -> None:
    """On a page, and in a test of the command line."""
    assert f"karat {verb}" in documentation()
    files = TESTS.glob("cli/test_*.py")
    assert any(f'"{verb}"' in path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("name", formats.every_name())
def test_a_format_has_all_its_parts(name: str) -> None:
    """What the folder's description promises; its example is one of its own; it is documented."""
    module = formats.module(name)
    for part in ("SUMMARY", "EXTENSIONS", "EXAMPLE", "sniff", "Blocks", "write"):
        assert hasattr(module, part), part
    assert module.sniff(module.EXAMPLE.encode())
    assert re.search(rf"\b{name}\b", documentation())


def test_the_public_names_can_be_imported() -> None:
    """All of them, and no others are meant to be public."""
    for name in karat.__all__:
        assert getattr(karat, name) is not None
        assert getattr(karat, name).__doc__
    assert sorted(karat.__all__) == sorted(set(karat.__all__))
    homes = {name for names in karat._HOME.values() for name in names}
    assert homes == set(karat.__all__)


def modules() -> list[str]:
    """Every module of the package."""
    source = ROOT / "src" / "karat"
    paths = [path.relative_to(source.parent).with_suffix("") for path in source.rglob("*.py")]
    return sorted(".".join(path.parts).removesuffix(".__init__") for path in paths)


@pytest.mark.parametrize("name", modules())
def test_a_module_says_what_it_is_for(name: str) -> None:
    """Its text begins with a sentence on one line."""
    source = importlib.util.find_spec(name)
    assert source is not None
    path = ROOT / "src" / Path(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    assert re.match(r"\S.*[.:!?)`]$", text.split("\n")[0]), text.split("\n")[0]
