"""What tests of exports share: the real files, and what matters of a call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from toolspec.engine.reading.files import FileReading, read_bytes, read_traces
from toolspec.engine.trace import Call, Trace

TRACES: Final = Path(__file__).parents[2].parent / "shared" / "traces"
real = pytest.mark.skipif(not TRACES.is_dir(), reason=f"no real trace files in {TRACES}")


def one(name: str) -> Trace:
    """Return the one trace of a real file."""
    (trace,) = read_traces(TRACES / name).traces
    return trace


def made(document: Any) -> FileReading:
    """Return what is read of a document."""
    return read_bytes(json.dumps(document).encode())


def told(call: Call) -> tuple[str, Any, str | None, str | None, int | None, str | None]:
    """Return what matters of a call but for its result."""
    return call.name, call.arguments, call.status, call.id, call.step, call.agent
