"""Names in what is between the records of a file: a tool of that name may have run there.

A line of a log or a table, or a record of no known format, may tell of a call in a way that nobody
knows. Where it does, it names the tool. So each name in it leaves those rules open that name the
same tool, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
)
from toolspec.engine.trace import NO_TOOL, Call, Gap, Place, Trace

NAMES_MAX: Final = 20_000
"""Different names of one file; where there are more, any tool may have been named."""

NAME_LENGTH_MAX: Final = 256

_WORDS: Final = re.compile(r"[^\s\"'`(),;=\[\]{}<>]+").findall
_NAMES: Final = re.compile(r"[^\W\d][\w-]*").findall


class Mentioned:
    """The names met so far, each with the first line that has it; "" where there are too many.

    >>> mentioned = Mentioned()
    >>> mentioned.in_text("12:00 INFO run tools.delete_user(id=1)", 7)
    >>> sorted(mentioned.lines)
    ['1', '12:00', 'INFO', 'delete_user', 'id', 'run', 'tools', 'tools.delete_user']
    """

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}

    def in_text(self, text: str, line: int) -> None:
        """Take the words of a text that begins on this line of the file."""
        for at, written in enumerate(text.split("\n"), line):
            for word in _WORDS(written):
                self._take(word, at)

    def in_record(self, record: Json, line: int) -> None:
        """Take the keys of a record, and those of its texts that are one word."""
        pending: list[tuple[Json, int]] = [(record, 0)]
        while pending:
            item, depth = pending.pop()
            inner: Collection[Json] = ()
            if isinstance(item, str):
                if len(item) <= NAME_LENGTH_MAX and len(_WORDS(item)) == 1:
                    self._take(item, line)
            elif isinstance(item, Mapping):
                inner = (*item, *item.values())
            elif isinstance(item, list | tuple):
                inner = item
            if depth < DEPTH_MAX:
                pending.extend((each, depth + 1) for each in inner)

    def _take(self, word: str, line: int) -> None:
        if len(word) > NAME_LENGTH_MAX:
            return
        for name in (word, *_NAMES(word)):
            if len(self.lines) < NAMES_MAX:
                self.lines.setdefault(name, line)
            elif name not in self.lines:
                self.lines.setdefault("", line)

    def gaps(self) -> Iterator[Gap]:
        """Yield a gap for each name."""
        for name, line in self.lines.items():
            if not name:
                yield Gap("more text between the records than is looked through", Place(line))
            else:
                text = f"text between the records names `{name}`, and is read as no call of it"
                yield Gap(text, Place(line), call=Call(name), helps=False, unlike=NO_TOOL)


def leave_open(traces: Collection[Trace], mentioned: Iterable[Mentioned | None]) -> None:
    """Give traces the gaps for what is mentioned between the records of their file.

    Names of tools that one of them calls are left out.
    """
    known = {call.name for trace in traces for call in trace.calls}
    every_gap = (gap for each in mentioned if each is not None for gap in each.gaps())
    gaps = tuple([gap for gap in every_gap if gap.call.name not in known])
    for trace in traces:
        trace.mentioned = gaps
