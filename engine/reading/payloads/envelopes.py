"""What instrumentations write around a call's arguments and result.

Only the dialect that writes an envelope takes it off, and only where the envelope is as that writer
makes it: anything else may be a tool's own arguments, and something would be lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.trace import UNRECORDED, Unrecorded

_LANGCHAIN_INPUT: Final = frozenset({"input_str", "inputs", "kwargs", "metadata", "tags"})
_CALLED: Final = frozenset({"args", "kwargs"})
_SMOLAGENTS: Final = _CALLED | {"sanitize_inputs_outputs"}
_MESSAGE: Final = frozenset(
    {"additional_kwargs", "artifact", "content", "id", "name", "response_metadata", "status"}
    | {"tool_call_id", "type"}
)
_MORE: Final = ("additional_kwargs", "artifact", "response_metadata", "usage_metadata")
_EXPORTED: Final = _MESSAGE | {"example", "usage_metadata"}
_ANSWER: Final = frozenset({"content", "tool_call_id"})
_FAILED: Final = {"error": True, "success": False}
_RESPONSE: Final = frozenset({"id", "name", "response"})
_LLAMA_INDEX_STEP: Final = frozenset(
    {"return_direct", "tool_id", "tool_kwargs", "tool_name", "tool_output"}
)
_LLAMA_INDEX: Final = frozenset({"blocks", "is_error", "raw_input", "raw_output", "tool_name"})

BY_POSITION: Final = "arguments given by position, so that their names are not recorded"


class Given(NamedTuple):
    """Arguments without their envelope; `doubt` says why they are not recorded, if they are not."""

    value: Mapping[str, Json] | Unrecorded
    doubt: str = ""


class Content(NamedTuple):
    """What a tool returned, without the envelope, and what the envelope says of the call.

    `failed` is None where it does not say whether the call failed. With `both` the tool may as well
    have returned the envelope itself.
    """

    value: Json
    id: str | None = None
    failed: bool | None = None
    both: bool = False


def library(scope: str) -> str:
    """Return the library that an instrumentation scope is for, "" where no scope is recorded.

    >>> library("opentelemetry.instrumentation.langchain"), library("langsmith")
    ('langchain', 'langsmith')
    """
    return scope.rpartition("instrumentation.")[2]


def langchain_input(given: Mapping[str, Json]) -> Given | None:
    """Return the arguments inside what LangChain's callback hands to Traceloop's; None for others.

    `inputs` are the arguments; older versions write them as Python text, `input_str`.
    """
    if "input_str" not in given or not given.keys() <= _LANGCHAIN_INPUT or len(given) < 2:
        return None
    inputs = given.get("inputs")
    if isinstance(inputs, Mapping):
        return Given(inputs)
    written = given["input_str"]
    try:
        read: Json | Unrecorded = json.loads(written) if isinstance(written, str) else written
    except (ValueError, RecursionError):
        read = read_literal(written) if isinstance(written, str) else UNRECORDED
    if isinstance(read, Mapping):
        return Given(read)
    return Given(UNRECORDED, "text that is not an object")


def called_with(given: Mapping[str, Json], parameters: Sequence[str] = ()) -> Given | None:
    """Return the arguments of `{"args": [...], "kwargs": {...}}`; None for anything else.

    Those given by position get the names of the `parameters`, where these are known.
    """
    if set(given) not in (_CALLED, {"kwargs"}, _SMOLAGENTS):
        return None
    named = given["kwargs"]
    if not isinstance(named, Mapping):
        return None
    listed = given.get("args")
    if listed:
        names = list(parameters)[: len(listed)] if isinstance(listed, list) else []
        if not isinstance(listed, list) or len(names) < len(listed) or named.keys() & set(names):
            return Given(UNRECORDED, BY_POSITION)
        return Given({**dict(zip(names, listed, strict=True)), **named})
    return Given(named)


def tool_message(value: Json) -> Content | None:
    """Return what LangChain's ToolMessage holds, in each of the three ways it is written.

    None where the value is not such a message, or has a key that none has.
    """
    if not isinstance(value, Mapping):
        return None
    inner = value.get("output")
    if isinstance(inner, Mapping) and value.keys() <= {"output", "kwargs"}:
        value = inner
    if value.get("type") == "constructor" and isinstance(value.get("kwargs"), Mapping):
        value = value["kwargs"]
    elif isinstance(value.get("data"), Mapping) and set(value) == {"type", "data"}:
        value = value["data"]
    if not isinstance(value, Mapping) or not value.keys() <= _MESSAGE:
        return None
    if not {"content", "tool_call_id"} <= value.keys():
        return None
    if value.get("type", "tool" if value.get("status") in _FAILED else None) != "tool":
        return None
    id, failed = value["tool_call_id"], _FAILED.get(str(value.get("status")))
    return Content(value["content"], id if isinstance(id, str) and id else None, failed)


def exported_message(value: Json) -> Content | None:
    """Return what a ToolMessage holds, as exports of observability tools write it; None for others.

    One that holds more than its content may be what the tool itself gave back.
    """
    for key in ("output", "kwargs", "data"):
        if isinstance(value, Mapping) and "tool_call_id" not in value:
            inner = value.get(key)
            if isinstance(inner, Mapping) and (key != "output" or len(value) == 1):
                value = inner
    if not isinstance(value, Mapping) or not _ANSWER <= value.keys() <= _EXPORTED:
        return None
    id = value["tool_call_id"]
    if not isinstance(id, str) or any(value.get(key) for key in _MORE):
        return None
    if value.get("type", "tool") != "tool":
        return None
    return Content(value["content"], id or None, _FAILED.get(str(value.get("status"))))


def llama_index_output(value: Json) -> Content | None:
    """Return the raw output inside LlamaIndex's ToolOutput; None for anything else.

    Where an agent's step recorded it, what was called with which id is around the output.
    """
    if not isinstance(value, Mapping):
        return None
    inner = value.get("tool_output")
    if isinstance(inner, Mapping) and value.keys() <= _LLAMA_INDEX_STEP:
        content = llama_index_output(inner)
        id = value.get("tool_id")
        return content and content._replace(id=id if isinstance(id, str) and id else None)
    if "raw_output" in value and value.keys() <= _LLAMA_INDEX:
        failed = value.get("is_error")
        return Content(value["raw_output"], None, failed if isinstance(failed, bool) else None)
    return None


def function_response(value: Json) -> Content | None:
    """Return what a tool of Google's Agent Development Kit returned; None for anything else.

    A tool's result is always an object there: any other value is put under `result`, and under
    `error` what went wrong. Some instrumentations record the whole response with its id.
    """
    if not isinstance(value, Mapping):
        return None
    answer = value.get("response")
    if len(value) == len(_RESPONSE) and value.keys() >= _RESPONSE and isinstance(answer, Mapping):
        id = value["id"]
        inner = function_response(answer) or Content(answer)
        return inner._replace(id=id if isinstance(id, str) and id else None)
    if set(value) == {"result"}:
        return Content(value["result"], both=True)
    return Content(value, None, True) if set(value) == {"error"} else None


def of_unnamed_writer(value: Json) -> Content | None:
    """Return what the envelope of one of several frameworks holds, where no scope names the writer.

    All but LangChain's may be what the tool itself returned.
    """
    message = tool_message(value)
    if message is not None:
        return message
    is_response = isinstance(value, Mapping) and "response" in value
    content = function_response(value) if is_response else llama_index_output(value)
    return content and content._replace(both=True)


def text_blocks(value: Json) -> Content | None:
    """Return the one text that a tool's content blocks are; None for anything else.

    >>> text_blocks([{"text": "sunny"}]), text_blocks([{"text": "a"}, {"text": "b"}])
    (Content(value='sunny', id=None, failed=None, both=False), None)
    """
    block = value[0] if isinstance(value, list) and len(value) == 1 else None
    if isinstance(block, Mapping) and set(block) == {"text"} and isinstance(block["text"], str):
        return Content(block["text"])
    return None
