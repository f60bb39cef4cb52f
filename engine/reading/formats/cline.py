"""Cline, Roo Code and Kilo Code: the `api_conversation_history.json` of a task.

A message is one of Anthropic's, with when it was written as `ts`. Models without tools of their own
write a call into the text, `<read_file><path>a</path></read_file>`, and its result comes as a
user's text that begins `[read_file for 'a'] Result:`. No result is marked as failed.

Cline 3 writes such messages under `messages` of a session's file, and events for `cline --json`.
Its tools take lists, and a result says of each entry whether it went well, as `success`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import number, tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Trace, Unrecorded

_TOOLS: Final = frozenset(
    {"access_mcp_resource", "apply_diff", "apply_patch", "ask_followup_question"}
    | {"attempt_completion", "browser_action", "codebase_search", "condense", "edit_file"}
    | {"execute_command", "fetch_instructions", "focus_chain", "generate_image", "insert_content"}
    | {"list_code_definition_names", "list_files", "load_mcp_documentation", "new_rule"}
    | {"new_task", "plan_mode_respond", "plan_mode_response", "read_file", "replace_in_file"}
    | {"report_bug", "run_slash_command", "search_and_replace", "search_files", "switch_mode"}
    | {"update_todo_list", "use_mcp_tool", "use_skill", "use_subagents", "web_fetch"}
    | {"web_search", "write_to_file"}
)
_LAST: Final = "attempt_completion"
"""The call that ends a task: nothing is sent back, but where the user is not content."""

_LONG: Final = frozenset({"arguments", "args", "content", "diff", "result"})
"""Parameters whose text may hold their own closing tag: the last one ends it."""

_ENVIRONMENT: Final = "<environment_details>"
_BEGINS: Final = ("<task>", "<user_message>", "<feedback>")
_NOTICES: Final = ("# ", "[ERROR]", "[TASK RESUMPTION]", "Files attached by the user")
"""How texts begin that Cline writes in the user's name."""

_RESULT: Final = re.compile(r"\s*\[[a-z][\w-]*(?: for .{0,4000}?)?\] Result:\s*", re.DOTALL).match
_DENIED: Final = "The user denied this operation."
_CALL: Final = re.compile(r"<([a-z]\w*)>").finditer
_PARAMETER: Final = re.compile(r"\s*<([a-z]\w*)>").match
_KNOWN: Final = frozenset({"content", "id", "metrics", "modelInfo", "role", "ts"})
_OF_SESSION: Final = frozenset({"messages", "origin", "sessionId", "updated_at"})
_INPUT: Final = re.compile(r"<user_input\b[^>]*>(.*)</user_input>\s*", re.DOTALL).fullmatch
_EVENTS: Final = frozenset({"agent_event", "hook_event", "run_aborted", "run_result", "team_event"})
_OF_EVENT: Final = frozenset(
    {"contentType", "error", "input", "output", "reasoning", "text", "toolCallId", "toolName"}
    | {"type", "update"}
)
_OF_PART: Final = frozenset(
    {"call_id", "content", "id", "input", "is_error", "name", "signature", "summary", "text"}
    | {"thinking", "tool_use_id", "type", "reasoning_details"}
)


class Cline(SessionFormat):
    """Tasks of Cline and its relatives. A step is a message of the assistant's."""

    name = "cline"
    title = "Cline or Roo Code task"
    page = FormatPage(
        family="sessions",
        written_by="Cline, Roo Code and Kilo Code.",
        get=(
            "`api_conversation_history.json` of a task; of Cline 3 "
            "`~/.cline/data/sessions/*/*.messages.json`, or `cline --json`."
        ),
        unknown=(
            "Failures, but for Cline 3; in tasks of models that write their calls into the text, "
            "ids; in events what the user said. A task that "
            "ends with `attempt_completion` was completed, with no result recorded. A call that "
            "the user denied never ran. Which tool of a server `use_mcp_tool` asked for is in its "
            "arguments: rules about that tool are `unknown`."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "status", "tools"}
    under = ("messages",)

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a session or an event of Cline 3, or a list of messages.

        One of the messages of such a list has Cline's own text.
        """
        if is_object(document):
            if not document.keys() >= _OF_SESSION:
                return _claim_of_event(document)
            is_empty = document["messages"] == []
            messages = Claim.SURE if is_empty else self._claim_all(document["messages"])
            return Claim.NO if messages is Claim.NO else Claim.SURE
        if not is_list(document) or self._claim_all(document) is not Claim.SURE:
            return Claim.NO
        return Claim.SURE

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a message; what Cline puts into a user's makes it sure."""
        role, content = record.get("role"), record.get("content")
        if role not in ("assistant", "user") or not (is_list(content) or isinstance(content, str)):
            return Claim.NO
        if role == "assistant" or not is_list(content):
            return Claim.MAYBE
        if any(text.startswith(_ENVIRONMENT) for text, _ in texts_of(content, Place())):
            return Claim.SURE
        return Claim.MAYBE

    def make(self, id: str | None) -> SessionLog:
        """Return a task to be filled."""
        return _Task(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a file is of."""
        return id_of(record.get("sessionId"))

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a message, or an event."""
        assert isinstance(session, _Task), "made by this format"
        at_ns = session.seen(instant_ns(record.get("ts")))
        if _claim_of_event(record) is not Claim.NO:
            session.rest(record, place, ("aggregateUsage", "event", "text", "ts", "type", "usage"))
            if is_object(record.get("event")):
                _event(session, fields(record["event"]), place.at("event"), at_ns)
            return
        content, at = record.get("content"), place.at("content")
        parts: list[tuple[Json, Place]] = list(items(content, at))
        if isinstance(content, str):
            parts = [({"type": "text", "text": content}, at)]
        session.rest(record, place, _KNOWN)
        if record.get("role") == "assistant":
            _by_assistant(session, record, parts, place, at_ns)
        elif record.get("role") == "user":
            _by_user(session, parts, place, at_ns)
        else:
            session.strange(record, place, "a message of an unknown role")

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace; a task that ended with its completion was completed."""
        assert isinstance(session, _Task), "made by this format"
        if session.ended is not None:
            session.answered(UNRECORDED, session.ended[1], id=session.ended[0], name=_LAST)
        return session.trace()


FORMAT = Cline()


def _claim_of_event(record: Mapping[str, Json]) -> Claim:
    """Tell whether a record is an event of `cline --json`."""
    kind = text_of(record.get("type"))
    if kind not in _EVENTS or not isinstance(record.get("ts"), str):
        return Claim.NO
    if kind != "agent_event":
        return Claim.MAYBE
    return Claim.SURE if "type" in fields(record.get("event")) else Claim.NO


class _Task(SessionLog):
    """A task; `ended` is the call that ended it, its id and place, while nothing came after it."""

    delegating = frozenset(
        {"new_task", "spawn_agent", "team_run_task", "team_spawn_teammate", "use_subagents"}
    )
    ended: tuple[Json, Place] | None = None


class _Written(NamedTuple):
    """A call that a text holds: from where to where, the tool, and its parameters."""

    begin: int
    end: int
    name: str
    given: dict[str, Json]


def _by_assistant(
    session: _Task,
    message: Mapping[str, Json],
    parts: list[tuple[Json, Place]],
    place: Place,
    at_ns: int | None,
) -> None:
    step = session.begin()
    session.agent_says(None, place, step=step, at_ns=at_ns)
    session.dialogue.used(step, _tokens(fields(message.get("metrics"))))
    for part, at in parts:
        entry = fields(part)
        kind, text = entry.get("type"), text_of(entry.get("text"))
        session.rest(entry, at, _OF_PART)
        if kind == "tool_use":
            name, given = text_of(entry.get("name")), entry.get("input", UNRECORDED)
            session.asked(name, given, at, id=entry.get("id"), step=step, at_ns=at_ns)
            session.ended = (entry.get("id"), at) if name == _LAST else None
        elif kind == "text" and text is not None:
            words, at_end = "", 0
            for call in _calls(text):
                words, at_end = words + text[at_end : call.begin], call.end
                session.asked(call.name, call.given, at, step=step, at_ns=at_ns)
                session.ended = (None, at) if call.name == _LAST else None
            session.agent_says(words + text[at_end:], at, step=step, at_ns=at_ns)
        elif kind in ("thinking", "reasoning"):
            session.words.think(text_of(entry.get("thinking")) or text or "", at)
        elif kind not in ("image", "redacted_thinking"):
            session.strange(part, at, "a part of an unknown type")


def _event(session: _Task, event: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
    """Take an event of `cline --json`: a call begins and ends, an iteration is a response."""
    kind, about = text_of(event.get("type")), text_of(event.get("contentType"))
    session.rest(event, place, _OF_EVENT)
    if kind == "iteration_start":
        session.agent_says(None, place, step=session.begin(), at_ns=at_ns)
    elif kind == "usage":
        session.dialogue.used(session.latest(), _tokens(event))
    elif kind == "content_start" and about == "tool":
        name, given = text_of(event.get("toolName")), event.get("input", UNRECORDED)
        id, step = event.get("toolCallId"), session.latest()
        session.asked(name, given, place, id=id, step=step, at_ns=at_ns)
    elif kind == "content_end" and about == "tool":
        id, output = event.get("toolCallId"), event.get("output", event.get("error", UNRECORDED))
        status: Status = "error" if event.get("error") else _success(output)
        session.answered(output, place, id=id, status=status, at_ns=at_ns)
    elif kind == "content_end" and about == "text":
        text = text_of(event.get("text"))
        session.agent_says(text, place, step=session.latest(), at_ns=at_ns)


def _success(output: Json | Unrecorded) -> Status:
    """Return what a result of Cline 3 says of its entries: it failed where one of them did.

    >>> _success([{"query": "ls", "result": "a", "success": True}])
    'ok'
    """
    refused = output.startswith('{"error":') if isinstance(output, str) else False
    if refused or (is_object(output) and set(output) == {"error"}):
        return "error"
    marks = [fields(entry).get("success") for entry in output] if is_list(output) else []
    if not marks or not all(isinstance(mark, bool) for mark in marks):
        return None
    return "ok" if all(marks) else "error"


def _tokens(metrics: Mapping[str, Json]) -> int | None:
    """Return the tokens of a response, those from the cache included."""
    tokens = fields(metrics.get("tokens"))
    used = [number(tokens.get(key)) for key in ("prompt", "completion", "cached")]
    counts = [count for count in used if count is not None]
    return sum(counts) if counts else tokens_of(metrics)


def _by_user(
    session: _Task, parts: list[tuple[Json, Place]], place: Place, at_ns: int | None
) -> None:
    session.ended = None
    texts: list[str] = []
    result_lines: list[str] | None = None
    told_at = place
    answered = False
    for part, at in parts:
        entry = fields(part)
        text = text_of(entry.get("text")) or ""
        session.rest(entry, at, _OF_PART)
        if entry.get("type") == "tool_result":
            answered = True
            failed, content = entry.get("is_error"), entry.get("content", UNRECORDED)
            marks: dict[Json, Status] = {True: "error", False: "ok"}
            status = marks.get(failed) if isinstance(failed, bool) else _success(content)
            id = entry.get("tool_use_id")
            session.answered(content, at, id=id, status=status, at_ns=at_ns)
        elif entry.get("type") != "text" or text.lstrip().startswith(_ENVIRONMENT):
            continue
        elif (header := _RESULT(text)) is not None:
            _answer(session, result_lines, told_at, at_ns)
            result_lines, told_at = [text[header.end() :]], at
        elif result_lines is not None and not text.lstrip().startswith(_BEGINS):
            result_lines.append(text)
        elif not text.lstrip().startswith(_NOTICES):
            given = _INPUT(text)
            texts.append(text if given is None else given[1])
    _answer(session, result_lines, told_at, at_ns)
    if texts or (result_lines is None and not answered):
        session.user_says("\n".join(texts), place, at_ns=at_ns)


def _answer(
    session: SessionLog, result_lines: list[str] | None, place: Place, at_ns: int | None
) -> None:
    """Take the result of the call before; where the user forbade it, it was not completed."""
    text = "\n".join(line for line in result_lines or () if line)
    if result_lines is not None and not text.startswith(_DENIED):
        session.answered(text, place, at_ns=at_ns)


def _calls(text: str) -> Iterator[_Written]:
    """Yield the calls that a text holds, one after the other."""
    at, open_ones = 0, set[str]()
    for match in _CALL(text):
        name = match[1]
        if match.start() < at or name not in _TOOLS or name in open_ones:
            continue
        end = text.find(f"</{name}>", match.end())
        if end < 0:
            open_ones.add(name)
            continue
        at = end + len(name) + 3
        yield _Written(match.start(), at, name, _parameters(text[match.end() : end]))


def _parameters(text: str) -> dict[str, Json]:
    """Return the parameters of a call.

    >>> _parameters("<path>a</path>")
    {'path': 'a'}
    """
    given: dict[str, Json] = {}
    at = 0
    while (match := _PARAMETER(text, at)) is not None:
        name = match[1]
        closing = f"</{name}>"
        long = name in _LONG
        end = text.rfind(closing, match.end()) if long else text.find(closing, match.end())
        if end < 0:
            break
        given[name] = text[match.end() : end].strip("\n" if long else None)
        at = end + len(closing)
    return given
