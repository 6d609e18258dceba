"""Annotation projects in the store: keys, versions, who is there, files and agreement."""

import threading

import pytest
from sqlalchemy import text

from annotating import TREES, answered, project_of
from databases import both_databases
from karat.model.errors import InputError, UsageError
from karat.model.gr import Gr
from karat.store import open_store
from karat.store.annotations import answers, files, presence, projects
from karat.store.annotations.adjudication import merged, place
from karat.store.annotations.agreement import agreement
from karat.store.annotations.drafting import bases, draft
from karat.store.annotations.records import ACCEPTED, Answer, Newer, Row
from karat.store.annotations.sound import problems


@pytest.fixture
def store(store_url):
    with open_store(store_url) as found:
        yield found


def desk_of(store, project, name, item=1):
    (one,) = projects.items(store, project, [item])
    return place(store, project, project.person(name), one).desk


def test_trees_give_proposals_and_plain_sentences_give_none():
    """The relations of karat propose, with the words that they are about."""
    found = draft(TREES, "trees.mrg", "gr")
    assert [str(gr) for gr in found.items[0].proposals][:2] == [
        "ncsubj(give, Kim, _)",
        "dobj(give, she, iobj)",
    ]
    assert (found.items[0].proposals[0].head_at, found.items[0].proposals[0].dependent_at) == (1, 0)
    plain = draft(b"Dogs barked .\nIt rains .\n", "text.txt", "gr")
    assert [list(item.proposals) for item in plain.items] == [[], []]
    assert bases(plain.items[0]) == ["dog", "bark", "."]


def test_a_recogniser_proposes_phenomena_of_the_inventory_only():
    """A passive is found in the third sentence; an inventory without it does not propose it."""
    assert "passive" in [
        gr.label for gr in draft(TREES, "trees.mrg", "phenomena").items[2].proposals
    ]
    narrow = draft(TREES, "trees.mrg", "phenomena", scope="modal+raising")
    assert all(not item.proposals for item in narrow.items)


def test_a_file_of_relations_has_its_own_proposals_ids_and_hierarchy():
    """The ids are in comments; det is a relation of 2006."""
    text = b"# sent_id = a-1\nThe dog barks .\ndet(dog, the)\nncsubj(bark, dog, _)\n"
    found = draft(text, "draft.gr", "gr")
    assert (found.scope, found.items[0].key) == ("2006", "a-1")
    assert found.items[0].proposals[0] == Gr("det", "", "dog", "the", "", 1, 0)


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "x.mrg", "no sentences"),
        (b"ncsubj(bark, dog, _)\n", "x.gr", "sentence 1 has no words"),
        (b"1\tpassive\n", "x.names", "sentence 1 has no words"),
        (b"(S (N caf\xe9))", "x.mrg", "not UTF-8"),
        (b"(S (NN " + b"x) (NN " * 600 + b"y))", "x.mrg", "at most 500"),
    ],
)
def test_files_that_nobody_could_annotate_are_refused(content, name, said):
    """One clear message instead of an empty page."""
    kind = "phenomena" if name.endswith("names") else "gr"
    with pytest.raises(InputError, match=said):
        draft(content, name, kind)


@both_databases
def test_only_hashes_of_keys_are_kept_and_a_new_key_replaces_the_old(store):
    """Nobody who reads the database can enter as somebody."""
    project, keys = project_of(store)
    assert len(set(keys.values())) == 3
    with store.reading() as connection:
        rows = connection.execute(text("SELECT * FROM annotation_people")).all()
    assert not any(key in str(row) for row in rows for key in keys.values())
    assert projects.person(store, project.id, keys["bob"]).name == "bob"
    again = projects.renew(store, project, "bob")
    assert projects.person(store, project.id, keys["bob"]) is None
    assert projects.person(store, project.id, again).name == "bob"
    other, _ = project_of(store, name="other")
    assert projects.person(store, other.id, again) is None


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"annotators": ("ann", "ann")}, "different name"),
        ({"annotators": ()}, "at least one annotator"),
        ({"annotators": ("a\nb",)}, "cannot be the name of a person"),
        ({"annotators": ("adjudicated",)}, "not of a person"),
        ({"name": "../x"}, "cannot be the name of a project"),
        ({"name": "pilot"}, "already"),
    ],
)
def test_projects_that_make_no_sense_are_refused(store, more, said):
    """And nothing of them is left."""
    project_of(store)
    with pytest.raises(UsageError, match=said):
        project_of(store, **{"name": "second", **more})
    assert [one.name for one in projects.projects(store)] == ["pilot"]


def test_undo_and_redo_walk_through_versions_and_nothing_is_overwritten(store):
    """Three edits, back to the beginning, forward again, and an edit that ends the way forward."""
    project, _ = project_of(store)
    desk = desk_of(store, project, "ann")
    notes = ["one", "two", "three"]
    for base, note in enumerate(notes):
        answers.save(store, desk, base, Answer(desk.first.rows, note))
    walk = [
        answers.undo,
        answers.undo,
        answers.undo,
        answers.undo,
        answers.redo,
        answers.redo,
        answers.undo,
    ]
    seen, version = [], 3
    for step in walk:
        found = step(store, desk, version)
        version = found.version
        seen.append(found.answer.note)
    assert seen == ["two", "one", "", "", "one", "two", "one"]
    found = answers.save(store, desk, version, Answer((), "four"))
    assert answers.redo(store, desk, found.version).answer.note == "four"
    assert answers.undo(store, desk, found.version).answer.note == "one"
    history = [one.answer.note for one in answers.history(store, desk)]
    assert history == ["one", "two", "three", "two", "one", "", "one", "two", "one", "four", "one"]


def test_who_saves_over_a_newer_version_is_told_and_gets_it(store):
    """Two windows of one annotator; both answers stay in the history once both were saved."""
    project, _ = project_of(store)
    desk = desk_of(store, project, "ann")
    answers.save(store, desk, 0, Answer((), "first window"))
    with pytest.raises(Newer) as caught:
        answers.save(store, desk, 0, Answer((), "second window"))
    assert (caught.value.current.version, caught.value.current.answer.note) == (1, "first window")
    answers.save(store, desk, 1, Answer((), "second window"))
    assert [one.answer.note for one in answers.history(store, desk)] == [
        "first window",
        "second window",
    ]


def test_of_eight_who_save_at_the_same_moment_one_is_first(store):
    """The others are told; no version is lost and none is there twice."""
    project, _ = project_of(store)
    desk = desk_of(store, project, "ann")
    outcomes, ready = [], threading.Barrier(8)

    def save(number):
        ready.wait()
        try:
            outcomes.append(answers.save(store, desk, 0, Answer((), str(number))).version)
        except Newer as newer:
            outcomes.append(newer)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert outcomes.count(1) == 1
    assert sum(isinstance(one, Newer) for one in outcomes) == 7
    assert len(answers.history(store, desk)) == 1


def test_desks_are_apart_and_adjudicators_share_one(store):
    """Ann's answer is not at Bob's desk; two adjudicators see each other's."""
    project, _ = project_of(store, adjudicators=("zoe", "max"))
    answered(store, project, "ann", 1)
    assert answers.latest(store, desk_of(store, project, "bob")).version == 0
    answered(store, project, "bob", 1)
    answered(store, project, "zoe", 1)
    assert (
        answers.latest(store, desk_of(store, project, "max")).author == project.person("zoe").number
    )


def test_others_at_the_same_desk_are_known_until_they_leave(store):
    """Another desk does not count, and a page that was silent for long is gone."""
    project, _ = project_of(store)
    ann, bob = desk_of(store, project, "ann"), desk_of(store, project, "bob")
    assert presence.here(store, ann, "window-1") == []
    assert presence.here(store, bob, "window-b") == []
    assert [one.tab for one in presence.here(store, ann, "window-2")] == ["window-1"]
    presence.here(store, ann, "window-1", leaving=True)
    assert presence.here(store, ann, "window-2") == []
    with store.writing() as connection:
        connection.execute(text("UPDATE annotation_presence SET seen = seen - 60"))
    assert presence.here(store, ann, "window-3") == []


def test_a_project_is_deleted_with_all_that_belongs_to_it(store):
    """No table has a row of it."""
    project, _ = project_of(store)
    answered(store, project, "ann", 1)
    presence.here(store, desk_of(store, project, "ann"), "window-1")
    projects.remove(store, project)
    with store.reading() as connection:
        for table in ("projects", "items", "people", "answers", "presence"):
            assert connection.scalar(text(f"SELECT count(*) FROM annotation_{table}")) == 0


def test_what_is_undecided_or_would_not_pass_the_check_cannot_be_done(store):
    """The messages are those of karat check."""
    project, _ = project_of(store)
    item = projects.items(store, project, [1])[0]
    assert problems(project, item, item.first)[0].startswith("4 rows are undecided")
    wrong = Row(Gr("ncsubj", "", "gave", "Kim", "_"), ACCEPTED)
    assert problems(project, item, Answer([wrong])) == [
        "the head gave is not a base form; write give"
    ]
    unknown = Row(Gr("ncsub", "", "give", "Kim", "_"), ACCEPTED)
    assert "did you mean 'ncsubj'" in problems(project, item, Answer([unknown]))[0]
    assert problems(project, item, Answer()) == []


def test_names_outside_the_inventory_cannot_be_done(store):
    """Neither can a name that is there twice."""
    project, _ = project_of(store, kind="phenomena", scope="passive+modal")
    item = projects.items(store, project, [1])[0]
    given = [Row(Gr(name), ACCEPTED) for name in ("passive", "passive", "raising")]
    assert problems(project, item, Answer(given)) == [
        "'raising' is not in the inventory",
        "passive is there twice",
    ]


def test_what_all_have_is_accepted_and_the_rest_is_disputed_by_dependent():
    """Two relations of the same dependent are one question; the order is disputes first."""
    home = {"head": "go", "dependent": "home", "head_at": 0, "dependent_at": 1}
    shared = Row(Gr("ncsubj", head="go", dependent="she", initial="_"), ACCEPTED)
    ann = Answer([shared, Row(Gr("ncmod", "_", **home), ACCEPTED)])
    bob = Answer(
        [
            shared,
            Row(Gr("iobj", "_", **home), ACCEPTED),
            Row(Gr("dobj", head="go", dependent="it"), ACCEPTED),
        ]
    )
    rows = merged({"ann": ann, "bob": bob}).rows
    assert [(row.gr.label, row.state, row.by, row.dispute) for row in rows] == [
        ("ncmod", "proposed", ("ann",), 1),
        ("iobj", "proposed", ("bob",), 1),
        ("dobj", "proposed", ("bob",), 2),
        ("ncsubj", "accepted", ("ann", "bob"), 0),
    ]


def test_an_adjudicator_waits_until_all_are_done(store):
    """Until then, no answer of anybody is given out."""
    project, _ = project_of(store)
    answered(store, project, "ann", 1)
    item = projects.items(store, project, [1])[0]
    found = place(store, project, project.person("zoe"), item)
    assert (found.waiting, found.desk.first.rows) == (["bob"], ())
    answered(store, project, "bob", 1, without=(0,))
    found = place(store, project, project.person("zoe"), item)
    assert not found.waiting
    assert [row.by for row in found.desk.first.rows if row.dispute] == [("ann",)]


def test_a_file_has_the_sentences_that_are_done_with_their_ids_and_words(store):
    """A sentence that is open is left out: it is not a sentence without relations."""
    project, _ = project_of(store)
    with pytest.raises(UsageError, match="no item is done"):
        files.exported(store, project, 1)
    answered(store, project, "ann", 2, without=(0, 1, 2, 3, 4))
    answered(store, project, "ann", 3, done=False)
    found = files.exported(store, project, 1)
    assert (found.done, found.of) == (1, 3)
    assert found.content == (
        b"# sent_id = 2\nShe wants to read it .\n# lemmas = she want to read it .\n()\n\n"
    )


def test_agreement_is_over_the_items_that_all_have_done(store):
    """Ann has 4 and 4 relations, Bob lacks one of the first four: 2 x 7 / (8 + 7)."""
    project, _ = project_of(store)
    with pytest.raises(UsageError, match="no item is done by all"):
        agreement(store, project)
    for item in (1, 2):
        answered(store, project, "ann", item)
    answered(store, project, "bob", 1, without=(0,))
    answered(store, project, "bob", 2)
    answered(store, project, "bob", 3)
    found = agreement(store, project, samples=9)
    assert found.items == [1, 2]
    pair = found.found.pairs[0, 1]
    assert (pair.first, pair.second, pair.shared) == (pair.second + 1, pair.shared, pair.second)
    assert pair.f1.value == pytest.approx(2 * pair.shared / (pair.first + pair.second))
