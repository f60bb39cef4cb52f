"""Events of the OpenHands SDK: each has a `kind`, and a call's are tied by `tool_call_id`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_object,
    text_of,
)
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import UNRECORDED, Place

_RESULTS: Final = frozenset({"AgentErrorEvent", "ObservationEvent", "UserRejectObservation"})
_OTHERS: Final = frozenset(
    {"Condensation", "CondensationRequest", "CondensationSummaryEvent", "ConversationErrorEvent"}
    | {"ConversationStateUpdateEvent", "HookExecutionEvent", "LLMCompletionLogEvent", "PauseEvent"}
    | {"StreamingDeltaEvent", "SystemPromptEvent", "TokenEvent"}
)
_KINDS: Final = _RESULTS | _OTHERS | {"ActionEvent", "MessageEvent"}
_OF_ACTION: Final = frozenset(
    {"action", "critic_result", "id", "kind", "llm_response_id", "reasoning_content"}
    | {"responses_reasoning_item", "security_risk", "source", "summary", "thinking_blocks"}
    | {"thought", "timestamp", "tool_call", "tool_call_id", "tool_name"}
)
_OF_RESULT: Final = frozenset(
    {"action_id", "error", "id", "kind", "observation", "rejection_reason", "rejection_source"}
    | {"source", "timestamp", "tool_call_id", "tool_name"}
)
_OF_MESSAGE: Final = frozenset(
    {"activated_skills", "critic_result", "extended_content", "id", "kind", "llm_message"}
    | {"llm_response_id", "sender", "source", "timestamp"}
)


def is_sdk_event(record: Mapping[str, Json]) -> bool:
    """Tell whether a record is an event of the SDK."""
    return text_of(record.get("kind")) in _KINDS and "source" in record and "timestamp" in record


def take_sdk_event(session: SessionLog, event: Mapping[str, Json], place: Place) -> None:
    """Take an event of the SDK."""
    kind = text_of(event.get("kind")) or ""
    at_ns = session.seen(instant_ns(event.get("timestamp")))
    if kind == "ActionEvent":
        _act(session, event, place, at_ns)
    elif kind in _RESULTS:
        _observe(session, event, place, at_ns)
    elif kind == "MessageEvent":
        session.rest(event, place, _OF_MESSAGE)
        message = fields(event.get("llm_message"))
        text = "".join(text for text, _ in texts_of(message.get("content"), place))
        session.aside(message, place.at("llm_message"))
        if event.get("source") == "agent":
            step = session.begin(response=id_of(event.get("llm_response_id")))
            session.agent_says(text, place, step=step, at_ns=at_ns)
        elif event.get("source") == "user":
            session.user_says(text, place, at_ns=at_ns)
    elif kind == "SystemPromptEvent":
        session.dialogue.offered(tool_definitions(event.get("tools")))
    else:
        session.aside(event, place)


def _act(session: SessionLog, event: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
    session.rest(event, place, _OF_ACTION)
    asked = fields(event.get("tool_call"))
    step = session.begin(response=id_of(event.get("llm_response_id")))
    text = "".join(text for text, _ in texts_of(event.get("thought"), place))
    session.agent_says(text, place, step=step, at_ns=at_ns)
    function = fields(asked.get("function")) or asked
    given = function.get("arguments")
    if given is None and is_object(event.get("action")):
        given = {key: value for key, value in fields(event["action"]).items() if key != "kind"}
    name = text_of(event.get("tool_name")) or text_of(function.get("name"))
    id = id_of(event.get("tool_call_id")) or id_of(asked.get("id"))
    session.asked(name, given, place, id=id, step=step, at_ns=at_ns)


def _observe(
    session: SessionLog, event: Mapping[str, Json], place: Place, at_ns: int | None
) -> None:
    session.rest(event, place, _OF_RESULT)
    observation = fields(event.get("observation"))
    output = observation.get("content", event.get("observation", UNRECORDED))
    failed = event.get("kind") != "ObservationEvent" or observation.get("is_error") is True
    if event.get("kind") != "ObservationEvent":
        output = event.get("error", event.get("rejection_reason", UNRECORDED))
    code = observation.get("exit_code")
    status: Status = "error" if failed or (type(code) is int and code) else "ok"
    id, name = id_of(event.get("tool_call_id")), text_of(event.get("tool_name"))
    session.answered(output, place, id=id, name=name, status=status, at_ns=at_ns)
