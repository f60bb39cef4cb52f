"""Codex's events: what `codex exec --json` and the Codex SDK write, one on each line.

Source: `ThreadEvent` and `ThreadItem` of Codex. An item that takes its time is written when it
begins and when it is over. What the model asked for is not written, so that there are no steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import Status, call_status, fields, id_of, text_of
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Unrecorded

_ITEMS: Final = ("item.started", "item.updated", "item.completed")
_TURNS: Final = {"turn.started": set[str](), "turn.completed": {"usage"}, "turn.failed": {"error"}}
_READ: Final = frozenset(
    {"action", "aggregated_output", "arguments", "changes", "command", "error", "exit_code", "id"}
    | {"agents_states", "items", "message", "prompt", "query", "receiver_thread_ids", "result"}
    | {"sender_thread_id", "server", "status", "text", "tool", "type"}
)


class CodexExec(SessionFormat):
    """Codex's events of a thread."""

    name = "codex-exec"
    title = "Codex events (codex exec --json)"
    page = FormatPage(
        family="sessions",
        written_by="Codex in a script, and the Codex SDK (`ThreadEvent`).",
        get="`codex exec --json`, or the events of the Codex SDK.",
        unknown=(
            "Steps, times, what the user said, as what the model asked for is not written; the "
            "plan's text; calls of sub-agents."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "steps", "times", "tools", "user_messages"}
    under = ("events",)

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event of a thread."""
        kind = text_of(record.get("type")) or ""
        if kind == "thread.started":
            return Claim.SURE if text_of(record.get("thread_id")) else Claim.NO
        if kind in _ITEMS:
            item = fields(record.get("item"))
            return Claim.SURE if text_of(item.get("id")) and text_of(item.get("type")) else Claim.NO
        if kind in _TURNS:
            return Claim.MAYBE if _TURNS[kind] <= record.keys() else Claim.NO
        return Claim.MAYBE if kind == "error" and set(record) == {"message", "type"} else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a thread to be filled."""
        return _Thread(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the thread that a record begins."""
        return id_of(record.get("thread_id"))

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Thread), "made here"
        kind = text_of(record.get("type")) or ""
        session.rest(record, place, ("error", "item", "message", "thread_id", "type", "usage"))
        if kind == "thread.started":
            session.processes += 1
        elif kind in _ITEMS:
            session.item(kind, fields(record.get("item")), place.at("item"))
        elif kind == "turn.completed":
            tokens = tokens_of(record.get("usage"))
            if tokens is not None:
                session.dialogue.total = tokens  # of the thread so far
        elif kind not in _TURNS and kind != "error":
            session.strange(record, place, "an event of an unknown type")


FORMAT = CodexExec()


class _Thread(SessionLog):
    """A thread; each process that goes on with it numbers its items from the start."""

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.processes = 0
        self._known_items: set[str] = set()

    def item(self, event: str, item: Mapping[str, Json], place: Place) -> None:
        """Take an item as it begins, changes or ends."""
        self.rest(item, place, _READ)
        kind, id = text_of(item.get("type")) or "", id_of(item.get("id")) or ""
        id = id if self.processes < 2 else f"{id} of process {self.processes}"
        tell = _CALLS.get(kind)
        if kind == "agent_message":
            if event == "item.completed":
                self._speak(text_of(item.get("text")), place)
        elif kind == "todo_list":
            if event != "item.completed" or id not in self._known_items:  # it ends with the turn
                self.asked("update_plan", UNRECORDED, place, step=None)
                self.answered(UNRECORDED, place, name="update_plan")
            self._known_items.add(id)
        elif tell is not None:
            name, arguments, result, status = tell(item)
            if id not in self._known_items:
                self._known_items.add(id)
                self.asked(name, arguments, place, id=id, step=None)
            if event == "item.completed" and item.get("status") != "declined":
                self.answered(result, place, id=id, status=status)
            if name == "spawn_agent":
                self.gap("a sub-agent's calls are in a rollout of its own", place)
        elif kind not in _SILENT:
            named = text_of(item.get("tool")) or text_of(item.get("name")) or ""
            self.gap("an item of an unknown type", place, tool=named)

    def _speak(self, text: str | None, place: Place) -> None:
        if text:
            self.words.say(text, place)
        self.dialogue.response(None, text, logged=len(self.log), place=place)


_SILENT: Final = ("error", "reasoning")

_Told: TypeAlias = "tuple[str | None, Json | Unrecorded, Json | Unrecorded, Status]"
"""A call as an item tells of it: its name, arguments, result and status."""


def _command(item: Mapping[str, Json]) -> _Told:
    code = item.get("exit_code")
    status: Status = call_status(item.get("status"))
    if isinstance(code, int):
        status = "error" if code else "ok"
    output = item.get("aggregated_output", UNRECORDED)
    return "exec_command", {"command": item.get("command")}, output, status


def _mcp(item: Mapping[str, Json]) -> _Told:
    server, tool = text_of(item.get("server")), text_of(item.get("tool"))
    name = f"mcp__{server}__{tool}" if server and tool else tool
    result = fields(item.get("result"))
    returned = item.get("error") or item.get("result", UNRECORDED)
    if "content" in result and result.get("structured_content") is None:
        returned = result["content"]
    failed = bool(item.get("error")) or result.get("isError") is True
    status: Status = "error" if failed else call_status(item.get("status"))
    return name, item.get("arguments", UNRECORDED), returned, status


def _change(item: Mapping[str, Json]) -> _Told:
    given: Json | Unrecorded = UNRECORDED
    if "changes" in item:
        given = {"changes": item["changes"]}
    return "apply_patch", given, UNRECORDED, call_status(item.get("status"))


def _search(item: Mapping[str, Json]) -> _Told:
    given = {key: item[key] for key in ("query", "action") if key in item}
    return "web_search", given or UNRECORDED, UNRECORDED, None


def _collaborate(item: Mapping[str, Json]) -> _Told:
    given: Json | Unrecorded = UNRECORDED
    if item.get("prompt") is not None:
        given = {"prompt": item["prompt"]}
    hand_over = {key: item[key] for key in ("receiver_thread_ids", "agents_states") if key in item}
    status = call_status(item.get("status"))
    return text_of(item.get("tool")), given, hand_over or UNRECORDED, status


_CALLS: Final[dict[str, Callable[[Mapping[str, Json]], _Told]]] = {
    "collab_tool_call": _collaborate,
    "command_execution": _command,
    "file_change": _change,
    "mcp_tool_call": _mcp,
    "web_search": _search,
}
