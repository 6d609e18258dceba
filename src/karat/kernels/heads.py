# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Choose the head of every bracket by a table of rules, and what its other items depend on.

The children of a bracket are its items; ``kind`` is the number of the class of each item. The
rules of a category are steps ``step_begin[c]`` up to ``step_begin[c + 1]``, tried in order: the
first item from a side that belongs to the step's set is the head. A set is a row of ``of``, one
flag for each class; ``when`` and ``unless`` are sets of which one must, or none may, be in the
bracket. The last step of each category takes any item.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
FlagTable = cython.typedef(cython.const[cython.schar][:, ::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)


# What words are in names, as ``ROLES`` of views/deps/headrules.py has them.
PROPER = cython.declare(cython.int, 1)
GENERIC = cython.declare(cython.int, 2)  # a common noun too, as University
TITLE = cython.declare(cython.int, 3)
COMMON = cython.declare(cython.int, 4)
HYPHEN = cython.declare(cython.int, 5)
GIVEN = cython.declare(cython.int, 6)
ADJECTIVAL = cython.declare(cython.int, 7)
INITIAL = cython.declare(cython.int, 8)
OPENER = cython.declare(cython.int, 9)  # a determiner, adjective or possessive before a name
NUMBER = cython.declare(cython.int, 10)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def in_name(role: cython.int) -> cython.bint:
    """Whether a word with this role can be part of a name."""
    return 0 < role < COMMON or HYPHEN < role < OPENER


@cython.cclass
class Rules:
    """The steps of all categories, as above, and what kinds of items are."""

    step_begin: Ints
    side: Flags
    conditional: Flags
    of: FlagTable
    when: FlagTable
    unless: FlagTable
    separator: Flags
    family: Flags
    shared: Flags
    leaning: Flags
    mixed: Flags

    def __init__(self, *columns):
        (
            self.step_begin, self.side, self.conditional, self.of, self.when, self.unless,
            self.separator, self.family, self.shared,
            self.leaning, self.mixed,
        ) = columns  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose(
    kind: Ints, lo: Size, hi: Size, first: Size, last: Size, allowed: Flags, rules: Rules
) -> Size:
    """The item between ``lo`` and ``hi`` that is the head by the steps that are allowed."""
    for step in range(first, last):
        if not allowed[step]:
            continue
        if rules.side[step] == 0:
            for i in range(lo, hi):
                if rules.of[step, kind[i]]:
                    return i
        else:
            for i in range(hi - 1, lo - 1, -1):
                if rules.of[step, kind[i]]:
                    return i
    return lo


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_any(kind: Ints, lo: Size, hi: Size, table: FlagTable, step: Size) -> cython.bint:
    """Whether an item belongs to a step's set in this table."""
    for i in range(lo, hi):
        if table[step, kind[i]]:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lean(lo: Size, hi: Size, kind: Ints, governor: IntsOut, rules: Rules) -> cython.void:
    """Hang an adverb between the head and a later item like the head on the latter.

    As in *it rained, so we left*: *so* and *we left* depend on *it rained*, two clauses.
    """
    for i in range(lo + 1, hi - 1):
        head = governor[i]
        if (
            rules.leaning[kind[i]]
            and lo <= head < i
            and governor[i + 1] == head
            and rules.family[kind[i + 1]] != 0
            and rules.family[kind[i + 1]] == rules.family[kind[head]]
        ):
            governor[i] = i + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def joins_modifiers(
    kind: Ints, lo: Size, hi: Size, mark: Size, chosen: Ints, rules: Rules
) -> cython.bint:
    """Whether the only coordinator stands between two modifiers of a head after them.

    As in *patent and copyright systems*: words of one family, which may modify, are its neighbours.
    """
    if mark <= lo or mark + 1 >= hi or chosen[mark - 1] != mark - 1 or chosen[mark + 1] <= mark + 1:
        return False
    for i in range(lo, hi):
        if i != mark and rules.separator[kind[i]]:
            return False
    before = kind[mark - 1]
    after = kind[mark + 1]
    return (
        rules.shared[before] != 0
        and rules.shared[after] != 0
        and rules.family[before] == rules.family[after]
    )


def govern(
    begin: Longs,
    items: Ints,
    kind: Ints,
    category: Ints,
    rules: Rules,
    coordination: cython.int,
    allowed: FlagsOut,
    chosen: IntsOut,
    governor: IntsOut,
    joined: FlagsOut,
):
    """For each item, the item of its bracket that it depends on; -1 for the head of the bracket.

    ``separator`` is 1 for coordinators, 2 for commas and the like. ``coordination`` is 0 if
    nothing special is done, 1 if a head after a coordinator is replaced by the item before the
    coordinator, 2 if the first conjunct is the head. Then the stretches between separators are
    conjuncts if their heads are of one ``family``; the others depend on the first (``joined`` is 1),
    and each separator on the conjunct after it (2). If the two neighbours of the coordinator are of
    one family and the head is of another, only these two are conjuncts; so are two ``shared`` words
    that modify the head (*patent and copyright systems*). Two items with nothing but a coordinator
    between them are conjuncts whatever they are, and so are the stretches of a ``mixed`` category. What follows the last of several words that are
    conjuncts belongs to the first (*buy and sell shares*). ``items`` is negative for brackets.
    ``conditional`` bits: 1 ``when``, 2 ``unless``. ``allowed`` has room for every step and
    ``chosen`` for every item.
    """
    alike: cython.bint
    pair: cython.bint
    words: cython.bint
    separator, family = rules.separator, rules.family
    with cython.nogil:
        for row in range(category.shape[0]):
            lo = begin[row]
            hi = begin[row + 1]
            if lo == hi:
                continue
            first = rules.step_begin[category[row]]
            last = rules.step_begin[category[row] + 1]
            for step in range(first, last):
                allowed[step] = 1
                if rules.conditional[step] & 1 and not has_any(kind, lo, hi, rules.when, step):
                    allowed[step] = 0
                if rules.conditional[step] & 2 and has_any(kind, lo, hi, rules.unless, step):
                    allowed[step] = 0
            head = choose(kind, lo, hi, first, last, allowed, rules)
            if coordination == 1 and head > lo + 1 and separator[kind[head - 1]] == 1:
                head -= 2
            mark = -1
            for i in range(lo, hi):
                governor[i] = head
                joined[i] = 0
                if coordination == 2 and i > lo and i + 1 < hi and separator[kind[i]] == 1:
                    mark = i
            governor[head] = -1
            if mark < 0:
                lean(lo, hi, kind, governor, rules)
                continue
            # The stretches, each item with the head of its stretch; separators have none.
            start = lo
            for i in range(lo, hi + 1):
                if i == hi or separator[kind[i]]:
                    if i > start:
                        j = choose(kind, start, i, first, last, allowed, rules)
                        for after in range(start, i):
                            chosen[after] = j
                    if i < hi:
                        chosen[i] = -1
                    start = i + 1
            j = -1
            for i in range(mark + 1, hi):
                if chosen[i] >= 0:
                    j = chosen[i]
                    break
            if j < 0:
                continue
            kin = family[kind[j]]
            conjuncts = 0
            parts = 0
            for i in range(lo, hi):
                if separator[kind[i]] == 0:
                    parts += 1
                if chosen[i] == i and family[kind[i]] == kin:
                    conjuncts += 1
            alike = kin != 0 and kin == family[kind[head]] and conjuncts > 1
            pair = not alike and parts == 2 and mark > lo and chosen[mark + 1] >= 0
            if rules.mixed[category[row]]:
                pair = True
            if head > mark + 1 and joins_modifiers(kind, lo, hi, mark, chosen, rules):
                governor[mark - 1] = head
                governor[mark + 1] = mark - 1
                joined[mark + 1] = 1
                governor[mark] = mark + 1
                joined[mark] = 2
                continue
            if not alike and not pair:
                # The items next to a coordinator are joined, not the heads of the stretches.
                for i in range(lo + 1, hi - 1):
                    if separator[kind[i]] != 1 or chosen[i - 1] < 0 or chosen[i + 1] < 0:
                        continue
                    kin = family[kind[i - 1]]
                    if kin and kin == family[kind[i + 1]] and i - 1 != head and i + 1 != head:
                        governor[i + 1] = i - 1
                        joined[i + 1] = 1
                        governor[i] = i + 1
                        joined[i] = 2
                continue
            head = -1
            for i in range(lo, hi):
                if chosen[i] == i and (pair or family[kind[i]] == kin):
                    if head < 0:
                        head = i
                        governor[i] = -1
                    else:
                        governor[i] = head
                        joined[i] = 1
            # From the right: separators depend on the conjunct after them, the rest on its own.
            after = -1
            words = items[head] >= 0 and head + 1 < hi and separator[kind[head + 1]] != 0
            for i in range(hi - 1, lo - 1, -1):
                j = chosen[i]
                if j >= 0 and (pair or family[kind[j]] == kin):
                    after = j
                    if i != j:
                        governor[i] = head if words and i > j and items[j] >= 0 else j
                elif j >= 0:
                    governor[i] = head
                else:
                    governor[i] = after if after >= 0 and after != head else head
                    joined[i] = 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def move(lo: Size, hi: Size, governor: IntsOut, moved: Ints) -> cython.void:
    """Replace item i by moved[i]: items that depended on i now depend on that, and so does i."""
    for i in range(lo, hi):
        above = governor[i]
        if above >= 0 and moved[above] >= 0 and moved[above] != i:
            governor[i] = moved[above]
    for i in range(lo, hi):
        if moved[i] >= 0:
            if governor[moved[i]] == i or governor[moved[i]] == moved[i]:
                governor[moved[i]] = governor[i]
            governor[i] = moved[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def goes_in_circles(lo: Size, hi: Size, governor: Ints, seen: IntsOut) -> cython.bint:
    """Whether an item depends on itself, over others; ``seen`` is scratch."""
    above: Size
    for i in range(lo, hi):
        seen[i] = -1
    for i in range(lo, hi):
        above = i
        while above >= 0 and seen[above] < 0:
            seen[above] = i
            above = governor[above]
        if above >= 0 and seen[above] == i:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def promote(
    lo: Size, hi: Size, old: Size, top: Size, governor: IntsOut, joined: FlagsOut
) -> cython.void:
    """Give one item the place of another: its governor, its dependents, its part in a coordination."""
    if old == top or governor[old] == top:
        return
    for i in range(lo, hi):
        if governor[i] == old:
            governor[i] = top
    governor[top] = governor[old]
    governor[old] = top
    joined[top] = joined[old]
    joined[old] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_person(kind: Ints, role: Flags, lo: Size, run: Size, first: Size, end: Size) -> cython.bint:
    """Whether the words of a name from ``first`` are given name and surname.

    They are not if the last is a common noun too. They are after a title, with an initial, or if the
    first is a known given name; after a common noun; and if nothing opens the phrase before them.
    """
    if end - first < 2 or role[kind[end - 1]] == GENERIC:
        return False
    if first > run or role[kind[first]] == GIVEN:
        return True
    if role[kind[first]] == ADJECTIVAL or role[kind[first]] == GENERIC:
        return False
    for i in range(first, end):
        if role[kind[i]] == INITIAL:
            return True
    return run == lo or role[kind[run - 1]] < OPENER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hang_name(
    lo: Size,
    hi: Size,
    run: Size,
    end: Size,
    kind: Ints,
    role: Flags,
    governor: IntsOut,
    joined: FlagsOut,
) -> cython.void:
    """Hang the words of a name, from ``run`` up to ``end``, on its head, and the name on its noun."""
    first = run
    for i in range(run, end - 1):
        if role[kind[i]] == TITLE:
            first = i + 1
    person = is_person(kind, role, lo, run, first, end)
    top = first if person else end - 1
    old = end - 1
    for i in range(run, end):
        if governor[i] < 0 or joined[i]:
            old = i
    promote(lo, hi, old, top, governor, joined)
    for i in range(run, end):
        if i != top and role[kind[i]] != HYPHEN:
            governor[i] = first - 1 if i < first - 1 else top
            joined[i] = 0
    if (
        not person
        and end - first > 2
        and role[kind[first]] == GIVEN
        and role[kind[first + 1]] == PROPER
    ):
        governor[first + 1] = first
    if (
        run > lo
        and first == run
        and role[kind[run - 1]] == COMMON
        and role[kind[end - 1]] != GENERIC
    ):
        promote(lo, hi, top, run - 1, governor, joined)
        for i in range(run, end):
            if i != top and governor[i] == run - 1 and role[kind[i]] != HYPHEN:
                governor[i] = top


def refine(
    begin: Longs, kind: Ints, role: Flags, governor: IntsOut, joined: FlagsOut, moved: IntsOut,
    before: IntsOut,
):  # fmt: skip
    """Change the governors of names and of hyphenated words, which depend on the order of words.

    By their ``role``, the constants above: in the name of a person, the first word after the titles is
    the head, in other names the last word; titles depend on the name. A common noun right before a
    name is the head of the name. The item before a hyphen depends on the item after it. ``moved`` and
    ``before`` are scratch for every item.
    """
    any_: cython.bint
    with cython.nogil:
        for row in range(begin.shape[0] - 1):
            lo = begin[row]
            hi = begin[row + 1]
            any_ = False
            for i in range(lo, hi):
                moved[i] = -1
                before[i] = governor[i]
                if role[kind[i]] and role[kind[i]] != COMMON and role[kind[i]] < OPENER:
                    any_ = True
            if not any_:
                continue
            i = lo
            while i < hi:
                if not in_name(role[kind[i]]):
                    i += 1
                    continue
                j = i
                while j < hi and (
                    in_name(role[kind[j]])
                    or (role[kind[j]] == HYPHEN and j + 1 < hi and role[kind[j + 1]] == PROPER)
                ):
                    j += 1
                hang_name(lo, hi, i, j, kind, role, governor, joined)
                i = j
            if goes_in_circles(lo, hi, governor, moved):
                for i in range(lo, hi):
                    governor[i] = before[i]
            for i in range(lo, hi):
                moved[i] = -1
                before[i] = governor[i]
            for i in range(lo + 1, hi - 1):
                if (
                    role[kind[i]] == HYPHEN
                    and role[kind[i + 1]] != HYPHEN
                    and role[kind[i - 1]] != HYPHEN
                ):
                    if governor[i + 1] == i - 1 and role[kind[i + 1]] == PROPER:
                        continue
                    if role[kind[i + 1]] == NUMBER and role[kind[i - 1]] == PROPER:
                        # STS-133
                        promote(lo, hi, i + 1, i - 1, governor, joined)
                        continue
                    # In Make-A-Wish, A has just taken the place of Make.
                    if (
                        governor[i - 1] == -1
                        or governor[i + 1] == i - 1
                        or (i > lo + 2 and moved[i - 3] == i - 1)
                    ):
                        moved[i - 1] = i + 1
                    else:
                        governor[i - 1] = i + 1
            move(lo, hi, governor, moved)
            if goes_in_circles(lo, hi, governor, moved):
                # As in "pre- and post-war": then hyphens join nothing.
                for i in range(lo, hi):
                    governor[i] = before[i]
