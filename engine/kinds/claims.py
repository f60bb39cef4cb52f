"""What is certain of every trace that passes a rule: which calls it has, and which it has not.

Each kind says its own (`Kind.claims`). Checks compare the claims of two rules, so they hold for
sure: what a rule only makes likely is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from toolspec.engine.match.call_pattern import CallPattern, Group
from toolspec.engine.match.values import ValuePattern

if TYPE_CHECKING:
    from toolspec.engine.relations.demand import OneOf


class Need(NamedTuple):
    """The trace has at least so many calls that match."""

    call: CallPattern
    times: int = 1


class Cap(NamedTuple):
    """The trace has at most so many calls that match."""

    call: CallPattern
    most: int = 0


class Bound(NamedTuple):
    """A measure of the trace compares so with a number; `of` is the measure as written."""

    of: str
    comparison: str
    number: float
    highest: float | None
    source: str


ANSWER: Final = "answer"
"""The role of the last response."""


class SpokenText(NamedTuple):
    """A message of `role` has the value."""

    role: str
    value: ValuePattern

    @property
    def is_answer(self) -> bool:
        """Whether it is about the last response, which is one message."""
        return self.role == ANSWER


class Claims(NamedTuple):
    """What holds of every trace that passes a rule.

    With `apart`, each of `needs` takes calls of its own. `only` are the phrases of which every call
    matches one, None where any may be made. `in_order` are calls that come one after the other,
    where the calls of one tuple come in any order; `not_in_order` calls that do not. `last` is the
    last call. Every call of `subject` meets one of each of the `demands`, and there is one.
    """

    needs: tuple[Need, ...] = ()
    apart: bool = False
    caps: tuple[Cap, ...] = ()
    only: tuple[CallPattern, ...] | None = None
    in_order: tuple[tuple[CallPattern, ...], ...] = ()
    not_in_order: tuple[CallPattern, ...] = ()
    last: CallPattern | None = None
    bounds: tuple[Bound, ...] = ()
    said: tuple[SpokenText, ...] = ()
    unsaid: tuple[SpokenText, ...] = ()
    subject: CallPattern | None = None
    demands: tuple[OneOf, ...] = ()


NO_CLAIMS = Claims()


def needs_of(calls: Iterable[CallPattern]) -> tuple[Need, ...]:
    """Return a need for each of these calls."""
    return tuple([Need(call) for call in calls])


def members(entry: CallPattern | Group) -> tuple[CallPattern, ...]:
    """Return the calls that an entry stands for: those of a group, or the one it is."""
    return tuple(entry.calls) if isinstance(entry, Group) else (entry,)
