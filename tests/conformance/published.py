"""The published cases, and what toolspec says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import toolspec

SHARED = Path(__file__).parents[2].parent / "shared" / "conformance"


def cases_of(name: str) -> list[dict[str, Any]] | None:
    """Return the cases of a file; None where it is not here."""
    path = SHARED / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def not_here(name: str) -> Any:
    """Return the parameter that says loudly that no case of a file was run."""
    reason = f"{SHARED / name}.json is not here: NO CONFORMANCE CASE WAS RUN"
    return pytest.param({}, id=name, marks=pytest.mark.skip(reason=reason))


def of_first_part() -> list[Any]:
    """Return the cases of the first part, as parameters of a test."""
    return _parameters("language")


def of_second_part() -> list[Any]:
    """Return the cases of the second part, as parameters of a test."""
    return _parameters("depth")


def _parameters(name: str) -> list[Any]:
    cases = cases_of(name)
    if cases is None:
        return [not_here(name)]
    return [pytest.param(case, id=case["id"]) for case in cases]


def judged(case: dict[str, Any], folder: Path) -> toolspec.Report:
    """Return the report on the trace of a case, whose files are written into the folder."""
    files: dict[str, Any] = case.get("files") or {}
    for name, content in files.items():
        beside = folder / name
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    (folder / "trace.json").write_text(json.dumps(case["trace"]), "utf-8")
    (folder / "spec.toolspec").write_text(case["spec"], "utf-8")
    (trace,) = toolspec.load_traces(folder / "trace.json")
    return toolspec.load(folder / "spec.toolspec").check(trace)
