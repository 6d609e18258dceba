"""Trees to dependencies by head rules: every phrase has a head, and its other parts depend on it."""

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.kernels import heads as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.model.outcome import Note
from karat.model.places import parent_rows
from karat.views import edit
from karat.views.deps import headrules
from karat.views.deps.fixed import join_fixed
from karat.views.deps.gaps import with_places
from karat.views.deps.headrules import Compiled
from karat.views.deps.hung import Hung
from karat.views.deps.kinds import Kind, classify, with_new_labels
from karat.views.deps.labels import edge_labels
from karat.views.deps.phrases import Phrases
from karat.views.deps.traces import with_fillers
from karat.views.inventories import unread
from karat.views.nulls import nulls, without_nulls
from karat.views.profile import as_ptb, grammar_of

FORMAT = "conllu"


def deps(bank: Bank, heads: str = "ud", profile: Profile | str = DEFAULT) -> Bank:
    """The same trees with the layer ``edges``, without null elements.

    ``heads`` names a table of head rules: collins, magerman, ud (content words, first conjuncts), or
    a file. ``profile`` is a grammar profile, which says what labels and tags are in the Penn Treebank.
    The head of a tree is a root: a forest has several roots, and a word in no tree is one.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ is) (PP (IN in) (NP (NN town)))))")
    >>> deps(bank).layers["edges"]["head"].tolist()
    [1, 4, 4, 4, -1]
    >>> deps(bank, heads="collins").layers["edges"]["head"].tolist()
    [1, 2, -1, 2, 3]
    """
    rules = headrules.load(heads)
    if not bank.has_trees:
        raise InputError(f"{bank.path} has no trees; the view deps makes dependencies from trees")
    grammar = grammar_of(profile)
    full, null = as_ptb(bank, grammar), nulls(bank, grammar)
    bank = without_nulls(bank, grammar)
    read = as_ptb(bank, grammar)
    parents = parent_rows(read)
    if "traces" in rules.moved:
        read, parents = with_fillers(full, null, read)
    hung = hang(read, heads, parents)
    above, label = join_fixed(read, rules.fixed, hung, hung.head, edge_labels(read, rules, hung))
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    head = np.where(above >= 0, above - first, -1).astype(np.int32)
    table = Table(bank.token_offset, {"head": head, "label": label}, interned=frozenset({"label"}))
    return bank.with_layers(edges=table)


def notes(bank: Bank, profile: Profile | str = DEFAULT) -> tuple[Note, ...]:
    """What to tell the user about a Bank: sentences most of whose labels or tags are not understood."""
    return unread(bank, grammar_of(profile))


def hang(bank: Bank, heads: str, parents: Ints) -> Hung:
    """Find the head of every word by a table of head rules; ``parents`` are those of brackets."""
    rules = headrules.load(heads)
    begin, items = edit.contents(bank, parents)
    kinds, tag_kind, bracket_kind = classify(bank, rules.words)
    if rules.moved:
        phrases = Phrases.of(begin, items, bracket_kind, tag_kind, kinds)
        after, parents = with_places(bank, parents, phrases, rules.moved)
        begin, items = edit.contents(after, parents)
        kinds, bracket_kind = with_new_labels(kinds, bracket_kind, bank, after)
    table = headrules.compile_for(heads, tuple(kinds))
    words = items >= 0
    kind, governor, chosen = np.empty((3, len(items)), np.int32)
    kind[words] = tag_kind[items[words]]
    kind[~words] = bracket_kind[~items[~words]]
    joined: Flags = np.empty(len(items), np.int8)
    kernel.govern(
        begin, items, kind, _categories(bank, kinds, bracket_kind, table),
        kernel.Rules(
            table.step_begin, table.side, table.conditional, table.of, table.when, table.unless,
            table.separator, table.family, table.shared, table.leaning, table.mixed,
        ),
        rules.coordination, np.empty(len(table.side), np.int8), chosen, governor, joined,
    )  # fmt: skip
    if rules.roles:
        kernel.refine(begin, kind, table.role, governor, joined, chosen, np.empty_like(chosen))
    head, item = _heads_of_words(len(bank.tag), begin, items, governor)
    return Hung(
        kinds,
        tag_kind,
        bracket_kind,
        begin,
        items,
        kind,
        governor,
        joined,
        head,
        item,
        parents,
        table,
    )


def _heads_of_words(words: int, begin: Longs, items: Ints, governor: Ints) -> tuple[Ints, Ints]:
    """From governors of items to the head of each word, and the highest item that it heads."""
    # The head of each bracket, encoded as in ``contents``: a word, ~row of a bracket, or -1: none.
    # No bracket holds row 0, so -1 has only one meaning.
    first: Longs = np.full(len(begin) - 1, -1)
    chosen = np.flatnonzero(governor < 0)
    first[np.repeat(np.arange(len(first)), np.diff(begin))[chosen]] = items[chosen]
    inner = np.flatnonzero(first < -1)
    while len(inner):  # down to a word
        first[inner] = first[~first[inner]]
        inner = inner[first[inner] < -1]
    one, brackets = items.copy(), np.flatnonzero(items < 0)
    one[brackets] = first[~items[brackets]]
    rows = np.flatnonzero((governor >= 0) & (one >= 0))
    head, item = np.full(words, -1, np.int32), np.full(words, -1, np.int32)
    head[one[rows]] = one[governor[rows]]
    item[one[rows]] = rows
    return head, item


def _categories(bank: Bank, kinds: list[Kind], bracket_kind: Ints, table: Compiled) -> Ints:
    """The number of the rules that apply to each bracket."""
    numbers = np.array([_rules_for(kind, table) for kind in kinds], np.int32)
    category = numbers[bracket_kind] if len(kinds) else bank.label.copy()
    if "THERE" in table.number:
        category[_existential(bank)] = table.number["THERE"]
    return category


def _rules_for(kind: Kind, table: Compiled) -> int:
    """The rules for NP-PRD, else for NP, else for everything."""
    names = [f"{kind.base}-{one}" for one in sorted(kind.functions)]
    found = (table.number.get(name) for name in (*names, kind.base, "*"))
    return next(number for number in found if number is not None)


def _existential(bank: Bank) -> Bools:
    """The verb phrases beside an existential *there*, and the verb phrases inside these."""
    found, beside = np.zeros((2, len(bank.label) + 1), np.bool_)
    there = edit.among(bank, (b"EX",))[bank.tag]
    if there.any():
        parent = edit.parent_rows(bank)
        around = edit.around_words(bank)[there]
        beside[parent[around[around >= 0]]] = True
        beside[-1] = False
        for row in np.flatnonzero(edit.among(bank, (b"VP",))[bank.label]).tolist():
            found[row] = beside[parent[row]] or found[parent[row]]
    return found[:-1]
