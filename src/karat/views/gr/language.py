"""Which language the words of a file are, told by its commonest words."""

import functools
from collections import Counter
from collections.abc import Mapping

from karat.files.resources import ours
from karat.files.spelling import folded
from karat.model.bank import Bank
from karat.model.errors import InputError, unknown
from karat.views.gr.lexicon import bundled

AUTO = "auto"
ANY = "any"

# So many words are looked at; in fewer than _MANY nothing is concluded from what is missing.
_LOOKED_AT = 2_000
_MANY = 100
_SHARE = 0.05


@functools.cache
def _common() -> Mapping[str, list[str]]:
    """Each common word with the languages that have it."""
    found: dict[str, list[str]] = {}
    for language, entry in ours("gr", "languages.toml").toml().items():
        for word in entry["words"].split():
            found.setdefault(word, []).append(language)
    return found


@functools.cache
def _names() -> Mapping[str, str]:
    return {key: entry["name"] for key, entry in ours("gr", "languages.toml").toml().items()}


def told(bank: Bank) -> str:
    """The language of the words at the beginning of a Bank's file; ``any`` if they are of none that is known.

    Where no word tells, it is English: most words of a short fragment are no common ones.

    >>> import karat
    >>> row = "1\\t{}\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    >>> [told(karat.read_text(row.format(word))) for word in ("les", "the", "nyt", "la")]
    ['fr', 'en', 'en', 'any']
    """
    bank = bank.beginning() if bank.beginning else bank
    starts, ends = bank.word_start[:_LOOKED_AT].tolist(), bank.word_end[:_LOOKED_AT].tolist()
    text = bank.text[: max(ends, default=0)].tobytes()
    words = [text[a:b].decode("utf-8", "replace") for a, b in zip(starts, ends, strict=True)]
    votes: Counter[str] = Counter()
    common = _common()
    for word, count in Counter(map(folded, words)).items():
        for language in common.get(word, ()):
            votes[language] += count
    ranked = votes.most_common(2)
    most = ranked[0][1] if ranked else 0
    if len(words) >= _MANY and most < _SHARE * len(words):
        return ANY
    if not ranked:
        return "en"
    return ANY if len(ranked) > 1 and ranked[1][1] == most else ranked[0][0]


def check_language(language: str) -> None:
    """Refuse a language that karat does not know."""
    choices = (AUTO, ANY, *_names())
    if language != AUTO and language not in choices:
        raise unknown("language", language, choices)


def chosen(bank: Bank, language: str) -> str:
    """The language whose rules are used; ``auto`` is the one that the words are of."""
    check_language(language)
    return told(bank) if language == AUTO else language


def refuse_trees(bank: Bank, language: str) -> None:
    """Refuse trees of a language that is said not to be English: only English has rules for trees."""
    if language not in (AUTO, "en") and "edges" not in bank.layers and bank.has_trees:
        raise InputError(
            f"{bank.path}: relations are extracted from trees by rules for English, so "
            f"language={language} does not apply; use dependencies for other languages"
        )


def said(bank: Bank, language: str) -> str:
    """What to tell the user: the language, if it was found out and is not English, and missing lemmas."""
    found = chosen(bank, language)
    if "edges" not in bank.layers:
        return _about_trees(bank, found)
    told_so = _about(bank, found) if language == AUTO else ""
    return "; ".join(filter(None, (told_so, "" if found == "en" else _about_lemmas(bank))))


def foreign(bank: Bank) -> str:
    """The language of a Bank's words, if they are plainly not English; otherwise nothing.

    Fewer than a hundred words do not tell plainly.

    >>> import karat
    >>> row = "1\\t{}\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    >>> [foreign(karat.read_text(row.format(word) * 100)) for word in ("les", "the", "nyt")]
    ['French', '', 'not English']
    """
    beginning = bank.beginning() if bank.beginning else bank
    if len(beginning.tag) < _MANY:
        return ""
    found = told(bank)
    return "" if found == "en" else _names().get(found, "not English")


def _about_trees(bank: Bank, language: str) -> str:
    if language == "en" or not bank.has_trees:
        return ""
    what = "not English" if language == ANY else _names()[language]
    return (
        f"{bank.corpus or bank.path}: its words are {what}, but relations are extracted from trees by "
        "rules for English; use dependencies for other languages"
    )


def _about(bank: Bank, language: str) -> str:
    if language == "en":
        return ""
    if language == ANY:
        return (
            f"{bank.corpus or bank.path}: its words are not of a language that karat knows, so relations "
            "follow from labels and features alone; to use the lists of a language: gr(language=en)"
        )
    name = _names()[language]
    if language in bundled():
        return (
            f"{bank.corpus or bank.path}: its words are {name}; the lists of {name} are used "
            f"(language={language})"
        )
    return (
        f"{bank.corpus or bank.path}: its words are {name}, of which karat has no lists; relations follow "
        f"from labels and features alone (language={language})"
    )


def _about_lemmas(bank: Bank) -> str:
    """Base forms can be made of English words only."""
    morphology = bank.layers.get("morphology")
    if morphology and not (morphology["lemma"] == bank.labels.find(b"_")).all():
        return ""
    return "the file has no lemmas, so words are taken as they are written" if len(bank.tag) else ""
