"""What a message format must offer: how it writes calls and results into messages.

A message format is one file, and its line in `block_readers.py`. It says which keys of a message,
which content parts and which items without a role it understands, and no format knows another. A
conversation is read by all of them together (`conversation.py`), so that no block of one can hide
the blocks of another; what none of them understands is never dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple, TypeAlias

from toolspec.engine.dialogue import EVERYTHING, Record
from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place


class Turn(NamedTuple):
    """Where the calls of a message go: the log, the step, and what holds for all of them.

    `at_ns` is when the message was written, None where that is not recorded.
    """

    log: CallLog
    step: int | None
    agent: str | None = None
    at_ns: int | None = None


BlockReader: TypeAlias = "Callable[[Turn, Json, Mapping[str, Json], Place], None]"
"""Reads the value of a key, or a part, of the message that the mapping is."""

ItemReader: TypeAlias = "Callable[[Turn, Mapping[str, Json], Place], None]"


class BlockFormat:
    """How one API writes calls and results. All methods are pure but for the log they write to."""

    name: ClassVar[str]
    """Short and stable, for reports: `anthropic`."""

    title: ClassVar[str]
    """As its users call it: `Anthropic messages`."""

    records: ClassVar[frozenset[Record]] = EVERYTHING - {"agents", "status", "times"}
    """What beside calls a conversation of the format may record."""

    page: ClassVar[FormatPage]
    """How to get such messages, who writes them, what stays unknown."""

    plain_keys: ClassVar[frozenset[str]] = frozenset()
    """Keys of messages that never hold a call or a result."""

    plain_parts: ClassVar[frozenset[str]] = frozenset()
    """Types of content parts that are neither a call nor a result."""

    by_model: ClassVar[frozenset[str]] = frozenset()
    """Types of items without a role that the model writes and that call nothing."""

    aside: ClassVar[frozenset[str]] = frozenset()
    """Types of items, with a role or without, that no model wrote and that call nothing."""

    def tells(self, message: Mapping[str, Json]) -> bool:
        """Tell whether only this API writes such a message: it then names the conversation."""
        return False

    def key(self, key: str) -> BlockReader | None:
        """Return what reads a key of a message."""
        return None

    def part(self, part: Mapping[str, Json]) -> BlockReader | None:
        """Return what reads a content part that is a call or a result."""
        return None

    def call_item(self, kind: str) -> ItemReader | None:
        """Return what reads an item without a role that is a call."""
        return None

    def result_item(self, kind: str) -> ItemReader | None:
        """Return what reads an item without a role that is a result."""
        return None

    def answer(self, turn: Turn, message: Mapping[str, Json], place: Place) -> bool:
        """Read a message of the role of a tool; tell whether it is of this API."""
        return False

    def elsewhere(self, item: Mapping[str, Json]) -> str | None:
        """Return what an item without a role stands for that is not there, None for nothing."""
        return None
