"""What was said in a run, and what else a trace records beside the calls: tokens, tool lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from toolspec.engine.json_value import Json
from toolspec.engine.place import Place
from toolspec.engine.result import UNRECORDED, Unrecorded

Record: TypeAlias = Literal[
    "agents", "responses", "status", "steps", "times", "tokens", "tools", "user_messages"
]
"""Something that a trace records or does not, so that "none" and "not recorded" differ."""

EVERYTHING: Final[frozenset[Record]] = frozenset(get_args(Record))

BEFORE_TURNS: Final = -1
"""The turn of a call that came before the first message of the user."""


class Message(NamedTuple):
    """What the user or the agent said: an event between the calls.

    `text` is None where a response has no text, and UNRECORDED where the trace does not say what
    was said. `before` is the index of the call that it comes before, the number of calls where it
    is the last. `step` is the agent's response that it is, None for a user's message; `turn` the
    turn it is in, None where the trace records no messages of the user. `agent` is who spoke.
    `start_ns` is when the trace first shows it: in spans, the start of the request that holds a
    user's message, and the end of a response.
    """

    role: Literal["user", "agent"]
    text: str | Unrecorded | None
    before: int = 0
    step: int | None = None
    turn: int | None = None
    agent: str | None = None
    start_ns: int | None = None
    place: Place = Place()


class ToolDefinition(NamedTuple):
    """A tool that the agent could use, as its list of tools describes it.

    `schema` is the JSON Schema of its arguments.
    """

    name: str
    description: str = ""
    schema: Mapping[str, Json] | Unrecorded = UNRECORDED


class Dialogue(NamedTuple):
    """What a trace records beside its calls.

    `call_turns` has the turn of each call: a turn is a user's message and everything until the
    next, counted from 0; a sub-agent counts the messages that it was given. None where the messages
    that the agent was given are not recorded, BEFORE_TURNS before the first of them. `turns` counts
    those of the top agent, None where no message of the user is recorded. `tokens` are those of
    all responses, input and output; None where they are not recorded of each. `last_response` is
    the top agent's.
    """

    messages: tuple[Message, ...] = ()
    call_turns: tuple[int | None, ...] = ()
    turns: int | None = None
    tokens: int | None = None
    tools: tuple[ToolDefinition, ...] | None = None
    last_response: Message | None = None


def recorded_in(
    dialogue: Dialogue, *, agents: bool, status: bool, steps: bool, times: bool
) -> frozenset[Record]:
    """Return what a trace records at all; the rest is what its calls and steps say.

    `responses` and `user_messages` are there where the content of at least one is recorded.
    """
    known: dict[Record, bool] = {
        "agents": agents,
        "status": status,
        "steps": steps,
        "times": times,
        "tokens": dialogue.tokens is not None,
        "tools": dialogue.tools is not None,
    }
    records: set[Record] = {record for record, there in known.items() if there}
    for message in dialogue.messages:
        if message.text is not UNRECORDED:
            records.add("responses" if message.role == "agent" else "user_messages")
    return frozenset(records)
