"""Codex sessions: the rollout files that OpenAI's Codex writes, `rollout-*.jsonl`.

Source: `RolloutItem`, `ResponseItem` and `EventMsg` of the Codex protocol. What the model was sent
and wrote are items of the Responses API in `payload`; events tell of the same calls again, by their
ids. Only a call that no item records, as those that code of the agent's makes, is read from its
event. Early versions wrote the items without `payload`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.told import json_in
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats import block_readers
from toolspec.engine.reading.formats.blocks import Turn
from toolspec.engine.reading.formats.messages import (
    Status,
    call_status,
    fields,
    id_of,
    instant_ns,
    is_object,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.reading.unread.sightings import written_calls
from toolspec.engine.trace import UNRECORDED, Call, Place, Trace, Unrecorded

_LINES: Final = frozenset({"payload", "timestamp", "type"})
_LINES_READ: Final = _LINES | {"ordinal"}
_KINDS: Final = frozenset({"compacted", "event_msg", "response_item", "session_meta"})
_NAMED: Final = _KINDS - {"compacted"}
_BARE: Final = frozenset({"payload", "type"})
"""What is left of a line in documentation and tests, which leave out the time."""

_ASIDE: Final = frozenset(
    {"inter_agent_communication_metadata", "token_usage_record", "turn_context", "world_state"}
)
_SILENT: Final = frozenset({"agent_message", "ghost_snapshot", "other"})
"""Items that are neither a call nor a message of the model's to the user."""

_OF_CALL: Final = frozenset({"call_id"})
_EARLY_ITEMS: Final = {
    "custom_tool_call": _OF_CALL,
    "custom_tool_call_output": _OF_CALL,
    "function_call": _OF_CALL,
    "function_call_output": _OF_CALL,
    "local_shell_call": _OF_CALL,
    "message": frozenset({"role", "content"}),
    "reasoning": frozenset({"summary"}),
}
"""Items that early versions wrote without `payload`; with the keys each has there."""

_NOTICES: Final = (
    "# AGENTS.md instructions",
    "<environment_context>",
    "<permissions instructions>",
    "<skill>",
    "<subagent_notification>",
    "<turn_aborted>",
    "<user_instructions>",
    "<user_shell_command>",
)
"""How messages begin that Codex itself writes in the user's name."""

_CALLED: Final = re.compile(r"\btools\s*\.\s*(\w+)").findall
"""The tools that are named in code, which calls them: no item records those calls."""

_COMMANDS: Final = frozenset(
    {"container.exec", "exec_command", "local_shell", "shell", "shell_command", "write_stdin"}
)
_EXITED: Final = re.compile(
    r"(?:(?:Chunk ID|Wall time): [^\n]*\n)*(?:Exit code: |Process exited with code )(-?\d+)\n"
)
"""What Codex itself writes before the output of a command that ended."""

_ELSEWHERE: Final = "a sub-agent's calls are in a rollout of its own"
_HINT: Final = "check the rollout of each sub-agent too"


class Codex(SessionFormat):
    """Codex sessions.

    A trace is a rollout; a sub-agent's is a file of its own. A step is one response of the model:
    what it wrote until the next output of a call or message of the user.
    """

    name = "codex"
    title = "Codex session"
    page = FormatPage(
        family="sessions",
        written_by="OpenAI's Codex, the early versions too.",
        get="`~/.codex/sessions/**/rollout-*.jsonl`.",
        unknown=(
            "Calls of sub-agents, which have a rollout of their own; the tools that were offered."
        ),
        example="Cut from `small.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a rollout."""
        if record.get("record_type") == "state":
            return Claim.MAYBE
        kind = text_of(record.get("type"))
        if not record.keys() ^ _BARE and is_object(record.get("payload")):
            return Claim.SURE if kind in _NAMED else Claim.MAYBE if kind in _ASIDE else Claim.NO
        if not is_object(record.get("payload")) or not record.keys() >= _LINES:
            if _is_early_head(record):
                return Claim.SURE
            return Claim.MAYBE if _is_early_item(record) else Claim.NO
        return Claim.SURE if kind in _KINDS else Claim.MAYBE if kind in _ASIDE else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a rollout to be filled."""
        return _Rollout(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line of a rollout."""
        assert isinstance(session, _Rollout), "made by this format"
        session.line(record, place)

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace, with the calls that only events record."""
        assert isinstance(session, _Rollout), "made by this format"
        session.take_events()
        return session.trace()


FORMAT = Codex()


def _is_early_head(record: Mapping[str, Json]) -> bool:
    """Tell whether a record is the first line of an early rollout."""
    return (
        {"id", "timestamp", "instructions"}
        <= record.keys()
        <= {*("id", "timestamp", "instructions"), *("cli_version", "cwd", "git", "originator")}
    )


def _is_early_item(record: Mapping[str, Json]) -> bool:
    keys = _EARLY_ITEMS.get(text_of(record.get("type")) or "")
    return keys is not None and keys <= record.keys()


class _Rollout(SessionLog):
    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self._open = self._spoken = False
        self._asked: set[str] = set()
        self._events: dict[str, tuple[Mapping[str, Json], Place, int, int | None]] = {}
        self._failed: dict[str, Status] = {}
        self._commands: set[str | None] = set()
        self._in_code: dict[str, Place] = {}

    def line(self, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        kind, payload = text_of(record.get("type")), record.get("payload")
        at_ns = self.seen(instant_ns(record.get("timestamp")))
        if not is_object(payload):
            if _is_early_head(record):
                self.id = self.id or id_of(record.get("id"))
            elif record.get("record_type") != "state":
                self.item(record, place, at_ns)
            return
        self.rest(record, place, _LINES_READ)
        at = place.at("payload")
        if kind == "response_item":
            self.item(payload, at, at_ns)
        elif kind == "event_msg":
            self.event(payload, at, at_ns)
        elif kind == "session_meta":
            self.id = self.id or id_of(payload.get("id")) or id_of(payload.get("session_id"))
            self.aside(payload, at)
        elif kind == "compacted":
            self.compacted(at)
        elif kind in _ASIDE:
            self.aside(payload, at)
        else:
            self.strange(record, place, "a line of an unknown type")

    def item(self, item: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take an item: what the model wrote, what it was told, or a call's output."""
        self.log.goes_on()
        kind, role = text_of(item.get("type")) or "", text_of(item.get("role"))
        reader = block_readers.item_reader(kind)
        if role is not None:
            self._message_item(item, role, place, at_ns)
        elif reader is not None and reader[1]:
            id = id_of(item.get("call_id")) or id_of(item.get("id"))
            self._asked.add(id or "")
            if text_of(item.get("name")) in _COMMANDS:
                self._commands.add(id)
            elif item.get("name") == "spawn_agent":
                self.gap(_ELSEWHERE, place, _HINT)
            if kind == "custom_tool_call":
                for name in _CALLED(text_of(item.get("input")) or ""):
                    self._in_code.setdefault(name, place)
            reader[0](Turn(self.log, self._in_response(place, at_ns), None, at_ns), item, place)
        elif reader is not None:
            self._open = False
            id = id_of(item.get("call_id"))
            status = _success(item.get("output"))
            unwrapped = _unwrapped(item)
            if id in self._commands:
                status = status or _exited(unwrapped.get("output"))
            if status is not None:
                self.answered(unwrapped["output"], place, id=id, status=status, at_ns=at_ns)
            else:
                reader[0](Turn(self.log, None, None, at_ns), unwrapped, place)
        elif kind in block_readers.BY_MODEL:
            self._in_response(place, at_ns)
            self.rest(item, place, ("content", "summary", "metadata"))
        elif "compact" in kind:
            self.compacted(place)
        elif kind in _SILENT:
            self.aside(item, place)
        else:
            self.strange(item, place, "an item of an unknown type")

    def _message_item(
        self, item: Mapping[str, Json], role: str, place: Place, at_ns: int | None
    ) -> None:
        if role == "assistant":
            if self._spoken:
                self._open = False
            step = self._in_response(place, at_ns)
            self._spoken = True
            self.take(item, place, step=step, at_ns=at_ns)
            return
        self._open = False
        first = next(texts_of(item.get("content"), place), ("", place))[0]
        notice = first.lstrip().startswith(_NOTICES)
        self.take(item, place, step=self.latest(), at_ns=at_ns, notice=notice)

    def _in_response(self, place: Place, at_ns: int | None) -> int:
        if not self._open:
            self._open, self._spoken = True, False
            # A response has its tokens, though it may hold calls alone.
            self.agent_says(None, place, step=self.begin(), at_ns=at_ns)
        return self.latest()

    def event(self, event: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take an event: most tell again what items tell."""
        kind, id = text_of(event.get("type")) or "", id_of(event.get("call_id"))
        if kind == "token_count":
            info = fields(event.get("info"))
            self.dialogue.used(self.latest(), tokens_of(info.get("last_token_usage")))
            self.dialogue.total = tokens_of(info.get("total_token_usage")) or self.dialogue.total
        elif kind == "item_completed":
            item = fields(event.get("item"))
            kind_of_item = _ITEMS.get(text_of(item.get("type")) or "")
            if kind_of_item is not None:
                again = {**item, "type": kind_of_item, "call_id": item.get("id")}
                self.event(again, place.at("item"), at_ns)
        elif id is not None and kind in _ENDS:
            if kind == "exec_command_end" and event.get("source") == "user_shell":
                return
            self._events.setdefault(id, (event, place, self.latest(), at_ns))
        elif kind == "context_compacted":
            self.compacted(place)
        elif kind.startswith("collab_agent_spawn") or kind == "sub_agent_activity":
            self.gap(_ELSEWHERE, place, _HINT)
        else:
            for sighting in written_calls(event, place):
                self.log.sighted(sighting)

    def take_events(self) -> None:
        """Take the calls that only events tell of, and what events say of the others' end."""
        with_events: set[str] = set()
        for id, (event, place, step, at_ns) in self._events.items():
            name, arguments, result, status = _told(event)
            if id in self._asked:
                self._failed[id] = status
            else:
                with_events.add(name or "")
                self.asked(name, arguments, place, id=id, step=step, at_ns=at_ns)
                self.answered(result, place, id=id, status=status, at_ns=at_ns)
        for name, place in self._in_code.items():
            if name not in with_events:
                self.gap("code that the agent wrote names a tool", place, tool=name)

    def trace(self) -> Trace | TraceError:
        """Return the trace, each call with the status that its event says."""
        trace = super().trace()
        if isinstance(trace, Trace) and self._failed:
            trace.calls = tuple(map(self._with_status, trace.calls))
        return trace

    def _with_status(self, call: Call) -> Call:
        status = self._failed.get(call.id or "")
        known = call.status is not None or not call.completed
        return call if known else call._replace(status=status)


_ENDS: Final = frozenset(
    {"dynamic_tool_call_response", "exec_command_end", "mcp_tool_call_end", "patch_apply_end"}
)
_ITEMS: Final = {
    "CommandExecution": "exec_command_end",
    "FileChange": "patch_apply_end",
    "McpToolCall": "mcp_tool_call_end",
}
"""The items of `item_completed` events, by the events that said the same before."""


def _told(
    event: Mapping[str, Json],
) -> tuple[str | None, Json | Unrecorded, Json | Unrecorded, Status]:
    """Return the call an event is the end of: its name, arguments, result and status."""
    kind = text_of(event.get("type"))
    status = call_status(event.get("status"))
    if kind == "mcp_tool_call_end":
        invocation = fields(event.get("invocation", event))
        result = fields(event.get("result"))
        server, tool = text_of(invocation.get("server")), text_of(invocation.get("tool"))
        error = result.get("Err", event.get("error"))
        returned = error or result.get("Ok", event.get("result"))
        failed = bool(error) or fields(returned).get("isError") is True
        name = f"mcp__{server}__{tool}" if server and tool else tool
        return name, invocation.get("arguments"), returned, "error" if failed else "ok"
    success = event.get("success")
    if isinstance(success, bool):
        status = "ok" if success else "error"
    if kind == "dynamic_tool_call_response":
        returned = event.get("content_items", UNRECORDED)
        return text_of(event.get("tool")), event.get("arguments"), returned, status
    if kind == "patch_apply_end":
        output = event.get("stdout") if success is not False else event.get("stderr")
        return "apply_patch", {"changes": event.get("changes")}, output, status
    code = event.get("exit_code")
    if isinstance(code, int):
        status = "error" if code else "ok"
    given = {key: event[key] for key in ("command", "cwd") if key in event}
    return "exec_command", given, event.get("aggregated_output", UNRECORDED), status


def _exited(output: Json) -> Status:
    """Return how a command ended, as Codex writes it before what the command printed."""
    if not isinstance(output, str):
        return None
    code = fields(fields(json_in(output)).get("metadata")).get("exit_code")
    match = _EXITED.match(output)
    if match is not None:
        code = int(match[1])
    if not isinstance(code, int) or isinstance(code, bool):
        return None
    return "error" if code else "ok"


def _success(output: Json) -> Status:
    success = fields(output).get("success")
    return None if not isinstance(success, bool) else "ok" if success else "error"


def _unwrapped(item: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return an output item with what its `output` object wraps."""
    output = fields(item.get("output"))
    if isinstance(output.get("content"), str | list) and output.keys() <= {
        *("content", "content_items", "success")
    }:
        return {**item, "output": output["content"]}
    if isinstance(output.get("text"), str) and output.get("type") == "input_text":
        return {**item, "output": output["text"]}
    return item
