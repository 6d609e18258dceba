"""Grammar profiles: a grammar's own names for the labels and tags in karat's rules.

The rules are written with the labels and tags of the Penn Treebank. A profile is a TOML file
(``data/profiles/NAME.toml``, or a user's) with another grammar's names for them, and with the words
that are null elements, auxiliaries and contractions. ``ptb+claws`` joins several profiles; if they
disagree about a label, the first one that has it decides.

>>> profile = load("1991")
>>> profile.label(b"V'"), profile.label(b"NP-s"), profile.tag(b"VPAST"), profile.tag(b"V", b"to")
(b'VP', b'NP-s', b'VBD', b'TO')
>>> profile.knows_tag(b"NN1"), load("claws").knows_tag(b"NN1")
(False, True)
"""

import functools
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from karat.files.resources import Resource, find, names, ours
from karat.model.errors import InputError, UsageError, unknown

# The default.
DEFAULT = "ptb+1991+ud"
_FOLDER = "profiles"
# The lists of each table; those of labels and tags are the names of the Penn Treebank.
_LISTS = {
    "null": ("words", "phrases"),
    "auxiliaries": ("be", "have", "do", "get", "modal", "negation"),
    "contractions": ("possessive", "auxiliary"),
}
_KEYS = ("summary", "extends", "cut", "labels", "tags", "by_word", *_LISTS)
# The characters after which a tag or label has function tags or indices.
_MARKS = b"-=|"


@dataclass(frozen=True, eq=False)
class Profile:
    """A grammar's own labels and tags, mapped to those of the Penn Treebank.

    ``by_word`` has tags whose meaning depends on the word, with words in lower case. ``lists`` has
    words, by table and key: ``null.words``, ``auxiliaries.be``. ``null`` has words and tags that are
    always null elements. ``cut`` has the characters that end a name, in addition to ``-``, ``=`` and
    ``|``. ``disputed`` has the tags and labels about which joined profiles disagree.
    """

    name: str
    summary: str
    labels: Mapping[bytes, bytes]
    tags: Mapping[bytes, bytes]
    by_word: Mapping[bytes, Mapping[bytes, bytes]]
    lists: Mapping[str, tuple[bytes, ...]]
    null: frozenset[bytes] = frozenset()
    cut: bytes = b""
    disputed: frozenset[bytes] = frozenset()

    def __getitem__(self, key: str) -> tuple[bytes, ...]:
        return self.lists.get(key, ())

    def knows_label(self, label: bytes) -> bool:
        """Whether the profile has this label."""
        return label in self.labels or self.base(label) in self.labels

    def knows_tag(self, tag: bytes) -> bool:
        """Whether the profile has this tag."""
        return any(one in self.tags or one in self.by_word for one in (tag, self.base(tag)))

    def label(self, label: bytes) -> bytes:
        """The Penn Treebank's name for a label, with its function tags; an unknown label is kept."""
        return self._translated(label, self.labels, vocabulary()[0])

    def tag(self, tag: bytes, word: bytes = b"") -> bytes:
        """The Penn Treebank's name for the tag of a word; pass the word in lower case.

        A phrase that has a word and no tag, ``(NP dog)``, gives its label as the tag.
        """
        for one in (tag, self.base(tag)):
            if word in self.by_word.get(one, {}):
                return self.by_word[one][word]
        if self.knows_label(tag) and not self.knows_tag(tag):
            return self.label(tag)
        return self._translated(tag, self.tags, vocabulary()[1])

    def _translated(
        self, name: bytes, known: Mapping[bytes, bytes], taken: frozenset[bytes]
    ) -> bytes:
        if name in known:
            return known[name]
        base = self.base(name)
        if base in known:
            ending = name[len(base) :]
            return known[base] + (ending if ending[:1] in (b"-", b"=", b"|") else b"")
        # A name that has a meaning in the Treebank, but not in this profile, must not keep that meaning.
        return b"?" + name if base in taken else name

    def base(self, name: bytes) -> bytes:
        """A label or tag without function tags, indices and anything else that the profile cuts off."""
        return self._ends.split(name, maxsplit=1)[0] or name

    @functools.cached_property
    def _ends(self) -> re.Pattern[bytes]:
        return re.compile(b"[" + re.escape(_MARKS + self.cut) + b"]")


@functools.cache
def vocabulary() -> tuple[frozenset[bytes], frozenset[bytes]]:
    """The labels and the tags that the rules use.

    >>> [b"SBAR" in names for names in vocabulary()]
    [True, False]
    """
    table = _tables(ours(_FOLDER, "ptb.toml"))["vocabulary"]
    labels, tags = (frozenset(one.encode() for one in table[key]) for key in ("labels", "tags"))
    return labels, tags


@functools.lru_cache(64)
def load(source: str = DEFAULT, null: tuple[str, ...] = ()) -> Profile:
    """The profile with this name or path, or several joined by +; ``null`` adds null elements.

    >>> load("ptb", null=("e",)).null
    frozenset({b'e'})
    """
    found = functools.reduce(_joined, map(_load, _parts(source) or [""]))
    return replace(found, null=frozenset(one.encode() for one in null))


def digest_of(source: str) -> str:
    """What a signature says about profiles in a user's files; empty for karat's own."""
    return "+".join(digest for one in _parts(source) if (digest := _find(one).digest))


def bundled() -> dict[str, str]:
    """The profiles that come with karat, and what each is for.

    >>> sorted(bundled())
    ['1991', 'brown', 'claws', 'ptb', 'ud', 'xtag']
    """
    return {name: _load(name).summary for name in names(_FOLDER)}


_find: Callable[[str], Resource] = functools.partial(find, "grammar profile", _FOLDER)


def _parts(source: str) -> list[str]:
    """The names joined by +; the name of a file may contain a + too."""
    return [source] if os.path.isfile(source) else [one for one in source.split("+") if one]


def _load(source: str) -> Profile:
    return _parse(_find(source), source, ())


def _joined(first: Profile, other: Profile) -> Profile:
    """Two profiles joined; the first decides about names that both have."""
    words = {
        tag: {**other.by_word.get(tag, {}), **first.by_word.get(tag, {})}
        for tag in {**first.by_word, **other.by_word}
    }
    lists = {
        key: tuple(dict.fromkeys((*first[key], *other[key])))
        for key in {**first.lists, **other.lists}
    }
    return Profile(
        f"{first.name}+{other.name}", f"{first.summary}; {other.summary}",
        {**other.labels, **first.labels}, {**other.tags, **first.tags}, words, lists,
        cut=first.cut + other.cut,
        disputed=first.disputed | other.disputed
        | {one for one in first.labels if other.labels.get(one, first.labels[one]) != first.labels[one]}
        | {one for one in first.tags if other.tags.get(one, first.tags[one]) != first.tags[one]},
    )  # fmt: skip


@functools.lru_cache(64)
def _tables(resource: Resource) -> Mapping[str, Any]:
    """What a file says; several profiles extend the same one."""
    return resource.toml()


@functools.lru_cache(64)
def _parse(resource: Resource, name: str, below: tuple[str, ...]) -> Profile:
    tables = _tables(resource)
    labels, tags = ({one: one for one in known} for known in vocabulary())
    if resource == ours(_FOLDER, "ptb.toml"):
        tables = {key: table for key, table in tables.items() if key != "vocabulary"}
        base = Profile(name, "", labels, tags, {}, {})
    else:
        _known(resource, "", tables, _KEYS)
        base = _base_of(resource, tables.get("extends", ""), (*below, name))
    changed = {
        "labels": _names(resource, tables, "labels", labels),
        "tags": _names(resource, tables, "tags", tags),
    }
    return Profile(
        name, str(tables.get("summary", "")),
        {**base.labels, **changed["labels"]}, {**base.tags, **changed["tags"]},
        {**base.by_word, **_by_word(resource, tables, tags)},
        {**base.lists, **_lists(resource, tables)},
        cut=b"".join(_strings(resource, "", "cut", tables["cut"])) if "cut" in tables else base.cut,
    )  # fmt: skip


def _base_of(resource: Resource, source: Any, below: tuple[str, ...]) -> Profile:
    """The profile that another extends; by default only the lists of words in ptb."""
    if not isinstance(source, str):
        raise _fault(resource, "", "extends", 'extends must be a name, such as "ptb"')
    if not source:
        return replace(_load("ptb"), labels={}, tags={}, by_word={})
    if source in below:
        raise _fault(
            resource, "", "extends", f"profiles in a circle: {' extends '.join((*below, source))}"
        )
    beside = os.path.join(os.path.dirname(resource.path), source)
    wanted = beside if source not in names(_FOLDER) and os.path.isfile(beside) else source
    try:
        base = _find(wanted)
    except UsageError as error:
        raise _fault(resource, "", "extends", str(error)) from None
    return _parse(base, source, below)


def _names(
    resource: Resource, tables: Mapping[str, Any], table: str, known: Mapping[bytes, bytes]
) -> dict[bytes, bytes]:
    """A map from a grammar's own names to those of the Penn Treebank."""
    found: dict[bytes, bytes] = {}
    for key, value in _table(resource, tables, table, [one.decode() for one in known]).items():
        for one in _strings(resource, table, key, value):
            if found.setdefault(one, key.encode()) != key.encode():
                both = f"{found[one].decode()} and in {key}"
                raise _fault(resource, table, key, f"{one.decode()!r} is in {both}")
    return found


def _by_word(
    resource: Resource, tables: Mapping[str, Any], known: Mapping[bytes, bytes]
) -> dict[bytes, dict[bytes, bytes]]:
    """For each tag, the words with which it means another tag."""
    found: dict[bytes, dict[bytes, bytes]] = {}
    rows = _table(resource, tables, "by_word", [one.decode() for one in known])
    for key, value in rows.items():
        if not isinstance(value, dict):
            said = f'by_word.{key} must give a tag and its words, as in {{ X = ["to"] }}'
            raise _fault(resource, "by_word", key, said)
        for tag, words in value.items():
            for word in _strings(resource, "by_word", key, words):
                found.setdefault(tag.encode(), {})[word.lower()] = key.encode()
    return found


def _lists(resource: Resource, tables: Mapping[str, Any]) -> dict[str, tuple[bytes, ...]]:
    return {
        f"{table}.{key}": _strings(resource, table, key, value)
        for table, keys in _LISTS.items()
        for key, value in _table(resource, tables, table, keys).items()
    }


def _table(
    resource: Resource, tables: Mapping[str, Any], table: str, keys: Iterable[str]
) -> dict[str, Any]:
    found = tables.get(table, {})
    if not isinstance(found, dict):
        raise _fault(resource, "", table, f"{table} must be a table: [{table}]")
    _known(resource, table, found, keys)
    return found


def _known(resource: Resource, table: str, found: Iterable[str], keys: Iterable[str]) -> None:
    known = set(keys)
    for key in found:
        if key not in known:
            kind = f"key in [{table}]" if table else "table or key"
            raise _fault(resource, table, key, str(unknown(kind, key, known)))


def _strings(resource: Resource, table: str, key: str, value: Any) -> tuple[bytes, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        where = f"{table}.{key}" if table else key
        raise _fault(resource, table, key, f'{where} must be a list of strings, as in ["a", "b"]')
    return tuple(one.encode() for one in value)


def _fault(resource: Resource, table: str, key: str, what: str) -> InputError:
    """A fault at a key of a table; at the top of the file if the key cannot be found in the text."""
    text, at = resource.content, 0
    if table:
        head = re.search(rb"^\s*\[\s*" + re.escape(table.encode()) + rb"\s*\]", text, re.MULTILINE)
        at = head.end() if head else 0
    name = re.escape(key.encode())
    found = re.compile(rb"^[\s\[\"']*?(" + name + rb")[\"']?\s*[]=.]", re.MULTILINE).search(
        text, at
    )
    return resource.fault(what, found.start(1) if found else at)
