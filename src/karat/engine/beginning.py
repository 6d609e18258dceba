"""How large the blocks of a run are, and what its first sentences decide.

Blocks are as large as is quick, and as small as memory wants them. But options are decided by a first block
of the size that its format gives it, whatever the size of the others.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack

from karat.engine.opening import Opening
from karat.engine.worker import Job
from karat.formats._block import SMALL, Block, Blocks
from karat.formats._held import HeldBlocks
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.views import Views

# What a block costs besides its text counts where comparing is quick: the more so, the more threads wait
# for each other. Larger blocks take more memory.
_LARGE, _LARGEST = 1 << 20, 1 << 22


def cut(files: Sequence[Blocks], schemes: Sequence[Scheme], *, begun: bool) -> None:
    """Make all blocks from now on as large as the schemes want them; ``begun``: there was a block already."""
    if not begun and _decide(schemes) and not _again(files):
        return
    for file in files:
        file.cut_into(_size(len(files), schemes))


def _size(files: int, schemes: Sequence[Scheme]) -> int:
    """How large blocks are, in bytes: of two files that are compared quickly, the largest."""
    wanted = {scheme.blocks for scheme in schemes}
    if "small" in wanted:
        return SMALL
    return _LARGEST if files == 2 and wanted == {"large"} else _LARGE


def settled(
    job: Job, files: Sequence[Blocks], schemes: Sequence[Scheme], through: Views, opening: Opening
) -> list[list[Scheme]]:
    """The schemes for each system, with options decided by looking at the first sentences.

    These are read once more where ``job``, the first one, has fewer than a block of the usual size.
    """
    if not _decide(schemes):
        return [list(schemes) for _ in files[1:]]
    with ExitStack() as stack:
        blocks: Sequence[Block] = [job.gold, *job.systems]
        if _again(files):
            files = [opening.blocks(at, one.source.path) for at, one in enumerate(files)]
            for file in files:
                stack.callback(file.source.close)
            blocks = _first(files)
        labels = Labels()
        gold, *systems = (
            file.scanner(labels).scan(block).copied()
            for file, block in zip(files, blocks, strict=True)
        )
    return _of_banks(through.of_gold(gold), [through.of_system(one) for one in systems], schemes)


def _of_banks(gold: Bank, systems: Sequence[Bank], schemes: Sequence[Scheme]) -> list[list[Scheme]]:
    return [[scheme.settled(gold, system) for scheme in schemes] for system in systems]


def _first(files: Sequence[Blocks]) -> list[Block]:
    """The first blocks, with the same sentences."""
    block = files[0].next()
    assert block is not None, "a file without sentences is refused before"
    return [block, *(file.take(block.sentences) for file in files[1:])]


def _decide(schemes: Sequence[Scheme]) -> bool:
    """Whether the first sentences decide on options of a scheme."""
    return any(type(scheme).settled is not Scheme.settled for scheme in schemes)


def _again(files: Sequence[Blocks]) -> bool:
    """Whether all files can be read once more from the beginning, and need not be held for it."""
    return all(
        os.path.isfile(file.source.path) and not isinstance(file, HeldBlocks) for file in files
    )
