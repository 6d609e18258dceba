"""The workflows of the public forge: what they name exists, and what they fetch cannot change."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request: pytest.FixtureRequest) -> str:
    """The text of each in turn."""
    path: Path = request.param
    return path.read_text("utf-8")


def test_there_are_three() -> None:
    assert [path.stem for path in WORKFLOWS] == ["nightly", "test", "wheels"]


def test_what_is_fetched_is_named_by_its_hash(workflow: str) -> None:
    """A tag can be moved to other code; the comment behind the hash is for readers."""
    used = re.findall(r"uses: (.*)", workflow)
    assert used
    for one in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one
    for others in re.findall(r"repository: .*\n((?: {10}.*\n)+)", workflow):
        assert re.search(r"ref: [0-9a-f]{40}\n", others), others
    for package in re.findall(r"pip install (.*)", workflow):
        assert all("==" in one for one in package.split()), package


def test_no_checkout_leaves_its_token_behind(workflow: str) -> None:
    """Tests run code of other projects, which could send it."""
    checkouts = workflow.split("uses: actions/checkout@")[1:]
    for one in checkouts:
        options = one.partition("      - ")[0]
        assert "persist-credentials: false" in options, options


def test_targets_and_scripts_exist(workflow: str) -> None:
    """Whatever make is asked for, and whatever file is run or names a cache."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^([\w./$()-]+):", makefile, re.MULTILINE)
    named = re.findall(r"\bmake ([\w./-]+)", workflow) + [
        target for row in re.findall(r"target: \[(.*)\]", workflow) for target in row.split(", ")
    ]
    known = {target.replace("$(VENV)", ".venv") for target in targets}
    assert set(named) <= known
    files = re.findall(r"\b(?:benchmarks|scripts|fuzzing|requirements)/[\w./]+\.\w+", workflow)
    assert all((ROOT / file).exists() for file in files)
    assert named or files


def test_variables_are_those_that_the_program_reads(workflow: str) -> None:
    """One that nobody reads would leave out a program, and nobody would notice."""
    read = (ROOT / "benchmarks" / "beside_programs.py").read_text("utf-8")
    for job in workflow.split("benchmarks/beside.py")[1:]:
        names = re.findall(r"^ {10}([A-Z0-9_]+): programs/", job, re.MULTILINE)
        assert names == ["EVALB", "CONLL18_EVAL", "CONLLEVAL"]
        assert all(f'"{name}"' in read for name in names)
