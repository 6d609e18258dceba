"""Patterns over graphs: what each relation and attribute means, checked by eye."""

import numpy as np
import pytest

from karat.patterns.graph import compiled
from karat.patterns.names import BadPattern
from karat.patterns.pattern import match
from karat.recognise.evidence import Evidence

GIVES = "\n".join(
    [
        "1\tJohn\tJohn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t2:nsubj|6:nsubj\t_",
        "2\tgives\tgive\tVERB\tVBZ\tMood=Ind|Tense=Pres\t0\troot\t0:root\t_",
        "3\ta\ta\tDET\tDT\t_\t4\tdet\t4:det\t_",
        "4\tflower\tflower\tNOUN\tNN\tNumber=Sing\t2\tobj\t2:obj\t_",
        "5\tand\tand\tCCONJ\tCC\t_\t6\tcc\t6:cc\t_",
        "6\tis\tbe\tAUX\tVBZ\t_\t2\tconj\t2:conj\t_",
        "6.1\tthere\tthere\t_\t_\t_\t_\t_\t6:advmod\t_",
        "7\tthanked\tthank\tVERB\tVBN\t_\t6\taux:pass\t6:aux:pass\t_",
    ]
)


def found(pattern: str, enhanced: bool = False) -> list[str | None]:
    """The forms of the words that fit."""
    evidence = Evidence("conllu", [GIVES])
    graph = evidence.enhanced if enhanced else evidence.graph
    marks = match(compiled(pattern), graph)
    return [form for form, hit in zip(graph.attributes["form"], marks, strict=True) if hit]


@pytest.mark.parametrize(
    "pattern, expected",
    [
        ("{upos:VERB}", ["gives", "thanked"]),
        ("{lemma:give; Tense:Pres}", ["gives"]),
        ("{form:JOHN}", ["John"]),
        ("{!upos:VERB|AUX|DET|CCONJ}", ["John", "flower"]),
        ("{Number:Sing}", ["John", "flower"]),
        ('{form:"a"}', ["a"]),
        ("{xpos:VB?}", ["gives", "is", "thanked"]),
        ("{deprel:aux}", ["thanked"]),
        ("{deprel:aux:}", []),
        ("{} >nsubj {} >obj {}", ["gives"]),
        ("{} >det {}", ["flower"]),
        ("{} <obj {lemma:give}", ["flower"]),
        ("{} > {upos:DET}", ["flower"]),
        ("{} >nsubj|det {}", ["gives", "flower"]),
        ("{} >obj+ {}", ["gives"]),
        ("{} >obj- {}", []),
        ("{} <det+ {}", ["a"]),
        ("{} >aux {}", ["is"]),
        ("{} >aux: {}", []),
        ("{} >> {form:thanked}", ["gives", "is"]),
        ("{} << {form:is}", ["and", "thanked"]),
        ("{} $ {deprel:obj}", ["John", "is"]),
        ("{} $.. {deprel:obj}", ["John"]),
        ("{} $,, {deprel:obj}", ["is"]),
        ("{} . {form:gives}", ["John"]),
        ("{} , {form:gives}", ["a"]),
        ("{} .. {form:a}", ["John", "gives"]),
        ("{} ,, {form:and}", ["is", "thanked"]),
        ("{upos:VERB} !>obj {}", ["thanked"]),
        ("{} == {upos:VERB} !== {form:gives}", ["thanked"]),
        ("{} [ >obj ({} >det {}) | <cc {} ]", ["gives", "and"]),
    ],
)
def test_relations(pattern: str, expected: list[str]) -> None:
    """Every relation, negation, choice and attribute."""
    assert found(pattern) == expected


def test_enhanced_graphs_have_several_heads() -> None:
    """John is the subject of both; the empty node is left out."""
    assert found("{} >nsubj {form:John}", enhanced=True) == ["gives", "is"]
    assert found("{} >nsubj {form:John}") == ["gives"]
    assert found("{} >advmod {}", enhanced=True) == []


@pytest.mark.parametrize(
    "pattern, expected",
    [
        # John is the subject of two different words.
        ("{}=a >nsubj {}=x .. ({}=b >nsubj {}=x)", ["gives"]),
        ("{}=x <nsubj {}=a <nsubj ({}=b !== =a)", ["John"]),
        ("{}=x <obj {}=a <obj ({}=b !== =a)", []),
        # A subject that is not before its verb's object.
        ("{} >nsubj {}=s >obj ({} !,, =s)", []),
        ("{} >nsubj {}=s >obj ({} ,, =s)", ["gives"]),
    ],
)
def test_a_name_used_twice_is_one_word(pattern: str, expected: list[str]) -> None:
    """In the graph with several heads."""
    assert found(pattern, enhanced=True) == expected


def test_deep_and_circular_graphs() -> None:
    """Reachability over a chain of a hundred thousand words, and over a circle."""
    from karat.patterns.graph import Graph

    size = 100_000
    chain = Graph(
        1,
        np.zeros(size, np.int64),
        {"form": ["x"] * size},
        range(-1, size - 1),
        range(size),
        ["a"] * size,
    )
    assert int(match(compiled("{} >> {}"), chain).sum()) == size - 1
    circle = Graph(1, np.zeros(2, np.int64), {"form": ["x", "y"]}, [1, 0], [0, 1], ["a", "a"])
    assert match(compiled("{form:x} >> {form:x}"), circle).tolist() == [True, False]


@pytest.mark.parametrize(
    "pattern, at, what",
    [
        ("{upos}", 1, "attribute"),
        ("{part:VERB}", 1, "there is no attribute 'part'"),
        ("{} >nsubj", 9, "ends too early"),
        ("{} nsubj {}", 3, "relation"),
        ("upos:VERB", 0, "node"),
        ("{} >nsubj {} }", 13, "relation"),
    ],
)
def test_bad_patterns_say_where(pattern: str, at: int, what: str) -> None:
    """What is wrong, and at which character."""
    with pytest.raises(BadPattern) as error:
        compiled(pattern)
    assert (error.value.at, what in error.value.what) == (at, True), error.value.what
