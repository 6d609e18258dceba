"""Step 1 of PARSEVAL: erase the words that grammars treat too differently to compare.

Auxiliaries (never main verbs), *not*, pre-infinitival *to*, null elements, possessive endings and
punctuation, also that in a token (``views/parasites.py``). A single adverb beside an erased auxiliary
moves to the constituent of the next verb. Brackets stay, even empty ones; ``prune`` drops those.

Black et al. (1991), section 1. ``kernels.erase.decide`` tells auxiliaries from main verbs; the words,
tags and labels that it uses are in ``data/parseval/erase.toml``, in the names of the Penn Treebank. A
grammar profile says what another grammar calls these, and which words are null elements, auxiliaries
and contractions.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text(
...     "(S (NP (NNP Lori's) (NN mother)) (VP (MD will) (RB not) (VP (VB have) (VP (VBN left)))) (. .))"
... )
>>> print(dumps(erase(bank)), end="")
(S (NP (NNP Lori) (NN mother)) (VP (VP (VP (VBN left)))))
>>> [RULES[code] for code in erased(bank).tolist() if code]
['possessive ending, cut off', 'auxiliary', 'negation', 'auxiliary', 'punctuation']
"""

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.files.resources import tables
from karat.kernels import erase as kernel
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints
from karat.model.errors import UsageError
from karat.model.labels import base_label
from karat.model.outcome import Stage
from karat.views import parasites
from karat.views.edit import keep_words, staged
from karat.views.lexicon import lexicon
from karat.views.nulls import nulls
from karat.views.profile import grammar_of, translated

AUXILIARY, NEGATION = lexical.ERASED_AUXILIARY, lexical.ERASED_NEGATION
INFINITIVE, NULL = lexical.ERASED_TO, lexical.ERASED_NULL
POSSESSIVE, PUNCTUATION = lexical.ERASED_POSSESSIVE, lexical.ERASED_PUNCTUATION
CUT_POSSESSIVE, CUT_CONTRACTION = lexical.CUT_POSSESSIVE, lexical.CUT_CONTRACTION
LEFT_BEHIND = lexical.LEFT_BEHIND
RULES = {
    AUXILIARY: "auxiliary",
    NEGATION: "negation",
    INFINITIVE: "pre-infinitival to",
    NULL: "null element",
    POSSESSIVE: "possessive ending",
    PUNCTUATION: "punctuation",
    CUT_POSSESSIVE: "possessive ending, cut off",
    CUT_CONTRACTION: "contracted auxiliary or n't, cut off",
    LEFT_BEHIND: "adverb beside an erased auxiliary, goes with the verb",
}
# Groups of words without a bit of the same name in the kernel.
_BITS = {
    "other": lexical.KNOWN,
    "determiner": lexical.NOMINAL | lexical.BEFORE_NOUN,
    "preposition": lexical.KNOWN | lexical.BEFORE_NOUN,
}
_FAMILIES = ("be", "have", "do", "get", "modal", "negation")
# An additional bit: the word is in no lexicon and looks like a verb.
_LOOKS = lexical.NOUN << 1
_VERB_FORMS = lexical.BASE | lexical.PARTICIPLE | lexical.GERUND | lexical.FINITE
# The bit and the first bytes in UTF-8 of each group of marks, for ``kernels.words.only_marks``.
_LEADS = {"ascii": (1, b""), "latin": (2, b"\xc2"), "general": (4, b"\xe2\x80")}
_LEADS |= {"eastern": (8, b"\xe3\x80"), "wide": (16, b"\xef\xbc")}


def erased(bank: Bank, profile: Profile | str = DEFAULT, null: Bools | None = None) -> Flags:
    """Why each word is erased, as a key of RULES; 0 for a word that does not change.

    Words with one of the last three codes stay too, shortened or moved. ``null`` says which words are
    null elements, if that is known.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (PRP she)) (VP (VBD opted) (S (VP (TO to) (VP (VB go))))))")
    >>> erased(bank).tolist()
    [0, 0, 3, 0]
    """
    grammar = grammar_of(profile)
    null = nulls(bank, grammar) if null is None else null
    bank = translated(bank, grammar)
    bits: Ints = np.empty(len(bank.tag), np.int32)
    tag_bits = np.array([_tag(label) for label in bank.labels.strings()], np.int32)
    found = lexical.Words(bank.text, bank.word_start, bank.word_end, bank.tag)
    lexical.classify(found, tag_bits, *_lexicons(grammar), _marks(), _shapes(), bits)
    _without_nominal(bank, bits)
    bits[null] = lexical.NULL
    codes: Flags = np.empty(len(bank.tag), np.int8)
    kinds = np.array([_kind(label) for label in bank.labels.strings()], np.int8)
    candidates, around, row_after, before = np.empty((4, _longest(bank.token_offset)), np.int32)
    kernel.decide(
        bits, _trees(bank), bank.label, kinds, candidates, around, row_after, before, codes
    )
    return codes


def _trees(bank: Bank) -> kernel.Trees:
    return kernel.Trees(bank.token_offset, bank.span_offset, bank.start, bank.end, bank.parent)


def gone(codes: Flags) -> Bools:
    """Which words are removed completely."""
    return (codes > 0) & (codes < CUT_POSSESSIVE)


def erase(
    bank: Bank, codes: Flags | None = None, profile: Profile | str = DEFAULT,
    null: tuple[str, ...] = (),
) -> Bank:  # fmt: skip
    """The Bank without the words that step 1 erases; ``codes`` may come from another parse.

    With ``codes`` the words must already be free of punctuation: see ``parasites.free``.

    ``profile`` is a grammar profile, its name or its file; ``null`` are more null words and tags.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> gold = karat.read_text("(VP (MD will) (VP (RB probably) (VP (VB see) (NNP Milton))))")
    >>> system = karat.read_text("(X (Y (N will) (N probably)) (Z (N see) (N Milton)))")
    >>> print(dumps(erase(system, erased(gold))), end="")
    (X (Y) (Z (N probably) (N see) (N Milton)))
    """
    grammar = grammar_of(profile, null)
    if codes is None:
        bank = parasites.free(bank)
        codes = erased(bank, grammar)
    elif len(codes) != len(bank.tag):
        raise UsageError(f"erase got {len(codes)} codes for {len(bank.tag)} words")
    codes = np.ascontiguousarray(codes, np.int8)
    shorter = keep_words(_cut(bank, codes, grammar), ~gone(codes))
    if not (codes == LEFT_BEHIND).any():
        return shorter
    start, end = shorter.start.copy(), shorter.end.copy()
    words, brackets = _longest(bank.token_offset), _longest(bank.span_offset)
    kernel.settle(
        codes, _trees(bank), start, end,
        np.empty(words, np.int32), np.empty(words, np.int8),
        np.empty(brackets, np.int8), np.empty(brackets, np.int32),
    )  # fmt: skip
    return replace(shorter, start=start, end=end)


def without_nulls(bank: Bank, profile: Profile | str = DEFAULT) -> tuple[Bank, Flags]:
    """The Bank without null elements, and why each word that is left is erased.

    >>> import karat
    >>> bank, codes = without_nulls(karat.read_text("(S (NP (-NONE- *)) (VP (TO to) (VP (VB go))))"))
    >>> bank.words(0), codes.tolist()
    ([b'to', b'go'], [3, 0])
    """
    null = nulls(bank, grammar_of(profile))
    bank = keep_words(bank, ~null) if null.any() else bank
    return bank, erased(bank, profile, np.zeros(len(bank.tag), np.bool_))


def stages(
    bank: Bank, codes: Flags | None = None, profile: Profile | str = DEFAULT,
    null: tuple[str, ...] = (),
) -> list[Stage]:  # fmt: skip
    """The words that ``erase`` removes, shortens or moves, by rule.

    Words and codes are those after ``parasites.free``, which has stages of its own.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (PRP he)) (VP (MD will) (VP (VB go))) (. .))")
    >>> [(stage.rows.tolist(), stage.why) for stage in stages(bank)]
    [([1], 'erased, auxiliary'), ([3], 'erased, punctuation')]
    """
    said = {
        code: f"{'erased' if code < CUT_POSSESSIVE else 'kept'}, {rule}"
        for code, rule in RULES.items()
    }
    if codes is not None:
        return staged(bank, "words", codes, said)
    freed = parasites.free(bank)
    codes = erased(freed, grammar_of(profile, null))
    return parasites.stages(bank) + staged(freed, "words", codes, said)


def _cut(bank: Bank, codes: Flags, grammar: Profile) -> Bank:
    """The same words, with possessive endings and contractions cut off."""
    rows = np.flatnonzero((codes == CUT_POSSESSIVE) | (codes == CUT_CONTRACTION))
    if not len(rows):
        return bank
    word_end, endings = bank.word_end.copy(), _endings(grammar)
    for row, start, end in zip(rows, bank.word_start[rows], bank.word_end[rows], strict=True):
        found = endings.search(bank.text[start:end].tobytes())
        if found:
            word_end[row] = start + found.start()
    return replace(bank, word_end=word_end)


def _longest(offset: Ints) -> int:
    return int(np.diff(offset).max(initial=0))


@cache
def _data() -> dict[str, Any]:
    return tables("parseval", "erase.toml")


@lru_cache(64)
def _lexicons(grammar: Profile) -> tuple[Ints, Ints]:
    """The words and their meanings, and the endings that are cut off: 1 possessive, 2 contraction."""
    words: dict[bytes, int] = {}
    families = {key: grammar[f"auxiliaries.{key}"] for key in _FAMILIES}
    listed = {key: [word.encode() for word in group] for key, group in _data()["words"].items()}
    for key, group in (*families.items(), *listed.items()):
        for one in group:
            words[one.lower()] = words.get(one.lower(), 0) | _bits(key)
    endings = {
        one: meaning
        for meaning, key in ((1, "possessive"), (2, "auxiliary"))
        for one in grammar[f"contractions.{key}"]
    }
    return lexicon(words), lexicon(endings)


@lru_cache(64)
def _endings(grammar: Profile) -> re.Pattern[bytes]:
    """What is cut off a word, as in ``kernels.words.ending``; at least one byte must be left."""
    one, other = (grammar[f"contractions.{key}"] for key in ("possessive", "auxiliary"))
    listed = sorted({*one, *other} - {b"'"}, key=len, reverse=True)
    patterns = [re.escape(ending) for ending in listed]
    patterns += [rb"(?<=s)'"] if b"'" in one else []
    pattern = rb"(?<=.)(?:" + rb"|".join(patterns) + rb")+\Z"
    return re.compile(pattern.replace(b"'", b"(?:'|\xe2\x80\x99)"), re.IGNORECASE | re.DOTALL)


@cache
def _marks() -> Flags:
    """For each byte, the groups of punctuation marks that have it as their last."""
    marks: Flags = np.zeros(256, np.int8)
    for key, text in _data()["marks"].items():
        bit, lead = _LEADS[key]
        for mark in text:
            marks[mark.encode()[-1]] |= bit
        marks[list(lead[:1])] |= 32
    return marks


@cache
def _shapes() -> Ints:
    """What the words that are in no lexicon look like; ``nulls`` decides which words are null."""
    other = {lexical.NULL: 0, lexical.BASE: lexical.BASE | _LOOKS}
    return np.array([other.get(bits, bits) for bits in lexical.SHAPES], np.int32)


def _without_nominal(bank: Bank, bits: Ints) -> None:
    """Words that look like verbs do not count as verbs if they end like a noun or an adjective."""
    rows = np.flatnonzero(bits & _LOOKS > 0)
    if not len(rows):
        return
    bits[rows] &= ~_LOOKS
    end, length = bank.word_end[rows], (bank.word_end - bank.word_start)[rows]
    endings = [one.encode() for one in _data()["endings"]["nominal"]]
    for size in {len(one) for one in endings}:
        long = np.flatnonzero(length > size + 1)
        letters = bank.text[end[long, None] - size + np.arange(size)].view(f"S{size}")[:, 0]
        found = np.isin(letters, [one for one in endings if len(one) == size])
        bits[rows[long[found]]] = lexical.NOUN


def _bits(key: str) -> int:
    """The kernel's bits for a group of the data, by name."""
    if key in _BITS:
        return _BITS[key]
    return sum(getattr(lexical, part.upper()) for part in key.split("_or_"))


@cache
def _grouped(name: str) -> dict[bytes, str]:
    """The group of each tag or label of the data."""
    return {one.encode(): key for key, group in _data()[name].items() for one in group}


@lru_cache(1 << 16)
def _tag(label: bytes) -> int:
    groups = _grouped("tags")
    group = groups.get(label) or groups.get(base_label(label))
    bits = _bits(group) | lexical.KNOWN if group else 0
    return bits | lexical.LOOK if bits & _VERB_FORMS else bits


@lru_cache(1 << 16)
def _kind(label: bytes) -> int:
    group = _grouped("labels").get(base_label(label), "")
    kind: int = getattr(kernel, group.upper(), 0)
    functions = label.decode("latin-1").split("-")[1:]
    if kind == kernel.NOUN_PHRASE and set(functions) & set(_data()["labels"]["adverbial"]):
        return kernel.ASIDE
    return kind
