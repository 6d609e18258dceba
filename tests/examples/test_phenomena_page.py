"""docs/phenomena.md says where every phenomenon of the list begins and ends."""

import re
from pathlib import Path

from karat.files.phenomena import catalogue, inventory, judgement_only

PAGE = Path(__file__).parents[2] / "docs" / "phenomena.md"


def test_the_page_has_every_name_once() -> None:
    """And none that the list lacks."""
    rows = re.findall(r"^\| ([a-z-]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(name for name in rows if name != "name") == sorted(catalogue())


def test_the_names_of_the_paper() -> None:
    """Nineteen, none of which only judgements have."""
    names = inventory("tam2008").names
    assert len(names) == 19
    assert names <= catalogue().keys() - judgement_only()
