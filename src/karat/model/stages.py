"""Stage: some words or brackets that one step of a comparison leaves out or changes, and why."""

from dataclasses import dataclass

from karat.model.bank import Bank
from karat.model.columns import Ints


@dataclass(frozen=True, eq=False)
class Stage:
    """``rows`` are words or brackets (``what``) of ``bank``; ``why`` is said in plain English.

    ``side`` is gold or system, or empty where a view looks at one Bank.
    """

    side: str
    what: str
    bank: Bank
    rows: Ints
    why: str
