"""OpenAI Responses items: calls and their outputs in one flat list.

Source: OpenAI's reference of the Responses API, and the protocol of the OpenAI Agents SDK for
JavaScript, which writes the same items with `callId` and `function_call_result`. What the model
writes are items with a type and no role, or messages of the type `message` with a `status`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, as_list
from toolspec.engine.reading.formats.blocks import BlockFormat, ItemReader, Turn
from toolspec.engine.reading.formats.messages import (
    Outcome,
    Status,
    arguments_of,
    call_status,
    fields,
    id_of,
    is_list,
    is_object,
    result_of,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Call, Place


class _Kind(NamedTuple):
    """How an item of one type records a call.

    `tool` is its name where the item has none of its own; `arguments` the key that holds them, a
    single argument of that name where `wrapped`. A tool that runs at OpenAI's has no item for its
    output: `results` are the keys of the call that may hold it.
    """

    tool: str = ""
    arguments: str = "arguments"
    wrapped: bool = False
    results: tuple[str, ...] | None = None


_CALLS: Final = {
    "function_call": _Kind(),
    "custom_tool_call": _Kind(arguments="input", wrapped=True),
    "local_shell_call": _Kind("local_shell", "action"),
    "shell_call": _Kind("shell", "action"),
    "apply_patch_call": _Kind("apply_patch", "operation"),
    "computer_call": _Kind("computer", "action"),
    "mcp_approval_request": _Kind(),
    "mcp_call": _Kind(results=("error", "output")),
    "web_search_call": _Kind("web_search", "action", results=()),
    "file_search_call": _Kind("file_search", "queries", wrapped=True, results=("results",)),
    "code_interpreter_call": _Kind("code_interpreter", "code", wrapped=True, results=("outputs",)),
    "image_generation_call": _Kind("image_generation", results=("result",)),
    "hosted_tool_call": _Kind(results=("output",)),
    "program": _Kind("programmatic_tool_calling", "code", wrapped=True),
    "tool_search_call": _Kind("tool_search"),
}
_HOSTED: Final = "hosted_tool_call"
"""A tool that runs at OpenAI's, as the SDK for JavaScript has it."""

_NO_CALLS: Final = ("msg_", "rs_")
"""How the ids of messages and of reasoning begin."""

_CALL: Final = "_call"
_OUTPUTS: Final = ("_output", "_call_result")
_OF_OUTPUT: Final = {"program_output": "result", "tool_search_output": "tools"}
"""The keys of results that are under another than `output`."""

_ASIDE: Final = frozenset({"additional_tools", "configuration_update", "mcp_approval_response"})
_IDS: Final = ("call_id", "callId", "id")


class OpenAIResponses(BlockFormat):
    """Items with a type and no role."""

    name = "openai-responses"
    title = "OpenAI Responses items"
    page = FormatPage(
        family="histories",
        written_by="OpenAI's Responses API, the OpenAI Agents SDK for Python and JavaScript.",
        get=(
            "`result.to_input_list()` of the OpenAI Agents SDK, `result.history` of the one for "
            "JavaScript, a request or a response of the API."
        ),
        unknown="Failures and times: the API has no mark of them.",
        example="Cut from `to_input_list()` of the OpenAI Agents SDK with a scripted model.",
    )
    plain_keys = frozenset({"phase"})
    plain_parts = frozenset(
        {"input_text", "output_text", "input_image", "input_file", "input_audio", "summary_text"}
    )
    by_model = frozenset({"reasoning", "mcp_list_tools", "compaction", "item_reference"})
    aside = _ASIDE

    def tells(self, message: Mapping[str, Json]) -> bool:
        """Tell whether only this API writes such an item."""
        kind = text_of(message.get("type"))
        if kind is None:
            return False
        answered = kind.removesuffix("_output").removesuffix("_result")
        if kind in _CALLS or answered in _CALLS or kind in _OF_OUTPUT:
            return kind in _OF_OUTPUT or not message.keys().isdisjoint(_IDS)
        if kind == "message" and "status" in message:
            return text_of(message.get("role")) is not None
        return kind == "reasoning" and "summary" in message

    def call_item(self, kind: str) -> ItemReader | None:
        """Return what reads a call.

        A kind of call that came to the API later is a call too, by the name of its kind.
        """
        if kind in _CALLS or kind.endswith(_CALL):
            return _call
        return None

    def elsewhere(self, item: Mapping[str, Json]) -> str | None:
        """Return that an item is only named here."""
        if item.get("type") == "item_reference":
            without_calls = (text_of(item.get("id")) or "").startswith(_NO_CALLS)
            return None if without_calls else "a reference to an item that is not there"
        return None

    def result_item(self, kind: str) -> ItemReader | None:
        """Return what reads the output of a call."""
        return _result if kind.endswith(_OUTPUTS) else None


BLOCKS = OpenAIResponses()


def _call(turn: Turn, item: Mapping[str, Json], place: Place) -> None:
    written, named = text_of(item.get("type")) or "", text_of(item.get("name"))
    if written == _HOSTED and named in _CALLS:  # the API's own item is beside it
        written, own = named, fields(item.get("providerData"))
        item = {**item, **own, "name": own.get("name")}
    kind = _CALLS.get(written) or _Kind(written.removesuffix(_CALL))
    recorded = item.get(kind.arguments)
    several = item.get(f"{kind.arguments}s")
    if recorded is None and is_list(several):
        recorded = {f"{kind.arguments}s": several}
    elif kind.wrapped and recorded is not None:
        recorded = {kind.arguments: recorded}
    # A call that waited for approval is the call that was asked for, under the request's id.
    id = id_of(item.get("approval_request_id")) or _id(item)
    turn.log.call(
        Call(
            text_of(item.get("name")) or kind.tool,
            arguments_of(recorded, turn.log.notes, place),
            step=turn.step,
            id=id,
            agent=turn.agent,
            start_ns=turn.at_ns,
            place=place,
        )
    )
    if kind.results is not None:
        _brought(turn, item, kind.results, id, place)


def _brought(
    turn: Turn, item: Mapping[str, Json], keys: tuple[str, ...], id: str | None, place: Place
) -> None:
    """Take the result a call brings along, if it is over."""
    status = call_status(item.get("status"))
    result: Outcome = UNRECORDED
    for key in keys:
        if item.get(key) is not None:
            result = result_of(item, key, turn.log.notes, place)
            status = "error" if key == "error" else status or "ok"
            break
    if status is not None:
        turn.log.result(result, id=id, name=text_of(item.get("name")), status=status, place=place)


def _result(turn: Turn, item: Mapping[str, Json], place: Place) -> None:
    kind = text_of(item.get("type")) or ""
    key = _OF_OUTPUT.get(kind, "output")
    output = item.get(key)
    if is_object(output) and output.get("type") == "text":  # as the SDK for JavaScript has text
        item = {**item, "output": [output]}
    result = result_of(item, key, turn.log.notes, place)
    # `completed` says that the item is whole, not that the tool did well.
    failed = call_status(item.get("status")) == "error" or any(map(_exited, as_list(output)))
    status: Status = "error" if failed else None
    searched = kind == "tool_search_output"  # has an id of its own, and where it ran no other
    id, name = (id_of(item.get("call_id")), "tool_search") if searched else (_id(item), None)
    turn.log.result(result, id=id, name=name, status=status, end_ns=turn.at_ns, place=place)


def _exited(output: Json) -> bool:
    """Tell whether a command's output says that it ended badly, or was ended."""
    outcome = fields(fields(output).get("outcome"))
    return outcome.get("type") == "timeout" or outcome.get("exit_code") not in (None, 0)


def _id(item: Mapping[str, Json]) -> str | None:
    for key in _IDS:
        id = id_of(item.get(key))
        if id:
            return id
    return None
