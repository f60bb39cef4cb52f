"""The stream of Anthropic's API: `message_start`, then the blocks of its content in pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.formats.response_stream import Pieces, ResponseStream
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_BLOCK: Final = frozenset({"content_block_delta", "content_block_start", "content_block_stop"})
_MESSAGE: Final = frozenset({"message_delta", "message_start", "message_stop"})
_TEXTS: Final = {"text_delta": "text", "thinking_delta": "thinking"}
_OF_INPUT: Final = "input_json_delta"
_DELTAS: Final = frozenset({*_TEXTS, _OF_INPUT, "citations_delta", "signature_delta"})
_OF_DELTA: Final = frozenset({"partial_json", "signature", "text", "thinking", "type"})


class _Blocks(Pieces):
    def __init__(self) -> None:
        super().__init__()
        self._parts: list[MessageRun] = []
        self._message: dict[str, Any] | None = None
        self._content: dict[int, dict[str, Any]] = {}
        self._given: dict[int, list[str]] = {}
        self._place = Place()

    def take(self, piece: Mapping[str, Json], place: Place) -> None:
        kind, at = text_of(piece.get("type")) or "", piece.get("index")
        if kind == "message_start":
            self._end()
            self.leave(piece, frozenset({"message", "type"}), place)
            self._message, self._place = dict(fields(piece.get("message"))), place
        elif kind == "content_block_start" and isinstance(at, int):
            self.leave(piece, frozenset({"content_block", "index", "type"}), place)
            block = piece.get("content_block")
            if at in self._content or not is_object(block):
                self.left.append(({"content": [block]}, place))
            else:
                self._content[at] = dict(block)
                self._message = self._message or {}
                self._place = self._place if self._content else place
        elif kind == "content_block_delta" and isinstance(at, int) and at in self._content:
            self.leave(piece, frozenset({"delta", "index", "type"}), place)
            self._delta(at, fields(piece.get("delta")), place)
        elif kind == "message_delta" and self._message is not None:
            self.leave(piece, frozenset({"context_management", "delta", "type", "usage"}), place)
            self.leave(fields(piece.get("delta")), frozenset({"stop_reason"}), place)
            self._message["stop_reason"] = fields(piece.get("delta")).get("stop_reason")
            used = {**fields(self._message.get("usage")), **fields(piece.get("usage"))}
            self._message["usage"] = used or None
        elif kind == "message_stop":
            self.leave(piece, frozenset({"type"}), place)
            self._end()
        elif fields(piece.get("delta")).get("type") == _OF_INPUT:
            self.leave_call(piece, place)
        else:
            self.left.append((piece, place))

    def _delta(self, at: int, delta: Mapping[str, Json], place: Place) -> None:
        kind = text_of(delta.get("type")) or ""
        self.leave(delta, _OF_DELTA if kind in _DELTAS else frozenset(), place)
        if kind == _OF_INPUT:
            self._given.setdefault(at, []).append(str(delta.get("partial_json") or ""))
        elif kind in _TEXTS:
            key = _TEXTS[kind]
            block = self._content[at]
            block[key] = f"{block.get(key) or ''}{delta.get(key) or ''}"

    def _end(self) -> None:
        """End a message: its blocks are whole."""
        if self._message is None:
            return
        for at, texts in self._given.items():
            text = "".join(texts)
            if text:
                block = self._content[at]
                if block.get("input"):  # whole before its pieces: is it the same?
                    self.left.append(({"content": [dict(block)]}, self._place))
                block["input"] = text
        own = self._message.get("content")
        before = list(own) if is_list(own) else []
        content = [*before, *(self._content[at] for at in sorted(self._content))]
        message = {**self._message, "role": "assistant", "content": content}
        ended = text_of(message.pop("stop_reason", None))
        used = message.pop("usage", None)
        self._parts.append(MessageRun([(message, self._place)], True, ended, None, used))
        self._message, self._content, self._given = None, {}, {}

    def responses(self) -> Iterator[MessageRun]:
        self._end()
        yield from self._parts


class AnthropicStream(ResponseStream):
    """Events of messages. A step is a message."""

    name = "anthropic-stream"
    title = "Anthropic streams"
    page = FormatPage(
        family="streams",
        written_by="Anthropic's Messages API with `stream: true`.",
        get="The body of a streamed response, or its events one a line.",
        unknown=(
            "What was sent to the model is not in it, and so neither what the caller's tools gave "
            "back nor what the user said."
        ),
        example="A response of Anthropic's API in the tests of `langchain-anthropic` 1.7.10, MIT.",
    )

    def pieces(self) -> Pieces:
        """Return what puts the events together."""
        return _Blocks()

    def piece_claim(self, piece: Mapping[str, Json]) -> Claim:
        """Tell whether an object is an event."""
        kind = text_of(piece.get("type")) or ""
        if kind in _BLOCK:
            return Claim.SURE if isinstance(piece.get("index"), int) else Claim.NO
        if kind == "message_start":
            return Claim.SURE if is_object(piece.get("message")) else Claim.NO
        if kind in _MESSAGE:
            return Claim.SURE if kind == "message_stop" or "delta" in piece else Claim.NO
        return Claim.MAYBE if kind in ("error", "ping") else Claim.NO


FORMAT = AnthropicStream()
