"""Results of tau2-bench: simulations, each with the messages of an agent and a simulated user.

Source: `Results`, `SimulationRun` and `Message` of tau2. The user has tools too: its calls are
those of an agent `user`. What a task expects, and how a run was rewarded, holds no call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    one_or_items,
    text_of,
)
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Note, Place, Trace

_RUN: Final = frozenset({"messages", "task_id", "termination_reason"})
_USER: Final = "user"
_OF_RUN: Final = frozenset({"messages", "reward_info", "ticks"})
_OF_MESSAGE: Final = frozenset(
    {"content", "error", "id", "raw_data", "requestor", "role", "timestamp", "turn_idx", "usage"}
)
_LISTS: Final = {
    "assistant": frozenset({"tool_calls"}),
    "tool": frozenset({"tool_messages"}),
    _USER: frozenset({"tool_calls"}),
}
"""What else is read of a message, by its role."""

_OF_TICK: Final = frozenset(
    {"agent_chunk", "agent_tool_calls", "agent_tool_results"}
    | {"user_chunk", "user_tool_calls", "user_tool_results"}
)
_OF_CALL: Final = frozenset({"arguments", "id", "name", "requestor"})


class Tau2Bench(Format):
    """tau2-bench results. A trace is one simulation. A step is one message of the agent's."""

    name = "tau2-bench"
    title = "tau2-bench results"
    page = FormatPage(
        family="evaluations",
        written_by="tau2-bench (`Results`).",
        get="What `tau2 run` saves: each simulation is a trace.",
        unknown=(
            "The tools that were offered. The simulated user has tools too: its calls have the "
            "agent `user`, and its own steps."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"tools"}
    whole = frozenset({"action_id", "arguments", "name", "requestor"})

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is results, or simulations."""
        simulations = fields(document).get("simulations", document)
        runs = simulations if is_list(simulations) else [simulations]
        return Claim.SURE if runs and all(map(_is_run, runs)) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each simulation."""
        for value, place in documents:
            simulations = fields(value).get("simulations", value)
            at = place if simulations is value else place.at("simulations")
            for run, where in one_or_items(simulations, at):
                yield _trace(fields(run), where)


FORMAT = Tau2Bench()


def _is_run(value: Json) -> bool:
    run = fields(value)
    return run.keys() >= _RUN and is_list(run["messages"])


def _trace(run: Mapping[str, Json], place: Place) -> Trace | TraceError:
    task, trial = id_of(run.get("task_id")), id_of(run.get("trial"))
    session = SessionLog(Tau2Bench.name, f"task {task}" + (f", trial {trial}" if trial else ""))
    # No message repeats what was said before: the same call twice was made twice.
    session.log = CallLog(session.notes, once=False)
    session.rest(run, place, _OF_RUN)
    session.seen(instant_ns(run.get("start_time")))
    if not run["messages"]:
        _ticks(session, run, place)
    for message, at in items(run["messages"], place, "messages"):
        _message(session, fields(message), at)
    session.seen(instant_ns(run.get("end_time")))
    return session.trace()


def _ticks(session: SessionLog, run: Mapping[str, Json], place: Place) -> None:
    """Take what was said and called by two who may speak at once, in pieces of a moment each.

    Pieces of one side are one message until the other side says something, or somebody calls.
    """
    pieces: list[tuple[str, str, Place]] = []

    def speak() -> None:
        if pieces:
            role, _, at = pieces[0]
            text = "".join(piece for _, piece, _ in pieces)
            _message(session, {"role": role, "content": text}, at)
            pieces.clear()

    if run.get("ticks") and not is_list(run["ticks"]):
        session.gap("what happened in each moment is in a way that is not read", place.at("ticks"))
    for tick, at in items(run.get("ticks"), place, "ticks"):
        fields_of_tick = fields(tick)
        session.rest(fields_of_tick, at, _OF_TICK)
        at_ns = instant_ns(fields_of_tick.get("timestamp"))
        for who, role in (("user", _USER), ("agent", "assistant")):
            piece = fields(fields_of_tick.get(f"{who}_chunk"))
            session.rest(piece, at.at(f"{who}_chunk"), _OF_MESSAGE)
            text = text_of(piece.get("content"))
            if text is not None:
                if pieces and pieces[0][0] != role:
                    speak()
                pieces.append((role, text, at.at(f"{who}_chunk")))
        for who, agent in (("agent", None), ("user", _USER)):
            key = f"{who}_tool_calls"
            if fields_of_tick.get(key):
                speak()
                _calls(session, fields_of_tick, at, session.begin(agent), agent, at_ns, key)
            for answer, inner in items(
                fields_of_tick.get(f"{who}_tool_results"), at, f"{who}_tool_results"
            ):
                _result(session, fields(answer), inner, at_ns)
    speak()


def _is_written_out(message: Mapping[str, Json]) -> bool:
    """Tell whether a message is one that tau2-bench has ready, as the greeting: no model's."""
    return "raw_data" in message and message.get("raw_data") is message.get("usage") is None


def _message(session: SessionLog, message: Mapping[str, Json], place: Place) -> None:
    role, at_ns = message.get("role"), instant_ns(message.get("timestamp"))
    text = text_of(message.get("content"))
    session.rest(message, place, _OF_MESSAGE | _LISTS.get(str(role), frozenset()))
    if role == "tool":
        several = [result for result, _ in items(message.get("tool_messages"), place)]
        for result in several or [message]:
            _result(
                session, fields(result), place, instant_ns(fields(result).get("timestamp")) or at_ns
            )
    elif role == _USER:
        if text is not None:
            session.user_says(text, place, at_ns=at_ns)
        if message.get("tool_calls"):
            step = session.begin(_USER)
            _calls(session, message, place, step, _USER, at_ns)
    elif role == "assistant":
        step = session.begin()
        session.agent_says(text, place, step=step, at_ns=at_ns)
        tokens = 0 if _is_written_out(message) else tokens_of(message.get("usage"))
        session.dialogue.used(step, tokens)
        _calls(session, message, place, step, None, at_ns)
    elif role != "system":
        session.strange(message, place, "a message of an unknown role")
    if is_object(message.get("raw_data")):
        session.look_at_history(message["raw_data"], place, "raw_data")


def _calls(
    session: SessionLog,
    message: Mapping[str, Json],
    place: Place,
    step: int,
    agent: str | None,
    at_ns: int | None,
    key: str = "tool_calls",
) -> None:
    for call, at in items(message.get(key), place, key):
        asked = fields(call)
        session.rest(asked, at, _OF_CALL)
        name, given = text_of(asked.get("name")), asked.get("arguments", UNRECORDED)
        id = asked.get("id")
        session.asked(name, given, at, id=id, step=step, agent=agent, at_ns=at_ns)


def _result(
    session: SessionLog, message: Mapping[str, Json], place: Place, at_ns: int | None
) -> None:
    session.rest(message, place, _OF_MESSAGE)
    failed = message.get("error")
    status: Status = None if not isinstance(failed, bool) else "error" if failed else "ok"
    output = message.get("content", UNRECORDED)
    session.answered(output, place, id=message.get("id"), status=status, at_ns=at_ns)
