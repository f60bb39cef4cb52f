"""What a spec says of a file, in one word: for tests that a forbidden call is never missed."""

from __future__ import annotations

import json
from typing import Any, Final

from toolspec.dsl.specs import parse
from toolspec.engine.reading.files import FileReading, read_bytes
from toolspec.engine.reading.format import TraceError

FORBIDDEN: Final = "delete_user"
FORBID: Final = f"forbid {FORBIDDEN}"
NOT_JUDGED: Final = "not judged"


def verdict(data: Any, spec: str = FORBID) -> str:
    """Return `pass`, the first other status of a rule, or `not judged`, which is no pass either.

    `data` is the bytes of a file, or the JSON in it. A file that holds no trace is not judged.
    """
    written = data if isinstance(data, bytes) else json.dumps(data).encode()
    try:
        reading = read_bytes(written)
    except TraceError as refused:
        assert "a mistake of toolspec" not in (refused.hint or ""), refused
        return NOT_JUDGED
    return verdict_of(reading, spec)


def verdict_of(reading: FileReading, spec: str = FORBID) -> str:
    """Return what a spec says of all traces of a file together."""
    if reading.unjudged or not reading.traces:
        return NOT_JUDGED
    rules = parse(spec)
    statuses = [result.status for trace in reading.traces for result in rules.check(trace).results]
    return next((status for status in statuses if status != "pass"), "pass")
