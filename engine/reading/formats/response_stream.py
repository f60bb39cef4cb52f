"""What an API streams: the pieces of its responses, put together and read as the responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from toolspec.engine.dialogue import Record
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, one_or_items
from toolspec.engine.reading.unread.left_over import leave_left_over_open
from toolspec.engine.trace import Note, Place, Trace


class Pieces:
    """The responses of a stream while they are put together."""

    def __init__(self) -> None:
        self.left: list[tuple[Json, Place]] = []
        """What is not a piece that is known: it is looked through."""

    def take(self, piece: Mapping[str, Json], place: Place) -> None:
        """Take the next piece."""
        raise NotImplementedError

    def responses(self) -> Iterator[MessageRun]:
        """Yield the responses, after all pieces were taken."""
        raise NotImplementedError

    def leave(self, piece: Mapping[str, Json], known: frozenset[str], place: Place) -> None:
        """Leave what stands under other keys to be looked through."""
        rest = rest_of(piece, known)
        if rest:
            self.left.append((rest, place))

    def leave_call(self, piece: Json, place: Place) -> None:
        """Leave a piece that is of a call, whatever its own keys say."""
        self.left.append(({"tool_call": piece}, place))


class ResponseStream(Format):
    """Pieces, one a line or in a list: all of a file are one conversation without its requests."""

    records: ClassVar[frozenset[Record]] = frozenset({"responses", "steps", "tokens"})
    looks_at_all = True
    needs_sure = True
    takes_others = True

    def pieces(self) -> Pieces:
        """Return what puts the pieces together."""
        raise NotImplementedError

    def piece_claim(self, piece: Mapping[str, Json]) -> Claim:
        """Tell how sure it is that an object is a piece."""
        raise NotImplementedError

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a piece, or a list of pieces."""
        pieces = document if is_list(document) else [document]
        claims = {self.piece_claim(piece) if is_object(piece) else Claim.NO for piece in pieces}
        return Claim.NO if not claims or Claim.NO in claims else max(claims)

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the conversation."""
        reading, pieces = MessageReading(), self.pieces()
        start: Place | None = None
        beside: list[tuple[Json, Place]] = []
        for value, place in documents:
            for piece, at in one_or_items(value, place):
                start = start or at
                pieces.take(fields(piece), at)
                beside += _beside(fields(piece), at)
        parts = [part for part in pieces.responses() if part.messages]
        for value, at in pieces.left:
            reading.look_at(value, at, "")
        try:
            trace = reading.conversation({}, parts, start or Place())
        except TraceError as error:
            trace = error
        if isinstance(trace, Trace):
            trace.format = self.name
            leave_left_over_open(beside, [trace], self.whole, self.whole_within)
        yield trace


_HOLDING: Final = ("content_block", "item", "message", "response", "usage")


def _beside(piece: Mapping[str, Json], place: Place) -> Iterator[tuple[Json, Place]]:
    """Yield the objects and lists in what a piece is about, where there are any."""
    for key in _HOLDING:
        if isinstance(piece.get(key), str):
            yield {"items": [piece[key]]}, place  # a text in place of a record
        members = fields(piece.get(key))
        inner = {
            part: value
            for part, value in members.items()
            if value and (is_object(value) or is_list(value))
        }
        if inner:
            yield {key: inner}, place
