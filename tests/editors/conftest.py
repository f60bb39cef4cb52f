"""Say loudly which of the editors' tests could not run."""

from __future__ import annotations

import pytest
import testbed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what is missing."""
    if testbed.missing:
        names = ", ".join(sorted(testbed.missing))
        terminalreporter.write_line(
            f"EDITOR TESTS WERE SKIPPED: {names} missing; python editors/setup.py installs them",
            red=True,
            bold=True,
        )
