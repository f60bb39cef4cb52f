"""Vally trajectories: typed events in one flat list, or one event a line.

Source: Vally's reference of the trajectory format, and of its `tool-calls` grader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.dialogue import EVERYTHING, Dialogue
from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import ends_in_call
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.formats.dialogue_log import DialogueLog
from toolspec.engine.reading.formats.messages import (
    Outcome,
    Status,
    arguments_of,
    bounded_result,
    call_status,
    case_of,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    not_understood,
    text_of,
    unsaid,
)
from toolspec.engine.reading.formats.words import Words
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.reading.unread.call_words import (
    is_list_of_used,
    plain_word,
)
from toolspec.engine.reading.unread.doubtful import doubtful
from toolspec.engine.reading.unread.sightings import (
    sightings,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Note, Place, Trace

_TELLING: Final = frozenset({"turn_start", "turn_end", "tool_call", "tool_result"})
_KINDS: Final = _TELLING | {
    "assistant_message",
    "error",
    "reasoning",
    "system_message",
    "token_usage",
    "user_message",
}
_TRAJECTORY_KEYS: Final = frozenset({"stimulus", "metrics", "output", "workDir"})
_HEAD_KEYS: Final = frozenset({"events", "stimulus", "metrics"})
"""Keys of a trajectory that hold no calls, or only count them."""

_DOING: Final = ("call", "execution", "executed", "invocation", "invoked")
"""How the types of events end by which something was done."""

_START: Final = Place()
_LOOKED_AT_MAX: Final = 200
"""Events looked at to recognise a list of them: turns and calls begin early."""


class Vally(Format):
    """Vally trajectories.

    A trace is for the case its stimulus names, else its own `name`; its `id` is the run's, no case.
    A step is a `turn_start`; a call that names a turn by `turnId` belongs to that turn.
    """

    name = "vally"
    title = "Vally trajectory"
    page = FormatPage(
        family="evaluations",
        written_by="Vally, trajectories of its graders.",
        get='The trajectory that a run writes: `{"events": [...]}`, or an event on each line.',
        unknown="Steps where no `turn_start` is written, as all is step 0 then.",
        example="Written by hand, as Vally's documentation says.",
    )
    records = EVERYTHING - {"tools"}

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trajectory, one event, or a list of either."""
        if is_list(document):
            known = bool(document) and (_are_events(document) or all(map(_is_trajectory, document)))
            return Claim.SURE if known else Claim.NO
        if _is_event(document):
            return Claim.SURE if fields(document)["type"] in _TELLING else Claim.MAYBE
        return Claim.SURE if _is_trajectory(document) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each trajectory; events outside of one make a trace together."""
        loose: list[tuple[Json, Place]] = []
        for document in documents:
            inside = is_list(document.value)
            for value, place in items(document.value, document.place) if inside else [document]:
                if is_object(value) and is_list(value.get("events")):
                    if loose:
                        yield _loose_trace(loose)
                        loose = []
                    yield _trace(value, items(value["events"], place, "events"), place)
                else:
                    loose.append((value, place))
            if inside and (loose or not document.value):
                yield _loose_trace(loose)
                loose = []
        if loose:
            yield _loose_trace(loose)


FORMAT = Vally()


def _is_event(value: Json) -> bool:
    return (
        is_object(value) and text_of(value.get("type")) in _KINDS and is_object(value.get("data"))
    )


def _are_events(value: Json) -> bool:
    """Tell whether the list holds objects of a `type` only, some of them with Vally's own."""
    if not is_list(value):
        return False
    first = value[:_LOOKED_AT_MAX]
    return all(is_object(event) and isinstance(event.get("type"), str) for event in first) and any(
        _is_event(event) and fields(event)["type"] in _TELLING for event in first
    )


def _is_trajectory(value: Json) -> bool:
    events = fields(value).get("events")
    if not is_list(events):
        return False
    if _are_events(events):
        return True
    # A run that called nothing may hold messages only, or no event at all.
    keys = fields(value).keys()
    return (len(_TRAJECTORY_KEYS & keys) > 1 or len(keys) == 1) and all(map(_is_event, events))


def _loose_trace(events: list[tuple[Json, Place]]) -> Trace | TraceError:
    """Return the trace of events outside of any trajectory, under a head that is among them.

    Where most of them are none of Vally's, return that: many a log has an `error` here and there.
    """
    strange = [place for value, place in events if text_of(fields(value).get("type")) not in _KINDS]
    if len(strange) * 2 > len(events):
        line = strange[0].line or None
        return TraceError("a log in which most lines are no Vally events", line=line)
    heads = [fields(value) for value, _ in events if "type" not in fields(value)]
    return _trace(heads[0] if heads else {}, events)


def _trace(
    head: Mapping[str, Json], events: Iterable[tuple[Json, Place]], place: Place = _START
) -> Trace | TraceError:
    reading = _Reading()
    for event, place in events:
        if not is_object(event):
            reading.log.pass_over("something that is not an event", place)
        elif event is not head:
            reading.take(event, place)
    for key, value in head.items():
        if key not in _HEAD_KEYS:
            for sighting in sightings({key: value}, place):
                reading.log.sighted(sighting)
    calls, dialogue = reading.finish(head)
    unread = reading.log.unread(calls)
    if unread:
        return not_understood(unread)
    words = list(reading.words.gaps(calls, reading.log.turns, reading.notes))
    return Trace(
        calls,
        id=id_of(head.get("id")),
        name=text_of(fields(head.get("stimulus")).get("name"))
        or text_of(head.get("name"))
        or case_of(head),
        format=Vally.name,
        steps=reading.log.turns,
        start_ns=reading.start_ns,
        end_ns=reading.end_ns,
        said=dialogue,
        notes=reading.notes,
        gaps=(
            *reading.log.gaps,
            *reading.gaps,
            *reading.silent_turns(),
            *uncounted(fields(head.get("metrics")), calls, place),
            *words,
            *doubtful(calls),
        ),
        passed_over=reading.log.passed_over,
    )


def uncounted(metrics: Mapping[str, Json], calls: Sequence[Call], place: Place) -> Iterator[Gap]:
    """Yield a gap for the calls that metrics count, in all or of a tool, and that are not there."""
    text = "the metrics count calls that are not there"
    counts = Counter(call.name for call in calls)
    for key, value in metrics.items():
        plain = plain_word(key)
        if not ("toolcall" in plain or "tooluse" in plain or is_list_of_used(plain)):
            continue
        if isinstance(value, Mapping):
            for name, count in value.items():
                if _number(count) > counts[name]:
                    yield Gap(text, place, call=Call(name))
        elif isinstance(value, list):
            named = [item if isinstance(item, str) else "" for item in value]
            for name, count in Counter(named).items():
                if count > (counts[name] if name else len(calls)):
                    yield Gap(text, place, call=Call(name))
        elif _number(value) > len(calls):
            yield Gap(text, place)


def _number(value: Json) -> float:
    return value if isinstance(value, int | float) else 0


class _Reading:
    """One trajectory, event by event."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        # An event is written once; the same id on two calls is a writer's slip, not a history.
        self.log = CallLog(self.notes, once=False)
        self.dialogue = DialogueLog()
        self.start_ns: int | None = None
        self.end_ns: int | None = None
        self._steps: dict[str, int] = {}
        self.words = Words()
        self.gaps: list[Gap] = []
        self._asked = self._answered = self._begun = False
        self._tokens: int | None = None
        self._latest = ""
        self._calling: set[str] = set()
        self._ended: list[tuple[str, Place]] = []

    def silent_turns(self) -> Iterator[Gap]:
        """Yield a gap where a turn ended in a call and has none."""
        for turn, place in self._ended:
            if turn not in self._calling:
                text = "a model response ended in a tool call, and none is recorded"
                yield Gap(text, place)
                return

    def finish(self, head: Mapping[str, Json]) -> tuple[list[Call], Dialogue]:
        """Return the calls in order, and what was said around them.

        The stimulus' prompt is the user's message where no event is, and the run's output the last
        response.
        """
        self.dialogue.answer_recorded = self._answered
        prompt, output = text_of(fields(head.get("stimulus")).get("prompt")), head.get("output")
        if prompt and not self._asked:
            self.dialogue.user(prompt, logged=0, at_ns=self.start_ns, first=True)
        if isinstance(output, str) and not self._answered:
            self.dialogue.response(None, output, logged=len(self.log), at_ns=self.end_ns)
        metrics = fields(head.get("metrics"))
        total = tokens_of(metrics.get("tokenUsage", metrics.get("token_usage", metrics)))
        self.dialogue.total = self._tokens if total is None else total
        return self.dialogue.finish(self.log.settled())

    def take(self, event: Mapping[str, Json], place: Place) -> None:
        data = fields(event.get("data"))
        at_ns = instant_ns(event.get("timestamp"))
        self.start_ns = at_ns if self.start_ns is None else self.start_ns
        if at_ns is not None:
            self.end_ns = max(at_ns, self.end_ns or at_ns)
        turn = id_of(data.get("turnId"))
        match event.get("type"):
            case "turn_start":
                step = self.log.turn()
                self._latest = turn or f" {step}"
                if turn is not None:
                    self._steps[turn] = step
                self._respond(event, data, None, step, place)
            case "tool_call":
                self._calling.update((turn or "", self._latest))
                self._call(event, data, at_ns, self._steps.get(turn or ""), place)
            case "tool_result":
                self.log.result(
                    self._result(data, place),
                    id=id_of(data.get("toolCallId")),
                    name=text_of(data.get("toolName")),
                    status=_status(data),
                    end_ns=at_ns,
                    place=place,
                )
            case "turn_end":
                reason = data.get("finishReason", data.get("finish_reason"))
                if ends_in_call(text_of(reason)):
                    self._ended.append((turn or self._latest, place))
                self._look_at(event, place)
            case "user_message":
                self._asked = True
                agent, text = _agent(event, data), _content(data)
                self.dialogue.user(
                    text, logged=len(self.log), agent=agent, at_ns=at_ns, place=place
                )
                self._look_at({**event, "data": unsaid({**data, "role": "user"})}, place)
            case "assistant_message":
                self._answered = True
                latest = self.log.turns - 1 if self.log.turns else None
                step = self._steps.get(turn or "", latest)
                self._respond(event, data, _content(data), step, place)
                self._look_at(event, place)
            case _:
                if event.get("type") == "token_usage":
                    self._tokens = (self._tokens or 0) + (tokens_of(data) or 0)
                self._look_at(event, place)

    def _respond(
        self,
        event: Mapping[str, Json],
        data: Mapping[str, Json],
        text: str | None,
        step: int | None,
        place: Place,
    ) -> None:
        at_ns = instant_ns(event.get("timestamp"))
        agent, logged = _agent(event, data), len(self.log)
        if not self._begun:
            self.dialogue.top, self._begun = agent, True
        self.dialogue.response(step, text, logged=logged, agent=agent, at_ns=at_ns, place=place)

    def _look_at(self, event: Mapping[str, Json], place: Place) -> None:
        """Look for calls in an event that is none; what it says in words is left alone."""
        looks = list(sightings(event, place))
        content, kind = fields(event.get("data")).get("content"), text_of(event.get("type"))
        if isinstance(content, str) and kind == "assistant_message":
            self.words.say(content, place)
        elif isinstance(content, str) and kind == "reasoning":
            self.words.think(content, place)
        elif not looks and kind not in _KINDS and plain_word(kind).endswith(_DOING):
            self.gaps.append(Gap("an event of an unknown type that may be a call", place))
        for sighting in looks:
            self.log.sighted(sighting)
        if not looks and text_of(event.get("type")) not in _KINDS:
            self.log.pass_over("an event of an unknown type", place)

    def _call(
        self,
        event: Mapping[str, Json],
        data: Mapping[str, Json],
        at_ns: int | None,
        step: int | None,
        place: Place,
    ) -> None:
        call = Call(
            text_of(data.get("toolName")) or "",
            arguments_of(data.get("arguments"), self.notes, place),
            step=max(self.log.turns - 1, 0) if step is None else step,
            id=id_of(data.get("toolCallId")),
            agent=_agent(event, data),
            start_ns=at_ns,
            place=place,
        )
        self.log.call(call)

    def _result(self, data: Mapping[str, Json], place: Place) -> Outcome:
        """Return what the tool gave back, whatever its type; of a failure without it, the error."""
        for key in ("result", "error"):
            if key in data:
                return bounded_result(data[key], self.notes, place)
        return UNRECORDED


def _agent(event: Mapping[str, Json], data: Mapping[str, Json]) -> str | None:
    return text_of(event.get("agentId")) or text_of(data.get("agentId"))


def _content(data: Mapping[str, Json]) -> str | None:
    """Return what a message says; its content may be a list of parts."""
    content = data.get("content", data.get("text", data.get("message")))
    if is_list(content):
        parts = (part if isinstance(part, str) else fields(part).get("text") for part in content)
        content = "".join(part for part in parts if isinstance(part, str))
    return text_of(content)


def _status(data: Mapping[str, Json]) -> Status:
    """Return `success` where it is there, else what `status` says, which later versions write.

    A result that says neither was a success, unless it is an error.
    """
    success = data.get("success")
    if isinstance(success, bool):
        return "ok" if success else "error"
    failed = data.get("error") and "result" not in data
    return call_status(data.get("status")) or ("error" if failed else "ok")
