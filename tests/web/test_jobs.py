"""Jobs: processes of their own with limits; whatever they do, the server goes on and says what happened."""

import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import workbench
from karat.web.jobs import DONE, FAILED, Full, Job, Jobs, Task
from karat.web.settings import Limits
from patience import SECONDS

TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def tasks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of a job imports job_tasks.py."""
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(TESTS), known])))


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    found = Jobs(Limits(jobs=1, waiting=2, finished=2, job_seconds=SECONDS, job_memory=1 << 30))
    yield found
    found.close()


def over(job: Job) -> Job:
    until = time.monotonic() + SECONDS
    while not job.over and time.monotonic() < until:
        time.sleep(0.02)
    assert job.over
    return job


def begun(job: Job) -> Job:
    """The job, once its task is at work."""
    until = time.monotonic() + SECONDS
    while not (job.folder / "begun").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert (job.folder / "begun").exists()
    return job


def task(name: str) -> Task:
    return Task(f"job_tasks:{name}", {}, name)


def test_too_much_memory(jobs: Jobs) -> None:
    job = over(jobs.submit(task("greedy")))
    assert job.state == FAILED
    assert job.message.startswith("this needs more memory than a job may have")


def test_too_much_time() -> None:
    jobs = Jobs(Limits(job_seconds=0.3))
    job = over(jobs.submit(task("endless")))
    assert (job.state, job.message[:29]) == (FAILED, "it was stopped after 0.3 seco")
    assert not job.folder.exists()
    jobs.close()


def test_a_fault_of_ours_is_logged_and_not_shown(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    """The message has the id under which the log has the traceback."""
    with caplog.at_level(logging.ERROR):
        job = over(jobs.submit(task("faulty")))
    assert job.id in job.message
    assert "secret" not in job.message
    assert f"job {job.id}" in caplog.text
    assert "ZeroDivisionError: secret" in caplog.text


def test_code_in_the_current_folder_is_not_run(
    jobs: Jobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of the user that is called like a module of Python is no module."""
    (tmp_path / "json.py").write_text("raise SystemExit('this file was run')\n")
    monkeypatch.chdir(tmp_path)
    job = over(jobs.submit(task("quick")))
    assert (job.state, job.result) == (DONE, {"answer": 42})


def test_a_process_that_dies(jobs: Jobs) -> None:
    """The next job is done all the same."""
    assert "its process was killed" in over(jobs.submit(task("dying"))).message
    assert over(jobs.submit(task("writing"))).state == DONE


def test_a_file_to_download(store: str) -> None:
    """It is kept until the job is forgotten; what else was in the folder is not."""
    with workbench.client(store) as browser:
        jobs: Jobs = browser.app.state.jobs  # type: ignore[attr-defined]
        job = over(jobs.submit(task("writing")))
        page = browser.get(f"/job/{job.id}").text
        assert "Download report &lt;x&gt;.html" in page
        found = browser.get(f"/job/{job.id}/file")
        assert found.text == "what was made"
        assert found.headers["content-disposition"].startswith(
            'attachment; filename="report _x_.html"'
        )
        assert [one.name for one in job.folder.iterdir()] == ["made"]


def test_old_jobs_are_forgotten(jobs: Jobs) -> None:
    """With the files that they made."""
    made = [over(jobs.submit(task("writing"))) for _ in range(4)]
    assert jobs.get(made[0].id) is None
    assert not made[0].folder.exists()
    assert jobs.get(made[3].id) is made[3]
    assert made[3].folder.exists()


def test_the_queue(jobs: Jobs) -> None:
    """One runs, two wait, the next is refused; what is cancelled makes room."""
    first = begun(jobs.submit(task("endless")))
    second, third = jobs.submit(task("endless")), jobs.submit(task("writing"))
    assert [jobs.before(one) for one in (first, second, third)] == [0, 0, 1]
    with pytest.raises(Full, match="2 jobs are waiting already"):
        jobs.submit(task("writing"))
    jobs.cancel(second)
    jobs.cancel(first)
    assert over(third).state == DONE
    assert not first.folder.exists()
    assert not second.folder.exists()


def test_the_end_of_the_server_ends_its_jobs(jobs: Jobs) -> None:
    """No process and no folder is left."""
    job = begun(jobs.submit(task("endless")))
    process = job.process
    assert process is not None
    jobs.close()
    assert process.wait(10) < 0
    assert not job.folder.parent.exists()
    with pytest.raises(Full):
        jobs.submit(task("writing"), job.folder)


def test_programs_ask_for_json(store: str) -> None:
    with workbench.client(store) as browser:
        assert isinstance(browser, TestClient)
        jobs: Jobs = browser.app.state.jobs  # type: ignore[attr-defined]
        job = over(jobs.submit(task("writing")))
        assert browser.get(f"/job/{job.id}?as=json").json() == {
            "job": job.id, "title": "writing", "state": "done", "message": None,
            "result": {"file": "made", "name": "report <x>.html", "kind": "html"},
        }  # fmt: skip
