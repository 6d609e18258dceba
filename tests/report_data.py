"""The data of a report, read as unpack.js reads them: an independent reader of what a page holds."""

import base64
import json
import re
import zlib
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

_ELEMENT = re.compile(r'<script type="application/([a-z-]+)" id="([a-z0-9-]+)">([^<]*)</script>')


class ReportData:
    """The data elements of a page, by their ids."""

    def __init__(self, page: str) -> None:
        self.page = page
        self._elements = {name: (kind, text) for kind, name, text in _ELEMENT.findall(page)}

    @classmethod
    def read(cls, path: Path) -> "ReportData":
        return cls(path.read_text("utf-8"))

    def element(self, name: str) -> Any:
        """The content of an element; inflated if it is packed."""
        kind, text = self._elements[name]
        if kind == "json":
            return json.loads(text)
        return inflated(base64.b64decode(text))

    @cached_property
    def head(self) -> Any:
        return self.element("karat-head")

    @cached_property
    def index(self) -> Any:
        return self.element("karat-index")

    @cached_property
    def figures(self) -> Any:
        return self.element("karat-figures")

    def text(self, number: int) -> str:
        """A sentence as plain text, by its number from 1."""
        block, at = divmod(number - 1, self.head["sizes"]["text"])
        found: str = self.element(f"karat-text-{block}")[at]
        return found

    def pair(self, number: int, scheme: int, system: int) -> dict[str, Any]:
        """A sentence of a system, by its number from 1, under a scheme."""
        block, at = divmod(number - 1, self.head["sizes"]["block"])
        own = f"karat-gold-{block}-{system}"
        gold = own if own in self._elements else f"karat-gold-{block}-0"
        both = self.element(gold), self.element(f"karat-block-{block}-{system}")
        return unpacked(*both, scheme, at, self.head["schemes"][scheme]["figures"])


def inflated(data: bytes) -> Any:
    return json.loads(zlib.decompress(data, -zlib.MAX_WBITS))


def unpacked(gold: Any, system: Any, scheme: int, at: int, names: list[str]) -> dict[str, Any]:
    """The pair of a sentence, by its place in the block."""
    strings, packed = system["strings"], system["schemes"][scheme]
    ours = _words(gold["schemes"][scheme]["words"], gold["schemes"][0]["words"])
    theirs = _words(packed["system"]["words"], ours)
    failures = dict(packed["failures"])
    return {
        "gold": _side(system["names"][0], gold["schemes"][scheme], gold["strings"], ours,
                      packed["gold"], strings, at),
        "system": _side(system["names"][1], packed["system"], strings, theirs, packed["system"],
                        strings, at),
        "figures": [list(one) for one in
                    zip(names, packed["figures"][packed["values"][at]], strict=False)],
        "failure": strings[failures[at]] if at in failures else "",
        "aligned": at in packed["aligned"],
        "errors": [
            {"cause": strings[cause], "detail": strings[detail], "gold": missed, "system": spurious,
             "words": words or None}
            for sentence, cause, detail, missed, spurious, words in packed["errors"]
            if sentence == at
        ],
    }  # fmt: skip


def _words(packed: list[Any], others: list[list[str]]) -> list[list[str]]:
    return [other if mine == 0 else mine for mine, other in zip(packed, others, strict=True)]


def _side(
    name: str, bones: Any, labels: list[str], words: list[list[str]], said: Any, strings: list[str],
    at: int,
) -> dict[str, Any]:  # fmt: skip
    first = sum(map(len, words[:at]))
    row = sum(bones["rows"][:at])
    size, rows = len(words[at]), bones["rows"][at]
    whys, left_out = _reasons(said["whys"], strings), _reasons(said["left_out"], strings)
    odd = [place - first for place in accumulate(said["odd"]) if 0 <= place - first < size]
    wrong = [place - first for place in accumulate(said["wrong"]) if 0 <= place - first < size]
    return {
        "name": name,
        "words": words[at],
        "tags": [labels[tag] for tag in bones["tags"][first : first + size]],
        "rows": [
            {"mark": said["signs"][one], "label": labels[bones["labels"][one]],
             "parts": _parts(bones, one),
             "parent": bones["parents"][one] if bones["parents"] else -1, "why": whys.get(one, "")}
            for one in range(row, row + rows)
        ],
        "left_out": {str(place): left_out[first + place] for place in range(size)
                     if first + place in left_out},
        "wrong_tags": wrong,
        "odd": odd[0] if odd else -1,
    }  # fmt: skip


def _reasons(packed: list[list[int]], strings: list[str]) -> dict[int, str]:
    return {place: strings[why] for why, *steps in packed for place in accumulate(steps)}


def _parts(bones: Any, row: int) -> list[list[int]]:
    sizes = bones["sizes"]
    first = row * sizes if isinstance(sizes, int) else sum(sizes[:row])
    size = sizes if isinstance(sizes, int) else sizes[row]
    both = zip(
        bones["begins"][first : first + size], bones["lengths"][first : first + size], strict=True
    )
    return [[begin, begin + length] for begin, length in both]
