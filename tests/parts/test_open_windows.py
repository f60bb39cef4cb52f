"""A window that opens or closes where nobody knows: the verdict is open only where that matters."""

from __future__ import annotations

import pytest

from toolspec import Trace, called, parse

STOP = 'until user says "stop"'


@pytest.mark.parametrize(
    ("spec", "tools", "status"),
    [
        (f"require b {STOP}", "a", "fail"),
        (f"require b {STOP}", "b", "unknown"),
        (f"require c {STOP} among b", "ac", "fail"),
        (f"among b {STOP} {{\n  require b if not c\n}}", "ac", "fail"),
        (f"among b {STOP} {{\n  require b if not c\n}}", "abc", "unknown"),
        (f"among b {STOP} {{\n  count * = 0\n}}", "aa", "pass"),
        (f"among b {STOP} {{\n  count * = 1\n}}", "ab", "unknown"),
        (f"among b {STOP} {{\n  require user says /yes/\n}}", "aa", "unknown"),
        (f"among b {STOP} {{\n  each b: ok\n}}", "aa", "skip"),
        (f"among b {STOP} {{\n  count * = 0 per turn\n}}", "aa", "unknown"),
    ],
)
def test_no_message_is_recorded(spec: str, tools: str, status: str) -> None:
    (result,) = parse(spec).check(Trace([called(tool, {}) for tool in tools])).results
    assert result.status == status, result.summary
