"""The stream of OpenAI's Responses API: events from `response.created` to `response.completed`.

The last event holds the response as a whole. Where it is missing, the items count that were done,
and of those that were not, what arrived of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias, TypeGuard

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.response_stream import Pieces, ResponseStream
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_WHOLE: Final = frozenset({"response.completed", "response.failed", "response.incomplete"})
_BEGUN: Final = frozenset({"response.created", "response.in_progress", "response.queued"})
_DELTAS: Final = ("function_call_arguments.", "custom_tool_call_input.", "mcp_call_arguments.")
_TEXTS: Final = ("output_text.", "refusal.", "content_part.", "reasoning", "audio.")
_CALLED: Final = ("_call.",)
_GIVEN: Final = {"function_call": "arguments", "mcp_call": "arguments", "custom_tool_call": "input"}


_Item: TypeAlias = "tuple[dict[str, Any], Place, bool]"
"""An item, where it began, and whether it is done."""


class _Events(Pieces):
    def __init__(self) -> None:
        super().__init__()
        self._parts: list[MessageRun] = []
        self._items: dict[int, _Item] = {}
        self._others: list[tuple[int, _Item]] = []

    def take(self, piece: Mapping[str, Json], place: Place) -> None:
        kind, at = text_of(piece.get("type")) or "", piece.get("output_index")
        word = kind.removeprefix("response.")
        if kind in _WHOLE and is_object(piece.get("response")):
            self.leave(piece, frozenset({"response", "sequence_number", "type"}), place)
            self._end(fields(piece["response"]), place)
        elif kind in _BEGUN:
            self._end({}, place)
            self.leave(piece, frozenset({"sequence_number", "type"}), place)
        elif word.startswith("output_item.") and is_object(piece.get("item")) and _is_key(at):
            known = frozenset({"item", "output_index", "sequence_number", "type"})
            self.leave(piece, known, place)
            self._item(at, dict(fields(piece["item"])), place, done=word == "output_item.done")
        elif word.startswith(_DELTAS) and _is_key(at) and at in self._items:
            item, _, done = self._items[at]
            key = _GIVEN.get(text_of(item.get("type")) or "", "arguments")
            self.leave(piece, frozenset({*_OF_DELTA, key}), place)
            if not done and word.endswith("delta") and isinstance(piece.get("delta"), str):
                item[key] = f"{item.get(key) or ''}{piece['delta']}"
            elif not done and isinstance(piece.get(key), str):
                item[key] = piece[key]
        elif word.startswith(_TEXTS) or (any(part in word for part in _CALLED) and _is_key(at)):
            self.leave(piece, frozenset({"type"}), place)
        else:
            self.left.append((piece, place))

    def _item(self, at: int, item: dict[str, Any], place: Place, *, done: bool) -> None:
        """Take an item, at its beginning or its end; some servers give several one number."""
        earlier = self._items.get(at)
        if earlier is not None and _differ(earlier[0], item, _id_keys(item)):
            self._others.append((at, earlier))
        elif earlier is not None and not done:
            self.left.append((item, place))
            return
        elif earlier is not None:
            begun, place, _ = earlier
            changed = _differ(begun, item, _NAMED)
            more = begun if changed else {key: begun[key] for key in _MANY & begun.keys()}
            self.left.append((more, place))
        self._items[at] = (item, place, done)

    def _end(self, response: Mapping[str, Json], place: Place) -> None:
        """End a response; the whole one counts, if it is there."""
        output = response.get("output")
        numbered = [*self._others, *self._items.items()]
        arrived = [item for _, item in sorted(numbered, key=itemgetter(0))]
        output_items: list[tuple[Json, Place]] = [(item, at) for item, at, _ in arrived]
        if is_list(output) and output:
            whole = list(items(output, place, "response", "output"))
            output_items = [(item, at) for item, at in whole if is_object(item)]
            self.left += [(item, at) for item, at in whole if not is_object(item)]
            ids = {id_of(fields(item).get("id")): item for item, _ in output_items}
            for item, at, done in arrived:
                known = ids.get(id_of(item.get("id")))
                if known is None:
                    output_items.append((item, at))
                elif done and known != item:
                    self.left.append((item, at))
        elif output:
            self.left.append(({"output": output}, place))
        rest = {key: value for key, value in response.items() if key not in ("output", "usage")}
        if rest:
            self.left.append((rest, place))
        if output_items:
            self._parts.append(MessageRun(output_items, True, None, None, response.get("usage")))
        self._items, self._others = {}, []

    def responses(self) -> Iterator[MessageRun]:
        self._end({}, Place())
        yield from self._parts


_NAMED: Final = ("type", "name", "arguments", "input")


def _id_keys(item: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the key that says which call an item is; some servers give messages new ids."""
    if "call_id" in item:
        return ("call_id",)
    return ("id",) if (text_of(item.get("type")) or "").endswith("_call") else ()


def _differ(begun: Mapping[str, Json], item: Mapping[str, Json], keys: Sequence[str]) -> bool:
    """Tell whether two items differ under one of the keys, as far as both have it."""
    both = ((begun.get(key), item.get(key)) for key in keys)
    return any(first and second and first != second for first, second in both)


_MANY: Final = frozenset({"action", "annotations", "content", "outputs", "results", "summary"})
_OF_DELTA: Final = frozenset(
    {"delta", "item_id", "name", "output_index", "sequence_number", "type", "obfuscation"}
)


def _is_key(at: Json) -> TypeGuard[int]:
    return isinstance(at, int)


class OpenAIResponsesStream(ResponseStream):
    """Events of responses. A step is a response."""

    name = "openai-responses-stream"
    title = "OpenAI Responses streams"
    page = FormatPage(
        family="streams",
        written_by="OpenAI's Responses API with `stream: true`.",
        get="The body of a streamed response, or its events one a line.",
        unknown=(
            "What was sent to the model is not in it, and so neither what tools gave back nor what "
            "the user said."
        ),
        example=(
            "Cut from a response of OpenAI's API in the tests of `langchain-openai` 1.7.4, MIT."
        ),
    )

    def pieces(self) -> Pieces:
        """Return what puts the events together."""
        return _Events()

    def piece_claim(self, piece: Mapping[str, Json]) -> Claim:
        """Tell whether an object is an event."""
        kind = text_of(piece.get("type")) or ""
        if kind in _WHOLE or kind in _BEGUN:
            return Claim.SURE if is_object(piece.get("response")) else Claim.NO
        numbered = "sequence_number" in piece or "output_index" in piece
        return Claim.SURE if kind.startswith("response.") and numbered else Claim.NO


FORMAT = OpenAIResponsesStream()
