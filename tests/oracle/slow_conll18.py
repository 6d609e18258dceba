"""The CoNLL 2018 figures word by word, written from the description of the script, in no hurry."""

from dataclasses import dataclass, field

UNIVERSAL = set(
    """PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm
    Mood Tense Aspect Voice Evident Polarity Person Polite""".split()  # noqa: SIM905  # a list to read
)
CONTENT = set(
    """nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod
    appos nummod acl amod conj fixed flat compound list parataxis orphan goeswith reparandum root
    dep""".split()  # noqa: SIM905  # a list to read
)
FUNCTIONAL = {"aux", "cop", "mark", "det", "clf", "case", "cc"}
SPACES = "  " + "".join(map(chr, range(0x2000, 0x200B))) + "   　"


@dataclass(eq=False)
class Word:
    """A word, its place in the text, and what hangs on it."""

    start: int
    end: int
    several: bool
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    parent: "Word | None" = None
    children: list["Word"] = field(default_factory=list)


@dataclass
class Text:
    """A file: its characters, and everything with its place in them."""

    characters: str
    tokens: list[tuple[int, int]]
    sentences: list[tuple[int, int]]
    words: list[Word]


def read(text: str) -> Text:
    """A file that is known to be right."""
    result = Text("", [], [], [])
    for block in text.split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line and line[0] != "#"]
        if not rows:
            continue
        first = len(result.words)
        begin = len(result.characters)
        until = 0
        place = (0, 0)
        for row in rows:
            if "." in row[0]:
                continue
            several = "-" in row[0]
            inside = not several and int(row[0]) <= until
            form = row[1]
            if not inside:
                form = "".join(c for c in form if c not in SPACES)
                place = (len(result.characters), len(result.characters) + len(form))
                result.characters += form
                result.tokens.append(place)
            if several:
                until = int(row[0].split("-")[1])
                continue
            feats = "|".join(sorted(f for f in row[5].split("|") if f.split("=")[0] in UNIVERSAL))
            result.words.append(
                Word(
                    *place, inside, form, row[2], row[3], row[4], feats,
                    int(row[6]), row[7].split(":")[0],
                )
            )  # fmt: skip
        for word in result.words[first:]:
            if word.head:
                word.parent = result.words[first + word.head - 1]
                if word.deprel in FUNCTIONAL:
                    word.parent.children.append(word)
        result.sentences.append((begin, len(result.characters)))
    return result


def longest(gold: list[str], system: list[str]) -> list[tuple[int, int]]:
    """Pairs of a longest common subsequence, taken greedily from the front."""
    if not gold or not system:
        return []
    if gold[0] == system[0]:
        return [(0, 0)] + [(g + 1, s + 1) for g, s in longest(gold[1:], system[1:])]
    without_gold = [(g + 1, s) for g, s in longest(gold[1:], system)]
    without_system = [(g, s + 1) for g, s in longest(gold, system[1:])]
    return without_gold if len(without_gold) >= len(without_system) else without_system


def aligned(gold: Text, system: Text) -> dict[Word, Word]:
    """From gold words to system words."""
    pairs: dict[Word, Word] = {}
    g = s = 0
    ours, theirs = gold.words, system.words
    while g < len(ours) and s < len(theirs):
        if not (ours[g].several or theirs[s].several):
            here, there = (ours[g].start, ours[g].end), (theirs[s].start, theirs[s].end)
            if here == there:
                pairs[ours[g]] = theirs[s]
                g, s = g + 1, s + 1
            elif here[0] <= there[0]:
                g += 1
            else:
                s += 1
            continue
        if ours[g].several:
            end = ours[g].end
            if not theirs[s].several and theirs[s].start < ours[g].start:
                s += 1
        else:
            end = theirs[s].end
            if ours[g].start < theirs[s].start:
                g += 1
        g0, s0 = g, s

        def inside(words: list[Word], i: int, end: int) -> bool:
            if i >= len(words):
                return False
            return words[i].start < end if words[i].several else words[i].end <= end

        while inside(ours, g, end) or inside(theirs, s, end):
            if g < len(ours) and (s >= len(theirs) or ours[g].start <= theirs[s].start):
                end = max(end, ours[g].end) if ours[g].several else end
                g += 1
            else:
                end = max(end, theirs[s].end) if theirs[s].several else end
                s += 1
        for i, j in longest(
            [w.form.lower() for w in ours[g0:g]], [w.form.lower() for w in theirs[s0:s]]
        ):
            pairs[ours[g0 + i]] = theirs[s0 + j]
    return pairs


def counts(gold_text: str, system_text: str) -> dict[str, int]:
    """Every count of every figure."""
    gold, system = read(gold_text), read(system_text)
    assert gold.characters == system.characters
    pairs = aligned(gold, system)
    back = {theirs: ours for ours, theirs in pairs.items()}
    result: dict[str, int] = {}
    for name, ours, theirs in (
        ("Tokens", gold.tokens, system.tokens),
        ("Sentences", gold.sentences, system.sentences),
    ):
        result |= {
            f"{name}_gold": len(ours),
            f"{name}_system": len(theirs),
            f"{name}_correct": len(set(ours) & set(theirs)),
        }
    result |= {
        "Words_gold": len(gold.words),
        "Words_system": len(system.words),
        "Words_correct": len(pairs),
    }

    def head(word: Word) -> object:
        return None if word.parent is None else back.get(word.parent, "nowhere")

    def looks(word: Word) -> tuple[str, str, str]:
        return word.deprel, word.upos, word.feats

    def las(ours: Word, theirs: Word) -> bool:
        return ours.parent is head(theirs) and ours.deprel == theirs.deprel

    def lemma(ours: Word, theirs: Word) -> bool:
        return ours.lemma in ("_", theirs.lemma)

    def children(ours: Word, theirs: Word) -> bool:
        return [(c, looks(c)) for c in ours.children] == [
            (back.get(c), looks(c)) for c in theirs.children
        ]

    tests = {
        "UPOS": lambda a, b: a.upos == b.upos,
        "XPOS": lambda a, b: a.xpos == b.xpos,
        "UFeats": lambda a, b: a.feats == b.feats,
        "AllTags": lambda a, b: (a.upos, a.xpos, a.feats) == (b.upos, b.xpos, b.feats),
        "Lemmas": lemma,
        "UAS": lambda a, b: a.parent is head(b),
        "LAS": las,
        "CLAS": las,
        "MLAS": lambda a, b: las(a, b) and looks(a) == looks(b) and children(a, b),
        "BLEX": lambda a, b: las(a, b) and lemma(a, b),
    }
    for name, test in tests.items():
        wanted = (lambda w: w.deprel in CONTENT) if name in ("CLAS", "MLAS", "BLEX") else bool
        kept = {a: b for a, b in pairs.items() if wanted(a)}
        result |= {
            f"{name}_gold": sum(map(bool, map(wanted, gold.words))),
            f"{name}_system": sum(map(bool, map(wanted, system.words))),
            f"{name}_aligned": len(kept),
            f"{name}_correct": sum(test(a, b) for a, b in kept.items()),
        }
    return result
