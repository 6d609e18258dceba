"""Lexicon: the words of a Bank, read when a pattern first asks for one."""

from functools import cached_property

from karat.model.bank import Bank
from karat.patterns.vocabulary import Vocabulary


class Lexicon:
    """The words of a Bank; trees that differ only in brackets share one."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    @cached_property
    def words(self) -> Vocabulary:
        return Vocabulary.of_words(self._bank)
