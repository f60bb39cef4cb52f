"""Judge only the calls of some steps, or of some turns.

Why. When something happens can matter as much as whether: a skill is loaded in the first response,
the user is greeted in the first turn. A *step* is one response of the model, a *turn* a message of
the user and everything until the next. Both count from 0: `at step 0` is the first response.

How it is judged. `at step N` keeps the calls of step N, `before step N` those of the steps 0 to
N-1, `after step N` those of the steps from N+1 on; with `turn` they do the same for turns. They may
be added to a window or to `per`, and to each other. With `final`, the last call stays the last of
the part, whatever these words leave out.

Where the trace does not record the steps (or turns), it is open which calls these are, and the
rule is `unknown` unless its verdict is the same either way. Where there is no call either, nothing
lies in such a step or turn: no call, and no message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

from toolspec.engine.parts.clause import Clause, ClauseSyntax, Ways
from toolspec.engine.parts.part import TracePart, number_of, silent
from toolspec.engine.syntax import About, Misuse, Part

_RELATIONS = ("at", "before", "after")


class StepWords(Clause):
    """The calls whose step or turn (`unit`) is `at`, `before` and `after` these numbers."""

    unit: str = "step"
    at: int | None = None
    before: int | None = None
    after: int | None = None

    narrows = True
    syntax = ClauseSyntax(
        labels=(
            "at_step", "before_step", "after_step", "at_turn", "before_turn", "after_turn",
        ),
        grammar=(
            'at_step: "at" "step" number\n'
            'before_step: "before" "step" number\n'
            'after_step: "after" STEP_NUMBER number\n'
            'at_turn: "at" "turn" number\n'
            'before_turn: "before" "turn" number\n'
            'after_turn: "after" TURN_NUMBER number'
        ),
        words=("at", "before", "after", "step", "turn"),
        forms=(
            "at step N", "before step N", "after step N", "at turn N", "before turn N",
            "after turn N",
        ),
        blocks=("at step ${1:0} {\n\t$0\n}", "before step ${1:1} {\n\t$0\n}"),
    )  # fmt: skip

    @property
    def asks_record(self) -> str | None:
        """What a trace must record for it to be judged."""
        return "steps" if self.unit == "step" else "user_messages"

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what each of its words means; `after` is explained with windows."""
        return {
            "at": About(
                "Judge only the calls of this step, or of this turn.",
                "Both count from 0.",
                "require plan at step 0",
            ),
            "before": About(
                "Judge only the calls of the steps, or turns, before this one.",
                "Both count from 0.",
                "require load_skill before step 3",
            ),
        }

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its parts. Raises Misuse where no step is left."""
        unit = written[0].label.partition("_")[2]
        parts = {part.label.partition("_")[0]: part for part in written}
        at, before, after = (parts.get(relation) for relation in _RELATIONS)
        if before is not None and before.value < 1:
            _refuse(before, unit, f"no {unit} is before {unit} 0")
        if before is not None and at is not None and at.value >= before.value:
            _refuse(before, unit, _contradict(at, before))
        if after is not None and at is not None and at.value <= after.value:
            _refuse(after, unit, _contradict(at, after))
        if after is not None and before is not None and after.value + 1 >= before.value:
            _refuse(before, unit, _contradict(after, before))
        numbers = {word: part.value for word, part in parts.items()}
        return cls(unit, **numbers)

    def holds(self, number: int | None) -> bool | None:
        """Tell whether a step is one of these; None where it is not recorded."""
        if number is None:
            return None
        if number < 0:
            return False  # before the first turn
        if self.at is not None and number != self.at:
            return False
        if self.before is not None and number >= self.before:
            return False
        return self.after is None or number > self.after

    def lacks(self, number: int | None) -> str:
        """Say why a call of that step is left out: `it is in step 3, not before step 3`."""
        return f"it is in {self.unit} {number}, not {self}"

    def __str__(self) -> str:
        words = [("at", self.at), ("after", self.after), ("before", self.before)]
        parts = [f"{word} {self.unit} {number}" for word, number in words if number is not None]
        return parts[0] if self.at is not None else " ".join(parts)

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        places = (("in", self.at), ("before", self.before), ("after", self.after))
        parts = [f"{word} {self.unit} {number}" for word, number in places if number is not None]
        return " and ".join(parts)

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the part with only the calls and messages of these steps."""
        if not part.calls and not part.messages and self.asks_record not in part.trace.records:
            # A trace without steps (or turns) has nothing in them; open is only where calls belong.
            return Ways([[part.but(trace=silent(part.trace))]])
        number = number_of(part.trace, self.unit)
        kept: list[int] = []
        unsure = dict(part.unsure)
        for at in part.calls:
            inside = self.holds(number(at))
            if inside is False:
                unsure.pop(at, None)
                continue
            kept.append(at)
            if inside is None:
                unsure[at] = self.unit
        messages = self._messages(part)
        turns = partial(self._turns, part) if self.unit == "turn" else part.turns
        inside = part.but(
            calls=kept,
            messages=messages,
            unsure=unsure,
            turns=turns,
            left_out=self._left_out(part, number),
        )
        return Ways([[inside]])

    def _messages(self, part: TracePart) -> Sequence[int]:
        if not part.messages:
            return part.messages
        messages = part.trace.messages
        return [at for at in part.messages if self.holds(getattr(messages[at], self.unit))]

    def _turns(self, part: TracePart) -> Sequence[int]:
        return [turn for turn in part.turns() if self.holds(turn)]

    def _left_out(
        self, part: TracePart, number_of_call: Callable[[int], int | None]
    ) -> Callable[[int], str]:
        """Return what says why a call is left out, by these words or by those around them."""
        outer = part.left_out

        def left_out(at: int) -> str:
            reason = outer(at) if outer is not None else ""
            number = number_of_call(at)
            return reason or (self.lacks(number) if self.holds(number) is False else "")

        return left_out


def _contradict(first: Part, second: Part) -> str:
    return f"`{first.source}` and `{second.source}` contradict each other"


def _refuse(part: Part, unit: str, reason: str) -> None:
    raise Misuse("empty-step-window", part, reason=reason, unit=unit)


CLAUSE = StepWords
