"""Versions of answers behave like the undo list of an editor, whatever is done in which order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from annotating import project_of
from effort import tries
from karat.formats.gr import check, loads
from karat.model.gr import listed
from karat.store import open_store
from karat.store.annotations import answers, projects
from karat.store.annotations.adjudication import merged, place
from karat.store.annotations.files import written
from karat.store.annotations.records import ACCEPTED, PROPOSED, REJECTED, Answer, Row
from karat.store.annotations.sound import faults


class Editor:
    """What undo and redo should do: a list of states and a place in it."""

    def __init__(self):
        self.states, self.at = [""], 0

    def edit(self, text):
        self.states = [*self.states[: self.at + 1], text]
        self.at += 1

    def undo(self):
        self.at = max(0, self.at - 1)

    def redo(self):
        self.at = min(len(self.states) - 1, self.at + 1)


STEPS = st.lists(st.one_of(st.sampled_from(["undo", "redo"]), st.integers(0, 9)), max_size=25)


@settings(max_examples=tries(30), deadline=None)
@given(STEPS)
def test_undo_and_redo_are_those_of_an_editor(tmp_path_factory, steps):
    """After every step the note is the one that an editor would show, and so is what undo and redo offer."""
    folder = tmp_path_factory.mktemp("store")
    with open_store(f"sqlite:///{folder / 'store.db'}") as store:
        project, _ = project_of(store)
        item = projects.items(store, project, [1])[0]
        desk = place(store, project, project.annotators[0], item).desk
        editor, version = Editor(), 0
        for step in steps:
            if isinstance(step, int):
                editor.edit(str(step))
                found = answers.save(store, desk, version, Answer((), str(step)))
            else:
                getattr(editor, step)()
                found = getattr(answers, step)(store, desk, version)
            version = found.version
            assert found.answer.note == editor.states[editor.at]
            assert (found.back >= 0) == (editor.at > 0)
            assert (found.forward >= 0) == (editor.at + 1 < len(editor.states))


ROWS = st.lists(st.sampled_from([ACCEPTED, REJECTED, PROPOSED]), min_size=10, max_size=10)


def _answers(project, some, states):
    left, found = list(states), {}
    for item in some:
        rows = [Row(gr, left.pop(), at) for at, gr in enumerate(item.proposals)]
        found[item.number] = Answer(rows)
    return found


@settings(max_examples=tries(30), deadline=None)
@given(ROWS, ROWS)
def test_files_of_any_decisions_read_back_and_pass_the_check(tmp_path_factory, first, second):
    """What was accepted is what is read, with positions or without; and nothing is undecided twice."""
    folder = tmp_path_factory.mktemp("store")
    with open_store(f"sqlite:///{folder / 'store.db'}") as store:
        project, _ = project_of(store)
        some = projects.items(store, project)
    ours, theirs = (_answers(project, some, states) for states in (first, second))
    for positions in (False, True):
        bank = loads(written(project, some, ours, positions=positions))
        assert not list(bank.errors())
        assert not list(check(bank, project.scope))
        read = [[str(gr) for gr in listed(bank, at)] for at in range(len(bank))]
        assert read == [[str(gr) for gr in ours[item.number].accepted] for item in some]
    for item in some:
        both = merged({"ann": ours[item.number], "bob": theirs[item.number]})
        held = {str(gr) for answer in (ours, theirs) for gr in answer[item.number].accepted}
        assert sorted(str(row.gr) for row in both.rows) == sorted(held)
        assert all((row.state == ACCEPTED) == (len(row.by) == 2) for row in both.rows)
        assert faults(project, item, Answer([Row(row.gr, ACCEPTED) for row in both.rows])) == []
