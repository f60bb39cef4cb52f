"""Eval sets of Google's Agent Development Kit, and the results of running them.

A case is a conversation of invocations: what the user said, the tools that were used on the way,
and the final response. In results the invocation that was made counts, not the expected one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.dialogue import Dialogue
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, TraceError
from toolspec.engine.reading.formats.adk_events import calls_in
from toolspec.engine.reading.formats.gemini import function_result, messages_of
from toolspec.engine.reading.formats.history import (
    Chat,
    History,
    PutMessage,
    call_of,
    rest_of,
)
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    one_or_items,
    text_of,
)
from toolspec.engine.trace import Note, Place, Trace

_CASES: Final = ("eval_cases", "evalCases", "eval_case_results", "evalCaseResults")
_INVOCATIONS: Final = (
    *("conversation", "eval_metric_result_per_invocation", "evalMetricResultPerInvocation"),
)
_ACTUAL: Final = ("actual_invocation", "actualInvocation")
_EXPECTED: Final = frozenset({"expected_invocation", "expectedInvocation"})
_OF_INVOCATION: Final = frozenset(
    {"creation_timestamp", "creationTimestamp", "final_response", "finalResponse", "invocation_id"}
    | {"intermediateData", "intermediate_data", "invocationId", "user_content", "userContent"}
)
_CONTENTS: Final = frozenset(
    {"finalResponse", "final_response", "intermediateData", "intermediate_data", "userContent"}
    | {"user_content"}
)
_OF_CASE: Final = frozenset(
    {*_INVOCATIONS, "conversation_scenario", "session_details", "sessionDetails", "session_input"}
    | {"overall_eval_metric_results", "overallEvalMetricResults", "sessionInput", "rubrics"}
    | {"final_session_state", "finalSessionState", "eval_metric_results", "evalMetricResults"}
)
_OF_DATA: Final = frozenset(
    {"intermediateResponses", "intermediate_responses", "invocationEvents", "invocation_events"}
    | {"toolResponses", "toolUses", "tool_responses", "tool_uses"}
)


class AdkEvalSets(History):
    """Each case of a set is a trace. Which response used a tool is not recorded."""

    name = "google-adk-eval-set"
    title = "Google ADK eval sets and their results"
    records = frozenset({"responses", "user_messages"})
    inside = ()

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a set, a case, or a list of these."""
        held = document if is_list(document) else [document]
        return Claim.SURE if held and all(map(_is_set, held)) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each case."""
        for value, place in documents:
            for held, at in one_or_items(value, place):
                key = _first(fields(held), _CASES)
                cases = [(held, at)] if key is None else items(fields(held)[key], at, key)
                for case, case_at in cases:
                    yield self._trace(_case(fields(case), case_at))

    def _trace(self, chat: Chat) -> Trace | TraceError:
        trace = super()._trace(chat)
        if isinstance(trace, Trace):
            # That a tool was used says nothing of whether it came to an end.
            trace.calls = tuple(
                call._replace(step=None, completed=call.completed or None) for call in trace.calls
            )
            trace.steps = 0
            if isinstance(trace.said, Dialogue):
                said = [message._replace(step=None) for message in trace.said.messages]
                last = trace.said.last_response
                trace.said = trace.said._replace(
                    messages=tuple(said),
                    last_response=None if last is None else last._replace(step=None),
                )
        return trace


def _first(fields: Mapping[str, Json], keys: Sequence[str]) -> str | None:
    return next((key for key in keys if is_list(fields.get(key))), None)


def _is_set(value: Json) -> bool:
    held = fields(value)
    key = _first(held, _CASES)
    if key is not None:
        cases = held[key]
        return is_list(cases) and bool(cases) and all(map(_is_case, cases))
    return _is_case(value)


def _is_case(value: Json) -> bool:
    held = fields(value)
    key = _first(held, _INVOCATIONS)
    if key is None or ("eval_id" not in held and "evalId" not in held):
        return False
    return all(_is_invocation(_actual(one)) for one, _ in items(held[key], Place()))


def _actual(value: Json) -> Json:
    held = fields(value)
    return next((held[key] for key in _ACTUAL if key in held), value)


def _is_invocation(value: Json) -> bool:
    return any(is_object(fields(value).get(key)) for key in ("user_content", "userContent"))


def _case(case: Mapping[str, Json], place: Place) -> Chat:
    key = _first(case, _INVOCATIONS) or ""
    said: list[PutMessage] = []
    for one, at in items(case.get(key), place, key):
        actual = fields(_actual(one))
        if actual is not one:
            more = rest_of(fields(one), frozenset(_ACTUAL) | _EXPECTED)
            said += _notice(more, at)
        said += _invocation(actual, at)
    for session in ("session_details", "sessionDetails"):
        # It repeats what the invocations hold.
        said += _notice({session: list(calls_in(case.get(session)))}, place)
    said += _notice(rest_of(case, _OF_CASE), place)
    id = text_of(case.get("eval_id")) or text_of(case.get("evalId"))
    return Chat(said, id)


def _notice(rest: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    if any(is_object(held) or is_list(held) or isinstance(held, str) for held in rest.values()):
        yield PutMessage({**rest, "role": "system", "content": ""}, place, notice=True)


def _invocation(held: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    at_ns = instant_ns(held.get("creation_timestamp", held.get("creationTimestamp")))
    for key, role in (("user_content", "user"), ("userContent", "user")):
        if is_object(held.get(key)):
            content = {**fields(held[key]), "role": role}
            for put in messages_of(content, {}):
                yield PutMessage(put, place.at(key), None, at_ns)
    for key in ("intermediate_data", "intermediateData"):
        if is_object(held.get(key)):
            yield from _between(fields(held[key]), place.at(key))
    for key in ("final_response", "finalResponse"):
        if is_object(held.get(key)):
            content = {**fields(held[key]), "role": "model"}
            for put in messages_of(content, {}):
                yield PutMessage(put, place.at(key))
    odd = {key for key in _CONTENTS & held.keys() if not is_object(held[key])}
    yield from _notice(rest_of(held, _OF_INVOCATION - odd), place)


def _between(data: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    """Yield what happened between the user's message and the final response."""
    for key in ("tool_uses", "toolUses"):
        for use, at in items(data.get(key), place, key):
            held = fields(use)
            call = call_of(held.get("id"), held.get("name"), held.get("args") or {})
            rest = rest_of(held, frozenset({"id", "name", "args"}))
            put = {**rest, "role": "assistant", "content": "", "tool_calls": [call]}
            yield PutMessage(put, at)
    for key in ("tool_responses", "toolResponses"):
        for answer, at in items(data.get(key), place, key):
            yield PutMessage(function_result(fields(answer)), at)
    for key in ("intermediate_responses", "intermediateResponses"):
        for said, at in items(data.get(key), place, key):
            author, parts = said if is_list(said) and len(said) == 2 else (None, None)
            content: dict[str, Json] = {"role": "model", "parts": parts}
            if not is_list(parts):
                yield PutMessage({"role": "system", "content": "", "said": said}, at, notice=True)
                continue
            for put in messages_of(content, {}):
                yield PutMessage(put, at, id_of(author))
    for key in ("invocation_events", "invocationEvents"):
        for event, at in items(data.get(key), place, key):
            held = fields(event)
            rest = rest_of(held, frozenset({"author", "content"}))
            for put in messages_of({"role": "model", **fields(held.get("content"))}, rest):
                yield PutMessage(put, at, id_of(held.get("author")))
    odd = {key for key in _OF_DATA & data.keys() if not is_list(data[key])}
    yield from _notice(rest_of(data, _OF_DATA - odd), place)


FORMAT = AdkEvalSets()
