"""The recorded runs of current frameworks are read as they happened, or it is said why not."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from tests.traces.live_reasons import REASONS, reason_of
from tests.traces.live_runs import RUNS, differences, recordings

pytestmark = pytest.mark.skipif(not RUNS.is_dir(), reason=f"no recorded runs in {RUNS}")


@pytest.mark.parametrize("recording", recordings() if RUNS.is_dir() else [])
def test_a_recorded_run_is_read_as_it_happened(recording: str) -> None:
    left = [
        str(difference)
        for difference in differences(recording)
        if reason_of(recording, difference) is None
    ]
    assert left == []


def test_every_reason_is_needed() -> None:
    found = {(recording, str(one)) for recording in recordings() for one in differences(recording)}
    unused = [
        (pattern, kind)
        for pattern, kind, _ in REASONS
        if not any(
            fnmatch(recording, pattern) and fnmatch(one, f"{kind}*") for recording, one in found
        )
    ]
    assert unused == []
