"""Why words and rows of a side were not compared, from the stages of an outcome."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bytes, Ints
from karat.model.outcome import Stage


class Gone(NamedTuple):
    """A word that was taken out before the rest was compared: its place in the text, its tag, and why."""

    start: int
    end: int
    tag: int
    why: str


class Reasons:
    """What the stages of an outcome say about one side of it, ``bank``.

    ``words`` and ``rows`` have a number for each word and each bracket of the Bank, 0 if it was compared;
    ``texts`` has the reason for each number. Words that an earlier step took out of the Bank are ``gone``;
    ``whole`` is the Bank before that, if its brackets are still the same.
    """

    def __init__(self, bank: Bank, stages: Sequence[Stage]) -> None:
        self.texts = ["", *(stage.why for stage in stages)]
        self.words: Ints = np.zeros(len(bank.tag), np.int32)
        self.rows: Ints = np.zeros(len(bank.label), np.int32)
        self.whole: Bank | None = None
        gone: list[Ints] = []
        for number, stage in enumerate(stages, 1):
            if stage.what == "words" and _shares(stage.bank, bank, "token_offset", "word_start"):
                self.words[stage.rows] = number
            elif stage.what == "words" and _begins(bank.text, stage.bank.text):
                gone.append(_places(stage, number))
                if _shares(stage.bank, bank, "span_offset", "label") and self.whole is None:
                    self.whole = stage.bank
            elif stage.what == "brackets" and _shares(stage.bank, bank, "span_offset", "label"):
                self.rows[stage.rows] = number
        every = np.concatenate(gone, axis=1) if gone else np.zeros((5, 0), np.int32)
        self._gone = every[:, np.lexsort((every[1], every[0]))]
        self._offset = np.searchsorted(self._gone[0], np.arange(len(bank) + 1))

    def any_gone(self, first: int, last: int) -> bool:
        """Whether words were taken out of any of the sentences from ``first`` up to ``last``."""
        return bool(self._offset[first] < self._offset[last])

    def gone(self, sentence: int) -> Iterator[Gone]:
        """The words that were taken out of a sentence, in the order of the text."""
        first, last = self._offset[sentence : sentence + 2].tolist()
        for start, end, tag, number in self._gone[1:, first:last].T.tolist():
            yield Gone(start, end, tag, self.texts[number])


def _shares(one: Bank, other: Bank, *columns: str) -> bool:
    """Whether the rows of two Banks are the same rows; a step that changes them makes new columns."""
    return all(getattr(one, name) is getattr(other, name) for name in columns)


def _begins(text: Bytes, other: Bytes) -> bool:
    """Whether a text is another one, or goes on after it: then a place in one is a place in both."""
    return text is other or (len(other) <= len(text) and np.array_equal(text[: len(other)], other))


def _places(stage: Stage, number: int) -> Ints:
    """The words of a stage as columns: sentence, start, end, tag and the number of the reason."""
    bank, rows = stage.bank, stage.rows
    sentence = np.searchsorted(bank.token_offset, rows, "right") - 1
    if stage.sentences is not None:
        sentence = stage.sentences[sentence]
    columns = sentence, bank.word_start[rows], bank.word_end[rows], bank.tag[rows]
    return np.stack([*columns, np.full(len(rows), number)]).astype(np.int32)
