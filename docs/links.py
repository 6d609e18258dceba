"""Links between the Markdown files of the project, and the anchors of their headings.

Links are relative paths, which work on a code host. The site keeps the same paths, so no link is
rewritten. The same function names the anchors of headings for the check and for the site.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^ *\2`* *$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Link(NamedTuple):
    """A link to a file of the project: where it is, and what it says."""

    page: Path
    line: int
    text: str

    @property
    def path(self) -> Path:
        """The file that it names; a mere anchor names its own page."""
        name = self.text.partition("#")[0]
        return (self.page.parent / name).resolve() if name else self.page

    @property
    def anchor(self) -> str:
        return self.text.partition("#")[2]


def blank(match: re.Match[str]) -> str:
    """As many lines as the match has, without its text."""
    return "\n" * match[0].count("\n")


def links(page: Path) -> Iterator[Link]:
    """The links of a page to files of the project; code has none."""
    text = CODE.sub(blank, FENCE.sub(blank, page.read_text("utf-8")))
    for found in LINK.finditer(text):
        if not ELSEWHERE.match(found[1]):
            yield Link(page, text.count("\n", 0, found.start()) + 1, found[1])


def slug(heading: str, separator: str = "-") -> str:
    """The anchor of a heading, as code hosts make it.

    >>> slug("Is the difference real? `karat compare`")
    'is-the-difference-real-karat-compare'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def plain(heading: str) -> str:
    """A heading without the marks of code, emphasis and links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")


def anchors(page: Path) -> set[str]:
    """The anchors of a page; the second heading of the same name ends in -1."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in HEADING.findall(FENCE.sub(blank, page.read_text("utf-8"))):
        name = slug(plain(heading))
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def reachable(start: Path = ROOT / "README.md") -> dict[Path, None]:
    """The files that a reader of the README can come to, in the order in which they are found."""
    found = {start: None}
    todo = [start]
    while todo:
        page = todo.pop(0)
        for link in links(page) if page.suffix == ".md" else ():
            if link.path not in found and link.path.is_file():
                found[link.path] = None
                todo.append(link.path)
    return found


def broken(page: Path) -> Iterator[str]:
    """What is wrong with the links of a page, one message for each."""
    for link in links(page):
        where = f"{page.relative_to(ROOT)}:{link.line}: {link.text}"
        if not link.path.is_relative_to(ROOT):
            yield f"{where}: outside the project"
        elif not link.path.is_file():
            yield f"{where}: no such file"
        elif link.anchor and link.path.suffix == ".md" and link.anchor not in anchors(link.path):
            yield f"{where}: no such heading"
