"""What can be wrong with CoNLL-U, as Universal Dependencies judges it: names, messages, and what to type.

The names are those of the official validator, as far as it has one for the kind.
"""

from typing import NamedTuple

_BLANK = "a blank line ends a sentence"

KINDS = {
    "byte-order-mark": ("the file begins with a byte order mark", "remove these three bytes"),
    "invalid-utf": ("this is not UTF-8", "convert the file to UTF-8"),
    "unicode-normalization": ("letter and accent are not one character",
        "write the text in the normal form NFC"),
    "carriage-return": ("a carriage return in a line", "end lines with a newline alone"),
    "non-unix-newline": ("lines end with a carriage return and a newline",
        "end lines with a newline alone, as tr -d '\\r' does"),
    "misplaced-comment": ("a comment inside a sentence", "put comments before the first word"),
    "pseudo-empty-line": ("this line looks blank, but has white space", f"{_BLANK}; remove the space"),
    "empty-sentence": ("a sentence without words",
        "one blank line is after each sentence, and comments have a sentence below them"),
    "invalid-line": ("this line begins neither with a number nor with #",
        "a line is a comment, a word with its number, or blank"),
    "missing-empty-line": ("no blank line after the last sentence",
        f"{_BLANK}: end the file with two newlines"),
    "number-of-columns": ("this line has {} instead of ten",
        f"columns are separated by one tab each; {_BLANK}"),
    "invalid-whitespace": ("white space in the column {}", "only FORM, LEMMA and MISC may have a space"),
    "invalid-whitespace-mwt": ("white space in the {} of a multiword token",
        "a multiword token is written without a space; make it several tokens"),
    "empty-column": ("the column {} is empty", "write _ for a value that is not there"),
    "leading-whitespace": ("white space before the {}", "remove it"),
    "trailing-whitespace": ("white space after the {}", "remove it"),
    "repeated-whitespace": ("two spaces in a row in the {}", "leave one"),
    "invalid-word-id": ("this is not the number of a word",
        "write 3 for a word, 3-4 for a multiword token, 3.1 for an empty node; no zeros before them"),
    "misplaced-word-interval": ("a multiword token that is not before its first word",
        "put the line 3-4 right before word 3"),
    "reversed-word-interval": ("a multiword token whose last word is before its first",
        "write the first word, - and the last word"),
    "word-interval-out": ("a multiword token that does not fit its words",
        "put the line 3-4 right before word 3; word 4 must follow"),
    "overlapping-word-intervals": ("two multiword tokens share a word", "a word is in one at the most"),
    "misplaced-empty-node": ("an empty node out of order",
        "after word 3 come 3.1, 3.2 …, before the line of a multiword token"),
    "word-id-sequence": ("a word number out of order",
        f"words are numbered 1, 2, 3 … in each sentence, and {_BLANK}"),
    "invalid-head": ("a head that is not a number", "write the number of a word, or 0 for the root"),
    "unknown-head": ("a head that is not a word of the sentence", "the heads are 0 to its length"),
    "head-self-loop": ("this word is its own head", "following the heads must lead to the root"),
    "multiple-roots": ("a second root", "one word of a sentence has the head 0"),
    "non-tree": ("this word is its own ancestor", "following the heads must lead to the root"),
    "no-root": ("no word of this sentence is the root", "one word has the head 0"),
    "mwt-nonempty-field": ("the {} of a multiword token must be _",
        "its words have the values; only FORM and MISC are its own, and Typo=Yes in FEATS"),
    "empty-node-nonempty-field": ("the {} of an empty node must be _", "DEPS has its heads"),
    "invalid-feature": ("this is not a feature", "write Name=Value, as Case=Nom|Number=Plur"),
    "unsorted-features": ("features out of order", "sort them by name, without regard to case"),
    "repeated-feature": ("a feature is given twice", "join its values with a comma, as Case=Acc,Dat"),
    "unsorted-feature-values": ("values of a feature out of order", "sort them, as Case=Acc,Dat"),
    "repeated-feature-value": ("a value of a feature is given twice", "remove the repeat"),
    "repeated-misc": ("the attribute {} is given twice", "leave one"),
    "invalid-deps": ("this is not an edge of the enhanced graph",
        "write HEAD:RELATION, and | between edges, as 2:nsubj|4:nsubj"),
    "invalid-edeprel": ("an edge in DEPS without a relation", "write HEAD:RELATION, as 2:nsubj"),
    "invalid-ehead": ("a head in DEPS that is not a number",
        "write the number of a word, 0 for the root, or 3.1 for an empty node"),
    "unknown-ehead": ("a head in DEPS that is not in the sentence",
        "it is 0, a word, or an empty node that has a line"),
    "unsorted-deps": ("edges in DEPS out of order", "sort them by the number of their head"),
    "unsorted-deps-2": ("edges in DEPS with the same head out of order", "sort them by relation"),
    "repeated-deps": ("an edge in DEPS is given twice", "remove the repeat"),
    "deps-self-loop": ("a word is its own head in DEPS", "remove the edge"),
    "unconnected-egraph": ("no path leads from the root to this word in the enhanced graph",
        "every word and empty node has a head in DEPS that leads to 0:root"),
    "edeps-only-sometimes": ("some sentences have enhanced graphs, and others have none",
        "write DEPS in every sentence of a file, or in none"),
}  # fmt: skip

# What a treebank of Universal Dependencies must have besides; files that are only scored need not.
WANTED = {
    "missing-sent-id": ("no sent_id", "write # sent_id = … before the words"),
    "invalid-sent-id": ("a sent_id that cannot be read", "write # sent_id = name, without white space"),
    "multiple-sent-id": ("two sent_id", "leave one"),
    "non-unique-sent-id": ("the sent_id of an earlier sentence", "give each sentence its own"),
    "missing-text": ("no text", "write # text = … before the words"),
    "empty-text": ("an empty text", "write the sentence after # text ="),
    "multiple-text": ("two texts", "leave one"),
}  # fmt: skip


class Wrong(NamedTuple):
    """A fault: the offset of its place in a text, its kind, and what the message is about."""

    at: int
    kind: str
    about: str = ""

    @property
    def message(self) -> tuple[str, str]:
        """What is wrong, and what to do about it."""
        what, advice = (KINDS if self.kind in KINDS else WANTED)[self.kind]
        return what.format(self.about), advice
