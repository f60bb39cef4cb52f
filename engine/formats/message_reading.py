"""One conversation, message by message, read by all message formats together.

What a turn is, and that nothing is dropped, is the same for all of them and lives here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.call_texts import call_in_prose, has_fence
from toolspec.engine.formats.around import bodies, sightings_around, texts_around
from toolspec.engine.formats.blocks import Turn
from toolspec.engine.formats.dialogue_log import DialogueLog
from toolspec.engine.formats.format import TraceError
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.message_shapes import (
    BLOCKS,
    BY_MODEL,
    ROLES,
    TOOL_ROLES,
    Part,
    is_item,
)
from toolspec.engine.formats.messages import (
    case_of,
    fields,
    id_of,
    is_object,
    items,
    not_understood,
    text_of,
)
from toolspec.engine.gaps import other_readings
from toolspec.engine.json_value import Json
from toolspec.engine.known_calls import KnownCalls
from toolspec.engine.sightings import (
    Sighting,
    is_call_type,
    is_call_word,
    json_inside,
    repeated_call,
    sightings,
    written_calls,
)
from toolspec.engine.tool_definitions import tool_definitions
from toolspec.engine.trace import Call, Gap, Note, Place, Trace
from toolspec.engine.usage import tokens_of

_DEFAULT: Final = BLOCKS[-1].name
_PLAIN_KEYS: Final = frozenset(
    {"content", "created", "created_at", "date", "id", "model", "name", "role", "status"}
    | {"timestamp", "type", "usage", "object", "logprobs", "tokens", "weight"}
).union(*(blocks.plain_keys for blocks in BLOCKS))
_ANSWER_KEYS: Final = frozenset(
    {"artifact", "error", "is_error", "toolCallId", "tool_call_error", "tool_call_id", "tool_name"}
)
_PLAIN_PARTS: Final = frozenset[str]().union(*(blocks.plain_parts for blocks in BLOCKS))
NO_CALL: Final = Call("")
_NEVER_CALLS: Final = frozenset({"content", "context_management", "logprobs", "tokens", "usage"})
"""Keys whose objects and lists are read on their own, or count things."""
_NAMING: Final = frozenset({"tool", "toolName", "tool_name", "toolId"})
"""Keys by which other tools than the Responses API name the tool of an item."""
_THOUGHTS: Final = frozenset({"reasoning", "summary_text"})
"""Types of parts whose text is what the model thought, and not what it said."""
_FENCED_MIN: Final = 2
"""So many responses, and half of all, hold commands in fences before these count as calls."""


class Reading:
    """One conversation while it is read."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.log = Ledger(self.notes)
        self.said = DialogueLog()
        self.gaps: dict[str, Gap] = {}
        self._step: int | None = None
        self._spoken = self._one_response = self._of_items = False
        self._tells: dict[str, None] = {}
        self._around: list[Sighting] = []
        self._prose: tuple[str, Place] | None = None
        self._fences = 0
        self._ended: dict[tuple[str | None, int | None], Place] = {}
        self._calling: set[tuple[str | None, int | None]] = set()

    def conversation(
        self, head: Mapping[str, Json], held: list[Part], place: Place
    ) -> Trace | TraceError:
        """Return the trace of a conversation, or why it cannot be judged."""
        self._of_items = any(
            fields(item).get("role") is None and is_item(item)
            for part in held
            for item, _ in part.messages
        )
        for part in held:
            if part.one_response:
                self._respond(part)
                continue
            for message, at in part.messages:
                self._take_any(message, at)
        self._look_around(head, held, place)
        for _, body, _ in bodies(head, place):
            if "tools" in fields(body):
                self.said.offered(tool_definitions(fields(body)["tools"]))
        name = next((blocks.name for blocks in BLOCKS if blocks.name in self._tells), _DEFAULT)
        return self.finish(
            id=id_of(head.get("id")) or id_of(head.get("session_id")),
            name=case_of(head) or text_of(head.get("custom_id")),
            format=name,
        )

    def finish(
        self,
        *,
        id: str | None,
        format: str,
        name: str | None = None,
        start_ns: int | None = None,
        end_ns: int | None = None,
    ) -> Trace | TraceError:
        """Return the trace of all that was taken, or why it cannot be judged."""
        calls, dialogue = self.said.finish(self.log.settled())
        unread = self.log.unread(calls)
        if unread:
            return not_understood(unread)
        known = KnownCalls(calls) if self._around else None
        for sighting in self._around:
            if known is not None and not known.holds(sighting):
                text = f"{sighting.what} beside the messages looks like a tool call"
                self._gap(text, sighting.place, call=Call(sighting.name or ""))
        for turn, place in self._ended.items():
            if turn not in self._calling:
                self._ended_in_call(place)
        if not calls:
            self._look_into_prose()
        return Trace(
            calls,
            id=id,
            name=name,
            format=format,
            steps=self.log.turns,
            start_ns=start_ns,
            end_ns=end_ns,
            said=dialogue,
            notes=self.notes,
            gaps=(*self.gaps.values(), *self.log.gaps, *other_readings(calls)),
            passed_over=self.log.passed_over,
        )

    def _respond(self, part: Part) -> None:
        """Take the items of one response: one turn, however many messages it holds."""
        self._end()
        self._one_response = True
        before = len(self.log)
        for message, at in part.messages:
            self._take_any(message, at)
        if self._step is not None:
            self.said.used(self._step, tokens_of(part.usage))
        if part.ended in ("tool_calls", "function_call") and len(self.log) == before:
            self._ended_in_call(part.messages[0][1])
        self._one_response = False
        self._end()

    def _take_any(self, message: Json, place: Place) -> None:
        if is_object(message):
            self.take(message, place)
        elif message is not None:
            self.log.pass_over("something that is no message", place)

    def take(
        self,
        message: Mapping[str, Json],
        place: Place,
        *,
        step: int | None = None,
        agent: str | None = None,
        chain: str | None = None,
        at_ns: int | None = None,
        notice: bool = False,
    ) -> None:
        """Take the next message or item, into `step` where its reader knows that already.

        `chain` tells agents of one name apart. A `notice` is by the program that wrote the trace:
        neither the user nor a model said it.
        """
        self.log.goes_on()
        role, kind = text_of(message.get("role")), text_of(message.get("type")) or ""
        for blocks in BLOCKS:
            if blocks.name not in self._tells and blocks.tells(message):
                self._tells[blocks.name] = None
        if role is None:
            self._item(kind, message, place)
        elif role not in ROLES:
            self.strange(message, place, "a message of an unknown role")
        else:
            if step is None:
                step = self._begun() if role == "assistant" else self._interrupted()
            turn = Turn(self.log, step, agent, at_ns)
            logged = len(self.log)
            texts = self._message(turn, role, message, place)
            if role == "user" and texts is not None and not notice:
                self.said.user("".join(texts), logged=logged, agent=agent, at_ns=at_ns, place=place)
            elif role == "assistant" and not notice:
                text = "".join(texts or ()) or text_of(message.get("refusal"))
                self.said.response(
                    turn.step,
                    text,
                    logged=logged,
                    agent=agent,
                    chain=chain,
                    at_ns=at_ns,
                    place=place,
                )
                self.said.used(turn.step, tokens_of(message.get("usage")), chain=chain or agent)

    def _message(
        self, turn: Turn, role: str, message: Mapping[str, Json], place: Place
    ) -> list[str] | None:
        """Read a message; return its texts, None where it holds nothing but tools' results."""
        before = len(self.log)
        texts: list[str] | None = None
        if role in TOOL_ROLES:
            self._answer(turn, message, place)
        else:
            texts = self._content(turn, role, message.get("content"), message, place)
            if is_call_type(text_of(message.get("type")) or ""):
                self.strange(message, place, "a message of an unknown type")
        for key, value in message.items():
            if role in TOOL_ROLES and key in _ANSWER_KEYS:
                continue
            if key in _PLAIN_KEYS and (key in _NEVER_CALLS or not isinstance(value, dict | list)):
                continue
            at = place.at(key)
            reader = next(filter(None, (blocks.key(key) for blocks in BLOCKS)), None)
            if reader is not None:
                reader(turn, value, message, at)
            elif role in TOOL_ROLES and is_call_word(key) and value:
                # The call that the answer is for: accounted for where it was asked.
                self.log.sighted(repeated_call(message, f"the key `{key}`", at))
            else:
                self.look_at(value, at, key)
        if len(self.log) > before:
            self._calling.add((turn.agent, turn.step))
        if any(blocks.ended_in_call(message) for blocks in BLOCKS):
            self._ended[turn.agent, turn.step] = place
        if message.get("object") == "thread.message":
            text = "messages of OpenAI's Assistants hold no calls"
            self._gap(text, place, "export the steps of the runs too")
        return texts

    def _answer(self, turn: Turn, message: Mapping[str, Json], place: Place) -> None:
        """Take a tool's message. Its content is the tool's: nothing in there is looked at."""
        for blocks in BLOCKS:
            if blocks.answer(turn, message, place):
                break

    def _content(
        self, turn: Turn, role: str, content: Json, message: Mapping[str, Json], place: Place
    ) -> list[str] | None:
        """Read a message's content; return its texts, None where it only calls or answers."""
        texts: list[str] = []
        if isinstance(content, str):
            texts.append(content)
            self._say(role, content, place)
        elif is_object(content):
            self.strange(content, place.at("content"), "the content")
        speaks = isinstance(content, str) or is_object(content)
        for part, at in items(content, place, "content"):
            if isinstance(part, str):
                speaks = True
                texts.append(part)
                self._say(role, part, at)
                continue
            held = fields(part)
            kind = text_of(held.get("type")) or ""
            reader = next(filter(None, (blocks.part(kind) for blocks in BLOCKS)), None)
            if reader is not None:
                reader(turn, part, message, at)
                continue
            speaks = True
            if kind in _PLAIN_PARTS or set(held) == {"text"}:
                text = held.get("text")
                if isinstance(text, str):
                    texts.append("" if kind in _THOUGHTS else text)
                    self._say(role, text, at)
                elif kind == "refusal":
                    texts.append(text_of(held.get("refusal")) or "")
                self._look_at_rest(held, at)
            else:
                self.strange(part, at, "a part of an unknown type")
        return texts if speaks else None

    def _item(self, kind: str, item: Mapping[str, Json], place: Place) -> None:
        """Take an item: what the model wrote continues its turn, anything else ends it."""
        for blocks in BLOCKS:
            reader = blocks.call_item(kind)
            if reader is not None:
                if _NAMING & item.keys():
                    self.log.sighted(repeated_call(item, f"an item with `type: {kind}`", place))
                else:
                    reader(Turn(self.log, self._turn()), item, place)
                return
            reader = blocks.result_item(kind)
            if reader is not None:
                self._end()
                reader(Turn(self.log, None), item, place)
                return
        if kind in BY_MODEL:
            begun = self.log.turns > 0
            for lost in filter(None, (blocks.elsewhere(item, begun) for blocks in BLOCKS)):
                self._gap(lost, place, "record the conversation from its beginning")
            self._turn()
            self._look_at_rest(item, place)
            return
        self._end()
        self.strange(item, place, "an item of an unknown type")

    def _look_at_rest(self, held: Mapping[str, Json], place: Place) -> None:
        """Look at what a part or an item holds beside what is known of it."""
        for key, value in held.items():
            if isinstance(value, dict | list):
                for sighting in sightings({key: value}, place):
                    self.log.sighted(sighting)

    def _begun(self) -> int:
        """Return the step of an assistant's message: a new one, but for items of one response."""
        # One response may speak and call; where it speaks again, another one began.
        if self._spoken or not self._of_items:
            self._end()
        self._spoken = True
        return self._turn()

    def _interrupted(self) -> int:
        self._end()
        return max(self.log.turns - 1, 0)

    def _turn(self) -> int:
        if self._step is None:
            self._step = self.log.turn()
            self.said.response(self._step, logged=len(self.log))
        return self._step

    def _end(self) -> None:
        """End the turn: what the model writes next is another response."""
        if not self._one_response:
            self._step, self._spoken = None, False

    def _say(self, role: str, text: str, place: Place) -> None:
        if role != "assistant":
            return
        written = json_inside(text)
        if written is not None and next(written_calls(written, place), None) is not None:
            self._gap("the agent's text is JSON that holds a tool call", place)
        if self._prose is None:
            written = call_in_prose(text)
            self._prose = None if written is None else (written, place)
        self._fences += has_fence(text)

    def _look_into_prose(self) -> None:
        """Say where a conversation without a call may hold some in its text."""
        if self._prose is not None:
            text = "the agent's text seems to call tools in a way that is not read"
            self.notes.append(Note(f"{text}: `{self._prose[0]}`", self._prose[1], text))
            self._gap(text, self._prose[1])
        elif self._fences >= _FENCED_MIN and self._fences * 2 >= self.log.turns:
            self._gap("the agent's text seems to run commands in fenced blocks", Place())

    def _ended_in_call(self, place: Place) -> None:
        self._gap("a model response ended in a tool call, and none is recorded", place)

    def _gap(self, text: str, place: Place, hint: str = "", call: Call = NO_CALL) -> None:
        self.gaps.setdefault(f"{text} {call.name}", Gap(text, place, hint, call))

    def look_at(self, value: Json, place: Place, key: str) -> None:
        """Look for calls in the value of a key that no format understands."""
        for sighting in sightings(value, place, key=key):
            self.log.sighted(sighting)

    def strange(self, value: Json, place: Place, what: str) -> None:
        """Take what no format understands: it may look like a call."""
        looks = list(sightings(value, place))
        for sighting in looks:
            self.log.sighted(sighting)
        if not looks:
            self.log.pass_over(what, place)

    def _look_around(self, head: Mapping[str, Json], held: list[Part], place: Place) -> None:
        """Look at what is around the messages: other records of calls, or a response as text."""
        self._around += sightings_around(head, held, place)
        for sighting, is_object_text in texts_around(head, place):
            if is_object_text:
                self.log.sighted(sighting)
            else:
                self._gap(sighting.what, sighting.place, "record the response as JSON")
