"""Flat keys from a treebank: only the brackets that most theories of grammar share.

Gaizauskas, Hepple and Huyck (1998), section 4. Every word is kept except null elements. A key has
no intermediate projections, no unary brackets, no one-word brackets, and these categories:

``S``     the sentence: an outermost clause, or an outermost fragment without a category
``SBAR``  a clause inside, whatever the treebank calls it (S, SBAR, SQ, RRC …)
``NP``    the largest NP of a head; its conjuncts, possessors, modifiers and appositions are others
``VP``    the largest VP of a verb with its auxiliaries, and its conjuncts
``PP``    a preposition with its complement
``ADVP``  where it has several words
``ADJP``  where it is predicative: in a VP after its verb, or in a clause

An extraposed clause removes the VP bracket, because theories disagree about where the VP ends. The
contents of a dropped bracket stay. The labels and words that the rules use are in
``data/flatten/ptb.toml``, which a user can replace. A grammar profile says what other
grammars call them, and which words are null.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> tree = ("((S (NP-SBJ (NP (DT the) (NN man)) (PP (IN from) (NP (NNP Rome))))"
...         " (VP (MD will) (VP (VB go) (NP (NN home))))))")
>>> print(dumps(flatten(karat.read_text(tree))), end="")
(S (NP (DT the) (NN man) (PP (IN from) (NNP Rome))) (VP (MD will) (VB go) (NN home)))

The rules themselves are in ``shapes.py`` and ``extraposition.py`` of this folder.
"""

import re
from dataclasses import replace

import numpy as np

from karat.files.label_map import CATEGORIES, LabelMap, load_labels
from karat.files.profile import DEFAULT, Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes, Flags, Ints
from karat.model.outcome import Stage
from karat.views import edit
from karat.views.flatten import extraposition, shapes
from karat.views.nulls import nulls
from karat.views.profile import as_ptb, grammar_of

EMPTY, CATEGORY, WRAPPER, PROJECTION, DISPUTED, ATTRIBUTIVE, ONE_WORD, SAME_WORDS = range(1, 9)
RULES = {
    EMPTY: "holds no word, or only null elements",
    CATEGORY: "its label is none of the shared categories",
    WRAPPER: "no more than a wrapper around one tree",
    PROJECTION: "a projection of the same head as the bracket around it",
    DISPUTED: "where it ends is disputed: an extraposed clause is near",
    ATTRIBUTIVE: "an adjective phrase that is not predicative",
    ONE_WORD: "holds one word",
    SAME_WORDS: "holds the same words as another",
}

CHANGES = "trees"


def flatten(
    bank: Bank, labels: LabelMap | str | None = None, profile: Profile | str = DEFAULT
) -> Bank:
    """The flat keys of a treebank's trees; flat keys stay as they are.

    ``labels`` is a label map, the name of one of karat's, or the path of a file; so is ``profile``, a
    grammar profile.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> tree = "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ good)) (S (VP (TO to) (VP (VB leave))))))"
    >>> print(dumps(flatten(karat.read_text(tree))), end="")
    (S (PRP it) (VBZ is) (JJ good) (SBAR (TO to) (VB leave)))
    """
    return _flattened(bank, _rules(labels), grammar_of(profile))[0]


def dropped(
    bank: Bank, labels: LabelMap | str | None = None, profile: Profile | str = DEFAULT
) -> Flags:
    """Why ``flatten`` drops each bracket, as a key of RULES; 0 for one that stays.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (NP (DT the) (NN man)) (PP (IN of) (NNP Rome))) (VP (VBD left)))")
    >>> [RULES.get(code) for code in dropped(bank).tolist()]
    [None, None, 'a projection of the same head as the bracket around it', None, 'holds one word']
    """
    return _flattened(bank, _rules(labels), grammar_of(profile))[1]


def stages(
    bank: Bank, labels: LabelMap | str | None = None, profile: Profile | str = DEFAULT
) -> list[Stage]:
    """The null elements and the brackets that ``flatten`` leaves out, by rule.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (-NONE- *)) (VP (VB go) (QP (RB home) (RB now))))")
    >>> [(stage.what, stage.rows.tolist()) for stage in stages(bank)]
    [('words', [0]), ('brackets', [1]), ('brackets', [3]), ('brackets', [2])]
    """
    rules, grammar = _rules(labels), grammar_of(profile)
    gone = np.flatnonzero(_null(bank, rules, grammar)).astype(np.int32)
    words = [Stage("", "words", bank, gone, "left out, null element")] if len(gone) else []
    said = {code: f"dropped, {rule}" for code, rule in RULES.items()}
    return words + edit.staged(bank, "brackets", _flattened(bank, rules, grammar)[1], said)


def _rules(labels: LabelMap | str | None) -> LabelMap:
    return labels if isinstance(labels, LabelMap) else load_labels(labels or "ptb")


def _flattened(bank: Bank, rules: LabelMap, grammar: Profile) -> tuple[Bank, Flags]:
    null = _null(bank, rules, grammar)
    flat, codes = _once(as_ptb(bank, grammar), rules, null)
    # The key has no function tags, so its own words must lead to the same result. One round is enough
    # except for odd trees.
    while True:
        again, more = _once(flat, rules, np.zeros(len(flat.tag), np.bool_))
        if len(again.label) == len(flat.label):
            return replace(flat, tag=bank.tag[~null]), codes
        codes[np.flatnonzero(codes == 0)] = more
        flat = again


def _null(bank: Bank, rules: LabelMap, grammar: Profile) -> Bools:
    return nulls(bank, grammar) | edit.among(bank, rules["tags.null"])[bank.tag]


def _once(bank: Bank, rules: LabelMap, null: Bools) -> tuple[Bank, Flags]:
    bank, traces = _without_nulls(bank, rules, null)
    code, parent = shapes.categories(bank, rules), edit.parent_rows(bank)
    inner = (parent >= 0) & (code[parent] == ord("N"))
    inner &= edit.among(bank, rules["special.inner"])[bank.label]
    aside = (code == 0) & edit.among(bank, rules["special.aside"])[bank.label]
    for row in np.flatnonzero((code == 0) & (parent >= 0)).tolist():
        aside[row] |= aside[parent[row]]
    code[(parent < 0) & (code == 0)] = ord("T")
    aside = np.append(aside, False)  # the last row means: no bracket around
    seen = np.where(inner, ord("X"), code)
    seen[aside[parent]] = ord("-")
    words = shapes.word_letters(bank, rules)
    words[aside[edit.around_words(bank)]] = ord(".")
    why = np.where(bank.start < bank.end, np.where(code > 0, 0, CATEGORY), EMPTY).astype(np.int8)
    keep = why == 0
    why[np.flatnonzero(keep)[_wrappers(edit.keep_brackets(bank, keep), code[keep])]] = WRAPPER
    keep = why == 0
    number = np.cumsum(keep) - 1
    traces = {int(number[row]): place for row, place in traces.items() if keep[row]}
    bank, code = edit.keep_brackets(bank, keep), code[keep]
    trees = shapes.trees_of(bank, rules, code, seen[keep], words)
    drop: Flags = np.zeros(len(code), np.int8)
    drop[list(shapes.projections(trees))] = PROJECTION
    signs = extraposition.Extraposition.of(bank, rules, traces)
    drop[list(extraposition.disputed(trees, (drop > 0).tolist(), signs))] = DISPUTED
    for row in shapes.unpredicative(trees):
        if trees.parent[row] >= 0:
            drop[row] = ATTRIBUTIVE
        else:
            code[row] = ord("T")
    code[list(shapes.small_clauses(trees))] = ord("A")
    drop = _repeated(bank, code, drop)
    why[keep] = drop
    return _named(edit.keep_brackets(bank, drop == 0), code[drop == 0], rules), why


def _wrappers(bank: Bank, code: Bytes) -> Ints:
    """Brackets without a category that hold only one tree: ROOT, TOP, nameless ones."""
    parent = edit.parent_rows(bank)
    same = (bank.start == bank.start[parent]) & (bank.end == bank.end[parent])
    found: Ints = parent[(parent >= 0) & same & (code[parent] == ord("T"))]
    return found


def _without_nulls(bank: Bank, rules: LabelMap, null: Bools) -> tuple[Bank, dict[int, int]]:
    """The Bank without null elements; and the clauses that traces of extraposition point to, by row.

    The value is the position of the trace, counted in words that are kept.
    """
    kept = np.append(0, np.cumsum(~null))
    strings, traces, seen = bank.labels.strings(), {}, -1
    for row in np.flatnonzero(null).tolist():
        word = bank.text[bank.word_start[row] : bank.word_end[row]].tobytes()
        kind, _, index = word.rpartition(b"-")
        if kind not in rules["words.trace"]:
            continue
        sentence = int(np.searchsorted(bank.token_offset, row, "right")) - 1
        if sentence != seen:
            seen = sentence
            clauses = {
                number: clause
                for clause in range(bank.span_offset[seen], bank.span_offset[seen + 1])
                for number in re.findall(rb"[-=](\d+)", strings[bank.label[clause]])
            }
        if index in clauses:
            traces[clauses[index]] = int(kept[row] - kept[bank.token_offset[seen]])
    return edit.keep_words(bank, ~null), traces


def _repeated(bank: Bank, code: Bytes, why: Flags) -> Flags:
    """Also drop brackets around one word, and all but one of several brackets around the same words.

    The outermost stays. But the sentence has no category of its own, and in ``(S (NP-PRD the Sea
    Org))``, a clause that has lost its subject, the phrase stays.
    """
    why = np.where((why == 0) & (bank.end - bank.start <= 1), ONE_WORD, why).astype(np.int8)
    left = why == 0
    bank, code = edit.keep_brackets(bank, left), code[left]
    parent = edit.parent_rows(bank)
    same = (parent >= 0) & (bank.start == bank.start[parent]) & (bank.end == bank.end[parent])
    weak = code == ord("T")
    phrase = same & np.isin(code, list(b"NPR")) & np.isin(code[parent], list(b"CB"))
    weak[parent[phrase]] = True
    keep = ~weak
    keep[np.setdiff1d(np.flatnonzero(weak), parent[same])] = True
    settled = keep.copy()  # whether this bracket, or one around it over the same words, is kept
    for row in np.flatnonzero(same).tolist():
        keep[row] &= not settled[parent[row]]
        settled[row] |= settled[parent[row]]
    why[np.flatnonzero(left)[~keep]] = SAME_WORDS
    return why


def _named(bank: Bank, code: Bytes, rules: LabelMap) -> Bank:
    table = np.zeros(256, np.int32)
    for key, letter in CATEGORIES.items():
        table[ord(letter)] = bank.labels.intern(rules.names[key])
    table[ord("B")] = table[ord("C")]
    label = table[code]
    clause = np.isin(code, list(b"CBT")) & (bank.parent < 0)
    label[clause] = bank.labels.intern(rules.names["sentence"])
    return replace(bank, label=label)
