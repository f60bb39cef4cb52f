"""Conversations: messages in a list, one a line, or inside what an API was sent and sent back.

How one message says that a tool was called is the business of the message formats (`blocks.py`),
which read a conversation together (`message_reading.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.block_readers import BLOCKS, BY_MODEL
from toolspec.engine.reading.formats.elsewhere import ids_in
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.message_shapes import (
    MessageRun,
    conversations,
    is_item,
    is_message,
    is_remark,
    parts,
)
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.trace import Note, Place, Trace


class Conversation(Format):
    """Messages, in whatever message format each of their blocks is written."""

    name = BLOCKS[-1].name
    title = BLOCKS[-1].title
    records = BLOCKS[-1].records

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is made of messages or items."""
        if is_object(document) and document.get("object") == "response":
            return Claim.SURE if is_list(document.get("output")) else Claim.NO
        if document == {"messages": []}:
            return Claim.SURE
        if is_message(document):
            return Claim.SURE if fields(document)["role"] == "assistant" else Claim.MAYBE
        if is_object(document) and is_item(document):
            return Claim.MAYBE if text_of(document.get("type")) in BY_MODEL else Claim.SURE
        parts_known = 0
        for _, messages in conversations(document):
            if not messages:
                return Claim.NO
            for part in messages:
                for message, _ in part.messages:
                    known = is_message(message) or is_item(message)
                    if not (known or is_remark(message)):
                        return Claim.NO
                    parts_known += known
        return Claim.SURE if parts_known else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the conversations of a file; messages that stand alone make one together."""
        loose: list[tuple[Json, Place]] = []
        before: set[str] = set()
        for value, place in documents:
            listed = (
                list(conversations(value, place))
                if is_list(value) or parts(fields(value), place)
                else []
            )
            if not listed:
                loose.append((value, place))
                continue
            if loose:
                yield _read({}, [MessageRun(loose)], loose[0][1])
                loose = []
            for head, own_parts in listed:
                yield _read(head, own_parts, place, before)
                before |= ids_in(head)
        if loose:
            yield _read({}, [MessageRun(loose)], loose[0][1])


FORMAT = Conversation()


def _read(
    head: Mapping[str, Json],
    own_parts: list[MessageRun],
    place: Place,
    before: Set[str] = frozenset(),
) -> Trace | TraceError:
    try:
        return MessageReading().conversation(head, own_parts, place, before)
    except TraceError as error:
        return error
