"""Say loudly which of the editors' tests could not run."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent.name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what is missing: one line for each reason, also where other processes ran the tests."""
    reports: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = {
        str(report.longrepr[2])
        for report in reports
        if f"/{HERE}/" in report.nodeid and isinstance(report.longrepr, tuple)
    }
    for reason in sorted(reasons):
        said = reason.removeprefix("Skipped: ")
        terminalreporter.write_line(f"EDITOR TESTS WERE SKIPPED: {said}", red=True, bold=True)
