"""What a trace must record for a rule to be decided: times, statuses, messages and the like.

A class of patterns, clauses or measures that cannot be judged without a record names it in
`asks_record`; a rule asks for what its pieces ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from toolspec.engine.dialogue import Record
from toolspec.engine.values import Value

WORDS: Final[Mapping[Record, str]] = {
    "agents": "which agent made a call",
    "responses": "what the agent said",
    "status": "whether a call failed",
    "steps": "the agent's steps",
    "times": "times",
    "tokens": "tokens",
    "tools": "a list of tools",
    "user_messages": "messages of the user",
}
"""How a sentence names what a trace does not record."""


def records_asked(*pieces: object) -> frozenset[Record]:
    """Return what a rule's kind and clauses ask of a trace."""
    records: set[Record] = set()
    pending = [*pieces]
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            pending.extend(cast("tuple[object, ...]", value))
        elif isinstance(value, Value):
            asked = cast("Record | None", getattr(value, "asks_record", None))
            if asked is not None:
                records.add(asked)
            pending.extend(getattr(value, name) for name in type(value).fields)
    return frozenset(records)
