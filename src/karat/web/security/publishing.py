"""What a server for others shows: figures always, sentences and files only if that is wanted.

A treebank often may not be passed on, and where files were is nobody's business. A new page counts as one
with sentences until its module is listed here.
"""

from starlette.requests import Request

from karat.web.rendering import problem
from karat.web.settings import Settings

# Modules of pages that show figures and no words of sentences.
FIGURES = frozenset({"about", "against", "boards", "history", "login", "runs"})
# Ends of addresses that give files as they were.
FILES = ("/file/{number:int}",)


def sorts_of(module: str, path: str) -> frozenset[str]:
    """What the pages of a route show beside figures.

    >>> sorted(sorts_of("sentences", "/sentences/{entry}")), sorted(sorts_of("boards", "/"))
    (['sentences'], [])
    """
    found = set() if module in FIGURES else {"sentences"}
    return frozenset(found | ({"files"} if path.endswith(FILES) else set()))


def check(request: Request, sorts: frozenset[str]) -> None:
    """Refuse what this server does not show."""
    settings: Settings = request.app.state.settings
    if settings.figures_only and sorts:
        problem(403, "This server shows figures only, no sentences and no files.")
    if settings.published and "files" in sorts:
        problem(403, "This server is read-only, and does not pass on files.")
