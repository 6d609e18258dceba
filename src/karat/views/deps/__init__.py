"""Trees to dependencies by head rules: every phrase has a head, and its other parts depend on it."""

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.kernels import heads as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.views import edit
from karat.views.deps import headrules
from karat.views.deps.headrules import Compiled, HeadRules, Kind
from karat.views.deps.hung import Hung
from karat.views.deps.objects import label_objects
from karat.views.nulls import without_nulls
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
    bank = without_nulls(bank, grammar)
    read = as_ptb(bank, grammar)
    hung = hang(read, heads)
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    head = np.where(hung.head >= 0, hung.head - first, -1).astype(np.int32)
    label = edge_labels(read, rules, hung)
    table = Table(bank.token_offset, {"head": head, "label": label}, interned=frozenset({"label"}))
    return bank.with_layers(edges=table)


def hang(bank: Bank, heads: str) -> Hung:
    """Find the head of every word by a table of head rules."""
    rules = headrules.load(heads)
    begin, items = edit.contents(bank)
    kinds, tag_kind, label_kind = classes(bank, rules)
    table = headrules.compile_for(heads, tuple(kinds))
    words = items >= 0
    kind, governor, chosen = np.empty((3, len(items)), np.int32)
    kind[words] = tag_kind[items[words]]
    kind[~words] = label_kind[bank.label[~items[~words]]]
    joined: Flags = np.empty(len(items), np.int8)
    kernel.govern(
        begin, kind, _categories(bank, kinds, label_kind, table),
        kernel.Rules(
            table.step_begin, table.side, table.conditional, table.of, table.when, table.unless,
            table.separator, table.family,
        ),
        rules.coordination, np.empty(len(table.side), np.int8), chosen, governor, joined,
    )  # fmt: skip
    if rules.roles:
        kernel.refine(begin, kind, table.role, governor, chosen, np.empty_like(chosen))
    head, item = _heads_of_words(len(bank.tag), begin, items, governor)
    return Hung(
        kinds, tag_kind, label_kind, begin, items, kind, governor, joined, head, item, table
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


def classes(bank: Bank, rules: HeadRules) -> tuple[list[Kind], Ints, Ints]:
    """The classes of items, the class of each word, and the class of each label."""
    strings = bank.labels.strings()
    used = np.union1d(bank.tag, bank.label)
    label_kind: Ints = np.zeros(len(strings), np.int32)
    label_kind[used] = np.arange(len(used))
    kinds = [Kind.of(strings[number]) for number in used.tolist()]
    tag_kind = label_kind[bank.tag]
    plain = tag_kind.copy()
    done: Bools = np.zeros(len(bank.tag), np.bool_)
    for name, (tags, words) in rules.words.items():
        numbers = [n for n, kind in enumerate(kinds[: len(used)]) if kind.base in tags]
        found = ~done & np.isin(plain, numbers)
        if words:
            found &= edit.spelt(bank, words)
        done |= found
        for number in np.unique(plain[found]).tolist():
            tag_kind[found & (plain == number)] = len(kinds)
            kinds.append(Kind(kinds[number].base, frozenset(), name))
    return kinds, tag_kind, label_kind


def _categories(bank: Bank, kinds: list[Kind], label_kind: Ints, table: Compiled) -> Ints:
    """The number of the rules that apply to each bracket."""
    other = table.number["*"]
    numbers = np.array([table.number.get(kind.base, other) for kind in kinds], np.int32)
    category = numbers[label_kind[bank.label]] if len(kinds) else bank.label.copy()
    if "THERE" in table.number:
        category[_existential(bank)] = table.number["THERE"]
    return category


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


def edge_labels(bank: Bank, rules: HeadRules, hung: Hung) -> Ints:
    """The label of each word's link, as a number.

    The first rule of the table that fits gives the label. A table without such rules takes the
    function tags of the dependent phrase, or its category.
    """
    rows = np.flatnonzero(hung.item >= 0)
    item = hung.item[rows]
    label: Ints = np.full(len(bank.tag), bank.labels.intern(b"root"), np.int32)
    if rules.labels:
        label[rows] = _by_rules(bank, rules, hung, rows)
        label = label_objects(bank, rules, hung, label)
        _mark_passives(bank, rules, hung.head, label)
    else:
        names = [
            "-".join(sorted(f for f in kind.functions if f.isalpha())) or kind.base or "dep"
            for kind in hung.kinds
        ]
        numbers = [bank.labels.intern(name.encode("utf-8", "replace")) for name in names]
        label[rows] = np.array(numbers, np.int32)[hung.kind[item]]
    return label


def _by_rules(bank: Bank, rules: HeadRules, hung: Hung, rows: Longs) -> Ints:
    item = hung.item[rows]
    above = hung.governor[item]
    facts = {
        "head": hung.tag_kind[hung.head[rows]],
        "item": hung.kind[item],
        "governor": hung.kind[above],
        "parent": hung.label_kind[bank.label[hung.owner[item]]],
    }
    label: Ints = np.full(len(item), bank.labels.intern(b"dep"), np.int32)
    free: Bools = np.ones(len(item), np.bool_)
    for rule in rules.labels:
        fits = free.copy()
        for key, kind in facts.items():
            if key in rule:
                fits &= headrules.member(hung.kinds, rule[key].split())[kind] > 0
        if "side" in rule:
            fits &= (item < above) == (rule["side"] == "before")
        if "joined" in rule:
            fits &= hung.joined[item] == 1 + (rule["joined"] == "separator")
        label[fits] = bank.labels.intern(rule["label"].encode())
        free &= ~fits
    return label


def _mark_passives(bank: Bank, rules: HeadRules, head: Ints, label: Ints) -> None:
    """Subjects beside a passive auxiliary get the label that the table has for them."""
    if not rules.passive:
        return
    others = dict(rules.passive)
    beside = label == bank.labels.find(others.pop("beside", "").encode())
    passive: Bools = np.zeros(len(label) + 1, np.bool_)
    passive[head[beside]] = True
    passive[-1] = False
    for name, other in others.items():
        rows = passive[head] & (label == bank.labels.find(name.encode()))
        label[rows] = bank.labels.intern(other.encode())
