"""OpenAI Responses items: calls and their outputs in one flat list.

Source: OpenAI's reference of the Responses API. A turn is one model response: the `output` of a
response, or in a list of items what the model wrote without anything coming in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.formats import conversation
from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.messages import (
    Outcome,
    arguments_of,
    call_status,
    fields,
    id_of,
    is_object,
    result_of,
    text_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Trace


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
}
_CALL: Final = "_call"
_OUTPUT: Final = "_output"
_BY_MODEL: Final = frozenset({"reasoning", "mcp_list_tools", "compaction"})


class OpenAIResponses(Format):
    """OpenAI Responses items, a request's input or a response."""

    name = "openai-responses"
    title = "OpenAI Responses items"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is a response, or items of which some are of this API only."""
        if is_object(document) and document.get("object") == "response":
            return isinstance(document.get("output"), list)
        found = conversation.every_message(document, _is_item)
        return found is not None and any(map(tells, found))

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield one trace for each list of items or response."""
        yield from conversation.read(documents, self.name, Items)


FORMAT = OpenAIResponses()


def tells(item: Json) -> bool:
    """Tell whether only this API writes such an item."""
    held = fields(item)
    kind = text_of(held.get("type")) or ""
    if kind in _CALLS or kind.removesuffix(_OUTPUT) in _CALLS:
        return "call_id" in held or "id" in held
    if kind == "message" and "status" in held:
        return text_of(held.get("role")) is not None
    return kind == "reasoning" and "summary" in held


def _is_item(item: Json) -> bool:
    return is_object(item) and (tells(item) or text_of(item.get("type")) in _BY_MODEL)


class Items:
    """The items of one conversation."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._step: int | None = None
        self._spoken = False
        self._one_response = False

    def take(self, item: Mapping[str, Json], place: Place) -> None:
        """Take the next item: what the model wrote continues its turn, anything else ends it."""
        kind = text_of(item.get("type")) or ""
        if kind in _CALLS or kind.endswith(_CALL):
            # A kind of call that came to the API later is a call too, by the name of its kind.
            known = _CALLS.get(kind) or _Kind(kind.removesuffix(_CALL))
            self._call(item, known, self._turn(), place)
        elif kind.endswith(_OUTPUT):
            self.end()
            self._output(item, place)
        elif text_of(item.get("role")) == "assistant":
            # One response may speak and call; where it speaks again, another one began.
            if self._spoken:
                self.end()
            self._turn()
            self._spoken = True
        elif kind in _BY_MODEL:
            self._turn()
        else:
            self.end()

    def respond(self, output: Iterable[tuple[Json, Place]]) -> None:
        """Take the items of one response: one turn, however many messages it holds."""
        self.end()
        self._turn()
        self._one_response = True
        for item, place in output:
            if is_object(item):
                self.take(item, place)
        self._one_response = False
        self.end()

    def _turn(self) -> int:
        if self._step is None:
            self._step = self.ledger.turn()
        return self._step

    def end(self) -> None:
        """End the turn: what the model writes next is another response."""
        if not self._one_response:
            self._step, self._spoken = None, False

    def _call(self, item: Mapping[str, Json], kind: _Kind, step: int, place: Place) -> None:
        recorded = item.get(kind.arguments)
        if kind.wrapped and recorded is not None:
            recorded = {kind.arguments: recorded}
        # A call that waited for approval is the call that was asked for, under the request's id.
        id = id_of(item.get("approval_request_id")) or _id(item)
        call = Call(
            text_of(item.get("name")) or kind.tool,
            arguments_of(recorded, self.ledger.notes, place),
            step=step,
            id=id,
            place=place,
        )
        self.ledger.call(call)
        if kind.results is not None:
            self._brought(item, kind.results, id, place)

    def _brought(
        self, item: Mapping[str, Json], keys: tuple[str, ...], id: str | None, place: Place
    ) -> None:
        """Take the result a call brings along, if it is over."""
        status = call_status(item.get("status"))
        result: Outcome = UNRECORDED
        for key in keys:
            if item.get(key) is not None:
                result = result_of(item, key, self.ledger.notes, place)
                status = "error" if key == "error" else status or "ok"
                break
        if status is not None:
            self.ledger.result(
                result, id=id, name=text_of(item.get("name")), status=status, place=place
            )

    def _output(self, item: Mapping[str, Json], place: Place) -> None:
        result = result_of(item, "output", self.ledger.notes, place)
        # `completed` says that the item is whole, not that the tool did well.
        status = "error" if call_status(item.get("status")) == "error" else None
        self.ledger.result(result, id=_id(item), status=status, place=place)


def _id(item: Mapping[str, Json]) -> str | None:
    return id_of(item.get("call_id")) or id_of(item.get("id"))
