"""One session of an agent while it is read: what formats made of session files share."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Set
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats.call_log import SIGHTINGS_MAX
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.messages import (
    Status,
    arguments_of,
    bounded_result,
    content_of,
    fields,
    id_of,
    is_object,
    items,
    text_of,
    unsaid,
)
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    Sighting,
    says_nothing,
    sightings,
    written_calls,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Place, Result, Trace, Unrecorded

_OF_IDS: Final = ("call_id`", "CallId`", "use_id`", "UseId`")
_OF_RESULT: Final = frozenset({"content", "is_error", "tool_use_id", "type"})


class SessionLog(MessageReading):
    """The records of one session.

    Each chain of responses (an agent, or a sub-agent by its id) counts its own steps; None is the
    session's own.
    """

    delegating: frozenset[str] = frozenset()
    """The tools that start a sub-agent, whose own calls are written into another file."""

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__()
        self.format, self.id = format, id
        self.name: str | None = None
        self.start_ns: int | None = None
        self.end_ns: int | None = None
        self._steps: dict[str | None, int] = {}
        self._responses: dict[tuple[str | None, str], int] = {}
        self._repeated: dict[str, tuple[Sighting, Call]] = {}

    def seen(self, at_ns: int | None) -> int | None:
        """Take when a record was written, and return it."""
        if at_ns is not None:
            self.start_ns = at_ns if self.start_ns is None else min(at_ns, self.start_ns)
            self.end_ns = at_ns if self.end_ns is None else max(at_ns, self.end_ns)
        return at_ns

    def begin(self, chain: str | None = None, *, response: str | None = None) -> int:
        """Return the step of a response of a chain; one with an id that came before goes on."""
        known = None if response is None else self._responses.get((chain, response))
        if known is not None:
            return known
        step = self._steps.get(chain, 0)
        self._steps[chain] = step + 1
        if chain is None:
            self.log.turn()
        if response is not None:
            self._responses[chain, response] = step
        return step

    def has_begun(self, chain: str | None = None) -> bool:
        """Tell whether a response of a chain was recorded."""
        return chain in self._steps

    def latest(self, chain: str | None = None) -> int:
        """Return the step of a chain's latest response; 0 before the first."""
        return max(self._steps.get(chain, 0) - 1, 0)

    def asked(
        self,
        name: str | None,
        arguments: Json | Unrecorded,
        place: Place,
        *,
        id: Json = None,
        step: int | None = 0,
        agent: str | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Take a call as the agent asked for it."""
        read = arguments
        if not isinstance(arguments, Unrecorded):
            read = arguments_of(arguments, self.notes, place)
        assert isinstance(read, Unrecorded) or is_object(read), "read as arguments"
        self.log.call(
            Call(
                name or "",
                read,
                step=step,
                id=id_of(id),
                agent=agent,
                start_ns=self.seen(at_ns),
                place=place,
            )
        )

    def answered(
        self,
        result: Json | Result | Unrecorded,
        place: Place,
        *,
        id: Json = None,
        name: str | None = None,
        status: Status = None,
        at_ns: int | None = None,
    ) -> None:
        """Take the result of a call."""
        outcome = (
            result
            if isinstance(result, Unrecorded | Result)
            else bounded_result(content_of(result), self.notes, place)
        )
        self.log.result(
            outcome, id=id_of(id), name=name, status=status, end_ns=self.seen(at_ns), place=place
        )

    def user_says(
        self,
        text: str | None,
        place: Place,
        *,
        agent: str | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Take a message of the user's."""
        self.log.goes_on()
        self.dialogue.user(
            text, logged=len(self.log), agent=agent, at_ns=self.seen(at_ns), place=place
        )

    def agent_says(
        self,
        text: str | None,
        place: Place,
        *,
        step: int,
        agent: str | None = None,
        chain: str | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Take a response of the agent's, or more of the text of one."""
        self.log.goes_on()
        if text:
            self.words.say(text, place)
        logged = len(self.log)
        at_ns = self.seen(at_ns)
        self.dialogue.response(
            step, text, logged=logged, agent=agent, chain=chain, at_ns=at_ns, place=place
        )

    def only_results(self, content: Json, place: Place, at_ns: int | None) -> bool:
        """Take the results that are all that a message holds; tell whether that was so.

        Where such a result is not marked as failed or good, its agent does not mark them.
        """
        parts = list(items(content, place))
        if not parts or any(fields(part).get("type") != "tool_result" for part, _ in parts):
            return False
        self.log.goes_on()
        for part, at in parts:
            block = fields(part)
            failed = block.get("is_error")
            status: Status = "error" if failed is True else "ok" if failed is False else None
            output = block.get("content", UNRECORDED)
            self.answered(output, at, id=block.get("tool_use_id"), status=status, at_ns=at_ns)
            self.rest(block, at, _OF_RESULT)
        return True

    def rest(self, record: Mapping[str, Json], place: Place, known: Collection[str]) -> None:
        """Look for calls under the keys of a record that its format does not know."""
        for key, value in record.items():
            if key in known or says_nothing(value, key):
                continue
            for sighting in sightings({key: value}, place):
                self.log.sighted(sighting)

    def aside(self, value: Json, place: Place) -> None:
        """Look for calls beyond doubt in a record that should hold none."""
        for sighting in written_calls(value, place):
            self.log.sighted(sighting)

    def look_at_history(self, value: Json, place: Place, key: str) -> None:
        """Look at what repeats earlier calls: one that was not read leaves the rules of it open."""
        for sighting in sightings({key: unsaid(value)}, place):
            call = Call(sighting.name or "", place=sighting.place)
            if len(self._repeated) <= SIGHTINGS_MAX:
                self._repeated.setdefault(_written(sighting), (sighting, call))

    def records_inside(self, record: Mapping[str, Json], keys: Set[str], place: Place) -> None:
        """Look for records inside a record: what has all these keys is read only by itself."""
        pending: list[tuple[Json, int]] = [(value, 0) for value in record.values()]
        while pending:
            value, depth = pending.pop()
            if is_object(value) and keys <= value.keys():
                self.strange(value, place, "a record inside a record")
            elif depth < DEPTH_MAX and isinstance(value, Mapping | list | tuple):
                inner = value.values() if is_object(value) else value
                pending.extend((item, depth + 1) for item in inner)  # type: ignore[union-attr]

    def other(self, record: Mapping[str, Json], place: Place, is_aside: bool, unknown: str) -> None:
        """Take a record that is not a message: `unknown` is said of one of a type nobody knows."""
        if "compact" in (text_of(record.get("type")) or ""):
            self.compacted(place)
        elif is_aside:
            self.aside(record, place)
        else:
            self.strange(record, place, unknown)

    def gap(self, text: str, place: Place, hint: str = "", tool: str = "") -> None:
        """Take note that calls may be missing."""
        self.gaps.setdefault(f"{text} {tool}", Gap(text, place, hint, Call(tool)))

    def compacted(self, place: Place) -> None:
        """Take what stands for earlier records: where none of those is a call, some may be lost."""
        if not len(self.log) and not self._steps:
            self.gap(
                "what came before was compacted, and may hold calls",
                place,
                "keep the session from its beginning",
            )

    def _open_history(self, trace: Trace) -> None:
        """Leave open what a history says of calls that were not read."""
        known, names = KnownCalls(trace.calls), set(trace.names)
        gaps: dict[str, Gap] = {}
        for sighting, call in self._repeated.values():
            only_named = sighting.arguments is None and call.name in names
            of_known = sighting.is_result or sighting.what.endswith(_OF_IDS)
            answers = not call.name and of_known
            if not (only_named or answers or known.holds(sighting)):
                text = sighting.told("in a history looks like a call that was not read")
                gaps.setdefault(call.name, Gap(text, sighting.place, call=call))
        if len(self._repeated) > SIGHTINGS_MAX:
            gaps.setdefault("", Gap("more in histories than is told apart", Place()))
        trace.gaps = (*trace.gaps, *gaps.values())

    def _open_delegated(self, trace: Trace) -> None:
        """Leave open what a sub-agent called, where no call of one is in the session."""
        asked = next((call for call in trace.calls if call.name in self.delegating), None)
        if asked is not None and not any(call.agent for call in trace.calls):
            text, hint = "a sub-agent's calls are in a file of its own", "check that file too"
            trace.gaps = (*trace.gaps, Gap(text, asked.place, hint))

    def trace(self) -> Trace | TraceError:
        """Return the trace of the session, or why it cannot be judged."""
        trace = self.finish(
            id=self.id,
            format=self.format,
            name=self.name,
            start_ns=self.start_ns,
            end_ns=self.end_ns,
        )
        if isinstance(trace, Trace):
            self._open_delegated(trace)
        if isinstance(trace, Trace) and self._repeated:
            self._open_history(trace)
        if isinstance(trace, Trace) and not trace.steps and len(self._steps) == 1:
            trace.steps = next(iter(self._steps.values()))  # a sub-agent's own file
        return trace


def texts_of(content: Json, place: Place) -> Iterator[tuple[str, Place]]:
    """Yield the texts of a message: itself, or those of its parts."""
    if isinstance(content, str):
        yield content, place
    for part, at in items(content, place):
        text = part.get("text") if is_object(part) else part
        if isinstance(text, str):
            yield text, at


def _written(sighting: Sighting) -> str:
    parts = [sighting.what, sighting.name, sighting.id, sighting.arguments]
    return json.dumps(parts, default=str)
