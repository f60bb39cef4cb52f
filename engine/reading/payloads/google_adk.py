"""What Google's Agent Development Kit writes of a tool's arguments and result on its span."""

from __future__ import annotations

from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.trace import UNRECORDED, Unrecorded

ARGUMENTS: Final = "gcp.vertex.agent.tool_call_args"
RESPONSE: Final = "gcp.vertex.agent.tool_response"
NOT_SPECIFIED: Final = "<not specified>"
"""What it writes where there is no id or no result."""

_NO_RESULTS: Final[tuple[Json | Unrecorded, ...]] = (
    *("<not serializable>", NOT_SPECIFIED),
    *({"result": NOT_SPECIFIED}, f'{{"result": "{NOT_SPECIFIED}"}}'),
)
_EMPTY: Final[tuple[Json | Unrecorded, ...]] = ("{}", {})


def recorded_pair(
    arguments: Json | Unrecorded, result: Json | Unrecorded
) -> tuple[Json | Unrecorded, Json | Unrecorded]:
    """Return what was recorded of a call: some words stand for what was not.

    Where content is not captured both are `{}`: nobody knows whether they were empty.

    >>> recorded_pair("{}", '{"result": 1}'), recorded_pair("{}", "{}") == (UNRECORDED, UNRECORDED)
    (('{}', '{"result": 1}'), True)
    """
    if arguments in _EMPTY and result in _EMPTY:
        return UNRECORDED, UNRECORDED
    return (
        UNRECORDED if arguments == "N/A" else arguments,
        UNRECORDED if result in _NO_RESULTS else result,
    )
