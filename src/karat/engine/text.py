"""Cut several files with the same text into matching blocks; their sentences may differ.

A block ends where, after the same number of characters, a sentence ends in every file, and the same text
stands before and after this place. If no such place follows, because the texts differ, the rest is one block.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from karat.comparison.alignment import spelt_by
from karat.files.source import Source
from karat.formats._block import LONGEST, Block, Blocks, too_long
from karat.formats._sentences import SentenceBlocks
from karat.kernels import align as kernel
from karat.model.columns import Bytes, Longs
from karat.model.errors import UsageError

PIECE = 1 << 21
# The first word of a sentence is looked for in so many bytes, behind its comments.
_LOOK = 1 << 16
# So many characters on both sides of a place must be the same in all files.
_CONTEXT = 24


class _Text:
    """A file being read: the bytes in memory, and where their sentences end.

    ``ends`` are positions in these bytes. ``sums`` counts the bytes of all words so far, without spaces.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._held: Bytes = np.empty(0, np.uint8)
        self.ended = False
        self._line, self._before = 1, 0
        self._searched = 0
        self.ends: Longs = np.zeros(0, np.int64)
        self.sums: Longs = np.zeros(0, np.int64)
        self._spelt = 0

    def fill(self) -> None:
        if self.ended:
            return
        if len(self._held) - self._searched > LONGEST:
            raise too_long(self._source.path, self._line)
        data = self._source.read(max(PIECE, len(self._held)))
        self.ended = not len(data)
        self._held = np.concatenate([self._held, data]) if len(self._held) else data
        room = (len(self._held) - self._searched) // 2 + 2
        ends, sums = np.empty(room, np.int64), np.empty(room, np.int64)
        found = kernel.spelt(
            self._held, self._searched, len(self._held), self.ended, self._spelt, ends, sums
        )
        if found:
            self._searched, self._spelt = int(ends[found - 1]), int(sums[found - 1])
            self.ends = np.concatenate([self.ends, ends[:found]])
            self.sums = np.concatenate([self.sums, sums[:found]])

    def begins_plainly(self, sentences: int) -> bool:
        """Whether the sentence after so many begins with a word that is not part of a multiword token."""
        at = int(self.ends[sentences - 1])
        for line in bytes(self._held[at : at + _LOOK]).split(b"\n"):
            number = line.split(b"\t", 1)[0]
            if number and not number.startswith(b"#") and b"." not in number:
                return b"-" not in number
        return False

    def around(self, sentences: int) -> tuple[bytes, bytes]:
        """What is written before the end of so many sentences, and after it: some characters of each."""
        ends = [0, *self.ends.tolist()]
        before, after = b"", b""
        for at in range(sentences, 0, -1):
            before = spelt_by(bytes(self._held[ends[at - 1] : ends[at]])) + before
            if len(before) >= _CONTEXT:
                break
        for at in range(sentences + 1, len(ends)):
            after += spelt_by(bytes(self._held[ends[at - 1] : ends[at]]))
            if len(after) >= _CONTEXT:
                break
        return before[-_CONTEXT:], after[:_CONTEXT]

    def cut(self, sentences: int) -> Block:
        """Remove this many sentences from the front and return them as a block."""
        end = int(self.ends[sentences - 1]) if sentences else 0
        taken, self._held = self._held[:end], self._held[end:]
        self.ends, self.sums = self.ends[sentences:] - end, self.sums[sentences:]
        self._searched -= end
        line = self._line
        self._line += int(np.count_nonzero(taken == 10))
        block = Block([taken], sentences, line, before=self._before)
        self._before += sentences
        return block


def blocks_by_text(files: Sequence[Blocks]) -> Iterator[list[Block]]:
    """Blocks with the same text, one of each file; the files must have one word per line."""
    for file in files:
        if not isinstance(file, SentenceBlocks):
            raise UsageError(
                f"{file.source.path}: schemes that compare whole texts (conll18) need files with "
                "one word per line, such as CoNLL-U; to see the formats, type: karat formats"
            )
    texts = [_Text(file.source) for file in files]
    while True:
        for text in texts:
            text.fill()
        ended = all(text.ended for text in texts)
        counts = [len(text.sums) for text in texts] if ended else _common(texts)
        if any(counts):
            yield [text.cut(count) for text, count in zip(texts, counts, strict=True)]
        if ended:
            return


def _common(texts: Sequence[_Text]) -> list[int]:
    """The number of sentences in each file up to the last but one common end of a sentence.

    The last common end may be gold's end. If another file goes on after it, its text must come in one
    block with a sentence of gold, so that this sentence can fail. A sentence that begins with a multiword
    token stays with the one before it: the shared task's program may pair words of both.
    """
    shared = texts[0].sums
    for text in texts[1:]:
        place = np.searchsorted(text.sums, shared)
        shared = shared[np.append(text.sums, -1)[place] == shared]
    for end in shared[-2::-1].tolist():
        counts = [int(np.searchsorted(text.sums, end, "right")) for text in texts]
        each = list(zip(texts, counts, strict=True))
        if all(text.begins_plainly(n) for text, n in each) and _in_step(each):
            return counts
    return [0] * len(texts)


def _in_step(places: Sequence[tuple[_Text, int]]) -> bool:
    """Whether all files have the same text around these places, not only as many characters before them."""
    (before, after), *others = (text.around(sentences) for text, sentences in places)
    return all(before.endswith(one) or one.endswith(before) for one, _ in others) and all(
        after.startswith(one) or one.startswith(after) for _, one in others
    )
