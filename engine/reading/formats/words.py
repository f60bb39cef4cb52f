"""What the words of a model say of calls, and what its usage counts: no call is read from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.messages import fields
from toolspec.engine.reading.unread.call_texts import call_in_prose, has_fence, names_in_prose
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.reading.unread.json_texts import json_inside
from toolspec.engine.reading.unread.sightings import written_calls
from toolspec.engine.trace import Call, Gap, Note, Place

_FENCED_MIN: Final = 2
"""So many responses, and half of all, hold commands in fences before these count as calls."""

_UNREAD: Final = "the agent's text seems to call tools in a way that is not read"


class Words:
    """The texts of one conversation's model, as far as they seem to call tools."""

    def __init__(self) -> None:
        self._json: Place | None = None
        self._prose: tuple[str, Place] | None = None
        self._fences = 0
        self._named: dict[str, list[Place]] = {}
        self._counted: dict[str, Place] = {}

    def say(self, text: str, place: Place) -> None:
        """Take what the model said."""
        self._fences += has_fence(text)
        prose = call_in_prose(text)
        if prose is None:
            return
        self._prose = self._prose or (prose, place)
        self.think(text, place)
        written = json_inside(text)
        if written is not None and next(written_calls(written, place), None) is not None:
            self._json = self._json or place

    def think(self, text: str, place: Place) -> None:
        """Take what the model thought: in there only a call that names its tool counts."""
        for name in names_in_prose(text):
            self._named.setdefault(seen_name(name), []).append(place)

    def count(self, usage: Json, place: Place) -> None:
        """Take how often tools of the provider's were called: `web_search_requests`."""
        for counter, number in fields(fields(usage).get("server_tool_use")).items():
            if isinstance(number, int) and number > 0 and counter.endswith("_requests"):
                self._counted[counter.removesuffix("_requests")] = place

    def gaps(self, calls: Sequence[Call], turns: int, notes: list[Note]) -> Iterator[Gap]:
        """Yield what may be missing from the calls, as far as these words tell.

        A conversation without a call may hold them all in its text; in one with calls, the text has
        to name a tool more often than it was called.
        """
        if self._json is not None:
            yield Gap("the agent's text is JSON that holds a tool call", self._json)
        counts = Counter(call.name for call in calls)
        for name, places in self._named.items():
            if len(places) > counts[name]:
                text = "the agent's text seems to call a tool, and no such call is recorded"
                yield Gap(text, places[counts[name]], call=Call(name))
        for name, place in self._counted.items():
            if not counts[name]:
                yield Gap("the usage counts calls that are not there", place, call=Call(name))
        if calls:
            return
        if self._prose is not None:
            prose, place = self._prose
            notes.append(Note(f"{_UNREAD}: `{prose}`", place, _UNREAD))
            yield Gap(_UNREAD, place)
        elif self._fences >= _FENCED_MIN and self._fences * 2 >= turns:
            yield Gap("the agent's text seems to run commands in fenced blocks", Place())
