"""AgentDojo's runs: one file for each task, with the messages and what the run was judged.

A call is `{"function", "args", "id"}`, and the message with its result repeats it as `tool_call`.
What was injected and how the run was judged is beside the messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.history import (
    Chat,
    History,
    PutMessage,
    call_of,
    turn_of,
)
from toolspec.engine.reading.formats.messages import fields, id_of, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_ROLES: Final = frozenset({"assistant", "system", "tool", "user"})
_KNOWN: Final = frozenset({"content", "error", "role", "tool_call", "tool_call_id", "tool_calls"})
_OF_CALL: Final = frozenset({"args", "function", "id", "placeholder_args"})
_HEAD: Final = frozenset({"messages", "pipeline_name", "suite_name", "user_task_id"})


class AgentDojo(History):
    """`tool_calls` whose `function` is a text, with `args` beside it."""

    name = "agentdojo"
    title = "AgentDojo run"
    page = FormatPage(
        family="evaluations",
        written_by="AgentDojo 0.1.",
        get="`runs/PIPELINE/SUITE/TASK/ATTACK/INJECTION.json`.",
        unknown="Times and tokens, which its logger does not write.",
        example="Cut from a run of AgentDojo 0.1.35 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times", "tokens", "tools"}

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message with such a call."""
        calls = message.get("tool_calls")
        asked = [*calls] if is_list(calls) else [message.get("tool_call")]
        return self.may_be_one(message) and any(map(_is_call, asked))

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message of these roles."""
        return text_of(message.get("role")) in _ROLES and "content" in message

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a run, or holds messages with such calls."""
        run = fields(document)
        if run.keys() >= _HEAD and is_list(run["messages"]):
            return Claim.SURE
        return super().claim(document)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says."""
        rest, role = rest_of(message, _KNOWN), text_of(message.get("role")) or "user"
        content = _content(message.get("content"))
        calls = message.get("tool_calls")
        if role == "assistant":
            asked = [_asked(call) for call in calls] if is_list(calls) else []
            parts = content if is_list(content) else [{"type": "text", "text": content or ""}]
            for put in turn_of(parts if content else [], asked, (), rest):
                yield PutMessage(put, place)
            return
        if role != "tool":
            yield PutMessage({**rest, "role": role, "content": content}, place)
            return
        call, error = fields(message.get("tool_call")), text_of(message.get("error"))
        id = id_of(message.get("tool_call_id")) or id_of(call.get("id"))
        result: dict[str, Json] = {"role": "tool", "tool_call_id": id, "name": call.get("function")}
        result |= {**rest, "content": error if error else content}
        yield PutMessage({**result, "is_error": error is not None}, place)

    def chat(self, value: Json, place: Place) -> Chat:
        """Return the conversation of a run, named by its tasks."""
        chat = super().chat(value, place)
        run = fields(value)
        named = [run.get(key) for key in ("suite_name", "user_task_id", "injection_task_id")]
        id = " ".join(name for name in named if isinstance(name, str) and name)
        return chat._replace(id=id or chat.id)


FORMAT = AgentDojo()


def _is_call(value: Json) -> bool:
    entry = fields(value)
    return isinstance(entry.get("function"), str) and is_object(entry.get("args"))


def _asked(call: Json) -> Json:
    """Return a call as conversations hold it; what is none stays, to be looked at."""
    if not _is_call(call):
        return call
    asked = fields(call)
    put = call_of(asked.get("id"), asked.get("function"), asked.get("args"))
    return {**put, **rest_of(asked, _OF_CALL)}


def _content(content: Json) -> Json:
    """Return a content with texts where AgentDojo has them under `content`."""
    if not is_list(content):
        return content
    parts: list[Json] = []
    for part in content:
        block = fields(part)
        kind, text = block.get("type"), block.get("content")
        if set(block) == {"type", "content"} and kind in ("text", "thinking"):
            parts.append({"type": kind, str(kind): text})
        else:
            parts.append(part)
    if len(parts) == 1 and set(fields(parts[0])) == {"type", "text"}:
        return fields(parts[0])["text"]
    return parts
