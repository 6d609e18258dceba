"""The charts of a report: what they show, what they say, and what they make of text from files."""

import json

import altair as alt
import pytest

import karat
from chart_pages import HOSTILE, named, overview_of, page_of
from karat.analysis.contest import How
from karat.reports.html.charts import Chart, charts_of, embedded
from karat.reports.table import Style, render

NP, OTHER = "(NP (DT the) (NN dog))", "(X (DT the) (NN dog))"
RIGHT = f"(S {NP} (VP (VBZ barks)))"
WRONG = f"(S {OTHER} (VP (VBZ barks)))"
LONGER = f"(S {NP} (VP (VBZ sees) {NP}) (ADVP (RB today)) (. .))"
GOLD = [RIGHT, LONGER] * 10
POOR = [RIGHT, LONGER] + [WRONG, LONGER.replace("NP", "X")] * 9
SCHEMES = ["evalb(failed=empty)", "flat", "leafancestor"]


def charts(**systems: list[str]) -> dict[str, Chart]:
    return named(overview_of(GOLD, systems or {"good": GOLD, "poor": POOR}, SCHEMES))


@pytest.fixture(scope="module")
def drawn() -> dict[str, Chart]:
    return charts()


def rows(chart: Chart, name: str = "rows") -> list[dict[str, object]]:
    found: list[dict[str, object]] = chart.spec["datasets"][name]
    return found


def test_every_chart_is_valid_and_says_what_it_shows() -> None:
    """Valid against the schema of Vega-Lite that altair brings along."""
    for one in charts_of(overview_of(GOLD, {"good": GOLD, "poor": POOR}, SCHEMES)):
        assert one.title
        if one.spec:
            assert one.description.endswith(".")
            assert one.table.rows
            alt.Chart.from_dict(dict(one.spec)).to_dict(validate=True)
            assert "$schema" not in one.spec


def test_there_is_a_chart_for_each_question(drawn: dict[str, Chart]) -> None:
    assert list(drawn) == [
        "differences", "length", "distribution", "against-1", "label", "schemes", "causes", "rise",
    ]  # fmt: skip
    assert all(one.spec for one in drawn.values())


def test_points_by_length_are_the_figures_of_a_score(drawn: dict[str, Chart]) -> None:
    """f1 of poor over the sentences of 3 words, computed by karat.score on those alone."""
    short = karat.score(GOLD[::2], POOR[::2], "evalb(failed=empty)").f1
    (found,) = (
        row for row in rows(drawn["length"]) if row["system"] == "poor" and row["words"] == "3"
    )
    assert found["value"] == pytest.approx(100 * short)
    assert found["sentences"] == "10"
    assert drawn["length"].title == "good has the highest f1 at every length"


def test_labels_differences_and_schemes_are_those_of_the_analyses(drawn: dict[str, Chart]) -> None:
    score = karat.score(GOLD, POOR, "evalb(failed=empty)", by="label")
    by_label = {
        row["label"]: row["value"] for row in rows(drawn["label"]) if row["system"] == "poor"
    }
    for label in ("S", "NP", "VP", "ADVP"):
        assert by_label[label] == pytest.approx(
            100 * score.groups["label"][label]["measures"]["f1"]
        )
    change = {row["figure"]: row["value"] for row in rows(drawn["differences"])}
    assert change["f1"] == pytest.approx(100 * (score.f1 - 1))
    (flat,) = (
        row for row in rows(drawn["schemes"]) if row["system"] == "poor" and row["scheme"] == "flat"
    )
    assert flat["value"] == pytest.approx(100 * karat.score(GOLD, POOR, "flat").recall)


def test_wins_and_losses_are_words_and_points(drawn: dict[str, Chart]) -> None:
    """18 sentences of poor are worse, 2 are equal, none is better."""
    chart = drawn["against-1"]
    assert chart.title == "poor is better than good in 0 sentences and worse in 18; 2 are equal"
    assert sum(int(str(row["sentences"])) for row in rows(chart, "apart")) == 18
    assert {row["system"] for row in rows(chart, "apart")} == {"good"}
    assert sum(int(str(row["sentences"])) for row in rows(chart, "equal")) == 2
    assert chart.square


def test_causes_are_those_of_the_analysis_of_errors() -> None:
    found = overview_of(GOLD, {"good": GOLD, "poor": POOR}, SCHEMES)
    chart, (_, poor) = named(found)["causes"], found.causes[found.schemes[0]]
    expected = {cause.name: cause.errors for cause in poor.causes}
    assert {r["cause"]: r["value"] for r in rows(chart) if r["system"] == "poor"} == expected
    rise = {cause.name: cause.rise for cause in poor.causes}
    bars = {r["cause"]: r["value"] for r in rows(named(found)["rise"]) if r["system"] == "poor"}
    assert bars == pytest.approx({name: 100 * value for name, value in rise.items()})


def test_undefined_sentences_are_not_said_to_have_no_score() -> None:
    """A sentence of one word has a score, though no brackets; the one without a parse counts as 0."""
    gold = [*[RIGHT] * 4, "(NN dog)"]
    found = named(overview_of(gold, {"a": gold, "b": [None, *gold[1:]]}, ["evalb(failed=empty)"]))
    chart = found["distribution"]
    assert "Sentences for which it is undefined: a 1 and b 1." in chart.description
    assert "Without a score" not in chart.description
    counts = {row[0]: row[1:] for row in chart.table.rows}
    assert counts["exactly 100"] == [4, 3]


def test_one_system_has_the_charts_that_need_no_other() -> None:
    found = charts(poor=POOR)
    without = {name: one.title for name, one in found.items() if not one.spec}
    assert without == {
        "differences": "No chart of differences: there is only one system.",
        "against": "No chart of system against system: there is only one system.",
    }
    assert found["length"].title.startswith("f1 is ")


def test_a_chart_without_anything_to_show_says_why() -> None:
    gold = [RIGHT] * 4
    found = named(overview_of(gold, {"a": gold, "b": gold}, ["leafancestor"]))
    assert {name: one.title for name, one in found.items() if not one.spec} == {
        "length": "No chart by length: all sentences have 3 words.",
        "label": "No chart by label: leafancestor has no labels.",
        "causes": "No chart of causes: there is no analysis of errors for leafancestor.",
        "schemes": "No chart of schemes against each other: there is only one scheme.",
    }


def test_undefined_figures_are_gaps_not_zeros() -> None:
    """No system bracket at all: precision is undefined, and so is its difference."""
    gold, flat = (
        ["(S (NP (DT the) (NN dog)) (VBZ barks))"] * 12,
        ["(S (DT the) (NN dog) (VBZ barks))"] * 12,
    )
    how = How(samples=50, measures=("precision", "recall"))
    found = named(overview_of(gold, {"a": gold, "b": flat}, ["parseval(failed=empty)"], how))
    values = {row["system"]: row["value"] for row in rows(found["label"]) if row["label"] == "NP"}
    assert values == {"a": 100.0, "b": None}
    assert "NaN" not in embedded(list(found.values()))
    assert "–" in render(found["label"].table, Style())


def test_pairs_of_all_systems_are_named_as_pairs() -> None:
    systems = {"a": GOLD, "b": POOR, "c": POOR}
    found = named(overview_of(GOLD, systems, ["evalb"], How(samples=50, all_pairs=True)))
    names = {row["system"] for row in rows(found["differences"])}
    assert names == {"b against a", "c against a", "c against b"}
    assert [name for name in found if name.startswith("against")] == [
        "against-1",
        "against-2",
        "against-3",
    ]


def test_pairs_without_a_chart_are_counted() -> None:
    """Eight systems: seven pairs with the baseline, six charts."""
    systems = {f"s{n}": POOR if n else GOLD for n in range(8)}
    found = named(overview_of(GOLD, systems, ["evalb"], How(samples=20)))
    assert [name for name in found if name.startswith("against")][5:] == [
        "against-6",
        "against-others",
    ]
    assert found["against-others"].title.startswith(
        "Only the first 6 of 7 pairs of systems have a chart"
    )


def test_text_from_files_stays_data() -> None:
    """Names of systems and labels are values of rows, domains and titles, never fields or expressions."""
    gold = [f"(S ({label} (DT the) (NN dog)) (VBZ barks))" for label in HOSTILE for _ in (1, 2)]
    systems = {name: gold if at else gold[::-1] for at, name in enumerate(HOSTILE[:4])}
    found = charts_of(overview_of(gold, systems, ["evalb(failed=empty)"]))
    for one in found:
        for at in expressions(dict(one.spec)):
            assert not any(hostile in at for hostile in HOSTILE), at
        for field in fields(dict(one.spec)):
            assert field.isidentifier(), field
    text = embedded(found)
    assert "<" not in text
    assert json.loads(text)["charts"][0]["spec"]["datasets"]
    labels = {row["label"] for row in rows(named_of(found)["label"])}
    assert "\\u202egnirts\\u202c" in render(named_of(found)["label"].table, Style())
    assert "</script><script>alert`1`</script>" in labels


def named_of(found: list[Chart]) -> dict[str, Chart]:
    return {one.name: one for one in found}


def expressions(value: object) -> list[str]:
    """Every text that Vega reads as an expression."""
    if isinstance(value, dict):
        own = [
            str(value[key])
            for key in ("expr", "signal", "labelExpr", "calculate", "filter")
            if key in value
        ]
        return own + [
            one for key, part in value.items() if key != "datasets" for one in expressions(part)
        ]
    return [one for part in value for one in expressions(part)] if isinstance(value, list) else []


def fields(value: object) -> list[str]:
    """Every name of a field, of encodings and of rows."""
    if isinstance(value, dict):
        own = [str(value["field"])] if "field" in value else []
        if "datasets" in value:
            own += [name for some in value["datasets"].values() for row in some for name in row]
        return own + [
            one for key, part in value.items() if key != "datasets" for one in fields(part)
        ]
    return [one for part in value for one in fields(part)] if isinstance(value, list) else []


def test_systems_that_look_alike_stay_apart() -> None:
    found = charts(**{"a\n": GOLD, "a\\n": POOR})
    assert {row["system"] for row in rows(found["length"])} == {"a\\n", "a\\n (2)"}


def test_a_chart_is_a_file_too(drawn: dict[str, Chart]) -> None:
    light, dark = drawn["label"].svg(), drawn["label"].svg(dark=True)
    assert light.startswith("<svg")
    assert "#1f66c1" in light
    assert "#6aa9ff" in dark
    assert "light-dark" not in light + dark
    assert "http" not in light.replace("http://www.w3.org/", "")


def test_a_page_of_charts_names_no_host(drawn: dict[str, Chart]) -> None:
    data = page_of(list(drawn.values())).split('id="karat-charts">')[1].split("</script>")[0]
    assert "://" not in data
