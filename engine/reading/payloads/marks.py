"""How a trace marks that a call failed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from toolspec.engine.json_value import Json
from toolspec.engine.trace import Result, Unrecorded

Status: TypeAlias = Literal["ok", "error"] | None

_MARK: Final = "isError"
"""The key at the top of a result by which the Model Context Protocol marks a failure."""


def marked_status(result: Result | Unrecorded, status: Status) -> Status:
    """Return the status of a call whose result may have a mark of its own; a failure counts.

    >>> marked_status(Result('{"isError": true, "content": []}'), "ok")
    'error'
    >>> marked_status(Result("an error, in words only"), None)
    """
    if status == "error" or isinstance(result, Unrecorded):
        return status
    mark = _mark(result.recorded)
    return status if mark is None else "error" if mark else status or "ok"


def _mark(recorded: Json) -> bool | None:
    if isinstance(recorded, str):
        # Few results have the word in them, and only those are decoded.
        if _MARK not in recorded or not recorded.lstrip().startswith("{"):
            return None
        try:
            recorded = json.loads(recorded)
        except (ValueError, RecursionError):
            return None
    mark = recorded.get(_MARK) if isinstance(recorded, Mapping) else None
    return mark if isinstance(mark, bool) else None
