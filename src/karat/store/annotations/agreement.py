"""How far the annotators of a project agree: what ``karat agree`` says about their exported files."""

from typing import TYPE_CHECKING, NamedTuple

from karat import formats
from karat.analysis.layer_agreement import LayerAgreement, layer_agreement
from karat.model.errors import UsageError
from karat.stats.plan import FEWER_SAMPLES, SEED
from karat.store.annotations.answers import states
from karat.store.annotations.files import EXTENSIONS, exported
from karat.store.annotations.records import Project

if TYPE_CHECKING:
    from karat.store.store import Store


class Agreed(NamedTuple):
    """The agreement, the names of the annotators, and the items that all of them have done."""

    found: LayerAgreement
    names: list[str]
    items: list[int]


def agreement(
    store: "Store", project: Project, *, samples: int = FEWER_SAMPLES, seed: int = SEED
) -> Agreed:
    """Compare the annotators on the items that all of them have done."""
    people = project.annotators
    if len(people) < 2:
        raise UsageError(f"{project.name} has one annotator; agreement needs two")
    common = common_items(store, project)
    if not common:
        raise UsageError(f"{project.name}: no item is done by all annotators yet")
    banks = [
        formats.read_text(
            exported(store, project, one.desk, only=common).content, format=EXTENSIONS[project.kind]
        )
        for one in people
    ]
    names = [one.name for one in people]
    return Agreed(layer_agreement(banks, "", names, samples=samples, seed=seed), names, common)


def common_items(store: "Store", project: Project) -> list[int]:
    """The items that all annotators have done."""
    known = states(store, project)
    done = [
        {item for (item, desk), is_done in known.items() if desk == person.desk and is_done}
        for person in project.annotators
    ]
    return sorted(set.intersection(*done))
