"""The stream of OpenAI's chat API: `chat.completion.chunk` objects, a delta of a message each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import fields, id_of, is_list, items, text_of
from toolspec.engine.reading.formats.response_stream import Pieces, ResponseStream
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.unread.call_words import NAMES, plain_word
from toolspec.engine.trace import Place

_OBJECT: Final = "chat.completion.chunk"
_OF_CHUNK: Final = frozenset({"choices", "created", "id", "model", "object", "usage"})
_OF_CHOICE: Final = frozenset({"delta", "finish_reason", "index", "logprobs"})
_OF_DELTA: Final = frozenset(
    {"content", "function_call", "reasoning", "reasoning_content", "refusal", "role", "tool_calls"}
)
_OF_CALL: Final = frozenset({"function", "id", "index", "type"})
_OF_FUNCTION: Final = frozenset({"arguments", "name"})


class _Response:
    """A response while its deltas arrive: those of its first choice."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.texts: list[str] = []
        self.calls: dict[int, dict[str, Any]] = {}
        self.legacy: dict[str, str] = {}
        self.ended: str | None = None
        self.usage: Json = None


class _Chunks(Pieces):
    def __init__(self) -> None:
        super().__init__()
        self._responses: dict[str, _Response] = {}

    def take(self, piece: Mapping[str, Json], place: Place) -> None:
        self.leave(piece, _OF_CHUNK, place)
        id = id_of(piece.get("id")) or next(reversed(self._responses), "")
        response = self._responses.get(id)
        if response is None:
            response = self._responses[id] = _Response(place)
        if piece.get("usage") is not None:
            response.usage = piece["usage"]
        choices = piece.get("choices")
        if not is_list(choices):
            self.left.append((choices, place))
        for choice, at in items(choices, place, "choices"):
            entry = fields(choice)
            if "delta" not in entry:
                self.leave_call({"value": choice}, at)
                continue
            if entry.get("index", 0) != 0 or not isinstance(entry["delta"], Mapping):
                self.left.append((choice, at))
                continue
            self.leave(entry, _OF_CHOICE, at)
            response.ended = text_of(entry.get("finish_reason")) or response.ended
            self._delta(response, fields(entry.get("delta")), at.at("delta"))

    def _delta(self, response: _Response, delta: Mapping[str, Json], place: Place) -> None:
        self.leave(delta, _OF_DELTA, place)
        if isinstance(delta.get("content"), str):
            response.texts.append(str(delta["content"]))
        elif delta.get("content"):
            self.left.append((delta["content"], place))
        legacy = delta.get("function_call")
        if isinstance(legacy, Mapping):
            self._pieces(response.legacy, legacy, place)
        elif legacy is not None:
            self.left.append(({"function_call": legacy}, place))
        calls = delta.get("tool_calls")
        if calls is not None and not is_list(calls):
            self.left.append(({"tool_calls": calls}, place))
        for call, at in items(calls, place, "tool_calls"):
            asked, number = fields(call), fields(call).get("index")
            function = asked.get("function")
            if not isinstance(function, Mapping):
                self.leave_call({"value": call}, at)
                continue
            self.leave(asked, _OF_CALL, at)
            if not isinstance(number, int):
                number = len(response.calls)  # some servers send whole calls without a number
            known = response.calls.get(number)
            id = id_of(asked.get("id"))
            if known is not None and id is not None and known["id"] not in (None, id):
                number, known = max(response.calls) + 1, None
            if known is None:
                known = response.calls[number] = {"id": id, "type": "function", "function": {}}
            known["id"] = known["id"] or id
            if known["function"].get("name") and function.get("name", "") not in (
                *("", None),
                known["function"]["name"],
            ):
                self.leave_call(call, at)  # two calls of one number
                continue
            self._pieces(known["function"], function, at)

    def _pieces(self, whole: dict[str, str], piece: Mapping[str, Json], place: Place) -> None:
        if any(plain_word(key) in NAMES for key in piece.keys() - _OF_FUNCTION):
            self.leave_call({"function": rest_of(piece, _OF_FUNCTION)}, place)
        else:
            self.leave(piece, _OF_FUNCTION, place)
        for key in ("name", "arguments"):
            more = piece.get(key)
            if isinstance(more, str):
                # A name comes once; where a server repeats it, it is no more of it.
                whole[key] = more if key == "name" and more else whole.get(key, "") + more
            elif more is not None:
                self.left.append(({"tool_calls": [{"function": dict(piece)}]}, place))

    def responses(self) -> Iterator[MessageRun]:
        for response in self._responses.values():
            message: dict[str, Json] = {"role": "assistant", "content": "".join(response.texts)}
            if response.calls:
                message["tool_calls"] = [response.calls[at] for at in sorted(response.calls)]
            if response.legacy:
                message["function_call"] = response.legacy
            yield MessageRun(
                [(message, response.place)], True, response.ended, None, response.usage
            )


class OpenAIChatStream(ResponseStream):
    """Chunks of chat completions. A step is a response, told by its id."""

    name = "openai-chat-stream"
    title = "OpenAI chat streams"
    page = FormatPage(
        family="streams",
        written_by=(
            "OpenAI's chat completions API with `stream: true`, and every server that speaks it."
        ),
        get="The body of a streamed response, or its chunks one a line.",
        unknown=(
            "What was sent to the model is not in it, and so neither what tools gave back nor what "
            "the user said."
        ),
        example=(
            "Cut from a response of OpenAI's API in the tests of "
            "`opentelemetry-instrumentation-openai-v2` 2.4b0, Apache-2.0."
        ),
    )

    def pieces(self) -> Pieces:
        """Return what puts the chunks together."""
        return _Chunks()

    def piece_claim(self, piece: Mapping[str, Json]) -> Claim:
        """Tell whether an object is a chunk."""
        return Claim.SURE if piece.get("object") == _OBJECT and "choices" in piece else Claim.NO


FORMAT = OpenAIChatStream()
