"""Eval sets of Google's Agent Development Kit, and the results of running them.

A case is a conversation of invocations: what the user said, the tools that were used on the way,
and the final response. In results the invocation that was made counts, not the expected one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.dialogue import Dialogue
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim, Document, TraceError
from toolspec.engine.reading.formats.adk_events import calls_in
from toolspec.engine.reading.formats.gemini import function_result, messages_of
from toolspec.engine.reading.formats.history import (
    Chat,
    History,
    PutMessage,
    call_of,
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
from toolspec.engine.reading.page import FormatPage
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
    page = FormatPage(
        family="evaluations",
        written_by="Google's Agent Development Kit 0.x to 2.x.",
        get="`*.evalset.json`, `*.test.json`, and what `adk eval` wrote: each case is a trace.",
        unknown=(
            "Which response used a tool, and what the tools gave back: only their use is written."
        ),
        example="Cut from `simple_test.test.json` of google/adk-python, Apache-2.0.",
    )
    records = frozenset({"responses", "user_messages"})
    inside = ()

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a set, a case, or a list of these."""
        sets = document if is_list(document) else [document]
        return Claim.SURE if sets and all(map(_is_set, sets)) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each case."""
        for value, place in documents:
            for eval_set, at in one_or_items(value, place):
                key = _first(fields(eval_set), _CASES)
                cases = [(eval_set, at)] if key is None else items(fields(eval_set)[key], at, key)
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
                unnumbered = [message._replace(step=None) for message in trace.said.messages]
                last = trace.said.last_response
                trace.said = trace.said._replace(
                    messages=tuple(unnumbered),
                    last_response=None if last is None else last._replace(step=None),
                )
        return trace


def _first(fields: Mapping[str, Json], keys: Sequence[str]) -> str | None:
    return next((key for key in keys if is_list(fields.get(key))), None)


def _is_set(value: Json) -> bool:
    eval_set = fields(value)
    key = _first(eval_set, _CASES)
    if key is not None:
        cases = eval_set[key]
        return is_list(cases) and bool(cases) and all(map(_is_case, cases))
    return _is_case(value)


def _is_case(value: Json) -> bool:
    case = fields(value)
    key = _first(case, _INVOCATIONS)
    if key is None or ("eval_id" not in case and "evalId" not in case):
        return False
    return all(_is_invocation(_actual(invocation)) for invocation, _ in items(case[key], Place()))


def _actual(value: Json) -> Json:
    invocation = fields(value)
    return next((invocation[key] for key in _ACTUAL if key in invocation), value)


def _is_invocation(value: Json) -> bool:
    return any(is_object(fields(value).get(key)) for key in ("user_content", "userContent"))


def _case(case: Mapping[str, Json], place: Place) -> Chat:
    key = _first(case, _INVOCATIONS) or ""
    messages: list[PutMessage] = []
    for invocation, at in items(case.get(key), place, key):
        actual = fields(_actual(invocation))
        if actual is not invocation:
            more = rest_of(fields(invocation), frozenset(_ACTUAL) | _EXPECTED)
            messages += _notice(more, at)
        messages += _invocation(actual, at)
    for session in ("session_details", "sessionDetails"):
        # It repeats what the invocations hold.
        messages += _notice({session: list(calls_in(case.get(session)))}, place)
    messages += _notice(rest_of(case, _OF_CASE), place)
    id = text_of(case.get("eval_id")) or text_of(case.get("evalId"))
    return Chat(messages, id)


def _notice(rest: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    if any(is_object(item) or is_list(item) or isinstance(item, str) for item in rest.values()):
        yield PutMessage({**rest, "role": "system", "content": ""}, place, notice=True)


def _invocation(invocation: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    at_ns = instant_ns(invocation.get("creation_timestamp", invocation.get("creationTimestamp")))
    for key, role in (("user_content", "user"), ("userContent", "user")):
        if is_object(invocation.get(key)):
            content = {**fields(invocation[key]), "role": role}
            for put in messages_of(content, {}):
                yield PutMessage(put, place.at(key), None, at_ns)
    for key in ("intermediate_data", "intermediateData"):
        if is_object(invocation.get(key)):
            yield from _between(fields(invocation[key]), place.at(key))
    for key in ("final_response", "finalResponse"):
        if is_object(invocation.get(key)):
            content = {**fields(invocation[key]), "role": "model"}
            for put in messages_of(content, {}):
                yield PutMessage(put, place.at(key))
    odd = {key for key in _CONTENTS & invocation.keys() if not is_object(invocation[key])}
    yield from _notice(rest_of(invocation, _OF_INVOCATION - odd), place)


def _between(data: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
    """Yield what happened between the user's message and the final response."""
    for key in ("tool_uses", "toolUses"):
        for use, at in items(data.get(key), place, key):
            entry = fields(use)
            call = call_of(entry.get("id"), entry.get("name"), entry.get("args") or {})
            rest = rest_of(entry, frozenset({"id", "name", "args"}))
            put = {**rest, "role": "assistant", "content": "", "tool_calls": [call]}
            yield PutMessage(put, at)
    for key in ("tool_responses", "toolResponses"):
        for answer, at in items(data.get(key), place, key):
            yield PutMessage(function_result(fields(answer)), at)
    for key in ("intermediate_responses", "intermediateResponses"):
        for spoken, at in items(data.get(key), place, key):
            author, parts = spoken if is_list(spoken) and len(spoken) == 2 else (None, None)
            content: dict[str, Json] = {"role": "model", "parts": parts}
            if not is_list(parts):
                yield PutMessage({"role": "system", "content": "", "said": spoken}, at, notice=True)
                continue
            for put in messages_of(content, {}):
                yield PutMessage(put, at, id_of(author))
    for key in ("invocation_events", "invocationEvents"):
        for event, at in items(data.get(key), place, key):
            entry = fields(event)
            rest = rest_of(entry, frozenset({"author", "content"}))
            for put in messages_of({"role": "model", **fields(entry.get("content"))}, rest):
                yield PutMessage(put, at, id_of(entry.get("author")))
    odd = {key for key in _OF_DATA & data.keys() if not is_list(data[key])}
    yield from _notice(rest_of(data, _OF_DATA - odd), place)


FORMAT = AdkEvalSets()
