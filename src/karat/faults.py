"""Faults: what can be wrong with a sentence of a file, by number: what it is, and what to do.

Numbers 1 to 9 are the scanner's of bracketed text, 20 to 29 those of the 1991 brackets, 30 to 59
those of column formats, 60 to 79 those of grammatical relations.
"""

from karat.kernels.scan import OUTSIDE, SURPLUS, UNCLOSED

# The 1991 brackets.
BAR = 20
MISMATCH = 21

FAULTS: dict[int, tuple[str, str]] = {
    UNCLOSED: ("this '(' is never closed", "close it, or check the lines before it"),
    SURPLUS: ("a ')' with nothing to close", "remove it, or open a bracket before it"),
    OUTSIDE: ("text outside any bracket", "a tree begins with '(', as in (S (NN dog) (VBZ barks))"),
    BAR: ("a '|' that is not closed", "a token in bars, as |p.m.|, holds no white space"),
    MISMATCH: (
        "this label is not the one after its '('",
        "make them the same, or put a word that is no label between bars, or try another labels=",
    ),
}
