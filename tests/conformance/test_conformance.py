"""Every published case: each rule's status and score, and the trace's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import toolspec

SHARED = Path(__file__).parents[2].parent / "shared" / "conformance"
FILES = ("language", "uipath", "vally")


def cases() -> list[Any]:
    found: list[Any] = []
    for name in FILES:
        path = SHARED / f"{name}.json"
        if not path.exists():
            skipped = pytest.mark.skip(reason=f"{path} is not here: NO CONFORMANCE CASE WAS RUN")
            found.append(pytest.param({}, id=name, marks=skipped))
            continue
        found += [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text("utf-8"))]
    return found


@pytest.mark.parametrize("case", cases())
def test_statuses_and_scores_are_the_published_ones(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(case["trace"]), "utf-8")
    (trace,) = toolspec.load_traces(path)
    report = toolspec.parse(case["spec"]).check(trace)
    told = [(result.status, pytest.approx(result.score)) for result in report.results]
    assert told == [(rule["status"], rule["score"]) for rule in case["expect"]]
    assert report.passed is case["passed"]
    assert report.score == pytest.approx(case["score"])
    # What is said beside it can always be said, and is JSON.
    json.dumps(report.to_dict(), allow_nan=False)
