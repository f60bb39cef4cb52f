"""OpenHands: event streams of sessions, `history` in the results of its evaluations, SDK events.

Source: `event_to_dict` and `event_to_trajectory` of OpenHands, and the events of its SDK. An action
of the agent's is a call, by the name that the model used where that is recorded, else by the kind
of the action; the observation that names it as its `cause` is its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_object,
    items,
    present,
    text_of,
)
from toolspec.engine.reading.formats.openhands_sdk import is_sdk_event, take_sdk_event
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.reading.unread.sightings import (
    repeated_call,
)
from toolspec.engine.trace import UNRECORDED, Place, Unrecorded

_NO_CALLS: Final = frozenset(
    {"change_agent_state", "condensation", "condensation_request", "message", "null", "pause"}
    | {"recall", "resume", "start_hook", "stop", "system"}
)
"""Kinds of actions that are not the use of a tool."""

_ACTIONS: Final = _NO_CALLS | {
    *("add_task", "browse", "browse_interactive", "call_tool_mcp", "delegate", "edit", "finish"),
    *("kill", "loop_recovery", "modify_task", "push", "read", "reject", "run", "run_ipython"),
    *("send_pr", "task_tracking", "think", "write"),
}
_OF_ACTION: Final = frozenset(
    {"action_risk", "confirmation_state", "is_confirmed", "keep_prompt", "security_risk"}
    | {"thought"}
)
"""Arguments that OpenHands adds to those of the action."""
_OF_EVENTS: Final = frozenset({"action", "observation"})
_GIVEN: Final = frozenset({"args", "extras"})
_OF_FLAT: Final = frozenset({"action", "id", "timestamp"})

_EVENT: Final = frozenset(
    {"action", "args", "cause", "content", "extras", "id", "llm_metrics", "message", "observation"}
    | {"source", "success", "timeout", "timestamp", "tool_call_metadata"}
)
_OF_META: Final = frozenset(
    {"function_name", "model_response", "tool_call_id", "total_calls_in_response"}
)


class OpenHands(SessionFormat):
    """OpenHands events.

    A step is one response of the model; without its id, each action is one. A command that exits
    with another code than 0 failed.
    """

    name = "openhands"
    title = "OpenHands events"
    page = FormatPage(
        family="sessions",
        written_by="OpenHands 0.x and the events of its SDK.",
        get=(
            "The event stream of a session, `output.jsonl` of an evaluation, or the events of its "
            "SDK."
        ),
        unknown=(
            "The name that the model used, where `tool_call_metadata` is not recorded: the call "
            "has that of the action (`run`) then."
        ),
        example="Cut from `wrong_initial_state.json` of OpenHands/OpenHands, MIT.",
    )
    records = EVERYTHING - {"agents"}
    whole = frozenset({"action", "args"})
    under = ("history", "trajectory", "events")
    whole_within = frozenset({(), *((key,) for key in under)})

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        if is_sdk_event(record):
            return Claim.SURE
        action, observation = text_of(record.get("action")), text_of(record.get("observation"))
        if "source" in record and "timestamp" in record and "id" in record:
            is_event = (action and is_object(record.get("args"))) or (
                observation and "content" in record
            )
            return Claim.SURE if is_event else Claim.NO
        if action in _ACTIONS and record.keys() & {"command", "content", "code", "thought", "path"}:
            return Claim.SURE if record.keys() & _FLAT else Claim.MAYBE
        return (
            Claim.MAYBE if observation in _ACTIONS | {"error"} and "content" in record else Claim.NO
        )

    def head(self, session: SessionLog, head: Mapping[str, Json], place: Place) -> None:
        """Take what is around the history of an evaluation: what it was for, and its metrics."""
        session.name = text_of(head.get("instance_id"))
        for key, value in head.items():
            if key not in self.under:
                session.aside(value, place.at(key))

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Events(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Events), "made by this format"
        if is_sdk_event(record):
            take_sdk_event(session, record, place)
        elif not _OF_EVENTS.isdisjoint(present(record)):
            session.event(record, place)
        else:
            session.strange(record, place, "an event that is neither action nor observation")


FORMAT = OpenHands()

_ENDS: Final = frozenset({"finish", "reject"})
"""Actions that end the run, and so have no observation."""

_FLAT: Final = frozenset({"action_risk", "is_confirmed", "keep_prompt", "wait_for_response"})
"""What actions have that are written without `args`."""


class _Events(SessionLog):
    """A session; where events have no ids, an observation follows the call that is `waiting`.

    `is_new` says that the latest action began a response, `by_event` has the ids of calls by those
    of their events.
    """

    waiting = False
    is_new = True
    number = 0

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.by_event: dict[str, str] = {}

    def event(self, event: Mapping[str, Json], place: Place) -> None:
        """Take an action or an observation."""
        at_ns = self.seen(instant_ns(event.get("timestamp")))
        action, source = text_of(event.get("action")), text_of(event.get("source"))
        keys = present(event)
        flat = keys.isdisjoint(_GIVEN) and source is None
        if not flat:
            has_text = "observation" in keys or isinstance(event.get("content"), str)
            self.rest(event, place, _EVENT if has_text else _EVENT - {"content"})
        meta = fields(event.get("tool_call_metadata"))
        self.rest(meta, place.at("tool_call_metadata"), _OF_META)
        self.records_inside(meta, FORMAT.whole, place)
        if "observation" in keys:
            self.observe(event, place, at_ns)
            if action not in _NO_CALLS and event.get("action"):
                what = "an event that is an action and an observation"
                self.log.sighted(repeated_call(event, what, place))
        elif action in _NO_CALLS:
            self.speak(event, place, at_ns, flat=flat)
        elif source in ("environment", "user"):
            self.aside(event, place)  # the user's own command
        else:
            self.act(event, place, at_ns, flat=flat)

    def speak(
        self, event: Mapping[str, Json], place: Place, at_ns: int | None, *, flat: bool
    ) -> None:
        """Take an action that uses no tool."""
        given = event if flat else fields(event.get("args"))
        text = text_of(given.get("content")) or text_of(event.get("message"))
        if event.get("action") != "message":
            self.aside(event, place)
        elif event.get("source") == "agent" or (flat and self.number):
            self.agent_says(text, place, step=self.step_of(event, place, at_ns), at_ns=at_ns)
            self.aside(event.get("tool_call_metadata"), place)
        else:
            self.user_says(text, place, at_ns=at_ns)
        self.aside(event.get("args"), place.at("args"))
        self.number += 1

    def act(
        self, event: Mapping[str, Json], place: Place, at_ns: int | None, *, flat: bool
    ) -> None:
        """Take a call."""
        self.number += 1
        meta = fields(event.get("tool_call_metadata"))
        written = event if flat else fields(event.get("args"))
        thought = text_of(written.get("thought")) or text_of(written.get("content"))
        step = self.step_of(event, place, at_ns)
        self.agent_says(thought if self.is_new else None, place, step=step, at_ns=at_ns)
        id = id_of(meta.get("tool_call_id")) or id_of(event.get("id"))
        name, given = _as_asked(meta)
        if name is None:
            name = text_of(event.get("action"))
            known = _OF_ACTION | _OF_FLAT if flat else _OF_ACTION
            given = {key: value for key, value in written.items() if key not in known}
        if id is not None:
            self.by_event[id_of(event.get("id")) or ""] = id
        self.waiting = True
        self.asked(name, given, place, id=id, step=step, at_ns=at_ns)
        if text_of(event.get("action")) in _ENDS:
            self.answered(UNRECORDED, place, id=id, at_ns=at_ns)

    def step_of(self, event: Mapping[str, Json], place: Place, at_ns: int | None) -> int:
        """Return the step of an action, and note whether its response is a new one."""
        meta = fields(event.get("tool_call_metadata"))
        response = fields(meta.get("model_response"))
        id = id_of(response.get("id"))
        before = self.latest() if self.has_begun() else -1
        step = self.begin(response=id)
        self.is_new = step > before
        if self.is_new:
            self.agent_says(None, place, step=step, at_ns=at_ns)
            self.dialogue.used(step, tokens_of(response.get("usage")))
        return step

    def observe(self, event: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take the observation of a call; one of nothing known is not a result."""
        meta = fields(event.get("tool_call_metadata"))
        cause = id_of(event.get("cause"))
        id = id_of(meta.get("tool_call_id")) or self.by_event.get(cause or "")
        follows = self.waiting and cause is None and event.get("source") is None
        self.waiting = False
        if id is None and not follows:
            self.aside(event, place)
            return
        output = event.get("content", UNRECORDED)
        self.answered(output, place, id=id, status=_status(event), at_ns=at_ns)


def _as_asked(meta: Mapping[str, Json]) -> tuple[str | None, Json | Unrecorded]:
    """Return the tool and the arguments as the model wrote them, these where its response has them.

    None where the event does not say which tool the model asked for.
    """
    named, id = meta.get("function_name"), meta.get("tool_call_id")
    name = text_of(named) if named is None else text_of(named) or ""
    for choice, _ in items(fields(meta.get("model_response")).get("choices"), Place()):
        for call, _ in items(fields(fields(choice).get("message")).get("tool_calls"), Place()):
            asked = fields(call)
            function = fields(asked.get("function"))
            if asked.get("id") == id and function.get("name") == name:
                return name, function.get("arguments")
    return name, UNRECORDED


def _status(event: Mapping[str, Json]) -> Status:
    """Return whether a call failed: its observation is an error, or its command exited so."""
    if event.get("observation") == "error" or event.get("success") is False:
        return "error"
    extras = fields(event.get("extras"))
    metadata = fields(extras.get("metadata"))
    codes = (event.get("exit_code"), extras.get("exit_code"), metadata.get("exit_code"))
    code = next((code for code in codes if type(code) is int), None)
    if code is not None:
        return "error" if code else "ok"
    return "ok" if event.get("success") is True else None
