"""Where the shared data for tests is, and what to do without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.amounts import LONG

# A machine that is busy, or loads a library for the first example, is no fault of what is tested.
# The gate draws the same inputs each time, so that it is red for the change; the long run new ones.
settings.register_profile("toolspec", deadline=None, derandomize=not LONG)
settings.load_profile("toolspec")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
"""Real traces and conformance cases; beside the repository where it is developed."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of shared data; a test that needs it is skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"no shared data at {SHARED}: this is not a full run")
    return SHARED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that a part was left out: here, where all processes' reports come together."""
    skipped: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = {
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in skipped
        if "/editors/" in report.nodeid and isinstance(report.longrepr, tuple)
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"EDITOR TESTS WERE SKIPPED: {reason}", red=True, bold=True)
    if not SHARED.is_dir():
        terminalreporter.write_line(
            "PART OF THE TESTS WAS SKIPPED: the conformance cases and real traces are not here",
            red=True,
            bold=True,
        )
