"""Faults: what can be wrong with a sentence of a file, by number: what it is, and what to do.

Numbers 1 to 9 are the scanner's of bracketed text, 20 to 29 those of the 1991 brackets, 30 to 59
those of column formats, 60 to 79 those of grammatical relations, 80 to 99 those
of discontinuous trees and of links.
"""

from karat.kernels import conllu as columns
from karat.kernels import gr as relations
from karat.kernels.columns import NO_TAG
from karat.kernels.scan import OUTSIDE, SURPLUS, UNCLOSED

# The 1991 brackets.
BAR = 20
MISMATCH = 21
# Dependencies that are no tree, for schemes that want one.
ROOTS = 50
# Chunk tags.
BAD_TAG = 46

# Discontinuous trees, and the output of link-parser.
NO_NUMBER = 80
WRONG_NUMBER = 81
WITHOUT_WORDS = 82
FIELDS = 83
NO_NODE = 84
ANCESTOR = 85
UNENDED = 86
NODE_TWICE = 87
TOO_BROKEN = 88
CUT_DIAGRAM = 90
NO_WORD = 91

# Grammatical relations.
NUMBER = 65
WEIGHT = 66

FAULTS: dict[int, tuple[str, str]] = {
    UNCLOSED: ("this '(' is never closed", "close it, or check the lines before it"),
    SURPLUS: ("a ')' with nothing to close", "remove it, or open a bracket before it"),
    OUTSIDE: ("text outside any bracket", "a tree begins with '(', as in (S (NN dog) (VBZ barks))"),
    BAR: ("a '|' that is not closed", "a token in bars, as |p.m.|, holds no white space"),
    MISMATCH: (
        "this label is not the one after its '('",
        "make them the same, or put a word that is no label between bars, or try another labels=",
    ),
    columns.COLUMNS: (
        "this line has not the number of columns of its format",
        "columns are separated by one tab each; a blank line ends a sentence",
    ),
    columns.WORD_ID: (
        "a word number out of order",
        "words are numbered 1, 2, 3 … in each sentence, and a blank line ends a sentence",
    ),
    columns.RANGE: (
        "a multiword token that does not fit its words",
        "3-4 stands right before word 3, and word 4 must follow",
    ),
    columns.HEAD: ("a head that is no number", "write 0 for the root, or _ for a word without one"),
    columns.OUT_OF_RANGE: (
        "a head that is no word of the sentence",
        "the heads are 0 to its length",
    ),
    columns.CYCLE: ("this word is its own ancestor", "following the heads must lead to the root"),
    columns.EMPTY_FORM: ("a word without letters", "write _ for a form that is not known"),
    columns.COMMENT: ("a comment inside a sentence", "comments stand before the first word"),
    NO_TAG: ("a line without a chunk tag", "write the word first and its tag last: dog NN I-NP"),
    BAD_TAG: (
        "this is no chunk tag",
        "write O or a prefix and a type, as in B-NP; if it is one, name its kind with tagging=",
    ),
    ROOTS: ("a sentence must have one root here", "exactly one word has head 0"),
    NO_NUMBER: ("a word without its position", "write words as in (NP 0=Das 2=Buch), from 0"),
    WRONG_NUMBER: (
        "the positions of this sentence are not 0, 1, 2 … each once",
        "every word has one of its own; a tree's words may stand in any order",
    ),
    WITHOUT_WORDS: (
        "a constituent without words in a discontinuous tree",
        "give it a word, or leave it out",
    ),
    FIELDS: (
        "a line of too few columns",
        "word, (lemma,) tag, morphology, function, parent; a node's line begins with #500 or more",
    ),
    NO_NODE: ("the parent is no node of the sentence", "0, or a node with a line of its own"),
    ANCESTOR: ("this node is its own ancestor", "following the parents must lead to 0"),
    UNENDED: ("a sentence that does not end", "#EOS must follow before the next #BOS"),
    NODE_TWICE: ("a node that is there twice", "every node of a sentence has a number of its own"),
    TOO_BROKEN: (
        "more than 4,194,304 words in discontinuous constituents",
        "this is hardly a sentence; are the positions right?",
    ),
    CUT_DIAGRAM: (
        "a diagram of links that was cut into several",
        "run link-parser with -width=16381, or with -postscript=1 -graphics=0",
    ),
    NO_WORD: (
        "words or links that do not fit together",
        "try link-parser -postscript=1 -graphics=0",
    ),
    relations.OPEN: (
        "a relation that is not closed on its line",
        "write name(slot, slot) or (name slot slot); before a ( in a sentence's first word put \\",
    ),
    relations.SLOTS: (
        "a relation has a name and one to four slots",
        "write _ for an empty one; before a sentence that begins like a relation put a \\",
    ),
    relations.STRAY: (
        "this is no relation",
        "a sentence stands on a line of its own; before a comma or bracket in a slot put a \\",
    ),
    relations.BAR: ("a '|' that is not closed", "write |word|; before a | in a slot put a \\"),
    relations.BRACE: ("a '{' that is not closed", "close it with } before the next blank line"),
    NUMBER: ("this sentence number is too far from the one before", "number sentences 1, 2, 3 …"),
    WEIGHT: ("this weight is no number", "write a number from 0 to 1, as in { 0.5 (dobj a b) }"),
}
