"""The Vercel AI SDK's messages: those for a model, those of a user interface, and steps.

A model message has parts of the types `tool-call` and `tool-result`. A message of a user interface
has `parts` of a type such as `tool-search`, each with its call, state and output; before version 5
`toolInvocations`. A step has the parts of one response, and the results after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    turn_of,
)
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_KNOWN: Final = frozenset({"content", "id", "parts", "role", "toolInvocations"})
_OF_STEPS: Final = frozenset(
    {"content", "finishReason", "model", "rawFinishReason", "reasoning", "reasoningText", "request"}
    | {"response", "stepNumber", "stepType", "text", "toolCalls", "toolResults", "usage"}
    | {"warnings", "dynamicToolCalls", "dynamicToolResults", "staticToolCalls", "staticToolResults"}
)
_ROLES: Final = frozenset({"assistant", "data", "system", "tool", "user"})
_ENDS: Final = ("tool-result", "tool-error", "tool-output-denied")
_FAILED: Final = frozenset({"error-json", "error-text", "execution-denied"})
_STATES: Final = frozenset({"output-denied", "output-error"})


class VercelMessages(History):
    """Parts of calls with a `toolCallId`, in messages and steps."""

    name = "vercel-ai-messages"
    title = "Vercel AI SDK messages and steps"
    page = FormatPage(
        family="histories",
        written_by="The Vercel AI SDK 4 to 6.",
        get="`result.steps`, `result.response.messages`, or the messages of `useChat`.",
        unknown="Times, and the tools that were offered.",
        example="Cut from a run of the Vercel AI SDK 6.0.326 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times", "tools"}
    inside = ("messages", "steps")

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a step, or a message that calls or answers as only this SDK's do."""
        if "finishReason" in message and ("stepNumber" in message or "stepType" in message):
            return True
        if text_of(message.get("role")) not in _ROLES:
            return False
        if is_list(message.get("toolInvocations")) and message["toolInvocations"]:
            return True
        return any(map(_is_of_call, (*_parts(message, "content"), *_parts(message, "parts")))) or (
            "content" not in message and _is_interface(message)
        )

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message of a known role, or a step."""
        if self.is_one(message):
            return True
        content = message.get("content")
        has_content = isinstance(content, str) or is_list(content) or _is_interface(message)
        return text_of(message.get("role")) in _ROLES and has_content

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message or a step says."""
        if "role" not in message:
            messages = _of_step(message)
        elif is_list(message.get("parts")):
            messages = _of_interface(message)
        elif is_list(message.get("toolInvocations")):
            messages = _of_invocations(message)
        else:
            messages = _of_model(message)
        for put in messages:
            yield PutMessage(put, place)
        for key in ("content", "parts"):
            listed = message.get(key)
            strange = [message for message in listed if is_list(message)] if is_list(listed) else []
            if strange:
                put = {"role": message.get("role", "assistant"), "content": strange}
                yield PutMessage(put, place.at(key), notice=True)


def _parts(message: Mapping[str, Json], key: str) -> Sequence[Mapping[str, Json]]:
    listed = message.get(key)
    return [part for part in listed if is_object(part)] if is_list(listed) else []


def _is_of_call(part: Mapping[str, Json]) -> bool:
    kind = text_of(part.get("type")) or ""
    if kind == "tool-invocation":
        return is_object(part.get("toolInvocation"))
    return kind.startswith(("tool-", "dynamic-tool")) and "toolCallId" in part


def _is_interface(message: Mapping[str, Json]) -> bool:
    """Tell whether all parts are of a user interface: those of text have a `text`."""
    parts = _parts(message, "parts")
    known = (text_of(part.get("type")) for part in parts)
    texts = all("text" in part for part in parts if part.get("type") in ("text", "reasoning"))
    return bool(parts) and all(known) and texts


def _of_step(step: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield a step: its response, and the results of its calls."""
    parts = _parts(step, "content")
    more: dict[str, Json] = {
        "usage": step.get("usage"),
        "finish_reason": step.get("finishReason"),
    }
    rest = rest_of(step, _OF_STEPS)
    if parts or is_list(step.get("content")):
        yield from _response(parts, rest, more)
        return
    blocks: list[Json] = (
        [{"type": "text", "text": step["text"]}] if text_of(step.get("text")) else []
    )
    calls = [_call(call) for call in _parts(step, "toolCalls")]
    results = [_answer(answer) for answer in _parts(step, "toolResults")]
    yield from turn_of(blocks, calls, results, rest, **more)


def _of_model(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    rest = rest_of(message, _KNOWN)
    if message.get("role") == "assistant" and is_list(message.get("content")):
        yield from _response(_parts(message, "content"), rest, {})
    elif message.get("role") == "tool":
        for part in _parts(message, "content"):
            if part.get("type") in _ENDS:
                yield _answer(part)
            else:
                yield {"role": "system", "content": [_spoken(part)]}
        if rest:
            yield {**rest, "role": "system", "content": ""}
    else:
        yield {**rest, "role": message["role"], "content": message.get("content")}


_MORE: Final = frozenset({"providerMetadata", "providerOptions", "type"})
_SILENT: Final[Mapping[str, frozenset[str]]] = {
    "custom": _MORE | {"kind"},
    "reasoning-file": _MORE | {"data", "filename", "mediaType"},
    "tool-approval-request": _MORE
    | {"approvalDescriptor", "approvalId", "inputSchemaInput", "isAutomatic"}
    | {"signature", "toolCallId"},
    "tool-approval-response": _MORE | {"approvalId", "approved", "providerExecuted", "reason"},
}
"""Parts that call nothing and answer nothing, with the keys that they have."""


def _spoken(part: Mapping[str, Json]) -> Json:
    """Return a part that only concerns a call, or a provider, as one that says nothing."""
    known = _SILENT.get(text_of(part.get("type")) or "")
    return {**part, "type": "text", "text": ""} if known and part.keys() <= known else part


def _response(
    parts: Sequence[Mapping[str, Json]], rest: Mapping[str, Json], more: Mapping[str, Json]
) -> Iterator[dict[str, Json]]:
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    for part in parts:
        kind = part.get("type")
        if kind == "tool-call":
            calls.append(_call(part))
        elif kind in _ENDS:
            results.append(_answer(part))
        elif kind == "reasoning":
            blocks.append({"type": "thinking", "thinking": part.get("text")})
        else:
            blocks.append(_spoken(part))
    yield from turn_of(blocks, calls, results, rest, **more)


def _call(part: Mapping[str, Json]) -> dict[str, Json]:
    given = part.get("input", part.get("args"))
    return call_of(part.get("toolCallId"), part.get("toolName"), given)


def _answer(part: Mapping[str, Json]) -> dict[str, Json]:
    """Return a result: its value, out of the object that says of which type it is."""
    id, name = part.get("toolCallId"), part.get("toolName")
    if part.get("type") == "tool-error":
        source: Mapping[str, Json] = part if part.get("error") else {}
        return result_message(id, name, source, "error", failed=True)
    output = part.get("output")
    kind = fields(output).get("type")
    if isinstance(kind, str) and fields(output).keys() & {"value", "reason"}:
        key = "value" if "value" in fields(output) else "reason"
        return result_message(id, name, fields(output), key, failed=kind in _FAILED)
    failed = part.get("isError") is True
    return result_message(id, name, part, "output" if "output" in part else "result", failed=failed)


def _of_interface(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield a message of a user interface; one of an assistant may hold several responses."""
    rest = rest_of(message, _KNOWN)
    parts = _parts(message, "parts")
    if message.get("role") != "assistant":
        yield {**rest, "role": message["role"], "content": list(parts)}
        return
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    for part in parts:
        kind = text_of(part.get("type")) or ""
        if kind == "step-start":
            if blocks or calls:
                yield from turn_of(blocks, calls, results)
                blocks, calls, results = [], [], []
        elif _is_of_call(part):
            invocation = fields(part["toolInvocation"]) if kind == "tool-invocation" else part
            named = invocation.get("toolName") or kind.removeprefix("tool-")
            calls.append(_call({**invocation, "toolName": named}))
            results += _ended({**invocation, "toolName": named})
        elif kind == "reasoning":
            blocks.append({"type": "thinking", "thinking": part.get("text")})
        else:
            blocks.append(part)
    if blocks or calls or rest:
        yield from turn_of(blocks, calls, results, rest)


def _ended(part: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield the result of a call in a user interface, if it came to an end."""
    id, name, state = part.get("toolCallId"), part.get("toolName"), text_of(part.get("state"))
    if state in _STATES:
        yield result_message(id, name, part, "errorText", failed=True)
    elif state in ("output-available", "result") and part.get("preliminary") is not True:
        yield result_message(
            id, name, part, "output" if "output" in part else "result", failed=False
        )


def _of_invocations(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield a message of before version 5: the calls first, then what the model said of them."""
    invocations = _parts(message, "toolInvocations")
    results = [answer for invocation in invocations for answer in _ended(invocation)]
    yield from turn_of(
        [], [_call(invocation) for invocation in invocations], results, rest_of(message, _KNOWN)
    )
    if text_of(message.get("content")):
        yield {"role": "assistant", "content": message["content"]}


FORMAT = VercelMessages()
