"""Lexicon: the words of a Bank as text, for tests of words in patterns."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.patterns.nodes import numbered
from karat.patterns.pattern import Marks


class Lexicon:
    """The words of a Bank; a test runs once for each different word."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    @cached_property
    def words(self) -> list[str]:
        bank = self._bank
        return [one.decode("utf-8", "replace") for i in range(len(bank)) for one in bank.words(i)]

    @cached_property
    def _numbered(self) -> tuple[list[str], Longs]:
        return numbered(self.words)

    def tested(self, good: Callable[[str], bool]) -> Marks:
        """For each word of the Bank, whether it passes."""
        words, number = self._numbered
        return np.array([good(word) for word in words], bool)[number]
