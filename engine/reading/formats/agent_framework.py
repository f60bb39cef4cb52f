"""Messages of Microsoft's Agent Framework: `contents` of the types `function_call` and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    said_and_called,
)
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)
from toolspec.engine.trace import Place

_KNOWN: Final = frozenset(
    {"additional_properties", "author_name", "authorName", "contents", "message_id", "messageId"}
    | {"role", "type", "created_at", "createdAt"}
)
_THOUGHTS: Final = frozenset({"reasoning", "textreasoning"})
_CALL: Final = "functioncall"
_RESULT: Final = "functionresult"
_HOSTED_CALL: Final = "toolcall"
_HOSTED_RESULT: Final = "toolresult"
_HOSTED: Final[Mapping[str, str]] = {
    "codeinterpreter": "code_interpreter",
    "computer": "computer",
    "imagegeneration": "image_generation",
    "shell": "shell",
}
_ARGUMENTS: Final = ("actions", "action", "commands", "command", "inputs", "timeout_ms")
_RESULTS: Final = ("result", "output", "outputs")
_FILES: Final = frozenset({"data", "uri", "hostedfile", "hostedvectorstore"})
_ASIDE: Final = frozenset({"usage", "error", "oauthconsentrequest"})
"""Contents that ask for nothing and are no text."""


class AgentFramework(History):
    """Contents with a `type`; a result whose content has an `exception` failed.

    A tool of the model provider's has contents of its own kind, `shell_tool_call` and the like.
    """

    name = "agent-framework"
    title = "Microsoft Agent Framework messages"
    page = FormatPage(
        family="histories",
        written_by="Microsoft's Agent Framework (read from 1.23).",
        get="`[message.to_dict() for message in response.messages]`.",
        unknown="Times, tokens, and the tools that were offered.",
        example="Cut from a run of Microsoft's Agent Framework 1.23.0 with a scripted model.",
    )
    records = EVERYTHING - {"times", "tokens", "tools"}

    inside = (
        "messages",
        "chat_message_store_state.messages",
        "storeState.messages",
        "state.in_memory.messages",
    )

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message with contents of known types."""
        contents = message.get("contents")
        if not is_list(contents) or not _role(message):
            return False
        return bool(contents) and all(_kind(content) for content in contents)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says, each result as a message of its own."""
        author = text_of(message.get("author_name", message.get("authorName")))
        for put in _put(message):
            agent = author if put["role"] == "assistant" else None
            yield PutMessage(put, place, agent)


def _role(message: Mapping[str, Json]) -> str:
    """Return the role of a message; the Python version writes its enum as an object."""
    role = message.get("role")
    return text_of(fields(role).get("value") if is_object(role) else role) or ""


def _kind(content: Json) -> str:
    """Return what a content is; .NET's JSON says it under `$type`, in camel case."""
    block = fields(content)
    return plain_word(block.get("type", block.get("$type")))


def _put(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    contents = message.get("contents")
    for content in contents if is_list(contents) else ():
        block, kind = fields(content), _kind(content)
        if kind == "functionapprovalrequest":
            # The call that waits for approval is the call that was asked for.
            block, kind = fields(block.get("function_call", block.get("functionCall"))), _CALL
        if kind == _CALL or kind.endswith(_HOSTED_CALL):
            calls.append(_call(block, kind))
        elif kind == _RESULT or kind.endswith(_HOSTED_RESULT):
            results.append(_result(block, kind))
        elif kind == "functionapprovalresponse":
            results.append({"role": "system", "content": "", "approval": block})
        elif kind == "text":
            blocks.append({"type": "text", "text": block.get("text")})
        elif kind in _THOUGHTS:
            blocks.append({"type": "thinking", "thinking": block.get("text")})
        elif kind in _FILES:
            blocks.append({**block, "type": "image"})
        elif kind not in _ASIDE:
            blocks.append({"type": kind, **block})
    rest = rest_of(message, _KNOWN)
    properties = message.get("additional_properties")
    if is_object(properties) and properties:
        rest["additional_properties"] = properties
    yield from said_and_called(_role(message), blocks, calls, results, rest)


def _call(block: Mapping[str, Json], kind: str) -> dict[str, Json]:
    """Return a call; one of the model provider's has its arguments under keys of its own."""
    name = block.get("name", block.get("tool_name", block.get("toolName")))
    if kind == _CALL or "arguments" in block:
        return call_of(_id(block), name or _hosted_name(kind), block.get("arguments"))
    arguments: dict[str, Json] = {
        key: _texts(block[key]) for key in _ARGUMENTS if block.get(key) is not None
    }
    return call_of(_id(block), name or _hosted_name(kind), arguments)


def _result(block: Mapping[str, Json], kind: str) -> dict[str, Json]:
    exception = block.get("exception")
    failed = bool(exception) or _exited_with_failure(block.get("outputs"))
    if exception and not block.get("result"):
        return result_message(_id(block), None, block, "exception", failed=True)
    key = next((key for key in _RESULTS if key in block), "")
    put = {key: _texts(block.get(key))} if key else {}
    name = None if kind == _RESULT else _hosted_name(kind)
    return result_message(_id(block), name, put, key, failed=failed)


def _id(block: Mapping[str, Json]) -> Json:
    keys = ("call_id", "callId", "image_id", "imageId")
    return next((block[key] for key in keys if block.get(key) is not None), None)


def _hosted_name(kind: str) -> str | None:
    """Return the name of a tool of the model provider's, which its kind tells."""
    return _HOSTED.get(kind.removesuffix(_HOSTED_CALL).removesuffix(_HOSTED_RESULT))


def _texts(value: Json) -> Json:
    """Return what contents say: the text of one, or of each where all are texts."""
    if not is_list(value) or not value or any(_kind(item) != "text" for item in value):
        return value
    texts: list[Json] = [fields(item).get("text") for item in value]
    return texts[0] if len(texts) == 1 else texts


def _exited_with_failure(outputs: Json) -> bool:
    """Tell whether a command that a shell ran failed."""
    return is_list(outputs) and any(
        fields(output).get("timed_out") is True or fields(output).get("exit_code") not in (None, 0)
        for output in outputs
    )


FORMAT = AgentFramework()
