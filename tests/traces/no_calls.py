"""Where a copy of a call is no call of the run, and which copies say nothing of a call."""

# pyright: basic
from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from tests.traces.verdicts import FORBIDDEN

Way: TypeAlias = "tuple[str | int, ...]"


def is_data(documents: Any, way: Way) -> bool:
    """Tell whether a place is in what a tool was given or gave back, or what a model was sent.

    What is there is no call of this run, whatever it looks like.
    """
    inner = documents
    for key in way:
        if isinstance(key, str) and _plain(key) in _DATA:
            return True
        if isinstance(inner, dict):
            fields = cast("dict[str, Any]", inner)
            if fields.get("role") in ("tool", "toolResult") or not _ANSWERS.isdisjoint(
                map(_plain, fields)
            ):
                return True
        inner = inner[key]
    return False


def _plain(key: str) -> str:
    return key.replace("_", "").lower().strip()


_DATA: Final = frozenset(
    {"input", "inputs", "result", "results", "resource", "tools", "hiddentools", "args", "data"}
    | {"arguments", "parameters", "observation", "tooloutput", "functionresponse", "attachments"}
    | {"rawinput", "toolresult", "metrics", "config", "metadata", "request"}
)
_ANSWERS: Final = frozenset({"tooluseid", "toolcallid", "tooluseids", "fortoolcallid"})


def says_nothing(record: Any) -> bool:
    """Tell whether a record holds a name alone, under keys that say nothing of calls."""
    if isinstance(record, list):
        return all(map(says_nothing, record))
    if not isinstance(record, dict):
        return True
    fields = cast("dict[str, Any]", record)
    return all(
        value in _NAMES_ONLY or (_plain(key) in _WRAPPERS and says_nothing(value))
        for key, value in fields.items()
    )


_NAMES_ONLY: Final = (FORBIDDEN, None, "", "string", "gen_ai.tool.name", "tool.name")
_WRAPPERS: Final = frozenset(
    {"stringvalue", "stringvalues", "value", "values", "key", "type", "0", "data", "call", "item"}
    | {"message", "event", "payload", "id"}
)
