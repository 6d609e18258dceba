"""Labels of links: the first rule of a table that fits gives the label.

A rule ``[[labels]]`` of ``data/heads/NAME.toml`` asks about the item that hangs:

========================  =====================================================================
``item``                  the item itself: a bracket or a word
``word``                  the word that heads it
``first``                 its first child (a word is its own first child)
``has``, ``lacks``        one of its children, or none of them
``governor``, ``head``    the item that it hangs on, and the word that heads this in the end
``parent``, ``around``    the bracket that it is in, and the bracket around that
``beside``, ``apart``     another item in the same bracket, or none of them
``many``                  at least two other items in the same bracket
``side``                  ``before`` or ``after`` the governor
``joined``                ``conjunct`` or ``separator`` of a coordination
========================  =====================================================================

Each has a list of entries; one that begins with ``!`` must not match.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.layers import offsets
from karat.views.deps.expletives import mark_expletives
from karat.views.deps.headrules import FACTS, HeadRules
from karat.views.deps.hung import Hung
from karat.views.deps.objects import label_objects


def edge_labels(bank: Bank, rules: HeadRules, hung: Hung) -> Ints:
    """The label of each word's link, as a number.

    A table without rules for labels takes the function tags of the dependent phrase, or its category.
    """
    rows = np.flatnonzero(hung.item >= 0)
    label: Ints = np.full(len(bank.tag), bank.labels.intern(b"root"), np.int32)
    if rules.labels:
        label[rows] = _by_rules(bank, rules, hung, rows)
        label = label_objects(bank, rules, hung, label)
        label = mark_expletives(bank, rules, hung, label)
        _mark_passives(bank, rules, hung.head, label)
        _mark_infinitives(bank, rules, hung.head, label)
    else:
        names = [
            "-".join(sorted(f for f in kind.functions if f.isalpha())) or kind.base or "dep"
            for kind in hung.kinds
        ]
        numbers = [bank.labels.intern(name.encode("utf-8", "replace")) for name in names]
        label[rows] = np.array(numbers, np.int32)[hung.kind[hung.item[rows]]]
    return label


def _by_rules(bank: Bank, rules: HeadRules, hung: Hung, rows: Longs) -> Ints:
    facts = _facts(hung, rows)
    item = hung.item[rows]
    label: Ints = np.full(len(rows), bank.labels.intern(b"dep"), np.int32)
    free: Bools = np.ones(len(rows), np.bool_)
    # Most rules speak of a few classes of items, so the rows of each class lie together.
    by_class = np.argsort(facts["item"], kind="stable")
    begin = offsets(np.bincount(facts["item"], minlength=len(hung.kinds))).tolist()
    for rule in rules.labels:
        found = by_class
        if "item" in rule:
            classes = np.flatnonzero(hung.among(rule["item"])).tolist()
            parts = [by_class[begin[one] : begin[one + 1]] for one in classes]
            found = np.concatenate([by_class[:0], *parts])
        found = found[free[found]]
        for key in FACTS[1:]:
            if key in rule and len(found):
                found = found[_fits(hung, key, rule[key], item, facts, found)]
        if len(found):
            label[found] = bank.labels.intern(rule["label"].encode())
            free[found] = False
    return label


def _fits(
    hung: Hung, key: str, entries: str, items: Ints, facts: dict[str, Ints], rows: Longs
) -> Bools:
    """Which of these rows fit what a rule says about one fact."""
    found: Bools
    if key in facts:
        found = hung.among(entries)[facts[key][rows]]
        return found
    item = items[rows]
    if key == "side":
        found = (item < hung.governor[item]) == (entries == "before")
    elif key == "joined":
        found = hung.joined[item] == 1 + (entries == "separator")
    elif key in ("has", "lacks"):
        found = _children(hung, entries, item) == (key == "has")
    else:
        others = _siblings(hung, entries, item)
        found = others > 1 if key == "many" else (others > 0) == (key == "beside")
    return found


def _facts(hung: Hung, rows: Longs) -> dict[str, Ints]:
    """The classes of items that rules ask about, for each of these words."""
    item = hung.item[rows]
    owner = hung.owner[item]
    bracket = ~hung.items[item]
    kind = hung.kind[item]
    first, phrase = kind.copy(), bracket >= 0
    first[phrase] = hung.kind[hung.begin[bracket[phrase]]]
    return {
        "item": kind,
        "word": hung.tag_kind[rows],
        "first": first,
        "governor": hung.kind[hung.governor[item]],
        "head": hung.tag_kind[hung.head[rows]],
        "parent": hung.bracket_kind[owner],
        "around": hung.bracket_kind[hung.parents[owner]],
    }


def _children(hung: Hung, entries: str, item: Ints) -> Bools:
    """Whether each item is a bracket with a child that is one of these."""
    inside = np.append(hung.count(entries) > 0, False)
    bracket = ~hung.items[item]
    found: Bools = inside[np.where(bracket >= 0, bracket, -1)]
    return found


def _siblings(hung: Hung, entries: str, item: Ints) -> Longs:
    """How many other items of the same bracket are among these."""
    return hung.count(entries)[hung.owner[item]] - hung.among(entries)[hung.kind[item]]


def _mark_passives(bank: Bank, rules: HeadRules, head: Ints, label: Ints) -> None:
    """Subjects of passives get the label that the table has for them."""
    if not rules.passive:
        return
    others = dict(rules.passive)
    find = bank.labels.find
    beside = label == find(others.pop("beside", "").encode())
    passive = _heads(head, beside)
    if alone := others.pop("alone", ""):
        helped = _heads(head, np.isin(label, [find(name) for name in (b"aux", b"cop")]))
        passive[:-1] |= (bank.tag == find(alone.encode())) & ~helped[:-1]
    for name, other in others.items():
        rows = passive[head] & (label == find(name.encode()))
        label[rows] = bank.labels.intern(other.encode())


def _mark_infinitives(bank: Bank, rules: HeadRules, head: Ints, label: Ints) -> None:
    """Infinitives without a relative pronoun are no relative clauses."""
    named = {key: name.encode() for key, name in rules.infinitive.items()}
    if not named:
        return
    rows = label == bank.labels.find(named["relative"])
    to = (bank.tag == bank.labels.find(b"TO")) & (label == bank.labels.find(named["marker"]))
    pronouns = [bank.labels.find(tag) for tag in (b"WDT", b"WP", b"WP$", b"WRB")]
    rows &= (_heads(head, to) & ~_heads(head, np.isin(bank.tag, pronouns)))[:-1]
    label[rows] = bank.labels.intern(named["other"])


def _heads(head: Ints, chosen: Bools) -> Bools:
    """Which words are heads of chosen words; a row more for the root, which is none."""
    found: Bools = np.zeros(len(head) + 1, np.bool_)
    found[head[chosen]] = True
    found[-1] = False
    return found
