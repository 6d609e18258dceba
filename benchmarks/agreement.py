"""Measure how far the extractions from trees and from Universal Dependencies agree, on every layer.

    python benchmarks/agreement.py                        GUM in the corpora folder (KARAT_CORPORA)
    python benchmarks/agreement.py GUM WSJ                any treebanks: treebanks.py says how they look
    python benchmarks/agreement.py GUM --side open        only documents that may be read
    python benchmarks/agreement.py GUM --record "what changed"     add a line to agreement.tsv
    python benchmarks/agreement.py GUM --write            write docs/agreement.md and docs/gr-agreement.md

Documents are split into open ones and ones set aside, by a hash of their name. Both sides are measured
unless ``--side`` says otherwise; phrases are printed from open documents, unless ``--side aside`` asks
for the others. ``--open FOLDER`` and ``--aside FOLDER`` give folders that are on one side as a whole.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import karat
from agreement_figures import Layer, extracted, judged, measure
from agreement_pages import DEVELOPMENT, HELD_OUT, agreement_page
from gr_differences import kinds
from history import append, run, runs
from karat.model.errors import KaratError, UsageError
from treebanks import ASIDE, OPEN, Document, documents

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("KARAT_CORPORA") or ROOT.parent / "shared" / "data")
SUITE = files("karat.data").joinpath("suites").joinpath("karat-200")
PAGE = ROOT / "docs" / "agreement.md"
KINDS = ROOT / "docs" / "gr-agreement.md"
NAMES = {OPEN: DEVELOPMENT, ASIDE: HELD_OUT}


def main(words: Sequence[str] | None = None) -> int:
    """Measure, then print, record and write what was asked for."""
    given = arguments(words)
    try:
        found = chosen(given)
        if not found:
            raise UsageError(f"there is no document on the side {given.side}")
        sides = {
            name: measure(some)
            for side, name in NAMES.items()
            if (some := [one for one in found if one.side == side])
        }
        if given.record:
            append(run(given.record, sides, (DEVELOPMENT, HELD_OUT)))
        shown = [one for one in found if one.side == (given.side or OPEN)]
        pages = {
            PAGE: agreement_page(sides, measure([suite()]), by_hand(), runs()),
            KINDS: kinds_page(shown),
        }
    except KaratError as error:
        print(f"agreement.py: {error}", file=sys.stderr)
        return 2
    for path, text in pages.items():
        if given.write:
            path.write_text(text, "utf-8")
        else:
            print(text)
    return 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="treebanks")
    parser.add_argument(
        "--open", action="append", default=[], type=Path, metavar="FOLDER",
        help="a treebank whose documents are all open",
    )  # fmt: skip
    parser.add_argument(
        "--aside", action="append", default=[], type=Path, metavar="FOLDER",
        help="a treebank whose documents are all set aside",
    )  # fmt: skip
    parser.add_argument("--side", choices=(OPEN, ASIDE), help="measure only this side")
    parser.add_argument("--record", metavar="WHAT", help="add a line to the history")
    parser.add_argument("--write", action="store_true", help="write the pages instead of printing")
    given = parser.parse_args(words)
    if given.write and given.side == ASIDE:
        parser.error("--write needs the open documents: the pages show phrases from them only")
    return given


def chosen(given: argparse.Namespace) -> list[Document]:
    """The documents of all folders, on the side that was asked for."""
    sides = dict.fromkeys(given.open, OPEN) | dict.fromkeys(given.aside, ASIDE)
    folders = [*given.folders, *sides] or [CORPORA / "gum"]
    return [one for one in documents(folders, sides) if given.side in (None, one.side)]


def suite() -> Document:
    """karat-200, whose trees and graphs were written by hand."""
    texts = (SUITE.joinpath(name).read_text("utf-8") for name in ("trees.mrg", "ud.conllu"))
    return Document("karat-200", "karat-200", OPEN, *texts)


def by_hand() -> dict[str, tuple[Layer, Layer]]:
    """Relations from trees with null elements and without, against relations written by hand."""
    sets = {"karat-200": (SUITE, "gr.txt"), "our own": (ROOT / "tests" / "traced", "relations.gr")}
    return {
        name: judged(
            karat.read(str(folder.joinpath(relations))),
            karat.read(str(folder.joinpath("trees.mrg"))),
        )
        for name, (folder, relations) in sets.items()
    }


def kinds_page(shown: Sequence[Document]) -> str:
    """The page about the kinds of disagreement, from these documents only."""
    both = [one for one in shown if one.trees and one.graphs]
    lines = [
        "# Relations from trees and from UD graphs: the kinds of disagreement",
        "",
        "Generated by `python benchmarks/agreement.py FOLDER… --write`; do not edit.",
        "",
        "[How far the layers agree](agreement.md) has the figures, and says which documents are compared.",
        "The phrases come from documents for development only.",
        "",
    ]
    if both:
        lines += kinds(*extracted(both))
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
