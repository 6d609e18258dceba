"""A slow scorer of grammatical relations, written from the specification and from nothing else.

A relation is (name, slots), slots a list of words as they stand between the brackets. Everything is
loops over lists; the hierarchy is the specification's indented list; a maximum matching is found by
trying all of them.
"""

from collections import Counter
from functools import cache

TREES = {
    "1999": """
dependent
 mod
  ncmod
  xmod
  cmod
 arg_mod
 arg
  subj
   ncsubj
   xsubj
   csubj
  subj_or_dobj
   +subj
   +dobj
  comp
   obj
    dobj
    obj2
    iobj
   clausal
    xcomp
    ccomp
""",
    "2006": """
dependent
 ta
 det
 aux
 conj
 passive
 arg_mod
  mod
   ncmod
   xmod
   cmod
   pmod
  arg
   subj
    ncsubj
    xsubj
    csubj
   subj_dobj
    +subj
    +dobj
   comp
    obj
     dobj
     obj2
     iobj
    clausal
     xcomp
     ccomp
    pcomp
""",
}
THD, HD, HDI, H = ("type head dependent", "head dependent", "head dependent initial", "head")


def each(names, slots):
    return dict.fromkeys(names.split(), slots)


SLOTS = {
    "1999": {
        **each("mod ncmod xmod cmod clausal xcomp ccomp iobj dependent arg", THD),
        "arg_mod": "type head dependent initial",
        **each("subj ncsubj xsubj csubj dobj", HDI),
        **each("obj2 comp obj subj_or_dobj", HD),
    },
    "2006": {
        **each("dependent mod ncmod xmod cmod arg_mod arg xcomp ccomp ta", THD),
        **each("pmod det subj_dobj comp obj dobj obj2 iobj clausal pcomp aux conj", HD),
        **each("subj ncsubj xsubj csubj", HDI),
        "passive": H,
    },
}  # fmt: skip


@cache
def tree(year):
    """Names in order, depth of each, set of all names above each (itself included)."""
    path, depth, above, second = [], {}, {}, []
    for line in TREES[year].strip().splitlines():
        level = len(line) - len(line.lstrip())
        name = line.strip()
        path = path[:level]
        if name.startswith("+"):
            second.append((name[1:], path[-1]))
            continue
        above[name] = {name, *path}
        depth[name] = level
        path.append(name)
    for name, parent in second:
        for lower in above:
            if name in above[lower]:
                above[lower] |= above[parent]
    return list(depth), depth, above


def parents(year, name):
    """Names one level above."""
    found, path = set(), []
    for line in TREES[year].strip().splitlines():
        level = len(line) - len(line.lstrip())
        path = path[:level]
        here = line.strip().lstrip("+")
        if here == name and path:
            found.add(path[-1])
        path.append(here)
    return found


def subsumer(year, one, other):
    """The deepest relation at or above both."""
    names, depth, above = tree(year)
    both = [name for name in names if name in above[one] and name in above[other]]
    return max(both, key=lambda name: depth[name])


def slots_of(year, relation):
    """Slot names to values; a missing one is empty."""
    name, values = relation
    wanted = SLOTS[year][name].split()
    if len(values) == len(wanted):
        return dict(zip(wanted, values, strict=False))
    raise ValueError(relation)


def paper_slots(year, gold, system, untyped=True, which="all"):
    """Equality, but the system may leave a type empty."""
    g, s = slots_of(year, gold), slots_of(year, system)
    if g["head"] != s["head"] or g.get("dependent") != s.get("dependent"):
        return False
    compared = {"all": ("type", "initial"), "head+dependent": ()}.get(
        which, ("initial",) if gold[0] == "ncsubj" else ()
    )
    _, _, above = tree(year)
    for slot in compared:
        if slot not in g or slot not in s or g[slot] == s[slot]:
            continue
        family = {"mod", "iobj", "clausal"} & above[system[0]]
        if not (slot == "type" and untyped and s[slot] == "_" and family):
            return False
    return True


def paper_names(year, gold, system, mode, underspecified=True):
    _, _, above = tree(year)
    if gold == system or mode == "hier":
        return True
    if mode == "sub":
        return gold in above[system]
    return (
        mode == "exact" and underspecified
        and system in ("mod", "subj", "clausal") and system in above[gold]
    )  # fmt: skip


def most(table):
    """The greatest sum of a table's cells, no two in a row or column, by trying everything."""

    @cache
    def rest(row, used):
        if row == len(table):
            return 0
        found = rest(row + 1, used)
        for column, value in enumerate(table[row]):
            if value and not used >> column & 1:
                found = max(found, value + rest(row + 1, used | 1 << column))
        return found

    return rest(0, 0)


def paper(year, gold, system, mode="exact", underspecified=True, untyped=True, which="all"):
    """Counts by the paper: gold, system, matched, unlabelled."""
    _, _, above = tree(year)
    if mode != "exact":
        gold, system = passives(gold), passives(system)

    def levels(name):
        return len(above[name]) if mode == "hier" else 1

    agree = [[paper_slots(year, g, s, untyped, which) for s in system] for g in gold]
    table = [
        [
            agree[i][j]
            * paper_names(year, g[0], s[0], mode, underspecified)
            * levels(subsumer(year, g[0], s[0]))
            for j, s in enumerate(system)
        ]
        for i, g in enumerate(gold)
    ]
    return {
        "gold": sum(levels(g[0]) for g in gold),
        "system": sum(levels(s[0]) for s in system),
        "matched": most(table),
        "unlabelled": most([[int(cell) for cell in row] for row in agree]),
    }


def passives(relations):
    """Take out passives and turn their subjects' initial relation into obj."""
    verbs = {values[0] for name, values in relations if name == "passive"}
    found = []
    for name, values in relations:
        if name == "passive":
            continue
        if name == "ncsubj" and values[2] == "_" and values[0] in verbs:
            values = [*values[:2], "obj"]
        found.append((name, values))
    return found


def value_match(gold, system):
    """Equal; or neither is empty, and one is an ellipsis or a name that contains the other."""
    if gold == system:
        return True
    if "_" in (gold, system):
        return False
    if "ellip" in (gold, system):
        return True
    # Of two names of several words, the system's is the one that is searched.
    return gold in system if "_" in system else "_" in gold and system in gold


def greval_slots(year, gold, system, which="all"):
    g, s = slots_of(year, gold), slots_of(year, system)
    for slot in g:
        if slot not in s:
            continue
        if which == "head+dependent" and slot not in ("head", "dependent"):
            continue
        unwanted = slot == "type" or (slot == "initial" and gold[0] != "ncsubj")
        if which == "head+dependent+initial" and unwanted:
            continue
        if value_match(g[slot], s[slot]):
            continue
        loose = ["mod", "ncmod", "xmod", "cmod", "pmod", "arg", "xcomp", "ccomp", "ta"]
        if slot == "type" and system[0] in loose and "_" in (g[slot], s[slot]):
            continue
        return False
    return True


def greval(year, gold, system, mode, which="all"):
    """Rows of the program's table, relation to (gold, system, agreement), and how many pairs."""
    names, _depth, above = tree(year)
    gold = [r for r in gold if "NIL" not in r[1]]
    system = [r for r in system if "NIL" not in r[1]]
    if mode == "exact":
        pairs = greval_1999(year, gold, system, which)
    else:
        gold, system = passives(gold)[::-1], passives(system)[::-1]
        pairs = greval_2006(year, gold, system, mode, which)
    own = [Counter(g for g, _ in gold), Counter(s for s, _ in system)]
    if mode == "hier":
        own.append(Counter(subsumer(year, gold[i][0], system[j][0]) for i, j in pairs))
    else:
        own.append(Counter(system[j][0] for _, j in pairs))
    rows = {
        name: tuple(
            sum(
                n for lower, n in one.items()
                if name in above[lower] and (lower, name) != ("passive", "dependent")
            )
            for one in own
        )
        for name in names
    }  # fmt: skip
    return {name: row for name, row in rows.items() if any(row)}, len(pairs), own


def greval_macro(year, rows, own, mode):
    """Mean recall and precision: over the counts at every level in hier, else over own counts."""
    names = tree(year)[0]
    counts = rows if mode == "hier" else {name: tuple(one[name] for one in own) for name in names}
    scored = [count for count in counts.values() if count[0]]
    recall = sum(agree / gold for gold, _, agree in scored)
    precision = sum(agree / system for _, system, agree in counts.values() if system)
    return (recall / len(scored), precision / len(scored)) if scored else None


def greval_unlabelled(year, gold, system, which="all"):
    """How many system relations, in the order of the file, find a gold one under any name."""
    _, _, above = tree(year)
    gold, system = (passives([r for r in side if "NIL" not in r[1]]) for side in (gold, system))
    used = set()
    for s in system:
        taken = best = None
        for i, g in enumerate(gold):
            if i in used or not greval_slots(year, g, s, which):
                continue
            here = subsumer(year, g[0], s[0])
            if best is None or best in above[here]:
                taken, best = i, here
        if taken is not None:
            used.add(taken)
    return len(used)


def greval_1999(year, gold, system, which):
    _, _, above = tree(year)
    used, pairs = set(), []
    for j, s in enumerate(system):
        for i, g in enumerate(gold):
            if i in used:
                continue
            sizes = [len({"head", "dependent"} & set(slots_of(year, r))) for r in (g, s)]
            up = s[0] in parents(year, g[0])
            name = (
                g[0] == s[0]
                or (up and s[0] in ("mod", "subj", "obj", "clausal"))
                or (s[0] == "comp" and g[0] == "pcomp")
                or g[0] in above[s[0]]
            )
            if name and sizes[0] == sizes[1] and greval_slots(year, g, s, which):
                used.add(i)
                pairs.append((i, j))
                break
    return pairs


def greval_2006(year, gold, system, mode, which):
    _, _, above = tree(year)
    used, pairs = set(), []
    for i, g in enumerate(gold):
        taken = best = None
        for j, s in enumerate(system):
            if j in used or not greval_slots(year, g, s, which):
                continue
            if mode == "eq" and g[0] == s[0]:
                taken = j
                break
            if mode == "sub" and g[0] in above[s[0]]:
                taken = j
                break
            if mode == "hier":
                here = subsumer(year, g[0], s[0])
                if best is None or best in above[here]:
                    taken, best = j, here
        if taken is not None:
            used.add(taken)
            pairs.append((i, taken))
    return pairs
