"""The result of a run of the OpenAI Agents SDK, written as JSON: `raw_responses` and `new_items`.

Each raw response is one step. What the tools gave back is among the new items. The SDK for
JavaScript writes both in camel case, and the state of a run, which can be kept and resumed, has
them under names of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    is_list,
    is_object,
    items,
    one_or_items,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Note, Place, Trace

_RESPONSES: Final = ("raw_responses", "rawResponses", "model_responses", "modelResponses")
_ITEMS: Final = ("new_items", "newItems", "generated_items", "generatedItems")
_INPUTS: Final = ("input", "original_input", "originalInput")
_OF_RESPONSE: Final = frozenset(
    {"output", "referenceable_id", "request_id", "response_id", "usage"}
    | {"providerData", "requestId", "responseId"}
)


class AgentsResult(Format):
    """An object with `raw_responses`, each of which has an `output`."""

    name = "openai-agents-result"
    title = "OpenAI Agents SDK results (raw_responses)"
    page = FormatPage(
        family="histories",
        written_by="The OpenAI Agents SDK for Python (`RunResult`) and JavaScript (`RunState`).",
        get=(
            "The fields of a `RunResult` as JSON, or the state of a run: `result.state.toString()` "
            "in JavaScript."
        ),
        unknown=(
            "Without `new_items` what tools gave back, and so whether a call completed; times; "
            "failures."
        ),
        example="Cut from `openai_agents_tool_response.json` of AgentOps-AI/agentops, MIT.",
    )
    records = EVERYTHING - {"agents", "status", "times", "tools"}

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a result, or a list of results."""
        results = document if is_list(document) else [document]
        return Claim.SURE if results and all(map(_is_result, results)) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the run of each result."""
        for value, place in documents:
            for result, at in one_or_items(value, place):
                try:
                    yield _read(fields(result), at)
                except TraceError as error:
                    yield error


def _key(result: Mapping[str, Json], names: tuple[str, ...]) -> str:
    """Return the first of these names that an object has as a key, else the usual one."""
    return next((name for name in names if name in result), names[0])


def _is_result(value: Json) -> bool:
    result = fields(value)
    responses = result.get(_key(result, _RESPONSES))
    return is_list(responses) and all(
        is_list(fields(response).get("output")) for response in responses
    )


def _read(result: Mapping[str, Json], place: Place) -> Trace | TraceError:
    reading = MessageReading()
    input_key, items_key = _key(result, _INPUTS), _key(result, _ITEMS)
    responses_key = _key(result, _RESPONSES)
    given = result.get(input_key)
    parts: list[MessageRun] = []
    if isinstance(given, str):
        parts.append(MessageRun([({"role": "user", "content": given}, place)]))
    elif is_list(given):
        parts.append(MessageRun(list(items(given, place, input_key)), taken=given))
    answers, rest = _new_items(result.get(items_key), place.at(items_key))
    for response, at in items(result[responses_key], place, responses_key):
        body = fields(response)
        output = list(items(body["output"], at, "output"))
        parts.append(MessageRun(output, True, None, body["output"], body.get("usage")))
        ids = {_call_id(fields(item)) for item, _ in output}
        parts.append(MessageRun([answers.pop(id) for id in list(answers) if id in ids]))
        rest += [({key: value}, at) for key, value in body.items() if key not in _OF_RESPONSE]
    parts.append(MessageRun(list(answers.values())))
    for value, at in rest:
        reading.look_at(value, at, "")
    around = rest_of(result, {input_key, items_key, responses_key})
    for key, value in around.items():
        reading.look_at({key: value}, place, "")
    trace = reading.conversation({}, [part for part in parts if part.messages], place)
    if isinstance(trace, Trace):
        trace.format = AgentsResult.name
        if items_key not in result:  # whether a call came to its end is recorded there alone
            trace.calls = tuple(
                call._replace(completed=call.completed or None) for call in trace.calls
            )
    return trace


def _new_items(
    new: Json, place: Place
) -> tuple[dict[str, tuple[Json, Place]], list[tuple[Json, Place]]]:
    """Return the outputs among the new items by the calls they are for, and what is left of all."""
    answers: dict[str, tuple[Json, Place]] = {}
    rest: list[tuple[Json, Place]] = []
    for item, at in items(new, place):
        key = _key(fields(item), ("raw_item", "rawItem"))
        raw = fields(item).get(key)
        id = _call_id(fields(raw))
        if is_object(raw) and id is not None and "output" in raw and id not in answers:
            answers[id] = (raw, at.at(key))
        else:
            rest.append((raw if is_object(raw) else item, at))
    if new is not None and not is_list(new):
        rest.append((new, place))
    return answers, rest


def _call_id(item: Mapping[str, Json]) -> str | None:
    return id_of(item.get("call_id")) or id_of(item.get("callId"))


FORMAT = AgentsResult()
