"""Random gold and test files for EVALB, with a parameter file: usual ones and odd ones.

The test trees are gold trees that have been perturbed, so most lines are scored and many brackets
agree. `pair` also makes what parsers and people produce by mistake; `regular_pair` does not.

Kept out, because EVALB's behaviour is undefined there: surplus closing brackets (it reads before
its stack), anything beyond its limits (it writes past its arrays), and parameters without a value
(it reads past the line). What remains undefined is a line that ends inside a bracket and makes
EVALB read memory which no earlier line has filled, and DEBUG 2 quoting a bracket of 1000 bytes or
one that is not closed: whether that happens depends on the lines before, so the generator cannot
tell, and `slow_evalb` raises `Undefined`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

T = TypeVar("T")

PHRASES = b"S NP VP PP ADVP PRT A B C TOP NP-SBJ-1 NP=2 S-TPC PP-LOC-CLR X".split()
ODD_PHRASES = [b"", b"-NONE-", b"-LRB-", b"=X", b"-", b"A-B=C", b"\xc3\x89P", b",", b"QP" * 14]
WORD_TAGS = b"DT NN NNS VBD VBZ IN A B PRT RP RB -LRB- $ CD".split()
TAGS = [*WORD_TAGS, *b", . : -NONE-".split()]
ODD_TAGS = [b"", b"NN-X", b"NN=1", b"=", b"\xff", b"T" * 29, b"NP", b"TOP"]
QUOTE_TAGS = b"`` '' POS NN : CD VBZ".split()
QUOTE_WORDS = [b"'", b'"', b"/"]
WORDS = b"the The a dog dogs cat saw in , . : * 0 this that 50 %s %d -LRB-".split()
ODD_WORDS = [b"", b"caf\xc3\xa9", b"\xe9", b"\xa0", b"\x85", b"\xff", b"w" * 99, b"#", b"=", b"0-1"]
MOST_WORDS, MOST_BRACKETS, LONGEST_LINE = 200, 200, 4998


@dataclass
class Leaf:
    tag: bytes
    word: bytes


@dataclass
class Phrase:
    label: bytes
    children: list["Leaf | Phrase"] = field(default_factory=list)


Tree = Leaf | Phrase
Forest = list[Tree]


def chance(rng: Random, probability: float) -> bool:
    return rng.random() < probability


def mostly(rng: Random, usual: list[T], odd: list[T], share: float = 0.04) -> T:
    return rng.choice(odd if chance(rng, share) else usual)


def leaf(rng: Random) -> Leaf:
    if chance(rng, 0.1):
        return Leaf(rng.choice(QUOTE_TAGS), rng.choice(QUOTE_WORDS))
    return Leaf(mostly(rng, TAGS, ODD_TAGS), mostly(rng, WORDS, ODD_WORDS))


def sentence(rng: Random, most: int) -> list[Leaf]:
    return [leaf(rng) for _ in range(rng.randint(1, most))]


def tree(rng: Random, words: list[Leaf]) -> Tree:
    """A random tree over these words: mostly one to four daughters, seldom an empty one."""
    if len(words) == 1 and chance(rng, 0.7):
        return words[0]
    phrase = Phrase(mostly(rng, PHRASES, ODD_PHRASES))
    unary = len(words) == 1 or chance(rng, 0.1)
    splits = 0 if unary or not words else rng.randint(1, min(3, len(words) - 1))
    cuts = sorted(rng.sample(range(1, len(words)), splits))
    for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True):
        if start < end:
            phrase.children.append(tree(rng, words[start:end]))
        if chance(rng, 0.01):
            phrase.children.append(Phrase(mostly(rng, PHRASES, ODD_PHRASES)))
    return phrase


def forest(rng: Random) -> Forest:
    """What stands on one line: nearly always one tree, often below an empty or a TOP label."""
    if chance(rng, 0.01):
        return []
    if chance(rng, 0.01):
        return large_forest(rng)
    if chance(rng, 0.04):
        return [tree(rng, sentence(rng, 4)) for _ in range(rng.randint(2, 3))]
    root = tree(rng, [] if chance(rng, 0.02) else sentence(rng, 14))
    if chance(rng, 0.25):
        return [Phrase(rng.choice([b"", b"", b"TOP", b"ROOT"]), [root])]
    return [root]


def large_forest(rng: Random) -> Forest:
    """Up to the limits of EVALB: 200 words, 200 brackets, 20 quotes."""
    if chance(rng, 0.3):
        quotes: Forest = [leaf(rng) for _ in range(20)]
        return [Phrase(b"S", quotes)]
    words = rng.choice([100, 199, 200])
    short: Forest = [Leaf(rng.choice(TAGS), rng.choice(WORDS)) for _ in range(words)]
    root = Phrase(b"S", short)
    for _ in range(rng.choice([0, 50, 198, 199])):
        insert_bracket(rng, root)
    return [root]


def phrases(trees: Forest) -> list[Phrase]:
    """All phrases, in the order of their opening brackets."""
    found: list[Phrase] = []
    for each in trees:
        if isinstance(each, Phrase):
            found += [each, *phrases(each.children)]
    return found


def leaves(trees: Forest) -> list[Leaf]:
    found: list[Leaf] = []
    for each in trees:
        found += [each] if isinstance(each, Leaf) else leaves(each.children)
    return found


def copy(trees: Forest) -> Forest:
    return [
        Leaf(each.tag, each.word)
        if isinstance(each, Leaf)
        else Phrase(each.label, copy(each.children))
        for each in trees
    ]


def insert_bracket(rng: Random, phrase: Phrase) -> None:
    start = rng.randint(0, len(phrase.children))
    end = rng.randint(start, min(len(phrase.children), start + 5))
    if start == end and chance(rng, 0.9):
        return  # few brackets without words
    children = phrase.children[start:end]
    phrase.children[start:end] = [Phrase(mostly(rng, PHRASES, ODD_PHRASES), children)]


def drop_bracket(rng: Random, phrase: Phrase) -> None:
    inner = [n for n, child in enumerate(phrase.children) if isinstance(child, Phrase)]
    if inner:
        n = rng.choice(inner)
        child = phrase.children[n]
        assert isinstance(child, Phrase)
        phrase.children[n : n + 1] = child.children


def move_bracket(rng: Random, phrase: Phrase) -> None:
    """The last daughter of a phrase goes to its right sister, or the first one to the left."""
    for left, right in zip(phrase.children, phrase.children[1:], strict=False):
        if isinstance(left, Phrase) and isinstance(right, Phrase):
            if left.children and chance(rng, 0.6):
                right.children.insert(0, left.children.pop())
            elif right.children:
                left.children.append(right.children.pop(0))
            return
    drop_bracket(rng, phrase)
    insert_bracket(rng, phrase)


def rebuild(rng: Random, phrase: Phrase) -> None:
    """Other brackets over the same words."""
    phrase.children = [tree(rng, leaves(phrase.children))]


def relabel(rng: Random, phrase: Phrase) -> None:
    phrase.label = mostly(rng, PHRASES, ODD_PHRASES)


def drop_word(rng: Random, phrase: Phrase) -> None:
    words = [n for n, child in enumerate(phrase.children) if isinstance(child, Leaf)]
    if words:
        del phrase.children[rng.choice(words)]


def add_word(rng: Random, phrase: Phrase) -> None:
    phrase.children.insert(rng.randint(0, len(phrase.children)), leaf(rng))


def retag(rng: Random, word: Leaf) -> None:
    quote = word.word in QUOTE_WORDS
    word.tag = rng.choice(QUOTE_TAGS) if quote else mostly(rng, WORD_TAGS, TAGS + ODD_TAGS, 0.2)


def reword(rng: Random, word: Leaf) -> None:
    same_case = {b"the": b"The", b"The": b"the", b"dog": b"dogs", b"this": b"that"}
    known = word.word in same_case and chance(rng, 0.7)
    word.word = same_case[word.word] if known else mostly(rng, WORDS, ODD_WORDS)


BRACKET_CHANGES: list[Callable[[Random, Phrase], None]] = [
    insert_bracket,
    drop_bracket,
    move_bracket,
    move_bracket,
    rebuild,
    relabel,
]


def perturbed(rng: Random, gold: Forest) -> Forest:
    """A copy with a few other brackets and tags and, seldom, other words."""
    test = copy(gold)
    if chance(rng, 0.1):
        return test
    for _ in range(rng.randint(1, 6)):
        if inside := phrases(test):
            where = rng.choice(inside[:3] if chance(rng, 0.5) else inside)
            rng.choice(BRACKET_CHANGES)(rng, where)
    for word in leaves(test):
        if chance(rng, 0.2 if word.word in QUOTE_WORDS else 0.05):
            retag(rng, word)
    if chance(rng, 0.08) and phrases(test):
        rng.choice([drop_word, add_word])(rng, rng.choice(phrases(test)))
    if chance(rng, 0.08) and leaves(test):
        reword(rng, rng.choice(leaves(test)))
    if chance(rng, 0.05):
        test = [Phrase(rng.choice([b"", b"TOP"]), test)]
    return test


def space(rng: Random, gaps: list[bytes]) -> bytes:
    return rng.choice(gaps) if gaps else b" "


def text(rng: Random, each: Tree, gaps: list[bytes]) -> bytes:
    """A tree as bytes; `gaps` are the white spaces that may stand instead of one blank."""
    if isinstance(each, Leaf):
        return b"(" + each.tag + space(rng, gaps) + each.word + b")"
    # no gap after a label without daughters, or it would be a tag: `(NP )` is a word
    parts = [space(rng, [*gaps, b""] if gaps else gaps) + text(rng, c, gaps) for c in each.children]
    tail = space(rng, [*gaps, b"", b""]) if gaps and parts else b""
    return b"(" + each.label + b"".join(parts) + tail + b")"


def line(rng: Random, trees: Forest) -> bytes:
    gaps = [b" ", b"  ", b"\t", b" \t ", b"\v", b"\f", b"\r"] if chance(rng, 0.15) else []
    return b" ".join(text(rng, each, gaps) for each in trees)


def within_limits(trees: Forest) -> bool:
    brackets, words = len(phrases(trees)), leaves(trees)
    quotes = sum(word.word in QUOTE_WORDS for word in words)
    return brackets <= MOST_BRACKETS and len(words) <= MOST_WORDS and quotes <= 20


def tree_lines(rng: Random) -> tuple[bytes, bytes]:
    """A gold line and a test line, both well-formed."""
    while True:
        gold = forest(rng)
        test = perturbed(rng, gold)
        if chance(rng, 0.03):
            gold, test = test, forest(rng)
        lines = line(rng, gold), line(rng, test)
        fits = within_limits(gold) and within_limits(test)
        if fits and max(map(len, lines)) <= LONGEST_LINE:
            return lines


def cut(rng: Random, written: bytes) -> bytes:
    return written[: rng.randint(0, len(written))]


def cut_after_label(rng: Random, written: bytes) -> bytes:
    """Ends after an opening label, where EVALB reads on into what earlier lines left."""
    opening = [n for n, byte in enumerate(written) if byte == ord("(")]
    if not opening:
        return written
    end = rng.choice(opening) + 1
    return written[:end] + rng.choice([b"", b"NP", b"NP ", b" ", b"NN do", b"NP\t "])


def unclosed(rng: Random, written: bytes) -> bytes:
    """One or two closing brackets are missing, anywhere."""
    for _ in range(rng.randint(1, 2)):
        closing = [n for n, byte in enumerate(written) if byte == ord(")")]
        if closing:
            n = rng.choice([*closing, closing[-1]])
            written = written[:n] + written[n + 1 :]
    return written


def opened(rng: Random, written: bytes) -> bytes:
    n = rng.randint(0, len(written))
    return written[:n] + rng.choice([b"(", b"(NP ", b"( ("]) + written[n:]


def bare(rng: Random, written: bytes) -> bytes:
    n = rng.randint(0, len(written))
    return written[:n] + rng.choice([b" dog ", b"dog", b" a b", b" "]) + written[n:]


def with_nul(rng: Random, written: bytes) -> bytes:
    n = rng.randint(0, len(written))
    return written[:n] + b"\0" + written[n:]


def blank(rng: Random, written: bytes) -> bytes:
    return rng.choice([b"", b" ", b"\t \t", b" " * len(written)])


def padded(rng: Random, written: bytes) -> bytes:
    return b" " * rng.randint(0, 3) + written + b" " * rng.randint(0, 200)


DAMAGE: list[Callable[[Random, bytes], bytes]] = [
    *[cut] * 3,
    *[cut_after_label] * 3,
    *[unclosed] * 4,
    opened,
    bare,
    with_nul,
    *[blank] * 3,
    *[padded] * 2,
]


def has_surplus(written: bytes) -> bool:
    depth = 0
    for byte in written:
        depth += (byte == ord("(")) - (byte == ord(")"))
        if depth < 0:
            return True
    return False


def too_large(written: bytes) -> bool:
    """Whether a line could exceed the limits, now that words may have become brackets."""
    brackets = written.count(b"(") > MOST_BRACKETS
    long_token = re.search(rb"\([^\s()]{30}|[^\s()]{100}", written)
    return brackets or long_token is not None or len(written) > LONGEST_LINE


def damaged(rng: Random, written: bytes) -> bytes:
    result = rng.choice(DAMAGE)(rng, written)
    return written if has_surplus(result) or too_large(result) else result


def file(rng: Random, lines: list[bytes]) -> bytes:
    """Lines as a file: seldom with CRLF, a byte-order mark, or without the last newline."""
    newline = b"\r\n" if chance(rng, 0.06) else b"\n"
    content = b"".join(each + newline for each in lines)
    if chance(rng, 0.08):
        content = content[: -len(newline)]
    return b"\xef\xbb\xbf" + content if chance(rng, 0.004) else content


def parameter(rng: Random) -> bytes:
    """A line of a parameter file that sets something."""
    label = rng.choice(PHRASES + TAGS + QUOTE_TAGS)
    other = rng.choice(PHRASES + TAGS)
    word, other_word = rng.choice(WORDS), rng.choice(WORDS)
    return rng.choice(
        [
            *[b"DELETE_LABEL " + label] * 4,
            b"DELETE_LABEL_FOR_LENGTH " + label,
            *[b"EQ_LABEL %s %s" % (label, other)] * 2,
            b"EQ_WORD %s %s" % (word, other_word),
            b"QUOTE_LABEL " + rng.choice(QUOTE_TAGS),
        ]
    )


def usual_parameters(rng: Random) -> list[bytes]:
    """Something like new.prm; the equivalences may form a chain, which EVALB does not close."""
    lines = [b"LABELED %d" % (not chance(rng, 0.1))]
    lines += [b"DELETE_LABEL " + x for x in b"TOP -NONE- , : `` '' .".split() if chance(rng, 0.7)]
    lines += [b"DELETE_LABEL_FOR_LENGTH -NONE-"] * chance(rng, 0.7)
    lines += [b"QUOTE_LABEL " + tag for tag in QUOTE_TAGS if chance(rng, 0.8)]
    lines += [b"EQ_LABEL ADVP PRT"] * chance(rng, 0.5)
    lines += [b"EQ_LABEL A B", b"EQ_LABEL B C"] * chance(rng, 0.5)
    lines += [b"EQ_WORD the The", b"EQ_WORD  dog\tdogs"] * chance(rng, 0.3)
    lines += [b"CUTOFF_LEN %d" % rng.choice([0, 1, 5, 10, 40])] * chance(rng, 0.4)
    return lines


def odd_parameters(rng: Random) -> list[bytes]:
    """Lines that EVALB ignores, complains about, or reads in a way of its own."""
    label = rng.choice(PHRASES + TAGS)
    return [
        rng.choice(
            [
                b"# DELETE_LABEL NP",
                b"#",
                b"",
                b"ab",
                b"  ",
                b" \t \t",
                b"DELETE_LABEL  %s  \t" % label,
                b"DELETE_LABEL\t%s" % label,
                b"DELETE_LABEL , :",
                b"DELETE_LABEL NP # not a comment",
                b" DELETE_LABEL " + label,
                b" # indented",
                b"delete_label " + label,
                b"DELETE_LABELS " + label,
                b"DELETE_WORD the",
                b"FOO \xe9 50%s",
                b"EQ_LABEL " + label,
                b"EQ_LABEL A  B  C",
                b"EQ_LABEL %s %s" % (b"QP" * 14, label),
                b"EQ_WORD the",
                b"EQ_WORD the a dog",
                b"QUOTE_LABEL `` ''",
                b"LABELED 0",
                b"LABELED 2",
                b"LABELED yes",
                b"CUTOFF_LEN -1",
                b"CUTOFF_LEN 7 8",
                b"CUTOFF_LEN 99999999999",
                b"MAX_ERROR +2x",
                b"MAX_ERROR -1",
                b"MAX_ERROR none",
                b"DEBUG -1",
                b"DELETE_LABEL N\0P",
            ]
        )
        for _ in range(rng.randint(1, 4))
    ]


def parameters(rng: Random) -> bytes | None:
    if chance(rng, 0.15):
        return None
    lines = usual_parameters(rng) if chance(rng, 0.8) else []
    lines += [parameter(rng) for _ in range(rng.choice([0, 0, 1, 4]))]
    if chance(rng, 0.7):
        lines.append(b"MAX_ERROR %d" % rng.choice([0, 1, 2, 5, 20, 20, 100, 100, 300]))
    if chance(rng, 0.3):
        lines.append(b"DEBUG %d" % rng.choice([0, 1, 2, 2, 3]))
    if chance(rng, 0.3):
        lines += odd_parameters(rng)
        rng.shuffle(lines)
    while sum(each.startswith(b"QUOTE_LABEL") for each in lines) > 20:
        lines = lines[1:]
    # a blank in the first line, for with a byte-order mark even `ab` is a keyword without value
    return file(rng, [b"# parameters", *lines])


def pair(rng: Random) -> tuple[bytes, bytes, bytes | None]:
    """A gold file, a test file and a parameter file (or none), with anything in them."""
    pairs = [tree_lines(rng) for _ in range(rng.randint(1, 12))]
    gold, test = [g for g, _ in pairs], [t for _, t in pairs]
    if chance(rng, 0.4):
        for lines in (gold, test):
            for n in range(len(lines)):
                if chance(rng, 0.12):
                    lines[n] = damaged(rng, lines[n])
    if chance(rng, 0.05):
        shorter = rng.choice([gold, test])
        del shorter[rng.randint(0, len(shorter)) :]
    return file(rng, gold), file(rng, test), parameters(rng)


def regular_pair(rng: Random) -> tuple[bytes, bytes, bytes | None]:
    """As `pair`, but every line is well-formed, and EVALB always reaches its summary.

    Words may still differ, which is an error of that line, or be lacking, which skips it.
    """
    pairs = [tree_lines(rng) for _ in range(rng.randint(1, 10))]
    gold, test = (b"".join(each[side] + b"\n" for each in pairs) for side in (0, 1))
    if chance(rng, 0.15):
        return gold, test, None
    return gold, test, b"".join(each + b"\n" for each in usual_parameters(rng))
