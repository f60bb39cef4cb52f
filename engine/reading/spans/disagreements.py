"""What two records of one call tell differently: each is said, and then not known.

A tool's span, its events, another instrumentation's span of the call, the model's request and the
answer in the next one: all tell of the same call. Where they differ nobody knows which is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from toolspec.engine.json_value import Json, same
from toolspec.engine.reading.payloads.alike import alike
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Result, Unrecorded

Field: TypeAlias = Literal["arguments", "result", "status"]


_FIELDS: Final[tuple[Field, ...]] = ("arguments", "result", "status")


class Disagreements:
    """The fields of calls that records tell differently, while a trace is put together.

    No third record fills one of them in. A call is known by its place.
    """

    def __init__(self, notes: list[Note]) -> None:
        self._notes = notes
        self._open: set[tuple[Place, Field]] = set()

    def about(self, call: Call, field: Field) -> bool:
        """Tell whether records differ in this field of a call."""
        return self.at(call.place, field)

    def at(self, place: Place, field: Field) -> bool:
        """Tell whether records differ in this field of the call at a place."""
        return bool(self._open) and (place, field) in self._open

    def add(self, name: str, field: Field, place: Place, records: str) -> None:
        """Take note that `records` of a call differ in a field."""
        if (place, field) not in self._open:
            self._open.add((place, field))
            text = f"`{name}`: {records} differ in the {field}, so nobody knows which is right"
            self._notes.append(Note(text, place))

    def joined(self, call: Call, other: Call, records: str) -> Call:
        """Return a call with what another record of it tells, where the first tells nothing.

        Their statuses are left alone: that nothing was marked is no statement.
        """
        for field in _FIELDS:
            if self.about(other, field):
                self._open.add((call.place, field))
        arguments = self._arguments(call, other.arguments, records)
        return call._replace(arguments=arguments, result=self.result(call, other.result, records))

    def _arguments(
        self, call: Call, other: Mapping[str, Json] | Unrecorded, records: str
    ) -> Mapping[str, Json] | Unrecorded:
        own = call.arguments
        if self.about(call, "arguments"):
            return UNRECORDED
        if isinstance(own, Unrecorded):
            return other
        if isinstance(other, Unrecorded) or same(own, other):
            return own
        self.add(call.name, "arguments", call.place, records)
        return UNRECORDED

    def result(self, call: Call, other: Result | Unrecorded, records: str) -> Result | Unrecorded:
        """Return a call's result where another record of it holds this one."""
        own = call.result
        if self.about(call, "result"):
            return UNRECORDED
        if isinstance(own, Unrecorded):
            return other
        if isinstance(other, Unrecorded) or alike(own, other):
            return own
        self.add(call.name, "result", call.place, records)
        return UNRECORDED
