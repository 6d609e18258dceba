"""disco-dop's parameter files: those of EVALB, with a few more keywords.

``DELETE_WORD`` removes words by their form, ``DELETE_ROOT_PRETERMS 1`` those right under the root of
the gold tree. ``DISC_ONLY 1`` keeps only discontinuous constituents. ``LA``, ``TED`` and ``DEP`` ask
disco-dop for other figures and are ignored here.
"""

from dataclasses import dataclass, replace

from karat.files import evalb_params
from karat.files.evalb_params import Params, atoi

_OTHERS = (b"LA", b"TED", b"DEP")


@dataclass(frozen=True)
class More:
    """The parameters of disco-dop that EVALB does not have."""

    delete_words: tuple[bytes, ...] = ()
    delete_root_preterms: bool = False
    disc_only: bool = False


def load(name: str) -> tuple[Params, More]:
    """The parameters of a file of karat by its name, or of a user's; without a name, no parameters."""
    if not name:
        return Params(), More()
    found = evalb_params.find_params(name)
    return parse(found.content, found.path)


def parse(text: bytes, path: str = "<params>") -> tuple[Params, More]:
    """Read the text of a parameter file.

    >>> params, more = parse(b"DELETE_LABEL ROOT\\nDELETE_WORD .\\nDISC_ONLY 1\\nLA 1\\n")
    >>> params.delete, more
    ((b'ROOT',), More(delete_words=(b'.',), delete_root_preterms=False, disc_only=True))
    """
    more = More()
    lines = text.split(b"\n")
    for number, line in enumerate(lines):
        keyword, _, value = line.strip().partition(b" ")
        value = value.strip()
        if keyword == b"DELETE_WORD" and value:
            more = replace(more, delete_words=(*more.delete_words, value))
        elif keyword == b"DELETE_ROOT_PRETERMS" and value:
            more = replace(more, delete_root_preterms=atoi(value) != 0)
        elif keyword == b"DISC_ONLY" and value:
            more = replace(more, disc_only=atoi(value) != 0)
        elif keyword not in _OTHERS:
            continue
        # A blank line replaces the keyword's line, so that line numbers in messages stay right.
        lines[number] = b""
    return evalb_params.parse(b"\n".join(lines), path), more
