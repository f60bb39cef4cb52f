"""One conversation, read message by message: turns, and that nothing is dropped."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import islice
from typing import Final

from toolspec.engine.json_value import NESTED, Json
from toolspec.engine.reading.dialects.dialect import ends_in_call
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats import block_readers
from toolspec.engine.reading.formats.around import sightings_around, texts_around
from toolspec.engine.reading.formats.blocks import Turn
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.formats.dialogue_log import DialogueLog
from toolspec.engine.reading.formats.elsewhere import FROM_BEGINNING, is_running, kept_elsewhere
from toolspec.engine.reading.formats.message_shapes import (
    ROLES,
    TOOL_ROLES,
    MessageRun,
    bodies,
    is_compacted,
    is_item,
    name_in,
)
from toolspec.engine.reading.formats.messages import (
    case_of,
    fields,
    id_of,
    is_object,
    items,
    not_understood,
    text_of,
)
from toolspec.engine.reading.formats.words import Words
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.reading.unread.call_texts import calls_after_words
from toolspec.engine.reading.unread.call_words import is_call_type, is_call_word
from toolspec.engine.reading.unread.doubtful import doubtful, seen_name
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    repeated_call,
    says_nothing,
    sightings,
    written_calls,
)
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import Call, Gap, Note, Place, Trace

NO_CALL: Final = Call("")
_ENDED: Final = frozenset(block_readers.ENDED)
_OF_ASSISTANTS: Final = "messages of OpenAI's Assistants hold no calls"


class MessageReading:
    """One conversation while it is read."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.log = CallLog(self.notes)
        self.dialogue = DialogueLog()
        self.gaps: dict[str, Gap] = {}
        self.words = Words()
        self._step: int | None = None
        self._spoken = self._one_response = self._of_items = False
        self._told_by = len(block_readers.BLOCKS)
        self._around: list[Sighting] = []
        self._running: Place | None = None
        self._ended: dict[tuple[str | None, int | None], Place] = {}
        self._calling: set[tuple[str | None, int | None]] = set()

    def conversation(
        self,
        head: Mapping[str, Json],
        parts: list[MessageRun],
        place: Place,
        before: Set[str] = frozenset(),
    ) -> Trace | TraceError:
        """Return the trace of a conversation, or why it cannot be judged.

        `before` are the ids of responses and conversations that are in the file before it.
        """
        self._of_items = any(
            fields(item).get("role") is None and is_item(item)
            for part in parts
            for item, _ in part.messages
        )
        for part in parts:
            if part.one_response:
                self._respond(part)
                continue
            for message, at in part.messages:
                self._take_any(message, at)
        self._look_around(head, parts, place)
        for gap in kept_elsewhere(head, before, place):
            self.gaps.setdefault(gap.text, gap)
        for _, body, _ in bodies(head, place):
            if "tools" in fields(body):
                self.dialogue.offered(tool_definitions(fields(body)["tools"]))
        return self.finish(
            id=id_of(head.get("id")) or id_of(head.get("session_id")),
            name=case_of(head) or text_of(head.get("custom_id")),
            format=block_readers.name_of(self._told_by),
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
        calls, dialogue = self.dialogue.finish(self.log.settled())
        unread = self.log.unread(calls)
        if unread:
            return not_understood(unread)
        known = KnownCalls(calls) if self._around else None
        for sighting in self._around:
            if known is not None and not known.holds(sighting):
                text = sighting.told("beside the messages looks like a tool call")
                self._gap(text, sighting.place, call=Call(sighting.name or ""))
        for turn, place in self._ended.items():
            if turn not in self._calling:
                self._ended_in_call(place)
        for gap in self.words.gaps(calls, self.log.turns, self.notes):
            self.gaps.setdefault(f"{gap.text} {gap.call.name}", gap)
        if self._running is not None:
            self._gap("a response that was not over when it was recorded", self._running)
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
            gaps=(*self.gaps.values(), *self.log.gaps, *doubtful(calls)),
            passed_over=self.log.passed_over,
        )

    def _respond(self, part: MessageRun) -> None:
        """Take the items of one response: one turn, however many messages it holds."""
        self._end()
        self._one_response = True
        before = len(self.log)
        for message, at in part.messages:
            self._take_any(message, at)
        if self._step is not None:
            self.dialogue.used(self._step, tokens_of(part.usage))
        if ends_in_call(part.ended) and len(self.log) == before:
            self._ended_in_call(part.messages[0][1])
        self._one_response = False
        self._end()

    def _take_any(self, message: Json, place: Place) -> None:
        if is_object(message):
            self.take(message, place)
        elif message is not None:
            self.log.pass_over("something that is not a message", place)

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
        self._running = None
        role, kind = text_of(message.get("role")), text_of(message.get("type")) or ""
        self._told_by = block_readers.teller(message, self._told_by)
        if kind in block_readers.ASIDE or role in block_readers.ASIDE_ROLES:
            self._end()
            self.dialogue.offered(tool_definitions(message.get("tools")))
            self._look_at_rest(message, place)
        elif role is None:
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
                heard = "".join(texts)
                self.dialogue.user(heard, logged=logged, agent=agent, at_ns=at_ns, place=place)
            elif role == "assistant" and not notice:
                text = "".join(texts or ()) or text_of(message.get("refusal"))
                self.dialogue.response(
                    step, text, logged=logged, agent=agent, chain=chain, at_ns=at_ns, place=place
                )
                self.dialogue.used(turn.step, tokens_of(message.get("usage")), chain=chain or agent)

    def _message(
        self, turn: Turn, role: str, message: Mapping[str, Json], place: Place
    ) -> list[str] | None:
        """Read a message; return its texts, None where it holds nothing but tools' results."""
        before, answers = len(self.log), role in TOOL_ROLES
        texts: list[str] | None = None
        if answers:
            # Its content is the tool's, and not looked through.
            block_readers.read_answer(turn, message, place)
        else:
            texts = self._content(turn, role, message.get("content"), message, place)
            if is_call_type(text_of(message.get("type")) or ""):
                self.strange(message, place, "a message of an unknown type")
        for key in block_readers.keys_to_read(tuple(message)):
            if answers and key in block_readers.ANSWER_KEYS:
                continue
            value = message[key]
            if block_readers.is_plain(key, value):
                if isinstance(value, NESTED):
                    self._count(key, value, place.at(key))
                continue
            at = place.at(key)
            if key in block_readers.THOUGHTS and isinstance(value, str) and role == "assistant":
                self.words.think(value, at)
            elif key == "recipient" and role == "assistant":
                name = seen_name(text_of(value) or "")
                if name not in block_readers.EVERYBODY:
                    self._gap("a message to somebody who may be a tool", at, call=Call(name))
            reader = block_readers.key_reader(key)
            if reader is not None:
                reader(turn, value, message, at)
            elif answers and is_call_word(key) and value:
                # The call that the answer is for: accounted for where it was asked.
                self.log.sighted(repeated_call(message, f"the key `{key}`", at))
            else:
                self.look_at(value, at, key)
        if len(self.log) > before:
            self._calling.add((turn.agent, turn.step))
        if not _ENDED.isdisjoint(message) and any(
            ends_in_call(text_of(message.get(key))) for key in _ENDED
        ):
            self._ended[turn.agent, turn.step] = place
        if role == "assistant" and is_running(message):
            self._running = place
        if message.get("object") == "thread.message":
            self._gap(_OF_ASSISTANTS, place, "export the steps of the runs too")
        return texts

    def _content(
        self, turn: Turn, role: str, content: Json, message: Mapping[str, Json], place: Place
    ) -> list[str] | None:
        """Read a message's content; return its texts, None where it only calls or answers."""
        texts: list[str] = []
        speaks = isinstance(content, str) or is_object(content)
        if isinstance(content, str):
            texts.append(content)
            self._say(role, content, place)
        elif is_object(content):
            self.strange(content, place.at("content"), "the content")
        for part, at in items(content, place, "content"):
            if isinstance(part, str):
                speaks = True
                texts.append(part)
                self._say(role, part, at)
                continue
            block = fields(part)
            kind = text_of(block.get("type")) or ""
            reader = block_readers.part_reader(block)
            if reader is not None:
                reader(turn, part, message, at)
                continue
            speaks = True
            if kind in block_readers.PLAIN_PARTS or set(block) == {"text"}:
                text = block.get("text")
                if isinstance(text, str):
                    texts.append("" if kind in block_readers.THOUGHTS else text)
                    self._say(role, text, at)
                elif isinstance(block.get("thinking"), str) and role == "assistant":
                    self.words.think(str(block["thinking"]), at)
                elif kind == "refusal":
                    texts.append(text_of(block.get("refusal")) or "")
                self._look_at_rest(block, at)
            elif is_compacted(kind):
                self._compacted(at)
            elif not self.strange(part, at, "a part of an unknown type") and role == "assistant":
                text = "a part of what the model wrote is of an unknown type"
                self._gap(text, at, call=Call(seen_name(name_in(block))))
        return texts if speaks else None

    def _item(self, kind: str, item: Mapping[str, Json], place: Place) -> None:
        """Take an item: what the model wrote continues its turn, anything else ends it."""
        if is_compacted(kind):
            self._compacted(place)
            return
        known = block_readers.item_reader(kind)
        if known is not None:
            reader, is_call = known
            if not is_call:
                self._end()
                reader(Turn(self.log, None), item, place)
            elif not block_readers.NAMING.isdisjoint(item):
                self.log.sighted(repeated_call(item, f"an item with `type: {kind}`", place))
            else:
                reader(Turn(self.log, self._turn()), item, place)
            return
        if kind in block_readers.BY_MODEL:
            for lost in block_readers.lost_items(item):
                self._gap(lost, place, FROM_BEGINNING)
            self._turn()
            self._look_at_rest(item, place)
            return
        self._end()
        self.strange(item, place, "an item of an unknown type")

    def _look_at_rest(self, block: Mapping[str, Json], place: Place) -> None:
        """Look at what a part or an item holds beside what is known of it."""
        for key, value in block.items():
            if isinstance(value, NESTED) and value != []:
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
            self.dialogue.response(self._step, logged=len(self.log))
        return self._step

    def _end(self) -> None:
        """End the turn: what the model writes next is another response."""
        if not self._one_response:
            self._step, self._spoken = None, False

    def _say(self, role: str, text: str, place: Place) -> None:
        if role == "assistant":
            self.words.say(text, place)

    def _compacted(self, place: Place) -> None:
        """Take what stands for items before it: where no call is among those, some may be lost."""
        if not len(self.log):
            self._gap("the items before were compacted, and may hold calls", place, FROM_BEGINNING)

    def _count(self, key: str, counted: Json, place: Place) -> None:
        """Look at what should only count things: calls in there, and calls that were counted."""
        for sighting in written_calls(counted, place):
            self.log.sighted(sighting)
        if key == "usage":
            self.words.count(counted, place)

    def _ended_in_call(self, place: Place) -> None:
        self._gap("a model response ended in a tool call, and none is recorded", place)

    def _gap(self, text: str, place: Place, hint: str = "", call: Call = NO_CALL) -> None:
        self.gaps.setdefault(f"{text} {call.name}", Gap(text, place, hint, call))

    def look_at(self, value: Json, place: Place, key: str) -> None:
        """Look for calls in the value of a key that no format understands."""
        for sighting in () if says_nothing(value, key) else sightings(value, place, key=key):
            self.log.sighted(sighting)

    def strange(self, value: Json, place: Place, what: str) -> bool:
        """Take what no format understands; tell whether it looks like a call."""
        for sighting in (looks := list(sightings(value, place))):
            self.log.sighted(sighting)
        if not looks:
            self.log.pass_over(what, place)
            for word in islice(calls_after_words(value), 1):
                self._gap(f"a record that was not understood holds `{word}` in a text", place)
        return bool(looks)

    def _look_around(self, head: Mapping[str, Json], parts: list[MessageRun], place: Place) -> None:
        """Look at what is around the messages: other records of calls, or a response as text."""
        self._around += sightings_around(head, parts, place)
        for sighting, is_object_text in texts_around(head, place):
            if is_object_text:
                self.log.sighted(sighting)
            else:
                self._gap(sighting.what, sighting.place, "record the response as JSON")
