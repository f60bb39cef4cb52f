"""A session whose calls arrive in pieces: their names first, then the text of their arguments."""

from __future__ import annotations

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats.messages import id_of
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.trace import UNRECORDED, Place, Trace, Unrecorded


class _Arriving:
    """A call of which more may arrive."""

    __slots__ = ("agent", "at_ns", "name", "place", "step", "texts")

    def __init__(
        self, name: str | None, place: Place, step: int, agent: str | None, at_ns: int | None
    ) -> None:
        self.name, self.place, self.step = name, place, step
        self.agent, self.at_ns = agent, at_ns
        self.texts: list[str] = []


class StreamLog(SessionLog):
    """The pieces of one session, put together; a call counts from where it began."""

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__(format, id)
        self.answering = False
        """Whether the model's response goes on."""

        self.chain: str | None = None
        """The sub-agent that is responding; None is the session's own agent."""

        self._arriving: dict[str, _Arriving] = {}
        self._said: list[str] = []
        self._said_at = Place()
        self._left: dict[str | None, tuple[bool, list[str], Place]] = {}

    def turn_to(self, chain: str | None) -> None:
        """Take it that a chain writes from here on; the response of the other one may go on."""
        if chain != self.chain:
            self._left[self.chain] = self.answering, self._said, self._said_at
            self.chain = chain
            nothing: tuple[bool, list[str], Place] = (False, [], Place())
            self.answering, self._said, self._said_at = self._left.pop(chain, nothing)

    def responding(self) -> int:
        """Return the step of what the model writes now; the first piece of a response begins it."""
        if not self.answering:
            self.answering = True
            step = self.begin(self.chain)
            self.dialogue.response(step, logged=len(self.log), chain=self.chain)
        return self.latest(self.chain)

    def starts(
        self,
        id: Json,
        name: str | None,
        place: Place,
        *,
        agent: str | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Take the beginning of a call."""
        known = id_of(id) or ""
        if known in self._arriving:
            if self._arriving[known].name == name:
                return
            self.ends(known)
        self._arriving[known] = _Arriving(name, place, self.responding(), agent, at_ns)

    def more(self, id: Json, text: Json, place: Place) -> None:
        """Take a piece of the text of a call's arguments."""
        call = self._arriving.get(id_of(id) or "")
        if call is None or not isinstance(text, str):
            self.gap("a piece of a call whose beginning is missing", place)
        else:
            call.texts.append(text)

    def ends(self, id: Json, arguments: Json | Unrecorded = UNRECORDED) -> bool:
        """Take the end of a call, with its arguments where they come as a whole once more.

        Tells whether its beginning was there.
        """
        known = id_of(id) or ""
        call = self._arriving.get(known)
        if call is None:
            return False
        # What began before it was asked for before it.
        for other in list(self._arriving):
            arriving = self._arriving.pop(other)
            given: Json | Unrecorded = "".join(arriving.texts) if arriving.texts else UNRECORDED
            if other == known and not isinstance(arguments, Unrecorded):
                given = arguments
            self.asked(
                arriving.name,
                given,
                arriving.place,
                id=other or None,
                step=arriving.step,
                agent=arriving.agent,
                at_ns=arriving.at_ns,
            )
            if other == known:
                break
        return True

    def says(self, text: Json, place: Place, at_ns: int | None = None) -> None:
        """Take a piece of what the model says."""
        if isinstance(text, str):
            step = self.responding()
            if not self._said:
                logged = len(self.log)
                self.dialogue.response(
                    step, logged=logged, chain=self.chain, at_ns=at_ns, place=place
                )
                self._said_at = place
            self._said.append(text)

    def said_all(self) -> None:
        """Take the end of a text."""
        if self._said:
            step = self.latest(self.chain)
            self.agent_says("".join(self._said), self._said_at, step=step, chain=self.chain)
            self._said = []

    def responded(self) -> None:
        """Take the end of a response."""
        self.said_all()
        for id in list(self._arriving):
            self.ends(id)
        self.answering = False

    def trace(self) -> Trace | TraceError:
        """Return the trace of all pieces, or why it cannot be judged."""
        self.responded()
        for chain in list(self._left):
            self.turn_to(chain)
            self.said_all()
        return super().trace()
