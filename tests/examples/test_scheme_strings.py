"""Schemes and figures as text."""

from dataclasses import fields, replace
from functools import partial

import pytest

import karat
from karat.model.bank import relabelled_pair
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.schemes import load, names, parse, parse_figure
from karat.schemes.evalb import Evalb

TEXTS = [
    "evalb",
    "evalb(params=new)",
    "evalb(params=new,labelled=no)",
    "evalb(delete=TOP+-NONE-)",
    'evalb(delete="TOP+,")',
    'evalb(delete="(+)")',
    "evalb(delete_for_length=-NONE-)",
    "evalb(quote=``+'')",
    "evalb(equal_labels=ADVP~PRT+A~B)",
    "evalb(equal_words=the~The)",
    "evalb(quirks=no)",
    "evalb(failed=abort)",
    "evalb(failed=empty,length=40)",
    "evalb(beta=0.5)",
    'evalb(params="my file.prm")',
    'evalb(params="C:\\\\new.prm")',
    'evalb(params="a\\"b")',
    'evalb(delete="café+犬",quirks=no,beta=2)',
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_canonical_string_reads_back(text: str) -> None:
    """It parses to an equal value that prints the same string."""
    scheme = parse(text)
    assert parse(str(scheme)) == scheme
    assert str(parse(str(scheme))) == str(scheme)


@pytest.mark.parametrize(
    "scheme",
    [
        Evalb(beta=0.1234567),
        Evalb(beta=1 / 3),
        Evalb(beta=1e-9),
        Evalb(delete=("a b", '"', "\\", "\n", "=")),
        Evalb(equal_words=(',~"',)),
        Evalb(params="x\\y\n"),
        Evalb(length=10**7),
    ],
    ids=str,
)
def test_any_value_reads_back(scheme: Scheme) -> None:
    """Also what only a Python program would ask for."""
    assert parse(str(scheme)) == scheme


def test_what_no_string_can_say_is_refused_or_reads_back() -> None:
    """A label with a plus sign in it, the sign that joins labels."""
    try:
        scheme = Evalb(delete=("A+B",))
    except karat.UsageError:
        return
    assert parse(str(scheme)) == scheme


def test_a_scheme_reads_into_its_options() -> None:
    """White space is free; lists are joined by a plus sign."""
    scheme = parse(' evalb( params = new ,labelled=no, delete="X+," , length=7,beta=0.5) ')
    assert scheme == Evalb(
        params="new", labelled=False, delete=("X", ","), length=7, beta=0.5, failed="drop"
    )


def test_the_canonical_string_is_one() -> None:
    """Defaults are left out, and the order in which options were given does not show."""
    assert str(parse("evalb(failed=drop,labelled=yes)")) == "evalb"
    one, two = "evalb(labelled=no,params=new)", "evalb(params=new,labelled=no)"
    assert parse(one) == parse(two)
    assert str(parse(one)) == str(parse(two))
    assert str(parse("evalb()")) == "evalb"


def test_equal_schemes_can_be_keys() -> None:
    """They are values."""
    assert len({parse("evalb(params=new)"), Evalb(params="new"), Evalb()}) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("evlab", "no scheme 'evlab'; did you mean 'evalb'"),
        ("", "as in evalb|for example evalb"),
        ("(params=new)", "as in evalb|for example evalb"),
        ("evalb(parms=new)", "no option of evalb 'parms'; did you mean 'params'"),
        ("evalb(labelled=maybe)", "labelled=maybe should be yes or no"),
        ("evalb(length=many)", "length=many should be a number"),
        ("evalb(length=-1)", "length=-1 should"),
        ("evalb(beta=nan)", "beta=nan"),
        ("evalb(failed=keep)", "failed=keep is not one of abort, align, drop, empty"),
        ("evalb(params=new", "cannot read the options"),
        ("evalb(params)", "cannot read the options"),
        ("evalb(a=b=c)", "cannot read the options"),
        ("evalb(params=new)x", "cannot read 'x'"),
        ("evalb.f1", "names a figure"),
    ],
)
def test_errors_say_what_was_expected(text: str, message: str) -> None:
    """Each mistake has its message."""
    with pytest.raises(karat.UsageError, match=message):
        parse(text)


def test_errors_list_the_known_options() -> None:
    """All of them."""
    with pytest.raises(karat.UsageError) as caught:
        parse("evalb(colour=red)")
    for option in fields(Evalb):
        assert option.name in str(caught.value)


@pytest.mark.parametrize("value", ["TOP", "A~", "~B"])
@pytest.mark.parametrize("name", ["equal_labels", "equal_words"])
def test_half_a_pair_is_refused(name: str, value: str) -> None:
    """When the scheme is used at the latest, with an example of how it should look."""
    with pytest.raises(karat.UsageError, match="should be a pair, as in"):
        karat.score("(S (N a))", "(S (N a))", f"evalb({name}={value})")


def test_a_figure_is_a_scheme_and_a_measure() -> None:
    """With @sentence for the mean over sentences."""
    assert parse_figure("evalb.f1") == (Evalb(), "f1")
    assert parse_figure("evalb(params=new).recall@sentence") == (
        Evalb(params="new"),
        "recall@sentence",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("evalb", "names no figure; write for example evalb.f1"),
        ("evalb.f2", "no measure of evalb 'f2'.*f1"),
        ("evalb.f1@document", "there is no measure of evalb"),
        ("evalb.crossing@sentence", "no measure of evalb 'crossing@sentence'"),
        ("evalb.", "cannot read"),
    ],
)
def test_a_wrong_figure(text: str, message: str) -> None:
    """The message says which there are."""
    with pytest.raises(karat.UsageError, match=message):
        parse_figure(text)


@pytest.mark.parametrize(
    ("text", "figure"),
    [("conll18", "LAS"), ("deps", "las"), ("evalb", "f1"), ("leafancestor", "similarity"),
     ("flat", "recall")],
)  # fmt: skip
def test_a_scheme_without_a_measure_names_its_main_figure(text: str, figure: str) -> None:
    """The figure that its authors rank systems by, which can be given as it is written there."""
    with pytest.raises(UsageError, match=rf"for example {text}\.{figure}$"):
        parse_figure(text)
    assert parse_figure(f"{text}.{figure}") == (parse(text), figure)


@pytest.mark.parametrize("name", names())
def test_every_scheme_refuses_an_unknown_policy(name: str) -> None:
    """Also one that is made in Python, not read from text."""
    with pytest.raises(UsageError, match="never"):
        load(name)(failed="never")


def test_function_tags_have_a_column_where_they_count() -> None:
    """evalb(functions=keep) shows how many are right; elsewhere there is nothing to show."""
    usual = ("recall", "precision", "f1", "exact", "crossing", "tagging")
    assert parse("evalb").headline() == usual
    assert parse("evalb(functions=keep)").headline() == (*usual, "functions")


def test_the_share_of_known_labels() -> None:
    """The parse has S, which gold has too, and XX, which it has not."""
    score = karat.score("(S (NP (N a)) (V b))", "(S (XX (N a)) (V b))", "validity")
    assert score.measures["labels"] == 0.5


def test_a_measure_that_no_running_scheme_has() -> None:
    """The message has those that there are."""
    running = [parse("evalb"), parse("deps")]
    assert parse_figure("las", running)[0] == running[1]
    with pytest.raises(
        UsageError, match=r"no measure of evalb and deps 'laz'; did you mean 'las'\?"
    ):
        parse_figure("laz", running)
    with pytest.raises(UsageError, match=r"several schemes have f1; name one: evalb\.f1, deps\.f1"):
        parse_figure("f1", running)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("number", [-1, float("inf"), float("nan")])
def test_numbers_below_zero_are_refused_in_python_too(name: str, number: float) -> None:
    """As an argument, and in a changed copy; as text they always were."""
    scheme = parse(name)
    numbers = [one.name for one in fields(scheme) if type(one.default) in (int, float)]
    assert {"beta", "length"} <= {*numbers}
    for one in numbers:
        for make in (type(scheme), partial(replace, scheme)):
            with pytest.raises(UsageError) as caught:
                make(**{one: number})
            assert str(caught.value) == f"{name}: {one}={number} should be 0 or more, and finite"


def test_validity_lists_the_labels_of_each_sentence() -> None:
    """Those that gold does not have, behind its last word; and the words that it lacks."""
    gold = "(S (NP (N a)) (VP (V b)))\n(S (NP (N c)) (VP (V d)))\n"
    system = "(S (XP (N a)) (VP (V b)))\n(S (NP (N c) (N e)) (QP (V d)))\n"
    both = relabelled_pair(*(karat.read_text(text, layout="lines") for text in (gold, system)))
    outcome = parse("validity").comparison(both[0].labels)(*both)
    assert outcome.items is not None
    listed = [[(one.name, one.parts, one.text) for one in outcome.items(1, at)] for at in (0, 1)]
    assert listed == [
        [("label", ((2, 2),), "XP, unknown constituent")],
        [("invented", ((1, 1),), "e"), ("label", ((2, 2),), "QP, unknown constituent")],
    ]


def test_validity_lists_what_became_of_words() -> None:
    """At their places in gold: b was dropped, and d and e were joined."""
    gold, system = "(S (N a) (N b) (N c) (N d) (N e))", "(S (N a) (N c) (N de))"
    both = relabelled_pair(karat.read_text(gold), karat.read_text(system))
    outcome = parse("validity").comparison(both[0].labels)(*both)
    assert outcome.items is not None
    assert [(one.name, one.parts) for one in outcome.items(0, 0) if one.parts] == [
        ("dropped", ((1, 2),)),
        ("joined", ((3, 4),)),
        ("joined", ((4, 5),)),
    ]


def test_no_bracket_belongs_to_a_row_of_validity() -> None:
    """Its rows are words, so nothing can be drawn as matched or missed by them."""
    both = relabelled_pair(*(karat.read_text("(S (NP (N a)) (VP (V b)))") for _ in range(2)))
    outcome = parse("validity").comparison(both[0].labels)(*both)
    assert set(outcome.gold.row.tolist()) == {-1}
