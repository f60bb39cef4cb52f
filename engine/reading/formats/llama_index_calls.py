"""The tool calls that an agent of LlamaIndex returns with its answer, each with its output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    turn_of,
)
from toolspec.engine.reading.formats.messages import is_object
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import llama_index_output
from toolspec.engine.trace import Place

_KNOWN: Final = frozenset({"return_direct", "tool_id", "tool_kwargs", "tool_name", "tool_output"})


class LlamaIndexCalls(History):
    """`tool_name`, `tool_kwargs`, `tool_id` and `tool_output` of each call.

    Which response asked for which call is not recorded, and no messages are.
    """

    name = "llama-index-calls"
    title = "LlamaIndex tool calls"
    page = FormatPage(
        family="histories",
        written_by="LlamaIndex (read from 0.14).",
        get="`[call.model_dump() for call in response.tool_calls]`.",
        unknown="Steps, times and messages: only the calls are there.",
        example="Cut from a run of LlamaIndex 0.14 with a scripted model.",
    )
    records = frozenset({"status"})
    inside = ("tool_calls",)
    with_turns = False

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a call, with or without its output."""
        return isinstance(message.get("tool_name"), str) and (
            is_object(message.get("tool_kwargs")) and "tool_id" in message
        )

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield a call and its result."""
        id, name, output = message.get("tool_id"), message["tool_name"], message.get("tool_output")
        rest = rest_of(message, _KNOWN)
        results: list[dict[str, Json]] = []
        if output is not None:
            opened = llama_index_output(output)
            answer: Mapping[str, Json] = {"content": output if opened is None else opened.value}
            failed = None if opened is None else opened.failed
            results = [result_message(id, name, answer, "content", failed=failed)]
        for put in turn_of([], [call_of(id, name, message["tool_kwargs"])], results, rest):
            yield PutMessage(put, place)


FORMAT = LlamaIndexCalls()
