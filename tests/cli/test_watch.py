"""`toolspec check --watch` judges again when something it reads changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.cli_files import Run, trajectory, write
from toolspec.cli.render import watching


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """Return a list of what is done while nothing changes; after the last, Ctrl-C is pressed."""
    held: list[Callable[[], object]] = []

    def wait(seconds: float) -> None:
        assert seconds >= watching.SECONDS_BETWEEN
        if not held:
            raise KeyboardInterrupt
        held.pop(0)()

    monkeypatch.setattr(watching, "sleep", wait)
    return held


def files() -> None:
    write("run.json", trajectory("search", "book"))
    write("s.toolspec", "forbid delete\n")


def test_a_changed_trace_is_judged_again(run: Run, steps: list[Callable[[], object]]) -> None:
    files()
    steps.append(lambda: write("run.json", trajectory("search", "delete")))
    ran = run("check", "--watch", "run.json", "s.toolspec")
    first, second = ran.out.split(" run.json changed\n")
    assert "pass run.json" in first
    assert "FAIL" in second
    assert ran.status == 1


def test_a_changed_spec_judges_again(run: Run, steps: list[Callable[[], object]]) -> None:
    files()
    steps += [
        lambda: write("s.toolspec", "forbid book\n"),
        lambda: write("s.toolspec", "forbid delete # again\n"),
    ]
    ran = run("check", "--watch", "run.json", "s.toolspec")
    assert ran.out.count("s.toolspec changed") == 2
    assert ran.status == 0


def test_a_trace_that_comes_into_a_folder_is_judged(
    run: Run, steps: list[Callable[[], object]]
) -> None:
    files()
    Path("runs").mkdir()
    Path("run.json").rename("runs/a.json")
    steps += [
        lambda: write("runs/b.json", trajectory("delete")),
        lambda: Path("runs/b.json").unlink(),
    ]
    ran = run("check", "--watch", "runs", "s.toolspec")
    _, second, third = ran.out.split(f"{os.path.join('runs', 'b.json')} changed\n")  # noqa: PTH118
    assert "1 passed, 1 did not" in second
    assert "1 passed, 0 did not" in third


def test_traces_that_a_spec_names_are_watched(run: Run, steps: list[Callable[[], object]]) -> None:
    files()
    write("s.toolspec", 'traces "run.json"\nforbid delete\n')
    steps.append(lambda: write("run.json", trajectory("delete")))
    assert run("check", "--watch", "s.toolspec").status == 1


def test_a_broken_spec_does_not_end_the_watch(run: Run, steps: list[Callable[[], object]]) -> None:
    files()
    steps += [
        lambda: write("s.toolspec", "forbid forbid forbid\n"),
        lambda: write("s.toolspec", "forbid delete\n"),
    ]
    ran = run("check", "--watch", "run.json", "s.toolspec")
    assert ran.out.count("pass run.json") == 2
    assert "s.toolspec:1" in ran.err
    assert ran.status == 0


def test_nothing_is_judged_again_while_nothing_changes(
    run: Run, steps: list[Callable[[], object]]
) -> None:
    files()
    steps += [lambda: None, lambda: None]
    ran = run("check", "--watch", "run.json", "s.toolspec")
    assert ran.out.count("pass run.json") == 1
    assert "changed" not in ran.out


def test_on_a_terminal_one_screen_shows_the_latest_report(
    run: Run, steps: list[Callable[[], object]]
) -> None:
    files()
    steps.append(lambda: write("run.json", trajectory("search", "delete")))
    ran = run("check", "--watch", "run.json", "s.toolspec", "--color", "always")
    assert "toolspec check --watch" in ran.out
    assert "run.json changed" in ran.out
    assert ran.out.index("pass") < ran.out.index("run.json changed") < ran.out.index("✗ fail")
    assert ran.status == 1


@pytest.mark.parametrize("words", [["run.json", "--format", "json"], ["-"]])
def test_what_cannot_be_watched_is_refused(run: Run, words: list[str]) -> None:
    files()
    ran = run("check", "--watch", "s.toolspec", *words)
    assert ran.status == 2
    assert "--watch does not go together with" in ran.err
