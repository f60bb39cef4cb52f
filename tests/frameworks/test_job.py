"""The job that runs agents of real frameworks holds together; its own command installs them."""

from __future__ import annotations

import json
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.frameworks import __main__ as job
from tests.frameworks.environments import record
from tests.frameworks.reasons import REASONS, reason_of
from tests.frameworks.server import serving
from tests.frameworks.table import AGENTS, BY_HAND, FRAMEWORKS, LOCKS, Framework
from tests.traces import live_runs


def test_at_least_twenty_frameworks_are_run() -> None:
    names = [framework.short for framework in FRAMEWORKS if framework is not BY_HAND]
    assert len(set(names)) == len(names) >= 20


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.short)
def test_a_framework_has_a_program_and_a_lock_file_of_all_it_asks_for(framework: Framework) -> None:
    assert framework.agent.is_file()
    assert framework.runs
    lock = framework.lock.read_text("utf-8")
    if framework.of_node:
        assert set(json.loads(lock)["packages"][""]["dependencies"]) == set(framework.packages)
        return
    head, _, pinned = lock.partition("\n")
    assert head.endswith(f"for {' '.join(framework.packages)}."), "write it with --lock"
    versions = set(re.findall(r"^([a-z0-9.-]+)==", pinned, re.MULTILINE))
    asked = {re.split(r"[\[<>=]", package)[0] for package in framework.packages}
    assert asked <= versions


def test_nothing_is_left_over() -> None:
    locks = {path.name for path in LOCKS.iterdir()}
    assert locks == {framework.lock.name for framework in FRAMEWORKS}
    agents = set(AGENTS.glob("*_agent.*"))
    assert agents == {framework.agent for framework in FRAMEWORKS}


def test_every_reason_is_of_a_framework_and_a_run_of_the_table() -> None:
    runs = [
        f"{framework.short}/{run.replace(' ', '-')}/x"
        for framework in FRAMEWORKS
        for run in framework.runs
    ]
    for pattern, _, _ in REASONS:
        framework, run, *_ = f"{pattern}/*".split("/")
        assert any(fnmatch(one, f"{framework}/{run}/*") for one in runs), pattern


def test_an_agent_is_run_recorded_read_and_compared(tmp_path: Path) -> None:
    (run,) = BY_HAND.runs
    folder = tmp_path / BY_HAND.short / run
    with serving() as model:
        record((sys.executable, str(BY_HAND.agent)), run, model, folder)
    found = [live_runs.differences(f"{BY_HAND.short}/{run}/otlp.jsonl", tmp_path)]
    assert found == [[]]
    history = f"{BY_HAND.short}/{run}/messages.json"
    differences = live_runs.differences(history, tmp_path)
    assert {one.kind for one in differences} == {"missing", "status not recorded"}
    assert all(reason_of(history, one) for one in differences)
    truth = folder / "truth.json"
    truth.write_text(truth.read_text("utf-8").replace("Oslo", "Bonn"), "utf-8")
    wrong = live_runs.differences(f"{BY_HAND.short}/{run}/otlp.jsonl", tmp_path)
    assert {one.kind for one in wrong} >= {"arguments", "result"}


def test_a_name_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        job.main(["langchian"])
    assert "no framework of the table: langchian" in capsys.readouterr().err
