"""Files of systems compared with gold, with the counts of every sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from karat.engine.results import OnRows, Run
from karat.engine.run import run
from karat.engine.tallied import KeptRows, Tallied
from karat.formats import open_blocks, read
from karat.formats._block import Blocks
from karat.model.bank import Bank
from karat.model.scheme import Scheme
from karat.views import Views


class Files(NamedTuple):
    """Gold and systems, by name, and how they are read."""

    gold: str
    systems: Mapping[str, str]
    views: Views
    format: str | None = None
    layout: str = "auto"
    lenient: bool = False

    def gold_bank(self) -> Bank:
        """Gold as it is in its file."""
        return read(self.gold, format=self.format, layout=self.layout)

    def opened(self, path: str, *, hashed: bool = False) -> Blocks:
        """One of the files, ready to be cut into blocks; its source must be closed."""
        return open_blocks(path, self.layout, self.format, hashed=hashed)

    def system_bank(self, system: str, gold: Bank) -> Bank:
        """A system, by its name, as it is in its file."""
        path, lenient = self.systems[system], self.lenient
        return read(path, format=self.format, layout=self.layout, lenient=lenient, gold=gold)

    def banks(self, system: str) -> tuple[Bank, Bank]:
        """Gold and a system, by its name, through their views, with the same table of labels."""
        given = self.gold_bank()
        theirs = self.system_bank(system, given)
        gold = self.views.of_gold(given)
        return gold, self.views.of_system(theirs).relabelled(gold.labels)


def tallied_files(
    files: Files, schemes: Sequence[Scheme], *, by: tuple[str, ...] = (), common: bool = False,
    twins: bool = False, kept: KeptRows | None = None, threads: int = 0, small: bool = False,
    progress: Callable[[int], None] = lambda position: None,
) -> tuple[Run, list[Tallied]]:  # fmt: skip
    """The systems under the schemes. ``twins``: also with the counts before or after alignment.

    ``kept`` may keep other things of every sentence. ``small``: see compared_files.
    """
    rows = kept or KeptRows(twins=twins)
    done = compared_files(
        files, schemes, rows, by=by, common=common, threads=threads, small=small, progress=progress
    )
    return done, rows.of(done, list(files.systems))


def compared_files(
    files: Files, schemes: Sequence[Scheme], on_rows: OnRows, *, by: tuple[str, ...] = (),
    common: bool = False, threads: int = 0, small: bool = False,
    progress: Callable[[int], None] = lambda position: None,
) -> Run:  # fmt: skip
    """The systems under the schemes; ``on_rows`` gets the counts of every sentence.

    With ``small`` blocks less memory is used, and a little more time; they are not made if a scheme decides
    by the first block.
    """
    free = all(type(scheme).settled is Scheme.settled for scheme in schemes)
    return run(
        files.gold, list(files.systems.values()), schemes, by=by, layout=files.layout,
        format=files.format, on_rows=on_rows, progress=progress, threads=threads, through=files.views,
        common=common, lenient=files.lenient, small=small and free,
    )  # fmt: skip
