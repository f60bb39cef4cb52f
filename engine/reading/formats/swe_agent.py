"""SWE-agent trajectories: `.traj` files, and histories that serve as demonstrations.

Source: SWE-agent's `Trajectory` and `History`. A step of the trajectory is one action. Where the
model called functions, the history has the call; else the action is a line of text, and the call is
named by its first word. What a line runs besides that is left open.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import number
from toolspec.engine.trace import UNRECORDED, Note, Place, Trace

_HEAD: Final = frozenset({"environment", "history", "info", "replay_config", "trajectory"})
_STEP: Final = frozenset(
    {"action", "execution_time", "extra_info", "messages", "observation", "query", "response"}
    | {"state", "thought"}
)
_MESSAGE: Final = frozenset(
    {"action", "agent", "content", "is_demo", "message_type", "role", "tags", "thought"}
    | {"thinking_blocks", "tool_call_ids", "tool_calls"}
)
_BODIES: Final = frozenset({"create", "edit", "insert", "str_replace_editor"})
"""Commands whose further lines are text and no commands."""

_WORDS_MAX: Final = 200
_COMMANDS: Final = re.compile(r"(?:^|[\n;|&(`{]|\$\()\s*(?:sudo\s+)?([\w./+-]{1,100})")


class SweAgent(Format):
    """SWE-agent trajectories.

    A step is one action. An action in text has its whole line as the argument `command`.
    """

    name = "swe-agent"
    title = "SWE-agent trajectory"
    page = FormatPage(
        family="sessions",
        written_by="SWE-agent 0.x and 1.x.",
        get="`*.traj`.",
        unknown=(
            "Failures and times. Where the model wrote commands as text, a call is named by the "
            "first word of its line, with the line as its argument `command`; rules about anything "
            "else that the line may run are `unknown`. A demonstration is not a run."
        ),
        example="Cut from `function_calling_simple.traj` of SWE-agent/SWE-agent, MIT.",
    )
    records = EVERYTHING - {"agents", "status", "times", "tools"}
    whole = frozenset({"action", "observation"})
    whole_within = frozenset({("trajectory",)})

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trajectory or a history."""
        head = fields(document)
        steps, history = head.get("trajectory"), head.get("history")
        if is_list(steps):
            first = fields(steps[0]).keys() if steps else {"action", "observation", "state"}
            ours = {"action", "observation"} <= first and (is_list(history) or "state" in first)
            return Claim.SURE if ours else Claim.NO
        if not is_list(history) or not history:
            return Claim.NO
        first = fields(history[0])
        return Claim.SURE if {"role", "content", "agent"} <= first.keys() else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each trajectory."""
        for value, place in documents:
            reading = _Trajectory(self.name)
            reading.read(fields(value), place)
            yield reading.trace()


FORMAT = SweAgent()


class _Trajectory(SessionLog):
    def __init__(self, format: str) -> None:
        super().__init__(format)
        # Replays repeat the ids of calls that are made again.
        self.log = CallLog(self.notes, once=False)

    def read(self, head: Mapping[str, Json], place: Place) -> None:
        """Read a trajectory with its history."""
        for key, value in head.items():
            if key not in _HEAD:
                self.rest({key: value}, place, ())
            elif key not in ("history", "trajectory"):
                self.aside(value, place.at(key))
        history = [
            (message, at)
            for entry, at in items(head.get("history"), place, "history")
            if self._is_own(message := fields(entry), entry, at)
        ]
        self._prompt(history)
        steps = list(items(head.get("trajectory"), place, "trajectory"))
        if steps:
            self._steps_with(steps, history)
        else:
            self._history(history)
        stats = fields(fields(head.get("info")).get("model_stats"))
        sent, received = number(stats.get("tokens_sent")), number(stats.get("tokens_received"))
        self.dialogue.total = ((sent or 0) + (received or 0)) or None

    def _is_own(self, message: Mapping[str, Json], entry: Json, place: Place) -> bool:
        if not is_object(entry):
            self.strange(entry, place, "something in the history that is not a message")
            return False
        if message.get("is_demo") is True:
            self.notes.append(Note("a demonstration; what it calls was not called here", place))
            return False
        self.rest(message, place, _MESSAGE)
        self.aside(message.get("content"), place.at("content"))
        return True

    def _prompt(self, history: list[tuple[Mapping[str, Json], Place]]) -> None:
        """Take what the user asked for: the last message before the first of the agent's."""
        prompt: tuple[Mapping[str, Json], Place] | None = None
        for message, at in history:
            if message.get("role") == "assistant":
                break
            if message.get("role") == "user":
                prompt = message, at
        if prompt is not None:
            text = "".join(text for text, _ in texts_of(prompt[0].get("content"), prompt[1]))
            self.user_says(text, prompt[1])

    def _steps_with(
        self,
        steps: list[tuple[Json, Place]],
        history: list[tuple[Mapping[str, Json], Place]],
    ) -> None:
        """Take the steps, each with the message of the history that asked for it."""
        asking = [message for message in history if message[0].get("role") == "assistant"]
        by_action: dict[str, deque[int]] = {}
        for at, (message, _) in enumerate(asking):
            by_action.setdefault(_plain(message.get("action")), deque()).append(at)
        after = 0
        for step, place in steps:
            entry = fields(step)
            if not is_object(step):
                self.strange(step, place, "something among the steps that is none")
                continue
            self.rest(entry, place, _STEP)
            if not isinstance(entry.get("action"), str):
                self.gap("a step whose action is not recorded", place)
            places = by_action.get(_plain(entry.get("action")), deque())
            while places and places[0] < after:
                places.popleft()
            source, at = entry, place
            if places:
                asking_at = places.popleft()
                source, at = asking[asking_at]
                for message, before in asking[after:asking_at]:
                    self._ask(message, message, before)  # asked for, and never carried out
                after = asking_at + 1
            for id in self._ask(entry, source, at):
                self.answered(entry.get("observation", UNRECORDED), place, id=id)
        for message, at in asking[after:]:
            self._ask(message, message, at)

    def _history(self, history: list[tuple[Mapping[str, Json], Place]]) -> None:
        """Take a history without a trajectory."""
        waiting: list[str | None] = []
        for message, place in history:
            if message.get("role") == "assistant":
                waiting = list(self._ask(message, message, place))
                continue
            ids = message.get("tool_call_ids")
            named = [id_of(id) for id in ids] if is_list(ids) else waiting
            for id in named:
                self.answered(message.get("content", UNRECORDED), place, id=id)
            waiting = []

    def _ask(
        self, step: Mapping[str, Json], message: Mapping[str, Json], place: Place
    ) -> list[str | None]:
        """Take the calls of one step; return the ids by which their results are found."""
        number = self.begin()
        thought = text_of(step.get("thought")) or text_of(step.get("response"))
        self.agent_says(thought or text_of(message.get("content")), place, step=number)
        calls = message.get("tool_calls")
        ids: list[str | None] = []
        for call, at in items(calls, place, "tool_calls"):
            asked = fields(call)
            function = fields(asked.get("function"))
            name, id = text_of(function.get("name")), id_of(asked.get("id"))
            self.asked(name, function.get("arguments"), at, id=id, step=number)
            ids.append(id)
        if calls and not is_list(calls):
            self.rest({"tool_calls": calls}, place, ())
        action = text_of(step.get("action")) or ""
        if not ids and action.strip():
            word = action.split(maxsplit=1)[0]
            self.asked(word, {"command": action.strip()}, place, step=number)
            self._others(word, action, place)
            ids.append(None)
        return ids

    def _others(self, word: str, action: str, place: Place) -> None:
        """Leave open what a line runs besides its first word."""
        line = action.split("\n", 1)[0] if word in _BODIES else action
        for match in _COMMANDS.finditer(line):
            if len(self.gaps) < _WORDS_MAX and match[1] != word:
                text = "a line of commands that may run more than its first"
                self.gap(text, place, tool=match[1])


def _plain(action: Json) -> str:
    return (text_of(action) or "").strip()
