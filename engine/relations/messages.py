"""Messages as events between the calls: `user says V`, `agent says V`.

A message of that role is meant whose text V occurs in. A response recorded without text matches
nothing. Where the trace records no responses at all, or no messages of the user, it is open.
"""

from __future__ import annotations

from toolspec.engine.dialogue import Message
from toolspec.engine.match.values import Bindings, ValuePattern
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value

RECORDS = {"user": "user_messages", "agent": "responses"}


def searched_in_words(value: ValuePattern) -> str:
    """Return what is true of a text in which the value is, for a sentence."""
    return f"has {str(value).removeprefix('has ')} in it"


class MessagePattern(Value):
    """Messages of a role whose text has the value; `source` is how it is written."""

    role: str
    value: ValuePattern
    source: str = ""

    @property
    def asks_record(self) -> str | None:
        """What a trace must record for it to be judged."""
        return "user_messages" if self.role == "user" else "responses"

    @property
    def names(self) -> frozenset[str]:
        """The `$names` in it."""
        return self.value.names

    def bound(self, bindings: Bindings, negated: bool = False) -> MessagePattern:
        """Return the same with the names replaced by what they stand for."""
        if not self.names:
            return self
        return MessagePattern(self.role, self.value.bound(bindings, negated), self.source)

    def is_recorded(self, trace: Trace) -> bool:
        """Tell whether the trace records what was said by this role at all."""
        return RECORDS[self.role] in trace.records

    def fits(self, message: Message) -> bool | None:
        """Tell whether a message is meant; None where its text is not recorded."""
        if message.role != self.role or message.text is None:
            return False
        return self.value.in_text(message.text) if isinstance(message.text, str) else None

    @property
    def missing(self) -> str:
        """What is not recorded where it is open."""
        return "what the user said" if self.role == "user" else "what the agent said"

    def in_words(self) -> str:
        """Return what message it is, for a sentence."""
        return f"message of the {self.role} that {searched_in_words(self.value)}"

    def __str__(self) -> str:
        return self.source or f"{self.role} says {self.value}"
