"""A slow, literal EVALB: the same bytes on standard output and error, the same exit status.

It follows the C program step by step, including what the program reads past the end of a string,
so that the fast implementation can be compared with it where no compiled EVALB is at hand. Where
the program's behaviour is not determined (a limit exceeded, a surplus closing bracket, memory
never written), it raises `Undefined`. It was compared with the compiled program on random pairs
from `tree_pairs`; `test_slow_evalb` repeats that when the variable EVALB names one.

>>> out, err, status = evalb(b"(S (NP (DT a) (NN b)))", b"(S (DT a) (NP (NN b)))")
>>> out.splitlines()[3]
b'   1    2    0   50.00  50.00     1      2    2      0      2     2   100.00'
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

# Sizes of arrays: a string is one byte shorter.
LINE, PARAMETER_LINE, EXCERPT, WORD, LABEL = 5000, 500, 1000, 100, 30
MOST_WORDS, MOST_BRACKETS, MOST_QUOTES, MOST_LISTED = 200, 200, 20, 100
SPACE = b" \t\n\v\f\r"
OPEN, CLOSE, NUL = b"()\0"
RULE = b"=" * 76 + b"\n"
HEAD = (
    b"  Sent.                        Matched  Bracket   Cross        Correct Tag\n"
    b" ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n"
)
DEFAULTS = {b"DEBUG": 0, b"MAX_ERROR": 10, b"CUTOFF_LEN": 40, b"LABELED": 1}
Pair = tuple[bytes, bytes]
Rows = list[tuple[int, "Row"]]  # the statuses and counts of sentences


class Undefined(Exception):
    """What EVALB does here depends on the compiler or on chance."""


class Exit(Exception):
    """EVALB stops at once, with exit status 1 and without a summary."""


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise Undefined(reason)


def c_string(data: bytes) -> bytes:
    return data.split(b"\0")[0]


def fgets(data: bytes, size: int) -> Iterator[bytes]:
    """The strings read into an array of `size`: lines, but those that are too long in pieces."""
    start = 0
    while start < len(data):
        newline = data.find(b"\n", start, start + size - 1)
        end = start + size - 1 if newline < 0 else newline + 1
        yield data[start:end]
        start = end


def atoi(text: bytes) -> int:
    """The number at the start of `text`, or 0; glibc clips to 64 bits and keeps the low 32."""
    text = text.lstrip(SPACE)
    sign = text[:1] if text[:1] in (b"+", b"-") else b""
    digits = text[len(sign) :]
    digits = digits[: len(digits) - len(digits.lstrip(b"0123456789"))]
    number = max(-(2**63), min(int(sign + (digits or b"0")), 2**63 - 1))
    return (number + 2**31) % 2**32 - 2**31


class Memory:
    """A C array of characters; what a longer string left behind a shorter one can be read."""

    def __init__(self) -> None:
        self.cells = bytearray()

    def store(self, string: bytes) -> None:
        self.cells[: len(string) + 1] = string + b"\0"

    def __getitem__(self, position: int) -> int:
        require(position < len(self.cells), "reads memory that was never written")
        return self.cells[position]

    def string(self, start: int, longest: int) -> bytes:
        end = start
        while end < start + longest and self[end] != NUL:
            end += 1
        return bytes(self.cells[start:end])

    def token(self, start: int, size: int) -> tuple[bytes, int]:
        """The token at `start` and the position after it: a NUL cuts the token, not the scan."""
        end = start
        while self[end] not in SPACE + b"()":
            end += 1
        require(end - start < size, "a token is too long")
        return c_string(bytes(self.cells[start:end])), end


@dataclass
class Parameters:
    numbers: dict[bytes, int] = field(default_factory=DEFAULTS.copy)
    delete: list[bytes] = field(default_factory=list)
    delete_for_length: list[bytes] = field(default_factory=list)
    quote: list[bytes] = field(default_factory=list)
    eq_label: list[Pair] = field(default_factory=list)
    eq_word: list[Pair] = field(default_factory=list)


def read_parameters(prm: bytes, err: list[bytes]) -> Parameters:
    parameters = Parameters()
    for piece in fgets(prm, PARAMETER_LINE):
        line = c_string(piece)
        line = line[:1] + line[1:].rstrip(SPACE)
        if line.startswith(b"#") or len(line) < 3:
            continue
        words = line.split(None, 1)
        require(len(words) == 2 or line[0] in SPACE, "a keyword without a value")
        keyword = b"" if line[0] in SPACE else words[0]
        set_parameter(parameters, keyword, line[len(keyword) :].lstrip(SPACE), line, err)
    require(len(parameters.quote) <= MOST_QUOTES, "too many QUOTE_LABEL")
    labels = max(len(parameters.delete), len(parameters.delete_for_length))
    pairs = max(len(parameters.eq_label), len(parameters.eq_word))
    require(max(labels, pairs) <= MOST_LISTED, "too many labels or equivalences")
    return parameters


def set_parameter(
    parameters: Parameters, keyword: bytes, value: bytes, line: bytes, err: list[bytes]
) -> None:
    labels = {
        b"DELETE_LABEL": parameters.delete,
        b"DELETE_LABEL_FOR_LENGTH": parameters.delete_for_length,
        b"QUOTE_LABEL": parameters.quote,
    }
    pairs = {b"EQ_LABEL": parameters.eq_label, b"EQ_WORD": parameters.eq_word}
    if keyword in parameters.numbers:
        parameters.numbers[keyword] = atoi(value)
    elif keyword in labels:
        labels[keyword].append(value)
    elif keyword in pairs:
        values = value.split()
        if len(values) != 2:
            err.append(b"%s requires two values\n" % keyword)
            return
        require(max(map(len, values)) < LABEL, "EQ_LABEL or EQ_WORD with a long value")
        pairs[keyword].append((values[0], values[1]))
    else:
        err.append(b"Unknown keyword (%s) in parameter file\n" % line)


def equivalent(one: bytes, other: bytes, pairs: list[Pair]) -> bool:
    return one == other or (one, other) in pairs or (other, one) in pairs


@dataclass
class Terminal:
    word: bytes
    label: bytes
    result: int = 9  # 0 wrong tag, 1 right tag, 9 not compared


@dataclass
class Bracket:
    """`text_start` and `text_end` are the places in the line that the debug output quotes."""

    label: bytes
    start: int
    text_start: int
    end: int = -1
    text_end: int = 0
    result: int = 9  # 0 not matched, 1 matched, 5 deleted, 9 not compared


@dataclass
class Quote:
    terminal: Terminal
    index: int
    bracket: int  # the first bracket that opens after it
    ancestors: list[int]


@dataclass
class Sentence:
    terminals: list[Terminal] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    length: int = 0


class Row(NamedTuple):
    words: int = 0
    gold: int = 0
    test: int = 0
    matched: int = 0
    crossing: int = 0
    tags: int = 0


@dataclass
class Run:
    """The state of the program: what it has printed, where it is, how many errors it has seen."""

    parameters: Parameters
    out: list[bytes]
    err: list[bytes]
    line: int = 1
    status: int = 0  # of this sentence: 0 scored, 1 error, 2 skipped
    errors: int = 0

    def error(self, message: bytes) -> None:
        self.status = 1
        self.err.append(b"%d : %s\n" % (self.line, message))
        self.errors += 1
        if self.errors > self.parameters.numbers[b"MAX_ERROR"] + 1:
            raise Exit

    def trace(self, message: bytes) -> None:
        if self.parameters.numbers[b"DEBUG"] > 1:
            self.out.append(message + b"\n")


def read_sentence(run: Run, memory: Memory, text_ends: list[int]) -> Sentence:
    """Parse the line in `memory`; `text_ends` keeps the ends that earlier brackets left behind."""
    parameters = run.parameters
    sentence = Sentence()
    terminals, brackets = sentence.terminals, sentence.brackets
    stack: list[int] = []
    position = 0
    while memory[position] != NUL:
        if memory[position] in SPACE:
            position += 1
            continue
        if memory[position] == CLOSE:
            require(bool(stack), "a surplus closing bracket")
            closed = stack.pop()
            brackets[closed].end = len(terminals)
            text_ends[closed] = position
            position += 1
            continue
        if memory[position] != OPEN:
            run.error(b"Reading sentence")  # and again, without moving on, until the exit
            continue
        label, position = memory.token(position + 1, LABEL)
        if memory[position] in SPACE:
            after = position
            while memory[after] in SPACE:
                after += 1
            word, after = memory.token(after, WORD)
            is_terminal = memory[after] == CLOSE
            if is_terminal and label not in parameters.delete_for_length:
                sentence.length += 1
            run.trace(b"label=%s, word=%s, wid=%d" % (label, word, len(terminals)))
            terminal = Terminal(word, label)
            if is_terminal and label in parameters.quote and word in (b"'", b'"', b"/"):
                quote = Quote(terminal, len(terminals), len(brackets), stack.copy())
                sentence.quotes.append(quote)
                require(len(sentence.quotes) <= MOST_QUOTES, "too many quotes")
            if is_terminal:
                if label not in parameters.delete:
                    terminals.append(terminal)
                    require(len(terminals) <= MOST_WORDS, "too many words")
                position = after + 1
                continue
            if memory[after] != OPEN:
                run.error(b"More than two elements in a bracket")
        stack.append(len(brackets))
        brackets.append(Bracket(label, len(terminals), position))
        require(len(brackets) <= MOST_BRACKETS, "too many brackets")
    if stack:
        run.error(b"Bracketing is unbalanced (too many open bracket)")
    for bracket, text_end in zip(brackets, text_ends, strict=False):
        bracket.text_end = text_end
    return sentence


def fix_quotes(run: Run, gold: Sentence, test: Sentence) -> None:
    """Put back a quote that was deleted on one side only, because it was tagged differently."""
    for n in range(MOST_QUOTES):
        for q in gold.quotes[n : n + 1] + test.quotes[n : n + 1]:
            run.trace(b"%d: %s - %s" % (q.index, q.terminal.label, q.terminal.word))
    for n, of_test in enumerate(test.quotes):
        index = of_test.index  # not looked up again, though it may change below
        for m, of_gold in enumerate(gold.quotes):
            if of_gold.index == index and of_gold.terminal.label != of_test.terminal.label:
                gold_deleted = of_gold.terminal.label in run.parameters.delete
                test_deleted = of_test.terminal.label in run.parameters.delete
                if gold_deleted and not test_deleted:
                    reinsert(run, gold, m)
                elif test_deleted and not gold_deleted:
                    reinsert(run, test, n)


def reinsert(run: Run, sentence: Sentence, number: int) -> None:
    quote = sentence.quotes[number]
    sentence.terminals.insert(quote.index, Terminal(quote.terminal.word, quote.terminal.label))
    require(len(sentence.terminals) <= MOST_WORDS, "too many words")
    run.trace(b"bra=%d, ind=%d" % (quote.bracket, quote.index))
    for k, bracket in enumerate(sentence.brackets):
        run.trace(b"bracket[%d]={%d,%d}" % (k, bracket.start, bracket.end))
        if k >= quote.bracket:
            bracket.start += 1
            bracket.end += 1
    run.trace(b"endslen=%d" % len(quote.ancestors))
    for ancestor in quote.ancestors:
        sentence.brackets[ancestor].end += 1
    for later in sentence.quotes[number:]:
        later.index += 1


def massage(brackets: list[Bracket], parameters: Parameters) -> int:
    """Cut labels, delete brackets, and return how many are left."""
    for bracket in brackets:
        bracket.result = 0
        if bracket.start == bracket.end:
            bracket.result = 5
            continue
        bracket.label = bracket.label.split(b"-")[0].split(b"=")[0]
        if any(equivalent(bracket.label, x, parameters.eq_label) for x in parameters.delete):
            bracket.result = 5
    return sum(bracket.result != 5 for bracket in brackets)


def remark(run: Run, kind: bytes, bracket: Bracket, text: Memory) -> None:
    """Quote a bracket: its words and the text after its label; an unclosed one ends anywhere."""
    if run.parameters.numbers[b"DEBUG"] > 1:
        length = bracket.text_end - bracket.text_start
        require(0 <= length < EXCERPT, "quotes a bracket that is too long or not closed")
        words = text.string(bracket.text_start, length)
        run.trace(b"  %s[%d-%d]: %s" % (kind, bracket.start, bracket.end - 1, words))


def match_brackets(run: Run, gold: Sentence, test: Sentence, texts: tuple[Memory, Memory]) -> int:
    """Each gold bracket takes the first free test bracket that fits."""
    form = b"1.res=%d, 2.res=%d, 1.start=%d, 2.start=%d, 1.end=%d, 2.end=%d"
    any_label = run.parameters.numbers[b"LABELED"] == 0
    matched = 0
    mislabelled: set[int] = set()
    for g in gold.brackets:
        same_span = False
        for j, t in enumerate(test.brackets):
            run.trace(form % (g.result, t.result, g.start, t.start, g.end, t.end))
            if g.result == 5 or t.result != 0 or (g.start, g.end) != (t.start, t.end):
                continue
            same_span = True
            if any_label or equivalent(g.label, t.label, run.parameters.eq_label):
                g.result = t.result = 1
                matched += 1
                break
            remark(run, b"LABEL", g, texts[0])
            mislabelled.add(j)
        if not same_span and g.result != 5:
            remark(run, b"BRACKET", g, texts[0])
    for j, t in enumerate(test.brackets):
        if t.result == 0 and j not in mislabelled:
            remark(run, b"EXTRA", t, texts[1])
    return matched


def crosses(g: Bracket, t: Bracket) -> bool:
    if g.result == 5 or t.result == 5:
        return False
    return g.start < t.start < g.end < t.end or t.start < g.start < t.end < g.end


def count_crossing(run: Run, gold: Sentence, test: Sentence, gold_text: Memory) -> int:
    """Test brackets that cross a gold bracket; the first one crossed is quoted if it is new."""
    crossing = 0
    last: Bracket | None = None
    for t in test.brackets:
        crossed = [g for g in gold.brackets if crosses(g, t)]
        if not crossed:
            continue
        crossing += 1
        if crossed[0] is not last:
            remark(run, b"CROSSING", crossed[0], gold_text)
        last = crossed[0]
    return crossing


def compare(run: Run, gold: Sentence, test: Sentence, texts: tuple[Memory, Memory]) -> Row:
    parameters = run.parameters
    run.trace(b"")
    if not test.terminals:
        run.status = 2
        return Row()
    if len(gold.terminals) != len(test.terminals):
        fix_quotes(run, gold, test)
        if len(gold.terminals) != len(test.terminals):
            lengths = len(gold.terminals), len(test.terminals)
            run.error(b"Length unmatch (%d|%d)" % lengths)
            return Row()
    pairs = list(zip(gold.terminals, test.terminals, strict=True))
    for g, t in pairs:
        if not equivalent(g.word, t.word, parameters.eq_word):
            run.error(b"Words unmatch (%s|%s)" % (g.word, t.word))
            return Row()
    gold_brackets = massage(gold.brackets, parameters)
    test_brackets = massage(test.brackets, parameters)
    matched = match_brackets(run, gold, test, texts)
    crossing = count_crossing(run, gold, test, texts[0])
    for g, t in pairs:
        g.result = t.result = int(equivalent(g.label, t.label, parameters.eq_label))
    tags = sum(g.result for g, _ in pairs)
    return Row(len(pairs), gold_brackets, test_brackets, matched, crossing, tags)


def ratio(part: int, whole: int, scale: float = 100.0) -> float:
    return scale * part / whole if whole > 0 else 0.0


def row_line(line: int, length: int, status: int, row: Row) -> bytes:
    return (
        b"%4d  %3d    %d  " % (line, length, status)
        + b"%6.2f %6.2f" % (ratio(row.matched, row.gold), ratio(row.matched, row.test))
        + b"   %3d    %3d  %3d    %3d" % (row.matched, row.gold, row.test, row.crossing)
        + b"   %4d  %4d   %6.2f\n" % (row.words, row.tags, ratio(row.tags, row.words))
    )


def added(rows: Rows) -> Row:
    """The sums of the columns over the sentences that count."""
    return Row(*(sum(row[n] for status, row in rows if status == 0) for n in range(6)))


def total_line(rows: Rows) -> bytes:
    total = added(rows)
    words = b"  %5d %5d   %6.2f\n" % (total.words, total.tags, ratio(total.tags, total.words))
    if total.gold == 0 or total.test == 0:
        return words
    ratios = b"%6.2f %6.2f" % (ratio(total.matched, total.gold), ratio(total.matched, total.test))
    counts = b"%6d %5d %5d  %5d" % (total.matched, total.gold, total.test, total.crossing)
    return b" " * 16 + ratios + b" " + counts + words


def summary(title: bytes, rows: Rows) -> bytes:
    valid = [row for status, row in rows if status == 0]
    total, n = added(rows), len(valid)
    recall, precision = ratio(total.matched, total.gold), ratio(total.matched, total.test)
    f = 2 * precision * recall / (precision + recall) if total.matched else None  # None: 0/0
    numbers = [
        (b"Number of sentence", b"%6d" % len(rows)),
        (b"Number of Error sentence", b"%6d" % sum(status == 1 for status, _ in rows)),
        (b"Number of Skip  sentence", b"%6d" % sum(status == 2 for status, _ in rows)),
        (b"Number of Valid sentence", b"%6d" % n),
        (b"Bracketing Recall", b"%6.2f" % recall),
        (b"Bracketing Precision", b"%6.2f" % precision),
        (b"Bracketing FMeasure", b"  -nan" if f is None else b"%6.2f" % f),  # the minus is x86's
        (b"Complete match", b"%6.2f" % ratio(sum(r.gold == r.test == r.matched for r in valid), n)),
        (b"Average crossing", b"%6.2f" % ratio(total.crossing, n, 1.0)),
        (b"No crossing", b"%6.2f" % ratio(sum(r.crossing == 0 for r in valid), n)),
        (b"2 or less crossing", b"%6.2f" % ratio(sum(r.crossing <= 2 for r in valid), n)),
        (b"Tagging accuracy", b"%6.2f" % ratio(total.tags, total.words)),
    ]
    lines = [b"%-25s = %s\n" % number for number in numbers]
    return b"\n-- %s --\n" % title + b"".join(lines)


def display(gold: Sentence, test: Sentence) -> bytes:
    """The two columns of DEBUG 1: words, without the empty ones, and brackets."""
    sizes = [(len(s.terminals), len(s.brackets)) for s in (gold, test)]
    title = b"-<1>---(wn1=%3d, bn1=%3d)-           -<2>---(wn2=%3d, bn2=%3d)-"
    lines = [title % (*sizes[0], *sizes[1])]
    for i in range(max(sizes[0][0], sizes[1][0])):
        left, right = (word_cell(i, s.terminals[i : i + 1]) for s in (gold, test))
        lines.append((left + b" " * 6 if left else b" " * 40) + right)
    lines.append(b"")
    for i in range(max(sizes[0][1], sizes[1][1])):
        left, right = (bracket_cell(i, s.brackets[i : i + 1]) for s in (gold, test))
        lines.append((left + b" " * 6 if left else b" " * 32) + right)
    return b"\n".join([*lines, b"", b"========", b""])


def word_cell(i: int, here: list[Terminal]) -> bytes:
    form = b"%3d : %d : %-6s  %-16s"
    return b"".join(form % (i, t.result, t.label, t.word) for t in here if t.word)


def bracket_cell(i: int, here: list[Bracket]) -> bytes:
    form = b"%3d : %d : %3d  %3d  %-6s"
    return b"".join(form % (i, b.result, b.start, b.end, b.label) for b in here)


def score_files(run: Run, gold: bytes, test: bytes) -> None:
    line_memory, gold_copy = Memory(), Memory()  # gold and test lines go through the same array
    gold_ends, test_ends = [0] * MOST_BRACKETS, [0] * MOST_BRACKETS
    cutoff = run.parameters.numbers[b"CUTOFF_LEN"]
    everything: Rows = []
    short: Rows = []
    test_lines = fgets(test, LINE)
    run.out.append(HEAD + RULE)
    for gold_line in fgets(gold, LINE):
        run.status = 0
        line_memory.store(gold_line)
        gold_sentence = read_sentence(run, line_memory, gold_ends)
        gold_copy.store(c_string(gold_line))
        test_line = next(test_lines, None)
        if test_line is None:
            run.error(b"Number of lines unmatch (too many lines in gold file)")
            break
        line_memory.store(test_line)
        test_sentence = read_sentence(run, line_memory, test_ends)
        row = compare(run, gold_sentence, test_sentence, (gold_copy, line_memory))
        everything.append((run.status, row))
        if gold_sentence.length <= cutoff:
            short.append((run.status, row))
        run.out.append(row_line(run.line, gold_sentence.length, run.status, row))
        if run.parameters.numbers[b"DEBUG"] >= 1:
            run.out.append(display(gold_sentence, test_sentence))
        run.line += 1
    if next(test_lines, None) is not None:
        run.error(b"Number of lines unmatch (too many lines in test file)")
    run.out.append(RULE + total_line(everything) + b"=== Summary ===\n")
    run.out.append(summary(b"All", everything) + summary(b"len<=%d" % cutoff, short))


def evalb(
    gold: bytes,
    test: bytes,
    prm: bytes | None = None,
    *,
    debug: int = 0,
    cutoff: int | None = None,
    max_error: int | None = None,
) -> tuple[bytes, bytes, int]:
    """Standard output, standard error and exit status of EVALB.

    The arguments are contents of files. `debug` 1 and 2 are the options -d and -D, `cutoff` is -c
    and `max_error` -e; they come after -p, so they override the parameter file.
    """
    err: list[bytes] = []
    parameters = read_parameters(prm or b"", err)
    options = {b"DEBUG": debug or None, b"CUTOFF_LEN": cutoff, b"MAX_ERROR": max_error}
    parameters.numbers |= {key: value for key, value in options.items() if value is not None}
    run = Run(parameters, [], err)
    try:
        score_files(run, gold, test)
    except Exit:
        return b"".join(run.out), b"".join(run.err), 1
    return b"".join(run.out), b"".join(run.err), 0
