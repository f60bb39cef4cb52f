"""Inspect's logs: the samples of an `.eval` archive, a log as JSON, or the events of one run.

Source: Inspect's log format (`EvalLog`, `EvalSample` and its events). A sample is a trace: its
events say when a model answered and which tool ran; a sample without events has its messages. Long
texts are kept once, as attachments, and messages that were sent again in a pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, rest_of
from toolspec.engine.reading.exports.spans import Exported, exported_span
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.inspect_attachments import DEPTH_MAX, Attachments
from toolspec.engine.reading.formats.messages import unsaid
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, UNREAD, Span
from toolspec.engine.trace import Place

_KINDS: Final = frozenset(
    {"anchor", "approval", "branch", "checkpoint", "compaction", "error", "info", "input"}
    | {"interrupt", "logger", "model", "sample_init", "sample_limit", "sandbox", "score"}
    | {"score_edit", "span_begin", "span_end", "state", "step", "store", "subtask", "tool"}
)
_TELLING: Final = frozenset({"model", "sample_init", "span_begin", "tool"})
_SCORERS: Final = ("scorer", "scorers")
_BEFORE: Final = frozenset({"sample_init"})
"""Events that hold what a run was given."""

_LOG_KEYS: Final = frozenset({"eval", "samples", "plan", "results", "stats", "version", "status"})
_SAMPLE_KEYS: Final = frozenset({"epoch", "target", "scores", "output", "store", "model_usage"})
_EVENT_KEYS: Final = frozenset({"timestamp", "uuid", "span_id", "working_start", "pending"})
_CALL_KEYS: Final = frozenset(
    {"agent", "agent_span_id", "arguments", "completed", "error", "event", "events", "failed"}
    | {"function", "id", "pending", "result", "span_id", "timestamp", "type", "uuid", "view"}
    | {"working_start", "working_time", "message_id", "truncated", "metadata"}
)


class Inspect(SpanFormat):
    """Inspect's logs, samples and events."""

    name = "inspect"
    title = "Inspect log (.eval, JSON, events)"
    page = FormatPage(
        family="evaluations",
        written_by="Inspect, log format version 2.",
        get=(
            "The `.eval` file itself, `inspect log dump`, a sample or its events as JSON. Each "
            "sample is a trace for its case."
        ),
        unknown="What a scorer asks a model: it is not the agent's, and left out.",
        example="Cut from `parallel_tool_calls.json` of meridianlabs-ai/inspect_scout, MIT.",
    )
    looks_again = True
    whole = frozenset({"name", "scorer"})

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a log, a sample or a list of events."""
        if isinstance(document, list):
            return Claim.SURE if _are_events(document) else Claim.NO
        if not isinstance(document, Mapping):
            return Claim.NO
        log = _is_log(document) or _is_sample(document) or _are_events(document.get("events"))
        if log or (_is_event(document) and document["event"] in _TELLING):
            return Claim.SURE
        return Claim.MAYBE if _is_event(document) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the events of one document as spans."""
        value, place = document
        if isinstance(value, list):
            yield from _Sample({}, place).events(value, place, left)
        elif not isinstance(value, Mapping):
            left.add(value, place)
        elif _is_log(value):
            for key, item in value.items():
                if key == "samples" and isinstance(item, list):
                    for at, sample in enumerate(item):
                        if isinstance(sample, Mapping):
                            yield from _sample(sample, place.at(key, at), left)
                        else:
                            left.add(sample, place.at(key), at)
                elif key not in _LOG_KEYS:
                    left.add(item, place, key)
        elif _is_event(value):
            yield from _Sample({}, place).events([value], place, left, alone=True)
        else:
            yield from _sample(value, place, left)


def _is_log(document: Mapping[str, Json]) -> bool:
    return isinstance(document.get("eval"), Mapping) and isinstance(document.get("samples"), list)


def _is_sample(value: Mapping[str, Json]) -> bool:
    listed = isinstance(value.get("messages"), list) or isinstance(value.get("events"), list)
    return listed and "epoch" in value and len(_SAMPLE_KEYS & value.keys()) > 2


def _is_event(value: Json) -> bool:
    if not isinstance(value, Mapping) or _EVENT_KEYS.isdisjoint(value):
        return False
    kind = value.get("event")
    return isinstance(kind, str) and kind in _KINDS


def _are_events(value: Json) -> bool:
    """Tell whether a list holds events, one of which only Inspect writes."""
    if not isinstance(value, list) or not value:
        return False
    events = [item for item in value[:200] if isinstance(item, Mapping) and _is_event(item)]
    return len(events) * 2 > min(len(value), 200) and any(
        item["event"] in _TELLING for item in events
    )


def _sample(sample: Mapping[str, Json], place: Place, left: Leftovers) -> Iterator[Span]:
    reader = _Sample(sample, place)
    events, at = sample.get("events"), place.at("events")
    if not isinstance(events, list):
        events, at = as_object(sample.get("transcript")).get("events"), place.at("transcript")
        at = at.at("events")
    if isinstance(events, list) and any(_is_kind(item, "model") for item in events):
        yield from reader.events(events, at, left)
        yield reader.whole(sample)
    elif isinstance(sample.get("messages"), list):
        yield from reader.messages(sample["messages"], place.at("messages"))
    else:
        yield from reader.events(as_list(events), at, left)


def _is_kind(item: Json, kind: str) -> bool:
    return isinstance(item, Mapping) and item.get("event") == kind


class _Sample:
    """One run of an agent, while its events become spans."""

    def __init__(self, sample: Mapping[str, Json], place: Place) -> None:
        named = sample.get("id")
        self.place = place
        self.case = str(named) if isinstance(named, str | int) else None
        epoch = sample.get("epoch")
        self.trace_id: Json = sample.get("uuid") or (
            f"{named}_epoch_{epoch}" if self.case is not None else None
        )
        self.whole_texts = Attachments(as_object(sample.get("attachments"))).put_in
        pool = sample.get("message_pool")
        self.pool = as_list(pool)
        self.sent = 0
        self.ends: dict[str, Json] = {}
        self.scoring: set[str] = set()
        self.steps: list[Json] = []

    def events(
        self, events: Iterable[Json], place: Place, left: Leftovers, *, alone: bool = False
    ) -> Iterator[Span]:
        """Yield the spans of events, those of events inside of others too."""
        waiting: list[tuple[Json, Place, str | None]] = []
        for at, event in enumerate(events):
            waiting.append((event, place if alone else place.at(at), None))
        waiting.reverse()
        for event, _, _ in waiting:
            if isinstance(event, Mapping) and event.get("event") == "span_end":
                self.ends[str(event.get("id") or event.get("span_id"))] = event.get("timestamp")
        number = 0
        while waiting:
            event, at, parent = waiting.pop()
            number += 1
            kind = event.get("event") if isinstance(event, Mapping) else None
            if not isinstance(event, Mapping) or not isinstance(kind, str) or kind not in _KINDS:
                left.add(event, at)
                continue
            id = self._id(event, number)
            yield from self._event(event, kind, id, parent, at)
            inside = event.get("events")
            if isinstance(inside, list) and len(at.pointer) < DEPTH_MAX:
                waiting += [(inner, at.at("events", nth), id) for nth, inner in enumerate(inside)][
                    ::-1
                ]
            elif inside is not None:
                left.add(inside, at, "events")

    def _id(self, event: Mapping[str, Json], number: int) -> str:
        if event.get("event") == "span_begin":
            return str(event.get("id") or number)
        return str(event.get("uuid") or f"event {number}")

    def _event(
        self, event: Mapping[str, Json], kind: str, id: str, parent: str | None, place: Place
    ) -> Iterator[Span]:
        if kind == "step":
            if event.get("action") == "begin":
                self.steps.append(event.get("type"))
            elif self.steps:
                self.steps.pop()
        if kind == "span_begin" and (
            str(event.get("type")) in _SCORERS or str(event.get("parent_id")) in self.scoring
        ):
            self.scoring.add(id)
        if "scorer" in self.steps or str(event.get("span_id")) in self.scoring:
            return  # what a scorer asks a model is not said by the agent
        if kind == "model":
            yield from self._model(event, id, parent, place)
        elif kind == "tool":
            yield self._tool(event, id, parent, place)
        elif kind == "span_begin":
            yield self._span(event, id, parent, place)
        elif kind not in _BEFORE:
            rest = {key: value for key, value in event.items() if key not in ("event", "events")}
            yield self._made(
                Exported("other", kind, beside={kind: self.whole_texts(rest)}),
                event,
                id,
                parent,
                place,
            )

    def _made(
        self,
        record: Exported,
        event: Mapping[str, Json],
        id: str,
        parent: str | None,
        place: Place,
    ) -> Span:
        around = event.get("span_id") if event.get("event") != "span_begin" else None
        begun = event.get("parent_id")
        return exported_span(
            record._replace(
                trace_id=self.trace_id,
                id=id,
                parent_id=begun or around or parent,
                start=event.get("timestamp"),
                end=record.end or event.get("timestamp"),
                place=place,
                case=self.case,
            )
        )

    def _span(self, event: Mapping[str, Json], id: str, parent: str | None, place: Place) -> Span:
        kind, name = event.get("type"), str(event.get("name") or "")
        record = Exported("agent" if kind == "agent" else "other", name)
        if kind == "agent":
            record = record._replace(agent=name)
        elif kind == "tool":
            record = record._replace(name="")  # the event inside says which tool it was
        return self._made(record._replace(end=self.ends.get(id)), event, id, parent, place)

    def _model(
        self, event: Mapping[str, Json], id: str, parent: str | None, place: Place
    ) -> Iterator[Span]:
        output = as_object(event.get("output"))
        usage = as_object(output.get("usage"))
        failed = bool(event.get("error")) or bool(output.get("error"))
        read = sum(
            count
            for key in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
            if isinstance(count := usage.get(key), int)
        )
        ended = None if event.get("pending") else event.get("completed") or event.get("timestamp")
        record = Exported(
            "model",
            str(event.get("model") or ""),
            self.whole_texts(self._input(event)),
            self.whole_texts(output.get("choices")),
            end=ended,
            status="error" if failed else None,
            tokens=(read if usage else None, usage.get("output_tokens")),
            tools=event.get("tools"),
        )
        yield self._made(record, event, id, parent, place)
        for nth, used in enumerate(_used_by_provider(output)):
            call = Exported(
                "tool",
                str(used.get("name")),
                used.get("arguments"),
                used.get("result"),
                end=ended,
                status="error" if used.get("error") else None,
                tool=used.get("name"),
                call_id=used.get("id"),
            )
            yield self._made(call, event, f"{id} {nth}", parent, place)

    def _input(self, event: Mapping[str, Json]) -> Json:
        """Return what a model was sent: of a pool, what was not sent before.

        A pool is there because each request repeats the ones before.
        """
        given = event.get("input")
        sent: list[Json] = list(given) if isinstance(given, list) else []
        for ref in as_list(event.get("input_refs")):
            if isinstance(ref, list) and len(ref) == 2:
                begin, end = ref
                if isinstance(begin, int) and isinstance(end, int):
                    sent += self.pool[max(begin, self.sent) : end]
                    self.sent = max(self.sent, min(end, len(self.pool)))
        return sent

    def _tool(self, event: Mapping[str, Json], id: str, parent: str | None, place: Place) -> Span:
        error = as_object(event.get("error"))
        failed = bool(event.get("error")) or event.get("failed") is True
        result = self.whole_texts(event.get("result"))
        if failed and result in (None, "") and error.get("message"):
            result = error["message"]
        ended = None if event.get("pending") else event.get("completed") or event.get("timestamp")
        record = Exported(
            "tool",
            str(event.get("function") or ""),
            self.whole_texts(event.get("arguments")),
            result,
            end=ended,
            status="error" if failed else None,
            tool=event.get("function"),
            call_id=event.get("id"),
            beside=rest_of(event, _CALL_KEYS),
        )
        span = self._made(record, event, id, parent, place)
        return span._replace(end_ns=None) if ended is None else span

    def messages(self, messages: Json, place: Place) -> Iterator[Span]:
        """Yield the spans of a run of which only its messages are recorded."""
        listed = as_list(messages)
        answers = {_key(item, "tool_call_id"): item for item in listed if isinstance(item, Mapping)}
        called = [call for item in listed for call in as_list(as_object(item).get("tool_calls"))]
        asked_for = {_key(as_object(call), "id") for call in called}
        sent: list[Json] = []
        for at, message in enumerate(listed):
            fields = as_object(message)
            if message is not None and not isinstance(message, Mapping):
                unread = self._made(Exported("other", ""), NOTHING, f"{at}", None, place.at(at))
                yield unread._replace(attributes={UNREAD: message})
            if fields.get("role") != "assistant":
                sent.append(message)
                id, name = fields.get("tool_call_id"), fields.get("function")
                if isinstance(name, str) and (str(id), name) not in asked_for:  # of no call kept
                    yield self._answered({"function": name, "id": id}, fields, place.at(at))
                continue
            answer = self.whole_texts(message)
            record = Exported("model", "", self.whole_texts(sent), answer, beside={"said": answer})
            sent = []
            yield self._made(record, NOTHING, f"message {at}", None, place.at(at))
            for nth, call in enumerate(as_list(fields.get("tool_calls"))):
                asked = as_object(call)
                key = _key(asked, "id")
                result = answers.get(key) or answers.get((key[0], str(None)))
                if isinstance(asked.get("function"), str) and result is not None:
                    yield self._answered(asked, result, place.at(at, "tool_calls", nth))

    def _answered(
        self, asked: Mapping[str, Json], answer: Mapping[str, Json], place: Place
    ) -> Span:
        record = Exported(
            "tool",
            str(asked["function"]),
            self.whole_texts(asked.get("arguments")),
            self.whole_texts(answer.get("content")),
            status="error" if answer.get("error") else None,
            tool=asked["function"],
            call_id=asked.get("id"),
        )
        return self._made(record, NOTHING, f"call {place.json_pointer}", None, place)

    def whole(self, sample: Mapping[str, Json]) -> Span:
        """Return a span for what the sample holds beside its events, which say the same again."""
        rest: dict[str, Json] = {key: unsaid(sample.get(key)) for key in ("messages", "output")}
        record = Exported("other", "sample", beside={"sample": self.whole_texts(rest)})
        return self._made(record, NOTHING, "sample", None, self.place)


def _used_by_provider(output: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """Yield the tools that the model's provider ran itself, inside of a response."""
    choices = output.get("choices")
    for choice in choices[:1] if isinstance(choices, list) else ():
        for part in as_list(as_object(as_object(choice).get("message")).get("content")):
            block = as_object(part)
            if block.get("type") == "tool_use" and isinstance(block.get("name"), str):
                yield block


def _key(item: Mapping[str, Json], id: str) -> tuple[str, str]:
    """Return the id and the tool that a call and its answer share."""
    return str(item.get(id)), str(item.get("function"))


FORMAT = Inspect()
