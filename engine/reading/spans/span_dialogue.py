"""What was said in a run that is recorded as spans, put between its calls.

A request carries the whole conversation so far, so that each message is written many times. Each is
taken once: a request's messages are compared with those that its agent was sent before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from toolspec.engine.dialogue import BEFORE_TURNS, Dialogue, Message
from toolspec.engine.match.prefixes import matched_lengths
from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.dialects.spoken import Spoken, answered, heard, offered, tokens
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.span_tree import Owner, Tree
from toolspec.engine.tool_lists.tool_definitions import united
from toolspec.engine.trace import UNRECORDED, Call, Unrecorded

Text: TypeAlias = "str | Unrecorded | None"


class SpanDialogue(NamedTuple):
    """The spans that say what was said, kept until somebody asks.

    `numbers` has the number of each response by the place of its span in the file, `owners`, `tops`
    and `steps` what is known of it by its number. `runs` are the spans of agents that are inside no
    other agent and no tool, `inner_runs` the others. `tools` are the ids of tools' spans, and
    `asked` the numbers of the responses that asked for them.
    """

    responses: Sequence[ClassifiedSpan]
    numbers: Mapping[int, int]
    owners: Sequence[Owner]
    tops: Sequence[bool]
    steps: Sequence[int]
    runs: Sequence[ClassifiedSpan]
    inner_runs: Sequence[ClassifiedSpan]
    tools: Sequence[str | None]
    asked: Sequence[int | None]

    @staticmethod
    def of(tree: Tree) -> SpanDialogue:
        """Return what is needed of a trace's spans to say what was said."""
        runs: list[ClassifiedSpan] = []
        inner_runs: list[ClassifiedSpan] = []
        for classified in tree.agents:
            inside = any(around.role is not Role.LLM for around in tree.above(classified))
            (inner_runs if inside else runs).append(classified)
        return SpanDialogue(
            tree.responses,
            tree.numbers,
            tree.owners,
            tree.tops,
            tree.turn_steps,
            runs,
            inner_runs,
            [classified.span_id for classified in tree.tools],
            tree.tool_turns if tree.responses else (),
        )

    def dialogue(self, calls: tuple[Call, ...]) -> Dialogue:
        """Return what was said around these calls."""
        return _Reading(self, calls).dialogue()


class _Log:
    """What one agent was sent so far, and its responses: their numbers and their positions."""

    def __init__(self) -> None:
        self.users: list[Text] = []
        self.responses: list[tuple[int, int]] = []
        self.turns: list[int] = []


class _Said(NamedTuple):
    """A message, whose it is or to whom, and what it is sorted by."""

    order: tuple[int, int]
    owner: Owner | None
    message: Message


class _Reading:
    """The spans of a trace while it is worked out what they say."""

    def __init__(self, spans: SpanDialogue, calls: tuple[Call, ...]) -> None:
        self.spans, self.calls = spans, calls
        self._responses: list[list[ClassifiedSpan]] = [[] for _ in spans.owners]
        for classified in spans.responses:
            self._responses[spans.numbers[classified.at]].append(classified)
        self._owners: list[Owner | None] = [
            None if top else owner for owner, top in zip(spans.owners, spans.tops, strict=True)
        ]
        self._logs: dict[Owner | None, _Log] = {None: _Log()}
        self._said: list[_Said] = []
        asked = dict(zip(spans.tools, spans.asked, strict=False))
        for classified in spans.responses:
            asked.setdefault(classified.span_id, spans.numbers[classified.at])
        asked.pop(None, None)
        self._numbers = [asked.get(call.span_id) for call in calls]
        self._timed = any(call.start_ns is not None for call in calls)
        self._starts: list[int] = []
        latest = 0
        for call in calls:
            latest = max(latest, latest if call.start_ns is None else call.start_ns)
            self._starts.append(latest)

    def dialogue(self) -> Dialogue:
        """Return what was said."""
        sent = [
            next(filter(None, (heard(classified.span) for classified in seen_as)), None)
            for seen_as in self._responses
        ]
        self._tell_apart(sent)
        for number, messages in enumerate(sent):
            self._respond(number, messages)
        top = self._logs[None]
        for run in () if top.users else self.spans.runs:
            self._hear(heard(run.span), None, self._after(run.begins[0], -1), run, -1)
        if not self._responses:
            self._answer_runs()
        messages, last = self._in_order()
        return Dialogue(
            tuple(messages),
            tuple([self._turn_of(at) for at in range(len(self.calls))]),
            len(top.users) or None,
            self._tokens(),
            united(offered(classified.span) for classified in self._spans()),
            last,
        )

    def _tell_apart(self, sent: Sequence[list[Spoken] | None]) -> None:
        """Give conversations beside the top agent's to an owner of their own.

        Without spans of agents, a sub-agent's responses are among those of the top agent. They
        are told by a request that begins with another message, where a later one begins with the
        first message again.
        """
        begins: dict[int, Text] = {}
        for number, messages in enumerate(sent):
            users = [item.text for item in messages or () if item.role == "user"]
            if users and self._owners[number] is None:
                begins[number] = users[0]
        first = next(iter(begins.values()), None)
        again = max((number for number, text in begins.items() if text == first), default=0)
        beside: dict[Text, Owner] = {}
        for number, text in begins.items():
            if text != first and number < again:
                self._owners[number] = beside.setdefault(text, Owner(-1 - len(beside), None))

    def _respond(self, number: int, sent: list[Spoken] | None) -> None:
        """Take the messages of a request and the text of its response."""
        seen_as, owner = self._responses[number], self._owners[number]
        first, log = seen_as[0], self._logs.setdefault(owner, _Log())
        before = self._after(first.begins[0], number)
        self._hear(sent, owner, before, first, number)
        log.responses.append((number, before))
        texts = [answered(classified.span) for classified in seen_as]
        text = next((text for text in texts if isinstance(text, str)), None)
        if text is None and all(text is UNRECORDED for text in texts):
            text = UNRECORDED
        ends = [classified.end_ns for classified in seen_as if classified.end_ns is not None]
        message = Message(
            "agent",
            text,
            before,
            self.spans.steps[number],
            None,
            self.spans.owners[number].name,
            min(ends, default=None),
            first.place,
        )
        self._said.append(_Said((before, 2 * number), owner, message))

    def _hear(
        self,
        sent: list[Spoken] | None,
        owner: Owner | None,
        before: int,
        classified: ClassifiedSpan,
        number: int,
    ) -> None:
        """Take those messages of a request that its agent was not sent before.

        One that comes before earlier answers in the request came before these responses.
        """
        log = self._logs[owner]
        users: list[Text] = []
        answers_before: list[int] = []
        answers = 0
        for spoken in sent or ():
            if spoken.role == "agent":
                answers += 1
            else:
                users.append(spoken.text)
                answers_before.append(answers)
        for at in new_messages(log.users, users):
            place = max(answers_before[at] + len(log.responses) - answers, 0)
            asked, index = number, before
            if place < len(log.responses):
                asked, index = log.responses[place]
            text = users[at]
            log.users.append(text)
            message = Message(
                "user",
                "" if text is None else text,
                index,
                start_ns=classified.start_ns,
                place=classified.place,
            )
            self._said.append(_Said((index, 2 * asked - 1), owner, message))

    def _answer_runs(self) -> None:
        """Take what the runs ended in, where no response has a span of its own."""
        for run in self.spans.runs:
            text = answered(run.span)
            if text is not UNRECORDED:
                ended = run.end_ns is not None and self._timed
                before = bisect_right(self._starts, run.end_ns or 0) if ended else len(self.calls)
                agent = None if run.dialect is None else run.dialect.agent(run.span)
                message = Message("agent", text, before, None, None, agent, run.end_ns, run.place)
                self._said.append(_Said((before, 0), None, message))

    def _after(self, begins: int, number: int) -> int:
        """Return the index of the first call that was made after a time, in response `number`."""
        if not self._timed:
            later = (at for at, number in enumerate(self._numbers) if number is not None)
            return next((at for at in later if (self._numbers[at] or 0) >= number), len(self.calls))
        index = bisect_left(self._starts, begins)
        while index < len(self.calls) and self._starts[index] == begins:
            asked = self._numbers[index]
            if asked is None or asked >= number:
                break
            index += 1
        return index

    def _in_order(self) -> tuple[list[Message], Message | None]:
        """Return the messages in order with their turns, and the top agent's last response."""
        messages: list[Message] = []
        last: int | None = None
        turns: dict[Owner | None, int] = {}
        for _, owner, message in sorted(self._said, key=_order):
            log = self._logs[owner]
            if message.role == "user":
                turns[owner] = turns.get(owner, BEFORE_TURNS) + 1
                log.turns.append(message.before)
                if owner is not None:
                    continue  # what a sub-agent is asked to do is said by no user
            elif owner is None:
                last = len(messages)
            turn = turns.get(owner, BEFORE_TURNS) if log.users else None
            messages.append(message._replace(turn=turn))
        if last is None:
            return messages, None
        own = [entry.message.text for entry in self._said if entry.message.role == "agent"]
        if all(text is UNRECORDED for text in own) and len(self.spans.runs) == 1:
            text = answered(self.spans.runs[0].span)
            messages[last] = messages[last]._replace(text=text)
        return messages, messages[last]

    def _turn_of(self, at: int) -> int | None:
        """Return the turn of a call: of the agent that asked for it."""
        number, agent = self._numbers[at], self.calls[at].agent
        if number is not None:
            owner = self._owners[number]
        elif self._responses and agent is not None and agent not in self._top_names:
            return None  # an agent of which no response is recorded
        else:
            owner = None
        log = self._logs.get(owner)
        if log is None or not log.users:
            return None
        return bisect_right(log.turns, at) + BEFORE_TURNS

    @property
    def _top_names(self) -> set[str | None]:
        owners = zip(self.spans.owners, self._owners, strict=True)
        return {owner.name for owner, other in owners if other is None}

    def _tokens(self) -> int | None:
        counts = [
            _most(tokens(classified.span) for classified in response)
            for response in self._responses
        ]
        if not counts or None in counts:
            # Some write the sum on the span of the run.
            counts = [tokens(run.span) for run in self.spans.runs]
        known = [count for count in counts if count is not None]
        return sum(known) if known and len(known) == len(counts) else None

    def _spans(self) -> Iterator[ClassifiedSpan]:
        yield from self.spans.responses
        yield from self.spans.runs
        yield from self.spans.inner_runs


def _order(entry: _Said) -> tuple[int, int]:
    return entry.order


def _most(counts: Iterator[int | None]) -> int | None:
    return max((count for count in counts if count is not None), default=None)


def new_messages(known: Sequence[Text], sent: Sequence[Text]) -> list[int]:
    """Return which messages of a request are new, where `known` are those sent before.

    A request repeats the messages before it, all or the latest of them. Where it begins with none
    of these, as where a first message changes, those that were not sent as often before are new.

    >>> new_messages(["do it"], ["do it", "yes"]), new_messages(["do it", "yes"], ["yes", "yes"])
    ([1], [1])
    >>> new_messages(["it is noon", "do it"], ["it is one", "do it"])
    [0]
    """
    if list(sent[: len(known)]) == list(known):
        return list(range(len(known), len(sent)))
    repeated = _overlap(known, sent)
    if repeated:
        return list(range(repeated, len(sent)))
    before, now = Counter(known), Counter[Text]()
    new: list[int] = []
    for at, text in enumerate(sent):
        now[text] += 1
        if now[text] > before[text]:
            new.append(at)
    return new


def _overlap(known: Sequence[Text], sent: Sequence[Text]) -> int:
    """Return how many of the last known messages the sent ones begin with, in linear time."""
    lengths = list(matched_lengths(sent, known))
    return lengths[-1] if lengths else 0
