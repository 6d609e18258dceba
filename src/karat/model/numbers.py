"""Whole numbers in the text of users.

Python's own tests let more through than its ``int`` reads: "²".isdigit() is true, and thousands of digits are
refused.

>>> natural("12"), natural("²"), natural("9" * 5000, -1)
(12, 0, -1)
"""

# Larger numbers fit no column.
DIGITS = 18
# The figures of all samples are in memory.
MOST_SAMPLES = 10_000_000


def natural(text: str | bytes, otherwise: int = 0) -> int:
    """The number that these digits stand for; for other text, or more digits, ``otherwise``."""
    if len(text) > DIGITS or not (text.isascii() and text.isdigit()):
        return otherwise
    return int(text)
