"""Files of log records, which are read with the files of spans beside them."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH113, PTH118

from __future__ import annotations

import os
import re
from typing import Final

_SPANS: Final = re.compile(r"(?<![A-Za-z0-9])(otlp|spans?|traces?)(?![A-Za-z0-9])")
_LOGS: Final = re.compile(r"(?<![A-Za-z0-9])logs(?![A-Za-z0-9])")
_NAMES: Final = ("otlp", "spans", "span", "traces", "trace")


def logs_of(path: str) -> str | None:
    """Return the file of log records that a file of spans is read with, None where there is none.

    It has the same name but for the word `logs`: `otlp.json` and `logs.json`, `run-traces.jsonl`
    and `run-logs.jsonl`.
    """
    folder, name = os.path.split(path)
    named, count = _SPANS.subn("logs", name, count=1)
    beside = os.path.join(folder, named)
    return beside if count and os.path.isfile(beside) else None


def spans_of_logs(path: str) -> list[str]:
    """Return the files of spans that log records are read with."""
    folder, name = os.path.split(path)
    if _LOGS.search(name) is None:
        return []
    files = (os.path.join(folder, _LOGS.sub(word, name, count=1)) for word in _NAMES)
    return [beside for beside in files if os.path.isfile(beside)]
