"""mini-swe-agent trajectories: `.traj.json` files that say so under `trajectory_format`.

Source: mini-swe-agent's `save_traj` and its agents. The model's calls, or the one command in a
fence of its text, are run in a shell: a call of `bash`. Text without such a fence, or with several,
runs nothing. What came back is the next message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
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
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import Note, Place, Trace

_MESSAGE: Final = frozenset({"content", "extra", "role", "thinking_blocks", "timestamp"})
_FENCES: Final = re.compile(r"^```(?:bash|mswea_bash_command)[ \t]*\r?$", re.MULTILINE)
_CODE: Final = re.compile(r"<returncode>\s*(-?\d{1,9})\s*</returncode>")
BASH: Final = "bash"


class MiniSweAgent(Format):
    """mini-swe-agent trajectories. A step is one message of the model's."""

    name = "mini-swe-agent"
    title = "mini-swe-agent trajectory"
    page = FormatPage(
        family="sessions",
        written_by="mini-swe-agent 1 and 2.",
        get="`*.traj.json`: `mini -o FILE`, or `output_path` of an agent.",
        unknown=(
            "What a command did beside its output: each is a call of `bash` with the argument "
            "`command`. The command that submits has no result."
        ),
        example="Cut from a run of mini-swe-agent 2.4.6 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trajectory."""
        head = fields(document)
        written = text_of(head.get("trajectory_format")) or ""
        ours = written.startswith("mini-swe-agent") and is_list(head.get("messages"))
        return Claim.SURE if ours else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each trajectory."""
        for value, place in documents:
            reading = _Trajectory(self.name)
            head = fields(value)
            for key, item in head.items():
                if key == "info":
                    reading.aside(item, place.at(key))
                elif key != "messages":
                    reading.rest({key: item}, place, ())
            reading.id = id_of(head.get("instance_id"))
            for message, at in items(head.get("messages"), place, "messages"):
                if is_object(message):
                    reading.message(message, at)
                else:
                    reading.strange(message, at, "something that is not a message")
            yield reading.trace()


FORMAT = MiniSweAgent()


class _Trajectory(SessionLog):
    """A trajectory; `asked` are the calls that wait for the next message, by their ids."""

    def __init__(self, format: str) -> None:
        super().__init__(format)
        self.asked_last: list[str | None] = []
        self.number = 0

    def message(self, message: Mapping[str, Json], place: Place) -> None:
        """Take a message."""
        role, extra = text_of(message.get("role")), fields(message.get("extra"))
        at_ns = self.seen(instant_ns(message.get("timestamp", extra.get("timestamp"))))
        if role == "assistant":
            self.respond(message, extra, place, at_ns)
        elif role == "tool" or (role == "user" and self.asked_last):
            self.answer(message, extra, place, at_ns)
        elif role == "exit":
            self.aside(message, place)
        else:
            self.take(message, place, step=self.latest(), at_ns=at_ns, notice=self.number > 0)

    def respond(
        self,
        message: Mapping[str, Json],
        extra: Mapping[str, Json],
        place: Place,
        at_ns: int | None,
    ) -> None:
        """Take a message of the model's and what it runs."""
        self.number += 1
        step = self.begin()
        text = "".join(text for text, _ in texts_of(message.get("content"), place))
        before = len(self.log)
        if message.get("tool_calls"):
            self.take({**message, "extra": None}, place, step=step, at_ns=at_ns)
        else:
            self.dialogue.response(step, text, logged=before, at_ns=at_ns, place=place)
            self.rest(message, place, _MESSAGE)
            self.aside(message.get("content"), place.at("content"))
        self.dialogue.used(step, tokens_of(fields(extra.get("response")).get("usage")))
        self.asked_last = []
        if len(self.log) > before:
            return
        for command, id, at in _commands(text, extra, place):
            self.asked(BASH, {"command": command}, at, id=id, step=step, at_ns=at_ns)
            self.asked_last.append(id)

    def answer(
        self,
        message: Mapping[str, Json],
        extra: Mapping[str, Json],
        place: Place,
        at_ns: int | None,
    ) -> None:
        """Take what came back from a command."""
        self.rest(message, place, _MESSAGE | {"tool_call_id"})
        ids: list[Json] = list(self.asked_last)
        if "tool_call_id" in message:
            ids = [message["tool_call_id"]]
        text = "".join(text for text, _ in texts_of(message.get("content"), place))
        code = extra.get("returncode")
        match = _CODE.search(text[:1000])
        if type(code) is not int and match is not None:
            code = int(match[1])
        status: Status = None if type(code) is not int else "error" if code else "ok"
        for id in ids:
            output = message.get("content")
            self.answered(output, place, id=id, status=status, at_ns=at_ns)
        self.asked_last = []


def _commands(
    text: str, extra: Mapping[str, Json], place: Place
) -> Iterator[tuple[str, str | None, Place]]:
    """Yield the commands that a message runs, each with its id."""
    actions = extra.get("actions")
    if is_list(actions):
        for action, at in items(actions, place, "extra", "actions"):
            entry = fields(action)
            command = text_of(entry.get("command")) or text_of(action)
            if command is not None:
                yield command, id_of(entry.get("tool_call_id")), at
        return
    begins = [fence.end() for fence in _FENCES.finditer(text)]
    if len(begins) == 1:
        end = text.find("\n```", begins[0])
        yield text[begins[0] : end if end >= 0 else None].strip(), None, place.at("content")
