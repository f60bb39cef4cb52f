"""What is said in a conversation while it is read, and where it is among the calls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final

from toolspec.engine.dialogue import BEFORE_TURNS, Dialogue, Message, ToolDefinition
from toolspec.engine.tool_lists.tool_definitions import united
from toolspec.engine.trace import UNRECORDED, Call, Place, Unrecorded

_NOWHERE: Final = Place()


class _Said:
    """A message while more of its text may follow.

    `logged` is the number of calls that were logged before it.
    """

    __slots__ = ("agent", "at_ns", "by_user", "logged", "place", "step", "texts", "tokens")

    def __init__(
        self,
        by_user: bool,
        step: int | None,
        agent: str | None,
        at_ns: int | None,
        logged: int,
        place: Place,
    ) -> None:
        self.by_user, self.step, self.agent, self.at_ns = by_user, step, agent, at_ns
        self.logged, self.place = logged, place
        self.texts: list[str] = []
        self.tokens: int | None = None

    @property
    def text(self) -> str | None:
        return "\n".join(self.texts) or None


class DialogueLog:
    """The messages of one conversation, the tokens of its responses and the tools on offer.

    Agents are told apart by the names that their calls carry; the one called `top` is the one that
    the user speaks to.
    """

    def __init__(self, top: str | None = None) -> None:
        self.top = top
        self.total: int | None = None
        """The tokens of the whole run, where a trace records only these."""

        self._said: list[_Said] = []
        self.answer_recorded = True
        """Whether the texts of responses are recorded: one without text then has none."""

        self._responses: dict[tuple[str | None, int | None], _Said] = {}
        self._tools: list[list[ToolDefinition] | None] = []

    def user(
        self,
        text: str | None,
        *,
        logged: int,
        agent: str | None = None,
        at_ns: int | None = None,
        place: Place = _NOWHERE,
        first: bool = False,
    ) -> None:
        """Take a message to an agent: the user's where that is the top one, else its prompt.

        `first` puts it before all others.
        """
        words = _Said(True, None, agent, at_ns, logged, place)
        if text:
            words.texts.append(text)
        self._said.insert(0 if first else len(self._said), words)

    def response(
        self,
        step: int | None,
        text: str | None = None,
        *,
        logged: int,
        agent: str | None = None,
        chain: str | None = None,
        at_ns: int | None = None,
        place: Place = _NOWHERE,
    ) -> None:
        """Take a response of an agent, or more of the text of one.

        `step` is None where steps are not recorded: each text is then a message of its own.
        `chain` tells agents of one name apart.
        """
        key = (chain or agent, step)
        response = self._responses.get(key)
        if response is None or step is None:
            response = self._responses[key] = _Said(False, step, agent, at_ns, logged, place)
            self._said.append(response)
        if text:
            if not response.texts:
                response.place = place
            response.texts.append(text)

    def used(self, step: int | None, tokens: int | None, *, chain: str | None = None) -> None:
        """Take the tokens of a response; where they are written several times, the most count."""
        response = self._responses.get((chain, step))
        if response is not None and tokens is not None:
            response.tokens = max(tokens, response.tokens or 0)

    def offered(self, tools: list[ToolDefinition] | None) -> None:
        """Take a list of the tools that an agent could use."""
        self._tools.append(tools)

    def finish(self, logged: Sequence[Call | None]) -> tuple[list[Call], Dialogue]:
        """Return the calls in order, and what was said around them.

        `logged` are the calls as they were logged, None for one that turned out to be another's
        repetition.
        """
        calls: list[Call] = []
        messages: list[Message] = []
        turns: dict[str | None, int] = {}
        call_turns: list[int | None] = []
        for entry in self._said:
            if entry.by_user and entry.agent is None:
                entry.agent = self.top
        spoken = {entry.agent for entry in self._said if entry.by_user}
        for item in _in_order(logged, self._said):
            if isinstance(item, Call):
                calls.append(item)
                call_turns.append(_turn(turns, item.agent, spoken))
                continue
            if item.by_user:
                turns[item.agent] = turns.get(item.agent, BEFORE_TURNS) + 1
                if item.agent != self.top:
                    continue  # what a sub-agent is asked to do is said by no user
            messages.append(
                Message(
                    "user" if item.by_user else "agent",
                    item.text or self._no_text(item),
                    len(calls),
                    item.step,
                    _turn(turns, item.agent, spoken),
                    item.agent,
                    item.at_ns,
                    item.place,
                )
            )
        return calls, self._dialogue(messages, call_turns, turns)

    def _no_text(self, entry: _Said) -> str | Unrecorded | None:
        return "" if entry.by_user else None if self.answer_recorded else UNRECORDED

    def _dialogue(
        self,
        messages: list[Message],
        call_turns: list[int | None],
        turns: dict[str | None, int],
    ) -> Dialogue:
        own = (
            message
            for message in reversed(messages)
            if message.role == "agent" and message.agent == self.top
        )
        counts = [entry.tokens for entry in self._said if not entry.by_user]
        known = [count for count in counts if count is not None]
        whole = bool(counts) and len(known) == len(counts)
        return Dialogue(
            tuple(messages),
            tuple(call_turns),
            turns[self.top] + 1 if self.top in turns else None,
            sum(known) if whole else self.total,
            united(self._tools),
            next(own, None),
        )


def _turn(turns: dict[str | None, int], agent: str | None, spoken: set[str | None]) -> int | None:
    return turns.get(agent, BEFORE_TURNS) if agent in spoken else None


def _in_order(logged: Sequence[Call | None], spoken: Iterable[_Said]) -> list[Call | _Said]:
    """Return calls and messages by their start, then as they were logged.

    What has no start keeps its place after the call that was logged before it. Where no call has
    one, nothing is sorted.
    """
    timed = any(call is not None and call.start_ns is not None for call in logged)
    latest = 0
    keyed: list[tuple[int, Call | _Said]] = []
    waiting = iter(spoken)
    words = next(waiting, None)
    for at, call in enumerate((*logged, None)):
        while words is not None and (words.logged <= at or at == len(logged)):
            own = words.at_ns if timed and words.at_ns is not None else latest
            keyed.append((own, words))
            words = next(waiting, None)
        if call is not None:
            latest = call.start_ns if call.start_ns is not None else latest
            keyed.append((latest, call))
    return [item for _, item in sorted(keyed, key=itemgetter(0))]
